//! Answers that wait until the changes that they acknowledge are stored.
//!
//! An event whose changes are acknowledged makes a *hold*. Its writes to connections are kept until
//! its changes are committed, and later writes to these connections are kept after them, so that
//! each connection receives everything in order.

use std::collections::{BTreeMap, VecDeque};

use partie_ics::SessionId;

use crate::admin::Answer;

/// Waiting output, with the conditions for its release.
#[derive(Debug, Default)]
pub(super) struct Holds {
    /// The holds that are not stored yet, by number.
    open: BTreeMap<u64, Conditions>,
    /// Number of the last hold.
    last: u64,
    /// The holds of passwords that are being hashed, by ticket.
    hashing: BTreeMap<u64, u64>,
    connections: BTreeMap<SessionId, HeldOutput>,
    answers: Vec<(u64, u64, Answer)>,
}

#[derive(Debug)]
struct Conditions {
    /// Number of the changes that must be stored.
    changes: u64,
    /// Number of passwords that must be hashed before.
    passwords: usize,
}

/// Waiting output of one connection.
#[derive(Debug, Default)]
struct HeldOutput {
    queue: VecDeque<Held>,
    /// Number of bytes in it.
    bytes: usize,
}

/// Output for a connection, with its hold.
#[derive(Debug)]
struct Held {
    hold: u64,
    what: What,
}

#[derive(Debug)]
enum What {
    Write(Vec<u8>),
    Close,
}

/// Output whose wait is over.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Released {
    Write(SessionId, Vec<u8>),
    Close(SessionId),
    Answer(u64, Answer),
}

impl Holds {
    /// Returns true if nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Makes a hold until changes are stored and passwords, given by their tickets, are hashed.
    pub(super) fn hold(&mut self, changes: u64, passwords: &[u64]) -> u64 {
        self.last += 1;
        self.open.insert(self.last, Conditions { changes, passwords: passwords.len() });
        self.hashing.extend(passwords.iter().map(|ticket| (*ticket, self.last)));
        self.last
    }

    /// The hold that a connection waits for at least.
    pub(super) fn of_connection(&self, id: SessionId) -> Option<u64> {
        Some(self.connections.get(&id)?.queue.back()?.hold)
    }

    /// Keeps bytes for a connection; returns false if it then holds more than `most`.
    pub(super) fn write(&mut self, hold: u64, id: SessionId, bytes: &[u8], most: usize) -> bool {
        let HeldOutput { queue, bytes: kept } = self.connections.entry(id).or_default();
        if *kept + bytes.len() > most {
            return false;
        }
        *kept += bytes.len();
        if let Some(Held { hold: last, what: What::Write(text) }) = queue.back_mut()
            && *last == hold
        {
            text.extend_from_slice(bytes);
        } else {
            queue.push_back(Held { hold, what: What::Write(bytes.to_vec()) });
        }
        true
    }

    /// Keeps the end of a connection.
    pub(super) fn close(&mut self, hold: u64, id: SessionId) {
        let kept = self.connections.entry(id).or_default();
        kept.queue.push_back(Held { hold, what: What::Close });
    }

    /// Keeps the answer to an administrator.
    pub(super) fn answer(&mut self, hold: u64, ticket: u64, answer: Answer) {
        self.answers.push((hold, ticket, answer));
    }

    /// A password was hashed, which made changes.
    pub(super) fn hashed(&mut self, ticket: u64, changes: Option<u64>) {
        let hold = self.hashing.remove(&ticket);
        if let Some(conditions) = hold.and_then(|hold| self.open.get_mut(&hold)) {
            conditions.passwords -= 1;
            conditions.changes = conditions.changes.max(changes.unwrap_or(0));
        }
    }

