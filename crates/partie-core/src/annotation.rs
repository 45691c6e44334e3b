//! Comments, NAGs, and the commands that programs write into comments.

use std::{fmt, ops::Range};

/// A numeric annotation glyph, `$0` to `$255` (PGN standard, section 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Nag(pub u8);

impl Nag {
    /// The NAG of a suffix (`!`, `?!`, ...) or of an Informant sign.
    ///
    /// ```
    /// use partie_core::Nag;
    /// assert_eq!(Nag::from_glyph("?!"), Some(Nag(6)));
    /// assert_eq!(Nag::from_glyph("±"), Some(Nag(16)));
    /// ```
    #[must_use]
    pub fn from_glyph(glyph: &str) -> Option<Nag> {
        // Most words are none: of the signs only one ends with a letter.
        if glyph != "N" && glyph.ends_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        GLYPHS.iter().find(|(g, _)| *g == glyph).map(|&(_, n)| Nag(n))
    }

    /// The suffix of `$1` to `$6`, the only NAGs that SAN can carry on the move.
    #[must_use]
    pub const fn suffix(self) -> Option<&'static str> {
        Some(match self.0 {
            1 => "!",
            2 => "?",
            3 => "!!",
            4 => "??",
            5 => "!?",
            6 => "?!",
            _ => return None,
        })
    }

    /// The sign that a book prints for this NAG, if there is one.
    #[must_use]
    pub fn glyph(self) -> Option<&'static str> {
        GLYPHS.iter().find(|(_, n)| *n == self.0).map(|&(g, _)| g)
    }
}

/// Signs and their NAGs; where several signs mean one NAG, the first is the printed one.
/// NAG numbers after the PGN standard, section 10, and the additions of `ChessBase` (140 ff.).
const GLYPHS: &[(&str, u8)] = &[
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("???", 4),
    ("!!!", 3),
    ("!?", 5),
    ("?!", 6),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("+--", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("--+", 19),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("⇆", 132),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("N", 146),
];

/// Position of a comment relative to its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CommentPlace {
    /// Before the move: first in a variation, or after the variations of the move before.
    Before,
    /// After the move (or, at the root, before the first move).
    #[default]
    After,
    /// After the variations that follow the move, where the line ends.
    Last,
}

/// Comment: the text between the braces, with line ends as spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Comment {
    /// The text, commands such as `[%clk 0:05:00]` included.
    pub text: String,
    /// Position relative to the move.
    pub place: CommentPlace,
}

impl Comment {
    /// A comment after its move.
    pub fn after(text: impl Into<String>) -> Comment {
        Comment { text: text.into(), place: CommentPlace::After }
    }

    /// Returns the clock of the move, in milliseconds, if the comment gives it: as a number alone
    /// (seconds as in BPGN, `m:ss` or `h:mm:ss`), or in a `[%clk]` command.
    ///
    /// ```
    /// use partie_core::Comment;
    /// assert_eq!(Comment::after("295.10").clock(), Some(295_100));
    /// assert_eq!(Comment::after("[%clk 0:05:00] fast").clock(), Some(300_000));
    /// assert_eq!(Comment::after("nice").clock(), None);
    /// ```
    #[must_use]
    pub fn clock(&self) -> Option<i64> {
        let bare = self.text.trim();
        if !bare.is_empty()
            && bare.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b':'))
        {
            return crate::time::clock_milliseconds(bare);
        }
        let command = commands(&self.text).find(|command| command.name == "clk")?;
        command.milliseconds()
    }

    /// The commands in the comment, in order.
    #[must_use]
    pub fn commands(&self) -> Vec<Command<'_>> {
        commands(&self.text).collect()
    }
}

/// A command in a comment, such as `[%clk 1:20:00]`. It borrows the comment's
/// text and so prints back as it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// Location in the comment, in bytes, including the brackets.
    pub span: Range<usize>,
    /// Name: `clk`, `emt`, `eval`, `csl`, ...
    pub name: &'a str,
    /// Text after the name, trimmed.
    pub argument: &'a str,
}

