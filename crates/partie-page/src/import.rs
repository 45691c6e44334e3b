//! The page on which files are sent, so that their games become part of a collection.

use std::{ops::Range, time::Duration};

use askama::Template;
use partie_formats::{Diagnostic, Format};

use crate::shell::Shell;

/// Number of games on a page of a list.
pub const LISTED: u64 = 200;

/// The page of imports.
#[derive(Clone, Debug)]
pub struct ImportPage<'a> {
    /// State of the import.
    pub state: ImportState<'a>,
    /// The most bytes of the files of an import.
    pub most: u64,
}

/// State of an import.
#[derive(Clone, Copy, Debug)]
pub enum ImportState<'a> {
    /// None was begun.
    Ready,
    /// Files arrive.
    Arriving {
        /// Their names.
        files: &'a [String],
        /// Number of bytes that have arrived.
        bytes: u64,
    },
    /// Games are read.
    Reading {
        /// Names of the files.
        files: &'a [String],
        /// Number of bytes of all files.
        bytes: u64,
        /// Number of bytes that were read.
        read: u64,
        /// Number of games that were read.
        games: u64,
        /// Time since reading began.
        since: Duration,
    },
    /// The last one has ended.
    Ended(&'a ImportResult),
}

/// Result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportResult {
    /// Names of its files.
    pub files: Vec<String>,
    /// Cause of its end.
    pub end: ImportEnd,
    /// Numbers of the games that were added.
    pub added: Range<u64>,
    /// Number of games that were left out, since the collection has them.
    pub known: u64,
    /// Number of added games that replaced records which say less.
    pub replacing: u64,
    /// Number of all games of the collection.
    pub games: u64,
    /// Numbers of games read, by highest severity: at most notes, repaired, warnings, errors.
    pub read: [u64; 4],
    /// Number of words that were not understood and are kept as text.
    pub words_kept: u64,
    /// Number of texts between the games that hold none.
    pub without_game: u64,
    /// Messages about files, and about what failed.
    pub messages: Vec<ImportMessage>,
    /// Diagnostics, the first of each code and file.
    pub diagnostics: Vec<ImportDiagnostic>,
    /// Number of the other diagnostics.
    pub left_out: u64,
}

/// A message of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportMessage {
    /// A file was imported before.
    Known {
        /// Its name.
        file: String,
        /// Number of its games.
        games: u64,
    },
    /// A file has the content of another one.
    Repeated {
        /// Its name.
        file: String,
        /// Name of the other one.
        same: String,
    },
    /// A file has no games.
    WithoutGames {
        /// Its name.
        file: String,
        /// The format that it was read as.
        format: Format,
    },
    /// A file could not be read, or not to its end.
    Unread {
        /// Its name.
        file: String,
        /// The cause.
        cause: UnreadCause,
        /// More on the cause, in English.
        detail: String,
    },
    /// A sentence in English.
    Other(String),
}

/// Cause why a file could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadCause {
    /// It holds no chess.
    Foreign,
    /// It is an archive of files.
    Archive,
    /// It ends too early.
    Truncated,
    /// Another one.
    Other,
}

/// A diagnostic of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportDiagnostic {
    /// Name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1.
    pub column: u64,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// The line before the place, at it and after it.
    pub excerpt: [String; 3],
}

/// Cause of the end of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImportEnd {
    /// All files were read.
    #[default]
    Complete,
    /// Someone cancelled it.
    Cancelled,
    /// The files are too large.
    TooLarge,
    /// An operation failed; the messages name it.
    Failed,
}

