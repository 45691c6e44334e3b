//! Proposals of games, and answers to them.

use partie_core::Color;

use super::{Args, args::Argument};
use crate::proposal::OfferKind;

commands! {
    /// A command about proposals.
    pub enum MatchingCommand {
        /// Proposes the last game again.
        Rematch = "rematch" 102,
        /// Accepts an offer.
        Accept(OfferChoice) = "accept" 11 "[number|player|t kind|all]",
        /// Declines an offer.
        Decline(OfferChoice) = "decline" 33 "[number|player|t kind|all]",
        /// Takes an offer of the player's own back.
        Withdraw(OfferChoice) = "withdraw" 147 "[number|player|t kind|all]",
        /// Lists the offers to and from the player.
        Pending = "pending" 87,
        /// Lists the games, partnerships and players of bughouse.
        Bugwho(BugParts) = "bugwho" 22 "[g][p][u]",
        /// Asks for, or agrees to, a partnership in bughouse; without a player: ends the player's own.
        Partner(Option<String>) = "partner" 84 "[player]",
        /// Proposes a game.
        Match {
            /// The opponent.
            player: String,
            /// The terms; open ones follow from the player's variables.
            wanted: Wanted = Wanted::of_match,
        } = "match" 73 "player [rated|unrated] [time] [inc] [black's time] [black's inc] [white|black] [kind of game]",
    }
}

/// The parts that `bugwho` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BugParts {
    /// Games that are played.
    pub games: bool,
    /// Partners who do not play.
    pub partners: bool,
    /// Players without a partner.
    pub unpartnered: bool,
}

/// Reads `g`, `p`, `u`, together or apart; an empty text means all.
impl Argument for BugParts {
    fn read(args: &mut Args<'_>) -> Option<BugParts> {
        let letters = args.rest().to_ascii_lowercase();
        let has = |letter| letters.is_empty() || letters.contains(letter);
        letters.chars().all(|c| " gpu".contains(c)).then(|| BugParts {
            games: has('g'),
            partners: has('p'),
            unpartnered: has('u'),
        })
    }
}

/// A choice among the pending offers.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferChoice {
    /// The only one.
    Only,
    /// All offers.
    All,
    /// The one with this number.
    Index(u32),
    /// The one of this kind.
    Kind(OfferKind),
    /// The one from, or to, this player.
    Player(String),
}

/// Reads `N`, `all`, `t KIND`, `KIND`, a name, or an empty text.
impl Argument for OfferChoice {
    fn read(args: &mut Args<'_>) -> Option<OfferChoice> {
        if let Some(index) = args.value() {
            return Some(OfferChoice::Index(index));
        }
        let Some(word) = args.word() else { return Some(OfferChoice::Only) };
        if word.eq_ignore_ascii_case("all") {
            return Some(OfferChoice::All);
        }
        if word.eq_ignore_ascii_case("t") {
            return args.word()?.parse().ok().map(OfferChoice::Kind);
        }
        Some(match word.parse().ok() {
            Some(kind) => OfferChoice::Kind(kind),
            None => OfferChoice::Player(word.to_owned()),
        })
    }
}

/// The terms of a game as a player types them; terms left out are open.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Wanted {
    /// Minutes at the start.
    pub minutes: Option<u32>,
    /// Seconds a move.
    pub increment: Option<u32>,
    /// Black's minutes and seconds a move, where they are to differ from White's.
    pub odds: Option<(u32, u32)>,
    /// Set if ratings change.
    pub rated: Option<bool>,
    /// The own side.
    #[serde(with = "partie_core::serialize::optional_text")]
    pub color: Option<Color>,
    /// The kind of game as it was typed: `wild 5`, `zh`.
    pub kind: Option<String>,
    /// True to confirm each answer to a seek.
    pub manual: Option<bool>,
    /// True if the formula applies to answers to a seek.
    pub formula: bool,
    /// The ratings that may answer a seek.
    pub range: Option<(u32, u32)>,
}

impl Wanted {
    /// Reads the terms in any order; any other word, or two (`odds knight`), names a kind of game.
    /// `None` if a term is repeated or unknown.
    ///
    /// ```
    /// use partie_wire::command::{Args, matching::Wanted};
    /// let wanted = Wanted::read(&mut Args::new("3 2 u white wild 5")).unwrap();
    /// assert_eq!((wanted.minutes, wanted.increment), (Some(3), Some(2)));
    /// assert_eq!(wanted.rated, Some(false));
    /// assert_eq!(wanted.kind.as_deref(), Some("wild 5"));
    /// ```
    #[must_use]
    pub fn read(args: &mut Args<'_>) -> Option<Wanted> {
        let mut wanted = Wanted::default();
        let mut numbers: Vec<u32> = Vec::new();
        while let Some(word) = args.word() {
            let low = word.to_ascii_lowercase();
            if low.bytes().all(|b| b.is_ascii_digit()) {
                numbers.push(low.parse().ok()?);
            } else if let Some(range) = range(&low) {
                once(&mut wanted.range, range)?;
            } else if is_short_for(&low, "rated") || is_short_for(&low, "unrated") {
                once(&mut wanted.rated, low.starts_with('r'))?;
            } else if is_short_for(&low, "white") || is_short_for(&low, "black") {
                let color = if low.starts_with('w') { Color::White } else { Color::Black };
                once(&mut wanted.color, color)?;
            } else if is_short_for(&low, "auto") || is_short_for(&low, "manual") {
                once(&mut wanted.manual, low.starts_with('m'))?;
            } else if is_short_for(&low, "formula") {
                wanted.formula = true;
            } else if is_short_for(&low, "untimed") {
                numbers.extend([0, 0]);
            } else if low == "wild" {
                let which = args.word()?.to_ascii_lowercase();
                once(&mut wanted.kind, format!("wild {which}"))?;
            } else if low.starts_with(|c: char| c.is_ascii_alphabetic()) {
                let kind = match args.peek() {
                    Some(board) if is_board(&low, board) => {
                        let board = args.word()?.to_ascii_lowercase();
                        format!("{low} {board}")
                    }
                    _ => low,
                };
                once(&mut wanted.kind, kind)?;
            } else {
                return None;
            }
        }
        match numbers[..] {
            [] => {}
            [minutes] => (wanted.minutes, wanted.increment) = (Some(minutes), Some(0)),
            [minutes, increment] => {
                (wanted.minutes, wanted.increment) = (Some(minutes), Some(increment));
            }
            [minutes, increment, black, blacks] => {
                (wanted.minutes, wanted.increment) = (Some(minutes), Some(increment));
                if (minutes, increment) != (black, blacks) {
                    wanted.odds = Some((black, blacks));
                }
            }
            _ => return None,
        }
        Some(wanted)
    }

