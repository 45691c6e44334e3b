//! The colours of boards and pieces.

use partie_core::{named, variants};

use crate::{colour::Colour, piece::PieceColours};

variants! {
    /// A set of colours.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Theme {
        /// Light and dark wood.
        #[default]
        Brown = "brown" "light and dark wood",
        /// Blue-grey.
        Blue = "blue" "blue-grey",
        /// Green and cream.
        Green = "green" "green and cream",
        /// Shades of grey.
        Grey = "grey" "shades of grey",
        /// Black on white for printing: dark squares are hatched, highlights are frames.
        Print = "print" "black on white, dark squares hatched, for printing",
        /// Strong contrasts for weak eyes.
        Contrast = "contrast" "strong contrasts",
    }
    /// All themes.
    ALL
    /// The name by which a user asks for it.
    name
    /// Returns a short description.
    describe
}

impl Theme {
    /// Returns true if the names of files and ranks belong outside the board.
    pub(crate) const fn prefers_margins(self) -> bool {
        matches!(self, Theme::Print | Theme::Contrast)
    }

    /// The colours themselves.
    pub(crate) const fn palette(self) -> Palette {
        match self {
            Theme::Brown => Palette {
                light: Colour::new(0x00f0_d9b5),
                dark: Dark::Plain(Colour::new(0x00b5_8863)),
                moved: Highlight::Wash(Colour::new(0x009b_c700).percent(42)),
                frame: Colour::new(0x006b_4a34),
                ..COLOURED
            },
            Theme::Blue => Palette {
                light: Colour::new(0x00e3_e9ee),
                dark: Dark::Plain(Colour::new(0x008a_a4b8)),
                moved: Highlight::Wash(Colour::new(0x0058_b9a0).percent(52)),
                frame: Colour::new(0x004a_6275),
                ..COLOURED
            },
            Theme::Green => Palette {
                light: Colour::new(0x00ee_eed5),
                dark: Dark::Plain(Colour::new(0x0077_9958)),
                moved: Highlight::Wash(Colour::new(0x00f5_e93c).percent(52)),
                frame: Colour::new(0x0045_5f31),
                ..COLOURED
            },
            Theme::Grey => Palette {
                light: Colour::new(0x00e9_e9e9),
                dark: Dark::Plain(Colour::new(0x00a6_a6a6)),
                moved: Highlight::Wash(Colour::new(0x00f2_c230).percent(48)),
                frame: Colour::new(0x0055_5555),
                ..COLOURED
            },
            Theme::Print => Palette {
                light: Colour::WHITE,
                dark: Dark::Hatched(Colour::BLACK),
                moved: Highlight::Frame(Colour::BLACK),
                // Books print a check as a sign after the move, not on the board.
                check: None,
                frame: Colour::BLACK,
                ink: Colour::BLACK,
                pieces: BLACK_AND_WHITE,
                ..COLOURED
            },
            Theme::Contrast => Palette {
                light: Colour::new(0x00ff_f8e1),
                dark: Dark::Plain(Colour::new(0x006f_8fae)),
                moved: Highlight::Wash(Colour::new(0x00ff_e100).percent(75)),
                frame: Colour::BLACK,
                ink: Colour::BLACK,
                pieces: BLACK_AND_WHITE,
                ..COLOURED
            },
        }
    }
}

named!(Theme, name, "a theme", |name| Theme::ALL.into_iter().find(|t| t.name() == name));

/// Pieces without any grey.
const BLACK_AND_WHITE: PieceColours = PieceColours {
    white: Colour::WHITE,
    black: Colour::BLACK,
    line: Colour::BLACK,
    detail: Colour::WHITE,
    halo: Some(Colour::WHITE),
};

/// Common part of most themes.
const COLOURED: Palette = Palette {
    light: Colour::WHITE,
    dark: Dark::Plain(Colour::BLACK),
    moved: Highlight::Wash(Colour::WHITE),
    check: Some(Colour::new(0x00e0_2a1b).percent(68)),
    frame: Colour::BLACK,
    page: Colour::WHITE,
    ink: Colour::new(0x0026_2421),
    pieces: PieceColours {
        white: Colour::WHITE,
        black: Colour::new(0x0038_3532),
        line: Colour::new(0x0016_1412),
        detail: Colour::new(0x00f4_f1ea),
        halo: None,
    },
};

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) light: Colour,
    pub(crate) dark: Dark,
    /// The squares of the last move.
    pub(crate) moved: Highlight,
    /// Over the square of a king in check.
    pub(crate) check: Option<Colour>,
    /// The line around the board.
    pub(crate) frame: Colour,
    /// Background of the board.
    pub(crate) page: Colour,
    /// Names, clocks, files and ranks.
    pub(crate) ink: Colour,
    pub(crate) pieces: PieceColours,
}

/// The dark squares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dark {
    /// Single colour.
    Plain(Colour),
    /// With oblique lines of a colour.
    Hatched(Colour),
}

/// Highlight of a square.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Highlight {
    /// A colour over the whole square.
    Wash(Colour),
    /// A line along its edges.
    Frame(Colour),
}
