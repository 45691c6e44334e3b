//! Texts that programs write before each line of a log: a time, a direction, a number, names.

/// The longest text before a line, in bytes.
pub(crate) const LONGEST_PREFIX: usize = 80;

/// Words that programs write before a line, in lower case.
#[rustfmt::skip]
const WORDS: [&str; 44] = [
    "t", "z", "utc", "gmt", "am", "pm", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
    "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "info", "debug", "warn",
    "warning", "error", "trace", "notice", "recv", "received", "in", "rx", "server", "ics", "fics",
    "aics", "b", "m", "s", "line",
];

/// Verbs with which a server tells what players say.
#[rustfmt::skip]
const OF_CHAT: [&str; 14] = [
    "says", "tells", "told", "whispers", "kibitzes", "shouts", "shout", "said", "kibitz", "whisper",
    "tell", "say", "wrote", "channel",
];

/// A part of the text before a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Digits,
    Letters,
    Spaces,
    Other(u8),
}

/// Returns true if a program may write a text before a line: short, and without words of its own.
pub(crate) fn is_prefix(text: &[u8]) -> bool {
    text.len() <= LONGEST_PREFIX && shapes(text).is_some()
}

/// Returns the parts of a text before a line; `None` if it has words of its own, as what players say.
pub(crate) fn shapes(prefix: &[u8]) -> Option<Vec<Shape>> {
    let text = str::from_utf8(prefix).ok()?.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    // With a time a line may name anything but what players do.
    let is_time =
        |three: &[u8]| three[1] == b':' && three[0].is_ascii_digit() && three[2].is_ascii_digit();
    let is_timed = prefix.windows(3).any(is_time);
    let fits = |word: &str| if is_timed { !OF_CHAT.contains(&word) } else { WORDS.contains(&word) };
    if !words.all(fits) {
        return None;
    }
    let mut shapes = Vec::new();
    for byte in prefix {
        let shape = shape(*byte);
        let is_run = matches!(shape, Shape::Digits | Shape::Letters | Shape::Spaces);
        if !(is_run && shapes.last() == Some(&shape)) {
            shapes.push(shape);
        }
    }
    Some(shapes)
}

const fn shape(byte: u8) -> Shape {
    match byte {
        b'0'..=b'9' => Shape::Digits,
        b'a'..=b'z' | b'A'..=b'Z' => Shape::Letters,
        b' ' | b'\t' => Shape::Spaces,
        other => Shape::Other(other),
    }
}

/// Returns the length of the text before a line, if it has the same parts.
pub(crate) fn matching(line: &[u8], shapes: &[Shape]) -> Option<usize> {
    let mut at = 0;
    for expected in shapes {
        let run = line[at..].iter().take_while(|b| shape(**b) == *expected).count();
        at += match expected {
            Shape::Other(_) => run.min(1),
            _ => run,
        };
        if run == 0 {
            return None;
        }
    }
    Some(at)
}