    /// The terms of a game against a chosen player, without a seek's terms.
    pub(super) fn of_match(args: &mut Args<'_>) -> Option<Wanted> {
        let has_seek_terms = |w: &Wanted| w.manual.is_some() || w.formula || w.range.is_some();
        Wanted::read(args).filter(|wanted| !has_seek_terms(wanted))
    }

    /// The terms of a seek: without odds.
    pub(super) fn of_seek(args: &mut Args<'_>) -> Option<Wanted> {
        Wanted::read(args).filter(|wanted| wanted.odds.is_none())
    }
}

/// Sets a value that may only be set once.
fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// Returns true if a word after a kind of game can only be the name of a position, as `knight`
/// after `odds`.
fn is_board(category: &str, word: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["rated", "unrated", "white", "black", "auto", "manual", "formula", "untimed"];
    let low = word.to_ascii_lowercase();
    !category.contains('/')
        && low.starts_with(|c: char| c.is_ascii_alphabetic())
        && !OTHERS.into_iter().any(|other| is_short_for(&low, other))
}

/// Returns true if a word is the beginning of another.
fn is_short_for(word: &str, long: &str) -> bool {
    !word.is_empty() && long.starts_with(word)
}

/// `1200-1600`, `1200-`, `-1600`.
fn range(word: &str) -> Option<(u32, u32)> {
    let (low, high) = word.split_once('-')?;
    let end = |text: &str, open: u32| match text {
        "" => Some(open),
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
            digits.parse().ok().filter(|n| *n <= 9999)
        }
        _ => None,
    };
    (word.len() > 1).then_some(())?;
    let (low, high) = (end(low, 0)?, end(high, 9999)?);
    (low <= high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Option<Wanted> {
        Wanted::read(&mut Args::new(text))
    }

    #[test]
    fn terms() {
        let time = |minutes, increment| Wanted {
            minutes: Some(minutes),
            increment: Some(increment),
            ..Wanted::default()
        };
        let fischer = Some("fr".to_owned());
        for (text, meant) in [
            ("", Wanted::default()),
            ("5", time(5, 0)),
            ("3 2", time(3, 2)),
            ("untimed", time(0, 0)),
            ("3 2 3 2", time(3, 2)),
            ("3 2 5 2", Wanted { odds: Some((5, 2)), ..time(3, 2) }),
            ("r 3 2", Wanted { rated: Some(true), ..time(3, 2) }),
            (
                "3 2 unrated b",
                Wanted { rated: Some(false), color: Some(Color::Black), ..time(3, 2) },
            ),
            ("3 2 W FR", Wanted { color: Some(Color::White), kind: fischer, ..time(3, 2) }),
            ("wild 5", Wanted { kind: Some("wild 5".to_owned()), ..Wanted::default() }),
            (
                "5 0 odds knight b",
                Wanted {
                    kind: Some("odds knight".to_owned()),
                    color: Some(Color::Black),
                    ..time(5, 0)
                },
            ),
            (
                "zh w",
                Wanted {
                    color: Some(Color::White),
                    kind: Some("zh".to_owned()),
                    ..Wanted::default()
                },
            ),
            ("wild/fr", Wanted { kind: Some("wild/fr".to_owned()), ..Wanted::default() }),
            ("5 0 u   0-9999", Wanted { rated: Some(false), range: Some((0, 9999)), ..time(5, 0) }),
            (
                "m f 1200-",
                Wanted {
                    manual: Some(true),
                    formula: true,
                    range: Some((1200, 9999)),
                    ..Wanted::default()
                },
            ),
        ] {
            assert_eq!(wanted(text), Some(meant), "{text}");
        }
        for text in [
            "3 2 1",
            "r u",
            "w b",
            "zh 5 atomic",
            "odds/rook queen",
            "1500-1200",
            "wild",
            "1 2 3 4 5",
        ] {
            assert_eq!(wanted(text), None, "{text}");
        }
    }

    #[test]
    fn picks() {
        for (text, meant) in [
            ("", OfferChoice::Only),
            ("all", OfferChoice::All),
            ("4", OfferChoice::Index(4)),
            ("t draw", OfferChoice::Kind(OfferKind::Draw)),
            ("draw", OfferChoice::Kind(OfferKind::Draw)),
            ("boris", OfferChoice::Player("boris".to_owned())),
        ] {
            assert_eq!(OfferChoice::read(&mut Args::new(text)), Some(meant), "{text}");
        }
        assert_eq!(OfferChoice::read(&mut Args::new("t what")), None);
    }
}
