//! Openings as tags: `partie convert --eco`.

use std::borrow::Cow;

use partie_db::query::Subject as _;
use partie_formats::{Format, GameView as _, Record};

use super::messages::Messages;
use crate::{args::OpeningTagging, report::count};

/// Names the openings of games in their tags, and counts these games.
pub(super) struct OpeningTags {
    tagging: OpeningTagging,
    added: u64,
    replaced: u64,
}

impl OpeningTags {
    pub(super) const fn new(tagging: OpeningTagging) -> OpeningTags {
        OpeningTags { tagging, added: 0, replaced: 0 }
    }

    /// Returns a record with the opening of its moves in the tags ECO, Opening and Variation. A
    /// game without a known opening keeps its tags, and so does one of a transcript: they are the
    /// server's.
    pub(super) fn named<'r>(&mut self, record: &'r Record) -> Cow<'r, Record> {
        let found = record.game().opening().filter(|_| record.format != Format::Style12);
        let Some((opening, _)) = found else { return Cow::Borrowed(record) };
        let (family, variation) = opening.family_and_variation();
        let replace = self.tagging == OpeningTagging::Replace;
        let (eco, name) = (record.known("ECO"), record.known("Opening"));
        let mut values = Vec::new();
        if eco.is_none() || replace {
            values.push(("ECO", Some(opening.code)));
        }
        if name.is_none() || replace {
            values.push(("Opening", Some(family)));
            let known = record.known("Variation");
            if known.is_none() || replace {
                values.push(("Variation", variation));
            }
            if known != variation && replace {
                // It would be one of another variation.
                values.push(("SubVariation", None));
            }
        }
        values.retain(|(name, value)| record.known(name) != *value);
        if values.is_empty() {
            return Cow::Borrowed(record);
        }
        let replaced = values.iter().any(|(name, _)| record.known(name).is_some());
        *(if replaced { &mut self.replaced } else { &mut self.added }) += 1;
        let mut named = record.clone();
        for (name, value) in values {
            match value {
                Some(value) => named.parsed.value.tags.set(name, value),
                None => _ = named.parsed.value.tags.remove(name),
            }
        }
        Cow::Owned(named)
    }

    /// Reports the number of changed games.
    pub(super) fn report(&self, messages: Messages) {
        for (games, what) in [(self.added, "added to"), (self.replaced, "replaced in")] {
            if games > 0 {
                messages.note(&format!("opening tags {what} {}", count(games, "game")));
            }
        }
    }
}
