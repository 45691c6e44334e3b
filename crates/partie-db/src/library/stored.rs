//! Games of a library that can be queried.

use std::{borrow::Cow, cell::OnceCell, ops::Range};

use partie_core::{
    BoardId, Boards, CommentPlace, Game, Outcome, Ply, Termination, Tree, Variant,
    openings::{self, Opening},
    rules::fast::FastBoard,
};
use partie_formats::{
    GameView, Loss, Record, WriteOptions,
    view::{Event, Extras, Note, PlayedMove},
};
use partie_pgn::view::{GameSink, PgnSink, append_movetext, append_parts};
use partie_records::ndjson;

use super::{Result, lanes::Rows, replayed::start_of};
use crate::{
    columns::{
        Batch, Column, CommentStyle, CommentTexts, MoveComments, OF_COMMENTS, TagTexts,
        number_column, place_of, replayed, tag_column, tag_columns, variant_of,
    },
    query::{Clocks, OpeningSink, Subject, Text},
};

/// A game of a library, lent by a search.
pub struct StoredGame<'a> {
    /// Number in the library, from 1.
    pub number: u64,
    view: StoredView<'a>,
}

impl std::fmt::Debug for StoredGame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredGame").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<'a> StoredGame<'a> {
    pub(super) fn new(rows: &'a Rows<'a>, row: usize) -> StoredGame<'a> {
        let number = rows.number(row);
        let (tags, game, text) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        StoredGame { number, view: StoredView { number, rows, row, tags, game, text } }
    }

    /// Calls a function with the game and returns its value.
    ///
    /// # Errors
    ///
    /// Fails if a part that the function used cannot be read or is damaged.
    pub fn read<T>(&self, function: impl FnOnce(&StoredView<'a>) -> T) -> Result<T> {
        self.view.rows.sound(function(&self.view))
    }

    /// Returns the game as a record without text, with its number in the library and its place in
    /// the imported file.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or is damaged.
    pub fn record(&self) -> Result<Record> {
        const LINE: usize = place_of("line");
        self.read(|view| {
            let (line, (_, byte)) = (view.count(LINE), view.origin());
            Record { line, byte, ..Record::of_game(view.game().clone(), self.number) }
        })
    }

    /// Returns its row, from 0, and the batch that it is in, with all columns.
    pub(super) fn whole_row(&self) -> Result<(&Batch, usize)> {
        let StoredView { rows, row, .. } = self.view;
        rows.sound((rows.whole(), row))
    }
}

/// The content of a game of a library, lent by [`StoredGame::read`]. Only the columns that are used
/// are read.
pub struct StoredView<'a> {
    number: u64,
    rows: &'a Rows<'a>,
    row: usize,
    tags: OnceCell<TagTexts>,
    game: OnceCell<Game>,
    text: OnceCell<Vec<u8>>,
}

impl std::fmt::Debug for StoredView<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredView").field("number", &self.number).finish_non_exhaustive()
    }
}

