//! Lines of spans, side by side and filled to a width.

use unicode_width::UnicodeWidthStr as _;

use super::style::{StyledLine, StyledSpan, TextStyle};

/// The columns of a line.
pub(crate) fn width(line: &[StyledSpan]) -> usize {
    line.iter().map(|span| span.text.width()).sum()
}

/// The text of a line alone.
#[cfg(test)]
pub(crate) fn plain(line: &[StyledSpan]) -> String {
    line.iter().map(|span| span.text.as_str()).collect()
}

/// Pads a line with spaces.
pub(crate) fn padded(mut line: StyledLine, columns: usize) -> StyledLine {
    let missing = columns.saturating_sub(width(&line));
    if missing > 0 {
        line.push(StyledSpan::new(" ".repeat(missing), TextStyle::Plain));
    }
    line
}

/// Puts blocks of lines side by side, `gap` spaces apart.
pub(crate) fn beside(blocks: Vec<Vec<StyledLine>>, gap: usize) -> Vec<StyledLine> {
    let mut blocks = blocks.into_iter();
    let mut all = blocks.next().unwrap_or_default();
    for block in blocks {
        let columns = all.iter().map(|line| width(line)).max().unwrap_or(0) + gap;
        let height = all.len().max(block.len());
        all.resize(height, StyledLine::new());
        for (line, more) in all.iter_mut().zip(block) {
            *line = padded(std::mem::take(line), columns);
            line.extend(more);
        }
    }
    all
}

/// A text cut to a width, with an ellipsis where it is cut.
pub(crate) fn cut(text: &str, columns: usize, ellipsis: &str) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(ellipsis.width());
    prefix(text, room).trim_end().to_owned() + ellipsis
}

/// The beginning of a text that fits in a width.
fn prefix(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
        used > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// Cuts a line to a width. A wide character that would only fit by half is left out.
pub(crate) fn clipped(line: &[StyledSpan], columns: usize) -> StyledLine {
    let mut room = columns;
    let mut clipped = StyledLine::new();
    for span in line {
        let text = prefix(&span.text, room);
        room = room.saturating_sub(text.width());
        clipped.push(StyledSpan { text: text.to_owned(), ..*span });
        if text.len() < span.text.len() {
            break;
        }
    }
    clipped
}

/// Words filled into lines; `columns` says how wide each line may be, by its number
/// from 0. A word that is wider than its line stands alone, broken where it must be.
pub(crate) fn filled(words: &[StyledLine], columns: impl Fn(usize) -> usize) -> Vec<StyledLine> {
    let mut lines: Vec<StyledLine> = Vec::new();
    let mut line = StyledLine::new();
    let mut used = 0;
    for word in words {
        for word in broken(word, columns(lines.len()).max(1)) {
            let length = width(&word);
            if used > 0 && used + 1 + length > columns(lines.len()) {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            if used > 0 {
                let space = StyledSpan::new(" ", between(&line, &word));
                push(&mut line, space);
                used += 1;
            }
            for span in word {
                push(&mut line, span);
            }
            used += length;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Returns the style of a space: its neighbours' style if they agree.
fn between(line: &[StyledSpan], word: &[StyledSpan]) -> TextStyle {
    match (line.last(), word.first()) {
        (Some(a), Some(b)) if a.style == b.style && a.style != TextStyle::Current => a.style,
        _ => TextStyle::Plain,
    }
}

fn push(line: &mut StyledLine, span: StyledSpan) {
    match line.last_mut() {
        Some(last) if last.style == span.style && last.background == span.background => {
            last.text.push_str(&span.text);
        }
        _ => line.push(span),
    }
}

/// A word in parts that fit; nearly always the word itself.
fn broken(word: &StyledLine, columns: usize) -> Vec<StyledLine> {
    if width(word) <= columns {
        return vec![word.clone()];
    }
    let mut parts = vec![StyledLine::new()];
    let mut used = 0;
    for span in word {
        for c in span.text.chars() {
            let length = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
            if used + length > columns && used > 0 {
                parts.push(StyledLine::new());
                used = 0;
            }
            if let Some(part) = parts.last_mut() {
                push(part, StyledSpan { text: c.to_string(), ..*span });
            }
            used += length;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<StyledLine> {
        text.split(' ').map(|word| vec![StyledSpan::new(word, TextStyle::Plain)]).collect()
    }

    #[test]
    fn lines_are_filled_to_their_own_widths() {
        let lines = filled(&words("1. e4 e5 2. Nf3 Nc6 3. Bb5"), |n| if n == 0 { 5 } else { 12 });
        let lines: Vec<_> = lines.iter().map(|l| plain(l)).collect();
        assert_eq!(lines, ["1. e4", "e5 2. Nf3", "Nc6 3. Bb5"]);
        let long = filled(&words("a Donaudampfschiff b"), |_| 6);
        let long: Vec<_> = long.iter().map(|l| plain(l)).collect();
        assert_eq!(long, ["a", "Donaud", "ampfsc", "hiff b"]);
    }

    #[test]
    fn blocks_of_different_heights() {
        let block =
            |text: &str| -> Vec<StyledLine> { text.lines().map(|l| words(l).remove(0)).collect() };
        let lines = beside(vec![block("a\nbbb"), block("x\ny\nz")], 2);
        let lines: Vec<_> = lines.iter().map(|l| plain(l)).collect();
        assert_eq!(lines, ["a    x", "bbb  y", "     z"]);
    }

    #[test]
    fn names_are_cut_by_columns() {
        assert_eq!(cut("Nepomniachtchi", 20, "…"), "Nepomniachtchi");
        assert_eq!(cut("Nepomniachtchi", 8, "…"), "Nepomni…");
        assert_eq!(cut("丁立人", 5, "…"), "丁立…");
        assert_eq!(cut("Ding Liren", 6, "…"), "Ding…");
    }
}
