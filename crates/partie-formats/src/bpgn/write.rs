//! Writing BPGN as the archives lay it out: an `Elo` tag on the line of its player,
//! the moves on one line, the last comment and the result on a line of their own.

use std::io;

use partie_core::{BoardId, Boards, Comment, Game, NodeId, Variant, moves::san};

use super::{parse::letter, termination};
use crate::{Loss, Lossy, WriteOptions, pgn::tags::escape};

const PLAYERS: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];

/// Writes one game and the empty line behind it. Games that are not bughouse are
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

/// What of a game BPGN cannot carry.
#[must_use]
pub fn losses(game: &Game, _options: &WriteOptions) -> Vec<Loss> {
    let mut lost = Vec::new();
    match &game.start {
        Boards::One(_) => {
            let name = match game.variant {
                Variant::Standard => "a game on one board (write it as PGN)".to_owned(),
                variant => format!("a game of {variant} on one board (write it as PGN)"),
            };
            return vec![Loss::new(name)];
        }
        start if *start != Boards::start(Variant::Bughouse) => {
            lost.push(Loss::new("a start position other than the usual one"));
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
        lost.push(Loss::new("times taken (a BPGN move has its clock only)"));
    }
    if game.tree.has_variations() {
        lost.push(Loss::new("variations"));
    }
    lost
}

fn write_tags(game: &Game, options: &WriteOptions, out: &mut String) {
    let mut tags = game.tags.clone();
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
        tags.add(name, default);
    }
    tags.set("Result", game.outcome.as_pgn());
    let mut before = String::new();
    for (name, value) in tags.iter() {
        let needed = PLAYERS.contains(&name)
            || matches!(name, "Event" | "Site" | "Date" | "Result" | "TimeControl");
        if options.strip.tags && !needed {
            continue;
        }
        // A player's Elo stands on the line of his name.
        let joins = name.strip_suffix("Elo").is_some_and(|player| player == before);
        if !out.is_empty() && !joins {
            out.push('\n');
        }
        out.push('[');
        out.push_str(name);
        out.push_str(" \"");
        out.push_str(&escape(value));
        out.push_str("\"]");
        name.clone_into(&mut before);
    }
    out.push('\n');
}

fn write_moves(game: &Game, options: &WriteOptions, out: &mut String) {
    let tree = &game.tree;
    for comment in &tree.annotations(NodeId::ROOT).comments {
        if !options.strip.comments {
            push_comment(out, &comment.text);
            out.push('\n');
        }
    }
    let mut boards = game.start.clone();
    let mut reason = None;
    let end = tree.mainline_end();
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
        let comments = &tree.annotations(node).comments;
        for (i, comment) in comments.iter().enumerate() {
            let last = node == end && i + 1 == comments.len();
            if last && termination(&comment.text).is_some() {
                reason = Some(comment.text.clone());
                continue;
            }
            let clock = super::clock(comment).is_some();
            if clock && options.strip.clocks || !clock && options.strip.comments {
                continue;
            }
            if i > 0 || !clock {
                out.push(' ');
            }
            match bare_clock(comment) {
                Some(seconds) => push_comment(out, &seconds),
                None => push_comment(out, &comment.text),
            }
        }
    }
    if let Some(unread) = &game.unread {
        out.push_str(" {Not read: ");
        out.push_str(
            &unread.split_whitespace().collect::<Vec<_>>().join(" ").replace(['{', '}'], "|"),
        );
        out.push('}');
    }
    if !tree.is_empty() || game.unread.is_some() {
        out.push('\n');
    }
    if let Some(reason) = reason {
        push_comment(out, &reason);
        out.push(' ');
    }
    out.push_str(game.outcome.as_pgn());
}

/// The seconds of a comment that holds nothing but commands, `[%clk ...]` among them.
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

fn push_comment(out: &mut String, text: &str) {
    out.push('{');
    out.push_str(&text.replace('}', ")"));
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
