//! Wordings of classic servers (lasker's and its forks), for which this server has others.

use super::{
    Notice, game::GameNotice, games::GamesTable, offer::OfferNotice, record::RecordNotice,
};
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

impl From<ClassicNotice> for Notice {
    fn from(notice: ClassicNotice) -> Notice {
        let kind = OfferKind::Match;
        match notice {
            ClassicNotice::Challenge { proposal } => OfferNotice::Challenge { proposal }.into(),
            ClassicNotice::AcceptsChallenge { who } => {
                OfferNotice::Accepts { who, what: kind }.into()
            }
            ClassicNotice::YouAcceptChallenge { from } => {
                OfferNotice::YouAccept { what: kind, from }.into()
            }
            ClassicNotice::DeclinesRequest { who, what } => {
                OfferNotice::Declines { who, what }.into()
            }
            ClassicNotice::WithdrawsRequest { who, what } => {
                OfferNotice::Withdraws { who, what }.into()
            }
            ClassicNotice::Counteroffer { who } => OfferNotice::Countered { who }.into(),
            ClassicNotice::YouCounter { from } => OfferNotice::Counteroffer { from }.into(),
            ClassicNotice::IllegalMove => GameNotice::IllegalMove { text: String::new() }.into(),
            ClassicNotice::NoGames => GamesTable { rows: Vec::new(), of: None }.into(),
            ClassicNotice::NoStored { who } => RecordNotice::NoStored { who }.into(),
        }
    }
}
