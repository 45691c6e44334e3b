//! Texts and games in other formats, as files.

use std::io::Cursor;

use partie_core::NodeId;
use partie_formats::{Format, WriteOptions};
use partie_records::dispatch;
use partie_render::{
    Book, BookOptions, DiagramStyle, Frame, GifOptions, PageOptions, SvgOptions, draw, gif, page,
    svg,
};

use crate::reading::Reading;

/// The most moves of a game that pictures and pages are made of.
const PICTURED: usize = 1000;
/// The most moves of the games of a book.
const PRINTED: usize = 5000;

/// A kind of file that a text can be taken away as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Download {
    /// All games in a text format.
    Text(Format),
    /// The last position of the game that is shown.
    Svg,
    /// The game that is shown, as an animation.
    Gif,
    /// All games, as a book.
    Pdf,
    /// The game that is shown, as a page.
    Html,
}

/// A kind of file that a text can be taken away as, and what it does not keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) kind: Download,
    /// Losses of the game that is shown.
    pub(crate) losses: Vec<String>,
}

impl Offer {
    /// Returns the kinds of files that can be made of a text.
    pub(crate) fn all(reading: &Reading) -> Vec<Offer> {
        let Some(record) = reading.record() else { return Vec::new() };
        let options = WriteOptions::default();
        let offer = |kind: Download| {
            let Download::Text(format) = kind else {
                return Some(Offer { kind, losses: Vec::new() });
            };
            let mut written = Vec::new();
            let lossy = dispatch::write(format, record, "games", &options, &mut written).ok()?;
            // A format of two boards writes nothing of games on one.
            if written.is_empty() {
                return None;
            }
            let losses = lossy.lost.into_iter().map(|loss| loss.0).collect();
            Some(Offer { kind, losses })
        };
        Download::ALL.into_iter().filter_map(offer).collect()
    }
}

/// The name of a format for people.
pub(crate) const fn format_label(format: Format) -> &'static str {
    match format {
        Format::Pgn => "PGN",
        Format::Bpgn => "BPGN",
        Format::Fen => "FEN",
        Format::Epd => "EPD",
        Format::Ndjson => "JSON",
        Format::Style12 => "Style 12",
        Format::Scoresheet => "scoresheet",
        Format::ChessGamePlayer => "Chess Game Player",
    }
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name: of ASCII letters, digits, dots and hyphens.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub content: Vec<u8>,
}

impl Download {
    /// All kinds.
    pub const ALL: [Download; 9] = [
        Download::Text(Format::Pgn),
        Download::Text(Format::Bpgn),
        Download::Text(Format::Epd),
        Download::Text(Format::Ndjson),
        Download::Text(Format::ChessGamePlayer),
        Download::Svg,
        Download::Gif,
        Download::Pdf,
        Download::Html,
    ];

