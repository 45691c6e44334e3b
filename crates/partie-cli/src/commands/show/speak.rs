//! `--speak`: sentences instead of boards.

use std::io::{self, BufWriter, Write as _};

use partie_core::{Game, NodeId};
use partie_speech::Speech;

use super::replay::Replay;
use crate::{
    args::{PositionChoice, Speaking},
    report::visible,
};

/// Reads out the game, or the requested positions.
pub(super) fn speak(
    game: &Game,
    nodes: &[NodeId],
    place: &PositionChoice,
    speaking: &Speaking,
) -> io::Result<()> {
    let speech =
        Speech { spell: speaking.spell, brief: speaking.brief, ..Speech::new(speaking.language) };
    let mut out = BufWriter::new(io::stdout().lock());
    let replay = Replay::default();
    let mut say = |line: &str| writeln!(out, "{}", visible(line));
    if place.every.is_some() || place.all {
        for line in speech.introduction(game) {
            say(&line)?;
        }
        let mut nodes = nodes.iter().copied().peekable();
        for node in std::iter::once(NodeId::ROOT).chain(game.tree.mainline()) {
            if let Some(line) = last_move(game, &replay, node, speech) {
                say(&line)?;
            }
            if nodes.next_if_eq(&node).is_some() {
                for line in speech.boards(&replay.at(game, node)) {
                    say(&line)?;
                }
            }
        }
    } else if place.ply.is_some() || place.move_number.is_some() || game.tree.is_empty() {
        for node in nodes {
            let mut said: Vec<_> = last_move(game, &replay, *node, speech).into_iter().collect();
            said.extend(speech.boards(&replay.at(game, *node)));
            if *node == NodeId::ROOT {
                said.extend(speech.annotations(game, *node));
            }
            for line in said {
                say(&line)?;
            }
        }
    } else {
        for line in speech.game(game) {
            say(&line)?;
        }
    }
    out.flush()
}

/// Describes the move that led to a position, and the record's comments on it.
fn last_move(game: &Game, replay: &Replay, node: NodeId, speech: Speech) -> Option<String> {
    let before = replay.at(game, game.tree.parent(node)?);
    let mut lines = vec![speech.game_move(&before, game.tree.board(node), game.tree.ply(node)?)];
    lines.extend(speech.annotations(game, node));
    Some(lines.join(" "))
}
