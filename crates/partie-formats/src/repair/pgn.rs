//! Mending the text of a PGN game, round by round.

use partie_core::{Game, NodeId, Tree};

use super::{
    Change, RepairOptions, Repaired,
    edit::{Edit, Insertions, Map, apply, compatible, harmless, insertions, takes},
    guess, moves,
    reading::Reading,
    separator,
};
use crate::{
    Confidence, Diagnostic, ReadOptions,
    decode::{self, Decoded},
    games, lines,
    pgn::{clean, codes, parse},
};

/// How often a text is read again at most; most texts need two readings.
const ROUNDS: usize = 64;

/// How many guesses one game may need. A text that needs more is no game.
const GUESSES: usize = 16;

struct Mender<'a> {
    options: RepairOptions,
    read: ReadOptions,
    decoded: Decoded<'a>,
    /// How many bytes the record has.
    bytes: usize,
    maps: Vec<Map>,
    changes: Vec<Change>,
}

/// How often a mended text is taken for a new one. What looks like HTML or quoted mail, or
/// like the start of another game, may come to light when a text has been mended.
const PASSES: usize = 16;

pub(super) fn repair(bytes: &[u8], options: RepairOptions, read: &ReadOptions) -> Repaired {
    let mut repaired = pass(bytes, options, read);
    if repaired.changes.is_empty() {
        return repaired;
    }
    let utf8 = ReadOptions { encoding: None, ..read.clone() };
    for _ in 1..PASSES {
        let again = pass_games(&repaired.text, options, &utf8);
        if again.text == repaired.text {
            return repaired;
        }
        let changes = again.changes.into_iter().map(|change| {
            // Its place in the first text is not known exactly.
            let at = change.span.start.min(bytes.len());
            Change { span: at..at, ..change }
        });
        repaired.changes.extend(changes);
        repaired.text = again.text;
        repaired.left = again.left;
    }
    as_it_is(bytes, read)
}

/// A text that does not come to rest, and of which only the encoding changes.
fn as_it_is(bytes: &[u8], read: &ReadOptions) -> Repaired {
    let decoded = decode::decode(bytes, read.encoding.as_deref());
    let changes = re_encoded(bytes, &decoded).into_iter().collect();
    let left = parse(bytes, read).diagnostics;
    Repaired { text: decoded.text.into_owned(), changes, left }
}

/// The change of a text that is not in UTF-8.
fn re_encoded(bytes: &[u8], decoded: &Decoded<'_>) -> Option<Change> {
    let encoding = decoded.encoding;
    let foreign = !encoding.starts_with("UTF-8") || encoding.contains("and");
    foreign.then(|| {
        let at = bytes.utf8_chunks().next().map_or(0, |c| c.valid().len());
        let finding = Diagnostic::new(&codes::EIGHT_BIT, at..at, "");
        whole(&finding, format!("{encoding} became UTF-8"))
    })
}

/// A change of the text as a whole.
fn whole(finding: &Diagnostic, after: String) -> Change {
    Change {
        code: finding.code,
        confidence: Confidence::Safe,
        ply: None,
        span: finding.span.clone(),
        before: String::new(),
        after,
        guess: None,
    }
}

/// One pass over a text that was mended, and in which more than one game may be found now.
fn pass_games(text: &str, options: RepairOptions, read: &ReadOptions) -> Repaired {
    let mut repaired = Repaired { text: String::new(), changes: Vec::new(), left: Vec::new() };
    // Reading from memory does not fail.
    for game in games::cut(text.as_bytes(), &read.limits).flatten() {
        let mut one = pass(&game.text, options, read);
        if repaired.text.is_empty() {
            repaired = one;
            continue;
        }
        repaired.text.push_str(separator(&repaired.text, &one.text));
        lines::shift(&mut one.left, repaired.text.len());
        repaired.text.push_str(&one.text);
        repaired.changes.extend(one.changes);
        repaired.left.extend(one.left);
    }
    repaired
}

