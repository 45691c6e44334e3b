//! Edits of a text, and the map from places after them to places before.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    ops::Range,
};

use super::change::Guess;
use partie_formats::{Code, Confidence};

/// A replaced section of text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    /// The bytes of the text before that are replaced; empty for an insertion.
    pub(super) span: Range<usize>,
    pub(super) replacement: String,
    pub(super) code: &'static Code,
    pub(super) confidence: Confidence,
    pub(super) ply: Option<u32>,
    pub(super) guess: Option<Box<Guess>>,
}

impl Edit {
    pub(super) fn new(
        code: &'static Code,
        span: Range<usize>,
        replacement: impl Into<String>,
        confidence: Confidence,
    ) -> Edit {
        Edit { span, replacement: replacement.into(), code, confidence, ply: None, guess: None }
    }

    pub(super) fn at_ply(mut self, ply: Option<u32>) -> Edit {
        self.ply = ply;
        self
    }
}

/// Returns the edits that can be made together: in the order of the text, none over another. What
/// is left out is found again when the text is read again.
pub(super) fn compatible(mut edits: Vec<Edit>, text: &str) -> Vec<Edit> {
    for edit in &mut edits {
        swallow_space(edit, text);
        // A number after `$2` would become part of it.
        if edit.replacement.starts_with(|c: char| c.is_ascii_digit())
            && text[..edit.span.start].ends_with(|c: char| c.is_ascii_digit())
        {
            edit.replacement.insert(0, ' ');
        }
        // One space before it is enough.
        if edit.replacement.starts_with(' ') && text[..edit.span.start].ends_with([' ', '\n', '\r'])
        {
            edit.replacement.remove(0);
        }
        if edit.replacement.ends_with(' ') && text[edit.span.end..].starts_with([' ', '\n', '\r']) {
            edit.replacement.pop();
        }
    }
    // Of two edits at one place the smaller comes first, so that problems in a piece are fixed
    // before the whole piece becomes a comment.
    edits.sort_by_key(|e| (e.span.start, e.span.end));
    let mut kept: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        if text[edit.span.clone()] == edit.replacement {
            continue;
        }
        match kept.last() {
            Some(last) if edit.span.start < last.span.end => {}
            Some(last) if edit.span == last.span && edit.replacement == last.replacement => {}
            _ => kept.push(edit),
        }
    }
    kept
}

/// A word that goes takes the space before it along.
fn swallow_space(edit: &mut Edit, text: &str) {
    let Range { start, end } = edit.span;
    if !edit.replacement.is_empty() || start == end {
        return;
    }
    if glues(&text[..start], &text[end..]) {
        edit.replacement.push(' ');
        return;
    }
    let before = text[..start].ends_with([' ', '\t']);
    let after = text[end..].is_empty() || text[end..].starts_with([' ', '\t', '\n', '\r']);
    if before && after {
        edit.span.start -= 1;
    } else if text[..start].ends_with('\n') || start == 0 {
        // A whole line goes with its end.
        let line_end = if text[end..].starts_with("\r\n") {
            2
        } else {
            usize::from(text[end..].starts_with(['\n', ' ']))
        };
        edit.span.end += line_end;
    }
}

/// Returns true if two texts put together are one word where they meet.
fn glues(before: &str, after: &str) -> bool {
    let of_word = |c: char| !c.is_whitespace() && !"()[]{}<>;.".contains(c);
    before.ends_with(of_word) && after.starts_with(of_word)
}

/// The number of attempts that are made in addition to one for each kind of edit.
const ATTEMPTS: usize = 16;

/// Returns the edits that `attempt` accepts, with its value: all of them if possible, otherwise the
/// accepted kinds, and accepted parts of the others.
pub(super) fn harmless<T>(
    edits: Vec<Edit>,
    attempt: impl Fn(&[Edit]) -> Option<T>,
) -> Option<(Vec<Edit>, T)> {
    if edits.is_empty() {
        return None;
    }
    if let Some(made) = attempt(&edits) {
        return Some((edits, made));
    }
    let mut kinds: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, edit) in edits.iter().enumerate() {
        kinds.entry(edit.code.id).or_default().push(at);
    }
    let mut attempts = kinds.len() + ATTEMPTS;
    let mut parts: VecDeque<Vec<usize>> = kinds.into_values().collect();
    let mut accepted = BTreeSet::new();
    let mut best = None;
    while attempts > 0
        && let Some(mut part) = parts.pop_front()
    {
        attempts -= 1;
        let more: BTreeSet<usize> = accepted.iter().chain(&part).copied().collect();
        let wanted: Vec<Edit> = more.iter().map(|at| edits[*at].clone()).collect();
        let is_refused = wanted.len() == edits.len();
        if !is_refused && let Some(made) = attempt(&wanted) {
            best = Some((wanted, made));
            accepted = more;
        } else if part.len() > 1 {
            let rest = part.split_off(part.len() / 2);
            parts.extend([part, rest]);
        }
    }
    best
}

