//! Interrupted games: how they go on, and how they end without going on.

use crate::fields::Name;

crate::counted! {
    /// Players who are on and have an adjourned game with one.
    Waiting =
        "player, who has an adjourned game with you, is",
        "players, who have an adjourned game with you, are";
}

crate::notices! {
    /// A notice about adjourned games, and about ends by courtesy.
    pub enum InterruptedNotice {
        /// There is none with this player.
        NoneWith { who: Name } = "You have no adjourned game with {who}.",
        /// There is none.
        None = "You have no adjourned games.",
        /// None of the opponents is on.
        NobodyOn = "None of the opponents of your adjourned games is logged in.",
        /// Several opponents are on.
        Which { names: String } = "You have adjourned games with: {names}.  Type \"resume\" and a name.",
        /// Said to a player who comes, and whose opponents are on.
        Waiting { who: Waiting, names: String } = "{who} online:\n{names}",
        /// The opponent has given no cause for a courtesy.
        NoCourtesy { who: Name } = "{who} is here and has time left: there is no courtesy to be done.  Use \"abort\" or \"adjourn\".",
        /// An adjourned game that the opponent did not leave.
        NotLeft { who: Name } = "Your game with {who} was not adjourned because {who} lost the connection.",
    }
}