/// One pass over a text: what surrounds the game, then the game.
fn pass(bytes: &[u8], options: RepairOptions, read: &ReadOptions) -> Repaired {
    let decoded = decode::decode(bytes, read.encoding.as_deref());
    let re_encoded = re_encoded(bytes, &decoded);
    let (decoded, findings) = clean::clean(decoded);
    let read = read.clone();
    let text = decoded.text.clone().into_owned();
    let mut now = Reading::new(text, &read);
    let bytes_len = bytes.len();
    let mut mender =
        Mender { options, read, decoded, bytes: bytes_len, maps: Vec::new(), changes: Vec::new() };
    let nothing = now.is_no_game();
    if nothing {
        // Nothing is known of such a text; it stays as it is, but for its encoding.
        now.text = decode::decode(bytes, mender.read.encoding.as_deref()).text.into_owned();
    } else {
        mender.changes.extend(findings.iter().map(|finding| whole(finding, String::new())));
    }
    mender.changes.extend(re_encoded);
    if !nothing {
        now = mender.rounds(now);
    }
    Repaired { text: now.text, changes: mender.changes, left: now.examined.parsed.diagnostics }
}

impl Mender<'_> {
    fn rounds(&mut self, mut now: Reading) -> Reading {
        let mut guesses = 0;
        for _ in 0..ROUNDS {
            let guessing = self.options.level == Confidence::Guess && guesses < GUESSES;
            // A guess needs the numbers as they stand, so it comes first.
            if guessing {
                if let Some(edits) = guess::edits(&now, self.options) {
                    guesses += 1;
                    let edits = compatible(edits, &now.text);
                    now = self.make(&now, edits).1;
                    continue;
                }
                // Nothing explains what follows, now or later.
                guesses = GUESSES;
            }
            let before = insertions(&now.edits);
            let edits = self.proposed(&mut now);
            if let Some((edits, next)) = self.guarded(&now, edits, &before) {
                self.remember(&now, edits, &next.0);
                now = next.1;
                continue;
            }
            let Some(edit) = moves::put_away(&now, self.options) else { break };
            let edits = compatible(vec![edit], &now.text);
            if edits.is_empty() {
                break;
            }
            now = self.make(&now, edits).1;
        }
        now
    }

    /// Takes the changes of the wanted level that the text calls for.
    fn proposed(&self, now: &mut Reading) -> Vec<Edit> {
        let mut edits = std::mem::take(&mut now.edits);
        edits.retain(|e| e.confidence <= self.options.level);
        compatible(edits, &now.text)
    }

    /// Those edits after which the game is still the game that was read.
    fn guarded(
        &self,
        now: &Reading,
        edits: Vec<Edit>,
        before: &Insertions,
    ) -> Option<(Vec<Edit>, (Map, Reading))> {
        harmless(edits, |edits| {
            let (text, map) = apply(&now.text, edits);
            let next = Reading::new(text, &self.read);
            let settled = edits.iter().any(|e| e.code == &codes::BOARD_CONFLICT);
            let good = keeps(now.game(), next.game(), settled) && takes(edits, before, &next.edits);
            good.then_some((map, next))
        })
    }

    /// Makes edits whatever they do.
    fn make(&mut self, now: &Reading, edits: Vec<Edit>) -> (Map, Reading) {
        let (text, map) = apply(&now.text, &edits);
        let next = Reading::new(text, &self.read);
        self.remember(now, edits, &map);
        (map, next)
    }

    fn remember(&mut self, now: &Reading, edits: Vec<Edit>, map: &Map) {
        for edit in edits {
            let back = |offset: usize| {
                let offset = self.maps.iter().rev().fold(offset, |at, map| map.back(at));
                self.decoded.byte_offset(offset).min(self.bytes)
            };
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

/// Whether a game is still the same after its text changed: the same moves in main
/// line and variations, the same result (unless the final position settled it) and
/// rules, no comment and no tag fewer.
fn keeps(before: &Game, after: &Game, settled: bool) -> bool {
    let comments = |g: &Game| walk(&g.tree).map(|n| g.tree.annotations(n).comments.len()).sum();
    let (old, new): (usize, usize) = (comments(before), comments(after));
    before.variant == after.variant
        && (settled || before.outcome == after.outcome)
        && before.start.first().board() == after.start.first().board()
        && before.start.first().turn() == after.start.first().turn()
        && before.tags.len() <= after.tags.len()
        && old <= new
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

/// Whether two games have the same moves, hung together alike. Where the reading stopped
/// before, it may go on now.
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
