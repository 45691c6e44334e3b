//! `partie book`: opening books in Polyglot's format.

mod book_file;
mod dump;
mod make;
mod merge;
mod probe;

use crate::{
    args::{BookArguments, BookCommand},
    exit::Exit,
};

pub(super) fn run(arguments: &BookArguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        BookCommand::Make(arguments) => make::run(arguments),
        BookCommand::Probe(arguments) => probe::run(arguments),
        BookCommand::Dump(arguments) => dump::run(arguments),
        BookCommand::Merge(arguments) => merge::run(arguments),
    }
}
