//! The board line itself: its fields, read and written.

use std::{borrow::Cow, ops::Range};

use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File, Rank, Role, Square};

use super::{codes, scan};
use crate::{Diagnostic, Parsed};

/// One Style 12 line, every field typed.
///
/// A field that could not be read has a neutral value here, a diagnostic beside it,
/// and its spelling is remembered: [`Style12::write`] gives back the very line that
/// was parsed as long as no field is changed.
///
/// ```
/// use partie_formats::style12::{Relation, Style12};
/// let line = "<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR \
///             B -1 0 0 1 1 0 7 Newton Einstein 1 2 12 39 39 119 122 2 K/e1-e2 (0:06) Ke2 0";
/// let board = Style12::parse(line.as_bytes()).expect("a board line").value;
/// assert_eq!((&*board.white, &*board.black), ("Newton", "Einstein"));
/// assert_eq!(board.relation, Relation::PlayingMyMove);
/// let mut written = Vec::new();
/// board.write(&mut written);
/// assert_eq!(written, line.as_bytes());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style12<'a> {
    /// What stood before the tag: a prompt, a bell, block mode's bytes, a quotation mark.
    pub lead: Cow<'a, str>,
    /// How the tag was spelled.
    pub tag: Tag,
    /// The pieces on the board, always seen from White's side.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The file of a double pawn push by the previous move. Not an en passant square:
    /// most servers name every double push, some only those that can be taken.
    pub double_push: Option<File>,
    /// Castling rights as the server counts them: whether king and rook have moved.
    pub castling: CastlingFlags,
    /// Half-moves since the last irreversible move; -1 after a take-back on some servers.
    pub halfmoves: i32,
    /// The game's number on the server.
    pub game: u32,
    /// White's name.
    pub white: Cow<'a, str>,
    /// Black's name.
    pub black: Cow<'a, str>,
    /// What the receiver has to do with the game.
    pub relation: Relation,
    /// Initial time: minutes, or seconds in the dialect of FICS's help page; see
    /// [`crate::options::Dialect`].
    pub initial: i64,
    /// Increment in seconds.
    pub increment: i64,
    /// Material strength, as the server counts it (Q9 R5 B3 N3 P1: 39 at the start).
    pub strength: ByColor<i32>,
    /// Remaining times as they stand: seconds, or milliseconds where
    /// [`Style12::in_milliseconds`]; may be negative.
    pub clock: ByColor<i64>,
    /// The number of the move about to be made, from 1.
    pub move_number: u32,
    /// The previous move in coordinates (`P/e2-e4`, `o-o`, `P/@@-e4`), or `none`.
    pub verbose: Cow<'a, str>,
    /// The time taken for the previous move.
    pub taken: Taken,
    /// The previous move in SAN, or `none`.
    pub san: Cow<'a, str>,
    /// Whether the board is to be shown with Black at the bottom.
    pub flip: bool,
    /// Everything behind the flip field, as it stood: on FICS whether a clock is
    /// ticking (0 or 1) and the lag of the last move in milliseconds.
    pub extra: Cow<'a, str>,
    /// The line, where writing the fields would not give it back.
    spelling: Option<Cow<'a, [u8]>>,
}

/// How the first field was spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// What the receiver of a board has to do with the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    #[must_use]
    pub const fn from_number(number: i32) -> Relation {
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

    /// Whether the receiver is one of the players.
    #[must_use]
    pub const fn is_playing(self) -> bool {
        matches!(self, Relation::PlayingMyMove | Relation::PlayingOpponentsMove)
    }

    /// Whether the game is examined, by the receiver or by someone else.
    #[must_use]
    pub const fn is_examined(self) -> bool {
        matches!(self, Relation::Examining | Relation::ObservingExamined)
    }
}

