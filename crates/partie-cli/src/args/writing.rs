//! Writing options, shared by all commands that convert.

use std::path::PathBuf;

use clap::{
    Args, ValueEnum, ValueHint,
    builder::{PossibleValue, TypedValueParser},
};
use partie_core::{Language, Notation};
use partie_formats::{
    Format, Strip, WriteOptions,
    options::{CastlingStyle, EnPassant},
};

use super::choices;

/// Destination of games.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// Output file; `-` for standard output
    ///
    /// An existing file is only overwritten with --force. The file appears once it is
    /// complete. The extensions .gz, .zst, .bz2 and .xz select compression. On a terminal,
    /// control characters are shown as pictures (␛); files and pipes get the raw bytes.
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Output format [default: by the extension of OUT, else pgn]
    #[arg(short, long, value_name = "FORMAT", value_parser = output_format())]
    pub(crate) to: Option<OutputFormat>,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Format that games are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Text of games.
    Format(Format),
    /// A table of games.
    Table(TableFormat),
}

/// Format of a table with a row for each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    /// Lines of values with commas.
    Csv,
    /// Columns in Parquet.
    Parquet,
}

/// Parses a format of text.
pub(super) fn text_format() -> impl TypedValueParser<Value = OutputFormat> {
    choices::one_of(formats_of_text().collect())
}

fn formats_of_text() -> impl Iterator<Item = (PossibleValue, OutputFormat)> {
    Format::ALL.into_iter().map(|f| (choices::format_word(f), OutputFormat::Format(f)))
}

/// Parses a format that games are written in.
fn output_format() -> impl TypedValueParser<Value = OutputFormat> {
    let tables = [
        ("csv", "a table for spreadsheets, one row a game", TableFormat::Csv),
        ("parquet", "columns for pandas, DuckDB and the like", TableFormat::Parquet),
    ];
    let tables = tables.map(|(name, help, table)| {
        (PossibleValue::new(name).help(help), OutputFormat::Table(table))
    });
    choices::one_of(formats_of_text().chain(tables).collect())
}

impl Target {
    /// Returns the format of a table, if `--to` or the name of OUT asks for one.
    pub(crate) fn table(&self) -> Option<TableFormat> {
        match self.to {
            Some(OutputFormat::Table(table)) => return Some(table),
            Some(OutputFormat::Format(_)) => return None,
            None => {}
        }
        let name = self.output.file_name()?.to_str()?.to_ascii_lowercase();
        let packed = [".gz", ".zst", ".bz2", ".xz"].iter().find_map(|end| name.strip_suffix(end));
        match packed.unwrap_or(&name).rsplit_once('.')?.1 {
            "csv" => Some(TableFormat::Csv),
            "parquet" => Some(TableFormat::Parquet),
            _ => None,
        }
    }

    /// Returns the format of text that `--to` asks for.
    pub(crate) const fn format(&self) -> Option<Format> {
        match self.to {
            Some(OutputFormat::Format(format)) => Some(format),
            _ => None,
        }
    }
}

/// Options for writing games.
#[derive(Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct Writing {
    /// Notation of moves
    ///
    /// FEN, EPD and other formats allow no choice.
    #[arg(long, value_name = "NOTATION", default_value = "san", value_parser = choices::notation())]
    pub(crate) notation: Notation,

    /// Language of piece letters in the output
    #[arg(long, value_name = "LANGUAGE", value_parser = choices::language())]
    pub(crate) to_lang: Option<Language>,

    /// Omit parts of the games, separated by commas
    #[arg(long, value_name = "PARTS", value_enum, value_delimiter = ',')]
    pub(crate) strip: Vec<GamePart>,

    /// Write only the Seven Tag Roster and the tags of the start position
    #[arg(long)]
    pub(crate) seven: bool,

    /// Maximum length of a line of moves; 0 for one line per game
    #[arg(long, value_name = "N", default_value_t = 79)]
    pub(crate) width: usize,

    /// When a FEN shows the en passant square
    #[arg(long, value_name = "WHEN", value_parser = en_passant(), default_value = "legal")]
    pub(crate) en_passant: EnPassant,

    /// Write castling rights in a FEN by the files of the rooks (Shredder-FEN)
    #[arg(long)]
    pub(crate) shredder: bool,
}

/// Part of a game that can be omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GamePart {
    /// Comments
    Comments,
    /// Variations
    Variations,
    /// Glyphs such as ! and ?
    Nags,
    /// Clock times
    Clocks,
    /// Engine evaluations
    Evals,
    /// Arrows and coloured squares
    Marks,
    /// Commands in comments, such as [%clk 0:05:00]: clocks, evals, marks and all others
    Commands,
    /// All tags but the Seven Tag Roster
    Tags,
    /// All of the above
    All,
}

/// Parses the condition under which a FEN shows the en passant square.
fn en_passant() -> impl TypedValueParser<Value = EnPassant> {
    choices::described([
        ("legal", "If an en passant capture is legal", EnPassant::Legal),
        ("pseudo-legal", "If an enemy pawn is in a position to capture", EnPassant::PseudoLegal),
        ("always", "After every double pawn step", EnPassant::Always),
    ])
}

impl Writing {
    /// Returns the options of the writers.
    pub(crate) fn options(&self) -> WriteOptions {
        let without = |part| self.strip.contains(&part) || self.strip.contains(&GamePart::All);
        let commands = without(GamePart::Commands);
        let notation = match self.to_lang {
            Some(language) => self.notation.in_language(language),
            None => self.notation,
        };
        let strip = Strip {
            comments: without(GamePart::Comments),
            variations: without(GamePart::Variations),
            nags: without(GamePart::Nags),
            clocks: commands || without(GamePart::Clocks),
            evals: commands || without(GamePart::Evals),
            marks: commands || without(GamePart::Marks),
            other_commands: commands,
            tags: without(GamePart::Tags) || self.seven,
        };
        let castling = if self.shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        WriteOptions::default()
            .notation(notation)
            .strip(strip)
            .width(self.width)
            .en_passant(self.en_passant)
            .castling(castling)
    }
}
