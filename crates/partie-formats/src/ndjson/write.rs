//! A game as a JSON object.

use std::{borrow::Cow, io, ops::Range};

use partie_core::{
    BoardId, Boards, Color, CommentPlace, Game, Language, NodeId, Notation, Termination, Variant,
    annotation::commands, moves::uci, tags::ROSTER, tree::Annotations,
};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    Lossy, Record, WriteOptions, fen,
    options::{CastlingStyle, EnPassant},
    pgn,
    replay::{Replay, length_of, packed},
    view::{GameView, Note, PlayedMove},
};

/// Writes a record as one line. `file` is the name of the file it was read from.
///
/// # Errors
///
/// When the output fails. Nothing is lost but what the options strip.
pub fn write(
    record: &Record,
    file: &str,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let (mut fields, mut line) = (Vec::with_capacity(4096), Vec::with_capacity(4096));
    append_fields(record.game(), options, &mut fields);
    append_record(record, file, &fields, &mut line);
    out.write_all(&line)?;
    Ok(Lossy::complete(()))
}

/// Writes a game that was not read from a file, without the fields that say where.
///
/// # Errors
///
/// When the output fails. Nothing is lost but what the options strip.
pub fn write_game(
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    out.write_all(&object(game, options))?;
    out.write_all(b"\n")?;
    Ok(Lossy::complete(()))
}

/// Returns the fields of a game itself.
#[must_use]
pub fn game(game: &Game, options: &WriteOptions) -> Map<String, Value> {
    serde_json::from_slice(&object(game, options)).unwrap_or_default()
}

fn object(game: &impl GameView, options: &WriteOptions) -> Vec<u8> {
    let mut object = Vec::with_capacity(4096);
    object.push(b'{');
    append_fields(game, options, &mut object);
    object.push(b'}');
    object
}

/// Appends a value.
fn value(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    // Neither memory nor a value of strings and numbers fails.
    let _ = serde_json::to_writer(out, value);
}

/// Appends a string.
fn string(text: &str, out: &mut Vec<u8>) {
    if text.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        return value(text, out);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Appends a field with a comma before it, and leaves its value to be appended.
fn name(name: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

/// Appends a list, given what appends its elements.
fn list<T>(
    elements: impl IntoIterator<Item = T>,
    out: &mut Vec<u8>,
    each: impl Fn(T, &mut Vec<u8>),
) {
    out.push(b'[');
    for (i, element) in elements.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        each(element, out);
    }
    out.push(b']');
}

/// The place of a record.
#[derive(Serialize)]
struct Head<'a> {
    file: &'a str,
    game: u64,
    format: &'static str,
    encoding: &'static str,
    line: u64,
    byte: u64,
}

/// A diagnostic with its place in the file.
#[derive(Serialize)]
struct Reported<'a> {
    code: &'static str,
    severity: &'static str,
    line: u64,
    column: u64,
    byte: u64,
    ply: Option<u32>,
    message: &'a str,
}

/// Appends a record as one line, given the fields of its game.
pub(crate) fn append_record(record: &Record, file: &str, fields: &[u8], out: &mut Vec<u8>) {
    let head = Head {
        file,
        game: record.number,
        format: record.format.name(),
        encoding: record.encoding,
        line: record.line,
        byte: record.byte,
    };
    value(&head, out);
    out.pop();
    out.push(b',');
    out.extend_from_slice(fields);
    name("diagnostics", out);
    let places = record.places();
    list(&record.parsed.diagnostics, out, |d, out| {
        let place = places.of(d.span.start);
        let reported = Reported {
            code: d.code.id,
            severity: d.severity.name(),
            line: place.line,
            column: place.column,
            byte: place.byte,
            ply: d.ply,
            message: &d.message,
        };
        value(&reported, out);
    });
    out.extend_from_slice(b"}\n");
}

