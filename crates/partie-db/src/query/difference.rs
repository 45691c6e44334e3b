//! Differences between two records of a game.

use partie_core::{Game, Language, NodeId, Notation, tags::in_export_order};

use super::subject::Subject;

/// A difference. A missing value is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The value of a tag.
    Tag {
        /// Name of the tag.
        name: String,
        /// Old value.
        old: Option<String>,
        /// New value.
        new: Option<String>,
    },
    /// The first ply that differs, numbered from 1; the moves with their numbers, as
    /// `12... Nf6`.
    Moves {
        /// Number of the ply.
        ply: u32,
        /// The old move.
        old: Option<String>,
        /// The new move.
        new: Option<String>,
    },
    /// The rules or the start position.
    Start,
    /// Text that could not be read as moves.
    Unread,
    /// Result, unless the tags give it.
    Outcome,
    /// Number of annotations and variations.
    Annotations {
        /// Comments, signs and moves in variations of the old game.
        old: (usize, usize, usize),
        /// The new game's numbers.
        new: (usize, usize, usize),
    },
}

/// Lists all differences, tags first.
pub fn differences(old: &impl Subject, new: &impl Subject) -> Vec<Difference> {
    let mut found = Vec::new();
    let gone = in_export_order(old.tags()).into_iter().map(|(name, _)| name);
    let come = in_export_order(new.tags()).into_iter().map(|(name, _)| name);
    for name in gone.chain(come.filter(|name| old.tag(name).is_none())) {
        let (old, new) = (old.tag(name), new.tag(name));
        if old != new {
            found.push(Difference::Tag {
                name: name.to_owned(),
                old: old.map(str::to_owned),
                new: new.map(str::to_owned),
            });
        }
    }
    let (old_game, new_game) = (old.game(), new.game());
    if old_game.variant != new_game.variant || old_game.start != new_game.start {
        found.push(Difference::Start);
    }
    let moves = first_difference(old_game, new_game);
    let same_line = moves.is_none();
    found.extend(moves);
    if old_game.unread != new_game.unread {
        found.push(Difference::Unread);
    }
    if old_game.outcome != new_game.outcome && old.tag("Result") == new.tag("Result") {
        found.push(Difference::Outcome);
    }
    let (old, new) = (annotations(old_game), annotations(new_game));
    if old != new || same_line && old_game.tree != new_game.tree {
        found.push(Difference::Annotations { old, new });
    }
    found
}

fn first_difference(old: &Game, new: &Game) -> Option<Difference> {
    let (mut one, mut other) = (old.plies(), new.plies());
    let mut number = 0;
    loop {
        number += 1;
        let (a, b) = (one.next(), other.next());
        if a.is_none() && b.is_none() {
            return None;
        }
        if a != b {
            let ply = number as u32;
            return Some(Difference::Moves {
                ply,
                old: named(old, number),
                new: named(new, number),
            });
        }
    }
}

/// The n-th ply of the main line with its number.
fn named(game: &Game, number: usize) -> Option<String> {
    let node = game.tree.mainline().nth(number - 1)?;
    let before = game.boards_at(game.tree.parent(node)?);
    let position = before.board(game.tree.board(node));
    let dots = if position.turn().is_white() { "." } else { "..." };
    let word = Notation::San(Language::English).write(position, game.tree.ply(node)?);
    Some(format!("{}{dots} {word}", position.fullmoves()))
}

/// Comments, signs, and moves in variations.
fn annotations(game: &Game) -> (usize, usize, usize) {
    let (mut comments, mut nags) = (0, 0);
    let mut nodes = vec![NodeId::ROOT];
    while let Some(node) = nodes.pop() {
        comments += game.tree.annotations(node).comments.len();
        nags += game.tree.annotations(node).nags.len();
        nodes.extend(game.tree.children(node));
    }
    (comments, nags, game.tree.len() - game.ply_count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    #[test]
    fn what_differs() {
        let tag = |name: &str, old: Option<&str>, new: Option<&str>| Difference::Tag {
            name: name.to_owned(),
            old: old.map(str::to_owned),
            new: new.map(str::to_owned),
        };
        let moves = |ply, old: Option<&str>, new: Option<&str>| Difference::Moves {
            ply,
            old: old.map(str::to_owned),
            new: new.map(str::to_owned),
        };
        for (old, new, found) in [
            ("1. e4 e5 *", "1. e4 e5 *", vec![]),
            ("1. e4 e5 *", "1. e4 c5 *", vec![moves(2, Some("1... e5"), Some("1... c5"))]),
            ("1. e4 e5 *", "1. e4 e5 2. f4 *", vec![moves(3, None, Some("2. f4"))]),
            (
                "[White \"A\"]\n[Round \"1\"]\n\n1. e4 *",
                "[White \"B\"]\n[ECO \"B00\"]\n\n1. e4 *",
                vec![
                    tag("Round", Some("1"), None),
                    tag("White", Some("A"), Some("B")),
                    tag("ECO", None, Some("B00")),
                ],
            ),
            ("1. e4 1-0", "1. e4 0-1", vec![Difference::Outcome]),
            (
                "1. e4 {a} *",
                "1. e4 {b} *",
                vec![Difference::Annotations { old: (1, 0, 0), new: (1, 0, 0) }],
            ),
            (
                "1. e4 *",
                "1. e4! (1. d4 d5) *",
                vec![Difference::Annotations { old: (0, 0, 0), new: (0, 1, 2) }],
            ),
            ("1. e4 Ke5 *", "1. e4 *", vec![Difference::Unread]),
        ] {
            assert_eq!(differences(&sample(old), &sample(new)), found, "{old} {new}");
        }
        let start = "[FEN \"7k/8/8/8/8/8/8/K6R w - - 0 1\"]\n\n*";
        let found = differences(&sample("*"), &sample(start));
        assert!(found.contains(&Difference::Start), "{found:?}");
    }
}
