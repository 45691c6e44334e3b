//! Skipping of bytes that cannot matter, a block at a time.

use super::{GameSplitter, Mode, bare_tag, ends_word, window};
use crate::bitmask::{BLOCK, Bitmask, Block, Lane, equal, within};

/// Longest spelling of a result, in bytes, with room.
const LONGEST_RESULT: usize = 32;

/// Marks what may be more than a move, a number or an NAG outside comments: `()*-/:;<[`,
/// carriage returns, and what is not ASCII.
#[inline]
fn other(lane: Lane) -> Lane {
    // Dashes, slashes and carriage returns differ in two bits; the second of these is set in
    // control characters.
    let dashes = equal(lane & Lane::splat(!0x22), b'\r');
    let ranges = within(lane, b'(', b'*') | within(lane, b':', b'<');
    dashes | ranges | equal(lane, b'[') | lane
}

impl GameSplitter {
    /// Skips lines that are a tag pair each as the export format has it; false if there is
    /// none here.
    pub(super) fn tag_lines(&mut self, game: &[u8]) -> bool {
        let (start, first) = (self.at, self.names.is_empty() && self.skipped.is_empty());
        let mut at = start;
        while let Some((name, length)) = tag_line(&game[at..]) {
            let again = &game[at + 1..][..name] == b"Event" || self.empty_line && at == start;
            if again && !(first && at == start) {
                break;
            }
            at += length;
        }
        if at == start {
            return false;
        }
        if self.skipped.end != start {
            self.hash_skipped(game);
            self.skipped.start = start;
        }
        (self.at, self.skipped.end) = (at, at);
        self.on_line();
        self.end_line();
        true
    }

    /// Returns true among moves in the middle of a line, where little matters.
    pub(super) fn is_in_movetext(&self) -> bool {
        let begins = self.result || self.line_start || self.empty_line;
        self.moves && !begins && self.mode == Mode::Outside
    }

    /// Skips movetext up to what may matter, and goes over that; returns where the next game
    /// begins if that is known now.
    pub(super) fn movetext(&mut self, game: &[u8], limit: usize) -> Option<usize> {
        let mut at = self.at;
        // The lowest bit if the block before ends within a comment, or with a line end.
        let (mut comment, mut line_end): (Bitmask, Bitmask) = (0, 0);
        while let Some(bytes) = game[..limit].get(at..).and_then(<[u8]>::first_chunk) {
            partie_formats::steps::add(1);
            let block = Block::new(bytes);
            let [opened, closed, lines] = [b'{', b'}', b'\n'].map(|byte| block.equal(byte));
            // If braces alternate: the bytes from each opening brace up to the closing one.
            let inside = closed.wrapping_sub(opened).wrapping_sub(comment);
            let edges = inside ^ (inside << 1 | comment);
            if edges != opened | closed || inside & edges != opened {
                return self.leave(game, at, comment != 0).step_past(game, limit, at + BLOCK - 1);
            }
            let starts = lines << 1 | line_end;
            let mut events = block.mask(other) & !inside | starts;
            while events != 0 {
                let bit = events.trailing_zeros();
                let (is, event) = (|mask: Bitmask| mask >> bit & 1 != 0, at + bit as usize);
                events &= events - 1;
                if is(inside) {
                    // A tag at the start of a line may begin a game.
                    if game[event] == b'[' {
                        return self.leave(game, event, true).step_past(game, limit, event - 1);
                    }
                } else if is(starts) && matters_first(game, event) || self.matters(game, event) {
                    return self.leave(game, event, false).step_past(game, limit, event);
                }
            }
            self.beyond_one = self.beyond_one || {
                let digits = block.mask(|lane| within(lane, b'2', b'9'));
                block.equal(b' ') << 1 & digits & block.equal(b'.') >> 1 & !inside != 0
            };
            (comment, line_end) = (inside >> (BLOCK - 1), lines >> (BLOCK - 1));
            at += BLOCK;
            if inside == Bitmask::MAX && line_end == 0 {
                // A separate search finds the end of a long comment faster.
                match memchr::memchr2(b'}', b'\n', &game[at..limit]) {
                    Some(i) => at += i,
                    None => break,
                }
            }
        }
        // Without a whole block, and in a long word, only the state machine goes on.
        let least = if at == self.at { at } else { at - BLOCK };
        self.leave(game, at, comment != 0).step_past(game, limit, least)
    }

