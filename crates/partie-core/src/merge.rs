//! Games merged into one tree of variations.

use crate::{BoardId, Boards, Comment, Game, NodeId, Ply, Tags, tree::Annotations};

/// Games from one start position as a single tree.
///
/// Moves that games share stand once. Continuations are sorted by the number of games that follow
/// them, then by first appearance; moves that only occur in variations come last. Comments and NAGs
/// stay with their move, each once.
///
/// ```
/// use partie_core::{Game, Variant, merge::MergedGames, moves::san};
/// let game = |moves: &str| {
///     let mut game = Game::new(Variant::Standard);
///     let (mut position, mut at) = (game.start.first().clone(), partie_core::NodeId::ROOT);
///     for word in moves.split(' ') {
///         let ply = san::read(&position, word).expect("a move").ply;
///         at = game.tree.add(at, ply);
///         position.play(ply).expect("legal");
///     }
///     game
/// };
/// let mut merged = MergedGames::new(&game("d4 d5"));
/// for moves in ["d4 d5", "e4 e5", "e4 c5"] {
///     merged.add(&game(moves), None);
/// }
/// let all = merged.finish();
/// assert_eq!(all.ply_count(), 2);
/// // 1. e4 (1. d4 d5) 1... e5 (1... c5)
/// assert_eq!((all.tree.len(), all.tree.variations()), (5, 2));
/// ```
#[derive(Clone, Debug)]
pub struct MergedGames {
    /// Game without moves, with the tags that all games share.
    frame: Game,
    nodes: Vec<MergedNode>,
    games: u64,
}

#[derive(Clone, Debug, Default)]
struct MergedNode {
    /// `None` only at the root.
    made: Option<(BoardId, Ply)>,
    /// Number of games whose main line has the move.
    games: u64,
    children: Vec<usize>,
    annotations: Annotations,
}

impl MergedGames {
    /// Begins with the start position and the variant of a game, which is not added.
    #[must_use]
    pub fn new(game: &Game) -> MergedGames {
        let frame =
            Game { tags: game.tags.clone(), ..Game::from_boards(game.variant, game.start.clone()) };
        MergedGames { frame, nodes: vec![MergedNode::default()], games: 0 }
    }

    /// Returns the start position.
    #[must_use]
    pub const fn start(&self) -> &Boards {
        &self.frame.start
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game, which must have the same start position. `source` becomes a comment at the end
    /// of its main line.
    pub fn add(&mut self, game: &Game, source: Option<String>) {
        if self.games == 0 {
            self.frame.outcome = game.outcome;
        } else if self.frame.outcome != game.outcome {
            self.frame.outcome = crate::Outcome::Unknown;
        }
        self.games += 1;
        let mut shared = Tags::new();
        for (name, value) in self.frame.tags.iter() {
            if game.tags.get(name) == Some(value) {
                shared.add(name, value);
            }
        }
        self.frame.tags = shared;
        let mut open = vec![(NodeId::ROOT, 0)];
        while let Some((node, place)) = open.pop() {
            self.annotate(place, game, node);
            for child in game.tree.children(node) {
                let Some(ply) = game.tree.ply(child) else { continue };
                open.push((child, self.child(place, (game.tree.board(child), ply))));
            }
        }
        let mut end = 0;
        for made in game.plies() {
            end = self.child(end, made);
            self.nodes[end].games += 1;
        }
        if let Some(source) = source {
            self.nodes[end].annotations.comments.push(Comment::after(source));
        }
    }

    fn child(&mut self, parent: usize, made: (BoardId, Ply)) -> usize {
        let is_it = |child: &&usize| self.nodes[**child].made == Some(made);
        if let Some(child) = self.nodes[parent].children.iter().find(is_it) {
            return *child;
        }
        self.nodes.push(MergedNode { made: Some(made), ..MergedNode::default() });
        let child = self.nodes.len() - 1;
        self.nodes[parent].children.push(child);
        child
    }

    fn annotate(&mut self, place: usize, game: &Game, node: NodeId) {
        let own = &mut self.nodes[place].annotations;
        let Annotations { nags, comments } = game.tree.annotations(node);
        for nag in nags {
            own.add_nag(*nag);
        }
        for comment in comments {
            if !own.comments.contains(comment) {
                own.comments.push(comment.clone());
            }
        }
    }

    /// Returns the merged games as one game.
    #[must_use]
    pub fn finish(self) -> Game {
        let MergedGames { frame: mut game, mut nodes, .. } = self;
        *game.tree.annotations_mut(NodeId::ROOT) = std::mem::take(&mut nodes[0].annotations);
        let mut open = vec![(0, NodeId::ROOT)];
        while let Some((place, node)) = open.pop() {
            let mut children = std::mem::take(&mut nodes[place].children);
            children.sort_by_key(|child| std::cmp::Reverse(nodes[*child].games));
            for child in children {
                let Some((board, ply)) = nodes[child].made else { continue };
                let added = game.tree.add_on(node, board, ply);
                let annotations = std::mem::take(&mut nodes[child].annotations);
                if annotations != Annotations::default() {
                    *game.tree.annotations_mut(added) = annotations;
                }
                open.push((child, added));
            }
        }
        game
    }
}
