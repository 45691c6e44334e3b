//! Lines of movetext, wrapped at a width.

use std::ops::Range;

use wide::u8x16;

use super::text::on_one_line;
use crate::bitmask::{below, equal};
use partie_formats::replay::Gathered;

/// Move numbers, each with a dot and a space before it, the first byte lowest; the highest byte has
/// the number of bytes.
static NUMBERS: [u64; 1000] = {
    let mut numbers = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        let mut bytes = b'.' as u64;
        let mut length = 2;
        let mut rest = n as u64;
        loop {
            let digit = b'0' as u64 + rest % 10;
            bytes = bytes << 8 | digit;
            length += 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        numbers[n] = length << 56 | bytes << 8 | b' ' as u64;
        n += 1;
    }
    numbers
};

/// Length up to which a command in a comment is never broken, in bytes.
const UNBROKEN: usize = 60;

/// Fills lines with words. What was written last waits for its place, for what comes next
/// may still join its last word: it is a run of words with a space before each, or one word.
pub(super) struct LineWrapper<'a> {
    out: Gathered<'a>,
    /// Offset of the word; a space stands before it.
    start: usize,
    waits: Waits,
    /// The bytes of the last word that are no characters of their own.
    inner: usize,
    /// Number of characters on the line before that space.
    column: usize,
    /// The longest line.
    width: usize,
}

/// Text that waits for its place on a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    Word,
    /// Words with single spaces between them, and comments; lines may end at spaces that satisfy
    /// [`LineWrapper::may_end_line`].
    Run(Run),
}

/// Contents of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Run {
    /// Commands in comments, which are short ones and are not broken.
    commands: bool,
    /// Letters that are no ASCII.
    wide: bool,
}

