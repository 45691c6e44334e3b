//! Proposals: kinds of offers, and the terms of a match.

use std::fmt;

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::style12::Rating;
use partie_core::Color;

use crate::{
    fields::{Name, by_display},
    template::Field,
};

/// A kind of offer, as `<pt>` names it and `accept t KIND` takes it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum OfferKind {
    /// A game.
    Match,
    /// A draw.
    Draw,
    /// A game without a result.
    Abort,
    /// Adjourning the game.
    Adjourn,
    /// Taking back half-moves.
    Takeback,
    /// Clocks that stand.
    Pause,
    /// Clocks that run again.
    Unpause,
    /// The other side of the board.
    Switch,
    /// Partnership in bughouse.
    Partner,
    /// A place in a simul.
    Simul,
}

impl OfferKind {
    /// All of them.
    pub const ALL: &[OfferKind] = Self::VARIANTS;

    /// The name: `takeback`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// As it is called when it is answered: `draw request`.
    const fn words(self) -> &'static str {
        match self {
            OfferKind::Match => "match offer",
            OfferKind::Draw => "draw request",
            OfferKind::Abort => "abort request",
            OfferKind::Adjourn => "adjourn request",
            OfferKind::Takeback => "takeback request",
            OfferKind::Pause => "pause request",
            OfferKind::Unpause => "unpause request",
            OfferKind::Switch => "switch sides request",
            OfferKind::Partner => "partnership request",
            OfferKind::Simul => "simul offer",
        }
    }
}

impl Field for OfferKind {
    fn put(&self, out: &mut String) {
        out.push_str(self.words());
    }

    fn take(text: &str) -> Option<OfferKind> {
        OfferKind::ALL.iter().copied().find(|k| k.words() == text)
    }

    #[inline]
    fn samples() -> Vec<OfferKind> {
        vec![OfferKind::Draw, OfferKind::Match, OfferKind::Switch]
    }
}

/// The terms of a match as they are proposed:
/// `Alpha (++++) [white] Bravo (1670) unrated blitz 3 2`.
///
/// Ratings stand without the letters of their certainty.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Proposal {
    /// The proposer.
    pub from: Name,
    /// The proposer's rating.
    pub from_rating: Rating,
    /// The side that the proposer asks for, if any.
    #[serde(with = "partie_core::serialize::optional_text")]
    pub color: Option<Color>,
    /// The opponent.
    pub to: Name,
    /// The opponent's rating.
    pub to_rating: Rating,
    /// Set if ratings are to change.
    pub rated: bool,
    /// The category: `blitz`, `wild`, `crazyhouse`, `untimed`.
    pub category: String,
    /// Minutes and seconds a move (White's, where they differ); none if there is no clock.
    pub time: Option<(u32, u32)>,
    /// Black's minutes and seconds a move, where they differ.
    pub odds: Option<(u32, u32)>,
    /// The board from which a wild game begins: `wild/fr`.
    pub board: Option<String>,
    /// Set if an adjourned game is to go on.
    pub adjourned: bool,
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) ", self.from, Bare(self.from_rating))?;
        if let Some(color) = self.color {
            write!(f, "[{color}] ")?;
        }
        let rated = if self.rated { "rated" } else { "unrated" };
        write!(f, "{} ({}) {rated} {}", self.to, Bare(self.to_rating), self.category)?;
        for (minutes, increment) in self.time.into_iter().chain(self.odds) {
            write!(f, " {minutes} {increment}")?;
        }
        if let Some(board) = &self.board {
            write!(f, " Loaded from {board}")?;
        }
        if self.adjourned {
            f.write_str(" (adjourned)")?;
        }
        Ok(())
    }
}

impl Proposal {
    /// Reads what a [`Proposal`] writes, and what FICS and `FatICS` write.
    pub(crate) fn parse(text: &str) -> Option<Proposal> {
        let (text, adjourned) = match text.strip_suffix(" (adjourned)") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (text, board) = match text.split_once(" Loaded from ") {
            Some((text, board)) => (text, Some(board.to_owned())),
            None => (text, None),
        };
        let (from, from_rating, rest) = player(text)?;
        let (color, rest) = match rest.strip_prefix('[') {
            Some(rest) => {
                let (word, rest) = rest.split_once("] ")?;
                (Some(word.parse().ok()?), rest)
            }
            None => (None, rest),
        };
        let (to, to_rating, rest) = player(rest)?;
        let mut words = rest.split_ascii_whitespace().peekable();
        let rated = rated(words.next()?)?;
        // `FatICS` says `blitz crazyhouse`.
        let mut category = words.next()?.to_owned();
        while let Some(word) = words.next_if(|w| !w.starts_with(|c: char| c.is_ascii_digit())) {
            category.push(' ');
            category.push_str(word);
        }
        let numbers: Vec<u32> =
            words.map(|w| <u32 as Field>::take(w).ok_or(())).collect::<Result<_, _>>().ok()?;
        let (time, odds) = match numbers[..] {
            [] => (None, None),
            [minutes, increment] => (Some((minutes, increment)), None),
            [a, b, c, d] => (Some((a, b)), Some((c, d))),
            _ => return None,
        };
        Some(Proposal {
            from,
            from_rating,
            color,
            to,
            to_rating,
            rated,
            category,
            time,
            odds,
            board,
            adjourned,
        })
    }
}

