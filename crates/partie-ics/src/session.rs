//! Connections, from the first byte to the last.

use std::collections::BTreeMap;

use partie_wire::timeseal::{Stamp, Version, lag::LagMeter};

use crate::{
    ids::{PlayerId, SessionId},
    time::{Span, Tick},
};

/// The stage of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Waiting for a name.
    #[default]
    Name,
    /// A guest's name was given, and is reserved; waiting for the return key.
    Return { name: String },
    /// A registered name was given; waiting for its password.
    Password { player: PlayerId },
    /// The password is being looked at elsewhere.
    Checking { player: PlayerId },
    /// The player is logged in.
    On(PlayerId),
}

/// The state of one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Session {
    /// Address of the client.
    pub(crate) address: String,
    /// A secret that only the same client can present again.
    pub(crate) token: Option<String>,
    /// Number of refused names.
    pub(crate) refused: u8,
    /// Number of wrong passwords.
    pub(crate) wrong_passwords: u8,
    /// Stage of the connection.
    pub(crate) stage: Stage,
    /// Time at which it was opened.
    pub(crate) since: Tick,
    /// Interface variables that the client set before it gave a name.
    pub(crate) ivars: Option<partie_wire::ivars::Ivars>,
    /// Its timeseal, and the lag of its player.
    pub(crate) seal: Option<(Version, LagMeter)>,
    /// Since when a ping has had no answer.
    pub(crate) asked: Option<Tick>,
    /// The last round-trip times, the oldest first.
    pub(crate) trips: Vec<Span>,
    /// Set once the player's lag was reported to the players and observers of the game.
    pub(crate) lagged: bool,
}

impl Session {
    /// Number of ping answers that are remembered.
    const TRIPS: usize = 5;

    /// A ping has gone out.
    pub(crate) fn pinged(&mut self, now: Tick) {
        if let Some((_, meter)) = &mut self.seal {
            meter.pinged();
            self.asked.get_or_insert(now);
        }
    }

    /// A ping was answered.
    pub(crate) fn answered(&mut self, now: Tick, stamp: Stamp) {
        let Some((_, meter)) = &mut self.seal else { return };
        meter.answered(stamp);
        self.lagged = false;
        if let Some(asked) = self.asked.take() {
            if self.trips.len() >= Session::TRIPS {
                self.trips.remove(0);
            }
            self.trips.push(now - asked);
        }
    }

    /// Average round-trip time, in milliseconds; `None` before the first answer.
    pub(crate) fn trip(&self) -> Option<u32> {
        let sum: i64 = self.trips.iter().map(|trip| trip.0).sum();
        let count = i64::try_from(self.trips.len()).ok().filter(|n| *n > 0)?;
        u32::try_from(sum / count).ok()
    }
}

/// All connections, with what their logins wait for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sessions {
    all: BTreeMap<SessionId, Session>,
    /// Names that guests were asked to confirm, in lower case, with their connections.
    offered_names: BTreeMap<String, SessionId>,
    /// Players whose new password is being hashed, with the passwords that were typed since.
    hashing: BTreeMap<PlayerId, Vec<(SessionId, String)>>,
}

impl Sessions {
    /// A connection by its number.
    pub(crate) fn get(&self, id: SessionId) -> Option<&Session> {
        self.all.get(&id)
    }

