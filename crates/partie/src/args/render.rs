//! `partie render`: what was typed.

use std::{ffi::OsString, ops::RangeInclusive, path::PathBuf};

use clap::{Args, ValueEnum, ValueHint, builder::PossibleValue};
use partie_core::Language;
use partie_render::{Brush, Diagrams, Mark, Theme};

use super::{MoveNumber, Reading, choices, show::move_number};

/// Make pictures, films, pages and books of games
///
/// Draws a position of a game as SVG or PNG or the whole game as an animated GIF, makes a
/// page of HTML with the moves and a board to step through, or a book in PDF. A book has
/// all games of the files, and its pages are held in memory until it is done; everything
/// else is made of one game, usually the first, or with {} in the name of OUT of each.
/// Pictures show the last position. A FEN may stand in the place of the files. Arrows and circles that comments hold ([%cal Ge2e4]
/// and [%csl Rd5]) are drawn, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie render games.pgn -o end.svg
  partie render games.pgn --game 2 --move 2w --players -o position.png
  partie render games.pgn -o game.gif --players --delay 1.5
  partie render '4k3/8/8/8/8/8/4P3/4K3 w - -' --arrow e2e4:red -o study.svg
  partie render games.pgn --game 2 --diagrams marked,end -o game.html
  partie render games.pgn --diagrams every:10 --paper a5 -o book.pdf
  partie render archive/ messy.pgn --game 1-20 -o both.pdf
  partie render games.pgn -o 'end-{}.svg'
  partie render bughouse.bpgn -t svg > both.svg")]
pub(crate) struct RenderArguments {
    /// Files of games; folders with records in them; `-` for the standard input; or a FEN
    #[arg(value_name = "GAMES|FEN", required = true, num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub(crate) what: Vec<OsString>,

    /// The file to write; `-` is the standard output
    ///
    /// An existing file is not touched without --force. With `{}` in its name there is a file
    /// for each game, and `{}` becomes 0001, 0002 and so on.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// What to make, instead of what the name of OUT says; svg if it says nothing
    #[arg(short, long, value_name = "TYPE", value_enum)]
    pub(crate) to: Option<Picture>,

    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) place: RenderPlace,

    #[command(flatten)]
    pub(crate) drawing: RenderDrawing,

    #[command(flatten)]
    pub(crate) film: Film,

    #[command(flatten)]
    pub(crate) text: RenderText,

    #[command(flatten)]
    pub(crate) reading: Reading,
}

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// A drawing that stays sharp at every size
    Svg,
    /// A picture of pixels
    Png,
    /// An animated film of the game
    Gif,
    /// A page of the whole game for a browser, in one file
    Html,
    /// A book of all games of the file
    Pdf,
}

impl Picture {
    /// Whether it is nothing for a terminal.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Picture::Png | Picture::Gif | Picture::Pdf)
    }
}

/// Which position is drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which position")]
pub(crate) struct RenderPlace {
    /// The game of this number, counted from 1 over all files, or several: 1-20, 5-, 1,4,8-10;
    /// usually the first, and for pdf or with {} all of them
    #[arg(short, long, value_name = "N", value_parser = GameNumbers::parse)]
    pub(crate) game: Option<GameNumbers>,

    /// The position after N half-moves of the main line; 0 is the start
    #[arg(short, long, value_name = "N", conflicts_with = "move_number")]
    pub(crate) ply: Option<usize>,

    /// The position after a move: 23w or 23 is White's 23rd, 23b Black's
    ///
    /// In bughouse a move is named as in BPGN: 12A and 12B are White's on boards A and B,
    /// 12a and 12b Black's.
    #[arg(short, long = "move", value_name = "MOVE", value_parser = move_number)]
    pub(crate) move_number: Option<MoveNumber>,

    /// The last position; this is usual
    #[arg(long, conflicts_with_all = ["ply", "move_number"])]
    pub(crate) last: bool,
}

/// Numbers of games, counted from 1: `3`, `1-20`, `5-`, `1,4,8-10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameNumbers(Vec<RangeInclusive<u64>>);

impl GameNumbers {
    fn parse(text: &str) -> Result<GameNumbers, String> {
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

    /// The number, if there is one only.
    pub(crate) fn only(&self) -> Option<u64> {
        match self.0.as_slice() {
            [range] if range.start() == range.end() => Some(*range.start()),
            _ => None,
        }
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// The last of them; without an end, the largest number.
    pub(crate) fn last(&self) -> u64 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }
}

/// How it is drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Drawing")]
pub(crate) struct RenderDrawing {
    /// The width of the whole picture in pixels (400; svg, png, gif)
    #[arg(short, long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=i64::from(partie_render::LARGEST)))]
    pub(crate) size: Option<u32>,

    /// The colours; if none are given, brown, for pdf print, in large print contrast
    #[arg(long, value_name = "THEME", value_enum)]
    pub(crate) theme: Option<ThemeName>,

    /// Black sits below (in bughouse: board B has White below)
    #[arg(long)]
    pub(crate) flip: bool,

