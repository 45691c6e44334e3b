//! The pieces: Partie's own drawing, on a square of 100 by 100.
//!
//! Every piece is an outline that is filled, and a few lines on it. Lines are thick
//! enough for squares of 20 pixels, and the outlines differ there already: a ball, a
//! crenellated tower, a horse's head, a mitre, five points, a cross.

use std::sync::LazyLock;

use kurbo::{Affine, BezPath, Circle, Shape as _};
use partie_core::{Color, Piece, Role};

use crate::colour::Colour;

/// The colours of the pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceColours {
    /// The body of a white piece.
    pub(crate) white: Colour,
    /// The body of a black piece.
    pub(crate) black: Colour,
    /// The outline of both, and the lines on a white piece.
    pub(crate) line: Colour,
    /// The lines on a black piece.
    pub(crate) detail: Colour,
    /// A rim around the outline, where the board is of the outline's colour.
    pub(crate) halo: Option<Colour>,
}

/// The width of an outline.
const OUTLINE: f64 = 4.2;
/// The width of a line on the body.
const LINE: f64 = 3.2;
/// Width of the rim around the outline.
const HALO: f64 = 2.6;

/// A little air around the drawing, for the names of files and ranks in the corners.
const PLACE: Affine = Affine::new([0.94, 0.0, 0.0, 0.94, 3.0, 3.0]);

/// A part of a piece, painted over the earlier parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    pub(crate) path: &'static BezPath,
    pub(crate) fill: Option<Colour>,
    /// Colour and width; joins and ends are round.
    pub(crate) stroke: Option<(Colour, f64)>,
}

/// Returns the layers of a piece, from bottom to top.
pub(crate) fn strata(piece: Piece, shades: &PieceColours) -> Vec<Layer> {
    weighted(piece, shades, 1.0)
}

/// Returns the layers with lines `weight` times as thick, for figurines in text.
pub(crate) fn weighted(piece: Piece, shades: &PieceColours, weight: f64) -> Vec<Layer> {
    let drawing = &DRAWINGS[piece.role as usize - 1];
    let (body, detail) = match piece.color {
        Color::White => (shades.white, shades.line),
        Color::Black => (shades.black, shades.detail),
    };
    let mut strata = Vec::new();
    if let Some(halo) = shades.halo {
        let stroke = Some((halo, weight * OUTLINE + 2.0 * HALO));
        for path in [&drawing.body, &drawing.balls].into_iter().filter(|path| !path.is_empty()) {
            strata.push(Layer { path, fill: None, stroke });
        }
    }
    let stroke = Some((shades.line, weight * OUTLINE));
    for path in [&drawing.body, &drawing.balls].into_iter().filter(|path| !path.is_empty()) {
        strata.push(Layer { path, fill: Some(body), stroke });
    }
    if !drawing.lines.is_empty() {
        strata.push(Layer {
            path: &drawing.lines,
            fill: None,
            stroke: Some((detail, weight * LINE)),
        });
    }
    if !drawing.dots.is_empty() {
        strata.push(Layer { path: &drawing.dots, fill: Some(detail), stroke: None });
    }
    strata
}

/// `white-knight`: the name of a piece in documents.
pub(crate) fn name(piece: Piece) -> String {
    format!("{}-{}", side(piece.color), role(piece.role))
}

/// The name of a side, small.
pub(crate) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The name of a role, small.
pub(crate) const fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The drawing of a role.
struct PieceDrawing {
    body: BezPath,
    /// Balls on the body.
    balls: BezPath,
    lines: BezPath,
    dots: BezPath,
}

static DRAWINGS: LazyLock<[PieceDrawing; 6]> = LazyLock::new(|| Role::ALL.map(drawing));

fn drawing(role: Role) -> PieceDrawing {
    let (body, lines, balls, dots) = match role {
        Role::Pawn => (PAWN, PAWN_LINES, &[][..], &[][..]),
        Role::Knight => (KNIGHT, KNIGHT_LINES, &[][..], KNIGHT_EYE),
        Role::Bishop => (BISHOP, BISHOP_LINES, &[][..], &[][..]),
        Role::Rook => (ROOK, ROOK_LINES, &[][..], &[][..]),
        Role::Queen => (QUEEN, QUEEN_LINES, QUEEN_PEARLS, &[][..]),
        Role::King => (KING, KING_LINES, &[][..], &[][..]),
    };
    let placed = |path| PLACE * path;
    PieceDrawing {
        body: placed(path(body)),
        balls: placed(circles(balls)),
        lines: placed(path(lines)),
        dots: placed(circles(dots)),
    }
}

/// A path in SVG's notation.
fn path(data: &str) -> BezPath {
    BezPath::from_svg(data).expect("the paths of this file are well formed")
}

/// Circles of (x, y, radius).
fn circles(circles: &[(f64, f64, f64)]) -> BezPath {
    circles.iter().flat_map(|&(x, y, radius)| Circle::new((x, y), radius).to_path(0.05)).collect()
}

