//! Commands of examiners.

use partie_core::{ByColor, Color, File, Piece, Position, Role, Square, Variant, rules::wild};
use partie_wire::{
    command::{
        examine::{self, Bsetup, ExamineCommand},
        record::GameRef,
    },
    fields::{Moves, Name},
    notice::{
        Notice, examine::ExamineNotice, game::GameNotice, record::RecordNotice, watch::WatchNotice,
    },
};

use crate::{
    Ics, Span,
    game::{Game, GameNumber, Side, setup},
    named_positions::NamedPosition,
    players::{Activity, PlayerId},
};

impl Ics {
    pub(super) fn examine_command(&mut self, who: PlayerId, command: ExamineCommand) {
        match command {
            ExamineCommand::Examine { game } => self.examine(who, game.as_ref()),
            ExamineCommand::Copygame { game } | ExamineCommand::Rcopygame { game } => {
                self.copygame(who, game.as_deref());
            }
            command => {
                let Activity::Examining(number) = self.activity(who) else {
                    self.out.send(who, ExamineNotice::NotExamining);
                    return;
                };
                self.on_board(who, number, command);
            }
        }
    }

    /// Commands that need a board.
    fn on_board(&mut self, who: PlayerId, number: GameNumber, command: ExamineCommand) {
        match command {
            ExamineCommand::Mexamine { player } => self.mexamine(who, number, &player),
            ExamineCommand::Unexamine => self.unexamine(who, number),
            ExamineCommand::Forward { moves } => self.walk(who, number, i64::from(moves)),
            ExamineCommand::Backward { moves } => self.walk(who, number, -i64::from(moves)),
            ExamineCommand::Revert => self.revert(who, number),
            ExamineCommand::Commit => self.commit(who, number),
            ExamineCommand::Truncate => self.truncate(who, number),
            ExamineCommand::Clock { white, time } => {
                let color = if white { Color::White } else { Color::Black };
                self.set_clock(who, number, color, time);
            }
            ExamineCommand::Wname { name } => self.rename(who, number, Color::White, name),
            ExamineCommand::Bname { name } => self.rename(who, number, Color::Black, name),
            ExamineCommand::Bsetup(what) => self.bsetup(who, number, what),
            ExamineCommand::Tomove { white } => {
                self.bsetup(who, number, Bsetup::Tomove { white });
            }
            ExamineCommand::Clrsquare { square } => self.put_piece(who, number, None, &square),
            ExamineCommand::Put { piece, square } => self.put_piece(who, number, piece, &square),
            ExamineCommand::Examine { .. }
            | ExamineCommand::Copygame { .. }
            | ExamineCommand::Rcopygame { .. } => {}
        }
    }

    /// Returns true if the player has no board; else reports it.
    fn is_free(&mut self, who: PlayerId) -> bool {
        match self.activity(who) {
            Activity::Free => return true,
            Activity::Playing(_) => self.out.send(who, ExamineNotice::WhilePlaying),
            Activity::Examining(_) => self.out.send(who, ExamineNotice::AlreadyExamining),
        }
        false
    }

    pub(crate) fn examine(&mut self, who: PlayerId, kept: Option<&GameRef>) {
        if !self.is_free(who) {
            return;
        }
        let number = self.games.free_number();
        let name = self.name(who);
        let game = match kept {
            None => {
                self.out.send(who, ExamineNotice::Scratch);
                Game::scratch(number, who, &name, self.out.now)
            }
            // `examine pawns opposition`: a position of a category.
            Some(GameRef {
                player: Some(category),
                which: partie_wire::command::record::Which::Opponent(board),
            }) if NamedPosition::from_name(&format!("{category}/{board}")).is_some() => {
                self.out.send(who, ExamineNotice::Scratch);
                let mut game = Game::scratch(number, who, &name, self.out.now);
                if let Some(board) = NamedPosition::from_name(&format!("{category}/{board}")) {
                    game.restart(board.position());
                }
                game
            }
            Some(kept) => {
                let Some(record) = self.kept_game(who, kept) else { return };
                let Some(game) = Game::of_record(number, who, &record) else {
                    self.out.send(who, RecordNotice::Unreadable);
                    return;
                };
                game
            }
        };
        let scratch = kept.is_none();
        self.put_on_board(who, game);
        if !scratch {
            self.send_game_line(who, number);
        }
        self.send_game_info(who, number);
        self.show_board(number, who, true);
        self.report_end_of_line(number);
    }

    /// A new examined game has its examiner.
    fn put_on_board(&mut self, who: PlayerId, game: Game) {
        let number = game.number;
        self.stop_observing_for(who, false);
        self.games.insert(game);
        if let Some(online) = self.online_mut(who) {
            online.activity = Activity::Examining(number);
        }
        self.players.note_moved(who);
    }

