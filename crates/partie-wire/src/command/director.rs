//! Commands of tournament-director bots: they are on the list `td`.

use super::{Args, matching::Wanted};

commands! {
    /// A command of a tournament-director bot.
    pub enum DirectorCommand {
        /// The ratings of a player, by their whole handle, for programs.
        Getpi(String) = "getpi" 45 "player",
        /// The game of a player, by their whole handle, for programs.
        Getgi(String) = "getgi" 44 "player",
        /// Lets a player follow another.
        Rfollow {
            /// The player.
            player: String,
            /// The player to follow.
            whom: String,
        } = "rfollow" 100 "player player",
        /// Lets a player observe a game.
        Robserve {
            /// The player.
            player: String,
            /// A number or one who plays.
            game: String,
        } = "robserve" 106 "player game|player",
        /// Proposes a game in a player's name.
        Rmatch {
            /// The proposer.
            from: String,
            /// The opponent.
            to: String,
            /// The terms.
            wanted: Wanted = Wanted::read,
        } = "rmatch" 183 "player player [terms]",
        /// Adds a player to a tournament or removes them.
        Tournset {
            /// The player.
            player: String,
            /// Set to add the player.
            on: bool = on,
        } = "tournset" 135 "player 0|1",
    }
}

fn on(args: &mut Args<'_>) -> Option<bool> {
    match args.word()? {
        "1" | "on" => Some(true),
        "0" | "off" => Some(false),
        _ => None,
    }
}
