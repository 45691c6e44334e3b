//! Builds the tree of a game from the parts of its movetext.

use partie_core::{Comment, CommentPlace, NodeId, Tree};

use partie_formats::view::{Event, Note};

/// A line that is being built.
struct BuiltLine {
    node: NodeId,
    /// The node before the last move.
    before: NodeId,
    /// Comments before the next move.
    pending: Vec<Comment>,
}

impl BuiltLine {
    const fn from(node: NodeId) -> BuiltLine {
        BuiltLine { node, before: node, pending: Vec::new() }
    }
}

/// Builds a tree.
pub(super) fn tree<'a>(room: usize, events: impl Iterator<Item = Event<'a>>) -> Tree {
    let mut tree = Tree::with_capacity(room, 0);
    let mut line = BuiltLine::from(NodeId::ROOT);
    let mut stack = Vec::new();
    for event in events {
        match event {
            Event::Move(played) => {
                let node = tree.add(line.node, played.ply);
                if !line.pending.is_empty() {
                    tree.annotations_mut(node).comments.append(&mut line.pending);
                }
                (line.before, line.node) = (line.node, node);
            }
            Event::Note(Note::Nag(nag)) => tree.annotations_mut(line.node).add_nag(nag),
            Event::Note(Note::Comment(text, place)) => {
                let comment = Comment { text: text.into_owned(), place };
                if place == CommentPlace::Before {
                    line.pending.push(comment);
                } else {
                    tree.annotations_mut(line.node).comments.push(comment);
                }
            }
            Event::BeginVariation => {
                let variation = BuiltLine::from(line.before);
                stack.push(std::mem::replace(&mut line, variation));
            }
            Event::EndVariation => {
                if let Some(outer) = stack.pop() {
                    line = outer;
                }
            }
        }
    }
    tree
}
