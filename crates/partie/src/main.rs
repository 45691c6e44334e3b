//! The `partie` program: reads, checks, converts and writes chess records.

mod decompress;
mod exit;
mod input;
mod interrupt;
mod output;
mod progress;
mod report;

fn main() {}
