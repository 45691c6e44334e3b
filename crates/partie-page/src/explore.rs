//! The opening explorer of a collection, on a page.

use askama::Template;
use partie_core::{Position, Square};
use partie_render::{BoardFrame, Frame};
use serde::Deserialize;

use crate::{
    list::{ListedGame, pairs_of_address},
    picture,
    shell::Shell,
    words::Words,
};

/// Number of moves before a position that are linked.
const LINKED: usize = 40;

/// A position, and the moves played in it.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The position.
    pub position: Position,
    /// FEN of the position that the moves begin from; none for the usual one.
    pub start: Option<String>,
    /// The moves that led there, from the first.
    pub line: Vec<LineMove>,
    /// Origin (none for a drop) and target of the last move.
    pub last: Option<(Option<Square>, Square)>,
    /// Code and name of the opening.
    pub opening: Option<String>,
    /// Number of games that came there.
    pub games: u64,
    /// Numbers of games: White won, drawn, Black won.
    pub results: [u64; 3],
    /// Conditions of the games that are counted.
    pub search: ExploreSearch,
    /// The moves that were made, the most played first.
    pub moves: Vec<ExploredMove>,
    /// Some of the games.
    pub top: Vec<ListedGame>,
}

/// A move that led to the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The move with its number where it needs one: `2. Nf3`, `Nc6`.
    pub label: String,
    /// The move as engines write it.
    pub uci: String,
}

/// A move that was made in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move as engines write it.
    pub uci: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Numbers of games: White won, drawn, Black won.
    pub results: [u64; 3],
    /// Number of games.
    pub games: u64,
    /// Mean rating of the players who made the move.
    pub rating: Option<u32>,
    /// Rating performance of the players who made the move.
    pub performance: Option<i32>,
    /// Year in which it was last made.
    pub last_year: Option<u16>,
}

/// Conditions of games that are counted; empty fields admit all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ExploreSearch {
    /// A player, in any spelling.
    pub player: String,
    /// Colour of the player: `white` or `black`.
    pub color: String,
    /// A part of the event's name.
    pub event: String,
    /// The first year or month: `2000-05`.
    pub since: String,
    /// The last year or month.
    pub until: String,
    /// A range of mean ratings: `2400..`.
    pub elo: String,
    /// A speed, or several with commas between them.
    pub speed: String,
    /// Not empty if a player must bear a title.
    pub titled: String,
}

