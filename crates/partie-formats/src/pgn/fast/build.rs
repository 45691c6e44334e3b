//! The tree of a game that is read at speed.

use partie_core::{Comment, CommentPlace, Nag, NodeId, Ply, Tree, rules::fast::FastMove};

use super::moves::Moves;
use crate::pgn::play::text::unwrap_lines;

/// Builds the tree.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) tree: Tree,
    line: Line,
    stack: Vec<Line>,
}

/// A line that is being built.
struct Line {
    node: NodeId,
    /// The node before the last move.
    before: NodeId,
    /// Comments for the next move.
    pending: Vec<String>,
    after_variation: bool,
    moved: bool,
}

impl Default for Line {
    fn default() -> Line {
        Line::from(NodeId::ROOT)
    }
}

impl Line {
    const fn from(node: NodeId) -> Line {
        Line { node, before: node, pending: Vec::new(), after_variation: false, moved: false }
    }
}

impl Moves for Builder {
    const WORDS: bool = true;

    #[inline]
    fn ply(&mut self, ply: FastMove) {
        self.odd_ply(Ply::Move(ply.into()));
    }

    fn odd_ply(&mut self, ply: Ply) {
        let line = &mut self.line;
        let node = self.tree.add(line.node, ply);
        if !line.pending.is_empty() {
            let place = CommentPlace::Before;
            let pending = std::mem::take(&mut line.pending);
            let comments = &mut self.tree.annotations_mut(node).comments;
            comments.extend(pending.into_iter().map(|text| Comment { text, place }));
        }
        line.before = line.node;
        line.node = node;
        line.moved = true;
        line.after_variation = false;
    }

    fn nag(&mut self, nag: Nag) {
        self.tree.annotations_mut(self.line.node).add_nag(nag);
    }

    fn comment(&mut self, text: &str) {
        let text = unwrap_lines(text);
        let line = &mut self.line;
        if line.after_variation || !line.moved && !self.stack.is_empty() {
            line.pending.push(text);
        } else {
            self.tree.annotations_mut(line.node).comments.push(Comment::after(text));
        }
    }

    fn open(&mut self) {
        let variation = Line::from(self.line.before);
        self.stack.push(std::mem::replace(&mut self.line, variation));
    }

    fn close(&mut self) {
        self.end_line();
        if let Some(outer) = self.stack.pop() {
            self.line = outer;
            self.line.after_variation = true;
        }
    }
}

impl Builder {
    /// Comments that wait for a move that does not come.
    fn end_line(&mut self) {
        let pending = std::mem::take(&mut self.line.pending);
        if !pending.is_empty() {
            let place = CommentPlace::Last;
            let comments = &mut self.tree.annotations_mut(self.line.node).comments;
            comments.extend(pending.into_iter().map(|text| Comment { text, place }));
        }
    }

    /// The whole tree.
    pub(super) fn finish(mut self) -> Tree {
        self.end_line();
        self.tree
    }
}
