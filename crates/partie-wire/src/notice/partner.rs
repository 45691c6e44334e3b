//! Partners in bughouse: finding each other, and notices between them.

use crate::{fields::Name, proposal::Proposal};

crate::notices! {
    /// A notice about and between partners.
    #[allow(clippy::large_enum_variant, reason = "lives as long as one line")]
    pub enum PartnerNotice {
        /// The player's own offer.
        Offering { to: Name } = "Making a partnership offer to {to}.",
        /// An offer of another player.
        Offered { from: Name } = "{from} offers to be your bughouse partner; type \"partner {from}\" to accept.",
        /// It was accepted.
        YouAgree { with: Name } = "You agree to be {with}'s partner.",
        /// The same, said to the other.
        Agrees { who: Name } = "{who} agrees to be your partner.",
        /// Not with oneself.
        Yourself = "You can't be your own bughouse partner.",
        /// One already has a partner.
        HaveOne { who: Name } = "You already have a bughouse partner: {who}.",
        /// The other player already has a partner.
        HasOne { who: Name } = "{who} already has a bughouse partner.",
        /// The other does not want one.
        NotOpen { who: Name } = "{who} is not open for bughouse.",
        /// The player who looks for a partner wants to play.
        OpensYou = "Setting you open for bughouse.",
        /// The same offer is pending.
        Already { who: Name } = "You are already offering to be {who}'s partner.",
        /// There is none.
        None = "You do not have a bughouse partner.",
        /// The player's own end of it.
        YouEnd { with: Name } = "You are no longer {with}'s bughouse partner.",
        /// The partner ended it.
        Ends { who: Name } = "{who} is no longer your bughouse partner.",
        /// The end of it, as other servers say it to both.
        NoLonger = "You no longer have a bughouse partner.",
        /// The partner left.
        Left { who: Name } = "Your bughouse partner, {who}, has departed.",
        /// Partners cannot be opponents.
        AgainstPartner = "You can't play bughouse against your partner.",
        /// The own partner plays or examines.
        PartnerBusy = "Your partner is not free to play.",
        /// The other's does.
        PartnerOfBusy { who: Name } = "{who}'s partner is not free to play.",
        /// The partner proposes a match.
        Issues { proposal: Proposal } = "Your bughouse partner issues: {proposal}.",
        /// The partner was asked for one.
        Challenged { proposal: Proposal } = "Your bughouse partner was challenged: {proposal}.",
        /// The partner agreed to one.
        Accepts { from: Name } = "Your partner accepts the challenge of {from}.",
        /// The partner's challenge was accepted.
        Accepted { by: Name } = "{by} accepts your partner's challenge.",
    }
}