impl ExploreSearch {
    /// Returns the fields with their names in an address.
    fn fields(&self) -> [(&'static str, &str); 8] {
        let ExploreSearch { player, color, event, since, until, elo, speed, titled } = self;
        [
            ("player", player),
            ("color", color),
            ("event", event),
            ("since", since),
            ("until", until),
            ("elo", elo),
            ("speed", speed),
            ("titled", titled),
        ]
    }

    /// Returns the conditions as displayed: `Carlsen · White · 2020-01–`.
    fn summary(&self, words: &Words) -> String {
        let ExploreSearch { player, color, event, since, until, elo, speed, titled } = self;
        let dates = match (&**since, &**until) {
            ("", "") => String::new(),
            (since, until) if since == until => since.to_owned(),
            (since, until) => format!("{since}–{until}"),
        };
        let color = match &**color {
            "white" => &*words.white,
            "black" => &words.black,
            _ => "",
        };
        let speed = speeds(words).iter().find(|(name, _)| name == speed).map_or(&**speed, |s| s.1);
        let titled = if titled.is_empty() { "" } else { &words.titled_players };
        let parts = [player, color, event, &dates, elo, speed, titled];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

/// Speeds of games, as in addresses and as displayed, the fastest first.
fn speeds(words: &Words) -> [(&'static str, &str); 6] {
    [
        ("ultraBullet", "UltraBullet"),
        ("bullet", &words.bullet),
        ("blitz", &words.blitz),
        ("rapid", &words.rapid),
        ("classical", &words.classical),
        ("correspondence", &words.correspondence),
    ]
}

/// Percentages of results, rounded separately, so that equal results have equal ones.
fn percentages(results: [u64; 3]) -> [u64; 3] {
    let all = results.iter().sum::<u64>().max(1);
    results.map(|n| (n * 200 / all).div_ceil(2))
}

#[derive(Template)]
#[template(path = "explore.html")]
struct ExploreTemplate<'a> {
    shell: &'a Shell,
    exploration: &'a Exploration,
    title: &'a str,
    picture: String,
    description: String,
    fen: String,
    last: String,
    legal: String,
    /// Beginning of the addresses of moves.
    address: String,
    /// Address of the position that the moves begin from.
    first: String,
    /// Moves of the line, with commas between them.
    play: String,
    steps: Vec<(String, &'a str)>,
    back: Option<String>,
    speeds: Vec<(&'a str, &'a str)>,
    conditions: String,
}

/// Renders the page of a position in the explorer.
#[must_use]
pub fn explore(shell: &Shell, exploration: &Exploration) -> String {
    let Exploration { position, line, last, opening, start, .. } = exploration;
    let mut frame = Frame::of_boards(&partie_core::Boards::One(position.clone()));
    frame.boards[0].moved = *last;
    let board: &BoardFrame = &frame.boards[0];
    let mut kept = exploration.search.fields().to_vec();
    kept.push(("fen", start.as_deref().unwrap_or_default()));
    let (first, mut address) = match pairs_of_address(&kept) {
        none if none.is_empty() => ("/explore".to_owned(), "/explore?play=".to_owned()),
        kept => (format!("/explore?{kept}"), format!("/explore?{kept}&play=")),
    };
    let mut steps = Vec::new();
    let mut back = None;
    // A long line is not linked from its beginning.
    let linked = line.len().saturating_sub(LINKED);
    for (number, step) in line.iter().enumerate() {
        if number + 1 == line.len() {
            back = Some(if number == 0 { first.clone() } else { address.clone() });
        }
        if number > 0 {
            address.push(',');
        }
        address += &step.uci;
        if number >= linked {
            steps.push((address.clone(), step.label.as_str()));
        }
    }
    if !line.is_empty() {
        address.push(',');
    }
    let legal: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|m| partie_core::Notation::Uci.print(position, m.into()))
        .collect();
    // Addresses may list several speeds; the form shows the list as one choice.
    let asked = exploration.search.speed.as_str();
    let several = Some((asked, asked)).filter(|(asked, _)| asked.contains(','));
    let speeds = speeds(shell.words).into_iter().chain(several);
    let template = ExploreTemplate {
        shell,
        exploration,
        title: match opening {
            Some(opening) => &shell.words.opening(opening),
            None if *position == Position::default() => &shell.words.starting_position,
            None => &shell.words.explorer,
        },
        picture: picture::address(&shell.root, board, false),
        description: shell.words.voice().position(position).join(" "),
        fen: partie_formats::fen::position(position, &partie_formats::WriteOptions::default()),
        last: last
            .map(|(from, to)| {
                from.into_iter().chain([to]).map(|s| s.to_string()).collect::<Vec<_>>()
            })
            .unwrap_or_default()
            .join(" "),
        legal: legal.join(" "),
        address,
        first,
        play: line.iter().map(|step| &*step.uci).collect::<Vec<_>>().join(","),
        steps,
        back,
        speeds: speeds.collect(),
        conditions: exploration.search.summary(shell.words),
    };
    // Memory does not fail.
    template.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_results_have_equal_percentages() {
        for (results, expected) in [
            ([0, 0, 0], [0, 0, 0]),
            ([1, 0, 0], [100, 0, 0]),
            ([1, 1, 1], [33, 33, 33]),
            ([45, 20, 35], [45, 20, 35]),
            ([1, 5, 1], [14, 71, 14]),
            ([199, 199, 2], [50, 50, 1]),
        ] {
            assert_eq!(percentages(results), expected, "{results:?}");
        }
    }
}
