//! Records in LaTeX documents: games of the packages skak and xskak, and moves in the text.
//!
//! The moves of `\mainline` make up a game. Then all other text becomes comments: a `\variation` is
//! one, too, unless it replaces the last move. In a document without `\mainline` the text is read as
//! it stands. `\newgame`, `\newchessgame` and `\begin` of an environment for a game begin one.
//! Commands and what is not printed are left out.

use std::ops::Range;

use super::{moves, unpacked::Unpacking};
use crate::detect;

/// Commands by which a document or a part of one is recognised.
const MARKS: [&[u8]; 5] =
    [b"\\documentclass", b"\\mainline{", b"\\hidemoves{", b"\\newgame", b"\\newchessgame"];

/// Commands whose arguments are not printed.
const HIDDEN: [&str; 14] = [
    "documentclass",
    "usepackage",
    "label",
    "ref",
    "cite",
    "includegraphics",
    "begin",
    "end",
    "vspace",
    "hspace",
    "chessboard",
    "setlength",
    "pagestyle",
    "input",
];

/// Length of the longest option that is looked at.
const LONGEST_OPTION: usize = 300;

/// Signs of skak that are written as commands, and their glyphs.
const SIGNS: [(&str, &str); 8] = [
    ("wbetter", "±"),
    ("bbetter", "∓"),
    ("wupperhand", "⩲"),
    ("bupperhand", "⩱"),
    ("wdecisive", "+-"),
    ("bdecisive", "-+"),
    ("equal", "="),
    ("unclear", "∞"),
];

/// Returns true if a text is LaTeX with games.
pub(super) fn is_document(text: &[u8]) -> bool {
    MARKS.iter().any(|mark| {
        memchr::memmem::find_iter(text, mark).any(|at| {
            let line = memchr::memrchr(b'\n', &text[..at]).map_or(0, |i| i + 1);
            !text[line..at].contains(&b'%')
        })
    })
}

/// Adds the text of a document.
pub(super) fn unpack<'a>(source: &'a [u8], out: &mut Unpacking<'a>) {
    let has_mainline = [&b"\\mainline"[..], b"\\hidemoves"]
        .iter()
        .any(|mark| memchr::memmem::find(source, mark).is_some());
    let body = memchr::memmem::find(source, b"\\begin{document}").unwrap_or(0);
    let game = out.length();
    let mut document = Document { source, out, has_mainline, in_comment: false, game, plies: 0 };
    document.text(body..source.len());
    document.end_game(source.len());
}

struct Document<'a, 'o> {
    source: &'a [u8],
    out: &'o mut Unpacking<'a>,
    /// True if the games are in commands, and text belongs in comments.
    has_mainline: bool,
    in_comment: bool,
    /// Start of the open game in the unpacked text.
    game: usize,
    /// Number of moves in the open game.
    plies: usize,
}

