//! Positions as Python sees them.

use partie_core::{
    Boards, Position, Variant,
    moves::{san, uci},
};
use partie_formats::{Severity, WriteOptions, fen};
use partie_render::{DiagramStyle, Frame, SvgOptions, draw, svg};
use pyo3::{exceptions::PyValueError, prelude::*};

/// A position: its pieces, the side to move, and the moves that it allows.
#[pyclass(frozen, name = "Board", module = "partie")]
pub(crate) struct PyBoard(pub(crate) Position);

/// Returns the variant of a name.
fn variant(name: &str) -> PyResult<Variant> {
    name.parse().map_err(|error: partie_core::UnknownName| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl PyBoard {
    /// Reads a FEN; without one, it is the initial position of the variant.
    #[new]
    #[pyo3(signature = (fen=None, *, variant="Standard"))]
    fn new(fen: Option<&str>, variant: &str) -> PyResult<PyBoard> {
        let rules = self::variant(variant)?;
        let Some(text) = fen else { return Ok(PyBoard(Position::start(rules))) };
        let read = fen::parse_position(text, Some(rules));
        match read.diagnostics.iter().find(|found| found.severity == Severity::Error) {
            Some(error) => Err(PyValueError::new_err(error.message.to_string())),
            None => Ok(PyBoard(read.value)),
        }
    }

    /// The FEN.
    #[getter]
    fn fen(&self) -> String {
        fen::position(&self.0, &WriteOptions::default())
    }

    /// The side to move, ``white`` or ``black``.
    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().fold_wb("white", "black")
    }

    /// The legal moves in short algebraic notation.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves().iter().map(|played| san::write(&self.0, (*played).into())).collect()
    }

    /// True if the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// True if the side to move is mated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.0.is_checkmate()
    }

    /// True if the side to move has no move and is not in check.
    #[getter]
    fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// The position after a move, in short algebraic notation or in that of UCI.
    fn play(&self, r#move: &str) -> PyResult<PyBoard> {
        let read = san::read(&self.0, r#move).or_else(|error| {
            uci::read(&self.0, r#move)
                .map_err(|_| PyValueError::new_err(format!("`{move}`: {error}", move = r#move)))
        })?;
        let mut next = self.0.clone();
        next.play(read.ply).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBoard(next))
    }

    /// A picture of the board as SVG.
    #[pyo3(signature = (*, flipped=false, width=None))]
    fn svg(&self, flipped: bool, width: Option<u32>) -> String {
        let frame = Frame::of_boards(&Boards::from(self.0.clone()));
        let scene = draw(&frame, DiagramStyle::default().flipped(flipped));
        svg::document(&scene, &SvgOptions::default().width(width))
    }

    fn _repr_svg_(&self) -> String {
        self.svg(false, Some(360))
    }

    fn __str__(&self) -> String {
        let board = self.0.board().to_string();
        let expand = |rank: &str| {
            let mut squares = Vec::new();
            for c in rank.chars() {
                match c.to_digit(10) {
                    Some(empty) => squares.extend(std::iter::repeat_n('.', empty as usize)),
                    None => squares.push(c),
                }
            }
            squares.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
        };
        board.split('/').map(expand).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<partie.Board {}>", self.fen())
    }

    fn __eq__(&self, other: &PyBoard) -> bool {
        self.0 == other.0
    }
}
