//! A game: tags, start, moves, end.

use crate::{BoardId, Boards, NodeId, Outcome, Ply, Tags, Termination, Tree, Variant, moves::san};

/// A legal game of chess of any variant. It does not keep the record's spelling; unreadable text is
/// in [`Game::unread`].
///
/// Every move in the tree is legal in its position (or a [`Ply::Null`]).
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The tag pairs. `Result`, `FEN`, `SetUp` and `Variant` stand here as the record gave them.
    pub tags: Tags,
    /// The rules by which it was played.
    pub variant: Variant,
    /// The start position, or the two of bughouse.
    pub start: Boards,
    /// The moves.
    pub tree: Tree,
    /// The result.
    pub outcome: Outcome,
    /// Reason for the result, if given by the record or the final position.
    pub termination: Option<Termination>,
    /// Text of the record after the point from which no move could be read, verbatim.
    pub unread: Option<String>,
}

impl Game {
    /// A game of no moves from the variant's start position.
    #[must_use]
    pub fn new(variant: Variant) -> Game {
        Game::from_boards(variant, Boards::start(variant))
    }

    /// A game of no moves from a given start.
    #[must_use]
    pub fn from_boards(variant: Variant, start: Boards) -> Game {
        Game {
            tags: Tags::new(),
            variant,
            start,
            tree: Tree::new(),
            outcome: Outcome::Unknown,
            termination: None,
            unread: None,
        }
    }

    /// The plies of the main line with the board of each.
    pub fn plies(&self) -> impl Iterator<Item = (BoardId, Ply)> + '_ {
        self.tree.mainline().filter_map(|n| Some((self.tree.board(n), self.tree.ply(n)?)))
    }

    /// Returns the number of plies of the mainline.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        self.tree.mainline().count()
    }

    /// Returns the moves of the main line in English short algebraic notation, with check marks.
    ///
    /// ```
    /// use partie_core::{Game, NodeId, Variant, moves::san};
    /// let mut game = Game::new(Variant::Standard);
    /// let ply = san::read(game.start.first(), "Nf3").expect("a move").ply;
    /// game.tree.add(NodeId::ROOT, ply);
    /// assert!(game.san_moves().eq(["Nf3"]));
    /// ```
    pub fn san_moves(&self) -> impl Iterator<Item = String> + '_ {
        let mut boards = self.start.clone();
        self.plies().map_while(move |(board, ply)| {
            let san = san::write(boards.board(board), ply);
            boards.play(board, ply).ok().map(|()| san)
        })
    }

    /// The boards after the move of a node.
    #[must_use]
    pub fn boards_at(&self, node: NodeId) -> Boards {
        let mut line = Vec::new();
        let mut at = node;
        while let (Some(ply), Some(parent)) = (self.tree.ply(at), self.tree.parent(at)) {
            line.push((self.tree.board(at), ply));
            at = parent;
        }
        let mut boards = self.start.clone();
        for (board, ply) in line.into_iter().rev() {
            if boards.play(board, ply).is_err() {
                break;
            }
        }
        boards
    }

    /// The boards at the end of the main line.
    #[must_use]
    pub fn final_boards(&self) -> Boards {
        let mut boards = self.start.clone();
        for (board, ply) in self.plies() {
            if boards.play(board, ply).is_err() {
                break;
            }
        }
        boards
    }
}
