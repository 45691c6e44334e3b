//! Finding whole games in a stream of PGN at speed.
//!
//! [`Quick`] finds the border that the [`Cutter`](super::cut::Cutter) finds, where it can
//! be seen that the Cutter must find it there; at anything else it says that the game is
//! unusual. What it takes: tags, one a line, an empty line, movetext, a result, blanks,
//! and the next game's first tag.
//!
//! Why there is no border before that: the Cutter begins a game within movetext only at
//! a tag (here no bracket stands outside comments), at moves behind a result (here the
//! only result is the last word), at move 1 behind an empty line (here no `1.` follows on
//! what may be one), or at tags on a line of a comment (here none is `Event` or follows an empty
//! line). Among the tags it begins one at a second `Event`.

use super::{
    block::{BLOCK, Bits, Block, odd_up_to},
    cut::is_result,
    simd::{self, Signs, Simd, Tag, Work},
    token::tag_name,
};

/// How many bytes behind a block may be looked at.
const AHEAD: usize = 40;

/// The longest tag, in bytes. The Cutter looks at so many bytes at least.
const LONGEST_TAG: usize = 480;

/// The longest word that can be a result, with room.
const LONGEST_WORD: usize = 32;

/// The search for the end of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quick {
    /// Where the search goes on, in bytes from the game's start.
    at: usize,
    part: Part,
    /// Whether `Event` was among the tags.
    event: bool,
    /// All bits if the search stopped within a comment.
    comment: Bits,
    /// Where the movetext begins.
    begins: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Tags,
    /// Empty lines before the moves.
    Gap,
    Moves,
    /// Blanks behind the result.
    Tail,
}

/// What the search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Border {
    /// The next game begins after so many bytes.
    At(usize),
    /// Not within these bytes; up to here all is usual.
    More,
    /// It is for the Cutter to say.
    Unusual,
}

/// Why a part of a game was left; `Err` if it is the last word on it.
type Step<T = ()> = Result<T, Border>;

impl Quick {
    /// Where the next game begins. `game` must be the bytes of earlier calls and more;
    /// after [`Border::At`] and [`Border::Unusual`] the search is over.
    pub(crate) fn find(&mut self, game: &[u8]) -> Border {
        struct Find<'a>(&'a mut Quick, &'a [u8]);
        impl Work for Find<'_> {
            type Output = Border;
            #[inline(always)]
            #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
            fn run(self, simd: impl Simd) -> Border {
                self.0.find_by(simd, self.1)
            }
        }
        simd::run(Find(self, game))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    fn find_by(&mut self, simd: impl Simd, game: &[u8]) -> Border {
        loop {
            let step = match self.part {
                Part::Tags => self.tags(simd, game),
                Part::Gap => self.gap(game),
                Part::Moves => self.moves(simd, game),
                Part::Tail => self.tail(game),
            };
            if let Err(border) = step {
                return border;
            }
        }
    }

