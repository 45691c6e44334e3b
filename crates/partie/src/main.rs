//! The `partie` program.

fn main() {}
