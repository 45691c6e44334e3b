//! A game as a JSON object.

use std::io;

use partie_core::{
    BoardId, Boards, CommentPlace, Game, Language, NodeId, Notation, Termination, moves::uci,
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::{Lossy, Record, WriteOptions, fen, options::EnPassant, pgn, replay::Replay};

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
    let diagnostics = record.parsed.diagnostics.iter().map(|d| {
        let place = record.place(d.span.start);
        Reported {
            code: d.code.id,
            severity: d.severity.name(),
            line: place.line,
            column: place.column,
            byte: place.byte,
            ply: d.ply,
            message: &d.message,
        }
    });
    let entry = Entry {
        file,
        game: record.number,
        format: record.format.name(),
        encoding: record.encoding,
        line: record.line,
        byte: record.byte,
        fields: Fields::of(record.game(), options),
        diagnostics: diagnostics.collect(),
    };
    finish(&entry, out)
}

/// Writes a game that was not read from a file, without the fields that say where.
///
/// # Errors
///
/// When the output fails. Nothing is lost but what the options strip.
pub fn write_game(
    value: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    finish(&Fields::of(value, options), out)
}

fn finish(object: &impl Serialize, out: &mut impl io::Write) -> io::Result<Lossy<()>> {
    // At once: the output is slow to take signs one by one.
    let mut line = Vec::with_capacity(4096);
    serde_json::to_writer(&mut line, object)?;
    line.push(b'\n');
    out.write_all(&line)?;
    Ok(Lossy::complete(()))
}

/// Returns the fields of a game itself.
#[must_use]
pub fn game(game: &Game, options: &WriteOptions) -> Map<String, Value> {
    match serde_json::to_value(Fields::of(game, options)) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

/// A record.
#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    game: u64,
    format: &'static str,
    encoding: &'static str,
    line: u64,
    byte: u64,
    #[serde(flatten)]
    fields: Fields<'a>,
    diagnostics: Vec<Reported<'a>>,
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

/// The fields of a game.
#[derive(Serialize)]
struct Fields<'a> {
    tags: Pairs<'a>,
    variant: &'static str,
    start_fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_fen_exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boards: Option<Vec<String>>,
    moves: Words,
    san: Words,
    result: &'static str,
    termination: Option<String>,
    final_fen: String,
    plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    clocks: Option<Vec<Option<i64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<&'a str>,
}

/// Names with their values, in their order.
struct Pairs<'a>(Vec<(&'a str, &'a str)>);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// Words, one after another in one text.
#[derive(Default)]
struct Words {
    text: String,
    /// End of each word.
    ends: Vec<usize>,
}

impl Words {
    fn end_word(&mut self) {
        self.ends.push(self.text.len());
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.text[*start..*end])
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
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
    fn of(game: &Game) -> Replayed {
        let (mut uci, mut san) = (Words::default(), Words::default());
        let notations = [Notation::Uci, Notation::San(Language::English)];
        if let Boards::One(start) = &game.start {
            let mut replay = Replay::new(start);
            for (_, ply) in game.plies() {
                if !replay.write(ply, notations, [&mut uci.text, &mut san.text]) {
                    break;
                }
                uci.end_word();
                san.end_word();
            }
            return Replayed { boards: None, uci, san, end: replay.into_position().into() };
        }
        let (mut end, mut ids) = (game.start.clone(), Vec::new());
        for (id, ply) in game.plies() {
            let words = notations.map(|notation| notation.write(end.board(id), ply));
            if end.play(id, ply).is_err() {
                break;
            }
            for (words, word) in [&mut uci, &mut san].into_iter().zip(words) {
                words.text.push_str(&word);
                words.end_word();
            }
            ids.push(id.to_string());
        }
        Replayed { boards: Some(ids), uci, san, end }
    }
}

