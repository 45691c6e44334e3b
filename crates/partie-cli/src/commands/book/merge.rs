//! `partie book merge`: several books in one.

use partie_db::book;

use super::book_file::{create, name, read, report, size, write};
use crate::{
    args::BookMergeArguments,
    commands::{messages::Messages, note},
    exit::Exit,
    input::Input,
    output::Permission,
    report::count,
};

pub(super) fn run(arguments: &BookMergeArguments) -> anyhow::Result<Exit> {
    let BookMergeArguments { books: paths, target } = arguments;
    let inputs = paths.iter().filter(|path| path.as_os_str() != "-").cloned().map(Input::File);
    let out = create(target, &Permission::new(target.force).reading(inputs))?;
    let messages = Messages::words();
    let (mut books, mut is_clean) = (Vec::new(), true);
    for path in paths {
        let (book, problems) = read(path)?;
        is_clean &= !report(path, &problems);
        let header = book.entries().iter().filter(|entry| entry.is_header()).count();
        if header > 0 {
            let entries = count(header as u64, "entry").replace("entrys", "entries");
            note(format_args!("{}: header of {entries} left out", name(path)));
        }
        books.push(book);
    }
    let merged = book::merge(&books);
    let written = size(&merged);
    write(&merged, out)?;
    if target.output.as_os_str() != "-" {
        messages.note(&format!("{written} written to {}", target.output.display()));
    }
    Ok(if is_clean { Exit::Clean } else { Exit::Problems })
}
