//! Simultaneous exhibitions: one plays many.

use super::matching::Wanted;

commands! {
    /// A command about simultaneous exhibitions.
    pub enum SimulCommand {
        /// Is open to such games, or not.
        Open = "simopen" 120,
        /// The games of the exhibition of a player, or one's own.
        Games(Option<String>) = "simgames" 116 "[player]",
        /// The next board.
        Next = "simnext" 118,
        /// The board before.
        Prev = "simprev" 122,
        /// A certain board, by the number of the game or the opponent.
        Goboard(String) = "goboard" 47 "game|player",
        /// The giver may go on before one has moved.
        Pass = "simpass" 121,
        /// Asks for no result at this board.
        Abort = "simabort" 112,
        /// Asks for an interruption at this board.
        Adjourn = "simadjourn" 114,
        /// Asks for no result at all boards.
        AllAbort = "simallabort" 113,
        /// Asks for an interruption at all boards.
        AllAdjourn = "simalladjourn" 115,
        /// Proposes a game, or agrees to one.
        Match {
            /// The opponent.
            player: String,
            /// The terms.
            wanted: Wanted = Wanted::of_match,
        } = "simmatch" 117 "player [rated|unrated] [time] [inc] [black's time] [black's inc] [white|black] [kind of game]",
    }
}
