//! Writing a game as a JSON object.

use std::{borrow::Cow, io, ops::ControlFlow};

use partie_core::{
    BoardId, Boards, CommentPlace, Game, Language, NodeId, Notation, Termination, Tree, Variant,
    annotation::commands, tags::ROSTER, tree::Annotations,
};
use serde::Serialize;
use serde_json::{Map, Value};

use partie_formats::uci_words::UciWords;
use partie_formats::{
    Lossy, Record, WriteOptions, fen,
    options::{CastlingStyle, EnPassant},
    replay::{Gathered, Replay, digits, length_of, packed, push_word},
    view::{Event, GameView, Note, PlayedMove},
};
use partie_pgn as pgn;

/// Writes a record as one line. `file` is the name of its source.
///
/// # Errors
///
/// Fails if the output fails. Only parts that the options strip are lost.
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

/// Writes a game that was not read from a file, without the fields for its place.
///
/// # Errors
///
/// Fails if the output fails. Only parts that the options strip are lost.
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

/// Returns true if a text has characters that JSON escapes.
fn is_escaped(text: &str) -> bool {
    // Without a way out of the loop many bytes are looked at together.
    let escaped = |byte| u8::from(byte < b' ') | u8::from(byte == b'"') | u8::from(byte == b'\\');
    text.bytes().fold(0, |found, byte| found | escaped(byte)) != 0
}

