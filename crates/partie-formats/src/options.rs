//! Options for reading and writing records. One set serves all formats; a format ignores the
//! options that do not apply to it.

use partie_core::{Language, Notation, Variant, setters};

use crate::{Diagnostic, Severity};

/// Limits against hostile input. Text beyond a limit is reported and kept as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Limits {
    /// Greatest length of a game, in bytes.
    pub game_bytes: usize,
    /// Greatest depth of variations.
    pub nesting: usize,
    /// Greatest number of tags in a game.
    pub tags: usize,
    /// Greatest length of a comment or tag value, in bytes.
    pub text_bytes: usize,
    /// Greatest number of diagnostics of a game; the others are only counted.
    pub diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            game_bytes: 16 << 20,
            nesting: 256,
            tags: 1024,
            text_bytes: 4 << 20,
            diagnostics: 1000,
        }
    }
}

/// Unit of the initial time in Style 12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Dialect {
    /// Initial time in minutes, as every live server sends it.
    #[default]
    Minutes,
    /// Initial time in seconds, as FICS's help page says.
    Seconds,
}

/// Parts of a game that a reader keeps. Diagnostics are always made, and reading is faster the less
/// is kept: a caller who only wants diagnostics needs no move tree.
///
/// ```
/// use partie_formats::{ReadOptions, Retained, Severity};
/// // Games without errors may come empty.
/// let options = ReadOptions::default().keep(Retained::Diagnostics(Severity::Error));
/// assert!(!options.keep.shows(Severity::Warning));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Retained {
    /// The whole game.
    #[default]
    Everything,
    /// The diagnostics, and the game only if one of them has at least this severity. Other games may
    /// come without their text, tags and moves, which is faster. Notes of PGN are omitted unless
    /// this severity is [`Severity::Note`].
    Diagnostics(Severity),
    /// The diagnostics, and the text of games that have any; the game itself may be missing.
    Text,
    /// The diagnostics, without notes of PGN; the game itself may be missing.
    OnlyDiagnostics,
}

impl Retained {
    /// Returns true if a diagnostic of a severity requires that the whole game is kept.
    #[must_use]
    pub fn shows(self, severity: Severity) -> bool {
        match self {
            Retained::Everything => true,
            Retained::Diagnostics(least) => severity >= least,
            Retained::Text | Retained::OnlyDiagnostics => false,
        }
    }

    /// Returns true if the text of a game with some diagnostics is kept for their places, even if the
    /// game itself is not.
    #[must_use]
    pub const fn keeps_text_of(self, diagnostics: &[Diagnostic]) -> bool {
        matches!(self, Retained::Everything | Retained::Text) && !diagnostics.is_empty()
    }

    /// Returns true if diagnostics of a severity are kept.
    #[must_use]
    pub fn wants(self, severity: Severity) -> bool {
        match self {
            Retained::Everything | Retained::Text => true,
            Retained::Diagnostics(least) => severity > Severity::Note || least == Severity::Note,
            Retained::OnlyDiagnostics => severity > Severity::Note,
        }
    }
}

/// Options for reading records.
///
/// ```
/// use partie_core::Variant;
/// use partie_formats::ReadOptions;
/// let options = ReadOptions::default().variant(Variant::Chess960).double_check(true);
/// assert_eq!(options.variant, Some(Variant::Chess960));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct ReadOptions {
    /// Limits against hostile input.
    pub limits: Limits,
    /// Amount of a game that is built.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub keep: Retained,
    /// Variant that overrides the one of the record.
    pub variant: Option<Variant>,
    /// FEN of the start position for games that name none.
    pub fen: Option<String>,
    /// Language of the piece letters; `None` infers it.
    pub language: Option<Language>,
    /// Encoding label, such as `windows-1250`; `None` detects it.
    pub encoding: Option<String>,
    /// Style 12: the unit of the initial time.
    pub dialect: Dialect,
    /// Scoresheets: `++` is double check and not the end of the game.
    pub double_check: bool,
    /// An illegal move is played as it is written, if it is clear which piece moves, and marked by
    /// the comment `illegal`. Otherwise the game is read up to it.
    pub keep_illegal: bool,
    /// PGN: lines that begin with `%` and the code of a [database](crate::database) are its problems, since
    /// the text was made of one.
    pub database_problems: bool,
}

