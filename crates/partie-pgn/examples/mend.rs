//! Checks the games of a PGN file, and prints them as mended as is certain: `mend FILE`
//!
//! Diagnostics and changes go to standard error, the games to standard output.

#![expect(clippy::print_stderr, reason = "a program prints")]

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use partie_formats::{Confidence, ReadOptions};
use partie_pgn::{
    Reader,
    repair::{RepairOptions, repair},
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("usage: mend FILE")?;
    let reading = ReadOptions::default();
    let options = RepairOptions::default().level(Confidence::Safe);
    let mut out = io::stdout().lock();
    for record in Reader::from_path(path, &reading)? {
        let record = record?;
        for diagnostic in &record.parsed.diagnostics {
            let place = record.place(diagnostic.span.start);
            let code = diagnostic.code.id;
            eprintln!("{}:{}: {code} {}", place.line, place.column, diagnostic.message);
        }
        let mended = repair(&record, &options, &reading);
        for change in &mended.changes {
            eprintln!("  mended: {:?} becomes {:?}", change.before, change.after);
        }
        out.write_all(mended.text.as_bytes())?;
    }
    Ok(())
}
