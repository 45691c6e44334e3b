//! Connections, from the first byte to the last.

use partie_wire::timeseal::{Version, lag::LagMeter};

use crate::{people::PersonId, tick::Tick};

/// The number of a connection; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub u64);

/// What a connection is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// A name is wanted.
    Name,
    /// A guest's name was given; the return key is wanted.
    Return { name: String },
    /// A registered name was given; its password is wanted.
    Password { person: PersonId, tries: u8 },
    /// The password is being looked at elsewhere.
    Checking { person: PersonId, tries: u8 },
    /// Logged in.
    On(PersonId),
}

/// One connection.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// Where it comes from.
    pub(crate) address: String,
    /// What it is doing.
    pub(crate) stage: Stage,
    /// When it was opened.
    pub(crate) since: Tick,
    /// Interface variables that were set before the name was given.
    pub(crate) ivars: partie_wire::ivars::Ivars,
    /// Its timeseal, and the lag of its player.
    pub(crate) seal: Option<(Version, LagMeter)>,
}
