//! Moves and records of games.

use std::sync::Arc;

use partie_core::Color;
use partie_wire::{
    command::record::{GameRef, RecordCommand, Which},
    notice::{
        board::BoardNotice,
        movelist::MoveListNotice,
        record::{HistoryRow, JournalRow, RecordNotice, RecordTable, StoredRow},
    },
    style12::{Relation, Style12},
    variables::Variable,
};

use crate::{
    game::{adjourned::Adjourned, model::Game, observe, records},
    ids::GameNumber,
    named_positions,
    outbox::Outbox,
    players::Players,
    record,
    state::State,
    time::Zone,
};

pub(crate) fn record_command(state: &mut State, command: RecordCommand) {
    let who = state.out.who;
    match command {
        RecordCommand::Moves(game) => moves(state, game.as_deref()),
        RecordCommand::Smoves(kept) => {
            if let Some(kept) = records::kept_game(state, who, &kept) {
                state.out.reply(MoveListNotice(kept.list()));
            }
        }
        RecordCommand::Oldmoves(player) => oldmoves(state, player.as_deref()),
        RecordCommand::Sposition { player, opponent } => {
            let (player, opponent) = match opponent {
                Some(opponent) => (Some(player), opponent),
                None => (None, player),
            };
            let kept = GameRef { player, which: Which::Opponent(opponent) };
            last_position(state, &kept);
        }
        RecordCommand::Smposition(kept) => last_position(state, &kept),
        RecordCommand::History(player) => history(state, player.as_deref()),
        RecordCommand::Journal(player) => journal(state, player.as_deref()),
        RecordCommand::Jsave { slot, from } => jsave(state, slot, &from),
        RecordCommand::Jkill(slot) => jkill(state, slot),
        RecordCommand::Stored(player) => stored(state, player.as_deref()),
        RecordCommand::Boards(category) => boards(&mut state.out, category.as_deref()),
    }
}

fn moves(state: &mut State, word: Option<&str>) {
    let number = observe::seen_game(state, word);
    if let Some(game) = number.and_then(|number| state.games.get(number)) {
        state.out.reply(MoveListNotice(game.list()));
    }
}

fn oldmoves(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let Some(owner) = records::owner_of_record(state, who, player) else { return };
    let name = state.players.name(owner).into();
    let last = state.players.get(owner).and_then(|p| p.account.history.last()).cloned();
    let Some(last) = last else {
        return state.out.reply(RecordNotice::NoHistory { who: name });
    };
    state.out.reply(RecordNotice::LastGame { who: name, number: last.number });
    state.out.reply(MoveListNotice(last.game.list()));
}

/// The board at the end of a kept game.
fn last_position(state: &mut State, kept: &GameRef) {
    let who = state.out.who;
    let Some(kept) = records::kept_game(state, who, kept) else { return };
    let Some(mut game) = Game::of_record(GameNumber(0), who, &kept) else {
        return state.out.reply(RecordNotice::Unreadable);
    };
    game.go_to(game.line.len());
    let board = BoardNotice {
        moment: Arc::new(game.moment(state.out.now)),
        relation: Relation::Isolated,
        side: Color::White,
        whole: true,
    };
    state.out.reply(RecordNotice::PositionOf {
        white: kept.names.white.as_str().into(),
        black: kept.names.black.as_str().into(),
    });
    state.out.reply(board);
}

fn history(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let Some(owner) = records::owner_of_record(state, who, player) else { return };
    let name = state.players.name(owner);
    let Some(player) = state.players.get(owner) else { return };
    let rows: Vec<HistoryRow> = player
        .account
        .history
        .iter()
        .map(|h| HistoryRow {
            number: h.number,
            color: h.color,
            rating: *h.game.ratings.get(h.color),
            opponent: h.game.names.get(!h.color).clone(),
            opponent_rating: *h.game.ratings.get(!h.color),
            cell: h.game.terms.cell(),
            eco: h.game.eco.clone(),
            end: h.game.ending.short().to_owned(),
            outcome: h.game.outcome,
            date: h.game.until.ics(Zone::SERVER),
        })
        .collect();
    if rows.is_empty() {
        state.out.reply(RecordNotice::NoHistory { who: name.into() });
    } else {
        state.out.reply(RecordTable::History { who: name, rows });
    }
}

