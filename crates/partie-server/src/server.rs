//! A whole server: from a configuration to open ports, and to an end in good order.

use std::{
    fs, io,
    net::SocketAddr,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    sync::{mpsc, oneshot, watch},
    task::{JoinHandle, JoinSet},
};

use crate::{
    admin::AdminListener,
    clock::Clock,
    config::{Config, Limits},
    hub::{Arrival, Domain, Event, Hub, HubContext, HubSender, WAITING_ARRIVALS},
    metrics::{self, Metrics},
    metrics_http::MetricsHttp,
    modes,
    password::Passwords,
    store::{Location, Store, model::Snapshot},
    transport::{
        ConnectionLimiter, HubAccess, Identity, Listener, Port, TransportContext, accept,
        activated, bind,
    },
};

/// Time limit for the last bytes to the players on shutdown.
const FLUSH: Duration = Duration::from_secs(3);
/// Time limit for hashing the last passwords on shutdown.
const HASH: Duration = Duration::from_secs(20);
/// Time limit for writing the last changes to the database.
const STORE: Duration = Duration::from_secs(30);
/// Time to wait on shutdown for a database that cannot be written.
const STORE_AWAY: Duration = Duration::from_secs(5);
/// Number of threads that compare passwords.
const PASSWORD_THREADS: usize = 2;
/// Maximum size of a WebSocket message, in multiples of the longest line.
const LINES_A_MESSAGE: usize = 16;

/// A server with its ports bound and its store read, ready for a domain.
pub struct BoundServer {
    config: Config,
    listeners: Vec<Listener>,
    identity: Option<Identity>,
    store: Store,
    metrics: Arc<Metrics>,
    admin: AdminListener,
    /// Held as long as the server runs, so that no second one uses the folder.
    lock: fs::File,
    /// Finished games for its pages.
    games: Option<Arc<dyn crate::pages::GameList>>,
    /// Languages of its pages.
    languages: crate::pages::Languages,
}

/// A running server.
pub struct Server<D> {
    hub: JoinHandle<D>,
    stop: oneshot::Sender<()>,
    tasks: JoinSet<()>,
    store: Store,
    addresses: Vec<(Port, SocketAddr)>,
    metrics: Arc<Metrics>,
    _lock: fs::File,
}

impl BoundServer {
    /// Takes the data folder, opens the database and the ports. `listen_fdnames` is the value of
    /// the variable `LISTEN_FDNAMES`: a port that systemd has opened is not opened again.
    ///
    /// # Errors
    /// If the folder, the database, the certificate or a port cannot be had; the fault names it.
    pub async fn open(
        config: Config,
        listen_fdnames: Option<&str>,
    ) -> io::Result<(Self, Snapshot)> {
        metrics::count_panics();
        let lock = take(&config.data)?;
        let mut listeners = activated(listen_fdnames)?;
        let given: Vec<_> = listeners.iter().map(|listener| listener.port).collect();
        for (port, addresses) in [
            (Port::Telnet, &config.listen.telnet),
            (Port::Tls, &config.listen.tls),
            (Port::Http, &config.listen.http),
            (Port::Private, &config.listen.private),
        ] {
            if !given.contains(&port) {
                listeners.extend(bind(port, &addresses.sockets())?);
            }
        }
        let tls = listeners.iter().any(|listener| listener.port == Port::Tls);
        let identity = match (&config.tls.certificate, &config.tls.key) {
            _ if !tls => None,
            (Some(certificate), Some(key)) => Some(Identity::read(certificate, key)?),
            _ => Some(Identity::own(&config.data)?),
        };
        let metrics = Arc::new(Metrics::new());
        let location = Location::read(&config.database, &config.data)
            .ok_or_else(|| io::Error::other("no such kind of database"))?;
        if let Location::Sqlite(file) = &location {
            modes::create_private_file(file).map_err(|fault| modes::named(file, &fault))?;
        }
        let admin = AdminListener::bind(&config.data, config.listen.admin).await?;
        let files = Some(&*config.data);
        let (store, snapshot) = Store::open(location, files, Arc::clone(&metrics)).await?;
        let bound = Self {
            config,
            listeners,
            identity,
            store,
            metrics,
            admin,
            lock,
            games: None,
            languages: crate::pages::Languages::default(),
        };
        Ok((bound, snapshot))
    }

