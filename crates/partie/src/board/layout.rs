//! Lines of spans, side by side and filled to a width.

use unicode_width::UnicodeWidthStr as _;

use super::ink::{Ink, Line, Span};

/// The columns of a line.
pub(crate) fn width(line: &[Span]) -> usize {
    line.iter().map(|span| span.text.width()).sum()
}

/// The text of a line alone.
#[cfg(test)]
pub(crate) fn plain(line: &[Span]) -> String {
    line.iter().map(|span| span.text.as_str()).collect()
}

/// A line filled with blanks up to a width.
pub(crate) fn padded(mut line: Line, columns: usize) -> Line {
    let missing = columns.saturating_sub(width(&line));
    if missing > 0 {
        line.push(Span::new(" ".repeat(missing), Ink::Plain));
    }
    line
}

/// Blocks of lines side by side, `gap` blanks between them.
pub(crate) fn beside(blocks: Vec<Vec<Line>>, gap: usize) -> Vec<Line> {
    let mut blocks = blocks.into_iter();
    let mut all = blocks.next().unwrap_or_default();
    for block in blocks {
        let columns = all.iter().map(|line| width(line)).max().unwrap_or(0) + gap;
        let height = all.len().max(block.len());
        all.resize(height, Line::new());
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
    let mut kept = String::new();
    let mut used = 0;
    for c in text.chars() {
        used += unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
        if used > room {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    kept + ellipsis
}

/// Words filled into lines; `columns` says how wide each line may be, by its number
/// from 0. A word that is wider than its line stands alone, broken where it must be.
pub(crate) fn filled(words: &[Line], columns: impl Fn(usize) -> usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut line = Line::new();
    let mut used = 0;
    for word in words {
        for word in broken(word, columns(lines.len()).max(1)) {
            let length = width(&word);
            if used > 0 && used + 1 + length > columns(lines.len()) {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            if used > 0 {
                let blank = Span::new(" ", between(&line, &word));
                push(&mut line, blank);
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

/// The ink of a blank: that of its neighbours if they agree.
fn between(line: &[Span], word: &[Span]) -> Ink {
    match (line.last(), word.first()) {
        (Some(a), Some(b)) if a.ink == b.ink && a.ink != Ink::Current => a.ink,
        _ => Ink::Plain,
    }
}

fn push(line: &mut Line, span: Span) {
    match line.last_mut() {
        Some(last) if last.ink == span.ink && last.ground == span.ground => {
            last.text.push_str(&span.text);
        }
        _ => line.push(span),
    }
}

/// A word in parts that fit; nearly always the word itself.
fn broken(word: &Line, columns: usize) -> Vec<Line> {
    if width(word) <= columns {
        return vec![word.clone()];
    }
    let mut parts = vec![Line::new()];
    let mut used = 0;
    for span in word {
        for c in span.text.chars() {
            let length = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
            if used + length > columns && used > 0 {
                parts.push(Line::new());
                used = 0;
            }
            if let Some(part) = parts.last_mut() {
                push(part, Span { text: c.to_string(), ..*span });
            }
            used += length;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Line> {
        text.split(' ').map(|word| vec![Span::new(word, Ink::Plain)]).collect()
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
            |text: &str| -> Vec<Line> { text.lines().map(|l| words(l).remove(0)).collect() };
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
