//! Challenges: proposed games (kind, times, colour), and how they become games.

use partie_core::{ByColor, Color};
use partie_wire::style12::Rating;
use partie_wire::{
    command::matching::Wanted, notice::offer::OfferNotice, proposal::Proposal, variables::Variable,
};

use crate::{
    Ics,
    category::{Category, Control, Kind},
    game::{AdjournedId, GameNumber, Terms},
    partner::by_color,
    players::PlayerId,
    start_positions,
};

/// The most minutes, and the most seconds a move.
const LONGEST: u32 = 999;

/// A game as a player wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The kind of game.
    pub kind: Kind,
    /// The times of the sides.
    pub controls: ByColor<Control>,
    /// Set if ratings change.
    pub rated: bool,
    /// The side that the proposer asks for, if any.
    pub color: Option<Color>,
    /// The adjourned game that is to go on.
    pub adjourned: Option<AdjournedId>,
}

impl Challenge {
    /// The category in which it would be rated.
    #[must_use]
    pub fn category(&self) -> Category {
        self.kind.category(self.controls)
    }

    /// Returns true if another player's proposal means the same game.
    #[must_use]
    pub fn meets(&self, other: &Challenge) -> bool {
        let same = self.kind == other.kind
            && self.controls == other.controls
            && self.rated == other.rated
            && self.adjourned == other.adjourned;
        let colors = match (self.color, other.color) {
            (Some(mine), Some(theirs)) => mine != theirs,
            _ => true,
        };
        same && colors
    }

    /// The same as the other player would propose it.
    #[must_use]
    pub fn from_the_other_side(&self) -> Challenge {
        Challenge { color: self.color.map(|c| !c), ..self.clone() }
    }

    pub(crate) fn terms(&self, private: bool) -> Terms {
        Terms { kind: self.kind, controls: self.controls, rated: self.rated, private }
    }
}

/// Balance of the sides that a player has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// Games with White less games with Black.
    pub balance: i32,
    /// The side of the last game.
    pub last: Option<Color>,
}

impl Colors {
    /// One more game.
    fn count(&mut self, color: Color) {
        self.balance += match color {
            Color::White => 1,
            Color::Black => -1,
        };
        self.last = Some(color);
    }
}

impl Ics {
    /// The proposed game, completed by the player's variables. If there is no such game, reports it
    /// and returns `None`.
    pub(crate) fn challenge_of(&mut self, who: PlayerId, wanted: &Wanted) -> Option<Challenge> {
        let kind = wanted.kind.as_deref().map_or(Some(Kind::Chess), Kind::from_name);
        let Some(kind) = kind else {
            let board = wanted.kind.clone().unwrap_or_default();
            self.out.send(who, OfferNotice::NoSuchBoard { board });
            return None;
        };
        let number = |variable| self.variables(who).map_or(0, |v| v.number(variable));
        let white = (
            wanted.minutes.unwrap_or_else(|| number(Variable::Time)),
            wanted.increment.unwrap_or_else(|| number(Variable::Inc)),
        );
        let black = wanted.odds.unwrap_or(white);
        if [white.0, white.1, black.0, black.1].iter().any(|n| *n > LONGEST) {
            self.out.send(who, OfferNotice::TooLong);
            return None;
        }
        let control =
            |(minutes, increment): (u32, u32)| Control::fics(minutes as u16, increment as u16);
        let controls = ByColor { white: control(white), black: control(black) };
        let mut rated = wanted.rated.unwrap_or_else(|| self.wants(who, Variable::Rated));
        if rated && !kind.can_be_rated(controls) {
            rated = false;
            if wanted.rated.is_some() {
                self.out.send(
                    who,
                    match kind {
                        Kind::Board(_) => OfferNotice::BoardNeverRated,
                        _ => OfferNotice::NeverRated,
                    },
                );
            }
        }
        if rated && !self.is_registered(who) {
            rated = false;
            self.out.send(who, OfferNotice::YouAreUnregistered);
        }
        let color = wanted.color.or_else(|| kind.proposers_side());
        Some(Challenge { kind, controls, rated, color, adjourned: None })
    }