/// The time taken for a move, as `(0:06)` or `(0:06.125)` says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Taken {
    /// In milliseconds.
    pub milliseconds: i64,
    /// Whether milliseconds are written. If they are, the clocks of the same line
    /// count milliseconds too (`iset ms 1`).
    pub precise: bool,
}

impl Taken {
    /// Reads `(m:ss)`, `(h:mm:ss)`, each with a fraction or without.
    #[must_use]
    pub fn parse(text: &str) -> Option<Taken> {
        Taken::read(text.as_bytes()).map(|(taken, _)| taken)
    }

    /// The time, and whether [`Taken::write`] spells it like this.
    fn read(field: &[u8]) -> Option<(Taken, bool)> {
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
            scan::push_digits(out, seconds / 60 % 60, 2);
        } else {
            scan::push_unsigned(out, seconds / 60);
        }
        out.push(b':');
        scan::push_digits(out, seconds % 60, 2);
        if self.precise {
            out.push(b'.');
            scan::push_digits(out, milliseconds % 1000, 3);
        }
        out.push(b')');
    }
}

/// How many fields a line has at least, the tag included.
pub(crate) const FIELDS: usize = 31;

impl Style12<'_> {
    /// An empty board of a game without names: a line to be filled in.
    #[must_use]
    pub fn empty() -> Style12<'static> {
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
            spelling: None,
        }
    }

    /// Whether the clocks count milliseconds. The time taken tells it.
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

    /// How many plies were played before this position: 0 at White's first move.
    #[must_use]
    pub fn plies(&self) -> i64 {
        2 * (i64::from(self.move_number) - 1) + i64::from(self.turn == Color::Black)
    }

    /// The same line, borrowing nothing.
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

    /// Appends the line, without a line end. What was parsed and not changed is
    /// written as it stood, byte for byte.
    pub fn write(&self, out: &mut Vec<u8>) {
        if let Some(spelling) = &self.spelling
            && Style12::parse(spelling).is_some_and(|again| again.value == *self)
        {
            out.extend_from_slice(spelling);
            return;
        }
        out.extend_from_slice(self.lead.as_bytes());
        out.extend_from_slice(self.tag.text().as_bytes());
        let mut letters = [b'-'; 64];
        for role in Role::ALL {
            for color in Color::ALL {
                for square in self.board.by_piece(role.of(color)) {
                    letters[square as usize] = role.of(color).char() as u8;
                }
            }
        }
        for rank in letters.chunks(8).rev() {
            out.push(b' ');
            out.extend_from_slice(rank);
        }
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
        push_number(out, i64::from(self.game));
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
    scan::push_signed(out, number);
}

fn push_word(out: &mut Vec<u8>, word: &str) {
    out.push(b' ');
    out.extend_from_slice(word.as_bytes());
}

/// Where the tag of a board line stands and how it is spelled, if only what a server
/// or a copied text may put there stands before it.
pub(crate) fn find_tag(line: &[u8]) -> Option<(Range<usize>, Tag)> {
    if line.starts_with(b"<12> ") {
        return Some((0..4, Tag::Plain));
    }
    let at = memchr::memchr2_iter(b'<', b'&', line).find_map(|i| {
        Tag::ALL
            .into_iter()
            .find(|t| line[i..].starts_with(t.text().as_bytes()))
            .map(|tag| (i..i + tag.text().len(), tag))
    });
    let (span, tag) = at?;
    let ends = line.get(span.end).is_none_or(u8::is_ascii_whitespace);
    (ends && scan::is_junk(&line[..span.start])).then_some((span, tag))
}

