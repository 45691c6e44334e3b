//! Commands of examiners.

use partie_core::{ByColor, Color, File, Piece, Position, Role, Square, Variant, rules::wild};
use partie_wire::{
    command::examine::{self, Bsetup, ExamineCommand},
    fields::{Moves, Name},
    notice::{Notice, examine::ExamineNotice, game::GameNotice, watch::WatchNotice},
};

use crate::{
    game::{
        board, examination,
        model::{Game, Side},
        observe, play, setup,
    },
    ids::GameNumber,
    named_positions::NamedPosition,
    players::{find, player::Activity},
    rng::Rng,
    state::State,
    time::Span,
};

pub(crate) fn examine_command(state: &mut State, command: ExamineCommand) {
    let who = state.out.who;
    match command {
        ExamineCommand::Examine(game) => examination::examine(state, who, game.as_ref()),
        ExamineCommand::Copygame(game) | ExamineCommand::Rcopygame(game) => {
            copygame(state, game.as_deref());
        }
        command => {
            let Activity::Examining(number) = state.players.activity(who) else {
                return state.out.reply(ExamineNotice::NotExamining);
            };
            Board { state, number }.run(command);
        }
    }
}

/// The notice for an examiner who has changed more of a set-up than pieces.
fn said_of(what: &Bsetup) -> Option<ExamineNotice> {
    let side = |white: bool| if white { "white" } else { "black" }.into();
    match what {
        Bsetup::Castle { white, rights } => Some(ExamineNotice::CastlingSet {
            side: side(*white),
            rights: rights.to_ascii_lowercase().into(),
        }),
        Bsetup::Tomove { white } => Some(ExamineNotice::ToMoveSet { side: side(*white) }),
        Bsetup::Rules(rules) => Some(ExamineNotice::RulesSet { rules: rules.clone() }),
        _ => None,
    }
}

fn copygame(state: &mut State, word: Option<&str>) {
    let who = state.out.who;
    let Some(from) = observe::meant_game(state, word) else { return };
    if !examination::is_free(state, who) || !observe::may_see(state, who, from) {
        return;
    }
    let number = state.games.free_number();
    let Some(game) = state.games.get(from) else { return };
    let sides: ByColor<Side> = game.sides.clone();
    let line = (game.start.clone(), game.line.clone());
    let mut copy = Game::examined(number, who, game.terms.clone(), sides, line, game.since);
    copy.go_to(game.at);
    if let (Some(there), Some(here)) = (game.examination().cloned(), copy.examination_mut()) {
        here.main = there.main;
        here.ending = there.ending;
        here.scratch = there.scratch;
        here.names = there.names;
    }
    examination::put_on_board(state, who, copy);
    state.out.reply(ExamineNotice::Copied { from: from.0, game: number.0 });
    observe::send_game_line(state, who, number);
    board::show_board(state, number, who, true);
}

/// The position by other rules, or a start position of another kind.
fn with_rules(rng: &mut Rng, position: &Position, rules: &str) -> Option<Position> {
    let low = rules.trim().to_ascii_lowercase();
    let (first, second) = low.split_once(' ').unwrap_or((&low, ""));
    if let Ok(board) = low.parse::<NamedPosition>() {
        return Some(board.position());
    }
    match (first, second) {
        ("fr" | "wild/fr", number) => {
            let number = number.parse().unwrap_or_else(|_| rng.below(960) as u16);
            partie_core::rules::chess960::start(number)
        }
        ("wild", name) if !name.is_empty() => wild::start(name.parse::<wild::Wild>().ok()?),
        ("standard" | "normal", "") => Some(setup::by_rules(position, Variant::Standard)),
        _ => Some(setup::by_rules(position, low.parse::<Variant>().ok()?)),
    }
}

/// The board under examination, and the examiner whose command runs there.
pub(crate) struct Board<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) number: GameNumber,
}

