//! Messages for tournament-director bots.

use crate::fields::Name;

crate::notices! {
    /// A message for tournament-director bots.
    pub enum DirectorNotice {
        /// The answer to `getpi`: ratings, 0 for none yet, -1 for guests.
        Getpi { name: Name, wild: i32, blitz: i32, standard: i32, lightning: i32, bughouse: i32, suicide: i32 }
            = "*getpi {name} {wild} {blitz} {standard} {lightning} {bughouse} {suicide}*",
        /// The answer to `getgi`: times in tenths of a second, then whether the game is rated
        /// and private (1 or 0).
        Getgi { name: Name, white: Name, black: Name, game: u32, time: i64, increment: i64, rated: u16, private: u16 }
            = "*getgi {name} {white} {black} {game} {time} {increment} {rated} {private}*",
        /// The answer to `getgi` where there is no game.
        GetgiNone { name: Name } = "*getgi {name} none none -1 -1 -1 -1 -1*",
        /// To the director.
        NotInTourney { name: Name } = "{name} has not set the tourney variable.",
        /// To the director.
        Issued { from: Name, to: Name } = "Match of {from} against {to} issued.",
        /// To the director.
        NotIssued { from: Name, to: Name } = "The match of {from} against {to} could not be issued.",
        /// To the player in whose name it was done.
        IssuedForYou { by: Name } = "{by} has issued a match in your name.",
        /// To the director.
        TourneySet { name: Name, on: u16 } = "The tourney variable of {name} is set to {on}.",
        /// To the player.
        YourTourneySet { by: Name, on: u16 } = "{by} has set your tourney variable to {on}.",
        /// A player follows another.
        Follows { name: Name, whom: Name } = "{name} is now following {whom}.",
        /// The player does not.
        DoesNotFollow { name: Name, whom: Name } = "{name} can't follow {whom}.",
        /// To the director.
        Observes { name: Name, game: u32 } = "{name} is now observing game {game}.",
        /// To the director.
        DoesNotObserve { name: Name, game: u32 } = "{name} can't observe game {game}.",
    }
}