    /// Returns true if a player has an account.
    pub(crate) fn is_registered(&self, who: PlayerId) -> bool {
        self.player(who).is_some_and(|p| p.registered)
    }

    /// A challenge in the words in which both players see it.
    pub(crate) fn proposal(&self, from: PlayerId, to: PlayerId, what: &Challenge) -> Proposal {
        let category = what.category();
        let clock = |control: Control| {
            (control.whole_minutes() as u32, control.increment.whole_seconds() as u32)
        };
        let ByColor { white, black } = what.controls;
        let board = matches!(what.kind, Kind::Wild(_) | Kind::FischerRandom | Kind::Board(_))
            .then(|| what.kind.type_name(what.controls).to_owned());
        Proposal {
            from: self.name(from).into(),
            from_rating: self.shown_rating(from, category),
            color: what.color,
            to: self.name(to).into(),
            to_rating: self.shown_rating(to, category),
            rated: what.rated,
            category: category.name().to_owned(),
            time: (category != Category::Untimed).then(|| clock(white)),
            odds: (white != black).then(|| clock(black)),
            board,
            adjourned: what.adjourned.is_some(),
        }
    }

    /// A player's rating as a number; 0 without one.
    pub(crate) fn rating_number(&self, who: PlayerId, category: Category) -> u32 {
        match self.shown_rating(who, category) {
            Rating::Settled(n) | Rating::Estimated(n) | Rating::Provisional(n) => u32::from(n),
            Rating::None | Rating::Unrated | Rating::Guest | Rating::Unregistered => 0,
        }
    }

    /// A challenge has become a game.
    pub(crate) fn begin_match(
        &mut self,
        from: PlayerId,
        to: PlayerId,
        what: &Challenge,
    ) -> Option<GameNumber> {
        if let Some(adjourned) = what.adjourned {
            self.before_game(from, to);
            return self.resume(adjourned);
        }
        let color = match what.color {
            Some(color) => color,
            None => self.fair_color(from, to),
        };
        let players = by_color(from, color, to);
        let ByColor { white, black } = players;
        for (id, opponent, color) in [(white, black, Color::White), (black, white, Color::Black)] {
            let name = self.name(opponent);
            if let Some(player) = self.players.get_mut(id) {
                player.account.colors.count(color);
                if let Some(online) = &mut player.online {
                    // The player who gave odds gives them again.
                    let side = what.kind.proposers_side().map(|_| color);
                    let again = Challenge { color: side, ..what.clone() };
                    online.last_match = Some((name, again));
                }
            }
            self.store_account(id);
        }
        let private = [white, black].iter().any(|id| self.wants(*id, Variable::Private));
        if what.kind == Kind::Bughouse {
            return self.begin_match_of_four(players, &what.terms(private));
        }
        let boards = start_positions::start(what.kind, &mut self.rng);
        self.before_game(white, black);
        Some(self.begin(white, black, what.terms(private), boards.first().clone()))
    }

    /// The proposer's side where neither asked for one: White for the player who had it less, else
    /// for the one who had Black last, else random.
    fn fair_color(&mut self, one: PlayerId, other: PlayerId) -> Color {
        let colors = |id| self.player(id).map(|p| p.account.colors).unwrap_or_default();
        let (mine, theirs) = (colors(one), colors(other));
        if mine.balance != theirs.balance {
            return if mine.balance < theirs.balance { Color::White } else { Color::Black };
        }
        if mine.last != theirs.last {
            return match (mine.last, theirs.last) {
                (Some(color), _) => !color,
                (None, Some(color)) => color,
                (None, None) => Color::White,
            };
        }
        if self.rng.coin() { Color::White } else { Color::Black }
    }
}
