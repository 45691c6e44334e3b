//! Reading at speed what is written as PGN's export format says.
//!
//! Most games are orthodox, legal and well written. For these the plain path, which must
//! understand everything, does far too much: this one goes over the bytes once, plays
//! the moves on a [`FastBoard`], and hands over whatever it does not expect by saying
//! nothing at all; then the game is read from its start in the plain way. What it does
//! take it reads as the plain path would: the same game, the same findings with the same
//! places. The tests hold the two equal.
//!
//! What it takes: tag pairs one a line, an empty line, moves in exact SAN with true move
//! numbers, NAGs and `!?`, comments in braces, variations, one result that is the Result
//! tag's, an empty line. Of findings it knows those of tags, and missing check marks.
//!
//! A game that is only to be written as PGN again gets no tree: `export` writes it from
//! the tags and items that were read, as the writer of trees would.

mod build;
mod copy;
mod export;
mod items;
mod moves;
mod names;
mod tags;

use partie_core::{
    Color, Game, Language, Notation, Outcome, Termination, Variant,
    rules::fast::{FastBoard, FastReader},
};

use super::{
    fill::Filler,
    play::Tally,
    tags::{Pair, check_pairs},
    write::append,
};
use crate::{Diagnostic, Keep, Parsed, ReadOptions, Severity, WriteOptions};
use build::Builder;
use export::{Order, Unmarked, marks};
use items::Item;
use moves::{Moves, Nothing};
use tags::{Stop, TagLines};

/// How much of a stream is read ahead for one game, in bytes. A text whose end is not in
/// sight by then has a brace that is not closed, or is unusual at least in its length.
const LONGEST: usize = 1 << 18;

/// The memory of a reader, kept from game to game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fast {
    reader: FastReader,
    tags: TagLines,
    items: Vec<Item>,
    order: Order,
}

/// How far a look at a text came.
#[derive(Debug)]
pub(crate) enum Look<T> {
    /// A whole game; the next one begins after so many bytes.
    Game(T, usize),
    /// The text ends before the game does.
    More,
    /// It takes the plain path to read this.
    Unusual,
}

impl<T> Look<T> {
    fn map<U>(self, f: impl FnOnce(T) -> U) -> Look<U> {
        match self {
            Look::Game(t, end) => Look::Game(f(t), end),
            Look::More => Look::More,
            Look::Unusual => Look::Unusual,
        }
    }
}

/// What is kept of a game.
#[derive(Debug)]
pub(crate) enum Wanted {
    /// All of it.
    Whole(Box<Parsed<Game>>),
    /// What is odd about it; nothing is worth to be shown.
    Findings(Vec<Diagnostic>),
}

/// Whether moves are written in the words in which usual games are.
pub(crate) fn keeps_words(options: &WriteOptions) -> bool {
    options.notation == Notation::San(Language::English)
}

/// Whether the options leave a game to be read in the usual way.
pub(crate) fn is_usual(options: &ReadOptions) -> bool {
    options.variant.is_none()
        && options.language.is_none()
        && options.encoding.is_none()
        && options.limits.diagnostics > 16
}