    /// A connection by its number, mutably.
    pub(crate) fn get_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        self.all.get_mut(&id)
    }

    /// All connections in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SessionId, &Session)> {
        self.all.iter().map(|(id, session)| (*id, session))
    }

    /// Returns true if there is no connection.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds a connection.
    pub(crate) fn insert(&mut self, id: SessionId, session: Session) {
        self.all.insert(id, session);
    }

    /// Forgets a connection, and the name that it was offered.
    pub(crate) fn remove(&mut self, id: SessionId) -> Option<Session> {
        let session = self.all.remove(&id)?;
        if let Stage::Return { name } = &session.stage {
            self.withdraw_name(id, name);
        }
        Some(session)
    }

    /// Brings a connection to another stage of its login; a name that it was offered is free.
    pub(crate) fn stage(&mut self, id: SessionId, stage: Stage) {
        let Some(session) = self.all.get_mut(&id) else { return };
        if let Stage::Return { name } = std::mem::replace(&mut session.stage, stage) {
            self.withdraw_name(id, &name);
        }
    }

    /// Reserves a guest's name for a connection that must confirm it.
    pub(crate) fn offer_name(&mut self, id: SessionId, name: &str) {
        self.offered_names.insert(name.to_ascii_lowercase(), id);
    }

    /// Returns true if a name is reserved for a guest.
    pub(crate) fn is_offered(&self, name: &str) -> bool {
        self.offered_names.contains_key(&name.to_ascii_lowercase())
    }

    /// Frees a name that is reserved for a connection.
    fn withdraw_name(&mut self, id: SessionId, name: &str) {
        let key = name.to_ascii_lowercase();
        if self.offered_names.get(&key) == Some(&id) {
            self.offered_names.remove(&key);
        }
    }

    /// Returns true while a new password of a player is being hashed.
    pub(crate) fn is_hashing(&self, player: PlayerId) -> bool {
        self.hashing.contains_key(&player)
    }

    /// Notes that a new password of a player is being hashed.
    pub(crate) fn begin_hashing(&mut self, player: PlayerId) {
        self.hashing.entry(player).or_default();
    }

    /// Lets a typed password wait for the new hash.
    pub(crate) fn wait_for_hash(&mut self, player: PlayerId, id: SessionId, password: String) {
        let waiting = self.hashing.entry(player).or_default();
        waiting.retain(|(session, _)| *session != id);
        waiting.push((id, password));
    }

    /// Ends the hashing for a player, and returns the passwords that were typed meanwhile.
    pub(crate) fn end_hashing(&mut self, player: PlayerId) -> Vec<(SessionId, String)> {
        self.hashing.remove(&player).unwrap_or_default()
    }

    /// The lag of a sealed connection.
    pub(crate) fn meter(&mut self, id: SessionId) -> Option<&mut LagMeter> {
        let (_, meter) = self.all.get_mut(&id)?.seal.as_mut()?;
        Some(meter)
    }

    /// The timeseal version of a connection, if any.
    pub(crate) fn sealed(&self, id: SessionId) -> Option<Version> {
        self.all.get(&id)?.seal.as_ref().map(|(version, _)| *version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_reserved_until_its_connection_moves_on() {
        let (one, other) = (SessionId(1), SessionId(2));
        let mut sessions = Sessions::default();
        for id in [one, other] {
            sessions.insert(id, Session::default());
            sessions.offer_name(id, "Guest");
            sessions.stage(id, Stage::Return { name: "Guest".to_owned() });
        }
        assert!(sessions.is_offered("gUEST"));
        // The later connection took the name over.
        sessions.remove(one);
        assert!(sessions.is_offered("Guest"));
        sessions.stage(other, Stage::Name);
        assert!(!sessions.is_offered("Guest"));
    }

    #[test]
    fn the_last_password_of_each_connection_waits_for_the_hash() {
        let player = PlayerId(1);
        let mut sessions = Sessions::default();
        sessions.begin_hashing(player);
        assert!(sessions.is_hashing(player));
        for (id, password) in [(1, "a"), (2, "b"), (1, "c")] {
            sessions.wait_for_hash(player, SessionId(id), password.to_owned());
        }
        let waited: Vec<(u64, String)> =
            sessions.end_hashing(player).into_iter().map(|(id, text)| (id.0, text)).collect();
        assert_eq!(waited, [(2, "b".to_owned()), (1, "c".to_owned())]);
        assert!(!sessions.is_hashing(player));
    }
}
