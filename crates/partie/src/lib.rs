//! Chess records of any format: reading, checking, repair, conversion and search.
//!
//! ```
//! use partie::prelude::*;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("club.pgn");
//! # std::fs::write(&path, "[White \"Morphy\"]\n[Black \"Allies\"]\n\n1. e4 e5 2. Ke3 *\n")?;
//! for record in partie::open(&path)? {
//!     let record = record?;
//!     let game = record.game();
//!     let player = |tag| game.tags.get(tag).unwrap_or("?");
//!     println!("{} - {}", player("White"), player("Black"));
//!     println!("{} {}", game.san_moves().collect::<Vec<_>>().join(" "), game.outcome);
//!     for (place, diagnostic) in record.diagnostics() {
//!         println!("line {}, column {}: {}", place.line, place.column, diagnostic.message);
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Reading and writing
//!
//! [`open`] reads the records of a file, and [`read`] the records of any source: PGN, FEN, EPD,
//! BPGN, server transcripts, scoresheets, JSON and their containers ([`Format`]). An [`Input`] does
//! so with options and threads, and also [checks](Input::check), [converts](Input::convert),
//! [repairs](Input::mend) and [lends](Input::view) records. A [`Record`] is a [`Game`] with its
//! text, its place and its [`Diagnostic`]s; bad chess text is never an `Err`. [`write()`] writes a
//! game in a format and lists its [losses](Lossy).
//!
//! # Games
//!
//! A [`Game`] has [`Tags`] and a [`Tree`] of moves with [`Comment`]s and [`Nag`]s. A [`Position`]
//! plays moves of every [`Variant`]; [`moves`] has their notations.
//!
//! ```
//! use partie::{prelude::*, transform::Transform};
//!
//! let text = b"1. e4 (1. d4 d5 {solid} 2. c4) 1... e5 *\n";
//! let mut game = partie::read(&text[..])?.next().expect("a game")?.into_game();
//! let d4 = game.tree.children(NodeId::ROOT).nth(1).expect("a variation");
//! game.tree.promote(d4);
//! let removed = game.transform(|step| match step.depth {
//!     0 => Transform::Keep,
//!     _ => Transform::Remove,
//! });
//! assert_eq!((removed.len(), game.ply_count()), (1, 3));
//! let mut pgn = Vec::new();
//! partie::write(&game, Format::Pgn, &WriteOptions::default(), &mut pgn)?.exact().expect("no loss");
//! assert!(pgn.ends_with(b"1. d4 d5 {solid} 2. c4 *\n\n"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! All is re-exported here as it is
//! used; crates with names such as `partie-core` are parts of this one.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `compression` (default) | files compressed with gzip, zstd, bzip2 or xz |
//! | `db` | `query`, `library`, `names`, `books`, reports and Parquet |
//! | `render` | `render`: diagrams, animations and books |
//! | `ics` | `ics`: a client's side of a connection to a chess server, without sockets |
//! | `serde` | `Serialize` and `Deserialize` |
//!
//! `db` is not a default feature, so that programs that only read games need not compile Parquet
//! and regular expressions.

mod input;
pub mod prelude;

use std::{io, path::Path};

#[doc(inline)]
pub use partie_core::{
    BoardId, Boards, Bughouse, CastlingSide, Color, Comment, CommentPlace, Date, File, Game,
    Language, Move, Nag, NodeId, NodeRef, Notation, Outcome, Piece, Ply, Position, Rank, Role,
    Square, Tags, Termination, Tree, Variant,
};
#[doc(inline)]
pub use partie_formats::{
    Code, Confidence, Converted, Diagnostic, Fix, Format, Limits, Loss, Lossy, Parsed, Place,
    ReadOptions, Record, Retained, Severity, Strip, WriteOptions,
};

