//! A game as the script of the viewer reads it.
//!
//! A test holds that `web/src/types/GameData.ts` has the same types.

use partie_core::{
    BoardId, Boards, ByColor, Color, Game, Language, Notation, Position, annotation::Score,
    walk::WalkEvent,
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
        nodes.resize(game.tree.len() + 1, nodes[0].clone());
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
                clock: at.clock().map(|clock| clock.0),
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
            eval: None,
            arrows,
            squares,
        }
    }
}

/// FEN of each board.
fn fens(boards: &Boards) -> Vec<String> {
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
mod tests {
    use partie_formats::ReadOptions;
    use ts_rs::{Config, TS};

    use super::*;

    fn data(pgn: &str) -> GameData {
        let game = partie_pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
        GameData::of(&game, Language::English, Words::of("en"))
    }

    #[test]
    fn the_script_has_the_same_types() {
        fn declared<T: TS + 'static>(out: &mut String) {
            let config = Config::default();
            let docs = T::docs().unwrap_or_default();
            *out += &format!("\n{}export {}\n", docs, T::decl(&config));
        }
        let mut text =
            "// Made by the tests of `partie-page` from the types of the program.\n".to_owned();
        declared::<GameData>(&mut text);
        declared::<BoardSeats>(&mut text);
        declared::<SeatData>(&mut text);
        declared::<GameNode>(&mut text);
        declared::<EvalData>(&mut text);
        declared::<ArrowData>(&mut text);
        declared::<SquareData>(&mut text);
        declared::<MarkColour>(&mut text);
        let text = text.replace(" \n", "\n");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types/GameData.ts");
        if std::env::var_os("PARTIE_WRITE").is_some() {
            std::fs::write(path, &text).expect("written");
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == text, "{path} is old; run with PARTIE_WRITE=1");
    }

    #[test]
    fn a_game_as_its_tree() {
        let data = data(
            "[White \"Anna\"]\n[WhiteElo \"1900\"]\n\n1. e4 {[%clk 0:01:00.5] [%eval -0.3] [%cal Ge2e4]} \
             e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        );
        let line = |mut at: usize| {
            let mut labels = Vec::new();
            while let Some(next) = data.nodes[at].children.first() {
                at = *next as usize;
                labels.push(data.nodes[at].label.clone());
            }
            labels.join(" ")
        };
        let played = "1. e4 1... e5 2. Qh5 2... Nc6 3. Bc4 3... Nf6 4. Qxf7#";
        assert_eq!(line(0), played);
        assert_eq!(data.nodes.len(), 10);
        let e4 = &data.nodes[1];
        assert_eq!(
            (e4.uci.as_str(), e4.clock, e4.eval),
            ("e2e4", Some(60_500), Some(EvalData::Cp(-30)))
        );
        assert_eq!((e4.last.join("-").as_str(), e4.arrows.len()), ("e2-e4", 1));
        assert_eq!(e4.children.len(), 2);
        assert_eq!(e4.words, "Move 1, White: pawn from e2 to e4.");
        assert_eq!(data.boards[0].white.rating.as_deref(), Some("1900"));
        let mate = data.nodes.iter().find(|node| node.san == "Qxf7#").expect("mate");
        assert!(mate.check && mate.ply == 7);
        for node in &data.nodes[1..] {
            assert!(
                node.parent.is_some_and(|parent| data.nodes[parent as usize].ply + 1 == node.ply)
            );
        }
    }

    #[test]
    fn pieces_in_hand_and_two_boards() {
        let drop = data("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d6 *");
        let last = drop.nodes.last().expect("moves");
        assert_eq!((last.uci.as_str(), last.last.join("-").as_str()), ("P@d6", "d6"));
        assert!(last.fens[0].contains("[p]"), "{}", last.fens[0]);
        let text = b"1A. e4 1B. d4 1a. e5 *";
        let game = partie_pgn::bpgn::parse(text, &ReadOptions::default()).value;
        let bughouse = GameData::of(&game, Language::English, Words::of("en"));
        assert_eq!(bughouse.boards.len(), 2);
        let node = &bughouse.nodes[2];
        assert_eq!((node.board, node.label.as_str(), node.fens.len()), (1, "B 1. d4", 2));
    }
}