    /// Where the names of files and ranks stand
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = CoordinatesName::Auto)]
    pub(crate) coordinates: CoordinatesName,

    /// Players and clocks above and below the board
    #[arg(long)]
    pub(crate) players: bool,

    /// A small square beside the board shows the side to move
    #[arg(long)]
    pub(crate) turn: bool,

    /// Draw an arrow (svg, png, gif): e2e4, or e2e4:red (green, red, blue, yellow);
    /// B:e2e4 is on board B
    #[arg(long, value_name = "ARROW", value_parser = arrow)]
    pub(crate) arrow: Vec<Drawn>,

    /// Draw a circle (svg, png, gif): d4, or d4:blue
    #[arg(long, value_name = "SQUARE", value_parser = circle)]
    pub(crate) mark: Vec<Drawn>,

    /// Leave out the arrows and circles of comments
    #[arg(long)]
    pub(crate) no_marks: bool,

    /// Do not set off the squares of the last move
    #[arg(long)]
    pub(crate) no_last_move: bool,

    /// Do not set off a king in check
    #[arg(long)]
    pub(crate) no_check: bool,
}

/// How a film is made.
#[derive(Debug, Args)]
#[command(next_help_heading = "Films (gif)")]
pub(crate) struct Film {
    /// How long each position is shown, in seconds (0.8)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) delay: Option<u16>,

    /// How long the last position is shown, in seconds (4)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) last_delay: Option<u16>,

    /// Begin with the position after this move, as for --move, instead of the start
    #[arg(long = "from-move", value_name = "MOVE", value_parser = move_number)]
    pub(crate) begin: Option<MoveNumber>,

    /// End with the position after this move
    #[arg(long = "to-move", value_name = "MOVE", value_parser = move_number)]
    pub(crate) end: Option<MoveNumber>,

    /// Stop at the end, instead of beginning again
    #[arg(long)]
    pub(crate) once: bool,
}

/// How the text of a game is set.
#[derive(Debug, Args)]
#[command(next_help_heading = "Text (html, pdf)")]
pub(crate) struct RenderText {
    /// The language of the piece letters, or fan for figurines, which are usual in pdf
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) to_lang: Option<Language>,

    /// Where diagrams stand: none, auto, start, marked, every:N (moves), end; several with
    /// commas; usually auto in pdf and marked in html
    ///
    /// `start` is the start of a game that does not begin from the usual position. `marked`
    /// are the places at which the game asks for a diagram: the NAGs $220 and $221, and
    /// [#], [%dia] or a lone D in a comment. `auto` is both of them, and in a game that
    /// marks no place, one about every ten moves, where signs and comments say that
    /// something happens.
    #[arg(long, value_name = "WHERE", hide_possible_values = true,
        value_parser = choices::suggesting(diagrams, DIAGRAMS))]
    pub(crate) diagrams: Option<Diagrams>,

    /// The title of the book (pdf)
    #[arg(long, value_name = "TITLE")]
    pub(crate) title: Option<String>,

    /// The paper of the book (pdf); a4 if none is given
    #[arg(long, value_name = "PAPER", value_enum)]
    pub(crate) paper: Option<PaperName>,

    /// Large letters and diagrams for weak eyes (pdf)
    #[arg(long)]
    pub(crate) large_print: bool,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 148 by 210 mm
    A5,
    /// 8.5 by 11 inches
    Letter,
}

/// The words for places of diagrams.
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
            _ => return Err("give none, or some of auto, start, marked, every:N, end".to_owned()),
        }
    }
    Ok(diagrams)
}

/// A mark and the board that it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// 0, or 1 for board B of bughouse.
    pub(crate) board: usize,
    /// The mark.
    pub(crate) mark: Mark,
}

fn drawn(text: &str) -> Option<Drawn> {
    let (board, text) = match text.split_once(':') {
        Some(("A", rest)) => (0, rest),
        Some(("B", rest)) => (1, rest),
        _ => (0, text),
    };
    Some(Drawn { board, mark: Mark::parse(text)? })
}

fn arrow(text: &str) -> Result<Drawn, String> {
    let arrow = drawn(text).filter(|drawn| drawn.mark.to.is_some());
    arrow.ok_or_else(|| format!("give two squares and perhaps a colour: e2e4, e2e4:{}", colours()))
}

fn circle(text: &str) -> Result<Drawn, String> {
    let circle = drawn(text).filter(|drawn| drawn.mark.to.is_none());
    circle.ok_or_else(|| format!("give a square and perhaps a colour: d4, d4:{}", colours()))
}

fn colours() -> String {
    Brush::ALL.map(Brush::name).join("|")
}

/// Seconds as hundredths of a second.
fn seconds(text: &str) -> Result<u16, String> {
    let seconds: f64 = text.parse().map_err(|_| "give seconds such as 0.8 or 2".to_owned())?;
    if (0.02..=600.0).contains(&seconds) {
        Ok((seconds * 100.0).round() as u16)
    } else {
        Err("give 0.02 to 600 seconds".to_owned())
    }
}

/// A theme as a word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ThemeName(pub(crate) Theme);

impl ValueEnum for ThemeName {
    fn value_variants<'a>() -> &'a [ThemeName] {
        const ALL: [ThemeName; Theme::ALL.len()] = {
            let mut all = [ThemeName(Theme::Brown); Theme::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = ThemeName(Theme::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.describe()))
    }
}

/// Where files and ranks are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoordinatesName {
    /// On the board, or beside it in the themes print and contrast
    Auto,
    /// On the board
    Inside,
    /// Beside the board
    Outside,
    /// Nowhere
    None,
}
