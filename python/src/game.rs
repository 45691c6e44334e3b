//! Games, their moves and what is wrong with them.

use std::sync::{Arc, OnceLock};

use partie_core::{
    BoardId, Boards, CommentPlace, Game, NodeId, Ply, Tags, Variant,
    annotation::Score,
    moves::{san, uci},
    openings::{self, Opening},
};
use partie_db::stored_moves;
use partie_formats::{Format, GameView, ReadOptions, Record, WriteOptions, fen};
use partie_pgn::{LentGame, RawRecord, parallel::Relocate};
use partie_records::dispatch;
use partie_render::{DiagramStyle, Frame, SvgOptions, draw, svg};
use pyo3::{
    exceptions::{PyIndexError, PyKeyError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict},
};

use crate::board::PyBoard;

/// What is kept of a game that was read on the fast path. All of it was played.
pub(crate) struct Kept {
    raw: RawRecord,
    tags: Tags,
    code: Option<Vec<u8>>,
    plies: usize,
    outcome: &'static str,
    variant: &'static str,
    is_clean: bool,
}

impl Relocate for Kept {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.raw.offset_by(records, lines);
    }
}

/// Keeps a game with its moves in one byte each. Its tree is made when it is asked for.
pub(crate) fn keep(game: &LentGame<'_>, kept: &mut Vec<Kept>) {
    let view = &game.view;
    kept.push(Kept {
        raw: game.to_raw(),
        tags: view.tags().collect(),
        code: stored_moves::code_of(view),
        plies: view.ply_count(),
        outcome: view.outcome().as_pgn(),
        variant: view.variant().name(),
        is_clean: game.diagnostics.is_empty(),
    });
}

/// Where the parts of a game come from.
enum Source {
    Kept(Box<Kept>, Arc<ReadOptions>),
    Record,
}

/// A game, with its tags, moves and annotations, and with the text and place that it was read from.
#[pyclass(frozen, name = "Game", module = "partie")]
pub(crate) struct PyGame {
    source: Source,
    record: OnceLock<Record>,
}

impl PyGame {
    pub(crate) fn of_kept(kept: Kept, options: &Arc<ReadOptions>) -> PyGame {
        let source = Source::Kept(Box::new(kept), options.clone());
        PyGame { source, record: OnceLock::new() }
    }

    pub(crate) fn of_record(record: Record) -> PyGame {
        PyGame { source: Source::Record, record: record.into() }
    }

    fn kept(&self) -> Option<&Kept> {
        match &self.source {
            Source::Kept(kept, _) => Some(kept),
            Source::Record => None,
        }
    }

    pub(crate) fn record(&self) -> &Record {
        self.record.get_or_init(|| match &self.source {
            Source::Kept(kept, options) => kept.raw.clone().read(options),
            // It was there from the start.
            Source::Record => Record::of_game(Game::new(Variant::Standard), 1),
        })
    }

    fn game(&self) -> &Game {
        self.record().game()
    }

    fn code_bytes(&self) -> Option<std::borrow::Cow<'_, [u8]>> {
        match self.kept() {
            Some(kept) => kept.code.as_deref().map(Into::into),
            None => stored_moves::code_of(self.game()).map(Into::into),
        }
    }

    /// Returns a word for each move of the main line.
    fn words(
        &self,
        quick: fn(&[u8]) -> Option<String>,
        slow: impl Fn(&Boards, BoardId, Ply) -> String,
    ) -> Vec<String> {
        if let Some(text) = self.code_bytes().and_then(|code| quick(&code)) {
            return text.split_ascii_whitespace().map(str::to_owned).collect();
        }
        let mut words = Vec::new();
        self.follow(|boards, board, ply| words.push(slow(boards, board, ply)));
        words
    }

    /// Gives each move of the main line to a function, with the boards before it. Returns the last
    /// boards.
    fn follow(&self, mut each: impl FnMut(&Boards, BoardId, Ply)) -> Boards {
        let game = self.game();
        let mut boards = game.start.clone();
        for (board, ply) in game.plies() {
            each(&boards, board, ply);
            if boards.play(board, ply).is_err() {
                break;
            }
        }
        boards
    }

    /// Returns a value for each move of the main line, if one of them has one.
    fn notes<T>(&self, note: impl Fn(partie_core::NodeRef<'_>) -> Option<T>) -> Vec<Option<T>> {
        self.game().mainline().map(note).collect()
    }

    fn opening_of_moves(&self) -> Option<Opening> {
        match self.code_bytes() {
            Some(code) => stored_moves::opening(&code),
            None => openings::of(self.game()),
        }
    }

    fn node_at(&self, ply: Option<isize>) -> PyResult<NodeId> {
        let game = self.game();
        let plies = game.ply_count();
        let ply = index(ply, plies)?;
        Ok(match ply.checked_sub(1) {
            None => NodeId::ROOT,
            Some(at) => game.tree.mainline().nth(at).unwrap_or(NodeId::ROOT),
        })
    }
}