impl LineWrapper<'_> {
    /// Continues after a line end. With a width of 0, everything stands on one line.
    pub(super) fn new(out: &mut Vec<u8>, width: usize) -> LineWrapper<'_> {
        let width = if width == 0 { usize::MAX / 2 } else { width };
        // As if a full line stood there, so that the first word begins the next one.
        let (start, column) = (out.len(), width - 1);
        LineWrapper { out: Gathered::new(out), start, waits: Waits::Word, inner: 0, column, width }
    }

    /// Places the last word, which ends somewhere.
    #[inline]
    fn place_to(&mut self, end: usize) {
        let length = end - self.start - self.inner;
        self.column += 1 + length;
        if self.column > self.width {
            self.column = length;
            self.end_line(self.start);
        }
    }

    /// Starts a pending run at the next space.
    #[inline]
    pub(super) fn open_run(&mut self) {
        if self.waits == Waits::Word {
            self.begin_run();
        }
    }

    #[cold]
    fn begin_run(&mut self) {
        self.out.flush();
        self.place_to(self.out.text.len());
        self.start = self.out.text.len() + 1;
        self.inner = 0;
        self.waits = Waits::Run(Run::default());
    }

    /// Begins a word that is no part of a run.
    fn begin(&mut self) {
        self.settle();
        self.place_to(self.out.text.len());
        self.out.text.push(b' ');
        self.start = self.out.text.len();
        self.inner = 0;
    }

    /// Makes the space before a word the end of a line.
    fn end_line(&mut self, word: usize) {
        if let Some(space) = self.out.text.get_mut(word.wrapping_sub(1)) {
            *space = b'\n';
        }
    }

    /// A word that must not be broken.
    pub(super) fn word(&mut self, word: &str) {
        let simple = word.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'{' | b'}'));
        if simple && !word.starts_with(['%', '[']) {
            self.open_run();
            self.out.word(b" ");
            self.out.slice(word.as_bytes());
        } else {
            self.begin();
            self.out.text.extend_from_slice(word.as_bytes());
            self.inner = word.len() - word.chars().count();
        }
    }

    /// Writes a word of `length` letters, at most seven, the first one in the lowest byte, in an
    /// open run.
    #[inline]
    pub(super) fn short(&mut self, word: u64, length: usize) {
        self.out.push((word << 8 | u64::from(b' ')).to_le_bytes(), length + 1);
    }

    /// A move number, after an opening parenthesis or not, in a run that is open.
    #[inline]
    pub(super) fn number(&mut self, number: u64, white: bool, opens: bool) {
        let Some(word) = NUMBERS.get(number as usize) else {
            return self.large_number(number, white, opens);
        };
        let (mut word, mut length) = (*word, (word >> 56) as usize);
        if !white {
            word = word << 8 >> 8 | 0x2e2e << (8 * length);
            length += 2;
        }
        if opens {
            self.out.word(b" (");
            (word, length) = (word >> 8, length - 1);
        }
        self.out.push(word.to_le_bytes(), length);
    }

    #[cold]
    fn large_number(&mut self, number: u64, white: bool, opens: bool) {
        let (open, dots) = (if opens { "(" } else { "" }, if white { "." } else { "..." });
        self.word(&format!("{open}{number}{dots}"));
    }

    /// Writes a NAG.
    #[inline]
    pub(super) fn nag(&mut self, nag: u8) {
        let number = NUMBERS[usize::from(nag)];
        // The space goes to the dollar's left, and the dot is not taken.
        let word = (number & !0xff | u64::from(b'$')) << 8 | u64::from(b' ');
        self.open_run();
        self.out.push(word.to_le_bytes(), (number >> 56) as usize);
    }

    /// Writes a short comment of ASCII on one line with its braces. Returns false for any other.
    #[inline]
    pub(super) fn short_comment(&mut self, text: &[u8], part: &Range<usize>) -> bool {
        let length = part.end.wrapping_sub(part.start) + 2;
        let block = text.get(part.start.wrapping_sub(1)..part.start + 31);
        let block = block.and_then(<[u8]>::first_chunk::<32>);
        let Some(block) = block.filter(|block| length <= 32 && block[0] == b'{') else {
            return false;
        };
        let lane =
            |from: usize| block[from..].first_chunk().map_or(u8x16::ZERO, |b| u8x16::new(*b));
        let (first, second) = (lane(0), lane(16));
        let bits = |test: fn(u8x16) -> u8x16| {
            let bits = test(first).to_bitmask() | test(second).to_bitmask() << 16;
            bits & (u32::MAX >> (32 - length)) != 0
        };
        if bits(|lane| below(lane, b' ')) {
            return false;
        }
        self.open_run();
        self.see(Seen { brackets: bits(|lane| equal(lane, b'[')), wide: false, control: false });
        let mut word = [b' '; 33];
        if let Some(place) = word.last_chunk_mut() {
            *place = *block;
        }
        self.out.push(word, 1 + length);
        true
    }

    /// A part of a text as a comment, after an opening parenthesis or not. It is UTF-8 without
    /// closing braces; its lines become one by [`on_one_line`]. It may be broken at single
    /// spaces: a line end there reads as a space again.
    pub(super) fn comment(&mut self, text: &[u8], part: Range<usize>, opens: bool) {
        let seen = Seen::of(text, &part);
        if !seen.may_run(part.len()) {
            return self.comment_in_order(&text[part], opens);
        }
        self.open_run();
        self.see(seen);
        if opens {
            self.out.word(b" (");
        } else {
            self.out.word(b" ");
        }
        self.out.word(b"{");
        if seen.control {
            self.out.flush();
            let inner = self.out.text.len();
            self.out.text.extend_from_slice(&text[part.clone()]);
            if !join_lines(&mut self.out.text[inner - 1..]) {
                self.out.text.truncate(inner);
                self.out.text.extend_from_slice(
                    on_one_line(String::from_utf8_lossy(&text[part])).as_bytes(),
                );
            }
        } else {
            self.out.slice(&text[part]);
        }
        self.out.word(b"}");
    }

    /// Notes what is in a comment of the run.
    #[inline]
    fn see(&mut self, seen: Seen) {
        if let Waits::Run(run) = &mut self.waits {
            run.commands |= seen.brackets;
            run.wide |= seen.wide;
        }
    }

    /// A comment that is broken as it is written.
    fn comment_in_order(&mut self, text: &[u8], opens: bool) {
        self.begin();
        self.out.text.extend_from_slice(if opens { b"({" } else { b"{" });
        self.out.text.extend_from_slice(on_one_line(String::from_utf8_lossy(text)).as_bytes());
        self.out.text.push(b'}');
        self.break_in_order();
    }

    /// Places what waits, but for the last word.
    fn settle(&mut self) {
        self.out.flush();
        let Waits::Run(run) = self.waits else { return };
        self.waits = Waits::Word;
        let end = self.out.text.len();
        // The first unplaced word, and whether its line begins with it; and the number of
        // characters that fit on its line from there on.
        let mut word = self.start;
        let mut first = false;
        let mut room = self.width.saturating_sub(self.column + 1);
        while let Some(beyond) = self.beyond(word, room, run) {
            let last = self.last_of_run(word, beyond, run);
            let next = || self.first_of_run(word, beyond, run);
            if let Some(space) = last.or_else(|| if first { next() } else { None }) {
                word = space + 1;
            } else if first {
                // It is too long for any line.
                break;
            }
            self.end_line(word);
            first = true;
            room = self.width;
        }
        let column = if first { 0 } else { self.column + 1 };
        let inner = |part: Range<usize>| if run.wide { inner(&self.out.text[part]) } else { 0 };
        if let Some(space) = self.last_of_run(word, end, run) {
            self.start = space + 1;
            self.column = column + space - word - inner(word..space);
        } else {
            self.start = word;
            self.column = if first { self.width } else { self.column };
        }
        self.inner = inner(self.start..end);
    }

    /// Returns the offset of the first character in a run, from `word` on, that does not fit on a
    /// line with room for `room` characters; `None` if all fit.
    #[inline]
    fn beyond(&self, word: usize, room: usize, run: Run) -> Option<usize> {
        let end = self.out.text.len();
        let beyond = word.saturating_add(room).saturating_add(1);
        if beyond > end {
            return None;
        }
        if run.wide { self.beyond_letters(word, beyond) } else { Some(beyond) }
    }

    /// Returns the same where some characters have several bytes, given where it would be if they
    /// had one.
    #[inline(never)]
    fn beyond_letters(&self, word: usize, mut beyond: usize) -> Option<usize> {
        let mut from = word;
        loop {
            let more = inner(self.out.text.get(from..beyond)?);
            if more == 0 {
                return Some(beyond);
            }
            (from, beyond) = (beyond, beyond + more);
        }
    }

    /// Returns the last space of a part of a run at which a line may end. The part's first word is
    /// the first of its line, or of the run.
    #[inline]
    fn last_of_run(&self, word: usize, end: usize, run: Run) -> Option<usize> {
        let mut end = end;
        loop {
            let at = last_space(&self.out.text[word..end])? + word;
            if self.is_line_end(word, at, run) {
                return Some(at);
            }
            end = at;
        }
    }

    /// Returns the first one after a place.
    #[cold]
    fn first_of_run(&self, word: usize, from: usize, run: Run) -> Option<usize> {
        let mut spaces = memchr::memchr_iter(b' ', &self.out.text[from..]).map(|at| from + at);
        spaces.find(|at| self.is_line_end(word, *at, run))
    }

    /// Returns true if a line may end at a space of a run. Outside of comments it always may.
    #[inline]
    fn is_line_end(&self, word: usize, at: usize, run: Run) -> bool {
        self.may_end_line(at) && !(run.commands && is_in_command(&self.out.text[word..at]))
    }

    /// Breaks the last word, which is a comment, into lines, and looks at all of it.
    fn break_in_order(&mut self) {
        let mut command = false;
        for at in self.start..self.out.text.len() {
            match self.out.text[at] {
                0x80..0xc0 => self.inner += 1,
                b'[' => command |= self.out.text.get(at + 1) == Some(&b'%'),
                b']' => command = false,
                // A command such as [%clk 0:05:00] stays on one line, unless it is very long.
                b' ' if self.may_end_line(at) && !(command && at - self.start < UNBROKEN) => {
                    self.place_to(at);
                    self.start = at + 1;
                    self.inner = 0;
                }
                _ => {}
            }
        }
    }

    /// Returns true if a space in a comment is a single one, with no tab beside it, and the line
    /// after it would not look like an escaped line or a tag.
    #[inline]
    fn may_end_line(&self, space: usize) -> bool {
        !matches!(self.out.text[space - 1], b' ' | b'\t')
            && match self.out.text.get(space + 1) {
                Some(b' ' | b'\t' | b'%') | None => false,
                Some(b'[') => self.out.text.get(space + 2) == Some(&b'%'),
                Some(_) => true,
            }
    }

    /// A closing parenthesis, on the last word.
    pub(super) fn close(&mut self) {
        self.out.word(b")");
    }

    /// The last word, and the empty line after a game.
    pub(super) fn finish(mut self, word: &str) {
        self.word(word);
        self.settle();
        self.place_to(self.out.text.len());
        self.out.text.extend_from_slice(b"\n\n");
    }
}

