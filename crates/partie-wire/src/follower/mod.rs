//! Follows the boards of a game: the moves that lead from each board to the next.
//!
//! A server shows boards, not moves: one after each move, after a takeback, after a jump of an
//! examiner. A [`Follower`] takes them in order, keeps every move that was on the board in a tree,
//! and says which [`Step`] each board was. The move of the SAN field is taken if it leads to the
//! board, else the one of the coordinates, else any legal move that does; over a gap up to
//! [`GAP`] plies are searched.

mod pockets;
mod search;

use partie_core::{Move, Ply, Position, Variant};
use smallvec::SmallVec;

pub use pockets::with_pockets;
pub use search::{Credit, GAP, Path, Target, path, plies};
use search::{FoundMove, named_twice, one_move};

/// Number of a node.
pub type Id = usize;

/// The position after a move.
#[derive(Clone, Debug)]
pub struct Node<T> {
    /// The node before it.
    pub parent: Option<Id>,
    /// Nodes after it, in order of creation.
    pub children: SmallVec<[Id; 2]>,
    /// The child on whose line the game was last.
    pub visited: Option<Id>,
    /// The move that leads to it.
    pub ply: Option<Ply>,
    /// The position; with full pockets in variants with drops.
    pub position: Position,
    /// Facts about the move or the position.
    pub note: T,
}

impl<T> Node<T> {
    /// Makes a node without a parent.
    fn new(position: Position, note: T) -> Node<T> {
        Node {
            parent: None,
            children: SmallVec::new(),
            visited: None,
            ply: None,
            position: pockets::full(position),
            note,
        }
    }
}

/// A tree of the moves between the boards of a game, with a cursor on the position that is shown.
#[derive(Clone, Debug)]
pub struct Follower<T> {
    /// The nodes. The first one is the root: the position that was shown first.
    pub nodes: Vec<Node<T>>,
    /// The node that is shown.
    pub here: Id,
    /// The rules of the game.
    pub variant: Variant,
}

/// Effect of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The position that was there.
    Repeated,
    /// One move on.
    Moved {
        /// True if it is the move that the SAN field names.
        as_said: bool,
        /// True if the move number fits.
        counted: bool,
    },
    /// This number of moves was taken back.
    Back(usize),
    /// Moved to another place of the tree.
    Jumped,
    /// Several moves later; the moves between were not seen.
    Gap {
        /// Number of plies that were found.
        moves: usize,
        /// True if no other moves fit.
        only: bool,
    },
    /// No moves lead there; the follower is unchanged.
    Lost,
}

impl<T: Clone> Follower<T> {
    /// The root.
    pub const ROOT: Id = 0;

    /// Begins with a position.
    #[must_use]
    pub fn new(position: Position, note: T) -> Follower<T> {
        let variant = position.variant();
        Follower { nodes: vec![Node::new(position, note)], here: Self::ROOT, variant }
    }

