//! Wordings of classic servers (lasker's and its forks), for which this server has others.

use crate::{
    fields::Name,
    proposal::{OfferKind, Proposal},
};

crate::notices! {
    /// A notice in the words of a classic server. It is only read: as another [`Notice`].
    pub enum ClassicNotice {
        /// A challenge of another player.
        Challenge { proposal: Proposal } = "Challenge: {proposal}.\nYou can \"accept\" or \"decline\", or propose different parameters.",
        /// The other player's answer.
        AcceptsChallenge { who: Name } = "{who} accepts your challenge.",
        /// The player's own answer.
        YouAcceptChallenge { from: Name } = "You accept the challenge of {from}.",
        /// The other player's answer.
        DeclinesRequest { who: Name, what: OfferKind } = "{who} declines {what}.",
        /// Taken back by the other.
        WithdrawsRequest { who: Name, what: OfferKind } = "{who} withdraws {what}.",
        /// Before another player's challenge.
        Counteroffer { who: Name } = "{who} declines your match offer a match with these parameters:",
        /// Before the player's own.
        YouCounter { from: Name } = "Declining offer from {from} and offering new match parameters.",
        /// The pieces do not move so.
        IllegalMove = "Illegal move.",
        /// The table of games without a row.
        NoGames = "There are no games in progress.",
        /// The end of a list of adjourned games without a row.
        NoStored { who: Name } = "Stored games for {who}:\n0 stored games found.",
    }
}
