//! The sessions that are running, by the secrets of their windows.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use partie_client::{Session, protocol::Refused};
use partie_page::Languages;
use tokio::sync::mpsc;

use super::{
    gateway::{ChessServer, ConnectError},
    running::{self, LiveLimits, WindowEvent},
};
use crate::{
    password,
    transport::{Visitor, counted_as},
};

/// Number of random words in a token.
const WORDS: usize = 2;
/// Number of events of windows that may wait for a session.
const WAITING: usize = 64;

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
        let (registry, secret) = (self.clone(), token.clone());
        let forget = move || registry.forget(&secret);
        let limits = self.0.limits;
        tokio::spawn(running::run(limits, token, session, connected, from_windows, forget));
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
    fn forget(&self, token: &str) {
        self.sessions().remove(token);
    }
}