impl Document<'_, '_> {
    fn text(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let next = self.source[at..range.end].iter().position(|b| b"\\%{}~\n".contains(b));
            let next = next.map_or(range.end, |i| at + i);
            if next > at {
                self.words(at..next);
                at = next;
                continue;
            }
            match self.source[at] {
                b'%' => {
                    let rest = &self.source[at..range.end];
                    at += memchr::memchr(b'\n', rest).map_or(rest.len(), |i| i + 1);
                }
                b'\\' => at = self.command(at, range.end),
                b'\n' => {
                    self.out.copy(at..at + 1);
                    at += 1;
                }
                sign => {
                    if sign == b'~' {
                        self.out.put(b" ", at);
                    }
                    at += 1;
                }
            }
        }
    }

    /// Adds words of the text.
    fn words(&mut self, range: Range<usize>) {
        let is_empty = self.source[range.clone()].trim_ascii().is_empty();
        if self.has_mainline && !self.in_comment && !is_empty {
            self.out.put(b" {", range.start);
            self.in_comment = true;
        }
        if !self.has_mainline {
            self.plies += plies(&self.source[range.clone()]);
        }
        self.out.copy(range);
    }

    fn end_comment(&mut self, at: usize) {
        if std::mem::take(&mut self.in_comment) {
            self.out.put(b"} ", at);
        }
    }

    /// Adds the printed text of a command, and returns its end.
    fn command(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.source[at + 1..end];
        let length = rest.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        let name = String::from_utf8_lossy(&rest[..length]).into_owned();
        let after = at + 1 + length;
        let option = self.option(after, end);
        let after = option.as_ref().map_or(after, |option| option.end + 1);
        let takes_argument = HIDDEN.contains(&name.as_str())
            || self.has_mainline && matches!(&name[..], "mainline" | "hidemoves" | "variation");
        let argument = takes_argument.then(|| self.argument(after, end)).flatten();
        let next = argument.as_ref().map_or(after, |argument| (argument.end + 1).min(end));
        match name.as_str() {
            "" => {
                let Some(sign) = rest.first() else { return end };
                if *sign == b'\\' {
                    self.out.put(b"\n", at);
                } else if sign.is_ascii_punctuation() && !b"{}".contains(sign) {
                    self.words(at + 1..at + 2);
                }
                after.max((at + 2).min(end))
            }
            "newgame" | "newchessgame" => {
                self.end_game(at);
                if let Some(fen) = option.and_then(|option| fen_in(self.source, option)) {
                    self.out.put(b"[FEN \"", fen.start);
                    self.out.copy(fen.clone());
                    self.out.put(b"\"]\n\n", fen.end);
                }
                after
            }
            "mainline" | "hidemoves" if self.has_mainline => {
                let Some(moves) = argument else { return after };
                self.end_comment(at);
                self.out.put(b" ", at);
                self.plies += plies(&self.source[moves.clone()]);
                self.moves(moves.clone());
                self.out.put(b" ", moves.end);
                next
            }
            "variation" if self.has_mainline => {
                let Some(moves) = argument else { return after };
                if first_ply(&self.source[moves.clone()]) == Some(self.plies) {
                    self.end_comment(at);
                    self.out.put(b" (", at);
                    self.moves(moves.clone());
                    self.out.put(b") ", moves.end);
                } else {
                    self.words(moves);
                }
                next
            }
            "begin" if argument.clone().is_some_and(|name| self.is_verbatim(name)) => {
                let close = memchr::memmem::find(&self.source[next..end], b"\\end{");
                let close = close.map_or(end, |i| next + i);
                self.end_comment(at);
                self.out.end_line(at);
                self.out.copy(next..close);
                close
            }
            "begin" | "end" if argument.clone().is_some_and(|name| self.is_game(name)) => {
                self.end_game(at);
                next
            }
            hidden if HIDDEN.contains(&hidden) => next,
            "section" | "subsection" | "chapter" | "par" | "item" => {
                self.out.put(b"\n", at);
                after
            }
            sign => {
                if let Some((_, glyph)) = SIGNS.iter().find(|(name, _)| *name == sign) {
                    self.out.put(glyph.as_bytes(), at);
                }
                after
            }
        }
    }

    /// Adds moves, which may hold commands for signs.
    fn moves(&mut self, range: Range<usize>) {
        let (has_mainline, plies) = (std::mem::take(&mut self.has_mainline), self.plies);
        self.text(range);
        (self.has_mainline, self.plies) = (has_mainline, plies);
    }

    fn is_verbatim(&self, name: Range<usize>) -> bool {
        matches!(&self.source[name], b"verbatim" | b"lstlisting")
    }

    fn is_game(&self, name: Range<usize>) -> bool {
        self.source[name].to_ascii_lowercase().ends_with(b"game")
    }

    /// Ends the open game: moves without a result do not say where the next one begins.
    fn end_game(&mut self, at: usize) {
        self.end_comment(at);
        // A word of prose may look like a move.
        let least = if self.has_mainline { 1 } else { 2 };
        if self.plies >= least && !moves::has_result(self.out.since(self.game)) {
            self.out.put(b" *", at);
        }
        self.out.end_line(at);
        self.out.put(b"\n", at);
        self.plies = 0;
        self.game = self.out.length();
    }

    /// Returns the option in brackets after a command.
    fn option(&self, after: usize, end: usize) -> Option<Range<usize>> {
        let near = &self.source[after..end.min(after + LONGEST_OPTION)];
        let close = memchr::memchr(b']', near.strip_prefix(b"[")?)?;
        Some(after + 1..after + 1 + close)
    }

    /// Returns the argument in braces after a command; an unclosed one ends with the text.
    fn argument(&self, after: usize, end: usize) -> Option<Range<usize>> {
        let rest = self.source[after..end].strip_prefix(b"{")?;
        let mut depth = 1;
        let close = rest.iter().position(|b| {
            depth += usize::from(*b == b'{');
            depth -= usize::from(*b == b'}');
            depth == 0
        });
        Some(after + 1..close.map_or(end, |i| after + 1 + i))
    }
}

/// Finds the position in the options of xskak's `\newchessgame`.
fn fen_in(source: &[u8], option: Range<usize>) -> Option<Range<usize>> {
    let text = &source[option.clone()];
    let at = memchr::memmem::find(text, b"setfen=")? + "setfen=".len();
    let length = memchr::memchr(b',', &text[at..]).unwrap_or(text.len() - at);
    let start = option.start + at;
    let fen = start..start + length;
    let is_board = str::from_utf8(&source[fen.clone()]).is_ok_and(detect::is_board);
    is_board.then_some(fen)
}

/// Returns a word's move number, the dots after it, and the rest.
fn number(word: &str) -> Option<(usize, usize, &str)> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = word[..word.len() - rest.len()].parse().ok()?;
    let bare = rest.trim_start_matches('.');
    (bare.len() < rest.len()).then_some((number, rest.len() - bare.len(), bare))
}

/// Counts the moves of a mainline.
fn plies(moves: &[u8]) -> usize {
    let text = String::from_utf8_lossy(moves);
    let words = text.split_whitespace().map(|word| number(word).map_or(word, |(.., rest)| rest));
    words.filter(|word| partie_scoresheet::is_of_moves(word)).count()
}

/// Returns the ply, counted from 1 at the start of a game, with which a variation begins.
fn first_ply(moves: &[u8]) -> Option<usize> {
    let (number, dots, _) = number(str::from_utf8(moves).ok()?.trim_start())?;
    (2 * number).checked_sub(usize::from(dots < 2))
}
