//! Lines of movetext, filled with words up to a width.

use std::ops::Range;

/// How long a command in a comment may be, in bytes, so that it is never broken.
pub(super) const UNBROKEN: usize = 60;

/// Numbers of moves, each with a dot and with a blank before, the first byte lowest.
pub(super) static NUMBERS: [u64; 1000] = {
    let mut numbers = [0; 1000];
    let mut n = 0;
    while n < 1000 {
        let mut bytes = b'.' as u64;
        let mut rest = n as u64;
        loop {
            let digit = b'0' as u64 + rest % 10;
            bytes = bytes << 8 | digit;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        numbers[n] = bytes << 8 | b' ' as u64;
        n += 1;
    }
    numbers
};

/// Fills lines with words. What was written last waits for its place, for what comes next
/// may still join its last word: it is a run of words of ASCII in which any blank outside
/// of comments may become a line end, or one word.
pub(super) struct Filler<'a> {
    out: &'a mut Vec<u8>,
    /// Where that begins; the blank stands before it.
    start: usize,
    waits: Waits,
    /// The bytes of the last word that are no characters of their own.
    inner: usize,
    /// How many characters stand on the line before that blank.
    column: usize,
    /// The longest line.
    width: usize,
}

/// What waits for its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    Word,
    /// Its line ends are blanks, too.
    Run {
        /// Some of it are comments.
        comments: bool,
    },
}

