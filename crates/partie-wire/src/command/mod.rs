//! Commands of a client: one line, one typed command.
//!
//! A word that looks like a move is a move. Otherwise the first word is looked up: a
//! command's name, a short form that the server has always known (`t` for `tell`), or the
//! beginning of exactly one name. Ambiguous words are answered with the names it
//! may be (`Ambiguous command.`).
//!
//! Each family of commands has a file with its enum and its entries.

mod args;
#[macro_use]
mod entry;
mod moves;
mod obsolete;

pub mod admin;
pub mod director;
pub mod examine;
pub mod game;
pub mod lists;
pub mod matching;
pub mod players;
pub mod ratings;
pub mod record;
pub mod seek;
pub mod session;
pub mod simul;
pub mod talk;
pub mod watch;

use std::borrow::Cow;

use crate::block;

pub use crate::name_lookup::NameLookup;
pub use args::Args;
pub use entry::{Command, Entry, Level};
pub use moves::is_move;

impl Entry {
    /// Returns true for a command of other servers, known only to be refused.
    #[must_use]
    pub fn is_obsolete(&self) -> bool {
        obsolete::ENTRIES.iter().any(|entry| entry.name == self.name)
    }
}

/// All commands, family by family.
pub fn entries() -> impl Iterator<Item = Entry> {
    let families = [
        session::ENTRIES,
        game::ENTRIES,
        matching::ENTRIES,
        seek::ENTRIES,
        simul::ENTRIES,
        watch::ENTRIES,
        record::ENTRIES,
        examine::ENTRIES,
        talk::ENTRIES,
        lists::ENTRIES,
        players::ENTRIES,
        admin::ENTRIES,
        ratings::ENTRIES,
        director::ENTRIES,
        obsolete::ENTRIES,
    ];
    families.into_iter().flatten().copied()
}

/// Short forms that are no beginnings of one name only, and signs that stand for commands. A sign
/// needs no space after it.
pub const SHORT: &[(&str, &str)] = &[
    ("a", "accept"),
    ("ahelp", "help"),
    ("anews", "news"),
    ("b", "backward"),
    ("ch", "toggle channel"),
    ("channel", "toggle channel"),
    ("comment", "addcomment"),
    ("go", "goboard"),
    ("gonum", "goboard"),
    ("goto", "goboard"),
    ("hi", "history"),
    ("ma", "match"),
    ("mam", "xtell mamer"),
    ("more", "next"),
    ("n", "next"),
    ("pl", "who a"),
    ("player", "who a"),
    ("players", "who a"),
    ("saa", "simallabort"),
    ("saab", "simallabort"),
    ("saadj", "simalladjourn"),
    ("sab", "simabort"),
    ("sadj", "simadjourn"),
    ("sc", "showcomment"),
    ("setup", "bsetup"),
    ("sn", "simnext"),
    ("sp", "simprev"),
    ("znotl", "znotify"),
    ("f", "finger"),
    ("g", "games"),
    ("h", "help"),
    ("i", "it"),
    ("in", "inchannel"),
    ("k", "kibitz"),
    ("m", "match"),
    ("o", "observe"),
    ("ob", "observe"),
    ("ba", "backward"),
    ("back", "backward"),
    ("ex", "examine"),
    ("fo", "forward"),
    ("mo", "moves"),
    ("unex", "unexamine"),
    ("p", "ptell"),
    ("r", "refresh"),
    ("re", "refresh"),
    ("s", "say"),
    ("sh", "shout"),
    ("t", "tell"),
    ("unob", "unobserve"),
    ("v", "variables"),
    ("vars", "variables"),
    ("w", "who"),
    ("exit", "quit"),
    ("logout", "quit"),
    ("bye", "quit"),
    ("ca", "showcas"),
    ("info", "help"),
    ("simaccept", "accept"),
    ("simobserve", "observe"),
    ("sr", "showsrs"),
    ("stats", "statistics"),
    ("tm", "showtms"),
    ("?", "help"),
    ("!", "shout"),
    ("^", "cshout"),
    (":", "it"),
    ("*", "kibitz"),
    ("#", "whisper"),
    (".", "tell ."),
    ("`", "tell ."),
    (",", "tell ,"),
    ("+", "addlist"),
    ("-", "sublist"),
    ("=", "showlist"),
];

