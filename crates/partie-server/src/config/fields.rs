//! Allowed values of settings. A fault names the expected and the found value.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use serde::{Deserialize, Deserializer, de::Error};
use toml::Value;

use crate::store::Location;

/// The most letters of a line that is shown.
const LINE: usize = 60;

fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    check: impl FnOnce(&Value) -> Result<T, String>,
) -> Result<T, D::Error> {
    check(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn expected(what: impl Display, found: &Value) -> String {
    format!("expected {what}, but found {found}")
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| expected("a text in quotes", value))
}

/// Reads a text that a type parses.
pub(super) fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err = String>>(
    deserializer: D,
) -> Result<T, D::Error> {
    read(deserializer, |value| text(value)?.parse())
}

/// Reads a path.
pub(super) fn path<'de, D: Deserializer<'de>, T: From<PathBuf>>(
    deserializer: D,
) -> Result<T, D::Error> {
    read(deserializer, |value| match text(value)? {
        "" => Err("expected a path, but found nothing".to_owned()),
        path => Ok(PathBuf::from(path).into()),
    })
}

/// Reads the location of a database.
pub(super) fn database<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    read(deserializer, |value| match text(value)? {
        text if Location::read(text, Path::new("")).is_some() => Ok(text.to_owned()),
        _ => Err(expected("\"sqlite\", \"sqlite:PATH\" or \"postgres://...\"", value)),
    })
}

/// Reads a line that is shown.
pub(super) fn line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    read(deserializer, |value| {
        let text = text(value)?.trim();
        if text.is_empty() || text.chars().count() > LINE || text.contains(char::is_control) {
            return Err(expected(format!("1 to {LINE} letters on one line"), value));
        }
        Ok(text.to_owned())
    })
}

/// Reads lines that are shown; all control characters but the end of a line would disturb
/// terminals.
pub(super) fn page<'de, D: Deserializer<'de>, T: From<String>>(
    deserializer: D,
) -> Result<T, D::Error> {
    read(deserializer, |value| {
        let text = text(value)?;
        match text.chars().find(|c| c.is_control() && *c != '\n') {
            Some(odd) => Err(format!("expected lines of plain text, but found {odd:?} in it")),
            None => Ok(text.to_owned().into()),
        }
    })
}

/// Reads an array of lines that are shown.
pub(super) fn lines<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let example = "[\"freechess.org 5000\", \"chess.example.org 5000\"]";
    texts(deserializer, example, "lines of plain text", |text| !text.contains(char::is_control))
}

/// Reads an array of origins of web pages, such as `https://chess.example`, or `*`.
pub(super) fn origins<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let example = "[\"https://www.freechess.club\"]";
    texts(deserializer, example, "https:// or http:// and a host, or \"*\"", |text| {
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains('/'))
    })
}

fn texts<'de, D: Deserializer<'de>>(
    deserializer: D,
    example: &str,
    what: &str,
    is_one: impl Fn(&str) -> bool,
) -> Result<Vec<String>, D::Error> {
    let one = |value: &Value| match value {
        Value::String(text) if is_one(text) => Ok(text.clone()),
        Value::String(_) => Err(expected(what, value)),
        _ => Err("expected texts in quotes between the brackets".to_owned()),
    };
    read(deserializer, |value| {
        let all =
            value.as_array().ok_or_else(|| expected(format!("texts such as {example}"), value));
        all?.iter().map(one).collect()
    })
}

/// Reads a truth value.
pub(super) fn truth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    read(deserializer, |value| value.as_bool().ok_or_else(|| expected("true or false", value)))
}

/// Reads a number between two others.
pub(super) fn number<'de, D: Deserializer<'de>, const LEAST: usize, const MOST: usize>(
    deserializer: D,
) -> Result<usize, D::Error> {
    read(deserializer, |value| {
        let number = value.as_integer().and_then(|number| usize::try_from(number).ok());
        number
            .filter(|number| (LEAST..=MOST).contains(number))
            .ok_or_else(|| expected(format!("a number from {LEAST} to {MOST}"), value))
    })
}

/// Reads a time as a number of units; the unit is given in milliseconds.
pub(super) fn duration<
    'de,
    D: Deserializer<'de>,
    const UNIT: u64,
    const LEAST: usize,
    const MOST: usize,
>(
    deserializer: D,
) -> Result<Duration, D::Error> {
    let units = number::<D, LEAST, MOST>(deserializer)?;
    Ok(Duration::from_millis(units as u64 * UNIT))
}
