//! The tag section: tag tokens to [`Tags`], with their diagnostics.

use partie_formats::ToValue;
use partie_formats::text::unwrap_lines;
use std::{borrow::Cow, ops::Range};

use partie_core::{Comment, Outcome, Tags, tags::ROSTER};

use super::{
    codes, layout, names,
    text::without_braces,
    token::{TagToken, Token, TokenKind},
};
use partie_formats::{
    Code, Confidence, Diagnostic, ReadOptions,
    ledger::{Claims, Part},
    message,
};
use partie_scoresheet::{
    dates::{self, is_date},
    vocabulary,
};

/// Result of reading the tag section.
#[derive(Debug, Default)]
pub(crate) struct TagSection {
    pub(crate) tags: Tags,
    /// The places of the values, in the order of the tags.
    places: Vec<Range<usize>>,
    /// Tag pairs that the game cannot hold, and the reason: repeated tags, and tags beyond the
    /// limit. They are kept as comments.
    pub(crate) left_over: Vec<(Range<usize>, &'static Code)>,
}

impl TagSection {
    /// Adds a tag whose name is new, and where its value stands.
    pub(crate) fn push(&mut self, name: &str, value: impl Into<String>, place: Range<usize>) {
        self.tags.push(name, value);
        self.places.push(place);
    }

    /// Returns the place of a tag's value.
    pub(crate) fn place(&self, name: &str) -> Option<Range<usize>> {
        let i = self.tags.iter().position(|(n, _)| n == name)?;
        self.places.get(i).cloned()
    }

    /// Returns the tag pairs that the game cannot hold as comments.
    pub(crate) fn comments(&self, text: &str) -> impl Iterator<Item = Comment> {
        let words = |span: &Range<usize>| without_braces(&unwrap_lines(&text[span.clone()]));
        self.left_over.iter().map(move |(span, _)| Comment::after(words(span)))
    }

    /// Claims the tag pairs of a text.
    pub(crate) fn claim(&self, tokens: &[Token], claims: &mut Claims) {
        if !claims.wanted() {
            return;
        }
        // Both are in the order of the text.
        let mut left_over = self.left_over.iter().peekable();
        for token in tokens.iter().filter(|t| matches!(t.kind, TokenKind::Tag(_))) {
            match left_over.next_if(|(span, _)| *span == token.span) {
                Some((span, code)) => claims.keep(span.clone(), code),
                None => claims.add(token.span.clone(), Part::Tag),
            }
            // A value may be too long and its name given already.
            while left_over.next_if(|(span, _)| *span == token.span).is_some() {}
        }
    }

    /// Returns the result of the Result tag, however it is spelled.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        vocabulary::outcome(self.tags.get("Result")?)
    }
}

pub(crate) fn read(
    text: &str,
    tokens: &[Token],
    options: &ReadOptions,
    out: &mut Vec<Diagnostic>,
) -> TagSection {
    let section = read_all(text, tokens, options, out);
    if !section.tags.is_empty() {
        let pairs = section.tags.iter().zip(&section.places);
        let pair = |((name, value), place): ((_, _), &Range<usize>)| Pair {
            name,
            value,
            place: place.clone(),
        };
        check_pairs(&pairs.map(pair).collect::<Vec<_>>(), out);
        check_gap(text, tokens, out);
    }
    section
}

/// Reads the tags without their diagnostics.
pub(crate) fn only(text: &str, tokens: &[Token], options: &ReadOptions) -> Tags {
    read_all(text, tokens, options, &mut Vec::new()).tags
}

/// Reads the tags among some tokens.
fn read_all(
    text: &str,
    tokens: &[Token],
    options: &ReadOptions,
    out: &mut Vec<Diagnostic>,
) -> TagSection {
    let mut section = TagSection::default();
    for token in tokens {
        let TokenKind::Tag(tag) = &token.kind else { continue };
        if section.tags.len() >= options.limits.tags {
            let code = &codes::TOO_MANY_TAGS;
            if section.left_over.last().is_none_or(|(_, last)| *last != code) {
                let limit = options.limits.tags;
                let message = message!(
                    "the limit of {limit} tags is reached; what follows was kept as comments",
                    limit
                );
                out.push(Diagnostic::new(code, token.span.clone(), message));
            }
            section.left_over.push((token.span.clone(), code));
            continue;
        }
        read_tag(text, token, tag, options, &mut section, out);
    }
    section
}