    /// Goes over tags, one a line, up to what is none.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    fn tags(&mut self, simd: impl Simd, game: &[u8]) -> Step {
        loop {
            let tag = self.at;
            let line = game.get(tag..).unwrap_or_default();
            let block = line.first_chunk::<BLOCK>().filter(|_| line.len() >= BLOCK + AHEAD);
            let block = block.ok_or(Border::More)?;
            if line[0] != b'[' {
                if tag == 0 {
                    return Err(Border::Unusual);
                }
                self.part = Part::Gap;
                return Ok(());
            }
            let Tag { quotes, letters, stops } = simd.tag(block);
            let open = quotes.trailing_zeros() as usize;
            // `[`, letters, a blank.
            let name = (letters >> 1).trailing_ones() as usize;
            if open == BLOCK || name == 0 || name + 2 != open || line[open - 1] != b' ' {
                return Err(Border::Unusual);
            }
            // The first quote before a bracket closes.
            let mut closing = quotes;
            while closing != 0 && line[closing.trailing_zeros() as usize + 1] != b']' {
                closing &= closing - 1;
            }
            let close = if closing == 0 {
                let rest = &line[..line.len().min(LONGEST_TAG)];
                match memchr::memmem::find(&rest[BLOCK..], b"\"]") {
                    Some(i) => BLOCK + i,
                    None if line.len() < LONGEST_TAG => return Err(Border::More),
                    None => return Err(Border::Unusual),
                }
            } else {
                closing.trailing_zeros() as usize
            };
            let behind = line.get(close..close + 4).ok_or(Border::More)?;
            let end = match behind {
                [b'"', b']', b'\n', _] => 3,
                [b'"', b']', b'\r', b'\n'] => 4,
                _ => return Err(Border::Unusual),
            };
            if (stops << 1 << (63 - close.min(63)) != 0 || close >= BLOCK)
                && ends_early(&line[open..close])
            {
                return Err(Border::Unusual);
            }
            if line[1] == b'E' && &line[1..=name] == b"Event" {
                if self.event {
                    return Err(Border::Unusual);
                }
                self.event = true;
            }
            self.at += close + end;
        }
    }

    /// Goes over the empty lines behind the tags.
    fn gap(&mut self, game: &[u8]) -> Step {
        let start = self.at;
        loop {
            match game.get(self.at..).unwrap_or_default() {
                [b'\n', ..] => self.at += 1,
                [b'\r', b'\n', ..] => self.at += 2,
                [] | [b'\r'] => {
                    self.at = start;
                    return Err(Border::More);
                }
                _ if self.at == start => return Err(Border::Unusual),
                _ => {
                    self.part = Part::Moves;
                    self.begins = self.at;
                    return Ok(());
                }
            }
        }
    }

    /// Goes over the movetext up to the end of the result.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    fn moves(&mut self, simd: impl Simd, game: &[u8]) -> Step {
        // Where a comment did not end in the last block it may well go over this one, too.
        let mut prose = false;
        loop {
            let at = self.at;
            let block = game.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>);
            let block = block.filter(|_| game.len() >= at + BLOCK + AHEAD).ok_or(Border::More)?;

            if prose && !simd.may_end_words(block) {
                self.at += BLOCK;
                continue;
            }
            let Signs { opened, closed, lines, mut odd } = simd.signs(block);
            let starts = lines << 1 | Bits::from(game[at - 1] == b'\n');
            let braces = opened | closed;
            // The opening brace belongs to the comment here, the closing one does not.
            let comment = if braces == 0 { self.comment } else { odd_up_to(braces) ^ self.comment };
            odd = (odd | odd_starts(block, starts & !comment)) & !comment;
            if braces | odd | comment == 0 {
                self.at += BLOCK;
                continue;
            }
            let wrong = opened & !comment | closed & comment;
            if wrong != 0 {
                return Err(Border::Unusual);
            }
            let mut tags = starts & comment;
            if tags != 0 {
                tags &= Block::new(block).equal(b'[');
                while tags != 0 {
                    if may_begin_game(game, at + tags.trailing_zeros() as usize) {
                        return Err(Border::Unusual);
                    }
                    tags &= tags - 1;
                }
            }
            while odd != 0 {
                if let Some(end) = self.look(game, at + odd.trailing_zeros() as usize)? {
                    self.at = end;
                    self.part = Part::Tail;
                    return Ok(());
                }
                odd &= odd - 1;
            }
            // Over the whole block if it ends within a comment.
            self.comment = if comment >> (BLOCK - 1) == 1 { Bits::MAX } else { 0 };
            prose = self.comment != 0 && closed == 0;
            self.at += BLOCK;
        }
    }

    /// Looks at a byte of movetext outside comments that may mean more than a move; gives
    /// the end of the word if that is the result.
    fn look(&self, game: &[u8], at: usize) -> Step<Option<usize>> {
        if game[at - 1] == b'\n' {
            let line = &game[at..at + AHEAD];
            if !is_usual_line(line) && !is_remark(&game[self.begins..at]) {
                return Err(Border::Unusual);
            }
        }
        match game[at] {
            b'-' | b'*' | b'/' | b':' => {
                let word = word_around(game, at).ok_or(Border::Unusual)?;
                if matches!(game[word.start], b'0' | b'1' | b'*' | b'+' | b'-')
                    && is_result(&game[word.clone()])
                {
                    // In a variation that is open at the end it would count for nothing, but
                    // then the next tag follows on moves.
                    let before = &game[self.begins..word.start];
                    let known = begins_with_move(before) || memchr::memchr(b'(', before).is_none();
                    return if known { Ok(Some(word.end)) } else { Err(Border::Unusual) };
                }
            }
            b'\r' if game[at + 1] != b'\n' => return Err(Border::Unusual),
            // Quotes are those of a tag without its bracket.
            b'"' | b';' | b'<' | b'[' | 0x80.. => return Err(Border::Unusual),
            _ => {}
        }
        Ok(None)
    }

    /// Goes over blanks up to the next game's first tag.
    fn tail(&mut self, game: &[u8]) -> Step {
        loop {
            let rest = game.get(self.at..).unwrap_or_default();
            match rest {
                [b'\n' | b' ' | b'\t', ..] => self.at += 1,
                [b'\r', b'\n', ..] => self.at += 2,
                [] | [b'\r'] => return Err(Border::More),
                [b'[', ..] if rest.starts_with(b"[Event \"") => return Err(Border::At(self.at)),
                [b'[', ..] if rest.len() < LONGEST_TAG => return Err(Border::More),
                [b'[', ..] if tag_name(&rest[..LONGEST_TAG]).is_some() => {
                    return Err(Border::At(self.at));
                }
                _ => return Err(Border::Unusual),
            }
        }
    }
}

