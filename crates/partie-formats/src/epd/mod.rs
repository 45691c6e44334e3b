//! EPD, Extended Position Description (PGN standard 1994, section 16.2), and the dialects of test
//! suites.
//!
//! # What is read
//!
//! Four dialects ([`Dialect`]):
//!
//! ```text
//! 4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castle";          EPD proper
//! 4k3/8/8/8/8/8/8/4K2R w K - 3 7 bm O-O; id "castle";      a whole FEN before the operations
//! 4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66             counts of a perft suite
//! id castle                                                the same in lines of their own
//! epd 4k3/8/8/8/8/8/8/4K2R w K -
//! perft 1 15
//! perft 2 66
//! ```
//!
//! The counts of both kinds of perft suite become operations `D1`, `D2` and so on. Unknown opcodes
//! survive. [`opcode`] defines the operands of the known ones. `\"` is a quote inside a string, as
//! python-chess writes it; any other backslash is itself. Lines that begin with `#` or `%` are
//! remarks on the record after them. The position is read, and repaired, as by [`crate::fen`].
//!
//! # As a game
//!
//! A record is a game of no moves. Its operations stand in one comment before the
//! (missing) first move as `[%epd bm Nf3; id "x";]`, so PGN carries them and gives them
//! back. `%`, brackets and braces inside are written there as `%25`, `%5B`, `%5D`, `%7B`
//! and `%7D`, because a comment and a command could not hold them. Remarks become a
//! comment of their own.
//!
//! # What it cannot carry
//!
//! Moves: a game is written as its last position, and its operations, which belong to
//! the first, are lost.

pub mod codes;
pub mod opcode;

mod check;
mod moves;
mod operation;
mod operations;
mod parse;
mod write;

use partie_core::{Boards, Comment, Game, NodeId, Position, annotation::commands};

use crate::view::{GameView, Note};

pub use operation::{Operand, Operation};
pub use parse::account;
pub use parse::{parse, parse_record, read};
pub use write::{record, write};

/// Spelling of an EPD record. EPD proper is always used in writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Four fields of position, then operations.
    #[default]
    Epd,
    /// The six fields of a FEN, then operations.
    Fen,
    /// A position, then `;D1 20 ;D2 400`.
    Perft,
    /// Lines that begin with `id`, `epd` and `perft`.
    PerftLines,
}

/// A position with its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position; counters from `hmvc` and `fmvn`, or from the six fields.
    pub position: Position,
    /// The operations in the order of the record.
    pub operations: Vec<Operation>,
    /// Spelling of the record.
    pub dialect: Dialect,
    /// The words of the remarks before it, in one line.
    pub remarks: String,
    /// A line that is no EPD at all.
    pub unread: Option<String>,
}

impl Epd {
    /// Makes a position without operations.
    #[must_use]
    pub const fn new(position: Position) -> Epd {
        Epd {
            position,
            operations: Vec::new(),
            dialect: Dialect::Epd,
            remarks: String::new(),
            unread: None,
        }
    }

    /// Returns the operation of an opcode: the first, if it is there twice.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|o| o.opcode == opcode)
    }

    /// Returns the meaning of an operation in this position; `None` if it is missing or its
    /// operands are invalid.
    ///
    /// ```
    /// use partie_formats::{ReadOptions, epd, epd::opcode::Value};
    /// let line = b"4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh7; ce 480;";
    /// let epd = epd::parse_record(line, &ReadOptions::default()).value;
    /// assert_eq!(epd.value("ce"), Some(Value::Number(480)));
    /// assert!(matches!(epd.value("bm"), Some(Value::Moves(moves)) if moves.len() == 2));
    /// ```
    #[must_use]
    pub fn value(&self, opcode: &str) -> Option<opcode::Value> {
        opcode::value(&self.position, self.operation(opcode)?)
    }

    /// Returns the game of no moves that stands for the record.
    #[must_use]
    pub fn to_game(&self) -> Game {
        let mut game = crate::fen::game(self.position.clone().into());
        crate::fen::remark(&mut game, self.remarks.clone());
        if !self.operations.is_empty() {
            let text = escaped(&operations::text_of(&self.operations));
            let comment = Comment::after(format!("[%epd {text}]"));
            game.tree.annotations_mut(NodeId::ROOT).comments.push(comment);
        }
        game.unread.clone_from(&self.unread);
        game
    }

    /// Returns the last position of a game, with the operations and remarks that stand in its
    /// comments before the first move. Of bughouse: board A.
    #[must_use]
    pub fn from_game(game: &impl GameView) -> Epd {
        let position = match game.end() {
            Boards::One(position) => position,
            two @ Boards::Two(_) => two.first().clone(),
        };
        let mut epd = Epd::new(position);
        let mut remarks: Vec<String> = Vec::new();
        for (_, note) in game.notes().take_while(|(ply, _)| *ply == 0) {
            let Note::Comment(text, _) = note else { continue };
            let found: Vec<_> = commands(&text).filter(|c| c.name == "epd").collect();
            let mut words = text.to_string();
            for command in found.iter().rev() {
                words.replace_range(command.span.clone(), "");
            }
            for command in &found {
                epd.operations.extend(operations::alone(&unescaped(command.argument)));
            }
            remarks.extend((!words.trim().is_empty()).then(|| words.trim().to_owned()));
        }
        epd.remarks = remarks.join(" ");
        epd
    }
}

/// Text for a command in a comment.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' | '[' | ']' | '{' | '}' => escaped.push_str(&format!("%{:02X}", c as u32)),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns the text that [`escaped`] was made of.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(i) = rest.find('%') {
        plain.push_str(&rest[..i]);
        let code = rest.get(i + 1..i + 3).and_then(|h| u8::from_str_radix(h, 16).ok());
        if let Some(byte) = code.filter(u8::is_ascii) {
            plain.push(char::from(byte));
            rest = &rest[i + 3..];
        } else {
            plain.push('%');
            rest = &rest[i + 1..];
        }
    }
    plain.push_str(rest);
    plain
}