/// Returns true if each insertion took effect: fewer items of its kind are missing afterwards. A
/// result inserted into an open variation, for one, would be missing again and again.
pub(super) fn takes(edits: &[Edit], before: &Insertions, after: &[Edit]) -> bool {
    let after = insertions(after);
    let count = |counts: &Insertions, kind| counts.get(kind).copied().unwrap_or(0);
    insertions(edits).keys().all(|kind| count(&after, kind) < count(before, kind))
}

/// Numbers of insertions by the code of their kind.
pub(super) type Insertions = BTreeMap<&'static str, usize>;

/// Returns the number of insertions of each kind.
pub(super) fn insertions(edits: &[Edit]) -> Insertions {
    let mut counts = Insertions::new();
    for edit in edits.iter().filter(|e| e.span.is_empty()) {
        *counts.entry(edit.code.id).or_default() += 1;
    }
    counts
}

/// The way back from a text to the one before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    /// (offset after, offset before), ascending; between two both advance alike.
    steps: Vec<(usize, usize)>,
}

impl Map {
    /// Returns the offset in the text before of an offset in the text after.
    pub(super) fn back(&self, offset: usize) -> usize {
        match self.steps.partition_point(|(after, _)| *after <= offset) {
            0 => offset,
            n => {
                let (after, before) = self.steps[n - 1];
                // What was put in stands for what it replaced, however long it is.
                let most = self.steps.get(n).map_or(usize::MAX, |(_, before)| *before);
                (before + (offset - after)).min(most)
            }
        }
    }
}

/// Makes compatible edits.
pub(super) fn apply(text: &str, edits: &[Edit]) -> (String, Map) {
    let mut out = String::with_capacity(text.len() + 64);
    let mut map = Map::default();
    let mut at = 0;
    for edit in edits {
        out.push_str(&text[at..edit.span.start]);
        // New text is where the old text was.
        map.steps.push((out.len(), edit.span.start));
        out.push_str(&edit.replacement);
        map.steps.push((out.len(), edit.span.end));
        at = edit.span.end;
    }
    out.push_str(&text[at..]);
    (out, map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::STRAY;

    fn edit(span: Range<usize>, replacement: &str) -> Edit {
        Edit::new(&STRAY, span, replacement, Confidence::Safe)
    }

    #[test]
    fn one_bad_edit_holds_back_no_other() {
        let good = |edits: &[Edit]| edits.iter().all(|e| e.span.start != 7).then_some(edits.len());
        let all = |starts: &[usize]| starts.iter().map(|at| edit(*at..*at + 1, "x")).collect();
        let made = |starts: &[usize]| {
            let (edits, number) = harmless(all(starts), good)?;
            assert_eq!(edits.len(), number);
            Some(edits.iter().map(|e| e.span.start).collect::<Vec<_>>())
        };
        assert_eq!(made(&[1, 3]), Some(vec![1, 3]));
        assert_eq!(made(&[1, 3, 5, 7, 9]), Some(vec![1, 3, 5, 9]));
        assert_eq!(made(&[7]), None);
        assert_eq!(made(&[]), None);
    }

    #[test]
    fn edits_are_made_together() {
        let text = "1. e4 e.p. e5 0-1";
        let edits = vec![edit(14..17, "0-1"), edit(6..10, ""), edit(3..5, "d4"), edit(4..5, "x")];
        let edits = compatible(edits, text);
        assert_eq!(edits.len(), 2, "{edits:?}");
        let (after, map) = apply(text, &edits);
        assert_eq!(after, "1. d4 e5 0-1");
        assert_eq!(map.back(after.find("e5").expect("there")), text.find("e5").expect("there"));
    }
}
