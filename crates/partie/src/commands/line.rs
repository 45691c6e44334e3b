//! A game in one line.

use super::entries::Entry;
use crate::{query::Subject as _, report::visible};

/// Where a game stands, and what its tags say.
pub(super) fn in_a_line(entry: &Entry) -> String {
    let tag = |name| entry.known(name).unwrap_or("?");
    let told = ["Event", "Site", "Date", "ECO"].into_iter().filter_map(|name| entry.known(name));
    let told: Vec<_> = told.filter(|value| *value != "????.??.??").collect();
    let line = format!(
        "{}:{}: {} – {}  {}  {}",
        entry.file(),
        entry.line(),
        tag("White"),
        tag("Black"),
        entry.outcome(),
        told.join(", ")
    );
    visible(line.trim_end())
}
