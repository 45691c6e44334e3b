//! Tree of the moves of an open game, with a cursor on the current position.

use partie_core::{Color, Move, Outcome, Ply, Position, Variant};
use smallvec::SmallVec;

use super::{
    join::{self, Credit, Found, GAP, Target, plies},
    pockets::with_full_pockets,
};

/// A node's number.
pub(super) type Id = usize;

/// The position after a move.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<Id>,
    /// Children in order of creation.
    pub(super) children: SmallVec<[Id; 2]>,
    /// The child on whose line the game was last.
    pub(super) visited: Option<Id>,
    pub(super) ply: Option<Ply>,
    pub(super) position: Position,
    /// The mover's remaining time after the move, in milliseconds.
    pub(super) clock: Option<i64>,
    /// The time taken, in milliseconds.
    pub(super) taken: Option<i64>,
    /// Remarks made while the position stood on the board.
    pub(super) remarks: Vec<String>,
    /// Time of the move in the stream, as a count of boards. Orders moves on two boards.
    pub(super) order: u64,
}

impl Node {
    /// Makes a node without a parent.
    fn new(position: Position) -> Node {
        Node {
            parent: None,
            children: SmallVec::new(),
            visited: None,
            ply: None,
            position: with_full_pockets(position),
            clock: None,
            taken: None,
            remarks: Vec::new(),
            order: 0,
        }
    }
}

/// Facts about the move before a move tree's first position, from the line that showed the
/// position.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    pub(super) target: Option<Target<'static>>,
    pub(super) clock: Option<i64>,
    pub(super) taken: Option<i64>,
    /// Other facts of the line, as tags.
    pub(super) tags: Vec<(&'static str, String)>,
}

/// A tree of moves.
#[derive(Clone, Debug)]
pub(super) struct MoveTree {
    pub(super) nodes: Vec<Node>,
    pub(super) root: Id,
    pub(super) here: Id,
    pub(super) variant: Variant,
    pub(super) before: Before,
    /// True if moves were taken over from another tree, where they were legal. Here they lead to
    /// the same boards, but castling and en passant may no longer be possible.
    pub(super) grafted: bool,
    /// The result that was shown for a position of an examined game.
    pub(super) result: Option<(Id, Outcome, String)>,
}

/// Effect of a board line on the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TreeChange {
    /// The position that was there.
    Repeated,
    /// One move on.
    Moved {
        /// The move that the SAN field names.
        as_said: bool,
        /// The move number fits.
        counted: bool,
    },
    /// Moves were taken back.
    Back(usize),
    /// Moved to another place of the tree.
    Jumped,
    /// Several moves on; those between were not seen.
    Gap {
        /// Number of plies that were found.
        moves: usize,
        /// No other moves fit.
        only: bool,
    },
    /// Moved to a position before the first one seen.
    Before(usize),
    /// No moves lead there.
    Lost,
}

impl MoveTree {
    pub(super) fn new(position: Position, before: Before) -> MoveTree {
        let variant = position.variant();
        let root = Node::new(position);
        MoveTree {
            nodes: vec![root],
            root: 0,
            here: 0,
            variant,
            before,
            grafted: false,
            result: None,
        }
    }

