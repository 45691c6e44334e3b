//! The moves of a game: a main line and variations, in one arena.

mod edit;

use std::num::NonZeroU32;

use crate::{BoardId, Comment, Nag, Ply};

/// A node of a [`Tree`]: the position after a move. The root is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(0);

    /// The node's number in order of creation; the root is 0. See [`Tree::id_bound`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    first_child: Option<NonZeroU32>,
    /// Makes adding a variation constant time, however many there are.
    last_child: Option<NonZeroU32>,
    next_sibling: Option<NonZeroU32>,
    /// 0: none; else one more than the index into `Tree::annotations`.
    annotations: u32,
    /// `None` only at the root.
    ply: Option<Ply>,
    board: BoardId,
}

impl Node {
    const ROOT: Node = Node {
        parent: 0,
        first_child: None,
        last_child: None,
        next_sibling: None,
        annotations: 0,
        ply: None,
        board: BoardId::A,
    };
}

/// Annotations of a node besides its move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// NAGs in the order of the record.
    pub nags: Vec<Nag>,
    /// Comments in the order of the record within each place.
    pub comments: Vec<Comment>,
}

impl Annotations {
    /// Adds a NAG unless it is there.
    pub fn add_nag(&mut self, nag: Nag) {
        if !self.nags.contains(&nag) {
            self.nags.push(nag);
        }
    }
}

/// A tree of moves. The first child of a node continues its line, the others
/// begin variations, in the order of the record.
///
/// Nodes live in one vector and name each other by [`NodeId`], so a tree of any
/// depth is cloned, walked and dropped without recursion.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Nodes by their ids; removed nodes have neither parent nor children.
    nodes: Vec<Node>,
    annotations: Vec<Annotations>,
    /// Number of removed nodes.
    removed: usize,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree of no moves.
    #[must_use]
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::ROOT], annotations: Vec::new(), removed: 0 }
    }

    /// Makes an empty tree with capacity for `moves` moves and for the annotations of `annotated`
    /// nodes.
    #[must_use]
    pub fn with_capacity(moves: usize, annotated: usize) -> Tree {
        let mut tree = Tree {
            nodes: Vec::with_capacity(moves + 1),
            annotations: Vec::with_capacity(annotated),
            removed: 0,
        };
        tree.nodes.push(Node::ROOT);
        tree
    }

    /// Adds a move after `parent`, as its last child.
    pub fn add(&mut self, parent: NodeId, ply: Ply) -> NodeId {
        self.add_on(parent, BoardId::A, ply)
    }

    /// Adds a move on one of bughouse's boards.
    ///
    /// # Panics
    ///
    /// If the tree would hold more than `u32::MAX` nodes.
    pub fn add_on(&mut self, parent: NodeId, board: BoardId, ply: Ply) -> NodeId {
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^32 moves");
        let link = NonZeroU32::new(number);
        let before = &mut self.nodes[parent.index()];
        match std::mem::replace(&mut before.last_child, link) {
            None => before.first_child = link,
            Some(last) => self.nodes[last.get() as usize].next_sibling = link,
        }
        self.nodes.push(Node { parent: parent.0, ply: Some(ply), board, ..Node::ROOT });
        NodeId(number)
    }

    /// The move that led to a node; `None` at the root.
    #[must_use]
    pub fn ply(&self, node: NodeId) -> Option<Ply> {
        self.nodes[node.index()].ply
    }

    /// The board on which the move was played; always A but in bughouse.
    #[must_use]
    pub fn board(&self, node: NodeId) -> BoardId {
        self.nodes[node.index()].board
    }

    /// The node before; `None` at the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        (node != NodeId::ROOT).then(|| NodeId(self.nodes[node.index()].parent))
    }

    /// The next node of the same line.
    #[must_use]
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.index()].first_child.map(|n| NodeId(n.get()))
    }

    /// All nodes that follow a node: its line first, then the variations.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(node), |n| {
            self.nodes[n.index()].next_sibling.map(|n| NodeId(n.get()))
        })
    }

    /// The nodes of the main line, without the root.
    pub fn mainline(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(NodeId::ROOT), |n| self.next(*n))
    }

    /// The last node of the main line; the root in a game of no moves.
    #[must_use]
    pub fn mainline_end(&self) -> NodeId {
        self.mainline().last().unwrap_or(NodeId::ROOT)
    }

    /// Number of moves, including variations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1 - self.removed
    }

    /// Returns the number that is one more than the highest one of a node that was ever in the tree.
    #[must_use]
    pub const fn id_bound(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there are no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if any move has a variation.
    #[must_use]
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|n| n.next_sibling.is_some())
    }

    /// Number of variations, including nested ones.
    #[must_use]
    pub fn variations(&self) -> usize {
        self.nodes.iter().filter(|n| n.next_sibling.is_some()).count()
    }

    /// All comments, in the order in which their nodes got them.
    pub fn all_comments(&self) -> impl Iterator<Item = &Comment> {
        self.annotations.iter().flat_map(|a| &a.comments)
    }

    /// Returns true if any move has a NAG.
    #[must_use]
    pub fn has_nags(&self) -> bool {
        self.annotations.iter().any(|a| !a.nags.is_empty())
    }

    /// NAGs and comments at a node.
    #[must_use]
    pub fn annotations(&self, node: NodeId) -> &Annotations {
        static NONE: Annotations = Annotations { nags: Vec::new(), comments: Vec::new() };
        match self.nodes[node.index()].annotations {
            0 => &NONE,
            n => &self.annotations[n as usize - 1],
        }
    }

    /// Returns the NAGs and comments at a node, to be changed, or others if it has none.
    pub(crate) fn annotations_or<'a>(
        &'a mut self,
        node: NodeId,
        none: &'a mut Annotations,
    ) -> &'a mut Annotations {
        match self.nodes[node.index()].annotations {
            0 => none,
            n => &mut self.annotations[n as usize - 1],
        }
    }

    /// NAGs and comments at a node, to be changed.
    pub fn annotations_mut(&mut self, node: NodeId) -> &mut Annotations {
        let slot = &mut self.nodes[node.index()].annotations;
        if *slot == 0 {
            self.annotations.push(Annotations::default());
            *slot = self.annotations.len() as u32;
        }
        &mut self.annotations[*slot as usize - 1]
    }
}