impl Fast {
    /// Reads the game at the start of a text; the stream goes on behind the text unless
    /// this is the last of it.
    pub(crate) fn game(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> Look<Parsed<Game>> {
        self.look(text, last, options, Builder::default()).map(|(look, builder)| {
            let mut game = Game::new(Variant::Standard);
            for tag in &self.tags.all {
                if let (Ok(name), Ok(value)) =
                    (str::from_utf8(&text[tag.name()]), str::from_utf8(&text[tag.value()]))
                {
                    game.tags.push(name, value);
                }
            }
            game.tree = builder.finish();
            game.outcome = look.outcome;
            game.termination = look
                .termination
                .or_else(|| super::resolve::termination_of(game.tags.get("Termination")?));
            Parsed { value: game, diagnostics: look.findings }
        })
    }

    /// Reads as much of the game at the start of a text as is wanted.
    pub(crate) fn wanted(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> Look<Wanted> {
        if let Keep::Findings(severity) = options.keep {
            let look = self.look(text, last, options, Nothing);
            if !matches!(&look, Look::Game((looked, _), _) if !looked.is_quiet(severity)) {
                return look.map(|(looked, _)| Wanted::Findings(looked.findings));
            }
        }
        self.game(text, last, options).map(|game| Wanted::Whole(Box::new(game)))
    }

    /// Reads the game at the start of a text and appends it, in export format, to `out`;
    /// the options must keep its words. What is wanted besides is read as by
    /// [`Fast::wanted`].
    pub(crate) fn export(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        writing: &WriteOptions,
        out: &mut Vec<u8>,
    ) -> Look<Wanted> {
        let look = self.look(text, last, options, Unmarked::default());
        let (looked, unmarked, end) = match look {
            Look::Game((looked, unmarked), end) => (looked, unmarked, end),
            Look::More => return Look::More,
            Look::Unusual => return Look::Unusual,
        };
        let marks = if unmarked.any() { marks(&self.items, &self.reader) } else { Vec::new() };
        let before = out.len();
        let outcome = looked.outcome;
        if export::tags(text, &self.tags, outcome, writing, &mut self.order, out).is_none() {
            out.truncate(before);
            return Look::Unusual;
        }
        let mut filler = Filler::new(out, writing.width);
        if export::moves(text, &self.items, &marks, writing, &mut filler).is_none() {
            out.truncate(before);
            let look = self.game(text, last, options);
            if let Look::Game(game, _) = &look {
                append(&game.value, writing, out);
            }
            return look.map(|game| Wanted::Whole(Box::new(game)));
        }
        filler.finish(looked.outcome.as_pgn());
        if matches!(options.keep, Keep::Findings(severity) if looked.is_quiet(severity)) {
            return Look::Game(Wanted::Findings(looked.findings), end);
        }
        self.game(text, last, options).map(|game| Wanted::Whole(Box::new(game)))
    }

    fn look<M: Moves>(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        moves: M,
    ) -> Look<(Looked, M)> {
        self.items.clear();
        self.reader.make_room();
        let cut = self.tags.read(text, options).and_then(|at| {
            items::cut(text, at, last, options, M::WORDS, &mut self.reader, &mut self.items)
        });
        let cut = match cut {
            Ok(cut) => cut,
            Err(Stop::More) if !last && text.len() < LONGEST => return Look::More,
            Err(_) => return Look::Unusual,
        };
        if cut.end > options.limits.game_bytes {
            return Look::Unusual;
        }
        let Some(played) = moves::play(text, &self.items, &self.reader, moves) else {
            return Look::Unusual;
        };
        let Some(verdict) = self.tags.judge(text, cut.outcome) else { return Look::Unusual };
        let mut findings = Vec::new();
        if verdict.odd || verdict.noted && options.keep.wants(Severity::Note) {
            let Ok(whole) = str::from_utf8(&text[..cut.end]) else { return Look::Unusual };
            findings = self.odd_tags(whole);
        }
        let mut termination = None;
        if let Some((outcome, reason)) = end(&played.board).filter(|_| played.plies > 0) {
            if outcome == cut.outcome {
                termination = Some(reason);
            } else if reason != Termination::InsufficientMaterial {
                return Look::Unusual;
            }
        }
        findings.extend(played.unmarked.missing_checks());
        findings.retain(|d| options.keep.wants(d.severity));
        Look::Game((Looked { findings, outcome: cut.outcome, termination }, played.moves), cut.end)
    }

    /// What is odd about the tags.
    fn odd_tags(&self, text: &str) -> Vec<Diagnostic> {
        let tags = self.tags.all.iter();
        let pairs: Vec<_> = tags
            .map(|tag| Pair {
                name: &text[tag.name()],
                value: &text[tag.value()],
                place: tag.value(),
            })
            .collect();
        let mut findings: Vec<_> = pairs
            .iter()
            .filter_map(|pair| super::layout::mojibake(pair.value, pair.place.clone()))
            .collect();
        check_pairs(&pairs, &mut findings);
        findings.sort_by_key(|d| d.span.start);
        findings
    }
}

/// What was found out besides the moves.
struct Looked {
    findings: Vec<Diagnostic>,
    outcome: Outcome,
    termination: Option<Termination>,
}

impl Looked {
    /// Whether nothing of a severity or worse was found.
    fn is_quiet(&self, severity: Severity) -> bool {
        self.findings.iter().all(|d| d.severity < severity)
    }
}

/// The result that the final position itself tells.
pub(crate) fn end(board: &FastBoard) -> Option<(Outcome, Termination)> {
    if !board.has_legal_move() {
        return Some(if board.is_check() {
            let winner = if board.turn() == Color::White { Color::Black } else { Color::White };
            (Outcome::Win(winner), Termination::Checkmate)
        } else {
            (Outcome::Draw, Termination::Stalemate)
        });
    }
    board.has_insufficient_material().then_some((Outcome::Draw, Termination::InsufficientMaterial))
}
