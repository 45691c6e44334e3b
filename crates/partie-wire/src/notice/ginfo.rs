//! The facts that `ginfo` shows of a game.

use crate::style12::Match;
use partie_core::ByColor;

use super::{
    games::read_clock,
    lines::{Block, Lines},
};

/// The facts of one game. That an examined game is paused does not stand on the page.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameFacts {
    /// The game's number.
    pub game: u32,
    /// The players and terms.
    pub players: Match,
    /// Start time.
    pub began: String,
    /// The clocks, in milliseconds.
    #[serde(with = "partie_core::serialize::sides")]
    pub clocks: ByColor<i64>,
    /// Set if it is examined.
    pub examined: bool,
    /// Set if the clocks are paused.
    pub paused: bool,
    /// Half-moves that were made.
    pub plies: u32,
    /// Half-moves since a pawn moved or a piece was taken.
    pub quiet: u32,
    /// Castling rights: short, and long.
    #[serde(with = "partie_core::serialize::sides")]
    pub castling: ByColor<(bool, bool)>,
    /// The file of a pawn that has just gone two squares.
    pub double_push: Option<char>,
}

/// `2:54.026`.
fn clock(milliseconds: i64) -> String {
    let sign = if milliseconds < 0 { "-" } else { "" };
    let ms = milliseconds.unsigned_abs();
    format!("{sign}{}:{:02}.{:03}", ms / 60_000, ms / 1000 % 60, ms % 1000)
}

impl GameFacts {
    /// Appends the page.
    pub fn write(&self, out: &mut String) {
        let rated = if self.players.rated { "rated" } else { "unrated" };
        out.push_str(&format!(
            "Game {}: Game information.\n\n  {} ({}) vs {} ({}) {rated} {} game.\n",
            self.game,
            self.players.white,
            self.players.ratings.white,
            self.players.black,
            self.players.ratings.black,
            self.players.kind
        ));
        out.push_str(&format!(
            "  Time controls: {} {}\n  Time of starting: {}\n   White time {}    Black time {}\n",
            self.players.minutes * 60,
            self.players.increment,
            self.began,
            clock(self.clocks.white),
            clock(self.clocks.black)
        ));
        out.push_str(match (self.examined, self.paused) {
            (true, _) => "  The game is examined.\n",
            (false, true) => "  The clock is paused\n",
            (false, false) => "  The clock is not paused\n",
        });
        out.push_str(&format!("  {} halfmoves have been made.\n", self.plies));
        out.push_str(&format!(
            "  Fifty move count started at halfmove {} ({} halfmoves until a draw).\n",
            self.plies.saturating_sub(self.quiet),
            100_u32.saturating_sub(self.quiet)
        ));
        for (name, rights) in [("White", self.castling.white), ("Black", self.castling.black)] {
            let may = match rights {
                (true, true) => "may castle both kingside and queenside",
                (true, false) => "may castle kingside",
                (false, true) => "may castle queenside",
                (false, false) => "may not castle",
            };
            out.push_str(&format!("  {name} {may}.\n"));
        }
        match self.double_push {
            Some(file) => out.push_str(&format!("  Double pawn push occurred on the {file}-file.")),
            None => out.push_str("  Double pawn push didn't occur."),
        }
    }
}

/// Castling rights: short, and long.
fn castling(words: &str) -> Option<(bool, bool)> {
    match words {
        "may castle both kingside and queenside." => Some((true, true)),
        "may castle kingside." => Some((true, false)),
        "may castle queenside." => Some((false, true)),
        "may not castle." => Some((false, false)),
        _ => None,
    }
}

impl Block for GameFacts {
    fn take(lines: &mut Lines<'_>) -> Option<GameFacts> {
        let head = lines.next()?.strip_prefix("Game ")?;
        let game = head.strip_suffix(": Game information.")?.parse().ok()?;
        lines.skip_empty();
        let mut line = || Some(lines.next()?.trim());
        let (players, controls) = (line()?, line()?.strip_prefix("Time controls: ")?);
        let (white, black) = players.strip_suffix(" game.")?.split_once(" vs ")?;
        let (seconds, increment) = controls.split_once(' ')?;
        let minutes = seconds.parse::<i64>().ok()? / 60;
        let began = line()?.strip_prefix("Time of starting: ")?.to_owned();
        let (white_time, black_time) =
            line()?.strip_prefix("White time ")?.split_once("Black time ")?;
        let (examined, paused) = match line()? {
            "The game is examined." => (true, false),
            "The clock is paused" => (false, true),
            "The clock is not paused" => (false, false),
            _ => return None,
        };
        let plies: u32 = line()?.strip_suffix(" halfmoves have been made.")?.parse().ok()?;
        let fifty = line()?.strip_prefix("Fifty move count started at halfmove ")?;
        let (_, until) = fifty.split_once(" (")?;
        let until: u32 = until.strip_suffix(" halfmoves until a draw).")?.parse().ok()?;
        let white_castles = castling(line()?.strip_prefix("White ")?)?;
        let black_castles = castling(line()?.strip_prefix("Black ")?)?;
        let push = line()?.strip_prefix("Double pawn push ")?;
        let double_push = match push.strip_prefix("occurred on the ") {
            Some(file) => Some(file.strip_suffix("-file.")?.chars().next()?),
            None => (push == "didn't occur.").then_some(None)?,
        };
        let players = format!("{white} {black} {minutes} {increment}");
        Some(GameFacts {
            game,
            players: Match::parse(&players)?,
            began,
            clocks: ByColor {
                white: read_clock(white_time.trim())?,
                black: read_clock(black_time.trim())?,
            },
            examined,
            paused,
            plies,
            quiet: 100u32.saturating_sub(until),
            castling: ByColor { white: white_castles, black: black_castles },
            double_push,
        })
    }
}
