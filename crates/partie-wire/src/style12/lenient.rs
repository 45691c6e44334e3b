//! Fields of a board line that are not as the format says: what can be read of them, and what
//! is wrong with them.

use std::{
    borrow::Cow,
    ops::{Range, RangeInclusive},
};

use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File, Rank, Role, Square};

use super::{
    CastlingFlags, FIELDS, Relation, Tag, Taken, codes,
    field::{self, Unread},
    scan,
};
use partie_formats::{Diagnostic, Message, diagnostic, message};

/// Makes a phrase. In constants, a message itself would be made and dropped at each use.
type Phrase = fn() -> Message;

/// A field that holds a whole number.
pub(super) struct Number {
    /// Its number in the line; the tag is field 1.
    field: usize,
    name: Phrase,
    expected: Phrase,
    /// Values that it may have.
    pub(super) range: RangeInclusive<i64>,
    /// Its value where it cannot be read.
    neutral: i64,
}

const I32: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
const I64: RangeInclusive<i64> = i64::MIN..=i64::MAX;

impl Number {
    pub(super) const DOUBLE_PUSH: Number = Number {
        expected: || message!("-1 to 7"),
        neutral: -1,
        ..Number::new(field::DOUBLE_PUSH, || message!("file of a double pawn push"), -1..=7)
    };
    pub(super) const HALFMOVES: Number =
        Number::new(field::HALFMOVES, || message!("half-moves"), I32);
    pub(super) const GAME: Number = Number {
        expected: FROM_0,
        ..Number::new(field::GAME, || message!("game number"), 0..=i64::MAX)
    };
    const RELATION: Number = Number {
        expected: RELATIONS,
        ..Number::new(field::RELATION, || message!("relation"), I32)
    };
    pub(super) const INITIAL: Number =
        Number::new(field::INITIAL, || message!("initial time"), I64);
    pub(super) const INCREMENT: Number =
        Number::new(field::INCREMENT, || message!("increment"), I64);
    pub(super) const WHITE_STRENGTH: Number =
        Number::new(field::WHITE_STRENGTH, || message!("White's strength"), I32);
    pub(super) const BLACK_STRENGTH: Number =
        Number::new(field::BLACK_STRENGTH, || message!("Black's strength"), I32);
    pub(super) const WHITE_CLOCK: Number =
        Number::new(field::WHITE_CLOCK, || message!("White's clock"), I64);
    pub(super) const BLACK_CLOCK: Number =
        Number::new(field::BLACK_CLOCK, || message!("Black's clock"), I64);
    pub(super) const MOVE_NUMBER: Number = Number {
        expected: FROM_0,
        neutral: 1,
        ..Number::new(field::MOVE_NUMBER, || message!("move number"), 0..=u32::MAX as i64)
    };

    const fn new(field: usize, name: Phrase, range: RangeInclusive<i64>) -> Number {
        Number { field, name, expected: || message!("a number"), range, neutral: 0 }
    }
}

const FROM_0: Phrase = || message!("a number from 0");
const RELATIONS: Phrase = || message!("-3 to 2");