impl Command<'_> {
    /// The argument of `clk`, `egt`, `emt` or `mct` in milliseconds. Accepted are
    /// `h:mm:ss`, `m:ss` and seconds alone, each with a decimal fraction
    /// (FICS writes `[%emt 0.656]`, chess.com `[%clk 0:02:58.1]`).
    #[must_use]
    pub fn milliseconds(&self) -> Option<i64> {
        matches!(self.name, "clk" | "egt" | "emt" | "mct")
            .then(|| crate::time::clock_milliseconds(self.argument))
            .flatten()
    }

    /// The argument of `eval`, from White's side.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        if self.name != "eval" {
            return None;
        }
        let (score, depth) = match self.argument.bytes().position(|byte| byte == b',') {
            Some(comma) => {
                (&self.argument[..comma], self.argument[comma + 1..].trim().parse().ok())
            }
            None => (self.argument, None),
        };
        let score = trimmed(score);
        let score = match score.strip_prefix('#') {
            Some(mate) => Score::Mate(mate.trim_start_matches('+').parse().ok()?),
            None => Score::Centipawns(decimal_hundredths(score)?),
        };
        Some(Eval { score, depth })
    }
}

/// An engine's judgement of a position, from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Eval {
    /// The score.
    pub score: Score,
    /// The search depth, if it is given (`[%eval 0.17,20]`).
    pub depth: Option<u32>,
}

/// The score of an [`Eval`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this number of moves; negative if White is mated.
    Mate(i32),
}

impl fmt::Display for Score {
    /// Writes pawns with their sign, as `+0.25`, or `#3` and `#-3` for mates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(n) => write!(f, "{:+.2}", f64::from(n) / 100.0),
            Score::Mate(n) => write!(f, "#{n}"),
        }
    }
}

impl fmt::Display for Eval {
    /// Writes the score without the depth.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.score.fmt(f)
    }
}

fn decimal_hundredths(text: &str) -> Option<i32> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let mut hundredths = 0;
    for i in 0..2 {
        hundredths =
            hundredths * 10 + i32::from(fraction.as_bytes().get(i).map_or(0, |b| b - b'0'));
    }
    let value = whole.checked_mul(100)?.checked_add(hundredths)?;
    Some(if negative { -value } else { value })
}

/// Returns a text without the whitespace around it. Faster than [`str::trim`] on the ASCII that
/// nearly all texts begin and end with.
fn trimmed(text: &str) -> &str {
    let ascii = text.trim_ascii();
    match ascii.as_bytes() {
        [] | [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => ascii,
        _ => ascii.trim(),
    }
}

/// Finds the commands in a text, in order.
pub fn commands(text: &str) -> impl Iterator<Item = Command<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text.as_bytes()[at..];
            let open = at + rest.array_windows().position(|pair| pair == b"[%")?;
            let close = open + text.as_bytes()[open..].iter().position(|byte| *byte == b']')?;
            let inner = &text[open + 2..close];
            let name_length =
                inner.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
            if name_length > 0 {
                at = close + 1;
                let (name, argument) = inner.split_at(name_length);
                return Some(Command { span: open..at, name, argument: trimmed(argument) });
            }
            at = open + 2;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_anywhere_in_a_comment() {
        let comment = Comment::after("good [%eval -1.5,20] move [%clk 0:02:58.1][%foo]");
        let commands = comment.commands();
        let names: Vec<_> = commands.iter().map(|c| c.name).collect();
        assert_eq!(names, ["eval", "clk", "foo"]);
        assert_eq!(
            commands[0].eval(),
            Some(Eval { score: Score::Centipawns(-150), depth: Some(20) })
        );
        assert_eq!(commands[1].milliseconds(), Some(178_100));
        assert_eq!(&comment.text[commands[2].span.clone()], "[%foo]");
    }

    #[test]
    fn evals() {
        for (text, score) in [
            ("[%eval #-3]", Score::Mate(-3)),
            ("[%eval #+3]", Score::Mate(3)),
            ("[%eval 0.17]", Score::Centipawns(17)),
            ("[%eval -.5]", Score::Centipawns(-50)),
        ] {
            assert_eq!(
                commands(text).next().and_then(|c| c.eval()).map(|e| e.score),
                Some(score),
                "{text}"
            );
        }
        assert_eq!(commands("[%eval ?]").next().and_then(|c| c.eval()), None);
    }
}
