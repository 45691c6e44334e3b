//! One JSON object a game.
