//! Text of records as pages show it.

use std::fmt;

use askama::filters::{Escaper, Html};
use partie_formats::text::turns_direction;

/// Escapes text for HTML and removes bidirectional formatting characters, so that no name reverses
/// the text around it. All templates escape by it.
#[derive(Clone, Copy)]
pub(crate) struct Visible;

impl Escaper for Visible {
    fn write_escaped_str<W: fmt::Write>(&self, mut out: W, text: &str) -> fmt::Result {
        text.split(turns_direction).try_for_each(|part| Html.write_escaped_str(&mut out, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_turn_what_follows() {
        let mut out = String::new();
        Visible.write_escaped_str(&mut out, "a\u{202e}<b>\u{2066}\u{5d0}\u{200f}").expect("memory");
        assert_eq!(out, "a&#60;b&#62;\u{5d0}\u{200f}");
    }
}
