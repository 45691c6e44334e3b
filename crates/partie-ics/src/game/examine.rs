//! Examined games: a line that one or more walk along, with a way back to the main line.

use partie_core::{ByColor, Color, Outcome, Ply, Position, Variant, rules::History};
use partie_wire::style12::Rating;

use crate::{
    category::{Control, GameKind},
    clock::Clock,
    game::{
        ending::by_rules,
        line::{Played, Point},
        model::{Examination, Game, MainLine, Mode, Side, Terms},
    },
    ids::{GameNumber, PlayerId},
    record::RecordedGame,
    time::{Span, Tick},
};

/// Maximum length of a line, in half-moves.
pub(crate) const MOST_PLIES: usize = 2000;

impl Game {
    /// An empty board that one examines.
    pub(crate) fn scratch(number: GameNumber, examiner: PlayerId, name: &str, now: Tick) -> Game {
        let none = Control::fics(0, 0);
        let terms = Terms {
            kind: GameKind::Chess,
            controls: ByColor { white: none, black: none },
            rated: false,
            private: false,
        };
        let sides = ByColor { white: name, black: name }.map(|name| Side {
            player: None,
            name: name.to_owned(),
            rating: Rating::None,
        });
        let mut game =
            Game::examined(number, examiner, terms, sides, (Position::default(), Vec::new()), now);
        if let Mode::Examined(examination) = &mut game.mode {
            examination.scratch = true;
        }
        game
    }

    /// A line that one examines, from its start.
    pub(crate) fn examined(
        number: GameNumber,
        examiner: PlayerId,
        terms: Terms,
        sides: ByColor<Side>,
        (start, line): (Position, Vec<Played>),
        since: Tick,
    ) -> Game {
        let names = sides.as_ref().map(|side| side.name.clone());
        let examination =
            Examination { examiners: vec![examiner], names, ..Examination::default() };
        let sides = sides.map(|side| Side { player: None, ..side });
        let clock = Clock::new(terms.controls, start.turn(), since);
        let mode = Mode::Examined(Box::new(examination));
        Game { mode, line, ..Game::new(number, sides, terms, start, clock, since) }
    }

    /// A kept game that one examines; `None` if its moves cannot be replayed.
    pub(crate) fn of_record(
        number: GameNumber,
        examiner: PlayerId,
        kept: &RecordedGame,
    ) -> Option<Game> {
        let (start, line) = kept.replay();
        if line.len() < kept.moves.len() {
            return None;
        }
        let sides = ByColor::new_with(|color| Side {
            player: None,
            name: kept.names.get(color).clone(),
            rating: *kept.ratings.get(color),
        });
        let since = kept.since;
        let terms = kept.terms.clone();
        let mut game = Game::examined(number, examiner, terms, sides, (start, line), since);
        if let Mode::Examined(examination) = &mut game.mode {
            examination.ending = Some((kept.outcome, kept.ending.to_string()));
        }
        Some(game)
    }

    /// The state that only an examined game has.
    pub(crate) fn examination(&self) -> Option<&Examination> {
        match &self.mode {
            Mode::Examined(examination) => Some(examination),
            Mode::Played => None,
        }
    }

    pub(crate) fn examination_mut(&mut self) -> Option<&mut Examination> {
        match &mut self.mode {
            Mode::Examined(examination) => Some(examination),
            Mode::Played => None,
        }
    }

    /// The result at the position on the board: the position's own, or the record's where
    /// its main line ends.
    pub(crate) fn shown_end(&self) -> Option<(Outcome, String)> {
        let examination = self.examination()?;
        if examination.setting_up {
            return None;
        }
        let at_end = self.at == self.line.len() && examination.main.is_none();
        if let (true, Some(ending)) = (at_end, &examination.ending) {
            return Some(ending.clone());
        }
        let (outcome, termination) = self.position().end()?;
        // Nobody has lost, but White or Black.
        let name = |color: Color| if color.is_white() { "White".into() } else { "Black".into() };
        let ending = by_rules(self.terms.variant(), outcome, &termination, name);
        Some((outcome, ending.to_string()))
    }

