//! `partie crosstable`: tournaments as tables, from files or a library ([`table`]).

#[cfg(feature = "page")]
pub(super) mod sheet;
pub(super) mod table;

use std::{fmt::Write as _, io::Write as _, ops::ControlFlow};

use anyhow::{Context as _, bail};
use partie_db::{
    query::{Condition, Query, Text},
    tournament::{EventGame, TieBreak, Tournament, events},
};

use super::{
    html,
    lazy_games::LazyGames,
    questions::{GameQuestion, Needs, QueriedGame},
};
use crate::{
    args::{CrosstableArguments, CrosstableOptions, Presentation, PresentationFormat},
    exit::Exit,
    output::{Output, Permission},
    report::{count, visible},
    terminal,
    visible::json_line,
};

pub(super) fn run(arguments: &CrosstableArguments) -> anyhow::Result<Exit> {
    let CrosstableArguments { table, presentation, collection } = arguments;
    let entries = LazyGames::new(collection);
    let permission = Permission::new(presentation.force).reading(entries.readable());
    let out = Output::create(&presentation.output, &permission)?;
    let mut games = Vec::new();
    let seen = entries.ask(TakeEventGames(table.event.clone()), |_, ((), game)| {
        games.extend(game);
        Ok(ControlFlow::Continue(()))
    })?;
    let nothing = games.is_empty();
    write(games, table, presentation, out)?;
    Ok(seen.exit(nothing))
}

