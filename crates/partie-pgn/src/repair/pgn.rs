//! Repair of a PGN game, round by round.

use std::ops::Range;

use partie_core::{Game, NodeId, Tree};

use super::{
    change::{Change, RepairOptions, Repaired, re_encoded, says_anything, whole},
    edit::{Edit, Insertions, Map, apply, compatible, harmless, insertions, takes},
    guess, moves,
    reading::Reading,
    spelling, tags,
};
use crate::{
    codes,
    fast::single,
    games,
    notation::{self, InSan},
    parse, strip_markup,
};
use partie_formats::{
    Confidence, Diagnostic, Fix, ReadOptions,
    decode::{self, Decoded},
};

/// Greatest number of times that a text is read again. Most texts need two readings.
const ROUNDS: usize = 64;

/// Number of guesses that one game may need. A text that needs more is not a game.
const GUESSES: usize = 16;

struct Repairer<'a> {
    options: RepairOptions,
    read: ReadOptions,
    decoded: Decoded<'a>,
    /// Number of bytes of the record.
    bytes: usize,
    maps: Vec<Map>,
    changes: Vec<Change>,
    /// Number of changes of the text as a whole, which come first.
    before_rounds: usize,
    /// Number of records as which the text is cut. Only edits between games change it.
    records: usize,
}

/// Reads a text, and finds the changes that it calls for.
fn read_text(text: String, options: &ReadOptions) -> Reading {
    let (mut now, tokens) = Reading::new(text, options);
    let Some(tokens) = tokens else { return now };
    // At one place tags stand before moves.
    let mut edits = tags::edits(&now, &tokens);
    drop(tokens);
    moves::take_edits(&mut now, &mut edits);
    now.edits = edits;
    now
}

/// One pass over a text: what surrounds the game, then the game.
pub(super) fn pass(bytes: &[u8], options: RepairOptions, read: &ReadOptions) -> Repaired {
    let decoded = decode::decode(bytes, read.encoding.as_deref());
    let re_encoded = re_encoded(bytes, &decoded);
    let mut notation_change = None;
    let (mut decoded, diagnostics) = strip_markup::strip(decoded);
    let read = read.clone();
    let text = decoded.text.clone().into_owned();
    let mut now = read_text(text, &read);
    let in_san = notation::in_san(&decoded, || now.tokens().into(), &now.examined, &read);
    if let Some(InSan { decoded: in_san, diagnostic, confidence }) = in_san {
        if confidence > options.level {
            // The moves are not certain enough: leave the text as it is.
            let text = decode::decode(bytes, read.encoding.as_deref()).text.into_owned();
            let left = parse::parse(bytes, &read).0.diagnostics;
            let changes = re_encoded.into_iter().collect();
            return Repaired { changes, ..Repaired::unchanged(text, left) };
        }
        now = read_text(in_san.text.clone().into_owned(), &read);
        decoded = in_san;
        notation_change = Some(Change { confidence, ..whole(&diagnostic, String::new()) });
    }
    let bytes_len = bytes.len();
    let mut repairer = Repairer {
        options,
        read,
        decoded,
        bytes: bytes_len,
        maps: Vec::new(),
        changes: Vec::new(),
        before_rounds: 0,
        records: 0,
    };
    repairer.records = repairer.records_in(&now.text);
    let nothing = now.is_no_game();
    if nothing {
        // Such a text is not analysed; only its encoding changes.
        now.text = decode::decode(bytes, repairer.read.encoding.as_deref()).text.into_owned();
    } else {
        repairer
            .changes
            .extend(diagnostics.iter().map(|diagnostic| whole(diagnostic, String::new())));
    }
    repairer.changes.extend(notation_change);
    repairer.changes.extend(re_encoded);
    repairer.before_rounds = repairer.changes.len();
    if !nothing {
        now = repairer.rounds(now);
    }
    let results = says_anything(now.game()).then_some(now.game().outcome).into_iter().collect();
    let left = now.examined.parsed.diagnostics;
    let Repairer { changes, .. } = repairer;
    Repaired { changes, results, ..Repaired::unchanged(now.text, left) }
}

/// Adds the tags that a text lacks, if nothing else needs a fix.
pub(super) fn add_tags(bytes: &[u8], read: &ReadOptions) -> Option<Repaired> {
    let (places, outcome) = single::only_roster_missing(bytes, read)?;
    let text = str::from_utf8(bytes).ok()?;
    let pairs: Vec<_> = places.into_iter().map(|(name, pair)| (&text[name], pair)).collect();
    let mut edits = Vec::new();
    tags::roster(text, outcome, &pairs, &mut edits);
    let edits = compatible(edits, text);
    let (mended, _) = apply(text, &edits);
    let change = |edit: Edit| Change {
        code: edit.code,
        confidence: edit.confidence,
        ply: edit.ply,
        span: edit.span,
        before: String::new(),
        after: edit.replacement,
        guess: None,
    };
    single::is_clean(&mended, read).then(|| Repaired {
        changes: edits.into_iter().map(change).collect(),
        faultless: true,
        ..Repaired::unchanged(mended, Vec::new())
    })
}

