//! The opening explorer of a collection, on a page.

use askama::Template;
use partie_core::{Position, Square};
use partie_render::{BoardFrame, Frame};

use crate::{list::ListedGame, picture, shell::Shell};

/// Number of moves before a position that are linked.
const LINKED: usize = 40;

/// A position, and what was played in it.
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
    /// Number of games that White won, that were drawn, and that Black won.
    pub results: [u64; 3],
    /// Number of games.
    pub games: u64,
    /// Mean rating of those who made the move.
    pub rating: Option<u32>,
    /// Rating performance of those who made the move.
    pub performance: Option<i32>,
    /// Year in which it was last made.
    pub last_year: Option<u16>,
}

impl ExploredMove {
    /// Percentages of the results: they add up to 100, unless no game has a result.
    fn percent(&self) -> [u64; 3] {
        let all: u64 = self.results.iter().sum();
        if all == 0 {
            return [0; 3];
        }
        let [white, draws, _] = self.results.map(|n| (n * 200 / all).div_ceil(2));
        let draws = draws.min(100 - white);
        [white, draws, 100 - white - draws]
    }
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
    steps: Vec<(String, &'a str)>,
    back: Option<String>,
}

/// Renders the page of a position in the explorer.
#[must_use]
pub fn explore(shell: &Shell, exploration: &Exploration) -> String {
    let Exploration { position, line, last, opening, start, .. } = exploration;
    let mut frame = Frame::of_boards(&partie_core::Boards::One(position.clone()));
    frame.boards[0].moved = *last;
    let board: &BoardFrame = &frame.boards[0];
    let base = match start {
        Some(fen) => format!("/explore?fen={}&play=", picture::encoded(fen)),
        None => "/explore?play=".to_owned(),
    };
    let mut address = base.clone();
    let mut steps = Vec::new();
    let mut back = None;
    // A long line is not linked from its beginning.
    let linked = line.len().saturating_sub(LINKED);
    for (number, step) in line.iter().enumerate() {
        if number + 1 == line.len() {
            let start = base.trim_end_matches("play=").trim_end_matches(['&', '?']);
            back = Some(if number == 0 { start.to_owned() } else { address.clone() });
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
    let template = ExploreTemplate {
        shell,
        exploration,
        title: opening.as_deref().unwrap_or(&shell.words.explorer),
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
        steps,
        back,
    };
    // Memory does not fail.
    template.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_add_up() {
        for (results, expected) in [
            ([0, 0, 0], [0, 0, 0]),
            ([1, 0, 0], [100, 0, 0]),
            ([1, 1, 1], [33, 33, 34]),
            ([45, 20, 35], [45, 20, 35]),
            ([1, 1, 0], [50, 50, 0]),
            ([199, 199, 2], [50, 50, 0]),
        ] {
            let made = ExploredMove {
                uci: String::new(),
                san: String::new(),
                games: results.iter().sum(),
                results,
                rating: None,
                performance: None,
                last_year: None,
            };
            assert_eq!(made.percent(), expected, "{results:?}");
        }
    }
}
