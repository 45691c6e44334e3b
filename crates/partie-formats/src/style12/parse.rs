//! Reading a board line, field by field.

use std::{borrow::Cow, ops::Range};

use partie_core::{Bitboard, Board, ByColor, ByRole, Color, File, Rank, Role, Square};

use super::{CastlingFlags, FIELDS, Relation, Style12, Tag, Taken, codes, fast, scan};
use crate::{Diagnostic, Parsed};

/// Where the tag of a board line stands and how it is spelled, if only what a server
/// or a copied text may put there stands before it.
#[inline]
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
    let ends = span.end == line.len() || scan::space(&line[span.end..]).is_some();
    (ends && scan::is_junk(&line[..span.start])).then_some((span, tag))
}

impl<'a> Style12<'a> {
    /// Reads a line, without or with its line end. `None` if it is no board line at
    /// all; whatever is wrong inside a board line is a diagnostic, and its span is in
    /// bytes of the line.
    #[must_use]
    pub fn parse(line: &'a [u8]) -> Option<Parsed<Style12<'a>>> {
        let tag = if line.starts_with(b"<12> ") {
            Some(0)
        } else {
            let (span, tag) = find_tag(line)?;
            (tag == Tag::Plain && !line[..span.start].contains(&b'"')).then_some(span.start)
        };
        match tag.and_then(|tag| fast::line(line, tag)) {
            Some(parsed) => Some(parsed),
            None => Style12::parse_carefully(line),
        }
    }

    /// Reads any board line, and says what is wrong with it.
    #[inline(never)]
    pub(super) fn parse_carefully(line: &'a [u8]) -> Option<Parsed<Style12<'a>>> {
        let (tag_span, tag) = find_tag(line)?;
        let body = &line[tag_span.end..];
        let end = tag_span.end + body.len() - scan::space_after(body);
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
                b"W" | b"w" => Some(Color::White),
                b"B" | b"b" => Some(Color::Black),
                _ => None,
            })
            .unwrap_or(Color::White);
        reader.side_in_capitals();
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
            .number("game number", "a number from 0", 0, i64::MAX)
            .map_or(0, i64::cast_unsigned);
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
        reader.odd_spaces();
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

    /// Reports a side to move in lower case.
    fn side_in_capitals(&mut self) {
        let span = self.fields.last.clone();
        let Some(letter @ ("w" | "b")) = std::str::from_utf8(&self.line[span.clone()]).ok() else {
            return;
        };
        self.odd = true;
        let capital = letter.to_ascii_uppercase();
        self.diagnostics.push(
            Diagnostic::new(
                &codes::SIDE_IN_LOWER_CASE,
                span.clone(),
                format!("field 10 (side to move): expected {capital}, but found {letter}"),
            )
            .expected(capital.clone(), letter)
            .fix(span, capital, crate::Confidence::Safe),
        );
    }

    /// Reports fields that something else than a space separates; once.
    fn odd_spaces(&mut self) {
        let Some(span) = self.fields.odd_space.clone() else { return };
        let found = scan::space_name(&self.line[span.clone()]);
        self.diagnostics.push(
            Diagnostic::new(
                &codes::ODD_SPACE,
                span.clone(),
                format!("expected a space between fields, but found {found}"),
            )
            .expected("a space", found)
            .fix(span, " ", crate::Confidence::Safe),
        );
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
