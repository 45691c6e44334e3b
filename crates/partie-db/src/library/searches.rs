//! Saved searches: conditions that a library keeps under names.
//!
//! They are in a file of their own, `searches.json`, which a person can read and edit.

use std::{
    error::Error,
    fmt::{self, Write as _},
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};

use super::{
    Library, LibraryWriter, disk,
    error::{LibraryError, Result},
    manifest::write_whole,
};
use crate::query::{CONDITIONS, Query, QueryOptions, WordsError};

/// Name of the file in a library's folder.
pub(super) const SEARCHES: &str = "searches.json";

/// Most bytes of the file.
const LARGEST: u64 = 16 << 20;

/// Most letters of a name.
const LONGEST_NAME: usize = 100;

/// Conditions of a search, as words.
#[derive(Clone, Debug, Default)]
pub struct SavedSearch {
    /// Conditions, each with a name of [`CONDITIONS`] and its words.
    pub words: Vec<(String, String)>,
    /// Options. The language of moves is English.
    pub options: QueryOptions,
}

/// Reason why there is no search of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The library has no such search; those that it has.
    Unknown(Vec<String>),
    /// The conditions cannot be read.
    Unread(String),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Unknown(known) if known.is_empty() => {
                f.write_str("no such saved search; there are none")
            }
            SearchError::Unknown(known) => {
                write!(f, "no such saved search; there are {}", known.join(", "))
            }
            SearchError::Unread(why) => f.write_str(why),
        }
    }
}

impl Error for SearchError {}

impl SavedSearch {
    /// Returns the query.
    ///
    /// # Errors
    ///
    /// If the words of a condition cannot be read.
    pub fn query(&self) -> std::result::Result<Query, WordsError> {
        let words = self.words.iter().map(|(name, words)| (&**name, &**words));
        Query::of_words(words, &self.options)
    }

    /// Returns the names of the options that are set, but for those with a value.
    fn flags(&self) -> impl Iterator<Item = &'static str> {
        let QueryOptions { regex, either_colour, variations, any, inverted, .. } = self.options;
        let flags = [
            ("regex", regex),
            ("either-colour", either_colour),
            ("variations", variations),
            ("any", any),
            ("invert", inverted),
        ];
        flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name)
    }

    fn to_json(&self) -> Value {
        let mut all = Map::new();
        for (name, words) in &self.words {
            let list = all.entry(option(name)).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                list.push(json!(words));
            }
        }
        for name in self.flags() {
            all.insert(name.to_owned(), json!(true));
        }
        if self.options.lasting > 1 {
            all.insert("for".to_owned(), json!(self.options.lasting));
        }
        Value::Object(all)
    }

    fn of_json(value: &Value) -> std::result::Result<SavedSearch, SearchError> {
        let unread = |why: String| SearchError::Unread(why);
        let all = value.as_object();
        let all = all.ok_or_else(|| unread("expected an object with conditions".to_owned()))?;
        let mut search = SavedSearch::default();
        for (name, value) in all {
            let is_set = value.as_bool();
            let options = &mut search.options;
            let flag = match &**name {
                "regex" => Some(&mut options.regex),
                "either-colour" => Some(&mut options.either_colour),
                "variations" => Some(&mut options.variations),
                "any" => Some(&mut options.any),
                "invert" => Some(&mut options.inverted),
                _ => None,
            };
            if let (Some(flag), Some(is_set)) = (flag, is_set) {
                *flag = is_set;
                continue;
            }
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            if let Some(number) = number.filter(|number| name == "for" && *number > 0) {
                options.lasting = number;
                continue;
            }
            let condition = CONDITIONS.into_iter().find(|condition| option(condition) == *name);
            let texts = match value {
                Value::String(text) => Some(vec![text.clone()]),
                Value::Array(list) => {
                    list.iter().map(|text| text.as_str().map(str::to_owned)).collect()
                }
                _ => None,
            };
            let Some((condition, texts)) = condition.zip(texts) else {
                return Err(unread(format!("`{name}` with this value is no condition")));
            };
            search.words.extend(texts.into_iter().map(|text| (condition.to_owned(), text)));
        }
        Ok(search)
    }
}

/// Writes the conditions as options of the command line.
impl fmt::Display for SavedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = String::new();
        for (name, words) in &self.words {
            let _ = write!(all, " --{} {}", option(name), quoted(words));
        }
        for name in self.flags() {
            let _ = write!(all, " --{name}");
        }
        if self.options.lasting > 1 {
            let _ = write!(all, " --for {}", self.options.lasting);
        }
        f.write_str(all.trim_start())
    }
}