/// Returns true if movetext is empty or begins with a single comment.
fn is_remark(movetext: &[u8]) -> bool {
    let text = movetext.trim_ascii_end();
    text.is_empty() || text[0] == b'{' && memchr::memchr(b'}', text) == Some(text.len() - 1)
}

/// Those of some line starts of a block at which a byte stands that may mean more there.
#[inline]
fn odd_starts(block: &[u8; BLOCK], mut starts: Bits) -> Bits {
    let mut odd = 0;
    while starts != 0 {
        let at = starts.trailing_zeros() as usize;
        let byte = block[at];
        let one = byte == b'1' && block.get(at + 1).is_none_or(|next| *next == b'.');
        if byte < b'0' || one || matches!(byte, b'>' | b'|') {
            odd |= starts & starts.wrapping_neg();
        }
        starts &= starts - 1;
    }
    odd
}

/// Whether the Cutter might see a value's end within it.
fn ends_early(value: &[u8]) -> bool {
    memchr::memchr2(b'\n', b'\r', value).is_some() || value.windows(2).any(|pair| pair == b";]")
}

/// Whether a line of movetext is none that the Cutter takes for empty, as it takes one with
/// nothing but a closing parenthesis, or no move 1 follows on it; nor is it quoted or escaped.
fn is_usual_line(line: &[u8]) -> bool {
    let blank = |b: &u8| matches!(b, b' ' | b'\n' | b'\r' | b')');
    let Some(first) = line.iter().position(|b| !blank(b)) else { return false };
    match line[first..] {
        [b'1', b'.', ..] | [b'1'] | [b'>' | b'|' | b'%', ..] | [] => false,
        [first, ..] => first.is_ascii_graphic(),
    }
}

/// Whether movetext begins with a move number, perhaps behind comments.
fn begins_with_move(movetext: &[u8]) -> bool {
    let mut rest = movetext;
    while let Some(comment) = rest.strip_prefix(b"{") {
        let Some(close) = memchr::memchr(b'}', comment) else { return false };
        rest = comment[close + 1..].trim_ascii_start();
    }
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    digits > 0 && rest.get(digits) == Some(&b'.')
}

/// Returns true if the bracket at the start of a comment's line may begin the tags of a game:
/// the tag `Event`, or any tag after an empty line.
fn may_begin_game(game: &[u8], at: usize) -> bool {
    let name = game[at + 1..at + AHEAD].trim_ascii_start();
    let is_space = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r');
    let spaces = game[..at - 1].iter().rev().take_while(is_space).count();
    name.len() < 5
        || name.starts_with(b"Event")
        || name[0].is_ascii_alphanumeric() && game[..at - 1 - spaces].ends_with(b"\n")
}

