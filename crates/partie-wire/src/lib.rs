//! One connection of an Internet Chess Server, as bytes and typed messages, in either
//! role, without sockets.
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`], [`ascii7`].
//! * What a player sees: [`prompt`], [`wrap`]; before the session: [`login`].
//! * All of it in one: [`intake`] for a server, [`client`] for a client.
//! * What an interface asks of its server: [`ivars`].

pub mod ascii7;
pub mod block;
pub mod client;
pub mod intake;
pub mod ivars;
pub mod line;
pub mod login;
pub mod prompt;
pub mod telnet;
pub mod timeseal;
pub mod wrap;
