//! Commands of examiners.

use partie_core::{ByColor, Color, File, Piece, Position, Role, Square, Variant, rules::wild};
use partie_wire::{
    command::examine::{self, Bsetup, ExamineCommand},
    fields::{Moves, Name},
    notice::{Notice, examine::ExamineNotice, game::GameNotice, watch::WatchNotice},
};

use crate::{
    game::{
        adjourned::AdjournedGames,
        board, examination,
        model::{Game, Games, Side},
        observe, play, setup,
    },
    ids::{GameNumber, PlayerId},
    named_positions::NamedPosition,
    outbox::Outbox,
    players::{Players, find, player::Activity},
    rng::Rng,
    time::Span,
};

pub(crate) fn examine_command(
    players: &mut Players,
    games: &mut Games,
    adjourned: &AdjournedGames,
    rng: &mut Rng,
    out: &mut Outbox,
    who: PlayerId,
    command: ExamineCommand,
) {
    match command {
        ExamineCommand::Examine { game } => {
            examination::examine(players, games, adjourned, out, who, game.as_ref());
        }
        ExamineCommand::Copygame { game } | ExamineCommand::Rcopygame { game } => {
            copygame(players, games, out, who, game.as_deref());
        }
        command => {
            let Activity::Examining(number) = players.activity(who) else {
                return out.send(who, ExamineNotice::NotExamining);
            };
            on_board(players, games, rng, out, who, number, command);
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

/// Commands that need a board.
fn on_board(
    players: &mut Players,
    games: &mut Games,
    rng: &mut Rng,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    command: ExamineCommand,
) {
    match command {
        ExamineCommand::Mexamine { player } => mexamine(players, games, out, who, number, &player),
        ExamineCommand::Unexamine => examination::unexamine(players, games, out, who, number),
        ExamineCommand::Forward { moves } => {
            walk(players, games, out, who, number, i64::from(moves));
        }
        ExamineCommand::Backward { moves } => {
            walk(players, games, out, who, number, -i64::from(moves));
        }
        ExamineCommand::Revert => revert(players, games, out, who, number),
        ExamineCommand::Commit => commit(players, games, out, who, number),
        ExamineCommand::Truncate => truncate(players, games, out, who, number),
        ExamineCommand::Clock { white, time } => {
            let color = if white { Color::White } else { Color::Black };
            set_clock(players, games, out, who, number, color, time);
        }
        ExamineCommand::Wname { name } => {
            rename(players, games, out, who, number, Color::White, name);
        }
        ExamineCommand::Bname { name } => {
            rename(players, games, out, who, number, Color::Black, name);
        }
        ExamineCommand::Bsetup(what) => bsetup(players, games, rng, out, who, number, what),
        ExamineCommand::Tomove { white } => {
            bsetup(players, games, rng, out, who, number, Bsetup::Tomove { white });
        }
        ExamineCommand::Clrsquare { square } => {
            put_piece(players, games, out, who, number, None, &square);
        }
        ExamineCommand::Put { piece, square } => {
            put_piece(players, games, out, who, number, piece, &square);
        }
        ExamineCommand::Examine { .. }
        | ExamineCommand::Copygame { .. }
        | ExamineCommand::Rcopygame { .. } => {}
    }
}

fn copygame(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    word: Option<&str>,
) {
    let Some(from) = observe::meant_game(players, games, out, who, word) else { return };
    if !examination::is_free(players, out, who) || !observe::may_see(games, out, who, from) {
        return;
    }
    let number = games.free_number();
    let Some(game) = games.get(from) else { return };
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
    examination::put_on_board(players, games, out, who, copy);
    out.send(who, ExamineNotice::Copied { from: from.0, game: number.0 });
    observe::send_game_line(games, out, who, number);
    board::show_board(games, out, number, who, true);
}

fn mexamine(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    player: &str,
) {
    let Some(other) = find::find_online(players, out, who, player) else { return };
    let name: Name = players.name(other).into();
    let Some(game) = games.get_mut(number) else { return };
    if game.examiners().contains(&other) {
        return out.send(who, ExamineNotice::IsExaminerAlready { who: name });
    }
    if !game.observers.contains(&other) {
        return out.send(who, ExamineNotice::MustObserve { who: name });
    }
    if players.activity(other) != Activity::Free {
        return out.send(who, WatchNotice::Busy { who: name });
    }
    observe::unobserve(players, games, out, other, number);
    let notice = ExamineNotice::IsExaminer { who: name, game: number.0 };
    examination::send_to_board(games, out, number, &notice);
    if let Some(examination) = games.get_mut(number).and_then(Game::examination_mut) {
        examination.examiners.push(other);
    }
    players.change_online(other, |online| online.activity = Activity::Examining(number));
    players.note_moved(other);
    let by = players.name(who).into();
    out.send(other, ExamineNotice::MadeExaminer { who: by, game: number.0 });
    board::show_board(games, out, number, other, true);
}

/// A word that is a move was typed by an examiner.
pub(crate) fn move_examined(
    players: &mut Players,
    games: &mut Games,
    rng: &mut Rng,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    word: &str,
) {
    if word.contains('@') && games.is_setting_up(number) {
        if let Some(command) = examine::put(word) {
            on_board(players, games, rng, out, who, number, command);
        }
        return;
    }
    if games.is_setting_up(number) {
        return shift(players, games, out, who, number, word);
    }
    let promotion = players.promotion(who);
    let Some(game) = games.get_mut(number) else { return };
    let san = match game.meant(word, promotion) {
        Ok(ply) => game.explore(ply),
        Err(refused) => {
            return play::refuse_move(games, out, who, number, word, &refused);
        }
    };
    let Some(san) = san else {
        return out.send(who, ExamineNotice::AtEnd);
    };
    board::show_all(players, games, out, number, false);
    let who_name = players.name(who).into();
    examination::send_to_board(
        games,
        out,
        number,
        &ExamineNotice::Moved { game: number.0, who: who_name, san },
    );
    examination::report_end_of_line(games, out, number);
}

/// Along the line: forward, or back where the number is negative.
fn walk(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    moves: i64,
) {
    let Some(game) = games.get_mut(number) else { return };
    let forward = moves > 0;
    let room = if forward { game.line.len() - game.at } else { game.at };
    let steps = room.min(usize::try_from(moves.unsigned_abs()).unwrap_or(usize::MAX));
    if steps == 0 {
        let end = if forward { ExamineNotice::AtEnd } else { ExamineNotice::AtStart };
        return out.send(who, end);
    }
    game.go_to(if forward { game.at + steps } else { game.at - steps });
    let (game, moves) = (number.0, Moves(steps));
    let who = players.name(who).into();
    let notice = if forward {
        ExamineNotice::WentForward { game, who, moves }
    } else {
        ExamineNotice::BackedUp { game, who, moves }
    };
    examination::send_to_board(games, out, number, &notice);
    board::show_all(players, games, out, number, true);
    if forward {
        examination::report_end_of_line(games, out, number);
    }
}

fn revert(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get_mut(number) else { return };
    let Some(at) = game.revert() else {
        return out.send(who, ExamineNotice::OnMainLine);
    };
    let who = players.name(who).into();
    let notice = ExamineNotice::Reverted { game: number.0, who, half_move: at as u32 };
    examination::send_to_board(games, out, number, &notice);
    board::show_all(players, games, out, number, true);
}

fn commit(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get_mut(number) else { return };
    // An empty record grows by itself: all of it is committed already.
    if game.examination().is_none_or(|e| e.main.is_none() && !e.scratch) {
        return out.send(who, ExamineNotice::OnMainLine);
    }
    game.commit();
    let who = players.name(who).into();
    let notice = ExamineNotice::Committed { game: number.0, who };
    examination::send_to_board(games, out, number, &notice);
}

/// `truncate`: the line ends on the board.
fn truncate(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get_mut(number) else { return };
    let at = game.at;
    let refusal = match game.examination() {
        Some(examination) if examination.main.is_some() => Some(ExamineNotice::NotOnMainLine),
        _ if at == game.line.len() => Some(ExamineNotice::AtEnd),
        _ => None,
    };
    if let Some(refusal) = refusal {
        return out.send(who, refusal);
    }
    game.truncate();
    let who = players.name(who).into();
    let notice = ExamineNotice::Truncated { game: number.0, who, half_move: at as u32 };
    examination::send_to_board(games, out, number, &notice);
}

/// `wclock`, `bclock`.
fn set_clock(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    color: Color,
    clock: String,
) {
    let Some(left) = Span::of_clock(&clock) else {
        return out.send(who, ExamineNotice::BadClock { clock });
    };
    let Some(game) = games.get_mut(number) else { return };
    game.set_time(color, left);
    let (game, who) = (number.0, players.name(who).into());
    let notice = match color {
        Color::White => ExamineNotice::WhiteClock { game, who, clock },
        Color::Black => ExamineNotice::BlackClock { game, who, clock },
    };
    examination::send_to_board(games, out, number, &notice);
}

fn rename(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    color: Color,
    name: Option<String>,
) {
    let Some(game) = games.get_mut(number) else { return };
    let Some(examination) = game.examination() else { return };
    let name = name.unwrap_or_else(|| examination.names.get(color).clone());
    let good = (1..=17).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphabetic());
    if !good {
        return out.send(who, ExamineNotice::BadName { name });
    }
    game.sides.get_mut(color).name.clone_from(&name);
    let (game, who, name) = (number.0, players.name(who).into(), name.into());
    let notice = match color {
        Color::White => ExamineNotice::WhiteNamed { game, who, name },
        Color::Black => ExamineNotice::BlackNamed { game, who, name },
    };
    examination::send_to_board(games, out, number, &notice);
    board::show_all(players, games, out, number, true);
}

fn begin_setup(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get_mut(number) else { return };
    let position = game.position().clone();
    game.restart(position);
    if let Some(examination) = game.examination_mut() {
        examination.setting_up = true;
    }
    out.send(who, ExamineNotice::SetupBegins);
    let name = players.name(who).into();
    let notice = ExamineNotice::SetupBegun { game: number.0, who: name };
    examination::send_to_board_except(games, out, who, number, &notice);
}

fn bsetup(
    players: &Players,
    games: &mut Games,
    rng: &mut Rng,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    what: Bsetup,
) {
    let before = games.is_setting_up(number);
    match what {
        Bsetup::Toggle if !before => {
            return begin_setup(players, games, out, who, number);
        }
        Bsetup::Toggle | Bsetup::Done => {
            if before {
                end_setup(players, games, out, who, number);
            } else {
                out.send(who, ExamineNotice::NotInSetup);
            }
            return;
        }
        _ => {}
    }
    if !before {
        begin_setup(players, games, out, who, number);
    }
    let said = said_of(&what);
    let Some(game) = games.get(number) else { return };
    let position = game.position();
    let color = |white: bool| if white { Color::White } else { Color::Black };
    let changed: Result<Position, ExamineNotice> = match what {
        Bsetup::Toggle | Bsetup::Done => return,
        Bsetup::Clear => Ok(setup::clear(position)),
        Bsetup::Start => Ok(Position::start(position.variant())),
        Bsetup::Fen(text) => setup::fen(&text, position.variant()).ok_or(ExamineNotice::NotAFen),
        Bsetup::Castle { white, rights } => setup::castling_sides(&rights)
            .map(|sides| setup::castle(position, color(white), &sides))
            .ok_or(ExamineNotice::BadCastling),
        Bsetup::Tomove { white } => Ok(setup::to_move(position, color(white))),
        Bsetup::EnPassant(file) => Ok(setup::en_passant(position, file.and_then(File::from_char))),
        Bsetup::Holding { white, pieces } => {
            setup::hold(position, color(white), &pieces).ok_or(ExamineNotice::BadHolding)
        }
        Bsetup::Rules(rules) => {
            let position = position.clone();
            with_rules(rng, &position, &rules).ok_or(ExamineNotice::NoSuchRules { rules })
        }
    };
    if changed.is_ok()
        && let Some(said) = said
    {
        out.send(who, said);
    }
    set_up(players, games, out, who, number, changed);
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

fn end_setup(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    let Some(game) = games.get_mut(number) else { return };
    let position = setup::settled(game.position());
    if let Some(why) = setup::problem(&position) {
        return out.send(who, ExamineNotice::CannotBePlayed { why });
    }
    game.restart(position);
    if let Some(examination) = game.examination_mut() {
        examination.setting_up = false;
    }
    out.send(who, ExamineNotice::SetupDone);
    let name = players.name(who).into();
    let notice = ExamineNotice::SetupEnded { game: number.0, who: name };
    examination::send_to_board_except(games, out, who, number, &notice);
    board::show_all(players, games, out, number, true);
    examination::report_end_of_line(games, out, number);
}

/// A piece is put on a square or taken off.
fn put_piece(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    piece: Option<char>,
    square: &str,
) {
    if !games.is_setting_up(number) {
        return out.send(who, ExamineNotice::NotInSetup);
    }
    let Some(game) = games.get(number) else { return };
    let piece = piece.and_then(|letter| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role: Role::from_char(letter)? })
    });
    let changed = match square.parse::<Square>() {
        Ok(square) => Ok(setup::put(game.position(), square, piece)),
        Err(_) => Err(ExamineNotice::NoSuchSquare { square: square.to_owned() }),
    };
    set_up(players, games, out, who, number, changed);
}

/// A piece is moved from a square to another, by no rules.
fn shift(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    word: &str,
) {
    let Some(game) = games.get(number) else { return };
    let squares: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    let square = |range: std::ops::Range<usize>| squares.get(range)?.parse::<Square>().ok();
    let changed = match (square(0..2), square(2..4)) {
        (Some(from), Some(to)) => setup::shift(game.position(), from, to),
        _ => None,
    };
    let refused = GameNotice::IllegalMove { text: word.to_owned() };
    match changed {
        Some(position) => set_up(players, games, out, who, number, Ok(position)),
        None => out.send(who, refused),
    }
}

/// A set-up was changed, or could not be.
fn set_up(
    players: &Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    changed: Result<Position, ExamineNotice>,
) {
    match changed {
        Ok(position) => {
            if let Some(game) = games.get_mut(number) {
                game.restart(position);
            }
            board::show_all(players, games, out, number, true);
        }
        Err(refusal) => out.send(who, Notice::from(refusal)),
    }
}
