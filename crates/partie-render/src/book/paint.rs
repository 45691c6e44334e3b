//! Pages to PDF.

use krilla::{
    Document,
    annotation::{Annotation, LinkAnnotation, Target},
    color::rgb,
    destination::XyzDestination,
    geom::{PathBuilder, Point, Rect, Transform},
    metadata::Metadata,
    num::NormalizedF32,
    outline::{Outline, OutlineNode},
    page::PageSettings,
    paint::{Fill, FillRule, LineCap, LineJoin, Stroke},
    surface::Surface,
    tagging::{Artifact, ArtifactType, ContentTag, SpanTag},
    text::{Font, GlyphId, KrillaGlyph},
};
use kurbo::{Affine, BezPath, Shape as _};
use partie_core::Piece;

use super::{
    contents::ContentsEntry,
    flow::{Page, PageItem},
    lines::{PlacedPiece, Span, fill},
    measures::Measures,
    tags::{StructurePart, StructureTags},
};
use crate::{
    RenderError, Scene, Theme,
    colour::Colour,
    font::{self, Face, GlyphRun},
    piece::{self, PieceColours},
    scene::{Anchor, Shape, built},
};

/// The pages of a book.
#[derive(Debug)]
pub(super) struct Pages {
    /// Pages with title and contents.
    pub(super) front: Vec<Page>,
    /// Pages of games.
    pub(super) games: Vec<Page>,
    /// True if the only one of the front and the first one of the games are one page.
    pub(super) is_shared: bool,
}

impl Pages {
    /// Number of pages before the first one with games.
    pub(super) fn before(&self) -> usize {
        if self.is_shared { 0 } else { self.front.len() }
    }

    /// The parts of each page.
    fn leaves(&self) -> Vec<Vec<(StructurePart, &Page)>> {
        let alone = |part| move |page| vec![(part, page)];
        let mut leaves: Vec<_> = self.front.iter().map(alone(StructurePart::Front)).collect();
        let mut games = self.games.iter();
        if self.is_shared
            && let (Some(leaf), Some(first)) = (leaves.last_mut(), games.next())
        {
            leaf.push((StructurePart::Games, first));
        }
        leaves.extend(games.map(alone(StructurePart::Games)));
        leaves
    }
}

/// An entry that Poppler takes for an error, though it is the default.
const SUSPECTS: &[u8] = b"/Suspects false";

