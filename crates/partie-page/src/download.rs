//! Texts and games in other formats, as files.

use std::io::Cursor;

use partie_core::{Boards, Game, NodeId, NodeRef, message, walk::WalkEvent};
use partie_formats::{Format, Loss, Record, WriteOptions};
use partie_pgn::bpgn;
use partie_records::dispatch;
use partie_render::{
    Book, BookOptions, DiagramStyle, Frame, GifOptions, SvgOptions, draw, gif, svg,
};

use crate::{picture::encoded, reading::Reading};

/// Maximum number of plies of an animation, which draws each of them.
const ANIMATED: usize = 1000;
/// The most plies of a page.
const PAGED: usize = 4000;
/// The most plies of the games of a book.
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

/// A kind of file that a text can be converted to, and its losses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) kind: Download,
    /// Losses of the game that is shown.
    pub(crate) losses: Vec<Loss>,
    /// The most moves that the file can have, if the text has more.
    pub(crate) most_moves: Option<u64>,
}

impl Offer {
    /// Returns the kinds of files that can be made of a text.
    pub(crate) fn all(reading: &Reading) -> Vec<Offer> {
        let Some(record) = reading.record() else { return Vec::new() };
        let options = WriteOptions::default();
        let offer = |kind: Download| {
            let Download::Text(format) = kind else {
                let most = kind.most_plies().filter(|most| kind.plies(reading) > *most);
                let most_moves = most.map(|most| most as u64 / 2);
                let losses = kind.unprinted(record.game());
                return Some(Offer { kind, losses, most_moves });
            };
            let mut written = Vec::new();
            let lossy = dispatch::write(format, record, "games", &options, &mut written).ok()?;
            // A format for two boards cannot write games on one.
            if written.is_empty() {
                return None;
            }
            let losses = lossy.lost;
            Some(Offer { kind, losses, most_moves: None })
        };
        Download::ALL.into_iter().filter_map(offer).collect()
    }
}

/// Returns a format's name as displayed.
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
    /// Its name: of letters of any script, digits, dots and hyphens.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub content: Vec<u8>,
}

impl File {
    /// Makes the file of a game as PGN, or of bughouse as BPGN.
    #[must_use]
    pub fn of_game(game: &Game) -> File {
        let options = WriteOptions::default();
        let mut content = Vec::new();
        // Memory does not fail.
        let format = if matches!(game.start, Boards::Two(_)) {
            let _ = bpgn::write(game, &options, &mut content);
            Format::Bpgn
        } else {
            let _ = partie_pgn::write(game, &options, &mut content);
            Format::Pgn
        };
        Download::Text(format).named_file(Some(game), content)
    }

    /// Returns the value of the header `Content-Disposition` (RFC 6266): the name in UTF-8, and before it the
    /// ASCII letters of it for old programs.
    #[must_use]
    pub fn disposition(&self) -> String {
        let File { name, .. } = self;
        let plain: String = name.chars().filter(char::is_ascii).collect();
        if plain == *name {
            return format!("attachment; filename=\"{name}\"");
        }
        let plain = plain.trim_start_matches('-');
        let plain = if plain.starts_with('.') { format!("games{plain}") } else { plain.to_owned() };
        format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{}", encoded(name))
    }
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

    /// Returns its name as displayed.
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

    /// The most plies that a file can be made of.
    const fn most_plies(self) -> Option<usize> {
        match self {
            Download::Text(_) | Download::Svg => None,
            Download::Gif => Some(ANIMATED),
            Download::Html => Some(PAGED),
            Download::Pdf => Some(PRINTED),
        }
    }

    /// Parts of a game that its text in a page or a book does not show.
    fn unprinted(self, game: &Game) -> Vec<Loss> {
        let has = |part: fn(NodeRef<'_>) -> bool| {
            game.walk().any(|event| match event {
                WalkEvent::Move { node, .. } => part(game.node(node)),
                _ => false,
            })
        };
        let mut lost = Vec::new();
        if self == Download::Pdf && has(|node| node.clock().is_some()) {
            lost.push(Loss(message!("clocks")));
        }
        if matches!(self, Download::Pdf | Download::Html) && has(|node| node.eval().is_some()) {
            lost.push(Loss(message!("evaluations")));
        }
        lost
    }

    /// Number of plies of a text that the file would have.
    fn plies(self, reading: &Reading) -> usize {
        let game = reading.record().map(Record::game);
        match self {
            Download::Pdf => reading.plies,
            Download::Gif => game.map_or(0, Game::ply_count),
            _ => game.map_or(0, |game| game.tree.len()),
        }
    }

    /// Makes the file of a text; `page` makes the [page](crate::AlonePage) of a game.
    ///
    /// # Errors
    ///
    /// If a picture or a book cannot be made of it, with the reason.
    pub fn file(self, reading: &Reading, page: &dyn Fn(&Game) -> String) -> Result<File, String> {
        if let Some(most) = self.most_plies().filter(|most| self.plies(reading) > *most) {
            let most = most / 2;
            return Err(format!("more than {most} moves; `partie render` makes longer files"));
        }
        let content = match self {
            Download::Text(_) => return self.text_file(reading),
            Download::Pdf => book(reading)?,
            Download::Svg | Download::Gif | Download::Html => self.of_game(reading, page)?,
        };
        Ok(self.file_of(reading, content))
    }

    /// Makes the file of a text in a text format. It needs none of the fonts and the encoders of pictures.
    ///
    /// # Errors
    ///
    /// Fails, with the reason, if it is not a text format or cannot hold the text.
    pub fn text_file(self, reading: &Reading) -> Result<File, String> {
        let text = match self {
            Download::Text(format) => reading.converted(format),
            _ => Vec::new(),
        };
        if text.is_empty() {
            return Err(format!("nothing of this text can be written as {}", self.label()));
        }
        Ok(self.file_of(reading, text))
    }

