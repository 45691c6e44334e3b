//! Reports in the form that is asked for.

use partie_site::Report;

use crate::{
    args::{Presentation, PresentationFormat},
    output::Output,
    terminal,
};

/// Returns reports as a page or a PDF file, or as text for an output.
#[cfg_attr(
    not(feature = "full"),
    expect(clippy::unnecessary_wraps, reason = "only a PDF cannot be written to a terminal")
)]
pub(super) fn written(
    reports: &[Report],
    presentation: &Presentation,
    out: &Output,
) -> anyhow::Result<Vec<u8>> {
    match presentation.format() {
        PresentationFormat::Html => {
            Ok(Report::page(reports, presentation.language.unwrap_or("en")).into_bytes())
        }
        #[cfg(feature = "full")]
        PresentationFormat::Pdf => {
            anyhow::ensure!(
                !out.is_terminal(),
                "refusing to write binary data to a terminal; use `-o FILE`"
            );
            Ok(Report::pdf(reports)?)
        }
        _ => {
            let ascii = terminal::ascii(presentation.ascii);
            let width = out.table_width();
            let texts: Vec<String> =
                reports.iter().map(|report| report.text(width, ascii)).collect();
            Ok(texts.join("\n").into_bytes())
        }
    }
}
