//! Writing PGN in export format (PGN standard 1994, section 8).

use std::{borrow::Cow, io};

use partie_core::{
    BoardId, Boards, Color, Comment, CommentPlace, Game, Language, NodeId, Notation, Outcome, Ply,
    Position, Tags, Tree, Variant, annotation::commands, tags::ROSTER,
};

use super::{
    choose,
    fill::Filler,
    names::{is_plain, with_plain_names},
    tags::{escape, mend_date},
    unwrap_lines,
};
use crate::{
    GameView, Loss, Lossy, WriteOptions, bpgn::label, fen, replay::Replay, view::PlayedMove,
};

/// Writes one game and the empty line behind it.
///
/// # Errors
///
/// When the output fails. What PGN cannot carry is in the [`Lossy`].
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let mut text = Vec::with_capacity(1024);
    let lost = game.write_pgn(options, &mut text);
    out.write_all(&text)?;
    Ok(Lossy { value: (), lost })
}

/// Appends a game of one board.
pub(crate) fn append(game: &Game, options: &WriteOptions, out: &mut Vec<u8>) {
    write_tags(game, options, out);
    let mut filler = Filler::new(out, options.width);
    write_moves(game, options, &mut filler);
    filler.finish(game.outcome.as_pgn());
}

/// What of a game PGN cannot carry, or the options leave out.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    if matches!(game.start, Boards::Two(_)) {
        return vec![Loss::new("a bughouse game (write it as BPGN)")];
    }
    let mut lost = Vec::new();
    if !options.strip.comments {
        lost.extend(lost_of_comments(game.tree.all_comments()));
    }
    lost.extend(lost_of_tags(&game.tags));
    lost.extend(lost_notation(game, options));
    lost
}

/// Reports moves that are written in a notation that is not read in PGN.
pub(super) fn lost_notation(game: &impl GameView, options: &WriteOptions) -> Option<Loss> {
    let notation = options.notation;
    let foreign = matches!(notation, Notation::Iccf | Notation::Smith | Notation::Descriptive(_));
    (foreign && game.mainline().next().is_some()).then(|| {
        let name = notation.name();
        Loss::new(format!(
            "moves that are read as PGN (in {name}, `--to text` writes what is read again)"
        ))
    })
}

/// What a comment in braces cannot carry of some comments.
pub(crate) fn lost_of_comments<'a>(comments: impl Iterator<Item = &'a Comment>) -> Vec<Loss> {
    let (mut braces, mut lines) = (false, false);
    for comment in comments {
        let text = comment.text.as_bytes();
        if let Some(i) = memchr::memchr3(b'}', b'\n', b'\r', text) {
            braces |= text[i..].contains(&b'}');
            lines |= memchr::memchr2(b'\n', b'\r', &text[i..]).is_some();
        }
    }
    let braces = braces.then(|| Loss::new("closing braces in comments, written as parentheses"));
    let lines = lines.then(|| Loss::new("line ends in comments, written as spaces"));
    braces.into_iter().chain(lines).collect()
}

/// What tag pairs cannot carry of some tags.
pub(crate) fn lost_of_tags(tags: &Tags) -> Vec<Loss> {
    let lines =
        tags.iter().any(|(_, value)| memchr::memchr2(b'\n', b'\r', value.as_bytes()).is_some());
    let lines = lines.then(|| Loss::new("line ends in tag values, written as spaces"));
    let names: Vec<_> =
        tags.iter().map(|(name, _)| name).filter(|name| !is_plain(name)).take(5).collect();
    let names = (!names.is_empty()).then(|| {
        let names: Vec<_> =
            names.iter().map(|name| format!("`{}`", fen::shortened(name))).collect();
        Loss::new(format!("signs in names of tags, written as underscores: {}", names.join(", ")))
    });
    lines.into_iter().chain(names).collect()
}

/// A comment's text as it can stand in braces: on one line, and without a closing brace.
pub(crate) fn in_braces(text: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let text = match memchr::memchr2(b'\n', b'\r', bytes) {
        Some(_) => Cow::from(unwrap_lines(&text)),
        None => text,
    };
    if text.contains('}') { text.replace('}', ")").into() } else { text }
}

// ---- tags

