//! Boards of letters: styles 1 to 11 as FICS numbers them. Each is a small function over a
//! [`Picture`]; none writes a line end after its last line.

use std::fmt::Write as _;

use crate::{
    notice::games::clock,
    style12::{Holdings, Relation, Style12},
};
use partie_core::{Color, File, Piece, Rank, Square};

/// The content of a drawn board.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    /// The line, its clocks and the time taken in whole seconds.
    pub(super) line: &'a Style12<'a>,
    /// The colour at the bottom.
    pub(super) bottom: Color,
    /// The relation of the viewer to the game.
    pub(super) relation: Relation,
    /// The half-move before the last one, in SAN.
    pub(super) previous: Option<&'a str>,
    /// The pieces in hand.
    pub(super) holdings: Option<&'a Holdings>,
    /// The marks of the square to which the last piece went, as bits: reverse (1), bold (2),
    /// underlined (4), blinking (8); 0: none.
    pub(super) highlight: u8,
}

/// Appends a board in a style of FICS, 1 to 11; any other number is style 1.
pub(super) fn write(style: u8, picture: &Picture<'_>, out: &mut String) {
    match style {
        2 => usa_today(picture, out),
        3 => ansi(picture, &DARK, out),
        4 => ansi(picture, &LIGHT, out),
        5 => framed(picture, out),
        6 => mail(picture, out),
        7 => miniature(picture, out),
        8 => dump(picture, &picture.line.san, out),
        9 => last_moves(picture, out),
        10 => parts(picture, out),
        11 => dump(picture, &picture.line.verbose, out),
        _ => drawn(picture, out),
    }
    // The others are for programs, or show no board.
    if !matches!(style, 8..=11) {
        picture.write_holdings(out);
    }
}

