//! `partie crosstable`: tournaments as tables, from files or a library ([`table`]).

#[cfg(feature = "full")]
pub(super) mod sheet;
pub(super) mod table;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
    io::Write as _,
    ops::ControlFlow,
};

use anyhow::{Context as _, bail};
use partie_db::{
    query::Text,
    tournament::{EventGame, TieBreak, Tournament, events, is_casual},
};

use super::{
    fold::{AskedGame, Fold, Needs},
    games::Games,
    html,
    messages::Messages,
    text_table::in_ascii,
};
use crate::{
    args::{CrosstableArguments, CrosstableOptions, Presentation, PresentationFormat},
    exit::Exit,
    output::{Output, Permission},
    report::{count, grouped, visible},
    terminal,
    visible::json_line,
};

pub(super) fn run(arguments: &CrosstableArguments) -> anyhow::Result<Exit> {
    let CrosstableArguments { table, presentation, collection } = arguments;
    report(&Games::new(collection)?, (table, collection.conditions.event()), presentation)
}

/// Makes a crosstable of games of a library.
pub(super) fn of_library(arguments: &crate::args::DbCrosstableArguments) -> anyhow::Result<Exit> {
    let crate::args::DbCrosstableArguments { library, table, presentation, conditions } = arguments;
    let library = partie_db::library::Library::open(library)?;
    let query = super::library_search::query(conditions)?;
    report(&Games::of_library(library.into(), query), (table, conditions.event()), presentation)
}

/// Makes tables of some games, perhaps of one selected event.
fn report(
    entries: &Games,
    (table, event): (&CrosstableOptions, Option<Text>),
    presentation: &Presentation,
) -> anyhow::Result<Exit> {
    let permission = Permission::new(presentation.force).reading(entries.readable());
    let out = Output::create(presentation.path()?, &permission)?;
    let mut games = Collected::default();
    let seen = entries.ask(event_games(), |_, ((), game)| Ok(games.add(game, table)))?;
    let found = write(games, (table, event), presentation, out, entries.messages())?;
    Ok(seen.exit(!found))
}

/// Games of events, which have no place.
type EventGames = Vec<((), EventGame)>;

/// Takes what a crosstable needs of games.
fn event_games() -> Fold<impl Fn(AskedGame<'_>, &mut EventGames) + Send + Sync + 'static> {
    Fold::new(Needs::Moves, |game, games: &mut Vec<_>| games.push(((), EventGame::of(&game))))
}

/// Maximum number of games with one name and place for a table without a given kind.
const MOST: usize = 20_000;

/// Games of events, for each event no more than a table can have.
#[derive(Default)]
struct Collected {
    of_tables: Vec<EventGame>,
    /// Numbers of games by names and places of events.
    events: BTreeMap<(String, String), usize>,
}

impl Collected {
    /// Adds a game. Breaks if there are too many for a table and no other table is requested.
    fn add(&mut self, game: EventGame, options: &CrosstableOptions) -> ControlFlow<()> {
        if options.kind.is_none() {
            let place = (game.event.clone(), game.site.clone());
            let games = self.events.entry(place).or_default();
            *games += 1;
            if *games > MOST {
                return if options.all_events {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                };
            }
        }
        self.of_tables.push(game);
        ControlFlow::Continue(())
    }

    /// Returns true if the game's event has more games than a table can have.
    fn has_too_many(&self, game: &EventGame) -> bool {
        let place = (game.event.clone(), game.site.clone());
        self.events.get(&place).is_some_and(|games| *games > MOST)
    }
}

/// Reason why an event needs a given kind to get a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TableRefusal {
    Casual,
    TooMany,
}

impl fmt::Display for TableRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableRefusal::Casual => f.write_str("casual games are no tournament"),
            TableRefusal::TooMany => {
                write!(f, "there are more than {} games", grouped(MOST as u64))
            }
        }
    }
}

/// Returns the name of the event of some games.
fn name(games: &[EventGame]) -> &str {
    let name = games.first().map(|game| game.event.as_str()).filter(|name| !name.is_empty());
    name.unwrap_or(table::NAMELESS)
}

/// The most events that an error lists, or of one name that a page shows.
const FEW: usize = 20;