fn journal(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let Some(owner) = records::owner_of_record(state, who, player) else { return };
    let name = state.players.name(owner);
    let Some(player) = state.players.get(owner) else { return };
    if who != owner && player.account.variables.on(Variable::Jprivate) {
        return state.out.reply(RecordNotice::JournalPrivate);
    }
    let rows: Vec<JournalRow> = player
        .account
        .journal
        .iter()
        .map(|(slot, game)| JournalRow {
            slot: slot.to_string(),
            white: game.names.white.clone(),
            white_rating: game.ratings.white,
            black: game.names.black.clone(),
            black_rating: game.ratings.black,
            cell: game.terms.cell(),
            eco: game.eco.clone(),
            end: game.ending.short().to_owned(),
            outcome: game.outcome,
        })
        .collect();
    if rows.is_empty() {
        state.out.reply(RecordNotice::NoJournal { who: name.into() });
    } else {
        state.out.reply(RecordTable::Journal { who: name, rows });
    }
}

fn jsave(state: &mut State, slot: char, from: &GameRef) {
    let who = state.out.who;
    if state.players.get(who).is_none_or(|p| !p.registered) {
        let what = "jsave".to_owned();
        return state
            .out
            .reply(partie_wire::notice::session::SessionNotice::OnlyRegistered { what });
    }
    let Some(game) = records::kept_game(state, who, from) else { return };
    if let Some(player) = state.players.get_mut(who) {
        player.account.journal.insert(slot, game);
    }
    state.players.store_account(&mut state.out, who);
    state.out.reply(RecordNotice::Saved { slot: slot.to_string().into() });
}

fn jkill(state: &mut State, slot: char) {
    let who = state.out.who;
    let removed = state.players.get_mut(who).and_then(|p| p.account.journal.remove(&slot));
    let slot = slot.to_string().into();
    if removed.is_some() {
        state.players.store_account(&mut state.out, who);
        state.out.reply(RecordNotice::Killed { slot });
    } else {
        let who_name = state.players.name(who).into();
        state.out.reply(RecordNotice::NoJournalGame { who: who_name, slot });
    }
}

fn stored(state: &mut State, player: Option<&str>) {
    let who = state.out.who;
    let Some(owner) = records::owner_of_record(state, who, player) else { return };
    let name = state.players.name(owner);
    let key = name.to_ascii_lowercase();
    let rows: Vec<StoredRow> =
        state.adjourned.iter().filter_map(|g| stored_row(&state.players, g, &key)).collect();
    if rows.is_empty() {
        state.out.reply(RecordNotice::NoStored { who: name.into() });
    } else {
        state.out.reply(RecordTable::Stored { who: name, rows });
    }
}

fn stored_row(players: &Players, game: &Adjourned, key: &str) -> Option<StoredRow> {
    let color = Color::ALL.into_iter().find(|c| game.keys.get(*c) == key)?;
    let position = game.position();
    let strength = Style12::from_position(&position).strength;
    let opponent = players.named(game.keys.get(!color));
    Some(StoredRow {
        color,
        opponent: game.sides.get(!color).name.clone(),
        is_on: opponent.is_some_and(|p| p.online.is_some()),
        cell: game.terms.cell(),
        white_strength: strength.white,
        black_strength: strength.black,
        turn: position.turn(),
        move_number: position.fullmoves(),
        eco: record::eco(&game.start, &game.line).to_owned(),
        date: game.until.ics(Zone::SERVER),
    })
}

/// The positions from which games can begin.
fn boards(out: &mut Outbox, category: Option<&str>) {
    let Some(name) = category else {
        let names = named_positions::categories().join(" ");
        return out.reply(RecordNotice::Categories { names });
    };
    match named_positions::boards_of(name) {
        Some((category, names)) => {
            let (category, names) = (category.into(), names.join(" "));
            out.reply(RecordNotice::BoardsOf { category, names });
        }
        None => out.reply(RecordNotice::NoSuchCategory { name: name.to_owned() }),
    }
}
