//! Files of books: read, reported on and written.

use std::{
    fs::File,
    io::{self, BufReader, Read as _, Write as _},
    path::Path,
};

use anyhow::{Context as _, bail};
use partie_db::book::{Book, BookProblem};
use partie_records::compression::Compression;

use crate::{
    args::BookTarget,
    commands::print_message,
    output::{Output, Permission},
    report::count,
};

/// Reads a book, and returns its problems. Compression is detected by the file's extension, since
/// an entry's key may begin with the bytes that identify compressed files.
pub(super) fn read(path: &Path) -> anyhow::Result<(Book, Vec<BookProblem>)> {
    let name = name(path);
    let cannot = || format!("cannot read {name}");
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes).with_context(cannot)?;
    } else {
        let file = BufReader::new(File::open(path).with_context(cannot)?);
        let packing =
            path.extension().and_then(|e| e.to_str()).and_then(Compression::from_extension);
        let read = match packing {
            Some(packing) => packing.unpack(file).and_then(|mut f| f.read_to_end(&mut bytes)),
            None => { file }.read_to_end(&mut bytes),
        };
        read.with_context(cannot)?;
    }
    Book::read(&bytes).with_context(|| name.clone())
}

/// Reports the problems of a book, and how to repair it. Returns true if there are any.
pub(super) fn report(path: &Path, problems: &[BookProblem]) -> bool {
    let name = name(path);
    for problem in problems {
        let remedy = match problem {
            BookProblem::Unsorted { .. } => {
                format!("engines may miss moves; sort it with `partie book merge {name} -o NEW`")
            }
            BookProblem::Truncated { .. } => format!(
                "copy the book anew, or keep its whole entries with `partie book merge {name} -o NEW`"
            ),
        };
        print_message(format_args!("{name}: {problem}; {remedy}"));
    }
    !problems.is_empty()
}

/// Returns the name of a book for messages.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// Opens the file of a book.
pub(super) fn create(target: &BookTarget, permission: &Permission) -> anyhow::Result<Output> {
    let out = Output::create(&target.output, permission)?;
    if out.is_terminal() {
        bail!("refusing to write binary data to a terminal; use -o book.bin");
    }
    Ok(out)
}

/// Writes a book.
pub(super) fn write(book: &Book, mut out: Output) -> anyhow::Result<()> {
    out.write_all(&book.to_bytes()).with_context(|| out.name().to_owned())?;
    out.finish()
}

/// Returns the numbers of moves and positions.
pub(super) fn size(book: &Book) -> String {
    let moves = count(book.entries().len() as u64, "move");
    let positions = count(book.positions() as u64, "position");
    format!("{moves} of {positions}")
}
