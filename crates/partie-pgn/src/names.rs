//! Tag names that PGN can carry.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use partie_core::tags::ROSTER;

use super::nonstandard_tags;

/// Longest name that is read back, in bytes.
const LONGEST: usize = 255;

/// Returns true if a name consists of letters, digits and underscores (PGN standard, section 7).
pub(crate) fn is_plain(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    !name.is_empty() && name.len() <= LONGEST && name.bytes().all(plain)
}

/// Names of tags that only chess programs write, besides the roster's, names that begin with a
/// player's colour, and names that are recognised without a bracket.
const KNOWN: [&str; 24] = [
    "PlyCount",
    "EventRounds",
    "EventSponsor",
    "EventType",
    "EventCategory",
    "EventCountry",
    "NIC",
    "SubVariation",
    "StartTime",
    "EndTime",
    "CurrentPosition",
    "Timezone",
    "ECOUrl",
    "GameId",
    "GameType",
    "StudyName",
    "ChapterName",
    "ChapterURL",
    "FICSGamesDBGameNo",
    "BugEvent",
    "SourceTitle",
    "SourceVersion",
    "RatingDiff",
    "InitialPosition",
];

/// Returns the names that are known.
fn known() -> impl Iterator<Item = &'static str> {
    ROSTER.iter().chain(&nonstandard_tags::KNOWN).chain(&KNOWN).copied()
}

/// Returns the known name that is spelled in another case, or with a separator after it: `White`
/// for `white:`.
pub(crate) fn canonical(name: &str) -> Option<&'static str> {
    let name = name.trim_end_matches([':', '=']);
    known().find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns true if a tag of this name belongs to a game of chess, in any case.
#[must_use]
pub fn is_known(name: &str) -> bool {
    let begins = |colour: &str| {
        name.get(..colour.len()).is_some_and(|start| start.eq_ignore_ascii_case(colour))
    };
    begins("White") || begins("Black") || known().any(|k| k.eq_ignore_ascii_case(name))
}

/// Gives tag pairs names that PGN can carry.
pub(crate) fn with_plain_names<'a>(
    tags: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
    let mut tags: Vec<(Cow<'_, str>, Cow<'_, str>)> =
        tags.map(|(name, value)| (name.into(), value.into())).collect();
    if tags.iter().any(|(name, _)| !is_plain(name)) {
        let mut names = Names::new(tags.iter().map(|(name, _)| &**name));
        for (name, _) in tags.iter_mut().filter(|(name, _)| !is_plain(name)) {
            *name = names.mend(name).into();
        }
    }
    tags
}

/// Names that are taken, so that a repaired one is new.
pub struct Names {
    taken: HashSet<String>,
    /// The number to try next after a name that was made already.
    next: HashMap<String, u32>,
}

impl Names {
    /// Makes the names of a game's tags; only some may be plain.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>) -> Names {
        Names { taken: names.map(str::to_owned).collect(), next: HashMap::new() }
    }

    /// Repairs a name: an underscore for what cannot stand in one, and a number if such a
    /// name is there already.
    pub fn mend(&mut self, name: &str) -> String {
        let mut base = String::new();
        for c in name.chars() {
            if c.is_ascii_alphanumeric() || c == '_' {
                base.push(c);
            } else if !base.ends_with('_') {
                base.push('_');
            }
        }
        // Some room is left for a number.
        base.truncate(LONGEST - 12);
        if base.is_empty() {
            base.push('_');
        }
        if self.taken.insert(base.clone()) {
            return base;
        }
        let number = self.next.entry(base.clone()).or_insert(2);
        loop {
            let numbered = format!("{base}_{number}");
            *number += 1;
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_mended() {
        let names = ["A b", "A_b", "A-b", "", "é", "\"]\n[Event \"", "White", "1+1=2"];
        let mended = with_plain_names(names.into_iter().map(|name| (name, name)));
        let found: Vec<_> = mended.iter().map(|(name, _)| &**name).collect();
        assert_eq!(found, ["A_b_2", "A_b", "A_b_3", "_", "__2", "_Event_", "White", "1_1_2"]);
    }
}
