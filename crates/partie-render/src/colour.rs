//! Colours.

use std::fmt;

/// A colour in sRGB, with an opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
    /// Opacity, from 0 (invisible) to 255 (opaque).
    pub alpha: u8,
}

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour::new(0);
    /// White.
    pub const WHITE: Colour = Colour::new(0x00ff_ffff);

    /// An opaque colour, written as in HTML: `0xf0d9b5`.
    #[must_use]
    pub const fn new(rgb: u32) -> Colour {
        Colour { red: (rgb >> 16) as u8, green: (rgb >> 8) as u8, blue: rgb as u8, alpha: 255 }
    }

    /// Returns the colour with an opacity in percent.
    #[must_use]
    pub const fn percent(self, percent: u8) -> Colour {
        Colour { alpha: (percent as u32 * 255 / 100) as u8, ..self }
    }

    /// The opacity from 0 to 1.
    #[must_use]
    pub fn opacity(self) -> f32 {
        f32::from(self.alpha) / 255.0
    }
}

impl fmt::Display for Colour {
    /// Writes it as in HTML, without the opacity: `#f0d9b5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}
