//! `partie db find` and `partie db export`: games of a library.

use std::{
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    path::Path,
    thread,
};

use anyhow::{Context as _, bail};
use partie_core::Variant;
use partie_db::{
    library::{Libraries, Library, StoredGame, StoredView, WrittenPositions},
    query::{Query, Subject as _},
};
use partie_formats::Format;
use partie_pgn::view::PgnSink;
use partie_records::{compression::Compression, dispatch};

use crate::{
    args::{DbExportArguments, DbFindArguments, Target, Writing},
    commands::{
        game_writer::{GameWriter, Written},
        library_search::{print_problems, query, query_of_some},
        messages::Messages,
        summary_line::summary,
        table_output::TableOutput,
    },
    exit::Exit,
    output::{Output, Permission},
    report::count,
    visible::json_line,
};

/// Writes games of a library as they come.
struct FindOutput<'a> {
    libraries: Libraries<'a>,
    target: &'a Target,
    writing: &'a Writing,
    games: Option<GameWriter>,
    /// The games are rows of a table instead.
    table: Option<TableOutput>,
    /// Memory for the text of a game.
    text: Vec<u8>,
}

impl<'a> FindOutput<'a> {
    /// Refuses at once what could not be opened later.
    fn new(
        libraries: Libraries<'a>,
        target: &'a Target,
        writing: &'a Writing,
    ) -> anyhow::Result<FindOutput<'a>> {
        let permission = Permission::new(target.force);
        permission.check_target(&target.output)?;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let table = TableOutput::create(target, writing, &permission, threads)?;
        Ok(FindOutput { libraries, target, writing, games: None, table, text: Vec::new() })
    }

    /// Writes a game, given its number among those of all libraries.
    fn write(&mut self, number: u64, game: &StoredGame<'_>) -> anyhow::Result<()> {
        let file = || game.read(|view| view.file().to_owned());
        if let Some(table) = &mut self.table {
            return table.add(&file()?, &game.record()?);
        }
        let games = match &mut self.games {
            Some(games) => games,
            none => {
                let permission = Permission::new(self.target.force);
                let games = GameWriter::new(self.target, self.writing, None, permission)?;
                none.insert(games.with_bughouse_beside()?)
            }
        };
        let variant = game.read(StoredView::variant)?;
        self.text.clear();
        if games.format() == Format::Ndjson
            && let Some(library) = self.libraries.library_name(number)
        {
            let (record, options) = (game.record()?, self.writing.options());
            let format = Format::Ndjson;
            let lost = dispatch::write(format, &record, &file()?, &options, &mut self.text)?.lost;
            let field = format!("\"library\":{},", json_line(&library));
            self.text.splice(1..1, field.into_bytes());
            return games.put_games(Written { variant, games: 1, text: &self.text, lost: &lost });
        }
        if games.format() != Format::Pgn || variant == Variant::Bughouse {
            return games.write(&file()?, &game.record()?);
        }
        let sink = PgnSink { options: self.writing.options() };
        let lost = game.read(|view| view.append(&sink, &mut self.text))?;
        games.put_games(Written { variant, games: 1, text: &self.text, lost: &lost })
    }

    /// Returns true if every game was written.
    fn finish(self, messages: Messages) -> anyhow::Result<bool> {
        if let Some(table) = self.table {
            table.finish(messages)?;
            return Ok(true);
        }
        if let Some(games) = self.games {
            return games.finish(messages);
        }
        messages.nothing_to_write(&self.target.output);
        Ok(true)
    }
}

