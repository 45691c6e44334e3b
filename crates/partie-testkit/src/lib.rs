//! Tools that the tests of several crates share.
//!
//! * [`random`]: random numbers, the same on every machine.
//! * [`damage`], [`mutate`], [`odd`]: games and texts that are hard to read.
//! * [`suite`]: what `cargo test` runs, and what the long suite adds.
//! * [`corpus`]: games of the test data.
//! * [`typescript`]: types of scripts.
//! * [`account`], [`games`], [`laws`], [`connection`]: laws for all inputs.

#![expect(clippy::missing_panics_doc, reason = "all of this is part of tests, and tests panic")]

pub mod account;
pub mod connection;
pub mod corpus;
pub mod damage;
pub mod games;
pub mod laws;
pub mod mutate;
pub mod odd;
pub mod random;
pub mod suite;
pub mod typescript;
