//! A game as a JSON object.

use std::io;

use partie_core::{
    BoardId, Boards, CommentPlace, Game, Language, NodeId, Termination,
    moves::{san, uci},
};
use serde_json::{Map, Value, json};

use crate::{Lossy, Record, WriteOptions, fen, options::EnPassant, pgn};

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
    let mut object = Map::new();
    object.insert("file".into(), file.into());
    object.insert("game".into(), record.number.into());
    object.insert("format".into(), record.format.name().into());
    object.insert("encoding".into(), record.encoding.into());
    object.insert("line".into(), record.line.into());
    object.insert("byte".into(), record.byte.into());
    object.append(&mut game(record.game(), options));
    let diagnostics: Vec<Value> = record
        .parsed
        .diagnostics
        .iter()
        .map(|d| {
            let place = record.place(d.span.start);
            json!({
                "code": d.code.id,
                "severity": d.severity.name(),
                "line": place.line,
                "column": place.column,
                "byte": place.byte,
                "ply": d.ply,
                "message": d.message,
            })
        })
        .collect();
    object.insert("diagnostics".into(), diagnostics.into());
    finish(&object, out)
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
    finish(&game(value, options), out)
}

fn finish(object: &Map<String, Value>, out: &mut impl io::Write) -> io::Result<Lossy<()>> {
    // At once: the output is slow to take signs one by one.
    let mut line = serde_json::to_vec(object)?;
    line.push(b'\n');
    out.write_all(&line)?;
    Ok(Lossy::complete(()))
}

/// The fields of a game itself.
#[must_use]
pub fn game(game: &Game, options: &WriteOptions) -> Map<String, Value> {
    let mut object = Map::new();
    let kept = |name: &str| {
        !options.strip.tags
            || partie_core::tags::ROSTER.contains(&name)
            || matches!(name, "FEN" | "SetUp" | "Variant")
    };
    let tags: Map<String, Value> = game
        .tags
        .iter()
        .filter(|(name, _)| kept(name))
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .collect();
    object.insert("tags".into(), tags.into());
    object.insert("variant".into(), game.variant.name().into());
    let start = fen::boards(&game.start, options);
    let exact = exact_start(game, &start);
    object.insert("start_fen".into(), start.into());
    if let Some(exact) = exact {
        object.insert("start_fen_exact".into(), exact.into());
    }
    let mut boards = game.start.clone();
    let (mut ids, mut moves, mut sans) = (Vec::new(), Vec::new(), Vec::new());
    for (id, ply) in game.plies() {
        let position = boards.board(id);
        let uci = uci::write(position, ply);
        let mut san = san::write_plain(position, ply, Language::English);
        if boards.play(id, ply).is_err() {
            break;
        }
        if ply.to_move().is_some() {
            san.push_str(san::check_mark(boards.board(id)));
        }
        if matches!(boards, Boards::Two(_)) {
            ids.push(Value::from(id.to_string()));
        }
        moves.push(Value::from(uci));
        sans.push(Value::from(san));
    }
    let plies = moves.len();
    if matches!(game.start, Boards::Two(_)) {
        object.insert("boards".into(), ids.into());
    }
    object.insert("moves".into(), moves.into());
    object.insert("san".into(), sans.into());
    object.insert("result".into(), game.outcome.as_pgn().into());
    let reason = game.termination.as_ref().map(termination_name);
    object.insert("termination".into(), reason.into());
    object.insert("final_fen".into(), fen::boards(&boards, options).into());
    object.insert("plies".into(), plies.into());
    if !options.strip.clocks {
        let clocks: Vec<Option<i64>> =
            game.tree.mainline().take(plies).map(|node| clock(game, node)).collect();
        if clocks.iter().any(Option::is_some) {
            object.insert("clocks".into(), clocks.into());
        }
    }
    if has_more(game) {
        let nodes = nodes(game, options);
        if nodes.len() != plies + 1 || nodes.iter().any(is_annotated) {
            object.insert("nodes".into(), nodes.into());
        }
    }
    if let Some(unread) = &game.unread {
        object.insert("unread".into(), unread.as_str().into());
    }
    object
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