    /// Returns true if a byte may matter that is [`other`], or the first of a line.
    fn matters(&mut self, game: &[u8], at: usize) -> bool {
        match game[at] {
            b'(' | b')' if !self.beyond_one => return true,
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            b'\r' => return game.get(at + 1) != Some(&b'\n'),
            b'*' | b'-' | b'/' | b':' => {
                // Few words that have such a sign begin as a result does.
                let near = self.at.max(at.saturating_sub(LONGEST_RESULT));
                let end = game[near..at].iter().rposition(|b| ends_word(*b));
                return match game[end.map_or(near, |i| near + i + 1)..] {
                    _ if end.is_none() && near > self.at => true,
                    [b'0' | b'1', b'0'..=b'9', ..] => false,
                    [first, ..] => matches!(first, b'0' | b'1' | b'*' | b'+' | b'-' | ..b' '),
                    [] => true,
                };
            }
            b'[' | b';' | b'<' | 0x80.. => return true,
            _ => {}
        }
        false
    }

    /// Takes up the state that the state machine would have at the start of the word at `at`,
    /// or there in a comment, with a line end before it still to come; or goes back to where
    /// it was, as long as it is not known which numbers the moves had.
    fn leave(&mut self, game: &[u8], at: usize, comment: bool) -> &mut GameSplitter {
        if !self.beyond_one {
            return self;
        }
        let skipped = &game[self.at..at];
        let end = if comment {
            self.mode = Mode::Comment;
            let skipped = skipped.strip_suffix(b"\n").unwrap_or(skipped);
            self.at += skipped.len();
            skipped.iter().rposition(|b| !matches!(b, b' ' | b'\t' | b'\r'))
        } else {
            let end = skipped.iter().rposition(|b| ends_word(*b));
            self.at += end.map_or(0, |i| i + 1);
            end
        };
        self.line_start = end.is_some_and(|i| skipped[i] == b'\n');
        if self.line_start {
            (self.line, self.quoted) = (Some(self.at), None);
        }
        self
    }

