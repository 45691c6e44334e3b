//! Arguments of `partie eco`.

use std::ffi::OsString;

use clap::{Args, ValueHint};

use super::{AnswerForm, Reading};

/// Name the opening of moves, a position or games
///
/// The opening is the last position that has a name and a code of the Encyclopaedia of Chess
/// Openings, by any order of moves; tags are not consulted. Moves may be
/// in any notation that Partie reads, with or without numbers. For files, a line is printed for
/// each game: its number, the players, the opening, and the ply after which it left the known
/// names.
///
/// The exit status is 1 if moves cannot be read, or moves or a position have no known opening.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie eco e4 c5 Nf3 d6
  partie eco '1. d4 Sf6 2. c4 g6' --lang de
  partie eco 'rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2'
  partie eco games.pgn archive/
  partie eco games.pgn --json
  partie eco --known najdorf
  partie eco --known B20..B24")]
#[command(mut_arg("rules", |arg| arg.alias("variant")), mut_arg("start", |arg| arg.alias("fen")))]
pub(crate) struct EcoArguments {
    /// Moves, a FEN, or files or directories to read; `-` for standard input
    #[arg(value_name = "MOVES|FEN|FILE", required_unless_present = "known", value_hint = ValueHint::AnyPath)]
    pub(crate) what: Vec<OsString>,

    /// List the known lines instead, of codes (B9, B20..B24) or with a text in their names
    #[arg(long, alias = "list", short_alias = 'l')]
    pub(crate) known: bool,

    #[command(flatten)]
    pub(crate) form: AnswerForm,

    #[command(flatten)]
    pub(crate) reading: Reading,
}