/// Appends the fields of a game, with commas between them.
pub(crate) fn append_fields(game: &impl GameView, options: &WriteOptions, out: &mut Vec<u8>) {
    let kept = |name: &str| {
        !options.strip.tags || ROSTER.contains(&name) || matches!(name, "FEN" | "SetUp" | "Variant")
    };
    out.extend_from_slice(b"\"tags\":{");
    for (i, (name, value)) in game.tags().filter(|(name, _)| kept(name)).enumerate() {
        if i > 0 {
            out.push(b',');
        }
        string(name, out);
        out.push(b':');
        string(value, out);
    }
    out.push(b'}');
    name("variant", out);
    string(game.variant().name(), out);
    name("start_fen", out);
    match game.start() {
        Some(start) => {
            let usual = fen::boards(start, options);
            string(&usual, out);
            if let Some(exact) = exact_start(game.variant(), start, &usual) {
                name("start_fen_exact", out);
                string(&exact, out);
            }
        }
        None if options.castling == CastlingStyle::default() => string(START, out),
        None => string(&fen::boards(&Boards::start(Variant::Standard), options), out),
    }
    let Replayed { boards, uci, san, end } = Replayed::of(game);
    let plies = uci.ends.len();
    if let Some(boards) = boards {
        name("boards", out);
        list(boards, out, |board, out| string(&board, out));
    }
    for (field, words) in [("moves", &uci), ("san", &san)] {
        name(field, out);
        out.push(b'[');
        out.extend_from_slice(words.text.strip_suffix(b",").unwrap_or_default());
        out.push(b']');
    }
    name("result", out);
    string(game.outcome().as_pgn(), out);
    name("termination", out);
    value(&game.termination().as_deref().map(termination_name), out);
    name("final_fen", out);
    string(&fen::boards(&end, options), out);
    name("plies", out);
    value(&plies, out);
    let extras = game.extras();
    if extras.comments || extras.nags || extras.variations > 0 {
        if !options.strip.clocks
            && let Some(clocks) = clocks(game, plies)
        {
            name("clocks", out);
            list(clocks, out, |clock, out| value(&clock, out));
        }
        let nodes = Nodes::of(game, uci, options);
        if nodes.list.len() != plies + 1 || !nodes.notes.is_empty() {
            name("nodes", out);
            list(&nodes.list, out, |node, out| nodes.append(node, out));
        }
    }
    if let Some(unread) = game.unread() {
        name("unread", out);
        string(unread, out);
    }
}

/// Moves in quotes, each with a comma after it.
struct Words {
    text: Vec<u8>,
    /// Ends of the moves, without the commas.
    ends: Vec<usize>,
}

impl Words {
    fn new() -> Words {
        Words { text: Vec::with_capacity(1024), ends: Vec::with_capacity(128) }
    }

    /// Adds a move of eight letters at most, the first one lowest.
    #[inline]
    fn push(&mut self, word: u64) {
        let length = length_of(word);
        let quoted = u128::from(b'"') | u128::from(word) << 8;
        let bytes = quoted | u128::from(u16::from_le_bytes(*b"\",")) << (8 * (length + 1));
        let end = self.text.len() + length + 2;
        self.text.extend_from_slice(&bytes.to_le_bytes());
        self.text.truncate(end + 1);
        self.ends.push(end);
    }

    /// Adds a move.
    fn push_text(&mut self, word: &[u8]) {
        self.text.push(b'"');
        self.text.extend_from_slice(word);
        self.text.push(b'"');
        self.ends.push(self.text.len());
        self.text.push(b',');
    }
}

/// The moves of a game that can be played.
struct Replayed {
    /// Boards on which they were played, of bughouse.
    boards: Option<Vec<String>>,
    uci: Words,
    san: Words,
    end: Boards,
}

impl Replayed {
    fn of(game: &impl GameView) -> Replayed {
        let (mut uci, mut san) = (Words::new(), Words::new());
        let notations = [Notation::Uci, Notation::San(Language::English)];
        let Some(Boards::Two(_)) = game.start() else {
            let mut replay = Replay::of(game, &notations);
            let mut texts = [Vec::new(), Vec::new()];
            for played in game.mainline() {
                // The side to move makes no difference in these notations.
                if let (Some(word), Some(letters)) =
                    (packed(played, Color::White, Notation::Uci), played.san)
                {
                    uci.push(word);
                    san.push(letters);
                    continue;
                }
                texts.iter_mut().for_each(Vec::clear);
                if !replay.write(played, notations, texts.each_mut()) {
                    break;
                }
                uci.push_text(&texts[0]);
                san.push_text(&texts[1]);
            }
            let end = replay.into_position().map_or_else(|| game.end(), Boards::from);
            return Replayed { boards: None, uci, san, end };
        };
        let (mut end, mut ids) = (game.start_boards().into_owned(), Vec::new());
        for PlayedMove { board, ply, .. } in game.mainline() {
            let words = notations.map(|notation| notation.write(end.board(board), ply));
            if end.play(board, ply).is_err() {
                break;
            }
            uci.push_text(words[0].as_bytes());
            san.push_text(words[1].as_bytes());
            ids.push(board.to_string());
        }
        Replayed { boards: Some(ids), uci, san, end }
    }
}

