//! A JSON object back to a game.

use std::io;

use partie_core::{
    BoardId, Boards, Comment, CommentPlace, Game, Nag, NodeId, Outcome, Ply, Tags, Termination,
    Variant, moves::uci,
};
use serde_json::Value;

use super::{codes, write::TERMINATIONS};
use crate::{
    Diagnostic, Format, Parsed, ReadOptions, fen,
    lines::{self, Line, Records},
};

/// Reads a stream, one object a line; empty lines are passed over.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    lines::records(source, Format::Ndjson, options, kind, parse)
}

/// Every line that is not empty is a record: JSON has no remarks.
fn kind(line: &[u8]) -> Line {
    if line.trim_ascii().is_empty() { Line::Blank } else { Line::First }
}

/// Reads one object. Spans are those of the whole line: JSON has no finer ones here.
#[must_use]
pub fn parse(line: &[u8], options: &ReadOptions) -> Parsed<Game> {
    let mut reader = Reader { out: Vec::new(), length: line.trim_ascii_end().len() };
    let object = match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => {
            reader.finding(&codes::NOT_JSON, "expected an object, but found another JSON value");
            return unread(line, reader);
        }
        Err(error) => {
            reader.finding(&codes::NOT_JSON, format!("expected a JSON object, but {error}"));
            return unread(line, reader);
        }
    };
    let text = |name: &str| object.get(name).and_then(Value::as_str);
    let variant =
        options.variant.or_else(|| Variant::from_name(text("variant")?)).unwrap_or_default();
    let start = match text("start_fen") {
        None => Boards::start(variant),
        Some(words) => {
            let parsed = fen::parse_boards(words, Some(variant));
            if parsed.value.first().problem().is_some() {
                reader.finding(&codes::BAD_START, format!("`{words}` gives no playable position"));
            }
            parsed.value
        }
    };
    let mut game = Game::from_boards(variant, start);
    game.tags = reader.tags(object.get("tags"));
    game.outcome = text("result").and_then(Outcome::from_pgn).unwrap_or_default();
    game.termination = text("termination").map(termination);
    game.unread = text("unread").map(str::to_owned);
    match object.get("nodes") {
        Some(Value::Array(nodes)) => reader.nodes(&mut game, nodes),
        Some(_) => reader.finding(&codes::WRONG_FIELD, "expected a list in `nodes`"),
        None => reader.moves(&mut game, object.get("moves"), object.get("boards")),
    }
    Parsed { value: game, diagnostics: reader.out }
}

fn unread(line: &[u8], reader: Reader) -> Parsed<Game> {
    let mut game = Game::new(Variant::Standard);
    game.unread = Some(String::from_utf8_lossy(line).trim().to_owned());
    Parsed { value: game, diagnostics: reader.out }
}

fn termination(name: &str) -> Termination {
    TERMINATIONS
        .iter()
        .find(|(n, _)| *n == name)
        .map_or_else(|| Termination::Other(name.to_owned()), |(_, t)| t.clone())
}

struct Reader {
    out: Vec<Diagnostic>,
    length: usize,
}

impl Reader {
    fn finding(&mut self, code: &'static crate::Code, message: impl Into<String>) {
        self.out.push(Diagnostic::new(code, 0..self.length, message));
    }

    fn tags(&mut self, value: Option<&Value>) -> Tags {
        let mut tags = Tags::new();
        match value {
            None | Some(Value::Null) => {}
            Some(Value::Object(object)) => {
                for (name, value) in object {
                    match value.as_str() {
                        Some(text) => tags.set(name.clone(), text),
                        None => self.finding(
                            &codes::WRONG_FIELD,
                            format!("expected a string in the tag `{name}`"),
                        ),
                    }
                }
            }
            Some(_) => self.finding(&codes::WRONG_FIELD, "expected an object in `tags`"),
        }
        tags
    }

    fn ply(&mut self, boards: &mut Boards, id: BoardId, text: &str, ply: usize) -> Option<Ply> {
        let read = uci::read(boards.board(id), text).map(|r| r.ply);
        let played = read.ok().filter(|p| boards.play(id, *p).is_ok());
        if played.is_none() {
            self.finding(
                &codes::ILLEGAL_MOVE,
                format!("expected a legal move, but found `{text}`"),
            );
            if let Some(last) = self.out.last_mut() {
                last.ply = Some(u32::try_from(ply).unwrap_or(u32::MAX));
            }
        }
        played
    }

    fn moves(&mut self, game: &mut Game, moves: Option<&Value>, ids: Option<&Value>) {
        let moves = match moves {
            None | Some(Value::Null) => return,
            Some(Value::Array(moves)) => moves,
            Some(_) => {
                return self.finding(&codes::WRONG_FIELD, "expected a list of strings in `moves`");
            }
        };
        let mut boards = game.start.clone();
        let mut node = NodeId::ROOT;
        for (i, value) in moves.iter().enumerate() {
            let Some(text) = value.as_str() else {
                return self.finding(&codes::WRONG_FIELD, "expected a list of strings in `moves`");
            };
            let id = board(ids.and_then(|ids| ids.get(i)));
            let Some(ply) = self.ply(&mut boards, id, text, i + 1) else { return };
            node = game.tree.add_on(node, id, ply);
        }
    }

    fn nodes(&mut self, game: &mut Game, nodes: &[Value]) {
        // The node of each index, and the boards after it.
        let mut known: Vec<Option<(NodeId, Boards)>> = Vec::with_capacity(nodes.len());
        for value in nodes {
            let entry = match (
                value.get("parent").and_then(Value::as_u64),
                value.get("move").and_then(Value::as_str),
            ) {
                (None, None) => Some((NodeId::ROOT, game.start.clone())),
                (Some(parent), Some(text)) => {
                    let parent =
                        usize::try_from(parent).ok().and_then(|p| known.get(p).cloned().flatten());
                    parent.and_then(|(node, mut boards)| {
                        let id = board(value.get("board"));
                        let ply = self.ply(&mut boards, id, text, known.len())?;
                        Some((game.tree.add_on(node, id, ply), boards))
                    })
                }
                _ => {
                    self.finding(&codes::WRONG_FIELD, "expected `parent` and `move` in a node");
                    None
                }
            };
            if let Some((node, _)) = &entry {
                annotate(game, *node, value);
            }
            known.push(entry);
        }
    }
}

fn annotate(game: &mut Game, node: NodeId, value: &Value) {
    let nags = value.get("nags").and_then(Value::as_array);
    let comments = value.get("comments").and_then(Value::as_array);
    if nags.is_none() && comments.is_none() {
        return;
    }
    let annotations = game.tree.annotations_mut(node);
    for nag in nags.into_iter().flatten() {
        if let Some(n) = nag.as_u64().and_then(|n| u8::try_from(n).ok()) {
            annotations.nags.push(Nag(n));
        }
    }
    for comment in comments.into_iter().flatten() {
        let place = match comment.get("place").and_then(Value::as_str) {
            Some("before") => CommentPlace::Before,
            Some("last") => CommentPlace::Last,
            _ => CommentPlace::After,
        };
        if let Some(text) = comment.get("text").and_then(Value::as_str) {
            annotations.comments.push(Comment { text: text.to_owned(), place });
        }
    }
}

fn board(value: Option<&Value>) -> BoardId {
    match value.and_then(Value::as_str) {
        Some("B") => BoardId::B,
        _ => BoardId::A,
    }
}
