//! Games in or near export format, read from the bytes of a stream by items alone.
//!
//! Most games are orthodox, legal and well written, and reading them by tokens, which handles all
//! others, does far too much work. Here the bytes are scanned once, and the moves are played on a
//! [`FastBoard`]. Text that needs tokens ends the attempt with [`FastResult::Fallback`]; the game
//! is then cut out of the stream and read by `examine`. The same player reads both, so the games
//! and their diagnostics are the same, as the law in `laws.rs` holds.
//!
//! Accepts tag pairs one a line, an empty line, moves in SAN with their numbers, NAGs and `!?`,
//! comments in braces, variations, one result, and an empty line. A move that is not canonical SAN
//! is played with all rules on a [`Position`](partie_core::Position); the moves before and after it
//! are not slowed down.
//!
//! Callers get a [`TextGame`]: its tags, items and played moves. A tree is built from them only on
//! demand.

mod names;
pub(crate) mod single;
mod tags;
mod view;
mod write;

use std::cell::RefCell;

use partie_core::{
    Boards, Color, Game, Outcome, Termination, Variant,
    rules::fast::{FastBoard, FastReader},
};

use super::{
    board::{end, give_back, lend_reader},
    codes::EIGHT_BIT,
    lex::{FIRST, Items, Number, Stop, cut},
    movetext::{Buffers, play_items},
    outcome::{Decision, Record, decide},
    plies::{Plies, Sink},
    start::start,
    tags::{Pair, TagPlaces, TagSection, check_pairs, unescaped_quote},
    write::TagOrder,
};
use partie_formats::{Diagnostic, GameView as _, Parsed, ReadOptions, Retained, Severity};
use tags::TagLines;
pub(crate) use view::TextGame;

/// Number of bytes of a stream that are read ahead for one game. A text that has not ended by then
/// has an unclosed brace or is unusually long.
const LONGEST: usize = 1 << 18;

/// Reader of games by items alone. Its buffers are reused from game to game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fast {
    tags: TagLines,
    items: Items,
    /// The board at the end of the main line.
    last: FastBoard,
    plies: Plies,
    buffers: Buffers,
    order: RefCell<TagOrder>,
}

/// Outcome of an attempt to read a game by items alone.
#[derive(Debug)]
pub(crate) enum FastResult<T> {
    /// A whole game, and its length in bytes.
    Game(T, usize),
    /// The text ends before the game does.
    NeedMore,
    /// The text needs tokens.
    Fallback,
}

impl<T> FastResult<T> {
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> FastResult<U> {
        self.map_with_end(|game, _| f(game))
    }

    fn map_with_end<U>(self, f: impl FnOnce(T, usize) -> U) -> FastResult<U> {
        match self {
            FastResult::Game(game, end) => FastResult::Game(f(game, end), end),
            FastResult::NeedMore => FastResult::NeedMore,
            FastResult::Fallback => FastResult::Fallback,
        }
    }

    /// Returns the game if its length is the text's.
    pub(crate) fn whole(self, length: usize) -> Option<T> {
        match self {
            FastResult::Game(game, end) if end == length => Some(game),
            _ => None,
        }
    }
}

/// Result of reading a game, as far as the caller asked for it.
#[derive(Debug)]
pub(crate) enum Detail {
    /// The game with its diagnostics.
    Game(Box<Parsed<Game>>),
    /// The diagnostics; none is severe enough to keep the game itself.
    Diagnostics(Vec<Diagnostic>),
}

impl Detail {
    /// Returns the diagnostics of a game, with the game itself if one of them is `shown`.
    pub(crate) fn of(game: &TextGame<'_>, diagnostics: Vec<Diagnostic>, shown: Retained) -> Detail {
        let is_shown = |d: &Diagnostic| shown.shows(d.severity);
        if shown == Retained::Everything || diagnostics.iter().any(is_shown) {
            let value = game.to_game().into_owned();
            return Detail::Game(Box::new(Parsed { value, diagnostics }));
        }
        Detail::Diagnostics(diagnostics)
    }

    /// Returns true if the game has no diagnostics.
    pub(crate) const fn is_clean(&self) -> bool {
        match self {
            Detail::Game(_) => false,
            Detail::Diagnostics(diagnostics) => diagnostics.is_empty(),
        }
    }

    /// Returns true if the text of the game is needed: for the game, or for the places of all
    /// diagnostics.
    pub(crate) fn needs_text(&self, keep: Retained) -> bool {
        match self {
            Detail::Game(_) => true,
            Detail::Diagnostics(found) => keep.keeps_text_of(found),
        }
    }

    /// Returns the diagnostics, and the game as far as it was kept.
    pub(crate) fn parsed(self) -> Parsed<Game> {
        match self {
            Detail::Game(parsed) => *parsed,
            Detail::Diagnostics(diagnostics) => {
                Parsed { value: Game::new(Variant::Standard), diagnostics }
            }
        }
    }
}

