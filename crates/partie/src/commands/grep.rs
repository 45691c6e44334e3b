//! `partie grep`: games that answer a question.

use std::{
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    sync::Arc,
};

use anyhow::anyhow;

use super::{
    copies::Copies,
    entries::{Entries, Entry},
    line::in_a_line,
};
use crate::{args::GrepArguments, exit::Exit, input::Input, output::Permission, report::visible};

pub(super) fn run(arguments: &GrepArguments) -> anyhow::Result<Exit> {
    let GrepArguments { collection, target, writing, max_count, .. } = arguments;
    let query = arguments.query().map_err(|message| anyhow!(message))?;
    let entries = Entries::new(collection);
    let several = entries.inputs.len() > 1;
    let permission = Permission::new(target.force).reading(entries.readable());
    let live = entries.readable().any(|input| input == Input::Stdin);
    let told = arguments.count || arguments.files_with_matches || arguments.list;
    let mut copies = Copies::new(target, writing, permission, live)?;
    let entries =
        entries.bar(!(copies.on_terminal() || told && crate::terminal::is_terminal(false)));
    let mut out = BufWriter::new(anstream::stdout());
    let most = max_count.unwrap_or(u64::MAX);
    let mut found = 0;
    let mut files: Vec<(Arc<str>, u64)> = Vec::new();

    let work = move |entry: &Entry| query.answers(entry);
    let seen = entries.each_worked(work, |entry, answers| {
        if found >= most {
            return Ok(ControlFlow::Break(()));
        }
        if files.last().is_none_or(|(file, _)| !Arc::ptr_eq(file, &entry.file)) {
            files.push((entry.file.clone(), 0));
        }
        let Some((_, in_file)) = files.last_mut() else { return Ok(ControlFlow::Continue(())) };
        let known = arguments.files_with_matches && *in_file > 0;
        if known || !answers {
            return Ok(ControlFlow::Continue(()));
        }
        found += 1;
        *in_file += 1;
        if arguments.list {
            writeln!(out, "{}", in_a_line(&entry))?;
            if live {
                out.flush()?;
            }
        } else if arguments.files_with_matches {
            writeln!(out, "{}", visible(&entry.file))?;
        } else if !told {
            copies.write(&entry)?;
        }
        Ok(if found >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;

    if arguments.count {
        if several {
            for (file, games) in &files {
                writeln!(out, "{}:{games}", visible(file))?;
            }
        } else {
            writeln!(out, "{found}")?;
        }
    }
    out.flush()?;
    let complete = told || copies.finish(entries.voice())?;
    Ok(seen.exit(found == 0 || !complete))
}
