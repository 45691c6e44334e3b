//! The fonts that are built in: `DejaVu`, which has Latin, Greek and Cyrillic letters, the
//! figurines and most chess signs. Its licence allows to embed it in documents.

use std::sync::LazyLock;

use kurbo::{Affine, BezPath};
use skrifa::{
    FontRef, GlyphId, MetadataProvider as _,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    Sans,
    SansBold,
}

impl Face {
    const ALL: [Face; 2] = [Face::Sans, Face::SansBold];

    /// The font file.
    pub(crate) fn data(self) -> &'static [u8] {
        match self {
            Face::Sans => dejavu::sans_condensed::regular(),
            Face::SansBold => dejavu::sans_condensed::bold(),
        }
    }

    fn font(self) -> &'static FontRef<'static> {
        static FONTS: LazyLock<[FontRef<'static>; Face::ALL.len()]> = LazyLock::new(|| {
            Face::ALL.map(|face| FontRef::new(face.data()).expect("the fonts are whole"))
        });
        &FONTS[self as usize]
    }
}

/// How wide a text is in a font of a size.
pub(crate) fn width(face: Face, text: &str, size: f64) -> f64 {
    let metrics = face.font().glyph_metrics(Size::new(size as f32), LocationRef::default());
    glyphs(face, text).map(|glyph| f64::from(metrics.advance_width(glyph).unwrap_or(0.0))).sum()
}

/// A text cut to a width, with an ellipsis if anything was cut off.
pub(crate) fn shortened(face: Face, text: &str, size: f64, most: f64) -> String {
    if width(face, text, size) <= most {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter: String = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if width(face, &shorter, size) <= most {
            return shorter;
        }
    }
    String::new()
}

/// The outlines of a text that begins at the origin of the base line; y goes down.
pub(crate) fn outline(face: Face, text: &str, size: f64) -> BezPath {
    let font = face.font();
    let metrics = font.glyph_metrics(Size::new(size as f32), LocationRef::default());
    let outlines = font.outline_glyphs();
    let mut whole = BezPath::new();
    let mut x = 0.0;
    for glyph in glyphs(face, text) {
        let mut pen = Pen(BezPath::new());
        if let Some(outline) = outlines.get(glyph) {
            let settings = DrawSettings::unhinted(Size::new(size as f32), LocationRef::default());
            // A glyph that cannot be drawn leaves a gap.
            let _ = outline.draw(settings, &mut pen);
        }
        pen.0.apply_affine(Affine::new([1.0, 0.0, 0.0, -1.0, x, 0.0]));
        whole.extend(pen.0);
        x += f64::from(metrics.advance_width(glyph).unwrap_or(0.0));
    }
    whole
}

fn glyphs(face: Face, text: &str) -> impl Iterator<Item = GlyphId> {
    let map = face.font().charmap();
    text.chars().filter(|c| !c.is_control()).map(move |c| map.map(c).unwrap_or_default())
}

struct Pen(BezPath);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to((f64::from(x), f64::from(y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to((f64::from(x), f64::from(y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to((f64::from(cx), f64::from(cy)), (f64::from(x), f64::from(y)));
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.curve_to(
            (f64::from(ax), f64::from(ay)),
            (f64::from(bx), f64::from(by)),
            (f64::from(x), f64::from(y)),
        );
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}
