//! Repair keeps the games.

use std::io::Cursor;

use partie_core::Outcome;
use partie_formats::{Confidence, Format, ReadOptions, Record, decode, ledger::Part};
use partie_pgn::{
    parallel::Jobs,
    repair::{RepairOptions, can_repair},
};
use partie_records::{container::Layers, mend::mend};

use super::{
    mended_text,
    telling::{InShort, read_as},
};

/// Holds a text to the law of repair: at no level does repair change the number of games, a start
/// position, or a result that stands in the text.
///
/// It may do three things that a diagnostic announces: part games that stand in one record (PGN036),
/// put the result of the final position in place of one that it disproves (PGN095), and correct the
/// counters of a FEN or the name of its rules. A text that could not be read may become a game. A
/// start position is the pieces and the side to move; a guess may replace one with which fewer moves
/// can be read, and keeps it in a tag.
///
/// # Errors
///
/// A description of the change.
pub fn mended(format: Format, text: &[u8], records: &[Record]) -> Result<(), String> {
    if !can_repair(format) || decode::is_wide(text) {
        return Ok(());
    }
    let says =
        |record: &Record, id: &str| record.parsed.diagnostics.iter().any(|d| d.code.id == id);
    if records.iter().any(|record| says(record, "PGN036")) {
        return Ok(());
    }
    let has_result = |record: &Record| has_result(record) && !says(record, "PGN095");
    let games = records.iter().filter(|record| is_told(record));
    let (before, holds): (Vec<InShort>, Vec<bool>) =
        games.map(|record| (InShort::of(record.game()), has_result(record))).unzip();
    for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
        let new = mended_text(
            format,
            text,
            RepairOptions::default().level(level),
            &ReadOptions::default(),
        );
        let after = read_as(format, &new);
        let after = after.iter().filter(|record| is_told(record));
        let after: Vec<_> = after.map(|record| InShort::of(record.game())).collect();
        // Of a text that could not be read at all, a game may be read now.
        let most = before.len() + records.iter().filter(|record| is_unread(record)).count();
        if (before.len() + 1..=most).contains(&after.len()) {
            continue;
        }
        let is_written = |tag: &[u8], text: &[u8]| text.windows(tag.len()).any(|part| part == tag);
        let keeps_start = !is_written(b"FEN", text) || is_written(b"[FENWritten ", &new);
        let guesses = level == Confidence::Guess && keeps_start;
        if let Some(why) = changed(&before, &holds, &after, guesses) {
            return Err(format!("{why}, {level:?}, mended to `{}`", decode::lossy(&new)));
        }
    }
    Ok(())
}

/// Holds a text in a container to the same law: as many games are written as were read.
///
/// # Errors
///
/// A description of the change.
pub fn freed(layers: Layers, text: &[u8], records: &[Record]) -> Result<(), String> {
    if layers.format != Format::Pgn || decode::is_wide(text) {
        return Ok(());
    }
    let of_pgn = |record: &&Record| record.format == Format::Pgn && is_told(record);
    let before = records.iter().filter(of_pgn).count();
    let (options, read) = (RepairOptions::default(), ReadOptions::default());
    let source = Box::new(Cursor::new(text.to_vec()));
    let mending = mend(layers, source, options.level(Confidence::Safe), &read, Jobs::new(1));
    let mut new = Vec::new();
    for part in mending.expect("memory does not fail") {
        new.extend(part.expect("memory does not fail").text);
    }
    let after = read_as(Format::Pgn, &new).iter().filter(|record| is_told(record)).count();
    if after < before {
        let new = decode::lossy(&new);
        return Err(format!("{before} games of {layers:?} became {after}, mended to `{new}`"));
    }
    Ok(())
}

/// Returns true if a record's game has more than empty tags and text that was not read: moves, a start
/// position, a result or a name.
fn is_told(record: &Record) -> bool {
    let game = InShort::of(record.game());
    record.holds_game()
        && (!game.moves.is_empty()
            || !game.begins_as_usual()
            || game.outcome.is_known()
            || game.players.iter().flatten().any(|name| name != "?"))
}

/// Returns true if nothing of a record was read as a game.
fn is_unread(record: &Record) -> bool {
    !is_told(record)
}

fn changed(before: &[InShort], holds: &[bool], after: &[InShort], guesses: bool) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!(
            "{} games became {}: {before:?}, {after:?}",
            before.len(),
            after.len()
        ));
    }
    for (i, ((old, new), has_result)) in before.iter().zip(after).zip(holds).enumerate() {
        let (a, b) = (old.start.first(), new.start.first());
        if !guesses && (a.board() != b.board() || a.turn() != b.turn()) {
            return Some(format!("the start of game {} changed", i + 1));
        }
        if *has_result && old.outcome != new.outcome {
            return Some(format!("the result of game {} changed: {old:?}, {new:?}", i + 1));
        }
    }
    None
}

/// Returns true if the result of a record's game stands in its text.
fn has_result(record: &Record) -> bool {
    record.game().outcome != Outcome::Unknown
        && partie_records::account(record, &ReadOptions::default())
            .spans
            .iter()
            .any(|span| span.part == Part::Result)
}
