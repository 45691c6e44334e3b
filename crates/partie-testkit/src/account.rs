//! The law of the ledger for one text: every byte is accounted for, and truthfully.

use std::collections::{BTreeMap, HashSet};

use partie_core::{Game, NodeId};
use partie_formats::{
    Diagnostic, Format, ReadOptions, Record, Severity, decode,
    ledger::{Account, Part},
};
use partie_pgn::strip_markup;
use partie_records::{Outside, dispatch};

/// Formats whose readers give an account.
pub const ACCOUNTED: [Format; 8] = Format::ALL;

/// Checks a text read as a format, and returns the number of bytes of each part.
///
/// # Errors
///
/// A description of what vanished.
pub fn check(
    format: Format,
    text: &[u8],
    options: &ReadOptions,
) -> Result<BTreeMap<Part, usize>, String> {
    let read = dispatch::read(format, Box::new(text), options);
    let records: Vec<_> = read.map(|record| record.expect("memory does not fail")).collect();
    check_records(format, text, &records, options)
}

/// Checks the records that were read from a text, as [`check`] does.
///
/// # Errors
///
/// A description of what vanished.
pub fn check_records(
    format: Format,
    text: &[u8],
    records: &[Record],
    options: &ReadOptions,
) -> Result<BTreeMap<Part, usize>, String> {
    let mut bytes = BTreeMap::new();
    for record in records {
        let account = partie_records::account(record, options);
        for span in &account.spans {
            *bytes.entry(span.part).or_default() += span.bytes.len();
        }
        game(record, &account)
            .map_err(|why| format!("game {} (line {}): {why}", record.number, record.line))?;
    }
    between(format, text, records, options.limits.text_bytes)?;
    Ok(bytes)
}

/// Checks the law for one game.
fn game(record: &Record, account: &Account) -> Result<(), String> {
    let text = &record.text;
    let shown = |bytes: &[u8]| format!("`{}`", bytes.escape_ascii());
    let mut at = 0;
    for span in &account.spans {
        if span.bytes.start != at || span.bytes.is_empty() {
            return Err(format!("a gap or an overlap at byte {at}: {:?}", span.bytes));
        }
        at = span.bytes.end;
    }
    if at != text.len() {
        return Err(format!(
            "the account ends at byte {at} of {}: {}",
            text.len(),
            shown(&text[at..])
        ));
    }
    if let Some(twice) = account.overlaps.first() {
        let words = shown(&text[twice.bytes.clone()]);
        return Err(format!("claimed twice, once as {}: {words}", twice.part.name()));
    }
    let of = |part: Part| account.spans.iter().filter(move |span| span.part == part);
    if let Some(span) = of(Part::Unaccounted).next() {
        return Err(format!("vanished: {}", shown(&text[span.bytes.clone()])));
    }
    let diagnostics = &record.parsed.diagnostics;
    if let Some(span) = of(Part::Kept).next()
        && diagnostics.iter().all(|d| d.severity == Severity::Note && Some(d.code) != span.code)
    {
        let words = shown(&text[span.bytes.clone()]);
        return Err(format!("not understood, and no diagnostic says so: {words}"));
    }
    if account.words_kept(text) > 0 && !partie_records::may_keep_words(record) {
        return Err("the words that were kept are not counted for its diagnostics".to_owned());
    }
    for span in of(Part::Whitespace) {
        let bytes = &text[span.bytes.clone()];
        if bytes.iter().any(u8::is_ascii_graphic) {
            return Err(format!("not whitespace: {}", shown(bytes)));
        }
    }
    marks(record, account)?;
    let kept = kept_text(record.game());
    for span in of(Part::Kept).chain(of(Part::Comment)) {
        let words = decoded(record, &text[span.bytes.clone()]);
        // A server's line is decoded separately.
        let alone = String::from_utf8_lossy(&text[span.bytes.clone()]);
        let spellings = [squeezed(&words), squeezed(&without_entities(&words)), squeezed(&alone)];
        let is_there = |words: &String| {
            kept.contains(words) || kept.contains(words.trim_start_matches([';', '#', '%']))
        };
        if !spellings.iter().any(is_there) {
            let part = span.part.name();
            return Err(format!("said to be {part}, but not in the game: `{words}`"));
        }
    }
    let (moves, nodes) = (of(Part::Move).count(), record.game().tree.len());
    if matches!(record.format, Format::Pgn | Format::Bpgn | Format::Scoresheet) && moves != nodes {
        return Err(format!("{moves} moves in the text, but {nodes} in the game"));
    }
    Ok(())
}

