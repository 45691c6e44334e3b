//! Sockets, files and passwords around the pure Internet Chess Server.
//!
//! A part of the program `partie`: its public items serve the program's other parts, and may change
//! with any version.
//!
//! [`BoundServer::open`] locks the data folder, opens the database and binds the ports;
//! [`BoundServer::start`] connects them to a [`hub::Domain`], which one task owns and which sees
//! neither sockets nor a clock. [`IcsApp`] is the domain that plays chess.
//!
//! ```no_run
//! use partie_ics::{Ics, Tick};
//! use partie_server::{BoundServer, Config, IcsApp};
//!
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! let config = Config::read(None, std::env::vars())?;
//! let ics = Ics::new(config.rules(), Tick(0), 1);
//! // Without a persister it forgets all when it ends.
//! let app = IcsApp::new(ics, None, config.limits.line_bytes);
//! let (bound, _) = BoundServer::open(config, None).await?;
//! bound.start(app)?.run(std::future::pending()).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Tasks
//!
//! `partie-server`: `transport` carries a connection from its socket to the hub (one task each,
//! `conversation`; `queue` bounds the pending bytes in both directions, `limiter` the connections).
//! `hub` is the one task that owns the domain: events in, an outbox out; it never waits for a
//! connection. `app` connects `Ics` to the hub. `persistence` turns changes into rows, and rows
//! into the state at startup; `store` is one writing task over SQLite or PostgreSQL, and writes
//! files of committed games. `password`, `admin`, `metrics_http` (health and metrics) and `config`
//! are named after what they do. On shutdown games are adjourned, then passwords are hashed, then
//! the writer finishes.
//!
//! An answer that acknowledges a change waits for its commit: `Outbox::store` marks the event, and
//! the hub keeps what it writes in `hub/holds` until the writing task reports the number of these
//! changes as stored. Later writes to the same connections are kept behind it; other connections,
//! and boards, do not wait. Nothing is held while the database fails. A running game is stored as
//! an adjourned one (`partie_ics::game::running` tracks its changes), so a killed server finds it
//! adjourned. Its moves are lines in an append-only table: all moves of a transaction are one row,
//! and lines of finished games are removed now and then. The games of a player's history are
//! separate facts, so that a finished game is written once for each player.
//!
//! Arrivals and departures are announced every 100 ms if more than a hundred players want to hear
//! of logins, up to 200 in one notice that is rendered once (`announcements`): thousands of
//! simultaneous departures cost one write for each listener, not one for each pair.
//!
//! A move takes this path: bytes → `transport` → `hub` → `app` (`server_reader`: a line and its timestamp) →
//! `Ics::handle` (`command::run_line`) → `command::read` → `game::play` (legality, clock, lag, end) → a `Moment` shared by
//! all boards → `Output::Send` (the opponent first) → `app` (`server_writer::write`, in each player's style) →
//! outbox → one write per connection.
//!
//! Games are played on the page `/play` over the WebSocket `/live`. `partie-client` is the client
//! side of the wire: a `Session` routes the bytes of a chess server and the requests of a window to
//! its parts (`login`, `commands`, `games`, `lobby`, `talk`), which send numbered news to the
//! `window`; a test writes their types (`protocol`) to TypeScript. It connects to the server in the
//! same program by the byte stream that telnet uses (`transport::connect`), so that the same code
//! plays on a remote server (`partie ics page`), and the rules of play, limits and disconnections
//! are in one place. It continues while the browser is away: `pages::live` keeps sessions by the
//! secrets of their windows. Missed messages, or the whole state, are sent again; requests are
//! numbered, and a repeated one is executed once. Classic servers have no command numbers:
//! `commands` recognises an answer by its kind, and waits for it before it sends the next command,
//! because some of these servers read one line and look at the next only seconds later.
//!
//! `partie_server::pages` answers requests: `paste`, `games` (over the trait `GameList`, which
//! files and libraries implement), `shared`, and `guard` (policy and origin of requests). Pages in
//! files (`partie site`) use the same templates with another shell.

pub mod admin;
mod app;
mod clock;
pub mod config;
mod connection;
mod http_port;
pub mod hub;
mod metrics;
mod metrics_http;
mod modes;
pub mod pages;
pub mod password;
pub mod persistence;
mod server;
pub mod service_manager;
pub mod store;
pub mod transport;

pub use partie_ics::SessionId;

pub use self::{
    app::IcsApp,
    clock::Clock,
    config::Config,
    connection::{CloseReason, Transport},
    http_port::{ApiReply, serve_api},
    metrics::{Metrics, Tally},
    server::{BoundServer, Server},
};