impl<'a> Style12<'a> {
    /// Reads a line, without or with its line end. `None` if it is no board line at
    /// all; whatever is wrong inside a board line is a diagnostic, and its span is in
    /// bytes of the line.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Parsed<Style12<'a>>> {
        let (tag_span, tag) = find_tag(line)?;
        let mut end = line.len();
        while end > tag_span.end && line[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let mut reader = Reader {
            fields: scan::Fields::new(&line[..end], tag_span.end),
            line,
            number: 1,
            odd: end != line.len(),
            missing: false,
            diagnostics: Vec::new(),
        };
        let mut value = Style12::empty();
        let lead = &line[..tag_span.start];
        value.lead = reader.words(lead);
        value.tag = tag;
        if tag != Tag::Plain {
            reader.diagnostics.push(
                Diagnostic::new(
                    &codes::HTML_TAG,
                    tag_span.clone(),
                    format!("expected <12>, but found {}", tag.text()),
                )
                .expected("<12>", tag.text())
                .fix(tag_span.clone(), "<12>", crate::Confidence::Safe),
            );
        }
        value.board = reader.board();
        value.turn = reader
            .field("side to move", "W or B", |f| match f {
                b"W" => Some(Color::White),
                b"B" => Some(Color::Black),
                _ => None,
            })
            .unwrap_or(Color::White);
        let push = reader.number("file of a double pawn push", "-1 to 7", -1, 7);
        value.double_push = push.and_then(|f| File::ALL.get(usize::try_from(f).ok()?).copied());
        value.castling = CastlingFlags {
            white_short: reader.flag("White may castle short"),
            white_long: reader.flag("White may castle long"),
            black_short: reader.flag("Black may castle short"),
            black_long: reader.flag("Black may castle long"),
        };
        let int = (i64::from(i32::MIN), i64::from(i32::MAX));
        let number = "a number";
        value.halfmoves = reader.number("half-moves", number, int.0, int.1).map_or(0, |n| n as i32);
        value.game = reader
            .number("game number", "a number from 0", 0, i64::from(u32::MAX))
            .map_or(0, |n| n as u32);
        value.white = reader.text("White's name").unwrap_or(Cow::Borrowed("?"));
        value.black = reader.text("Black's name").unwrap_or(Cow::Borrowed("?"));
        value.relation = reader
            .number("relation", "-3 to 2", int.0, int.1)
            .map_or(Relation::Observing, |n| Relation::from_number(n as i32));
        if let Relation::Other(other) = value.relation {
            let span = reader.fields.last.clone();
            reader.diagnostics.push(
                Diagnostic::new(
                    &codes::UNKNOWN_RELATION,
                    span,
                    format!("field 20 (relation): expected -3 to 2, but found {other}"),
                )
                .expected("-3 to 2", other.to_string()),
            );
        }
        value.initial = reader.number("initial time", number, i64::MIN, i64::MAX).unwrap_or(0);
        value.increment = reader.number("increment", number, i64::MIN, i64::MAX).unwrap_or(0);
        value.strength = ByColor {
            white: reader.number("White's strength", number, int.0, int.1).unwrap_or(0) as i32,
            black: reader.number("Black's strength", number, int.0, int.1).unwrap_or(0) as i32,
        };
        value.clock = ByColor {
            white: reader.number("White's clock", number, i64::MIN, i64::MAX).unwrap_or(0),
            black: reader.number("Black's clock", number, i64::MIN, i64::MAX).unwrap_or(0),
        };
        value.move_number = reader
            .number("move number", "a number from 0", 0, i64::from(u32::MAX))
            .map_or(1, |n| n as u32);
        value.verbose = reader.text("previous move").unwrap_or(Cow::Borrowed("none"));
        value.taken = reader.taken();
        value.san = reader.text("previous move in SAN").unwrap_or(Cow::Borrowed("none"));
        if !lead.contains(&b'"') {
            value.flip = reader.flag("flip");
        } else if let Some(flip) = reader.field("flip", "0 or 1", |f| {
            // The whole line was quoted, as the help pages do.
            match f {
                b"0" | b"0\"" => Some(f == b"0\""),
                b"1" | b"1\"" => Some(true),
                _ => None,
            }
        }) {
            let text = &line[reader.fields.last.clone()];
            value.flip = text.starts_with(b"1");
            reader.odd |= flip;
        }
        let rest = &line[reader.fields.at.min(end)..end];
        if let [b' ', extra @ ..] = rest {
            value.extra = reader.words(extra);
        } else if !rest.is_empty() {
            reader.odd = true;
            value.extra = reader.words(rest);
        }
        let Reader { odd, diagnostics, .. } = reader;
        if odd {
            value.spelling = Some(Cow::Borrowed(line));
        }
        Some(Parsed { value, diagnostics })
    }
}

