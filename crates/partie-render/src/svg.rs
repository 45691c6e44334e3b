//! Scenes as SVG: valid XML without external references, styles and scripts (so a strict content
//! security policy allows it), with stable ids.
//!
//! Ids: `board`, `piece-e4` by square, `moved-from`, `moved-to` and `check` for highlights,
//! `mark-d4` and `arrow-e2e4` for marks. With two boards these begin with `a-` and `b-`.

use std::collections::BTreeSet;

use kurbo::{BezPath, PathEl, Point};
use partie_core::{Piece, setters};
use partie_formats::text::turns_direction;

use crate::{
    colour::Colour,
    piece::{self, PieceColours},
    scene::{Anchor, Scene, Shape},
};

/// Options of SVG.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SvgOptions {
    /// The width in pixels; without it the picture takes what room it gets.
    pub width: Option<u32>,
    /// Prefix of all ids, needed for several pictures on one page.
    pub prefix: String,
}

setters! { SvgOptions:
    /// Sets the width in pixels; without it the picture takes what room it gets.
    width: impl Into<Option<u32>>;
    /// Sets the prefix of all ids, needed for several pictures on one page.
    prefix: impl Into<String>;
}

/// A scene as an SVG document.
///
/// ```
/// use partie_core::{Boards, Variant};
/// use partie_render::{DiagramStyle, Frame, SvgOptions, draw, svg};
/// let scene = draw(&Frame::of_boards(&Boards::start(Variant::Standard)), DiagramStyle::default());
/// let text = svg::document(&scene, &SvgOptions::default());
/// assert!(text.contains("<use id=\"piece-e1\" href=\"#white-king\""));
/// ```
#[must_use]
pub fn document(scene: &Scene, options: &SvgOptions) -> String {
    let prefix = &options.prefix;
    let mut svg = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    svg += &format!("{} {}\"", number(scene.width), number(scene.height));
    if let Some(width) = options.width {
        svg += &format!(" width=\"{width}\" height=\"{}\"", scene.height_for(width));
    }
    svg += &format!(
        " stroke-linejoin=\"round\" stroke-linecap=\"round\" role=\"img\" aria-labelledby=\"{prefix}title {prefix}desc\">\n\
         <title id=\"{prefix}title\">{}</title>\n<desc id=\"{prefix}desc\">{}</desc>\n",
        escape(&scene.title),
        escape(&scene.description)
    );
    svg += &definitions(scene, prefix);
    for item in scene.all() {
        write_item(&mut svg, item, Some(prefix));
    }
    svg += "</svg>\n";
    svg
}

/// Returns the drawing of one piece as an SVG document.
#[must_use]
pub fn piece(piece: Piece) -> String {
    let drawing = paths(piece, &crate::Theme::default().palette().pieces);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\">{drawing}</svg>\n"
    )
}

/// The pieces that occur, each drawn once.
fn definitions(scene: &Scene, prefix: &str) -> String {
    let mut names = BTreeSet::new();
    let mut text = String::new();
    for item in scene.all() {
        if let Shape::Piece { piece, .. } = item
            && names.insert(piece::name(*piece))
        {
            text += &symbol(*piece, &scene.shades, prefix);
        }
    }
    if text.is_empty() { text } else { format!("<defs>\n{text}</defs>\n") }
}

fn symbol(piece: Piece, shades: &PieceColours, prefix: &str) -> String {
    format!("<g id=\"{prefix}{}\">{}</g>\n", piece::name(piece), paths(piece, shades))
}

/// The layers of a piece.
fn paths(piece: Piece, shades: &PieceColours) -> String {
    let mut text = String::new();
    for stratum in piece::strata(piece, shades) {
        text += &format!("<path d=\"{}\"", data(stratum.path));
        text += &paint(stratum.fill, stratum.stroke);
        text += "/>";
    }
    text
}

/// Writes a shape; with ids only if there is a prefix.
fn write_item(svg: &mut String, item: &Shape, prefix: Option<&str>) {
    let named = |id: &str| match prefix {
        Some(prefix) if !id.is_empty() => format!(" id=\"{prefix}{id}\""),
        _ => String::new(),
    };
    let prefix = prefix.unwrap_or_default();
    match item {
        Shape::Rect { id, rect, fill } => {
            *svg += &format!("<rect{}{}", named(id), corner(rect.origin()));
            *svg += &format!(
                " width=\"{}\" height=\"{}\"{}/>\n",
                number(rect.width()),
                number(rect.height()),
                paint(Some(*fill), None)
            );
        }
        Shape::Path { id, path, fill, stroke } => {
            *svg +=
                &format!("<path{} d=\"{}\"{}/>\n", named(id), data(path), paint(*fill, *stroke));
        }
        Shape::Piece { id, piece, at, size } => {
            let name = piece::name(*piece);
            *svg += &format!("<use{} href=\"#{prefix}{name}\"", named(id));
            if (*size - 100.0).abs() < 0.001 {
                *svg += &corner(*at);
            } else {
                let scale = number(size / 100.0);
                *svg += &format!(
                    " transform=\"translate({} {}) scale({scale})\"",
                    number(at.x),
                    number(at.y)
                );
            }
            *svg += "/>\n";
        }
        Shape::Text { text, at, anchor, size, bold, fill } => {
            *svg += &format!("<text{} font-size=\"{}\"", corner(*at), number(*size));
            *svg += " font-family=\"'DejaVu Sans Condensed', 'Noto Sans', Verdana, sans-serif\"";
            if *bold {
                *svg += " font-weight=\"bold\"";
            }
            *svg += match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            *svg += &format!("{}>{}</text>\n", paint(Some(*fill), None), escape(text));
        }
    }
}

fn corner(at: Point) -> String {
    format!(" x=\"{}\" y=\"{}\"", number(at.x), number(at.y))
}

/// The attributes of a fill and a line.
fn paint(fill: Option<Colour>, stroke: Option<(Colour, f64)>) -> String {
    let mut text = match fill {
        Some(fill) => format!(" fill=\"{fill}\"{}", opacity("fill", fill)),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some((stroke, width)) = stroke {
        text += &format!(" stroke=\"{stroke}\"{}", opacity("stroke", stroke));
        text += &format!(" stroke-width=\"{}\"", number(width));
    }
    text
}

fn opacity(of: &str, colour: Colour) -> String {
    if colour.alpha == 255 {
        return String::new();
    }
    format!(" {of}-opacity=\"{}\"", number(f64::from(colour.opacity())))
}

/// A path in SVG's notation.
fn data(path: &BezPath) -> String {
    let mut text = String::new();
    let mut point = |letter: char, points: &[Point]| {
        text.push(letter);
        for (i, p) in points.iter().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            text += &format!("{} {}", number(p.x), number(p.y));
        }
    };
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => point('M', &[p]),
            PathEl::LineTo(p) => point('L', &[p]),
            PathEl::QuadTo(a, p) => point('Q', &[a, p]),
            PathEl::CurveTo(a, b, p) => point('C', &[a, b, p]),
            PathEl::ClosePath => point('Z', &[]),
        }
    }
    text
}

/// A number with two decimals at most.
fn number(value: f64) -> String {
    let mut text = format!("{value:.2}");
    text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    if text == "-0" { "0".to_owned() } else { text }
}

/// A text for XML and HTML, in an element or in an attribute. Characters that XML 1.0
/// does not allow are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\n' | '\t' => safe.push(' '),
            c if turns_direction(c) => {}
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}