/// Returns true if the options allow reading games by items alone.
pub(crate) fn accepts(options: &ReadOptions) -> bool {
    options.variant.is_none()
        && options.fen.is_none()
        && options.language.is_none()
        && options.encoding.is_none()
        && options.limits.diagnostics > 16
}

impl Fast {
    /// Reads the game at the start of a text; the stream goes on after the text unless
    /// this is the last of it.
    pub(crate) fn game(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> FastResult<Parsed<Game>> {
        self.read_game(text, last, options, true, |game, _, diagnostics| Parsed {
            value: game.to_game().into_owned(),
            diagnostics,
        })
    }

    /// Reads the game at the start of a text and lends it to `each`, with its length in bytes and
    /// its diagnostics. Unless `each` looks at the `moves` themselves they are not kept.
    pub(crate) fn read_game<T>(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        moves: bool,
        each: impl FnOnce(&TextGame<'_>, usize, Vec<Diagnostic>) -> T,
    ) -> FastResult<T> {
        let (mut each, mut made) = (Some(each), None);
        let read = self.lend_game(text, last, options, moves, &mut |game, length, diagnostics| {
            made = each.take().map(|each| each(game, length, diagnostics));
        });
        match (read, made) {
            (FastResult::Game((), end), Some(made)) => FastResult::Game(made, end),
            (FastResult::NeedMore, _) => FastResult::NeedMore,
            _ => FastResult::Fallback,
        }
    }

    /// Reads a game like [`Self::read_game`], but is not generic, so that it is compiled once.
    fn lend_game(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        moves: bool,
        each: &mut dyn FnMut(&TextGame<'_>, usize, Vec<Diagnostic>),
    ) -> FastResult<()> {
        let mut plies = std::mem::take(&mut self.plies);
        plies.clear();
        let sink =
            if moves { Sink::Plies(&mut plies) } else { Sink::Corrections(&mut plies.corrections) };
        let look = self.look(text, last, options, true, sink);
        let look = look.map_with_end(|scanned, length| {
            let game = TextGame {
                text,
                tags: &self.tags,
                items: &self.items,
                plies: moves.then_some(&plies),
                corrections: &plies.corrections,
                start: scanned.start.as_ref().map(|start| &start.boards),
                end: &self.last,
                outcome: scanned.outcome,
                termination: scanned.termination.as_ref(),
                order: &self.order,
            };
            each(&game, length, scanned.diagnostics);
        });
        self.plies = plies;
        look
    }

    /// Finds the tags at the start of a text, and their end, if all are standard.
    pub(crate) fn tag_places(
        &mut self,
        text: &[u8],
        options: &ReadOptions,
    ) -> Option<(TagPlaces, usize)> {
        let end = self.tags.read(text, options).ok()?;
        let canonical =
            !self.tags.nonstandard && self.tags.all.iter().all(|tag| !tag.needs_fallback());
        let places = self.tags.all.iter().map(|tag| (tag.name(), tag.value()));
        canonical.then(|| (places.collect(), end))
    }

    /// Reads as much of the game at the start of a text as the options ask for.
    pub(crate) fn wanted(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> FastResult<Detail> {
        if options.keep != Retained::Everything {
            let look = self.look(text, last, options, false, Sink::Nothing);
            let shown = |d: &Diagnostic| options.keep.shows(d.severity);
            if !matches!(&look, FastResult::Game(game, _) if game.diagnostics.iter().any(shown)) {
                return look.map(|game| Detail::Diagnostics(game.diagnostics));
            }
        }
        self.game(text, last, options).map(|game| Detail::Game(Box::new(game)))
    }

    /// Reads as much of a game as the options ask for, from a text that was decoded from an 8-bit
    /// encoding, which is a diagnostic as well.
    pub(crate) fn decoded(&mut self, text: &[u8], options: &ReadOptions) -> FastResult<Detail> {
        if options.keep.shows(EIGHT_BIT.severity) {
            return self.game(text, true, options).map(|game| Detail::Game(Box::new(game)));
        }
        self.wanted(text, true, options)
    }

    /// Reads the game at the start of a text, with its NAGs and comments if `words` are wanted.
    fn look(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        words: bool,
        sink: Sink<'_>,
    ) -> FastResult<ScanResult> {
        let mut reader = lend_reader();
        reader.make_room();
        self.items.clear(words);
        self.look_by(reader, text, last, options, sink)
    }

    fn look_by(
        &mut self,
        mut reader: FastReader,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        sink: Sink<'_>,
    ) -> FastResult<ScanResult> {
        let (mut start, mut verdict) = (None, None);
        let cut = self.tags.read(text, options).and_then(|at| {
            if self.tags.nonstandard && !self.tags.are_utf8(text) {
                return Err(Stop::Fallback);
            }
            verdict = Some(self.tags.judge(text).ok_or(Stop::Fallback)?);
            let mut first = FIRST;
            if self.tags.has_fen() {
                let found = self.start(text, options).ok_or(Stop::Fallback)?;
                first = Number::new(found.board.fullmoves(), found.board.turn() == Color::White);
                start = Some(found);
            }
            cut(text, (at, first), last, options, &mut reader, &mut self.items)
        });
        give_back(reader);
        let cut = match cut {
            Ok(cut) => cut,
            Err(Stop::NeedMore) if !last && text.len() < LONGEST => return FastResult::NeedMore,
            Err(_) => return FastResult::Fallback,
        };
        if cut.end > options.limits.game_bytes {
            return FastResult::Fallback;
        }
        let found = cut.result.as_ref().map(|(found, _)| *found);
        let Some(mut verdict) = verdict else { return FastResult::Fallback };
        let Ok(stated) = verdict.stated(text, found) else { return FastResult::Fallback };
        let mut diagnostics = Vec::new();
        if verdict.nonstandard || verdict.noted && options.keep.wants(Severity::Note) {
            let Ok(whole) = str::from_utf8(&text[..cut.end]) else { return FastResult::Fallback };
            diagnostics = self.nonstandard_tags(whole);
        }
        self.last = start.as_ref().map_or_else(FastBoard::new, |start| start.board);
        let (moves, result) = (&text[..cut.end], cut.result.as_ref());
        let place = (&mut self.last, &mut self.buffers);
        let played = play_items(moves, &self.items, result, place, sink, options);
        let Some(mut played) = played else { return FastResult::Fallback };
        let (stated, tag) = stated.unzip();
        let record = Record {
            found: played.result.as_ref(),
            stated,
            tag,
            end: end(&self.last),
            is_torn: false,
            plies: played.plies,
            text_end: (moves.trim_ascii_end().len(), Some(" ")),
        };
        let Decision { outcome, reason: termination, diagnostics: decided } = decide(record, None);
        played.diagnostics.extend(decided);
        if let Some(start) = &mut start {
            diagnostics.append(&mut start.diagnostics);
        }
        diagnostics.append(&mut played.diagnostics);
        if diagnostics.len() > 1 {
            partie_formats::diagnostic::sort(&mut diagnostics);
        }
        // Above the limit, the caller selects the worst diagnostics.
        if diagnostics.len() >= options.limits.diagnostics {
            return FastResult::Fallback;
        }
        diagnostics.retain(|d| options.keep.wants(d.severity));
        FastResult::Game(ScanResult { diagnostics, start, outcome, termination }, cut.end)
    }

    /// Returns the position of the FEN tag, if a game of orthodox chess can begin there.
    #[cold]
    fn start(&self, text: &[u8], options: &ReadOptions) -> Option<Box<Start>> {
        let mut section = TagSection::default();
        for tag in self.tags.all.iter().filter(|tag| tag.may_tell_start(text)) {
            let name = str::from_utf8(&text[tag.name()]).ok()?;
            section.push(name, str::from_utf8(&text[tag.value()]).ok()?, tag.value());
        }
        let mut diagnostics = Vec::new();
        let start = start(&section, options, &mut diagnostics);
        if start.variant != Variant::Standard || start.inferred || start.doubtful {
            return None;
        }
        let board = FastBoard::from_position(&start.position)?;
        Some(Box::new(Start { boards: start.position.into(), board, diagnostics }))
    }

    /// Returns the diagnostics of the tags.
    fn nonstandard_tags(&self, text: &str) -> Vec<Diagnostic> {
        let tags = self.tags.all.iter();
        let pairs: Vec<_> = tags
            .map(|tag| Pair {
                name: &text[tag.name()],
                value: &text[tag.value()],
                place: tag.value(),
            })
            .collect();
        let mut diagnostics = Vec::new();
        for (tag, pair) in self.tags.all.iter().zip(&pairs) {
            if tag.is_quoted(text.as_bytes()) {
                diagnostics.push(unescaped_quote(pair.value, pair.place.clone()));
            }
            diagnostics.extend(super::layout::mojibake(pair.value, pair.place.clone()));
        }
        check_pairs(&pairs, &mut diagnostics);
        diagnostics
    }
}

/// Start of a game that has a FEN tag.
struct Start {
    boards: Boards,
    board: FastBoard,
    /// Diagnostics of the FEN.
    diagnostics: Vec<Diagnostic>,
}

/// Result of scanning a game, besides its moves.
struct ScanResult {
    diagnostics: Vec<Diagnostic>,
    /// The position of a game that does not begin with the standard one.
    start: Option<Box<Start>>,
    outcome: Outcome,
    termination: Option<Termination>,
}

#[cfg(test)]
mod tests;
