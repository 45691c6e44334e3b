//! A moment of a game: the boards after a move, and what belongs to them.

use partie_core::{
    Board, BoardId, Boards, ByColor, Color, Comment, Game, Language, Move, NodeId, Notation, Ply,
    Position, Square, Tags, time::ClockTime, time::TimeControl,
};

use crate::marks::Mark;

/// A player at a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The name as the tags have it; empty if they do not.
    pub name: String,
    /// The rating, if it is known.
    pub rating: Option<String>,
    /// The clock after the player's last move, if it is known.
    pub clock: Option<ClockTime>,
}

/// One board at a moment.
#[derive(Clone, Debug)]
pub struct BoardMoment {
    /// The position.
    pub position: Position,
    /// Where the last move on this board began (a drop begins nowhere) and ended.
    pub moved: Option<(Option<Square>, Square)>,
    /// The last move on this board in the moment's language, with its number: `12... Nxe4+`.
    pub last_move: Option<String>,
    /// Arrows and circled squares.
    pub marks: Vec<Mark>,
    /// The players.
    pub seats: ByColor<Seat>,
}

/// The boards of a game after a move: one, or the two of bughouse.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Board A, and board B of bughouse.
    pub boards: Vec<BoardMoment>,
    /// How many plies were played, on both boards together.
    pub ply: usize,
    /// The language of the last moves, and of the title that names them.
    pub language: Language,
}

impl Moment {
    /// Boards on which nothing was played yet.
    #[must_use]
    pub fn of_boards(boards: &Boards) -> Moment {
        Moment { boards: panels(boards), ply: 0, language: Language::English }
    }

    /// The moment after the move of a node (the root: before the first move), with the
    /// arrows and squares of its comments.
    #[must_use]
    pub fn at(game: &Game, node: NodeId) -> Moment {
        Moment::at_in(game, node, Language::English)
    }

    /// The same with the last move in a language.
    #[must_use]
    pub fn at_in(game: &Game, node: NodeId, language: Language) -> Moment {
        Walk::new(game, language).to(node).clone()
    }

    /// The moment after the move of a node, if the boards before it are known. Of the
    /// moves before nothing is told: neither clocks nor the last move on the other board.
    #[must_use]
    pub fn of_move(game: &Game, node: NodeId, before: &Boards, language: Language) -> Moment {
        let now = Moment { language, ..Moment::of_boards(before) };
        let mut walk = Walk { game, language, boards: before.clone(), now, at: None };
        walk.play(node);
        walk.now
    }

    /// The moments of the main line, from the start to the end.
    pub fn mainline(game: &Game) -> impl Iterator<Item = Moment> + '_ {
        let mut walk = Walk::new(game, Language::English);
        let line = std::iter::once(NodeId::ROOT).chain(game.tree.mainline());
        line.map(move |node| {
            walk.play(node);
            walk.now.clone()
        })
    }
}

/// A walk through the moves of a game, from moment to moment.
pub(crate) struct Walk<'a> {
    game: &'a Game,
    language: Language,
    boards: Boards,
    now: Moment,
    /// The node whose moment it is.
    at: Option<NodeId>,
}

impl<'a> Walk<'a> {
    /// Before the first move; the last moves will be named in a language.
    pub(crate) fn new(game: &'a Game, language: Language) -> Walk<'a> {
        let mut now = Moment { language, ..Moment::of_boards(&game.start) };
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
    pub(crate) fn to(&mut self, node: NodeId) -> &Moment {
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
            board.moved = ply.to_move().and_then(|m| path_of(&before, m));
            board.last_move = Some(numbered(&before, ply, now.language));
            now.ply += 1;
            // Only in bughouse is a number alone in a comment a clock.
            let two = matches!(self.boards, Boards::Two(_));
            let comments = &tree.annotations(node).comments;
            let clock = comments
                .iter()
                .filter(|c| two || c.text.contains("[%clk"))
                .find_map(Comment::clock);
            if let Some(clock) = clock {
                board.seats.get_mut(before.turn()).clock = Some(ClockTime(clock));
            }
        }
        now.boards[index].marks =
            tree.annotations(node).comments.iter().flat_map(Mark::in_comment).collect();
    }
}

fn panels(boards: &Boards) -> Vec<BoardMoment> {
    let ids = match boards {
        Boards::One(_) => &BoardId::ALL[..1],
        Boards::Two(_) => &BoardId::ALL[..],
    };
    ids.iter()
        .map(|id| BoardMoment {
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
        rating: tag(&format!("{name}Elo")).or_else(|| tag(&format!("{name}Rating"))),
        clock: begin,
    }
}

/// Where a move begins and where its piece ends up.
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

/// The squares of the kings in check, whoever is to move. Where kings are no royalty
/// (antichess) nobody is.
pub(crate) fn checked(position: &Position) -> Option<Square> {
    if !position.is_check() {
        return None;
    }
    let board: &Board = position.board();
    let king = board.by_color(position.turn()) & board.kings();
    king.into_iter().next()
}
