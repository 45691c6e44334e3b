//! The outbox: the domain's requests while it handles one event.

use partie_ics::SessionId;

use super::event::Action;
use crate::{admin::Answer, metrics::Tally, store::model::Change};

/// Collects the domain's output while it handles one event. Writes are sent in the order in which
/// they were made, so that the opponent gets a board before the observers.
#[derive(Debug, Default)]
pub struct Outbox {
    /// The bytes of all writes, one after the other, so that a board for 500 observers is 500
    /// copies in one piece of memory and not 500 pieces.
    text: Vec<u8>,
    pub(crate) actions: Vec<Action>,
    pub(crate) changes: Vec<Change>,
    /// Moves of running games, for [`Change::AddMoves`].
    pub(crate) moves: String,
    /// Set if a write acknowledges some of the changes.
    pub(crate) acknowledges: bool,
    pub(crate) tallies: Vec<(Tally, i64)>,
}

/// Above this an emptied outbox gives its memory back, in bytes.
const KEPT: usize = 1 << 20;

impl Outbox {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sends bytes to a connection. Bytes for an ended connection are dropped.
    pub fn write(&mut self, id: SessionId, bytes: &[u8]) {
        self.write_with(id, |text| text.extend_from_slice(bytes));
    }

    /// Sends to a connection what `render` appends.
    pub fn write_with(&mut self, id: SessionId, render: impl FnOnce(&mut Vec<u8>)) {
        let before = self.text.len();
        render(&mut self.text);
        if self.text.len() <= before {
            return;
        }
        let end = self.text.len();
        match self.actions.last_mut() {
            Some(Action::Write { id: last, to, .. }) if *last == id => *to = end,
            _ => self.actions.push(Action::Write { id, from: before, to: end }),
        }
    }

    /// Closes a connection after all bytes written to it are sent. [`Event::Closed`] follows.
    ///
    /// [`Event::Closed`]: super::Event::Closed
    pub fn close(&mut self, id: SessionId) {
        self.actions.push(Action::Close(id));
    }

    /// Compares a password with a hash; [`Event::Verified`](super::Event::Verified) comes later
    /// with this ticket.
    pub fn verify(&mut self, ticket: u64, password: &[u8], hash: &str) {
        self.actions.push(Action::Verify {
            ticket,
            password: password.to_vec(),
            hash: hash.to_owned(),
        });
    }

    /// Hashes a password; [`Event::Hashed`](super::Event::Hashed) comes later with this ticket.
    pub fn hash(&mut self, ticket: u64, password: &[u8]) {
        self.actions.push(Action::Hash { ticket, password: password.to_vec() });
    }

    /// Answers the administrator's line with this ticket.
    pub fn answer(&mut self, ticket: u64, answer: Answer) {
        self.actions.push(Action::Answer { ticket, answer });
    }

    /// The server is to end, as if it had been asked to from outside.
    pub(crate) fn end(&mut self) {
        self.actions.push(Action::End);
    }

    /// Writes a change into the store. What this event writes to connections is sent once the
    /// change is stored: it may acknowledge it.
    pub fn store(&mut self, change: Change) {
        self.acknowledges = true;
        self.changes.push(change);
    }

    /// Stores a change without a waiting answer.
    pub fn store_soon(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Returns the buffer of move lines to store, which no answer waits for.
    pub fn moves_mut(&mut self) -> &mut String {
        &mut self.moves
    }

    /// Counts for the metrics: gauges go up and down, counters only up.
    pub fn count(&mut self, tally: Tally, by: i64) {
        self.tallies.push((tally, by));
    }

    /// The writes to each connection in order, for tests of a domain: (connection, bytes).
    pub fn writes(&self) -> impl Iterator<Item = (SessionId, &[u8])> {
        self.actions.iter().filter_map(|action| match action {
            Action::Write { id, from, to } => Some((*id, &self.text[*from..*to])),
            _ => None,
        })
    }

    /// The changes for the store, for tests of a domain.
    pub fn changes(&self) -> Vec<Change> {
        let moves = Some(self.moves.clone()).filter(|moves| !moves.is_empty());
        self.changes.iter().cloned().chain(moves.map(Change::AddMoves)).collect()
    }

    pub(crate) fn text(&self, from: usize, to: usize) -> &[u8] {
        &self.text[from..to]
    }

    /// Clears everything but keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.text.shrink_to(KEPT);
        self.actions.clear();
        self.changes.clear();
        self.moves.clear();
        self.acknowledges = false;
        self.tallies.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_keep_their_order_and_neighbours_become_one() {
        let (white, black) = (SessionId(1), SessionId(2));
        let mut out = Outbox::new();
        out.write(black, b"<12> for black");
        out.write(white, b"<12> for ");
        out.write(white, b"white");
        out.write(black, b"");
        out.close(white);
        out.write(white, b"gone");
        let writes: Vec<_> = out.writes().collect();
        assert_eq!(
            writes,
            [
                (black, &b"<12> for black"[..]),
                (white, &b"<12> for white"[..]),
                (white, &b"gone"[..])
            ]
        );
        let closed = out.actions.iter().filter(|a| matches!(a, Action::Close(id) if *id == white));
        assert_eq!(closed.count(), 1);
        out.clear();
        assert_eq!(out.writes().count(), 0);
    }
}
