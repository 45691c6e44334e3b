//! Commands in a game being played.

use super::Args;

commands! {
    /// A command of a player in their game.
    pub enum GameCommand {
        /// Gives up; with a name: an adjourned game against that player.
        Resign {
            /// The opponent of the adjourned game.
            player: Option<String>,
        } = "resign" 103 "[player]",
        /// Offers, accepts or claims a draw.
        Draw = "draw" 34,
        /// Asks for, or agrees to, a game without a result.
        Abort = "abort" 10,
        /// Asks for, or agrees to, an interruption.
        Adjourn = "adjourn" 13,
        /// Claims that the opponent's time is over.
        Flag = "flag" 38,
        /// Asks to take back half-moves.
        Takeback {
            /// Number of half-moves; 1 by default.
            plies: u32 = Args::count,
        } = "takeback" 131 "[half-moves]",
        /// Asks to change sides.
        Switch = "switch" 130,
        /// Asks to stop the clocks.
        Pause = "pause" 86,
        /// Lets the clocks run again.
        Unpause = "unpause" 139,
        /// Gives the opponent time.
        Moretime {
            /// Seconds.
            seconds: u32,
        } = "moretime" 76 "seconds",
        /// Ends the game, or an interrupted one against a player, without a result, as a gift.
        Courtesyabort {
            /// The opponent of the adjourned game.
            player: Option<String>,
        } = "courtesyabort" 0 "[player]",
        /// Interrupts the game, as a gift.
        Courtesyadjourn = "courtesyadjourn" 0,
        /// Asks to go on with an adjourned game.
        Resume {
            /// The opponent; the only one who is on if not said.
            player: Option<String>,
        } = "resume" 104 "[player]",
        /// Sets the default promotion piece.
        Promote {
            /// Letter or name of the piece.
            piece: String,
        } = "promote" 92 "piece",
        /// The clocks of a game.
        Time {
            /// Number or player.
            game: Option<String>,
        } = "time" 133 "[game|player]",
    }
    more {
        /// A move, as it was typed.
        Move(String),
    }
    entries {
    }
}