    /// Returns the move tree itself; what is left has no nodes and is not to be used.
    pub(super) fn take(&mut self) -> MoveTree {
        MoveTree {
            nodes: std::mem::take(&mut self.nodes),
            before: std::mem::take(&mut self.before),
            result: self.result.take(),
            ..*self
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.nodes[self.here].position
    }

    pub(super) fn start(&self) -> &Position {
        &self.nodes[self.root].position
    }

    /// Returns true if no move was made yet.
    pub(super) fn is_empty(&self) -> bool {
        self.nodes[self.root].children.is_empty()
    }

    /// Returns a node's ancestors, itself not included, the nearest first.
    fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.nodes[id].parent, |id| self.nodes[*id].parent)
    }

    /// Returns the nodes from after the root to a node.
    pub(super) fn line_to(&self, id: Id) -> Vec<Id> {
        let mut line = vec![id];
        line.extend(self.ancestors(id));
        line.pop();
        line.reverse();
        line
    }

    /// Returns the main line: what was on the board last. In an examined game the examiner may have
    /// gone back along it, so it goes on as far as they had been; moves that players took back are
    /// no part of it.
    pub(super) fn main_line(&self, examined: bool) -> Vec<Id> {
        let mut line = self.line_to(self.here);
        if examined {
            let mut at = self.here;
            while let Some(next) = self.nodes[at].visited {
                line.push(next);
                at = next;
            }
        }
        line
    }

    /// Puts the finger on a node.
    pub(super) fn go(&mut self, id: Id) {
        self.here = id;
        let mut child = id;
        while let Some(parent) = self.nodes[child].parent {
            self.nodes[parent].visited = Some(child);
            child = parent;
        }
    }

    /// Puts the finger on a node that follows the one on which it is. The nodes before
    /// that one lead to it already.
    fn go_on(&mut self, child: Id) {
        let here = std::mem::replace(&mut self.here, child);
        self.nodes[here].visited = Some(child);
    }

    /// Plays a move that is legal at a node, or finds it there.
    pub(super) fn add(&mut self, parent: Id, ply: Ply, order: u64) -> Id {
        if let Some(child) = self.child(parent, ply) {
            return child;
        }
        let mut position = self.nodes[parent].position.clone();
        if let Ply::Move(m) = ply {
            position.play_unchecked(m);
        }
        self.add_new(parent, ply, position, order)
    }

    /// Returns the node of a ply after another node.
    fn child(&self, parent: Id, ply: Ply) -> Option<Id> {
        let mut known = self.nodes[parent].children.iter().copied();
        known.find(|c| self.nodes[*c].ply == Some(ply))
    }

    /// Returns a node for a ply that has none yet; the position is the one after it.
    fn add_new(&mut self, parent: Id, ply: Ply, position: Position, order: u64) -> Id {
        let id = self.nodes.len();
        if id == 1 {
            // Few games are so short that this is too much.
            self.nodes.reserve(64);
        }
        let node = Node::new(position);
        self.nodes.push(Node { parent: Some(parent), ply: Some(ply), order, ..node });
        self.nodes[parent].children.push(id);
        id
    }

    fn play(&mut self, from: Id, moves: &[Move], order: u64) {
        let mut at = from;
        for m in moves {
            at = self.add(at, Ply::Move(*m), order);
        }
        self.go(at);
    }

    /// Goes to the position that a board line shows, adding the moves that lead there.
    ///
    /// `earlier` makes a tree that begins with that position, for a board from before
    /// the first one seen.
    pub(super) fn follow(
        &mut self,
        to: &Target<'_>,
        earlier: impl FnOnce() -> MoveTree,
        examined: bool,
        order: u64,
        credit: &mut Credit,
    ) -> TreeChange {
        let here = self.here;
        let distance = to.plies - plies(self.position());
        if distance == 0 && to.is_shown_by(self.position()) {
            return TreeChange::Repeated;
        }
        if distance == 1
            && let Some(step) = self.one_on(to, order, true)
        {
            return step;
        }
        let shown = |move_tree: &MoveTree, id: Id| {
            to.plies == plies(&move_tree.nodes[id].position)
                && to.is_shown_by(&move_tree.nodes[id].position)
        };
        let back = self.ancestors(here).enumerate().find(|(_, a)| shown(self, *a));
        if let Some((moves, ancestor)) = back {
            self.go(ancestor);
            return TreeChange::Back(moves + 1);
        }
        if examined && let Some(id) = (0..self.nodes.len()).find(|id| shown(self, *id)) {
            self.go(id);
            return TreeChange::Jumped;
        }
        if (2..=GAP).contains(&distance)
            && let Some(path) = join::path(self.position(), to, distance, credit)
        {
            self.play(here, &path.moves, order);
            return TreeChange::Gap { moves: path.moves.len(), only: path.only };
        }
        // Some moves were taken back and others made, and nobody saw it.
        for ancestor in self.ancestors(here).take(GAP as usize).collect::<Vec<_>>() {
            let distance = to.plies - plies(&self.nodes[ancestor].position);
            if (1..=GAP).contains(&distance)
                && let Some(path) = join::path(&self.nodes[ancestor].position, to, distance, credit)
            {
                self.play(ancestor, &path.moves, order);
                return TreeChange::Gap { moves: path.moves.len(), only: path.only };
            }
        }
        // Numbers may be wrong, boards are not.
        if let Some(step) = self.one_on(to, order, false) {
            return step;
        }
        if to.is_shown_by(self.position()) && (examined || distance == 0) {
            return TreeChange::Repeated;
        }
        self.before_the_root(to, earlier(), order, credit).unwrap_or(TreeChange::Lost)
    }

    fn one_on(&mut self, to: &Target<'_>, order: u64, counted: bool) -> Option<TreeChange> {
        let here = self.here;
        let child = self.nodes[here]
            .children
            .iter()
            .copied()
            .find(|c| to.is_shown_by(&self.nodes[*c].position));
        if let Some(child) = child {
            self.go_on(child);
            return Some(TreeChange::Moved { as_said: true, counted });
        }
        if let Some(m) = join::named_twice(self.position(), to)
            && self.child(here, Ply::Move(m)).is_none()
        {
            // The new node has the position; it is made there and not moved about.
            let position = self.position().clone();
            let next = self.add_new(here, Ply::Move(m), position, order);
            let after = &mut self.nodes[next].position;
            after.play_unchecked(m);
            if to.is_shown_by(after) && !self.variant.has_drops() {
                self.go_on(next);
                return Some(TreeChange::Moved { as_said: true, counted });
            }
            self.nodes.pop();
            self.nodes[here].children.pop();
        }
        let Found { m, after, as_said } = join::one_move(self.position(), to)?;
        let ply = Ply::Move(m);
        let next = self.child(here, ply);
        let next = next.unwrap_or_else(|| self.add_new(here, ply, after, order));
        self.go_on(next);
        Some(TreeChange::Moved { as_said, counted })
    }

    /// Returns a position from which moves lead to the first one seen.
    fn before_the_root(
        &mut self,
        to: &Target<'_>,
        earlier: MoveTree,
        order: u64,
        credit: &mut Credit,
    ) -> Option<TreeChange> {
        let distance = plies(self.start()) - to.plies;
        if !(1..=GAP).contains(&distance) {
            return None;
        }
        let path = join::path(earlier.start(), self.before.target.as_ref()?, distance, credit)?;
        let back = self.line_to(self.here).len() + path.moves.len();
        let later = std::mem::replace(self, earlier);
        self.play(self.root, &path.moves, order);
        self.graft(self.here, &later);
        self.go(self.root);
        Some(TreeChange::Before(back))
    }

    /// Copies another tree, whose start is the position of a node, onto that node, and
    /// puts the finger where it was there. What is known of a move from either is known.
    pub(super) fn graft(&mut self, at: Id, other: &MoveTree) {
        self.grafted = true;
        let mut places = vec![None; other.nodes.len()];
        places[other.root] = Some(at);
        let root = &mut self.nodes[at];
        root.clock = root.clock.or(other.before.clock);
        root.taken = root.taken.or(other.before.taken);
        root.remarks.extend(other.nodes[other.root].remarks.iter().cloned());
        let mut stack = vec![other.root];
        while let Some(from) = stack.pop() {
            let Some(to) = places[from] else { continue };
            for child in &other.nodes[from].children {
                let node = &other.nodes[*child];
                let Some(ply) = node.ply else { continue };
                let copy = self.add(to, ply, node.order);
                let merged = &mut self.nodes[copy];
                merged.clock = merged.clock.or(node.clock);
                merged.taken = merged.taken.or(node.taken);
                merged.order = node.order;
                merged.remarks.extend(node.remarks.iter().cloned());
                places[*child] = Some(copy);
                stack.push(*child);
            }
            if let Some(visited) = other.nodes[from].visited {
                self.nodes[to].visited = places[visited];
            }
        }
        if let Some((id, outcome, reason)) = &other.result
            && let Some(id) = places[*id]
        {
            self.result = Some((id, *outcome, reason.clone()));
        }
        if let Some(here) = places[other.here] {
            self.go(here);
        }
    }

    /// Returns the same moves by other rules, if they are legal there and lead to the same boards.
    pub(super) fn under(&self, variant: Variant) -> Option<MoveTree> {
        if variant == self.variant {
            return Some(self.clone());
        }
        let start = self.start().clone().with_variant(variant);
        let mut move_tree = MoveTree { nodes: self.nodes.clone(), variant, ..self.clone() };
        move_tree.nodes[self.root].position = with_full_pockets(start);
        let mut stack = vec![self.root];
        while let Some(id) = stack.pop() {
            for child in self.nodes[id].children.clone() {
                let mut position = move_tree.nodes[id].position.clone();
                if let Some(Ply::Move(m)) = self.nodes[child].ply {
                    if !position.is_legal(m) {
                        return None;
                    }
                    position.play_unchecked(m);
                }
                if position.board() != self.nodes[child].position.board() {
                    return None;
                }
                move_tree.nodes[child].position = with_full_pockets(position);
                stack.push(child);
            }
        }
        Some(move_tree)
    }
}

/// Returns the side that has just moved.
pub(super) fn mover(position: &Position) -> Color {
    !position.turn()
}