    /// Removes the output that need not wait any longer, given that all changes up to `stored` are
    /// stored.
    pub(super) fn release(&mut self, stored: u64) -> Vec<Released> {
        self.open.retain(|_, wanted| wanted.passwords > 0 || wanted.changes > stored);
        let mut released = Vec::new();
        self.connections.retain(|id, HeldOutput { queue, bytes: kept }| {
            while let Some(held) = queue.pop_front_if(|held| !self.open.contains_key(&held.hold)) {
                released.push(match held.what {
                    What::Write(bytes) => {
                        *kept -= bytes.len();
                        Released::Write(*id, bytes)
                    }
                    What::Close => Released::Close(*id),
                });
            }
            !queue.is_empty()
        });
        let ready = self.answers.extract_if(.., |(hold, ..)| !self.open.contains_key(hold));
        released.extend(ready.map(|(_, ticket, answer)| Released::Answer(ticket, answer)));
        released
    }

    /// Removes all output.
    pub(super) fn release_all(&mut self) -> Vec<Released> {
        self.hashing.clear();
        self.open.clear();
        self.release(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 100;

    const ANNA: SessionId = SessionId(1);
    const BORIS: SessionId = SessionId(2);

    fn write(id: SessionId, text: &str) -> Released {
        Released::Write(id, text.as_bytes().to_vec())
    }

    #[test]
    fn a_connection_has_everything_in_order_when_it_is_stored() {
        let mut holds = Holds::default();
        let first = holds.hold(1, &[]);
        assert!(holds.write(first, ANNA, b"sent. ", MOST));
        let second = holds.hold(2, &[]);
        assert!(holds.write(second, BORIS, b"rated.", MOST));
        // Anna's next board acknowledges nothing, but follows an answer that does.
        let hers = holds.of_connection(ANNA).expect("she waits");
        assert!(holds.write(hers, ANNA, b"<12>", MOST));
        holds.close(hers, ANNA);
        holds.answer(second, 7, Answer::ok("done\n"));
        assert_eq!(holds.release(0), []);
        assert_eq!(holds.release(1), [write(ANNA, "sent. <12>"), Released::Close(ANNA)]);
        assert_eq!(holds.of_connection(ANNA), None);
        let last = [write(BORIS, "rated."), Released::Answer(7, Answer::ok("done\n"))];
        assert_eq!(holds.release(2), last);
        assert!(holds.is_empty());
    }

    #[test]
    fn what_is_kept_for_a_connection_is_bounded() {
        let mut holds = Holds::default();
        let hold = holds.hold(1, &[]);
        assert!(holds.write(hold, ANNA, &[b'x'; MOST], MOST));
        assert!(!holds.write(hold, ANNA, b"x", MOST));
        assert!(holds.write(hold, BORIS, b"x", MOST));
        assert_eq!(holds.release(1).len(), 2);
        let hold = holds.hold(2, &[]);
        assert!(holds.write(hold, ANNA, b"x", MOST));
    }

    #[test]
    fn a_password_is_acknowledged_when_its_hash_is_stored() {
        let mut holds = Holds::default();
        let hold = holds.hold(1, &[5, 6]);
        assert!(holds.write(hold, ANNA, b"set.", MOST));
        holds.hashed(5, Some(3));
        assert_eq!(holds.release(3), []);
        holds.hashed(6, Some(4));
        assert_eq!(holds.release(3), []);
        assert_eq!(holds.release(4), [write(ANNA, "set.")]);
        // A failed hash changes nothing.
        let hold = holds.hold(0, &[8]);
        assert!(holds.write(hold, ANNA, b"again.", MOST));
        holds.hashed(8, None);
        assert_eq!(holds.release(4), [write(ANNA, "again.")]);
    }

    #[test]
    fn nothing_waits_for_a_database_that_fails() {
        let mut holds = Holds::default();
        for number in 1..4 {
            let hold = holds.hold(number, &[number]);
            assert!(holds.write(hold, ANNA, b"x", MOST));
        }
        assert_eq!(holds.release_all().len(), 3);
        holds.hashed(2, Some(1));
        assert_eq!(holds.release(9), []);
    }
}
