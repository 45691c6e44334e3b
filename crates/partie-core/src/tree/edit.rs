//! Changes of a tree's shape: moves removed, lines put in another order, trees put together.

use std::{mem, num::NonZeroU32};

use super::{Annotations, Node, NodeId, Tree};

/// Editing. The ids of kept moves stay valid after each change, and no id is reused. Removed moves
/// are returned as a tree, so that no comment or NAG is lost silently.
impl Tree {
    /// Returns true if a node is in the tree: it was not removed.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.nodes.get(node.index()).is_some_and(|n| n.ply.is_some())
    }

    /// Returns the first move of the variation that a node is in; `None` on the main line.
    #[must_use]
    pub fn variation_start(&self, node: NodeId) -> Option<NodeId> {
        let continues = |(parent, node)| self.next(parent) == Some(node);
        std::iter::successors(Some(node), |node| self.parent(*node))
            .find(|node| self.parent(*node).is_some_and(|parent| !continues((parent, *node))))
    }

    /// Removes a move and all that follow it, with their variations. Returns them as a tree; with
    /// [`Tree::graft`] they can be put back. If the move continued its line, the first variation of it
    /// continues the line now.
    ///
    /// To remove a whole variation, remove its [first move](Tree::variation_start). At the root,
    /// all moves are removed.
    ///
    /// ```
    /// use partie_core::{NodeId, Ply, Tree};
    /// let mut tree = Tree::new();
    /// let first = tree.add(NodeId::ROOT, Ply::Null);
    /// let other = tree.add(NodeId::ROOT, Ply::Null);
    /// tree.add(first, Ply::Null);
    /// let removed = tree.remove(first);
    /// assert_eq!((tree.len(), removed.len()), (1, 2));
    /// assert!(tree.mainline().eq([other]) && !tree.contains(first));
    /// ```
    #[must_use = "it holds the comments of the removed moves; drop it if they are not needed"]
    pub fn remove(&mut self, node: NodeId) -> Tree {
        let Some(parent) = self.parent(node) else { return self.truncate(node) };
        let mut removed = Tree::new();
        if self.contains(node) {
            self.unlink(parent, node);
            self.take_out(vec![(node, NodeId::ROOT)], &mut removed);
        }
        removed
    }

    /// Removes all moves after a node, with their variations, so that its line ends there. Returns them as
    /// a tree that begins after the node. Variations beside the node stay.
    #[must_use = "it holds the comments of the removed moves; drop it if they are not needed"]
    pub fn truncate(&mut self, node: NodeId) -> Tree {
        let mut removed = Tree::new();
        let children = reversed(self.children(node).map(|n| (n, NodeId::ROOT)));
        let at = &mut self.nodes[node.index()];
        (at.first_child, at.last_child) = (None, None);
        self.take_out(children, &mut removed);
        removed
    }

    /// Makes the variation that a node is in the main line, up to the first move: each line that the
    /// node's line leaves becomes a variation of it, the first one. Returns false on the main line.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let mut changed = false;
        let mut at = node;
        while let Some(parent) = self.parent(at) {
            if self.next(parent) != Some(at) {
                self.unlink(parent, at);
                self.link_first(parent, at);
                changed = true;
            }
            at = parent;
        }
        changed
    }

    /// Moves the variation that a node is in before the one before it; the first variation takes the place
    /// of the line that it leaves. Returns false on the main line.
    pub fn move_up(&mut self, node: NodeId) -> bool {
        let Some(start) = self.variation_start(node) else { return false };
        let Some(parent) = self.parent(start) else { return false };
        let mut children: Vec<_> = self.children(parent).collect();
        let Some(at) = children.iter().position(|child| *child == start) else { return false };
        children.swap(at - 1, at);
        self.relink(parent, &children);
        true
    }

    /// Adds the moves of a tree after a node, after the moves that are there, with their comments and NAGs.
    /// Returns the first move that was added. Annotations of the other tree's root are added to the node.
    pub fn graft(&mut self, node: NodeId, other: &Tree) -> Option<NodeId> {
        let annotations = other.annotations(NodeId::ROOT).clone();
        if annotations != Annotations::default() {
            let own = self.annotations_mut(node);
            annotations.nags.into_iter().for_each(|nag| own.add_nag(nag));
            own.comments.extend(annotations.comments);
        }
        let mut first = None;
        let mut stack = reversed(other.children(NodeId::ROOT).map(|n| (n, node)));
        while let Some((from, parent)) = stack.pop() {
            let Some(ply) = other.ply(from) else { continue };
            let added = self.add_on(parent, other.board(from), ply);
            let annotations = other.annotations(from);
            if *annotations != Annotations::default() {
                *self.annotations_mut(added) = annotations.clone();
            }
            first = first.or(Some(added));
            stack.extend(reversed(other.children(from).map(|n| (n, added))));
        }
        first
    }

    /// Takes a node out of its parent's children.
    fn unlink(&mut self, parent: NodeId, node: NodeId) {
        let children: Vec<_> = self.children(parent).filter(|child| *child != node).collect();
        self.relink(parent, &children);
    }

    /// Makes a node that was taken out the first child.
    fn link_first(&mut self, parent: NodeId, node: NodeId) {
        let children: Vec<_> = std::iter::once(node).chain(self.children(parent)).collect();
        self.relink(parent, &children);
    }

    /// Gives a node these children, in this order.
    fn relink(&mut self, parent: NodeId, children: &[NodeId]) {
        let link = |node: Option<&NodeId>| node.and_then(|node| NonZeroU32::new(node.0));
        for (at, child) in children.iter().enumerate() {
            self.nodes[child.index()].next_sibling = link(children.get(at + 1));
        }
        let parent = &mut self.nodes[parent.index()];
        (parent.first_child, parent.last_child) = (link(children.first()), link(children.last()));
    }

    /// Moves nodes that were unlinked, and all after them, to another tree, each after its node there.
    /// The next node comes last.
    fn take_out(&mut self, mut stack: Vec<(NodeId, NodeId)>, out: &mut Tree) {
        while let Some((node, parent)) = stack.pop() {
            let children = reversed(self.children(node));
            let Node { ply, board, annotations, .. } =
                mem::replace(&mut self.nodes[node.index()], Node::ROOT);
            self.removed += 1;
            let Some(ply) = ply else { continue };
            let moved = out.add_on(parent, board, ply);
            if let Some(slot) = annotations.checked_sub(1) {
                let annotations = mem::take(&mut self.annotations[slot as usize]);
                *out.annotations_mut(moved) = annotations;
            }
            stack.extend(children.into_iter().map(|child| (child, moved)));
        }
    }
}

/// Collects items, the last one first.
fn reversed<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<_> = items.collect();
    items.reverse();
    items
}
