//! Commands in a game being played.

use super::Args;

commands! {
    /// A command of a player in their game.
    pub enum GameCommand {
        /// Gives up; with a name: an adjourned game against that player.
        Resign(Option<String>) = "resign" 103 "[player]",
        /// Offers, accepts or claims a draw.
        Draw = "draw" 34,
        /// Asks for, or agrees to, a game without a result.
        Abort = "abort" 10,
        /// Asks for, or agrees to, an interruption.
        Adjourn = "adjourn" 13,
        /// Claims that the opponent's time is over.
        Flag = "flag" 38,
        /// Asks to take back half-moves; 1 by default.
        Takeback(u32 = Args::count) = "takeback" 131 "[half-moves]",
        /// Asks to change sides.
        Switch = "switch" 130,
        /// Asks to stop the clocks.
        Pause = "pause" 86,
        /// Lets the clocks run again.
        Unpause = "unpause" 139,
        /// Gives the opponent time, in seconds.
        Moretime(u32) = "moretime" 76 "seconds",
        /// Ends the game, or an interrupted one against a player, without a result, as a gift.
        Courtesyabort(Option<String>) = "courtesyabort" 0 "[player]",
        /// Interrupts the game, as a gift.
        Courtesyadjourn = "courtesyadjourn" 0,
        /// Asks to go on with an adjourned game against an opponent; none: the only one who is on.
        Resume(Option<String>) = "resume" 104 "[player]",
        /// Sets the default promotion piece, by its letter or name.
        Promote(String) = "promote" 92 "piece",
        /// The clocks of a game.
        Time(Option<String>) = "time" 133 "[game|player]",
    }
    more {
        /// A move, as it was typed.
        Move(String),
    }
    entries {
    }
}