/// Finds the fix that [`pass`] would apply where the main line of a text stops.
pub(super) fn advice(bytes: &[u8], read: &ReadOptions) -> Option<Fix> {
    let (decoded, _) = strip_markup::strip(decode::decode(bytes, read.encoding.as_deref()));
    let now = read_text(decoded.text.clone().into_owned(), read);
    now.examined.stop?;
    let edits = spelling::edits(&now).or_else(|| guess::edits(&now))?;
    let edit = compatible(edits, &now.text).into_iter().next()?;
    let span = decoded.byte_offset(edit.span.start)..decoded.byte_offset(edit.span.end);
    Some(Fix { span, replacement: edit.replacement, confidence: edit.confidence })
}

impl Repairer<'_> {
    fn rounds(&mut self, mut now: Reading) -> Reading {
        let mut guesses = 0;
        let mut between_games = before_further_games(&now);
        between_games.retain(|edit| edit.confidence <= self.options.level);
        if !between_games.is_empty() {
            // The next reading of the text splits the games and repairs each one.
            let edits = compatible(between_games, &now.text);
            let (text, map) = apply(&now.text, &edits);
            self.remember(&now, edits, &map);
            return read_text(text, &self.read);
        }
        for _ in 0..ROUNDS {
            if now.is_faultless() {
                break;
            }
            if self.options.level >= Confidence::Likely
                && let Some(edits) = spelling::edits(&now)
                && let edits = compatible(edits, &now.text)
                && !edits.is_empty()
                && let Some(next) = self.made(&now, edits)
            {
                now = next;
                continue;
            }
            let guessing = self.options.level == Confidence::Guess && guesses < GUESSES;
            // A guess needs the numbers as they stand, so it comes first.
            if guessing {
                if let Some(edits) = guess::edits(&now)
                    && let Some(next) = self.guessed(&now, compatible(edits, &now.text))
                {
                    guesses += 1;
                    now = next;
                    continue;
                }
                // Nothing explains the following text, now or later.
                guesses = GUESSES;
            }
            let before = insertions(&now.edits);
            let edits = self.proposed(&mut now);
            if let Some((edits, next)) = self.guarded(&now, edits, &before) {
                self.remember(&now, edits, &next.0);
                now = next.1;
                continue;
            }
            let as_read = |span| self.as_read(span).to_owned();
            let Some(edit) = moves::put_away(&now, self.options, as_read) else { break };
            let edits = compatible(vec![edit], &now.text);
            let Some(edit) = edits.first() else { break };
            let span = edit.span.clone();
            let before = self.as_read(span.clone()).to_owned();
            let place = self.record_place(&span);
            let known = self.changes.len();
            let Some(next) = self.made(&now, edits) else { break };
            self.withdraw(&place, known);
            now = next;
            if let Some(change) = self.changes.last_mut() {
                change.before = before;
            }
        }
        now
    }

    /// Takes the changes of the wanted level that the text calls for.
    fn proposed(&self, now: &mut Reading) -> Vec<Edit> {
        let mut edits = std::mem::take(&mut now.edits);
        edits.retain(|e| e.confidence <= self.options.level);
        compatible(edits, &now.text)
    }

    /// Returns the edits that leave the game as it was read.
    fn guarded(
        &self,
        now: &Reading,
        edits: Vec<Edit>,
        before: &Insertions,
    ) -> Option<(Vec<Edit>, (Map, Reading))> {
        harmless(edits, |edits| {
            let (text, map) = apply(&now.text, edits);
            let next = read_text(text, &self.read);
            let settled = edits.iter().any(|e| e.code == &codes::BOARD_CONFLICT);
            let good = keeps(now.game(), next.game(), settled)
                && takes(edits, before, &next.edits)
                && self.records_in(&next.text) == self.records;
            good.then_some((map, next))
        })
    }

    /// Makes the edits of a guess if more of the game can be read with them.
    fn guessed(&mut self, now: &Reading, edits: Vec<Edit>) -> Option<Reading> {
        let (text, map) = apply(&now.text, &edits);
        let next = read_text(text, &self.read);
        let further = now.examined.stop.is_none()
            || next.examined.stop.is_none()
            || next.game().ply_count() > now.game().ply_count();
        let good = further && self.records_in(&next.text) == self.records;
        if good {
            self.remember(now, edits, &map);
        }
        good.then_some(next)
    }

    /// Counts the records as which a text is cut.
    fn records_in(&self, text: &str) -> usize {
        games::cut(text.as_bytes(), &self.read.limits).count()
    }

    /// Leads an offset in the text as it is now back to the text as it was read.
    fn back(&self, offset: usize) -> usize {
        self.maps.iter().rev().fold(offset, |at, map| map.back(at))
    }

    /// Returns the text that stood in a place before all edits.
    fn as_read(&self, span: Range<usize>) -> &str {
        let text = &self.decoded.text;
        let end = text.ceil_char_boundary(self.back(span.end));
        let start = text.floor_char_boundary(self.back(span.start)).min(end);
        &text[start..end]
    }

    /// Returns where a place of the text as it is now stands in the record, in bytes.
    fn record_place(&self, span: &Range<usize>) -> Range<usize> {
        let record = |offset| self.decoded.byte_offset(self.back(offset)).min(self.bytes);
        record(span.start)..record(span.end)
    }

    /// Forgets those of the first changes that are about words in a place of the record: they are
    /// undone.
    fn withdraw(&mut self, place: &Range<usize>, first: usize) {
        let mut at = 0;
        self.changes.retain(|change| {
            at += 1;
            let Range { start, end } = change.span;
            at <= self.before_rounds || at > first || end <= place.start || start >= place.end
        });
    }

    /// Makes edits that leave the number of records as it is.
    fn made(&mut self, now: &Reading, edits: Vec<Edit>) -> Option<Reading> {
        let (text, map) = apply(&now.text, &edits);
        if self.records_in(&text) != self.records {
            return None;
        }
        let next = read_text(text, &self.read);
        self.remember(now, edits, &map);
        Some(next)
    }

    fn remember(&mut self, now: &Reading, edits: Vec<Edit>, map: &Map) {
        for edit in edits {
            let back = |offset: usize| self.decoded.byte_offset(self.back(offset)).min(self.bytes);
            let (start, end) = (back(edit.span.start), back(edit.span.end));
            self.changes.push(Change {
                code: edit.code,
                confidence: edit.confidence,
                ply: edit.ply,
                span: start..end.max(start),
                before: now.text[edit.span].to_owned(),
                after: edit.replacement,
                guess: edit.guess.map(|guess| *guess),
            });
        }
        self.maps.push(map.clone());
    }
}

