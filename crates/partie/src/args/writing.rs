//! How games are written: options that all converting commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use partie_core::{Language, Notation};
use partie_formats::{
    Format, Strip, WriteOptions,
    options::{CastlingStyle, EnPassant},
};

use super::choices;

/// Where the games go.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// The file to write; `-` is the standard output
    ///
    /// An existing file is not touched without --force. The file appears when it is
    /// whole. A name that ends in .gz, .zst, .bz2 or .xz packs it. A terminal is shown
    /// pictures of control characters (␛); files and pipes get the bytes.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// The format to write, instead of what the name of OUT says; PGN if it says nothing
    #[arg(short, long, value_name = "FORMAT", value_parser = choices::format())]
    pub(crate) to: Option<Format>,

    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// How games are written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct Writing {
    /// The notation of the moves, where the format leaves a choice
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = choices::notation())]
    pub(crate) notation: Notation,

    /// The language of the piece letters that are written
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) to_lang: Option<Language>,

    /// Leave out parts of the games
    #[arg(long, value_name = "PARTS", value_enum, value_delimiter = ',')]
    pub(crate) strip: Vec<Part>,

    /// Write only the seven tags that every game has (and those of the start position)
    #[arg(long)]
    pub(crate) seven: bool,

    /// The longest line of moves; 0: one line a game
    #[arg(long, value_name = "N", default_value_t = 79)]
    pub(crate) width: usize,

    /// Which en passant squares a FEN shows
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = EnPassantName::Legal)]
    pub(crate) en_passant: EnPassantName,

    /// Write castling rights in a FEN by the files of the rooks (Shredder-FEN)
    #[arg(long)]
    pub(crate) shredder: bool,
}

/// A part of a game that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Comments in words
    Comments,
    /// Variations
    Variations,
    /// Signs such as ! and ?
    Nags,
    /// Clock times
    Clocks,
    /// Judgements of engines
    Evals,
    /// Arrows and coloured squares
    Marks,
    /// All but the seven tags
    Tags,
    /// All of these
    All,
}

/// Which en passant squares are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EnPassantName {
    /// Where a capture is legal
    Legal,
    /// Where a pawn stands beside
    PseudoLegal,
    /// After every double step of a pawn
    Always,
}

impl Writing {
    /// The options of the writers.
    pub(crate) fn options(&self) -> WriteOptions {
        let without = |part| self.strip.contains(&part) || self.strip.contains(&Part::All);
        WriteOptions {
            notation: match self.to_lang {
                Some(language) => self.notation.in_language(language),
                None => self.notation,
            },
            strip: Strip {
                comments: without(Part::Comments),
                variations: without(Part::Variations),
                nags: without(Part::Nags),
                clocks: without(Part::Clocks),
                evals: without(Part::Evals),
                marks: without(Part::Marks),
                tags: without(Part::Tags) || self.seven,
            },
            width: self.width,
            en_passant: match self.en_passant {
                EnPassantName::Legal => EnPassant::Legal,
                EnPassantName::PseudoLegal => EnPassant::PseudoLegal,
                EnPassantName::Always => EnPassant::Always,
            },
            castling: if self.shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen },
        }
    }
}
