//! Writing BPGN as the archives lay it out: an `Elo` tag on the line of its player,
//! the moves on one line, the last comment and the result on a line of their own.

use std::io;

use partie_core::{
    BoardId, Boards, Comment, Game, Nag, NodeId, Tags, Variant, message, moves::san,
};

use super::{
    label::{PLAYERS, letter},
    reason::termination,
};
use crate::{
    names::with_plain_names,
    tags::escape,
    write::{in_braces, lost_of_comments, lost_of_tags, stripped},
};
use partie_formats::{Loss, Lossy, WriteOptions, fen};

/// Writes one game and the empty line after it. Games that are not bughouse are
/// not written; the [`Lossy`] says so.
///
/// # Errors
///
/// When the output fails.
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let lost = losses(game, options);
    if !matches!(game.start, Boards::Two(_)) {
        return Ok(Lossy { value: (), lost });
    }
    let mut text = String::with_capacity(4096);
    write_tags(game, options, &mut text);
    write_moves(game, options, &mut text);
    text.push_str("\n\n");
    out.write_all(text.as_bytes())?;
    Ok(Lossy { value: (), lost })
}

/// Lists the parts of a game that BPGN cannot carry.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    let mut lost = Vec::new();
    match &game.start {
        Boards::One(_) => {
            return vec![Loss(match game.variant {
                Variant::Standard => message!("a game on one board (write it as PGN)"),
                variant => message!(
                    "a game of {variant} on one board (write it as PGN)",
                    variant = variant.name()
                ),
            })];
        }
        Boards::Two(_) => {}
    }
    let timed = |n: NodeId| {
        let comments = &game.tree.annotations(n).comments;
        comments
            .iter()
            .any(|c| bare_clock(c).is_some() && c.commands().iter().any(|c| c.name == "emt"))
    };
    if game.tree.mainline().any(timed) {
        lost.push(Loss(message!("times taken (a BPGN move has its clock only)")));
    }
    if game.tree.has_variations() {
        lost.push(Loss(message!("variations")));
    }
    if !options.strip.comments {
        let nodes = std::iter::once(NodeId::ROOT).chain(game.tree.mainline());
        lost.extend(lost_of_comments(nodes.flat_map(|n| &game.tree.annotations(n).comments)));
    }
    lost.extend(lost_of_tags(game.tags.iter()));
    lost
}

/// Returns the tags in the order of the record; where one is missing that the archives always have,
/// in the order of the archives.
fn tags_to_write(game: &Game) -> Vec<(String, String)> {
    let mut tags: Tags = with_plain_names(game.tags.iter()).into_iter().collect();
    if game.start != Boards::start(Variant::Bughouse) {
        tags.set("SetUp", "1");
        tags.set("FEN", fen::boards(&game.start, &WriteOptions::default()));
    }
    let mut missing = false;
    for (name, default) in [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("WhiteA", "?"),
        ("BlackA", "?"),
        ("WhiteB", "?"),
        ("BlackB", "?"),
        ("Result", "*"),
    ] {
        missing |= tags.add(name, default);
    }
    tags.set("Result", game.outcome.as_pgn());
    let mut pairs: Vec<(String, String)> =
        tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
    if missing {
        pairs.sort_by_key(|(name, _)| place(name));
    }
    pairs
}

/// Returns the place of a tag among the others.
fn place(name: &str) -> usize {
    let first = ["Event", "Site", "Date", "Time"];
    let (player, elo) = match name.strip_suffix("Elo") {
        Some(player) => (player, 1),
        None => (name, 0),
    };
    if let Some(i) = first.iter().position(|n| *n == name) {
        i
    } else if let Some(i) = PLAYERS.iter().position(|n| *n == player) {
        first.len() + 2 * i + elo
    } else if name == "Result" {
        usize::MAX
    } else {
        usize::MAX - 1
    }
}

fn write_tags(game: &Game, options: &WriteOptions, out: &mut String) {
    let tags = tags_to_write(game);
    let mut before = String::new();
    for (name, value) in &tags {
        let needed = PLAYERS.contains(&name.as_str())
            || matches!(
                name.as_str(),
                "Event" | "Site" | "Date" | "Result" | "TimeControl" | "SetUp" | "FEN"
            );
        if options.strip.tags && !needed {
            continue;
        }
        // A player's Elo stands on the line of their name.
        let joins = name.strip_suffix("Elo").is_some_and(|player| player == before);
        if !out.is_empty() && !joins {
            out.push('\n');
        }
        out.push('[');
        out.push_str(name);
        out.push_str(" \"");
        out.push_str(&escape(value));
        out.push_str("\"]");
        before.clone_from(name);
    }
    out.push('\n');
}

