//! A whole server on loopback, with a small chat in place of the chess server.

mod admin;
mod chat;
mod config;
mod connections;
mod databases;
mod ending;
mod full_disk;
mod fuzz;
mod hostile;
mod killed;
mod live;
mod metrics_http;
mod persistence;
mod store;