/// Returns the ply that a number means: from the end, if it is negative; the last one, if there is none.
fn index(ply: Option<isize>, plies: usize) -> PyResult<usize> {
    let last = plies as isize;
    let at = match ply {
        None => last,
        Some(ply) if ply < 0 => last + 1 + ply,
        Some(ply) => ply,
    };
    if (0..=last).contains(&at) {
        return Ok(at as usize);
    }
    let ply = ply.unwrap_or(0);
    Err(PyIndexError::new_err(format!("ply {ply}: the game has plies 0 to {plies}")))
}

/// Returns the format of a name.
pub(crate) fn format(name: &str) -> PyResult<Format> {
    name.parse().map_err(|error: partie_core::UnknownName| {
        let known = Format::ALL.map(Format::name).join(", ");
        PyValueError::new_err(format!("{error}; there are {known}"))
    })
}

#[pymethods]
impl PyGame {
    /// Parses the first game of a text of any format.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<PyGame> {
        let layers = partie_records::container::layers(text.as_bytes(), None);
        let source = Box::new(std::io::Cursor::new(text.to_owned()));
        let mut games = dispatch::games(layers, source, &ReadOptions::default());
        match games.next() {
            Some(record) => Ok(PyGame::of_record(record?)),
            None => Err(PyValueError::new_err("no game in this text")),
        }
    }

    /// The number of the game in its file, from 1.
    #[getter]
    fn number(&self) -> u64 {
        self.kept().map_or_else(|| self.record().number, |kept| kept.raw.number)
    }

    /// The line on which the game begins, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.kept().map_or_else(|| self.record().line, |kept| kept.raw.line)
    }

    /// The byte with which the game begins, from 0.
    #[getter]
    fn byte(&self) -> u64 {
        self.kept().map_or_else(|| self.record().byte, |kept| kept.raw.byte)
    }

    /// The text of the game, as it was read.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let text = self.kept().map_or_else(|| &self.record().text, |kept| &kept.raw.text);
        PyBytes::new(py, text)
    }

    /// The tags.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let tags = self.kept().map_or_else(|| &self.game().tags, |kept| &kept.tags);
        for (name, value) in tags.iter() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// The value of a tag.
    fn __getitem__(&self, name: &str) -> PyResult<&str> {
        let tags = self.kept().map_or_else(|| &self.game().tags, |kept| &kept.tags);
        tags.get(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    /// The result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    #[getter]
    fn result(&self) -> &'static str {
        self.kept().map_or_else(|| self.game().outcome.as_pgn(), |kept| kept.outcome)
    }

    /// The name of the variant, ``Standard`` for usual chess.
    #[getter]
    fn variant(&self) -> &'static str {
        self.kept().map_or_else(|| self.game().variant.name(), |kept| kept.variant)
    }

    /// The number of plies of the main line.
    #[getter]
    fn plies(&self) -> usize {
        self.kept().map_or_else(|| self.game().ply_count(), |kept| kept.plies)
    }

    /// The main line in one byte a move, as libraries store it and `partie.arrow` takes it; none if
    /// its moves have no code.
    #[getter]
    fn code<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.code_bytes().map(|code| PyBytes::new(py, &code))
    }

    /// The text from which no move could be read, if there is some.
    #[getter]
    fn unread(&self) -> Option<&str> {
        self.game().unread.as_deref()
    }

    /// What is wrong with the record, with its place.
    #[getter]
    fn diagnostics(&self) -> Vec<PyDiagnostic> {
        if self.kept().is_some_and(|kept| kept.is_clean) {
            return Vec::new();
        }
        PyDiagnostic::all(self.record())
    }

    /// The ECO code and the name of the opening, by the last position that has a name.
    #[getter]
    fn opening(&self) -> Option<(&'static str, &'static str)> {
        self.opening_of_moves().map(|opening| (opening.code, opening.name))
    }

    /// The moves of the main line in short algebraic notation.
    fn san(&self) -> Vec<String> {
        self.words(stored_moves::san, |boards, board, ply| {
            san::write(boards.board(board), ply).to_string()
        })
    }

    /// The moves of the main line in the notation of UCI.
    fn uci(&self) -> Vec<String> {
        self.words(stored_moves::uci, |boards, board, ply| {
            uci::write(boards.board(board), ply).to_string()
        })
    }

    /// The FENs of the positions of the main line, the first one before the first move.
    fn fens(&self) -> Vec<String> {
        let options = WriteOptions::default();
        if let Some(fens) = self.code_bytes().and_then(|code| stored_moves::fens(&code)) {
            return fens;
        }
        let mut fens = Vec::new();
        let last = self.follow(|boards, _, _| fens.push(fen::boards(boards, &options)));
        fens.push(fen::boards(&last, &options));
        fens
    }

    /// The FEN of the position after some plies: 0 for the first one, -1 (or none) for the last.
    #[pyo3(signature = (ply=None))]
    fn fen(&self, ply: Option<isize>) -> PyResult<String> {
        let at = index(ply, self.plies())?;
        if let Some(fen) = self.code_bytes().and_then(|code| stored_moves::fen_at(&code, at as u32))
        {
            return Ok(fen);
        }
        let boards = self.game().boards_at(self.node_at(ply)?);
        Ok(fen::boards(&boards, &WriteOptions::default()))
    }

    /// The position after some plies: 0 for the first one, -1 (or none) for the last.
    #[pyo3(signature = (ply=None))]
    fn board(&self, ply: Option<isize>) -> PyResult<PyBoard> {
        match self.game().boards_at(self.node_at(ply)?) {
            Boards::One(position) => Ok(PyBoard(position)),
            Boards::Two(_) => {
                Err(PyValueError::new_err("a game of bughouse has two boards; see fen()"))
            }
        }
    }

    /// The player's clock after each move in milliseconds.
    fn clocks(&self) -> Vec<Option<i64>> {
        self.notes(|node| node.clock().map(|clock| clock.0))
    }

    /// The time taken for each move in milliseconds, where the record says it.
    fn move_times(&self) -> Vec<Option<i64>> {
        self.notes(|node| node.time_taken().map(|time| time.0))
    }

    /// The evaluation after each move in centipawns, from White's side.
    fn evals(&self) -> Vec<Option<i32>> {
        self.notes(|node| match node.eval()?.score {
            Score::Centipawns(score) => Some(score),
            Score::Mate(_) => None,
        })
    }

    /// The number of moves until mate after each move, negative if White is mated.
    fn mates(&self) -> Vec<Option<i32>> {
        self.notes(|node| match node.eval()?.score {
            Score::Mate(moves) => Some(moves),
            Score::Centipawns(_) => None,
        })
    }

    /// The moves of the main line, with their comments, NAGs and variations.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Py<PyMove>>> {
        let game = self.game();
        match game.tree.next(NodeId::ROOT) {
            Some(first) => PyMove::line(py, game, first, game.start.clone(), 1),
            None => Ok(Vec::new()),
        }
    }

    /// Comments before the first move.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        self.game().tree.annotations(NodeId::ROOT).comments.iter().map(|c| &*c.text).collect()
    }

    /// The game as text in a format: ``pgn``, ``ndjson``, ``fen``, ``epd``, ...
    #[pyo3(signature = (format="pgn"))]
    fn write(&self, format: &str) -> PyResult<String> {
        let format = self::format(format)?;
        let mut text = Vec::new();
        let options = WriteOptions::default();
        // What a format cannot carry is for `partie.convert` to say.
        let _ = dispatch::write(format, self.record(), "", &options, &mut text)?;
        String::from_utf8(text).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.write("pgn")?.trim_end().to_owned())
    }

    /// A picture of the board after some plies (-1 or none: after the last) as SVG.
    #[pyo3(signature = (ply=None, *, flipped=false, width=None))]
    fn svg(&self, ply: Option<isize>, flipped: bool, width: Option<u32>) -> PyResult<String> {
        let node = self.node_at(ply)?;
        let style = DiagramStyle::default().flipped(flipped);
        let scene = draw(&Frame::at(self.game(), node), style);
        Ok(svg::document(&scene, &SvgOptions::default().width(width)))
    }

    /// The game of python-chess: tags, variations, comments and NAGs.
    fn to_python_chess<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("partie._convert")?.call_method1("to_python_chess", (slf,))
    }

    /// Reads a game of python-chess.
    #[staticmethod]
    fn from_python_chess<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        game.py().import("partie._convert")?.call_method1("from_python_chess", (game,))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, false, Some(360))
    }

    fn __repr__(&self) -> String {
        let tags = self.kept().map_or_else(|| &self.game().tags, |kept| &kept.tags);
        let player = |name| tags.get(name).unwrap_or("?");
        format!(
            "<partie.Game {}: {} - {}, {}, {} plies>",
            self.number(),
            player("White"),
            player("Black"),
            self.result(),
            self.plies()
        )
    }
}