    /// The metrics.
    #[must_use]
    pub fn metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.metrics)
    }

    /// The same server with finished games on its pages.
    #[must_use]
    pub fn with_games(self, games: Arc<dyn crate::pages::GameList>) -> Self {
        Self { games: Some(games), ..self }
    }

    /// The same server with other languages on its pages.
    #[must_use]
    pub fn with_languages(self, languages: crate::pages::Languages) -> Self {
        Self { languages, ..self }
    }

    /// Opens the doors.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start<D: Domain>(self, domain: D) -> io::Result<Server<D>> {
        let (hub_sender, arrivals) = mpsc::channel(WAITING_ARRIVALS);
        let (stop, stopped) = oneshot::channel();
        let limits = &self.config.limits;
        // The hub hears of passwords also when it ends and all connections are gone.
        let hub = hub_sender.clone();
        let passwords = Passwords::start(PASSWORD_THREADS, move |event| {
            let at = Instant::now();
            // The hub may be gone; then nobody waits for the result.
            let _ = hub.blocking_send(Arrival::Happened { event, at });
        })?;
        let hub_context = HubContext {
            clock: Clock::start(),
            metrics: Arc::clone(&self.metrics),
            passwords,
            changes: Some(self.store.changes()),
            flush: FLUSH,
            hash: HASH,
        };
        let hub_access = Arc::new(HubAccess {
            hub: hub_sender.clone(),
            limiter: ConnectionLimiter::new(limits.connections, limits.per_address),
            metrics: Arc::clone(&self.metrics),
            queue_bytes: limits.queue_bytes,
        });
        let transport_context = Arc::new(TransportContext {
            hub_access: Arc::clone(&hub_access),
            message_bytes: limits.line_bytes * LINES_A_MESSAGE,
            websocket_origins: self.config.listen.websocket_origins.clone(),
            behind_proxy: self.config.listen.behind_proxy,
            pages: pages(&self.config, hub_access, self.games, self.languages),
        });
        let metrics_http = MetricsHttp {
            hub: hub_sender.clone(),
            metrics: Arc::clone(&self.metrics),
            store: Some(self.store.healthy()),
        };
        let mut addresses = Vec::new();
        let mut tasks = JoinSet::new();
        for listener in self.listeners {
            addresses.push((listener.port, listener.socket.local_addr()?));
            if listener.port == Port::Private {
                tasks.spawn(metrics_http.clone().serve(listener.socket));
            } else {
                tasks.spawn(accept(
                    listener,
                    Arc::clone(&transport_context),
                    self.identity.clone(),
                ));
            }
        }
        tasks.spawn(watch_store(self.store.healthy(), hub_sender.clone()));
        tasks.spawn(self.admin.serve(hub_sender));
        let hub = tokio::spawn(Hub::new(domain, hub_context).run(arrivals, stopped));
        Ok(Server {
            hub,
            stop,
            tasks,
            store: self.store,
            addresses,
            metrics: self.metrics,
            _lock: self.lock,
        })
    }
}

impl<D: Domain> Server<D> {
    /// The ports that are open, with their addresses.
    #[must_use]
    pub fn addresses(&self) -> &[(Port, SocketAddr)] {
        &self.addresses
    }

    /// The metrics.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// Watches whether the last change was stored.
    #[must_use]
    pub fn healthy(&self) -> watch::Receiver<bool> {
        self.store.healthy()
    }

    /// Shuts down in order: closes the ports, lets the domain say farewell, sends written bytes,
    /// and stores changes. Returns the domain.
    ///
    /// # Errors
    /// Fails if the domain has panicked, or not everything could be stored in time.
    pub async fn stop(mut self) -> io::Result<D> {
        self.tasks.shutdown().await;
        // If the hub has ended already, it needs no word.
        let _ = self.stop.send(());
        let hub = &mut self.hub;
        let domain = tokio::select! {
            domain = &mut *hub => domain,
            // The hub waits for room in the store, and would for ever.
            () = self.store.stuck(STORE_AWAY) => {
                self.store.give_up();
                hub.await
            }
        };
        if !self.store.close_within(STORE, STORE_AWAY).await {
            return Err(io::Error::other("not everything could be stored"));
        }
        domain.map_err(io::Error::other)
    }

    /// Runs until `until` says so, or the domain panics; then [`Self::stop`].
    ///
    /// # Errors
    /// As [`Self::stop`].
    pub async fn run(mut self, until: impl Future<Output = ()>) -> io::Result<D> {
        let panicked = tokio::select! {
            () = until => None,
            ended = &mut self.hub => Some(ended),
        };
        match panicked {
            None => self.stop().await,
            Some(ended) => {
                self.tasks.shutdown().await;
                let stored = self.store.close(STORE).await;
                let domain = ended.map_err(io::Error::other)?;
                if stored { Ok(domain) } else { Err(io::Error::other("not everything was stored")) }
            }
        }
    }
}

/// The pages of the server's public port.
fn pages(
    config: &Config,
    hub_access: Arc<HubAccess>,
    games: Option<Arc<dyn crate::pages::GameList>>,
    languages: crate::pages::Languages,
) -> axum::Router {
    let shared = Some(config.data.join("shared"));
    let Limits { connections: sessions, per_address, .. } = config.limits;
    crate::pages::router(crate::pages::PageOptions {
        shared,
        games,
        languages,
        chess_server: Some(crate::pages::ChessServer::here(hub_access)),
        live: crate::pages::LiveLimits { sessions, per_address, ..Default::default() },
        ..Default::default()
    })
}

/// Passes on to the hub whether the store works.
async fn watch_store(mut healthy: watch::Receiver<bool>, hub: HubSender) {
    while healthy.changed().await.is_ok() {
        let event = Event::Storing { works: *healthy.borrow_and_update() };
        if hub.send(Arrival::Happened { event, at: Instant::now() }).await.is_err() {
            return;
        }
    }
}

/// Makes the data folder, which is ours alone, and locks it.
fn take(folder: &Path) -> io::Result<fs::File> {
    let named = |fault: io::Error| {
        io::Error::new(fault.kind(), format!("the data folder {}: {fault}", folder.display()))
    };
    modes::create_private_folder(folder).map_err(named)?;
    let mut options = fs::OpenOptions::new();
    let lock = modes::of_new_file(options.write(true).create(true).truncate(false), 0o600)
        .open(folder.join("lock"))
        .map_err(named)?;
    lock.try_lock().map_err(|fault| match fault {
        fs::TryLockError::WouldBlock => io::Error::new(
            io::ErrorKind::ResourceBusy,
            format!("another server uses the data folder {}", folder.display()),
        ),
        fs::TryLockError::Error(fault) => named(fault),
    })?;
    Ok(lock)
}
