//! PGN: reading neither panics nor loops, and accounts for every byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use partie_formats::Format;
use partie_testkit::laws;

fuzz_target!(|text: &[u8]| laws::read(Format::Pgn, text));
