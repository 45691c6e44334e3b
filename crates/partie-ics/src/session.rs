//! Connections, from the first byte to the last.

use partie_wire::timeseal::{Stamp, Version, lag::LagMeter};

use crate::{
    players::PlayerId,
    time::{Span, Tick},
};

/// The number of a connection; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u64);

/// The stage of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A name is wanted.
    Name,
    /// A guest's name was given, and is reserved; the return key is wanted.
    Return { name: String },
    /// A registered name was given; its password is wanted.
    Password { player: PlayerId, tries: u8 },
    /// The password is being looked at elsewhere.
    Checking { player: PlayerId, tries: u8 },
    /// The player is logged in.
    On(PlayerId),
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

/// The state of one connection.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// Address of the client.
    pub(crate) address: String,
    /// A secret that only the same client can present again.
    pub(crate) token: Option<String>,
    /// Number of refused names.
    pub(crate) refused: u8,
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
    /// Set once lag of the player was reported to those at the game.
    pub(crate) lagged: bool,
}
