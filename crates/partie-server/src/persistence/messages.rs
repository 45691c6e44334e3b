//! Messages and their rows. In an account they have places, in the store numbers that rise with
//! the places.

use partie_ics::{Tick, message::Message, players::Account};

use crate::store::model;

/// The messages of an account as they were last written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WrittenMessages(Vec<One>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct One {
    number: i64,
    /// All but whether it was read.
    text: u64,
    read: bool,
}

impl WrittenMessages {
    /// The numbers in the store.
    pub(super) fn numbers(&self) -> impl Iterator<Item = i64> {
        self.0.iter().map(|one| one.number)
    }
}

/// The messages of an account, still without numbers.
pub(super) fn rows(account: &Account, key: &str) -> Vec<model::Message> {
    let row = |message: &Message| model::Message {
        id: 0,
        from: message.from.clone(),
        to: key.to_owned(),
        text: message.text.clone(),
        sent: message.at.0,
        read: message.read,
    };
    account.messages.iter().map(row).collect()
}

/// A message as it was.
pub(super) fn message(row: model::Message) -> Message {
    Message { from: row.from, at: Tick(row.sent), text: row.text, read: row.read }
}

/// The numbered messages to remember once they are written.
pub(super) fn written(rows: &[model::Message]) -> WrittenMessages {
    let one = |row: &model::Message| One { number: row.id, text: text(row), read: row.read };
    WrittenMessages(rows.iter().map(one).collect())
}

fn text(row: &model::Message) -> u64 {
    super::fingerprint::number(&(&row.from, &row.text, row.sent))
}

/// Numbers the messages, keeping known numbers, and returns the changes to store.
pub(super) fn changes(
    rows: &mut [model::Message],
    before: &WrittenMessages,
    last: &mut i64,
) -> Vec<model::Change> {
    let mut changes = Vec::new();
    let mut known = before.0.as_slice();
    for row in rows {
        let place = known.iter().position(|one| one.text == text(row));
        // After a new message there is none with an older number.
        let gone = place.unwrap_or(known.len());
        let removed = known[..gone].iter().map(|one| model::Change::RemoveMessage(one.number));
        changes.extend(removed);
        let same = known.get(gone);
        known = known.get(gone + 1..).unwrap_or_default();
        row.id = same.map_or(*last + 1, |one| one.number);
        *last = row.id.max(*last);
        if same.is_none_or(|one| one.read != row.read) {
            changes.push(model::Change::PutMessage(row.clone()));
        }
    }
    changes.extend(known.iter().map(|one| model::Change::RemoveMessage(one.number)));
    changes
}
