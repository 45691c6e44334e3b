//! `partie grep`: games that answer a question.

use std::{
    env,
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    path::PathBuf,
    sync::Arc,
};

use anyhow::anyhow;

use super::{
    fold::{Fold, Needs},
    game_output::GameOutput,
    games::Games,
    sort::{in_order, sort_keys},
    summary_line::summary_line,
};
use crate::{
    args::{Collection, GrepArguments},
    exit::Exit,
    report::visible,
};

/// Error for missing conditions. A word that is no file was most likely meant as a
/// condition.
fn no_condition(files: &[PathBuf]) -> String {
    let word = files.iter().find(|file| file.as_os_str() != "-" && !file.exists());
    match word.map(|word| in_quotes(&visible(&word.to_string_lossy()))) {
        Some(word) => format!(
            "no condition given; did you mean `--player {word}`? \
             (use `--text {word}` to search the whole text of games)"
        ),
        None => {
            "no condition given; use one such as --player NAME, see `partie grep --help`".to_owned()
        }
    }
}

/// A word as a shell wants it.
fn in_quotes(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,+".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Memory for games that are sorted, in bytes, before temporary files are used.
const SORTED_BYTES: usize = 512 << 20;

pub(super) fn run(arguments: &GrepArguments) -> anyhow::Result<Exit> {
    let GrepArguments { copying, max_count, .. } = arguments;
    let Collection { files, conditions, reading } = &copying.collection;
    let query = conditions.query_of_some(reading.lang)?;
    let query = query.ok_or_else(|| anyhow!(no_condition(files)))?;
    let entries = Games::of(files, reading);
    let live = entries.is_live();
    let mut game_output = GameOutput::for_games(&entries, copying)?.live(live);
    let several = entries.inputs.len() > 1;
    let answers_only = arguments.count || arguments.files_with_matches || arguments.list;
    let entries = entries
        .bar(!(game_output.on_terminal() || answers_only && crate::terminal::is_terminal(false)));
    let mut out = BufWriter::new(anstream::stdout());
    let (skip, limit) = conditions.skip_and_limit();
    let most = max_count.or(limit).unwrap_or(u64::MAX);
    let mut skipped = arguments.skip.or(skip).unwrap_or(0);
    if !arguments.sort.is_empty() && (arguments.list || !answers_only) {
        let part = [skipped, most].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        let keys = sort_keys(arguments.sort.clone(), false);
        let entries = entries.meeting(query);
        let mut found = 0_u64;
        let memory = (SORTED_BYTES, env::temp_dir());
        let seen = in_order(&entries, keys, memory, part.into(), |entry| {
            found += 1;
            if arguments.list {
                return Ok(writeln!(out, "{}", summary_line(entry))?);
            }
            game_output.write(entry)
        })?;
        out.flush()?;
        let complete = arguments.list || game_output.finish(entries.messages())?;
        return Ok(seen.exit(found == 0 || !complete));
    }
    let mut found = 0;
    let mut files: Vec<(Arc<str>, u64)> = Vec::new();

    let (needs, keep) = (Needs::of(&query), !answers_only || arguments.list);
    // The game if it was found and is kept, and true if it was found.
    let find = Fold::new(needs, move |game, answers: &mut Vec<_>| {
        let found = query.answers(&game);
        answers.push(((found && keep).then(|| game.keep()), found));
    });
    let seen = entries.ask(Fold { patient: false, ..find }, |file, (entry, answers)| {
        if found >= most {
            return Ok(ControlFlow::Break(()));
        }
        if answers && skipped > 0 {
            skipped -= 1;
            return Ok(ControlFlow::Continue(()));
        }
        if files.last().is_none_or(|(other, _)| !Arc::ptr_eq(other, file)) {
            files.push((file.clone(), 0));
        }
        let Some((_, in_file)) = files.last_mut() else { return Ok(ControlFlow::Continue(())) };
        let known = arguments.files_with_matches && *in_file > 0;
        if known || !answers {
            return Ok(ControlFlow::Continue(()));
        }
        found += 1;
        *in_file += 1;
        match entry {
            Some(entry) if arguments.list => {
                writeln!(out, "{}", summary_line(&entry))?;
                if live {
                    out.flush()?;
                }
            }
            Some(entry) => game_output.write(&entry)?,
            None if arguments.files_with_matches => writeln!(out, "{}", visible(file))?,
            None => {}
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
    let complete = answers_only || game_output.finish(entries.messages())?;
    Ok(seen.exit(found == 0 || !complete))
}
