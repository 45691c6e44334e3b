//! Reading a board line.
//!
//! The fields are read one after the other, each once. A field that is not as the format says has
//! a neutral value and a diagnostic.

use std::{
    borrow::Cow,
    ops::{Range, RangeInclusive},
};

use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File, Rank, Role, Square};

use super::{
    CastlingFlags, FIELDS, Relation, Style12, Tag, Taken, codes, field::Unread, ranks, scan,
};
use partie_formats::{Confidence, Diagnostic, Message, Parsed, message};

/// Returns the place and the spelling of the tag of a board line, if only what a server
/// or a copied text may put there stands before it.
#[inline]
#[must_use]
pub fn find_tag(line: &[u8]) -> Option<(Range<usize>, Tag)> {
    if line.starts_with(b"<12> ") { Some((0..4, Tag::Plain)) } else { find_any_tag(line) }
}

fn find_any_tag(line: &[u8]) -> Option<(Range<usize>, Tag)> {
    let span = scan::tag(line, "12")?;
    let tag = Tag::ALL.into_iter().find(|tag| tag.text().as_bytes() == &line[span.clone()])?;
    let ends = span.end == line.len() || scan::space(&line[span.end..]).is_some();
    ends.then_some((span, tag))
}

impl<'a> Style12<'a> {
    /// Reads a line, with or without its line end. `None` if it is not a board line; errors in a
    /// board line are diagnostics, whose spans are bytes of the line.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Parsed<Style12<'a>>> {
        let (span, tag) = find_tag(line)?;
        let mut reader = FieldReader::new(line, span.end);
        let lead = &line[..span.start];
        let quoted = lead.contains(&b'"');
        let lead = reader.words(lead);
        if tag != Tag::Plain {
            reader.html_tag(span, tag);
        }
        let board = reader.board();
        let turn = reader.turn();
        let name = || message!("file of a double pawn push");
        let double_push = reader.number(name, || message!("-1 to 7"), -1..=7);
        let castling = CastlingFlags {
            white_short: reader.flag(|| message!("White may castle short")),
            white_long: reader.flag(|| message!("White may castle long")),
            black_short: reader.flag(|| message!("Black may castle short")),
            black_long: reader.flag(|| message!("Black may castle long")),
        };
        let halfmoves = reader.number(|| message!("half-moves"), A_NUMBER, I32);
        let game = reader.number(|| message!("game number"), FROM_0, 0..=i64::MAX);
        let (white, black) = (reader.text("?"), reader.text("?"));
        let relation = reader.relation();
        let initial = reader.number(|| message!("initial time"), A_NUMBER, I64);
        let increment = reader.number(|| message!("increment"), A_NUMBER, I64);
        let mut strength = |name| reader.number(name, A_NUMBER, I32).unwrap_or(0) as i32;
        let strength = ByColor {
            white: strength(|| message!("White's strength")),
            black: strength(|| message!("Black's strength")),
        };
        let mut clock = |name| reader.number(name, A_NUMBER, I64).unwrap_or(0);
        let clock = ByColor {
            white: clock(|| message!("White's clock")),
            black: clock(|| message!("Black's clock")),
        };
        let numbers = 0..=i64::from(u32::MAX);
        let move_number = reader.number(|| message!("move number"), FROM_0, numbers);
        let verbose = reader.text("none");
        let taken = reader.taken();
        let san = reader.text("none");
        let flip = reader.flip(quoted);
        let extra = reader.extra();
        let (unread, odd, diagnostics) = reader.finish();
        let value = Style12 {
            lead,
            tag,
            board,
            turn,
            double_push: double_push
                .and_then(|at| File::ALL.get(usize::try_from(at).ok()?).copied()),
            castling,
            halfmoves: halfmoves.unwrap_or(0) as i32,
            game: game.unwrap_or(0).cast_unsigned(),
            white,
            black,
            relation,
            initial: initial.unwrap_or(0),
            increment: increment.unwrap_or(0),
            strength,
            clock,
            move_number: move_number.unwrap_or(1) as u32,
            verbose,
            taken,
            san,
            flip,
            extra,
            unread,
            spelling: odd.then_some(Cow::Borrowed(line)),
        };
        Some(Parsed { value, diagnostics })
    }
}

/// Makes a phrase. A message itself would be made and dropped at each use.
type Phrase = fn() -> Message;

