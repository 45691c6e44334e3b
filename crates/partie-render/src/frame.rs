//! Frames: the boards after a move, with everything that a picture shows.

use partie_core::{
    Board, BoardId, Boards, ByColor, Color, Game, Language, Mark, Move, NodeId, Notation, Ply,
    Position, Square, Tags, time::ClockTime, time::TimeControl,
};

/// A player at a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The name as the tags have it; empty if they do not.
    pub name: String,
    /// The title, `GM`; empty if there is none.
    pub title: String,
    /// The rating, if it is known.
    pub rating: Option<String>,
    /// The clock after the player's last move, if it is known.
    pub clock: Option<ClockTime>,
}

/// One board of a frame.
#[derive(Clone, Debug)]
pub struct BoardFrame {
    /// The position.
    pub position: Position,
    /// Origin (none for a drop) and target of the last move on this board.
    pub moved: Option<(Option<Square>, Square)>,
    /// Last move on this board in the frame's language, with its number: `12... Nxe4+`.
    pub last_move: Option<String>,
    /// Arrows and circled squares.
    pub marks: Vec<Mark>,
    /// The players.
    pub seats: ByColor<Seat>,
}

/// The boards of a game after a move: one, or the two of bughouse.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Board A, and board B of bughouse.
    pub boards: Vec<BoardFrame>,
    /// Number of plies played, on both boards together.
    pub ply: usize,
    /// The language of the last moves, and of the title that names them.
    pub language: Language,
}

impl Frame {
    /// Makes a frame of boards before the first move.
    #[must_use]
    pub fn of_boards(boards: &Boards) -> Frame {
        Frame { boards: panels(boards), ply: 0, language: Language::English }
    }

    /// Returns the frame after the move of a node (the root: before the first move), with
    /// the arrows and squares of its comments.
    #[must_use]
    pub fn at(game: &Game, node: NodeId) -> Frame {
        Frame::at_in(game, node, Language::English)
    }

    /// Returns the frame after the move of a node, with the last move in a language.
    pub(crate) fn at_in(game: &Game, node: NodeId, language: Language) -> Frame {
        Walk::new(game, language).to(node).clone()
    }

    /// Returns the frame after the move of a node, given the boards before it. It has no
    /// information from earlier moves: neither clocks nor the last move on the other board.
    #[must_use]
    pub fn of_move(game: &Game, node: NodeId, before: &Boards, language: Language) -> Frame {
        let now = Frame { language, ..Frame::of_boards(before) };
        let mut walk = Walk { game, language, boards: before.clone(), now, at: None };
        walk.play(node);
        walk.now
    }

    /// Returns the frames of the mainline, from start to end.
    pub fn mainline(game: &Game) -> impl Iterator<Item = Frame> + '_ {
        let mut walk = Walk::new(game, Language::English);
        let line = std::iter::once(NodeId::ROOT).chain(game.tree.mainline());
        line.map(move |node| {
            walk.play(node);
            walk.now.clone()
        })
    }
}

/// Walks through the moves of a game, frame by frame.
pub(crate) struct Walk<'a> {
    game: &'a Game,
    language: Language,
    boards: Boards,
    now: Frame,
    /// Node of the current frame.
    at: Option<NodeId>,
}

