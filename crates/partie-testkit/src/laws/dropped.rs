//! Dropped text holds nothing of a game.

use std::ops::Range;

use partie_core::{Game, Outcome, Position, moves::san};
use partie_formats::{
    Diagnostic, Format, ReadOptions, Record, Severity, decode,
    ledger::{Part, Span},
};
use partie_pgn::token;
use partie_records::{Outside, container::Layers};

/// Holds the records of a text to the law of dropped text: what the ledger says to be decoration, or
/// outside of games, holds no two moves that are legal one after the other, no result, no tag pair and
/// no name of a player, unless a diagnostic covers it.
///
/// A line of PGN that begins with `%` is meant for other programs (PGN standard, 6).
///
/// Of the lines of a transcript that belong to no game, those count that begin with a tag pair, the
/// number of a move or a result, after the time of a log. All others are talk and announcements, which may name results of
/// games that the transcript does not have: `{Game 7 (Ann vs. Bob) Bob resigns} 1-0`.
///
/// # Errors
///
/// A description of what was dropped.
pub fn dropped(
    layers: Layers,
    text: &[u8],
    records: &[Record],
    options: &ReadOptions,
) -> Result<(), String> {
    for record in records {
        let account = partie_records::account(record, options);
        for run in
            runs(&record.text, &account.spans, |span| is_dropped(span) && !is_said(record, span))
        {
            // A board may end one game of a transcript and begin the next.
            if record.format == Format::Style12 && is_said_beside(records, record, run.start) {
                continue;
            }
            let words = record.decoded(&record.text[run.clone()]);
            if words.starts_with('%') || words.starts_with("<br>%") {
                continue;
            }
            if let Some(why) = held(&words, Some(record.game())) {
                return Err(format!(
                    "{why} dropped in record {} (line {}): `{words}`",
                    record.number, record.line
                ));
            }
        }
    }
    // Of a file without games the program says that it holds none.
    if decode::is_wide(text) || !records.iter().any(Record::holds_game) {
        return Ok(());
    }
    let mut outside = Outside::new(layers);
    for record in records {
        outside.add(record);
    }
    for run in runs(text, &outside.spans(text), is_dropped) {
        let words = decode::lossy(&text[run]);
        let is_transcript = layers.format == Format::Style12;
        let held = if is_transcript {
            words.lines().find_map(|line| begins_with(without_time(line.trim())))
        } else {
            held(&words, None)
        };
        if let Some(why) = held {
            return Err(format!("{why} dropped outside of all records: `{words}`"));
        }
    }
    Ok(())
}

/// Returns true for parts that are understood and dropped.
fn is_dropped(span: &Span) -> bool {
    matches!(span.part, Part::Decoration | Part::Outside)
}

/// Returns true if a diagnostic names a part; in a transcript, if one is about its line.
fn is_said(record: &Record, span: &Span) -> bool {
    let line_of = |at: usize| record.text[..at].split(|b| *b == b'\n').count();
    let on_line = |d: &Diagnostic| {
        d.severity >= Severity::Repaired && line_of(d.span.start) == line_of(span.bytes.start)
    };
    if record.format == Format::Style12 && record.parsed.diagnostics.iter().any(on_line) {
        return true;
    }
    span.code.is_some_and(|code| {
        let mut all = record.parsed.diagnostics.iter();
        all.any(|d| *d.code == *code && d.severity >= Severity::Repaired)
    })
}

/// Returns true if a diagnostic of any record is about the line of the stream on which a place of a
/// record stands.
fn is_said_beside(records: &[Record], record: &Record, start: usize) -> bool {
    let line = record.place(start).line;
    records.iter().any(|other| {
        let mut said = other.parsed.diagnostics.iter().filter(|d| d.severity >= Severity::Repaired);
        said.any(|d| other.place(d.span.start).line == line)
    })
}