#[doc(inline)]
pub use partie_core::{
    mark::{Brush, Mark},
    openings, time, transform,
    tree::Annotations,
    walk,
};
#[cfg(feature = "db")]
#[doc(inline)]
pub use partie_db::{
    book as books, library, library::Library, name_matching as names, player as players, query,
    query::Query, statistics, tournament as tournaments,
};
#[doc(inline)]
pub use partie_records::{codes, foreign::OtherKind};
#[cfg(feature = "render")]
#[doc(inline)]
pub use partie_render as render;

pub use input::{Conversion, Input, Records};

/// Notations of moves, each with `read` and `write`.
pub mod moves {
    #[doc(inline)]
    pub use partie_core::moves::{
        CheckMark, NotRead, Quirks, Reading, descriptive, iccf, illegal_reason, long, san, smith,
        uci,
    };
}

/// Contents of comments: clocks, evaluations, other commands.
pub mod annotation {
    #[doc(inline)]
    pub use partie_core::annotation::{Command, Eval, Score, commands};
}

/// Positions as text.
pub mod fen {
    #[doc(inline)]
    pub use partie_formats::fen::{boards, parse_boards, parse_position, position};
}

/// Positions with operations.
pub mod epd {
    #[doc(inline)]
    pub use partie_formats::epd::{Epd, Operand, Operation, parse_record, record};
}

/// Games without their moves in a tree, as writers and queries see them.
pub mod view {
    #[doc(inline)]
    pub use partie_formats::view::{Event, Extras, GameView, Note, PlayedMove};
    #[doc(inline)]
    pub use partie_pgn::{GameSink, ViewedGame, append_pgn};
}

/// Mending of records: the text is changed where it has to be, and nowhere else.
pub mod mend {
    #[doc(inline)]
    pub use partie_pgn::repair::{Change, Guess, RepairOptions};
    #[doc(inline)]
    pub use partie_records::mend::{Mended, Mending, Step, TooLong};
}

/// A client's side of a connection to an Internet Chess Server: bytes in, typed notices out, without
/// sockets.
#[cfg(feature = "ics")]
pub mod ics {
    #[doc(inline)]
    pub use partie_wire::{client, login, notice, notice_reader};

    /// Boards as servers send them to clients.
    pub mod style12 {
        #[doc(inline)]
        pub use partie_wire::style12::{
            CastlingFlags, Coordinates, Created, Delta, GameEnd, GameInfo, Holdings, ListedMove,
            Match, MoveList, Rating, Relation, Style12, Tag, Taken, variant_of,
        };
    }
}

/// Games as columns and as Parquet files.
#[cfg(feature = "db")]
pub mod parquet {
    #[doc(inline)]
    pub use partie_db::{ParquetGames, Writer, Written, columns};
}

/// Reads the records of a file of any format, compressed or not.
///
/// # Errors
///
/// Fails as [`Input::open`] and [`Input::records`] do.
pub fn open(path: impl AsRef<Path>) -> io::Result<Records> {
    Input::open(path)?.records()
}

/// Reads the records of a source of any format, compressed or not.
///
/// ```
/// let games = partie::read(&b"1. e4 e5 *\n"[..])?;
/// assert_eq!(games.map(|record| record.unwrap().game().ply_count()).sum::<usize>(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Fails as [`Input::records`] does.
pub fn read(source: impl io::Read + Send + 'static) -> io::Result<Records> {
    Input::new(source).records()
}

/// Writes a game in a format. A game of a [`Record`] is written with its place, where the format
/// has one, by [`Input::convert`].
///
/// ```
/// use partie::{Format, Game, Variant, WriteOptions};
/// let mut text = Vec::new();
/// let game = Game::new(Variant::Standard);
/// partie::write(&game, Format::Fen, &WriteOptions::default(), &mut text)?.ignore();
/// assert!(text.starts_with(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Fails if writing to `out` fails.
pub fn write(
    game: &Game,
    format: Format,
    options: &WriteOptions,
    mut out: impl io::Write,
) -> io::Result<Lossy<()>> {
    partie_records::dispatch::write_game(format, game, options, &mut out)
}