    /// Makes the file of a text, named after the players of its game; with several games, after the
    /// uploaded file.
    fn file_of(self, reading: &Reading, content: Vec<u8>) -> File {
        let has_all = matches!(self, Download::Text(_) | Download::Pdf);
        if has_all && reading.games > 1 {
            return self.stem_file(reading.name.as_deref().map(plain_stem).as_deref(), content);
        }
        self.named_file(reading.record().map(Record::game), content)
    }

    fn named_file(self, game: Option<&Game>, content: Vec<u8>) -> File {
        self.stem_file(game.map(stem).as_deref(), content)
    }

    fn stem_file(self, stem: Option<&str>, content: Vec<u8>) -> File {
        let (ending, media_type) = self.ending();
        let stem = stem.filter(|stem| !stem.is_empty()).unwrap_or("games");
        File { name: format!("{stem}.{ending}"), media_type, content }
    }

    fn of_game(self, reading: &Reading, page: &dyn Fn(&Game) -> String) -> Result<Vec<u8>, String> {
        let Some(record) = reading.record() else { return Err("there is no game".to_owned()) };
        let game = record.game();
        let mut out = Vec::new();
        match self {
            Download::Gif => {
                let style = DiagramStyle::default().players(true);
                let options = GifOptions::default();
                gif::write(Frame::mainline(game), style, &options, &mut out)
                    .map_err(|error| error.to_string())?;
            }
            Download::Html => {
                out = page(game).into_bytes();
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
    for record in dispatch::games(reading.layers, source, &reading.options).flatten() {
        book.add(record.parsed.value);
    }
    book.finish().map(|finished| finished.file).map_err(|error| error.to_string())
}

/// The name of a file without its ending: letters, digits, and hyphens for all else.
fn plain_stem(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = stem.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").chars().take(60).collect()
}

/// The players of a game for the name of a file.
fn stem(game: &Game) -> String {
    let surname = |name: &str| {
        let value = game.tags.get(name).unwrap_or_default();
        let surname = value.split([',', ' ']).next().unwrap_or_default();
        surname.chars().filter(|c| c.is_alphanumeric()).take(24).collect::<String>()
    };
    let parts = [surname("White"), surname("Black")];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str) -> Reading {
        Reading::of(text.as_bytes(), None, 1).expect("a text")
    }

    #[test]
    fn files_have_the_names_of_the_players() {
        for (white, black, expected) in [
            (
                "Hübner, Robert",
                "O'Brien, A",
                "filename=\"Hbner-OBrien.pgn\"; filename*=UTF-8''H%C3%BCbner-OBrien.pgn",
            ),
            (
                "Ångström",
                "Żółć",
                "filename=\"ngstrm-.pgn\"; filename*=UTF-8''%C3%85ngstr%C3%B6m-%C5%BB%C3%B3%C5%82%C4%87.pgn",
            ),
            ("Żółć", "", "filename=\"games.pgn\"; filename*=UTF-8''%C5%BB%C3%B3%C5%82%C4%87.pgn"),
            ("a\\\"/../b;", "?", "filename=\"ab.pgn\""),
            ("", "", "filename=\"games.pgn\""),
        ] {
            let text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n");
            let file = Download::Text(Format::Pgn).text_file(&reading(&text)).expect("a file");
            assert_eq!(file.disposition(), format!("attachment; {expected}"), "{white} {black}");
        }
    }

    #[test]
    fn files_of_several_games_have_the_name_of_the_text() {
        let one = "[White \"Adam\"]\n[Black \"Bo\"]\n\n1. e4 *\n\n";
        for (games, file, expected) in [
            (1, Some("club.pgn"), ["Adam-Bo.pgn", "Adam-Bo.svg", "Adam-Bo.pdf"]),
            (
                2,
                Some("club_2024 (Köln).v2.pgn"),
                ["club-2024-Köln-v2.pgn", "Adam-Bo.svg", "club-2024-Köln-v2.pdf"],
            ),
            (2, Some("../.pgn"), ["games.pgn", "Adam-Bo.svg", "games.pdf"]),
            (2, None, ["games.pgn", "Adam-Bo.svg", "games.pdf"]),
        ] {
            let reading = Reading::of(one.repeat(games).as_bytes(), file, 2).expect("a text");
            let kinds = [Download::Text(Format::Pgn), Download::Svg, Download::Pdf];
            let names =
                kinds.map(|kind| kind.file(&reading, &|_| String::new()).expect("a file").name);
            assert_eq!(names, expected, "{games} {file:?}");
        }
    }

    #[test]
    fn files_that_a_text_is_too_long_for_are_said_before() {
        for (plies, refused) in
            [(1000, ""), (1001, "gif 500"), (5001, "gif 500, pdf 2500, html 2000")]
        {
            let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(plies);
            let moves = moves.collect::<Vec<_>>().join(" ");
            let reading = reading(&format!("[White \"a\"]\n\n{moves} *\n"));
            let mut said = Vec::new();
            for Offer { kind, most_moves, .. } in Offer::all(&reading) {
                let Some(most) = most_moves else { continue };
                said.push(format!("{} {most}", kind.name()));
                let error = kind.file(&reading, &|_| String::new()).expect_err("too long");
                assert!(error.starts_with(&format!("more than {most} moves")), "{error}");
            }
            assert_eq!(said.join(", "), refused);
        }
    }
}
