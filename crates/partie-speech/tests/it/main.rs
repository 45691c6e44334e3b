//! Sentences for positions, moves and games.

mod languages;
mod speech;
mod spelled;