impl ImportState<'_> {
    const fn is_running(&self) -> bool {
        matches!(self, ImportState::Arriving { .. } | ImportState::Reading { .. })
    }

    /// The files of an import that is running, in a line.
    fn names(&self) -> String {
        match self {
            ImportState::Arriving { files, .. } | ImportState::Reading { files, .. } => {
                files.join(", ")
            }
            ImportState::Ready | ImportState::Ended(_) => String::new(),
        }
    }

    /// Thousandths of the files that were read.
    fn share(&self) -> Option<u64> {
        match self {
            ImportState::Reading { bytes, read, .. } if *bytes > 0 => {
                Some((u128::from(*read) * 1000 / u128::from(*bytes)).min(1000) as u64)
            }
            _ => None,
        }
    }

    /// Numbers with their names.
    fn facts(&self, shell: &Shell) -> Vec<(String, String)> {
        let words = shell.words;
        let mut facts = Vec::new();
        match self {
            ImportState::Arriving { bytes, .. } => {
                facts.push((words.import_sent.clone(), size(shell, *bytes)));
            }
            ImportState::Reading { bytes, read, games, since, .. } => {
                facts.push((words.import_read.clone(), words.grouped(*games)));
                let seconds = since.as_secs_f64();
                if seconds >= 1.0 {
                    let rate = (*games as f64 / seconds) as u64;
                    facts.push((words.import_rate.clone(), words.grouped(rate)));
                    // At the beginning the rate is unknown.
                    if *read > 0 && read < bytes {
                        let left = (bytes - read) as f64 * seconds / *read as f64;
                        facts.push((words.import_left.clone(), span(left as u64)));
                    }
                }
            }
            ImportState::Ready | ImportState::Ended(_) => {}
        }
        facts
    }
}

impl UnreadCause {
    fn words(self, shell: &Shell) -> &str {
        let words = shell.words;
        match self {
            UnreadCause::Foreign => &words.import_foreign,
            UnreadCause::Archive => &words.import_archive,
            UnreadCause::Truncated => &words.import_truncated,
            UnreadCause::Other => &words.import_unread,
        }
    }
}

impl ImportResult {
    /// Numbers with their names.
    fn facts(&self, shell: &Shell) -> Vec<(String, String)> {
        let words = shell.words;
        let [clean, repaired, doubtful, broken] = self.read;
        let read: u64 = self.read.iter().sum();
        let rows = [
            (&words.import_added, self.added.end - self.added.start, true),
            (&words.import_replacing, self.replacing, self.replacing > 0),
            (&words.import_present, self.known, self.known > 0),
            (&words.import_now, self.games, self.games > 0),
            (&words.import_read, read, read > 0),
            (&words.import_clean, clean, clean > 0 && clean < read),
            (&words.severity_repaired, repaired, repaired > 0),
            (&words.import_doubtful, doubtful, doubtful > 0),
            (&words.import_broken, broken, broken > 0),
            (&words.words_kept, self.words_kept, self.words_kept > 0),
            (&words.import_without_game, self.without_game, self.without_game > 0),
        ];
        let shown = rows.into_iter().filter(|(_, _, shown)| *shown);
        shown.map(|(name, number, _)| (name.clone(), words.grouped(number))).collect()
    }

    /// Returns true if some text could not be read.
    fn has_errors(&self) -> bool {
        self.read[3] + self.without_game > 0
    }

    /// The address of the list with the first of the games that were added.
    fn list(&self) -> Option<String> {
        let first = self.added.start;
        (!self.added.is_empty()).then(|| format!("games?page={}", (first - 1) / LISTED + 1))
    }
}

/// A number of bytes in mebibytes or gibibytes, as options of the program count them.
fn size(shell: &Shell, bytes: u64) -> String {
    match bytes {
        ..0x2_8000_0000 => format!("{} MiB", shell.words.grouped(bytes.div_ceil(1 << 20))),
        _ => format!("{} GiB", shell.words.grouped(bytes >> 30)),
    }
}

/// A time as on a clock: `0:35`, `1:02:03`.
fn span(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[derive(Template)]
#[template(path = "import.html")]
struct ImportTemplate<'a> {
    shell: &'a Shell,
    page: &'a ImportPage<'a>,
    most: String,
}

