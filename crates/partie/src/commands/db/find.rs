//! `partie db find` and `partie db export`: games of a library.

use std::{
    io::{BufWriter, Write as _},
    ops::ControlFlow,
};

use anyhow::bail;
use partie_core::Language;
use partie_db::{
    library::{Library, StoredGame},
    query::{Query, Subject as _},
};

use crate::{
    args::{DbExportArguments, DbFindArguments, Target, Writing},
    commands::{game_writer::GameWriter, messages::Messages, summary_line::summary},
    exit::Exit,
    output::Permission,
};

/// Writes games of a library as they come.
struct Found<'a> {
    target: &'a Target,
    writing: &'a Writing,
    games: Option<GameWriter>,
}

impl<'a> Found<'a> {
    /// Refuses at once what could not be opened later.
    fn new(target: &'a Target, writing: &'a Writing) -> anyhow::Result<Found<'a>> {
        Permission::new(target.force).check_target(&target.output)?;
        Ok(Found { target, writing, games: None })
    }

    fn write(&mut self, game: &StoredGame<'_>) -> anyhow::Result<()> {
        let games = match &mut self.games {
            Some(games) => games,
            none => {
                let permission = Permission::new(self.target.force);
                let games = GameWriter::new(self.target, self.writing, None, permission)?;
                none.insert(games.with_bughouse_beside()?)
            }
        };
        games.write(game.file(), &game.record()?)
    }

    /// Returns true if every game was written.
    fn finish(self, messages: Messages) -> anyhow::Result<bool> {
        if let Some(games) = self.games {
            return games.finish(messages);
        }
        messages.nothing_to_write(&self.target.output);
        Ok(true)
    }
}

pub(super) fn find(arguments: &DbFindArguments) -> anyhow::Result<Exit> {
    let DbFindArguments { library, conditions, count, list, skip, max_count, target, writing } =
        arguments;
    let Some(query) = conditions.query(Some(Language::English))? else {
        bail!("no condition given; use one such as --player NAME, see `partie db find --help`");
    };
    let (own_skip, limit) = conditions.skip_and_limit();
    let skip = skip.or(own_skip).unwrap_or(0);
    let last = skip.saturating_add(max_count.or(limit).unwrap_or(u64::MAX));
    let library = Library::open(library)?;
    let mut written = Found::new(target, writing)?;
    let mut out = BufWriter::new(anstream::stdout());
    let mut found = 0_u64;
    library.find(&query, |game| {
        if found >= last {
            return anyhow::Ok(ControlFlow::Break(()));
        }
        found += 1;
        if found > skip {
            if *list {
                writeln!(out, "{}", summary(&game.number.to_string(), game))?;
                if found == skip + 1 {
                    out.flush()?;
                }
            } else if !count {
                written.write(game)?;
            }
        }
        Ok(if found >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let shown = found.saturating_sub(skip);
    if *count {
        writeln!(out, "{shown}")?;
    }
    out.flush()?;
    let told = *count || *list;
    let complete = told || written.finish(Messages::quiet(false))?;
    Ok(if shown == 0 {
        Exit::Findings
    } else if complete {
        Exit::Clean
    } else {
        Exit::Failed
    })
}

pub(super) fn export(arguments: &DbExportArguments) -> anyhow::Result<Exit> {
    let DbExportArguments { library, target, writing } = arguments;
    let library = Library::open(library)?;
    let mut written = Found::new(target, writing)?;
    library.find(&Query::new(Vec::new()), |game| {
        written.write(game)?;
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    let complete = written.finish(Messages::quiet(false))?;
    Ok(if complete { Exit::Clean } else { Exit::Failed })
}
