//! Implementations of the commands, one file each.

mod account;
#[cfg(feature = "serve")]
mod admin;
mod book;
mod check;
mod completions;
mod convert;
mod count;
mod crosstable;
#[cfg(feature = "parquet")]
mod db;
mod dedupe;
mod deferred;
mod diff;
mod eco;
mod explain;
mod external_sort;
#[cfg(any(feature = "tui", feature = "page"))]
mod file_games;
mod fix;
#[cfg(feature = "tui")]
mod full_screen;
mod game_output;
mod game_writer;
mod grep;
mod head;
mod html;
#[cfg(feature = "page")]
mod ics;
#[cfg(feature = "page")]
mod in_browser;
#[cfg(feature = "page")]
mod languages;
mod lazy_game;
mod lazy_games;
mod log;
mod losses;
mod man;
mod merge;
mod messages;
mod names;
mod opening_tags;
#[cfg(feature = "page")]
mod page_words;
#[cfg(feature = "parquet")]
mod parquet;
mod player;
mod position_words;
mod questions;
mod records;
#[cfg(feature = "render")]
mod render;
mod retag;
mod sample;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "page")]
mod served_games;
mod show;
#[cfg(feature = "page")]
mod site;
mod sort;
mod stats;
mod summary_line;
mod text_table;

use crate::{args::Command, exit::Exit};
pub(crate) use messages::print_message;

/// Runs a command.
pub(crate) fn run(command: &Command) -> anyhow::Result<Exit> {
    match command {
        Command::Check(arguments) => check::run(arguments),
        Command::Fix(arguments) => fix::run(arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Grep(arguments) => grep::run(arguments),
        Command::Head(arguments) => head::head(arguments),
        Command::Tail(arguments) => head::tail(arguments),
        Command::Sample(arguments) => sample::run(arguments),
        Command::Count(arguments) => count::run(arguments),
        Command::Sort(arguments) => sort::run(arguments),
        Command::Dedupe(arguments) => dedupe::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        #[cfg(feature = "page")]
        Command::Site(arguments) => site::run(arguments),
        #[cfg(not(feature = "page"))]
        Command::Site(_) => anyhow::bail!(
            "this build of partie does not support web pages; rebuild it with `cargo install --path crates/partie --features page`"
        ),
        #[cfg(feature = "page")]
        Command::Ics(arguments) => ics::run(arguments),
        #[cfg(not(feature = "page"))]
        Command::Ics(_) => anyhow::bail!(
            "this build of partie does not support web pages; rebuild it with `cargo install --path crates/partie --features page`"
        ),
        Command::Names(arguments) => names::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Crosstable(arguments) => crosstable::run(arguments),
        Command::Player(arguments) => player::run(arguments),
        Command::Log(arguments) => log::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Book(arguments) => book::run(arguments),
        #[cfg(feature = "parquet")]
        Command::Db(arguments) => db::run(arguments),
        Command::Eco(arguments) => eco::run(arguments),
        #[cfg(feature = "render")]
        Command::Render(arguments) => render::run(arguments),
        #[cfg(not(feature = "render"))]
        Command::Render(_) => anyhow::bail!(
            "this build of partie does not support pictures; rebuild it with `cargo install --path crates/partie --features render`"
        ),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(arguments),
        #[cfg(feature = "serve")]
        Command::Admin(arguments) => admin::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}
