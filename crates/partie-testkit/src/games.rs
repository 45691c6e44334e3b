//! Games out of streams, printed so that a chess player can read them.

use std::fmt::Write as _;

use partie_core::{BoardId, Boards, Color, Game, NodeId, moves::san};
use partie_formats::{ReadOptions, WriteOptions, fen};
use partie_records::recorder::{Recorded, Recorder};

/// All games of a stream.
#[must_use]
pub fn record(bytes: &[u8]) -> Vec<Recorded> {
    record_with(&[bytes], &ReadOptions::default())
}

/// All games of a stream that comes in packets.
#[must_use]
pub fn record_with(packets: &[&[u8]], options: &ReadOptions) -> Vec<Recorded> {
    let mut recorder = Recorder::new(options.clone());
    let mut games = Vec::new();
    for packet in packets {
        recorder.receive(packet);
        games.extend(std::iter::from_fn(|| recorder.poll()));
    }
    recorder.finish();
    games.extend(std::iter::from_fn(|| recorder.poll()));
    games
}

/// The codes of the diagnostics of a game.
#[must_use]
pub fn codes(recorded: &Recorded) -> Vec<&'static str> {
    recorded.record.parsed.diagnostics.iter().map(|d| d.code.id).collect()
}

/// A game on one line: its number, the players, the result and its reason, the rules
/// if they are not the usual ones, the start if it is not the usual one, the moves.
#[must_use]
pub fn show(recorded: &Recorded) -> String {
    let game = recorded.record.game();
    let mut out = recorded.number.to_string();
    if let Some(second) = recorded.second_number {
        let _ = write!(out, "+{second}");
    }
    let tag = |name| game.tags.get(name).unwrap_or("?");
    let two = matches!(game.start, Boards::Two(_));
    if two {
        let _ =
            write!(out, " {}-{}/{}-{}", tag("WhiteA"), tag("BlackA"), tag("WhiteB"), tag("BlackB"));
    } else {
        let _ = write!(out, " {}-{}", tag("White"), tag("Black"));
    }
    let _ = write!(out, " {}", game.outcome);
    let end = game.tree.mainline_end();
    let reason = game.tree.annotations(end).comments.last().map(|c| c.text.as_str());
    let reason = reason
        .filter(|r| game.termination.is_some() && !r.contains("kibitzes") && !r.starts_with("[%"));
    if let Some(reason) = reason {
        let _ = write!(out, " ({reason})");
    }
    out.push(':');
    let mut text = String::new();
    if game.variant != partie_core::Variant::Standard && !two {
        let _ = write!(text, " {}", game.variant);
    }
    if let Boards::One(start) = &game.start
        && *start != partie_core::Position::start(game.variant)
    {
        let _ = write!(text, " from {}:", fen::position(start, &WriteOptions::default()));
    }
    show_moves(game, reason, &mut text);
    out.push_str(text.trim_end());
    out
}

fn show_moves(game: &Game, reason: Option<&str>, out: &mut String) {
    if game.tree.mainline().count() > 40 {
        let board = fen::position(game.final_boards().first(), &WriteOptions::default());
        let placement = board.split(' ').next().unwrap_or_default();
        let _ = write!(out, " {} plies to {placement}", game.ply_count());
        return;
    }
    comments(game, NodeId::ROOT, reason, out);
    line(game, NodeId::ROOT, &game.start, reason, out);
}

/// Writes the moves after a node, variations in brackets. Recursion is as deep as the nesting.
fn line(game: &Game, from: NodeId, boards: &Boards, reason: Option<&str>, out: &mut String) {
    let mut node = from;
    let mut boards = boards.clone();
    while let Some(next) = game.tree.next(node) {
        one_move(game, next, &boards, reason, out);
        for variation in game.tree.children(node).skip(1) {
            let mut inner = String::new();
            one_move(game, variation, &boards, reason, &mut inner);
            let mut after = boards.clone();
            play(game, variation, &mut after);
            line(game, variation, &after, reason, &mut inner);
            let _ = write!(out, " ({})", inner.trim_start());
        }
        play(game, next, &mut boards);
        node = next;
    }
}

fn play(game: &Game, node: NodeId, boards: &mut Boards) {
    let ply = game.tree.ply(node).expect("a move");
    boards.play(game.tree.board(node), ply).expect("moves of a game are legal");
}

fn one_move(game: &Game, node: NodeId, boards: &Boards, reason: Option<&str>, out: &mut String) {
    let id = game.tree.board(node);
    let position = boards.board(id);
    out.push(' ');
    if matches!(boards, Boards::Two(_)) {
        out.push_str(match (id, position.turn()) {
            (BoardId::A, Color::White) => "A.",
            (BoardId::A, Color::Black) => "a.",
            (BoardId::B, Color::White) => "B.",
            (BoardId::B, Color::Black) => "b.",
        });
    }
    out.push_str(&san::write(position, game.tree.ply(node).expect("a move")));
    comments(game, node, reason, out);
}

fn comments(game: &Game, node: NodeId, reason: Option<&str>, out: &mut String) {
    for comment in &game.tree.annotations(node).comments {
        let text = comment.text.as_str();
        if text.starts_with("[%") || Some(text) == reason {
            continue;
        }
        if text.contains("were not recorded") {
            out.push_str(" [gap]");
        } else {
            let _ = write!(out, " [{text}]");
        }
    }
}
