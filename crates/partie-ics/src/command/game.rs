//! Commands of players in their games.

use partie_wire::{command::game::GameCommand, notice::game::GameNotice, proposal::OfferKind};

use crate::{
    command::{examine, interrupted, listing},
    game::{end, flag, own, play, request},
    ids::PlayerId,
    outbox::Outbox,
    players::player::Activity,
    state::State,
};

pub(crate) fn game_command(
    state: &mut State,
    out: &mut Outbox,
    who: PlayerId,
    command: GameCommand,
) {
    let State { players, games, .. } = state;
    match command {
        GameCommand::Move(word) => move_typed(state, out, who, &word),
        GameCommand::Resign { player: None } => {
            if let Some(number) = own::own_game(players, out, who) {
                end::resign(state, out, who, number);
            }
        }
        GameCommand::Resign { player: Some(player) } => {
            interrupted::resign_interrupted(state, out, who, &player);
        }
        GameCommand::Courtesyabort { player: None } => {
            interrupted::courtesy(state, out, who, false);
        }
        GameCommand::Courtesyabort { player: Some(player) } => {
            interrupted::abort_interrupted(state, out, who, &player);
        }
        GameCommand::Courtesyadjourn => interrupted::courtesy(state, out, who, true),
        GameCommand::Resume { player } => {
            interrupted::ask_to_resume(state, out, who, player.as_deref());
        }
        GameCommand::Flag => {
            if let Some(number) = own::own_game(players, out, who) {
                flag::flag(state, out, who, number);
            }
        }
        GameCommand::Draw => request::draw(state, out, who),
        GameCommand::Abort => request::abort(state, out, who),
        GameCommand::Adjourn => request::ask_to_adjourn(state, out, who),
        GameCommand::Takeback { plies } => request::ask_to_take_back(state, out, who, plies),
        GameCommand::Switch => request::ask_to_switch(state, out, who),
        GameCommand::Pause => request::ask_to_pause(state, out, who, OfferKind::Pause),
        GameCommand::Unpause => request::ask_to_pause(state, out, who, OfferKind::Unpause),
        GameCommand::Moretime { seconds } => request::give_time(state, out, who, seconds),
        GameCommand::Time { game } => listing::show_time(players, games, out, who, game.as_deref()),
        GameCommand::Promote { piece } => play::promote(players, out, who, &piece),
    }
}

/// A word that is a move was typed.
fn move_typed(state: &mut State, out: &mut Outbox, mover: PlayerId, word: &str) {
    let State { players, games, rng, .. } = state;
    match players.activity(mover) {
        Activity::Playing(number) => play::play(state, out, mover, number, word),
        Activity::Examining(number) => {
            examine::Board { players, games, rng, out, who: mover, number }.play(word);
        }
        Activity::Free => out.send(mover, GameNotice::NotPlayingOrExamining),
    }
}
