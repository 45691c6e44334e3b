//! The sessions that are running, by the secrets of their windows.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use partie_client::{Session, protocol::Refused};
use partie_page::Languages;
use tokio::sync::mpsc;

use super::{
    gateway::{ChessServer, ConnectError},
    running::{self, WindowEvent},
};
use crate::{
    password,
    transport::{Visitor, counted_as},
};

/// Number of random words in a token.
const WORDS: usize = 2;
/// Number of events of windows that may wait for a session.
const WAITING: usize = 64;

/// Limits of live sessions.
#[derive(Clone, Copy, Debug)]
pub struct LiveLimits {
    /// Number of sessions at the same time; 0: any number.
    pub sessions: usize,
    /// Number of sessions of one address; of IPv6, of its first 64 bits. Those of this machine
    /// count in total only. 0: any number.
    pub per_address: usize,
    /// The time for which a session goes on while its window is away in the middle of a game.
    pub away: Duration,
    /// The time after which the others at its games hear of a window that is away.
    pub away_is_reported: Duration,
    /// The time for which it goes on while no game is played.
    pub away_from_lobby: Duration,
    /// The time after which the seeks of a window that is away are withdrawn.
    pub seeks_stand: Duration,
    /// The same before anybody is logged in.
    pub away_before_login: Duration,
}

impl Default for LiveLimits {
    fn default() -> LiveLimits {
        LiveLimits {
            sessions: 2000,
            per_address: 20,
            away: Duration::from_mins(5),
            away_is_reported: Duration::from_secs(3),
            away_from_lobby: Duration::from_mins(1),
            seeks_stand: Duration::from_secs(10),
            away_before_login: Duration::from_secs(20),
        }
    }
}

/// The way of events to a session that is running.
pub(super) type Events = mpsc::Sender<WindowEvent>;

/// The sessions of one chess server.
#[derive(Clone)]
pub(in crate::pages) struct Registry(Arc<Inner>);

struct Inner {
    server: ChessServer,
    limits: LiveLimits,
    languages: Languages,
    sessions: Mutex<HashMap<String, Entry>>,
}

struct Entry {
    /// None for this machine.
    address: Option<IpAddr>,
    /// None while the server is being connected.
    events: Option<Events>,
}

impl Registry {
    pub(in crate::pages) fn new(
        server: ChessServer,
        limits: LiveLimits,
        languages: Languages,
    ) -> Registry {
        Registry(Arc::new(Inner { server, limits, languages, sessions: Mutex::default() }))
    }

    /// The name of a remote server.
    pub(in crate::pages) fn server_name(&self) -> Option<&str> {
        self.0.server.name()
    }

    pub(super) fn limits(&self) -> LiveLimits {
        self.0.limits
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.0.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session of a window that comes back.
    pub(super) fn find(&self, token: &str) -> Option<Events> {
        self.sessions().get(token)?.events.clone()
    }

    /// Begins a session with sentences in a language.
    pub(super) async fn begin(&self, visitor: Visitor, language: &str) -> Result<Events, Refused> {
        let token = (0..WORDS).map(|_| password::random()).collect::<Option<String>>();
        let token = token.ok_or(Refused::Full)?;
        self.reserve(&token, counted_as(visitor.address.ip()))?;
        let connected = self.0.server.connect(visitor).await.map_err(|error| {
            self.forget(&token);
            match error {
                ConnectError::Full => Refused::Full,
                ConnectError::Unreachable(fault) => {
                    tracing::debug!(%fault, "the chess server");
                    Refused::Unreachable
                }
            }
        })?;
        let (events, from_windows) = mpsc::channel(WAITING);
        if let Some(entry) = self.sessions().get_mut(&token) {
            entry.events = Some(events.clone());
        }
        let mut session = Session::new(self.0.languages.of(language).speech());
        if self.0.server.has_timeseal() {
            session = session.with_timeseal();
        }
        tokio::spawn(running::run(self.clone(), token, session, connected, from_windows));
        Ok(events)
    }

    fn reserve(&self, token: &str, address: Option<IpAddr>) -> Result<(), Refused> {
        let LiveLimits { sessions: total, per_address, .. } = self.0.limits;
        let reached = |limit: usize, count: usize| limit > 0 && count >= limit;
        let mut sessions = self.sessions();
        if reached(total, sessions.len()) {
            return Err(Refused::Full);
        }
        let here = || sessions.values().filter(|entry| entry.address == address).count();
        if address.is_some() && reached(per_address, here()) {
            return Err(Refused::Address);
        }
        sessions.insert(token.to_owned(), Entry { address, events: None });
        Ok(())
    }

    /// Forgets a session that has ended.
    pub(super) fn forget(&self, token: &str) {
        self.sessions().remove(token);
    }
}
