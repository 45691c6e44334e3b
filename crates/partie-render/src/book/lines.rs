//! Text to lines: styles, places where a line may end, even right margins.

use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::font::{self, Face, GlyphRun};

/// Text of one style, including its spaces.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) text: String,
    pub(super) face: Face,
    /// The size as a part of the paragraph's.
    pub(super) scale: f64,
    /// True if the line may break within it; a move stays whole.
    pub(super) breaks: bool,
}

impl Span {
    /// Text of the paragraph's size that may break into lines.
    pub(super) fn of(text: &str, face: Face) -> Span {
        Span { text: text.to_owned(), face, scale: 1.0, breaks: true }
    }
}

/// A run with the size of its font.
#[derive(Clone, Debug)]
pub(super) struct TextPiece {
    pub(super) run: GlyphRun,
    pub(super) size: f64,
}

impl TextPiece {
    fn width(&self) -> f64 {
        self.run.width() * self.size
    }
}

/// A piece at its place on a line, from the line's beginning.
#[derive(Clone, Debug)]
pub(super) struct PlacedPiece {
    pub(super) x: f64,
    pub(super) piece: TextPiece,
}

/// Unbreakable run of text.
struct Word {
    pieces: Vec<TextPiece>,
    width: f64,
    /// Width of the space after it.
    space: f64,
    /// Font of the space.
    face: Face,
}

/// Maximum growth of spaces, relative to the font size, before a line stays ragged.
const LOOSEST: f64 = 0.75;

/// Fills lines of a width. The last line, and one that would become too loose, is not
/// spread.
pub(super) fn fill(spans: &[Span], size: f64, width: f64, even: bool) -> Vec<Vec<PlacedPiece>> {
    let words = words(spans, size, width);
    let mut lines = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let mut end = start + 1;
        let mut used = words[start].width;
        while end < words.len() {
            let more = words[end - 1].space + words[end].width;
            if used + more > width {
                break;
            }
            used += more;
            end += 1;
        }
        let spaces = words[start..end - 1].iter().filter(|word| word.space > 0.0).count();
        let rest = width - used;
        let grow = if even && end < words.len() && spaces > 0 {
            Some(rest / spaces as f64).filter(|grow| *grow <= LOOSEST * size)
        } else {
            None
        };
        lines.push(place(&words[start..end], size, grow.unwrap_or(0.0)));
        start = end;
    }
    lines
}

/// Places words one after the other, with spaces grown by `grow`.
fn place(words: &[Word], size: f64, grow: f64) -> Vec<PlacedPiece> {
    let mut x = 0.0;
    let mut line = Vec::new();
    for (i, word) in words.iter().enumerate() {
        for piece in &word.pieces {
            line.push(PlacedPiece { x, piece: piece.clone() });
            x += piece.width();
        }
        // Spaces are written as well, even at the end of a line, so that the text can be copied.
        if word.space > 0.0 || i + 1 == words.len() {
            let spaces = font::shape(word.face, " ").into_iter();
            line.extend(spaces.map(|run| PlacedPiece { x, piece: TextPiece { run, size } }));
            x += word.space + grow;
        }
    }
    line
}

fn words(spans: &[Span], size: f64, width: f64) -> Vec<Word> {
    let mut text = String::new();
    let mut ends = Vec::new();
    for span in spans {
        text += &span.text;
        ends.push(text.len());
    }
    let start_of = |i: usize| if i == 0 { 0 } else { ends[i - 1] };
    let within_whole = |at: usize| {
        let i = ends.partition_point(|end| *end <= at);
        spans.get(i).is_some_and(|span| !span.breaks && at > start_of(i))
    };
    let mut words = Vec::new();
    let mut start = 0;
    for (at, opportunity) in linebreaks(&text) {
        if opportunity == BreakOpportunity::Allowed && within_whole(at) {
            continue;
        }
        let word = &text[start..at];
        let trimmed = word.trim_end();
        let mut pieces = Vec::new();
        let first = ends.partition_point(|end| *end <= start);
        let of_word = (first..spans.len()).take_while(|i| start_of(*i) < start + trimmed.len());
        for i in of_word {
            let span = &spans[i];
            let (from, to) = (start.max(start_of(i)), ends[i].min(start + trimmed.len()));
            if from < to {
                let size = size * span.scale;
                let runs = font::shape(span.face, &text[from..to]).into_iter();
                pieces.extend(runs.map(|run| TextPiece { run, size }));
            }
        }
        let face = spans[ends.partition_point(|end| *end < at).min(spans.len() - 1)].face;
        let space = if trimmed.len() < word.len() { font::width(face, " ", size) } else { 0.0 };
        start = at;
        push_word(&mut words, pieces, (space, face), width);
    }
    words
}

/// Adds a word; a word wider than a line is cut between its letters.
fn push_word(
    words: &mut Vec<Word>,
    pieces: Vec<TextPiece>,
    (space, face): (f64, Face),
    width: f64,
) {
    let whole: f64 = pieces.iter().map(TextPiece::width).sum();
    if whole <= width {
        words.push(Word { pieces, width: whole, space, face });
        return;
    }
    let mut part: Vec<TextPiece> = Vec::new();
    let mut used = 0.0;
    for piece in pieces {
        for c in piece.run.text.chars() {
            for run in font::shape(piece.run.face, &c.to_string()) {
                let letter = TextPiece { run, size: piece.size };
                if used + letter.width() > width && !part.is_empty() {
                    let pieces = std::mem::take(&mut part);
                    words.push(Word { pieces, width: used, space: 0.0, face });
                    used = 0.0;
                }
                used += letter.width();
                part.push(letter);
            }
        }
    }
    words.push(Word { pieces: part, width: used, space, face });
}
