//! Sentences about records: texts with named values, which can be said in other languages.

use std::{borrow::Cow, fmt, iter};

/// A value in a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
#[non_exhaustive]
pub enum Value {
    /// A text, such as a word of the record, which is the same in every language.
    Text(String),
    /// A number; [`i64::MAX`] if it is larger.
    Number(i64),
    /// A phrase or a clause.
    Message(Box<Message>),
}

impl Default for Value {
    fn default() -> Value {
        Value::Text(String::new())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => number.fmt(f),
            Value::Message(message) => message.fmt(f),
        }
    }
}

/// A type whose values stand in messages: a number, something displayed as text, or a phrase.
pub trait ToValue {
    /// Returns the value for a message.
    fn to_value(&self) -> Value;
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

/// Implements [`ToValue`] by a conversion of each type.
macro_rules! values {
    (|$value:ident| $convert:expr; $($type:ty)+) => {$(
        impl $crate::ToValue for $type {
            fn to_value(&self) -> $crate::message::Value {
                let $value = self;
                $convert
            }
        }
    )+};
}
pub(crate) use values;

values!(|value| value.clone(); Value);
values!(|message| Value::Message(Box::new(message.clone())); Message);
values!(|text| Value::Text(ToString::to_string(text)); str String Cow<'_, str> char);
values!(|number| Value::Number(i64::from(*number)); u8 u16 u32 i32);
values!(|number| Value::Number(*number); i64);
values!(|number| Value::Number(i64::try_from(*number).unwrap_or(i64::MAX)); u64 usize);

/// A sentence or a phrase: a text with places for named values.
///
/// The values can be asked for by name, and the sentence is put together by [`Display`](fmt::Display).
/// [`message!`](crate::message!) makes one; there is no other way, so that all texts can be found in the
/// sources.
///
/// ```
/// use partie_core::{message, message::Value};
/// let (expected, found) = (12, 13);
/// let message = message!("expected move number {expected}, but found {found}", expected, found);
/// assert_eq!(message.to_string(), "expected move number 12, but found 13");
/// assert_eq!(message.value("found"), Some(&Value::Number(13)));
/// let german = |_: &str| Some("Zug {found} statt {expected}");
/// assert_eq!(message.translated(&german).as_deref(), Some("Zug 13 statt 12"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The sentence, with `{name}` where a value stands, and with braces doubled that are text.
    template: &'static str,
    /// The values by their names.
    values: Vec<(&'static str, Value)>,
    /// Messages that follow, which have none themselves.
    more: Vec<Message>,
}

impl Message {
    /// Makes a message of a template and its values.
    #[must_use]
    pub fn new(template: &'static str, values: Vec<(&'static str, Value)>) -> Message {
        let message = Message { template, values, more: Vec::new() };
        debug_assert!(
            segments(template).all(|segment| match segment {
                Segment::Text(_) => true,
                Segment::Place(name) => message.value(name).is_some(),
            }),
            "no value for a place in {template:?}"
        );
        message
    }

    /// Makes a message of a template without places.
    #[must_use]
    pub const fn plain(template: &'static str) -> Message {
        Message { template, values: Vec::new(), more: Vec::new() }
    }

    /// Returns the value of a name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Returns the values with their names, in the order of the sentence.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.parts().flat_map(|part| part.values.iter().map(|(name, value)| (*name, value)))
    }

