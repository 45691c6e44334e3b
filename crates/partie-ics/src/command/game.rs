//! Commands of players in their games.

use partie_wire::{command::game::GameCommand, notice::game::GameNotice, proposal::OfferKind};

use crate::{
    command::{examine, interrupted, listing},
    game::{end, flag, own, play, request},
    players::player::Activity,
    state::State,
};

pub(crate) fn game_command(state: &mut State, command: GameCommand) {
    let who = state.out.who;
    match command {
        GameCommand::Move(word) => move_typed(state, &word),
        GameCommand::Resign(None) => {
            if let Some(number) = own::own_game(state) {
                end::resign(state, who, number);
            }
        }
        GameCommand::Resign(Some(player)) => interrupted::resign_interrupted(state, &player),
        GameCommand::Courtesyabort(None) => interrupted::courtesy(state, false),
        GameCommand::Courtesyabort(Some(player)) => interrupted::abort_interrupted(state, &player),
        GameCommand::Courtesyadjourn => interrupted::courtesy(state, true),
        GameCommand::Resume(player) => interrupted::ask_to_resume(state, player.as_deref()),
        GameCommand::Flag => {
            if let Some(number) = own::own_game(state) {
                flag::flag(state, who, number);
            }
        }
        GameCommand::Draw => request::draw(state),
        GameCommand::Abort => request::abort(state),
        GameCommand::Adjourn => request::ask_to_adjourn(state),
        GameCommand::Takeback(plies) => request::ask_to_take_back(state, plies),
        GameCommand::Switch => request::ask_to_switch(state),
        GameCommand::Pause => request::ask_to_pause(state, OfferKind::Pause),
        GameCommand::Unpause => request::ask_to_pause(state, OfferKind::Unpause),
        GameCommand::Moretime(seconds) => request::give_time(state, seconds),
        GameCommand::Time(game) => listing::show_time(state, game.as_deref()),
        GameCommand::Promote(piece) => play::promote(state, &piece),
    }
}

/// A word that is a move was typed.
fn move_typed(state: &mut State, word: &str) {
    let mover = state.out.who;
    match state.players.activity(mover) {
        Activity::Playing(number) => play::play(state, mover, number, word),
        Activity::Examining(number) => {
            examine::Board { state, number }.play(word);
        }
        Activity::Free => state.out.reply(GameNotice::NotPlayingOrExamining),
    }
}
