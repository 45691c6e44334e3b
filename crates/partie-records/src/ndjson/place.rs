//! Places of values in the text of a JSON object.

use std::{borrow::Cow, ops::Range};

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PathStep<'a> {
    /// The member of an object.
    Member(&'a str),
    /// The element of a list, from 0.
    Element(usize),
}

/// Returns the place of a value in a text that is valid JSON; `None` if there is no such value.
pub(crate) fn find(json: &[u8], path: &[PathStep<'_>]) -> Option<Range<usize>> {
    let mut at = skip_whitespace(json, 0);
    for step in path {
        at = match step {
            PathStep::Member(name) => member(json, at, name)?,
            PathStep::Element(index) => element(json, at, *index)?,
        };
    }
    Some(at..value_end(json, at))
}

/// Returns the place of a member of an object, with its name; `name` is in quotes.
pub(super) fn member_of(json: &[u8], name: &str) -> Option<Range<usize>> {
    let value = find(json, &[PathStep::Member(&name[1..name.len() - 1])])?;
    let before = json[..value.start].trim_ascii_end();
    let before = before.strip_suffix(b":")?.trim_ascii_end();
    Some(before.strip_suffix(name.as_bytes())?.len()..value.end)
}

/// A member of an object: its name, and the place from there to the end of its value.
type Member<'a> = (Cow<'a, [u8]>, Range<usize>);

/// Returns the members that do not count because one of the same name follows in the same
/// object: ascending, each from its name to the end of its value.
pub(crate) fn repeated(json: &[u8]) -> Vec<Range<usize>> {
    let mut repeated = Vec::new();
    // The members of each open object, by name; lists have none.
    let mut open: Vec<Vec<Member<'_>>> = Vec::new();
    let mut at = 0;
    while let Some(b) = json.get(at) {
        match b {
            b'"' => {
                let end = string_end(json, at);
                let colon = skip_whitespace(json, end);
                if json.get(colon) == Some(&b':')
                    && let Some(members) = open.last_mut()
                {
                    let value = skip_whitespace(json, colon + 1);
                    members.push((name(&json[at..end]), at..value));
                    at = value;
                } else {
                    at = end;
                }
                continue;
            }
            b'[' | b'{' => open.push(Vec::new()),
            b']' | b'}' => {
                let mut members = open.pop().unwrap_or_default();
                members.sort_by(|a, b| (&a.0, a.1.start).cmp(&(&b.0, b.1.start)));
                for two in members.windows(2).filter(|two| two[0].0 == two[1].0) {
                    let Range { start, end } = two[0].1;
                    repeated.push(start..value_end(json, end));
                }
            }
            _ => {}
        }
        at += 1;
    }
    partie_formats::text::sort_spans(&mut repeated);
    repeated
}

/// Decodes a name that is given with its quotes.
fn name(quoted: &[u8]) -> Cow<'_, [u8]> {
    if quoted.contains(&b'\\')
        && let Ok(name) = serde_json::from_slice::<String>(quoted)
    {
        return Cow::Owned(name.into_bytes());
    }
    Cow::Borrowed(&quoted[1..quoted.len().saturating_sub(1).max(1)])
}

fn skip_whitespace(json: &[u8], at: usize) -> usize {
    let spaces = json[at.min(json.len())..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    at + spaces
}

/// Finds the value of a member. Of members with the same name the last one counts.
fn member(json: &[u8], open: usize, name: &str) -> Option<usize> {
    let mut found = None;
    let mut at = begin(json, open, b'{')?;
    while json.get(at) == Some(&b'"') {
        let end = value_end(json, at);
        let here = &json[at + 1..end.saturating_sub(1).max(at + 1)] == name.as_bytes();
        let colon = skip_whitespace(json, end);
        let value = skip_whitespace(json, colon + 1);
        if here {
            found = Some(value);
        }
        at = next(json, value);
    }
    found
}

fn element(json: &[u8], open: usize, index: usize) -> Option<usize> {
    let mut at = begin(json, open, b'[')?;
    for _ in 0..index {
        at = next(json, at);
    }
    (at < json.len() && json[at] != b']').then_some(at)
}

fn begin(json: &[u8], open: usize, bracket: u8) -> Option<usize> {
    (json.get(open) == Some(&bracket)).then(|| skip_whitespace(json, open + 1))
}

/// Finds the member or element after a value, or the end of its list.
fn next(json: &[u8], value: usize) -> usize {
    let at = skip_whitespace(json, value_end(json, value));
    if json.get(at) == Some(&b',') { skip_whitespace(json, at + 1) } else { json.len() }
}

/// Finds the end of a value.
fn value_end(json: &[u8], start: usize) -> usize {
    let mut at = start;
    let mut depth = 0_usize;
    while let Some(b) = json.get(at) {
        partie_formats::steps::add(1);
        match b {
            b'"' => at = string_end(json, at),
            b'[' | b'{' => {
                depth += 1;
                at += 1;
            }
            b']' | b'}' | b',' | b':' if depth == 0 => return at,
            b']' | b'}' => {
                depth -= 1;
                at += 1;
            }
            b if b.is_ascii_whitespace() && depth == 0 => return at,
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return at;
        }
    }
    json.len()
}

fn string_end(json: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(b) = json.get(at) {
        match b {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::{
        PathStep::{Element, Member},
        *,
    };

    #[test]
    fn members_that_stand_again() {
        for (json, found) in [
            (r#"{"a": 1, "b": 2}"#, ""),
            (r#"{"a": [1, "x"], "b": 2, "a" : {}}"#, r#""a": [1, "x"]"#),
            (r#"{"a": 1, "\u0061": 2, "a":3}"#, r#""a": 1 and "\u0061": 2"#),
            (r#"{"t": {"a": "}", "a": "]"}, "l": [{"a": 1}, {"a": 2}], "a": 3}"#, r#""a": "}""#),
            (r#"{"t": {"a": 1, "a": 2}, "t": 3}"#, r#""t": {"a": 1, "a": 2} and "a": 1"#),
        ] {
            let spans = repeated(json.as_bytes());
            let words: Vec<_> = spans.into_iter().map(|span| &json[span]).collect();
            assert_eq!(words.join(" and "), found, "{json}");
        }
    }

    #[test]
    fn places() {
        let json = r#" {"a": [1, "x,\"]", {"b": null}], "a\"" :2, "c":{"a":[]}} "#;
        let place = |path: &[PathStep<'_>]| find(json.as_bytes(), path).map(|r| &json[r]);
        assert_eq!(place(&[]), Some(json.trim()));
        assert_eq!(place(&[Member("a"), Element(0)]), Some("1"));
        assert_eq!(place(&[Member("a"), Element(1)]), Some(r#""x,\"]""#));
        assert_eq!(place(&[Member("a"), Element(2), Member("b")]), Some("null"));
        assert_eq!(place(&[Member("a"), Element(3)]), None);
        assert_eq!(place(&[Member("c")]), Some(r#"{"a":[]}"#));
        assert_eq!(place(&[Member("c"), Member("a")]), Some("[]"));
        assert_eq!(place(&[Member("c"), Member("a"), Element(0)]), None);
        assert_eq!(place(&[Member("d")]), None);
        assert_eq!(place(&[Element(0)]), None);
    }
}