/// Paints a book.
pub(super) fn document(
    title: &str,
    language: Option<&str>,
    measures: Measures,
    pages: &Pages,
    entries: &[ContentsEntry],
) -> Result<Vec<u8>, RenderError> {
    let mut document = Document::new();
    let fonts = Fonts::load()?;
    let mut metadata = Metadata::new().title(title.to_owned()).creator("Partie".to_owned());
    if let Some(language) = language {
        metadata = metadata.language(language.to_owned());
    }
    document.set_metadata(metadata);
    let mut tags = StructureTags::default();
    for (i, leaf) in pages.leaves().into_iter().enumerate() {
        let settings = PageSettings::from_wh(measures.paper.0 as f32, measures.paper.1 as f32)
            .ok_or_else(|| RenderError::Encoding("the paper has no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut links = Vec::new();
        for (part, link) in
            leaf.iter().flat_map(|(part, page)| page.links.iter().map(|l| (*part, l)))
        {
            let [left, top, right, bottom] = link.area.map(|v| v as f32);
            if let Some(area) = Rect::from_ltrb(left, top, right, bottom) {
                let to = destination(link.page, link.y);
                let to_page = LinkAnnotation::new(area, Target::Destination(to.into()));
                let words = format!("Page {}", link.page + 1);
                let annotation = Annotation::new_link(to_page, Some(words));
                links.push((part, link.block, page.add_tagged_annotation(annotation)));
            }
        }
        let mut surface = page.surface();
        let mut painter = Painter { surface: &mut surface, fonts: &fonts };
        for (part, mark) in
            leaf.iter().flat_map(|(part, page)| page.marks.iter().map(|m| (*part, m)))
        {
            painter.mark(mark, part, i, &mut tags);
        }
        for (part, block, link) in links {
            tags.link(part, block, link);
        }
        // The title page has no line above it.
        if let Some((_, leaf)) = leaf.first() {
            painter.margins(measures, leaf, i + 1);
        }
        surface.finish();
        page.finish();
    }
    let mut outline = Outline::new();
    for entry in entries {
        let to = destination(entry.page + pages.before(), entry.y);
        outline.push_child(OutlineNode::new(entry.title.clone(), to));
    }
    document.set_outline(outline);
    document.set_tag_tree(tags.tree());
    let mut file =
        document.finish().map_err(|error| RenderError::Encoding(format!("{error:?}")))?;
    if let Some(at) = file.windows(SUSPECTS.len()).rposition(|window| window == SUSPECTS) {
        file[at..at + SUSPECTS.len()].fill(b' ');
    }
    Ok(file)
}

fn destination(page: usize, y: f64) -> XyzDestination {
    XyzDestination::new(page, Point::from_xy(0.0, y as f32))
}

/// The fonts as krilla holds them.
struct Fonts([Font; Face::ALL.len()]);

impl Fonts {
    fn load() -> Result<Fonts, RenderError> {
        let mut fonts = Vec::new();
        for face in Face::ALL {
            let font = Font::new(face.data().into(), 0);
            fonts.push(font.ok_or_else(|| RenderError::Encoding("a font is broken".to_owned()))?);
        }
        fonts.try_into().map(Fonts).map_err(|_| RenderError::Encoding("fonts".to_owned()))
    }
}

struct Painter<'a, 'b> {
    surface: &'a mut Surface<'b>,
    fonts: &'a Fonts,
}

impl Painter<'_, '_> {
    /// Paints a mark of a page (from 0) and tags it.
    fn mark(
        &mut self,
        mark: &PageItem,
        part: StructurePart,
        page: usize,
        tags: &mut StructureTags,
    ) {
        match mark {
            PageItem::Line { x, y, line, block } => {
                let content = self.surface.start_tagged(ContentTag::Span(SpanTag::empty()));
                self.line(*x, *y, line);
                self.surface.end_tagged();
                tags.content(part, *block, content);
            }
            PageItem::Picture { x, y, width, scene, block } => {
                let content = self.surface.start_tagged(ContentTag::Other);
                self.scene(scene, *x, *y, *width);
                self.surface.end_tagged();
                tags.content(part, *block, content);
                let (wide, high) = scene.size();
                let (right, bottom) = (x + width, y + width * high / wide);
                let [left, top, right, bottom] = [*x, *y, right, bottom].map(|v| v as f32);
                if let Some(area) = Rect::from_ltrb(left, top, right, bottom) {
                    tags.picture(part, *block, scene, page, area);
                }
            }
            PageItem::Dots { x, y, line } => {
                self.beside(ArtifactType::Layout, |painter| painter.line(*x, *y, line));
            }
            PageItem::Rule { x, y, width } => {
                let mut path = BezPath::new();
                path.move_to((*x, *y));
                path.line_to((x + width, *y));
                self.beside(ArtifactType::Layout, |painter| {
                    painter.path(&path, None, Some((Colour::BLACK, 0.5)));
                });
            }
        }
    }

    /// Paints content that does not belong to the text.
    fn beside(&mut self, kind: ArtifactType, paint: impl FnOnce(&mut Self)) {
        self.surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(kind)));
        paint(self);
        self.surface.end_tagged();
    }

    fn line(&mut self, x: f64, y: f64, line: &[PlacedPiece]) {
        for placed in line {
            self.run(&placed.piece.run, placed.piece.size, x + placed.x, y, Colour::BLACK);
        }
    }

    /// The running head and the page number.
    fn margins(&mut self, measures: Measures, leaf: &Page, number: usize) {
        let size = measures.size * 0.85;
        let (width, height) = measures.paper;
        let room = width - 2.0 * measures.margin;
        if !leaf.running_head.is_empty() {
            let face = measures.faces.slanted;
            let head = font::shortened(face, &leaf.running_head, size, room);
            self.beside(ArtifactType::Header, |painter| {
                painter.centred(&head, face, size, width, measures.margin - size);
            });
        }
        let below = height - measures.margin + size * 1.2;
        self.beside(ArtifactType::PageNumber, |painter| {
            painter.centred(&number.to_string(), measures.faces.plain, size, width, below);
        });
    }

    fn centred(&mut self, text: &str, face: Face, size: f64, width: f64, y: f64) {
        let span = Span { text: text.to_owned(), face, scale: 1.0, breaks: true };
        let x = (width - font::width(face, text, size)) / 2.0;
        for line in fill(&[span], size, f64::INFINITY, false) {
            self.line(x, y, &line);
        }
    }

    fn run(&mut self, run: &GlyphRun, size: f64, x: f64, y: f64, colour: Colour) {
        let glyphs: Vec<KrillaGlyph> = run
            .glyphs
            .iter()
            .map(|glyph| {
                let id = GlyphId::new(glyph.id);
                let (advance, dx, dy) = (glyph.advance as f32, glyph.dx as f32, glyph.dy as f32);
                KrillaGlyph::new(id, advance, dx, dy, 0.0, glyph.range.clone(), None)
            })
            .collect();
        // The letter of a figurine only serves search and copying; the drawn piece is visible, as
        // on the boards.
        let ink = if let Some(piece) = run.figurine() {
            self.figurine(piece, run.face, size, x, y);
            Colour { alpha: 0, ..colour }
        } else if let Some(mut sign) = run.drawn() {
            sign.apply_affine(Affine::translate((x, y)) * Affine::scale(size));
            self.path(&sign, Some(colour), None);
            Colour { alpha: 0, ..colour }
        } else {
            colour
        };
        self.surface.set_fill(Some(filled(ink)));
        self.surface.set_stroke(None);
        let font = self.fonts.0[run.face as usize].clone();
        let at = Point::from_xy(x as f32, y as f32);
        self.surface.draw_glyphs(at, &glyphs, font, &run.text, size as f32, false);
    }

    /// A piece on the base line, as wide as [`font::FIGURINE`] says.
    fn figurine(&mut self, piece: Piece, face: Face, size: f64, x: f64, y: f64) {
        let shades = Theme::Print.palette().pieces;
        let shades = PieceColours { halo: None, ..shades };
        let weight = if face == Face::SansBold { 2.0 } else { 1.35 };
        let scale = size * 0.0098;
        let (left, top) = (x - size * (0.98 - font::FIGURINE) / 2.0, y - size * 0.865);
        let scale = scale as f32;
        let place = Transform::from_row(scale, 0.0, 0.0, scale, left as f32, top as f32);
        self.surface.push_transform(&place);
        for stratum in piece::weighted(piece, &shades, weight) {
            self.path(stratum.path, stratum.fill, stratum.stroke);
        }
        self.surface.pop();
    }

    fn scene(&mut self, scene: &Scene, x: f64, y: f64, width: f64) {
        let scale = (width / scene.width) as f32;
        self.surface
            .push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x as f32, y as f32));
        for item in scene.all() {
            self.item(item, scene);
        }
        self.surface.pop();
    }

    fn item(&mut self, item: &Shape, scene: &Scene) {
        match item {
            Shape::Rect { rect, fill, .. } => self.path(&rect.to_path(0.1), Some(*fill), None),
            Shape::Path { path, fill, stroke, .. } => self.path(path, *fill, *stroke),
            Shape::Piece { piece, at, size, .. } => {
                let side = (*size / 100.0) as f32;
                let place = Transform::from_row(side, 0.0, 0.0, side, at.x as f32, at.y as f32);
                self.surface.push_transform(&place);
                for stratum in piece::strata(*piece, &scene.shades) {
                    self.path(stratum.path, stratum.fill, stratum.stroke);
                }
                self.surface.pop();
            }
            Shape::Text { text, at, anchor, size, bold, fill } => {
                let face = if *bold { Face::SansBold } else { Face::Sans };
                let runs = font::shape(face, text);
                let width: f64 = runs.iter().map(GlyphRun::width).sum::<f64>() * size;
                let mut x = at.x
                    - match anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => width / 2.0,
                        Anchor::End => width,
                    };
                for run in runs {
                    self.run(&run, *size, x, at.y, *fill);
                    x += run.width() * size;
                }
            }
        }
    }

    fn path(&mut self, path: &BezPath, fill: Option<Colour>, stroke: Option<(Colour, f64)>) {
        let Some(path) = built!(PathBuilder, path) else { return };
        self.surface.set_fill(fill.map(filled));
        self.surface.set_stroke(stroke.map(stroked));
        self.surface.draw_path(&path);
    }
}

fn stroked((colour, width): (Colour, f64)) -> Stroke {
    Stroke {
        paint: rgb::Color::new(colour.red, colour.green, colour.blue).into(),
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        opacity: opacity(colour),
        ..Stroke::default()
    }
}

fn filled(colour: Colour) -> Fill {
    Fill {
        paint: rgb::Color::new(colour.red, colour.green, colour.blue).into(),
        opacity: opacity(colour),
        rule: FillRule::NonZero,
    }
}

fn opacity(colour: Colour) -> NormalizedF32 {
    NormalizedF32::new(colour.opacity()).unwrap_or(NormalizedF32::ONE)
}
