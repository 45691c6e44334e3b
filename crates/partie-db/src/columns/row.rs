//! Rows: one game, converted to the values of its columns.

use partie_core::{Boards, Game, Outcome, Variant, openings::Opening, rules::PositionKey};

use super::{
    Table,
    coded::{Coded, start, stored_variant},
    moves,
    notes::{self, CommentStyle, Notes, Taken},
    tag_texts::TagTexts,
};
use crate::identity::RecordDigest;
use partie_formats::{GameView, Loss, Record, WriteOptions};
use partie_pgn::{
    LentGame,
    parallel::Relocate,
    view::{GameSink, append_pgn},
};
use partie_records::ndjson;

/// Values of the columns for one game. Rows are made by many threads and put into a
/// [`Batch`](super::Batch) by [`push`](super::Batch::push).
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The byte with which it begins, from 0.
    pub byte: u64,
    /// Parts of the game that no column holds.
    pub lost: Vec<Loss>,
    tags: TagTexts,
    pub(super) variant: Variant,
    pub(super) start: Option<String>,
    pub(super) outcome: Outcome,
    pub(super) reason: Option<String>,
    pub(super) plies: usize,
    /// ASCII, with a space before each move.
    pub(super) uci: Vec<u8>,
    pub(super) binary: Vec<u8>,
    pub(super) notes: Notes,
    pub(super) unread: Option<String>,
    pub(super) code: Option<Vec<u8>>,
    pub(super) movetext: Option<String>,
    pub(super) style: CommentStyle,
    /// Opening of the moves.
    pub(super) opening: Option<Opening>,
    /// Default unless the whole game is stored.
    digest: RecordDigest,
    /// Keys of the positions of the main line, the first one before the first move; none in
    /// [`Table::File`], and in games of two boards.
    pub keys: Vec<PositionKey>,
}

impl Row {
    /// Returns the row of a record. Only the options that leave out parts of games
    /// ([`Strip`](partie_formats::Strip)) apply.
    #[must_use]
    pub fn of(record: &Record, options: &WriteOptions) -> Row {
        Row::of_game(record.game(), RowParts::of(Table::File), options).at(record)
    }

    /// Returns the row of a record for [`Table::Library`], which holds the whole game.
    #[must_use]
    pub fn of_library(record: &Record) -> Row {
        let parts = RowParts::of(Table::Library);
        Row::of_game(record.game(), parts, &WriteOptions::default()).at(record)
    }

    /// Returns parts of the row of a game, before its place is known: the number, the line and the
    /// byte are 0.
    #[must_use]
    pub fn of_game(game: &impl GameView, parts: RowParts, options: &WriteOptions) -> Row {
        let mut plies = Vec::new();
        if parts.needs_moves() {
            plies.reserve(128);
            game.main_plies().for_each(|ply| plies.push(ply));
        }
        let [uci, binary] = if parts.uci || parts.binary {
            moves::columns(game.start(), &plies, parts.uci)
        } else {
            [Vec::new(), Vec::new()]
        };
        let (variant, start) = (stored_variant(game), start(game));
        let Coded { code, keys, opening } = if parts.code {
            Coded::of(game, variant, start.as_deref(), &plies)
        } else {
            Coded::default()
        };
        let variant = if parts.library { variant } else { game.variant() };
        let plies = plies.len();
        let others = || game.opening().filter(|_| parts.opening && code.is_none());
        let opening = opening.or_else(|| others().map(|(opening, _)| opening));
        let Taken { notes, lost, style } = if parts.notes {
            notes::of(game, plies, options.strip, parts.library)
        } else {
            Taken::default()
        };
        let movetext =
            (parts.library && (style.is_none() || has_two_boards(game))).then(|| movetext(game));
        let mut tags = TagTexts::new();
        let kept = |name: &str| !options.strip.tags || is_needed(name);
        for (name, value) in game.tags().filter(|(name, _)| kept(name)) {
            tags.push(name, value);
        }
        let row = Row {
            number: 0,
            line: 0,
            byte: 0,
            lost,
            tags,
            variant,
            start,
            outcome: game.outcome(),
            reason: reason(game),
            plies,
            uci,
            binary,
            notes,
            unread: game.unread().map(str::to_owned),
            code,
            movetext,
            digest: RecordDigest::default(),
            style: style.unwrap_or_default(),
            opening,
            keys,
        };
        let digest = if parts.library { row.made_digest() } else { row.digest };
        Row { digest, ..row }
    }

    /// Returns the moves of the main line in two bytes each ([`moves`]).
    pub fn packed_moves(&self) -> impl Iterator<Item = u16> {
        self.binary.as_chunks().0.iter().map(|move_| u16::from_le_bytes(*move_))
    }