fn write_moves(game: &Game, options: &WriteOptions, out: &mut String) {
    let tree = &game.tree;
    let end = tree.mainline_end();
    let reason = tree
        .annotations(end)
        .comments
        .last()
        .filter(|c| game.unread.is_none() && termination(&c.text).is_some());
    let opening = &tree.annotations(NodeId::ROOT).comments;
    let reasons = usize::from(end == NodeId::ROOT && reason.is_some());
    for comment in &opening[..opening.len() - reasons] {
        if !options.strip.comments {
            push_comment(out, &comment.text);
            out.push('\n');
        }
    }
    let mut boards = game.start.clone();
    for node in tree.mainline() {
        let (Some(ply), id) = (tree.ply(node), tree.board(node)) else { continue };
        let board = boards.board(id).clone();
        if node != tree.next(NodeId::ROOT).unwrap_or(node) {
            out.push(' ');
        }
        out.push_str(&board.fullmoves().to_string());
        out.push(letter(id, board.turn()));
        out.push_str(". ");
        out.push_str(&san::write_plain(&board, ply, partie_core::Language::English));
        if boards.play(id, ply).is_err() {
            break;
        }
        out.push_str(mark(&boards, id));
        if !options.strip.nags {
            write_nags(&tree.annotations(node).nags, out);
        }
        let comments = &tree.annotations(node).comments;
        for (i, comment) in comments.iter().enumerate() {
            if node == end && i + 1 == comments.len() && reason.is_some() {
                continue;
            }
            let timed = comment.clock().is_some();
            if timed && options.strip.clocks || !timed && options.strip.comments {
                continue;
            }
            let Some(text) = stripped(&comment.text, options) else { continue };
            if i > 0 || !timed {
                out.push(' ');
            }
            match bare_clock(comment) {
                Some(seconds) => push_comment(out, &seconds),
                None => push_comment(out, &text),
            }
        }
    }
    if let Some(unread) = &game.unread {
        if !tree.is_empty() {
            out.push(' ');
        }
        out.push_str("{Not read: ");
        out.push_str(
            &unread.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "|"),
        );
        out.push('}');
    }
    if !tree.is_empty() || game.unread.is_some() {
        out.push('\n');
    }
    if let Some(reason) = reason {
        push_comment(out, &reason.text);
        out.push(' ');
    }
    out.push_str(game.outcome.as_pgn());
}

/// Returns the seconds of a comment that consists of commands, including `[%clk ...]`.
fn bare_clock(comment: &Comment) -> Option<String> {
    let commands = comment.commands();
    let length: usize = commands.iter().map(|c| c.span.len()).sum();
    let only = comment.text.bytes().filter(|b| *b != b' ').count()
        == length
            - commands
                .iter()
                .map(|c| comment.text[c.span.clone()].matches(' ').count())
                .sum::<usize>();
    let clock = commands.iter().find(|c| c.name == "clk")?.milliseconds()?;
    let seconds = format!("{}.{:03}", clock / 1000, clock.unsigned_abs() % 1000);
    only.then(|| seconds.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// One suffix on the move itself, the others as numbers after it.
fn write_nags(nags: &[Nag], out: &mut String) {
    let mut rest = nags;
    if let Some(suffix) = nags.first().and_then(|n| n.suffix()) {
        out.push_str(suffix);
        rest = &nags[1..];
    }
    for nag in rest {
        out.push_str(" $");
        out.push_str(&nag.0.to_string());
    }
}

fn push_comment(out: &mut String, text: &str) {
    out.push('{');
    out.push_str(&in_braces(text.into()));
    out.push('}');
}

/// `#` only for a mate that no piece from the partner could prevent.
fn mark(boards: &Boards, id: BoardId) -> &'static str {
    match boards {
        Boards::Two(pair) if pair.is_checkmate(id) => "#",
        _ if boards.board(id).is_check() => "+",
        _ => "",
    }
}
