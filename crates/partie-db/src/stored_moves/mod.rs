//! Queries on main lines in the [code](partie_core::moves::code) in which libraries store them, one
//! byte a move.
//!
//! A code contains all moves of a game and its initial position, so these functions need no other
//! column. With them SQL engines can use the column `code` of a library: the Python package
//! registers them in `DuckDB`, polars, Spark and others.
//!
//! Functions return `None` for damaged bytes, a ply after the last one, or text that is not a
//! position. Impossible moves, which damage may produce, are refused where the answer depends on
//! them.
//!
//! ```
//! use partie_db::stored_moves::{self, Target};
//!
//! // 1. e4 e5 2. Nf3
//! let code = [0xc1, 0xc1, 0x67];
//! assert_eq!(stored_moves::san(&code).as_deref(), Some("e4 e5 Nf3"));
//! assert_eq!(stored_moves::opening(&code).map(|opening| opening.code), Some("C40"));
//!
//! let kings_pawns: Target =
//!     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse()?;
//! assert_eq!(kings_pawns.reached_by(&code), Some(2));
//! # Ok::<(), partie_db::query::ParseError>(())
//! ```

mod pattern;
mod target;

use partie_core::{
    Boards, CastlingMode, Color, Position, Role,
    moves::{code::split_start, san},
    openings::{self, Opening},
    rules::{ReplayBoard, replay::ReplayMove},
};
use partie_formats::{GameView, WriteOptions, fen};

use crate::{
    columns::{self, moves},
    query::FenPattern,
};

pub use pattern::Pattern;
pub use target::Target;

/// A main line that is replayed from its code.
struct Line<'a> {
    board: ReplayBoard,
    /// The initial position, unless it is the usual one.
    start: Option<Position>,
    moves: &'a [u8],
}

