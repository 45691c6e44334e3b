//! Draws a frame of a game as a scene.

mod board;
mod description;

use kurbo::{BezPath, Circle, Point, Rect, Shape as _};
use partie_core::{ByRole, Color, Piece, Role, Square, setters};

use crate::{
    colour::Colour,
    font::{self, Face},
    frame::{BoardFrame, Frame},
    piece,
    scene::{Anchor, Scene, Shape},
    theme::{Palette, Theme},
};
use board::BoardLayout;
pub use description::description;

/// Position of the names of files and ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// On the squares at two edges, or outside the board in themes for print.
    #[default]
    Auto,
    /// On the squares at two edges.
    Inside,
    /// Outside the board.
    Outside,
    /// Nowhere.
    None,
}

/// Style of diagrams.
///
/// ```
/// use partie_render::{DiagramStyle, Theme};
/// let style = DiagramStyle::default().theme(Theme::Print).flipped(true);
/// assert!(style.flipped && !style.players);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DiagramStyle {
    /// The colours.
    pub theme: Theme,
    /// Black sits below; in bughouse, on board A.
    pub flipped: bool,
    /// Position of the names of files and ranks.
    pub coordinates: Coordinates,
    /// True to mark the side to move with a small square next to the board.
    pub turn: bool,
    /// Players and clocks stand above and below the board.
    pub players: bool,
    /// The squares of the last move are not set off.
    pub hide_move: bool,
    /// The king in check is not set off.
    pub hide_check: bool,
    /// Arrows and circles are left out.
    pub hide_marks: bool,
    /// Pieces in hand are left out.
    pub hide_pockets: bool,
}

setters! { DiagramStyle:
    /// Sets the colours.
    theme: Theme;
    /// Sets whether Black sits below; in bughouse, on board A.
    flipped: bool;
    /// Sets the position of the names of files and ranks.
    coordinates: Coordinates;
    /// Sets whether a small square next to the board marks the side to move.
    turn: bool;
    /// Sets whether players and clocks stand above and below the board.
    players: bool;
    /// Sets whether the squares of the last move are not set off.
    hide_move: bool;
    /// Sets whether the king in check is not set off.
    hide_check: bool;
    /// Sets whether arrows and circles are left out.
    hide_marks: bool;
    /// Sets whether pieces in hand are left out.
    hide_pockets: bool;
}

/// A side of a board.
const BOARD: f64 = 800.0;
/// The height of a line with a player.
const STRIP: f64 = 64.0;
/// The height of a line with pieces in hand.
const POCKET: f64 = 84.0;
/// The breadth of the margins with the names of files and ranks.
const MARGIN: f64 = 44.0;
/// The breadth of the margin with the side to move.
const TURN: f64 = 52.0;
/// The gap between two boards.
const GAP: f64 = 64.0;

impl DiagramStyle {
    fn outside(self) -> bool {
        match self.coordinates {
            Coordinates::Auto => self.theme.prefers_margins(),
            Coordinates::Outside => true,
            Coordinates::Inside | Coordinates::None => false,
        }
    }

    fn inside(self) -> bool {
        match self.coordinates {
            Coordinates::Auto => !self.theme.prefers_margins(),
            Coordinates::Inside => true,
            Coordinates::Outside | Coordinates::None => false,
        }
    }
}

/// Draws a frame.
///
/// ```
/// use partie_core::{Boards, Variant};
/// use partie_render::{DiagramStyle, Frame, draw};
/// let scene = draw(&Frame::of_boards(&Boards::start(Variant::Standard)), DiagramStyle::default());
/// assert_eq!(scene.size(), (800.0, 800.0));
/// assert!(scene.description().starts_with("White: king on e1, queen on d1,"));
/// ```
#[must_use]
pub fn draw(frame: &Frame, look: DiagramStyle) -> Scene {
    let palette = look.theme.palette();
    let mut items = Vec::new();
    let mut x = 0.0;
    let mut height = 0.0;
    let two = frame.boards.len() > 1;
    let mut ground = Vec::new();
    for (i, board) in frame.boards.iter().enumerate() {
        // Partners sit on the same side: White of board A next to Black of board B.
        let bottom = if look.flipped == (i == 1) { Color::White } else { Color::Black };
        let prefix = if two { ["a-", "b-"][i] } else { "" };
        let mut panel = Panel {
            board,
            look,
            palette: &palette,
            prefix,
            bottom,
            ground: &mut ground,
            items: &mut items,
        };
        let (width, tall) = panel.draw(x);
        x += width + GAP;
        height = f64::max(height, tall);
    }
    let width = x - GAP;
    if two || (width, height) != (BOARD, BOARD) {
        let rect = Rect::new(0.0, 0.0, width, height);
        ground.insert(0, Shape::Rect { id: "page".to_owned(), rect, fill: palette.page });
    }
    Scene {
        width,
        height,
        title: description::title(frame),
        description: description(frame),
        page: palette.page,
        shades: palette.pieces,
        ground,
        items,
    }
}

/// A board with its labels and players.
struct Panel<'a> {
    board: &'a BoardFrame,
    look: DiagramStyle,
    palette: &'a Palette,
    prefix: &'static str,
    bottom: Color,
    ground: &'a mut Vec<Shape>,
    items: &'a mut Vec<Shape>,
}