/// Returns the option of a condition: `white-elo`.
fn option(condition: &str) -> String {
    condition.replace('_', "-")
}

/// Returns a word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:/=+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The searches that a library keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedSearches {
    /// The content of the file, of which all is kept that later versions put there.
    content: Map<String, Value>,
}

impl SavedSearches {
    /// Returns the names, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.searches().into_iter().flat_map(|all| all.keys().map(String::as_str))
    }

    /// Returns the search of a name.
    ///
    /// # Errors
    ///
    /// If there is none, or its conditions cannot be read.
    pub fn get(&self, name: &str) -> std::result::Result<SavedSearch, SearchError> {
        let search = self.searches().and_then(|all| all.get(name));
        let unknown = || SearchError::Unknown(self.names().map(str::to_owned).collect());
        SavedSearch::of_json(search.ok_or_else(unknown)?)
    }

    /// Keeps a search under a name. Returns true if it replaces another one.
    ///
    /// # Errors
    ///
    /// If it is no name; returns the reason.
    pub fn set(&mut self, name: &str, search: &SavedSearch) -> std::result::Result<bool, String> {
        let is_name = !name.trim().is_empty()
            && name.trim() == name
            && !name.starts_with('-')
            && !name.chars().any(char::is_control);
        if !is_name || name.chars().count() > LONGEST_NAME {
            return Err(format!(
                "`{}` is no name for a search: use up to {LONGEST_NAME} letters, no `-` first",
                name.escape_debug()
            ));
        }
        let all = self.content.entry("searches").or_insert_with(|| json!({}));
        let Some(all) = all.as_object_mut() else {
            return Err(format!("`searches` in {SEARCHES} is no object"));
        };
        Ok(all.insert(name.to_owned(), search.to_json()).is_some())
    }

    /// Deletes the search of a name. Returns false if there is none.
    pub fn delete(&mut self, name: &str) -> bool {
        let all = self.content.get_mut("searches").and_then(Value::as_object_mut);
        all.is_some_and(|all| all.remove(name).is_some())
    }

    fn searches(&self) -> Option<&Map<String, Value>> {
        self.content.get("searches")?.as_object()
    }

    /// Reads the searches of a library's folder.
    pub(super) fn read(folder: &Path) -> Result<SavedSearches> {
        let path = path(folder);
        let failed = |error| LibraryError::io(&path, error);
        let bytes = match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(SavedSearches::default());
            }
            found => found.map_err(failed)?.len(),
        };
        if bytes > LARGEST {
            return Err(LibraryError::damaged(&path, "it is too large"));
        }
        let text = fs::read(&path).map_err(failed)?;
        match serde_json::from_slice(&text) {
            Ok(Value::Object(content)) => Ok(SavedSearches { content }),
            Ok(_) => Err(LibraryError::damaged(&path, "it is no object in JSON")),
            Err(error) => Err(LibraryError::damaged(&path, error.to_string())),
        }
    }

    /// Writes the searches to a library's folder.
    fn write(&self, folder: &Path) -> Result<()> {
        let path = path(folder);
        if self.content.is_empty() {
            return match disk::remove(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(LibraryError::io(&path, error))
                }
                _ => Ok(()),
            };
        }
        let mut text = serde_json::to_vec_pretty(&self.content).unwrap_or_default();
        text.push(b'\n');
        write_whole(&path, &text)
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(SEARCHES)
}

impl Library {
    /// Reads the searches that are kept in the library.
    ///
    /// # Errors
    ///
    /// If their file cannot be read or is damaged.
    pub fn searches(&self) -> Result<SavedSearches> {
        SavedSearches::read(self.folder())
    }
}

impl LibraryWriter {
    /// Changes the searches that are kept in the library. Nothing is written if the function fails.
    ///
    /// # Errors
    ///
    /// If their file cannot be read or written, or is damaged. Otherwise the function's result.
    pub fn change_searches<T, E>(
        &mut self,
        change: impl FnOnce(&mut SavedSearches) -> std::result::Result<T, E>,
    ) -> Result<std::result::Result<T, E>> {
        let before = SavedSearches::read(&self.folder)?;
        let mut searches = before.clone();
        let changed = change(&mut searches);
        if changed.is_ok() && searches != before {
            searches.write(&self.folder)?;
        }
        Ok(changed)
    }

    /// Takes over the searches of another library.
    pub(super) fn copy_searches(&mut self, other: &Library) -> Result<()> {
        let searches = other.searches()?;
        if searches != SavedSearches::read(&self.folder).unwrap_or_default() {
            searches.write(&self.folder)?;
        }
        Ok(())
    }
}
