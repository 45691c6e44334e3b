//! Accounts of records of any format.

use partie_formats::{
    Diagnostic, Format, ReadOptions, Record, Severity, epd, fen, ledger::Account,
};
use partie_pgn::bpgn;
use partie_wire::style12;

use crate::ndjson;

/// Accounts for each byte of a record's text, by reading it again. `options` must be the ones that
/// the record was read with.
///
/// ```
/// use partie_formats::{ReadOptions, ledger::Part};
/// let text = "1. e4 {best} e5 and now 2. Nf3 *";
/// let options = ReadOptions::default();
/// let record = partie_pgn::read(text.as_bytes(), &options).next().unwrap().unwrap();
/// let account = partie_records::account(&record, &options);
/// let kept: Vec<_> = account.spans.iter().filter(|span| span.part == Part::Kept).collect();
/// assert_eq!(&text[kept[0].bytes.clone()], "and now");
/// assert_eq!(kept[0].code.unwrap().id, "PGN073");
/// assert_eq!(account.words_kept(&record.text), 2);
/// ```
#[must_use]
pub fn account(record: &Record, options: &ReadOptions) -> Account {
    let text = &record.text;
    match record.format {
        Format::Pgn => partie_pgn::account(text, options),
        Format::Bpgn => bpgn::account(text, options),
        Format::Fen => fen::account(text, options),
        Format::Epd => epd::account(text, options),
        Format::Style12 => style12::account(record),
        Format::Ndjson => ndjson::account(text, options),
        Format::Scoresheet | Format::ChessGamePlayer => partie_scoresheet::account(record, options),
    }
}

/// Counts the words of a record that were kept as text because they were not understood. The text
/// is only read again if a diagnostic suggests that there are any.
#[must_use]
pub fn words_kept(record: &Record, options: &ReadOptions) -> usize {
    if may_keep_words(record) { account(record, options).words_kept(&record.text) } else { 0 }
}

/// Returns true if a diagnostic of a record suggests that words are kept as text.
#[must_use]
pub fn may_keep_words(record: &Record) -> bool {
    record.parsed.diagnostics.iter().any(keeps_words)
}

/// Returns true if a diagnostic may mean that words are kept as text.
fn keeps_words(diagnostic: &Diagnostic) -> bool {
    const MILD: [&str; 7] = ["PGN079", "PGN080", "PGN082", "PGN084", "PGN099", "TXT021", "JSN007"];
    // A null move, a wrong check mark, numbers that jump: not about words.
    const OF_MOVES: [&str; 3] = ["PGN033", "PGN064", "PGN069"];
    let id = diagnostic.code.id;
    diagnostic.severity >= Severity::Warning && !OF_MOVES.contains(&id) || MILD.contains(&id)
}
