//! Comments as they can be written.

use std::borrow::Cow;

use partie_core::annotation::commands;
use partie_formats::{WriteOptions, text::unwrap_lines};

/// A comment's text as it can stand in braces: on one line, and without a closing brace.
pub(crate) fn in_braces(text: Cow<'_, str>) -> Cow<'_, str> {
    let text = on_one_line(text);
    if text.contains('}') { text.replace('}', ")").into() } else { text }
}

/// Makes one line of a text.
pub(crate) fn on_one_line(text: Cow<'_, str>) -> Cow<'_, str> {
    match memchr::memchr2(b'\n', b'\r', text.as_bytes()) {
        Some(_) => unwrap_lines(&text).into(),
        None => text,
    }
}

/// Returns a comment's text without the parts that the options strip; `None` if nothing is left.
#[must_use]
pub fn stripped<'a>(text: &'a str, options: &WriteOptions) -> Option<Cow<'a, str>> {
    let strip = options.strip;
    if !strip.touches_comments() {
        return Some(text.into());
    }
    let mut kept = String::new();
    let mut words = String::new();
    let mut at = 0;
    let mut removed = false;
    for command in commands(text) {
        words.push_str(&text[at..command.span.start]);
        at = command.span.end;
        let drop = match command.name {
            "clk" | "egt" | "emt" | "mct" => strip.clocks,
            "eval" | "evp" => strip.evals,
            "cal" | "csl" => strip.marks,
            _ => strip.other_commands,
        };
        if drop {
            removed = true;
        } else if strip.comments {
            kept.push_str(&text[command.span.clone()]);
            kept.push(' ');
        } else {
            words.push_str(&text[command.span.clone()]);
        }
    }
    words.push_str(&text[at..]);
    let result = if strip.comments {
        kept.trim_end().to_owned()
    } else if removed {
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    };
    (!result.is_empty() || (!strip.comments && !removed)).then_some(result.into())
}