const PAWN: &str = "M50 17 C59 17 66 24 66 33 C66 38 63.6 42.2 60 45.2 L66.5 50 C67.5 51 67.5 53 66.5 54 L61 \
    56 C62 64.5 66.5 71 73 77 C77 81 78.5 84 78.5 88 L21.5 88 C21.5 84 23 81 27 77 C33.5 71 \
    38 64.5 39 56 L33.5 54 C32.5 53 32.5 51 33.5 50 L40 45.2 C36.4 42.2 34 38 34 33 C34 24 \
    41 17 50 17 Z";
const PAWN_LINES: &str = "M28.5 78.5 L71.5 78.5";

const KNIGHT: &str = "M36.5 9 L45.5 19.5 C66 21 84 39 84.5 79 C84.5 82 84.2 85 84 88 L25.5 88 C25.5 76.5 32 70 \
    40 63.5 C44.5 59.5 47.5 56 48.5 50.5 C44 55 39 57 33.5 58.5 C31.5 63 28.5 66 24.5 67 \
    C21.5 67.5 20 65.5 21 63 C18 64.5 14.5 63 13.5 60 C12 56 14.5 51.5 17.5 47 C21 41.5 24 \
    36.5 25.5 31.5 C26.5 27.5 28.5 24.5 31.5 22 Z";
const KNIGHT_LINES: &str =
    "M45.5 19.5 C41.5 20 37 21.5 34 24.5 M56 33 C66.5 41.5 73 56 74 78 M17.8 58.2 L20.5 55.8";
const KNIGHT_EYE: &[(f64, f64, f64)] = &[(34.5, 35.0, 3.0)];

const BISHOP: &str = "M50 7 C53.3 7 56 9.7 56 13 C56 14.9 55.2 16.5 53.9 17.6 C63 23.5 71 33 71 45 C71 52 68 \
    57.5 63.5 61 L66 72 C70 73 74 74.5 80 77.5 C83 79.3 84.5 83 84.5 88 C76 88 63 87.5 50 \
    83.5 C37 87.5 24 88 15.5 88 C15.5 83 17 79.3 20 77.5 C26 74.5 30 73 34 72 L36.5 61 C32 \
    57.5 29 52 29 45 C29 33 37 23.5 46.1 17.6 C44.8 16.5 44 14.9 44 13 C44 9.7 46.7 7 50 7 Z";
const BISHOP_LINES: &str = "M50 30 L50 50 M41 39.5 L59 39.5 M37 61 C45 58.5 55 58.5 63 61 M34.5 71.5 C44 69 56 69 \
    65.5 71.5";

const ROOK: &str = "M24 14 L36 14 L36 22 L44 22 L44 14 L56 14 L56 22 L64 22 L64 14 L76 14 L76 31 L68 39 L70 \
    66 L77 75 L77 78 L82 78 L82 88 L18 88 L18 78 L23 78 L23 75 L30 66 L32 39 L24 31 Z";
const ROOK_LINES: &str =
    "M25.5 31.5 L74.5 31.5 M32.5 39 L67.5 39 M30.5 66 L69.5 66 M23.5 77 L76.5 77";

const QUEEN: &str = "M14 24 L28 58 L30 22 L41 53 L50 15 L59 53 L70 22 L72 58 L86 24 L79 66 C77.5 70 77 73 78 \
    77 L81 88 C64 90.5 36 90.5 19 88 L22 77 C23 73 22.5 70 21 66 Z";
const QUEEN_LINES: &str = "M21 66 C38 61.5 62 61.5 79 66 M22 76 C39 72.5 61 72.5 78 76";
const QUEEN_PEARLS: &[(f64, f64, f64)] = &[
    (14.0, 20.0, 5.5),
    (30.0, 17.0, 5.5),
    (50.0, 11.0, 5.5),
    (70.0, 17.0, 5.5),
    (86.0, 20.0, 5.5),
];

const KING: &str = "M46.5 4.5 L53.5 4.5 L53.5 10.5 L60 10.5 L60 17.5 L53.5 17.5 L53.5 25 C57 27.5 59.5 32 \
    60.5 37 C65.5 31.5 71.5 29 77 29.5 C85 30.5 89.5 37.5 88.5 45.5 C87.5 53 82.5 58.5 77 62 \
    L77 77 L79.5 88 C62 90.5 38 90.5 20.5 88 L23 77 L23 62 C17.5 58.5 12.5 53 11.5 45.5 \
    C10.5 37.5 15 30.5 23 29.5 C28.5 29 34.5 31.5 39.5 37 C40.5 32 43 27.5 46.5 25 L46.5 \
    17.5 L40 17.5 L40 10.5 L46.5 10.5 Z";
const KING_LINES: &str = "M23 62 C40 57 60 57 77 62 M23 76 C39 72 61 72 77 76 M60.5 37 C56.5 44 53 49 50 57 C47 49 \
    43.5 44 39.5 37";
