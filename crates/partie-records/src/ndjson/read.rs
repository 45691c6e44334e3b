//! Parsing of a JSON object to a game.

use std::{collections::BTreeMap, io, ops::Range};

use partie_core::{
    BoardId, Boards, Comment, CommentPlace, Game, Nag, NodeId, Outcome, Ply, Tags, Termination,
    Variant,
    moves::{san, uci},
};
use serde_json::{Map, Value};

use super::{
    codes,
    place::{self, PathStep},
    words::{as_written, read_move, words_of},
    write::TERMINATIONS,
};
use crate::container::keys;
use partie_formats::{
    Code, Diagnostic, Format, Message, Parsed, ReadOptions, Severity, ToValue, WriteOptions,
    decode, fen,
    ledger::{Account, Claims, Part},
    lines::{self, Diagnostics, Line, Records},
    message,
};
use partie_pgn as pgn;
use partie_pgn::names::{self, Names};

/// Reads a stream, one object a line; empty lines are passed over.
pub fn read<R: io::Read>(source: R, options: &ReadOptions) -> Records<R> {
    lines::records(source, Format::Ndjson, options, kind, parse)
}

/// Every line that is not empty is a record: JSON has no remarks.
fn kind(line: &[u8]) -> Line {
    if line.trim_ascii().is_empty() { Line::Empty } else { Line::First }
}

/// Fields with a game's place, and fields derived from others.
const SAID_ELSEWHERE: [&str; 9] =
    ["library", "file", "game", "format", "encoding", "line", "byte", "clocks", "diagnostics"];

/// The fields that make the game.
const FIELDS: [&str; 13] = [
    "tags",
    "variant",
    "start_fen",
    "start_fen_exact",
    "boards",
    "moves",
    "san",
    "result",
    "termination",
    "final_fen",
    "plies",
    "nodes",
    "unread",
];

/// Reads one object. Spans are bytes of the line, from 0: the value's span in the first
/// diagnostics, and the whole object's in the others.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_records::ndjson;
/// let line = br#"{"tags": {"White": "A"}, "moves": ["e2e4", "e7e6", "e1e3"]}"#;
/// let read = ndjson::parse(line, &ReadOptions::default());
/// assert_eq!(read.value.ply_count(), 2);
/// assert_eq!(&line[read.diagnostics[0].span.clone()], br#""e1e3""#);
/// assert_eq!(read.value.unread.as_deref(), Some("e1e3"));
/// ```
#[must_use]
pub fn parse(line: &[u8], options: &ReadOptions) -> Parsed<Game> {
    read_line(line, options, &mut Claims::default())
}

/// Accounts for each byte of a record.
pub(crate) fn account(line: &[u8], options: &ReadOptions) -> Account {
    let decoded = decode::decode(line, options.encoding.as_deref());
    let mut claims = Claims::new(true);
    let _ = read_line(line, options, &mut claims);
    if str::from_utf8(line).is_err() {
        // JSON is always UTF-8.
        claims = Claims::new(true);
        claims.rest(0..decoded.text.len(), Part::Kept, Some(&codes::NOT_JSON));
    }
    claims.account(&decoded, line.len())
}

