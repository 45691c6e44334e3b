//! `partie db`: libraries of games.

mod backup;
mod check;
mod counted;
mod edit;
mod explore;
mod find;
mod import;
mod info;
#[cfg(feature = "page")]
mod kept_statistics;
#[cfg(feature = "page")]
mod pages;
mod pipe;
#[cfg(feature = "page")]
mod plots;
#[cfg(feature = "page")]
mod sent_files;
#[cfg(feature = "serve")]
mod serve;

pub(super) use counted::Counted;
pub(super) use find::print_problems;

use anyhow::Context as _;
use partie_db::library::LibraryWriter;

use super::{crosstable, player, stats};
use crate::{
    args::{DbArguments, DbCommand},
    exit::Exit,
};

pub(super) fn run(arguments: &DbArguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        DbCommand::Init(arguments) => {
            LibraryWriter::create(&arguments.library).context("cannot make the library")?;
            Ok(Exit::Clean)
        }
        DbCommand::Import(arguments) => import::run(arguments),
        DbCommand::Export(arguments) => find::export(arguments),
        DbCommand::Find(arguments) => find::find(arguments),
        DbCommand::Explore(arguments) => explore::run(arguments),
        DbCommand::Player(arguments) => player::of_library(arguments),
        DbCommand::Crosstable(arguments) => crosstable::of_library(arguments),
        DbCommand::Stats(arguments) => stats::of_library(arguments),
        #[cfg(feature = "serve")]
        DbCommand::Serve(arguments) => serve::run(arguments),
        DbCommand::Backup(arguments) => backup::backup(arguments),
        DbCommand::Merge(arguments) => backup::merge(arguments),
        DbCommand::Dedupe(arguments) => edit::dedupe(arguments),
        DbCommand::Names(arguments) => edit::names(arguments),
        DbCommand::Undo(arguments) => edit::undo(arguments),
        DbCommand::Info(arguments) => info::run(arguments),
        DbCommand::Check(arguments) => check::run(arguments),
    }
}
