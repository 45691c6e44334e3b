//! The logic of an Internet Chess Server, pure and deterministic: time and randomness are
//! arguments.
//!
//! A part of the program `partie`: its public items serve the program's other parts, and may change
//! with any version.
//!
//! [`Ics`] is the whole server. [`Ics::handle`] takes one [`Input`] at a [`Tick`] and appends its
//! outputs: notices to send, connections to close, passwords to check, changes to store. The same
//! inputs at the same ticks give the same outputs, so replaying a log of them reproduces any
//! incident.
//!
//! ```
//! use partie_ics::{Config, Ics, Input, Output, SessionId, Tick};
//!
//! let mut ics = Ics::new(Config::default(), Tick(0), 1);
//! let mut outputs = Vec::new();
//! let session = SessionId(1);
//! ics.handle(Tick(0), Input::Open { session, address: "::1".into(), token: None }, &mut outputs);
//! assert!(outputs.iter().any(|output| matches!(output, Output::Send(_))), "it asks for a name");
//! ```
//!
//! * State: [`players`] (accounts and online state), `session` (connections), [`game`] (games on
//!   boards and adjourned ones), `offer` (open offers), `seek` (ads), [`admin_state`]
//!   (administrators' settings and records). A rule borrows the parts that it needs, and an outbox
//!   for its outputs.
//! * Data of accounts: [`lists`], [`channel`]s, [`message`]s, [`record`]s of games.
//! * Rules: `login`, `leave`, `accept` (accepted offers), `match_filter` (the opponents and games
//!   that a player accepts), and the files of `game`.
//! * Commands: `command`, one file per family; [`help`] (a page for every command).
//! * Storage: [`Change`]s as they happen, and the [`PersistentState`] that results from them.
//!
//! Rules that need no session:
//!
//! * [`time`]: moments, spans of time, dates as a server writes them.
//! * [`clock`]: Fischer clocks, lag credit, flags, deadlines.
//! * [`category`], [`rating`]: rating categories; Glicko as FICS computes it.
//! * [`formula`]: the language for conditions on acceptable matches.
//! * [`draw_claims`]: draws claimed by a player, and the result of a fallen flag.
//! * [`handle`], [`title`]: player names and the titles after them.
//! * [`rng`], [`start_positions`]: a seeded random number generator, and the start positions
//!   drawn with it.
//! * [`named_positions`]: named positions from which games begin.
//!
//! # Layers
//!
//! `partie-ics`: `server` is the server as a value: `Ics::handle(now, Input, &mut Vec<Output>)`. Everything,
//! including the passage of time, arrives as an input; the same inputs give the same outputs, bit by bit
//! (`rating` takes logarithms and exponentials from libm). It knows no bytes, styles or widths: it sends notices.
//! Its files form layers; imports lead downwards only (`crates/partie-core/tests/it/circles.rs` finds circles):
//!
//! ```text
//! server                            Ics: routes each input
//! command/, login                   what players type
//! accept, leave, game/              what begins, shows and ends games: takes the state
//! state                             the sum of the parts and the outbox
//! offer, seek, match_filter …       a part with its rules: takes this part and the outbox
//! players, session, outbox,         parts of the state, and what an input brings about
//!   game/model, game/adjourned …
//! ids, lists, message, category …   values
//! ```
//!
//! A rule on one part borrows this part and the `Outbox` (`state.out`): a tell takes the players. A
//! rule over several parts takes the state, as `&State` if it changes none of them. A rule on one
//! part is a method of it (`Offers::decline`, `Seeks::announce`, `Players::partner_of`). The outbox
//! knows the connection of each player by itself, so a notice can be sent while players or games are
//! borrowed, and the player whose command runs (`Outbox::reply`); the rule that sends it declares
//! where an event for programs begins (`Outbox::begin_event`). `command/` has one file per family
//! of commands; `game/` handles events on boards (`disconnect`, `gnotify`, `flag` and others).
//! `audience` indexes the players online by the news that they receive, `storage` reports a
//! database that cannot be written. Rules that need no session are `time`, `category`, `rating`,
//! `clock`, `formula`, `draw_claims`, `handle`, `title`, `rng`, `start_positions`,
//! `named_positions`. A game keeps its moves and two positions (`game/line`); going back replays
//! the moves. All accounts are in memory; each `Change` is emitted to be stored.

mod accept;
mod announcements;
mod arrivals;
mod audience;
mod available;
pub mod category;
pub mod clock;
pub mod draw_claims;
pub mod formula;
pub mod handle;
pub mod named_positions;
pub mod rating;
mod reserved;
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
mod ids;
mod input;
mod leave;
pub mod lists;
mod login;
mod match_filter;
pub mod message;
mod offer;
mod openings;
mod outbox;
mod output;
mod passwords;
mod persistent_state;
pub mod players;
pub mod record;
mod seek;
mod server;
mod session;
mod state;
mod storage;
mod stored;
#[cfg(test)]
mod test_club;
mod who_line;
mod wrong_passwords;

pub use change::{Change, Moved};
pub use config::Config;
pub use ids::SessionId;
pub use input::Input;
pub use output::{Delivery, Output};
pub use persistent_state::PersistentState;
pub use server::Ics;
pub use time::{Span, Tick};
