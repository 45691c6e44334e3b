//! The form of a text: the text and the requested output. A server and a reader in a browser answer
//! it by the same functions.

use partie_formats::Confidence;
use partie_records::foreign;

use crate::{
    Download, File, Reading, Shell, examples,
    packed::{self, unpacked_name},
    pages::{self, ReadingView},
};

/// A form that was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextForm {
    /// The text, of a field or a file.
    text: Vec<u8>,
    /// Name of the file.
    name: Option<String>,
    /// True if the file is packed, and too long unpacked.
    unpacks_to_too_much: bool,
    /// Number of the game whose button was pressed, from 1.
    game: Option<u64>,
    /// Number of the game that the page shows.
    shown: Option<u64>,
    /// Number of a game that was typed.
    number: Option<u64>,
    /// True if the game that is shown is the one whose number was typed.
    by_number: bool,
    /// The level at which the whole text is mended.
    mend: Option<Confidence>,
    /// A mending: number of the record, index of the diagnostic.
    fix: Option<(u64, usize)>,
    /// The requested kind of file.
    to: Option<Download>,
}

impl TextForm {
    /// Adds a field, in the order of the form. `file` is the name of the file that it holds.
    ///
    /// ```
    /// use partie_page::{PieceLetters, Shell, TextForm, Words};
    /// let mut form = TextForm::default();
    /// form.add("text", None, b"1. e4 e5 *".to_vec());
    /// let page = form.page(&Shell::of_browser(Words::of("en"), PieceLetters::English, false));
    /// assert!(page.is_ok_and(|page| page.contains("All text was understood.")));
    /// ```
    pub fn add(&mut self, name: &str, file: Option<&str>, value: Vec<u8>) {
        // A file that was chosen counts more than the text of the field.
        match name {
            "file" if value.is_empty() => {}
            "file" => {
                self.name = file.map(|file| unpacked_name(file).to_owned());
                (self.text, self.unpacks_to_too_much) = packed::unpacked(value);
            }
            "text" if self.name.is_some() => {}
            "text" => self.text = value,
            _ => self.add_words(name, str::from_utf8(&value).unwrap_or_default()),
        }
    }

    fn add_words(&mut self, name: &str, value: &str) {
        match name {
            "example" => self.text = examples::named(value).unwrap_or_default().into(),
            "game" => self.game = value.parse().ok(),
            "shown" => self.shown = value.parse().ok(),
            "number" => self.number = value.parse().ok(),
            "show" => self.by_number = true,
            "mend" => self.mend = pages::level(value),
            "fix" => {
                let numbers = value.split_once(':');
                self.fix = numbers
                    .and_then(|(record, index)| Some((record.parse().ok()?, index.parse().ok()?)));
            }
            "to" => self.to = Download::named(value),
            _ => {}
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns true if a file is requested, not a page.
    #[must_use]
    pub const fn is_download(&self) -> bool {
        self.to.is_some()
    }

    /// Reads the text, applies the requested repairs, and returns its page.
    ///
    /// # Errors
    ///
    /// Returns an error page if the text is known not to be chess.
    pub fn page(&self, shell: &Shell) -> Result<String, String> {
        let mut reading = self.reading(shell)?;
        let mended = match (self.mend, self.fix) {
            (Some(level), _) if reading.can_mend() => Some(reading.mended(level)),
            (_, Some((record, index))) => reading.mended_at(record, index),
            _ => None,
        };
        if let Some(mended) = &mended {
            // Repaired chess stays chess.
            if let Ok(again) = Reading::of(mended, self.name.as_deref(), self.shown()) {
                reading = again;
            }
        }
        let before = mended.is_some().then_some(&self.text[..]);
        Ok(pages::reading(shell, &reading, ReadingView { before, ..ReadingView::default() }))
    }

    /// Reads the text and makes the requested file by a function, such as [`Download::file`].
    ///
    /// # Errors
    ///
    /// Returns an error page if there is no such file.
    pub fn file(
        &self,
        shell: &Shell,
        make: impl Fn(Download, &Reading) -> Result<File, String>,
    ) -> Result<File, String> {
        let not_made = |reason: &str| pages::message(shell, &shell.words.not_made, Some(reason));
        if self.text.is_empty() {
            return Err(not_made(&shell.words.paste_long_hint));
        }
        let reading = self.reading(shell)?;
        make(self.to.unwrap_or(Download::ALL[0]), &reading).map_err(|error| not_made(&error))
    }

    fn reading(&self, shell: &Shell) -> Result<Reading, String> {
        Reading::of(&self.text, self.name.as_deref(), self.shown()).map_err(|other| {
            if self.unpacks_to_too_much {
                return pages::message(shell, &shell.words.error_unpacked, None);
            }
            let is_packed = foreign::packed(&self.text).is_some();
            let title = if is_packed { &shell.words.packed } else { &shell.words.foreign };
            pages::message(shell, title, Some(other))
        })
    }

    /// The number of the game to show.
    fn shown(&self) -> u64 {
        let asked = if self.by_number { self.number } else { self.game.or(self.shown) };
        asked.unwrap_or(1)
    }
}
