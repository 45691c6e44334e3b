//! Commands of examiners.

use super::{Args, entry::FamilyEntry, record::GameRef};

/// A command of an examiner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExamineCommand {
    /// Looks at a game: a kept one, or (with nothing said) an empty one.
    Examine {
        /// The game.
        game: Option<GameRef>,
    },
    /// Lets a player who watches examine, too.
    Mexamine {
        /// The player.
        player: String,
    },
    /// Leaves the board.
    Unexamine,
    /// Goes on in the line.
    Forward {
        /// So many half-moves.
        moves: u32,
    },
    /// Goes back in the line.
    Backward {
        /// So many half-moves.
        moves: u32,
    },
    /// Goes back to where the main line was left.
    Revert,
    /// The name on the white side.
    Wname {
        /// The name; none: the one that was there at first.
        name: Option<String>,
    },
    /// The name on the black side.
    Bname {
        /// The name; none: the one that was there at first.
        name: Option<String>,
    },
    /// Makes the line on the board the main line.
    Commit,
    /// Cuts off what follows on the main line.
    Truncate,
    /// Sets a clock at the position on the board.
    Clock {
        /// Set for White's clock.
        white: bool,
        /// Hours, minutes and seconds as they were typed.
        time: String,
    },
    /// Examines a game that one watches, apart from the others.
    Copygame {
        /// Number or player.
        game: Option<String>,
    },
    /// As `copygame`, from a relay.
    Rcopygame {
        /// Number or player.
        game: Option<String>,
    },
    /// Sets pieces up.
    Bsetup(Bsetup),
    /// Sets the side to move, in a set-up.
    Tomove {
        /// Set if White is to move.
        white: bool,
    },
    /// Takes a piece off.
    Clrsquare {
        /// The square of origin.
        square: String,
    },
    /// Pieces are put where one likes: `P@e4`, `x@e4`.
    Put {
        /// The letter, upper case for White; none: the square is to be empty.
        piece: Option<char>,
        /// The square.
        square: String,
    },
}

/// A command of `bsetup`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bsetup {
    /// Begins to set up; while one does, ends it.
    Toggle,
    /// The set-up is done.
    Done,
    /// An empty board.
    Clear,
    /// The array.
    Start,
    /// A position as a FEN, or only its board.
    Fen(String),
    /// Sets the castling rights of a side: `kq`, `k`, `q`, `none`.
    Castle {
        /// Set for White's rights.
        white: bool,
        /// The rights.
        rights: String,
    },
    /// Sets the side to move.
    Tomove {
        /// Set if White is to move.
        white: bool,
    },
    /// The file on which a pawn has just gone two squares; none: no such file.
    EnPassant(Option<char>),
    /// By which rules the game goes on: `fr`, `crazyhouse`, `standard`, ...
    Rules(String),
    /// Sets the pieces in hand of a side, in crazyhouse.
    Holding {
        /// Set for White's hand.
        white: bool,
        /// The pieces as letters.
        pieces: String,
    },
}

fn white(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(true),
        "b" | "black" => Some(false),
        _ => None,
    }
}

impl Bsetup {
    fn read(args: &mut Args<'_>) -> Option<Bsetup> {
        let Some(word) = args.word() else { return Some(Bsetup::Toggle) };
        Some(match word.to_ascii_lowercase().as_str() {
            "on" | "edit" => Bsetup::Toggle,
            "done" | "off" => Bsetup::Done,
            "clear" => Bsetup::Clear,
            "start" => Bsetup::Start,
            "fen" => Bsetup::Fen(args.text()?),
            which @ ("wcastle" | "bcastle") => Bsetup::Castle {
                white: which == "wcastle",
                rights: args.name().unwrap_or_else(|| "none".to_owned()),
            },
            "tomove" => Bsetup::Tomove { white: white(args.word()?)? },
            "eppos" => match args.word() {
                None => Bsetup::EnPassant(None),
                Some(square) => {
                    let file = square.chars().next().filter(|c| ('a'..='h').contains(c));
                    let none = square == "-" || square.eq_ignore_ascii_case("none");
                    if file.is_none() && !none {
                        return None;
                    }
                    Bsetup::EnPassant(file)
                }
            },
            which @ ("whold" | "bhold") => {
                Bsetup::Holding { white: which == "whold", pieces: args.name().unwrap_or_default() }
            }
            _ => {
                let rest = args.rest();
                let space = if rest.is_empty() { "" } else { " " };
                Bsetup::Rules(format!("{word}{space}{rest}"))
            }
        })
    }
}

