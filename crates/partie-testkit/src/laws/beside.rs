//! A game is a game beside any other text.

use std::ops::Range;

use super::telling::{InShort, complaints, in_short, opened, read_as, says_more};
use partie_formats::{Format, Record, Severity};
use partie_records::container::{Container, Layers, Layout};

/// A game as PGN has it.
pub const WITH_TAGS: &str = "[Event \"Beside\"]\n[Site \"?\"]\n[Date \"2001.02.03\"]\n[Round \"?\"]\n\
    [White \"Quillon, Oda\"]\n[Black \"Zwirn, Ulf\"]\n[Result \"0-1\"]\n\n\
    1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 4. Nc3 Qh4+ 5. g3 Qxg3+ 6. hxg3 Bxg3# 0-1\n";

/// A line of a scoresheet.
pub const LINE: &str = "1. e4 e5 2. Nf3 Nc6 1-0\n";

/// A place of the added game.
const PLACES: [&str; 2] = ["before", "after"];

/// Holds a file to the law of games beside it: a game before or after it is found with its moves,
/// and the games of the file stay as they are, or a diagnostic says that something is wrong: `partie
/// check` gives the status 1 for one that the file alone does not have.
///
/// These are no faults:
///
/// * A text of the file that has neither moves nor a start position of its own may go to the added
///   game: tags and headings belong to the moves below them, and moves from the middle of a game, which
///   cannot be read, to those above.
/// * The added line of moves has no names, so it takes those of a heading that ends the file.
/// * A comment that is not closed at the end of the file, and is reported, takes the added game in; and
///   so does the unread rest of a game with an error.
/// * After a game with tags a text is PGN, where `{` begins a comment, as do semicolons between the
///   moves of another layout.
/// * The head of a table with a game in each row is known only on the first line of a file.
///
/// # Errors
///
/// A description of what was lost or changed.
pub fn beside(text: &[u8], name: Option<&str>) -> Result<(), String> {
    hold(text, name, true)
}

/// Holds a file to the first half of the law of games beside it, for any bytes: the added game is
/// found, or a diagnostic says that something is wrong: in it, in the broken record in which it stands,
/// or more often than in the file alone.
///
/// # Errors
///
/// A description of what was lost.
pub fn found_beside(text: &[u8], name: Option<&str>) -> Result<(), String> {
    hold(text, name, false)
}

fn hold(text: &[u8], name: Option<&str>, own_stay: bool) -> Result<(), String> {
    let Some((layers, own)) = opened(text, name) else { return Ok(()) };
    let (games, before) = (played(&own), complaints(&own));
    let is_open = own.last().is_some_and(|record| {
        let all = &record.parsed.diagnostics;
        all.iter().any(|d| d.severity >= Severity::Repaired && d.code.name.contains("not-closed"))
    });
    // Moves below a position begin there.
    let ends_with_position = games.last().is_some_and(|game| game.moves.is_empty());
    for added in [WITH_TAGS, LINE] {
        let new = played(&read_as(Format::Pgn, added.as_bytes()));
        for place in PLACES {
            if place == "before" && is_changed_by(added, text, layers)
                || place == "after" && (is_open || added == LINE && ends_with_position)
            {
                continue;
            }
            let (together, expected) = match place {
                "before" => (
                    [added.as_bytes(), b"\n", text].concat(),
                    [new.clone(), games.clone()].concat(),
                ),
                _ => (
                    [text, b"\n\n", added.as_bytes()].concat(),
                    [games.clone(), new.clone()].concat(),
                ),
            };
            let Some((found_layers, records)) = opened(&together, name) else { continue };
            let found = played(&records);
            // Below the heading of another game the rules may be others.
            let is_found = found.iter().any(|game| {
                let same_rules =
                    |new: &InShort| InShort { start: game.start.clone(), ..new.clone() };
                new.iter().any(|new| is_same(game, &same_rules(new)))
            });
            let added_at = if place == "before" {
                0..added.len()
            } else {
                together.len() - added.len()..together.len()
            };
            if are_same(&found, &expected)
                || !own_stay && (is_found || says_in(&records, &added_at))
                || says_more(&complaints(&records), &before)
                || place == "after" && is_unread(&records, added)
            {
                continue;
            }
            let at = found.iter().zip(&expected).take_while(|(a, b)| is_same(a, b)).count();
            return Err(format!(
                "{:?} {place} it ({layers:?}, together {found_layers:?}): {} games instead of {}; \
                 game {}: {:?} instead of {:?}",
                added.lines().next().unwrap_or_default(),
                found.len(),
                expected.len(),
                at + 1,
                found.get(at),
                expected.get(at),
            ));
        }
    }
    Ok(())
}

/// Returns true if a text is meant otherwise after the added game.
fn is_changed_by(added: &str, text: &[u8], layers: Layers) -> bool {
    let layout = match layers.container {
        Some(Container::Layout(layout)) => Some(layout),
        _ => None,
    };
    if added == LINE {
        return layout == Some(Layout::Rows);
    }
    let bare = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    bare.starts_with(b"{") || layout.is_some() && text.contains(&b';')
}

/// Returns the games that have moves or a start position of their own.
fn played(records: &[Record]) -> Vec<InShort> {
    let mut games = in_short(records);
    games.retain(|game| !game.moves.is_empty() || !game.begins_as_usual());
    games
}

fn are_same(found: &[InShort], expected: &[InShort]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| is_same(a, b))
}

/// Compares a game with the expected one, whose names count only if it has any.
fn is_same(found: &InShort, expected: &InShort) -> bool {
    let named = expected.players.iter().any(Option::is_some);
    let players = if named { expected.players.clone() } else { found.players.clone() };
    *found == InShort { players, ..expected.clone() }
}

/// Returns true if a diagnostic is about a part of the stream, or if the record in which it stands is
/// broken: the rest of it is kept as text.
fn says_in(records: &[Record], bytes: &Range<usize>) -> bool {
    let is_inside = |record: &Record, span: &Range<usize>| {
        let (start, end) = (record.place(span.start).byte, record.place(span.end).byte);
        start < bytes.end as u64 && end > bytes.start as u64
    };
    records.iter().any(|record| {
        let all = &record.parsed.diagnostics;
        let is_broken = all.iter().any(|d| d.severity == Severity::Error);
        is_broken && is_inside(record, &(0..record.text.len()))
            || all.iter().any(|d| d.severity >= Severity::Repaired && is_inside(record, &d.span))
    })
}

/// Returns true if the last line of a game is kept as the unread rest of a record with an error.
fn is_unread(records: &[Record], added: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let line = squeezed(added.lines().next_back().unwrap_or_default());
    records.iter().any(|record| {
        let unread = record.game().unread.as_deref().map(squeezed);
        unread.is_some_and(|unread| unread.contains(&line))
            && record.parsed.diagnostics.iter().any(|d| d.severity == Severity::Error)
    })
}