fn write_tags(game: &Game, options: &WriteOptions, out: &mut Vec<u8>) {
    let mended = with_plain_names(&game.tags);
    let given = mended.as_ref().unwrap_or(&game.tags);
    let mut tags: Vec<(&str, Cow<'_, str>)> =
        given.iter().map(|(name, value)| (name, value.into())).collect();
    for name in ROSTER {
        if game.tags.get(name).is_none() {
            tags.push((name, unknown(name, game.outcome).into()));
        }
    }
    set(&mut tags, "Result", game.outcome.as_pgn().into());
    add_start(game, options, &mut tags);
    let place = |name: &str| ROSTER.iter().position(|known| *known == name).unwrap_or(7);
    tags.sort_by_cached_key(|(name, _)| (place(name), *name));
    for (name, value) in &tags {
        let needed = ROSTER.contains(name) || matches!(*name, "FEN" | "SetUp" | "Variant");
        if needed || !options.strip.tags {
            // A date whose order is certain is written as the standard has it.
            let mended = if name.ends_with("Date") { mend_date(value) } else { None };
            write_tag(name, mended.as_deref().unwrap_or(value), out);
        }
    }
}

/// What stands in a tag of the roster of which nothing is known.
pub(super) fn unknown(name: &str, outcome: Outcome) -> &'static str {
    match name {
        "Date" => "????.??.??",
        "Result" => outcome.as_pgn(),
        _ => "?",
    }
}

/// A tag pair on its line.
pub(super) fn write_tag(name: &str, value: &str, out: &mut Vec<u8>) {
    let special = |b: &u8| matches!(b, b'"' | b'\\' | b'\n' | b'\r');
    let value = if value.as_bytes().iter().any(special) {
        Cow::from(escape(value))
    } else {
        Cow::from(value)
    };
    for part in ["[", name, " \"", &value, "\"]\n"] {
        out.extend_from_slice(part.as_bytes());
    }
}

fn set<'a>(tags: &mut Vec<(&'a str, Cow<'a, str>)>, name: &'static str, value: Cow<'a, str>) {
    match tags.iter_mut().find(|(n, _)| *n == name) {
        Some(tag) => tag.1 = value,
        None => tags.push((name, value)),
    }
}

/// FEN, `SetUp` and Variant, where the game cannot be read without them.
fn add_start<'a>(game: &'a Game, options: &WriteOptions, tags: &mut Vec<(&'a str, Cow<'a, str>)>) {
    let start = game.start.first();
    let given = game.tags.get("FEN");
    // A FEN that gives no playable position stays as the record gave it.
    let as_given = start.problem().is_some() && given.is_some();
    if !as_given && *start != Position::start(game.variant) {
        let given = given.map(|text| fen::parse_position(text, Some(game.variant)).value);
        if given.as_ref() != Some(start) {
            set(tags, "FEN", fen::position(start, options).into());
        }
        if game.tags.get("SetUp").is_none() {
            tags.push(("SetUp", "1".into()));
        }
    }
    let variant = match game.variant {
        // As which the game is read.
        Variant::Standard if choose::is_chess960_start(start) => Variant::Chess960,
        variant => variant,
    };
    let orthodox = matches!(variant, Variant::Standard | Variant::FromPosition);
    let named = game.tags.get("Variant").and_then(Variant::from_name);
    // With the tags of bughouse players and no moves it would be read as bughouse.
    let named_for_it = || game.tags.iter().any(|(name, _)| label::PLAYERS.contains(&name));
    let as_bughouse = || named.is_none() && game.tree.is_empty() && named_for_it();
    if named != Some(variant) && (!orthodox || as_bughouse()) {
        set(tags, "Variant", variant.name().into());
    }
}

// ---- movetext

/// Writes a move and plays it. Returns false if it is not legal.
fn write_move(board: &mut Replay, ply: Ply, notation: Notation, line: &mut Filler<'_>) -> bool {
    if notation == Notation::San(Language::English)
        && let Some(word) = board.write_short(ply)
    {
        line.short(word);
        return true;
    }
    let mut word = Vec::with_capacity(16);
    let played = PlayedMove { board: BoardId::A, ply, san: None };
    let legal = board.write(played, [notation], [&mut word]);
    line.word(str::from_utf8(&word).unwrap_or_default());
    legal
}

/// A line that is still to be written, or what stands behind one.
#[allow(clippy::large_enum_variant, reason = "most are lines")]
enum Step {
    /// A move and what follows it.
    Line {
        node: NodeId,
        board: Replay,
        /// A parenthesis opens before it.
        opens: bool,
    },
    Close,
    /// What stands after the variations where a line ends.
    End(NodeId),
}

