//! Movetext in export format, written part by part.

use std::ops::Range;

use partie_core::{Boards, Color, Outcome, Position};

use super::{
    text::{in_braces, on_one_line, stripped},
    wrap::LineWrapper,
};
use crate::text::CUT;
use partie_formats::{
    WriteOptions,
    replay::{Replay, is_fast, length_of, packed, push},
    view::{Event, Note, PlayedMove},
};

/// Writes the parts of a movetext in the order in which they are given.
pub(crate) struct Movetext<'a> {
    lines: LineWrapper<'a>,
    options: &'a WriteOptions,
    line: WrittenLine,
    /// The lines around this one.
    outer: Vec<WrittenLine>,
    /// A parenthesis that the next word or comment begins with.
    opens: bool,
    /// Comments are written as they are.
    keeps_comments: bool,
    /// Number of variations that are open and left out.
    skipped: usize,
    /// The boards, if writing requires playing the moves.
    boards: Option<Box<LineBoards>>,
}

/// State of a line.
#[derive(Clone, Copy)]
struct WrittenLine {
    /// Number of half-moves before the next one, from White's first move on.
    plies: u64,
    /// The number of Black's next move must be written.
    number: bool,
}

/// Boards of a line.
struct LineBoards {
    /// The one after the last move.
    now: Replay,
    /// The one before it.
    before: Replay,
    /// Boards of the enclosing lines.
    outer: Vec<(Replay, Replay)>,
}

impl<'a> Movetext<'a> {
    /// Starts after a line end. Unless the letters of all moves are `known` they are played.
    pub(crate) fn new(
        start: Option<&Boards>,
        known: bool,
        options: &'a WriteOptions,
        out: &'a mut Vec<u8>,
    ) -> Movetext<'a> {
        let start = start.map(Boards::first);
        let plies = start.map_or(0, |start| {
            2 * u64::from(start.fullmoves()).saturating_sub(1) + u64::from(start.turn().is_black())
        });
        let boards = (!known || !is_fast(options.notation)).then(|| {
            let now = Replay::new(start.unwrap_or(&Position::default()));
            Box::new(LineBoards { before: now.clone(), now, outer: Vec::new() })
        });
        Movetext {
            lines: LineWrapper::new(out, options.width),
            options,
            line: WrittenLine { plies, number: true },
            outer: Vec::new(),
            opens: false,
            keeps_comments: !options.strip.touches_comments(),
            skipped: 0,
            boards,
        }
    }

    /// Adds some parts.
    pub(crate) fn events<'e>(&mut self, events: impl Iterator<Item = Event<'e>>) {
        for event in events {
            match event {
                Event::Move(played) => self.play(played),
                Event::Note(Note::Nag(nag)) => self.nag(nag.0),
                Event::Note(Note::Comment(text, _)) => self.comment(&text),
                Event::BeginVariation => self.open(),
                Event::EndVariation => self.close(),
            }
        }
    }

    /// Adds moves while `next` returns one, as its letters, the first one in the lowest byte, and
    /// their number, at most seven.
    #[inline]
    pub(crate) fn words(&mut self, mut next: impl FnMut() -> Option<(u64, usize)>) {
        let WrittenLine { mut plies, mut number } = self.line;
        while let Some((word, length)) = next() {
            if self.skipped > 0 {
                continue;
            }
            self.lines.open_run();
            let white = plies & 1 == 0;
            if white || number {
                self.lines.number(plies / 2 + 1, white, std::mem::take(&mut self.opens));
                number = false;
            }
            self.lines.short(word, length);
            plies += 1;
        }
        self.line = WrittenLine { plies, number };
    }

    /// Adds a move in the notation of the options.
    pub(crate) fn play(&mut self, mut played: PlayedMove) {
        if self.skipped > 0 {
            return;
        }
        let notation = self.options.notation;
        let mut text = Vec::new();
        if let Some(boards) = &mut self.boards {
            boards.before.clone_from(&boards.now);
            played.san = None;
            if is_fast(notation) {
                played.san = boards.now.write_short(played.ply);
            }
            if played.san.is_none() {
                boards.now.write(played, [notation], [&mut text]);
            }
        }
        let mut word = packed(played, notation).filter(|word| word >> 56 == 0);
        if word.is_some() {
            return self.words(|| word.take().map(|word| (word, length_of(word))));
        }
        let WrittenLine { plies, number } = self.line;
        let white = plies & 1 == 0;
        if played.san.is_some() {
            push(&mut text, played, if white { Color::White } else { Color::Black }, notation);
        }
        if white || number {
            self.lines.open_run();
            self.lines.number(plies / 2 + 1, white, std::mem::take(&mut self.opens));
        }
        self.lines.word(str::from_utf8(&text).unwrap_or_default());
        self.line = WrittenLine { plies: plies + 1, number: false };
    }

    /// Adds a NAG of the last move.
    #[inline]
    pub(crate) fn nag(&mut self, nag: u8) {
        if self.skipped == 0 && !self.options.strip.nags {
            self.lines.nag(nag);
        }
    }

    /// Adds a part of a text as a comment. It is UTF-8 without closing braces.
    #[inline]
    pub(crate) fn comment_of(&mut self, text: &[u8], part: Range<usize>) {
        let short = self.keeps_comments && !self.opens && self.skipped == 0;
        if short && self.lines.short_comment(text, &part) {
            self.line.number = true;
        } else if self.keeps_comments {
            self.put_comment(text, part);
        } else {
            self.comment(&on_one_line(String::from_utf8_lossy(&text[part])));
        }
    }

    /// Adds a comment.
    fn comment(&mut self, text: &str) {
        if let Some(text) = stripped(text, self.options) {
            let text = in_braces(text);
            self.put_comment(text.as_bytes(), 0..text.len());
        }
    }

    #[inline(never)]
    fn put_comment(&mut self, text: &[u8], part: Range<usize>) {
        if self.skipped == 0 {
            self.lines.comment(text, part, std::mem::take(&mut self.opens));
            self.line.number = true;
        }
    }

    /// Begins a variation of the last move.
    pub(crate) fn open(&mut self) {
        if self.skipped > 0 || self.options.strip.variations {
            self.skipped += 1;
            return;
        }
        self.outer.push(self.line);
        self.line = WrittenLine { plies: self.line.plies.wrapping_sub(1), number: true };
        self.opens = true;
        if let Some(boards) = &mut self.boards {
            let now = std::mem::replace(&mut boards.now, boards.before.clone());
            boards.outer.push((now, boards.before.clone()));
        }
    }

    /// Ends a variation.
    pub(crate) fn close(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        self.lines.close();
        if let Some(line) = self.outer.pop() {
            self.line = WrittenLine { number: true, ..line };
        }
        if let Some(boards) = &mut self.boards
            && let Some((now, before)) = boards.outer.pop()
        {
            (boards.now, boards.before) = (now, before);
        }
    }

    /// Adds text that could not be read, as a comment.
    pub(crate) fn unread(&mut self, text: &str) {
        let words: Vec<_> = text.split_whitespace().collect();
        let text = words.join(" ").replace('{', "(").replace('}', ")");
        let text = format!("{CUT} {text}");
        self.put_comment(text.as_bytes(), 0..text.len());
    }

    /// Adds the result and the empty line after a game.
    pub(crate) fn finish(self, outcome: Outcome) {
        self.lines.finish(outcome.as_pgn());
    }
}