    fn copygame(&mut self, who: PlayerId, word: Option<&str>) {
        let Some(from) = self.meant_game(who, word) else { return };
        if !self.is_free(who) || !self.may_see(who, from) {
            return;
        }
        let number = self.games.free_number();
        let Some(game) = self.games.get(from) else { return };
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
        self.put_on_board(who, copy);
        self.out.send(who, ExamineNotice::Copied { from: from.0, game: number.0 });
        self.send_game_line(who, number);
        self.show_board(number, who, true);
    }

    fn mexamine(&mut self, who: PlayerId, number: GameNumber, player: &str) {
        let Some(other) = self.find_online(who, player) else { return };
        let name: Name = self.name(other).into();
        let Some(game) = self.games.get_mut(number) else { return };
        if game.examiners().contains(&other) {
            self.out.send(who, ExamineNotice::IsExaminerAlready { who: name });
            return;
        }
        if !game.observers.contains(&other) {
            self.out.send(who, ExamineNotice::MustObserve { who: name });
            return;
        }
        if self.activity(other) != Activity::Free {
            self.out.send(who, WatchNotice::Busy { who: name });
            return;
        }
        self.unobserve(other, number);
        let notice = ExamineNotice::IsExaminer { who: name, game: number.0 };
        self.send_to_board(number, &notice);
        if let Some(examination) = self.games.get_mut(number).and_then(Game::examination_mut) {
            examination.examiners.push(other);
        }
        if let Some(online) = self.online_mut(other) {
            online.activity = Activity::Examining(number);
        }
        self.players.note_moved(other);
        let by = self.name(who).into();
        self.out.send(other, ExamineNotice::MadeExaminer { who: by, game: number.0 });
        self.show_board(number, other, true);
    }

    /// Ends examining for a player.
    pub(crate) fn unexamine(&mut self, who: PlayerId, number: GameNumber) {
        self.out.send(who, ExamineNotice::Unexamined { game: number.0 });
        self.leave_board(who, number);
    }

    /// Removes a player from their board, which closes after the last one.
    pub(crate) fn leave_board(&mut self, who: PlayerId, number: GameNumber) {
        if let Some(online) = self.online_mut(who) {
            online.activity = Activity::Free;
        }
        self.players.note_moved(who);
        let Some(examination) = self.games.get_mut(number).and_then(Game::examination_mut) else {
            return;
        };
        examination.examiners.retain(|id| *id != who);
        let empty = examination.examiners.is_empty();
        let stopped = ExamineNotice::Stopped { who: self.name(who).into(), game: number.0 };
        self.send_to_board(number, &stopped);
        if !empty {
            return;
        }
        let Some(game) = self.games.get(number) else { return };
        for id in game.observers.clone() {
            self.out.send(id, WatchNotice::NoExaminers { game: number.0 });
            self.unobserve(id, number);
        }
        self.games.remove(number);
    }

    /// Tells all at an examined board: examiners first.
    fn send_to_board(&mut self, number: GameNumber, notice: &ExamineNotice) {
        let Some(game) = self.games.get(number) else { return };
        let all: Vec<PlayerId> = game.examiners().iter().chain(&game.observers).copied().collect();
        for id in all {
            self.out.send(id, notice.clone());
        }
    }

    /// As [`Ics::send_to_board`], but not who did it.
    fn send_to_board_except(&mut self, who: PlayerId, number: GameNumber, notice: &ExamineNotice) {
        let Some(game) = self.games.get(number) else { return };
        let all: Vec<PlayerId> = game.examiners().iter().chain(&game.observers).copied().collect();
        for id in all.into_iter().filter(|id| *id != who) {
            self.out.send(id, notice.clone());
        }
    }

    fn report_end_of_line(&mut self, number: GameNumber) {
        let Some((outcome, reason)) = self.games.get(number).and_then(Game::shown_end) else {
            return;
        };
        self.send_to_board(number, &ExamineNotice::Over { game: number.0, reason, outcome });
    }

    /// A word that is a move was typed by an examiner.
    pub(crate) fn move_examined(&mut self, who: PlayerId, number: GameNumber, word: &str) {
        if word.contains('@') && self.is_setting_up(number) {
            if let Some(command) = examine::put(word) {
                self.on_board(who, number, command);
            }
            return;
        }
        if self.is_setting_up(number) {
            self.shift(who, number, word);
            return;
        }
        let promotion = self.promotion(who);
        let Some(game) = self.games.get_mut(number) else { return };
        let san = match game.meant(word, promotion) {
            Ok(ply) => game.explore(ply),
            Err(refused) => {
                self.refuse_move(who, number, word, &refused);
                return;
            }
        };
        let Some(san) = san else {
            self.out.send(who, ExamineNotice::AtEnd);
            return;
        };
        self.show_all(number, false);
        let who_name = self.name(who).into();
        self.send_to_board(number, &ExamineNotice::Moved { game: number.0, who: who_name, san });
        self.report_end_of_line(number);
    }

