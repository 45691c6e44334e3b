//! One connection of an Internet Chess Server, as bytes and typed messages, in either
//! role, without sockets.
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`].
//! * What an interface asks of its server: [`ivars`].

pub mod block;
pub mod command;
pub mod fields;
pub mod ivars;
pub mod line;
pub mod notice;
pub mod proposal;
pub mod server;
pub mod telnet;
pub mod template;
pub mod timeseal;
pub mod view;