/// The usual start as FEN.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The start with every en passant square, if the usual form leaves one out.
fn exact_start(variant: Variant, start: &Boards, usual: &str) -> Option<String> {
    let passed = |id| start.board(id).en_passant().is_some();
    if !BoardId::ALL.into_iter().any(passed) {
        return None;
    }
    let differs = fen::parse_boards(usual, Some(variant)).value != *start;
    let exact = WriteOptions { en_passant: EnPassant::Always, ..WriteOptions::default() };
    differs.then(|| fen::boards(start, &exact)).filter(|exact| exact != usual)
}

/// The mover's clock after each move, in milliseconds; `None` if no move has one.
fn clocks(game: &impl GameView, plies: usize) -> Option<Vec<Option<i64>>> {
    let mut clocks = Vec::new();
    let mut last = 0;
    for (ply, note) in game.notes().filter(|(ply, _)| (1..=plies).contains(ply)) {
        let Note::Comment(text, _) = &note else { continue };
        if ply == last || !text.contains("[%clk") {
            continue;
        }
        if let Some(clock) = commands(text).iter().find(|command| command.name == "clk") {
            last = ply;
            if let Some(time) = clock.milliseconds() {
                clocks.resize(plies, None);
                clocks[ply - 1] = Some(time);
            }
        }
    }
    (!clocks.is_empty()).then_some(clocks)
}

/// The nodes of a tree, each after its parent and a line before its variations.
#[derive(Default)]
struct Nodes<'a> {
    list: Vec<Node>,
    /// Their moves in UCI, in quotes.
    words: Vec<u8>,
    notes: Vec<Note<'a>>,
}

/// A node of a tree; of its texts, the place in [`Nodes`].
struct Node {
    parent: Option<usize>,
    /// Board of the move, in bughouse.
    board: Option<BoardId>,
    word: Range<usize>,
    notes: Range<usize>,
}

impl<'a> Nodes<'a> {
    /// The nodes of a game, given its main line in UCI.
    fn of(game: &'a impl GameView, uci: Words, options: &WriteOptions) -> Nodes<'a> {
        let bughouse = matches!(game.start(), Some(Boards::Two(_)));
        if bughouse || game.extras().variations > 0 && !options.strip.variations {
            return Nodes::of_tree(game, bughouse, options);
        }
        let list = Vec::with_capacity(uci.ends.len() + 1);
        let mut nodes = Nodes { list, words: uci.text, notes: Vec::new() };
        let mut notes = game.notes().peekable();
        let mut start = 0;
        for ply in 0..=uci.ends.len() {
            let first = nodes.notes.len();
            while let Some((_, note)) = notes.next_if(|(of, _)| *of == ply) {
                nodes.note(note, options);
            }
            let parent = ply.checked_sub(1);
            let end = parent.map_or(0, |parent| uci.ends[parent]);
            let notes = first..nodes.notes.len();
            nodes.list.push(Node { parent, board: None, word: start..end, notes });
            // A comma stands between them.
            start = end + usize::from(parent.is_some());
        }
        nodes
    }

    fn of_tree(game: &impl GameView, bughouse: bool, options: &WriteOptions) -> Nodes<'a> {
        let tree = &*game.to_tree();
        let mut nodes = Nodes::default();
        let mut stack = vec![(NodeId::ROOT, None::<usize>, game.start_boards().into_owned())];
        while let Some((node, parent, mut boards)) = stack.pop() {
            let id = tree.board(node);
            let (word, notes) = (nodes.words.len(), nodes.notes.len());
            if let Some(ply) = tree.ply(node) {
                nodes.words.push(b'"');
                nodes.words.extend_from_slice(uci::write(boards.board(id), ply).as_bytes());
                nodes.words.push(b'"');
                if boards.play(id, ply).is_err() {
                    nodes.words.truncate(word);
                    continue;
                }
            }
            let Annotations { nags, comments } = tree.annotations(node);
            for nag in nags {
                nodes.note(Note::Nag(*nag), options);
            }
            for comment in comments {
                let text = Cow::Owned(comment.text.clone());
                nodes.note(Note::Comment(text, comment.place), options);
            }
            let index = nodes.list.len();
            nodes.list.push(Node {
                parent,
                board: parent.filter(|_| bughouse).map(|_| id),
                word: word..nodes.words.len(),
                notes: notes..nodes.notes.len(),
            });
            let most = if options.strip.variations { 1 } else { usize::MAX };
            let mut children = tree.children(node).take(most);
            let Some(first) = children.next() else { continue };
            let others = stack.len();
            stack.extend(children.map(|child| (child, Some(index), boards.clone())));
            stack[others..].reverse();
            stack.push((first, Some(index), boards));
        }
        nodes
    }