impl Filler<'_> {
    /// Goes on behind a line end; 0 as width: everything stands on one line.
    pub(super) fn new(out: &mut Vec<u8>, width: usize) -> Filler<'_> {
        let width = if width == 0 { usize::MAX / 2 } else { width };
        // As if a full line stood there, so that the first word begins the next one.
        let (start, column) = (out.len(), width - 1);
        Filler { out, start, waits: Waits::Word, inner: 0, column, width }
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

    /// Makes sure that a run waits, which begins with the blank that is written next.
    #[inline]
    fn open_run(&mut self) {
        if self.waits == Waits::Word {
            self.place_to(self.out.len());
            self.start = self.out.len() + 1;
            self.inner = 0;
            self.waits = Waits::Run { comments: false };
        }
    }

    /// Begins a word that is no part of a run.
    fn begin(&mut self) {
        self.settle();
        self.place_to(self.out.len());
        self.out.push(b' ');
        self.start = self.out.len();
        self.inner = 0;
    }

    /// Makes the blank before a word the end of a line.
    fn end_line(&mut self, word: usize) {
        if let Some(blank) = self.out.get_mut(word.wrapping_sub(1)) {
            *blank = b'\n';
        }
    }

    /// A word that must not be broken.
    pub(super) fn word(&mut self, word: &str) {
        if word.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'{' | b'}')) {
            self.open_run();
            self.out.push(b' ');
            self.out.extend_from_slice(word.as_bytes());
        } else {
            self.begin();
            self.out.extend_from_slice(word.as_bytes());
            self.inner = word.len() - word.chars().count();
        }
    }

    /// A word of seven letters at most, the first one lowest, with zeros behind.
    #[inline]
    pub(super) fn short(&mut self, word: u64) {
        self.packed(word << 8 | u64::from(b' '));
    }

    /// A short word with the blank before it.
    #[inline]
    fn packed(&mut self, word: u64) {
        self.open_run();
        self.join(word);
    }

    /// A part of a text: words of ASCII with a blank or line end before each. Those of
    /// comments, if there are any, may be broken as [`Filler::comment`] does; none of
    /// these has a command and is long.
    #[inline]
    pub(super) fn copy(&mut self, text: &[u8], part: Range<usize>, comments: bool) {
        /// A short part is copied with what stands behind it.
        const SHORT: usize = 32;
        self.open_run();
        if comments {
            self.waits = Waits::Run { comments };
        }
        let block = text.get(part.start..).and_then(<[u8]>::first_chunk::<SHORT>);
        if let Some(block) = block.filter(|_| part.len() <= SHORT) {
            let end = self.out.len() + part.len();
            self.out.extend_from_slice(block);
            self.out.truncate(end);
        } else {
            self.out.extend_from_slice(&text[part]);
        }
    }

    /// A blank, which the text has not, within what is copied.
    #[inline]
    pub(super) fn blank(&mut self) {
        self.out.push(b' ');
    }

    /// Some more letters, eight at most.
    #[inline]
    fn join(&mut self, letters: u64) {
        let end = self.out.len() + length_of(letters);
        self.out.extend_from_slice(&letters.to_le_bytes());
        self.out.truncate(end);
    }

    /// A move number, behind an opening parenthesis or not.
    #[inline]
    pub(super) fn number(&mut self, number: u32, white: bool, opens: bool) {
        match NUMBERS.get(number as usize) {
            Some(word) if white && !opens => self.packed(*word),
            Some(word) => {
                let dots = if white { 0 } else { 0x2e2e << (8 * length_of(*word)) };
                self.open_run();
                self.out.push(b' ');
                if opens {
                    self.out.push(b'(');
                }
                self.join((*word | dots) >> 8);
            }
            None => self.large_number(number, white, opens),
        }
    }

    #[cold]
    fn large_number(&mut self, number: u32, white: bool, opens: bool) {
        let (open, dots) = (if opens { "(" } else { "" }, if white { "." } else { "..." });
        self.word(&format!("{open}{number}{dots}"));
    }

    /// A NAG.
    pub(super) fn nag(&mut self, nag: u8) {
        let number = NUMBERS[usize::from(nag)];
        // The dot becomes a zero, and the blank goes to the dollar's left.
        let dot = 8 * (length_of(number) - 1);
        let digits = number & ((1 << dot) - 1) & !0xff;
        self.short(digits | u64::from(b'$'));
    }

    /// A comment, behind an opening parenthesis or not. It may be broken at single
    /// blanks: a line end there reads as a blank again.
    pub(super) fn comment(&mut self, text: &str, opens: bool) {
        let bytes = text.as_bytes();
        let simple = text.is_ascii()
            && match memchr::memchr3(b'{', b'\n', b'[', bytes) {
                None => true,
                // Where lines may end in a long comment with commands depends on where
                // they begin.
                Some(at) => {
                    bytes[at] == b'['
                        && bytes.len() + 3 <= UNBROKEN
                        && memchr::memchr2(b'{', b'\n', bytes).is_none()
                }
            };
        if simple {
            self.open_run();
            self.waits = Waits::Run { comments: true };
            self.out.push(b' ');
        } else {
            self.begin();
        }
        self.out.extend_from_slice(if opens { b"({" } else { b"{" });
        self.out.extend_from_slice(bytes);
        self.out.push(b'}');
        if !simple {
            self.break_in_order();
        }
    }

    /// Places what waits, but for the last word.
    fn settle(&mut self) {
        let Waits::Run { comments } = self.waits else { return };
        self.waits = Waits::Word;
        let end = self.out.len();
        let mut from = self.start - 1;
        while let Some(line_end) = memchr::memchr(b'\n', &self.out[from..]) {
            self.out[from + line_end] = b' ';
            from += line_end + 1;
        }
        // The first word that is not placed yet; whether its line begins with it, and
        // within a comment; and how many letters fit on its line from there on.
        let mut word = self.start;
        let mut first = false;
        let mut brace = comments.then_some(None);
        let mut room = self.width.saturating_sub(self.column + 1);
        while end - word > room {
            let last = self.last_of_run(word, word + room + 1, brace);
            let next = || self.first_of_run(word, word + room + 1, brace);
            if let Some(blank) = last.or_else(|| if first { next() } else { None }) {
                (word, brace) = (blank.at + 1, blank.brace);
            } else if first {
                // It is too long for any line.
                break;
            }
            self.end_line(word);
            first = true;
            room = self.width;
        }
        let column = if first { 0 } else { self.column + 1 };
        if let Some(blank) = self.last_of_run(word, end, brace) {
            self.start = blank.at + 1;
            self.column = column + blank.at - word;
        } else {
            self.start = word;
            self.column = if first { self.width } else { self.column };
        }
    }

    /// The last blank of a part of a run at which a line may end. The part's line begins in
    /// the comment of a brace; or there are no comments at all.
    #[inline]
    fn last_of_run(&self, word: usize, end: usize, brace: Option<Brace>) -> Option<Blank> {
        let mut end = end;
        loop {
            let at = last_blank(&self.out[word..end])? + word;
            let blank = self.blank_of_run(word, at, brace);
            if blank.is_some() {
                return blank;
            }
            end = at;
        }
    }

    /// The first one behind a place.
    #[cold]
    fn first_of_run(&self, word: usize, from: usize, brace: Option<Brace>) -> Option<Blank> {
        let blanks = memchr::memchr_iter(b' ', &self.out[from..]);
        blanks.map(|at| from + at).find_map(|at| self.blank_of_run(word, at, brace))
    }

    /// A blank of a run, if a line may end there.
    #[inline]
    fn blank_of_run(&self, word: usize, at: usize, brace: Option<Brace>) -> Option<Blank> {
        let Some(brace) = brace else { return Some(Blank { at, brace }) };
        let brace = match last_brace(&self.out[word..at]) {
            Some(last) => (self.out[word + last] == b'{').then_some(word + last),
            None => brace,
        };
        let may = brace.is_none_or(|brace| {
            self.may_end_line(at) && !is_in_command(&self.out[brace.max(word)..at])
        });
        may.then_some(Blank { at, brace: Some(brace) })
    }

    /// Breaks the last word, which is a comment, into lines, and looks at all of it.
    fn break_in_order(&mut self) {
        let mut command = false;
        for at in self.start..self.out.len() {
            match self.out[at] {
                0x80..0xc0 => self.inner += 1,
                b'[' => command |= self.out.get(at + 1) == Some(&b'%'),
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

    /// Whether a blank in a comment is a single one, and the line behind it would not
    /// begin like an escaped line or a tag.
    #[inline]
    fn may_end_line(&self, blank: usize) -> bool {
        self.out[blank - 1] != b' '
            && match self.out.get(blank + 1) {
                Some(b' ' | b'%') | None => false,
                Some(b'[') => self.out.get(blank + 2) == Some(&b'%'),
                Some(_) => true,
            }
    }

    /// A check mark, on the last word.
    pub(super) fn mark(&mut self, mark: u8) {
        if let Some(b'+' | b'#') = self.out.last() {
            self.out.pop();
        }
        self.out.push(mark);
    }

    /// A closing parenthesis, on the last word.
    pub(super) fn close(&mut self) {
        self.out.push(b')');
    }

    /// The last word, and the empty line behind a game.
    pub(super) fn finish(mut self, word: &str) {
        self.word(word);
        self.settle();
        self.place_to(self.out.len());
        self.out.extend_from_slice(b"\n\n");
    }
}

/// Where the brace of a comment stands; none outside of comments.
type Brace = Option<usize>;

/// A blank at which a line may end.
#[derive(Clone, Copy)]
struct Blank {
    at: usize,
    /// The comment in which it stands, if there are any.
    brace: Option<Brace>,
}

/// The last blank of a text; mostly it is near.
#[inline]
fn last_blank(text: &[u8]) -> Option<usize> {
    if let Some(bytes) = text.last_chunk::<8>() {
        // Words are ASCII: the highest bit of a byte is free.
        let others = (u64::from_le_bytes(*bytes) ^ (ONES * 0x20)) + ONES * 0x7f;
        let blanks = !others & (ONES << 7);
        if blanks != 0 {
            return Some(text.len() - 1 - blanks.leading_zeros() as usize / 8);
        }
    }
    memchr::memrchr(b' ', text)
}

/// The last brace of a text; mostly it is near.
#[inline]
fn last_brace(text: &[u8]) -> Option<usize> {
    if let Some(bytes) = text.last_chunk::<8>() {
        // These become DEL, and so do `y` and DEL.
        let bytes = u64::from_le_bytes(*bytes);
        let others = ((bytes | (ONES * 0x06)) ^ (ONES * 0x7f)) + ONES * 0x7f;
        let braces = !others & (ONES << 7);
        if braces != 0 {
            let at = text.len() - 1 - braces.leading_zeros() as usize / 8;
            if matches!(text[at], b'{' | b'}') {
                return Some(at);
            }
        }
    }
    memchr::memrchr2(b'{', b'}', text)
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// How many letters a word has, with zeros behind them.
#[inline]
pub(super) const fn length_of(letters: u64) -> usize {
    8 - letters.leading_zeros() as usize / 8
}

/// Whether a text ends within a command.
fn is_in_command(text: &[u8]) -> bool {
    let mut end = text.len();
    while let Some(at) = memchr::memrchr2(b'[', b']', &text[..end]) {
        if text[at] == b']' || text.get(at + 1) == Some(&b'%') {
            return text[at] == b'[';
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
            let lone = rest.starts_with(' ') && !text[..i].ends_with(' ');
            let next = rest.get(1..).unwrap_or_default();
            let bad =
                next.starts_with([' ', '%']) || next.starts_with('[') && !next.starts_with("[%");
            if lone && !bad && !(command && i - start < UNBROKEN) {
                words.push(&text[start..i]);
                start = i + 1;
            }
        }
        words.push(&text[start..]);
        words
    }

    fn lines(words: &[&str], width: usize) -> String {
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
        let mut filler = Filler::new(&mut out, 0);
        for (number, white, opens) in [
            (0, true, false),
            (7, true, true),
            (99, false, false),
            (999, false, true),
            (1000, true, false),
        ] {
            filler.number(number, white, opens);
        }
        for nag in [0, 9, 10, 100, 255] {
            filler.nag(nag);
        }
        filler.short(u64::from_le_bytes(*b"Qa1xb2\0\0"));
        filler.mark(b'+');
        filler.mark(b'#');
        filler.close();
        filler.finish("*");
        let text = String::from_utf8(out).expect("ASCII");
        assert_eq!(text, "]\n0. (7. 99... (999... 1000. $0 $9 $10 $100 $255 Qa1xb2#) *\n\n");
    }

    proptest! {
        #[test]
        fn comments_fill_lines(
            width in 0..90_usize,
            comments in prop::collection::vec(
                ("( |[a-z]{1,9}|%|\\[|\\]|\\[%clk 0:00:01\\]|\\[%cal Ga1a2,Ga2a3 |[éž]){0,30}", any::<bool>(), 0..3_usize),
                1..6,
            ),
        ) {
            let mut out = b"]".to_vec();
            let mut filler = Filler::new(&mut out, width);
            let mut all = Vec::new();
            for (text, opens, closes) in &comments {
                filler.comment(text, *opens);
                (0..*closes).for_each(|_| filler.close());
                all.push(format!("{}{{{text}}}", if *opens { "(" } else { "" }));
            }
            filler.finish("*");
            let mut parts: Vec<String> = Vec::new();
            for (text, (_, _, closes)) in all.iter().zip(&comments) {
                parts.extend(words(text).into_iter().map(str::to_owned));
                if let Some(last) = parts.last_mut() {
                    *last += &")".repeat(*closes);
                }
            }
            parts.push("*".to_owned());
            let parts: Vec<_> = parts.iter().map(String::as_str).collect();
            let expected = format!("]{}\n\n", lines(&parts, width));
            prop_assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
        }
    }
}