/// Returns the ranges of dropped text, with the whitespace inside them.
fn runs(text: &[u8], spans: &[Span], is_dropped: impl Fn(&Span) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let (mut open, mut at) = (false, 0);
    for span in spans {
        let bytes = span.bytes.start.min(text.len())..span.bytes.end.min(text.len());
        // Records lie between the spans outside of all.
        open &= at == bytes.start;
        at = bytes.end;
        if is_dropped(span) {
            match runs.last_mut() {
                Some(last) if open => last.end = bytes.end,
                _ => runs.push(bytes),
            }
            open = true;
        } else if span.part != Part::Whitespace {
            open = false;
        }
    }
    runs
}

/// Returns a line without a time in brackets before it.
fn without_time(line: &str) -> &str {
    let time = line.strip_prefix(['[', '(']).and_then(|rest| rest.split_once([']', ')']));
    time.filter(|(time, _)| time.contains(':') && !time.contains('"'))
        .map_or(line, |(_, rest)| rest.trim())
}

/// Returns what of a game a line begins with.
fn begins_with(line: &str) -> Option<&'static str> {
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_number = first.starts_with(|c: char| c.is_ascii_digit()) && first.contains('.');
    let is_result = Outcome::from_pgn(first).is_some_and(Outcome::is_known);
    (is_number || is_result || line.starts_with('[')).then(|| held(line, None)).flatten()
}

/// Returns what of a game a text holds.
fn held(words: &str, game: Option<&Game>) -> Option<&'static str> {
    if words.match_indices('[').any(|(i, _)| {
        let rest = &words.as_bytes()[i..];
        token::tag_name(rest).is_some() && rest.contains(&b']')
    }) {
        return Some("a tag pair");
    }
    let is_result = |word: &str| {
        Outcome::from_pgn(word.trim_end_matches(['.', ',', ';', ')', ']', '}']))
            .is_some_and(Outcome::is_known)
    };
    if words.split_whitespace().any(is_result) {
        return Some("a result");
    }
    if let Some(game) = game {
        let names = ["White", "Black"].into_iter().filter_map(|name| game.tags.get(name));
        if names.filter(|name| name.chars().count() > 2).any(|name| words.contains(name)) {
            return Some("a player's name");
        }
    }
    holds_moves(words, game).then_some("legal moves")
}

/// Returns true if a number and two moves in a text are legal one after the other, from the start
/// or from the position of a game with that number.
fn holds_moves(text: &str, game: Option<&Game>) -> bool {
    let words: Vec<(Option<u32>, &str)> = words(text);
    let numbered = words.iter().enumerate().filter_map(|(i, (n, _))| n.map(|n| (i, n)));
    for (i, number) in numbered {
        if !san::San::is_move(words[i].1) {
            continue;
        }
        let moves = [words.get(i), words.get(i + 1)];
        let [Some((_, first)), Some((_, second))] = moves else { continue };
        if positions(number, game).into_iter().any(|position| follow(position, first, second)) {
            return true;
        }
    }
    false
}

/// Splits a text into words, each with the number before it.
fn words(text: &str) -> Vec<(Option<u32>, &str)> {
    let mut words = Vec::new();
    let mut number = None;
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|' | '"')) {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &word[..word.len() - rest.len()];
        let bare = rest.trim_start_matches(['.', '…']);
        if !digits.is_empty() && bare.len() < rest.len() {
            number = digits.parse().ok();
        } else if !digits.is_empty() {
            number = None;
        }
        if !bare.is_empty() {
            words.push((number.take(), bare.trim_end_matches([',', ';', '!', '?', ')'])));
        }
    }
    words
}

/// Returns the start position, if the number is 1, and the positions of a game's main line in which a
/// move has that number.
fn positions(number: u32, game: Option<&Game>) -> Vec<Position> {
    let mut found = Vec::new();
    if number == 1 {
        found.push(Position::start(partie_core::Variant::Standard));
    }
    if let Some(game) = game {
        let mut boards = game.start.clone();
        let mut plies = game.plies();
        loop {
            if boards.first().fullmoves() == number {
                found.push(boards.first().clone());
            }
            let Some((id, ply)) = plies.next() else { break };
            if boards.play(id, ply).is_err() {
                break;
            }
        }
    }
    found
}

fn follow(mut position: Position, first: &str, second: &str) -> bool {
    let Ok(reading) = san::read(&position, first) else { return false };
    position.play(reading.ply).is_ok() && san::read(&position, second).is_ok()
}
