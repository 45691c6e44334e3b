//! Simultaneous exhibitions: who plays in them, and at which board the giver stands.

use crate::{
    fields::{Name, Passes},
    proposal::Proposal,
};

crate::notices! {
    /// A notice about simultaneous exhibitions.
    #[allow(clippy::large_enum_variant, reason = "lives as long as one line")]
    pub enum SimulNotice {
        /// The player's own request.
        Sent { proposal: Proposal } = "Issuing simul offer: {proposal}.",
        /// A request of another player.
        Asked { from: Name, proposal: Proposal } = "Simul offer: {proposal}.\nType \"simmatch {from}\" to accept, or \"decline\".",
        /// The same request is pending.
        Already { to: Name } = "You are already offering a simul game to {to}.",
        /// Neither of the two gives one.
        NotOpen { who: Name } = "{who} is not open to simuls.",
        /// Bughouse, which needs four players, is not possible.
        NoBughouse = "Bughouse can't be played in a simul.",
        /// One of the two players is in another game by now.
        TooLate { who: Name } = "{who} is not free to play in a simul.",
        /// One gives none.
        NotGiving = "You are not giving a simul.",
        /// Another player gives none.
        HeIsNotGiving { who: Name } = "{who} is not giving a simul.",
        /// One plays in none.
        NotIn = "You are not playing in a simul.",
        /// The giver's current board.
        AtBoard { game: u32, who: Name } = "You are at board {game}, against {who}.",
        /// There is no such board.
        NoBoard { board: String } = "There is no board {board} in your simul.",
        /// There is just one.
        OnlyBoard = "There is no other board in your simul.",
        /// An opponent at another board has moved.
        Moved { game: u32, who: Name } = "Game {game}: {who} has moved.",
        /// The giver comes to the board.
        Comes { who: Name } = "{who} is at your board.",
        /// The giver has to be at the board.
        Elsewhere { who: Name } = "You can pass when {who} is at your board.",
        /// One may not pass any more.
        NoPasses { who: Name } = "You have no passes left; {who} is waiting for your move.",
        /// The player's own pass.
        YouPass { left: Passes } = "You pass, and have {left} left.",
        /// An opponent passed.
        Passes { game: u32, who: Name, left: Passes } = "Game {game}: {who} passes, and has {left} left.",
    }
}
