//! What an Internet Chess Server *does*: pure and deterministic. Time and chance are
//! arguments.
//!
//! [`Ics`] is the whole server. [`Ics::handle`] takes one [`Input`] at a [`Tick`] and
//! appends what is to be done: notices to be told, connections to be closed, passwords to
//! be checked, changes to be stored. The same inputs at the same ticks give the same
//! outputs, so that a log of them replays any incident.
//!
//! * Who is there: [`people`] (accounts and who is on), [`session`] (connections),
//!   `login` (the dialogue).
//! * What is played: [`game`] (games, moves, ends).
//! * What is done: `command`, one file a family.
//!
//! The rules that need no session:
//!
//! * [`tick`]: moments, spans of time, dates in a server's words.
//! * [`category`]: which games are rated together.
//! * [`handle`], [`title`]: names of players and the letters behind them.
//! * [`chance`]: chance from a seed.

pub mod category;
pub mod chance;
pub mod handle;
pub mod tick;
pub mod title;

pub mod change;
mod command;
pub mod config;
pub mod game;
mod hall;
mod login;
pub mod people;
pub mod record;
pub mod session;

pub use change::Change;
pub use config::Config;
pub use hall::{Ics, Input, Output, Prompt, Reply, Told};
pub use session::SessionId;
pub use tick::{Span, Tick};
