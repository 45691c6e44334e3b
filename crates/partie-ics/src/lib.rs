//! What an Internet Chess Server *does*: pure and deterministic. Time and chance are
//! arguments.
