//! Checks the games of a file, and prints them as mended as is certain: `mend FILE`
//!
//! Diagnostics and changes go to standard error, the games to standard output.

#![expect(clippy::print_stderr, reason = "a program prints")]

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use partie::{
    Confidence, Input,
    mend::{RepairOptions, Step},
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("usage: mend FILE")?;
    for mended in Input::open(path)?.mend(RepairOptions::default().level(Confidence::Safe))? {
        let mended = mended?;
        if let Step::Record(record) = &mended.step {
            for (place, diagnostic) in record.diagnostics() {
                let code = diagnostic.code.id;
                eprintln!("{}:{}: {code} {}", place.line, place.column, diagnostic.message);
            }
        }
        for change in &mended.changes {
            eprintln!("  mended: {:?} becomes {:?}", change.before, change.after);
        }
        io::stdout().write_all(&mended.text)?;
    }
    Ok(())
}