fn write_moves(game: &Game, options: &WriteOptions, line: &mut Filler<'_>) {
    let tree = &game.tree;
    write_comments(tree, NodeId::ROOT, CommentPlace::After, options, false, line);
    write_comments(tree, NodeId::ROOT, CommentPlace::Last, options, false, line);
    let mut stack = Vec::new();
    if let Some(node) = tree.next(NodeId::ROOT) {
        let board = Replay::new(game.start.first());
        stack.push(Step::Line { node, board, opens: false });
    }
    while let Some(step) = stack.pop() {
        match step {
            Step::Line { node, board, opens } => {
                write_line(tree, node, board, opens, options, line, &mut stack);
            }
            Step::Close => line.close(),
            Step::End(node) => {
                write_comments(tree, node, CommentPlace::Last, options, false, line);
            }
        }
    }
    if let Some(unread) = &game.unread {
        let words: Vec<_> = unread.split_whitespace().collect();
        let text = words.join(" ").replace('{', "(").replace('}', ")");
        line.comment(&format!("Not read: {text}"), false);
    }
}

/// Writes a line up to its end or to its first variations; the rest is left on the stack.
fn write_line(
    tree: &Tree,
    first: NodeId,
    mut board: Replay,
    mut opens: bool,
    options: &WriteOptions,
    line: &mut Filler<'_>,
    stack: &mut Vec<Step>,
) {
    let mut node = first;
    // Behind a break the number of Black's move must be written, too.
    let mut number = true;
    while let Some(ply) = tree.ply(node) {
        if write_comments(tree, node, CommentPlace::Before, options, opens, line) {
            opens = false;
            number = true;
        }
        let white = board.turn() == Color::White;
        if white || number {
            line.number(board.fullmoves(), white, opens);
            opens = false;
        }
        // Variations on this move hang from its parent, behind the first child.
        let parent = tree.parent(node).filter(|_| !options.strip.variations);
        let parent = parent.filter(|parent| tree.next(*parent) == Some(node));
        let mut siblings = parent.into_iter().flat_map(|p| tree.children(p).skip(1)).peekable();
        let before = siblings.peek().is_some().then(|| board.clone());
        let legal = write_move(&mut board, ply, options.notation, line);
        if !options.strip.nags {
            for nag in &tree.annotations(node).nags {
                line.nag(nag.0);
            }
        }
        number = write_comments(tree, node, CommentPlace::After, options, false, line);
        if !legal {
            return;
        }
        let next = tree.next(node);
        if let Some(before) = before {
            stack.push(match next {
                Some(node) => Step::Line { node, board, opens: false },
                None => Step::End(node),
            });
            let behind = stack.len();
            for node in siblings {
                stack.push(Step::Line { node, board: before.clone(), opens: true });
                stack.push(Step::Close);
            }
            stack[behind..].reverse();
            return;
        }
        let Some(next) = next else {
            write_comments(tree, node, CommentPlace::Last, options, false, line);
            return;
        };
        node = next;
    }
}

/// Writes the comments of a place, behind an opening parenthesis or not; says whether
/// there were any.
fn write_comments(
    tree: &Tree,
    node: NodeId,
    place: CommentPlace,
    options: &WriteOptions,
    opens: bool,
    line: &mut Filler<'_>,
) -> bool {
    let mut any = false;
    for comment in tree.annotations(node).comments.iter().filter(|c| c.place == place) {
        let Some(text) = stripped(&comment.text, options) else { continue };
        line.comment(&in_braces(text), opens && !any);
        any = true;
    }
    any
}

/// A comment's text without what the options strip; `None` if nothing is left of it.
pub(crate) fn stripped<'a>(text: &'a str, options: &WriteOptions) -> Option<Cow<'a, str>> {
    let strip = options.strip;
    if !strip.touches_comments() {
        return Some(text.into());
    }
    let mut kept = String::new();
    let mut words = String::new();
    let mut at = 0;
    let mut removed = false;
    for command in commands(text) {
        words.push_str(&text[at..command.span.start]);
        at = command.span.end;
        let drop = match command.name {
            "clk" | "egt" | "emt" | "mct" => strip.clocks,
            "eval" | "evp" => strip.evals,
            "cal" | "csl" => strip.marks,
            _ => false,
        };
        if drop {
            removed = true;
        } else if strip.comments {
            kept.push_str(&text[command.span.clone()]);
            kept.push(' ');
        } else {
            words.push_str(&text[command.span.clone()]);
        }
    }
    words.push_str(&text[at..]);
    let result = if strip.comments {
        kept.trim_end().to_owned()
    } else if removed {
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    };
    (!result.is_empty() || (!strip.comments && !removed)).then_some(result.into())
}
