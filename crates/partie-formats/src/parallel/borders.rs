//! Places that look as if a game began there.

/// How many bytes before a place tell whether it is a border.
const BEHIND: usize = 6;

/// Looks for borders in a stream that comes in pieces.
#[derive(Debug)]
pub(super) struct Borders {
    /// The least distance from one border to the next, in bytes.
    distance: u64,
    /// No border is wanted before this byte of the stream.
    earliest: u64,
    /// The last bytes of the pieces so far.
    tail: [u8; BEHIND],
}

impl Borders {
    pub(super) const fn new(distance: usize) -> Borders {
        Borders { distance: distance as u64, earliest: distance as u64, tail: [0; BEHIND] }
    }

    /// The borders in the next piece, which begins at a byte of the stream.
    pub(super) fn find(&mut self, piece: &[u8], at: u64) -> Vec<u64> {
        let mut found = Vec::new();
        let end = at + piece.len() as u64;
        let mut from = self.earliest.saturating_sub(at + 1) as usize;
        while self.earliest < end && from < piece.len() {
            let Some(i) = memchr::memchr(b'\n', &piece[from..]) else { break };
            from += i + 1;
            if self.is_border(piece, from) {
                found.push(at + from as u64);
                self.earliest = at + from as u64 + self.distance;
                from = (self.earliest - at - 1) as usize;
            }
        }
        self.keep(piece);
        found
    }

    /// Whether a game may begin behind the line end before `i`: a tag behind an empty
    /// line, or move 1 behind an empty line that does not end the tags.
    fn is_border(&self, piece: &[u8], i: usize) -> bool {
        let before = |n: usize| match i.checked_sub(n) {
            Some(i) => piece[i],
            None => self.tail[BEHIND + i - n],
        };
        let width = match (before(2), before(3)) {
            (b'\n', _) => 1,
            (b'\r', b'\n') => 2,
            _ => return false,
        };
        match &piece[i..] {
            [b'[', name, ..] => name.is_ascii_alphabetic(),
            [b'1', b'.', next, ..] if *next != b'.' => before(2 * width + 1) != b']',
            _ => false,
        }
    }

    fn keep(&mut self, piece: &[u8]) {
        let n = piece.len().min(BEHIND);
        self.tail.copy_within(n.., 0);
        self.tail[BEHIND - n..].copy_from_slice(&piece[piece.len() - n..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines at borders in a text that comes in two pieces.
    fn borders(text: &str, distance: usize, first: usize) -> Vec<&str> {
        let mut borders = Borders::new(distance);
        let (one, other) = text.as_bytes().split_at(first.min(text.len()));
        let mut found = borders.find(one, 0);
        found.extend(borders.find(other, one.len() as u64));
        found.iter().map(|at| text[*at as usize..].lines().next().unwrap_or_default()).collect()
    }

    #[test]
    fn where_games_may_begin() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n[Black \"C\"]\n\n1. d4 *\n\n1. c4 *\n\n1... c5 *";
        assert_eq!(borders(text, 1, 1000), ["[White \"B\"]", "1. c4 *"]);
        assert_eq!(borders(&text.replace('\n', "\r\n"), 1, 1000), ["[White \"B\"]", "1. c4 *"]);
        assert_eq!(borders(text, 40, 1000), ["1. c4 *"]);
        assert_eq!(borders(text, 90, 1000), [""; 0]);
        assert_eq!(borders("a\n\n[%clk 0:01]\n\n12. e4", 1, 1000), [""; 0]);
    }

    #[test]
    fn borders_across_pieces() {
        for text in ["*\n\n[White \"B\"]", "*\r\n\r\n[White \"B\"]"] {
            for first in 0..text.find('[').expect("there") {
                assert_eq!(borders(text, 1, first), ["[White \"B\"]"], "{first}");
            }
        }
        for first in 0..12 {
            assert_eq!(borders("[A \"b\"]\r\n\r\n1. e4", 1, first), [""; 0]);
        }
    }
}
