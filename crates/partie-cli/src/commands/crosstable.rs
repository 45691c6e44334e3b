//! `partie crosstable`: tournaments as tables, from files or a library.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
    ops::ControlFlow,
};

use anyhow::bail;
use partie_db::{
    query::Text,
    tournament::{EventGame, Tournament, events, is_casual},
};
use partie_site::{
    Report,
    crosstable::{self, MOST, NAMELESS, title},
};

use super::{
    fold::{AskedGame, Fold, Needs},
    games::Games,
    messages::Messages,
    reports::written,
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

/// Makes a crosstable of games of libraries.
pub(super) fn of_library(arguments: &crate::args::DbCrosstableArguments) -> anyhow::Result<Exit> {
    let crate::args::DbCrosstableArguments { libraries, table, presentation, conditions } =
        arguments;
    let libraries = partie_db::library::Libraries::open(libraries)?;
    let query = super::library_search::query(conditions, &libraries)?.unwrap_or_default();
    let event = conditions.conditions.event();
    report(&Games::of_libraries(libraries, query), (table, event), presentation)
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
    name.unwrap_or(NAMELESS)
}

/// The most events that an error lists.
const FEW: usize = 20;

/// Writes tables of the events of some games. Casual games and too many of them are left out unless a
/// kind is given. Returns false if there is no table.
fn write(
    mut games: Collected,
    (options, event): (&CrosstableOptions, Option<Text>),
    presentation: &Presentation,
    out: Output,
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
    let text = match presentation.format() {
        PresentationFormat::Json => {
            let line = |tournament: &Tournament| {
                json_line(&tournament.json(&tie_breaks(tournament))) + "\n"
            };
            tournaments.iter().map(line).collect::<String>().into_bytes()
        }
        format => {
            let language = presentation.language;
            // English pages have all signs.
            let keeps_signs = format != PresentationFormat::Text && language.is_none();
            let ascii = !keeps_signs && terminal::ascii(presentation.ascii);
            let report =
                |one: &Tournament| crosstable::report(one, &tie_breaks(one), ascii, language);
            let reports: Vec<Report> = tournaments.iter().map(report).collect();
            written(&reports, presentation, &out)?
        }
    };
    out.write_whole(&text)?;
    Ok(true)
}

/// Lists events for an error, the largest first.
fn list(parts: &[Vec<EventGame>]) -> String {
    let mut order: Vec<&Vec<EventGame>> = parts.iter().collect();
    order.sort_by_key(|games| std::cmp::Reverse(games.len()));
    let mut out = String::new();
    for games in order.iter().take(FEW) {
        let tournament = Tournament::new((*games).clone(), None);
        let label = title(&tournament);
        let _ = writeln!(out, "  {}: {}", visible(&label), count(games.len() as u64, "game"));
    }
    if order.len() > FEW {
        let _ = writeln!(out, "  and {} more", order.len() - FEW);
    }
    out.trim_end().to_owned()
}