    /// Returns the data by which other records of the game are found.
    pub(crate) const fn digest(&self) -> &RecordDigest {
        &self.digest
    }

    /// Returns the same row with the place of a record.
    #[must_use]
    pub fn at(self, record: &Record) -> Row {
        Row { number: record.number, line: record.line, byte: record.byte, ..self }
    }

    /// Returns the same row with another place in bytes, of a stream that was not read from its
    /// beginning.
    #[must_use]
    pub fn at_byte(self, byte: u64) -> Row {
        Row { byte, ..self }
    }

    /// Returns the row of a game that is lent, with its place. Parts that are not wanted are empty.
    #[must_use]
    pub fn of_lent(game: &LentGame<'_>, parts: RowParts) -> Row {
        let LentGame { number, line, byte, .. } = *game;
        let sink = RowSink { parts, options: WriteOptions::default() };
        Row { number, line, byte, ..game.view.give(&sink, &mut Vec::new()) }
    }

    /// Returns the tags of the game.
    pub(super) fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter()
    }

    /// Returns the variant of the game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }
}

/// Makes rows of games; their places are set by [`Row::at`].
#[derive(Clone, Debug, Default)]
pub struct RowSink {
    /// Parts that are made.
    pub parts: RowParts,
    /// Options; only those that leave out parts of games apply.
    pub options: WriteOptions,
}

/// Parts of rows that are made, since some columns are filled from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowParts {
    uci: bool,
    binary: bool,
    code: bool,
    notes: bool,
    plies: bool,
    opening: bool,
    /// True if the whole game is stored.
    library: bool,
}

impl RowParts {
    /// Returns the parts that the columns of a table are filled from.
    #[must_use]
    pub fn of(table: Table) -> RowParts {
        let library = table == Table::Library;
        RowParts {
            uci: !library,
            binary: true,
            code: library,
            notes: true,
            plies: true,
            opening: true,
            library,
        }
    }

    /// Returns the parts that columns of some names are filled from. Columns that bring back the movetext
    /// of a library's games are not among them.
    pub(super) fn of_columns(has: impl Fn(&str) -> bool) -> RowParts {
        let lists = ["clocks", "move_times", "evals", "mates"];
        RowParts {
            uci: has("moves"),
            binary: has("moves_binary") || has("wide"),
            code: has("code"),
            notes: lists.into_iter().any(&has),
            plies: has("plies"),
            opening: has("eco_moves") || has("opening_moves"),
            library: false,
        }
    }

    /// Returns true if they are made of moves.
    #[must_use]
    pub const fn needs_moves(self) -> bool {
        self.uci || self.binary || self.code || self.notes || self.plies || self.opening
    }
}

impl Default for RowParts {
    fn default() -> RowParts {
        RowParts::of(Table::File)
    }
}

impl GameSink for RowSink {
    type Made = Row;

    fn needs_moves(&self) -> bool {
        self.parts.needs_moves()
    }

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Row {
        Row::of_game(game, self.parts, &self.options)
    }
}

impl Relocate for Row {
    fn offset_by(&mut self, records: u64, lines: u64) {
        self.number += records;
        self.line += lines;
    }
}

/// Returns true if a tag stays when only the roster is kept.
fn is_needed(name: &str) -> bool {
    partie_core::tags::ROSTER.contains(&name) || matches!(name, "FEN" | "SetUp" | "Variant")
}

fn has_two_boards(game: &impl GameView) -> bool {
    matches!(game.start(), Some(Boards::Two(_)))
}

/// Returns the movetext of a game in export format, of two boards with its tags, whose order counts
/// there. What could not be read has a column of its own.
fn movetext(game: &impl GameView) -> String {
    if game.unread().is_some() {
        let game = Game { unread: None, ..game.to_game().into_owned() };
        return movetext(&game);
    }
    let mut options = WriteOptions::default();
    let mut text = Vec::new();
    if has_two_boards(game) {
        // Memory does not fail.
        let _ = partie_pgn::bpgn::write(&game.to_game(), &options, &mut text);
    } else {
        options.strip.tags = true;
        append_pgn(game, &options, &mut text);
        let tags = memchr::memmem::find(&text, b"\n\n").map_or(0, |at| at + 2);
        text.drain(..tags);
    }
    String::from_utf8(text)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns the reason for the end of the game, if it is known.
pub(crate) fn reason(game: &impl GameView) -> Option<String> {
    game.termination().as_deref().map(ndjson::termination_name)
}
