//! `partie explain`: the meaning of a code, with its example.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

use partie_formats::Code;
use partie_records::{codes, dispatch};
use serde_json::json;

use super::print_message;
use crate::{
    args::ExplainArguments,
    exit::Exit,
    report::{TextReport, advised},
    selection::unknown_code,
    terminal,
};

/// The widest text that is pleasant to read, in characters.
const READABLE: usize = 80;

pub(super) fn run(arguments: &ExplainArguments) -> anyhow::Result<Exit> {
    let mut exit = Exit::Clean;
    let mut chosen = Vec::new();
    for word in &arguments.codes {
        if let Some(code) = codes::find(word).or_else(|| codes::find(&word.to_lowercase())) {
            chosen.push(code);
        } else {
            print_message(unknown_code(word));
            exit = Exit::Problems;
        }
    }
    let mut out = anstream::stdout();
    if arguments.codes.is_empty() {
        chosen = codes::all();
        if !arguments.form.is_json() {
            out.write_all(list(&chosen).as_bytes())?;
            return Ok(exit);
        }
    }
    for (i, code) in chosen.into_iter().enumerate() {
        if arguments.form.is_json() {
            writeln!(out, "{}", object(code))?;
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        out.write_all(page(code, terminal::width(), terminal::colour(false)).as_bytes())?;
    }
    out.flush()?;
    Ok(exit)
}

/// All codes, one a line.
fn list(codes: &[&Code]) -> String {
    let widest = codes.iter().map(|c| c.name.len()).max().unwrap_or(0);
    codes.iter().fold(String::new(), |mut list, code| {
        let _ = writeln!(
            list,
            "{}  {:<8}  {:<widest$}  {}",
            code.id,
            code.severity.name(),
            code.name,
            code.title
        );
        list
    })
}

/// Returns the page of a code: its meaning, its importance, and an example as reported.
fn page(code: &'static Code, width: usize, colour: bool) -> String {
    let width = width.min(READABLE);
    let mut page = format!("{} {} ({})\n\n", code.id, code.name, code.severity.name());
    page += &wrapped(&sentence(code.title), width);
    for paragraph in code.explanation.split("\n\n") {
        page.push('\n');
        page += &wrapped(paragraph, width);
    }
    let found = example(code, width, colour);
    if !found.is_empty() {
        page += "\nExample (";
        page += code.format.name();
        page += "):\n\n";
        page += &found;
        page.push('\n');
    }
    page
}

/// Renders the diagnostic of a code's example as `partie check` would.
fn example(code: &'static Code, width: usize, colour: bool) -> String {
    let text = TextReport::new(width, colour);
    let source = Box::new(io::Cursor::new(code.example_bytes()));
    let options = code.example_options();
    for record in dispatch::read(code.format, source, &options).flatten() {
        for diagnostic in &record.parsed.diagnostics {
            if diagnostic.code == code {
                return text.render("example", &record, &advised(&record, diagnostic, &options));
            }
        }
    }
    String::new()
}

/// A title as a sentence.
fn sentence(title: &str) -> String {
    let mut characters = title.trim_end_matches('.').chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).chain(['.']).collect()
}

/// A paragraph in lines of at most a width in characters.
fn wrapped(paragraph: &str, width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text.push('\n');
    text
}

fn object(code: &Code) -> serde_json::Value {
    json!({
        "code": code.id,
        "name": code.name,
        "severity": code.severity.name(),
        "title": code.title,
        "explanation": code.explanation,
        "format": code.format.name(),
        "example": code.example,
    })
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;

    /// Every diagnostic as it is drawn: its words are reviewed like code, and SARIF leads to them.
    /// `PARTIE_WRITE=1 cargo test --workspace --bin partie explain` writes the file anew.
    #[test]
    fn the_list_of_diagnostics() {
        let mut text =
            "# Diagnostics\n\nThe codes of all diagnostics, as `partie explain` shows them. A \
                        test writes this file.\n"
                .to_owned();
        for code in codes::all() {
            let Code { id, name, severity, title, explanation, .. } = code;
            let _ = write!(text, "\n## {id}\n\n`{name}` ({severity}): {title}\n\n{explanation}\n");
            let example = example(code, READABLE, false);
            if !example.is_empty() {
                let fence = if example.contains("```") { "~~~" } else { "```" };
                let _ = write!(text, "\n{fence}text\n{}\n{fence}\n", example.trim_end());
            }
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
        if env::var_os("PARTIE_WRITE").is_some() {
            fs::write(&path, &text).expect("written");
        }
        let documented = fs::read_to_string(&path).unwrap_or_default();
        assert!(documented == text, "docs/diagnostics.md is old; run with PARTIE_WRITE=1");
    }
}