/// A rating without the letter of its certainty.
struct Bare(Rating);

impl fmt::Display for Bare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.number() {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{}", self.0),
        }
    }
}

/// Reads `Alpha (1670) ` and returns the rest.
fn player(text: &str) -> Option<(Name, Rating, &str)> {
    let (name, rest) = text.split_once(" (")?;
    let (rating, rest) = rest.split_once(") ")?;
    // FICS writes `( 987)`.
    Some((Name::take(name)?, <Rating as Field>::take(rating.trim())?, rest))
}

/// Reads `rated` or `unrated`.
pub(crate) fn rated(word: &str) -> Option<bool> {
    match word {
        "rated" => Some(true),
        "unrated" => Some(false),
        _ => None,
    }
}

by_display! {
    Proposal: Proposal::parse, {
        let texts = [
            "Alpha (++++) [white] Bravo (1670) unrated blitz 3 2",
            "Alpha (----) Bravo (++++) unrated untimed",
            "Alpha (1586) [black] Bravo (1670) rated wild 3 0 Loaded from wild/fr",
        ];
        texts.into_iter().filter_map(Proposal::parse).collect()
    };
}

/// An offer, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offered {
    /// A game.
    Match(Box<Proposal>),
    /// Number of plies to take back.
    Takeback(u32),
    /// An offer without parameters.
    Plain(OfferKind),
}

impl Offered {
    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> OfferKind {
        match self {
            Offered::Match(_) => OfferKind::Match,
            Offered::Takeback(_) => OfferKind::Takeback,
            Offered::Plain(kind) => *kind,
        }
    }

    /// The parameters as `<pt>` shows them.
    pub(crate) fn parameters(&self) -> String {
        match self {
            Offered::Match(proposal) => proposal.to_string(),
            Offered::Takeback(plies) => plies.to_string(),
            Offered::Plain(_) => "#".to_owned(),
        }
    }

    /// The offer of a kind with its parameters.
    pub(crate) fn from_parameters(kind: OfferKind, text: &str) -> Option<Offered> {
        Some(match kind {
            OfferKind::Match => Offered::Match(Box::new(<Proposal as Field>::take(text)?)),
            OfferKind::Takeback => Offered::Takeback(<u32 as Field>::take(text)?),
            plain if text == "#" => Offered::Plain(plain),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of FICS and its relatives.
    #[test]
    fn proposals_are_read_as_they_are_written() {
        for text in [
            "Adam (++++) (++++) unrated blitz 3 0",
            "Adam (++++) Boris (++++) friendly blitz 3 0",
            "Adam (++++) Boris (++++) rated blitz 3",
        ] {
            assert_eq!(Proposal::parse(text), None, "{text}");
        }
        for text in [
            "Boris (++++) [black] Adam (++++) unrated blitz 3 1",
            "Adam (++++) [white] Boris (++++) unrated blitz crazyhouse 3 0",
            "Alpha (1586) Bravo (----) rated lightning 1 0",
            "Alpha (++++) Bravo (++++) unrated untimed",
            "Alpha (++++) Bravo (++++) unrated nonstandard 3 2 5 2",
            "Alpha (1600) Bravo (1700) rated wild 3 0 Loaded from wild/5",
            "Alpha (1600) Bravo (1700) rated standard 15 0 (adjourned)",
        ] {
            let proposal = Proposal::parse(text).expect(text);
            assert_eq!(proposal.to_string(), text);
        }
    }

    #[test]
    fn ratings_stand_without_letters() {
        let mut proposal =
            Proposal::parse("Alpha (1586) Bravo (1670) rated blitz 3 0").expect("a proposal");
        proposal.from_rating = Rating::Estimated(1586);
        assert_eq!(proposal.to_string(), "Alpha (1586) Bravo (1670) rated blitz 3 0");
    }
}
