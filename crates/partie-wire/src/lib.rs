//! One connection of an Internet Chess Server, as bytes and typed messages, in either
//! role, without sockets.
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`], [`ascii7`].
//! * What a player sees: [`prompt`], [`wrap`]; before the session: [`login`].
//! * What a client says: [`command`], [`ivars`], [`variables`].
//! * What a server says: [`notice`], by a [`template`] of [`fields`], for a [`view`].
//! * All of it in one: [`intake`] and [`server`] for a server, [`client`] for a client.

pub mod ascii7;
pub mod block;
pub mod client;
pub mod command;
pub mod fields;
pub mod gather;
pub mod intake;
pub mod ivars;
pub mod line;
pub mod login;
pub mod notice;
pub mod prompt;
pub mod proposal;
pub mod server;
pub mod telnet;
pub mod template;
pub mod timeseal;
pub mod variables;
pub mod view;
pub mod wrap;
