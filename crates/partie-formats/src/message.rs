//! Sentences of diagnostics: a text with named values, put together when it is displayed.

use std::{borrow::Cow, fmt};

use partie_core::{
    BoardId, Color, File, Outcome, Rank, Square, Variant, moves::NotRead, rules::SetupProblem,
};

/// A value in a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
#[non_exhaustive]
pub enum Value {
    /// A text, such as a word of the record.
    Text(String),
    /// A number; [`i64::MAX`] if it is larger.
    Number(i64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => number.fmt(f),
        }
    }
}

/// A type whose values stand in messages: a number, or something displayed as text.
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
        impl ToValue for $type {
            fn to_value(&self) -> Value {
                let $value = self;
                $convert
            }
        }
    )+};
}

values!(|text| Value::Text(ToString::to_string(text)); str String Cow<'_, str> char Message);
values!(|shown| Value::Text(shown.to_string());
    BoardId Color File NotRead Outcome Rank SetupProblem Square Variant);
values!(|number| Value::Number(i64::from(*number)); u8 u16 u32 i32);
values!(|number| Value::Number(*number); i64);
values!(|number| Value::Number(i64::try_from(*number).unwrap_or(i64::MAX)); u64 usize);

/// The sentence of a diagnostic: a text with places for named values.
///
/// The values can be asked for by name, and the sentence is put together by [`Display`](fmt::Display).
/// [`message!`](crate::message!) makes one.
///
/// ```
/// use partie_formats::{Value, message};
/// let (expected, found) = (12, 13);
/// let message = message!("expected move number {expected}, but found {found}", expected, found);
/// assert_eq!(message.to_string(), "expected move number 12, but found 13");
/// assert_eq!(message.value("found"), Some(&Value::Number(13)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The sentence, with `{name}` where a value stands, and with braces doubled that are text.
    template: Cow<'static, str>,
    /// The values by their names.
    values: Vec<(&'static str, Value)>,
}

impl Message {
    /// Makes a message of a template and its values.
    #[doc(hidden)]
    #[must_use]
    pub fn new(template: &'static str, values: Vec<(&'static str, Value)>) -> Message {
        let message = Message { template: Cow::Borrowed(template), values };
        debug_assert!(
            message.segments().all(|segment| !matches!(segment, Segment::Missing(_))),
            "no value for a place in {template:?}"
        );
        message
    }

    /// Returns the value of a name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Returns the values with their names, in the order of the sentence.
    #[must_use]
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }

    /// Adds another message after this one. Its values have other names.
    pub fn push(&mut self, more: impl Into<Message>) {
        let more = more.into();
        self.template.to_mut().push_str(&more.template);
        self.values.extend(more.values);
    }

    fn segments(&self) -> impl Iterator<Item = Segment<'_>> {
        let mut rest = &*self.template;
        std::iter::from_fn(move || {
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
            Some(self.value(name).map_or(Segment::Missing(name), Segment::Value))
        })
    }
}

/// A piece of a message as it is displayed.
enum Segment<'a> {
    Text(&'a str),
    Value(&'a Value),
    /// A name without a value.
    Missing(&'a str),
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.segments().try_for_each(|segment| match segment {
            Segment::Text(text) | Segment::Missing(text) => f.write_str(text),
            Segment::Value(value) => value.fmt(f),
        })
    }
}

impl From<&'static str> for Message {
    /// Makes a message without values. The text is not a template.
    fn from(text: &'static str) -> Message {
        if text.contains(['{', '}']) {
            return Message::from(text.to_owned());
        }
        Message { template: Cow::Borrowed(text), values: Vec::new() }
    }
}

impl From<String> for Message {
    /// Makes a message of a text whose values are not known apart. The text is not a template.
    fn from(text: String) -> Message {
        let text = if text.contains(['{', '}']) {
            text.replace('{', "{{").replace('}', "}}")
        } else {
            text
        };
        Message { template: Cow::Owned(text), values: Vec::new() }
    }
}

/// Makes a [`Message`](crate::Message) of a sentence and the values that it names.
///
/// A value is a variable of the name in the sentence, or is given as `name = expression`. It is
/// of any type that is [`ToValue`](crate::ToValue). Braces that are text are doubled.
#[macro_export]
macro_rules! message {
    ($template:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message::new(
            $template,
            vec![$((stringify!($name), $crate::ToValue::to_value(&$crate::message!(@value $name $($value)?)))),*],
        )
    };
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
}

/// Makes a [`Diagnostic`](crate::Diagnostic) of a code, a place, and a sentence with its values as
/// in [`message!`](crate::message!).
#[macro_export]
macro_rules! diagnostic {
    ($code:expr, $span:expr, $($message:tt)+) => {
        $crate::Diagnostic::new($code, $span, $crate::message!($($message)+))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_with_values() {
        let word = "Ke3";
        let mut message =
            message!("`{word}` is not {{legal}} on {square}", word, square = Square::E3);
        assert_eq!(message.to_string(), "`Ke3` is not {legal} on e3");
        message.push(message!("; {n} more", n = 2usize));
        assert_eq!(message.to_string(), "`Ke3` is not {legal} on e3; 2 more");
        let names: Vec<_> = message.values().iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["word", "square", "n"]);
    }

    #[test]
    fn texts_are_no_templates() {
        for text in ["", "{", "}", "{}", "{word}", "a {{b}} c", "č{ř"] {
            assert_eq!(Message::from(text).to_string(), text);
            assert_eq!(Message::from(text.to_owned()).to_string(), text);
            let value = message!("<{text}>", text);
            assert_eq!(value.to_string(), format!("<{text}>"));
        }
    }
}