fn read_tag(
    text: &str,
    token: &Token,
    tag: &TagToken,
    options: &ReadOptions,
    section: &mut TagSection,
    out: &mut Vec<Diagnostic>,
) {
    let name = &text[tag.name.clone()];
    let span = tag.value.clone();
    let value = if tag.canonical && span.len() <= options.limits.text_bytes {
        text[span.clone()].to_owned()
    } else {
        nonstandard_value(text, token, tag, options, section, out)
    };
    let known = names::canonical(name).filter(|known| *known != name);
    let respelled = match known.filter(|known| section.tags.get(known).is_none()) {
        Some(known) => {
            let message = message!("expected the tag {known}, but found `{name}`", known, name);
            Some((&codes::INVALID_TAG_NAME, known, message))
        }
        None if name == "Eingabe" => {
            let message = message!("expected SetUp, but found Eingabe");
            Some((&codes::FOREIGN_SETUP, "SetUp", message))
        }
        None => None,
    };
    let name = respelled.as_ref().map_or(name, |(_, known, _)| known);
    if let Some((code, known, message)) = respelled {
        let place = tag.name.clone();
        let diagnostic = Diagnostic::new(code, place.clone(), message);
        let diagnostic = diagnostic.expected(known, &text[place.clone()]);
        out.push(diagnostic.fix(place, known, Confidence::Safe));
    }
    if let Some(first) = section.tags.get(name) {
        let same = first == value;
        let message = if same {
            message!("the tag {name} stands there twice with the same value", name)
        } else {
            section.left_over.push((token.span.clone(), &codes::DUPLICATE_TAG));
            message!(
                "the tag {name} was given already; this value, `{value}`, was kept as a comment",
                name,
                value
            )
        };
        let mut diagnostic = Diagnostic::new(&codes::DUPLICATE_TAG, token.span.clone(), message);
        if same {
            diagnostic = diagnostic.severity(partie_formats::Severity::Repaired);
        }
        if let Some(place) = section.place(name) {
            diagnostic = diagnostic.related(place, message!("first given here"));
        }
        if same {
            diagnostic = diagnostic.fix(token.span.clone(), "", Confidence::Safe);
        }
        out.push(diagnostic);
        return;
    }
    section.push(name, value, span);
}

/// Returns the value of a tag, and reports what is nonstandard about the pair.
fn nonstandard_value(
    text: &str,
    token: &Token,
    tag: &TagToken,
    options: &ReadOptions,
    section: &mut TagSection,
    out: &mut Vec<Diagnostic>,
) -> String {
    let name = &text[tag.name.clone()];
    let span = tag.value.clone();
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !plain && names::canonical(name).is_none() {
        out.push(Diagnostic::new(
            &codes::INVALID_TAG_NAME,
            tag.name.clone(),
            message!("expected letters, digits and _ in a tag name, but found `{name}`", name),
        ));
    }
    let raw = &*joined(&text[span.clone()]);
    let pair = &text[token.span.clone()];
    let whole = || format!("[{} \"{raw}\"]", names::canonical(name).unwrap_or(name));
    let written_anew = |code, message, confidence| {
        let diagnostic = Diagnostic::new(code, token.span.clone(), message);
        diagnostic.fix(token.span.clone(), whole(), confidence)
    };
    if !pair.starts_with('[') {
        // Without any bracket, the line may not be a tag after all.
        let confidence = if tag.bracket_closed { Confidence::Safe } else { Confidence::Likely };
        let message = message!("expected brackets around the tag {name}", name);
        out.push(written_anew(&codes::BARE_TAG, message, confidence));
    } else if memchr::memchr2(b'\n', b'\r', pair.as_bytes()).is_some() {
        let message = message!("expected the tag {name} on one line", name);
        out.push(written_anew(&codes::BROKEN_TAG, message, Confidence::Safe));
    } else if !tag.quote_closed || !tag.bracket_closed {
        let missing = match (tag.quote_closed, tag.bracket_closed) {
            (false, false) => "\"]",
            (false, true) => "\"",
            _ => "]",
        };
        // A quote goes before the bracket that stands there.
        let end = if tag.bracket_closed { tag.value.end } else { token.span.end };
        let message = message!("expected `{missing}` at the end of the tag {name}", missing, name);
        let diagnostic = Diagnostic::new(&codes::TAG_NOT_CLOSED, token.span.clone(), message);
        out.push(diagnostic.fix(end..end, missing, Confidence::Safe));
    } else if !tag.plain_quotes {
        let message = message!("expected plain quotes around the value of {name}", name);
        out.push(written_anew(&codes::TYPOGRAPHIC_QUOTES, message, Confidence::Safe));
    }
    // A table doubles the quotes of its cells.
    let inner = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    if let Some(inner) = inner.filter(|inner| !inner.is_empty() && !inner.contains(['"', '\\'])) {
        out.push(unescaped_quote(inner, span));
        return inner.to_owned();
    }
    let (mut value, bad_quote, bad_escape) = unescape(raw);
    if bad_quote {
        out.push(unescaped_quote(&value, span.clone()));
    }
    if bad_escape {
        out.push(
            Diagnostic::new(
                &codes::BAD_ESCAPE,
                span.clone(),
                message!(
                    "a backslash stands here before neither a quote nor a backslash; it was kept"
                ),
            )
            .fix(span.clone(), escape(&value), Confidence::Safe),
        );
    }
    out.extend(layout::mojibake(raw, span.clone()));
    if value.len() > options.limits.text_bytes {
        value.truncate(value.floor_char_boundary(options.limits.text_bytes));
        out.push(Diagnostic::new(
            &codes::TEXT_TOO_LONG,
            span,
            message!("the value is longer than {limit} bytes and was cut; all of it was kept as a comment", limit = options.limits.text_bytes),
        ));
        section.left_over.push((token.span.clone(), &codes::TEXT_TOO_LONG));
    }
    value
}

