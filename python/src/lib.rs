//! The compiled part of the Python package `partie`.

mod board;
mod capsule;
mod columns;
mod functions;
mod game;
mod interrupt;
mod library;
mod reader;
mod table;
mod text;

use pyo3::prelude::*;

/// The compiled part of the package; use `partie` instead.
#[pymodule]
mod _partie {
    #[pymodule_export]
    use super::{
        board::PyBoard,
        functions::{PyArray, call},
        game::{PyDiagnostic, PyGame, PyMove},
        library::{PyFound, PyLibrary},
        reader::{PyReader, read},
        table::{PyTable, positions, table},
        text::{PyConverted, PyFixed, check, convert, fix},
    };
}
