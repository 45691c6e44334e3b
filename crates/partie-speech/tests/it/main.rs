//! Sentences for positions, moves and games.

mod speech;
mod spelled;