/// Appends a string.
fn string(text: &str, out: &mut Vec<u8>) {
    if is_escaped(text) {
        return value(text, out);
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

/// Appends a number.
fn number(number: u64, out: &mut Vec<u8>) {
    match digits(number) {
        Some(word) => push_word(out, word),
        None => out.extend_from_slice(number.to_string().as_bytes()),
    }
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

/// A diagnostic with its place in the file.
#[derive(Serialize)]
struct Reported {
    code: &'static str,
    severity: &'static str,
    line: u64,
    column: u64,
    byte: u64,
    ply: Option<u32>,
    message: String,
}

/// Appends a record as one line, given the fields of its game.
pub(crate) fn append_record(record: &Record, file: &str, fields: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"file\":");
    string(file, out);
    name("game", out);
    number(record.number, out);
    name("format", out);
    string(record.format.name(), out);
    name("encoding", out);
    string(record.encoding, out);
    name("line", out);
    number(record.line, out);
    name("byte", out);
    number(record.byte, out);
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
            message: d.message.to_string(),
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
    let bughouse = matches!(game.start(), Some(Boards::Two(_)));
    let (moves, end) = if bughouse { append_bughouse(game, out) } else { append_moves(game, out) };
    name("result", out);
    string(game.outcome().as_pgn(), out);
    name("termination", out);
    match game.termination() {
        Some(termination) => string(&termination_name(&termination), out),
        None => out.extend_from_slice(b"null"),
    }
    name("final_fen", out);
    string(&fen::boards(&end, options), out);
    name("plies", out);
    number(moves.len() as u64, out);
    let extras = game.extras();
    if extras.comments || extras.nags || extras.variations > 0 {
        let notes: Vec<_> = game.notes().collect();
        if !options.strip.clocks
            && let Some(clocks) = clocks(&notes, moves.len())
        {
            name("clocks", out);
            list(clocks, out, |clock, out| match clock {
                Some(clock @ 0..) => number(clock as u64, out),
                other => value(&other, out),
            });
        }
        if bughouse || extras.variations > 0 && !options.strip.variations {
            Nodes::of(game).append(moves.len(), options, out);
        } else {
            append_line(&moves, &notes, options, out);
        }
    }
    if let Some(unread) = game.unread() {
        name("unread", out);
        string(unread, out);
    }
}

/// Appends the moves of a game of one board in two notations. Returns them in UCI, the first letter of
/// each lowest, and the position after them.
fn append_moves(game: &impl GameView, out: &mut Vec<u8>) -> (Vec<u64>, Boards) {
    let notations = [Notation::Uci, Notation::San(Language::English)];
    let mut replay = Replay::of(game, &notations);
    let mut texts = [Vec::new(), Vec::new()];
    let mut words = Vec::with_capacity(128);
    let mut san = Vec::with_capacity(1024);
    out.extend_from_slice(b",\"moves\":[");
    let (mut moves, mut sans) = (Gathered::new(out), Gathered::new(&mut san));
    let _ = game.mainline().try_for_each(|played| {
        if let (Some(word), Some(letters)) = (packed(played, Notation::Uci), played.san) {
            words.push(word);
            moves.push(quoted(word), length_of(word) + 3);
            sans.push(quoted(letters), length_of(letters) + 3);
        } else {
            texts.iter_mut().for_each(Vec::clear);
            if !replay.write(played, notations, texts.each_mut()) {
                return ControlFlow::Break(());
            }
            words.push(word_of(&texts[0]));
            for (list, text) in [&mut moves, &mut sans].into_iter().zip(&texts) {
                list.flush();
                push_text(text, list.text);
            }
        }
        ControlFlow::Continue(())
    });
    moves.flush();
    sans.flush();
    close(out);
    out.extend_from_slice(b",\"san\":[");
    out.extend_from_slice(&san);
    close(out);
    (words, replay.into_position().map_or_else(|| game.end(), Boards::from))
}

/// Appends the moves of a game of bughouse and their boards, as [`append_moves`] does.
fn append_bughouse(game: &impl GameView, out: &mut Vec<u8>) -> (Vec<u64>, Boards) {
    let mut end = game.start_boards().into_owned();
    let mut lists: [Vec<u8>; 3] = Default::default();
    let mut words = Vec::new();
    for PlayedMove { board, ply, .. } in game.mainline() {
        let notations = [Notation::Uci, Notation::San(Language::English)];
        let [uci, san] = notations.map(|notation| notation.write(end.board(board), ply));
        if end.play(board, ply).is_err() {
            break;
        }
        words.push(word_of(uci.as_bytes()));
        for (list, text) in lists.iter_mut().zip([board.to_string(), uci, san]) {
            push_text(text.as_bytes(), list);
        }
    }
    for (field, list) in ["boards", "moves", "san"].into_iter().zip(&lists) {
        name(field, out);
        out.push(b'[');
        out.extend_from_slice(list);
        close(out);
    }
    (words, end)
}

/// Returns a move of eight letters at most, the first one lowest, in quotes and with a comma.
#[inline]
fn quoted(word: u64) -> [u8; 16] {
    let start = u128::from(b'"') | u128::from(word) << 8;
    let end = u128::from(u16::from_le_bytes(*b"\",")) << (8 * (length_of(word) + 1));
    (start | end).to_le_bytes()
}

/// Returns a move in UCI, which has five letters at most, the first one lowest.
fn word_of(text: &[u8]) -> u64 {
    text.iter().rev().fold(0, |word, letter| word << 8 | u64::from(*letter))
}

/// Appends a move in quotes and with a comma.
fn push_text(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(text);
    out.extend_from_slice(b"\",");
}

/// Closes a list whose elements have a comma after them.
fn close(out: &mut Vec<u8>) {
    if out.last() == Some(&b',') {
        out.pop();
    }
    out.push(b']');
}

/// The standard start position as FEN.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the start with every en passant square, if the canonical form leaves one out.
fn exact_start(variant: Variant, start: &Boards, usual: &str) -> Option<String> {
    let passed = |id| start.board(id).en_passant().is_some();
    if !BoardId::ALL.into_iter().any(passed) {
        return None;
    }
    let differs = fen::parse_boards(usual, Some(variant)).value != *start;
    let exact = WriteOptions::default().en_passant(EnPassant::Always);
    differs.then(|| fen::boards(start, &exact)).filter(|exact| exact != usual)
}

/// The nodes of a tree: the moves of all lines, with their annotations.
struct Nodes<'a> {
    list: Vec<Node>,
    notes: Vec<(Note<'a>, Link)>,
    /// Boards are named.
    bughouse: bool,
}

/// A number of the next element of a list that is linked; of none, [`NONE`].
type Link = u32;

const NONE: Link = Link::MAX;

/// A node of a tree.
struct Node {
    /// Its move in UCI, the first letter lowest; 0 at the root.
    word: u64,
    board: BoardId,
    /// Its first child and its last one.
    children: [Link; 2],
    next_sibling: Link,
    /// Its first note and its last one.
    notes: [Link; 2],
}

impl Node {
    const fn new(word: u64, board: BoardId) -> Node {
        let none = [NONE; 2];
        Node { word, board, children: none, next_sibling: NONE, notes: none }
    }
}

impl<'a> Nodes<'a> {
    fn of(game: &'a impl GameView) -> Nodes<'a> {
        let bughouse = matches!(game.start(), Some(Boards::Two(_)));
        let root = Node::new(0, BoardId::A);
        let mut nodes = Nodes { list: vec![root], notes: Vec::new(), bughouse };
        let words = UciWords::new(game.start());
        if game.mainline().next().is_some_and(|first| first.san.is_some()) {
            nodes.add_events(game, &words);
        } else {
            nodes.add_tree(&game.to_tree(), &words);
        }
        nodes
    }

    /// Adds the nodes after the root, from a game's events.
    fn add_events(&mut self, game: &'a impl GameView, words: &UciWords<'_>) {
        /// The last node of a line, the one before it, and the comments before the next move.
        type LineState<'a> = ([Link; 2], Vec<Note<'a>>);
        let mut line: LineState<'_> = ([0, 0], Vec::new());
        let mut stack = Vec::new();
        for event in game.events() {
            let ([last, before], pending) = &mut line;
            match event {
                Event::Move(PlayedMove { board, ply, .. }) => {
                    let node = self.add(*last, Node::new(words.word(board, ply), board));
                    (*before, *last) = (*last, node);
                    for note in pending.drain(..) {
                        self.note(node, note);
                    }
                }
                Event::Note(Note::Comment(text, CommentPlace::Before)) => {
                    pending.push(Note::Comment(text, CommentPlace::Before));
                }
                Event::Note(note) => self.note(*last, note),
                Event::BeginVariation => {
                    let variation = ([*before; 2], Vec::new());
                    stack.push(std::mem::replace(&mut line, variation));
                }
                Event::EndVariation => {
                    if let Some(outer) = stack.pop() {
                        line = outer;
                    }
                }
            }
        }
    }

    /// Adds the nodes after a tree's root.
    fn add_tree(&mut self, tree: &Tree, words: &UciWords<'_>) {
        let mut stack = vec![(NodeId::ROOT, 0)];
        while let Some((node, link)) = stack.pop() {
            let Annotations { nags, comments } = tree.annotations(node);
            for nag in nags {
                self.note(link, Note::Nag(*nag));
            }
            for comment in comments {
                let text = Cow::Owned(comment.text.clone());
                self.note(link, Note::Comment(text, comment.place));
            }
            for child in tree.children(node) {
                let Some(ply) = tree.ply(child) else { continue };
                let board = tree.board(child);
                let node = Node::new(words.word(board, ply), board);
                stack.push((child, self.add(link, node)));
            }
        }
    }

    fn add(&mut self, parent: Link, node: Node) -> Link {
        let link = self.list.len() as Link;
        self.list.push(node);
        match std::mem::replace(&mut self.list[parent as usize].children[1], link) {
            NONE => self.list[parent as usize].children[0] = link,
            last => self.list[last as usize].next_sibling = link,
        }
        link
    }

    /// Adds a note to a node's list.
    fn note(&mut self, node: Link, note: Note<'a>) {
        let notes = self.list[node as usize].notes;
        let link = self.notes.len() as Link;
        self.notes.push((note, NONE));
        match notes {
            [NONE, _] => self.list[node as usize].notes[0] = link,
            [_, last] => self.notes[last as usize].1 = link,
        }
        self.list[node as usize].notes[1] = link;
    }

    /// Returns a note and the later notes of the same node.
    fn notes_from(&self, first: Link) -> impl Iterator<Item = &Note<'a>> + Clone {
        let mut next = first;
        std::iter::from_fn(move || {
            let (note, after) = self.notes.get(next as usize)?;
            next = *after;
            Some(note)
        })
    }

    /// Appends the nodes that the options do not strip, each after its parent and a line before its
    /// variations. Appends nothing if they only repeat the moves of the main line.
    fn append(&self, plies: usize, options: &WriteOptions, out: &mut Vec<u8>) {
        let start = out.len();
        name("nodes", out);
        out.push(b'[');
        let mut nodes = Gathered::new(out);
        let (mut written, mut noted) = (0, false);
        let mut stack = vec![(0, None)];
        while let Some((link, parent)) = stack.pop() {
            let node: &Node = &self.list[link as usize];
            if written > 0 {
                nodes.word(b",");
            }
            let board = Some(node.board).filter(|_| self.bughouse);
            let notes = self.notes_from(node.notes[0]);
            noted |= append_node((node.word, board, parent), notes, options, &mut nodes);
            let [first, _] = node.children;
            if first != NONE {
                let others = stack.len();
                let mut next = self.list[first as usize].next_sibling;
                while next != NONE && !options.strip.variations {
                    stack.push((next, Some(written)));
                    next = self.list[next as usize].next_sibling;
                }
                stack[others..].reverse();
                stack.push((first, Some(written)));
            }
            written += 1;
        }
        nodes.flush();
        out.push(b']');
        if written == plies as u64 + 1 && !noted {
            out.truncate(start);
        }
    }
}

/// Returns the mover's clock after each move, in milliseconds; `None` if no move has one.
fn clocks(notes: &[(usize, Note<'_>)], plies: usize) -> Option<Vec<Option<i64>>> {
    let mut clocks = Vec::new();
    let mut last = 0;
    for (ply, note) in notes {
        let Some((text, _)) = note.comment() else { continue };
        if *ply == last || *ply > plies {
            continue;
        }
        if let Some(clock) = commands(text).find(|command| command.name == "clk") {
            last = *ply;
            if let Some(time) = clock.milliseconds() {
                clocks.resize(plies, None);
                clocks[ply - 1] = Some(time);
            }
        }
    }
    (!clocks.is_empty()).then_some(clocks)
}

/// Appends the nodes of a game without variations, given its moves in UCI; nothing if the options strip
/// all notes.
fn append_line(
    words: &[u64],
    notes: &[(usize, Note<'_>)],
    options: &WriteOptions,
    out: &mut Vec<u8>,
) {
    let start = out.len();
    name("nodes", out);
    out.push(b'[');
    let mut nodes = Gathered::new(out);
    let mut noted = false;
    let mut rest = notes;
    for (ply, word) in std::iter::once(&0).chain(words).enumerate() {
        if ply > 0 {
            nodes.word(b",");
        }
        let end = rest.iter().position(|(of, _)| *of != ply).unwrap_or(rest.len());
        let own;
        (own, rest) = rest.split_at(end);
        let parent = ply.checked_sub(1).map(|parent| parent as u64);
        let own = own.iter().map(|(_, note)| note);
        noted |= append_node((*word, None, parent), own, options, &mut nodes);
    }
    nodes.flush();
    out.push(b']');
    if !noted {
        out.truncate(start);
    }
}

/// Appends a node. Returns true if it has notes.
fn append_node<'a>(
    (word, board, parent): (u64, Option<BoardId>, Option<u64>),
    notes: impl Iterator<Item = &'a Note<'a>> + Clone,
    options: &WriteOptions,
    out: &mut Gathered<'_>,
) -> bool {
    out.word(b"{");
    if let Some(parent) = parent {
        out.word(b"\"parent\":");
        out.number(parent);
        if let Some(board) = board {
            out.word(b",\"board\":\"");
            out.slice(board.to_string().as_bytes());
            out.word(b"\"");
        }
        out.word(b",\"move\":");
        out.push(quoted(word), length_of(word) + 2);
    }
    let mut nags = 0;
    let all = || notes.clone().filter_map(Note::nag).filter(|_| !options.strip.nags);
    for (i, nag) in all().enumerate() {
        if all().take(i).any(|known| known == nag) {
            continue;
        }
        match (nags, parent) {
            (0, Some(_)) => out.word(b",\"nags\":["),
            (0, None) => out.word(b"\"nags\":["),
            _ => out.word(b","),
        }
        out.number(nag.0.into());
        nags += 1;
    }
    if nags > 0 {
        out.word(b"]");
    }
    let mut comments = 0;
    for (text, place) in notes.filter_map(Note::comment) {
        let Some(text) = pgn::stripped(text, options) else { continue };
        match (comments, nags, parent) {
            (0, 0, None) => out.word(b"\"comments\":["),
            (0, ..) => out.word(b",\"comments\":["),
            _ => out.word(b","),
        }
        out.word(b"{\"place\":\"");
        match place {
            CommentPlace::Before => out.word(b"before"),
            CommentPlace::After => out.word(b"after"),
            CommentPlace::Last => out.word(b"last"),
        }
        out.word(b"\",\"text\":");
        if is_escaped(&text) {
            out.flush();
            value(&*text, out.text);
        } else {
            out.word(b"\"");
            out.slice(text.as_bytes());
            out.word(b"\"");
        }
        out.word(b"}");
        comments += 1;
    }
    if comments > 0 {
        out.word(b"]");
    }
    out.word(b"}");
    nags + comments > 0
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

/// Returns the name of a reason for a result.
#[must_use]
pub fn termination_name(termination: &Termination) -> String {
    if let Termination::Other(words) = termination {
        return words.clone();
    }
    TERMINATIONS
        .iter()
        .find(|(_, t)| t == termination)
        .map_or_else(String::new, |(name, _)| (*name).to_owned())
}