impl StoredView<'_> {
    /// Returns the file that it was imported from, and the byte with which it began there, from 0.
    #[must_use]
    pub fn origin(&self) -> (&str, u64) {
        const FILE: usize = place_of("file");
        const BYTE: usize = place_of("byte");
        (self.words(FILE).unwrap_or_default(), self.count(BYTE))
    }

    /// Returns its main line in the [code](partie_core::moves::code), with the initial position unless
    /// it is the usual one, or the library was made by an earlier version; `None` if its moves have no
    /// code.
    #[must_use]
    pub fn code(&self) -> Option<&[u8]> {
        const CODE: usize = place_of("code");
        self.bytes(CODE)
    }

    /// Returns the number of plies of its mainline.
    #[must_use]
    pub fn plies(&self) -> usize {
        const PLIES: usize = place_of("plies");
        self.count(PLIES) as usize
    }

    /// Returns the number in a column that has no negative ones; 0 if there is none.
    fn count(&self, at: usize) -> u64 {
        let number = self.rows.column(at).and_then(|column| column.number(self.row));
        number.and_then(|number| number.try_into().ok()).unwrap_or(0)
    }

    /// Returns the text in a column.
    fn words(&self, at: usize) -> Option<&str> {
        self.rows.column(at).and_then(|column| column.text(self.row))
    }

    fn bytes(&self, at: usize) -> Option<&[u8]> {
        self.rows.column(at).and_then(|column| column.bytes(self.row))
    }

    /// Returns the comments of a game without stored movetext.
    fn comments(&self) -> MoveComments<'_> {
        const LISTS: [usize; OF_COMMENTS.len()] = [
            place_of(OF_COMMENTS[0]),
            place_of(OF_COMMENTS[1]),
            place_of(OF_COMMENTS[2]),
            place_of(OF_COMMENTS[3]),
        ];
        const STYLE: [usize; 2] = [place_of("comment_spaces"), place_of("short_evals")];
        let number = |at| self.rows.column(at).and_then(|column| column.number(self.row));
        MoveComments {
            lists: LISTS.map(|at| self.list(at).unwrap_or_default()),
            style: CommentStyle::of(STYLE.map(number)),
        }
    }

    /// Returns the movetext, of games whose columns do not restore it.
    fn movetext(&self) -> Option<&str> {
        const MOVETEXT: usize = place_of("movetext");
        self.words(MOVETEXT)
    }

    /// Appends what a sink writes of the game, and returns what the sink makes.
    pub fn append<S: GameSink>(&self, sink: &S, text: &mut Vec<u8>) -> S::Made {
        let (variant, start) = (self.variant(), self.start());
        let (moves, comments) = (OnceCell::new(), OnceCell::new());
        sink.make(&StoredMoves { game: self, variant, start, moves, comments }, text)
    }

    /// Returns the list in a column.
    fn list(&self, at: usize) -> Option<&[Option<i32>]> {
        self.rows.column(at).and_then(|column| column.numbers(self.row))
    }

    /// Returns the rules by which it was played.
    #[must_use]
    pub fn variant(&self) -> Variant {
        const VARIANT: usize = place_of("variant");
        variant_of(self.words(VARIANT))
    }

    /// Returns the start position; `None` for standard chess.
    fn start(&self) -> Option<Boards> {
        const FEN: usize = place_of("fen");
        start_of(self.variant(), self.words(FEN))
    }

    fn all_tags(&self) -> &TagTexts {
        self.tags.get_or_init(|| self.rows.tags().tag_texts(self.row))
    }
}

/// Returns the comments of a movetext in export format, in which every line end stands for a space.
fn comments_of(mut movetext: &str) -> impl Iterator<Item = Cow<'_, str>> {
    std::iter::from_fn(move || {
        let (_, from) = movetext.split_once('{')?;
        let (comment, rest) = from.split_once('}').unwrap_or((from, ""));
        movetext = rest;
        Some(if comment.contains('\n') {
            comment.replace('\n', " ").into()
        } else {
            comment.into()
        })
    })
}

/// Returns a game as PGN, or as BPGN if it has two boards.
pub(super) fn written(game: &Game) -> Vec<u8> {
    let (mut text, options) = (Vec::new(), WriteOptions::default());
    // Memory does not fail.
    let _ = match game.start {
        Boards::One(_) => partie_pgn::write(game, &options, &mut text),
        Boards::Two(_) => partie_pgn::bpgn::write(game, &options, &mut text),
    };
    text
}

