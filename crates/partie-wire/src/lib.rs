//! One connection of an Internet Chess Server, as bytes and typed messages, in either
//! role, without sockets.
//!
//! * Bytes: [`telnet`], [`line`](mod@line), [`timeseal`], [`block`], [`ascii7`].
//! * What a player sees: [`prompt`], [`wrap`].
//! * What an interface asks of its server: [`ivars`].

pub mod ascii7;
pub mod block;
pub mod ivars;
pub mod line;
pub mod prompt;
pub mod telnet;
pub mod timeseal;
pub mod wrap;
