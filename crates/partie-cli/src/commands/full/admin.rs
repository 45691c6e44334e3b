//! `partie admin`: lines to the server that runs on this computer.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use anyhow::Context as _;
use partie_server::admin::{Answer, Endpoint};

use super::serve::configuration;
use crate::{args::AdminArguments, commands::print_message, exit::Exit, visible::visible_lines};

pub(super) fn run(arguments: &AdminArguments) -> anyhow::Result<Exit> {
    let data =
        [("--data", "PARTIE_DATA", arguments.data.as_deref().map(|p| p.to_string_lossy().into()))];
    let config = configuration(arguments.config.as_deref(), data)?;
    let endpoint = Endpoint::find(&config.data);
    match &*arguments.line.join(" ") {
        "" | "-" => converse(&endpoint),
        line => say(&endpoint, line),
    }
}

/// One line of the standard input after another.
fn converse(endpoint: &Endpoint) -> anyhow::Result<Exit> {
    let typed = io::stdin().is_terminal();
    let mut worst = Exit::Clean;
    let mut lines = io::stdin().lock().lines();
    loop {
        if typed {
            let mut errors = io::stderr();
            write!(errors, "partie admin> ")?;
            errors.flush()?;
        }
        let Some(line) = lines.next() else { break };
        let line = line.context("the standard input")?;
        if line.trim().is_empty() {
            continue;
        }
        worst = worst.max(say(endpoint, line.trim())?);
    }
    if typed {
        writeln!(io::stderr())?;
    }
    Ok(worst)
}

/// Says a line and prints the answer: a refusal where complaints go.
fn say(endpoint: &Endpoint, line: &str) -> anyhow::Result<Exit> {
    let Answer { done, text } = endpoint.ask(line).with_context(|| {
        let name = endpoint.path().display();
        if endpoint.path().exists() {
            format!("the server at {name} did not reply")
        } else {
            format!("no server is running here: {name} does not exist (use --data for another data directory)")
        }
    })?;
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    if done {
        let mut out = io::stdout().lock();
        write!(out, "{}{end}", visible_lines(&text))?;
        out.flush()?;
        return Ok(Exit::Clean);
    }
    match text.trim_end() {
        "" => print_message("the server refused the command"),
        refusal => print_message(refusal),
    }
    Ok(Exit::Problems)
}
