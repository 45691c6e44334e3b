//! EPD, Extended Position Description (PGN standard 1994, section 16.2), and what
//! test suites make of it.
//!
//! # What is read
//!
//! Three dialects: four fields of position and operations; a whole FEN of six fields
//! and operations; `FEN ;D1 20 ;D2 400`, the perft suites. Unknown opcodes survive.
//!
//! # As a game
//!
//! A record is a game of no moves. Its operations stand in one comment before the
//! (missing) first move as `[%epd bm Nf3; id "x";]`, so PGN carries them and gives them
//! back. `]` inside a string is written `\u{5d}` there.
//!
//! # What it cannot carry
//!
//! Moves: a game is written as its last position.

pub mod codes;

mod parse;
mod write;

use partie_core::{Comment, Game, NodeId, Position};

pub use parse::{parse, parse_record, read};
pub use write::{record, write};

/// A position with its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position; counters from `hmvc` and `fmvn`, or from the six fields.
    pub position: Position,
    /// The operations in the order of the record.
    pub operations: Vec<Operation>,
}

/// One operation: an opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Such as `bm`.
    pub opcode: String,
    /// In order.
    pub operands: Vec<Operand>,
}

/// An operand as it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A string in quotes, without them.
    Text(String),
    /// A word: a move, a number, a symbol.
    Word(String),
}

impl Operand {
    /// The text of either kind.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Operand::Text(text) | Operand::Word(text) => text,
        }
    }
}

impl Epd {
    /// The operation of an opcode.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|o| o.opcode == opcode)
    }

    /// The game of no moves that stands for the record.
    #[must_use]
    pub fn to_game(&self) -> Game {
        let mut game = crate::fen::game(self.position.clone().into());
        if !self.operations.is_empty() {
            let text = write::operations(&self.operations).replace(']', "\\u{5d}");
            let comment = Comment::after(format!("[%epd {text}]"));
            game.tree.annotations_mut(NodeId::ROOT).comments.push(comment);
        }
        game
    }

    /// The last position of a game with the operations that its first comment holds.
    #[must_use]
    pub fn from_game(game: &Game) -> Epd {
        let boards = game.final_boards();
        let operations = game
            .tree
            .annotations(NodeId::ROOT)
            .comments
            .iter()
            .flat_map(|c| {
                c.commands()
                    .into_iter()
                    .map(|c| (c.name.to_owned(), c.argument.to_owned()))
                    .collect::<Vec<_>>()
            })
            .filter(|(name, _)| name == "epd")
            .flat_map(|(_, text)| parse::operations_of(&text.replace("\\u{5d}", "]")))
            .collect();
        Epd { position: boards.first().clone(), operations }
    }
}