    /// Returns the position that is shown.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.nodes[self.here].position
    }

    /// Returns the position that was shown first.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.nodes[Self::ROOT].position
    }

    /// Returns true if no move was made yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes[Self::ROOT].children.is_empty()
    }

    /// Returns the move that led to the position that is shown, and the position before it; `None`
    /// at the root.
    #[must_use]
    pub fn last_move(&self) -> Option<(&Position, Ply)> {
        let node = &self.nodes[self.here];
        Some((&self.nodes[node.parent?].position, node.ply?))
    }

    /// Returns a node's ancestors, itself not included, the nearest first.
    fn ancestors(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.nodes[id].parent, |id| self.nodes[*id].parent)
    }

    /// Returns the nodes from after the root to a node.
    #[must_use]
    pub fn line_to(&self, id: Id) -> Vec<Id> {
        let mut line = vec![id];
        line.extend(self.ancestors(id));
        line.pop();
        line.reverse();
        line
    }

    /// Moves the cursor to a node.
    pub fn go(&mut self, id: Id) {
        self.here = id;
        let mut child = id;
        while let Some(parent) = self.nodes[child].parent {
            self.nodes[parent].visited = Some(child);
            child = parent;
        }
    }

    /// Moves the cursor to a child of its node. The nodes before that one lead to it already.
    fn go_on(&mut self, child: Id) {
        let here = std::mem::replace(&mut self.here, child);
        self.nodes[here].visited = Some(child);
    }

    /// Plays a move that is legal at a node, or finds it there.
    pub fn add(&mut self, parent: Id, ply: Ply, note: T) -> Id {
        if let Some(child) = self.child(parent, ply) {
            return child;
        }
        let mut position = self.nodes[parent].position.clone();
        if let Ply::Move(m) = ply {
            position.play_unchecked(m);
        }
        self.add_new(parent, ply, position, note)
    }

    /// Returns the node of a ply after another node.
    fn child(&self, parent: Id, ply: Ply) -> Option<Id> {
        let mut known = self.nodes[parent].children.iter().copied();
        known.find(|c| self.nodes[*c].ply == Some(ply))
    }

    /// Returns a node for a ply that has none yet; the position is the one after it.
    fn add_new(&mut self, parent: Id, ply: Ply, position: Position, note: T) -> Id {
        let id = self.nodes.len();
        if id == 1 {
            // Few games are so short that this is too much.
            self.nodes.reserve(64);
        }
        let node = Node::new(position, note);
        self.nodes.push(Node { parent: Some(parent), ply: Some(ply), ..node });
        self.nodes[parent].children.push(id);
        id
    }

    /// Plays moves that are legal from a node on, and moves the cursor after them.
    pub fn play(&mut self, from: Id, moves: &[Move], note: &T) {
        let mut at = from;
        for m in moves {
            at = self.add(at, Ply::Move(*m), note.clone());
        }
        self.go(at);
    }

    /// Moves the cursor to the position that a board shows, adding the moves that lead there, each
    /// with the note. In an examined game any position of the tree may come next.
    pub fn follow(
        &mut self,
        to: &Target<'_>,
        examined: bool,
        note: &T,
        credit: &mut Credit,
    ) -> Step {
        let here = self.here;
        let distance = to.plies - plies(self.position());
        if distance == 0 && to.is_shown_by(self.position()) {
            return Step::Repeated;
        }
        if distance == 1
            && let Some(step) = self.one_on(to, note, true)
        {
            return step;
        }
        let shown = |all: &Follower<T>, id: Id| {
            to.plies == plies(&all.nodes[id].position) && to.is_shown_by(&all.nodes[id].position)
        };
        let back = self.ancestors(here).enumerate().find(|(_, a)| shown(self, *a));
        if let Some((moves, ancestor)) = back {
            self.go(ancestor);
            return Step::Back(moves + 1);
        }
        if examined && let Some(id) = (0..self.nodes.len()).find(|id| shown(self, *id)) {
            self.go(id);
            return Step::Jumped;
        }
        if (2..=GAP).contains(&distance)
            && let Some(path) = path(self.position(), to, distance, credit)
        {
            self.play(here, &path.moves, note);
            return Step::Gap { moves: path.moves.len(), only: path.only };
        }
        // Moves were taken back and replaced unobserved.
        for ancestor in self.ancestors(here).take(GAP as usize).collect::<Vec<_>>() {
            let distance = to.plies - plies(&self.nodes[ancestor].position);
            if (1..=GAP).contains(&distance)
                && let Some(path) = path(&self.nodes[ancestor].position, to, distance, credit)
            {
                self.play(ancestor, &path.moves, note);
                return Step::Gap { moves: path.moves.len(), only: path.only };
            }
        }
        // Numbers may be wrong, boards are not.
        if let Some(step) = self.one_on(to, note, false) {
            return step;
        }
        if to.is_shown_by(self.position()) && (examined || distance == 0) {
            return Step::Repeated;
        }
        Step::Lost
    }

    fn one_on(&mut self, to: &Target<'_>, note: &T, counted: bool) -> Option<Step> {
        let here = self.here;
        let children = self.nodes[here].children.iter().copied();
        let known = children.into_iter().find(|c| to.is_shown_by(&self.nodes[*c].position));
        if let Some(child) = known {
            self.go_on(child);
            return Some(Step::Moved { as_said: true, counted });
        }
        if let Some(m) = named_twice(self.position(), to)
            && self.child(here, Ply::Move(m)).is_none()
        {
            // The position is cloned once, into the new node.
            let position = self.position().clone();
            let next = self.add_new(here, Ply::Move(m), position, note.clone());
            let after = &mut self.nodes[next].position;
            after.play_unchecked(m);
            if to.is_shown_by(after) && !self.variant.has_drops() {
                self.go_on(next);
                return Some(Step::Moved { as_said: true, counted });
            }
            self.nodes.pop();
            self.nodes[here].children.pop();
        }
        let FoundMove { m, after, as_said } = one_move(self.position(), to)?;
        let ply = Ply::Move(m);
        let next = self.child(here, ply);
        let next = next.unwrap_or_else(|| self.add_new(here, ply, after, note.clone()));
        self.go_on(next);
        Some(Step::Moved { as_said, counted })
    }

    /// Returns the same moves by other rules, if they are legal there and lead to the same boards.
    #[must_use]
    pub fn under(&self, variant: Variant) -> Option<Follower<T>> {
        let mut other = Follower { variant, ..self.clone() };
        if variant == self.variant {
            return Some(other);
        }
        other.nodes[Self::ROOT].position =
            pockets::full(self.start().clone().with_variant(variant));
        let mut stack = vec![Self::ROOT];
        while let Some(id) = stack.pop() {
            for &child in &self.nodes[id].children {
                let mut position = other.nodes[id].position.clone();
                if let Some(Ply::Move(m)) = self.nodes[child].ply {
                    if !position.is_legal(m) {
                        return None;
                    }
                    position.play_unchecked(m);
                }
                if position.board() != self.nodes[child].position.board() {
                    return None;
                }
                other.nodes[child].position = pockets::full(position);
                stack.push(child);
            }
        }
        Some(other)
    }
}
