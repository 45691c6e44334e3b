//! `partie db explore`: moves played in a position, in the terminal.

mod page;
#[cfg(feature = "full")]
mod tui;

use std::{io::Write as _, path::Path};

use partie_core::Color;
use partie_db::{
    library::{ExploreFilter, ExploreLimits, Libraries, Library, explored_as_json},
    query::{Name, PositionLine},
};

use crate::commands::library_search::{games_of_saved, print_problems};
use crate::{
    args::{DbExploreArguments, ExploreConditions},
    board::{BoardStyle, ColourDepth, PieceGlyphs},
    commands::show,
    exit::Exit,
    terminal,
    visible::json_line,
};
use page::PageStyle;

pub(super) fn run(arguments: &DbExploreArguments) -> anyhow::Result<Exit> {
    let DbExploreArguments { top, games, .. } = arguments;
    let others = arguments.position.iter().map(Path::new);
    let others: Vec<&Path> = others.take_while(|word| Library::is_at(word)).collect();
    let line = PositionLine::read(&arguments.position[others.len()..].join(" "))?;
    let folders = [&[&*arguments.library], &others[..]].concat();
    let libraries = Libraries::open(&folders)?;
    let (filter, is_readable) = filter(&arguments.counted, &libraries)?;
    // The JSON follows lichess, which has no games without a result.
    let limits = ExploreLimits {
        moves: *top,
        top_games: *games,
        recent_games: 0,
        history: false,
        unfinished: !arguments.form.is_json(),
    };
    let colours = show::colours(arguments.colors);
    let unicode = !arguments.ascii && terminal::unicode();
    let look = BoardStyle {
        figures: if unicode { PieceGlyphs::Unicode } else { PieceGlyphs::Ascii },
        coloured: colours != ColourDepth::None,
        coordinates: true,
    };
    let below = if arguments.flip { Color::Black } else { Color::White };
    let style = PageStyle { look, below, chosen: None, columns: terminal::width(), last: &[] };
    #[cfg(feature = "full")]
    if arguments.tui {
        return tui::run(tui::Request { libraries, filter, limits, line, style, colours });
    }
    let position = line.position();
    let libraries = Libraries::from(&libraries);
    let explored = libraries.explore(&position, &filter, limits);
    let found = explored.results.games() > 0;
    let status = Exit::of_search(print_problems(&explored.problems, true) && is_readable, found);
    if arguments.form.is_json() {
        let object = explored_as_json(libraries, &position, explored)?;
        writeln!(anstream::stdout().lock(), "{}", json_line(&object))?;
        return Ok(status);
    }
    show::print(&page::lines(libraries, &position, &explored, style)?, colours)?;
    Ok(status)
}

/// Returns the filter of conditions on games of libraries, and true if all games that saved searches look
/// at could be read.
pub(super) fn filter(
    counted: &ExploreConditions,
    libraries: &[Library],
) -> anyhow::Result<(ExploreFilter, bool)> {
    let ExploreConditions { player, color, white, black, event, titled, .. } = counted;
    let color = match (white, black) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => *color,
    };
    let (first, last) = counted.date.unwrap_or_default();
    let since = first.into_iter().chain(counted.since);
    let until = last.into_iter().chain(counted.until);
    let name = |name: &String| Name::new(name, false);
    let (mut games, mut is_readable) = (None, true);
    if !counted.saved.is_empty() {
        let (numbers, problems) = games_of_saved(&counted.saved, libraries)?;
        is_readable = print_problems(&problems, false);
        games = Some(numbers.into());
    }
    let filter = ExploreFilter {
        games,
        speeds: (!counted.time_control.is_empty()).then(|| counted.time_control.clone()),
        player: player.as_ref().map(name).transpose()?.map(|name| (name, color)),
        event: event.as_ref().map(name).transpose()?,
        titled: *titled,
        ..ExploreFilter::default()
    };
    let since = since.max_by_key(|since| (since.year, since.month.unwrap_or(1)));
    let until = until.min_by_key(|until| (until.year, until.month.unwrap_or(12)));
    Ok((filter.between(since, until).mean_elo(counted.mean_elo), is_readable))
}
