//! All diagnostic codes, for `partie explain` and for the test that holds every
//! example to its word.

use partie_formats::{Code, database, epd, fen};
use partie_pgn::bpgn;
use partie_wire::style12;

use crate::ndjson;

/// Every code of every format, by id.
#[must_use]
pub fn all() -> Vec<&'static Code> {
    let mut all: Vec<&'static Code> = [
        partie_pgn::codes::ALL,
        fen::codes::ALL,
        epd::codes::ALL,
        bpgn::codes::ALL,
        database::codes::ALL,
        style12::codes::ALL,
        partie_scoresheet::codes::ALL,
        ndjson::codes::ALL,
    ]
    .concat();
    all.sort_by_key(|c| c.id);
    all
}

/// Returns the code of an id, in any letter case, or of a name.
#[must_use]
pub fn find(id: &str) -> Option<&'static Code> {
    all().into_iter().find(|c| c.id.eq_ignore_ascii_case(id) || c.name == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_names_are_given_once() {
        let all = all();
        for pair in all.windows(2) {
            assert_ne!(pair[0].id, pair[1].id);
        }
        let mut names: Vec<_> = all.iter().map(|c| (&c.id[..3], c.name)).collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            assert_ne!(pair[0], pair[1]);
        }
    }
}
