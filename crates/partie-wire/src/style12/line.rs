//! The board line itself: its fields, read and written.

use std::borrow::Cow;

use partie_core::{Board, ByColor, Color, File};
use serde::{Deserialize, Serialize};

use super::{
    field::{self, Unread},
    ranks, scan,
};
use partie_formats::options::Dialect;

/// One Style 12 line, every field typed.
///
/// An unreadable field has a neutral value, a diagnostic, and its original spelling:
/// [`Style12::write`] returns exactly the parsed line unless a field is changed.
///
/// ```
/// use partie_wire::style12::{Relation, Style12};
/// let line = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
///             B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0";
/// let board = Style12::parse(line.as_bytes()).expect("a board line").value;
/// assert_eq!((&*board.white, &*board.black), ("Newton", "Einstein"));
/// assert_eq!(board.relation, Relation::PlayingMyMove);
/// let mut written = Vec::new();
/// board.write(&mut written);
/// assert_eq!(written, line.as_bytes());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Style12<'a> {
    /// Text before the tag: a prompt, a bell, block mode's bytes, a quotation mark.
    pub lead: Cow<'a, str>,
    /// Spelling of the tag.
    pub tag: Tag,
    /// The pieces on the board, always seen from White's side.
    #[serde(with = "partie_core::serialize::text")]
    pub board: Board,
    /// The side to move.
    #[serde(with = "partie_core::serialize::text")]
    pub turn: Color,
    /// File of a double pawn push by the previous move. Not an en passant square: most servers name
    /// every double push, and some only a push that can be captured.
    #[serde(with = "crate::serialize::file")]
    pub double_push: Option<File>,
    /// Castling rights as the server counts them: whether king and rook have moved.
    pub castling: CastlingFlags,
    /// Half-moves since the last irreversible move; -1 after a take-back on some servers.
    pub halfmoves: i32,
    /// The game's number on the server.
    pub game: u64,
    /// White's name.
    pub white: Cow<'a, str>,
    /// Black's name.
    pub black: Cow<'a, str>,
    /// Relation of the receiver to the game.
    pub relation: Relation,
    /// Initial time: minutes, or seconds in the dialect of FICS's help page; see
    /// [`Style12::initial_seconds`].
    pub initial: i64,
    /// Increment in seconds.
    pub increment: i64,
    /// Material strength, as the server counts it (Q9 R5 B3 N3 P1: 39 at the start).
    #[serde(with = "partie_core::serialize::sides")]
    pub strength: ByColor<i32>,
    /// Remaining times as they stand: seconds, or milliseconds where
    /// [`Style12::in_milliseconds`]; may be negative.
    #[serde(with = "partie_core::serialize::sides")]
    pub clock: ByColor<i64>,
    /// Number of the next move, from 1.
    pub move_number: u32,
    /// The previous move in coordinates (`P/e2-e4`, `o-o`, `P/@@-e4`), or `none`.
    pub verbose: Cow<'a, str>,
    /// The time taken for the previous move.
    pub taken: Taken,
    /// The previous move in SAN, or `none`.
    pub san: Cow<'a, str>,
    /// True to show the board with Black at the bottom.
    pub flip: bool,
    /// All text after the flip field, unchanged: on FICS the flag of a ticking clock (0 or 1) and
    /// the lag of the last move in milliseconds.
    pub extra: Cow<'a, str>,
    /// The fields that have a neutral value because they could not be read.
    pub unread: Unread,
    /// The line, where writing the fields would not give it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) spelling: Option<Cow<'a, [u8]>>,
}

/// Spelling of the first field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tag {
    /// `<12>`.
    #[default]
    Plain,
    /// `&lt;12>`, copied from HTML.
    Html,
    /// `&lt12>`, copied from HTML that forgot the semicolon.
    BareHtml,
    /// `&lt;12&gt;`.
    FullHtml,
}

impl Tag {
    /// All spellings.
    pub const ALL: [Tag; 4] = [Tag::Plain, Tag::Html, Tag::BareHtml, Tag::FullHtml];

    /// The tag itself.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Tag::Plain => "<12>",
            Tag::Html => "&lt;12>",
            Tag::BareHtml => "&lt12>",
            Tag::FullHtml => "&lt;12&gt;",
        }
    }
}

/// The four castling fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CastlingFlags {
    /// White may still castle short.
    pub white_short: bool,
    /// White may still castle long.
    pub white_long: bool,
    /// Black may still castle short.
    pub black_short: bool,
    /// Black may still castle long.
    pub black_long: bool,
}

/// Relation of the receiver of a board to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// -4: the start position shown inside a list of moves.
    StartOfList,
    /// -3: an isolated position (`refresh`, `sposition`).
    Isolated,
    /// -2: observing an examined game.
    ObservingExamined,
    /// -1: playing, and it is the opponent's move.
    PlayingOpponentsMove,
    /// 0: observing a played game.
    Observing,
    /// 1: playing, and it is my move.
    PlayingMyMove,
    /// 2: the examiner of this game.
    Examining,
    /// A value that no document names.
    Other(i32),
}

