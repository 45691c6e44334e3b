//! Colours of arrows and circled squares.

use partie_core::Brush;

use crate::colour::Colour;

/// Returns the colour of a brush, as on lichess.
pub(crate) const fn colour(brush: Brush) -> Colour {
    match brush {
        Brush::Green => Colour::new(0x0015_781b),
        Brush::Red => Colour::new(0x0088_2020),
        Brush::Blue => Colour::new(0x0000_3088),
        Brush::Yellow => Colour::new(0x00e6_8f00),
    }
    .percent(78)
}