    /// Adds a note to those of the node that comes next, unless the options strip it.
    fn note(&mut self, note: Note<'a>, options: &WriteOptions) {
        let note = match note {
            Note::Nag(_) if options.strip.nags => return,
            Note::Comment(text, place) if options.strip.touches_comments() => {
                let Some(text) = pgn::stripped(&text, options) else { return };
                Note::Comment(Cow::Owned(text.into_owned()), place)
            }
            note => note,
        };
        self.notes.push(note);
    }

    /// Appends a node.
    fn append(&self, node: &Node, out: &mut Vec<u8>) {
        let start = out.len();
        if let Some(parent) = node.parent {
            name("parent", out);
            value(&parent, out);
            if let Some(board) = node.board {
                name("board", out);
                string(&board.to_string(), out);
            }
            name("move", out);
            out.extend_from_slice(&self.words[node.word.clone()]);
        }
        let notes = &self.notes[node.notes.clone()];
        let mut nags = notes.iter().filter_map(Note::nag).peekable();
        if nags.peek().is_some() {
            name("nags", out);
            list(nags, out, |nag, out| value(&nag.0, out));
        }
        let mut comments = notes.iter().filter_map(Note::comment).peekable();
        if comments.peek().is_some() {
            name("comments", out);
            list(comments, out, |(text, place), out| {
                out.extend_from_slice(b"{\"place\":");
                string(place_name(place), out);
                name("text", out);
                string(text, out);
                out.push(b'}');
            });
        }
        if out.len() == start {
            out.push(b',');
        }
        // The first comma becomes the brace.
        out[start] = b'{';
        out.push(b'}');
    }
}

const fn place_name(place: CommentPlace) -> &'static str {
    match place {
        CommentPlace::Before => "before",
        CommentPlace::After => "after",
        CommentPlace::Last => "last",
    }
}

/// Names of the reasons; other words stand for themselves.
pub(super) const TERMINATIONS: [(&str, Termination); 19] = [
    ("checkmate", Termination::Checkmate),
    ("variant end", Termination::VariantEnd),
    ("stalemate", Termination::Stalemate),
    ("resignation", Termination::Resignation),
    ("time forfeit", Termination::TimeForfeit),
    ("time forfeit without material", Termination::TimeForfeitWithoutMaterial),
    ("both times out", Termination::BothTimesOut),
    ("disconnection", Termination::Disconnection),
    ("agreement", Termination::Agreement),
    ("repetition", Termination::Repetition),
    ("fivefold repetition", Termination::FivefoldRepetition),
    ("50 moves", Termination::FiftyMoves),
    ("75 moves", Termination::SeventyFiveMoves),
    ("insufficient material", Termination::InsufficientMaterial),
    ("adjudication", Termination::Adjudication),
    ("adjourned", Termination::Adjourned),
    ("aborted", Termination::Aborted),
    ("rules infraction", Termination::RulesInfraction),
    ("partner's game over", Termination::PartnersGameOver),
];

pub(crate) fn termination_name(termination: &Termination) -> String {
    if let Termination::Other(words) = termination {
        return words.clone();
    }
    TERMINATIONS
        .iter()
        .find(|(_, t)| t == termination)
        .map_or_else(String::new, |(name, _)| (*name).to_owned())
}