/// Adds the empty lines that are missing between games run together.
fn before_further_games(now: &Reading) -> Vec<Edit> {
    let games = now.diagnostics().iter().filter(|d| d.code == &codes::SECOND_GAME);
    let edit = |game: &Diagnostic| {
        let fix = game.fix.clone()?;
        let edit = Edit::new(game.code, fix.span, fix.replacement, fix.confidence);
        Some(edit.at_ply(game.ply))
    };
    games.filter_map(edit).collect()
}

/// Returns true if a game is still the same after its text changed: the same moves in main line and
/// variations, the same variant and result (unless the final position settled it), and no comment,
/// glyph or tag lost.
fn keeps(before: &Game, after: &Game, settled: bool) -> bool {
    let comments = |g: &Game| walk(&g.tree).map(|n| g.tree.annotations(n).comments.len()).sum();
    let glyphs = |g: &Game| walk(&g.tree).map(|n| g.tree.annotations(n).nags.len()).sum();
    let (old, new): (usize, usize) = (comments(before), comments(after));
    let (old_glyphs, new_glyphs): (usize, usize) = (glyphs(before), glyphs(after));
    before.variant == after.variant
        && (settled || before.outcome == after.outcome)
        && before.start.first().board() == after.start.first().board()
        && before.start.first().turn() == after.start.first().turn()
        && before.tags.len() <= after.tags.len()
        && old <= new
        && old_glyphs <= new_glyphs
        && same_moves(before, after)
}

fn walk(tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
    let mut stack = vec![NodeId::ROOT];
    std::iter::from_fn(move || {
        let node = stack.pop()?;
        stack.extend(tree.children(node));
        Some(node)
    })
}

/// Returns true if two games have the same tree of moves. Where reading stopped before, it may go
/// on now.
fn same_moves(before: &Game, after: &Game) -> bool {
    let (old, new) = (&before.tree, &after.tree);
    let stopped = before.unread.is_some().then(|| old.mainline_end());
    let mut stack = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((a, b)) = stack.pop() {
        if old.ply(a) != new.ply(b) {
            return false;
        }
        if stopped == Some(a) {
            continue;
        }
        if old.children(a).count() != new.children(b).count() {
            return false;
        }
        stack.extend(old.children(a).zip(new.children(b)));
    }
    true
}