    /// Returns the templates of the message and of the phrases in it.
    #[must_use]
    pub fn templates(&self) -> Vec<&'static str> {
        let mut templates = Vec::new();
        let mut unseen: Vec<&Message> = self.parts().collect();
        while let Some(part) = unseen.pop() {
            templates.push(part.template);
            for (_, value) in &part.values {
                if let Value::Message(message) = value {
                    unseen.extend(message.parts());
                }
            }
        }
        templates
    }

    /// Adds another message after this one. Its values have other names.
    pub fn push(&mut self, mut more: Message) {
        let last = std::mem::take(&mut more.more);
        self.more.push(more);
        self.more.extend(last);
    }

    /// Returns the sentence in another language, given the translation of each template; `None` if one of
    /// them has none.
    #[must_use]
    pub fn translated<'a>(
        &self,
        translation: &dyn Fn(&'static str) -> Option<&'a str>,
    ) -> Option<String> {
        let mut out = String::new();
        self.write(&mut out, translation).ok()?;
        Some(out)
    }

    /// Returns this message and the messages pushed after it.
    fn parts(&self) -> impl Iterator<Item = &Message> {
        iter::once(self).chain(&self.more)
    }

    /// Fails if a template has no translation.
    fn write<'a>(
        &self,
        out: &mut dyn fmt::Write,
        translation: &dyn Fn(&'static str) -> Option<&'a str>,
    ) -> fmt::Result {
        for part in self.parts() {
            for segment in segments(translation(part.template).ok_or(fmt::Error)?) {
                match segment {
                    Segment::Text(text) => out.write_str(text)?,
                    Segment::Place(name) => match part.value(name) {
                        Some(Value::Message(message)) => message.write(out, translation)?,
                        Some(value) => write!(out, "{value}")?,
                        None => out.write_str(name)?,
                    },
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|template| Some(template))
    }
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment<'a> {
    /// Words as they stand.
    Text(&'a str),
    /// The place of a value, by its name.
    Place(&'a str),
}

/// Returns the pieces of a template. `{{` and `}}` are braces themselves.
pub fn segments(template: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = template;
    iter::from_fn(move || {
        let at = rest.find(['{', '}']).unwrap_or(rest.len());
        if at > 0 {
            let (text, after) = rest.split_at(at);
            rest = after;
            return Some(Segment::Text(text));
        }
        let first = rest.chars().next()?;
        if rest[1..].starts_with(first) || first == '}' {
            let text = &rest[..1];
            rest = rest.get(2..).unwrap_or_default();
            return Some(Segment::Text(text));
        }
        let end = rest.find('}').unwrap_or(rest.len());
        let name = &rest[1..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(Segment::Place(name))
    })
}

/// Returns the names of the places in a template.
pub fn places(template: &str) -> impl Iterator<Item = &str> {
    segments(template).filter_map(|segment| match segment {
        Segment::Text(_) => None,
        Segment::Place(name) => Some(name),
    })
}

/// Joins values by "or".
///
/// ```
/// use partie_core::{message, message::any_of};
/// let message = message!("`R1` can be {moves}", moves = any_of(["Ra1", "Rf1", "Rh1"]));
/// assert_eq!(message.to_string(), "`R1` can be Ra1 or Rf1 or Rh1");
/// ```
#[must_use]
pub fn any_of(values: impl IntoIterator<Item: ToValue>) -> Value {
    joined(values, |one, other| crate::message!("{one} or {other}", one, other))
}

/// Joins values by "and", with a comma.
#[must_use]
pub fn all_of(values: impl IntoIterator<Item: ToValue>) -> Value {
    joined(values, |one, other| crate::message!("{one}, and {other}", one, other))
}

fn joined(values: impl IntoIterator<Item: ToValue>, join: fn(Value, Value) -> Message) -> Value {
    let values = values.into_iter().map(|value| value.to_value());
    let joined = values.reduce(|one, other| Value::Message(Box::new(join(one, other))));
    joined.unwrap_or_default()
}

/// Makes a [`Message`](crate::Message) of a sentence and the values that it names.
///
/// A value is a variable of the name in the sentence, or is given as `name = expression`. It is
/// of any type that is [`ToValue`](crate::ToValue). Braces that are text are doubled.
#[macro_export]
macro_rules! message {
    ($template:literal $(,)?) => {
        $crate::Message::plain($template)
    };
    ($template:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {
        $crate::Message::new(
            $template,
            vec![$((stringify!($name), $crate::ToValue::to_value(&$crate::message!(@value $name $($value)?)))),+],
        )
    };
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
}

#[cfg(test)]
mod tests {
    use crate::Square;

    #[test]
    fn sentences_with_values() {
        let word = "Ke3";
        let mut message =
            message!("`{word}` is not {{legal}} on {square}", word, square = Square::E3);
        assert_eq!(message.to_string(), "`Ke3` is not {legal} on e3");
        message.push(message!("; {n} more", n = 2usize));
        assert_eq!(message.to_string(), "`Ke3` is not {legal} on e3; 2 more");
        let names: Vec<_> = message.values().map(|(name, _)| name).collect();
        assert_eq!(names, ["word", "square", "n"]);
    }

    #[test]
    fn values_are_no_templates() {
        for text in ["", "{", "}", "{}", "{word}", "a {{b}} c", "č{ř"] {
            let value = message!("<{text}>", text);
            assert_eq!(value.to_string(), format!("<{text}>"));
        }
    }

    #[test]
    fn phrases_are_translated_in_their_places() {
        let catalogue = |template: &str| match template {
            "{piece} or {other}; {n}" => Some("{n}: {other} ou {piece}"),
            "knight" => Some("cavalier"),
            ", but {reason}" => Some(" ({reason})"),
            _ => None,
        };
        let message = |other: &'static str| {
            let piece = message!("knight");
            let mut message = message!("{piece} or {other}; {n}", piece, other, n = 2);
            message.push(message!(", but {reason}", reason = message!("knight")));
            message
        };
        assert_eq!(message("{n}").to_string(), "knight or {n}; 2, but knight");
        let french = message("{n}").translated(&catalogue);
        assert_eq!(french.as_deref(), Some("2: {n} ou cavalier (cavalier)"));
        let mut unknown = message("");
        unknown.push(message!("rook"));
        assert_eq!(unknown.translated(&catalogue), None);
        let mut templates = unknown.templates();
        templates.sort_unstable();
        assert_eq!(
            templates,
            [", but {reason}", "knight", "knight", "rook", "{piece} or {other}; {n}"]
        );
    }
}
