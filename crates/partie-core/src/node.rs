//! A move of a game with everything that the record says about it.

use crate::{
    Boards, Comment, Game, Mark, Nag, NodeId, Ply,
    annotation::{Command, Eval},
    time::ClockTime,
};

/// A node of a game's tree: a move and its annotations, or the start of the game.
///
/// ```
/// use partie_core::{Comment, Game, NodeId, Ply, Variant, moves::san};
/// let mut game = Game::new(Variant::Standard);
/// let e4 = san::read(game.start.first(), "e4").expect("a move").ply;
/// let e4 = game.tree.add(NodeId::ROOT, e4);
/// let text = "[%clk 0:03:00] [%eval 0.25] [%cal Gd2d4] best by test";
/// game.tree.annotations_mut(e4).comments.push(Comment::after(text));
///
/// let node = game.node(e4);
/// assert_eq!(node.clock().map(|clock| clock.0), Some(180_000));
/// assert_eq!(node.eval().map(|eval| eval.to_string()).as_deref(), Some("+0.25"));
/// assert_eq!(node.arrows().count(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    game: &'a Game,
    id: NodeId,
}

impl Game {
    /// Returns a node of the game's tree.
    ///
    /// # Panics
    ///
    /// Its methods panic if the node is not one of this game.
    #[must_use]
    pub const fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { game: self, id }
    }

    /// Returns the nodes of the mainline, without the start.
    pub fn mainline(&self) -> impl Iterator<Item = NodeRef<'_>> {
        self.tree.mainline().map(|id| self.node(id))
    }
}

impl<'a> NodeRef<'a> {
    /// Returns the node's id in its tree.
    #[must_use]
    pub const fn id(self) -> NodeId {
        self.id
    }

    /// Returns the move that led here; `None` at the start.
    #[must_use]
    pub fn ply(self) -> Option<Ply> {
        self.game.tree.ply(self.id)
    }

    /// Returns the node before; `None` at the start.
    #[must_use]
    pub fn parent(self) -> Option<NodeRef<'a>> {
        self.game.tree.parent(self.id).map(|id| self.game.node(id))
    }

    /// Returns the nodes that follow: the continuation of the line first, then the variations.
    pub fn children(self) -> impl Iterator<Item = NodeRef<'a>> {
        self.game.tree.children(self.id).map(move |id| self.game.node(id))
    }

    /// Plays the moves that lead here, and returns the boards after them.
    #[must_use]
    pub fn boards(self) -> Boards {
        self.game.boards_at(self.id)
    }

    /// Returns the NAGs of the move, in the order of the record.
    #[must_use]
    pub fn nags(self) -> &'a [Nag] {
        &self.game.tree.annotations(self.id).nags
    }

    /// Returns the comments at the move, in the order of the record.
    #[must_use]
    pub fn comments(self) -> &'a [Comment] {
        &self.game.tree.annotations(self.id).comments
    }

    /// Returns the commands in the comments, such as `[%clk 0:05:00]`.
    pub fn commands(self) -> impl Iterator<Item = Command<'a>> {
        self.comments().iter().flat_map(|comment| crate::annotation::commands(&comment.text))
    }

    /// Returns the clock of the player who moved, after the move: `[%clk]`, or in bughouse also a
    /// comment that is a time and nothing else.
    #[must_use]
    pub fn clock(self) -> Option<ClockTime> {
        if matches!(self.game.start, Boards::Two(_)) {
            return self.comments().iter().find_map(Comment::clock).map(ClockTime);
        }
        self.time("clk")
    }

    /// Returns the time that the move took: `[%emt]`.
    #[must_use]
    pub fn time_taken(self) -> Option<ClockTime> {
        self.time("emt")
    }

    fn time(self, name: &str) -> Option<ClockTime> {
        let mut commands = self.commands().filter(|command| command.name == name);
        commands.find_map(|command| command.milliseconds()).map(ClockTime)
    }

    /// Returns an engine's judgement of the position after the move: `[%eval]`.
    #[must_use]
    pub fn eval(self) -> Option<Eval> {
        self.commands().find_map(|command| command.eval())
    }

    /// Returns the arrows and circled squares to draw after the move: `[%cal]` and `[%csl]`.
    pub fn marks(self) -> impl Iterator<Item = Mark> {
        self.comments().iter().flat_map(Mark::in_comment)
    }

    /// Returns the arrows to draw after the move: `[%cal]`.
    pub fn arrows(self) -> impl Iterator<Item = Mark> {
        self.marks().filter(|mark| mark.to.is_some())
    }
}
