//! A game as the script of the viewer reads it.
//!
//! A test holds that `web/src/types/GameData.ts` has the same types.

use partie_core::{
    BoardId, Boards, ByColor, Color, Game, Language, Notation, Position, annotation::Score,
    time::TimeControl, walk::WalkEvent,
};
use partie_formats::{WriteOptions, fen};
use partie_render::Frame;
use serde::Serialize;

use crate::words::Words;

/// A game with all positions of its tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameData {
    /// The rules, as the tag `Variant` names them.
    pub variant: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The players at each board: one board, or the two of bughouse.
    pub boards: Vec<BoardSeats>,
    /// The start of the game, then the nodes of its tree; parents stand before their children.
    pub nodes: Vec<GameNode>,
}

/// The players at a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardSeats {
    /// White.
    pub white: SeatData,
    /// Black.
    pub black: SeatData,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatData {
    /// The name; empty if the record has none.
    pub name: String,
    /// The rating, as the record writes it.
    pub rating: Option<String>,
}

/// A position, and the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameNode {
    /// Index of the node before; none at the start.
    pub parent: Option<u32>,
    /// Indices of the nodes that follow: the continuation of the line first, then variations.
    pub children: Vec<u32>,
    /// The board of the move, from 0.
    pub board: u8,
    /// Number of moves from the start of the game to here.
    pub ply: u32,
    /// The move with its number: `12. Nf3`, `12... Nf6`; at the start a word for it.
    pub label: String,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The move as engines write it.
    pub uci: String,
    /// FEN of each board after the move.
    pub fens: Vec<String>,
    /// The squares of the move, on its board: none for the start, one for a drop.
    pub last: Vec<String>,
    /// True if the player to move on this board is in check.
    pub check: bool,
    /// The move as a sentence.
    pub words: String,
    /// Time left to the player who moved, in milliseconds.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub clock: Option<i64>,
    /// Time that the move took, in milliseconds; none if the clocks do not say it.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub used: Option<i64>,
    /// An engine's judgement, as White sees it.
    pub eval: Option<EvalData>,
    /// Arrows to draw.
    pub arrows: Vec<ArrowData>,
    /// Squares to mark.
    pub squares: Vec<SquareData>,
}

/// An engine's judgement of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EvalData {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves; negative if White is mated.
    Mate(i32),
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ArrowData {
    /// The square where it begins.
    pub from: String,
    /// The square of its point.
    pub to: String,
    /// The colour.
    pub colour: MarkColour,
}

/// A marked square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SquareData {
    /// The square.
    pub square: String,
    /// The colour.
    pub colour: MarkColour,
}

/// The colour of an arrow or a marked square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MarkColour {
    /// Green.
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
}

impl From<partie_core::Brush> for MarkColour {
    fn from(brush: partie_core::Brush) -> MarkColour {
        match brush {
            partie_core::Brush::Green => MarkColour::Green,
            partie_core::Brush::Red => MarkColour::Red,
            partie_core::Brush::Yellow => MarkColour::Yellow,
            partie_core::Brush::Blue => MarkColour::Blue,
        }
    }
}

impl GameData {
    /// Plays through all lines of a game. Moves are written with the letters of `language`;
    /// sentences are in the language of `words`.
    #[must_use]
    pub fn of(game: &Game, language: Language, words: &Words) -> GameData {
        let speech = words.speech();
        let mut nodes = vec![GameNode::start(game, words)];
        nodes.resize(game.tree.id_bound(), nodes[0].clone());
        let control = game.tags.get("TimeControl").and_then(TimeControl::guess);
        let mut players = vec![[ByColor::<Seat>::default(); 2]; nodes.len()];
        for event in game.walk() {
            let WalkEvent::Move { node, before, .. } = event else { continue };
            let Some(ply) = game.tree.ply(node) else { continue };
            let parent = game.tree.parent(node).map_or(0, partie_core::NodeId::index);
            let on = game.tree.board(node);
            let mut boards = before.clone();
            if boards.play(on, ply).is_err() {
                continue;
            }
            let frame = Frame::of_move(game, node, &before, language);
            let board = &frame.boards[on.index().min(frame.boards.len() - 1)];
            let at = game.node(node);
            let clock = at.clock().map(|clock| clock.0);
            players[node.index()] = players[parent];
            let turn = before.board(on).turn();
            let seat = players[node.index()][on.index()].get_mut(turn);
            let used = seat.used(clock, control.as_ref());
            let (arrows, squares) = marks(at.marks());
            nodes[parent].children.push(node.index() as u32);
            nodes[node.index()] = GameNode {
                parent: Some(parent as u32),
                children: Vec::new(),
                board: on.index() as u8,
                ply: nodes[parent].ply + 1,
                label: label(board.last_move.as_deref().unwrap_or_default(), &boards, on),
                san: Notation::San(language).print(before.board(on), ply),
                uci: Notation::Uci.print(before.board(on), ply),
                fens: fens(&boards),
                last: board.moved.map(squares_of).unwrap_or_default(),
                check: boards.board(on).is_check(),
                words: speech.game_move(&before, on, ply),
                clock,
                used: at.time_taken().map(|taken| taken.0).or(used),
                eval: at.eval().map(|eval| match eval.score {
                    Score::Centipawns(n) => EvalData::Cp(n),
                    Score::Mate(n) => EvalData::Mate(n),
                }),
                arrows,
                squares,
            };
        }
        GameData {
            variant: game.variant.name().to_owned(),
            result: game.outcome.as_pgn().to_owned(),
            boards: Frame::at(game, partie_core::NodeId::ROOT).boards.iter().map(seats).collect(),
            nodes,
        }
    }
}

