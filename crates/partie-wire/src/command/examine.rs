//! Commands of examiners.

use super::{Args, args::Argument, record::GameRef};

commands! {
    /// A command of an examiner.
    pub enum ExamineCommand {
        /// Lets a player who watches examine, too.
        Mexamine(String) = "mexamine" 75 "player",
        /// Leaves the board.
        Unexamine = "unexamine" 137,
        /// Goes forward in the line by a number of plies.
        Forward(u32 = Args::count) = "forward" 42 "[moves]",
        /// Goes back in the line by a number of plies.
        Backward(u32 = Args::count) = "backward" 16 "[moves]",
        /// Goes back to where the main line was left.
        Revert = "revert" 105,
        /// Sets the name on the white side; without one, restores the original.
        Wname(Option<String>) = "wname" 148 "[name]",
        /// Sets the name on the black side; without one, restores the original.
        Bname(Option<String>) = "bname" 19 "[name]",
        /// Makes the line on the board the main line.
        Commit = "commit" 0,
        /// Removes the rest of the main line.
        Truncate = "truncate" 0,
        /// Examines a game that one watches, apart from the others.
        Copygame(Option<String>) = "copygame" 29 "[game|player]",
        /// As `copygame`, from a relay.
        Rcopygame(Option<String>) = "rcopygame" 99 "[game|player]",
        /// Sets pieces up.
        Bsetup(Bsetup) = "bsetup" 21 "[done|clear|start|fen position|wcastle kq|bcastle kq|tomove colour|eppos file|rules]",
        /// Sets the side to move, in a set-up.
        Tomove {
            /// Set if White is to move.
            white: bool = white,
        } = "tomove" 134 "white|black",
        /// Takes a piece off.
        Clrsquare(String = lower_case) = "clrsquare" 25 "square",
        /// Examines a stored game, or by default an empty one.
        Examine(Option<GameRef>) = "examine" 36 "[player [number|letter|opponent]]",
    }
    more {
        /// Sets a clock at the position on the board.
        Clock {
            /// Set for White's clock.
            white: bool,
            /// Hours, minutes and seconds as they were typed.
            time: String,
        },
        /// Pieces are put where one likes: `P@e4`, `x@e4`.
        Put {
            /// The letter, upper case for White; none: the square is to be empty.
            piece: Option<char>,
            /// The square.
            square: String,
        },
    }
    entries {
        "wclock" 0 "[[hours:]minutes:]seconds" => |a| Some(ExamineCommand::Clock { white: true, time: a.name()? }),
        "bclock" 0 "[[hours:]minutes:]seconds" => |a| Some(ExamineCommand::Clock { white: false, time: a.name()? }),
    }
}

/// A command of `bsetup`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
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

fn white(args: &mut Args<'_>) -> Option<bool> {
    match args.word()?.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(true),
        "b" | "black" => Some(false),
        _ => None,
    }
}

fn lower_case(args: &mut Args<'_>) -> Option<String> {
    args.word().map(str::to_ascii_lowercase)
}

impl Argument for Bsetup {
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
            "tomove" => Bsetup::Tomove { white: white(args)? },
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