/// Checks that words such as `mate` belong to a move only if they stand right after it.
fn marks(record: &Record, account: &Account) -> Result<(), String> {
    let mut after_move = false;
    for span in account.spans.iter().filter(|_| record.format == Format::Scoresheet) {
        let words = decoded(record, &record.text[span.bytes.clone()]);
        match span.part {
            Part::Move => after_move = true,
            Part::Mark if !after_move && words.contains(char::is_alphabetic) => {
                return Err(format!("not the mark of a move: `{words}`"));
            }
            Part::Mark | Part::Nag | Part::Whitespace | Part::Decoration => {}
            _ => after_move = false,
        }
    }
    Ok(())
}

/// Checks that the text between a stream's records is whitespace, or known to have no meaning.
fn between(
    format: Format,
    text: &[u8],
    records: &[Record],
    longest_line: usize,
) -> Result<(), String> {
    if decode::is_wide(text) {
        return Ok(());
    }
    // Text over the size limit of a game is left out, with a diagnostic.
    let is_cut = |record: &Record| {
        let too_long = |d: &Diagnostic| d.code.name.ends_with("too-long");
        record.parsed.diagnostics.iter().any(too_long)
    };
    let starts = |record: &Record, at: usize| record.byte + record.text.len() as u64 == at as u64;
    let mut outside = Outside::new(format);
    for record in records {
        outside.add(record);
    }
    for gap in outside.spans(text) {
        let said = records.iter().any(|r| starts(r, gap.bytes.start) && is_cut(r));
        if gap.part == Part::Unaccounted && !said {
            let bytes = &text[gap.bytes.clone()];
            return Err(format!("vanished between the games: `{}`", bytes.escape_ascii()));
        }
    }
    if format == Format::Style12 {
        lines_of_transcript(text, records, &outside, longest_line)
    } else {
        Ok(())
    }
}

/// Every word of a transcript stands in a record or outside of all.
fn lines_of_transcript(
    text: &[u8],
    records: &[Record],
    outside: &Outside,
    longest: usize,
) -> Result<(), String> {
    let spans = outside.spans(text);
    let mut inside = 0..0;
    let end = std::iter::once(text.len()..text.len());
    let gaps = spans.iter().map(|span| span.bytes.clone()).chain(end);
    let texts: Vec<&[u8]> =
        records.iter().flat_map(|record| record.text.split(|b| *b == b'\n')).collect();
    let whole: HashSet<&[u8]> = texts.iter().copied().collect();
    for gap in gaps {
        inside = inside.end..gap.start;
        for line in text[inside.clone()].split(|b| matches!(b, b'\n' | b'\r')) {
            let words: Vec<_> = line.split(|b| !b.is_ascii_alphanumeric()).collect();
            let kept = |kept: &[u8]| {
                let has = |word: &&[u8]| memchr::memmem::find(kept, word).is_some();
                words.iter().all(has)
            };
            if words.iter().all(|word| word.is_empty()) || line.len() > longest {
                continue;
            }
            // Logs and pages spell lines in other ways.
            let spelled = line.contains(&b'\\') || line.contains(&b'&') || !line.is_ascii();
            if !whole.contains(line) && !spelled && !texts.iter().any(|text| kept(text)) {
                return Err(format!("in no record and not outside: `{}`", line.escape_ascii()));
            }
        }
        inside.end = gap.end;
    }
    Ok(())
}

/// Collects all text of a game, without whitespace.
fn kept_text(game: &Game) -> String {
    let mut all = String::new();
    let tree = &game.tree;
    let mut nodes = vec![NodeId::ROOT];
    while let Some(node) = nodes.pop() {
        for comment in &tree.annotations(node).comments {
            all.push_str(&comment.text);
            all.push('\u{1}');
        }
        nodes.extend(tree.children(node));
    }
    all.push_str(game.unread.as_deref().unwrap_or_default());
    squeezed(&all)
}

/// Removes whitespace, and makes all marks around comments alike.
fn squeezed(text: &str) -> String {
    let brackets = |c: &char| matches!(c, '{' | '}' | '(' | ')' | '（' | '）');
    text.chars().filter(|c| !partie_formats::text::is_whitespace(*c) && !brackets(c)).collect()
}

fn decoded(record: &Record, bytes: &[u8]) -> String {
    let label = if record.encoding.starts_with("UTF-") { "UTF-8" } else { record.encoding };
    decode::decode(bytes, Some(label)).text.into_owned()
}

/// Replaces the entities of HTML, as reading does.
fn without_entities(text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(i) = text[at..].find('&').map(|i| at + i) {
        out.push_str(&text[at..i]);
        let (meaning, length) =
            strip_markup::entity(&text.as_bytes()[i..]).unwrap_or(("&".into(), 1));
        out.push_str(&meaning);
        at = i + length;
    }
    out.push_str(&text[at..]);
    out
}