    /// Returns its name in forms.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Download::Text(format) => format.name(),
            Download::Svg => "svg",
            Download::Gif => "gif",
            Download::Pdf => "pdf",
            Download::Html => "html",
        }
    }

    /// Returns true for text formats: a reader in the browser writes them, too.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Download::Text(_))
    }

    /// Returns its name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Download::Text(format) => format_label(format),
            Download::Svg => "SVG",
            Download::Gif => "GIF",
            Download::Pdf => "PDF",
            Download::Html => "HTML",
        }
    }

    /// Returns the kind of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Download> {
        Download::ALL.into_iter().find(|kind| kind.name() == name)
    }

    const fn ending(self) -> (&'static str, &'static str) {
        match self {
            Download::Text(Format::Pgn) => ("pgn", "application/vnd.chess-pgn"),
            Download::Text(Format::Bpgn) => ("bpgn", "text/plain; charset=utf-8"),
            Download::Text(Format::Epd) => ("epd", "text/plain; charset=utf-8"),
            Download::Text(Format::Ndjson) => ("ndjson", "application/x-ndjson"),
            Download::Text(_) => ("txt", "text/plain; charset=utf-8"),
            Download::Svg => ("svg", "image/svg+xml"),
            Download::Gif => ("gif", "image/gif"),
            Download::Pdf => ("pdf", "application/pdf"),
            Download::Html => ("html", "text/html; charset=utf-8"),
        }
    }

    /// Makes the file of a text.
    ///
    /// # Errors
    ///
    /// If a picture or a book cannot be made of it, with the reason.
    pub fn file(self, reading: &Reading) -> Result<File, String> {
        let content = match self {
            Download::Text(_) => return self.text_file(reading),
            Download::Svg | Download::Gif | Download::Html => self.of_game(reading)?,
            Download::Pdf => book(reading)?,
        };
        Ok(self.named_file(reading, content))
    }

    /// Makes the file of a text in a text format. It needs none of the fonts and the encoders of pictures.
    ///
    /// # Errors
    ///
    /// If the kind is none of text, or if nothing can be written in it, with the reason.
    pub fn text_file(self, reading: &Reading) -> Result<File, String> {
        let text = match self {
            Download::Text(format) => reading.converted(format),
            _ => Vec::new(),
        };
        if text.is_empty() {
            return Err(format!("nothing of this text can be written as {}", self.label()));
        }
        Ok(self.named_file(reading, text))
    }

    fn named_file(self, reading: &Reading, content: Vec<u8>) -> File {
        let (ending, media_type) = self.ending();
        let stem = reading.record().map(stem).filter(|stem| !stem.is_empty());
        let stem = stem.unwrap_or_else(|| "games".to_owned());
        File { name: format!("{stem}.{ending}"), media_type, content }
    }

    fn of_game(self, reading: &Reading) -> Result<Vec<u8>, String> {
        let Some(record) = reading.record() else { return Err("there is no game".to_owned()) };
        let game = record.game();
        if game.tree.len() > PICTURED && self != Download::Svg {
            return Err(format!(
                "the game has more than {PICTURED} moves; `partie render` makes files of longer ones"
            ));
        }
        let mut out = Vec::new();
        match self {
            Download::Gif => {
                let style = DiagramStyle::default().players(true);
                let options = GifOptions::default();
                gif::write(Frame::mainline(game), style, &options, &mut out)
                    .map_err(|error| error.to_string())?;
            }
            Download::Html => {
                // Memory does not fail.
                let _ = page::write(game, &PageOptions::default(), &mut out);
            }
            _ => {
                let end = game.tree.mainline_end();
                let node = if game.tree.is_empty() { NodeId::ROOT } else { end };
                let style = DiagramStyle::default().players(true);
                let scene = draw(&Frame::at(game, node), style);
                out = svg::document(&scene, &SvgOptions::default()).into_bytes();
            }
        }
        Ok(out)
    }
}

impl Reading {
    /// Returns all games in a format.
    fn converted(&self, format: Format) -> Vec<u8> {
        let mut out = Vec::new();
        let source = Box::new(Cursor::new(&self.bytes[..]));
        let options = WriteOptions::default();
        for record in dispatch::games(self.layers, source, &self.options).flatten() {
            // Memory does not fail.
            let _ = dispatch::write(format, &record, "games", &options, &mut out);
        }
        out
    }
}

fn book(reading: &Reading) -> Result<Vec<u8>, String> {
    let mut book = Book::new(BookOptions::default());
    let source = Box::new(Cursor::new(&reading.bytes[..]));
    let mut moves = 0;
    for record in dispatch::games(reading.layers, source, &reading.options).flatten() {
        moves += record.game().tree.len();
        if moves > PRINTED {
            return Err(format!(
                "the games have more than {PRINTED} moves; `partie render` makes larger books"
            ));
        }
        book.add(record.game());
    }
    book.finish().map(|finished| finished.file).map_err(|error| error.to_string())
}

/// The players and the year of a game for the name of a file.
fn stem(record: &partie_formats::Record) -> String {
    let tags = &record.game().tags;
    let surname = |name: &str| {
        let value = tags.get(name).unwrap_or_default();
        let surname = value.split([',', ' ']).next().unwrap_or_default();
        surname.chars().filter(char::is_ascii_alphanumeric).take(24).collect::<String>()
    };
    let parts = [surname("White"), surname("Black")];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("-")
}
