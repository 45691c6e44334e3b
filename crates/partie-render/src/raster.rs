//! A scene as pixels, and these as PNG.

use kurbo::{BezPath, Shape as _};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use crate::{
    RenderError,
    colour::Colour,
    font::{self, Face},
    piece,
    scene::{Anchor, Scene, Shape, built},
};

/// The widest and the highest picture, in pixels.
pub const LARGEST: u32 = 16_384;

/// Pixels of a picture.
#[derive(Clone, Debug)]
pub struct Pixels(Pixmap);

impl Pixels {
    /// Paints a scene `width` pixels wide.
    ///
    /// # Errors
    ///
    /// [`RenderError::Size`] if the picture is empty or larger than [`LARGEST`].
    pub fn paint(scene: &Scene, width: u32) -> Result<Pixels, RenderError> {
        let height = scene.height_for(width.max(1));
        if width == 0 || width > LARGEST || height > LARGEST {
            return Err(RenderError::Size { width, height });
        }
        let mut pixels = Pixmap::new(width, height).ok_or(RenderError::Size { width, height })?;
        // As SVG does it: never distorted, and in the middle where rounding leaves a rest.
        pixels.fill(tiny_skia::Color::from_rgba8(
            scene.page.red,
            scene.page.green,
            scene.page.blue,
            255,
        ));
        let (wide, high) = (f64::from(width), f64::from(height));
        let scale = f64::min(wide / scene.width, high / scene.height);
        let rest = ((wide - scene.width * scale) / 2.0, (high - scene.height * scale) / 2.0);
        let scale = Transform::from_scale(scale as f32, scale as f32)
            .post_translate(rest.0 as f32, rest.1 as f32);
        for item in scene.all() {
            paint_item(&mut pixels, item, scene, scale);
        }
        Ok(Pixels(pixels))
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.0.width()
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.0.height()
    }

    /// The colours of all pixels, row by row.
    pub fn rgb(&self) -> impl Iterator<Item = [u8; 3]> + '_ {
        self.0.pixels().iter().map(|pixel| {
            let pixel = pixel.demultiply();
            [pixel.red(), pixel.green(), pixel.blue()]
        })
    }

    /// Encodes the pixels as PNG.
    ///
    /// # Errors
    ///
    /// [`RenderError::Encoding`], which cannot happen short of a bug.
    pub fn png(&self, title: &str) -> Result<Vec<u8>, RenderError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width(), self.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let failed = |error: png::EncodingError| RenderError::Encoding(error.to_string());
        encoder.add_itxt_chunk("Title".to_owned(), title.to_owned()).map_err(failed)?;
        let mut writer = encoder.write_header().map_err(failed)?;
        let rgb: Vec<u8> = self.rgb().flatten().collect();
        writer.write_image_data(&rgb).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(file)
    }
}

fn paint_item(pixels: &mut Pixmap, item: &Shape, scene: &Scene, scale: Transform) {
    match item {
        Shape::Rect { rect, fill, .. } => {
            paint_path(pixels, &rect.to_path(0.1), Some(*fill), None, scale);
        }
        Shape::Path { path, fill, stroke, .. } => paint_path(pixels, path, *fill, *stroke, scale),
        Shape::Piece { piece, at, size, .. } => {
            let side = (*size / 100.0) as f32;
            let place = scale.pre_translate(at.x as f32, at.y as f32).pre_scale(side, side);
            for stratum in piece::strata(*piece, &scene.shades) {
                paint_path(pixels, stratum.path, stratum.fill, stratum.stroke, place);
            }
        }
        Shape::Text { text, at, anchor, size, bold, fill } => {
            let face = if *bold { Face::SansBold } else { Face::Sans };
            let back = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => font::width(face, text, *size) / 2.0,
                Anchor::End => font::width(face, text, *size),
            };
            let place = scale.pre_translate((at.x - back) as f32, at.y as f32);
            paint_path(pixels, &font::outline(face, text, *size), Some(*fill), None, place);
        }
    }
}

fn paint_path(
    pixels: &mut Pixmap,
    path: &BezPath,
    fill: Option<Colour>,
    stroke: Option<(Colour, f64)>,
    place: Transform,
) {
    let Some(path) = built!(PathBuilder, path) else { return };
    if let Some(fill) = fill {
        pixels.fill_path(&path, &paint(fill), FillRule::Winding, place, None);
    }
    if let Some((colour, width)) = stroke {
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        pixels.stroke_path(&path, &paint(colour), &stroke, place, None);
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, colour.alpha);
    paint
}
