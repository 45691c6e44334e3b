//! All diagnostic codes, for `partie explain` and for the test that holds every
//! example to its word.

use crate::{Code, bpgn, epd, fen, ndjson, pgn, scoresheet, style12};

/// Defines the codes of a format, or of several if each code names its own.
macro_rules! codes {
    ($format:ident: $($id:literal $name:ident $slug:literal $severity:ident $title:literal
        $explanation:literal $example:expr;)+) => {
        $crate::codes::codes! {
            $($id $name $slug $severity $format $title $explanation $example;)+
        }
    };
    ($($id:literal $name:ident $slug:literal $severity:ident $format:ident $title:literal
        $explanation:literal $example:expr;)+) => {
        $(
            #[doc = $title]
            pub static $name: Code = Code {
                id: $id,
                name: $slug,
                severity: $crate::Severity::$severity,
                title: $title,
                explanation: $explanation,
                format: $crate::Format::$format,
                example: $example,
            };
        )+

        /// All of them, by id.
        pub const ALL: &[&Code] = &[$(&$name),+];
    };
}
pub(crate) use codes;

/// Every code of every format, by id.
#[must_use]
pub fn all() -> Vec<&'static Code> {
    let mut all: Vec<&'static Code> = [
        pgn::codes::ALL,
        fen::codes::ALL,
        epd::codes::ALL,
        bpgn::codes::ALL,
        style12::codes::ALL,
        scoresheet::codes::ALL,
        ndjson::codes::ALL,
    ]
    .concat();
    all.sort_by_key(|c| c.id);
    all
}

/// The code of an id, in any letter case, or of a name.
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