impl Subject for StoredView<'_> {
    fn file(&self) -> &str {
        self.origin().0
    }

    fn id(&self) -> Option<u64> {
        Some(self.number)
    }

    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all_tags().iter()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        match tag_column(name) {
            Some(at) => self.words(at),
            None => self.tags().find(|(known, _)| *known == name).map(|(_, value)| value),
        }
    }

    fn number(&self, tag: &str) -> Option<i64> {
        const TAGS: usize = place_of("tags");
        let Some(at) = number_column(tag) else { return self.known(tag)?.parse().ok() };
        let number = self.rows.column(at).and_then(|column| column.number(self.row));
        number.or_else(|| {
            // Spelled in another way than numbers are.
            let mut others = self.rows.column(TAGS)?.pairs(self.row);
            others.find(|(name, _)| *name == tag)?.1.trim().parse().ok()
        })
    }

    fn outcome(&self) -> Outcome {
        const RESULT: usize = place_of("result");
        self.words(RESULT).and_then(Outcome::from_pgn).unwrap_or_default()
    }

    fn text(&self) -> &[u8] {
        self.text.get_or_init(|| {
            if self.variant() == Variant::Bughouse {
                return written(self.game());
            }
            let mut text = Vec::new();
            self.append(&PgnSink { options: WriteOptions::default() }, &mut text);
            text
        })
    }

    fn game(&self) -> &Game {
        self.game.get_or_init(|| self.rows.whole().game(self.row))
    }

    fn view<S: GameSink>(&self, sink: &S) -> S::Made {
        self.append(sink, &mut Vec::new())
    }

    fn opening_of_moves(&self) -> Option<Opening> {
        const CODE: usize = place_of("eco_moves");
        const NAME: usize = place_of("opening_moves");
        let by_moves = || self.append(&OpeningSink, &mut Vec::new());
        // Tables of earlier versions do not have the columns, and may have other names.
        if self.rows.column(CODE).is_none() {
            return by_moves();
        }
        openings::named(self.words(CODE)?, self.words(NAME)?).or_else(by_moves)
    }

    fn clocks(&self) -> Clocks {
        const LISTS: [usize; 2] = [place_of("clocks"), place_of("move_times")];
        let lists = LISTS.map(|at| self.list(at));
        if lists == [None; 2] {
            return Clocks::default();
        }
        Clocks::new(self.start().as_ref(), lists.map(Option::unwrap_or_default))
    }

    fn has_text(&self, text: &Text) -> bool {
        const TAGS: usize = place_of("tags");
        const FEN: usize = place_of("fen");
        const UNREAD: usize = place_of("unread");
        let variant = self.variant();
        // What was not read is written with words about it.
        let is_whole = variant != Variant::Bughouse && self.words(UNREAD).is_none();
        if !is_whole || !text.is_in_values_only() {
            return text.is_in(&String::from_utf8_lossy(self.text()));
        }
        let words = |at| self.words(at).is_some_and(|words| text.is_in(words));
        let others = |column: &Column| {
            column.pairs(self.row).any(|(name, value)| text.is_in(name) || text.is_in(value))
        };
        tag_columns().any(words)
            || self.rows.column(TAGS).is_some_and(others)
            || variant != Variant::Standard && text.is_in(variant.name())
            || words(FEN)
            || self.has_comment(text)
    }

    fn has_comment(&self, text: &Text) -> bool {
        if let Some(movetext) = self.movetext() {
            return comments_of(movetext).any(|comment| text.is_in(&comment));
        }
        let has_it = |comment: &str| !comment.is_empty() && text.is_in(comment);
        text.may_be_in_commands() && self.comments().texts().iter().any(has_it)
    }
}

/// A game of a library whose moves are replayed without its tree.
struct StoredMoves<'a> {
    game: &'a StoredView<'a>,
    variant: Variant,
    start: Option<Boards>,
    /// Its main line, if it was decoded with the letters of the moves.
    moves: OnceCell<Option<Vec<PlayedMove>>>,
    comments: OnceCell<CommentTexts>,
}

