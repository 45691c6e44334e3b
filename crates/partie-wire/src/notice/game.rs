//! Games as they are played: moves refused, offers, ends.

use crate::{
    fields::{Name, Seconds, by_display},
    style12::{Created, GameEnd, Match},
};

crate::notices! {
    /// A notice in and about games.
    pub enum GameNotice {
        /// The pieces do not move so.
        IllegalMove { text: String } = "Illegal move ({text}).",
        /// Several pieces can.
        AmbiguousMove { text: String } = "Ambiguous move ({text}).",
        /// Nobody moves while the clocks stand.
        ClockPaused = "The clock is paused, use \"unpause\" to resume.",
        /// The opponent is to move.
        NotYourMove = "It is not your move.",
        /// Neither playing nor examining.
        NotPlayingOrExamining = "You are not playing or examining a game.",
        /// The player has no game.
        NotPlaying = "You are not playing a game.",
        /// Said to the players when a game begins.
        Creating { players: Match } = "Creating: {players}",
        /// Said to the players and to all who want to know when a game begins.
        Created { game: Created } = "{game}",
        /// Said when a game ends.
        Ended { game: GameEnd } = "{game}",
        /// After an unrated game.
        NoRatings = "No ratings adjustment done.",
        /// After a rated game.
        Ratings { category: String, before: u32, after: u32 } = "{category} rating adjustment: {before} --> {after}.",
        /// A connection broke; the game waits.
        Away { who: Name, seconds: Seconds } = "{who} has lost the connection; the game waits {seconds}.",
        /// The player is there again.
        Back { who: Name } = "{who} is here again.",
        /// The server has not heard from a player for a time.
        Lagged { game: u32, who: Name, seconds: Seconds } = "Game {game}: {who} has lagged for {seconds}.",
        /// A player who loses the connection loses the game.
        Noescape { game: u32 } = "Game {game}: A disconnection will be considered a forfeit.",
        /// A waiting game goes on with the player who came back.
        YouAreBack { game: u32 } = "Your game {game} has waited for you.",
        /// The partner's opponent, sent to both partners when bughouse begins.
        PartnerJoined { with: Name } = "Your partner has joined a game with {with}.",
        /// The partner's game, said to both partners when bughouse begins.
        PartnersGame { game: u32, white: Name, black: Name } = "Your partner is playing game {game} ({white} vs. {black}).",
        /// The default promotion piece.
        PromotionSet { piece: Name } = "Promotion piece set to {piece}.",
        /// No such piece.
        NoPromotion = "Promotion piece must be one of queen, rook, bishop, knight or king.",
        /// A move that was made in time may be on its way.
        WaitForAutoflag = "Opponent is not out of time, wait for server autoflag.",
        /// The flag does not fall.
        NotOutOfTime = "Opponent is not out of time.",
        /// No flag falls before both have moved.
        NotTicking = "The clock is not ticking.",
        /// Time was given.
        TimeAdded { seconds: Seconds } = "{seconds} were added to your opponents clock",
        /// Time was got.
        TimeGot { seconds: Seconds } = "Your opponent has added {seconds} to your clock.",
        /// The clocks stand.
        Paused { game: u32 } = "Game {game}: Game clock paused.",
        /// The clocks run again.
        Resumed { game: u32 } = "Game {game}: Game clock resumed.",
    }
}

by_display! {
    Match: Match::parse, Vec::from_iter(Match::parse("Adam (1586E) Boris (++++) unrated blitz 3 1"));
    Created: Created::parse, Vec::from_iter(Created::parse("{Game 1 (Adam vs. Boris) Creating unrated blitz match.}"));
    GameEnd: GameEnd::parse, Vec::from_iter(GameEnd::parse("{Game 1 (Adam vs. Boris) Boris resigns} 1-0"));
}