/// Writes tables of the events of some games. Casual games and too many of them are left out unless a
/// kind is given. Returns false if there is no table.
fn write(
    mut games: Collected,
    (options, event): (&CrosstableOptions, Option<Text>),
    presentation: &Presentation,
    mut out: Output,
    messages: Messages,
) -> anyhow::Result<bool> {
    let mut parts = events(std::mem::take(&mut games.of_tables));
    if parts.len() > 1 && !options.all_events {
        // The whole name of an event, which others only begin with, is that event.
        let is_named = |games: &Vec<EventGame>| {
            event.as_ref().is_some_and(|event| event.is_all_of(&games[0].event))
        };
        if parts.iter().any(is_named) {
            parts.retain(is_named);
        }
    }
    let refusal = |part: &[EventGame]| match options.kind {
        None if is_casual(part) => Some(TableRefusal::Casual),
        None if games.has_too_many(&part[0]) => Some(TableRefusal::TooMany),
        _ => None,
    };
    if !options.all_events {
        let too_many = parts.iter().find(|part| games.has_too_many(&part[0]));
        let all_are = parts.iter().all(|part| refusal(part).is_some());
        let refused = too_many.or(parts.first().filter(|_| all_are));
        if let Some((part, refusal)) = refused.and_then(|part| Some((part, refusal(part)?))) {
            bail!("{}: {refusal}; --kind other counts their results", visible(name(part)));
        }
    }
    if parts.len() > 1 && !options.all_events {
        bail!(
            "the games are of {} events; choose one by --event TEXT, or take each by --all-events:\n{}",
            parts.len(),
            list(&parts)
        );
    }
    let mut refused: BTreeMap<TableRefusal, BTreeSet<String>> = BTreeMap::new();
    parts.retain(|part| {
        let refusal = refusal(part);
        if let Some(refusal) = refusal {
            refused.entry(refusal).or_default().insert(name(part).to_owned());
        }
        refusal.is_none()
    });
    for (refusal, names) in refused {
        let few: Vec<String> = names.iter().take(3).map(|name| visible(name)).collect();
        let more = if names.len() > few.len() { ", ..." } else { "" };
        messages.note(&format!(
            "no table of {} ({}{more}): {refusal}; --kind other counts their results",
            count(names.len() as u64, "event"),
            few.join(", ")
        ));
    }
    if parts.is_empty() {
        messages.nothing_to_write(&presentation.output);
        return Ok(false);
    }
    let tournaments: Vec<Tournament> =
        parts.into_iter().map(|games| Tournament::new(games, options.kind)).collect();
    let tie_breaks = |tournament: &Tournament| match &options.tie_breaks[..] {
        [] => tournament.usual_tie_breaks(),
        chosen => chosen.to_vec(),
    };
    let width = out.table_width();
    let translated = translated(&tournaments, presentation, width, tie_breaks);
    let text = translated.unwrap_or_else(|| match presentation.format() {
        PresentationFormat::Json => tournaments.iter().fold(String::new(), |all, tournament| {
            all + &json_line(&tournament.json(&tie_breaks(tournament))) + "\n"
        }),
        PresentationFormat::Text => text(&tournaments, presentation, width, tie_breaks),
        PresentationFormat::Html => page(&tournaments, tie_breaks),
    });
    let name = out.name().to_owned();
    out.write_all(text.as_bytes()).context(name)?;
    out.finish()?;
    Ok(true)
}

/// Returns the tables in the requested language, if any.
#[cfg(feature = "full")]
fn translated(
    tournaments: &[Tournament],
    presentation: &Presentation,
    width: usize,
    tie_breaks: impl Fn(&Tournament) -> Vec<TieBreak>,
) -> Option<String> {
    let words = partie_page::Words::of(presentation.language?);
    let sheet = |tournament: &Tournament| {
        let address = |_: &str| None;
        let form = (&*tie_breaks(tournament), terminal::ascii(presentation.ascii));
        sheet::sheet_by(tournament, form, words, address, |_| String::new())
    };
    let sheets: Vec<_> = tournaments.iter().map(sheet).collect();
    super::report_sheet::written(&sheets, words, presentation, width)
}

/// The minimal build has no words in other languages.
#[cfg(not(feature = "full"))]
fn translated(
    _: &[Tournament],
    _: &Presentation,
    _: usize,
    _: impl Fn(&Tournament) -> Vec<TieBreak>,
) -> Option<String> {
    None
}

fn label(tournament: &Tournament) -> String {
    table::label(tournament, table::NAMELESS, table::span)
}

/// Lists events for an error, the largest first.
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
    width: usize,
    tie_breaks: impl Fn(&Tournament) -> Vec<TieBreak>,
) -> String {
    let ascii = terminal::ascii(presentation.ascii);
    let mut out = String::new();
    for tournament in tournaments {
        if !out.is_empty() {
            out.push('\n');
        }
        let tie_breaks = tie_breaks(tournament);
        let _ = writeln!(out, "{}", visible(&label(tournament)));
        let _ = writeln!(out, "{}\n", table::facts(tournament));
        let (table, _) = table::table(tournament, &tie_breaks, ascii, table::ENGLISH);
        out += &table.draw(width);
        let notes = table::notes(tournament, &tie_breaks);
        out += if notes.is_empty() { "" } else { "\n" };
        for note in notes {
            let _ = writeln!(out, "{}", visible(&note));
        }
    }
    if ascii { in_ascii(&out) } else { out }
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