impl GameNode {
    fn start(game: &Game, words: &Words) -> GameNode {
        let root = game.node(partie_core::NodeId::ROOT);
        let (arrows, squares) = marks(root.marks());
        GameNode {
            parent: None,
            children: Vec::new(),
            board: 0,
            ply: 0,
            label: words.start.clone(),
            san: String::new(),
            uci: String::new(),
            fens: fens(&game.start),
            last: Vec::new(),
            check: game.start.first().is_check(),
            words: String::new(),
            clock: None,
            used: None,
            eval: None,
            arrows,
            squares,
        }
    }
}

/// Moves and clock of a player at a board, up to a node.
#[derive(Clone, Copy, Default)]
struct Seat {
    moves: usize,
    clock: Option<i64>,
}

impl Seat {
    /// Adds a move, and returns the time that it took: the clock before it, less that after it, plus what
    /// the time control adds. None for a clock that shows more than there can be.
    fn used(&mut self, clock: Option<i64>, control: Option<&TimeControl>) -> Option<i64> {
        self.moves += 1;
        let before = std::mem::replace(&mut self.clock, clock);
        let added = control.map_or(0, |control| control.added(self.moves).0);
        let used = before?.saturating_sub(clock?).saturating_add(added);
        (used >= 0).then_some(used)
    }
}

/// FEN of each board.
pub(crate) fn fens(boards: &Boards) -> Vec<String> {
    let ids = match boards {
        Boards::One(_) => &BoardId::ALL[..1],
        Boards::Two(_) => &BoardId::ALL[..],
    };
    let options = WriteOptions::default();
    ids.iter().map(|id| fen_of(boards.board(*id), &options)).collect()
}

fn fen_of(position: &Position, options: &WriteOptions) -> String {
    fen::position(position, options).trim_end().to_owned()
}

/// The label of a move, in bughouse with its board.
fn label(numbered: &str, boards: &Boards, on: BoardId) -> String {
    match boards {
        Boards::One(_) => numbered.to_owned(),
        Boards::Two(_) => format!("{on} {numbered}"),
    }
}

fn squares_of((from, to): (Option<partie_core::Square>, partie_core::Square)) -> Vec<String> {
    from.into_iter().chain([to]).map(|square| square.to_string()).collect()
}

fn marks(marks: impl Iterator<Item = partie_core::Mark>) -> (Vec<ArrowData>, Vec<SquareData>) {
    let (mut arrows, mut squares) = (Vec::new(), Vec::new());
    for mark in marks {
        let colour = mark.brush.into();
        match mark.to {
            Some(to) => {
                arrows.push(ArrowData { from: mark.from.to_string(), to: to.to_string(), colour });
            }
            None => squares.push(SquareData { square: mark.from.to_string(), colour }),
        }
    }
    (arrows, squares)
}

fn seats(board: &partie_render::BoardFrame) -> BoardSeats {
    let ByColor { white, black } = ByColor::new_with(|color: Color| {
        let seat = board.seats.get(color);
        SeatData { name: seat.name.clone(), rating: seat.rating.clone() }
    });
    BoardSeats { white, black }
}

#[cfg(test)]
mod tests;