impl Panel<'_> {
    /// Draws the boards from `x` on; returns the width and the height.
    fn draw(&mut self, x: f64) -> (f64, f64) {
        let outside = self.look.outside();
        let left = if outside { MARGIN } else { 0.0 };
        let right = if self.look.turn {
            TURN
        } else if outside {
            // A little air, so that the frame is not cut.
            8.0
        } else {
            0.0
        };
        let pockets = self.board.position.pockets().filter(|_| !self.look.hide_pockets);
        let mut y = if outside && !self.look.players && pockets.is_none() { 8.0 } else { 0.0 };
        if self.look.players {
            self.strip(!self.bottom, Point::new(x + left, y));
            y += STRIP;
        }
        if let Some(pockets) = pockets {
            self.pocket(!self.bottom, *pockets.get(!self.bottom), Point::new(x + left, y));
            y += POCKET;
        }
        let frame = BoardLayout { at: Point::new(x + left, y), bottom: self.bottom };
        self.squares(frame);
        if self.look.inside() {
            self.coordinates_inside(frame);
        }
        if outside {
            self.coordinates_outside(frame);
        }
        self.highlights(frame);
        self.pieces(frame);
        if !self.look.hide_marks {
            self.marks(frame);
        }
        if self.look.turn {
            self.turn(frame);
        }
        y += BOARD;
        if outside {
            y += MARGIN;
        }
        if let Some(pockets) = pockets {
            self.pocket(self.bottom, *pockets.get(self.bottom), Point::new(x + left, y));
            y += POCKET;
        }
        if self.look.players {
            self.strip(self.bottom, Point::new(x + left, y));
            y += STRIP;
        }
        (left + BOARD + right, y)
    }

    fn id(&self, name: impl std::fmt::Display) -> String {
        format!("{}{name}", self.prefix)
    }

    /// A line with a player, his rating and his clock. The side to move is in bold.
    fn strip(&mut self, color: Color, at: Point) {
        const SIZE: f64 = 36.0;
        let seat = self.board.seats.get(color);
        let bold = self.board.position.turn() == color;
        let face = if bold { Face::SansBold } else { Face::Sans };
        let clock = seat.clock.map(description::clock).unwrap_or_default();
        let room = BOARD - 70.0 - font::width(face, &clock, SIZE);
        let rating = seat.rating.as_ref().map(|r| format!(" ({r})")).unwrap_or_default();
        let rest = room - 24.0 - font::width(face, &rating, SIZE);
        // The disc shows the side, so an unknown name is not replaced by `Black`.
        let name = if seat.name.is_empty() { "?" } else { &seat.name };
        let name = font::shortened(face, name, SIZE, rest) + &rating;
        let base = at.y + STRIP / 2.0 + SIZE * 0.36;
        let disc = Circle::new((at.x + 26.0, at.y + STRIP / 2.0), 13.0).to_path(0.05);
        self.items.push(Shape::Path {
            id: String::new(),
            path: disc,
            fill: Some(color.fold_wb(Colour::WHITE, self.palette.pieces.black)),
            stroke: Some((self.palette.pieces.line, 3.0)),
        });
        self.text(name, Point::new(at.x + 54.0, base), Anchor::Start, SIZE, bold);
        if !clock.is_empty() {
            self.text(clock, Point::new(at.x + BOARD - 14.0, base), Anchor::End, SIZE, bold);
        }
    }

    /// Draws a line with the pieces in hand and the number of each.
    fn pocket(&mut self, color: Color, pocket: ByRole<u8>, at: Point) {
        const SIDE: f64 = 72.0;
        let mut x = at.x + 10.0;
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let count = *pocket.get(role);
            if count == 0 {
                continue;
            }
            let piece = Piece { color, role };
            let id = self.id(format_args!("hand-{}", piece::name(piece)));
            let corner = Point::new(x, at.y + (POCKET - SIDE) / 2.0);
            self.items.push(Shape::Piece { id, piece, at: corner, size: SIDE });
            x += SIDE - 4.0;
            if count > 1 {
                let text = format!("×{count}");
                let wide = font::width(Face::SansBold, &text, 32.0);
                self.text(text, Point::new(x, at.y + POCKET - 24.0), Anchor::Start, 32.0, true);
                x += wide;
            }
            x += 18.0;
        }
    }

    /// Marks the side to move by a small square next to its first rank.
    fn turn(&mut self, frame: BoardLayout) {
        let side = 28.0;
        let turn = self.board.position.turn();
        let y = if turn == self.bottom {
            frame.at.y + BOARD - 50.0 - side / 2.0
        } else {
            frame.at.y + 50.0 - side / 2.0
        };
        let x = frame.at.x + BOARD + 14.0;
        self.items.push(Shape::Path {
            id: self.id("turn"),
            path: Rect::new(x, y, x + side, y + side).to_path(0.1),
            fill: Some(turn.fold_wb(Colour::WHITE, self.palette.ink)),
            stroke: Some((self.palette.ink, 3.5)),
        });
    }

    fn text(&mut self, text: String, at: Point, anchor: Anchor, size: f64, bold: bool) {
        self.items.push(Shape::Text { text, at, anchor, size, bold, fill: self.palette.ink });
    }
}

/// A path along the edges of a rectangle, drawn inside it.
fn inset(rect: Rect, by: f64) -> BezPath {
    rect.inset(-by).to_path(0.1)
}

/// The middle of a square on the board.
fn centre(frame: BoardLayout, square: Square) -> Point {
    frame.corner(square) + kurbo::Vec2::new(50.0, 50.0)
}
