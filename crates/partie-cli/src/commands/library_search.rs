//! Searches in libraries, as several commands make them.

use partie_db::{
    library::Problem,
    query::{ParseError, Query},
};

use super::print_message;
use crate::args::Conditions;

/// Returns the question for games that meet conditions, or for all.
pub(super) fn query(conditions: &Conditions) -> Result<Query, ParseError> {
    Ok(conditions.query(None)?.unwrap_or_default())
}

/// Reports files of a library that could not be read. Returns true if there are none. A search reads
/// the games where the index cannot be read; `without_index` is true of what cannot do that.
pub(super) fn print_problems(problems: &[Problem], without_index: bool) -> bool {
    for problem in problems {
        print_message(problem);
    }
    if problems.iter().any(|problem| without_index || !problem.can_rebuild) {
        print_message("games are left out; `partie db check` says what can be mended");
    } else if !problems.is_empty() {
        print_message("its games were read instead; `partie db check --rebuild` makes it anew");
    }
    problems.is_empty()
}
