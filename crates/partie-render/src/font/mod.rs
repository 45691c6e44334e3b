//! The fonts that are built in: `DejaVu`, which has Latin, Greek and Cyrillic letters, the
//! figurines and most chess signs. Its licence allows to embed it in documents.

mod signs;

use std::{
    ops::Range,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use harfrust::{ShapeOptions, ShapePlan, ShapePlanKey, Shaper, ShaperData, UnicodeBuffer};
use kurbo::{Affine, BezPath};
use partie_core::moves::language;
#[cfg(feature = "book")]
use partie_core::{Color, Piece};
use skrifa::{
    FontRef, GlyphId, MetadataProvider as _,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Face {
    Serif,
    SerifBold,
    SerifItalic,
    Sans,
    SansBold,
}

/// Parsed font.
struct Loaded {
    font: FontRef<'static>,
    shaper: ShaperData,
    /// Plans, one for each script and direction, reused because making one costs more than using
    /// it.
    plans: Mutex<Vec<Arc<ShapePlan>>>,
}

impl Loaded {
    /// Returns the plan for shaping a text.
    fn plan(&self, shaper: &Shaper<'_>, text: &UnicodeBuffer) -> Arc<ShapePlan> {
        let (script, direction, language) = (text.script(), text.direction(), text.language());
        let key = ShapePlanKey::new(Some(script), direction).language(language.as_ref());
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = plans.iter().find(|plan| key.matches(plan)) {
            return Arc::clone(plan);
        }
        let plan = ShapePlan::new(shaper, direction, Some(script), language.as_ref(), &[]);
        let plan = Arc::new(plan);
        plans.push(Arc::clone(&plan));
        plan
    }
}

impl Face {
    pub(crate) const ALL: [Face; 5] =
        [Face::Serif, Face::SerifBold, Face::SerifItalic, Face::Sans, Face::SansBold];

    /// The font file.
    pub(crate) fn data(self) -> &'static [u8] {
        match self {
            Face::Serif => dejavu::serif_condensed::regular(),
            Face::SerifBold => dejavu::serif_condensed::bold(),
            Face::SerifItalic => dejavu::serif_condensed::italic(),
            Face::Sans => dejavu::sans_condensed::regular(),
            Face::SansBold => dejavu::sans_condensed::bold(),
        }
    }

    /// The font for what this one lacks: figurines and signs.
    const fn beside(self) -> Face {
        match self {
            Face::Serif | Face::SerifItalic | Face::Sans => Face::Sans,
            Face::SerifBold | Face::SansBold => Face::SansBold,
        }
    }

    fn loaded(self) -> &'static Loaded {
        static FONTS: LazyLock<[Loaded; Face::ALL.len()]> = LazyLock::new(|| {
            Face::ALL.map(|face| {
                let font = FontRef::new(face.data()).expect("the fonts are whole");
                let shaper = ShaperData::new(&font);
                Loaded { font, shaper, plans: Mutex::default() }
            })
        });
        &FONTS[self as usize]
    }

    fn has(self, c: char) -> bool {
        self.loaded().font.charmap().map(c).is_some()
    }
}

/// The width of a figurine as a part of the font's size.
pub(crate) const FIGURINE: f64 = 0.86;

/// A glyph of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) id: u32,
    /// The way to the next glyph; like the offsets as a part of the font's size.
    pub(crate) advance: f64,
    pub(crate) dx: f64,
    pub(crate) dy: f64,
    /// The text that it stands for, in bytes of the run's text.
    pub(crate) range: Range<usize>,
}

/// A text in one font.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GlyphRun {
    pub(crate) face: Face,
    pub(crate) text: String,
    pub(crate) glyphs: Vec<Glyph>,
}

impl GlyphRun {
    /// The piece, if it is a figurine. These are drawn like the pieces on the boards.
    #[cfg(feature = "book")]
    pub(crate) fn figurine(&self) -> Option<Piece> {
        let c = self.text.chars().next()?;
        let color = if ('♚'..='♟').contains(&c) { Color::Black } else { Color::White };
        language::figurine(c).map(|role| Piece { color, role })
    }