impl<'a> Line<'a> {
    fn of(code: &'a [u8]) -> Option<Line<'a>> {
        let (text, moves) = split_start(code);
        let Some(text) = text else {
            return Some(Line { board: ReplayBoard::start(), start: None, moves });
        };
        let Some(Boards::One(start)) = columns::read_start(text) else { return None };
        Some(Line { board: ReplayBoard::of(&start)?, start: Some(start), moves })
    }

    fn start(&self) -> Position {
        self.start.clone().unwrap_or_default()
    }

    fn mode(&self) -> CastlingMode {
        self.board.castling_mode()
    }

    /// Plays the next move. `None` at the end, and if it is damaged; then `moves` is not empty.
    #[inline]
    fn next(&mut self) -> Option<ReplayMove> {
        self.board.decode(&mut self.moves)
    }

    /// Plays the first `plies` moves. `None` if there are fewer.
    fn play(&mut self, plies: u32) -> Option<()> {
        (0..plies).try_for_each(|_| self.next().map(drop))
    }

    /// Gives all moves to a function. `None` if one of them is damaged.
    fn each(&mut self, mut function: impl FnMut(ReplayMove) -> Option<()>) -> Option<()> {
        while let Some(played) = self.next() {
            function(played)?;
        }
        self.moves.is_empty().then_some(())
    }
}

/// Returns the main line of a game in the code; `None` if its moves have none.
#[must_use]
pub fn code_of(game: &impl GameView) -> Option<Vec<u8>> {
    let plies: Vec<_> = game.main_plies().collect();
    columns::code_of(game, &plies)
}

/// Returns the [key](partie_core::rules::PositionKey) of a position, by which the index of a library
/// finds it.
///
/// Returns `None` if the text is not a FEN of a playable position, or lacks the side to move, the
/// castling rights or the en passant field.
///
/// ```
/// use partie_db::stored_moves::key;
/// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// assert_eq!(key(start), Some(5060803636482931868));
/// assert_eq!(key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), None);
/// ```
#[must_use]
pub fn key(text: &str) -> Option<i64> {
    match text.parse::<FenPattern>().ok()?.keys()[..] {
        [key] => Some(key.as_i64()),
        _ => None,
    }
}

/// Returns the number of plies.
#[must_use]
pub fn plies(code: &[u8]) -> Option<u32> {
    let mut plies = 0;
    let count = |_| {
        plies += 1;
        Some(())
    };
    Line::of(code)?.each(count).map(|()| plies)
}

/// Returns the moves in short algebraic notation, separated by spaces.
///
/// A null move is `--`.
#[must_use]
pub fn san(code: &[u8]) -> Option<String> {
    let mut line = Line::of(code)?;
    let mut position = line.start();
    let mut text = String::with_capacity(4 * line.moves.len());
    line.each(|played| {
        let ply = played.to_ply();
        push_word(&mut text, &san::write(&position, ply));
        position.play(ply).ok()
    })?;
    Some(text)
}

/// Returns the moves in the notation of UCI, separated by spaces.
///
/// Castling is the king's move (`e1g1`); in Chess960 the king takes its rook (`e1h1`). A null move is
/// `0000`.
#[must_use]
pub fn uci(code: &[u8]) -> Option<String> {
    let mut line = Line::of(code)?;
    let mode = line.mode();
    let mut text = String::with_capacity(5 * line.moves.len());
    line.each(|played| {
        let (_, word) = moves::uci(played.packed(mode).to_le_bytes())?;
        push_word(&mut text, &word);
        Some(())
    })?;
    Some(text)
}

fn push_word(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// Returns the FEN of the position after some plies, 0 for the initial one. An en passant square
/// stands there if a capture is legal.
#[must_use]
pub fn fen_at(code: &[u8], ply: u32) -> Option<String> {
    let mut line = Line::of(code)?;
    let mut position = line.start();
    for _ in 0..ply {
        let ply = line.next()?.to_ply();
        position.play(ply).ok()?;
    }
    Some(fen::position(&position, &WriteOptions::default()))
}

/// Returns the FENs of all positions, the first one before the first move.
#[must_use]
pub fn fens(code: &[u8]) -> Option<Vec<String>> {
    let mut line = Line::of(code)?;
    let mut position = line.start();
    let options = WriteOptions::default();
    let mut fens = vec![fen::position(&position, &options)];
    line.each(|played| {
        position.play(played.to_ply()).ok()?;
        fens.push(fen::position(&position, &options));
        Some(())
    })?;
    Some(fens)
}

/// Returns the pieces of both sides after some plies, as in `KRP vs KR`.
#[must_use]
pub fn material_at(code: &[u8], ply: u32) -> Option<String> {
    let mut line = Line::of(code)?;
    line.play(ply)?;
    let material = line.board.material();
    Some(material_text(|color, role| material.count(color, role) as usize))
}

/// Returns numbers of pieces as text: White's pieces and Black's, as in `KRP vs KR`.
pub(crate) fn material_text(count: impl Fn(Color, Role) -> usize) -> String {
    let mut text = String::with_capacity(36);
    for color in Color::ALL {
        if color.is_black() {
            text.push_str(" vs ");
        }
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            text.extend(std::iter::repeat_n(role.upper_char(), count(color, role)));
        }
    }
    text
}

/// Returns the pawns of both sides after some plies, as the board field of a FEN without any other
/// piece: `8/pp3ppp/4p3/3p4/3P4/8/PP3PPP/8`.
#[must_use]
pub fn pawns_at(code: &[u8], ply: u32) -> Option<String> {
    let mut line = Line::of(code)?;
    line.play(ply)?;
    let mut pawns = partie_core::Board::empty();
    for (square, piece) in line.board.pieces().filter(|(_, piece)| piece.role == Role::Pawn) {
        pawns.set_piece_at(square, piece);
    }
    Some(pawns.to_string())
}

/// Returns the opening of the moves, by the last of their positions that has a name; `None` if there
/// is none, and of games that do not begin with the usual position of standard chess.
#[must_use]
pub fn opening(code: &[u8]) -> Option<Opening> {
    let mut line = Line::of(code).filter(|line| line.start.is_none())?;
    openings::of_plies(std::iter::from_fn(|| line.next().map(ReplayMove::to_ply)))
}
