//! Repair of the games of formats that are not repaired in place: they are written as PGN.

use std::iter;

use partie_core::{Boards, Game, Outcome, Ply};
use partie_formats::{
    Confidence, Diagnostic, Fix, Format, GameView, ReadOptions, Record, Severity, WriteOptions,
    decode,
};

use super::{
    change::{RepairOptions, Repaired},
    settle,
};
use crate::{
    bpgn, games, parse,
    write::{self, Movetext},
};

/// Text of PGN made from a record, and the place of its words in the record.
struct Draft {
    text: String,
    /// Offset in the text at which the words of the record begin.
    words: usize,
    /// Offset of the same words in the record's text.
    at: usize,
    /// True if the moves before the words are those that were read.
    keeps_moves: bool,
}

/// Writes a record's game as PGN, and repairs the moves that were not read.
pub(super) fn record(record: &Record, options: RepairOptions, read: &ReadOptions) -> Repaired {
    let left: Vec<_> = errors(record).cloned().collect();
    if !record.holds_game() {
        return Repaired::unchanged(String::new(), left);
    }
    let game = record.game();
    if game.unread.is_some()
        && let Some(mended) = mended(record, options, &read.clone().encoding(None))
    {
        return mended;
    }
    Repaired::unchanged(in_export_format(iter::once(game)), left)
}

/// Finds the first change that [`record`] would make.
pub(super) fn advice(record: &Record, read: &ReadOptions) -> Option<Fix> {
    let options = RepairOptions::default().level(Confidence::Guess);
    let mended = mended(record, options, &read.clone().encoding(None))?;
    let stop = errors(record).next()?.span.start;
    let near = mended.changes.into_iter().filter(|change| change.span.end >= stop);
    let first = near.min_by_key(|change| change.span.start)?;
    Some(Fix { span: first.span, replacement: first.after, confidence: first.confidence })
}

fn errors(record: &Record) -> impl Iterator<Item = &Diagnostic> {
    record.parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error)
}

/// Repairs the words that were not read, in the way by which most plies can be read.
fn mended(record: &Record, options: RepairOptions, read: &ReadOptions) -> Option<Repaired> {
    let known: Vec<_> = plies(record.game()).collect();
    let mut best: Option<(usize, Repaired)> = None;
    for draft in drafts(record)? {
        let Some(mut repaired) = settle::text(Format::Pgn, draft.text.as_bytes(), options, read)
        else {
            continue;
        };
        let game = parse::parse(repaired.text.as_bytes(), read).0.value;
        let count = plies(&game).count();
        let same = known.iter().copied().eq(plies(&game).take(known.len()));
        let may_differ = draft.keeps_moves && options.level == Confidence::Guess;
        let is_further = count > best.as_ref().map_or(known.len(), |(count, _)| *count);
        if !is_further || !same && !may_differ {
            continue;
        }
        // Writing as PGN respells the moves anyway.
        repaired.changes.retain(|c| c.confidence > Confidence::Safe && c.span.start >= draft.words);
        for change in &mut repaired.changes {
            let place = |offset: usize| (offset - draft.words + draft.at).min(record.text.len());
            change.span = place(change.span.start)..place(change.span.end);
        }
        // Reading from memory does not fail.
        let games: Vec<_> = games::read(repaired.text.as_bytes(), read).flatten().collect();
        repaired.text = in_export_format(games.iter().map(Record::game));
        best = Some((count, repaired));
    }
    best.map(|(_, repaired)| repaired)
}

/// Writes games in export format, those of bughouse as BPGN.
fn in_export_format<'a>(games: impl Iterator<Item = &'a Game>) -> String {
    let options = WriteOptions::default();
    let mut written = Vec::new();
    for game in games {
        match game.start {
            Boards::One(_) => drop(write::append_with_losses(game, &options, &mut written)),
            // Memory does not fail.
            Boards::Two(_) => drop(bpgn::write(game, &options, &mut written)),
        }
    }
    String::from_utf8_lossy(&written).into_owned()
}

fn plies(game: &Game) -> impl Iterator<Item = Ply> {
    game.tree.mainline().filter_map(|node| game.tree.ply(node))
}

/// Writes the game with the words that were not read behind its moves, and its tags with all words
/// of the record.
fn drafts(record: &Record) -> Option<impl Iterator<Item = Draft>> {
    let game = record.game();
    let unread = game.unread.as_deref()?;
    let options = WriteOptions::default();
    let mut tags = Vec::new();
    write::append_all_tags(game, &options, &mut tags);
    let draft = |mut text: Vec<u8>, words: &str, at, keeps_moves| {
        let start = text.len();
        text.extend_from_slice(words.as_bytes());
        text.push(b'\n');
        let text = String::from_utf8_lossy(&text).into_owned();
        Draft { text, words: start, at, keeps_moves }
    };
    let mut moves = tags.clone();
    let mut movetext = Movetext::new(game.start(), false, &options, &mut moves);
    movetext.events(game.events());
    movetext.finish(Outcome::Unknown);
    let without_result = moves.trim_ascii_end().strip_suffix(b"*").map_or(moves.len(), <[u8]>::len);
    moves.truncate(without_result);
    moves.push(b'\n');
    let stop = errors(record).next().map_or(0, |d| d.span.start);
    let after_moves = draft(moves, unread, stop, true);
    let sheet = matches!(record.format, Format::Scoresheet | Format::ChessGamePlayer).then(|| {
        let decoded = decode::decode(&record.text, Some(record.encoding));
        draft(tags, &decoded.text, 0, false)
    });
    Some(iter::once(after_moves).chain(sheet))
}
