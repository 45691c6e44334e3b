//! Laws for all inputs: reading any bytes neither panics nor loops, every byte is accounted for,
//! and games that were read can be written and read again.

use partie_formats::{
    Confidence, Format, ReadOptions, Record, WriteOptions, decode, options::Limits, steps,
};
use partie_pgn::{
    self as pgn,
    repair::{Joiner, RepairOptions, can_mend, can_repair, repair},
};
use partie_records::dispatch;

use crate::{account, corpus};

pub mod beside;
pub mod detected;
pub mod dropped;
pub mod mended;
pub mod telling;

/// Holds a text to every law, read as a format.
pub fn hold(format: Format, text: &[u8]) {
    mending_is_done_after_once(format, text);
    written_pgn_reads_as_itself(format, text);
    // Small limits are reached by small inputs.
    let limits =
        Limits { game_bytes: 4096, nesting: 6, tags: 12, text_bytes: 200, diagnostics: 50 };
    let options = ReadOptions::default().limits(limits);
    for options in [ReadOptions::default(), options] {
        for record in records(format, text, &options) {
            for target in Format::ALL {
                write(&record, target);
            }
            mend(&record, &options);
        }
    }
}

/// Holds a text to the laws of reading, and writes its records in one of the formats: as many
/// texts a second as are wanted where coverage guides the search.
pub fn read(format: Format, text: &[u8]) {
    let target = Format::ALL[text.len() % Format::ALL.len()];
    for record in records(format, text, &ReadOptions::default()) {
        write(&record, target);
    }
}

/// Holds a file of unknown format to the laws of games that could hide in it: beside others, in text that
/// is dropped, and where it is repaired.
///
/// # Errors
///
/// A description of what was lost.
pub fn whole(text: &[u8]) -> Result<(), String> {
    let Some((layers, records)) = telling::opened(text, None) else { return Ok(()) };
    beside::found_beside(text, None)?;
    dropped::dropped(layers, text, &records, &ReadOptions::default())?;
    match layers.container {
        None => mended::mended(layers.format, text, &records),
        Some(_) => mended::freed(layers, text, &records),
    }
}

/// Writes a record in a format.
fn write(record: &Record, target: Format) {
    let mut out = Vec::new();
    let written = dispatch::write(target, record, "x", &WriteOptions::default(), &mut out);
    let _ = written.expect("memory");
}

/// Reads a text: in few steps, every byte accounted for, every place inside the text, games
/// counted as they are read.
fn records(format: Format, text: &[u8], options: &ReadOptions) -> Vec<Record> {
    let read = || dispatch::read(format, Box::new(text), options).collect::<Vec<_>>();
    let (read, _) = steps::limited(steps::most(format, text.len()), read);
    let records: Vec<_> = read.into_iter().map(|r| r.expect("memory does not fail")).collect();
    if let Err(why) = account::check_records(format, text, &records, options) {
        panic!("{why}, of {:?}", String::from_utf8_lossy(text));
    }
    if matches!(format, Format::Pgn | Format::Bpgn) {
        let games = records.iter().filter(|record| record.holds_game()).count();
        let (counted, _) = pgn::cut(text, &options.limits).count_games(options);
        assert_eq!(counted, games as u64, "games counted");
    }
    for record in &records {
        for d in &record.parsed.diagnostics {
            assert!(d.span.start <= d.span.end && d.span.end <= record.text.len(), "{d:?}");
            let _ = record.place(d.span.start);
        }
        let _ = record.game().final_boards();
    }
    records
}

/// A whole text mended as `partie fix` does, record by record.
fn mended_text(
    format: Format,
    text: &[u8],
    repair_options: RepairOptions,
    options: &ReadOptions,
) -> Vec<u8> {
    let mut joiner = Joiner::new(repair_options, options);
    let mut out = String::new();
    let mut at = 0;
    for record in dispatch::read(format, Box::new(text), options) {
        let record = record.expect("memory does not fail");
        let start = usize::try_from(record.byte).expect("small");
        let mut mended = repair(&record, &repair_options, options);
        // What stands between two records stays.
        out.extend(joiner.add(&text[at..start], &record, &mut mended));
        at = start + record.text.len();
    }
    let mut out = out.into_bytes();
    out.extend(joiner.finish(&text[at..]).0);
    out
}

/// Repairing a whole text twice is the same as once.
fn mending_is_done_after_once(format: Format, text: &[u8]) {
    if !can_repair(format) || decode::is_wide(text) {
        return;
    }
    for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
        for keep_illegal in [false, true] {
            let options = RepairOptions::default().level(level);
            let read = ReadOptions::default().keep_illegal(keep_illegal);
            let once = mended_text(format, text, options, &read);
            let twice = mended_text(format, &once, options, &read);
            assert_eq!(
                String::from_utf8_lossy(&twice),
                String::from_utf8_lossy(&once),
                "mended twice, {options:?}, {keep_illegal}, of {:?}",
                String::from_utf8_lossy(text)
            );
        }
    }
}

/// A whole text written as PGN.
fn written_text(format: Format, text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for record in dispatch::read(format, Box::new(text), &ReadOptions::default()) {
        let record = record.expect("memory does not fail");
        let options = WriteOptions::default();
        let _ = dispatch::write(Format::Pgn, &record, "x", &options, &mut out).expect("memory");
    }
    out
}

/// PGN that was written, read and written again is the same text.
fn written_pgn_reads_as_itself(format: Format, text: &[u8]) {
    let once = written_text(format, text);
    let twice = written_text(Format::Pgn, &once);
    assert_eq!(
        String::from_utf8_lossy(&twice),
        String::from_utf8_lossy(&once),
        "written twice, of {:?}",
        String::from_utf8_lossy(text)
    );
}

/// Repair neither panics nor loops, and repairing twice is the same as once.
fn mend(record: &Record, options: &ReadOptions) {
    for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
        for keep_illegal in [false, true] {
            let repair_options = RepairOptions::default().level(level);
            let options = &options.clone().keep_illegal(keep_illegal);
            let most = steps::most_for_mending(record.format, record.text.len());
            let (mended, _) = steps::limited(most, || repair(record, &repair_options, options));
            for change in &mended.changes {
                assert!(change.span.end <= record.text.len(), "{change:?}");
            }
            if !can_mend(record.format) {
                assert!(mended.changes.is_empty());
                continue;
            }
            if !can_repair(record.format) {
                // The moves that were read stay, unless a guess changed them.
                let text: Box<dyn std::io::Read + Send> = Box::new(mended.text.as_bytes());
                let mut games = pgn::read(text, &ReadOptions::default());
                let written = games.next().map(|game| corpus::moves(game.expect("memory").game()));
                let (read, written) = (corpus::moves(record.game()), written.unwrap_or_default());
                let is_guess = level == Confidence::Guess && !mended.changes.is_empty();
                assert!(is_guess || written.starts_with(&read), "{read:?} became {written:?}");
                continue;
            }
            let text = mended.text.as_bytes();
            let again: Vec<_> = dispatch::read(record.format, Box::new(text), options)
                .map(|r| r.expect("memory does not fail"))
                .collect();
            // The text of one game may now be split otherwise.
            if let [again] = again.as_slice()
                && again.text == text
                && again.format == record.format
            {
                let twice = repair(again, &repair_options, options);
                assert_eq!(twice.text, mended.text, "mended twice, {level:?}");
            }
        }
    }
}