    /// Along the line: forward, or back where the number is negative.
    fn walk(&mut self, who: PlayerId, number: GameNumber, moves: i64) {
        let Some(game) = self.games.get_mut(number) else { return };
        let forward = moves > 0;
        let room = if forward { game.line.len() - game.at } else { game.at };
        let steps = room.min(usize::try_from(moves.unsigned_abs()).unwrap_or(usize::MAX));
        if steps == 0 {
            let end = if forward { ExamineNotice::AtEnd } else { ExamineNotice::AtStart };
            self.out.send(who, end);
            return;
        }
        game.go_to(if forward { game.at + steps } else { game.at - steps });
        let (game, moves) = (number.0, Moves(steps));
        let who = self.name(who).into();
        let notice = if forward {
            ExamineNotice::WentForward { game, who, moves }
        } else {
            ExamineNotice::BackedUp { game, who, moves }
        };
        self.send_to_board(number, &notice);
        self.show_all(number, true);
        if forward {
            self.report_end_of_line(number);
        }
    }

    fn revert(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get_mut(number) else { return };
        let Some(at) = game.revert() else {
            self.out.send(who, ExamineNotice::OnMainLine);
            return;
        };
        let who = self.name(who).into();
        let notice = ExamineNotice::Reverted { game: number.0, who, half_move: at as u32 };
        self.send_to_board(number, &notice);
        self.show_all(number, true);
    }

    fn commit(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get_mut(number) else { return };
        // An empty record grows by itself: all of it is committed already.
        if game.examination().is_none_or(|e| e.main.is_none() && !e.scratch) {
            self.out.send(who, ExamineNotice::OnMainLine);
            return;
        }
        game.commit();
        let who = self.name(who).into();
        let notice = ExamineNotice::Committed { game: number.0, who };
        self.send_to_board(number, &notice);
    }

    /// `truncate`: the line ends on the board.
    fn truncate(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get_mut(number) else { return };
        let at = game.at;
        let refusal = match game.examination() {
            Some(examination) if examination.main.is_some() => Some(ExamineNotice::NotOnMainLine),
            _ if at == game.line.len() => Some(ExamineNotice::AtEnd),
            _ => None,
        };
        if let Some(refusal) = refusal {
            return self.out.send(who, refusal);
        }
        game.truncate();
        let who = self.name(who).into();
        let notice = ExamineNotice::Truncated { game: number.0, who, half_move: at as u32 };
        self.send_to_board(number, &notice);
    }

    /// `wclock`, `bclock`.
    fn set_clock(&mut self, who: PlayerId, number: GameNumber, color: Color, clock: String) {
        let Some(left) = Span::of_clock(&clock) else {
            return self.out.send(who, ExamineNotice::BadClock { clock });
        };
        let Some(game) = self.games.get_mut(number) else { return };
        game.set_time(color, left);
        let (game, who) = (number.0, self.name(who).into());
        let notice = match color {
            Color::White => ExamineNotice::WhiteClock { game, who, clock },
            Color::Black => ExamineNotice::BlackClock { game, who, clock },
        };
        self.send_to_board(number, &notice);
    }

    fn rename(&mut self, who: PlayerId, number: GameNumber, color: Color, name: Option<String>) {
        let Some(game) = self.games.get_mut(number) else { return };
        let Some(examination) = game.examination() else { return };
        let name = name.unwrap_or_else(|| examination.names.get(color).clone());
        let good = (1..=17).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphabetic());
        if !good {
            self.out.send(who, ExamineNotice::BadName { name });
            return;
        }
        game.sides.get_mut(color).name.clone_from(&name);
        let (game, who, name) = (number.0, self.name(who).into(), name.into());
        let notice = match color {
            Color::White => ExamineNotice::WhiteNamed { game, who, name },
            Color::Black => ExamineNotice::BlackNamed { game, who, name },
        };
        self.send_to_board(number, &notice);
        self.show_all(number, true);
    }
}

/// Commands that set up a position.
impl Ics {
    pub(super) fn is_setting_up(&self, number: GameNumber) -> bool {
        self.games.get(number).and_then(Game::examination).is_some_and(|e| e.setting_up)
    }

