//! Beginning and leaving an examination, and notices to the players at its board.

use partie_wire::{
    command::record::GameRef,
    notice::{examine::ExamineNotice, record::RecordNotice, watch::WatchNotice},
};

use crate::{
    game::{board, model::Game, observe, records},
    ids::{GameNumber, PlayerId},
    named_positions::NamedPosition,
    players::player::Activity,
    state::State,
};

/// Returns true if the player has no board; else reports it.
pub(crate) fn is_free(state: &mut State, who: PlayerId) -> bool {
    match state.players.activity(who) {
        Activity::Free => return true,
        Activity::Playing(_) => state.out.send(who, ExamineNotice::WhilePlaying),
        Activity::Examining(_) => state.out.send(who, ExamineNotice::AlreadyExamining),
    }
    false
}

pub(crate) fn examine(state: &mut State, who: PlayerId, kept: Option<&GameRef>) {
    if !is_free(state, who) {
        return;
    }
    let number = state.games.free_number();
    let name = state.players.name(who);
    let game = match kept {
        None => {
            state.out.send(who, ExamineNotice::Scratch);
            Game::scratch(number, who, &name, state.out.now)
        }
        // `examine pawns opposition`: a position of a category.
        Some(GameRef {
            player: Some(category),
            which: partie_wire::command::record::Which::Opponent(board),
        }) if let Ok(board) = format!("{category}/{board}").parse::<NamedPosition>() => {
            state.out.send(who, ExamineNotice::Scratch);
            let mut game = Game::scratch(number, who, &name, state.out.now);
            game.restart(board.position());
            game
        }
        Some(kept) => {
            let Some(record) = records::kept_game(state, who, kept) else {
                return;
            };
            let Some(game) = Game::of_record(number, who, &record) else {
                return state.out.send(who, RecordNotice::Unreadable);
            };
            game
        }
    };
    let scratch = kept.is_none();
    put_on_board(state, who, game);
    if !scratch {
        observe::send_game_line(state, who, number);
    }
    observe::send_game_info(state, who, number);
    board::show_board(state, number, who, true);
    report_end_of_line(state, number);
}

/// A new examined game has its examiner.
pub(crate) fn put_on_board(state: &mut State, who: PlayerId, game: Game) {
    let number = game.number;
    observe::stop_observing_for(state, who, false);
    state.games.insert(game);
    state.players.change_online(who, |online| online.activity = Activity::Examining(number));
    state.players.note_moved(who);
}

/// Ends examining for a player.
pub(crate) fn unexamine(state: &mut State, who: PlayerId, number: GameNumber) {
    state.out.send(who, ExamineNotice::Unexamined { game: number.0 });
    leave_board(state, who, number);
}

/// Removes a player from their board, which closes after the last one.
fn leave_board(state: &mut State, who: PlayerId, number: GameNumber) {
    state.players.change_online(who, |online| online.activity = Activity::Free);
    state.players.note_moved(who);
    let Some(examination) = state.games.get_mut(number).and_then(Game::examination_mut) else {
        return;
    };
    examination.examiners.retain(|id| *id != who);
    let empty = examination.examiners.is_empty();
    let stopped = ExamineNotice::Stopped { who: state.players.name(who).into(), game: number.0 };
    send_to_board(state, number, &stopped);
    if !empty {
        return;
    }
    let Some(game) = state.games.get(number) else { return };
    for id in game.observers.clone() {
        state.out.send(id, WatchNotice::NoExaminers { game: number.0 });
        observe::unobserve(state, id, number);
    }
    state.games.remove(number);
}

/// Tells all at an examined board: examiners first.
pub(crate) fn send_to_board(state: &mut State, number: GameNumber, notice: &ExamineNotice) {
    let Some(game) = state.games.get(number) else { return };
    state.out.send_all(game.viewers(), notice.clone());
}

/// As [`send_to_board`], but not who did it.
pub(crate) fn send_to_board_except(
    state: &mut State,
    who: PlayerId,
    number: GameNumber,
    notice: &ExamineNotice,
) {
    let Some(game) = state.games.get(number) else { return };
    state.out.send_all(game.viewers().filter(|id| *id != who), notice.clone());
}

pub(crate) fn report_end_of_line(state: &mut State, number: GameNumber) {
    let Some((outcome, reason)) = state.games.get(number).and_then(Game::shown_end) else { return };
    send_to_board(state, number, &ExamineNotice::Over { game: number.0, reason, outcome });
}

/// Removes a player from all games they watch or examine.
pub(crate) fn stop_watching(state: &mut State, who: PlayerId) {
    if let Activity::Examining(number) = state.players.activity(who) {
        leave_board(state, who, number);
    }
    let all = state.players.online_state(who).map(|p| p.observing.clone()).unwrap_or_default();
    for number in all {
        if let Some(game) = state.games.get_mut(number) {
            game.observers.retain(|id| *id != who);
        }
    }
}