/// Makes spaces of the line ends of a comment after its brace; false if beside one of them is
/// another or a space.
fn join_lines(comment: &mut [u8]) -> bool {
    let space = |b: Option<&u8>| matches!(b, Some(b' ' | b'\t' | b'\n' | b'\r'));
    let mut from = 1;
    while let Some(at) = memchr::memchr(b'\n', &comment[from..]) {
        let at = from + at;
        if space(comment.get(at - 1)) || space(comment.get(at + 1)) {
            return false;
        }
        comment[at] = b' ';
        from = (at + 2).min(comment.len());
    }
    true
}

/// Features of a comment.
#[derive(Clone, Copy)]
struct Seen {
    /// Letters that are no ASCII.
    wide: bool,
    /// These, or bytes below the space, as line ends are.
    control: bool,
    /// Brackets that open.
    brackets: bool,
}

impl Seen {
    /// Looks at a part of a text.
    #[inline]
    fn of(text: &[u8], part: &Range<usize>) -> Seen {
        let blocks = text[part.clone()].chunks_exact(16);
        let rest = blocks.remainder().len();
        let (mut all, mut control, mut brackets) = (u8x16::ZERO, u8x16::ZERO, u8x16::ZERO);
        for block in blocks {
            let block = block.first_chunk().map_or(u8x16::ZERO, |block| u8x16::new(*block));
            all |= block;
            control |= below(block, b' ');
            brackets |= equal(block, b'[');
        }
        let last = part.end - rest;
        let block = match text.get(last..).and_then(<[u8]>::first_chunk::<16>) {
            Some(block) => u8x16::new(*block),
            None => u8x16::new(std::array::from_fn(|i| text.get(last + i).copied().unwrap_or(0))),
        };
        let bits = |block: u8x16| block.to_bitmask() & ((1 << rest) - 1) != 0;
        Seen {
            wide: all.to_bitmask() != 0 || bits(block),
            control: control.to_bitmask() != 0 || bits(below(block, b' ')),
            brackets: brackets.to_bitmask() != 0 || bits(equal(block, b'[')),
        }
    }

