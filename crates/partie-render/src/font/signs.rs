//! Signs of chess books that the fonts lack: they are made of other signs.

use kurbo::{Affine, BezPath, Rect, Shape as _};

use super::{Face, outline};

/// A sign that the fonts do not have, and a glyph that no text is likely to contain. That
/// glyph stands in the document, unseen, so that the sign can be found and copied.
pub(super) const fn stand_in(sign: char) -> Option<char> {
    match sign {
        '⩲' => Some('⩪'),
        '⩱' => Some('⩫'),
        '⌓' => Some('∹'),
        _ => None,
    }
}

/// The outlines of such a sign in a font of the size 1, from the origin of the base line;
/// y goes down.
pub(super) fn drawn(face: Face, sign: char) -> Option<BezPath> {
    match sign {
        '⩲' => Some(with_bar(face, "±", 1.0)),
        '⩱' => Some(with_bar(face, "∓", -1.0)),
        '⌓' => Some(segment(face)),
        _ => None,
    }
}

/// The bar of a minus sign.
fn bar(face: Face) -> Rect {
    outline(face, "−", 1.0).bounding_box()
}

/// A sign with one more bar, below it (1) or above it (−1).
fn with_bar(face: Face, sign: &str, side: f64) -> BezPath {
    const GAP: f64 = 0.1;
    let mut path = outline(face, sign, 1.0);
    let (whole, bar) = (path.bounding_box(), bar(face));
    let edge = if side > 0.0 { whole.y1 } else { whole.y0 };
    let middle = edge + side * (GAP + bar.height() / 2.0);
    let half = bar.height() / 2.0;
    path.extend(Rect::new(whole.x0, middle - half, whole.x1, middle + half).to_path(0.01));
    // The combined sign is scaled to the height of the original.
    let tall = whole.height() + GAP + bar.height();
    let scale = (whole.height() * 1.12 / tall).min(1.0);
    let taller = path.bounding_box();
    let to = Affine::translate((whole.center().x, whole.center().y))
        * Affine::scale_non_uniform(1.0, scale)
        * Affine::translate((-whole.center().x, -taller.center().y));
    path.apply_affine(to);
    path
}

/// A segment of a circle.
fn segment(face: Face) -> BezPath {
    let bar = bar(face);
    let (stroke, radius, middle) = (bar.height(), bar.width() / 2.0, bar.center());
    let half_disc = |radius: f64, base: f64| {
        let mut path = BezPath::new();
        let y = middle.y + base;
        path.move_to((middle.x - radius, y));
        let top = y - radius * 4.0 / 3.0;
        path.curve_to((middle.x - radius, top), (middle.x + radius, top), (middle.x + radius, y));
        path.close_path();
        path
    };
    let base = radius * 0.6;
    let mut path = half_disc(radius, base);
    path.extend(half_disc(radius - stroke, base - stroke).reverse_subpaths());
    path
}
