//! `partie check`: diagnostics, their places, and how to fix them.

use anyhow::{Context as _, bail};
use partie_formats::Severity;

use super::{
    account,
    games::Games,
    records::{Run, Stream},
};
use crate::{
    args::{CheckArguments, Denied, ReportFormat, Reporting, Selecting},
    commands::print_message,
    config::{self, CheckConfig},
    exit::Exit,
    report::count,
    selection::Selection,
    terminal,
};

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    if arguments.account {
        return account::run(arguments);
    }
    let CheckArguments { files, selecting, reporting, reading, .. } = arguments;
    if selecting.statistics
        && matches!(reporting.form(), ReportFormat::Sarif | ReportFormat::Github)
    {
        bail!("`--statistics` supports only `--format text` and `--format json`");
    }
    let config = match configuration(selecting)? {
        Ok(config) => config,
        Err(faults) => {
            faults.lines().for_each(print_message);
            return Ok(Exit::Failed);
        }
    };
    let mut selection = selection(selecting, config.selection);
    let named = selection.lowest_named();
    let severity = reporting.severity.or(config.severity);
    let denied = reporting.deny.map(|_| reporting.denied(Severity::Repaired)).or(config.deny);
    if severity.is_none() && named.is_some() {
        selection.floor = Some(Severity::Repaired);
    }
    let reporting = Reporting {
        severity: Some(lowered(severity, named)),
        deny: Some(Denied::Severity(lowered(denied, named))),
        ..reporting.clone()
    };
    let games = Games::of(files, reading);
    let inputs = games.inputs.len();
    let skipped = games.inputs.skipped().map(|files| format!("; {files}")).unwrap_or_default();
    let run = Run::new(games, &reporting).select(selection, selecting.statistics);
    let outcome = run.diagnostics(Stream::Stdout)?;
    if !terminal::is_quiet() {
        let unselected = match outcome.unselected {
            0 => String::new(),
            n => format!("; {} not selected", count(n, "diagnostic")),
        };
        let unread = match outcome.failures.len() {
            0 => String::new(),
            n => format!("; {} could not be read", count(n as u64, "file")),
        };
        let of =
            if inputs > 1 { format!("{}: ", count(inputs as u64, "file")) } else { String::new() };
        let tally = &outcome.tally;
        print_message(format_args!("{of}{tally}{unselected}{unread}{skipped}"));
    }
    Ok(outcome.exit(reporting.denied(Severity::Repaired)))
}

/// The requested level, or else the default one, lowered by codes that are named.
fn lowered(asked: Option<Severity>, named: Option<Severity>) -> Severity {
    asked.unwrap_or_else(|| named.unwrap_or(Severity::Repaired).min(Severity::Repaired))
}

/// Returns the named or nearest configuration; the inner error lists its faults.
fn configuration(selecting: &Selecting) -> anyhow::Result<Result<CheckConfig, String>> {
    if selecting.isolated {
        return Ok(Ok(CheckConfig::default()));
    }
    let file = if selecting.config.is_some() {
        selecting.config.clone()
    } else {
        let here = std::env::current_dir().context("cannot determine the current directory")?;
        config::nearest(&here)
    };
    Ok(file.map_or(Ok(CheckConfig::default()), |file| config::read(&file)))
}

/// Applies flags to the configuration: `--select` replaces it, `--ignore` adds to it.
fn selection(flags: &Selecting, config: Selection) -> Selection {
    let base = if flags.select.is_empty() {
        config
    } else {
        Selection { select: Some(flags.select.clone()), ignore: Vec::new(), ..config }
    };
    Selection { ignore: [base.ignore, flags.ignore.clone()].concat(), ..base }
}
