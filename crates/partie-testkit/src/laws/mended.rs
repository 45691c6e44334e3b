//! Repair keeps the games.

use partie_core::Outcome;
use partie_formats::{Confidence, Format, ReadOptions, Record, decode, ledger::Part};
use partie_pgn::repair::{RepairOptions, can_repair};

use super::{
    mended_text,
    telling::{InShort, in_short, read_as},
};

/// Holds a text to the law of repair: at no level does repair change the number of games, a start
/// position, or a result that stands in the text.
///
/// It may do three things that a diagnostic announces: part games that stand in one record (PGN036),
/// put the result of the final position in place of one that it disproves (PGN095), and correct the
/// counters of a FEN or the name of its rules. A start position is the pieces and the side to move.
///
/// # Errors
///
/// A description of the change.
pub fn mended(format: Format, text: &[u8], records: &[Record]) -> Result<(), String> {
    if !can_repair(format) || decode::is_wide(text) {
        return Ok(());
    }
    let before = in_short(records);
    let says =
        |record: &Record, id: &str| record.parsed.diagnostics.iter().any(|d| d.code.id == id);
    if records.iter().any(|record| says(record, "PGN036")) {
        return Ok(());
    }
    let has_result = |record: &Record| has_result(record) && !says(record, "PGN095");
    let holds: Vec<bool> = records.iter().filter(|r| r.holds_game()).map(has_result).collect();
    for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
        let new = mended_text(format, text, RepairOptions::default().level(level));
        let after = in_short(&read_as(format, &new));
        if let Some(why) = changed(&before, &holds, &after) {
            return Err(format!("{why}, {level:?}, mended to `{}`", decode::lossy(&new)));
        }
    }
    Ok(())
}

fn changed(before: &[InShort], holds: &[bool], after: &[InShort]) -> Option<String> {
    if before.len() != after.len() {
        return Some(format!(
            "{} games became {}: {before:?}, {after:?}",
            before.len(),
            after.len()
        ));
    }
    for (i, ((old, new), has_result)) in before.iter().zip(after).zip(holds).enumerate() {
        let (a, b) = (old.start.first(), new.start.first());
        if a.board() != b.board() || a.turn() != b.turn() {
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