fn read_line(line: &[u8], options: &ReadOptions, claims: &mut Claims) -> Parsed<Game> {
    let mut reader = ObjectReader {
        line,
        located: 0,
        unread: Vec::new(),
        doubtful_start: false,
        keeps_illegal: options.keep_illegal,
        broke_rule: false,
        left_over: Vec::new(),
        out: Diagnostics::new(options.limits.diagnostics),
    };
    claims.rest(0..line.len(), Part::Kept, Some(&codes::NOT_JSON));
    let object = match serde_json::from_slice::<Value>(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => {
            reader.emit(
                &codes::NOT_JSON,
                &[],
                message!("expected an object, but found another value"),
            );
            return reader.nothing();
        }
        Err(error) => {
            let at = error.column().saturating_sub(1).min(line.len());
            let message = message!(
                "expected a JSON object, but found a mistake: {reason}",
                reason = error.to_string()
            );
            reader.out.push(Diagnostic::new(&codes::NOT_JSON, at..line.len().min(at + 1), message));
            return reader.nothing();
        }
    };
    if !holds_game(&object) {
        let message =
            message!("expected `moves`, a position, a result or tags of a game, but found none");
        reader.emit(&codes::NO_GAME, &[], message);
        *claims = Claims::new(claims.wanted());
        claims.rest(0..line.len(), Part::Kept, Some(&codes::NO_GAME));
        return reader.nothing();
    }
    let mut game = reader.game(&object, options);
    reader.repeated();
    reader.left_over.sort_by_key(|(span, _)| span.start);
    reader.left_over.dedup_by(|next, span| next.0.start < span.0.end);
    *claims = Claims::new(claims.wanted());
    for (span, code) in &reader.left_over {
        claims.keep(span.clone(), code);
    }
    claims.rest(0..line.len(), Part::Field, None);
    let words =
        reader.left_over.iter().map(|(span, _)| String::from_utf8_lossy(&line[span.clone()]));
    let comments = words.map(|words| Comment::after(words.into_owned()));
    game.tree.annotations_mut(NodeId::ROOT).comments.extend(comments);
    Parsed { value: game, diagnostics: reader.out.in_order() }
}

/// Returns true if an object has a field that only games have.
fn holds_game(object: &Map<String, Value>) -> bool {
    const OF_CHESS: [&str; 8] =
        ["moves", "nodes", "san", "start_fen", "start_fen_exact", "fen", "final_fen", "unread"];
    let text = |name| object.get(name).and_then(Value::as_str);
    let tags = object.get("tags").and_then(Value::as_object);
    OF_CHESS.iter().any(|name| object.contains_key(*name))
        || text("result").is_some_and(|result| Outcome::from_pgn(result).is_some())
        || text("variant").is_some_and(|variant| variant.parse::<Variant>().is_ok())
        || tags.is_some_and(|tags| tags.keys().any(|name| names::is_known(name)))
}

/// Adds the tags that another program's field contains: `"white": "Ida Adler"`, `"black_elo":
/// 2504`, `"white": {"name": "Ida Adler", "rating": 2310}`. Returns false and adds none if it
/// contains other data.
fn names_tags(name: &str, value: &Value, tags: &mut Tags) -> bool {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => number.as_u64().map(|number| number.to_string()),
        _ => None,
    };
    let Some(tag) = keys::tag_of(name) else { return false };
    let found: Option<BTreeMap<String, String>> = match value {
        Value::Object(player) if matches!(tag, "White" | "Black") => {
            let member = |(key, value): (&String, &Value)| {
                let suffix = match key.to_ascii_lowercase().as_str() {
                    "name" | "username" => "",
                    "rating" | "elo" => "Elo",
                    "title" => "Title",
                    "team" => "Team",
                    _ => return None,
                };
                Some((format!("{tag}{suffix}"), text(value)?))
            };
            // A name and a username are two values of one tag.
            let found: Option<BTreeMap<_, _>> = player.iter().map(member).collect();
            found.filter(|found| found.len() == player.len())
        }
        other => text(other).map(|text| BTreeMap::from([(tag.to_owned(), text)])),
    };
    let fits =
        |(tag, value): (&String, &String)| tags.get(tag).is_none() && keys::is_value_of(tag, value);
    let Some(found) = found.filter(|found| !found.is_empty() && found.iter().all(fits)) else {
        return false;
    };
    for (tag, value) in found {
        tags.push(tag, value);
    }
    true
}

/// Returns the reason of a name.
#[must_use]
pub fn termination(name: &str) -> Termination {
    TERMINATIONS
        .iter()
        .find(|(n, _)| *n == name)
        .map_or_else(|| Termination::Other(name.to_owned()), |(_, t)| t.clone())
}

/// Members of an object for a move that name the move, the preferred one first.
const MOVE_MEMBERS: [&str; 5] = ["san", "move", "notation", "lan", "uci"];

/// Returns the move of an object for one, as other programs write it: `{"san": "e4", "uci": "e2e4"}`.
fn move_of(value: &Value) -> Option<&str> {
    MOVE_MEMBERS.iter().find_map(|name| value.get(*name)?.as_str())
}