    /// Goes on to a place after `at`.
    fn step_past(&mut self, game: &[u8], limit: usize, at: usize) -> Option<usize> {
        while self.at <= at {
            let found = self.step(game, limit);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Returns true if the first byte of a line among moves may matter: it is whitespace or a
/// sign, or it may begin move 1 or a tag without its bracket.
fn matters_first(game: &[u8], at: usize) -> bool {
    match game[at] {
        b'1' => game.get(at + 1).is_none_or(|next| *next == b'.'),
        b'>' | b'|' | ..=b'/' | 0x80.. => true,
        b'A'..=b'Z' => bare_tag(window(game, at)).is_some(),
        _ => false,
    }
}

/// Returns the length of the name of a tag pair in export format that stands alone on a line,
/// and the length of the line with its end.
#[inline]
fn tag_line(text: &[u8]) -> Option<(usize, usize)> {
    /// Longest line that is taken; shorter than what the state machine looks at.
    const LONGEST: usize = 480;
    let block: &[u8; BLOCK] = text.first_chunk()?;
    let letters = block[1..].first_chunk().map(|name| Lane::new(*name)).map(|name| {
        let letters = within(name | Lane::splat(0x20), b'a', b'z') | within(name, b'0', b'9');
        (letters | equal(name, b'_')).to_bitmask()
    });
    let name = letters?.trailing_ones() as usize;
    if block[0] != b'[' || name == 0 || block[1 + name..3 + name] != *b" \"" {
        return None;
    }
    // A line end, a control character, or another bracket.
    let ends = |lane| within(lane, 0, b'\r') | equal(lane, b'[');
    let length = match Block::new(block).mask(ends) & !1 {
        0 => {
            let rest = &text[BLOCK..text.len().min(LONGEST)];
            BLOCK + memchr::memchr3(b'\n', b'\r', b'[', rest)?
        }
        ends => ends.trailing_zeros() as usize,
    };
    let line_end = match text[length..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    // With one bracket, the quote at the end closes any value.
    let closed = length > name + 4 && text[length - 2..length] == *b"\"]";
    closed.then_some((name, length + line_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that the blocks skip for the most part.
    const CLEAN: &str = "[Event \"Club; 1-0\"]\n[Site \"https://example.org\"]\n[White \"A \\\"N\\\"\"]\n\
        [Opening \"Sicilian Defense: with a name that is longer than a block of sixty-four bytes\"]\n\n\
        1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... c5 { [%eval 0.3] } 2. Nf3 $1 {a comment\non two \
        lines} 2... d6?! 3. Bc4 (3. O-O Nf6 (3... O-O-O+ 4. Nc3) 4. Bg5\nh6) 3... g5 {A comment that \
        is longer than a block; so that most of it is skipped. But a\nline end may stand in it, and \
        [a bracket], and a result: 1-0. Here\nit ends; what follows is movetext} 4. Bh4\nBxh4 0-1\n\n";

    /// Bytes that matter to the state machine, and some that nearly do.
    const BITS: &str = "\n|\n\n|\r|\r\n|\n \n| |\t|\n)|\n)\n|(|)|{|}|[|]|\"|\"]|;]|; |%|\n%x\n|>|\n> |<br>|<|\
        1. |\n1. e4|\n\n1. e4|\n\n1...|e4| 1-0| 0-1 |*| * |½-½|1/2|1:0|+--|1.O-O.0|-|:|/|--|O-O|0-0|\
        [Event \"x\"]\n|\n[White \"y\"]\n|[ Event \"|\nEvent \"x\"]\n|\n\nWhite \"y\"\n|[Site\n\"z\"]\n|\"\n]|\
        {\n\n[White \"y\"]\n|{a\n \t\n[A \"b\"]\n[C \"d\"]\r\n|\n )Site \"|\n[% |\u{a0}|é|\u{b}|\u{1a}|prose|\
        1-0\n\n{x}\n\n|\n\n* \n\n|\\|a<b>1-0 |(1-0|}1-0|{c\n[Event \"y\"]\n|\nNbd7|one-long-word-of-a-b-c-1-0 | %a-b ";

    /// Boundaries of a text that comes in pieces.
    fn boundaries(text: &[u8], piece: usize) -> Vec<usize> {
        let (mut start, mut found) = (0, Vec::new());
        while start < text.len() {
            let (game, mut splitter) = (&text[start..], GameSplitter::new());
            let mut pieces = (1..).map(|n| game.len().min(n * piece));
            let end = pieces.find_map(|n| {
                let last = n == game.len();
                splitter.find(&game[..n], last).or(last.then_some(n))
            });
            start += end.unwrap_or(game.len());
            found.push(start);
        }
        found
    }

    /// Pieces of one byte leave all to the state machine.
    #[test]
    fn blocks_change_no_boundary() {
        let mut chance = 7_u64;
        let mut below = |n: usize| {
            chance = chance.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (chance >> 33) as usize % n
        };
        let bits: Vec<&str> = BITS.split('|').collect();
        let clean = [CLEAN.repeat(4), CLEAN.replace('\n', "\r\n").repeat(4)];
        assert_eq!(clean.each_ref().map(|text| boundaries(text.as_bytes(), 1000).len()), [4, 4]);
        for i in 0..3000 {
            let mut text = clean[i % 2].clone().into_bytes();
            for _ in 0..=below(20) {
                let at = below(text.len());
                let end = text.len().min(at + [0, 0, 1, 2, 9, 70][below(6)]);
                text.splice(at..end, bits[below(bits.len())].bytes());
            }
            let whole = boundaries(&text, text.len());
            assert_eq!(whole, boundaries(&text, 1), "{}", String::from_utf8_lossy(&text));
        }
    }
}
