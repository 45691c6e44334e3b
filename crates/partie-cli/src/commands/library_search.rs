//! Searches in libraries, as several commands make them.

use std::{collections::HashSet, ops::ControlFlow};

use anyhow::anyhow;
use partie_db::{
    library::{Libraries, Library, Problem, SearchError},
    query::Query,
};

use super::print_message;
use crate::{
    args::{Conditions, LibraryConditions},
    report::visible,
};

/// Least similarity of a name that is suggested for an unknown one.
const LIKENESS: f64 = 0.8;

/// Returns the question for games that meet conditions of a command that takes all games; `None` without
/// conditions.
pub(super) fn query<'a>(
    conditions: &LibraryConditions,
    libraries: impl IntoIterator<Item = &'a Library>,
) -> anyhow::Result<Option<Query>> {
    let LibraryConditions { saved, conditions } = conditions;
    with_saved(conditions.query(None)?, conditions, saved, libraries)
}

/// Returns the question of a command that observes the limits of sequences, as [`query`] does.
pub(super) fn query_of_some<'a>(
    conditions: &LibraryConditions,
    libraries: impl IntoIterator<Item = &'a Library>,
) -> anyhow::Result<Option<Query>> {
    let LibraryConditions { saved, conditions } = conditions;
    with_saved(conditions.query_of_some(None)?, conditions, saved, libraries)
}

fn with_saved<'a>(
    query: Option<Query>,
    conditions: &Conditions,
    saved: &[String],
    libraries: impl IntoIterator<Item = &'a Library>,
) -> anyhow::Result<Option<Query>> {
    if saved.is_empty() {
        return Ok(query);
    }
    let libraries: Vec<_> = libraries.into_iter().collect();
    let query = query.unwrap_or_else(|| conditions.no_query());
    let each = saved.iter().map(|name| saved_query(name, &libraries));
    Ok(Some(each.collect::<anyhow::Result<Vec<_>>>()?.into_iter().fold(query, Query::with)))
}

/// Returns the question of a saved search: that of the first of some libraries which has it.
fn saved_query(name: &str, libraries: &[&Library]) -> anyhow::Result<Query> {
    let mut names = Vec::new();
    for library in libraries {
        let searches = library.searches()?;
        match searches.get(name) {
            Err(SearchError::Unknown(known)) => names.extend(known),
            found => {
                let query =
                    found.map_err(anyhow::Error::from).and_then(|search| Ok(search.query()?));
                return query.map_err(|error| anyhow!("saved search `{}`: {error}", visible(name)));
            }
        }
    }
    Err(no_search(libraries, name, names.iter().map(String::as_str)))
}

/// Says that there is no search of a name, and which there are.
pub(super) fn no_search<'a>(
    libraries: &[&Library],
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> anyhow::Error {
    let known: Vec<&str> = known.collect();
    let folders: Vec<String> = libraries.iter().map(|library| library.name()).collect();
    let likeness = |known: &str| strsim::jaro_winkler(&known.to_lowercase(), &name.to_lowercase());
    let near = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let near = near.filter(|near| likeness(near) >= LIKENESS);
    let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    let there_are = if known.is_empty() {
        "`partie db save` saves one".to_owned()
    } else {
        format!("{near}there are {}", known.join(", "))
    };
    let message = format!("{}: no saved search `{name}`; {there_are}", folders.join(", "));
    anyhow!(visible(&message))
}

/// Returns the numbers of the games that saved searches find, among those of all libraries, and files
/// that cannot be read.
pub(super) fn games_of_saved(
    saved: &[String],
    libraries: &[Library],
) -> anyhow::Result<(HashSet<u64>, Vec<Problem>)> {
    let all: Vec<&Library> = libraries.iter().collect();
    let each = saved.iter().map(|name| saved_query(name, &all));
    let each = each.collect::<anyhow::Result<Vec<_>>>()?;
    let query = each.into_iter().reduce(Query::with).unwrap_or_default();
    let mut games = HashSet::new();
    let problems = Libraries::from(libraries).find_readable(&query, |number, _| {
        games.insert(number);
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    Ok((games, problems))
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
