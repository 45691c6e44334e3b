//! Reports in the form that is asked for.

use partie_site::Report;

use crate::{
    args::{Presentation, PresentationFormat},
    terminal,
};

/// Returns reports as a page, or as text of so many columns.
pub(super) fn written(reports: &[Report], presentation: &Presentation, width: usize) -> String {
    if presentation.format() == PresentationFormat::Html {
        return Report::page(reports, presentation.language.unwrap_or("en"));
    }
    let ascii = terminal::ascii(presentation.ascii);
    let texts: Vec<String> = reports.iter().map(|report| report.text(width, ascii)).collect();
    texts.join("\n")
}