impl PartialEq for Tree {
    /// Two trees are equal if they print the same; the order of creation does not count.
    fn eq(&self, other: &Tree) -> bool {
        let mut stack = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((a, b)) = stack.pop() {
            if self.ply(a) != other.ply(b)
                || self.board(a) != other.board(b)
                || self.annotations(a) != other.annotations(b)
            {
                return false;
            }
            let (mut left, mut right) = (self.children(a), other.children(b));
            loop {
                match (left.next(), right.next()) {
                    (None, None) => break,
                    (Some(a), Some(b)) => stack.push((a, b)),
                    _ => return false,
                }
            }
        }
        true
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_creation_does_not_count() {
        let mut a = Tree::new();
        let one = a.add(NodeId::ROOT, Ply::Null);
        let two = a.add(one, Ply::Null);
        a.add(NodeId::ROOT, Ply::Null);
        let mut b = Tree::new();
        let one = b.add(NodeId::ROOT, Ply::Null);
        b.add(NodeId::ROOT, Ply::Null);
        b.add(one, Ply::Null);
        assert_eq!(a, b);
        a.annotations_mut(two).nags.push(Nag(1));
        assert_ne!(a, b);
    }

    #[test]
    fn a_very_long_line_is_no_deeper_than_a_short_one() {
        let mut tree = Tree::new();
        let mut node = NodeId::ROOT;
        for _ in 0..200_000 {
            node = tree.add(node, Ply::Null);
        }
        assert_eq!(tree.mainline().count(), 200_000);
        assert_eq!(tree, tree.clone());
    }
}
