//! `partie db`: libraries of games.

mod backup;
mod change;
mod check;
mod edit;
pub(super) mod explore;
mod find;
pub(super) mod import;
mod info;
mod novelties;
mod pipe;
mod prepare;
mod report;
mod saved;
mod sync;

use anyhow::Context as _;
use partie_db::library::LibraryWriter;

use super::{crosstable, full, player, stats};
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
        DbCommand::Sync(arguments) => sync::run(arguments),
        DbCommand::Export(arguments) => find::export(arguments),
        DbCommand::Find(arguments) => find::find(arguments),
        DbCommand::Explore(arguments) => explore::run(arguments),
        DbCommand::Save(arguments) => saved::save(arguments),
        DbCommand::Saved(arguments) => saved::saved(arguments),
        DbCommand::Report(arguments) => report::run(arguments),
        DbCommand::Prepare(arguments) => prepare::run(arguments),
        DbCommand::Novelties(arguments) => novelties::run(arguments),
        DbCommand::Player(arguments) => player::of_library(arguments),
        DbCommand::Crosstable(arguments) => crosstable::of_library(arguments),
        DbCommand::Stats(arguments) => stats::of_library(arguments),
        DbCommand::Serve(arguments) => full::serve_library(arguments),
        DbCommand::Backup(arguments) => backup::backup(arguments),
        DbCommand::Merge(arguments) => backup::merge(arguments),
        DbCommand::Remove(arguments) => change::remove(arguments),
        DbCommand::Restore(arguments) => change::restore(arguments),
        DbCommand::Set(arguments) => change::set(arguments),
        DbCommand::Edit(arguments) => change::edit(arguments),
        DbCommand::Dedupe(arguments) => edit::dedupe(arguments),
        DbCommand::Names(arguments) => edit::names(arguments),
        DbCommand::Undo(arguments) => edit::undo(arguments),
        DbCommand::Info(arguments) => info::run(arguments),
        DbCommand::Key(arguments) => info::key(arguments),
        DbCommand::Check(arguments) => check::run(arguments),
        DbCommand::Upgrade(arguments) => edit::upgrade(arguments),
    }
}