impl Relation {
    /// The relation of a number.
    pub(crate) const fn from_number(number: i32) -> Relation {
        match number {
            -4 => Relation::StartOfList,
            -3 => Relation::Isolated,
            -2 => Relation::ObservingExamined,
            -1 => Relation::PlayingOpponentsMove,
            0 => Relation::Observing,
            1 => Relation::PlayingMyMove,
            2 => Relation::Examining,
            other => Relation::Other(other),
        }
    }

    /// The number on the wire.
    #[must_use]
    pub const fn number(self) -> i32 {
        match self {
            Relation::StartOfList => -4,
            Relation::Isolated => -3,
            Relation::ObservingExamined => -2,
            Relation::PlayingOpponentsMove => -1,
            Relation::Observing => 0,
            Relation::PlayingMyMove => 1,
            Relation::Examining => 2,
            Relation::Other(other) => other,
        }
    }

    /// Returns true if the receiver is one of the players.
    pub(crate) const fn is_playing(self) -> bool {
        matches!(self, Relation::PlayingMyMove | Relation::PlayingOpponentsMove)
    }

    /// Returns true if the game is examined, by the receiver or by someone else.
    #[must_use]
    pub const fn is_examined(self) -> bool {
        matches!(self, Relation::Examining | Relation::ObservingExamined)
    }
}

/// The time taken for a move, as `(0:06)` or `(0:06.125)` says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Taken {
    /// In milliseconds.
    pub milliseconds: i64,
    /// True if milliseconds are written. If they are, the clocks of the same line
    /// count milliseconds too (`iset ms 1`).
    pub precise: bool,
}

impl Taken {
    /// Reads `(m:ss)`, `(h:mm:ss)`, each with a fraction or without.
    pub(crate) fn parse(text: &str) -> Option<Taken> {
        Taken::read(text.as_bytes()).map(|(taken, _)| taken)
    }

    /// The time, and whether [`Taken::write`] spells it like this.
    pub(super) fn read(field: &[u8]) -> Option<(Taken, bool)> {
        let inner = field.strip_prefix(b"(")?.strip_suffix(b")")?;
        let (negative, inner) = match inner {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, inner),
        };
        let (whole, fraction) = match memchr::memchr(b'.', inner) {
            Some(point) => (&inner[..point], Some(&inner[point + 1..])),
            None => (inner, None),
        };
        // Hours, minutes, seconds, as many as there are.
        let (mut seconds, mut parts, mut canonical) = (0_i64, 0, true);
        for part in whole.split(|b| *b == b':') {
            let (number, plain) = scan::number(part).filter(|(n, _)| *n <= 0xffff_ffff)?;
            if part[0] == b'-' {
                return None;
            }
            canonical &= if parts == 0 { plain } else { part.len() == 2 && number < 60 };
            seconds = seconds * 60 + number;
            parts += 1;
        }
        canonical &= match parts {
            2 => seconds < 3600,
            3 => seconds >= 3600,
            _ => return None,
        };
        let mut milliseconds = seconds * 1000;
        if let Some(fraction) = fraction {
            canonical &= fraction.len() == 3;
            for (i, digit) in fraction.iter().enumerate() {
                let value = i64::from(digit.checked_sub(b'0').filter(|d| *d < 10)?);
                milliseconds += value * [100, 10, 1].get(i).copied().unwrap_or(0);
            }
        }
        canonical &= !(negative && milliseconds == 0);
        let milliseconds = if negative { -milliseconds } else { milliseconds };
        Some((Taken { milliseconds, precise: fraction.is_some() }, canonical))
    }

    /// Appends `(m:ss)`, and hours where there are some.
    pub fn write(self, out: &mut Vec<u8>) {
        out.push(b'(');
        if self.milliseconds < 0 {
            out.push(b'-');
        }
        let milliseconds = self.milliseconds.unsigned_abs();
        let seconds = milliseconds / 1000;
        if seconds >= 3600 {
            scan::push_unsigned(out, seconds / 3600);
            out.push(b':');
            scan::push_digits::<2>(out, seconds / 60 % 60);
        } else {
            scan::push_unsigned(out, seconds / 60);
        }
        out.push(b':');
        scan::push_digits::<2>(out, seconds % 60);
        if self.precise {
            out.push(b'.');
            scan::push_digits::<3>(out, milliseconds % 1000);
        }
        out.push(b')');
    }
}

/// Lowest number of fields of a line, the tag included.
pub const FIELDS: usize = field::FLIP;

