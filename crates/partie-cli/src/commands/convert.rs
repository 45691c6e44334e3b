//! `partie convert`: any format to any other.

use anyhow::bail;
use partie_core::{Game, NodeId};
use partie_db::columns::Table;
use partie_formats::{Format, Record, Severity};

use super::{
    game_writer::GameWriter,
    games::Games,
    mended::Mender,
    messages::Messages,
    opening_tags::OpeningTags,
    records::{Outcome, Run, Stream},
    show::place::{at_ply, every},
    table_output::TableOutput,
};
use crate::{
    args::{ConvertArguments, Reporting},
    exit::Exit,
    output::Permission,
    report::count,
};

pub(super) fn run(arguments: &ConvertArguments) -> anyhow::Result<Exit> {
    let ConvertArguments { files, target, split, writing, reporting, reading, .. } = arguments;
    let mender = arguments.level.map(|level| Mender::new(level, reporting.all));
    let read = Games::of(files, reading).filtered(&arguments.conditions, reading.lang)?;
    let read = read.mended(mender.clone());
    let permission = Permission::new(target.force).reading(read.readable());
    let mut openings = arguments.add_eco.map(OpeningTags::new);
    let options = writing.options();
    let ply = arguments.ply;
    let step = arguments.every.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
    let wants_positions = ply.is_some() || arguments.every.is_some();
    let only_positions = || "--ply and --every choose positions; use -t fen or -t epd with them";
    if wants_positions && target.table().is_some() {
        bail!(only_positions());
    }
    if let Some(table) = TableOutput::create(target, writing, &permission, read.threads)? {
        if split.is_some() {
            bail!("--split does not apply to tables");
        }
        return to_table(
            arguments,
            reader(read, reporting, mender.is_some()),
            mender.as_ref(),
            table,
            openings,
        );
    }
    let mut games = GameWriter::new(target, writing, *split, permission)?.live(read.is_live());
    if wants_positions {
        games = games.of_positions();
    }
    let stream = Stream::Stderr { bar: !games.on_terminal() };
    let format = games.format();
    if wants_positions && !matches!(format, Format::Fen | Format::Epd) {
        bail!(only_positions());
    }
    let writing = (&options, games.is_split());
    // The place of a record, which JSON gives, is known when all before it were read.
    let one_by_one = read.filter.is_some() && format == Format::Ndjson;
    let run = reader(read, reporting, mender.is_some());
    let mut too_short = 0;
    let outcome = match &mut openings {
        _ if wants_positions => run.each(stream, |file, record| {
            let game = record.game();
            let nodes = match ply {
                Some(ply) => at_ply(game, ply).into_iter().collect(),
                None => every(game, step),
            };
            too_short += u64::from(nodes.is_empty());
            nodes.into_iter().try_for_each(|node| games.write(file, &position(record, node)))
        })?,
        None if one_by_one => run.each(stream, |file, record| games.write(file, record))?,
        None => run.convert(stream, format, writing, |written| games.put_games(written))?,
        Some(openings) => {
            run.each(stream, |file, record| games.write(file, &openings.named(record)))?
        }
    };
    let messages = Messages::new(reporting, true);
    let exit = summary(messages, &outcome, mender.as_ref(), reporting);
    if let Some(openings) = openings {
        openings.report(messages);
    }
    if too_short > 0 {
        messages.note(&format!("left out: {} with fewer plies", count(too_short, "game")));
    }
    let complete = games.finish(messages)?;
    Ok(if complete { exit } else { exit.max(Exit::Problems) })
}

/// Reads games with a report, which speaks of the changes if games are mended.
fn reader(games: Games, reporting: &Reporting, mended: bool) -> Run<'_> {
    let run = Run::new(games, reporting);
    if mended { run.silently() } else { run }
}

/// Reports the totals, and of games that were mended the changes.
fn summary(
    messages: Messages,
    outcome: &Outcome,
    mender: Option<&Mender>,
    reporting: &Reporting,
) -> Exit {
    let exit = outcome.exit(reporting.denied(Severity::Error));
    let Some(mender) = mender else {
        messages.summary(&outcome.tally);
        return exit;
    };
    let (broken, guesses) = mender.finish();
    let denied = broken > 0 || guesses > 0 && reporting.denies_guesses();
    if denied { exit.max(Exit::Problems) } else { exit }
}

/// Returns a record of a position of a game, with its tags.
fn position(record: &Record, node: NodeId) -> Record {
    let game = record.game();
    let mut alone = Game::from_boards(game.variant, game.boards_at(node));
    alone.tags = game.tags.clone();
    for tag in ["FEN", "SetUp"] {
        alone.tags.remove(tag);
    }
    Record { byte: record.byte, line: record.line, ..Record::of_game(alone, record.number) }
}

/// Writes games as rows of a table.
fn to_table(
    arguments: &ConvertArguments,
    run: Run<'_>,
    mender: Option<&Mender>,
    mut table: TableOutput,
    mut openings: Option<OpeningTags>,
) -> anyhow::Result<Exit> {
    let ConvertArguments { writing, reporting, .. } = arguments;
    let (stream, options) = (Stream::Stderr { bar: true }, writing.options());
    let outcome = match &mut openings {
        None => run.rows(
            stream,
            (Table::File, &options),
            |_, source| source,
            |file, row| table.push(file, row),
        )?,
        Some(openings) => {
            run.each(stream, |file, record| table.add(file, &openings.named(record)))?
        }
    };
    let messages = Messages::new(reporting, true);
    let exit = summary(messages, &outcome, mender, reporting);
    if let Some(openings) = openings {
        openings.report(messages);
    }
    table.finish(messages)?;
    Ok(exit)
}
