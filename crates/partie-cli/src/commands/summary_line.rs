//! A game in one line.

use super::lazy_game::LazyGame;
use partie_db::query::Subject;

use crate::report::visible;

/// Formats the location of a game and its main tags.
pub(super) fn summary_line(entry: &LazyGame) -> String {
    summary(&format!("{}:{}", entry.file(), entry.line()), entry)
}

/// Formats the main tags of a game after words for its place.
pub(super) fn summary(place: &str, entry: &impl Subject) -> String {
    let tag = |name| entry.known(name).unwrap_or("?");
    let stated = ["Event", "Site", "Date", "ECO"].into_iter().filter_map(|name| match name {
        // Servers' own games have their dates in UTC alone.
        "Date" => entry.known("Date").or_else(|| entry.known("UTCDate")),
        name => entry.known(name),
    });
    let stated: Vec<_> = stated.filter(|value| *value != "????.??.??").collect();
    let line = format!(
        "{place}: {} – {}  {}  {}",
        tag("White"),
        tag("Black"),
        entry.outcome(),
        stated.join(", ")
    );
    visible(line.trim_end())
}