impl Fields<'_> {
    fn of<'a>(game: &'a Game, options: &WriteOptions) -> Fields<'a> {
        let kept = |name: &str| {
            !options.strip.tags
                || partie_core::tags::ROSTER.contains(&name)
                || matches!(name, "FEN" | "SetUp" | "Variant")
        };
        let start_fen = fen::boards(&game.start, options);
        let Replayed { boards, uci, san, end } = Replayed::of(game);
        let plies = uci.ends.len();
        let clocks = || -> Vec<Option<i64>> {
            game.tree.mainline().take(plies).map(|node| clock(game, node)).collect()
        };
        let has_more = has_more(game);
        let clocks = (has_more && !options.strip.clocks).then(clocks);
        let nodes = has_more.then(|| nodes(game, options));
        Fields {
            tags: Pairs(game.tags.iter().filter(|(name, _)| kept(name)).collect()),
            variant: game.variant.name(),
            start_fen_exact: exact_start(game, &start_fen),
            start_fen,
            boards,
            moves: uci,
            san,
            result: game.outcome.as_pgn(),
            termination: game.termination.as_ref().map(termination_name),
            final_fen: fen::boards(&end, options),
            plies,
            clocks: clocks.filter(|clocks| clocks.iter().any(Option::is_some)),
            nodes: nodes.filter(|nodes| nodes.len() != plies + 1 || nodes.iter().any(is_annotated)),
            unread: game.unread.as_deref(),
        }
    }
}

/// The start with every en passant square, if the usual form leaves one out.
fn exact_start(game: &Game, usual: &str) -> Option<String> {
    let passed = |id| game.start.board(id).en_passant().is_some();
    if !BoardId::ALL.into_iter().any(passed) {
        return None;
    }
    let differs = fen::parse_boards(usual, Some(game.variant)).value != game.start;
    let exact = WriteOptions { en_passant: EnPassant::Always, ..WriteOptions::default() };
    differs.then(|| fen::boards(&game.start, &exact)).filter(|exact| exact != usual)
}

/// The mover's clock after a move, in milliseconds.
fn clock(game: &Game, node: NodeId) -> Option<i64> {
    let comments = &game.tree.annotations(node).comments;
    comments
        .iter()
        .flat_map(partie_core::Comment::commands)
        .find(|command| command.name == "clk")
        .and_then(|command| command.milliseconds())
}

fn is_annotated(node: &Value) -> bool {
    node.get("nags").is_some() || node.get("comments").is_some()
}

/// Whether there is more in the tree than the moves of the main line.
fn has_more(game: &Game) -> bool {
    let annotated = |node: NodeId| {
        let a = game.tree.annotations(node);
        !a.comments.is_empty() || !a.nags.is_empty()
    };
    game.tree.has_variations() || annotated(NodeId::ROOT) || game.tree.mainline().any(annotated)
}

/// The tree, each node behind its parent and the line before its variations.
fn nodes(game: &Game, options: &WriteOptions) -> Vec<Value> {
    let tree = &game.tree;
    let mut list = Vec::with_capacity(tree.len() + 1);
    let mut stack = vec![(NodeId::ROOT, None::<usize>, game.start.clone())];
    while let Some((node, parent, mut boards)) = stack.pop() {
        let mut object = Map::new();
        if let (Some(ply), Some(parent)) = (tree.ply(node), parent) {
            let id = tree.board(node);
            object.insert("parent".into(), parent.into());
            if matches!(game.start, Boards::Two(_)) {
                object.insert("board".into(), id.to_string().into());
            }
            object.insert("move".into(), uci::write(boards.board(id), ply).into());
            if boards.play(id, ply).is_err() {
                continue;
            }
        }
        annotate(&mut object, game, node, options);
        let index = list.len();
        list.push(Value::Object(object));
        let children = if options.strip.variations { 1 } else { usize::MAX };
        let children: Vec<NodeId> = tree.children(node).take(children).collect();
        for child in children.into_iter().rev() {
            stack.push((child, Some(index), boards.clone()));
        }
    }
    list
}

fn annotate(object: &mut Map<String, Value>, game: &Game, node: NodeId, options: &WriteOptions) {
    let annotations = game.tree.annotations(node);
    if !annotations.nags.is_empty() && !options.strip.nags {
        let nags: Vec<Value> = annotations.nags.iter().map(|n| n.0.into()).collect();
        object.insert("nags".into(), nags.into());
    }
    let comments: Vec<Value> = annotations
        .comments
        .iter()
        .filter_map(|c| {
            let text = pgn::stripped(&c.text, options)?;
            Some(json!({ "place": place_name(c.place), "text": text }))
        })
        .collect();
    if !comments.is_empty() {
        object.insert("comments".into(), comments.into());
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
