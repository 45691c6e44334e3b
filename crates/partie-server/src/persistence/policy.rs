//! The server policy as a fact of the store, and the news.

use std::collections::BTreeSet;

use partie_ics::{Span, Tick, admin_state::ServerPolicy, message::News};
use serde::{Deserialize, Serialize};

use super::json::{self, Problem};
use crate::store::model::{self, Fact};

/// The newest version of the JSON.
const VERSION: u32 = 1;
/// The kind of the fact, and its key, as stored since the first version.
pub(super) const POLICY: &str = "house";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    version: u32,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    filters: BTreeSet<String>,
    /// In milliseconds.
    quota: Span,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most_players: Option<u32>,
}

/// The fact that stores a policy.
pub(super) fn fact(policy: &ServerPolicy) -> Fact {
    let ServerPolicy { filters, quota, most_players } = policy;
    let data = json::write(&Data {
        version: VERSION,
        filters: filters.clone(),
        quota: *quota,
        most_players: *most_players,
    });
    Fact { kind: POLICY.to_owned(), key: POLICY.to_owned(), data }
}

/// Reads the policy from its fact.
pub(super) fn read(fact: &Fact) -> Result<ServerPolicy, Problem> {
    let Data { version: _, filters, quota, most_players } = json::read(&fact.data, VERSION)?;
    Ok(ServerPolicy { filters, quota, most_players })
}

/// A piece of news as it is stored.
pub(super) fn news_row(news: News) -> model::News {
    let News { number, at, title, text } = news;
    model::News { id: number.into(), title, text, author: String::new(), posted: at.0 }
}

/// A piece of news as it was.
pub(super) fn news(row: model::News) -> Result<News, Problem> {
    let number = u32::try_from(row.id).map_err(|_| "its number is odd".to_owned())?;
    Ok(News { number, at: Tick(row.posted), title: row.title, text: row.text })
}