impl<'a> Walk<'a> {
    /// Before the first move; the last moves will be named in a language.
    pub(crate) fn new(game: &'a Game, language: Language) -> Walk<'a> {
        let mut now = Frame { language, ..Frame::of_boards(&game.start) };
        let begin = game.tags.get("TimeControl").and_then(TimeControl::parse);
        let begin = begin.and_then(|control| control.start()).map(|(base, _)| base);
        let two = now.boards.len() == 2;
        for (id, board) in BoardId::ALL.into_iter().zip(&mut now.boards) {
            for color in Color::ALL {
                *board.seats.get_mut(color) = seat(&game.tags, id, color, two, begin);
            }
        }
        Walk { game, language, boards: game.start.clone(), now, at: None }
    }

    /// Goes to a node. To one further on in the same line only the moves between are played.
    pub(crate) fn to(&mut self, node: NodeId) -> &Frame {
        let mut line = Vec::new();
        let mut next = Some(node);
        while next.is_some() && next != self.at {
            line.extend(next);
            next = next.and_then(|node| self.game.tree.parent(node));
        }
        if next.is_none() {
            *self = Walk::new(self.game, self.language);
        }
        for node in line.into_iter().rev() {
            self.play(node);
        }
        self.at = Some(node);
        &self.now
    }

    fn play(&mut self, node: NodeId) {
        let (tree, now) = (&self.game.tree, &mut self.now);
        for board in &mut now.boards {
            board.marks.clear();
        }
        let on = tree.board(node);
        let index = on.index().min(now.boards.len() - 1);
        if let Some(ply) = tree.ply(node) {
            let before = self.boards.board(on).clone();
            if self.boards.play(on, ply).is_err() {
                return;
            }
            for (id, board) in BoardId::ALL.into_iter().zip(&mut now.boards) {
                board.position = self.boards.board(id).clone();
            }
            let board = &mut now.boards[index];
            board.moved = ply.any_move().and_then(|m| path_of(&before, m));
            board.last_move = Some(numbered(&before, ply, now.language));
            now.ply += 1;
            if let Some(clock) = self.game.node(node).clock() {
                board.seats.get_mut(before.turn()).clock = Some(clock);
            }
        }
        now.boards[index].marks = self.game.node(node).marks().collect();
    }
}

fn panels(boards: &Boards) -> Vec<BoardFrame> {
    let ids = match boards {
        Boards::One(_) => &BoardId::ALL[..1],
        Boards::Two(_) => &BoardId::ALL[..],
    };
    ids.iter()
        .map(|id| BoardFrame {
            position: boards.board(*id).clone(),
            moved: None,
            last_move: None,
            marks: Vec::new(),
            seats: ByColor::default(),
        })
        .collect()
}

/// A player as the tags say: `White`, `WhiteElo`; in bughouse `WhiteA`, `WhiteAElo`.
fn seat(tags: &Tags, id: BoardId, color: Color, two: bool, begin: Option<ClockTime>) -> Seat {
    let side = color.fold_wb("White", "Black");
    let name = if two { format!("{side}{id}") } else { side.to_owned() };
    let known = |value: &&str| !matches!(value.trim(), "" | "?" | "-" | "0");
    let tag = |name: &str| tags.get(name).filter(known).map(|v| v.trim().to_owned());
    Seat {
        name: tag(&name).unwrap_or_default(),
        title: tag(&format!("{name}Title")).unwrap_or_default(),
        rating: tag(&format!("{name}Elo")).or_else(|| tag(&format!("{name}Rating"))),
        clock: begin,
    }
}

/// Origin and final square of the moving piece.
fn path_of(before: &Position, m: Move) -> Option<(Option<Square>, Square)> {
    Some(match m {
        Move::Castle { king, .. } => {
            (Some(king), before.castling_goal(king, before.castling_side(m)?))
        }
        _ => (m.from(), m.to()),
    })
}

/// A move with its number: `12. Nf3`, `12... Nf6`.
fn numbered(before: &Position, ply: Ply, language: Language) -> String {
    let dots = before.turn().fold_wb(".", "...");
    format!("{}{dots} {}", before.fullmoves(), Notation::San(language).print(before, ply))
}

/// Squares of kings in check, of either side. Variants without royal kings (antichess) have
/// none.
pub(crate) fn checked(position: &Position) -> Option<Square> {
    if !position.is_check() {
        return None;
    }
    let board: &Board = position.board();
    let king = board.by_color(position.turn()) & board.kings();
    king.into_iter().next()
}