impl Picture<'_> {
    /// The ranks from top to bottom.
    fn ranks(&self) -> Vec<Rank> {
        match self.bottom {
            Color::White => Rank::ALL.into_iter().rev().collect(),
            Color::Black => Rank::ALL.to_vec(),
        }
    }

    /// The files from left to right.
    fn files(&self) -> Vec<File> {
        match self.bottom {
            Color::White => File::ALL.to_vec(),
            Color::Black => File::ALL.into_iter().rev().collect(),
        }
    }

    fn piece(&self, file: File, rank: Rank) -> Option<Piece> {
        self.line.board.piece_at(Square::from_coords(file, rank))
    }

    /// Formats the letters of the files, each centred in `width` columns.
    fn file_letters(&self, width: usize) -> String {
        let cells: Vec<String> =
            self.files().iter().map(|f| format!("{:^width$}", f.char())).collect();
        cells.concat().trim_end().to_owned()
    }

    /// A cell, marked if the last piece went there.
    fn marked(&self, file: File, rank: Rank, cell: String) -> String {
        let goal = match crate::style12::Coordinates::parse(&self.line.verbose) {
            Some(
                crate::style12::Coordinates::Normal { to, .. }
                | crate::style12::Coordinates::Drop { to, .. },
            ) => Some(to),
            _ => None,
        };
        if self.highlight == 0 || goal != Some(Square::from_coords(file, rank)) {
            return cell;
        }
        let codes: Vec<&str> = [(1, "7"), (2, "1"), (4, "4"), (8, "5")]
            .into_iter()
            .filter(|(bit, _)| self.highlight & bit != 0)
            .map(|(_, code)| code)
            .collect();
        format!("\x1b[{}m{cell}\x1b[0m", codes.join(";"))
    }

    fn title(&self) -> String {
        format!("Game {} ({} vs. {})", self.line.game, self.line.white, self.line.black)
    }

    fn side(color: Color) -> &'static str {
        if color.is_white() { "White" } else { "Black" }
    }

    /// The texts beside the ranks, from the top.
    fn remarks(&self) -> [String; 8] {
        let line = self.line;
        let (top, bottom) = (!self.bottom, self.bottom);
        let clock = |color| {
            format!("{} Clock : {}", Self::side(color), clock(1000 * line.clock.get(color)))
        };
        let strength =
            |color| format!("{} Strength : {}", Self::side(color), line.strength.get(color));
        let last = line.last_san().map_or(String::new(), |san| {
            format!("{} Moves : '{san:<7} {}'", Self::side(!line.turn), self.taken())
        });
        [
            format!("Move # : {} ({})", line.move_number, Self::side(line.turn)),
            String::new(),
            last,
            String::new(),
            clock(top),
            clock(bottom),
            strength(top),
            strength(bottom),
        ]
    }

    /// Appends the ranks from the top, each with its remark and without trailing spaces. The given
    /// texts go before the squares (with `#` for the rank's number), after them, and between two
    /// ranks.
    fn write_ranks(
        &self,
        out: &mut String,
        [before, after, between]: [&str; 3],
        cell: &dyn Fn(File, Rank) -> String,
    ) {
        for (index, (rank, remark)) in self.ranks().into_iter().zip(self.remarks()).enumerate() {
            let cells: String = self.files().into_iter().map(|file| cell(file, rank)).collect();
            let before = before.replace('#', &rank.char().to_string());
            let space = if remark.is_empty() { "" } else { "     " };
            let line = format!("\n{before}{cells}{after}{space}{remark}");
            out.push_str(if index > 0 { between } else { "" });
            out.push_str(line.trim_end_matches(' '));
        }
    }

    /// `(0:06)`.
    fn taken(&self) -> String {
        let mut bytes = Vec::new();
        self.line.taken.write(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Writes the pieces in hand, in crazyhouse and bughouse.
    fn write_holdings(&self, out: &mut String) {
        let Some(holdings) = self.holdings else { return };
        for color in [Color::White, Color::Black] {
            let hand = holdings.pieces.get(color);
            let mut letters = String::new();
            for role in partie_core::Role::ALL {
                for _ in 0..*hand.get(role) {
                    letters.push(role.upper_char());
                }
            }
            let _ = write!(out, "\n{} holds: [{letters}]", Self::side(color));
        }
    }
}

/// ` P` for White, `*P` for Black.
fn starred(piece: Option<Piece>) -> String {
    match piece {
        None => "  ".to_owned(),
        Some(piece) => {
            let star = if piece.color.is_white() { ' ' } else { '*' };
            format!("{star}{}", piece.role.upper_char())
        }
    }
}

/// `P` for White, `p` for Black.
fn letter(piece: Option<Piece>, empty: char) -> char {
    piece.map_or(empty, Piece::char)
}

const fn is_dark(file: File, rank: Rank) -> bool {
    (file as u32 + rank as u32).is_multiple_of(2)
}

/// Style 1: a board with lines.
fn drawn(picture: &Picture<'_>, out: &mut String) {
    let edge = "        ---------------------------------";
    let between = "\n        |---+---+---+---+---+---+---+---|";
    let _ = write!(out, "{}\n\n{edge}", picture.title());
    picture.write_ranks(out, ["     #  |", "", between], &|file, rank| {
        let cell = format!(" {}", starred(picture.piece(file, rank)));
        picture.marked(file, rank, cell) + "|"
    });
    let _ = write!(out, "\n{edge}\n         {}", picture.file_letters(4));
}

/// Style 2: as newspapers print it, dark squares with colons.
fn usa_today(picture: &Picture<'_>, out: &mut String) {
    let _ = writeln!(out, "{}", picture.title());
    picture.write_ranks(out, ["  # ", "", ""], &|file, rank| {
        let cell = match picture.piece(file, rank) {
            None if is_dark(file, rank) => " ::".to_owned(),
            piece => format!(" {}", starred(piece)),
        };
        picture.marked(file, rank, cell)
    });
    let _ = write!(out, "\n     {}", picture.file_letters(3));
}

/// The colours of a board on a terminal.
struct Colours {
    /// Light squares.
    light: &'static str,
    /// Dark squares.
    dark: &'static str,
    /// White pieces.
    white: &'static str,
    /// Black pieces.
    black: &'static str,
}

/// For dark backgrounds.
const DARK: Colours = Colours { light: "46", dark: "44", white: "1;37", black: "0;30" };

/// For light backgrounds.
const LIGHT: Colours = Colours { light: "47", dark: "43", white: "1;31", black: "0;30" };

/// Styles 3 and 4: with the colours of a VT100.
fn ansi(picture: &Picture<'_>, colours: &Colours, out: &mut String) {
    let _ = writeln!(out, "{}", picture.title());
    picture.write_ranks(out, ["  # ", "\x1b[0m", ""], &|file, rank| {
        let piece = picture.piece(file, rank);
        let front = match piece.map(|p| p.color) {
            Some(Color::Black) => colours.black,
            _ => colours.white,
        };
        let back = if is_dark(file, rank) { colours.dark } else { colours.light };
        let role = piece.map_or(' ', |p| p.role.upper_char());
        format!("\x1b[{front};{back}m {role} ")
    });
    let _ = write!(out, "\n    {}", picture.file_letters(3));
}

/// Style 5: a frame, dots for empty squares, small letters for Black.
fn framed(picture: &Picture<'_>, out: &mut String) {
    let edge = "   +-----------------+";
    let _ = write!(out, "{}\n\n{edge}", picture.title());
    picture.write_ranks(out, [" # |", " |", ""], &|file, rank| {
        let cell = letter(picture.piece(file, rank), '.').to_string();
        format!(" {}", picture.marked(file, rank, cell))
    });
    let _ = write!(out, "\n{edge}\n     {}", picture.file_letters(2));
}

/// Style 6: as games by mail show it, each piece with its colour's letter.
fn mail(picture: &Picture<'_>, out: &mut String) {
    let edge = "\n    +----+----+----+----+----+----+----+----+";
    let _ = write!(out, "{}\n{edge}", picture.title());
    picture.write_ranks(out, ["  # |", "", edge], &|file, rank| {
        let cell = match picture.piece(file, rank) {
            None if is_dark(file, rank) => " .. ".to_owned(),
            None => "    ".to_owned(),
            Some(piece) => {
                let side = if piece.color.is_white() { 'W' } else { 'B' };
                format!(" {side}{} ", piece.role.upper_char())
            }
        };
        picture.marked(file, rank, cell) + "|"
    });
    let _ = write!(out, "{edge}\n      {}", picture.file_letters(5).trim_start());
}

/// Style 7: as small as can be.
fn miniature(picture: &Picture<'_>, out: &mut String) {
    out.push_str(&picture.title());
    picture.write_ranks(out, ["  ", "", ""], &|file, rank| {
        letter(picture.piece(file, rank), '.').to_string()
    });
}

/// Styles 8 and 11: one line between `#@#`, for programs older than style 12: number,
/// names, the 64 squares from a8 to h1, move number, side, material, clocks, last move.
fn dump(picture: &Picture<'_>, last: &str, out: &mut String) {
    let line = picture.line;
    let _ = write!(out, "#@#{:03}{:<16}{:<16}:", line.game, line.white, line.black);
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            out.push(letter(picture.piece(file, rank), ' '));
        }
    }
    let turn = if line.turn.is_white() { 'W' } else { 'B' };
    let _ = write!(
        out,
        "{:03}{turn}{:02}{:02}{:05}{:05}{last:<8}{}#@#",
        line.move_number,
        line.strength.white,
        line.strength.black,
        line.clock.white.max(0),
        line.clock.black.max(0),
        picture.taken()
    );
}

