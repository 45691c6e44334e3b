//! The board itself: squares, pieces, names of files and ranks, marks.

use kurbo::{BezPath, Circle, Point, Rect, Shape as _, Vec2};
use partie_core::{Color, File, Mark, Rank, Square};

use super::{BOARD, MARGIN, Panel, centre, inset};
use crate::{
    frame::checked,
    marks,
    scene::{Anchor, Shape},
    theme::{Dark, Highlight},
};

/// Location and orientation of a board.
#[derive(Clone, Copy)]
pub(super) struct BoardLayout {
    pub(super) at: Point,
    pub(super) bottom: Color,
}

impl BoardLayout {
    /// The upper left corner of a square.
    pub(super) fn corner(self, square: Square) -> Point {
        let (file, rank) = (f64::from(square.file() as u8), f64::from(square.rank() as u8));
        let (column, row) = match self.bottom {
            Color::White => (file, 7.0 - rank),
            Color::Black => (7.0 - file, rank),
        };
        self.at + Vec2::new(column * 100.0, row * 100.0)
    }

    fn rect(self, square: Square) -> Rect {
        Rect::from_origin_size(self.corner(square), (100.0, 100.0))
    }

    fn board(self) -> Rect {
        Rect::from_origin_size(self.at, (BOARD, BOARD))
    }
}

impl Panel<'_> {
    /// The squares and the frame.
    pub(super) fn squares(&mut self, frame: BoardLayout) {
        let palette = self.palette;
        let id = self.id("board");
        self.ground.push(Shape::Rect { id, rect: frame.board(), fill: palette.light });
        let dark = Square::ALL.into_iter().filter(|square| square.is_dark());
        let (path, fill, stroke) = match palette.dark {
            Dark::Plain(colour) => {
                let squares: BezPath =
                    dark.flat_map(|square| frame.rect(square).to_path(0.1)).collect();
                (squares, Some(colour), None)
            }
            Dark::Hatched(colour) => {
                let lines: BezPath = dark.flat_map(|square| hatching(frame.rect(square))).collect();
                (lines, None, Some((colour, HATCH)))
            }
        };
        let id = self.id("dark-squares");
        self.ground.push(Shape::Path { id, path, fill, stroke });
        if self.look.outside() {
            self.ground.push(Shape::Path {
                id: self.id("frame"),
                path: frame.board().to_path(0.1),
                fill: None,
                stroke: Some((palette.frame, 5.0)),
            });
        }
    }

    /// The squares of the last move and of a check.
    pub(super) fn highlights(&mut self, frame: BoardLayout) {
        let palette = self.palette;
        if !self.look.hide_move
            && let Some((from, to)) = self.board.moved
        {
            for (name, square) in
                from.map(|from| ("moved-from", from)).into_iter().chain([("moved-to", to)])
            {
                self.highlight(name, palette.moved, frame.rect(square));
            }
        }
        if let Some(fill) = palette.check.filter(|_| !self.look.hide_check)
            && let Some(king) = checked(&self.board.position)
        {
            let id = self.id("check");
            self.items.push(Shape::Rect { id, rect: frame.rect(king), fill });
        }
    }

    fn highlight(&mut self, name: &str, highlight: Highlight, rect: Rect) {
        let id = self.id(name);
        self.items.push(match highlight {
            Highlight::Wash(fill) => Shape::Rect { id, rect, fill },
            Highlight::Frame(colour) => {
                Shape::Path { id, path: inset(rect, 4.5), fill: None, stroke: Some((colour, 6.0)) }
            }
        });
    }

    pub(super) fn pieces(&mut self, frame: BoardLayout) {
        for square in Square::ALL {
            if let Some(piece) = self.board.position.piece_at(square) {
                let id = self.id(format_args!("piece-{square}"));
                self.items.push(Shape::Piece { id, piece, at: frame.corner(square), size: 100.0 });
            }
        }
    }

    /// Names in the corners of the squares: files below, ranks at the right.
    pub(super) fn coordinates_inside(&mut self, frame: BoardLayout) {
        const SIZE: f64 = 20.0;
        let Dark::Plain(dark) = self.palette.dark else {
            // Text on hatched squares is unreadable.
            return;
        };
        let light = self.palette.light;
        let mut text = |square: Square, text: char, at: Vec2, anchor| {
            self.ground.push(Shape::Text {
                text: text.to_string(),
                at: frame.corner(square) + at,
                anchor,
                size: SIZE,
                bold: true,
                fill: if square.is_dark() { light } else { dark },
            });
        };
        let (rank, file) = frame.bottom.fold_wb((Rank::First, File::H), (Rank::Eighth, File::A));
        for f in File::ALL {
            text(Square::from_coords(f, rank), f.char(), Vec2::new(4.0, 95.0), Anchor::Start);
        }
        for r in Rank::ALL {
            text(Square::from_coords(file, r), r.char(), Vec2::new(97.0, 20.0), Anchor::End);
        }
    }

    /// Names outside the board: files below, ranks at the left.
    pub(super) fn coordinates_outside(&mut self, frame: BoardLayout) {
        let (rank, file) = frame.bottom.fold_wb((Rank::First, File::A), (Rank::Eighth, File::H));
        for f in File::ALL {
            let corner = frame.corner(Square::from_coords(f, rank));
            let at = corner + Vec2::new(50.0, 100.0 + MARGIN * 0.5 + NAME * 0.34);
            self.name(f.char(), at);
        }
        for r in Rank::ALL {
            let corner = frame.corner(Square::from_coords(file, r));
            let at = corner + Vec2::new(-MARGIN * 0.5, 50.0 + NAME * 0.36);
            self.name(r.char(), at);
        }
    }

    /// The name of a file or a rank in the margin.
    fn name(&mut self, name: char, at: Point) {
        self.ground.push(Shape::Text {
            text: name.to_string(),
            at,
            anchor: Anchor::Middle,
            size: NAME,
            bold: false,
            fill: self.palette.ink,
        });
    }

    /// Arrows and circles, over the pieces.
    pub(super) fn marks(&mut self, frame: BoardLayout) {
        for &Mark { from, to, brush } in &self.board.marks {
            let colour = marks::colour(brush);
            let start = centre(frame, from);
            let item = match to {
                None => Shape::Path {
                    id: self.id(format_args!("mark-{from}")),
                    path: Circle::new(start, 45.5).to_path(0.05),
                    fill: None,
                    stroke: Some((colour, 6.5)),
                },
                Some(to) => Shape::Path {
                    id: self.id(format_args!("arrow-{from}{to}")),
                    path: arrow(start, centre(frame, to)),
                    fill: Some(colour),
                    stroke: None,
                },
            };
            self.items.push(item);
        }
    }
}

