//! Meanings of text, and their colours on each kind of terminal.

use std::fmt::Write as _;

/// Meaning of a text, which determines its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TextStyle {
    /// Text.
    #[default]
    Plain,
    /// A name or a heading.
    Strong,
    /// Secondary information.
    Faint,
    /// The names of files and ranks.
    Coordinate,
    /// A move number.
    Number,
    /// The title of the whole terminal.
    Title,
    /// The move that led to the position shown.
    Current,
    /// A move of a variation.
    Variation,
    /// A comment.
    Comment,
    /// `!`, `?` and the like.
    Nag,
    /// Alert: a check, or text that could not be read.
    Alert,
    /// A piece of White on a coloured square.
    WhitePiece,
    /// A piece of Black on a coloured square.
    BlackPiece,
}

/// Background of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Background {
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
pub(crate) struct StyledSpan {
    /// The text, without line ends and control characters.
    pub(crate) text: String,
    /// Meaning of the text.
    pub(crate) style: TextStyle,
    /// Background of the text.
    pub(crate) background: Background,
}

impl StyledSpan {
    /// A text on the terminal's own ground.
    pub(crate) fn new(text: impl Into<String>, style: TextStyle) -> StyledSpan {
        StyledSpan { text: text.into(), style, background: Background::None }
    }
}

/// A line of text.
pub(crate) type StyledLine = Vec<StyledSpan>;

/// Number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColourDepth {
    /// No colours, or none requested.
    None,
    /// The sixteen of every colour terminal.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// 24-bit colours.
    True,
}

/// A colour on each kind of terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TerminalColour {
    /// Red, green, blue.
    pub(crate) rgb: (u8, u8, u8),
    /// The number among xterm's 256.
    pub(crate) indexed: u8,
    /// The number among the sixteen.
    pub(crate) sixteen: u8,
}

/// The look of an [`TextStyle`]: a colour if it has its own, bold, underlined, reversed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Appearance {
    pub(crate) colour: Option<TerminalColour>,
    pub(crate) bold: bool,
    pub(crate) reverse: bool,
}

impl TextStyle {
    /// Returns its appearance.
    pub(crate) const fn appearance(self) -> Appearance {
        const PLAIN: Appearance = Appearance { colour: None, bold: false, reverse: false };
        const fn coloured(rgb: (u8, u8, u8), indexed: u8, sixteen: u8) -> Appearance {
            Appearance { colour: Some(TerminalColour { rgb, indexed, sixteen }), ..PLAIN }
        }
        match self {
            TextStyle::Plain => PLAIN,
            TextStyle::Strong => Appearance { bold: true, ..PLAIN },
            TextStyle::Title | TextStyle::Current => {
                Appearance { bold: true, reverse: true, ..PLAIN }
            }
            // Grey, blue and green that can be read on black and on white.
            TextStyle::Faint | TextStyle::Coordinate | TextStyle::Number => {
                coloured((128, 128, 128), 244, 8)
            }
            TextStyle::Variation => coloured((70, 130, 200), 68, 6),
            TextStyle::Comment => coloured((60, 150, 90), 71, 2),
            TextStyle::Nag => coloured((190, 120, 20), 172, 3),
            TextStyle::Alert => Appearance { bold: true, ..coloured((215, 60, 50), 167, 1) },
            TextStyle::WhitePiece => {
                Appearance { bold: true, ..coloured((255, 255, 255), 231, 15) }
            }
            TextStyle::BlackPiece => coloured((0, 0, 0), 16, 0),
        }
    }
}

impl Background {
    /// Returns its colour, on which both white and black figurines are visible.
    pub(crate) const fn shade(self) -> Option<TerminalColour> {
        let (rgb, indexed, sixteen) = match self {
            Background::None => return None,
            Background::Light => ((139, 165, 182), 109, 6),
            // Of the eight dark colours only these leave both figures legible.
            Background::Dark => ((88, 116, 138), 66, 2),
            Background::LastLight => ((172, 172, 92), 143, 3),
            Background::LastDark => ((132, 128, 40), 100, 3),
            Background::Check => ((205, 75, 60), 167, 1),
        };
        Some(TerminalColour { rgb, indexed, sixteen })
    }
}

/// Formats a line with escape sequences and without trailing spaces.
pub(crate) fn paint(line: &[StyledSpan], colours: ColourDepth) -> String {
    let mut out = match colours {
        ColourDepth::None => line.iter().map(|span| &*span.text).collect(),
        _ => paint_all(line, colours),
    };
    out.truncate(out.trim_end_matches(' ').len());
    out
}

/// Formats a line with escape sequences; bold and reversed text keep theirs without colours.
pub(crate) fn paint_all(line: &[StyledSpan], colours: ColourDepth) -> String {
    let mut out = String::new();
    for span in line.iter().filter(|span| !span.text.is_empty()) {
        let codes = codes(span, colours);
        if codes.is_empty() {
            out.push_str(&span.text);
        } else {
            let _ = write!(out, "\x1b[{codes}m{}\x1b[0m", span.text);
        }
    }
    out
}

fn codes(span: &StyledSpan, colours: ColourDepth) -> String {
    let appearance = span.style.appearance();
    let mut codes = Vec::new();
    if appearance.bold {
        codes.push("1".to_owned());
    }
    if appearance.reverse {
        codes.push("7".to_owned());
    }
    if colours != ColourDepth::None {
        codes.extend(appearance.colour.map(|shade| code(shade, colours, false)));
        codes.extend(span.background.shade().map(|shade| code(shade, colours, true)));
    }
    codes.join(";")
}

fn code(shade: TerminalColour, colours: ColourDepth, background: bool) -> String {
    let base = if background { 40 } else { 30 };
    match (colours, shade) {
        (ColourDepth::True, TerminalColour { rgb: (r, g, b), .. }) => {
            format!("{};2;{r};{g};{b}", base + 8)
        }
        (ColourDepth::Indexed, TerminalColour { indexed, .. }) => {
            format!("{};5;{indexed}", base + 8)
        }
        (_, TerminalColour { sixteen: n @ 0..8, .. }) => (base + i32::from(n)).to_string(),
        (_, TerminalColour { sixteen, .. }) => (base + 52 + i32::from(sixteen)).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_each_kind_of_terminal() {
        let line = [
            StyledSpan {
                text: " N ".to_owned(),
                style: TextStyle::WhitePiece,
                background: Background::Check,
            },
            StyledSpan::new(" e4 ", TextStyle::Plain),
        ];
        for (colours, painted) in [
            (ColourDepth::None, " N  e4"),
            (ColourDepth::Sixteen, "\x1b[1;97;41m N \x1b[0m e4"),
            (ColourDepth::Indexed, "\x1b[1;38;5;231;48;5;167m N \x1b[0m e4"),
            (ColourDepth::True, "\x1b[1;38;2;255;255;255;48;2;205;75;60m N \x1b[0m e4"),
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
        for background in [
            Background::Light,
            Background::Dark,
            Background::LastLight,
            Background::LastDark,
            Background::Check,
        ] {
            let light = luminance(background.shade().expect("a colour").rgb);
            let (white, black) = (1.05 / (light + 0.05), (light + 0.05) / 0.05);
            assert!(white > 2.3 && black > 3.5, "{background:?}: {white:.1}, {black:.1}");
        }
    }
}
