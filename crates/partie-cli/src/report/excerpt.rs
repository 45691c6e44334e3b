//! The line of a record around a place, decoded and cut to a size that can be shown.

use std::ops::Range;

use partie_formats::Record;

use super::visible::visible;

/// The longest line, in bytes, that is handed to the renderer as a whole.
const LONG_LINE: usize = 8192;

/// Number of bytes of a longer line kept on either side of the location. A terminal shows
/// fewer; the renderer replaces the rest by an ellipsis.
const CONTEXT: usize = 600;

/// A piece of one line of a record, and places in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The text, without a line end or any other control character.
    pub(crate) text: String,
    /// The places in bytes of the text.
    pub(crate) spans: Vec<Range<usize>>,
    /// True if the text begins where the line begins.
    pub(crate) from_line_start: bool,
}

/// Extracts the line of the first range. The other ranges must begin on the same line; parts beyond
/// the line or the context are cut off.
pub(crate) fn excerpt(record: &Record, places: &[Range<usize>]) -> Excerpt {
    let first = places.first().map_or(0, |p| p.start);
    let line = record.line_around(first);
    let (from, to) = if line.len() <= LONG_LINE {
        (line.start, line.end)
    } else {
        let from = character_start(&record.text, first.saturating_sub(CONTEXT));
        let to = character_start(&record.text, first + CONTEXT);
        (line.start.max(from), line.end.min(to))
    };
    let clip = |offset: usize| offset.clamp(from, to);
    let places: Vec<_> = places.iter().map(|p| clip(p.start)..clip(p.end.max(p.start))).collect();

    // The text is decoded between the ends of ranges, so that the ranges fit in any
    // encoding.
    let mut borders: Vec<usize> = places.iter().flat_map(|p| [p.start, p.end]).collect();
    borders.extend([from, to]);
    borders.sort_unstable();
    borders.dedup();
    let mut text = String::new();
    let mut shown_at = vec![0; borders.len()];
    for (i, pair) in borders.windows(2).enumerate() {
        text += &visible(&record.decoded(&record.text[pair[0]..pair[1]]));
        shown_at[i + 1] = text.len();
    }
    let shown = |offset: usize| borders.binary_search(&offset).map_or(0, |i| shown_at[i]);
    Excerpt {
        spans: places.iter().map(|p| shown(p.start)..shown(p.end)).collect(),
        text,
        from_line_start: from == line.start,
    }
}

/// The start of the UTF-8 character that holds an offset, at most three bytes before it.
fn character_start(text: &[u8], offset: usize) -> usize {
    let offset = offset.min(text.len());
    (offset.saturating_sub(3)..=offset)
        .rev()
        .find(|i| text.get(*i).is_none_or(|b| b & 0xc0 != 0x80))
        .unwrap_or(offset)
}

#[cfg(test)]
mod tests {
    use super::{super::samples::record, *};

    fn marked(text: &[u8], encoding: &'static str, place: Range<usize>) -> String {
        let mut record = record(text, Vec::new());
        record.encoding = encoding;
        let excerpt = excerpt(&record, &[place]);
        let span = excerpt.spans[0].clone();
        let (before, rest) = excerpt.text.split_at(span.start);
        let (inside, after) = rest.split_at(span.len());
        format!("{before}[{inside}]{after}")
    }

    #[test]
    fn one_line_in_its_own_encoding() {
        assert_eq!(marked(b"1. e4\r\n1... f5 2. x\r\n", "UTF-8", 12..14), "1... [f5] 2. x");
        assert_eq!(marked(b"Ji\xf8\xed 0-0 e4", "windows-1250", 5..8), "Jiří [0-0] e4");
        assert_eq!(marked("Jiří 0-0".as_bytes(), "UTF-8", 7..10), "Jiří [0-0]");
        assert_eq!(marked(b"M\xfcller \xc3\xbc", "UTF-8 and windows-1252", 1..2), "M[ü]ller ü");
        assert_eq!(marked(b"a\tb\x1b[0m", "UTF-8", 2..4), "a [b␛][0m");
    }

    #[test]
    fn a_place_is_cut_to_its_line() {
        assert_eq!(marked(b"{ never\nclosed", "UTF-8", 0..14), "[{ never]");
        assert_eq!(marked(b"1. e4", "UTF-8", 5..5), "1. e4[]");
        assert_eq!(marked(b"1. e4", "UTF-8", 90..99), "1. e4[]");
        assert_eq!(marked(b"", "UTF-8", 0..0), "[]");
    }

    #[test]
    fn a_very_long_line_is_cut_between_characters() {
        let text = "ž".repeat(5000);
        assert!(text.len() > LONG_LINE);
        let shown = marked(text.as_bytes(), "UTF-8", 5000..5002);
        assert!(shown.contains("ž[ž]ž"), "{shown}");
        assert!(!shown.contains('�'));
        assert!(shown.len() < 3 * CONTEXT);
    }
}