/// The size of the names of files and ranks in the margins.
const NAME: f64 = 30.0;

/// The width of the lines of dark squares in print.
const HATCH: f64 = 2.4;

/// Oblique lines on a square, evenly from square to square.
fn hatching(rect: Rect) -> BezPath {
    const STEP: i32 = 20;
    let mut path = BezPath::new();
    for i in (STEP / 2..200).step_by(STEP as usize) {
        let c = f64::from(i);
        let (a, b) = if c <= 100.0 {
            ((0.0, c), (c, 0.0))
        } else {
            ((c - 100.0, 100.0), (100.0, c - 100.0))
        };
        path.move_to(rect.origin() + Vec2::from(a));
        path.line_to(rect.origin() + Vec2::from(b));
    }
    path
}

/// An arrow as one outline, so that its parts do not show through each other.
fn arrow(from: Point, to: Point) -> BezPath {
    const SHAFT: f64 = 8.0;
    const HEAD: f64 = 40.0;
    const BARB: f64 = 23.0;
    let along = (to - from).normalize();
    let across = Vec2::new(-along.y, along.x);
    let tip = to - along * 6.0;
    let neck = tip - along * HEAD;
    let tail = from + along * 14.0;
    let mut path = BezPath::new();
    path.move_to(tail + across * SHAFT);
    path.line_to(neck + across * SHAFT);
    path.line_to(neck + across * BARB);
    path.line_to(tip);
    path.line_to(neck - across * BARB);
    path.line_to(neck - across * SHAFT);
    path.line_to(tail - across * SHAFT);
    path.close_path();
    path
}
