//! Options for the form of a report, and where it goes.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum, ValueHint};

use partie_records::compression::Compression;

/// Form of a report.
#[derive(Debug, Args)]
pub(crate) struct Presentation {
    /// Format of the report [default: by the extension of OUT, else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) format: Option<PresentationFormat>,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Output file; `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Overwrite OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,

    /// Use only ASCII in text
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Language of text and HTML [default: en]
    #[cfg_attr(feature = "full", arg(long, value_name = "LANGUAGE", value_parser = super::choices::page_language()))]
    #[cfg_attr(not(feature = "full"), arg(skip))]
    pub(crate) language: Option<&'static str>,
}

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PresentationFormat {
    /// Tables of characters
    Text,
    /// A web page
    Html,
    /// One JSON object for each event or player
    Json,
    /// A PDF file
    #[cfg(feature = "full")]
    Pdf,
}

impl Presentation {
    /// Formats by the extensions that name them.
    const FORMATS: &[(&str, PresentationFormat)] = &[
        ("html", PresentationFormat::Html),
        ("htm", PresentationFormat::Html),
        ("json", PresentationFormat::Json),
        ("jsonl", PresentationFormat::Json),
        ("ndjson", PresentationFormat::Json),
        #[cfg(feature = "full")]
        ("pdf", PresentationFormat::Pdf),
    ];

    fn chosen(&self) -> Option<PresentationFormat> {
        self.format.or(self.json.then_some(PresentationFormat::Json))
    }

    /// Returns the format that is asked for, or that the extension of the file names.
    pub(crate) fn format(&self) -> PresentationFormat {
        let named = || named_format(&self.output, Self::FORMATS);
        self.chosen().or_else(named).unwrap_or(PresentationFormat::Text)
    }

    /// Returns the path of the report.
    ///
    /// # Errors
    ///
    /// If its extension names no format of reports, and none is asked for.
    pub(crate) fn path(&self) -> anyhow::Result<&Path> {
        report_path(&self.output, self.chosen().is_some(), Self::FORMATS)
    }
}

/// Finds the format that the extension of a file names.
pub(super) fn named_format<T: Copy>(path: &Path, formats: &[(&str, T)]) -> Option<T> {
    let unpacked = unpacked(path);
    let extension = unpacked.extension()?.to_str()?;
    let named = |(name, _): &&(&str, T)| name.eq_ignore_ascii_case(extension);
    formats.iter().find(named).map(|(_, format)| *format)
}

/// Returns the path of a report, unless its extension is that of something else and no format is asked
/// for.
pub(super) fn report_path<'a, T: Copy>(
    path: &'a Path,
    is_chosen: bool,
    formats: &[(&str, T)],
) -> anyhow::Result<&'a Path> {
    const OF_TEXT: [&str; 4] = ["txt", "text", "md", "log"];
    if let Some(extension) = unpacked(path).extension()
        && !is_chosen
        && named_format(path, formats).is_none()
        && !OF_TEXT.iter().any(|text| extension.eq_ignore_ascii_case(text))
    {
        let names: Vec<&str> = formats.iter().map(|(name, _)| *name).collect();
        bail!(
            "{}: `.{}` is not a format of reports; use one of txt, {}, or choose a format with --format",
            path.display(),
            extension.display(),
            names.join(", "),
        );
    }
    Ok(path)
}

/// Returns a path without the extension of a packed file.
fn unpacked(path: &Path) -> &Path {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.and_then(Compression::from_extension) {
        Some(_) => path.file_stem().map_or(path, Path::new),
        None => path,
    }
}