impl Style12<'_> {
    /// An empty board of a game without names: a line to be filled in.
    pub(crate) fn empty() -> Style12<'static> {
        Style12 {
            lead: Cow::Borrowed(""),
            tag: Tag::Plain,
            board: Board::empty(),
            turn: Color::White,
            double_push: None,
            castling: CastlingFlags::default(),
            halfmoves: 0,
            game: 0,
            white: Cow::Borrowed("White"),
            black: Cow::Borrowed("Black"),
            relation: Relation::Observing,
            initial: 0,
            increment: 0,
            strength: ByColor { white: 0, black: 0 },
            clock: ByColor { white: 0, black: 0 },
            move_number: 1,
            verbose: Cow::Borrowed("none"),
            taken: Taken::default(),
            san: Cow::Borrowed("none"),
            flip: false,
            extra: Cow::Borrowed(""),
            unread: Unread::default(),
            spelling: None,
        }
    }

    /// The initial time in seconds, as a dialect counts it.
    #[must_use]
    pub const fn initial_seconds(&self, dialect: Dialect) -> i64 {
        match dialect {
            Dialect::Minutes => self.initial.saturating_mul(60),
            Dialect::Seconds => self.initial,
        }
    }

    /// Returns true if the clocks count milliseconds, as the time taken shows.
    #[must_use]
    pub const fn in_milliseconds(&self) -> bool {
        self.taken.precise
    }

    /// A remaining time in milliseconds.
    #[must_use]
    pub fn clock_milliseconds(&self, color: Color) -> i64 {
        let raw = *self.clock.get(color);
        if self.in_milliseconds() { raw } else { raw.saturating_mul(1000) }
    }

    /// The previous move in SAN, if there was one.
    #[must_use]
    pub fn last_san(&self) -> Option<&str> {
        (!self.san.is_empty() && self.san != "none").then_some(&self.san)
    }

    /// Returns the number of plies that were played before this position: 0 at White's first move.
    #[must_use]
    pub fn plies(&self) -> i64 {
        2 * (i64::from(self.move_number) - 1) + i64::from(self.turn == Color::Black)
    }

    /// Returns an owned copy.
    #[must_use]
    pub fn into_owned(self) -> Style12<'static> {
        fn own(text: Cow<'_, str>) -> Cow<'static, str> {
            Cow::Owned(text.into_owned())
        }
        Style12 {
            lead: own(self.lead),
            white: own(self.white),
            black: own(self.black),
            verbose: own(self.verbose),
            san: own(self.san),
            extra: own(self.extra),
            spelling: self.spelling.map(|s| Cow::Owned(s.into_owned())),
            ..self
        }
    }

    /// Returns the board as on an observed game, from White's side, without data for one receiver.
    pub(crate) fn of_nobody(self) -> Self {
        Style12 {
            lead: Cow::Borrowed(""),
            tag: Tag::Plain,
            relation: Relation::Observing,
            flip: false,
            extra: Cow::Borrowed(""),
            unread: Unread::default(),
            spelling: None,
            ..self
        }
    }

    /// The same line, borrowing its texts.
    pub(crate) fn borrowed(&self) -> Style12<'_> {
        Style12 {
            lead: Cow::Borrowed(&self.lead),
            board: self.board.clone(),
            white: Cow::Borrowed(&self.white),
            black: Cow::Borrowed(&self.black),
            verbose: Cow::Borrowed(&self.verbose),
            san: Cow::Borrowed(&self.san),
            extra: Cow::Borrowed(&self.extra),
            spelling: self.spelling.as_deref().map(Cow::Borrowed),
            ..*self
        }
    }

    /// Appends the line, without a line end. A parsed and unchanged line is written byte for byte.
    pub fn write(&self, out: &mut Vec<u8>) {
        if let Some(spelling) = &self.spelling
            && Style12::parse(spelling).is_some_and(|again| again.value == *self)
        {
            out.extend_from_slice(spelling);
            return;
        }
        out.reserve(256);
        out.extend_from_slice(self.lead.as_bytes());
        out.extend_from_slice(self.tag.text().as_bytes());
        out.extend_from_slice(&ranks::letters(&self.board));
        out.extend_from_slice(if self.turn.is_white() { b" W " } else { b" B " });
        match self.double_push {
            Some(file) => out.push(b'0' + u32::from(file) as u8),
            None => out.extend_from_slice(b"-1"),
        }
        let flags = self.castling;
        for flag in [flags.white_short, flags.white_long, flags.black_short, flags.black_long] {
            out.extend_from_slice(if flag { b" 1" } else { b" 0" });
        }
        push_number(out, i64::from(self.halfmoves));
        push_number(out, self.game.cast_signed());
        push_word(out, &self.white);
        push_word(out, &self.black);
        push_number(out, i64::from(self.relation.number()));
        push_number(out, self.initial);
        push_number(out, self.increment);
        for strength in &self.strength {
            push_number(out, i64::from(*strength));
        }
        for clock in &self.clock {
            push_number(out, *clock);
        }
        push_number(out, i64::from(self.move_number));
        push_word(out, &self.verbose);
        out.push(b' ');
        self.taken.write(out);
        push_word(out, &self.san);
        out.extend_from_slice(if self.flip { b" 1" } else { b" 0" });
        if !self.extra.is_empty() {
            out.push(b' ');
            out.extend_from_slice(self.extra.as_bytes());
        }
    }
}

fn push_number(out: &mut Vec<u8>, number: i64) {
    out.push(b' ');
    if number < 0 {
        out.push(b'-');
    }
    scan::push_unsigned(out, number.unsigned_abs());
}

fn push_word(out: &mut Vec<u8>, word: &str) {
    out.push(b' ');
    out.extend_from_slice(word.as_bytes());
}
