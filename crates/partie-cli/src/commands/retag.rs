//! Other values for tags of a game that otherwise stays as it stands.

use std::collections::BTreeMap;

use partie_core::Tags;
use partie_db::query::Subject as _;
use regex::bytes::Regex;

use super::lazy_game::LazyGame;

/// Replaces the values of tags.
pub(super) struct Retagger {
    /// The pair of a tag, with its value.
    pair: Regex,
}

impl Retagger {
    #[expect(clippy::unwrap_used, reason = "a pattern that never changes")]
    pub(super) fn new() -> Retagger {
        let pair = r#"\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*\]"#;
        Retagger { pair: Regex::new(pair).unwrap() }
    }

    /// Replaces only these values in the text of the game, and inserts new tags after the
    /// preceding one. `None` if the text would not then contain exactly these values.
    pub(super) fn in_place(
        &self,
        entry: &LazyGame,
        changes: &[(String, String)],
    ) -> Option<LazyGame> {
        let text = entry.bytes();
        let line_end: &[u8] = if text.windows(2).any(|w| w == b"\r\n") { b"\r\n" } else { b"\n" };
        let mut places: BTreeMap<usize, (usize, Vec<u8>)> = BTreeMap::new();
        let mut last = None;
        for (name, value) in changes {
            let value = value.replace('\\', r"\\").replace('"', r#"\""#);
            let found = self.pair.captures_iter(text).find(|pair| &pair[1] == name.as_bytes());
            if let Some(pair) = found {
                let value_place = pair.get(2)?;
                last = Some(pair.get(0)?.end());
                places.insert(value_place.start(), (value_place.end(), value.into_bytes()));
            } else {
                let pair = format!("[{name} \"{value}\"]");
                // Several new ones follow each other.
                let (_, added) = places.entry(last?).or_insert((last?, Vec::new()));
                added.extend_from_slice(line_end);
                added.extend_from_slice(pair.as_bytes());
            }
        }
        let mut edited = Vec::with_capacity(text.len() + 64);
        let mut at = 0;
        for (start, (end, new)) in places {
            edited.extend_from_slice(text.get(at..start)?);
            edited.extend_from_slice(&new);
            at = end;
        }
        edited.extend_from_slice(&text[at..]);
        let edited = entry.with_text(edited)?;
        let same = |a: &Tags, b: &Tags| a.in_export_order() == b.in_export_order();
        same(&edited.tags().collect(), &with_changes(&entry.tags().collect(), changes))
            .then_some(edited)
    }

    /// Returns the game with these values, to be formatted.
    pub(super) fn anew(entry: &LazyGame, changes: &[(String, String)]) -> LazyGame {
        let mut record = entry.record().clone();
        record.parsed.value.tags = with_changes(&record.parsed.value.tags, changes);
        entry.with_record(record)
    }
}

fn with_changes(tags: &Tags, changes: &[(String, String)]) -> Tags {
    let mut tags = tags.clone();
    for (name, value) in changes {
        tags.set(name.clone(), value.clone());
    }
    tags
}
