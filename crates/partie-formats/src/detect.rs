//! Which format a text is in.

/// A format that Partie reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Portable game notation.
    Pgn,
    /// FEN, one a line.
    Fen,
    /// EPD, one a line.
    Epd,
    /// Bughouse PGN.
    Bpgn,
    /// Style 12 lines and the talk of an Internet Chess Server around them.
    Style12,
    /// The text import of Chess Game Player: pairs of squares anywhere in a text.
    ChessGamePlayer,
    /// Any other text with moves in it.
    Scoresheet,
    /// One JSON object a line, Partie's own.
    Ndjson,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 8] = [
        Format::Pgn,
        Format::Fen,
        Format::Epd,
        Format::Bpgn,
        Format::Style12,
        Format::ChessGamePlayer,
        Format::Scoresheet,
        Format::Ndjson,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Fen => "fen",
            Format::Epd => "epd",
            Format::Bpgn => "bpgn",
            Format::Style12 => "style12",
            Format::ChessGamePlayer => "cgp",
            Format::Scoresheet => "text",
            Format::Ndjson => "ndjson",
        }
    }

    /// The format of a name or of a usual file extension.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        Some(match name.to_ascii_lowercase().as_str() {
            "pgn" => Format::Pgn,
            "fen" => Format::Fen,
            "epd" | "perft" => Format::Epd,
            "bpgn" => Format::Bpgn,
            "style12" | "ics" | "log" | "raw" => Format::Style12,
            "cgp" => Format::ChessGamePlayer,
            "text" | "txt" | "scoresheet" => Format::Scoresheet,
            "ndjson" | "jsonl" => Format::Ndjson,
            _ => return None,
        })
    }
}
