//! `partie db report`: a report on a position.

use std::path::Path;

use partie_db::{
    library::{Libraries, Library, ReportLimits},
    query::PositionLine,
};
use partie_site::position;

use super::explore::filter;
use crate::{
    args::{DbReportArguments, PresentationFormat},
    commands::{library_search::print_problems, messages::Messages, note, reports::written},
    exit::Exit,
    output::{Output, Permission},
    terminal,
    visible::json_line,
};

pub(super) fn run(arguments: &DbReportArguments) -> anyhow::Result<Exit> {
    let DbReportArguments { library, position, lines, top, counted, presentation } = arguments;
    let others: Vec<&Path> =
        position.iter().map(Path::new).take_while(|word| Library::is_at(word)).collect();
    let line = PositionLine::read(&position[others.len()..].join(" "))?;
    let libraries = Libraries::open(&[&[&**library], &others[..]].concat())?;
    let (filter, is_readable) = filter(counted, &libraries)?;
    let libraries = Libraries::from(&libraries);
    let out = Output::create(presentation.path()?, &Permission::new(presentation.force))?;
    let limits = ReportLimits { lines: *lines, rows: *top };
    let report = libraries.report(&line.position(), &filter, limits);
    let is_readable = print_problems(&report.problems, true) && is_readable;
    let status = Exit::of_search(is_readable, report.results.games() > 0);
    let text = match presentation.format() {
        PresentationFormat::Json => (json_line(&report.json(libraries)) + "\n").into_bytes(),
        _ if report.results.games() == 0 => {
            note("no game came to this position");
            Messages::words().nothing_to_write(&presentation.output);
            return Ok(status);
        }
        _ => {
            let ascii = terminal::ascii(presentation.ascii);
            let report = position::report(&report, &line, libraries, ascii);
            written(&[report], presentation, &out)?
        }
    };
    out.write_whole(&text)?;
    Ok(status)
}
