//! Charts: bars of characters, and panels and curves in SVG.

pub(crate) mod bars;
pub(crate) mod curve;
pub(crate) mod panels;
