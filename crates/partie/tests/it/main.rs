//! Inputs of every kind, read through the facade.

mod input;
