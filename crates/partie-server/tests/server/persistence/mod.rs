//! Stored state of the chess server comes back; finished games become good records.

mod files;
mod laws;
mod records;
mod session;

use std::sync::Arc;

use partie_core::{ByColor, Color, Ply, Position, moves::san};
use partie_ics::{
    Change, PersistentState, Span, Tick,
    category::{Control, GameKind},
    game::{Played, Side, Terms},
};
use partie_server::{
    Metrics,
    hub::Outbox,
    persistence::Persister,
    store::{
        Location, Store,
        model::{self, Snapshot},
    },
};
use partie_wire::style12::Rating;

/// 2026-11-20 23:46:00 UTC.
pub(crate) const NOW: Tick = Tick(1_795_218_360_000);

/// No test waits longer for a database.
const LONG: std::time::Duration = std::time::Duration::from_mins(1);

/// The state at the next start, if these changes were stored. The changes are stored in two
/// runs, and the second one knows only what the first one stored.
pub(crate) async fn after(location: &Location, changes: &[Change]) -> PersistentState {
    let (first, second) = changes.split_at(changes.len() / 2);
    for part in [first, second] {
        let (store, snapshot) = open(location).await;
        let (mut persister, _) = Persister::open(snapshot, "Partie").expect("good rows");
        let mut out = Outbox::new();
        for change in part {
            persister.change(change.clone(), &mut out);
        }
        let way = store.changes();
        way.add(out.changes()).await;
        drop(way);
        assert!(store.close(LONG).await);
    }
    let (_, start) = Persister::open(snapshot(location).await, "Partie").expect("good rows");
    start
}

async fn open(location: &Location) -> (Store, Snapshot) {
    Store::open(location.clone(), None, Arc::new(Metrics::new())).await.expect("store")
}

/// The content of the store.
pub(crate) async fn snapshot(location: &Location) -> Snapshot {
    let (store, snapshot) = open(location).await;
    assert!(store.close(LONG).await);
    snapshot
}

/// The content of the store after writing these rows.
pub(crate) async fn stored(location: &Location, rows: &[model::Change]) -> Snapshot {
    let (store, _) = open(location).await;
    let way = store.changes();
    for rows in rows.chunks(3) {
        way.add(rows.to_vec()).await;
    }
    drop(way);
    assert!(store.close(LONG).await);
    snapshot(location).await
}

pub(crate) fn terms(kind: GameKind, minutes: u16, increment: u16) -> Terms {
    let control = Control::fics(minutes, increment);
    let controls = ByColor { white: control, black: control };
    Terms { kind, controls, rated: true, private: false }
}

pub(crate) fn sides(white: &str, black: &str) -> ByColor<Side> {
    let side = |name: &str, rating| Side { player: None, name: name.to_owned(), rating };
    ByColor { white: side(white, Rating::Settled(2725)), black: side(black, Rating::Unrated) }
}

/// Moves in SAN with the seconds that each took.
pub(crate) fn line(start: &Position, terms: &Terms, moves: &[(&str, i64)]) -> Vec<Played> {
    let mut at = start.clone();
    let mut plies = Vec::new();
    for (word, seconds) in moves {
        let ply = san::read(&at, word).unwrap_or_else(|_| panic!("{word}")).ply;
        plies.push((ply, Span::seconds(*seconds)));
        at.play(ply).expect("legal");
    }
    played(start, terms, &plies)
}

/// Moves with the times that they took.
pub(crate) fn played(start: &Position, terms: &Terms, plies: &[(Ply, Span)]) -> Vec<Played> {
    let mut left = terms.controls.map(|control| control.initial);
    let mut at = start.clone();
    let mut line: Vec<Played> = Vec::new();
    for (ply, took) in plies {
        let mover = at.turn();
        let took = if line.len() < 2 { Span::ZERO } else { *took };
        let side = left.get_mut(mover);
        *side -= took;
        if line.len() >= 2 {
            *side += terms.controls.get(mover).increment;
        }
        let lag = Span(if mover == Color::White { 40 } else { 0 });
        let one = Played::on(&mut at, *ply, took, lag, left).expect("legal");
        line.push(one);
    }
    line
}
