//! Forms of texts, as they come in requests.

use axum::extract::{Multipart, multipart::MultipartError};
use partie_page::TextForm;

/// Reads the fields of a form.
pub(super) async fn read(mut fields: Multipart) -> Result<TextForm, MultipartError> {
    let mut form = TextForm::default();
    while let Some(field) = fields.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        let file = field.file_name().filter(|name| !name.is_empty()).map(str::to_owned);
        form.add(&name, file.as_deref(), field.bytes().await?.into());
    }
    Ok(form)
}
