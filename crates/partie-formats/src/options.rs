//! How records are read and written. One set of options serves all formats; a
//! format ignores what it has no use for.

use partie_core::{Language, Notation, Variant};

use crate::{Diagnostic, Severity};

/// Limits against hostile input. What goes over a limit is reported and kept as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest game, in bytes.
    pub game_bytes: usize,
    /// The deepest variation.
    pub nesting: usize,
    /// The most tags of a game.
    pub tags: usize,
    /// The longest comment or tag value, in bytes.
    pub text_bytes: usize,
    /// The most diagnostics of one game; the rest is counted.
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

/// Which server's words a Style 12 stream is in; matters for the initial time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Initial time in minutes, as every live server sends it.
    #[default]
    Minutes,
    /// Initial time in seconds, as FICS's help page says.
    Seconds,
}

/// How much of a game is kept by a caller that wants to know what is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The whole game.
    #[default]
    Everything,
    /// Findings; the game itself only if one of them has this severity or a worse one. Other
    /// games may come without their text, tags and moves, which takes less time. Of PGN
    /// notes are left out unless they are asked for.
    Findings(Severity),
    /// Findings, and the text of games that have any; the game itself need not be there.
    Text,
    /// Findings, of PGN without notes; the game itself need not be there.
    OnlyFindings,
}

impl Keep {
    /// Whether a finding of a severity makes a game worth to be kept whole.
    #[must_use]
    pub fn shows(self, severity: Severity) -> bool {
        match self {
            Keep::Everything => true,
            Keep::Findings(least) => severity >= least,
            Keep::Text | Keep::OnlyFindings => false,
        }
    }

    /// Returns true if the text of a game with some findings is kept for their places, even if the
    /// game itself is not.
    #[must_use]
    pub const fn keeps_text_of(self, findings: &[Diagnostic]) -> bool {
        matches!(self, Keep::Everything | Keep::Text) && !findings.is_empty()
    }

    /// Whether findings of a severity are kept.
    #[must_use]
    pub fn wants(self, severity: Severity) -> bool {
        match self {
            Keep::Everything | Keep::Text => true,
            Keep::Findings(least) => severity > Severity::Note || least == Severity::Note,
            Keep::OnlyFindings => severity > Severity::Note,
        }
    }
}

/// How records are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Limits.
    pub limits: Limits,
    /// How much of a game is kept.
    pub keep: Keep,
    /// The variant, instead of what the record says.
    pub variant: Option<Variant>,
    /// FEN of the start position of games that name none.
    pub fen: Option<String>,
    /// The language of piece letters, instead of finding it out.
    pub language: Option<Language>,
    /// The encoding label (`windows-1250`), instead of finding it out.
    pub encoding: Option<String>,
    /// Style 12: the unit of the initial time.
    pub dialect: Dialect,
    /// Scoresheets: `++` is double check and not the end of the game.
    pub double_check: bool,
}

/// What is left out in writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments in words (commands such as `[%clk]` stay unless `clocks` and `evals` say so).
    pub comments: bool,
    /// Variations.
    pub variations: bool,
    /// NAGs.
    pub nags: bool,
    /// `[%clk] [%egt] [%emt] [%mct]`.
    pub clocks: bool,
    /// `[%eval]` and `[%evp]`.
    pub evals: bool,
    /// `[%cal]` and `[%csl]`: arrows and coloured squares.
    pub marks: bool,
    /// Tags other than the roster and what the game cannot do without (FEN, `SetUp`, Variant).
    pub tags: bool,
}

impl Strip {
    /// Everything that can be left out.
    pub const ALL: Strip = Strip {
        comments: true,
        variations: true,
        nags: true,
        clocks: true,
        evals: true,
        marks: true,
        tags: true,
    };

    /// Whether comments change by it, or commands in them.
    #[must_use]
    pub const fn touches_comments(self) -> bool {
        self.comments || self.clocks || self.evals || self.marks
    }
}

/// Which en passant squares a FEN shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassant {
    /// Only where a capture is legal.
    #[default]
    Legal,
    /// Where a pawn of the side to move stands beside.
    PseudoLegal,
    /// After every double push, as the FEN standard of 1994 says.
    Always,
}

/// How castling rights are written in a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingStyle {
    /// X-FEN: `KQkq` for the outermost rooks, file letters for inner ones.
    #[default]
    XFen,
    /// Shredder-FEN: always file letters.
    Shredder,
}

/// How records are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// The notation of moves, where the format leaves a choice.
    pub notation: Notation,
    /// What is left out.
    pub strip: Strip,
    /// The longest line of movetext, in characters; 0: one line a game.
    pub width: usize,
    /// En passant squares in FENs.
    pub en_passant: EnPassant,
    /// Castling rights in FENs.
    pub castling: CastlingStyle,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            notation: Notation::San(Language::English),
            strip: Strip::default(),
            width: 79,
            en_passant: EnPassant::default(),
            castling: CastlingStyle::default(),
        }
    }
}
