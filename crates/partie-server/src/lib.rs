//! Sockets, files and passwords around the pure Internet Chess Server.
//!
//! [`Ground::open`] takes the data folder, the database and the ports; [`Ground::start`] gives
//! them to a [`hub::Domain`], which one task owns and which sees neither sockets nor a clock.
//! [`Floor`] is the one that plays chess.

pub mod admin;
mod clock;
pub mod config;
mod connection;
mod floor;
pub mod hub;
pub mod keep;
mod metrics;
pub mod password;
mod private;
mod server;
pub mod service_manager;
pub mod store;
pub mod transport;

pub use self::{
    clock::Clock,
    config::Config,
    connection::{ConnectionId, Transport, Why},
    floor::Floor,
    metrics::{Metrics, Tally},
    server::{Ground, Server},
};
