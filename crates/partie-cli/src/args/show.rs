//! `partie show`: what was typed.

use std::{ffi::OsString, str::FromStr};

use clap::{Args, ValueEnum, ValueHint};
use partie_core::{Language, Notation};
use partie_speech::SpeechLanguage;

use super::{Interactive, Reading, choices};

/// Show a game or a position on a board in the terminal
///
/// Shows a board with the players, their clocks and the moves: by default the last position of the
/// first game of the file. A FEN may be given instead of a file. Figurines and colours are used if
/// the terminal supports them; the variable `NO_COLOR` is honoured. Without colours, brackets mark
/// the last move and stars mark a king in check.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie show games.pgn
  partie show games.pgn --game 2 --move 2w --flip
  partie show games.pgn --every 4 --ascii
  partie show games.pgn --game 2 --movetext
  partie show bughouse.bpgn --ply 3 --print-fen
  partie show games.pgn --open
  partie show games.pgn --speak
  partie show games.pgn --speak --language cs --spell --move 3b
  partie show '4k3/8/4K3/8/8/8/8/7R w - - 0 1'")]
#[command(mut_arg("rules", |arg| arg.alias("variant")))]
pub(crate) struct ShowArguments {
    /// File of games, `-` for standard input, or a FEN
    #[arg(value_name = "GAME|FEN", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(crate) what: Vec<OsString>,

    #[command(flatten)]
    pub(crate) place: PositionChoice,

    #[command(flatten)]
    pub(crate) drawing: Drawing,

    #[command(flatten)]
    pub(crate) speaking: Speaking,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Selection of the position.
#[derive(Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionChoice {
    /// Number of the game in the file, from 1 [default: 1]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: Option<u64>,

    /// Take the position after N plies of the mainline; 0 is the start
    #[arg(short, long, value_name = "N", conflicts_with = "move_number")]
    pub(crate) ply: Option<usize>,

    /// Show the position after a move: 23w or 23 is White's 23rd, 23b Black's
    ///
    /// Bughouse moves are named as in BPGN: 12A and 12B are White's on boards A and B, 12a
    /// and 12b Black's.
    #[arg(short_alias = 'm', long = "move", value_name = "MOVE")]
    pub(crate) move_number: Option<MoveNumber>,

    /// Take the positions after every N plies, from start to end
    #[arg(long, value_name = "N", conflicts_with_all = ["ply", "move_number", "all"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,

    /// Short for --every 1
    #[arg(long, hide = true, conflicts_with_all = ["ply", "move_number"])]
    pub(crate) all: bool,
}

/// Options for drawing.
#[derive(Debug, Args)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct Drawing {
    /// Show the game's text with variations and comments, without a board
    #[arg(long, alias = "moves", conflicts_with_all = ["every", "all", "print_fen"])]
    pub(crate) movetext: bool,

    #[command(flatten)]
    pub(crate) interactive: Interactive,

    /// Print only the FEN of the position
    #[arg(long, alias = "fen")]
    pub(crate) print_fen: bool,

    /// Show the board from Black's side (in bughouse, board B from White's)
    #[arg(long)]
    pub(crate) flip: bool,

    /// Use letters for pieces, as in a FEN, and only ASCII
    #[arg(long, conflicts_with = "unicode")]
    pub(crate) ascii: bool,

    /// Use figurines, even if the locale does not seem to support them
    #[arg(long)]
    pub(crate) unicode: bool,

    /// When to use colours
    #[arg(long, alias = "color", value_name = "WHEN", value_enum, default_value_t = ColourChoice::Auto)]
    pub(crate) colors: ColourChoice,

    /// Hide the names of files and ranks
    #[arg(long)]
    pub(crate) no_coordinates: bool,

    /// Width of the output in characters, instead of the terminal's
    #[arg(long, alias = "width", value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) columns: Option<u16>,

    /// Notation of moves
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = choices::notation())]
    pub(crate) notation: Notation,

    /// Language of piece letters in the output
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) to_lang: Option<Language>,
}

/// Options for sentences instead of boards.
#[derive(Debug, Args)]
#[command(next_help_heading = "Speech")]
pub(crate) struct Speaking {
    /// Print plain sentences for screen readers and braille displays, one per line
    ///
    /// By default the whole game with its comments and variations is read out. With --ply
    /// or --move, or for a FEN, only the position is; with --every N, the mainline and the
    /// position after every N plies.
    #[arg(long, conflicts_with_all = ["movetext", "print_fen"])]
    pub(crate) speak: bool,

    /// Language of words
    #[arg(long, alias = "speak-lang", value_name = "LANGUAGE", default_value = "en", requires = "speak", value_parser = choices::speech_language())]
    pub(crate) language: SpeechLanguage,

    /// Name the files anna, bella, cesar, david, eva, felix, gustav, hector
    #[arg(long, requires = "speak")]
    pub(crate) spell: bool,

    /// Name the origin of a piece only if the move would be ambiguous
    #[arg(long, requires = "speak")]
    pub(crate) brief: bool,
}

/// Number of colours to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourChoice {
    /// As many as the terminal supports; none in a file or a pipe
    Auto,
    /// As many as the terminal supports, also in a file or a pipe
    Always,
    /// No colours
    Never,
    /// 16 colours
    #[value(name = "16")]
    Sixteen,
    /// 256 colours
    #[value(name = "256")]
    Indexed,
    /// 24-bit colours
    #[value(name = "true", alias = "24bit")]
    True,
}

/// Number of a move: `23w`, or `12A` in bughouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    /// Number of the move, from 1.
    pub(crate) number: u32,
    /// Letter after the number, `w` if there was none.
    pub(crate) letter: char,
}

impl FromStr for MoveNumber {
    type Err = String;

    /// Reads the number of a move: `23w`, `23`, `23b`, `12A`.
    fn from_str(text: &str) -> Result<MoveNumber, String> {
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
            _ => Err("expected a move such as 23w, 23b or 23, or 12A, 12a, 12B or 12b in bughouse"
                .to_owned()),
        }
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
            assert_eq!(text.parse(), Ok(MoveNumber { number, letter }), "{text}");
        }
        for text in ["", "w", "23x", "23wb", "-1", "1e4"] {
            assert!(text.parse::<MoveNumber>().is_err(), "{text}");
        }
    }
}