/// Returns the members of an object for a move that say more than the move, as JSON.
fn others_of(value: &Value) -> Option<String> {
    const SAID_BY_MOVE: [&str; 8] =
        ["ply", "number", "color", "from", "to", "piece", "captured", "flags"];
    let says_more = |name: &&String| {
        !MOVE_MEMBERS.contains(&name.as_str()) && !SAID_BY_MOVE.contains(&name.as_str())
    };
    let members = value.as_object()?.iter().filter(|(name, _)| says_more(name));
    let others: Map<String, Value> = members.map(|(n, v)| (n.clone(), v.clone())).collect();
    (!others.is_empty()).then(|| Value::Object(others).to_string())
}

/// Number of diagnostics that get their exact place. Each takes a walk through the line.
const LOCATED: usize = 10;

struct ObjectReader<'a> {
    line: &'a [u8],
    located: usize,
    /// The first move that could not be played, and all moves after it.
    unread: Vec<String>,
    /// The start has pieces that are missing or misplaced.
    /// True if illegal moves are played as they are written.
    keeps_illegal: bool,
    /// True if the last move broke a rule and was played as it is written.
    broke_rule: bool,
    doubtful_start: bool,
    /// Values without a meaning here, and why. They are kept as comments.
    left_over: Vec<(Range<usize>, &'static Code)>,
    out: Diagnostics,
}