const A_NUMBER: Phrase = || message!("a number");
const FROM_0: Phrase = || message!("a number from 0");
const I32: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;
const I64: RangeInclusive<i64> = i64::MIN..=i64::MAX;

/// Reads the fields of a line one after the other and gathers what is wrong with them.
struct FieldReader<'a> {
    line: &'a [u8],
    fields: scan::Fields<'a>,
    /// Number of the field read last; the tag is field 1.
    number: usize,
    unread: Unread,
    /// True if writing the fields would not give the line back.
    odd: bool,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> FieldReader<'a> {
    /// Begins after the tag, which ends at an offset.
    fn new(line: &'a [u8], at: usize) -> FieldReader<'a> {
        let end = line.len() - scan::space_after(&line[at..]);
        FieldReader {
            line,
            fields: scan::Fields::new(&line[..end], at),
            number: 1,
            unread: Unread::default(),
            odd: end != line.len(),
            diagnostics: Vec::new(),
        }
    }

    /// Returns the fields that are not known, whether the line is odd, and the diagnostics.
    fn finish(mut self) -> (Unread, bool, Vec<Diagnostic>) {
        if let Some(span) = self.fields.odd_space.take() {
            self.odd_space(span);
        }
        (self.unread, self.odd | self.fields.odd, self.diagnostics)
    }

    #[cold]
    fn odd_space(&mut self, span: Range<usize>) {
        let found = scan::space_name(&self.line[span.clone()]);
        let message = message!("expected a space between fields, but found {found}", found);
        let diagnostic = Diagnostic::new(&codes::NONSTANDARD_SPACE, span.clone(), message);
        let diagnostic = diagnostic.expected("a space", found.to_string());
        self.diagnostics.push(diagnostic.fix(span, " ", Confidence::Safe));
    }

    /// Reports a tag copied from HTML.
    #[cold]
    fn html_tag(&mut self, span: Range<usize>, tag: Tag) {
        let message = message!("expected <12>, but found {found}", found = tag.text());
        let diagnostic = Diagnostic::new(&codes::HTML_TAG, span, message);
        self.diagnostics.push(diagnostic.replaced("<12>", tag.text(), Confidence::Safe));
    }

    /// Returns the next field; `None`, reported once, at the end of the line.
    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        self.number += 1;
        let field = self.fields.next();
        if field.is_none() && self.unread.missing == 0 {
            self.missing();
        }
        field
    }

    #[cold]
    fn missing(&mut self) {
        self.unread.missing = u32::MAX << self.number;
        self.odd = true;
        let (end, found) = (self.fields.at, self.number - 1);
        let message =
            message!("expected at least {FIELDS} fields, but found {found}", FIELDS, found);
        let diagnostic = Diagnostic::new(&codes::MISSING_FIELDS, end..end, message);
        self.diagnostics.push(diagnostic.expected(format!("{FIELDS} fields"), found.to_string()));
    }

    /// Marks and reports the field read last.
    #[cold]
    fn bad(&mut self, name: &Message, expected: &Message) {
        self.odd = true;
        self.unread.bad |= 1 << self.number;
        let span = self.fields.place();
        let found = String::from_utf8_lossy(&self.line[span.clone()]).into_owned();
        let message = message!(
            "field {number} ({name}): expected {expected}, but found {found}",
            number = self.number,
            name,
            expected,
            found
        );
        let diagnostic = Diagnostic::new(&codes::BAD_FIELD, span, message);
        self.diagnostics.push(diagnostic.expected(expected.to_string(), found));
    }

    /// Reads the eight ranks.
    fn board(&mut self) -> Board {
        // The space after them is none at the end of a line.
        if let Some(board) = self.fields.rest().first_chunk().and_then(ranks::board) {
            self.fields.at += 72;
            self.number += 8;
            return board;
        }
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
                self.bad(&message!("rank {rank}", rank), &message!("eight of PNBRQKpnbrqk-"));
            }
        }
        self.number = 9;
        // Every square was set once, with one role and one colour.
        Board::try_from_bitboards(roles, colors).unwrap_or_else(|_| Board::empty())
    }

    /// Reads the side to move. Reports it in lower case.
    fn turn(&mut self) -> Color {
        let (capital, letter, color) = match self.next() {
            Some(b"W") | None => return Color::White,
            Some(b"B") => return Color::Black,
            Some(b"w") => ("W", "w", Color::White),
            Some(b"b") => ("B", "b", Color::Black),
            Some(_) => {
                self.bad(&message!("side to move"), &message!("W or B"));
                return Color::White;
            }
        };
        self.odd = true;
        let message = message!(
            "field {TURN} (side to move): expected {capital}, but found {letter}",
            TURN = self.number,
            capital,
            letter
        );
        let diagnostic = Diagnostic::new(&codes::SIDE_IN_LOWER_CASE, self.fields.place(), message);
        self.diagnostics.push(diagnostic.replaced(capital, letter, Confidence::Safe));
        color
    }

    fn flag(&mut self, name: Phrase) -> bool {
        match self.next() {
            Some(b"0") | None => false,
            Some(b"1") => true,
            Some(_) => {
                self.bad(&name(), &message!("0 or 1"));
                false
            }
        }
    }

    /// Reads a whole number of a range.
    #[inline]
    fn number(
        &mut self,
        name: Phrase,
        expected: Phrase,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        match scan::number(self.next()?) {
            Some((value, canonical)) if range.contains(&value) => {
                self.odd |= !canonical;
                Some(value)
            }
            _ => {
                self.bad(&name(), &expected());
                None
            }
        }
    }

    /// Reads the relation. Reports one that no document names.
    fn relation(&mut self) -> Relation {
        let (name, expected) = (|| message!("relation"), || message!("-3 to 2"));
        let relation = self.number(name, expected, I32).unwrap_or(0);
        let relation = Relation::from_number(relation as i32);
        if let Relation::Other(other) = relation {
            let (name, expected) = (name(), expected());
            let message = message!(
                "field {number} ({name}): expected {expected}, but found {other}",
                number = self.number,
                name,
                expected,
                other
            );
            let diagnostic =
                Diagnostic::new(&codes::UNKNOWN_RELATION, self.fields.place(), message);
            self.diagnostics.push(diagnostic.expected(expected.to_string(), other.to_string()));
        }
        relation
    }

    /// Reads a word.
    fn text(&mut self, neutral: &'static str) -> Cow<'a, str> {
        match self.next() {
            Some(field) => self.words(field),
            None => Cow::Borrowed(neutral),
        }
    }

    /// Text in UTF-8, or else one character a byte.
    fn words(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        let text = scan::text(bytes);
        self.odd |= matches!(text, Cow::Owned(_));
        text
    }

    /// Reads the time taken.
    fn taken(&mut self) -> Taken {
        let Some(field) = self.next() else { return Taken::default() };
        let Some((taken, canonical)) = Taken::read(field) else {
            self.bad(&message!("time taken"), &message!("(m:ss) or (m:ss.mmm)"));
            return Taken::default();
        };
        self.odd |= !canonical;
        taken
    }

    /// Reads the last field. A quoted line, as in help pages, may end with a quotation mark.
    fn flip(&mut self, quoted: bool) -> bool {
        match self.next() {
            Some(b"0") | None => false,
            Some(b"1") => true,
            Some(field @ (b"0\"" | b"1\"")) if quoted => {
                self.odd = true;
                field == b"1\""
            }
            Some(_) => {
                self.bad(&message!("flip"), &message!("0 or 1"));
                false
            }
        }
    }

    /// Reports what follows the last field, if it is more than the numbers that servers add.
    #[cold]
    fn further_words(&mut self, rest: &[u8]) {
        let start = self.line.len() - rest.trim_ascii_start().len();
        let found = String::from_utf8_lossy(rest.trim_ascii()).into_owned();
        let message = message!("expected the end of the board line, but found `{found}`", found);
        let span = start..start + rest.trim_ascii().len();
        let diagnostic = Diagnostic::new(&codes::FURTHER_WORDS, span, message);
        self.diagnostics.push(diagnostic.expected("numbers", found));
    }

    /// Reads what servers may add to the format.
    fn extra(&mut self) -> Cow<'a, str> {
        let rest = self.fields.rest();
        if rest.iter().any(u8::is_ascii_alphabetic) {
            self.further_words(rest);
        }
        match rest {
            [] => Cow::Borrowed(""),
            [b' ', extra @ ..] => self.words(extra),
            rest => {
                self.odd = true;
                self.words(rest)
            }
        }
    }
}

#[cfg(test)]
mod tests;
