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
            Theme::Brown => coloured(0xf0_d9b5, 0xb5_8863, (0x9b_c700, 42), 0x6b_4a34),
            Theme::Blue => coloured(0xe3_e9ee, 0x8a_a4b8, (0x58_b9a0, 52), 0x4a_6275),
            Theme::Green => coloured(0xee_eed5, 0x77_9958, (0xf5_e93c, 52), 0x45_5f31),
            Theme::Grey => coloured(0xe9_e9e9, 0xa6_a6a6, (0xf2_c230, 48), 0x55_5555),
            Theme::Print => Palette {
                light: Colour::WHITE,
                dark: Dark::Hatched(Colour::BLACK),
                moved: Highlight::Frame(Colour::BLACK),
                // Books print a check as a sign after the move, not on the board.
                check: None,
                ink: Colour::BLACK,
                pieces: BLACK_AND_WHITE,
                ..coloured(0, 0, (0, 0), 0)
            },
            Theme::Contrast => Palette {
                ink: Colour::BLACK,
                pieces: BLACK_AND_WHITE,
                ..coloured(0xff_f8e1, 0x6f_8fae, (0xff_e100, 75), 0)
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

/// A palette of a light and a dark colour of squares, that of the last move and its strength in
/// percent, and that of the frame.
const fn coloured(light: u32, dark: u32, (moved, strength): (u32, u8), frame: u32) -> Palette {
    Palette {
        light: Colour::new(light),
        dark: Dark::Plain(Colour::new(dark)),
        moved: Highlight::Wash(Colour::new(moved).percent(strength)),
        check: Some(Colour::new(0x00e0_2a1b).percent(68)),
        frame: Colour::new(frame),
        page: Colour::WHITE,
        ink: Colour::new(0x0026_2421),
        pieces: PieceColours {
            white: Colour::WHITE,
            black: Colour::new(0x0038_3532),
            line: Colour::new(0x0016_1412),
            detail: Colour::new(0x00f4_f1ea),
            halo: None,
        },
    }
}

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
