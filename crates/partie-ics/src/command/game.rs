//! Commands of players in their games.

use partie_wire::{command::game::GameCommand, notice::game::GameNotice, proposal::OfferKind};

use crate::{
    command::{examine, interrupted, listing},
    game::{end, flag, own, play, request},
    outbox::Outbox,
    players::player::Activity,
    state::State,
};

pub(crate) fn game_command(state: &mut State, out: &mut Outbox, command: GameCommand) {
    let who = out.who;
    match command {
        GameCommand::Move(word) => move_typed(state, out, &word),
        GameCommand::Resign(None) => {
            if let Some(number) = own::own_game(&state.players, out) {
                end::resign(state, out, who, number);
            }
        }
        GameCommand::Resign(Some(player)) => {
            interrupted::resign_interrupted(state, out, &player);
        }
        GameCommand::Courtesyabort(None) => interrupted::courtesy(state, out, false),
        GameCommand::Courtesyabort(Some(player)) => {
            interrupted::abort_interrupted(state, out, &player);
        }
        GameCommand::Courtesyadjourn => interrupted::courtesy(state, out, true),
        GameCommand::Resume(player) => interrupted::ask_to_resume(state, out, player.as_deref()),
        GameCommand::Flag => {
            if let Some(number) = own::own_game(&state.players, out) {
                flag::flag(state, out, who, number);
            }
        }
        GameCommand::Draw => request::draw(state, out),
        GameCommand::Abort => request::abort(state, out),
        GameCommand::Adjourn => request::ask_to_adjourn(state, out),
        GameCommand::Takeback(plies) => request::ask_to_take_back(state, out, plies),
        GameCommand::Switch => request::ask_to_switch(state, out),
        GameCommand::Pause => request::ask_to_pause(state, out, OfferKind::Pause),
        GameCommand::Unpause => request::ask_to_pause(state, out, OfferKind::Unpause),
        GameCommand::Moretime(seconds) => request::give_time(state, out, seconds),
        GameCommand::Time(game) => listing::show_time(state, out, game.as_deref()),
        GameCommand::Promote(piece) => play::promote(&mut state.players, out, &piece),
    }
}

/// A word that is a move was typed.
fn move_typed(state: &mut State, out: &mut Outbox, word: &str) {
    let mover = out.who;
    match state.players.activity(mover) {
        Activity::Playing(number) => play::play(state, out, mover, number, word),
        Activity::Examining(number) => {
            examine::Board { state, out, number }.play(word);
        }
        Activity::Free => out.reply(GameNotice::NotPlayingOrExamining),
    }
}
