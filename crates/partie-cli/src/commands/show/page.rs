//! Layout of a position and the text around it for a width.

use partie_core::{BoardId, Boards, Color, CommentPlace, Game, NodeId, Notation, Square};

use partie_speech::Speech;

use super::{
    header,
    moves::{self, MoveStyle},
    replay::Replay,
};
use crate::{
    board::{self, BoardStyle, StyledLine, StyledSpan, TextStyle, layout},
    report::visible,
};

/// The narrowest column of moves that is pleasant to read.
const MOVES: usize = 24;

/// Spaces between board and moves.
const GAP: usize = 3;

/// Spaces between two boards.
const BETWEEN: usize = 4;

/// A page with its style.
pub(super) struct Page<'a> {
    pub(super) game: &'a Game,
    pub(super) look: BoardStyle,
    pub(super) flip: bool,
    /// Width in columns.
    pub(super) width: usize,
    pub(super) notation: Notation,
    pub(super) replay: Replay,
}

impl Page<'_> {
    /// Renders the position of a node: the boards, and the moves next to or below them.
    pub(super) fn position(&self, node: NodeId) -> Vec<StyledLine> {
        let mut lines = self.header();
        let boards = self.replay.at(self.game, node);
        let block = self.boards_with_players(node, &boards);
        let columns = block.iter().map(|line| layout::width(line)).max().unwrap_or(0);
        if self.game.tree.is_empty() && self.game.unread.is_none() {
            lines.extend(block);
        } else if self.width >= columns + GAP + MOVES {
            let height = block.len();
            let words = moves::words(self.game, Some(node), self.style(false));
            let beside = self.width - columns - GAP;
            let filled = layout::filled(&words, |n| if n < height { beside } else { self.width });
            let (right, below) = filled.split_at(filled.len().min(height));
            lines.extend(layout::beside(
                vec![
                    block.into_iter().map(|l| layout::padded(l, columns)).collect(),
                    right.to_vec(),
                ],
                GAP,
            ));
            lines.extend(below.iter().cloned());
        } else {
            lines.extend(block);
            lines.push(StyledLine::new());
            let words = moves::words(self.game, Some(node), self.style(false));
            lines.extend(layout::filled(&words, |_| self.width));
        }
        lines.push(StyledLine::new());
        lines.extend(self.caption(node, &boards));
        lines.extend(self.comments(node));
        lines
    }

    /// Several positions, as many side by side as there is room for.
    pub(super) fn boards(&self, nodes: &[NodeId]) -> Vec<StyledLine> {
        let mut lines = self.header();
        let blocks: Vec<_> = nodes.iter().map(|node| self.small(*node)).collect();
        let columns =
            |block: &Vec<StyledLine>| block.iter().map(|l| layout::width(l)).max().unwrap_or(0);
        let widest = blocks.iter().map(columns).max().unwrap_or(1).max(1);
        let in_a_row = ((self.width + GAP) / (widest + GAP)).max(1);
        for row in blocks.chunks(in_a_row) {
            let height = row.iter().map(Vec::len).max().unwrap_or(0);
            let row = row.iter().map(|block| {
                let mut block: Vec<_> =
                    block.iter().map(|l| layout::padded(l.clone(), widest)).collect();
                block.resize(height, StyledLine::new());
                block
            });
            lines.extend(layout::beside(row.collect(), GAP));
            lines.push(StyledLine::new());
        }
        lines.push(vec![StyledSpan::new(self.game.outcome.as_pgn(), TextStyle::Strong)]);
        lines
    }

    /// The game's text with variations and comments; the move of `current` is marked.
    pub(super) fn text(&self, current: Option<NodeId>) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        let title = header::title(self.game);
        if title != "?" {
            lines.push(vec![StyledSpan::new(title, TextStyle::Strong)]);
        }
        lines.extend(self.header());
        if lines.last().is_some_and(|l| !l.is_empty()) {
            lines.push(StyledLine::new());
        }
        if self.game.start != Boards::start(self.game.variant) {
            lines.extend(self.bare_boards(NodeId::ROOT, &self.game.start));
            lines.push(StyledLine::new());
        }
        let words = moves::words(self.game, current, self.style(true));
        lines.extend(layout::filled(&words, |_| self.width));
        lines
    }

    pub(super) fn style(&self, whole: bool) -> MoveStyle {
        MoveStyle { look: self.look, notation: self.notation, variations: whole, comments: whole }
    }

    fn header(&self) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        for text in header::lines(self.game) {
            let words: Vec<StyledLine> = text
                .split_whitespace()
                .map(|w| vec![StyledSpan::new(w, TextStyle::Faint)])
                .collect();
            lines.extend(layout::filled(&words, |_| self.width));
        }
        if !lines.is_empty() {
            lines.push(StyledLine::new());
        }
        lines
    }

    /// Returns the side shown at the bottom. Bughouse partners sit side by side, so the
    /// boards are turned in opposite directions.
    fn below(&self, id: BoardId) -> Color {
        let color = match (&self.game.start, id) {
            (Boards::Two(_), BoardId::B) => Color::Black,
            _ => Color::White,
        };
        if self.flip { !color } else { color }
    }

    fn ids(&self) -> &'static [BoardId] {
        match self.game.start {
            Boards::One(_) => &[BoardId::A],
            Boards::Two(_) => &BoardId::ALL,
        }
    }

    /// The squares of the last move, on the board on which it was played.
    fn last(&self, node: NodeId, id: BoardId) -> Vec<Square> {
        let tree = &self.game.tree;
        // In bughouse the last move of a board may lie some plies back.
        let played = std::iter::successors(Some(node), |n| tree.parent(*n))
            .find(|n| tree.ply(*n).is_some() && tree.board(*n) == id);
        let Some((node, parent)) = played.and_then(|n| Some((n, tree.parent(n)?))) else {
            return Vec::new();
        };
        let before = self.replay.at(self.game, parent);
        tree.ply(node).map(|ply| board::touched(before.board(id), ply)).unwrap_or_default()
    }

    fn board(&self, node: NodeId, boards: &Boards, id: BoardId) -> Vec<StyledLine> {
        if boards.board(id).is_unread() {
            return vec![vec![StyledSpan::new("[no position]", TextStyle::Faint)]];
        }
        board::draw(boards.board(id), &self.last(node, id), self.below(id), self.look)
    }

    /// The boards, each with its players, side by side where there is room.
    pub(super) fn boards_with_players(&self, node: NodeId, boards: &Boards) -> Vec<StyledLine> {
        let clocks = header::clocks(self.game, node);
        let columns = self.look.width();
        // A long name may extend over empty space, or over moves that need less.
        let most = match boards {
            Boards::Two(_) => columns,
            Boards::One(_) if self.width < columns + GAP + MOVES => self.width,
            Boards::One(_) => self.width - GAP - MOVES,
        };
        let block = |id: BoardId| {
            let position = boards.board(id);
            let below = self.below(id);
            let player = |color: Color| {
                let clock = clocks[id.index()][color as usize];
                header::player(self.game, id, color, clock, self.look, (columns, most))
            };
            let mut lines = Vec::new();
            if matches!(boards, Boards::Two(_)) {
                let indent = if self.look.coordinates { "  " } else { "" };
                lines.push(vec![StyledSpan::new(format!("{indent}Board {id}"), TextStyle::Faint)]);
            }
            lines.push(player(!below));
            lines.extend(header::hand(position, !below, self.look));
            lines.extend(self.board(node, boards, id));
            lines.extend(header::hand(position, below, self.look));
            lines.push(player(below));
            lines
        };
        self.together(self.ids().iter().map(|id| block(*id)).collect())
    }

    /// The boards alone.
    pub(super) fn bare_boards(&self, node: NodeId, boards: &Boards) -> Vec<StyledLine> {
        self.together(self.ids().iter().map(|id| self.board(node, boards, *id)).collect())
    }

    fn together(&self, blocks: Vec<Vec<StyledLine>>) -> Vec<StyledLine> {
        let columns = self.look.width();
        if blocks.len() * (columns + BETWEEN) - BETWEEN <= self.width {
            let blocks = blocks
                .into_iter()
                .map(|b| b.into_iter().map(|l| layout::padded(l, columns)).collect())
                .collect();
            return layout::beside(blocks, BETWEEN);
        }
        let mut lines = Vec::new();
        for block in blocks {
            if !lines.is_empty() {
                lines.push(StyledLine::new());
            }
            lines.extend(block);
        }
        lines
    }

    /// A board with the move that led to it above.
    fn small(&self, node: NodeId) -> Vec<StyledLine> {
        let boards = self.replay.at(self.game, node);
        let indent = if self.look.coordinates { "  " } else { "" };
        let title = match self.named(node) {
            None => "Start".to_owned(),
            Some(name) => name,
        };
        let mut lines = vec![vec![
            StyledSpan::new(indent, TextStyle::Plain),
            StyledSpan::new(title, TextStyle::Strong),
        ]];
        for id in self.ids() {
            let (position, below) = (boards.board(*id), self.below(*id));
            lines.extend(header::hand(position, !below, self.look));
            lines.extend(self.board(node, &boards, *id));
            lines.extend(header::hand(position, below, self.look));
        }
        lines
    }

    /// A move with its number.
    pub(super) fn named(&self, node: NodeId) -> Option<String> {
        let tree = &self.game.tree;
        let before = self.replay.at(self.game, tree.parent(node)?);
        let id = tree.board(node);
        let word = moves::word(self.game, node, before.board(id), self.style(false));
        let signs = moves::signs(self.game, node, self.look);
        Some(format!("{} {word}{signs}", moves::number(&before, id)))
    }

    /// Describes the position: its place in the game, the side to move, and its status.
    pub(super) fn caption(&self, node: NodeId, boards: &Boards) -> Vec<StyledLine> {
        let mut text = String::new();
        if let Some(name) = self.named(node) {
            let line = std::iter::successors(Some(node), |n| self.game.tree.parent(*n));
            let ply = line.count() - 1;
            let of = if self.game.tree.mainline().any(|n| n == node) {
                format!("of {}", self.game.ply_count())
            } else {
                "in a variation".to_owned()
            };
            text = format!("After {name} (ply {ply} {of}). ");
        }
        for id in self.ids() {
            let position = boards.board(*id);
            let side = position.turn().fold_wb("White", "Black");
            if matches!(boards, Boards::Two(_)) {
                text += &format!("Board {id}: ");
            }
            if position.is_unread() {
                text += "The position could not be read. ";
                continue;
            }
            if let Some(problem) = position.problem() {
                text += &format!("Not a playable position: {problem}. ");
                continue;
            }
            let state = match () {
                () if mated(boards, *id) => format!("{side} is checkmated. "),
                () if position.is_stalemate() && !matches!(boards, Boards::Two(_)) => {
                    format!("{side} is stalemated. ")
                }
                () if position.is_variant_end() => "The game is over. ".to_owned(),
                () if position.is_check() => format!("{side} to move, in check. "),
                () => format!("{side} to move. "),
            };
            text += &state;
        }
        if let Some(eval) = self.evaluation(node) {
            text += &format!("Evaluation {eval}. ");
        }
        if node == self.game.tree.mainline_end() && self.game.outcome.is_known() {
            text += &visible(&Speech::default().game_result(self.game));
        }
        let words: Vec<StyledLine> =
            text.split_whitespace().map(|w| vec![StyledSpan::new(w, TextStyle::Plain)]).collect();
        layout::filled(&words, |_| self.width)
    }

    /// Formats the engine evaluation after a move.
    fn evaluation(&self, node: NodeId) -> Option<String> {
        self.game.node(node).eval().map(|eval| eval.to_string())
    }

    /// Returns the comments after the move, or before the first move.
    pub(super) fn comments(&self, node: NodeId) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        for comment in &self.game.tree.annotations(node).comments {
            if comment.place != CommentPlace::After {
                continue;
            }
            let Some(text) = moves::words_of(comment, self.game) else { continue };
            let words: Vec<StyledLine> = text
                .split_whitespace()
                .map(|w| vec![StyledSpan::new(w, TextStyle::Comment)])
                .collect();
            lines.extend(layout::filled(&words, |_| self.width));
        }
        lines
    }
}

fn mated(boards: &Boards, id: BoardId) -> bool {
    match boards {
        Boards::One(position) => position.is_checkmate(),
        Boards::Two(two) => two.is_checkmate(id),
    }
}
