//! The text of a game as a list of moves in two columns, with what interrupts it.

use partie_core::{Boards, Game, Language};
use partie_render::movetext::{self, Diagrams, TextPart};

use crate::words::Words;

/// Number of moves in a part of a list, which browsers lay out when it is seen.
const PART: usize = 200;

/// A piece of a list of moves, in the order of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// A part of a long list ends, and the next one begins.
    Part,
    /// Number of a move.
    Number(String),
    /// A move.
    Move {
        /// Index of its node.
        node: usize,
        /// The move as it is written.
        san: String,
        /// Signs of its NAGs, after a space unless they adjoin the move; may be empty.
        signs: String,
        /// Meaning of the signs.
        meaning: String,
    },
    /// Place of a move of White that stands further up, or of one of Black that follows.
    Gap,
    /// An interruption between two main-line moves begins.
    Open,
    /// It ends.
    Close,
    /// A comment between moves of the mainline.
    Comment(String),
    /// A comment within a variation.
    Remark(String),
    /// A variation begins.
    OpenVariation,
    /// It ends.
    CloseVariation,
    /// Text of the game that could not be read.
    Unread(String),
}

/// Returns the list of moves of a game; `shown` selects its texts.
pub(crate) fn cells(
    game: &Game,
    language: Language,
    words: &Words,
    shown: &dyn Fn(&str) -> String,
) -> Vec<Cell> {
    let two = matches!(game.start, Boards::Two(_));
    let mut list = List { cells: Vec::new(), rows: 0, half: false, open: false };
    for part in movetext::parts(game, language, Diagrams::NONE) {
        match part {
            TextPart::Move { node, number, text, signs, depth } => {
                let nags = game.node(node).nags().iter();
                let meanings: Vec<_> = nags.filter_map(|nag| words.sign(*nag)).collect();
                let made = Cell::Move {
                    node: node.index(),
                    san: text,
                    signs: movetext::common(&signs),
                    meaning: meanings.join(", "),
                };
                if depth == 0 {
                    list.main(number, two, made);
                } else {
                    if !number.is_empty() {
                        list.cells.push(Cell::Number(number));
                    }
                    list.cells.push(made);
                }
            }
            TextPart::Comment { text, depth } => {
                list.interrupt(two);
                list.cells.push(match depth {
                    0 => Cell::Comment(shown(&text)),
                    _ => Cell::Remark(shown(&text)),
                });
            }
            TextPart::Open { .. } => {
                list.interrupt(two);
                list.cells.push(Cell::OpenVariation);
            }
            TextPart::Close { .. } => list.cells.push(Cell::CloseVariation),
            TextPart::Diagram { .. } => {}
        }
    }
    if let Some(unread) = &game.unread {
        list.interrupt(two);
        list.cells.push(Cell::Unread(shown(unread.trim())));
    }
    list.resume();
    list.cells
}

struct List {
    cells: Vec<Cell>,
    /// Number of moves in the part.
    rows: usize,
    /// True if the last row has a move of White only.
    half: bool,
    /// True if the moves are interrupted.
    open: bool,
}

impl List {
    /// Adds a move of the mainline.
    fn main(&mut self, number: String, two: bool, shown: Cell) {
        self.resume();
        if number.ends_with('.') && !number.ends_with("..") {
            self.rows += 1;
            if self.rows > PART {
                self.rows = 1;
                self.cells.push(Cell::Part);
            }
        }
        if two {
            self.cells.extend((!number.is_empty()).then_some(Cell::Number(number)));
        } else if let Some(digits) = number.strip_suffix("...") {
            self.cells.extend([Cell::Number(digits.to_owned()), Cell::Gap]);
            self.half = false;
        } else if let Some(digits) = number.strip_suffix('.') {
            self.cells.push(Cell::Number(digits.to_owned()));
            self.half = true;
        } else {
            self.half = false;
        }
        self.cells.push(shown);
    }

    /// Begins what interrupts the moves.
    fn interrupt(&mut self, two: bool) {
        if self.open {
            return;
        }
        if std::mem::take(&mut self.half) && !two {
            self.cells.push(Cell::Gap);
        }
        self.open = true;
        self.cells.push(Cell::Open);
    }

    /// Ends it.
    fn resume(&mut self) {
        if std::mem::take(&mut self.open) {
            self.cells.push(Cell::Close);
        }
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;

    use super::*;

    /// The list on one line: rows have numbers, `_` is a gap, `<` and `>` an interruption.
    fn list(pgn: &str) -> String {
        let game = partie_pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        let cells = cells(&game, Language::English, Words::of("en"), &str::to_owned);
        let words = cells.into_iter().map(|cell| match cell {
            Cell::Part => "|".to_owned(),
            Cell::Number(number) => number,
            Cell::Move { san, signs, .. } => format!("{san}{signs}"),
            Cell::Gap => "_".to_owned(),
            Cell::Open => "<".to_owned(),
            Cell::Close => ">".to_owned(),
            Cell::Comment(text) | Cell::Remark(text) => format!("{{{text}}}"),
            Cell::OpenVariation => "(".to_owned(),
            Cell::CloseVariation => ")".to_owned(),
            Cell::Unread(text) => format!("?{text}?"),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_stand_in_two_columns() {
        for (pgn, expected) in [
            ("1. e4 e5 2. Nf3 *", "1 e4 e5 2 Nf3"),
            ("1. e4 {best} e5 2. Nf3 *", "1 e4 _ < {best} > 1 _ e5 2 Nf3"),
            ("1. e4 e5 {fair} 2. Nf3! *", "1 e4 e5 < {fair} > 2 Nf3!"),
            (
                "1. e4 (1. d4 d5 {old} (1... Nf6)) e5 *",
                "1 e4 _ < ( 1. d4 d5 {old} ( 1... Nf6 ) ) > 1 _ e5",
            ),
            ("{Start} 1. e4 *", "< {Start} > 1 e4"),
            ("1. e4! $14 e5 $146 *", "1 e4! += e5 N"),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd7 8. O-O *", "7 _ Kd7 8 O-O"),
        ] {
            assert_eq!(list(pgn), expected, "{pgn}");
        }
    }

    #[test]
    fn a_long_list_has_parts() {
        let moves = |number: usize| "Nf3 Nf6 Ng1 Ng8 ".repeat(number.div_ceil(2));
        assert!(!list(&(moves(PART) + "*")).contains('|'));
        let long = list(&(moves(2 * PART + 1) + "*"));
        assert_eq!(long.matches('|').count(), 2);
        assert!(long.contains("200 Ng1 Ng8 | 201 Nf3 Nf6 202"), "{long}");
    }

    #[test]
    fn moves_that_were_not_read_are_shown() {
        assert_eq!(list("1. e4 e5 2. Ke8 Kf8 *"), "1 e4 e5 < ?2. Ke8 Kf8? >");
    }
}
