//! A stream of boards to games.