/// Joins a value into one line: each line end, with the whitespace around it, becomes a space.
fn joined(raw: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', raw.as_bytes()).is_none() {
        return raw.into();
    }
    let mut lines = raw.split(['\n', '\r']);
    let mut value = lines.next().unwrap_or_default().trim_end().to_owned();
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        if !value.is_empty() {
            value.push(' ');
        }
        value.push_str(line);
    }
    value.into()
}

/// Returns the diagnostic that a bare quote stands in a value.
pub(crate) fn unescaped_quote(value: &str, span: Range<usize>) -> Diagnostic {
    Diagnostic::new(
        &codes::UNESCAPED_QUOTE,
        span.clone(),
        message!("expected `\\\"` for a quote inside the value"),
    )
    .fix(span, escape(value), Confidence::Safe)
}

/// Returns a value without its backslashes; then true if it contained a bare quote, and true if a
/// backslash escaped nothing.
fn unescape(raw: &str) -> (String, bool, bool) {
    if memchr::memchr2(b'"', b'\\', raw.as_bytes()).is_none() {
        return (raw.to_owned(), false, false);
    }
    let mut value = String::with_capacity(raw.len());
    let (mut bad_quote, mut bad_escape) = (false, false);
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                if let Some(c) = chars.next_if(|c| matches!(c, '"' | '\\')) {
                    value.push(c);
                } else {
                    bad_escape = true;
                    value.push('\\');
                }
            }
            '"' => {
                bad_quote = true;
                value.push('"');
            }
            c => value.push(c),
        }
    }
    (value, bad_quote, bad_escape)
}

/// A value as it stands between quotes: quotes and backslashes escaped, line ends as spaces.
#[must_use]
pub fn escape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Places of a text's tags, each name once.
#[derive(Clone, Debug)]
pub struct TagPlaces(Vec<[(u32, u32); 2]>);

impl TagPlaces {
    /// Returns the tags of the text.
    pub fn iter<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = (&'t str, &'t str)> {
        let part = |(start, end)| str::from_utf8(text.get(start as usize..end as usize)?).ok();
        self.0.iter().filter_map(move |[name, value]| Some((part(*name)?, part(*value)?)))
    }

    /// Returns the value of a tag of the text.
    #[must_use]
    pub fn get<'t>(&self, text: &'t [u8], name: &str) -> Option<&'t str> {
        let part = |(start, end): (u32, u32)| text.get(start as usize..end as usize);
        let [_, value] = self.0.iter().find(|[own, _]| part(*own) == Some(name.as_bytes()))?;
        str::from_utf8(part(*value)?).ok()
    }
}