pub(super) fn find(arguments: &DbFindArguments) -> anyhow::Result<Exit> {
    let DbFindArguments {
        libraries,
        conditions,
        sort,
        count,
        list,
        skip,
        max_count,
        target,
        writing,
    } = arguments;
    let libraries = Libraries::open(libraries)?;
    let query = query_of_some(conditions, &libraries)?;
    if query.is_none() && !(*list || *count || !sort.is_empty() || max_count.is_some()) {
        bail!(
            "no condition given; use one such as --player NAME, or --list or --sort for all games \
             (`partie db export` writes them)"
        );
    }
    let query = query.unwrap_or_default();
    let (own_skip, limit) = conditions.conditions.skip_and_limit();
    let skip = skip.or(own_skip).unwrap_or(0);
    let last = skip.saturating_add(max_count.or(limit).unwrap_or(u64::MAX));
    let libraries = Libraries::from(&libraries);
    let mut written = FindOutput::new(libraries, target, writing)?;
    let mut out = BufWriter::new(anstream::stdout());
    let mut found = 0_u64;
    let mut show = |number: u64, game: &StoredGame<'_>| {
        if found >= last {
            return anyhow::Ok(ControlFlow::Break(()));
        }
        found += 1;
        if found > skip {
            if *list {
                let line = game.read(|view| summary(&libraries.game_name(number), view))?;
                writeln!(out, "{line}")?;
                if found == skip + 1 {
                    out.flush()?;
                }
            } else if !count {
                written.write(number, game)?;
            }
        }
        Ok(if found >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let problems = if sort.is_empty() {
        libraries.find_readable(&query, show)?
    } else {
        let most = usize::try_from(last).unwrap_or(usize::MAX);
        let (games, problems) = libraries.first_in_order(&query, sort, most)?;
        for number in games {
            let shown = libraries.with_game(number, |game| show(number, game))?;
            if shown.is_none_or(|flow| flow.is_break()) {
                break;
            }
        }
        problems
    };
    let shown = found.saturating_sub(skip);
    if *count {
        writeln!(out, "{shown}")?;
    }
    out.flush()?;
    let answers_only = *count || *list;
    let complete = answers_only || written.finish(Messages::words())?;
    Ok(Exit::of_search(print_problems(&problems, false) && (complete || shown == 0), shown > 0))
}

pub(super) fn export(arguments: &DbExportArguments) -> anyhow::Result<Exit> {
    let DbExportArguments { libraries, positions, conditions, target, writing } = arguments;
    let messages = Messages::words();
    let libraries = Libraries::open(libraries)?;
    let query = query(conditions, &libraries)?;
    let takes_all = query.is_none();
    let query = query.unwrap_or_default();
    if let Some(path) = positions {
        let [library] = &libraries[..] else {
            bail!("--positions numbers the games as their library does; name one library");
        };
        return export_positions(library, &query, (path, target.force), messages);
    }
    let libraries = Libraries::from(&libraries);
    let mut written = FindOutput::new(libraries, target, writing)?;
    let mut games = 0_u64;
    let problems = libraries.find_readable(&query, |number, game| {
        games += 1;
        written.write(number, game)?;
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    let complete = written.finish(messages)?;
    Ok(Exit::of_search(print_problems(&problems, false) && complete, games > 0 || takes_all))
}

/// Writes the table of positions.
fn export_positions(
    library: &Library,
    query: &Query,
    (path, force): (&Path, bool),
    messages: Messages,
) -> anyhow::Result<Exit> {
    if path.extension().and_then(|e| e.to_str()).and_then(Compression::from_extension).is_some() {
        bail!("Parquet is already compressed; use a name that ends in .parquet");
    }
    let out = Output::create(path, &Permission::new(force))?;
    if out.is_stdout() || out.is_terminal() {
        bail!("a table of positions is written to a file; use --positions positions.parquet");
    }
    let name = out.name().to_owned();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let written = library.write_positions(query, out, threads).with_context(|| name)?;
    let WrittenPositions { out, positions, games, of_two_boards, problems } = written;
    if positions == 0 {
        messages.note(&format!("nothing to write; {} was not created", path.display()));
    } else {
        out.finish()?;
        messages.note(&format!(
            "{} of {} written to {}",
            count(positions, "position"),
            count(games, "game"),
            path.display()
        ));
    }
    if of_two_boards > 0 {
        let games = count(of_two_boards, "game");
        messages.missing(&format!("left out: {games} of bughouse, which have two boards"));
    }
    Ok(Exit::of_search(print_problems(&problems, false), positions > 0))
}