/// Looks a word up among all commands: exact, short form, beginning.
#[must_use]
pub fn find(word: &str) -> NameLookup<Entry> {
    find_for(word, Level::OWNER)
}

/// Looks a word up among the commands of a level: exact, short form, beginning.
pub(crate) fn find_for(word: &str, level: Level) -> NameLookup<Entry> {
    let word = word.to_ascii_lowercase();
    let long = expand(&word).map_or(word.as_str(), |(long, _)| long);
    let mut all: Vec<Entry> =
        entries().filter(|e| e.name.starts_with(long) && e.least <= level).collect();
    if let Some(entry) = all.iter().find(|e| e.name == long) {
        return NameLookup::One(*entry);
    }
    // The meaning of a beginning does not depend on commands that are only refused.
    if all.iter().any(|e| !e.is_obsolete()) {
        all.retain(|e| !e.is_obsolete());
    }
    NameLookup::among(&all, |entry| entry.name)
}

/// Reason why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// No command of this name.
    NotFound {
        /// The word.
        word: String,
    },
    /// The command is for others: the player gets the same answer as for no command.
    Rights {
        /// The word.
        word: String,
    },
    /// Several commands begin so.
    Ambiguous {
        /// The word.
        word: String,
        /// The names.
        names: Vec<&'static str>,
    },
    /// The arguments are none of the command's.
    BadParameters {
        /// The command.
        name: &'static str,
        /// Its number in block mode.
        code: u16,
        /// The usage of the command.
        usage: &'static str,
    },
}

impl Unread {
    /// The number in block mode: 512 for no command, 514 for several, 513 for bad arguments,
    /// 515 for a command of others.
    #[must_use]
    pub const fn code(&self) -> u16 {
        match self {
            Unread::NotFound { .. } => block::code::BAD_COMMAND,
            Unread::Rights { .. } => block::code::RIGHTS,
            Unread::Ambiguous { .. } => block::code::AMBIGUOUS,
            Unread::BadParameters { .. } => block::code::BAD_PARAMETERS,
        }
    }
}

/// The command that a short form means, and its first words.
fn expand(word: &str) -> Option<(&'static str, &'static str)> {
    let (_, long) = SHORT.iter().find(|(short, _)| short.eq_ignore_ascii_case(word))?;
    Some(long.split_once(' ').unwrap_or((long, "")))
}

/// The first word and the rest; a sign is a word without a space after it.
#[must_use]
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let sign = |c: char| "!^:*#.,+-=?`".contains(c);
    if line.starts_with(sign) {
        return line.split_at(1);
    }
    line.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((line, ""))
}

/// Reads a line of a player who has no rights: the command and its number in block mode.
///
/// # Errors
///
/// [`Unread`].
pub fn read(line: &str) -> Result<(Command, u16), Unread> {
    read_for(line, Level::ANYBODY)
}

/// Reads a line of a player with a level: the command and its number in block mode.
///
/// # Errors
///
/// [`Unread`].
pub fn read_for(line: &str, level: Level) -> Result<(Command, u16), Unread> {
    let (word, rest) = split(line);
    if word.is_empty() {
        return Ok((Command::Nothing, 0));
    }
    if is_move(word) {
        return Ok((Command::Game(game::GameCommand::Move(word.to_owned())), 1));
    }
    // Some are short for a command and its first argument.
    let rest = match expand(word) {
        Some((_, first)) if !first.is_empty() => Cow::Owned(format!("{first} {rest}")),
        _ => Cow::Borrowed(rest),
    };
    match find_for(word, level) {
        NameLookup::One(entry) => {
            let mut args = Args::new(&rest);
            match (entry.read)(&mut args) {
                Some(command) if args.is_empty() => Ok((command, entry.code)),
                _ => Err(Unread::BadParameters {
                    name: entry.name,
                    code: entry.code,
                    usage: entry.usage,
                }),
            }
        }
        NameLookup::Many(names) => Err(Unread::Ambiguous { word: word.to_owned(), names }),
        NameLookup::None => {
            let word = word.to_owned();
            let others = entries().any(|e| e.name.eq_ignore_ascii_case(&word));
            Err(if others { Unread::Rights { word } } else { Unread::NotFound { word } })
        }
    }
}