impl StoredMoves<'_> {
    /// Returns the moves of a game of orthodox chess with their letters; `None` if some have none.
    fn lettered(&self) -> Option<&[PlayedMove]> {
        let decode = || {
            let mut board = match &self.start {
                None => FastBoard::new(),
                Some(start) => FastBoard::from_position(start.first())?,
            };
            let plies = replayed(self.start.as_ref(), self.game.code()?)?;
            let lettered = |ply| {
                let Ply::Move(m) = ply else { return None };
                Some(PlayedMove { board: BoardId::A, ply, san: Some(board.write(m)?) })
            };
            let mut moves = Vec::with_capacity(self.game.plies());
            for played in plies.map(lettered) {
                moves.push(played?);
            }
            Some(moves)
        };
        self.moves.get_or_init(decode).as_deref()
    }

    /// Returns the moves and comments of a game whose movetext is not stored; `None` of others.
    fn parts(&self) -> Option<impl Iterator<Item = Event<'_>>> {
        if self.game.movetext().is_some() || self.variant == Variant::Bughouse {
            return None;
        }
        self.game.code()?;
        let mut comments = self.comments.get_or_init(|| self.game.comments().texts()).iter();
        let (mut moves, mut comment) = (self.mainline(), None);
        Some(std::iter::from_fn(move || {
            if let Some(text) = comment.take() {
                return Some(Event::Note(Note::Comment(Cow::Borrowed(text), CommentPlace::After)));
            }
            let played = moves.next()?;
            comment = comments.next().filter(|text| !text.is_empty());
            Some(Event::Move(played))
        }))
    }
}

impl GameView for StoredMoves<'_> {
    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.game.tags()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.game.tag(name)
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn start(&self) -> Option<&Boards> {
        self.start.as_ref()
    }

    fn main_plies(&self) -> impl Iterator<Item = (BoardId, Ply)> {
        let code = self.game.code();
        let plies = code.and_then(|code| replayed(self.start.as_ref(), code));
        let others = plies.is_none().then(|| self.game.game().plies());
        let plies = plies.into_iter().flatten().map(|ply| (BoardId::A, ply));
        plies.chain(others.into_iter().flatten())
    }

    fn mainline(&self) -> impl Iterator<Item = PlayedMove> {
        let mut lettered = self.lettered().map(<[_]>::iter);
        let mut others = lettered.is_none().then(|| self.main_plies());
        std::iter::from_fn(move || {
            if let Some(moves) = &mut lettered {
                return moves.next().copied();
            }
            let (board, ply) = others.as_mut()?.next()?;
            Some(PlayedMove { board, ply, san: None })
        })
    }

    fn ply_count(&self) -> usize {
        self.game.plies()
    }

    fn placed_events(&self) -> impl Iterator<Item = (Event<'_>, Option<Range<usize>>)> {
        let mut parts = self.parts();
        let mut others = parts.is_none().then(|| self.game.game().placed_events());
        std::iter::from_fn(move || match &mut parts {
            Some(parts) => parts.next().map(|event| (event, None)),
            None => others.as_mut()?.next(),
        })
    }

    fn notes(&self) -> impl Iterator<Item = (usize, Note<'_>)> {
        self.game.game().notes()
    }

    fn copy_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        if let Some(movetext) = self.game.movetext()
            && self.variant != Variant::Bughouse
            && self.unread().is_none()
        {
            return append_movetext(self, movetext, options, out);
        }
        self.parts().is_some().then(|| append_parts(self, options, out))
    }

    fn extras(&self) -> Extras {
        self.game.game().extras()
    }

    fn end(&self) -> Boards {
        let mut boards = self.start_boards().into_owned();
        for (board, ply) in self.main_plies() {
            if boards.play(board, ply).is_err() {
                break;
            }
        }
        boards
    }

    fn outcome(&self) -> Outcome {
        Subject::outcome(self.game)
    }

    fn termination(&self) -> Option<Cow<'_, Termination>> {
        const REASON: usize = place_of("reason");
        self.game.words(REASON).map(|reason| Cow::Owned(ndjson::termination(reason)))
    }

    fn unread(&self) -> Option<&str> {
        const UNREAD: usize = place_of("unread");
        self.game.words(UNREAD)
    }

    fn to_tree(&self) -> Cow<'_, Tree> {
        self.game.game().to_tree()
    }

    fn to_game(&self) -> Cow<'_, Game> {
        Cow::Borrowed(self.game.game())
    }
}
