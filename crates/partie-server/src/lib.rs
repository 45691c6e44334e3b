//! Sockets, files and passwords around the pure Internet Chess Server.
//!
//! A part of the program `partie`: what is public here is for its other parts, and may change with any
//! version.
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
