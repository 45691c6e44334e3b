//! Statistics of games as a page shows them: in its language, with links to the games.

use partie_db::{
    query::{Text, folded},
    statistics::{GameStatistics, Section, Shape, StatisticsRow, Topic},
};
use partie_page::{
    Cell, Column, NameSearch, Names, Plot, PlotRow, Plots, Search, Sheet, Table, Words,
    names_address, player_address, tournament_address,
};

use super::words as statistics_words;

/// Number of names on a page of players or events.
const NAMES: usize = 100;
/// Number of rows of a ranking.
const LISTED: usize = 15;

/// Returns statistics of the games that were looked for.
pub(crate) fn of(statistics: &GameStatistics, search: &Search, words: &Words) -> Plots {
    let facts = statistics_words::facts(statistics, words);
    let sections = statistics.sections(LISTED);
    let plots = sections.iter().map(|section| plot(section, search, words)).collect();
    Plots { facts, plots, ..Plots::default() }
}

fn plot(section: &Section, search: &Search, words: &Words) -> Plot {
    let row = |row: &StatisticsRow| PlotRow {
        label: statistics_words::label(section.topic, row, words),
        href: address(section.topic, &row.value, search),
        number: row.number,
        share: (section.whole > 0).then(|| 100.0 * row.number as f64 / section.whole as f64),
        score: row.score,
    };
    let score = if section.topic == Topic::Players { &words.score } else { &words.white_score };
    let (heading, column) = statistics_words::headings(section, words);
    Plot {
        heading,
        column: column.to_owned(),
        // A single column carries no information.
        is_scale: section.shape == Shape::Scale && section.rows.len() > 1,
        score: section.rows.iter().any(|row| row.score.is_some()).then(|| score.clone()),
        rows: section.rows.iter().map(row).collect(),
        all: match section.topic {
            Topic::Players => Some("/players"),
            Topic::Events => Some("/tournaments"),
            _ => None,
        }
        .filter(|_| section.more > 0 && search.is_empty())
        .map(str::to_owned),
    }
}

/// Returns a page of the players or events whose names contain a text, sorted by descending number
/// of games.
pub(crate) fn names(
    statistics: &GameStatistics,
    list: Names,
    part: &str,
    page: u64,
    words: &Words,
) -> Sheet {
    let (section, title, label, action) = match list {
        Names::Players => {
            (statistics.players(usize::MAX), &words.players, &words.player, "players")
        }
        Names::Tournaments => {
            (statistics.events(usize::MAX), &words.tournaments, &words.event, "tournaments")
        }
    };
    let part = part.trim();
    let mut found = section.rows;
    if !part.is_empty() {
        let text = Text::Part(folded(part));
        found.retain(|row| text.is_in(&row.value));
    }
    let first = usize::try_from(page - 1).unwrap_or(usize::MAX).saturating_mul(NAMES);
    let is_scored = list == Names::Players;
    let row = |row: &StatisticsRow| {
        let href = match list {
            Names::Players => player_address(&row.value),
            Names::Tournaments => tournament_address(&row.value),
        };
        let score = row.score.map_or_else(String::new, |score| words.percent(score, 0));
        let cells = [Cell::link(&row.label, href), Cell::new(words.grouped(row.number))];
        cells.into_iter().chain(is_scored.then(|| Cell::new(score))).collect()
    };
    let columns = [Column::new(label, false), Column::new(&words.games, true)];
    let score = is_scored.then(|| Column::new(&words.score, true));
    let table = Table {
        columns: columns.into_iter().chain(score).collect(),
        rows: found.iter().skip(first).take(NAMES).map(row).collect(),
        ..Table::default()
    };
    let is_last = first.saturating_add(NAMES) >= found.len();
    Sheet {
        title: title.clone(),
        facts: vec![words.labelled(title, words.grouped(found.len() as u64))],
        search: Some(NameSearch { action, label: label.clone(), part: part.to_owned() }),
        tables: vec![table],
        next: (!is_last).then(|| names_address(action, part, page + 1)),
        ..Sheet::default()
    }
}

/// The address of the list of the games of a row, if games can be looked for by it.
fn address(topic: Topic, value: &str, search: &Search) -> Option<String> {
    let (value, search) = (value.to_owned(), search.clone());
    let search = match topic {
        Topic::Results => Search { result: value, ..search },
        Topic::Years => {
            let (first, last) = value.split_once("..")?;
            Search { since: first.to_owned(), until: last.to_owned(), ..search }
        }
        Topic::Families | Topic::Openings => Search { opening: value, ..search },
        Topic::Speeds | Topic::TimeControls => Search { time: value, ..search },
        Topic::Ratings => Search { rating: value, ..search },
        Topic::Lengths => Search { moves: value, ..search },
        // Quoted, so that longer values do not match.
        Topic::Terminations => Search { termination: format!("\"{value}\""), ..search },
        Topic::Events => Search { event: format!("\"{value}\""), ..search },
        Topic::Variants => Search { variant: value, ..search },
        Topic::Players => return Some(player_address(&value)),
        Topic::Diagnostics => return None,
    };
    Some(format!("/games?{}", search.query()))
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;

    use super::*;

    #[test]
    fn rows_lead_to_their_games() {
        let text = "[White \"A & B\"]\n[Date \"2024.05.01\"]\n[ECO \"B90\"]\n[Event \"Open\"]\n\
                    [TimeControl \"180+2\"]\n[Termination \"Normal\"]\n[WhiteElo \"2410\"]\n\
                    [Variant \"Crazyhouse\"]\n\n1. e4 c5 1-0\n";
        let mut statistics = GameStatistics::new();
        for game in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
            statistics.add_tags(&game);
            statistics.add_moves(&game, 1, &[]);
        }
        let search = Search { player: "a".to_owned(), ..Search::default() };
        let plots = of(&statistics, &search, Words::of("de")).plots;
        let rows: Vec<String> = plots
            .iter()
            .flat_map(|plot| plot.rows.iter().map(move |row| (plot, row)))
            .map(|(plot, PlotRow { label, href, .. })| {
                let heading = plot.heading.split(" (").next().unwrap_or_default();
                format!("{heading}: {label} {}", href.as_deref().unwrap_or("-"))
            })
            .collect();
        assert_eq!(
            rows,
            [
                "Ergebnisse: Weiß gewinnt /games?player=a&result=1-0",
                "Jahre: 2024 /games?player=a&since=2024&until=2024",
                "Wertungszahlen beider Spieler: 2400–2499 /games?player=a&rating=2400..2499",
                "Länge in Zügen: 0–9 /games?player=a&moves=0..9",
                "Eröffnungen nach ECO-Bänden: B halboffene Spiele /games?player=a&opening=B00..B99",
                "Eröffnungen: B90 /games?player=a&opening=B90",
                "Tempo: Blitz /games?player=a&time=blitz",
                "Bedenkzeit: 3+2 /games?player=a&time=180%2B2",
                "Beendet durch: Normal /games?player=a&termination=%22Normal%22",
                "Varianten: Crazyhouse /games?player=a&variant=Crazyhouse",
                "Spieler: A & B /players?name=A+%26+B",
                "Turniere: Open /games?player=a&event=%22Open%22",
            ]
        );
        assert_eq!(plots[0].heading, "Ergebnisse (Weiß erzielt: 100,0\u{a0}%)");
    }
}