    /// Returns true if a comment of a length may stand in a run. The line ends in a long one with
    /// commands depend on its beginning.
    const fn may_run(self, length: usize) -> bool {
        !self.brackets || length + 3 <= UNBROKEN
    }
}

/// Returns the number of continuation bytes of UTF-8.
#[inline]
fn inner(text: &[u8]) -> usize {
    text.iter().filter(|b| matches!(b, 0x80..0xc0)).count()
}

/// Returns the last space of a text; mostly it is near.
#[inline]
fn last_space(text: &[u8]) -> Option<usize> {
    if let Some(bytes) = text.last_chunk::<8>() {
        let others = u64::from_le_bytes(*bytes) ^ (ONES * 0x20);
        let others = others | ((others & (ONES * 0x7f)) + ONES * 0x7f);
        let spaces = !others & (ONES << 7);
        if spaces != 0 {
            return Some(text.len() - 1 - spaces.leading_zeros() as usize / 8);
        }
    }
    memchr::memrchr(b' ', text)
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns true if a part of a run ends within a command.
#[inline(never)]
fn is_in_command(run: &[u8]) -> bool {
    let mut end = run.len();
    while let Some(at) = memchr::memrchr2(b'[', b']', &run[..end]) {
        if run[at] == b']' {
            return false;
        }
        if run.get(at + 1) == Some(&b'%') {
            // The comment in which it stands may have ended.
            return memchr::memchr(b'}', &run[at..]).is_none();
        }
        end = at;
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words of a comment as they may stand on lines, found in the plain way.
    fn words(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        let (mut start, mut command) = (0, false);
        for (i, _) in text.char_indices() {
            let rest = &text[i..];
            command = rest.starts_with("[%") || command && !rest.starts_with(']');
            let lone = rest.starts_with(' ') && !text[..i].ends_with([' ', '\t']);
            let next = rest.get(1..).unwrap_or_default();
            let bad = next.starts_with([' ', '\t', '%'])
                || next.starts_with('[') && !next.starts_with("[%");
            if lone && !bad && !(command && i - start < UNBROKEN) {
                words.push(&text[start..i]);
                start = i + 1;
            }
        }
        words.push(&text[start..]);
        words
    }

    fn wrapped(words: &[&str], width: usize) -> String {
        let (mut out, mut column) = (String::new(), 0);
        for word in words {
            let length = word.chars().count();
            if out.is_empty() || width > 0 && column + 1 + length > width {
                out.push('\n');
                column = length;
            } else {
                out.push(' ');
                column += 1 + length;
            }
            out.push_str(word);
        }
        out
    }

    #[test]
    fn short_words() {
        let mut out = b"]".to_vec();
        let mut lines = LineWrapper::new(&mut out, 0);
        lines.open_run();
        for (number, white, opens) in [
            (0, true, false),
            (7, true, true),
            (99, false, false),
            (999, false, true),
            (1000, true, false),
        ] {
            lines.number(number, white, opens);
        }
        for nag in [0, 9, 10, 100, 255] {
            lines.nag(nag);
        }
        lines.short(u64::from_le_bytes(*b"Qa1xb2#+"), 7);
        lines.close();
        lines.finish("*");
        let text = String::from_utf8(out).expect("ASCII");
        assert_eq!(text, "]\n0. (7. 99... (999... 1000. $0 $9 $10 $100 $255 Qa1xb2#) *\n\n");
    }

    proptest! {
        #[test]
        fn comments_fill_lines(
            width in 0..90_usize,
            comments in prop::collection::vec(
                ("( |\t|[a-z]{1,9}|%|\\{|\\[|\\]|\\[%clk 0:00:01\\]|\\[%cal Ga1a2,Ga2a3 |[éž]){0,30}", any::<bool>(), 0..3_usize),
                1..6,
            ),
        ) {
            let mut out = b"]".to_vec();
            let mut lines = LineWrapper::new(&mut out, width);
            let mut all = Vec::new();
            for (text, opens, closes) in &comments {
                lines.comment(text.as_bytes(), 0..text.len(), *opens);
                (0..*closes).for_each(|_| lines.close());
                all.push(format!("{}{{{text}}}", if *opens { "(" } else { "" }));
            }
            lines.finish("*");
            let mut parts: Vec<String> = Vec::new();
            for (text, (_, _, closes)) in all.iter().zip(&comments) {
                parts.extend(words(text).into_iter().map(str::to_owned));
                if let Some(last) = parts.last_mut() {
                    *last += &")".repeat(*closes);
                }
            }
            parts.push("*".to_owned());
            let parts: Vec<_> = parts.iter().map(String::as_str).collect();
            let expected = format!("]{}\n\n", wrapped(&parts, width));
            prop_assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
        }
    }
}