/// A move with what is noted about it.
#[pyclass(frozen, get_all, name = "Move", module = "partie")]
pub(crate) struct PyMove {
    /// Number of the ply, from 1.
    ply: usize,
    /// Short algebraic notation.
    san: String,
    /// Notation of UCI.
    uci: String,
    /// Board in bughouse, ``A`` or ``B``.
    board: &'static str,
    /// Comments before the move.
    comments_before: Vec<String>,
    /// Comments after the move.
    comments: Vec<String>,
    /// Numbers of NAGs.
    nags: Vec<u16>,
    /// Other moves instead of this one, each with those that follow it.
    variations: Vec<Vec<Py<PyMove>>>,
}

impl PyMove {
    fn line(
        py: Python<'_>,
        game: &Game,
        first: NodeId,
        mut boards: Boards,
        first_ply: usize,
    ) -> PyResult<Vec<Py<PyMove>>> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(node) = next {
            let Some(ply) = game.tree.ply(node) else { break };
            let number = first_ply + line.len();
            let board = game.tree.board(node);
            let notes = game.tree.annotations(node);
            let comments = |before: bool| {
                let is_one = |place| (place == CommentPlace::Before) == before;
                let own = notes.comments.iter().filter(|comment| is_one(comment.place));
                own.map(|comment| comment.text.clone()).collect()
            };
            let parent = game.tree.parent(node).unwrap_or(NodeId::ROOT);
            let is_main = game.tree.next(parent) == Some(node);
            let others = game.tree.children(parent).skip(1).filter(|_| is_main);
            let variations = others
                .map(|other| PyMove::line(py, game, other, boards.clone(), number))
                .collect::<PyResult<_>>()?;
            let position = boards.board(board);
            let made = PyMove {
                ply: number,
                san: san::write(position, ply).to_string(),
                uci: uci::write(position, ply).to_string(),
                board: if board == BoardId::A { "A" } else { "B" },
                comments_before: comments(true),
                comments: comments(false),
                nags: notes.nags.iter().map(|nag| nag.0.into()).collect(),
                variations,
            };
            line.push(Py::new(py, made)?);
            if boards.play(board, ply).is_err() {
                break;
            }
            next = game.tree.next(node);
        }
        Ok(line)
    }
}

