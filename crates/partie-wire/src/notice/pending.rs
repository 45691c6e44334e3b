//! Pending offers, as a list for players and as lines for programs (`<pt>`, `<pf>`,
//! `<pr>` of `iset pendinfo 1`).

use std::fmt::Write as _;

use super::lines::{Block, Lines};
use crate::{
    display::DisplayOptions,
    fields::Name,
    ivars::Ivar,
    proposal::{OfferKind, Offered, Proposal},
    template::Field,
};

/// An offer as one of its two players sees it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PendingOffer {
    /// The number by which it is accepted, declined or withdrawn.
    pub index: u32,
    /// The other: to whom, or from whom, it is.
    pub with: Name,
    /// The offer.
    pub what: Offered,
}

/// News about offers, for programs only.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PendInfo {
    /// `<pt> 2 w=Bravo t=draw p=#`: an offer to a player.
    To(PendingOffer),
    /// `<pf> 2 w=Bravo t=draw p=#`: an offer from a player.
    From(PendingOffer),
    /// `<pr> 2`: it is over, for any reason.
    Removed(u32),
}

impl PendInfo {
    /// Appends the line with an empty line before it, if the viewer wants such lines.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        if !display.ivars.has(Ivar::Pendinfo) {
            return;
        }
        let (tag, offer) = match self {
            PendInfo::To(offer) => ("pt", offer),
            PendInfo::From(offer) => ("pf", offer),
            PendInfo::Removed(index) => {
                let _ = write!(out, "\n<pr> {index}");
                return;
            }
        };
        let PendingOffer { index, with, what } = offer;
        let (kind, parameters) = (what.kind().name(), what.parameters());
        let _ = write!(out, "\n<{tag}> {index} w={with} t={kind} p={parameters}");
    }

    /// Reads a line.
    pub(crate) fn read(text: &str) -> Option<PendInfo> {
        let text = text.trim_start_matches('\n');
        if let Some(index) = text.strip_prefix("<pr> ") {
            return <u32 as Field>::take(index).map(PendInfo::Removed);
        }
        let (tag, rest) = text.split_at_checked(5)?;
        let (index, rest) = rest.split_once(" w=")?;
        let (with, rest) = rest.split_once(" t=")?;
        let (kind, parameters) = rest.split_once(" p=")?;
        let offer = PendingOffer {
            index: <u32 as Field>::take(index)?,
            with: Name::take(with)?,
            what: Offered::from_parameters(kind.parse().ok()?, parameters)?,
        };
        match tag {
            "<pt> " => Some(PendInfo::To(offer)),
            "<pf> " => Some(PendInfo::From(offer)),
            _ => None,
        }
    }
}

/// The answer to `pending`.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PendingList {
    /// The player's own offers to others.
    pub to: Vec<PendingOffer>,
    /// Offers from others.
    pub from: Vec<PendingOffer>,
}

const NONE_TO: &str = "There are no offers pending TO other players.\n";
const TO: &str = "Offers TO other players:\n";
const TO_END: &str = "Type \"withdraw\" and a number to take one of them back.\n";
const NONE_FROM: &str = "There are no offers pending FROM other players.";
const FROM: &str = "Offers FROM other players:\n";
const FROM_END: &str = "Type \"accept\" or \"decline\" and a number to answer one of them.";

impl PendingList {
    /// Appends the list, without a line end after it.
    pub fn write(&self, out: &mut String) {
        if self.to.is_empty() {
            out.push_str(NONE_TO);
        } else {
            out.push_str(TO);
            for PendingOffer { index, with, what } in &self.to {
                let _ = writeln!(out, "{index:>3}: You are offering {with} {}.", Thing(what));
            }
            out.push_str(TO_END);
        }
        out.push('\n');
        if self.from.is_empty() {
            out.push_str(NONE_FROM);
        } else {
            out.push_str(FROM);
            for PendingOffer { index, with, what } in &self.from {
                let _ = writeln!(out, "{index:>3}: {with} is offering {}.", Thing(what));
            }
            out.push_str(FROM_END);
        }
    }
}

impl Block for PendingList {
    fn take(lines: &mut Lines<'_>) -> Option<PendingList> {
        let is = |words: &'static str| {
            move |line: &str| (line.trim_end() == words.trim_end()).then_some(())
        };
        let mut list = PendingList::default();
        if lines.next_if(is(NONE_TO)).is_none() {
            lines.next_if(is(TO))?;
            list.to = lines.while_some(|line| {
                let (index, rest) = line.split_once(": You are offering ")?;
                let (with, thing) = rest.split_once(' ')?;
                pending(index, with, thing)
            });
            how_to(lines);
        }
        lines.skip_empty();
        if lines.next_if(is(NONE_FROM)).is_none() {
            lines.next_if(is(FROM))?;
            list.from = lines.while_some(|line| {
                let (index, rest) = line.split_once(": ")?;
                let (with, thing) = rest.split_once(" is offering ")?;
                pending(index, with, thing)
            });
            how_to(lines);
        }
        Some(list)
    }
}

/// Skips the lines on how to answer offers; servers have their own words.
fn how_to(lines: &mut Lines<'_>) {
    let about = |line: &str| {
        let verbs = ["withdraw", "accept", "decline"];
        let starts = ["Type ", "If you wish ", "or just "].iter().any(|w| line.starts_with(w));
        (starts && verbs.iter().any(|verb| line.contains(verb))).then_some(())
    };
    lines.after_empty(|lines| (!lines.while_some(about).is_empty()).then_some(()));
}

fn pending(index: &str, with: &str, thing: &str) -> Option<PendingOffer> {
    Some(PendingOffer {
        index: <u32 as Field>::take(index.trim_start())?,
        with: Name::take(with)?,
        what: Thing::read(thing.strip_suffix('.')?)?,
    })
}

/// An offer in words: `a draw`.
struct Thing<'a>(&'a Offered);

const PLAIN: [(OfferKind, &str); 8] = [
    (OfferKind::Draw, "a draw"),
    (OfferKind::Abort, "to abort the game"),
    (OfferKind::Adjourn, "to adjourn the game"),
    (OfferKind::Pause, "to pause the game"),
    (OfferKind::Unpause, "to unpause the game"),
    (OfferKind::Switch, "to switch sides"),
    (OfferKind::Partner, "a partnership"),
    (OfferKind::Simul, "a place in a simul"),
];

impl std::fmt::Display for Thing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Offered::Match(proposal) => write!(f, "a challenge: {proposal}"),
            Offered::Takeback(plies) => write!(f, "to take back {plies} half move(s)"),
            Offered::Plain(kind) => {
                f.write_str(PLAIN.iter().find(|(k, _)| k == kind).map_or("#", |(_, words)| words))
            }
        }
    }
}

impl Thing<'_> {
    fn read(text: &str) -> Option<Offered> {
        if let Some(proposal) = text.strip_prefix("a challenge: ") {
            return Some(Offered::Match(Box::new(<Proposal as Field>::take(proposal)?)));
        }
        if let Some(rest) = text.strip_prefix("to take back ") {
            let plies = rest.strip_suffix(" half move(s)")?;
            return <u32 as Field>::take(plies).map(Offered::Takeback);
        }
        PLAIN.iter().find(|(_, words)| *words == text).map(|(kind, _)| Offered::Plain(*kind))
    }
}
