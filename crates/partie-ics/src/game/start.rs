//! Starts of games.

use partie_core::{ByColor, Color, Position, Variant, rules::History};
use partie_wire::style12::{Created, Creating, Match, Rating};
use partie_wire::{notice::game::GameNotice, variables::Variable};

use super::{Game, GameNumber, Mode, Side, Terms, line::Point};
use crate::{
    Ics, Span,
    category::Category,
    clock::{Clock, LEAST_MOVE_TIME},
    players::{Activity, PlayerId},
    rating::{ShownRating, Standing},
};

impl Ics {
    /// Begins a game between two players who are free. Both are notified, and get the board.
    pub(crate) fn begin(
        &mut self,
        white: PlayerId,
        black: PlayerId,
        terms: Terms,
        start: Position,
    ) -> GameNumber {
        let number = self.games.free_number();
        let sides = ByColor { white, black }.map(|id| Side {
            player: Some(id),
            name: self.name(id),
            rating: self.shown_rating(id, terms.category()),
        });
        let least = self.least_move_time([white, black]);
        let clock = match terms.kind.variant() {
            Variant::Bughouse => Clock::bughouse(terms.controls, start.turn(), self.out.now),
            _ => Clock::new(terms.controls, start.turn(), self.out.now),
        }
        .with_least_move_time(least);
        let game = Game {
            number,
            history: History::new(&start),
            point: Point::start(&start),
            mode: Mode::Played,
            line: Vec::new(),
            at: 0,
            clock,
            since: self.out.now,
            observers: Vec::new(),
            partner: None,
            simul: None,
            noescape: self.want_both([white, black], Variable::Noescape),
            sides,
            terms,
            start,
        };
        let creating = GameNotice::Creating { game: Creating(game.as_match()) };
        let created = GameNotice::Created { game: game.created(false) };
        let bughouse = game.terms.variant() == Variant::Bughouse;
        let noescape = game.noescape;
        self.games.insert(game);
        for id in [white, black] {
            self.sit_down(id, number);
            self.out.send(id, creating.clone());
            self.out.send(id, created.clone());
        }
        for id in [white, black] {
            if self.activity(id) == Activity::Playing(number) {
                self.send_game_info(id, number);
                self.show_board(number, id, true);
                if noescape {
                    self.out.send(id, GameNotice::Noescape { game: number.0 });
                }
            }
        }
        // In bughouse the partners' game has to begin first.
        if !bughouse {
            self.game_began(number);
        }
        number
    }

    /// Returns true if both players have a variable on.
    pub(crate) fn want_both(&self, players: [PlayerId; 2], variable: Variable) -> bool {
        players.iter().all(|id| self.wants(*id, variable))
    }

    /// Least cost of a move of two players: nothing if neither minds.
    pub(crate) fn least_move_time(&self, players: [PlayerId; 2]) -> Span {
        let wanted = players.iter().any(|id| self.wants(*id, Variable::Minmovetime));
        if wanted { LEAST_MOVE_TIME } else { Span::ZERO }
    }

    /// Two players are about to play: what they and others wanted is off, and they leave
    /// the boards that they watch or examine.
    pub(crate) fn before_game(&mut self, one: PlayerId, other: PlayerId) {
        self.drop_challenges(one, other);
        self.remove_seeks_of(&[one, other]);
        for who in [one, other] {
            self.stop_observing_for(who, true);
            if let Activity::Examining(number) = self.activity(who) {
                self.unexamine(who, number);
            }
        }
    }

    /// The rating of a player in a kind of game, as shown after the name.
    pub(crate) fn shown_rating(&self, id: PlayerId, category: Category) -> Rating {
        let Some(player) = self.player(id).filter(|p| p.registered) else { return Rating::Guest };
        match player
            .account
            .records
            .of(category)
            .map(|record| ShownRating::of(record, self.out.now))
        {
            Some(ShownRating::Rated(rating, standing)) => {
                let rating = u16::try_from(rating).unwrap_or_default();
                match standing {
                    Standing::Active => Rating::Settled(rating),
                    Standing::Estimated => Rating::Estimated(rating),
                    Standing::Provisional => Rating::Provisional(rating),
                }
            }
            _ => Rating::Unrated,
        }
    }
}

impl Game {
    /// Players, ratings and terms, as in `Creating:` and `Game 1:`.
    #[must_use]
    pub fn as_match(&self) -> Match {
        let name = |color| self.sides.get(color).name.clone();
        Match {
            white: name(Color::White),
            black: name(Color::Black),
            ratings: ByColor { white: self.sides.white.rating, black: self.sides.black.rating },
            rated: self.terms.rated,
            kind: self.terms.name().to_owned(),
            minutes: self.terms.minutes(),
            increment: self.terms.increment(),
        }
    }

    /// The line that says that it begins, or goes on.
    #[must_use]
    pub fn created(&self, continuing: bool) -> Created {
        Created {
            game: self.number.0.into(),
            white: self.sides.white.name.clone(),
            black: self.sides.black.name.clone(),
            continuing,
            rated: self.terms.rated,
            kind: self.terms.name().to_owned(),
        }
    }
}
