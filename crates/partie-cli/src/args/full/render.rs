//! `partie render`: what was typed.

use std::{ffi::OsString, ops::RangeInclusive, path::PathBuf, str::FromStr};

use clap::{
    Args, ValueEnum, ValueHint,
    builder::{PossibleValue, TypedValueParser},
};
use partie_core::{Brush, Language, Mark};
use partie_render::{Coordinates, Diagrams, Paper, Theme};

use crate::args::{Conditions, MoveNumber, Reading, choices};

/// Create pictures, animations, web pages and books from games
///
/// Draws a position as SVG or PNG, or a whole game as an animated GIF, an HTML page with a board to
/// step through, or a PDF book. A book contains all games of the files and is held in memory until
/// it is complete; of one event it is a bulletin with the crosstable, the rounds and an index of
/// players. Positions of EPD are puzzles, with their solutions at the end. Everything else shows one game, by default the first; with {} in the name of
/// OUT, one file is written per game. Pictures show the last position by default. A FEN may be
/// given instead of files. Arrows and circles in comments ([%cal Ge2e4] and [%csl Rd5]) are drawn.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie render games.pgn -o end.svg
  partie render games.pgn --game 2 --move 2w --show-players -o position.png
  partie render games.pgn -o game.gif --show-players --delay 1.5
  partie render '4k3/8/8/8/8/8/4P3/4K3 w - -' --arrow e2e4:red -o study.svg
  partie render games.pgn --game 2 --to-lang fan -o game.html
  partie render games.pgn --diagrams every:10 --paper a5 -o book.pdf
  partie render archive/ messy.pgn --game 1-20 -o both.pdf
  partie render games.pgn -o 'end-{}.svg'
  partie render bughouse.bpgn -t svg > both.svg")]
pub(crate) struct RenderArguments {
    /// Files or directories with games, `-` for standard input, or a FEN
    #[arg(value_name = "GAMES|FEN", required = true, num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub(crate) what: Vec<OsString>,

    /// Output file; `-` for standard output
    ///
    /// An existing file is only overwritten with --force. With `{}` in its name, one file is
    /// written per game, and `{}` is replaced by 0001, 0002 and so on.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Output format [default: by the extension of OUT, else svg]
    #[arg(short, long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<Picture>,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) place: RenderPosition,

    #[command(flatten)]
    pub(crate) drawing: RenderDrawing,

    #[command(flatten)]
    pub(crate) film: Animation,

    #[command(flatten)]
    pub(crate) text: RenderText,

    #[command(flatten)]
    pub(crate) conditions: Conditions,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// Vector graphic of a position
    Svg,
    /// Raster image of a position
    Png,
    /// Animation of the game
    Gif,
    /// Self-contained web page of the game
    Html,
    /// Book of all games
    Pdf,
}

impl Picture {
    /// Returns true if the output is binary.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Picture::Png | Picture::Gif | Picture::Pdf)
    }
}

/// Selection of games and positions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct RenderPosition {
    /// Number of the game, from 1 over all files, or several numbers: 1-20, 5-, 1,4,8-10 [default:
    /// the first; all for pdf or with {}]
    #[arg(short, long, value_name = "N")]
    pub(crate) game: Option<GameNumbers>,

    /// Take the position after N plies of the mainline; 0 is the start
    #[arg(short, long, value_name = "N", conflicts_with = "move_number")]
    pub(crate) ply: Option<usize>,

    /// Show the position after a move: 23w or 23 is White's 23rd, 23b Black's
    ///
    /// Bughouse moves are named as in BPGN: 12A and 12B are White's on boards A and B, 12a
    /// and 12b Black's.
    #[arg(short_alias = 'm', long = "move", value_name = "MOVE")]
    pub(crate) move_number: Option<MoveNumber>,

    /// Show the last position; this is the default
    #[arg(long, conflicts_with_all = ["ply", "move_number"])]
    pub(crate) last: bool,
}

/// Numbers of games, from 1: `3`, `1-20`, `5-`, `1,4,8-10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameNumbers(Vec<RangeInclusive<u64>>);

impl FromStr for GameNumbers {
    type Err = String;