/// Makes a crosstable of games of a library.
#[cfg(feature = "parquet")]
pub(super) fn of_library(arguments: &crate::args::DbCrosstableArguments) -> anyhow::Result<Exit> {
    let crate::args::DbCrosstableArguments { library, table, presentation } = arguments;
    let library = partie_db::library::Library::open(library)?;
    let permission = Permission::new(presentation.force);
    let out = Output::create(&presentation.output, &permission)?;
    let mut games = Vec::new();
    let problems = library.find_readable(&query(table.event.as_ref()), |game| {
        games.push(EventGame::of(game));
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    let found = !games.is_empty();
    write(games, table, presentation, out)?;
    Ok(Exit::of_search(super::db::print_problems(&problems, false), found))
}

/// The most games of an event that have a page.
#[cfg(all(feature = "page", feature = "parquet"))]
const MOST: usize = 20_000;

/// Returns the crosstables of an event of a library for a page, `None` without games, and what kept
/// some of them from being read.
#[cfg(all(feature = "page", feature = "parquet"))]
pub(super) fn library_sheet(
    library: &partie_db::library::Library,
    event: &str,
    words: &partie_page::Words,
) -> anyhow::Result<(Option<partie_page::Sheet>, Vec<partie_db::library::Problem>)> {
    let condition = Condition::Test(partie_db::query::TagTest::equal("Event", event));
    let mut games = Vec::new();
    let problems = library.find_readable(&Query::new(vec![condition]), |game| {
        let mut numbered = EventGame::of(game);
        numbered.number = game.number;
        games.push(numbered);
        anyhow::ensure!(games.len() <= MOST, "the event has more than {MOST} games");
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((event_sheet(event, games, words), problems))
}

/// Returns the crosstables of an event, those with most games first; `None` without games.
#[cfg(all(feature = "page", feature = "parquet"))]
fn event_sheet(
    event: &str,
    games: Vec<EventGame>,
    words: &partie_page::Words,
) -> Option<partie_page::Sheet> {
    let mut parts = events(games);
    parts.sort_by_key(|games| std::cmp::Reverse(games.len()));
    let all = parts.len();
    let tournaments = parts.into_iter().take(FEW).map(|games| Tournament::new(games, None));
    let address = |name: &str| Some(partie_page::player_address(name));
    let game = |number| format!("/games/{number}");
    let sheets: Vec<_> =
        tournaments.map(|tournament| sheet::sheet(&tournament, words, address, game)).collect();
    let left_out = (all > FEW).then(|| format!("{}: {FEW} / {all}", words.tournaments));
    sheet::joined(event, left_out, sheets)
}

/// Returns the question for the games of an event.
fn query(event: Option<&Text>) -> Query {
    Query::new(event.map(|event| Condition::Tag("Event", event.clone())).into_iter().collect())
}

/// Takes what a crosstable needs of the games of an event.
struct TakeEventGames(Option<Text>);

impl GameQuestion for TakeEventGames {
    type Answer = ((), Option<EventGame>);

    fn needs(&self) -> Needs {
        // The moves of other events are not read.
        if self.0.is_some() { Needs::Tags } else { Needs::Moves }
    }

    fn ask(&self, game: impl QueriedGame, answers: &mut Vec<Self::Answer>) {
        let wanted = query(self.0.as_ref()).answers(&game);
        answers.push(((), wanted.then(|| EventGame::of(&game))));
    }
}

/// The most events that an error lists, or of one name that a page shows.
const FEW: usize = 20;

/// Writes tables of the events of some games.
fn write(
    games: Vec<EventGame>,
    options: &CrosstableOptions,
    presentation: &Presentation,
    mut out: Output,
) -> anyhow::Result<()> {
    let mut parts = events(games);
    if parts.len() > 1 && !options.all {
        // The whole name of an event, which others only begin with, is that event.
        let is_named = |games: &Vec<EventGame>| {
            options.event.as_ref().is_some_and(|event| event.is_all_of(&games[0].event))
        };
        if parts.iter().any(is_named) {
            parts.retain(is_named);
        }
    }
    if parts.len() > 1 && !options.all {
        bail!(
            "the games are of {} events; choose one by --event TEXT, or take each by --all:\n{}",
            parts.len(),
            list(&parts)
        );
    }
    let tournaments: Vec<Tournament> =
        parts.into_iter().map(|games| Tournament::new(games, options.kind)).collect();
    let tie_breaks = |tournament: &Tournament| match &options.tie_breaks[..] {
        [] => tournament.usual_tie_breaks(),
        chosen => chosen.to_vec(),
    };
    let text = match presentation.format() {
        PresentationFormat::Json => tournaments.iter().fold(String::new(), |all, tournament| {
            all + &json_line(&tournament.json(&tie_breaks(tournament))) + "\n"
        }),
        PresentationFormat::Text => text(&tournaments, presentation, tie_breaks),
        PresentationFormat::Html if tournaments.is_empty() => String::new(),
        PresentationFormat::Html => page(&tournaments, tie_breaks),
    };
    let name = out.name().to_owned();
    out.write_all(text.as_bytes()).context(name)?;
    out.finish()
}

fn label(tournament: &Tournament) -> String {
    table::label(tournament, table::NAMELESS, table::span)
}

/// Lists events for an error, those with most games.
fn list(parts: &[Vec<EventGame>]) -> String {
    let mut order: Vec<&Vec<EventGame>> = parts.iter().collect();
    order.sort_by_key(|games| std::cmp::Reverse(games.len()));
    let mut out = String::new();
    for games in order.iter().take(FEW) {
        let tournament = Tournament::new((*games).clone(), None);
        let label = label(&tournament);
        let _ = writeln!(out, "  {}: {}", visible(&label), count(games.len() as u64, "game"));
    }
    if order.len() > FEW {
        let _ = writeln!(out, "  and {} more", order.len() - FEW);
    }
    out.trim_end().to_owned()
}

fn text(
    tournaments: &[Tournament],
    presentation: &Presentation,
    tie_breaks: impl Fn(&Tournament) -> Vec<TieBreak>,
) -> String {
    let ascii = presentation.ascii || !terminal::unicode();
    let mut out = String::new();
    for tournament in tournaments {
        if !out.is_empty() {
            out.push('\n');
        }
        let tie_breaks = tie_breaks(tournament);
        let _ = writeln!(out, "{}", visible(&label(tournament)));
        let _ = writeln!(out, "{}\n", table::facts(tournament));
        let (table, _) = table::table(tournament, &tie_breaks, ascii, table::ENGLISH);
        out += &table.draw(terminal::width());
        let notes = table::notes(tournament, &tie_breaks);
        out += if notes.is_empty() { "" } else { "\n" };
        for note in notes {
            let _ = writeln!(out, "{}", visible(&note));
        }
    }
    if ascii { out.replace('–', "-") } else { out }
}

fn page(tournaments: &[Tournament], tie_breaks: impl Fn(&Tournament) -> Vec<TieBreak>) -> String {
    let mut body = String::new();
    for (number, tournament) in tournaments.iter().enumerate() {
        let tie_breaks = tie_breaks(tournament);
        let heading = if number == 0 { "h1" } else { "h2" };
        body += &html::element(heading, "", &label(tournament));
        body += &html::element("p", "", &table::facts(tournament));
        let (table, _) = table::table(tournament, &tie_breaks, false, table::ENGLISH);
        body += &html::table(&table);
        for note in table::notes(tournament, &tie_breaks) {
            body += &html::element("p", "note", &note);
        }
    }
    let title = tournaments.first().map(label).unwrap_or_default();
    html::page(&title, &body)
}

#[cfg(test)]
mod tests {
    #[cfg(all(feature = "page", feature = "parquet"))]
    #[test]
    fn an_event_says_how_many_of_its_tables_are_shown() {
        use super::*;

        let words = partie_page::Words::of("de");
        let sheet = |sites: usize| {
            let mut text = String::new();
            for site in 0..sites {
                let _ = writeln!(text, "[Event \"Open\"]\n[Site \"Town {site}\"]");
                let _ = writeln!(text, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n");
            }
            let options = partie_formats::ReadOptions::default();
            let games = partie_pgn::read(text.as_bytes(), &options).flatten();
            event_sheet("Open", games.map(|game| EventGame::of(&game)).collect(), words)
        };
        assert!(sheet(0).is_none());
        for (sites, tables, fact) in [(20, 20, ""), (23, 20, "Turniere: 20 / 23")] {
            let sheet = sheet(sites).expect("a page");
            assert_eq!((sheet.tables.len(), &*sheet.facts.concat()), (tables, fact), "{sites}");
        }
    }
}