impl ObjectReader<'_> {
    /// A diagnostic at a value of the object.
    fn emit(&mut self, code: &'static Code, path: &[PathStep<'_>], message: Message) {
        let span = self.place(path);
        self.out.push(Diagnostic::new(code, span, message));
    }

    /// Returns the place of a value, or the whole line.
    fn place(&mut self, path: &[PathStep<'_>]) -> Range<usize> {
        self.located += 1;
        let exact = (self.located <= LOCATED).then(|| place::find(self.line, path)).flatten();
        exact.unwrap_or(0..self.line.trim_ascii_end().len())
    }

    /// A diagnostic at a move, with its ply from 1 in the main line.
    fn at_ply(&mut self, ply: usize, path: &[PathStep<'_>], code: &'static Code, message: Message) {
        let span = self.place(path);
        let ply = u32::try_from(ply).unwrap_or(u32::MAX);
        self.out.push(Diagnostic::new(code, span, message).at_ply(ply));
    }

    fn wrong(&mut self, path: &[PathStep<'_>], expected: &Message, found: &Value) {
        if let Some(span) = place::find(self.line, path).filter(|span| !span.is_empty()) {
            self.left_over.push((span, &codes::WRONG_FIELD));
        }
        let found = fen::shortened(&found.to_string());
        self.emit(
            &codes::WRONG_FIELD,
            path,
            message!("expected {expected}, but found `{found}`", expected, found),
        );
    }

    /// Keeps repeated members of an object as comments: only the last of them counts.
    fn repeated(&mut self) {
        for span in place::repeated(self.line) {
            let words = String::from_utf8_lossy(&self.line[span.clone()]).into_owned();
            let message = message!(
                "expected a field once, but another of the same name follows `{name}`",
                name = fen::shortened(&words)
            );
            self.out.push(Diagnostic::new(&codes::REPEATED, span.clone(), message));
            self.left_over.push((span, &codes::REPEATED));
        }
    }

    /// Returns the game of a line that is none.
    fn nothing(self) -> Parsed<Game> {
        let start = Boards::unread(Variant::Standard);
        let mut game = Game::from_boards(Variant::Standard, start);
        let text = decode::decode(self.line, None).text.trim().to_owned();
        game.unread = (!text.is_empty()).then_some(text);
        Parsed { value: game, diagnostics: self.out.in_order() }
    }

    fn game(&mut self, object: &Map<String, Value>, options: &ReadOptions) -> Game {
        let named = self
            .choice(object, "variant", &message!("the name of a variant"), |name| name.parse().ok())
            .filter(|_| options.variant.is_none());
        let given = options.variant.or(named);
        let start = self.start(object, given);
        let mut game = match given {
            Some(variant) => Game::from_boards(variant, start),
            None => fen::game(start),
        };
        game.tags = self.tags(object.get("tags"));
        game.outcome = self
            .choice(object, "result", &message!("1-0, 0-1, 1/2-1/2 or *"), Outcome::from_pgn)
            .unwrap_or_default();
        game.termination = self
            .choice(object, "termination", &message!("a string"), |text| Some(termination(text)));
        let nodes = object.get("nodes").filter(|nodes| !nodes.is_null());
        if let Some(nodes) = nodes {
            self.nodes(&mut game, nodes);
        } else {
            self.moves(&mut game, object.get("moves"), object.get("boards"));
        }
        // Without legal moves nothing confirms a guessed start.
        if self.doubtful_start && game.tree.is_empty() {
            game.start = Boards::unread(game.variant);
        }
        if nodes.is_none() && !object.contains_key("moves") {
            self.emit(
                &codes::NO_MOVES,
                &[],
                message!("expected `moves`, but found an object without"),
            );
        }
        if self.unread.is_empty() {
            self.compare(&game, object);
        }
        for (name, value) in object {
            if !SAID_ELSEWHERE.contains(&name.as_str()) && !FIELDS.contains(&name.as_str()) {
                if names_tags(name, value, &mut game.tags) {
                    continue;
                }
                let escaped = Value::from(name.as_str()).to_string();
                let path = [PathStep::Member(&escaped[1..escaped.len() - 1])];
                // Without moves, `fen` is the start position.
                let is_start = name == "fen"
                    && game.tree.is_empty()
                    && game.start != Boards::unread(game.variant);
                if let Some(span) = place::member_of(self.line, &escaped).filter(|_| !is_start) {
                    self.left_over.push((span, &codes::UNKNOWN_FIELD));
                }
                let name = fen::shortened(name);
                let message =
                    message!("expected a field that Partie writes, but found `{name}`", name);
                self.emit(&codes::UNKNOWN_FIELD, &path, message);
            }
        }
        let given =
            self.choice(object, "unread", &message!("a string"), |text| Some(text.to_owned()));
        let unread = std::mem::take(&mut self.unread).join(" ");
        game.unread = match (unread.is_empty(), given) {
            (true, given) => given,
            (false, None) => Some(unread),
            (false, Some(given)) => Some(format!("{unread}\n{given}")),
        };
        game
    }

    /// Returns the value of a member that is one of a few strings, or missing.
    fn choice<T>(
        &mut self,
        object: &Map<String, Value>,
        name: &str,
        expected: &Message,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = object.get(name).filter(|value| !value.is_null())?;
        let choice = value.as_str().and_then(read);
        if choice.is_none() {
            let expected = message!("{expected} in `{name}`", expected, name);
            self.wrong(&[PathStep::Member(name)], &expected, value);
        }
        choice
    }

    fn start(&mut self, object: &Map<String, Value>, variant: Option<Variant>) -> Boards {
        let text = |text: &str| Some(text.to_owned());
        let usual = self.choice(object, "start_fen", &message!("a string"), text);
        let exact = self.choice(object, "start_fen_exact", &message!("a string"), text);
        // The name that other programs use; beside moves some mean the final position by it.
        let some = |name| object.get(name).and_then(Value::as_array).is_some_and(|a| !a.is_empty());
        let moves = some("moves") || some("nodes");
        let other =
            if moves { None } else { self.choice(object, "fen", &message!("a string"), text) };
        let name = match (&exact, &usual) {
            (Some(_), _) => "start_fen_exact",
            (None, None) if other.is_some() => "fen",
            _ => "start_fen",
        };
        let Some(words) = exact.or(usual).or(other) else {
            let given = |name| object.get(name).is_some_and(|value: &Value| !value.is_null());
            if ["start_fen", "start_fen_exact"].into_iter().any(given) || !moves && given("fen") {
                return Boards::unread(variant.unwrap_or_default());
            }
            return Boards::start(variant.unwrap_or_default());
        };
        let parsed = fen::parse_boards(&words, variant);
        self.doubtful_start = fen::is_doubtful(&parsed.diagnostics);
        let path = [PathStep::Member(name)];
        let playable = BoardId::ALL.iter().all(|id| parsed.value.board(*id).problem().is_none());
        for d in parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note) {
            let code = if playable { &codes::MENDED_START } else { &codes::BAD_START };
            self.emit(
                code,
                &path,
                message!("{id}: {message}", id = d.code.id, message = d.message),
            );
        }
        parsed.value
    }

    fn tags(&mut self, value: Option<&Value>) -> Tags {
        let mut tags = Tags::new();
        match value {
            None | Some(Value::Null) => {}
            Some(Value::Object(object)) => {
                let mut names = None;
                for (name, value) in object {
                    match value.as_str() {
                        Some(text) => {
                            let kept = pgn::token::is_name(name);
                            let name = if kept {
                                name.clone()
                            } else {
                                self.mended(name, object, &mut names)
                            };
                            // The names in an object differ.
                            tags.push(name, text);
                        }
                        None => self.wrong(
                            &[PathStep::Member("tags"), PathStep::Member(name)],
                            &message!("a string in a tag"),
                            value,
                        ),
                    }
                }
            }
            Some(other) => {
                self.wrong(&[PathStep::Member("tags")], &message!("an object in `tags`"), other);
            }
        }
        tags
    }

    /// Turns a name that PGN tags cannot have into a valid one.
    fn mended(
        &mut self,
        name: &str,
        object: &Map<String, Value>,
        names: &mut Option<Names>,
    ) -> String {
        let names = names.get_or_insert_with(|| Names::new(object.keys().map(String::as_str)));
        let mended = names.mend(name);
        let found = fen::shortened(name);
        let message = message!(
            "expected letters, digits and _ in a tag name, but found `{found}`; it was read as `{name}`",
            found,
            name = fen::shortened(&mended)
        );
        // Places are looked for in the text, where signs may be escaped.
        let escaped = Value::from(name).to_string();
        let path = [PathStep::Member("tags"), PathStep::Member(&escaped[1..escaped.len() - 1])];
        self.emit(&codes::INVALID_TAG_NAME, &path, message);
        mended
    }

    /// Reads and plays a move.
    fn ply(
        &mut self,
        boards: &mut Boards,
        id: BoardId,
        text: &str,
        number: usize,
        path: &[PathStep<'_>],
    ) -> Option<Ply> {
        let before = boards.board(id);
        let read = read_move(before, text);
        let why = match read {
            Ok(ply) => match boards.play(id, ply) {
                Ok(()) => return Some(ply),
                Err(illegal) => illegal.message(),
            },
            Err(error) => {
                if self.keeps_illegal
                    && let Some(m) = as_written(before, text)
                {
                    self.broke_rule = before.breaks_rule(m);
                    return boards.play(id, Ply::Illegal(m)).ok().map(|()| {
                        if self.broke_rule {
                            let message = message!(
                                "`{found}` is not legal; it was played as it is written",
                                found = fen::shortened(text)
                            );
                            self.at_ply(number, path, &codes::KEPT_ILLEGAL, message);
                        }
                        Ply::Illegal(m)
                    });
                }
                error.message()
            }
        };
        let message = message!(
            "expected a legal move, but found `{found}`: {reason}",
            found = fen::shortened(text),
            reason = why
        );
        self.at_ply(number, path, &codes::ILLEGAL_MOVE, message);
        None
    }

    fn moves(&mut self, game: &mut Game, moves: Option<&Value>, ids: Option<&Value>) {
        let is_list = moves.is_some_and(Value::is_array);
        let words: Vec<Value>;
        let moves = match moves {
            None | Some(Value::Null) => return,
            Some(Value::Array(moves)) => moves,
            Some(Value::String(text)) => {
                words = words_of(text).map(Value::from).collect();
                &words
            }
            Some(other) => {
                let expected = message!("a list of strings or a string in `moves`");
                return self.wrong(&[PathStep::Member("moves")], &expected, other);
            }
        };
        let two = matches!(game.start, Boards::Two(_));
        if two && ids.and_then(Value::as_array).map(Vec::len) != Some(moves.len()) {
            let message =
                message!("expected a list in `boards` as long as `moves`, but found another");
            self.emit(&codes::WRONG_FIELD, &[PathStep::Member("boards")], message);
        }
        let mut boards = game.start.clone();
        let mut node = NodeId::ROOT;
        for (i, value) in moves.iter().enumerate() {
            let path = [PathStep::Member("moves"), PathStep::Element(i)];
            let path = &path[..if is_list { 2 } else { 1 }];
            let id = self.board(
                ids.and_then(|ids| ids.get(i)),
                &[PathStep::Member("boards"), PathStep::Element(i)],
            );
            let ply = if let Some(text) = value.as_str().or_else(|| move_of(value)) {
                self.ply(&mut boards, id, text, i + 1, path)
            } else {
                self.wrong(path, &message!("a string in `moves`"), value);
                None
            };
            let Some(ply) = ply else {
                // Moves after an illegal one have no meaning, but are kept.
                self.unread.extend(moves[i..].iter().map(plain));
                return;
            };
            node = game.tree.add_on(node, id, ply);
            if std::mem::take(&mut self.broke_rule) {
                let mark = Comment::after("illegal".to_owned());
                game.tree.annotations_mut(node).comments.push(mark);
            }
            if let Some(others) = others_of(value) {
                game.tree.annotations_mut(node).comments.push(Comment::after(others));
            }
        }
    }

    fn nodes(&mut self, game: &mut Game, nodes: &Value) {
        let Some(nodes) = nodes.as_array() else {
            return self.wrong(
                &[PathStep::Member("nodes")],
                &message!("a list of objects in `nodes`"),
                nodes,
            );
        };
        // The node of each index, the boards after it and its ply.
        let mut known: Vec<Option<(NodeId, Boards, usize)>> = Vec::with_capacity(nodes.len());
        for (i, value) in nodes.iter().enumerate() {
            let path = [PathStep::Member("nodes"), PathStep::Element(i)];
            let parent = value.get("parent").and_then(Value::as_u64);
            let text = value.get("move").and_then(Value::as_str);
            let entry = match (parent, text) {
                (None, None) if i == 0 && value.is_object() => {
                    Some((NodeId::ROOT, game.start.clone(), 0))
                }
                (Some(parent), Some(text)) => {
                    let before = usize::try_from(parent).ok().and_then(|p| known.get(p));
                    match before.cloned() {
                        Some(Some((node, mut boards, plies))) => {
                            let id = self.board(value.get("board"), &path);
                            let played = self.ply(&mut boards, id, text, plies + 1, &path);
                            if played.is_none() {
                                self.unread.push(text.to_owned());
                            }
                            played.map(|ply| (game.tree.add_on(node, id, ply), boards, plies + 1))
                        }
                        // A move after an illegal one.
                        Some(None) => {
                            self.unread.push(text.to_owned());
                            None
                        }
                        None => {
                            let expected = message!("an earlier node in `parent`");
                            self.wrong(&path, &expected, &Value::from(parent));
                            self.unread.push(text.to_owned());
                            None
                        }
                    }
                }
                _ => {
                    self.wrong(&path, &message!("`parent` and `move` in a node"), value);
                    None
                }
            };
            if let Some((node, ..)) = &entry {
                self.annotate(game, *node, value, i);
            }
            known.push(entry);
        }
    }

    fn annotate(&mut self, game: &mut Game, node: NodeId, value: &Value, index: usize) {
        let steps = |name, i| {
            [
                PathStep::Member("nodes"),
                PathStep::Element(index),
                PathStep::Member(name),
                PathStep::Element(i),
            ]
        };
        for (i, nag) in self.list(value, "nags", index).iter().enumerate() {
            match nag.as_u64().and_then(|n| u8::try_from(n).ok()) {
                Some(n) => game.tree.annotations_mut(node).add_nag(Nag(n)),
                None => {
                    self.wrong(
                        &steps("nags", i),
                        &message!("a number from 0 to 255 in `nags`"),
                        nag,
                    );
                }
            }
        }
        for (i, comment) in self.list(value, "comments", index).iter().enumerate() {
            let place = match comment.get("place").map(Value::as_str) {
                Some(Some("before")) => Some(CommentPlace::Before),
                Some(Some("after")) | None => Some(CommentPlace::After),
                Some(Some("last")) => Some(CommentPlace::Last),
                _ => None,
            };
            match (place, comment.get("text").and_then(Value::as_str)) {
                (Some(place), Some(text)) => {
                    let comments = &mut game.tree.annotations_mut(node).comments;
                    comments.push(Comment { text: text.to_owned(), place });
                }
                _ => self.wrong(
                    &steps("comments", i),
                    &message!("`text` and `place` (before, after or last) in a comment"),
                    comment,
                ),
            }
        }
    }

    /// Returns a list in a node.
    fn list<'v>(&mut self, node: &'v Value, name: &str, index: usize) -> &'v [Value] {
        match node.get(name) {
            None | Some(Value::Null) => &[],
            Some(Value::Array(list)) => list,
            Some(other) => {
                let path =
                    [PathStep::Member("nodes"), PathStep::Element(index), PathStep::Member(name)];
                self.wrong(&path, &message!("a list in `{name}`", name), other);
                &[]
            }
        }
    }

    fn board(&mut self, value: Option<&Value>, path: &[PathStep<'_>]) -> BoardId {
        match value.map(|value| (value, value.as_str())) {
            Some((_, Some("B"))) => BoardId::B,
            Some((_, Some("A"))) | None => BoardId::A,
            Some((other, _)) => {
                self.wrong(path, &message!("`A` or `B` for the board"), other);
                BoardId::A
            }
        }
    }

    /// Checks fields that are derived from others against the game.
    fn compare(&mut self, game: &Game, object: &Map<String, Value>) {
        let mut boards = game.start.clone();
        let sans = object.get("san").and_then(Value::as_array);
        let moves = object.get("moves").and_then(Value::as_array);
        let mut plies = 0;
        for (id, ply) in game.plies() {
            let position = boards.board(id);
            if let Some(given) = sans.and_then(|s| s.get(plies)).and_then(Value::as_str) {
                let read = san::read(position, given).map(|r| r.ply);
                if read != Ok(ply) && as_written(position, given).map(Ply::Illegal) != Some(ply) {
                    let right = san::write(position, ply);
                    return self.contradicts("san", Some(plies), right, given);
                }
            }
            if let Some(given) = moves.and_then(|m| m.get(plies)).and_then(Value::as_str)
                && read_move(position, given) != Ok(ply)
                && as_written(position, given).map(Ply::Illegal) != Some(ply)
            {
                let right = uci::write(position, ply);
                return self.contradicts("moves", Some(plies), right, given);
            }
            plies += 1;
            if boards.play(id, ply).is_err() {
                return;
            }
        }
        for (name, list) in [("san", sans), ("moves", moves)] {
            if let Some(list) = list.filter(|list| list.len() != plies) {
                let moves = |count: usize| message!("{count} moves", count);
                return self.contradicts(name, None, moves(plies), moves(list.len()));
            }
        }
        if let Some(given) =
            object.get("plies").filter(|given| given.as_u64() != Some(plies as u64))
        {
            self.contradicts("plies", None, plies.to_string(), given.to_string());
        }
        if let Some(given) = object.get("final_fen").and_then(Value::as_str) {
            let options = WriteOptions::default();
            let right = fen::boards(&boards, &options);
            let read = fen::parse_boards(given, Some(game.variant)).value;
            if given != right && fen::boards(&read, &options) != right {
                self.contradicts("final_fen", None, right, given);
            }
        }
    }

    fn contradicts(
        &mut self,
        name: &str,
        index: Option<usize>,
        expected: impl ToValue,
        found: impl ToValue,
    ) {
        let mut path = vec![PathStep::Member(name)];
        path.extend(index.map(PathStep::Element));
        let found = match found.to_value() {
            partie_formats::Value::Text(text) => fen::shortened(&text).to_value(),
            other => other,
        };
        let message = message!(
            "expected `{expected}` in `{name}` as the moves say, but found `{found}`",
            expected,
            name,
            found
        );
        match index {
            Some(i) => self.at_ply(i + 1, &path, &codes::CONTRADICTION, message),
            None => self.emit(&codes::CONTRADICTION, &path, message),
        }
    }
}

/// Returns a value as text.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