/// Walks over the fields of a line and notes what is wrong with them.
struct Reader<'a> {
    fields: scan::Fields<'a>,
    line: &'a [u8],
    /// The number of the field read last; the tag is field 1.
    number: usize,
    /// Whether writing the fields would not give the line back.
    odd: bool,
    /// Whether the line ended early; said once.
    missing: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    /// The next field as bytes; `None`, reported once, at the end of the line.
    fn next(&mut self) -> Option<&'a [u8]> {
        self.number += 1;
        let field = self.fields.next();
        self.odd |= !self.fields.single_blank;
        if field.is_none() && !self.missing {
            self.missing = true;
            self.odd = true;
            let end = self.fields.at;
            let found = self.number - 1;
            self.diagnostics.push(
                Diagnostic::new(
                    &codes::MISSING_FIELDS,
                    end..end,
                    format!("expected at least {FIELDS} fields, but found {found}"),
                )
                .expected(format!("{FIELDS} fields"), format!("{found}")),
            );
        }
        field
    }

    fn bad(&mut self, name: &str, expected: &str) {
        self.odd = true;
        let span = self.fields.last.clone();
        let found = String::from_utf8_lossy(&self.line[span.clone()]).into_owned();
        self.diagnostics.push(
            Diagnostic::new(
                &codes::BAD_FIELD,
                span,
                format!("field {} ({name}): expected {expected}, but found {found}", self.number),
            )
            .expected(expected, found),
        );
    }

    fn field<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Option<T> {
        let field = self.next()?;
        let value = read(field);
        if value.is_none() {
            self.bad(name, expected);
        }
        value
    }

    fn number(&mut self, name: &str, expected: &str, least: i64, most: i64) -> Option<i64> {
        let field = self.next()?;
        match scan::number(field) {
            Some((value, canonical)) if (least..=most).contains(&value) => {
                self.odd |= !canonical;
                Some(value)
            }
            _ => {
                self.bad(name, expected);
                None
            }
        }
    }

    fn flag(&mut self, name: &str) -> bool {
        self.field(name, "0 or 1", |f| match f {
            b"0" => Some(false),
            b"1" => Some(true),
            _ => None,
        })
        .unwrap_or(false)
    }

    /// The eight ranks.
    fn board(&mut self) -> Board {
        let mut roles = ByRole::<Bitboard>::default();
        let mut colors = ByColor::<Bitboard>::default();
        for rank in Rank::ALL.into_iter().rev() {
            let Some(field) = self.next() else { break };
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
                self.bad(&format!("rank {}", rank.char()), "eight of PNBRQKpnbrqk-");
            }
        }
        // Every square was set once, with one role and one colour.
        Board::try_from_bitboards(roles, colors).unwrap_or_else(|_| Board::empty())
    }

    fn taken(&mut self) -> Taken {
        let Some(field) = self.next() else {
            return Taken::default();
        };
        let Some((taken, canonical)) = Taken::read(field) else {
            self.bad("time taken", "(m:ss) or (m:ss.mmm)");
            return Taken::default();
        };
        self.odd |= !canonical;
        taken
    }

    fn text(&mut self, _name: &str) -> Option<Cow<'a, str>> {
        let field = self.next()?;
        Some(self.words(field))
    }

    /// Text in UTF-8, or else one character a byte.
    fn words(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        let text = scan::text(bytes);
        self.odd |= matches!(text, Cow::Owned(_));
        text
    }
}