/// Reads `P@e4`, `p@e4`, `wP@e4`, `bp@e4`, `x@e4` as a piece that is put on a square.
#[must_use]
pub fn put(word: &str) -> Option<ExamineCommand> {
    let (piece, square) = word.split_once('@')?;
    let piece = match piece.as_bytes() {
        [b'x' | b'X'] => None,
        [letter] if letter.is_ascii_alphabetic() => Some(char::from(*letter)),
        [b'w' | b'W', letter] => Some(char::from(letter.to_ascii_uppercase())),
        [b'b' | b'B', letter] => Some(char::from(letter.to_ascii_lowercase())),
        _ => return None,
    };
    let good = piece.is_none_or(|p| "PNBRQKpnbrqk".contains(p));
    good.then(|| ExamineCommand::Put { piece, square: square.to_ascii_lowercase() })
}

pub(super) const ENTRIES: &[FamilyEntry<ExamineCommand>] = &[
    FamilyEntry {
        name: "examine",
        code: 36,
        usage: "examine [player [number|letter|opponent]]",
        read: |a| {
            let game = (!a.is_empty()).then(|| GameRef::read(a));
            Some(ExamineCommand::Examine { game })
        },
    },
    FamilyEntry {
        name: "mexamine",
        code: 75,
        usage: "mexamine player",
        read: |a| Some(ExamineCommand::Mexamine { player: a.name()? }),
    },
    FamilyEntry {
        name: "unexamine",
        code: 137,
        usage: "unexamine",
        read: |_| Some(ExamineCommand::Unexamine),
    },
    FamilyEntry {
        name: "forward",
        code: 42,
        usage: "forward [moves]",
        read: |a| Some(ExamineCommand::Forward { moves: a.value().unwrap_or(1) }),
    },
    FamilyEntry {
        name: "backward",
        code: 16,
        usage: "backward [moves]",
        read: |a| Some(ExamineCommand::Backward { moves: a.value().unwrap_or(1) }),
    },
    FamilyEntry {
        name: "revert",
        code: 105,
        usage: "revert",
        read: |_| Some(ExamineCommand::Revert),
    },
    FamilyEntry {
        name: "wname",
        code: 148,
        usage: "wname [name]",
        read: |a| Some(ExamineCommand::Wname { name: a.name() }),
    },
    FamilyEntry {
        name: "bname",
        code: 19,
        usage: "bname [name]",
        read: |a| Some(ExamineCommand::Bname { name: a.name() }),
    },
    FamilyEntry {
        name: "commit",
        code: 0,
        usage: "commit",
        read: |_| Some(ExamineCommand::Commit),
    },
    FamilyEntry {
        name: "truncate",
        code: 0,
        usage: "truncate",
        read: |_| Some(ExamineCommand::Truncate),
    },
    FamilyEntry {
        name: "wclock",
        code: 0,
        usage: "wclock [[hours:]minutes:]seconds",
        read: |a| Some(ExamineCommand::Clock { white: true, time: a.name()? }),
    },
    FamilyEntry {
        name: "bclock",
        code: 0,
        usage: "bclock [[hours:]minutes:]seconds",
        read: |a| Some(ExamineCommand::Clock { white: false, time: a.name()? }),
    },
    FamilyEntry {
        name: "copygame",
        code: 29,
        usage: "copygame [game|player]",
        read: |a| Some(ExamineCommand::Copygame { game: a.name() }),
    },
    FamilyEntry {
        name: "rcopygame",
        code: 99,
        usage: "rcopygame [game|player]",
        read: |a| Some(ExamineCommand::Rcopygame { game: a.name() }),
    },
    FamilyEntry {
        name: "bsetup",
        code: 21,
        usage: "bsetup [done|clear|start|fen position|wcastle kq|bcastle kq|tomove colour|eppos file|rules]",
        read: |a| Some(ExamineCommand::Bsetup(Bsetup::read(a)?)),
    },
    FamilyEntry {
        name: "tomove",
        code: 134,
        usage: "tomove white|black",
        read: |a| Some(ExamineCommand::Tomove { white: white(a.word()?)? }),
    },
    FamilyEntry {
        name: "clrsquare",
        code: 25,
        usage: "clrsquare square",
        read: |a| Some(ExamineCommand::Clrsquare { square: a.name()?.to_ascii_lowercase() }),
    },
];