impl Board<'_> {
    /// Commands that need a board.
    fn run(&mut self, command: ExamineCommand) {
        match command {
            ExamineCommand::Mexamine(player) => self.mexamine(&player),
            ExamineCommand::Unexamine => {
                let who = self.state.out.who;
                examination::unexamine(self.state, who, self.number);
            }
            ExamineCommand::Forward(moves) => self.walk(i64::from(moves)),
            ExamineCommand::Backward(moves) => self.walk(-i64::from(moves)),
            ExamineCommand::Revert => self.revert(),
            ExamineCommand::Commit => self.commit(),
            ExamineCommand::Truncate => self.truncate(),
            ExamineCommand::Clock { white, time } => self.set_clock(color(white), time),
            ExamineCommand::Wname(name) => self.rename(Color::White, name),
            ExamineCommand::Bname(name) => self.rename(Color::Black, name),
            ExamineCommand::Bsetup(what) => self.bsetup(what),
            ExamineCommand::Tomove { white } => self.bsetup(Bsetup::Tomove { white }),
            ExamineCommand::Clrsquare(square) => self.put_piece(None, &square),
            ExamineCommand::Put { piece, square } => self.put_piece(piece, &square),
            ExamineCommand::Examine(..)
            | ExamineCommand::Copygame(..)
            | ExamineCommand::Rcopygame(..) => {}
        }
    }

    fn game(&mut self) -> Option<&mut Game> {
        self.state.games.get_mut(self.number)
    }

    fn name(&self) -> Name {
        self.state.players.name(self.state.out.who).into()
    }

    fn reply(&mut self, notice: impl Into<Notice>) {
        self.state.out.reply(notice);
    }

    /// Sends a notice to all who are at the board.
    fn tell(&mut self, notice: &ExamineNotice) {
        examination::send_to_board(self.state, self.number, notice);
    }

    fn show(&mut self, whole: bool) {
        board::show_all(self.state, self.number, whole);
    }

    fn mexamine(&mut self, player: &str) {
        let Board { state, number } = self;
        let (who, number) = (state.out.who, *number);
        let Some(other) = find::find_online(state, who, player) else { return };
        let name: Name = state.players.name(other).into();
        let Some(game) = state.games.get_mut(number) else { return };
        if game.examiners().contains(&other) {
            return state.out.reply(ExamineNotice::IsExaminerAlready { who: name });
        }
        if !game.observers.contains(&other) {
            return state.out.reply(ExamineNotice::MustObserve { who: name });
        }
        if state.players.activity(other) != Activity::Free {
            return state.out.reply(WatchNotice::Busy { who: name });
        }
        observe::unobserve(state, other, number);
        let notice = ExamineNotice::IsExaminer { who: name, game: number.0 };
        examination::send_to_board(state, number, &notice);
        if let Some(examination) = state.games.get_mut(number).and_then(Game::examination_mut) {
            examination.examiners.push(other);
        }
        state.players.change_online(other, |online| online.activity = Activity::Examining(number));
        state.players.note_moved(other);
        let by = state.players.name(who).into();
        state.out.send(other, ExamineNotice::MadeExaminer { who: by, game: number.0 });
        board::show_board(state, number, other, true);
    }

    /// A word that is a move was typed by an examiner.
    pub(crate) fn play(&mut self, word: &str) {
        if self.state.games.is_setting_up(self.number) {
            if !word.contains('@') {
                self.shift(word);
            } else if let Some(command) = examine::put(word) {
                self.run(command);
            }
            return;
        }
        let promotion = self.state.players.promotion(self.state.out.who);
        let Some(game) = self.game() else { return };
        let san = match game.meant(word, promotion) {
            Ok(ply) => game.explore(ply),
            Err(refused) => {
                let Board { state, number } = self;
                let who = state.out.who;
                return play::refuse_move(state, who, *number, word, &refused);
            }
        };
        let Some(san) = san else { return self.reply(ExamineNotice::AtEnd) };
        self.show(false);
        self.tell(&ExamineNotice::Moved { game: self.number.0, who: self.name(), san });
        examination::report_end_of_line(self.state, self.number);
    }

    /// Along the line: forward, or back where the number is negative.
    fn walk(&mut self, moves: i64) {
        let Some(game) = self.game() else { return };
        let forward = moves > 0;
        let room = if forward { game.line.len() - game.at } else { game.at };
        let steps = room.min(usize::try_from(moves.unsigned_abs()).unwrap_or(usize::MAX));
        if steps == 0 {
            let end = if forward { ExamineNotice::AtEnd } else { ExamineNotice::AtStart };
            return self.reply(end);
        }
        game.go_to(if forward { game.at + steps } else { game.at - steps });
        let (game, who, moves) = (self.number.0, self.name(), Moves(steps));
        self.tell(&if forward {
            ExamineNotice::WentForward { game, who, moves }
        } else {
            ExamineNotice::BackedUp { game, who, moves }
        });
        self.show(true);
        if forward {
            examination::report_end_of_line(self.state, self.number);
        }
    }

    fn revert(&mut self) {
        let Some(game) = self.game() else { return };
        let Some(at) = game.revert() else { return self.reply(ExamineNotice::OnMainLine) };
        let (game, who, half_move) = (self.number.0, self.name(), at as u32);
        self.tell(&ExamineNotice::Reverted { game, who, half_move });
        self.show(true);
    }

    fn commit(&mut self) {
        let Some(game) = self.game() else { return };
        // An empty record has nothing to overwrite: all of it is committed.
        if game.examination().is_none_or(|e| e.main.is_none() && !e.scratch) {
            return self.reply(ExamineNotice::OnMainLine);
        }
        game.commit();
        self.tell(&ExamineNotice::Committed { game: self.number.0, who: self.name() });
    }

    /// `truncate`: the line ends on the board.
    fn truncate(&mut self) {
        let Some(game) = self.game() else { return };
        let at = game.at;
        if game.examination().is_some_and(|examination| examination.main.is_some()) {
            return self.reply(ExamineNotice::NotOnMainLine);
        }
        if at == game.line.len() {
            return self.reply(ExamineNotice::AtEnd);
        }
        game.truncate();
        let (game, who, half_move) = (self.number.0, self.name(), at as u32);
        self.tell(&ExamineNotice::Truncated { game, who, half_move });
    }

    /// `wclock`, `bclock`.
    fn set_clock(&mut self, color: Color, clock: String) {
        let Some(left) = Span::of_clock(&clock) else {
            return self.reply(ExamineNotice::BadClock { clock });
        };
        let Some(game) = self.game() else { return };
        game.set_time(color, left);
        let (game, who) = (self.number.0, self.name());
        self.tell(&match color {
            Color::White => ExamineNotice::WhiteClock { game, who, clock },
            Color::Black => ExamineNotice::BlackClock { game, who, clock },
        });
    }

    fn rename(&mut self, color: Color, name: Option<String>) {
        let Some(game) = self.game() else { return };
        let Some(examination) = game.examination() else { return };
        let name = name.unwrap_or_else(|| examination.names.get(color).clone());
        let good = (1..=17).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphabetic());
        if !good {
            return self.reply(ExamineNotice::BadName { name });
        }
        game.sides.get_mut(color).name.clone_from(&name);
        let (game, who, name) = (self.number.0, self.name(), name.into());
        self.tell(&match color {
            Color::White => ExamineNotice::WhiteNamed { game, who, name },
            Color::Black => ExamineNotice::BlackNamed { game, who, name },
        });
        self.show(true);
    }

    fn set_setting_up(&mut self, position: Position, setting_up: bool) {
        let Some(game) = self.game() else { return };
        game.restart(position);
        if let Some(examination) = game.examination_mut() {
            examination.setting_up = setting_up;
        }
        let (game, name) = (self.number.0, self.name());
        let (own, others) = if setting_up {
            (ExamineNotice::SetupBegins, ExamineNotice::SetupBegun { game, who: name })
        } else {
            (ExamineNotice::SetupDone, ExamineNotice::SetupEnded { game, who: name })
        };
        self.reply(own);
        let who = self.state.out.who;
        examination::send_to_board_except(self.state, who, self.number, &others);
    }

    fn begin_setup(&mut self) {
        if let Some(position) = self.game().map(|game| game.position().clone()) {
            self.set_setting_up(position, true);
        }
    }

    fn bsetup(&mut self, what: Bsetup) {
        let before = self.state.games.is_setting_up(self.number);
        match what {
            Bsetup::Toggle if !before => return self.begin_setup(),
            Bsetup::Toggle | Bsetup::Done if before => return self.end_setup(),
            Bsetup::Toggle | Bsetup::Done => return self.reply(ExamineNotice::NotInSetup),
            _ if !before => self.begin_setup(),
            _ => {}
        }
        let said = said_of(&what);
        let Some(game) = self.state.games.get(self.number) else { return };
        let position = game.position();
        let changed: Result<Position, ExamineNotice> = match what {
            Bsetup::Toggle | Bsetup::Done => return,
            Bsetup::Clear => Ok(setup::clear(position)),
            Bsetup::Start => Ok(Position::start(position.variant())),
            Bsetup::Fen(text) => {
                setup::fen(&text, position.variant()).ok_or(ExamineNotice::NotAFen)
            }
            Bsetup::Castle { white, rights } => setup::castling_sides(&rights)
                .map(|sides| setup::castle(position, color(white), &sides))
                .ok_or(ExamineNotice::BadCastling),
            Bsetup::Tomove { white } => Ok(setup::to_move(position, color(white))),
            Bsetup::EnPassant(file) => {
                Ok(setup::en_passant(position, file.and_then(File::from_char)))
            }
            Bsetup::Holding { white, pieces } => {
                setup::hold(position, color(white), &pieces).ok_or(ExamineNotice::BadHolding)
            }
            Bsetup::Rules(rules) => with_rules(&mut self.state.rng, position, &rules)
                .ok_or(ExamineNotice::NoSuchRules { rules }),
        };
        if changed.is_ok()
            && let Some(said) = said
        {
            self.reply(said);
        }
        self.set_up(changed);
    }

    fn end_setup(&mut self) {
        let Some(game) = self.game() else { return };
        let position = setup::settled(game.position());
        if let Some(why) = setup::problem(&position) {
            return self.reply(ExamineNotice::CannotBePlayed { why });
        }
        self.set_setting_up(position, false);
        self.show(true);
        examination::report_end_of_line(self.state, self.number);
    }

    /// A piece is put on a square or taken off.
    fn put_piece(&mut self, piece: Option<char>, square: &str) {
        if !self.state.games.is_setting_up(self.number) {
            return self.reply(ExamineNotice::NotInSetup);
        }
        let Some(game) = self.game() else { return };
        let piece = piece.and_then(|letter| {
            Some(Piece {
                color: color(letter.is_ascii_uppercase()),
                role: Role::from_char(letter)?,
            })
        });
        let changed = match square.parse::<Square>() {
            Ok(square) => Ok(setup::put(game.position(), square, piece)),
            Err(_) => Err(ExamineNotice::NoSuchSquare { square: square.to_owned() }),
        };
        self.set_up(changed);
    }

    /// A piece is moved from a square to another, by no rules.
    fn shift(&mut self, word: &str) {
        let Some(game) = self.game() else { return };
        let squares: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        let square = |range: std::ops::Range<usize>| squares.get(range)?.parse::<Square>().ok();
        let changed = match (square(0..2), square(2..4)) {
            (Some(from), Some(to)) => setup::shift(game.position(), from, to),
            _ => None,
        };
        match changed {
            Some(position) => self.set_up(Ok(position)),
            None => self.reply(GameNotice::IllegalMove { text: word.to_owned() }),
        }
    }

    /// A set-up was changed, or could not be.
    fn set_up(&mut self, changed: Result<Position, ExamineNotice>) {
        match changed {
            Ok(position) => {
                if let Some(game) = self.game() {
                    game.restart(position);
                }
                self.show(true);
            }
            Err(refusal) => self.reply(refusal),
        }
    }
}

const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}
