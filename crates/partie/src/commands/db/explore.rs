//! `partie db explore`: what was played in a position, in the terminal.

use std::io::Write as _;

use partie_core::Color;
use partie_db::{
    library::{ExploreFilter, ExploreLimits, Explored, Library, Results, explored_as_json},
    query::Name,
};

use crate::{
    args::DbExploreArguments,
    board::{
        BoardStyle, ColourDepth, PieceGlyphs, StyledLine, draw,
        layout::{beside, padded},
        style::{StyledSpan, TextStyle},
    },
    commands::{position_words, show},
    exit::Exit,
    report::{count, grouped, visible},
    terminal,
    visible::json_line,
};

/// Columns of a bar.
const BAR: usize = 24;

pub(super) fn run(arguments: &DbExploreArguments) -> anyhow::Result<Exit> {
    let DbExploreArguments { moves, games, .. } = arguments;
    let position = position_words::read(&arguments.position)?;
    let filter = filter(arguments)?;
    let library = Library::open(&arguments.library)?;
    let limits =
        ExploreLimits { moves: *moves, top_games: *games, recent_games: 0, history: false };
    let explored = library.explore(&position, &filter, limits)?;
    let status = if explored.results.games() == 0 { Exit::Findings } else { Exit::Clean };
    if arguments.json {
        let object = explored_as_json(&library, &position, explored)?;
        writeln!(anstream::stdout().lock(), "{}", json_line(&object))?;
        return Ok(status);
    }
    let colours = show::colours(arguments.color);
    let unicode = !arguments.ascii && terminal::unicode();
    let look = BoardStyle {
        figures: if unicode { PieceGlyphs::Unicode } else { PieceGlyphs::Ascii },
        coloured: colours != ColourDepth::None,
        coordinates: true,
    };
    let below = if arguments.flip { Color::Black } else { Color::White };
    let board = draw(&position, &[], below, look);
    let mut lines = vec![plain(&opening(&explored), TextStyle::Strong)];
    lines.push(plain(&totals(&explored.results), TextStyle::Plain));
    lines.push(Vec::new());
    lines.extend(table(&explored, unicode));
    let mut lines = beside(vec![board, lines], 3);
    if !explored.top_games.is_empty() {
        lines.push(Vec::new());
        for game in &explored.top_games {
            lines.push(plain(&game_line(&library, game.number)?, TextStyle::Plain));
        }
    }
    show::print(&lines, colours)?;
    Ok(status)
}

fn filter(arguments: &DbExploreArguments) -> anyhow::Result<ExploreFilter> {
    let DbExploreArguments {
        player, white, black, event, since, until, elo, speed, titled, ..
    } = arguments;
    let color = match (white, black) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => None,
    };
    let name = |name: &String| Name::new(name, false);
    Ok(ExploreFilter {
        since: since.map(|year| (year, 1)),
        until: until.map(|year| (year, 12)),
        speeds: (!speed.is_empty()).then(|| speed.clone()),
        ratings: elo.map(|elo| vec![(within(elo.least()), within(elo.most()))]),
        player: player.as_ref().map(name).transpose()?.map(|name| (name, color)),
        event: event.as_ref().map(name).transpose()?,
        titled: *titled,
        ..ExploreFilter::default()
    })
}

/// Ratings are smaller than this.
fn within(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn plain(text: &str, style: TextStyle) -> StyledLine {
    vec![StyledSpan::new(visible(text), style)]
}

fn opening(explored: &Explored) -> String {
    match explored.opening {
        Some(opening) => format!("{} {}", opening.code, opening.name),
        None => "Position without a name".to_owned(),
    }
}

fn totals(results: &Results) -> String {
    let mut text = count(results.games(), "game");
    if let Some(score) = results.score(Color::White) {
        text += &format!(", White scored {:.1} %", 100.0 * score);
    }
    if results.unknown > 0 {
        text += &format!(", {} without a result", grouped(results.unknown));
    }
    text
}

/// Returns a line for each move, under a heading.
fn table(explored: &Explored, unicode: bool) -> Vec<StyledLine> {
    if explored.moves.is_empty() {
        return Vec::new();
    }
    let columns = ["move", "games", "White", "draw", "Black", "", "rating", "last", ""];
    let mut rows = vec![columns.map(str::to_owned)];
    for m in &explored.moves {
        let Results { white, draws, black, .. } = m.results;
        let decided = (white + draws + black).max(1);
        let percent = |part: u64| format!("{} %", (100 * part + decided / 2) / decided);
        let opening = m.opening.map_or(String::new(), |o| format!("{} {}", o.code, o.name));
        rows.push([
            m.san.clone(),
            grouped(m.results.games()),
            percent(white),
            percent(draws),
            percent(black),
            bar([white, draws, black], unicode),
            m.average_rating.map_or(String::new(), |rating| rating.to_string()),
            m.last_played.map_or(String::new(), |(year, _)| year.to_string()),
            opening,
        ]);
    }
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    let line = |(number, row): (usize, &[String; 9])| {
        let style = if number == 0 { TextStyle::Faint } else { TextStyle::Plain };
        let mut line = StyledLine::new();
        for (at, text) in row.iter().enumerate() {
            let right = (1..=4).contains(&at) || at == 6;
            let width = widths[at];
            let text = if right { format!("{text:>width$}") } else { format!("{text:<width$}") };
            line.push(StyledSpan::new(text + "  ", style));
        }
        padded(line, 0)
    };
    rows.iter().enumerate().map(line).collect()
}

/// Draws the shares of White, draws and Black.
fn bar(parts: [u64; 3], unicode: bool) -> String {
    let all: u64 = parts.iter().sum();
    if all == 0 {
        return " ".repeat(BAR);
    }
    let signs = if unicode { ['█', '▒', '·'] } else { ['#', '=', '.'] };
    let mut bar = String::new();
    let (mut sum, mut drawn) = (0, 0);
    for (part, sign) in parts.into_iter().zip(signs) {
        sum += part;
        let end = ((sum * BAR as u64 + all / 2) / all) as usize;
        bar.extend(std::iter::repeat_n(sign, end - drawn));
        drawn = end;
    }
    bar
}

fn game_line(library: &Library, number: u64) -> anyhow::Result<String> {
    let names = library.names(number)?.unwrap_or_default();
    let [white, black] = names.map(|name| if name.is_empty() { "?".to_owned() } else { name });
    let summary = library.summary(number)?.unwrap_or_default();
    let elo = |elo: u16| if elo > 0 { format!(" {elo}") } else { String::new() };
    let year = if summary.year > 0 { format!("  {}", summary.year) } else { String::new() };
    Ok(format!(
        "{number}: {white}{} – {black}{}  {}{year}",
        elo(summary.white_elo),
        elo(summary.black_elo),
        summary.outcome
    ))
}
