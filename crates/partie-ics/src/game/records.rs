//! Records of games: storing finished games for players, and finding them for commands.

use std::sync::Arc;

use partie_core::{Color, Outcome};
use partie_wire::{
    command::record::{GameRef, Which},
    notice::{ending::Ending, record::RecordNotice},
    variables::Variable,
};

use crate::{
    game::{adjourned::Adjourned, model::Game},
    ids::PlayerId,
    players::NameMatch,
    record::{self, RecordedGame},
    state::State,
};

/// Returns the player whose records are requested: a registered one, or one who is online.
pub(crate) fn owner_of_record(
    state: &mut State,
    asker: PlayerId,
    name: Option<&str>,
) -> Option<PlayerId> {
    let Some(name) = name else { return Some(asker) };
    match state.players.match_name(name, |_| true) {
        NameMatch::One(id) => Some(id),
        NameMatch::Many(names) => {
            // Players online match before others.
            if let NameMatch::One(id) = state.players.match_online(name) {
                Some(id)
            } else {
                state.out.send(asker, crate::players::find::ambiguous(name, &names));
                None
            }
        }
        NameMatch::Nobody => {
            state.out.send(asker, RecordNotice::NoSuchPlayer { name: name.to_owned() });
            None
        }
    }
}

/// The requested stored game; else reports that there is none.
pub(crate) fn kept_game(
    state: &mut State,
    asker: PlayerId,
    kept: &GameRef,
) -> Option<Arc<RecordedGame>> {
    let owner = owner_of_record(state, asker, kept.player.as_deref())?;
    let who = state.players.name(owner).into();
    let account = &state.players.get(owner)?.account;
    match &kept.which {
        Which::Last => {
            let last = account.history.last().map(|h| Arc::clone(&h.game));
            if last.is_none() {
                state.out.send(asker, RecordNotice::NoHistory { who });
            }
            last
        }
        Which::Number(number) => {
            let history = &account.history;
            let found = match usize::try_from(*number) {
                Ok(_) => history.iter().find(|h| i64::from(h.number) == i64::from(*number)),
                // `-1` is the last one.
                Err(_) => {
                    history.len().checked_sub(number.unsigned_abs() as usize).map(|i| &history[i])
                }
            };
            let found = found.map(|h| Arc::clone(&h.game));
            if found.is_none() {
                state.out.send(asker, RecordNotice::NoHistoryGame { who, number: *number });
            }
            found
        }
        Which::Slot(slot) => {
            if asker != owner && account.variables.on(Variable::Jprivate) {
                state.out.send(asker, RecordNotice::JournalPrivate);
                return None;
            }
            let found = account.journal.get(slot).map(Arc::clone);
            if found.is_none() {
                state.out.send(
                    asker,
                    RecordNotice::NoJournalGame { who, slot: slot.to_string().into() },
                );
            }
            found
        }
        Which::Opponent(name) => {
            let opponent = owner_of_record(state, asker, Some(name))?;
            let found = state.adjourned.between_players(&state.players, owner, opponent);
            let found = found.and_then(|id| state.adjourned.get(id)).map(Adjourned::kept);
            if found.is_none() {
                let black = state.players.name(opponent).into();
                state.out.send(asker, RecordNotice::NoStoredGame { white: who, black });
            }
            found.map(Arc::new)
        }
    }
}

/// A game that has just ended goes into its players' histories.
pub(crate) fn keep_history(state: &mut State, game: &Game, outcome: Outcome, ending: &Ending) {
    if !outcome.is_known() || !game.is_played() {
        return;
    }
    let kept = Arc::new(RecordedGame::new(game, state.out.now, outcome, ending.clone()));
    for color in [Color::White, Color::Black] {
        let Some(id) = game.sides.get(color).player else { continue };
        if let Some(player) = state.players.get_mut(id) {
            record::add(&mut player.account.history, color, Arc::clone(&kept));
        }
        state.players.store_account(&mut state.out, id);
    }
}