    /// The outlines of a sign that the font lacks, in the size 1; y goes down.
    pub(crate) fn drawn(&self) -> Option<BezPath> {
        signs::drawn(self.face, self.text.chars().next()?)
    }

    /// Width, relative to the font size.
    pub(crate) fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}

/// A text as glyphs, each run of it in a font that has its characters.
pub(crate) fn shape(face: Face, text: &str) -> Vec<GlyphRun> {
    let mut runs: Vec<(Face, String)> = Vec::new();
    for c in text.chars().filter(|c| is_seen(*c)) {
        let needed = if face.has(c) { face } else { face.beside() };
        if signs::stand_in(c).is_some() {
            runs.push((face.beside(), c.to_string()));
            continue;
        }
        match runs.last_mut() {
            // Spaces stay in the run before them.
            Some((last, run)) if (*last == needed || c == ' ') && !stands_alone(c, run) => {
                run.push(c);
            }
            _ => runs.push((needed, c.to_string())),
        }
    }
    runs.into_iter().map(|(face, text)| shape_run(face, text)).collect()
}

/// Returns true for characters with visible ink; marks of writing direction and variation selectors
/// have none.
fn is_seen(c: char) -> bool {
    let steers = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
    !c.is_control() && !steers
}

/// The characters of a text for which no font has a glyph; boxes stand for them.
#[cfg(feature = "book")]
pub(crate) fn lacking(face: Face, text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(move |c| {
        is_seen(*c) && signs::stand_in(*c).is_none() && !face.has(*c) && !face.beside().has(*c)
    })
}

/// Returns true if a character starts a run of its own: figurines, and characters that are
/// drawn.
fn stands_alone(c: char, run: &str) -> bool {
    let alone = |c| language::figurine(c).is_some() || signs::stand_in(c).is_some();
    alone(c) || run.chars().next().is_some_and(alone)
}

fn shape_run(face: Face, text: String) -> GlyphRun {
    let loaded = face.loaded();
    let shaper = loaded.shaper.shaper(&loaded.font).build();
    let mut buffer = UnicodeBuffer::new();
    match text.chars().next().and_then(signs::stand_in) {
        Some(stand_in) => buffer.add(stand_in, 0),
        None => buffer.push_str(&text),
    }
    buffer.guess_segment_properties();
    let plan = loaded.plan(&shaper, &buffer);
    let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&plan)));
    let em = f64::from(shaper.units_per_em());
    // A glyph's text goes to the next cluster in the order of the text.
    let mut starts: Vec<usize> = shaped.glyph_infos().iter().map(|i| i.cluster as usize).collect();
    starts.push(text.len());
    starts.sort_unstable();
    starts.dedup();
    let end = |start: usize| starts.get(starts.partition_point(|s| *s <= start)).copied();
    let mut glyphs: Vec<Glyph> = shaped
        .glyph_infos()
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, position)| {
            let start = info.cluster as usize;
            Glyph {
                id: info.glyph_id,
                advance: f64::from(position.x_advance) / em,
                dx: f64::from(position.x_offset) / em,
                dy: f64::from(position.y_offset) / em,
                range: start..end(start).unwrap_or(text.len()),
            }
        })
        .collect();
    if let Some(first) = text.chars().next()
        && language::figurine(first).is_some()
    {
        for glyph in &mut glyphs {
            glyph.advance = FIGURINE;
        }
    }
    GlyphRun { face, text, glyphs }
}

/// Width of a text in a font of a given size.
pub(crate) fn width(face: Face, text: &str, size: f64) -> f64 {
    shape(face, text).iter().map(GlyphRun::width).sum::<f64>() * size
}

/// Cuts a text to a width, with an ellipsis if it was cut.
pub(crate) fn shortened(face: Face, text: &str, size: f64, most: f64) -> String {
    // Longer texts are never fully visible.
    const LONGEST: usize = 400;
    let mut kept: Vec<char> = text.chars().take(LONGEST).collect();
    if kept.len() < LONGEST && width(face, text, size) <= most {
        return text.to_owned();
    }
    while kept.pop().is_some() {
        let shorter = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if width(face, &shorter, size) <= most {
            return shorter;
        }
    }
    String::new()
}