/// Renders the page of imports.
#[must_use]
pub fn import(shell: &Shell, page: &ImportPage<'_>) -> String {
    let most = size(shell, page.most);
    // Rendering into memory does not fail.
    ImportTemplate { shell, page, most }.render().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Choices, Languages, Words};

    fn shell() -> Shell {
        Shell::of_server(Languages::default(), Words::of("en"), Choices::default())
    }

    #[test]
    fn what_is_left() {
        for (seconds, written) in [(0, "0:00"), (35, "0:35"), (600, "10:00"), (3723, "1:02:03")] {
            assert_eq!(span(seconds), written);
        }
        let files = ["games.pgn".to_owned()];
        let state = |read, seconds| ImportState::Reading {
            files: &files,
            bytes: 400,
            read,
            games: 5000,
            since: Duration::from_secs(seconds),
        };
        let facts = |state: ImportState<'_>| -> Vec<String> {
            state.facts(&shell()).into_iter().map(|(_, value)| value).collect()
        };
        assert_eq!(facts(state(100, 10)), ["5,000", "500", "0:30"]);
        assert_eq!(facts(state(400, 10)), ["5,000", "500"], "all was read");
        assert_eq!(facts(state(0, 0)), ["5,000"], "nobody knows yet");
        assert_eq!(state(100, 1).share(), Some(250));
    }

    #[test]
    fn results_are_in_the_language_of_their_reader() {
        let text = b"1. e4 e5 2. Ke3 *";
        let records = partie_pgn::read(&text[..], &partie_formats::ReadOptions::default());
        let found = records.flatten().flat_map(|record| record.parsed.diagnostics);
        let found = found.filter(|found| found.severity == partie_formats::Severity::Error);
        let diagnostics = found.map(|diagnostic| ImportDiagnostic {
            file: "<games>.pgn".to_owned(),
            line: 3,
            column: 13,
            diagnostic,
            excerpt: ["1. e4 e5 2. ", "Ke3", " *"].map(str::to_owned),
        });
        let result = ImportResult {
            messages: vec![
                ImportMessage::Repeated { file: "a.pgn".to_owned(), same: "b.pgn".to_owned() },
                ImportMessage::WithoutGames { file: "c.pgn".to_owned(), format: Format::Pgn },
                ImportMessage::Unread {
                    file: "d.gz".to_owned(),
                    cause: UnreadCause::Truncated,
                    detail: String::new(),
                },
                ImportMessage::Unread {
                    file: "e.png".to_owned(),
                    cause: UnreadCause::Foreign,
                    detail: "PNG picture".to_owned(),
                },
            ],
            diagnostics: diagnostics.collect(),
            left_out: 1200,
            ..ImportResult::default()
        };
        let page = ImportPage { state: ImportState::Ended(&result), most: 1 << 20 };
        let rendered = |code| {
            let words = Words::of(code);
            import(&Shell::of_server(Languages::default(), words, Choices::default()), &page)
        };
        let german = rendered("de");
        for part in [
            "<bdi>a.pgn</bdi>: hat denselben Inhalt wie <bdi>b.pgn</bdi>",
            "<bdi>c.pgn</bdi>: keine Partien in dieser Datei, gelesen als PGN",
            "<bdi>d.gz</bdi>: endet zu früh; vielleicht ist die Datei unvollständig</p>",
            "<bdi>e.png</bdi>: ist keine Schachaufzeichnung <span lang=\"en\">(PNG picture)</span>",
            "<bdi>&#60;games&#62;.pgn</bdi>, Zeile 3, Spalte 13",
            "1. e4 e5 2. <mark class=\"severity-error\">Ke3</mark> *</pre>",
            "Weitere, nicht gezeigt: 1.200",
            "<span class=\"code\">PGN030</span>",
        ] {
            assert!(german.contains(part), "{part} in {german}");
        }
        for code in ["de", "fr", "cs"] {
            assert!(!rendered(code).contains("lang=\"en\" dir"), "{code}");
        }
    }

    #[test]
    fn new_games_are_found_in_the_list() {
        for (added, list) in [
            (1..1, None),
            (1..4, Some("games?page=1")),
            (200..201, Some("games?page=1")),
            (201..900, Some("games?page=2")),
        ] {
            let result = ImportResult { added: added.clone(), ..ImportResult::default() };
            assert_eq!(result.list().as_deref(), list, "{added:?}");
        }
    }
}
