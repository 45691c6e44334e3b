//! The form of a text: what is to be read, and what is to be done with it.

use axum::{
    body::Bytes,
    extract::{Multipart, multipart::MultipartError},
};
use partie_formats::Confidence;
use partie_page::{Download, examples, pages};

/// A form that was sent.
#[derive(Debug, Default)]
pub(super) struct TextForm {
    /// The text, of a field or a file.
    pub(super) text: Bytes,
    /// Name of the file.
    pub(super) name: Option<String>,
    /// Number of the game to show, from 1.
    pub(super) game: Option<u64>,
    /// The level at which the whole text is mended.
    pub(super) mend: Option<Confidence>,
    /// A mending: number of the record, index of the diagnostic.
    pub(super) fix: Option<(u64, usize)>,
    /// The kind of file that is asked for.
    pub(super) to: Option<Download>,
}

impl TextForm {
    /// Reads the fields of a form.
    pub(super) async fn of(mut fields: Multipart) -> Result<TextForm, MultipartError> {
        let mut form = TextForm::default();
        let (mut number, mut by_number) = (None, false);
        while let Some(field) = fields.next_field().await? {
            let name = field.name().unwrap_or_default().to_owned();
            let file = field.file_name().filter(|name| !name.is_empty()).map(str::to_owned);
            let bytes = field.bytes().await?;
            let words = bytes.clone();
            let value = str::from_utf8(&words).unwrap_or_default();
            match name.as_str() {
                // A file that was chosen counts more than the text of the field.
                "file" if !bytes.is_empty() => (form.text, form.name) = (bytes, file),
                "text" if form.name.is_none() => form.text = bytes,
                "example" => {
                    form.text =
                        Bytes::from_static(examples::named(value).unwrap_or_default().as_bytes());
                }
                "game" => form.game = value.parse().ok(),
                "number" => number = value.parse().ok(),
                "show" => by_number = true,
                "mend" => form.mend = pages::level(value),
                "fix" => {
                    let numbers = value.split_once(':');
                    form.fix = numbers.and_then(|(record, index)| {
                        Some((record.parse().ok()?, index.parse().ok()?))
                    });
                }
                "to" => form.to = Download::named(value),
                _ => {}
            }
        }
        if by_number {
            form.game = number;
        }
        Ok(form)
    }
}