/// Style 9: no board, the last two half-moves.
fn last_moves(picture: &Picture<'_>, out: &mut String) {
    let line = picture.line;
    out.push_str(&picture.title());
    let Some(san) = line.last_san() else {
        out.push_str(": no moves yet.");
        return;
    };
    let taken = picture.taken();
    let before = picture.previous.unwrap_or("...");
    match line.turn {
        Color::White => {
            let number = line.move_number.saturating_sub(1);
            let _ = write!(out, "\n{number:>3}.  {before:<7} {san:<7} {taken}");
        }
        Color::Black => {
            if let Some(previous) = picture.previous {
                let number = line.move_number.saturating_sub(1);
                let _ = write!(out, "\n{number:>3}.  ...     {previous}");
            }
            let _ = write!(out, "\n{:>3}.  {san:<7} {taken}", line.move_number);
        }
    }
}

/// Style 10: the board in eight lines, then the fields of style 12.
fn parts(picture: &Picture<'_>, out: &mut String) {
    let line = picture.line;
    out.push_str("<10>\n");
    for rank in Rank::ALL.into_iter().rev() {
        out.push('|');
        for file in File::ALL {
            out.push(letter(picture.piece(file, rank), ' '));
        }
        out.push_str("|\n");
    }
    let mut whole = line.clone();
    whole.relation = picture.relation;
    let mut bytes = Vec::new();
    whole.write(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    // The part after the eight ranks; the time and the last move are its end.
    let fields: Vec<&str> = text.split(' ').skip(9).take(21).collect();
    let _ = write!(out, "{}\n>10<", fields.join(" "));
}

#[cfg(test)]
#[path = "styles_tests.rs"]
mod tests;
