//! Names of the formats.

use partie_core::named;

/// A format that Partie reads or writes.
///
/// It is read from its name or from a common file extension, in any letter case:
///
/// ```
/// use partie_formats::Format;
/// assert_eq!("style12".parse(), Ok(Format::Style12));
/// assert_eq!("JSONL".parse(), Ok(Format::Ndjson));
/// assert!("doc".parse::<Format>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Portable game notation.
    Pgn,
    /// FEN, one a line.
    Fen,
    /// EPD, one a line.
    Epd,
    /// Bughouse PGN, two boards in one game.
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
    /// All formats, in the order of the help.
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

    /// Name, file extensions and description.
    const fn facts(self) -> (&'static str, &'static [&'static str], &'static str) {
        match self {
            Format::Pgn => ("pgn", &["pgn"], "Portable Game Notation"),
            Format::Fen => ("fen", &["fen"], "positions, one FEN a line"),
            Format::Epd => ("epd", &["epd", "perft"], "positions with operations, one a line"),
            Format::Bpgn => ("bpgn", &["bpgn"], "bughouse games"),
            Format::Style12 => (
                "style12",
                &["log", "raw", "ics", "debug", "proxy"],
                "transcripts of an Internet Chess Server",
            ),
            Format::ChessGamePlayer => {
                ("cgp", &["cgp"], "pairs of squares anywhere in a text (Chess Game Player)")
            }
            Format::Scoresheet => ("text", &["txt", "text"], "any text with moves in it"),
            Format::Ndjson => ("ndjson", &["ndjson", "jsonl"], "one JSON object a line"),
        }
    }

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Returns the usual file extensions.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        self.facts().1
    }

    /// Returns a description of a few words.
    #[must_use]
    pub const fn describe(self) -> &'static str {
        self.facts().2
    }
}

named!(Format, name, "a format", by_name);

fn by_name(name: &str) -> Option<Format> {
    let name = name.to_ascii_lowercase();
    Format::ALL
        .into_iter()
        .find(|f| f.name() == name || f.extensions().contains(&name.as_str()))
        .or((name == "scoresheet").then_some(Format::Scoresheet))
}