    fn from_str(text: &str) -> Result<GameNumbers, String> {
        let range = |part: &str| {
            let (first, last) = match part.split_once('-').or_else(|| part.split_once("..")) {
                Some((first, "")) => (first.parse().ok()?, u64::MAX),
                Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
                None => (part.parse().ok()?, part.parse().ok()?),
            };
            (1 <= first && first <= last).then_some(first..=last)
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges
            .map(GameNumbers)
            .ok_or_else(|| "give numbers from 1 on: 3, 1-20 or 1,4,8-".to_owned())
    }
}

impl GameNumbers {
    /// Returns the number, if there is only one.
    pub(crate) fn only(&self) -> Option<u64> {
        match self.0.as_slice() {
            [range] if range.start() == range.end() => Some(*range.start()),
            _ => None,
        }
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// Returns the largest number, or `u64::MAX` for an open range.
    pub(crate) fn last(&self) -> u64 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }
}

/// Options for drawing.
#[derive(Debug, Args)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct RenderDrawing {
    /// Width of the picture in pixels (svg, png, gif) [default: 400]
    #[arg(short, long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=i64::from(partie_render::LARGEST)))]
    pub(crate) size: Option<u32>,

    /// Colour theme [default: brown; print for pdf; contrast in large print]
    #[arg(long, value_name = "THEME", value_parser = theme())]
    pub(crate) theme: Option<Theme>,

    /// Show the board from Black's side (in bughouse, board B from White's)
    #[arg(long)]
    pub(crate) flip: bool,

    /// Position of the names of files and ranks
    #[arg(long, value_name = "WHERE", value_parser = coordinates(), default_value = "auto")]
    pub(crate) coordinates: Coordinates,

    /// Show players and clocks above and below the board
    #[arg(long, alias = "players")]
    pub(crate) show_players: bool,

    /// Mark the side to move with a small square next to the board
    #[arg(long)]
    pub(crate) turn: bool,

    /// Draw an arrow (svg, png, gif): e2e4, or e2e4:red (green, red, blue, yellow); B:e2e4
    /// is on board B
    #[arg(long, value_name = "ARROW", value_parser = arrow)]
    pub(crate) arrow: Vec<Drawn>,

    /// Draw a circle (svg, png, gif): d4, or d4:blue
    #[arg(long, value_name = "SQUARE", value_parser = circle)]
    pub(crate) mark: Vec<Drawn>,

    /// Ignore arrows and circles in comments
    #[arg(long)]
    pub(crate) no_marks: bool,

    /// Do not highlight the last move
    #[arg(long)]
    pub(crate) no_last_move: bool,

    /// Do not highlight a king in check
    #[arg(long)]
    pub(crate) no_check: bool,
}

/// Options of animations.
#[derive(Debug, Args)]
#[command(next_help_heading = "Animation (gif)")]
pub(crate) struct Animation {
    /// Time for each position in seconds [default: 0.8]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) delay: Option<u16>,

    /// Time for the last position in seconds [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) last_delay: Option<u16>,

    /// Start with the position after this move, written as for --move
    #[arg(long = "from-move", value_name = "MOVE")]
    pub(crate) begin: Option<MoveNumber>,

    /// End with the position after this move
    #[arg(long = "to-move", value_name = "MOVE")]
    pub(crate) end: Option<MoveNumber>,

    /// Play only once instead of looping
    #[arg(long)]
    pub(crate) once: bool,
}

/// Options for the text of a game.
#[derive(Debug, Args)]
#[command(next_help_heading = "Text (html, pdf)")]
pub(crate) struct RenderText {
    /// Language of piece letters, or fan for figurines, the default for pdf
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) to_lang: Option<Language>,

    /// Language of headings and captions [default: that of --to-lang, else en]
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::words_language())]
    pub(crate) language: Option<Language>,

    /// Position of diagrams: none, auto, start, marked, every:N (moves) or end; separate
    /// several by commas (pdf) [default: auto]
    ///
    /// `start` shows the start position if it is not the standard one. `marked` follows the game's
    /// own requests: NAGs $220 and $221, and [#], [%dia] or a lone D in a comment. `auto` is both
    /// of these; in a game without requests it adds a diagram about every ten moves, where comments
    /// and glyphs suggest something of interest.
    #[arg(long, value_name = "WHERE", hide_possible_values = true,
        value_parser = choices::suggesting(diagrams, DIAGRAMS))]
    pub(crate) diagrams: Option<Diagrams>,

    /// Title of the book (pdf)
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Paper size of the book (pdf) [default: a4]
    #[arg(long, value_name = "PAPER", value_parser = paper())]
    pub(crate) paper: Option<Paper>,

    /// Use large letters and diagrams for readers with low vision (pdf)
    #[arg(long)]
    pub(crate) large_print: bool,
}

