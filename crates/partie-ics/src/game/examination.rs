//! Beginning and leaving an examination, and notices to those at its board.

use partie_wire::{
    command::record::GameRef,
    notice::{examine::ExamineNotice, record::RecordNotice, watch::WatchNotice},
};

use crate::{
    game::{
        adjourned::AdjournedGames,
        board,
        model::{Game, Games},
        observe, records,
    },
    ids::{GameNumber, PlayerId},
    named_positions::NamedPosition,
    outbox::Outbox,
    players::{Players, player::Activity},
};

/// Returns true if the player has no board; else reports it.
pub(crate) fn is_free(players: &Players, out: &mut Outbox, who: PlayerId) -> bool {
    match players.activity(who) {
        Activity::Free => return true,
        Activity::Playing(_) => out.send(who, ExamineNotice::WhilePlaying),
        Activity::Examining(_) => out.send(who, ExamineNotice::AlreadyExamining),
    }
    false
}

pub(crate) fn examine(
    players: &mut Players,
    games: &mut Games,
    adjourned: &AdjournedGames,
    out: &mut Outbox,
    who: PlayerId,
    kept: Option<&GameRef>,
) {
    if !is_free(players, out, who) {
        return;
    }
    let number = games.free_number();
    let name = players.name(who);
    let game = match kept {
        None => {
            out.send(who, ExamineNotice::Scratch);
            Game::scratch(number, who, &name, out.now)
        }
        // `examine pawns opposition`: a position of a category.
        Some(GameRef {
            player: Some(category),
            which: partie_wire::command::record::Which::Opponent(board),
        }) if let Ok(board) = format!("{category}/{board}").parse::<NamedPosition>() => {
            out.send(who, ExamineNotice::Scratch);
            let mut game = Game::scratch(number, who, &name, out.now);
            game.restart(board.position());
            game
        }
        Some(kept) => {
            let Some(record) = records::kept_game(players, adjourned, out, who, kept) else {
                return;
            };
            let Some(game) = Game::of_record(number, who, &record) else {
                return out.send(who, RecordNotice::Unreadable);
            };
            game
        }
    };
    let scratch = kept.is_none();
    put_on_board(players, games, out, who, game);
    if !scratch {
        observe::send_game_line(games, out, who, number);
    }
    observe::send_game_info(players, games, out, who, number);
    board::show_board(games, out, number, who, true);
    report_end_of_line(games, out, number);
}

/// A new examined game has its examiner.
pub(crate) fn put_on_board(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    game: Game,
) {
    let number = game.number;
    observe::stop_observing_for(players, games, out, who, false);
    games.insert(game);
    players.change_online(who, |online| online.activity = Activity::Examining(number));
    players.note_moved(who);
}

/// Ends examining for a player.
pub(crate) fn unexamine(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    out.send(who, ExamineNotice::Unexamined { game: number.0 });
    leave_board(players, games, out, who, number);
}

/// Removes a player from their board, which closes after the last one.
fn leave_board(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
) {
    players.change_online(who, |online| online.activity = Activity::Free);
    players.note_moved(who);
    let Some(examination) = games.get_mut(number).and_then(Game::examination_mut) else { return };
    examination.examiners.retain(|id| *id != who);
    let empty = examination.examiners.is_empty();
    let stopped = ExamineNotice::Stopped { who: players.name(who).into(), game: number.0 };
    send_to_board(games, out, number, &stopped);
    if !empty {
        return;
    }
    let Some(game) = games.get(number) else { return };
    for id in game.observers.clone() {
        out.send(id, WatchNotice::NoExaminers { game: number.0 });
        observe::unobserve(players, games, out, id, number);
    }
    games.remove(number);
}

/// Tells all at an examined board: examiners first.
pub(crate) fn send_to_board(
    games: &Games,
    out: &mut Outbox,
    number: GameNumber,
    notice: &ExamineNotice,
) {
    let Some(game) = games.get(number) else { return };
    out.send_all(game.viewers(), notice.clone());
}

/// As [`send_to_board`], but not who did it.
pub(crate) fn send_to_board_except(
    games: &Games,
    out: &mut Outbox,
    who: PlayerId,
    number: GameNumber,
    notice: &ExamineNotice,
) {
    let Some(game) = games.get(number) else { return };
    out.send_all(game.viewers().filter(|id| *id != who), notice.clone());
}

pub(crate) fn report_end_of_line(games: &Games, out: &mut Outbox, number: GameNumber) {
    let Some((outcome, reason)) = games.get(number).and_then(Game::shown_end) else { return };
    send_to_board(games, out, number, &ExamineNotice::Over { game: number.0, reason, outcome });
}

/// Removes a player from all games they watch or examine.
pub(crate) fn stop_watching(
    players: &mut Players,
    games: &mut Games,
    out: &mut Outbox,
    who: PlayerId,
) {
    if let Activity::Examining(number) = players.activity(who) {
        leave_board(players, games, out, who, number);
    }
    let all = players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
    for number in all {
        if let Some(game) = games.get_mut(number) {
            game.observers.retain(|id| *id != who);
        }
    }
}
