//! Sockets, files and passwords around the pure Internet Chess Server.
//!
//! [`BoundServer::open`] locks the data folder, opens the database and binds the ports;
//! [`BoundServer::start`] connects them to a [`hub::Domain`], which one task owns and which sees
//! neither sockets nor a clock. [`IcsApp`] is the domain that plays chess.

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
#[cfg(feature = "page")]
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
