//! The logic of an Internet Chess Server, pure and deterministic: time and randomness are
//! arguments.
//!
//! [`Ics`] is the whole server. [`Ics::handle`] takes one [`Input`] at a [`Tick`] and appends
//! what is to be done: notices to send, connections to close, passwords to check, changes to
//! store. The same inputs at the same ticks give the same outputs, so replaying a log of them
//! reproduces any incident.
//!
//! * Players and connections: [`players`] (accounts and online state), [`session`]
//!   (connections), `login` (the login dialogue).
//! * Games: [`game`] (games, moves, ends).
//! * Storage: [`Change`]s as they happen, and the [`PersistentState`] that they add up to.
//! * Offers: [`challenge`] (proposed games), [`offer`] (everything that waits for an answer),
//!   [`seek`] (ads), `partner` (bughouse), `match_filter` (the opponents and games that a
//!   player accepts).
//! * Commands: `command`, one file per family; `settings` (variables, aliases); [`lists`],
//!   [`channel`] and [`message`]; [`admin_state`] (what administrators set and record);
//!   [`help`] (a page for every command).
//!
//! Rules that need no session:
//!
//! * [`time`]: moments, spans of time, dates as a server writes them.
//! * [`clock`]: Fischer clocks, lag credit, flags, deadlines.
//! * [`category`], [`rating`]: rating categories; Glicko as FICS computes it.
//! * [`formula`]: the language in which players say which matches they accept.
//! * [`draw_claims`]: draws claimed by a player, and the result of a fallen flag.
//! * [`handle`], [`title`]: player names and the titles after them.
//! * [`rng`], [`start_positions`]: a seeded random number generator, and the start positions
//!   drawn with it.
//! * [`named_positions`]: named positions from which games begin.

mod audience;
mod available;
mod calendar;
pub mod category;
pub mod clock;
pub mod draw_claims;
pub mod formula;
pub mod handle;
pub mod named_positions;
pub mod rating;
pub mod rng;
pub mod start_positions;
pub mod time;
pub mod title;
mod zone;

pub mod admin_state;
pub mod challenge;
pub mod change;
pub mod channel;
mod command;
pub mod config;
pub mod game;
pub mod help;
pub mod lists;
mod login;
mod match_filter;
pub mod message;
pub mod offer;
mod outbox;
mod partner;
mod persistent_state;
pub mod players;
pub mod record;
pub mod seek;
mod server;
pub mod session;
mod settings;
mod storage;

pub use change::Change;
pub use config::Config;
pub use persistent_state::PersistentState;
pub use server::{Delivery, Ics, Input, Output};
pub use session::SessionId;
pub use time::{Span, Tick};