    /// Plays a move on the examined board. What agrees with the line goes on in it;
    /// another move begins a variation, and the main line is remembered.
    pub(crate) fn explore(&mut self, ply: Ply) -> Option<String> {
        let mut after = self.position().clone();
        let left = self.times();
        let played = Played::on(&mut after, ply, Span::ZERO, Span::ZERO, left)?;
        let san = played.san.clone();
        let at = self.at;
        if self.line.get(at).is_some_and(|next| next.ply == ply) {
            self.go_to(at + 1);
            return Some(san);
        }
        if at >= MOST_PLIES {
            return None;
        }
        let mut rest = self.line.split_off(at);
        let Mode::Examined(examination) = &mut self.mode else { return None };
        examination.main = match examination.main.take() {
            // Back on the main line by hand.
            Some(main) if main.at == at && main.rest.first().is_some_and(|p| p.ply == ply) => {
                self.line.extend(main.rest);
                self.go_to(at + 1);
                return Some(san);
            }
            // The variation is replaced by another one that begins earlier.
            Some(main) if at < main.at => {
                rest.truncate(main.at - at);
                rest.extend(main.rest);
                Some(MainLine { at, rest })
            }
            Some(main) => Some(main),
            // An empty record simply grows.
            None if examination.scratch && rest.is_empty() => None,
            None => Some(MainLine { at, rest }),
        };
        self.line.push(played);
        self.go_to(at + 1);
        Some(san)
    }

    /// Back to the point of the main line where it was left.
    pub(crate) fn revert(&mut self) -> Option<usize> {
        let main = self.examination_mut()?.main.take()?;
        self.line.truncate(main.at);
        self.go_to(main.at);
        self.line.extend(main.rest);
        Some(self.at)
    }

    /// The line up to the board is the main line from now on.
    pub(crate) fn commit(&mut self) {
        if let Some(examination) = self.examination_mut()
            && examination.main.take().is_some()
        {
            examination.ending = None;
        }
    }

    /// Cuts off the rest of the line.
    pub(crate) fn truncate(&mut self) {
        self.line.truncate(self.at);
        let empty = self.at == 0;
        if let Some(examination) = self.examination_mut() {
            examination.ending = None;
            examination.scratch |= empty;
        }
    }

    /// Sets a clock at the position on the board.
    pub(crate) fn set_time(&mut self, color: Color, left: Span) {
        let mut times = self.times();
        *times.get_mut(color) = left;
        match self.at.checked_sub(1).and_then(|i| self.line.get_mut(i)) {
            Some(played) => played.left = times,
            None => {
                if let Some(examination) = self.examination_mut() {
                    examination.clocks = Some(times);
                }
            }
        }
    }

    /// The clocks at the position of an examined game.
    pub(crate) fn times(&self) -> ByColor<Span> {
        match self.at.checked_sub(1).and_then(|i| self.line.get(i)) {
            Some(played) => played.left,
            None => self
                .examination()
                .and_then(|examination| examination.clocks)
                .unwrap_or_else(|| self.terms.controls.map(|control| control.initial)),
        }
    }

    /// Another start, without moves: a set-up begins or changes.
    pub(crate) fn restart(&mut self, start: Position) {
        if start.variant() != self.start.variant() {
            self.terms.kind = kind_of(start.variant());
        }
        self.history = History::new(&start);
        self.point = Point::start(&start);
        self.start = start;
        self.line.clear();
        self.at = 0;
        if let Some(examination) = self.examination_mut() {
            examination.main = None;
            examination.ending = None;
        }
    }
}

/// The kind of game that a variant is played in.
const fn kind_of(variant: Variant) -> GameKind {
    match variant {
        Variant::Chess960 => GameKind::FischerRandom,
        Variant::Bughouse => GameKind::Bughouse,
        Variant::Crazyhouse => GameKind::Crazyhouse,
        Variant::Suicide => GameKind::Suicide,
        Variant::Losers => GameKind::Losers,
        Variant::Atomic => GameKind::Atomic,
        _ => GameKind::Chess,
    }
}
