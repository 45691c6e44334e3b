//! Inputs of every kind, read through the facade.

mod edits;
mod input;
