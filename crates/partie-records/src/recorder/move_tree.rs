//! Tree of the moves of an open game, with the facts known about each.

use partie_core::{Color, Outcome, Position};
use partie_wire::follower::{Credit, Follower, GAP, Id, Step, Target, path, plies};

/// Facts about a move and the position after it.
#[derive(Clone, Debug, Default)]
pub(super) struct Mark {
    /// The mover's remaining time after the move, in milliseconds.
    pub(super) clock: Option<i64>,
    /// The time taken, in milliseconds.
    pub(super) taken: Option<i64>,
    /// Remarks made while the position stood on the board.
    pub(super) remarks: Vec<String>,
    /// Time of the move in the stream, as a count of boards. Orders moves on two boards.
    pub(super) order: u64,
}

impl Mark {
    /// A move of which only its time in the stream is known.
    pub(super) fn at(order: u64) -> Mark {
        Mark { order, ..Mark::default() }
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

/// The moves of a game as they were on the board, from a position on.
#[derive(Clone, Debug)]
pub(super) struct MoveTree {
    pub(super) moves: Follower<Mark>,
    pub(super) before: Before,
    /// True if moves were taken over from another tree, where they were legal. Here they lead to
    /// the same boards, but castling and en passant may no longer be possible.
    pub(super) grafted: bool,
    /// The result that was shown for a position of an examined game.
    pub(super) result: Option<(Id, Outcome, String)>,
}

/// The first position of a tree.
pub(super) const ROOT: Id = Follower::<Mark>::ROOT;

impl MoveTree {
    /// Begins with a position that was shown as the board of a number.
    pub(super) fn new(position: Position, before: Before, order: u64) -> MoveTree {
        let moves = Follower::new(position, Mark::at(order));
        MoveTree { moves, before, grafted: false, result: None }
    }

    /// Takes the tree, leaving one without nodes that must not be used.
    pub(super) fn take(&mut self) -> MoveTree {
        let nodes = std::mem::take(&mut self.moves.nodes);
        MoveTree {
            moves: Follower { nodes, ..self.moves },
            before: std::mem::take(&mut self.before),
            result: self.result.take(),
            ..*self
        }
    }

    /// Returns the facts known about the current position and the move that led to it.
    pub(super) fn mark(&mut self) -> &mut Mark {
        &mut self.moves.nodes[self.moves.here].note
    }

    /// Returns the main line: what was on the board last. In an examined game the examiner may have
    /// gone back along it, so it goes on as far as they had been; moves that players took back are
    /// no part of it.
    pub(super) fn main_line(&self, examined: bool) -> Vec<Id> {
        let mut line = self.moves.line_to(self.moves.here);
        if examined {
            let mut at = self.moves.here;
            while let Some(next) = self.moves.nodes[at].visited {
                line.push(next);
                at = next;
            }
        }
        line
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
    ) -> Step {
        match self.moves.follow(to, examined, &Mark::at(order), credit) {
            Step::Lost => self.before_the_root(to, earlier, order, credit),
            step => step,
        }
    }

    /// Goes to a position from which moves lead to the first one seen.
    fn before_the_root(
        &mut self,
        to: &Target<'_>,
        earlier: impl FnOnce() -> MoveTree,
        order: u64,
        credit: &mut Credit,
    ) -> Step {
        let distance = plies(self.moves.start()) - to.plies;
        let first = self.before.target.as_ref().filter(|_| (1..=GAP).contains(&distance));
        let Some(first) = first else { return Step::Lost };
        let earlier = earlier();
        let Some(path) = path(earlier.moves.start(), first, distance, credit) else {
            return Step::Lost;
        };
        let later = std::mem::replace(self, earlier);
        self.moves.play(ROOT, &path.moves, &Mark::at(order));
        self.graft(self.moves.here, &later);
        self.moves.go(ROOT);
        Step::Jumped
    }

    /// Copies another tree, whose start is the position of a node, onto that node, and moves the
    /// cursor to the other tree's. Facts about a move that either tree knows are kept.
    pub(super) fn graft(&mut self, at: Id, other: &MoveTree) {
        self.grafted = true;
        let (moves, others) = (&mut self.moves, &other.moves);
        let mut places = vec![None; others.nodes.len()];
        places[ROOT] = Some(at);
        let root = &mut moves.nodes[at].note;
        root.clock = root.clock.or(other.before.clock);
        root.taken = root.taken.or(other.before.taken);
        root.remarks.extend(others.nodes[ROOT].note.remarks.iter().cloned());
        let mut stack = vec![ROOT];
        while let Some(from) = stack.pop() {
            let Some(to) = places[from] else { continue };
            for child in &others.nodes[from].children {
                let node = &others.nodes[*child];
                let Some(ply) = node.ply else { continue };
                let copy = moves.add(to, ply, Mark::default());
                let (merged, note) = (&mut moves.nodes[copy].note, &node.note);
                merged.clock = merged.clock.or(note.clock);
                merged.taken = merged.taken.or(note.taken);
                merged.order = note.order;
                merged.remarks.extend(note.remarks.iter().cloned());
                places[*child] = Some(copy);
                stack.push(*child);
            }
            if let Some(visited) = others.nodes[from].visited {
                moves.nodes[to].visited = places[visited];
            }
        }
        if let Some((id, outcome, reason)) = &other.result
            && let Some(id) = places[*id]
        {
            self.result = Some((id, *outcome, reason.clone()));
        }
        if let Some(here) = places[others.here] {
            moves.go(here);
        }
    }

    /// Takes the moves by other rules, if they are legal there and lead to the same boards.
    pub(super) fn adopt(&mut self, variant: partie_core::Variant) -> bool {
        let adopted = self.moves.under(variant);
        adopted.map(|moves| self.moves = moves).is_some()
    }
}

/// Returns the side that has just moved.
pub(super) fn mover(position: &Position) -> Color {
    !position.turn()
}
