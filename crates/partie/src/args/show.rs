//! `partie show`: what was typed.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint};
use partie_core::{Language, Notation};
use partie_speech::SpeechLanguage;

use super::{Reading, choices};

/// Show a game or a position on a board in the terminal
///
/// Shows a board with the players, their clocks and the moves; of a file the first game
/// and its last position, unless the options say otherwise. A FEN may stand in the place
/// of the file. Figures or letters, colours or none: what the terminal can show is found
/// out, and the variable `NO_COLOR` is honoured. Where there are no colours, brackets mark the last move
/// and stars a king in check.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie show games.pgn
  partie show games.pgn --game 2 --move 2w --flip
  partie show games.pgn --every 4 --ascii
  partie show games.pgn --game 2 --moves
  partie show bughouse.bpgn --ply 3 --fen
  partie show games.pgn --speak
  partie show games.pgn --speak --speak-lang cs --spell --move 3b
  partie show '4k3/8/4K3/8/8/8/8/7R w - - 0 1'")]
pub(crate) struct ShowArguments {
    /// A file of games, `-` for the standard input, or a FEN
    #[arg(value_name = "GAME|FEN", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(crate) what: Vec<OsString>,

    #[command(flatten)]
    pub(crate) place: Place,

    #[command(flatten)]
    pub(crate) drawing: Drawing,

    #[command(flatten)]
    pub(crate) speaking: Speaking,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Which position is shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which position")]
pub(crate) struct Place {
    /// The game of this number in the file, counted from 1
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// The position after N half-moves of the main line; 0 is the start
    #[arg(short, long, value_name = "N", conflicts_with = "move_number")]
    pub(crate) ply: Option<usize>,

    /// The position after a move: 23w or 23 is White's 23rd, 23b Black's
    ///
    /// In bughouse a move is named as in BPGN: 12A and 12B are White's on boards A and B,
    /// 12a and 12b Black's.
    #[arg(short, long = "move", value_name = "MOVE", value_parser = move_number)]
    pub(crate) move_number: Option<MoveNumber>,

    /// A board after every N half-moves, from the start to the end
    #[arg(long, value_name = "N", conflicts_with_all = ["ply", "move_number", "all"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,

    /// A board after every half-move: --every 1
    #[arg(long, conflicts_with_all = ["ply", "move_number"])]
    pub(crate) all: bool,
}

/// How it is shown.
#[derive(Debug, Args)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct Drawing {
    /// The whole text of the game with variations and comments, without a board
    #[arg(long, conflicts_with_all = ["every", "all", "fen"])]
    pub(crate) moves: bool,

    /// Play through the games of a file on the whole terminal; ? there lists the keys
    ///
    /// Only the places of the games are kept in memory, eight bytes a game. What is packed
    /// or comes from the standard input is unpacked to a temporary file.
    #[cfg(feature = "tui")]
    #[arg(long, conflicts_with_all = ["moves", "fen", "every", "all", "speak"])]
    pub(crate) tui: bool,

    /// Print the FEN of the position and nothing else
    #[arg(long)]
    pub(crate) fen: bool,

    /// Black sits below (in bughouse: board B has White below)
    #[arg(long)]
    pub(crate) flip: bool,

    /// Letters for pieces, as in a FEN, and nothing beyond ASCII
    #[arg(long, conflicts_with = "unicode")]
    pub(crate) ascii: bool,

    /// Chess figures, even where the locale does not promise that they can be shown
    #[arg(long)]
    pub(crate) unicode: bool,

    /// Colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    pub(crate) color: ColourChoice,

    /// No names of files and ranks beside the board
    #[arg(long)]
    pub(crate) no_coordinates: bool,

    /// The width to fill, in characters, instead of the terminal's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,

    /// The notation of the moves
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = choices::notation())]
    pub(crate) notation: Notation,

    /// The language of the piece letters that are shown
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) to_lang: Option<Language>,
}

/// Sentences instead of boards.
#[derive(Debug, Args)]
#[command(next_help_heading = "Speaking")]
pub(crate) struct Speaking {
    /// Plain sentences for screen readers and braille displays, one a line
    ///
    /// Without --ply or --move the whole game with its comments and variations is told;
    /// with them, or for a FEN, the position. With --every N the main line and the
    /// position after every N half-moves.
    #[arg(long, conflicts_with_all = ["moves", "fen"])]
    pub(crate) speak: bool,

    /// The language that is spoken (--lang is the language that is read)
    #[arg(long, value_name = "LANGUAGE", default_value = "en", requires = "speak", value_parser = choices::speech_language())]
    pub(crate) speak_lang: SpeechLanguage,

    /// Call the files anna, bella, cesar, david, eva, felix, gustav, hector
    #[arg(long, requires = "speak")]
    pub(crate) spell: bool,

    /// Say where a piece comes from only if two could go there
    #[arg(long, requires = "speak")]
    pub(crate) brief: bool,
}

/// When and how many colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourChoice {
    /// As many as the terminal has; none in a file or a pipe
    Auto,
    /// As many as the terminal has, in a file or a pipe, too
    Always,
    /// None
    Never,
    /// Sixteen
    #[value(name = "16")]
    Sixteen,
    /// 256
    #[value(name = "256")]
    Indexed,
    /// All of 24 bits
    #[value(name = "true", alias = "24bit")]
    True,
}

/// A move by its number: `23w`, or `12A` of bughouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    /// The number, from 1.
    pub(crate) number: u32,
    /// The letter behind it, `w` if there was none.
    pub(crate) letter: char,
}

/// A move as it is typed: `23w`, `23`, `23b`, `12A`.
pub(crate) fn move_number(text: &str) -> Result<MoveNumber, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '.');
    let letter = match &text[digits.len()..] {
        "" | "." => Some('w'),
        // PGN's own way to name a move of Black.
        ".." | "..." => Some('b'),
        letter => {
            let letter = letter.trim_end_matches('.');
            letter.chars().next().filter(|c| letter.len() == 1 && "wWbBaA".contains(*c))
        }
    };
    match (digits.parse(), letter) {
        (Ok(number), Some(letter)) => Ok(MoveNumber { number, letter }),
        _ => Err("give a move as 23w, 23b or 23; in bughouse as 12A, 12a, 12B or 12b".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_moves() {
        for (text, number, letter) in [
            ("23", 23, 'w'),
            ("23w", 23, 'w'),
            ("23b", 23, 'b'),
            ("12A.", 12, 'A'),
            ("3...", 3, 'b'),
            ("7B", 7, 'B'),
        ] {
            assert_eq!(move_number(text), Ok(MoveNumber { number, letter }), "{text}");
        }
        for text in ["", "w", "23x", "23wb", "-1", "1e4"] {
            assert!(move_number(text).is_err(), "{text}");
        }
    }
}
