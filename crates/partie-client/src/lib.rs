//! A player's session on an Internet Chess Server, as a window shows it.
pub mod protocol;