/// The word around a place, as the Cutter sees it; `None` if it has a length that
/// words do not have.
fn word_around(game: &[u8], at: usize) -> Option<std::ops::Range<usize>> {
    let ends = |b: &u8| {
        b.is_ascii_whitespace()
            || matches!(b, b'{' | b'}' | b';' | b'(' | b')' | b'[' | b']' | b'<')
    };
    let before = &game[at.saturating_sub(LONGEST_WORD)..at];
    let start = at - before.iter().rev().position(ends)?;
    let end = at + game[at..at + LONGEST_WORD].iter().position(ends)?;
    // Of other bytes the Cutter takes some for blanks, where they begin a word.
    game[start..end].iter().all(u8::is_ascii_graphic).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::pgn::cut::Cutter;

    /// Compares both searches on a whole text that comes in pieces; says how many borders
    /// there are and how many of them were found at speed.
    fn compare(text: &[u8], piece: usize) -> (usize, usize) {
        let (mut start, mut borders, mut found) = (0, 0, 0);
        while start < text.len() {
            let game = &text[start..];
            let end = Cutter::new().cut(game, true);
            let mut quick = Quick::default();
            let mut length = piece.min(game.len());
            let border = loop {
                match quick.find(&game[..length]) {
                    Border::More if length < game.len() => length = game.len().min(length + piece),
                    border => break border,
                }
            };
            if let Border::At(quick) = border {
                assert_eq!(Some(quick), end, "{}", String::from_utf8_lossy(game));
                found += 1;
            }
            borders += usize::from(end.is_some());
            start += end.unwrap_or(game.len());
        }
        (borders, found)
    }

    /// Games as they are usually written, of several kinds.
    fn games() -> String {
        let mut text = String::new();
        for (n, moves) in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O-O+ 6. Nc3 d6 7. Bg5\nh6 8. Bh4 g5 \
             9. Bg3 *",
            "1. e4 { [%eval 0.17] [%clk 0:00:30] } 1... c5 { [%eval 0.3] [%clk 0:00:30] } \
             2. Nf3 $1 {a comment\non two lines} 2... d6?! 0-1",
            "1.e4 e5 (1...c5 2.Nf3 (2.c3 d5) 2...d6 {Sicilian})\n 2.Nf3 {(a) [b] 1-0\n1. e4}\n) 1/2-1/2",
            "*",
            "{No moves.} 1-0",
            "1. d4 {A comment of many words, longer than a block of sixty-four bytes, and longer than\n\
             two; so that most of it is passed by without a look at single words. But a line end\n\
             may stand in it, and [a bracket], and what looks like a result: 1-0 or 0-1. Here\n\
             it ends; what is behind it is movetext again} 1... d5 2. c4 1-0",
            "1. d4 d5\n\n2. c4 e6\n\n(2... c6)\n\n3. Nc3 1/2",
        ]
        .into_iter()
        .enumerate()
        {
            let _ = write!(
                text,
                "[Event \"Club [{n}]; 1-0\"]\n[Site \"https://example.org/{n}\"]\n[White \"Novák, \
                 Jan \\\"N\\\"\"]\n[ECO \"B20\"]\n[Opening \"Sicilian Defense: with a name that \
                 is longer than a block of sixty-four bytes\"]\n\n{moves}\n\n"
            );
        }
        text
    }

    #[test]
    fn usual_games_are_found() {
        let text = games();
        let last = text.repeat(3);
        for text in [last.clone(), last.replace('\n', "\r\n")] {
            for piece in [1, 7, 64, 1000, 1 << 20] {
                assert_eq!(compare(text.as_bytes(), piece), (20, 20), "in pieces of {piece}");
            }
        }
    }

    /// What matters to the Cutter, and what nearly does.
    const BITS: &str = "\n|\n\n|\r|\r\n|\n \n| |\t|\n)|\n)\n|(|)|{|}|[|]|\"|\"]|;]|; |%|\n%x\n|>|\n> |\
        <br>|<|1. |\n1. e4|\n\n1. e4|\n\n1.|\n\n1...|1. e4|e4| 1-0| 0-1 |*| * |½-½|1/2|1:0|+--|\
        1.O-O.0|0.O-1.0|-|:|/|--|O-O|0-0|\n[Event \"x\"]|[Event \"x\"]\n|\n[White \"y\"]\n|\
        [ Event \"|\n[Event|\nEvent \"x\"]\n|\n\nWhite \"y\"\n|White|\n[Site\n\"z\"]\n|\"\n]|{\n\n[White \"y\"]\n|{a\n \t\n[A \"b\"]\n[C \"d\"]\r\n|\n\n[A \"b\"]|\n )Site \"|\n[% |\u{a0}|\u{2009}|é|\u{0}|\u{1a}|prose|1-0\n\n{x}\n\n|\n\n* \n\n|\\";

    #[test]
    fn damaged_games_have_the_same_borders() {
        let mut chance = 7_u64;
        let mut below = |n: usize| {
            chance = chance.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (chance >> 33) as usize % n.max(1)
        };
        let bits: Vec<&str> = BITS.split('|').collect();
        let clean = games().repeat(2).into_bytes();
        let (mut borders, mut found) = (0, 0);
        for _ in 0..6000 {
            let mut text = clean.clone();
            for _ in 0..=below(12) {
                let at = below(text.len());
                let end = text.len().min(at + [0, 0, 1, 2, 9, 70][below(6)]);
                let bit = bits[below(bits.len())];
                text.splice(at..end, bit.bytes());
            }
            let piece = [1, 3, 30, 100, 1 << 20][below(5)];
            let (all, quick) = compare(&text, piece);
            borders += all;
            found += quick;
        }
        assert!(found * 5 > borders * 2, "too few are taken: {found} of {borders}");
    }
}
