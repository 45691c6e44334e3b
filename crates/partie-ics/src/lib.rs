//! What an Internet Chess Server *does*: pure and deterministic. Time and chance are
//! arguments.
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
