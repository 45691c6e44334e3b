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

pub(crate) fn record_command(state: &mut State, out: &mut Outbox, command: RecordCommand) {
    let who = out.who;
    match command {
        RecordCommand::Moves(game) => moves(state, out, game.as_deref()),
        RecordCommand::Smoves(kept) => {
            if let Some(kept) = records::kept_game(state, out, who, &kept) {
                out.reply(MoveListNotice(kept.list()));
            }
        }
        RecordCommand::Oldmoves(player) => oldmoves(&state.players, out, player.as_deref()),
        RecordCommand::Sposition { player, opponent } => {
            let (player, opponent) = match opponent {
                Some(opponent) => (Some(player), opponent),
                None => (None, player),
            };
            let kept = GameRef { player, which: Which::Opponent(opponent) };
            last_position(state, out, &kept);
        }
        RecordCommand::Smposition(kept) => last_position(state, out, &kept),
        RecordCommand::History(player) => history(&state.players, out, player.as_deref()),
        RecordCommand::Journal(player) => journal(&state.players, out, player.as_deref()),
        RecordCommand::Jsave { slot, from } => jsave(state, out, slot, &from),
        RecordCommand::Jkill(slot) => jkill(&mut state.players, out, slot),
        RecordCommand::Stored(player) => stored(state, out, player.as_deref()),
        RecordCommand::Boards(category) => boards(out, category.as_deref()),
    }
}

fn moves(state: &State, out: &mut Outbox, word: Option<&str>) {
    if let Some(game) = observe::seen_game(state, out, word) {
        out.reply(MoveListNotice(game.list()));
    }
}

fn oldmoves(players: &Players, out: &mut Outbox, player: Option<&str>) {
    let who = out.who;
    let Some(owner) = records::owner_of_record(players, out, who, player) else { return };
    let name = players.name(owner).into();
    let last = players.get(owner).and_then(|p| p.account.history.last()).cloned();
    let Some(last) = last else {
        return out.reply(RecordNotice::NoHistory { who: name });
    };
    out.reply(RecordNotice::LastGame { who: name, number: last.number });
    out.reply(MoveListNotice(last.game.list()));
}

/// The board at the end of a kept game.
fn last_position(state: &State, out: &mut Outbox, kept: &GameRef) {
    let who = out.who;
    let Some(kept) = records::kept_game(state, out, who, kept) else { return };
    let Some(mut game) = Game::of_record(GameNumber(0), who, &kept) else {
        return out.reply(RecordNotice::Unreadable);
    };
    game.go_to(game.line.len());
    let board = BoardNotice {
        moment: Arc::new(game.moment(out.now)),
        relation: Relation::Isolated,
        side: Color::White,
        whole: true,
    };
    out.reply(RecordNotice::PositionOf {
        white: kept.names.white.as_str().into(),
        black: kept.names.black.as_str().into(),
    });
    out.reply(board);
}

fn history(players: &Players, out: &mut Outbox, player: Option<&str>) {
    let who = out.who;
    let Some(owner) = records::owner_of_record(players, out, who, player) else { return };
    let name = players.name(owner);
    let Some(player) = players.get(owner) else { return };
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
        out.reply(RecordNotice::NoHistory { who: name.into() });
    } else {
        out.reply(RecordTable::History { who: name, rows });
    }
}

fn journal(players: &Players, out: &mut Outbox, player: Option<&str>) {
    let who = out.who;
    let Some(owner) = records::owner_of_record(players, out, who, player) else { return };
    let name = players.name(owner);
    let Some(player) = players.get(owner) else { return };
    if who != owner && player.account.variables.on(Variable::Jprivate) {
        return out.reply(RecordNotice::JournalPrivate);
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
        out.reply(RecordNotice::NoJournal { who: name.into() });
    } else {
        out.reply(RecordTable::Journal { who: name, rows });
    }
}

fn jsave(state: &mut State, out: &mut Outbox, slot: char, from: &GameRef) {
    let who = out.who;
    if state.players.get(who).is_none_or(|p| !p.registered) {
        let what = "jsave".to_owned();
        return out.reply(partie_wire::notice::session::SessionNotice::OnlyRegistered { what });
    }
    let Some(game) = records::kept_game(state, out, who, from) else { return };
    if let Some(player) = state.players.get_mut(who) {
        player.account.journal.insert(slot, game);
    }
    state.players.store_account(out, who);
    out.reply(RecordNotice::Saved { slot: slot.to_string().into() });
}

fn jkill(players: &mut Players, out: &mut Outbox, slot: char) {
    let who = out.who;
    let removed = players.get_mut(who).and_then(|p| p.account.journal.remove(&slot));
    let slot = slot.to_string().into();
    if removed.is_some() {
        players.store_account(out, who);
        out.reply(RecordNotice::Killed { slot });
    } else {
        let who_name = players.name(who).into();
        out.reply(RecordNotice::NoJournalGame { who: who_name, slot });
    }
}

fn stored(state: &State, out: &mut Outbox, player: Option<&str>) {
    let who = out.who;
    let Some(owner) = records::owner_of_record(&state.players, out, who, player) else { return };
    let name = state.players.name(owner);
    let key = name.to_ascii_lowercase();
    let rows: Vec<StoredRow> =
        state.adjourned.iter().filter_map(|g| stored_row(&state.players, g, &key)).collect();
    if rows.is_empty() {
        out.reply(RecordNotice::NoStored { who: name.into() });
    } else {
        out.reply(RecordTable::Stored { who: name, rows });
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