impl FromIterator<(Range<usize>, Range<usize>)> for TagPlaces {
    fn from_iter<I: IntoIterator<Item = (Range<usize>, Range<usize>)>>(places: I) -> TagPlaces {
        let part = |part: Range<usize>| (part.start as u32, part.end as u32);
        TagPlaces(places.into_iter().map(|(name, value)| [part(name), part(value)]).collect())
    }
}

/// A tag pair and the place of its value.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    pub(crate) place: Range<usize>,
}

/// Reports nonstandard tags of a game in which no name occurs twice.
pub(crate) fn check_pairs(pairs: &[Pair<'_>], out: &mut Vec<Diagnostic>) {
    let pair = |name: &str| pairs.iter().find(|pair| pair.name == name);
    for name in ["White", "Black"] {
        if let Some(pair) = pair(name)
            && is_turned_round(pair.value)
        {
            let name = pair.value;
            out.push(Diagnostic::new(
                &codes::NAME_ORDER,
                pair.place.clone(),
                message!(
                    "expected the surname, a comma and the given name, but found `{name}`",
                    name
                ),
            ));
        }
    }
    let missing: Vec<_> = ROSTER.into_iter().filter(|n| pair(n).is_none()).collect();
    if let (false, Some(first)) = (missing.is_empty(), pairs.first()) {
        out.push(Diagnostic::new(
            &codes::MISSING_ROSTER,
            first.place.clone(),
            message!("missing of the seven-tag roster: {others}", others = missing.join(", ")),
        ));
    }
    for name in DATES {
        let Some(Pair { value: date, place, .. }) = pair(name) else { continue };
        if !date.is_empty() && *date != "?" && !is_date(date.as_bytes()) {
            let mut diagnostic = Diagnostic::new(
                &codes::NONSTANDARD_DATE,
                place.clone(),
                message!("expected a date as YYYY.MM.DD, but found `{date}`", date),
            )
            .expected("YYYY.MM.DD", *date);
            if let Some(fixed) = mend_date(date) {
                diagnostic = diagnostic.fix(place.clone(), fixed, Confidence::Safe);
            }
            out.push(diagnostic);
        }
    }
    if let Some(Pair { value, place, .. }) = pair("Result")
        && Outcome::from_pgn(value).is_none()
    {
        let found = if value.is_empty() {
            message!("nothing").to_value()
        } else {
            format!("`{value}`").to_value()
        };
        let mut diagnostic = Diagnostic::new(
            &codes::NONSTANDARD_RESULT_TAG,
            place.clone(),
            message!("expected 1-0, 0-1, 1/2-1/2 or *, but found {found}", found),
        )
        .expected("1-0, 0-1, 1/2-1/2 or *", *value);
        if let Some(outcome) = vocabulary::outcome(value) {
            diagnostic = diagnostic.fix(place.clone(), outcome.as_pgn(), Confidence::Safe);
        }
        out.push(diagnostic);
    }
}

/// Checks that an empty line follows the last tag. A comment may stand on the next line.
fn check_gap(text: &str, tokens: &[Token], out: &mut Vec<Diagnostic>) {
    let is_tag = |token: &Token| matches!(token.kind, TokenKind::Tag(_));
    let Some(last) = tokens.iter().rposition(is_tag) else { return };
    let (gap, next) = match &tokens[last + 1..] {
        [gap, next, ..] if gap.kind == TokenKind::Whitespace => (gap.span.clone(), next),
        [next, ..] => (next.span.start..next.span.start, next),
        [] => return,
    };
    let line_ends = text[gap.clone()].replace("\r\n", "\n").matches(['\n', '\r']).count();
    let needed = match next.kind {
        TokenKind::Word | TokenKind::Number { .. } => 2,
        TokenKind::Comment { .. } | TokenKind::LineComment | TokenKind::Open => 1,
        _ => return,
    };
    if line_ends < needed {
        out.push(
            Diagnostic::new(
                &codes::TAGS_AND_MOVES,
                next.span.clone(),
                message!("expected an empty line between the tags and the moves"),
            )
            .fix(gap, "\n\n", Confidence::Safe),
        );
    }
}

/// The tags that hold a date.
pub(crate) const DATES: [&str; 3] = ["Date", "EventDate", "UTCDate"];

/// Returns true for a name of several words without a comma, as `Garry Kasparov`.
pub(crate) fn is_turned_round(name: &str) -> bool {
    let word = |w: &str| {
        w.starts_with(char::is_uppercase)
            && w.chars().count() > 1
            && w.chars().skip(1).all(|c| c.is_lowercase() || matches!(c, '-' | '\''))
    };
    matches!(name.split(' ').count(), 2 | 3) && name.split(' ').all(word)
}

/// Rewrites a date whose order is certain as `YYYY.MM.DD`: the year first, a month in letters, or a day
/// above 12. Returns `None` of others, and of what is no date.
#[must_use]
pub fn mend_date(date: &str) -> Option<String> {
    year_first(date).or_else(|| without_separators(date)).or_else(|| {
        let numbers = date.split(['.', '-', '/', ' ']).map(str::trim).filter(|p| !p.is_empty());
        let low: Vec<u32> = numbers.filter_map(|p| p.parse().ok()).take(2).collect();
        let certain = !matches!(low[..], [a, b] if a <= 12 && b <= 12 && a != b);
        let mended = certain.then(|| dates::date(date)).flatten();
        mended.filter(|mended| is_date(mended.as_bytes()))
    })
}

/// Reads a date of eight digits, `20240314`. Years from 1500 on have no second reading, as a day before
/// its month.
fn without_separators(date: &str) -> Option<String> {
    let is_date = date.len() == 8 && date.bytes().all(|b| b.is_ascii_digit());
    let (year, rest) = date.split_at_checked(4).filter(|_| is_date)?;
    let (month, day) = rest.split_at(2);
    let mended = format!("{year}.{month}.{day}");
    ("1500".."2100").contains(&year).then_some(mended).filter(|date| self::is_date(date.as_bytes()))
}

/// Reads a date with the year first and a month from 1 to 12.
fn year_first(date: &str) -> Option<String> {
    let parts: Vec<_> = date.split(['.', '-', '/', ' ']).map(str::trim).collect();
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit() || b == b'?');
    match parts.as_slice() {
        [y, rest @ ..] if y.len() == 4 && digits(y) && rest.len() <= 2 => {
            let part = |i: usize| rest.get(i).filter(|p| !p.is_empty()).map_or("??", |p| p);
            let (m, d) = (part(0), part(1));
            let as_date = |m: &str, d: &str| {
                let date = format!("{y}.{m:0>2}.{d:0>2}");
                is_date(date.as_bytes()).then_some(date)
            };
            // There is no fourteenth month.
            as_date(m, d).or_else(|| as_date(d, m).filter(|_| rest.len() == 2))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_a_certain_order() {
        for (date, mended) in [
            ("14.3.2024", "2024.03.14"),
            ("14. 3. 2024", "2024.03.14"),
            ("3/14/2024", "2024.03.14"),
            ("14/3/2024", "2024.03.14"),
            ("14-03-2024", "2024.03.14"),
            ("7/7/2000", "2000.07.07"),
            ("14. März 2024", "2024.03.14"),
            ("14 mars 2024", "2024.03.14"),
            ("March 4, 2024", "2024.03.04"),
            ("2024-3-4", "2024.03.04"),
            ("2024", "2024.??.??"),
            ("20240314", "2024.03.14"),
            ("14032024", ""),
            ("20241314", ""),
            // Either number may be the month.
            ("3/4/2024", ""),
            ("3.4.2024", ""),
            // No such day.
            ("2020.02.30", ""),
            ("30.2.2020", ""),
            ("31/4/2020", ""),
            ("29.2.2023", ""),
            ("29.2.2024", "2024.02.29"),
            ("last summer", ""),
        ] {
            assert_eq!(mend_date(date).unwrap_or_default(), mended, "{date}");
        }
    }

    #[test]
    fn days_of_the_calendar() {
        for (date, is) in [
            ("2020.02.29", true),
            ("2020.02.30", false),
            ("2021.02.29", false),
            ("1900.02.29", false),
            ("????.02.29", true),
            ("0000.02.29", true),
            ("2020.04.31", false),
            ("2020.12.31", true),
            ("2020.??.31", true),
        ] {
            assert_eq!(is_date(date.as_bytes()), is, "{date}");
        }
    }
}
