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
//! * What is kept: [`Change`]s as they happen, and the [`Start`] that they add up to.
//! * What is offered: [`matching`] (challenges), [`offer`] (all that waits for an answer),
//!   [`seek`] (ads), `partner` (bughouse), `wishes` (with whom and what a player wants to play).
//! * What is done: `command`, one file a family; `settings` (variables, aliases);
//!   [`lists`], [`channel`] and [`message`] (what players keep and leave);
//!   [`office`] (what administrators keep);
//!   [`help`] (a page for every command).
//!
//! The rules that need no session:
//!
//! * [`tick`]: moments, spans of time, dates in a server's words.
//! * [`clock`]: Fischer clocks, lag credit, flags, deadlines.
//! * [`category`], [`rating`]: which games are rated together; Glicko as FICS computes it.
//! * [`formula`]: the language in which a player says which matches he wants.
//! * [`claims`]: draws that a player claims, and what a flag is worth.
//! * [`handle`], [`title`]: names of players and the letters behind them.
//! * [`chance`], [`wild`]: chance from a seed, and start positions drawn by lot.
//! * [`boards`]: named positions from which games begin.

mod audience;
mod available;
pub mod boards;
mod calendar;
pub mod category;
pub mod chance;
pub mod claims;
pub mod clock;
pub mod formula;
pub mod handle;
pub mod rating;
pub mod tick;
pub mod title;
pub mod wild;
mod zone;

pub mod change;
pub mod channel;
mod command;
pub mod config;
pub mod game;
mod hall;
pub mod help;
pub mod lists;
mod login;
pub mod matching;
pub mod message;
pub mod offer;
pub mod office;
mod partner;
pub mod people;
pub mod record;
pub mod seek;
pub mod session;
mod settings;
mod start;
mod storage;
mod wishes;

pub use change::Change;
pub use config::Config;
pub use hall::{Ics, Input, Output, Prompt, Reply, Told};
pub use session::SessionId;
pub use start::Start;
pub use tick::{Span, Tick};
