//! Lines of movetext, filled with words up to a width.

use std::io::Write as _;

/// Numbers of moves, each with a dot and with a blank before, the first byte lowest.
static NUMBERS: [u64; 1000] = {
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

/// Fills lines with words. A word is placed when the next one begins, for a closing
/// parenthesis may still join it: until then a blank stands before it, which becomes
/// the end of the line if the word is too long for it.
pub(super) struct Filler<'a> {
    out: &'a mut Vec<u8>,
    /// Where the last word begins; the blank stands before it.
    start: usize,
    /// The bytes of the last word that are no characters of their own.
    inner: usize,
    /// How many characters stand on the line before that blank.
    column: usize,
    /// The longest line.
    width: usize,
}

impl Filler<'_> {
    /// Goes on behind a line end; 0 as width: everything stands on one line.
    pub(super) fn new(out: &mut Vec<u8>, width: usize) -> Filler<'_> {
        let width = if width == 0 { usize::MAX / 2 } else { width };
        // As if a full line stood there, so that the first word begins the next one.
        Filler { start: out.len(), inner: 0, column: width - 1, width, out }
    }

    /// Places the last word.
    #[inline]
    fn place(&mut self) {
        let length = self.out.len() - self.start - self.inner;
        self.column += 1 + length;
        if self.column > self.width {
            self.column = length;
            if let Some(blank) = self.out.get_mut(self.start.wrapping_sub(1)) {
                *blank = b'\n';
            }
        }
    }

    /// Begins a word; its bytes are pushed behind.
    #[inline]
    fn begin(&mut self) {
        self.place();
        self.out.push(b' ');
        self.start = self.out.len();
        self.inner = 0;
    }

    /// A word that must not be broken.
    pub(super) fn word(&mut self, word: &str) {
        self.begin();
        self.part(word.as_bytes(), word.is_ascii());
    }

    /// A word of seven letters at most, the first one lowest, with zeros behind.
    #[inline]
    pub(super) fn short(&mut self, word: u64) {
        self.packed(word << 8 | u64::from(b' '));
    }

    /// A short word with the blank before it.
    #[inline]
    fn packed(&mut self, word: u64) {
        self.place();
        let blank = self.out.len();
        self.out.extend_from_slice(&word.to_le_bytes());
        self.out.truncate(blank + 8 - word.leading_zeros() as usize / 8);
        self.start = blank + 1;
        self.inner = 0;
    }

    /// A move number, behind an opening parenthesis or not.
    #[inline]
    pub(super) fn number(&mut self, number: u32, white: bool, opens: bool) {
        match NUMBERS.get(number as usize) {
            Some(word) if white && !opens => self.packed(*word),
            _ => self.any_number(number, white, opens),
        }
    }

    fn any_number(&mut self, number: u32, white: bool, opens: bool) {
        self.begin();
        let (open, dots) = (if opens { "(" } else { "" }, if white { "." } else { "..." });
        // A Vec takes all.
        let _ = write!(self.out, "{open}{number}{dots}");
    }

    /// A check mark, on the last word.
    pub(super) fn mark(&mut self, mark: u8) {
        if let Some(b'+' | b'#') = self.out.last() {
            self.out.pop();
        }
        self.out.push(mark);
    }

    /// A NAG.
    pub(super) fn nag(&mut self, nag: u8) {
        self.begin();
        let _ = write!(self.out, "${nag}");
    }

    /// A comment, behind an opening parenthesis or not. It may be broken at single
    /// blanks: a line end there reads as a blank again.
    pub(super) fn comment(&mut self, text: &str, opens: bool) {
        self.begin();
        self.out.extend_from_slice(if opens { b"({" } else { b"{" });
        let ascii = text.is_ascii();
        let bytes = text.as_bytes();
        // Where the word begins, which has the brace, too.
        let mut start = 0;
        let mut extra = if opens { 2 } else { 1 };
        let mut command = false;
        for (i, b) in bytes.iter().enumerate() {
            match b {
                // A command such as [%clk 0:05:00] stays on one line, unless it is very long.
                b'[' if bytes.get(i + 1) == Some(&b'%') => command = true,
                b']' => command = false,
                b' ' => {
                    let before = i.checked_sub(1).map(|i| bytes[i]);
                    let next = bytes.get(i + 1);
                    let lone = before != Some(b' ') && next != Some(&b' ');
                    // A line must not begin like an escaped line or a tag.
                    let tag = next == Some(&b'[') && bytes.get(i + 2) != Some(&b'%');
                    if lone && !(command && i - start + extra < 60) && next != Some(&b'%') && !tag {
                        self.part(&bytes[start..i], ascii);
                        self.begin();
                        start = i + 1;
                        extra = 0;
                    }
                }
                _ => {}
            }
        }
        self.part(&bytes[start..], ascii);
        self.out.push(b'}');
    }

    fn part(&mut self, bytes: &[u8], ascii: bool) {
        if !ascii {
            self.inner += bytes.iter().filter(|b| **b & 0xc0 == 0x80).count();
        }
        self.out.extend_from_slice(bytes);
    }

    /// A closing parenthesis, on the last word.
    pub(super) fn close(&mut self) {
        self.out.push(b')');
    }

    /// The last word, and the empty line behind a game.
    pub(super) fn finish(mut self, word: &str) {
        self.word(word);
        self.place();
        self.out.extend_from_slice(b"\n\n");
    }
}
