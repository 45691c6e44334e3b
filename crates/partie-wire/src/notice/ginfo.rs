//! What `ginfo` says of a game.

use partie_core::ByColor;
use partie_formats::style12::Match;

/// The facts of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The game's number.
    pub game: u32,
    /// Who plays what.
    pub players: Match,
    /// When it began.
    pub began: String,
    /// The clocks, in milliseconds.
    pub clocks: ByColor<i64>,
    /// Whether it is examined.
    pub examined: bool,
    /// Whether the clocks stand by agreement.
    pub paused: bool,
    /// Half-moves that were made.
    pub plies: u32,
    /// Half-moves since a pawn moved or a piece was taken.
    pub quiet: u32,
    /// Who may castle short, and long.
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