setters! { ReadOptions:
    /// Sets the limits against hostile input.
    limits: Limits;
    /// Sets the amount of a game that is built.
    keep: Retained;
    /// Sets a variant that overrides the one of the record.
    variant: impl Into<Option<Variant>>;
    /// Sets the FEN of the start position for games that name none.
    fen: impl Into<Option<String>>;
    /// Sets the language of the piece letters; `None` infers it.
    language: impl Into<Option<Language>>;
    /// Sets the encoding by its label, such as `windows-1250`; `None` detects it.
    encoding: impl Into<Option<String>>;
    /// Sets the unit of the initial time in Style 12.
    dialect: Dialect;
    /// Sets whether `++` is double check and not the end of the game in scoresheets.
    double_check: bool;
    /// Sets whether illegal moves are played as they are written.
    keep_illegal: bool;
    /// Sets whether lines with the codes of databases are problems of the one that the text is made of.
    database_problems: bool;
}

/// Parts of a game to leave out in writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Strip {
    /// Comments in words; commands such as `[%clk]` have fields of their own.
    pub comments: bool,
    /// Variations and their comments.
    pub variations: bool,
    /// NAGs, including `!` and `?`.
    pub nags: bool,
    /// `[%clk] [%egt] [%emt] [%mct]`.
    pub clocks: bool,
    /// `[%eval]` and `[%evp]`.
    pub evals: bool,
    /// `[%cal]` and `[%csl]`: arrows and coloured squares.
    pub marks: bool,
    /// Commands of other names, such as `[%c_effect]` or `[%tqu]`.
    pub other_commands: bool,
    /// Tags other than the roster and the ones that the game needs (FEN, `SetUp`, Variant).
    pub tags: bool,
}

impl Strip {
    /// All parts that can be left out.
    pub const ALL: Strip = Strip {
        comments: true,
        variations: true,
        nags: true,
        clocks: true,
        evals: true,
        marks: true,
        other_commands: true,
        tags: true,
    };

    /// Returns true if comments change, or commands in them.
    #[must_use]
    pub const fn touches_comments(self) -> bool {
        self.comments || self.clocks || self.evals || self.marks || self.other_commands
    }
}

/// En passant squares that a FEN names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EnPassant {
    /// Only where a capture is legal.
    #[default]
    Legal,
    /// Only where a pawn of the side to move stands beside the pushed pawn.
    PseudoLegal,
    /// After every double push, as the FEN standard of 1994 says.
    Always,
}

/// Spelling of castling rights in a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CastlingStyle {
    /// X-FEN: `KQkq` for the outermost rooks, file letters for inner ones.
    #[default]
    XFen,
    /// Shredder-FEN: always file letters.
    Shredder,
}

/// Options for writing records.
///
/// ```
/// use partie_core::{Language, Notation};
/// use partie_formats::WriteOptions;
/// let options = WriteOptions::default().notation(Notation::Long(Language::German)).width(0);
/// assert_eq!(options.notation.language(), Some(Language::German));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct WriteOptions {
    /// The notation of moves, where the format leaves a choice.
    pub notation: Notation,
    /// Parts to leave out.
    pub strip: Strip,
    /// The longest line of movetext, in characters; 0: one line a game.
    pub width: usize,
    /// En passant squares in FENs.
    pub en_passant: EnPassant,
    /// Castling rights in FENs.
    pub castling: CastlingStyle,
    /// True if FEN has the comment of a game without moves as lines of remarks.
    pub remarks: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            notation: Notation::San(Language::English),
            strip: Strip::default(),
            width: 79,
            en_passant: EnPassant::default(),
            castling: CastlingStyle::default(),
            remarks: false,
        }
    }
}

setters! { WriteOptions:
    /// Sets the notation of moves, where the format leaves a choice.
    notation: Notation;
    /// Sets the parts to leave out.
    strip: Strip;
    /// Sets the longest line of movetext, in characters; 0: one line a game.
    width: usize;
    /// Sets the en passant squares in FENs.
    en_passant: EnPassant;
    /// Sets the spelling of castling rights in FENs.
    castling: CastlingStyle;
    /// Sets whether FEN has the comment of a game without moves as lines of remarks. Many programs that
    /// read positions know no such lines.
    remarks: bool;
}