/// The outlines of a text that begins at the origin of the base line; y goes down.
pub(crate) fn outline(face: Face, text: &str, size: f64) -> BezPath {
    let mut whole = BezPath::new();
    let mut x = 0.0;
    for run in shape(face, text) {
        if let Some(mut sign) = run.drawn() {
            sign.apply_affine(Affine::translate((x, 0.0)) * Affine::scale(size));
            whole.extend(sign);
            x += run.width() * size;
            continue;
        }
        let outlines = run.face.loaded().font.outline_glyphs();
        for glyph in &run.glyphs {
            let mut pen = Pen(BezPath::new());
            if let Some(outline) = outlines.get(GlyphId::new(glyph.id)) {
                let settings =
                    DrawSettings::unhinted(Size::new(size as f32), LocationRef::default());
                // A glyph that cannot be drawn leaves a gap.
                let _ = outline.draw(settings, &mut pen);
            }
            let place = (x + glyph.dx * size, -glyph.dy * size);
            pen.0.apply_affine(Affine::new([1.0, 0.0, 0.0, -1.0, place.0, place.1]));
            whole.extend(pen.0);
            x += glyph.advance * size;
        }
    }
    whole
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_sign_has_a_glyph() {
        let text = "Žluťoučký kůň Ёжик Ὀδυσσεύς Łódź ♔♕♖♗♘♙ ±∓⩲⩱∞□○↑→⇆∆∇⌓½–…„“«»";
        for face in Face::ALL {
            for run in shape(face, text) {
                for glyph in &run.glyphs {
                    assert_ne!(glyph.id, 0, "{face:?} lacks {:?}", &run.text[glyph.range.clone()]);
                }
            }
        }
    }

    #[test]
    fn what_has_no_glyph_is_known() {
        let lacking = |text| lacking(Face::Serif, text).collect::<String>();
        assert_eq!(lacking("Žluťoučký ♘f3 ⩲ \u{200e}\u{feff}\n"), "");
        assert_eq!(lacking("Jf3 漢 ok 🙂"), "漢🙂");
        let seen: String = shape(Face::Sans, "a\u{202e}b").into_iter().map(|r| r.text).collect();
        assert_eq!(seen, "ab");
    }

    #[test]
    fn runs_together_are_the_text() {
        let runs = shape(Face::SerifBold, "12.♘f3! ±");
        let whole: String = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(whole, "12.♘f3! ±");
        for run in runs {
            let parts: String =
                run.glyphs.iter().map(|glyph| &run.text[glyph.range.clone()]).collect();
            assert_eq!(parts, run.text);
        }
    }

    #[test]
    fn signs_that_the_fonts_lack_are_drawn() {
        use kurbo::Shape as _;
        for face in Face::ALL {
            let usual = outline(face, "±", 10.0).bounding_box();
            for sign in ["⩲", "⩱", "⌓"] {
                let runs = shape(face, &format!("e4{sign} d5"));
                let texts: Vec<_> = runs.iter().map(|run| run.text.as_str()).collect();
                assert_eq!(texts, ["e4", sign, " d5"]);
                let drawn = outline(face, sign, 10.0).bounding_box();
                assert!(drawn.width() <= runs[1].width() * 10.0, "{sign} {drawn:?}");
                assert!((drawn.height() - usual.height()).abs() < 4.0, "{sign} {drawn:?}");
            }
        }
    }

    #[test]
    fn a_name_is_cut_to_the_room() {
        assert_eq!(shortened(Face::Sans, "Aljechin", 10.0, 1000.0), "Aljechin");
        let short = shortened(Face::Sans, "Aljechin, Alexander", 10.0, 60.0);
        assert!(short.ends_with('…') && width(Face::Sans, &short, 10.0) <= 60.0, "{short}");
        assert_eq!(shortened(Face::Sans, "Aljechin", 10.0, 1.0), "");
    }
}