/// Reads single fields of a line and gathers what is wrong with them.
pub(super) struct Lenient<'a> {
    line: &'a [u8],
    fields: scan::Fields<'a>,
    unread: Unread,
    /// True if writing the fields would not give the line back.
    odd: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lenient<'a> {
    /// A line whose fields end at an offset.
    #[inline]
    pub(super) fn new(line: &'a [u8], end: usize) -> Lenient<'a> {
        Lenient {
            line,
            fields: scan::Fields::new(&line[..end], end),
            unread: Unread::default(),
            odd: end != line.len(),
            diagnostics: Vec::new(),
        }
    }

    /// Sets the offset at which the field before the next one ends.
    pub(super) const fn start_at(&mut self, at: usize) {
        self.fields.at = at;
    }

    /// Offset at which the field read last ends.
    pub(super) const fn at(&self) -> usize {
        self.fields.at
    }

    /// Returns the unknown fields, whether the line is nonstandard, and the diagnostics.
    #[inline]
    pub(super) fn finish(mut self) -> (Unread, bool, Vec<Diagnostic>) {
        if let Some(span) = self.fields.odd_space.take() {
            self.odd_space(span);
        }
        (self.unread, self.odd, self.diagnostics)
    }

    #[cold]
    fn odd_space(&mut self, span: Range<usize>) {
        let found = scan::space_name(&self.line[span.clone()]);
        self.diagnostics.push(
            diagnostic!(
                &codes::NONSTANDARD_SPACE,
                span.clone(),
                "expected a space between fields, but found {found}",
                found
            )
            .expected("a space", found.to_string())
            .fix(span, " ", partie_formats::Confidence::Safe),
        );
    }

    /// Reports a tag copied from HTML.
    #[cold]
    pub(super) fn html_tag(&mut self, span: Range<usize>, tag: Tag) {
        self.diagnostics.push(
            diagnostic!(
                &codes::HTML_TAG,
                span.clone(),
                "expected <12>, but found {found}",
                found = tag.text()
            )
            .expected("<12>", tag.text())
            .fix(span, "<12>", partie_formats::Confidence::Safe),
        );
    }

    /// Returns the next field, which has a number; `None`, reported once, at the end of the
    /// line.
    fn next(&mut self, number: usize) -> Option<&'a [u8]> {
        let field = self.fields.next();
        self.odd |= !self.fields.single_space;
        if field.is_none() && self.unread.missing == 0 {
            self.unread.missing = u32::MAX << number;
            self.odd = true;
            let end = self.fields.at;
            let found = number - 1;
            self.diagnostics.push(
                diagnostic!(
                    &codes::MISSING_FIELDS,
                    end..end,
                    "expected at least {FIELDS} fields, but found {found}",
                    FIELDS,
                    found
                )
                .expected(format!("{FIELDS} fields"), format!("{found}")),
            );
        }
        field
    }

    /// Marks and reports the field read last.
    fn bad(&mut self, number: usize, name: &Message, expected: &Message) {
        self.odd = true;
        self.unread.bad |= 1 << number;
        let span = self.fields.last.clone();
        let found = String::from_utf8_lossy(&self.line[span.clone()]).into_owned();
        self.diagnostics.push(
            diagnostic!(
                &codes::BAD_FIELD,
                span,
                "field {number} ({name}): expected {expected}, but found {found}",
                number,
                name,
                expected,
                found
            )
            .expected(expected.to_string(), found),
        );
    }

    /// Reads the eight ranks.
    #[cold]
    #[inline(never)]
    pub(super) fn board(&mut self) -> Board {
        let mut roles = ByRole::<Bitboard>::default();
        let mut colors = ByColor::<Bitboard>::default();
        for (rank, number) in Rank::ALL.into_iter().rev().zip(2..) {
            let Some(field) = self.next(number) else { break };
            let mut good = field.len() == 8;
            for (file, letter) in File::ALL.into_iter().zip(field) {
                if *letter == b'-' {
                    continue;
                }
                let square = Square::from_coords(file, rank);
                match Role::from_char(*letter as char) {
                    Some(role) => {
                        roles.get_mut(role).add(square);
                        colors.get_mut(Color::from_white(letter.is_ascii_uppercase())).add(square);
                    }
                    None => good = false,
                }
            }
            if !good {
                let name = message!("rank {rank}", rank);
                self.bad(number, &name, &message!("eight of PNBRQKpnbrqk-"));
            }
        }
        // Every square was set once, with one role and one colour.
        Board::try_from_bitboards(roles, colors).unwrap_or_else(|_| Board::empty())
    }

    /// Reads the side to move. Reports it in lower case.
    #[cold]
    #[inline(never)]
    pub(super) fn turn(&mut self) -> Color {
        let (capital, letter, color) = match self.next(field::TURN) {
            Some(b"W") | None => return Color::White,
            Some(b"B") => return Color::Black,
            Some(b"w") => ("W", "w", Color::White),
            Some(b"b") => ("B", "b", Color::Black),
            Some(_) => {
                self.bad(field::TURN, &message!("side to move"), &message!("W or B"));
                return Color::White;
            }
        };
        self.odd = true;
        let span = self.fields.last.clone();
        self.diagnostics.push(
            diagnostic!(
                &codes::SIDE_IN_LOWER_CASE,
                span.clone(),
                "field {TURN} (side to move): expected {capital}, but found {letter}",
                TURN = field::TURN,
                capital,
                letter
            )
            .expected(capital, letter)
            .fix(span, capital, partie_formats::Confidence::Safe),
        );
        color
    }

    /// Reads the four flags.
    #[cold]
    #[inline(never)]
    pub(super) fn castling(&mut self) -> CastlingFlags {
        CastlingFlags {
            white_short: self.flag(field::CASTLING, &message!("White may castle short")),
            white_long: self.flag(field::CASTLING + 1, &message!("White may castle long")),
            black_short: self.flag(field::CASTLING + 2, &message!("Black may castle short")),
            black_long: self.flag(field::CASTLING + 3, &message!("Black may castle long")),
        }
    }

    fn flag(&mut self, number: usize, name: &Message) -> bool {
        match self.next(number) {
            Some(b"0") | None => false,
            Some(b"1") => true,
            Some(_) => {
                self.bad(number, name, &message!("0 or 1"));
                false
            }
        }
    }

    /// Reads a number.
    #[cold]
    #[inline(never)]
    pub(super) fn number(&mut self, field: &Number) -> i64 {
        let Some(text) = self.next(field.field) else { return field.neutral };
        match scan::number(text) {
            Some((value, canonical)) if field.range.contains(&value) => {
                self.odd |= !canonical;
                value
            }
            _ => {
                self.bad(field.field, &(field.name)(), &(field.expected)());
                field.neutral
            }
        }
    }

    /// Reads the relation. Reports an undocumented one.
    #[cold]
    #[inline(never)]
    pub(super) fn relation(&mut self) -> Relation {
        let field = &Number::RELATION;
        let relation = Relation::from_number(self.number(field) as i32);
        if let Relation::Other(other) = relation {
            let span = self.fields.last.clone();
            let (number, name, expected) = (field.field, (field.name)(), (field.expected)());
            self.diagnostics.push(
                diagnostic!(
                    &codes::UNKNOWN_RELATION,
                    span,
                    "field {number} ({name}): expected {expected}, but found {other}",
                    number,
                    name,
                    expected,
                    other
                )
                .expected(expected.to_string(), other.to_string()),
            );
        }
        relation
    }

    /// Reads a word.
    #[cold]
    #[inline(never)]
    pub(super) fn text(&mut self, number: usize, neutral: &'static str) -> Cow<'a, str> {
        match self.next(number) {
            Some(field) => self.words(field),
            None => Cow::Borrowed(neutral),
        }
    }

    /// Text in UTF-8, or else one character a byte.
    #[inline]
    pub(super) fn words(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        let text = scan::text(bytes);
        self.odd |= matches!(text, Cow::Owned(_));
        text
    }

    /// Reads the time taken.
    #[cold]
    #[inline(never)]
    pub(super) fn taken(&mut self) -> Taken {
        let Some(field) = self.next(field::TAKEN) else { return Taken::default() };
        let Some((taken, canonical)) = Taken::read(field) else {
            self.bad(field::TAKEN, &message!("time taken"), &message!("(m:ss) or (m:ss.mmm)"));
            return Taken::default();
        };
        self.odd |= !canonical;
        taken
    }

    /// Reads the last field and what servers may add to the format. A quoted line, as in help
    /// pages, may end with a quotation mark.
    #[cold]
    #[inline(never)]
    pub(super) fn flip_and_extra(&mut self, quoted: bool) -> (bool, Cow<'a, str>) {
        let flip = match self.next(field::FLIP) {
            Some(b"0") | None => false,
            Some(b"1") => true,
            Some(field @ (b"0\"" | b"1\"")) if quoted => {
                self.odd = true;
                field == b"1\""
            }
            Some(_) => {
                self.bad(field::FLIP, &message!("flip"), &message!("0 or 1"));
                false
            }
        };
        let extra = match self.fields.rest() {
            [] => Cow::Borrowed(""),
            [b' ', extra @ ..] => self.words(extra),
            rest => {
                self.odd = true;
                self.words(rest)
            }
        };
        (flip, extra)
    }
}
