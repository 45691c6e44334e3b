//! What a piece of text means, and the colours of that on the terminals there are.

use std::fmt::Write as _;

/// What a text is; its colour follows from that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Text.
    #[default]
    Plain,
    /// A name or a heading.
    Strong,
    /// Something beside the matter.
    Faint,
    /// The names of files and ranks.
    Coordinate,
    /// A move number.
    Number,
    /// The move that led to the position shown.
    Current,
    /// A move of a variation.
    Variation,
    /// A comment.
    Comment,
    /// `!`, `?` and the like.
    Nag,
    /// Something to look at: a check, text that could not be read.
    Alert,
    /// A piece of White on a coloured square.
    WhitePiece,
    /// A piece of Black on a coloured square.
    BlackPiece,
}

/// What a text stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ground {
    /// The terminal's own.
    #[default]
    None,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A light square that the last move touched.
    LastLight,
    /// A dark square that the last move touched.
    LastDark,
    /// The square of a king in check.
    Check,
}

/// A text of one meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    /// The text, without line ends and control characters.
    pub(crate) text: String,
    /// What it is.
    pub(crate) ink: Ink,
    /// What it stands on.
    pub(crate) ground: Ground,
}

impl Span {
    /// A text on the terminal's own ground.
    pub(crate) fn new(text: impl Into<String>, ink: Ink) -> Span {
        Span { text: text.into(), ink, ground: Ground::None }
    }
}

/// A line of text.
pub(crate) type Line = Vec<Span>;

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    /// None, or none are wanted.
    None,
    /// The sixteen of every colour terminal.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// All of 24 bits.
    True,
}

/// A colour on each kind of terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shade {
    /// Red, green, blue.
    pub(crate) rgb: (u8, u8, u8),
    /// The number among xterm's 256.
    pub(crate) indexed: u8,
    /// The number among the sixteen.
    pub(crate) sixteen: u8,
}

/// The look of an [`Ink`]: a colour if it has its own, bold, underlined, reversed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Face {
    pub(crate) colour: Option<Shade>,
    pub(crate) bold: bool,
    pub(crate) reverse: bool,
}

impl Ink {
    /// Its look.
    pub(crate) const fn face(self) -> Face {
        const PLAIN: Face = Face { colour: None, bold: false, reverse: false };
        const fn coloured(rgb: (u8, u8, u8), indexed: u8, sixteen: u8) -> Face {
            Face { colour: Some(Shade { rgb, indexed, sixteen }), ..PLAIN }
        }
        match self {
            Ink::Plain => PLAIN,
            Ink::Strong => Face { bold: true, ..PLAIN },
            Ink::Current => Face { bold: true, reverse: true, ..PLAIN },
            // Grey, blue and green that can be read on black and on white.
            Ink::Faint | Ink::Coordinate | Ink::Number => coloured((128, 128, 128), 244, 8),
            Ink::Variation => coloured((70, 130, 200), 68, 6),
            Ink::Comment => coloured((60, 150, 90), 71, 2),
            Ink::Nag => coloured((190, 120, 20), 172, 3),
            Ink::Alert => Face { bold: true, ..coloured((215, 60, 50), 167, 1) },
            Ink::WhitePiece => Face { bold: true, ..coloured((255, 255, 255), 231, 15) },
            Ink::BlackPiece => coloured((0, 0, 0), 16, 0),
        }
    }
}

impl Ground {
    /// Its colour. White and black figures must both stand out on it.
    pub(crate) const fn shade(self) -> Option<Shade> {
        let (rgb, indexed, sixteen) = match self {
            Ground::None => return None,
            Ground::Light => ((139, 165, 182), 109, 6),
            // Of the eight dark colours only these leave both figures legible.
            Ground::Dark => ((88, 116, 138), 66, 2),
            Ground::LastLight => ((172, 172, 92), 143, 3),
            Ground::LastDark => ((132, 128, 40), 100, 3),
            Ground::Check => ((205, 75, 60), 167, 1),
        };
        Some(Shade { rgb, indexed, sixteen })
    }
}

/// A line as the terminal wants it, without the blanks at its end.
pub(crate) fn paint(line: &[Span], colours: Colours) -> String {
    let mut out = String::new();
    for span in line.iter().filter(|span| !span.text.is_empty()) {
        let codes = if colours == Colours::None { String::new() } else { codes(span, colours) };
        if codes.is_empty() {
            out.push_str(&span.text);
        } else {
            let _ = write!(out, "\x1b[{codes}m{}\x1b[0m", span.text);
        }
    }
    out.truncate(out.trim_end_matches(' ').len());
    out
}

fn codes(span: &Span, colours: Colours) -> String {
    let face = span.ink.face();
    let mut codes = Vec::new();
    if face.bold {
        codes.push("1".to_owned());
    }
    if face.reverse {
        codes.push("7".to_owned());
    }
    codes.extend(face.colour.map(|shade| code(shade, colours, false)));
    codes.extend(span.ground.shade().map(|shade| code(shade, colours, true)));
    codes.join(";")
}

fn code(shade: Shade, colours: Colours, ground: bool) -> String {
    let base = if ground { 40 } else { 30 };
    match (colours, shade) {
        (Colours::True, Shade { rgb: (r, g, b), .. }) => format!("{};2;{r};{g};{b}", base + 8),
        (Colours::Indexed, Shade { indexed, .. }) => format!("{};5;{indexed}", base + 8),
        (_, Shade { sixteen: n @ 0..8, .. }) => (base + i32::from(n)).to_string(),
        (_, Shade { sixteen, .. }) => (base + 52 + i32::from(sixteen)).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_each_kind_of_terminal() {
        let line = [
            Span { text: " N ".to_owned(), ink: Ink::WhitePiece, ground: Ground::Check },
            Span::new(" e4 ", Ink::Plain),
        ];
        for (colours, painted) in [
            (Colours::None, " N  e4"),
            (Colours::Sixteen, "\x1b[1;97;41m N \x1b[0m e4"),
            (Colours::Indexed, "\x1b[1;38;5;231;48;5;167m N \x1b[0m e4"),
            (Colours::True, "\x1b[1;38;2;255;255;255;48;2;205;75;60m N \x1b[0m e4"),
        ] {
            assert_eq!(paint(&line, colours), painted);
        }
    }

    /// Contrast as WCAG 2 defines it: light figures on dark squares and the reverse are easy,
    /// the others must be seen, too.
    #[test]
    fn both_figures_stand_out_on_every_square() {
        let luminance = |(r, g, b): (u8, u8, u8)| {
            let linear = |c: u8| {
                let c = f64::from(c) / 255.0;
                if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
        };
        for ground in
            [Ground::Light, Ground::Dark, Ground::LastLight, Ground::LastDark, Ground::Check]
        {
            let light = luminance(ground.shade().expect("a colour").rgb);
            let (white, black) = (1.05 / (light + 0.05), (light + 0.05) / 0.05);
            assert!(white > 2.3 && black > 3.5, "{ground:?}: {white:.1}, {black:.1}");
        }
    }
}
