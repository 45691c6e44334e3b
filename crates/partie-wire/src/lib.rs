//! One connection of an Internet Chess Server, as bytes and typed messages, in either
//! role, without sockets.
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`], [`ascii7`].
//! * What a player sees: [`prompt`], [`wrap`].
//! * What a client says: [`command`], [`ivars`]; what he sets: [`variables`].
//! * What a server says: [`notice`], by a [`template`] of [`fields`], for a [`view`]; all of
//!   it in one: [`server`].

pub mod ascii7;
pub mod block;
pub mod command;
pub mod fields;
pub mod ivars;
pub mod line;
pub mod notice;
pub mod prompt;
pub mod server;
pub mod telnet;
pub mod template;
pub mod timeseal;
pub mod variables;
pub mod view;
pub mod wrap;
