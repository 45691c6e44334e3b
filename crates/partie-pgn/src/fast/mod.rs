//! Reading at speed what is written as PGN's export format says.
//!
//! Most games are orthodox, legal and well written. For these the plain path, which must
//! understand everything, does far too much: this one goes over the bytes once, plays
//! the moves on a [`FastBoard`], and hands over whatever it does not expect by saying
//! nothing at all; then the game is read from its start in the plain way. What it does
//! take it reads as the plain path would: the same game, the same findings with the same
//! places. The tests hold the two equal.
//!
//! What it takes: tag pairs one a line, an empty line, moves in SAN with their numbers,
//! NAGs and `!?`, comments in braces, variations, one result that is the Result tag's, an
//! empty line. All rules are asked only about a move that is written in another way than the
//! export format says; the moves before and after it are played at speed.
//!
//! Whoever asks for games gets a [`TextGame`]: the tags and items that were read, and the moves
//! that were played. Only a caller that wants the game itself gets a tree, made of them.

mod build;
mod comment;
mod items;
mod moves;
mod names;
mod number;
mod player;
mod runs;
mod tags;
mod view;
mod write;

use std::cell::RefCell;

use partie_core::{
    Boards, Color, Game, Outcome, Termination, Variant,
    rules::fast::{FastBoard, FastReader},
};

use super::{
    codes::EIGHT_BIT,
    play::{give_back, lend_reader, odd_result},
    resolve::{board_conflict, conflict, missing_result},
    tags::{Pair, TagSection, check_pairs, unescaped_quote},
    write::TagOrder,
};
use crate::raw::TagPlaces;
use items::Items;
use moves::Moves;
use number::{FIRST, Number};
use partie_formats::{Diagnostic, GameView as _, Keep, Parsed, ReadOptions, Severity};
use player::PlayBoards;
use tags::{Stop, TagLines};
use view::{Plies, TextGame};

/// How much of a stream is read ahead for one game, in bytes. A text whose end is not in
/// sight by then has a brace that is not closed, or is unusual at least in its length.
const LONGEST: usize = 1 << 18;