/// Parses a paper size.
fn paper() -> impl TypedValueParser<Value = Paper> {
    choices::described([
        ("a4", "210 by 297 mm", Paper::A4),
        ("a5", "148 by 210 mm", Paper::A5),
        ("letter", "8.5 by 11 inches", Paper::Letter),
    ])
}

/// Value of --diagrams.
const DIAGRAMS: [&str; 6] = ["none", "auto", "start", "marked", "every:10", "end"];

fn diagrams(text: &str) -> Result<Diagrams, String> {
    let mut diagrams = Diagrams::NONE;
    for word in text.split(',') {
        match word.split_once(':') {
            None if word == "none" => {}
            None if word == "auto" => {
                diagrams = Diagrams { every: diagrams.every, end: diagrams.end, ..Diagrams::BOOK };
            }
            None if word == "start" => diagrams.start = true,
            None if word == "marked" => diagrams.marked = true,
            None if word == "end" => diagrams.end = true,
            Some(("every", number)) => {
                let number = number.parse().ok().filter(|n| *n > 0);
                diagrams.every = Some(number.ok_or("give a number of moves: every:10")?);
            }
            _ => {
                return Err(
                    "expected none, or a list of auto, start, marked, every:N and end".to_owned()
                );
            }
        }
    }
    Ok(diagrams)
}

/// A mark and its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// 0, or 1 for board B of bughouse.
    pub(crate) board: usize,
    /// Arrow or circle to draw.
    pub(crate) mark: Mark,
}

fn drawn(text: &str) -> Option<Drawn> {
    let (board, text) = match text.split_once(':') {
        Some(("A", rest)) => (0, rest),
        Some(("B", rest)) => (1, rest),
        _ => (0, text),
    };
    Some(Drawn { board, mark: text.parse().ok()? })
}

fn arrow(text: &str) -> Result<Drawn, String> {
    let arrow = drawn(text).filter(|drawn| drawn.mark.to.is_some());
    arrow.ok_or_else(|| {
        format!("expected two squares and an optional colour, such as e2e4 or e2e4:{}", colours())
    })
}

fn circle(text: &str) -> Result<Drawn, String> {
    let circle = drawn(text).filter(|drawn| drawn.mark.to.is_none());
    circle.ok_or_else(|| {
        format!("expected a square and an optional colour, such as d4 or d4:{}", colours())
    })
}

fn colours() -> String {
    Brush::ALL.map(Brush::name).join("|")
}

/// Parses seconds to hundredths of a second.
fn seconds(text: &str) -> Result<u16, String> {
    let seconds: f64 = text.parse().map_err(|_| "give seconds such as 0.8 or 2".to_owned())?;
    if (0.02..=600.0).contains(&seconds) {
        Ok((seconds * 100.0).round() as u16)
    } else {
        Err("expected 0.02 to 600 seconds".to_owned())
    }
}

/// Parses a theme.
fn theme() -> impl TypedValueParser<Value = Theme> {
    let word = |theme: Theme| PossibleValue::new(theme.name()).help(theme.describe());
    choices::one_of(Theme::ALL.map(|theme| (word(theme), theme)).to_vec())
}

/// Parses the position of the names of files and ranks.
fn coordinates() -> impl TypedValueParser<Value = Coordinates> {
    choices::described([
        ("auto", "On the board, or outside it in the themes print and contrast", Coordinates::Auto),
        ("inside", "On the board", Coordinates::Inside),
        ("outside", "Outside the board", Coordinates::Outside),
        ("none", "Hidden", Coordinates::None),
    ])
}