    fn begin_setup(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get_mut(number) else { return };
        let position = game.position().clone();
        game.restart(position);
        if let Some(examination) = game.examination_mut() {
            examination.setting_up = true;
        }
        self.out.send(who, ExamineNotice::SetupBegins);
        let name = self.name(who).into();
        let notice = ExamineNotice::SetupBegun { game: number.0, who: name };
        self.send_to_board_except(who, number, &notice);
    }

    fn bsetup(&mut self, who: PlayerId, number: GameNumber, what: Bsetup) {
        let before = self.is_setting_up(number);
        match what {
            Bsetup::Toggle if !before => {
                self.begin_setup(who, number);
                return;
            }
            Bsetup::Toggle | Bsetup::Done => {
                if before {
                    self.end_setup(who, number);
                } else {
                    self.out.send(who, ExamineNotice::NotInSetup);
                }
                return;
            }
            _ => {}
        }
        if !before {
            self.begin_setup(who, number);
        }
        let said = said_of(&what);
        let Some(game) = self.games.get(number) else { return };
        let position = game.position();
        let color = |white: bool| if white { Color::White } else { Color::Black };
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
            Bsetup::Rules(rules) => {
                let position = position.clone();
                self.with_rules(&position, &rules).ok_or(ExamineNotice::NoSuchRules { rules })
            }
        };
        if changed.is_ok()
            && let Some(said) = said
        {
            self.out.send(who, said);
        }
        self.set_up(who, number, changed);
    }

    /// The position by other rules, or a start position of another kind.
    fn with_rules(&mut self, position: &Position, rules: &str) -> Option<Position> {
        let low = rules.trim().to_ascii_lowercase();
        let (first, second) = low.split_once(' ').unwrap_or((&low, ""));
        if let Some(board) = NamedPosition::from_name(&low) {
            return Some(board.position());
        }
        match (first, second) {
            ("fr" | "wild/fr", number) => {
                let number = number.parse().unwrap_or_else(|_| self.rng.below(960) as u16);
                partie_core::rules::chess960::start(number)
            }
            ("wild", name) if !name.is_empty() => wild::start(wild::Wild::from_name(name)?),
            ("standard" | "normal", "") => Some(setup::by_rules(position, Variant::Standard)),
            _ => Some(setup::by_rules(position, Variant::from_name(&low)?)),
        }
    }

    fn end_setup(&mut self, who: PlayerId, number: GameNumber) {
        let Some(game) = self.games.get_mut(number) else { return };
        let position = setup::settled(game.position());
        if let Some(why) = setup::problem(&position) {
            self.out.send(who, ExamineNotice::CannotBePlayed { why });
            return;
        }
        game.restart(position);
        if let Some(examination) = game.examination_mut() {
            examination.setting_up = false;
        }
        self.out.send(who, ExamineNotice::SetupDone);
        let name = self.name(who).into();
        let notice = ExamineNotice::SetupEnded { game: number.0, who: name };
        self.send_to_board_except(who, number, &notice);
        self.show_all(number, true);
        self.report_end_of_line(number);
    }

    /// A piece is put on a square or taken off.
    fn put_piece(&mut self, who: PlayerId, number: GameNumber, piece: Option<char>, square: &str) {
        if !self.is_setting_up(number) {
            self.out.send(who, ExamineNotice::NotInSetup);
            return;
        }
        let Some(game) = self.games.get(number) else { return };
        let piece = piece.and_then(|letter| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            Some(Piece { color, role: Role::from_char(letter)? })
        });
        let changed = match square.parse::<Square>() {
            Ok(square) => Ok(setup::put(game.position(), square, piece)),
            Err(_) => Err(ExamineNotice::NoSuchSquare { square: square.to_owned() }),
        };
        self.set_up(who, number, changed);
    }

    /// A piece is moved from a square to another, by no rules.
    fn shift(&mut self, who: PlayerId, number: GameNumber, word: &str) {
        let Some(game) = self.games.get(number) else { return };
        let squares: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        let square = |range: std::ops::Range<usize>| squares.get(range)?.parse::<Square>().ok();
        let changed = match (square(0..2), square(2..4)) {
            (Some(from), Some(to)) => setup::shift(game.position(), from, to),
            _ => None,
        };
        let refused = GameNotice::IllegalMove { text: word.to_owned() };
        match changed {
            Some(position) => self.set_up(who, number, Ok(position)),
            None => self.out.send(who, refused),
        }
    }

    /// A set-up was changed, or could not be.
    fn set_up(
        &mut self,
        who: PlayerId,
        number: GameNumber,
        changed: Result<Position, ExamineNotice>,
    ) {
        match changed {
            Ok(position) => {
                if let Some(game) = self.games.get_mut(number) {
                    game.restart(position);
                }
                self.show_all(number, true);
            }
            Err(refusal) => self.out.send(who, Notice::from(refusal)),
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