/// The memory of a reader, kept from game to game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fast {
    tags: TagLines,
    items: Items,
    boards: PlayBoards,
    plies: Plies,
    order: RefCell<TagOrder>,
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
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Look<U> {
        self.map_with_end(|game, _| f(game))
    }

    fn map_with_end<U>(self, f: impl FnOnce(T, usize) -> U) -> Look<U> {
        match self {
            Look::Game(game, end) => Look::Game(f(game, end), end),
            Look::More => Look::More,
            Look::Unusual => Look::Unusual,
        }
    }

    /// The game, if it goes on to the end of the text, after so many bytes.
    pub(crate) fn whole(self, length: usize) -> Option<T> {
        match self {
            Look::Game(game, end) if end == length => Some(game),
            _ => None,
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
    /// There is nothing to tell.
    Nothing,
}

impl Wanted {
    /// Returns true if the game has no diagnostics.
    pub(crate) const fn is_nothing(&self) -> bool {
        match self {
            Wanted::Whole(_) => false,
            Wanted::Findings(diagnostics) => diagnostics.is_empty(),
            Wanted::Nothing => true,
        }
    }

    /// Returns true if the text of the game is needed: for the game, or for the places of all
    /// diagnostics.
    pub(crate) fn needs_text(&self, keep: Keep) -> bool {
        match self {
            Wanted::Whole(_) => true,
            Wanted::Findings(found) => keep.keeps_text_of(found),
            Wanted::Nothing => false,
        }
    }

    /// The findings, and the game as far as it was kept.
    pub(crate) fn parsed(self) -> Parsed<Game> {
        match self {
            Wanted::Whole(parsed) => *parsed,
            Wanted::Findings(diagnostics) => {
                Parsed { value: Game::new(Variant::Standard), diagnostics }
            }
            Wanted::Nothing => Wanted::Findings(Vec::new()).parsed(),
        }
    }
}

/// Whether the options leave a game to be read in the usual way.
pub(crate) fn is_usual(options: &ReadOptions) -> bool {
    options.variant.is_none()
        && options.fen.is_none()
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
        self.read_game(text, last, options, true, |game, _, diagnostics| Parsed {
            value: game.to_game().into_owned(),
            diagnostics,
        })
    }

    /// Reads the game at the start of a text and lets `each` look at it. What is wanted besides,
    /// with the game itself if a diagnostic is `shown`, comes with what `each` made of it. Unless
    /// `each` looks at the `moves` themselves they are not kept.
    pub(crate) fn view<T>(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        shown: Keep,
        moves: bool,
        each: impl FnOnce(&TextGame<'_>) -> T,
    ) -> Look<(Wanted, T)> {
        self.read_game(text, last, options, moves, |game, _, diagnostics| {
            let whole =
                shown == Keep::Everything || diagnostics.iter().any(|d| shown.shows(d.severity));
            let wanted = if whole {
                let value = game.to_game().into_owned();
                Wanted::Whole(Box::new(Parsed { value, diagnostics }))
            } else {
                Wanted::Findings(diagnostics)
            };
            (wanted, each(game))
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
    ) -> Look<T> {
        let mut plies = std::mem::take(&mut self.plies);
        plies.clear();
        let look = if moves {
            self.look(text, last, options, true, &mut plies)
        } else {
            self.look(text, last, options, true, &mut plies.corrections)
        };
        let look = look.map_with_end(|looked, length| {
            let game = TextGame {
                text,
                tags: &self.tags,
                items: &self.items,
                plies: moves.then_some(&plies),
                corrections: &plies.corrections,
                start: looked.start.as_ref().map(|start| &start.boards),
                end: &self.boards[0],
                outcome: looked.outcome,
                termination: looked.termination.as_ref(),
                order: &self.order,
            };
            each(&game, length, looked.findings)
        });
        self.plies = plies;
        look
    }

    /// Finds the tags at the start of a text, and where they end, if there is nothing odd about
    /// them.
    pub(crate) fn tag_places(
        &mut self,
        text: &[u8],
        options: &ReadOptions,
    ) -> Option<(TagPlaces, usize)> {
        let end = self.tags.read(text, options).ok()?;
        let usual = !self.tags.odd && self.tags.all.iter().all(|tag| !tag.is_unusual());
        let places = self.tags.all.iter().map(|tag| (tag.name(), tag.value()));
        usual.then(|| (places.collect(), end))
    }

    /// Reads as much of the game at the start of a text as is wanted.
    pub(crate) fn wanted(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
    ) -> Look<Wanted> {
        if options.keep != Keep::Everything {
            let findings = match self.look(text, last, options, false, &mut ()) {
                Look::Game(looked, end) if looked.findings.is_empty() => {
                    return Look::Game(Wanted::Nothing, end);
                }
                Look::Game(looked, end) => Look::Game(Wanted::Findings(looked.findings), end),
                Look::More => Look::More,
                Look::Unusual => Look::Unusual,
            };
            let shown = |d: &Diagnostic| options.keep.shows(d.severity);
            if !matches!(&findings, Look::Game(Wanted::Findings(all), _) if all.iter().any(shown)) {
                return findings;
            }
        }
        self.game(text, last, options).map(|game| Wanted::Whole(Box::new(game)))
    }

    /// Reads as much of a game as is wanted, of a text that was decoded from an 8-bit
    /// encoding, which is a finding as well.
    pub(crate) fn decoded(&mut self, text: &[u8], options: &ReadOptions) -> Look<Wanted> {
        if options.keep.shows(EIGHT_BIT.severity) {
            return self.game(text, true, options).map(|game| Wanted::Whole(Box::new(game)));
        }
        self.wanted(text, true, options)
    }

    /// Reads the game at the start of a text, with its NAGs and comments if `words` are wanted.
    fn look<M: Moves>(
        &mut self,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        words: bool,
        moves: &mut M,
    ) -> Look<Looked> {
        let mut reader = lend_reader();
        reader.make_room();
        self.items.clear(words);
        let look = self.look_by(&mut reader, text, last, options, moves);
        give_back(reader);
        look
    }

    fn look_by<M: Moves>(
        &mut self,
        reader: &mut FastReader,
        text: &[u8],
        last: bool,
        options: &ReadOptions,
        moves: &mut M,
    ) -> Look<Looked> {
        let mut start = None;
        let cut = self.tags.read(text, options).and_then(|at| {
            if self.tags.odd && !self.tags.are_utf8(text) {
                return Err(Stop::Unusual);
            }
            let mut first = FIRST;
            if self.tags.has_fen() {
                let found = self.start(text, options).ok_or(Stop::Unusual)?;
                first = Number::new(found.board.fullmoves(), found.board.turn() == Color::White);
                start = Some(found);
            }
            items::cut(text, (at, first), last, options, reader, &mut self.items)
        });
        let cut = match cut {
            Ok(cut) => cut,
            Err(Stop::More) if !last && text.len() < LONGEST => return Look::More,
            Err(_) => return Look::Unusual,
        };
        if cut.end > options.limits.game_bytes {
            return Look::Unusual;
        }
        let Some(verdict) = self.tags.judge(text, cut.result.as_ref().map(|(found, _)| *found))
        else {
            return Look::Unusual;
        };
        let mut findings = Vec::new();
        if verdict.odd || verdict.noted && options.keep.wants(Severity::Note) {
            let Ok(whole) = str::from_utf8(&text[..cut.end]) else { return Look::Unusual };
            findings = self.odd_tags(whole);
        }
        let board = start.as_ref().map(|start| &start.board);
        let notes = options.keep.wants(Severity::Note);
        let Some(mut played) =
            player::play(text, &self.items, (board, notes), &mut self.boards, moves)
        else {
            return Look::Unusual;
        };
        let plies = played.plies.max(1);
        let end = end(&self.boards[0]);
        let board = end.as_ref().map(|(outcome, _)| *outcome);
        let (outcome, finding) = match (&cut.result, verdict.told) {
            (Some((found, place)), Some((told, tag))) => {
                let (outcome, finding) = conflict((*found, place), (told, Some(tag)), board);
                (outcome, Some(finding))
            }
            (Some((found, _)), None) => (*found, None),
            (None, told) => {
                let outcome = told.map_or(Outcome::Unknown, |(told, _)| told);
                let at = text[..cut.end].trim_ascii_end().len();
                (outcome, Some(missing_result(at, outcome, Some(" "))))
            }
        };
        if let Some((found, place)) = &cut.result
            && place.len() != found.as_pgn().len()
            && let Ok(draw) = str::from_utf8(&text[place.clone()])
        {
            played.findings.push(odd_result(draw, *found, place).at_ply(plies));
        }
        played.findings.extend(finding.map(|finding| finding.at_ply(plies)));
        let mut termination = None;
        if let Some((board, reason)) = end.filter(|_| played.plies > 0) {
            if outcome == board {
                termination = Some(reason);
            } else if reason != Termination::InsufficientMaterial {
                let place = cut.result.map_or(0..0, |(_, place)| place);
                played.findings.push(board_conflict(board, outcome, place).at_ply(plies));
            }
        }
        if let Some(start) = &mut start {
            findings.append(&mut start.findings);
        }
        findings.append(&mut played.findings);
        if findings.len() > 1 {
            findings.sort_by_key(|d| d.span.start);
        }
        // The worst of very many findings are chosen elsewhere.
        if findings.len() >= options.limits.diagnostics {
            return Look::Unusual;
        }
        findings.retain(|d| options.keep.wants(d.severity));
        Look::Game(Looked { findings, start, outcome, termination }, cut.end)
    }

    /// The position that the FEN tag tells, if a game of orthodox chess can begin there.
    #[cold]
    fn start(&self, text: &[u8], options: &ReadOptions) -> Option<Box<Start>> {
        let mut section = TagSection::default();
        for tag in self.tags.all.iter().filter(|tag| tag.may_tell_start(text)) {
            let name = str::from_utf8(&text[tag.name()]).ok()?;
            section.push(name, str::from_utf8(&text[tag.value()]).ok()?, tag.value());
        }
        let mut findings = Vec::new();
        let start = super::resolve::start(&section, options, &mut findings);
        if start.variant != Variant::Standard || start.inferred || start.doubtful {
            return None;
        }
        let board = FastBoard::from_position(&start.position)?;
        Some(Box::new(Start { boards: start.position.into(), board, findings }))
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
        let mut findings = Vec::new();
        for (tag, pair) in self.tags.all.iter().zip(&pairs) {
            if tag.is_quoted(text.as_bytes()) {
                findings.push(unescaped_quote(pair.value, pair.place.clone()));
            }
            findings.extend(super::layout::mojibake(pair.value, pair.place.clone()));
        }
        check_pairs(&pairs, &mut findings);
        findings
    }
}

/// Where a game begins that has a FEN.
struct Start {
    boards: Boards,
    board: FastBoard,
    /// What is odd about it.
    findings: Vec<Diagnostic>,
}

/// What was found out besides the moves.
struct Looked {
    findings: Vec<Diagnostic>,
    /// The position of a game that does not begin with the usual one.
    start: Option<Box<Start>>,
    outcome: Outcome,
    termination: Option<Termination>,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the pieces of a stream end must not matter: as long as a game that will be
    /// taken is not there as a whole, more is asked for.
    #[test]
    fn a_piece_of_a_usual_game_is_never_unusual() {
        let games = [
            "[Event \"c\"]\r\n[Result \"0-1\"]\r\n\r\n1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n",
            "[White \"A\"]\n[Result \"*\"]\n\n1. d4 {[%clk 0:01:00]} d5 (1... Nf6! 2. c4 $1) *\n\n",
            "[Event \"a\"]\n[Result \"1/2-1/2\"]\n\n1.e4 e5 2.Nf3?! Nc6 3.Bc4 -- 4.0-0 Nge7 1/2-1/2\n\n",
            "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n[SetUp \"1\"]\n\n7... Kd7 8. e4 *\n\n",
            "[Site \"a \"quote\"\"]\n[Result \"1/2\"]\n\n1. e4 e5 2. Ngf3\nNc6+ 1/2\n\n",
        ];
        let options = ReadOptions::default();
        for game in games {
            let text = format!("{game}[Event \"next\"]\n");
            let mut fast = Fast::default();
            let whole = fast.game(text.as_bytes(), false, &options);
            let Look::Game(_, end) = whole else { panic!("{game} is not taken") };
            assert_eq!(end, game.len());
            for length in 0..text.len() {
                let piece = &text.as_bytes()[..length];
                let look = fast.game(piece, false, &options);
                assert!(
                    matches!(&look, Look::More) || matches!(&look, Look::Game(_, n) if *n == end),
                    "{:?}: {look:?}",
                    &text[..length]
                );
            }
        }
    }
}
