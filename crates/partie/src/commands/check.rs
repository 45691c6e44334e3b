//! `partie check`: what is wrong, where, and how to mend it.

use partie_formats::Severity;

use super::records::{Run, Stream};
use crate::{args::CheckArguments, commands::tell, exit::Exit, report::count};

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let CheckArguments { files, reporting, reading } = arguments;
    let run = Run::new(files, None, reading, reporting);
    let inputs = run.inputs.len();
    let outcome = run.findings(Stream::Stdout)?;
    if !reporting.quiet {
        let unread = match outcome.failures {
            0 => String::new(),
            n => format!("; {} could not be read", count(n as u64, "file")),
        };
        let of =
            if inputs > 1 { format!("{}: ", count(inputs as u64, "file")) } else { String::new() };
        tell(format_args!("{of}{}{unread}", outcome.tally));
    }
    Ok(outcome.exit(reporting.deny.unwrap_or(Severity::Repaired)))
}
