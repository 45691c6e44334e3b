//! Pictures of boards, and the addresses under which a server draws them.

use std::hash::Hasher as _;

use fnv::FnvHasher;
use partie_core::{Boards, Color, Mark, Square};
use partie_formats::{WriteOptions, fen};
use partie_render::{BoardFrame, Coordinates, DiagramStyle, Frame, SvgOptions, draw, svg};
use serde::Deserialize;

/// A board to draw, as an address names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct BoardRequest {
    /// The position as FEN.
    pub fen: String,
    /// The rules, as the tag `Variant` names them; empty for the usual ones.
    pub variant: String,
    /// The last move: `e2e4`, or `e4` for a drop.
    pub last: String,
    /// Arrows and squares, as in `e2e4:red,d4`.
    pub marks: String,
    /// True if Black is at the bottom.
    pub flipped: bool,
}

/// The style of a board on a page: it is square, and the script's board takes its place. Pieces in hand
/// stand beside the players.
pub(crate) fn style(flipped: bool) -> DiagramStyle {
    let style = DiagramStyle::default().flipped(flipped).coordinates(Coordinates::Inside);
    style.hide_pockets(true)
}

impl BoardRequest {
    /// Draws the board as SVG; `None` if the position cannot be read.
    #[must_use]
    pub fn svg(&self) -> Option<String> {
        let variant = match self.variant.as_str() {
            "" => None,
            name => Some(name.parse().ok()?),
        };
        // The position of a game whose start cannot be read is written like this.
        let fen = if self.fen == "?" { "8/8/8/8/8/8/8/8 w - - 0 1" } else { &self.fen };
        let position = fen::parse_position(fen, variant).value;
        if position.is_unread() {
            return None;
        }
        let mut frame = Frame::of_boards(&Boards::One(position));
        let board = &mut frame.boards[0];
        board.moved = moved(&self.last);
        board.marks = self.marks.split(',').filter_map(|mark| mark.parse::<Mark>().ok()).collect();
        Some(svg::document(&draw(&frame, style(self.flipped)), &SvgOptions::default()))
    }

    /// Returns the request for a board of a game.
    #[must_use]
    pub fn of(board: &BoardFrame, flipped: bool) -> BoardRequest {
        let marks: Vec<_> = board.marks.iter().map(ToString::to_string).collect();
        let last = board.moved.map(|(from, to)| {
            from.map(|from| from.to_string()).unwrap_or_default() + &to.to_string()
        });
        BoardRequest {
            fen: fen::position(&board.position, &WriteOptions::default()),
            variant: board.position.variant().name().to_owned(),
            last: last.unwrap_or_default(),
            marks: marks.join(","),
            flipped,
        }
    }

    /// Returns a name for a file with the picture: equal for equal pictures.
    #[must_use]
    pub fn file_name(&self) -> String {
        let mut hasher = FnvHasher::default();
        hasher.write(self.query().as_bytes());
        format!("{:016x}.svg", hasher.finish())
    }

    /// Returns the query of its address: `fen=...&last=...`.
    pub(crate) fn query(&self) -> String {
        let mut query = format!("fen={}", encoded(&self.fen));
        for (name, value) in
            [("variant", &self.variant), ("last", &self.last), ("marks", &self.marks)]
        {
            if !value.is_empty() {
                query += &format!("&{name}={}", encoded(value));
            }
        }
        if self.flipped {
            query += "&flipped=true";
        }
        query
    }
}

/// Returns the address at which a server draws a board; `root` leads to its first page.
#[must_use]
pub fn address(root: &str, board: &BoardFrame, flipped: bool) -> String {
    format!("{root}board.svg?{}", BoardRequest::of(board, flipped).query())
}

fn moved(text: &str) -> Option<(Option<Square>, Square)> {
    match text.len() {
        2 => Some((None, text.parse().ok()?)),
        4 => Some((Some(text.get(..2)?.parse().ok()?), text.get(2..)?.parse().ok()?)),
        _ => None,
    }
}

/// A value in the query of an address.
pub(crate) fn encoded(value: &str) -> String {
    let mut out = String::new();
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b',' | b':' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

/// The icon of the pages: a knight.
#[must_use]
pub fn icon() -> String {
    let knight = partie_core::Piece { color: Color::Black, role: partie_core::Role::Knight };
    svg::piece(knight)
}