#[pymethods]
impl PyMove {
    fn __repr__(&self) -> String {
        let dots = if self.ply % 2 == 1 { "." } else { "..." };
        format!("<partie.Move {}{dots} {}>", self.ply.div_ceil(2), self.san)
    }
}

/// Something that is wrong with a record, or worth knowing.
#[pyclass(frozen, get_all, name = "Diagnostic", module = "partie")]
pub(crate) struct PyDiagnostic {
    /// Number of the game, from 1.
    game: u64,
    /// Code, such as ``PGN030``; ``partie explain`` has a page on each.
    code: &'static str,
    /// Name of the code.
    name: &'static str,
    /// ``error``, ``warning`` or ``note``.
    severity: String,
    message: String,
    /// Line in the file, from 1.
    line: u64,
    /// Column, in characters from 1.
    column: u64,
    /// Number of the ply, from 1, if it belongs to a move.
    ply: Option<u32>,
    /// Text that would mend it, if there is one.
    replacement: Option<String>,
}

impl PyDiagnostic {
    pub(crate) fn all(record: &Record) -> Vec<PyDiagnostic> {
        let made = record.diagnostics().map(|(place, diagnostic)| PyDiagnostic {
            game: record.number,
            code: diagnostic.code.id,
            name: diagnostic.code.name,
            severity: diagnostic.severity.to_string(),
            message: diagnostic.message.to_string(),
            line: place.line,
            column: place.column,
            ply: diagnostic.ply,
            replacement: diagnostic.fix.as_ref().map(|fix| fix.replacement.clone()),
        });
        made.collect()
    }
}

#[pymethods]
impl PyDiagnostic {
    fn __str__(&self) -> String {
        let PyDiagnostic { line, column, severity, code, message, .. } = self;
        format!("{line}:{column}: {severity}[{code}]: {message}")
    }

    fn __repr__(&self) -> String {
        format!("<partie.Diagnostic {}>", self.__str__())
    }
}
