//! Implementations of the commands, one file each.

mod account;
mod book;
mod change_report;
mod check;
mod completions;
mod convert;
mod count;
mod crosstable;
mod db;
mod dedupe;
mod deferred;
mod diff;
mod eco;
mod explain;
mod external_sort;
mod fix;
mod fold;
#[cfg_attr(not(feature = "full"), path = "minimal.rs")]
mod full;
mod game_output;
mod game_writer;
mod games;
mod grep;
mod head;
mod lazy_game;
mod library_search;
mod log;
mod losses;
mod man;
mod mended;
mod merge;
mod messages;
mod names;
mod opening_tags;
mod player;
mod records;
mod reports;
mod retag;
mod sample;
mod show;
mod sort;
mod stats;
mod summary_line;
mod table_output;

use crate::{args::Command, exit::Exit};
pub(crate) use messages::{explain_status, note, print_message, said};

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
        Command::Names(arguments) => names::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Crosstable(arguments) => crosstable::run(arguments),
        Command::Player(arguments) => player::run(arguments),
        Command::Log(arguments) => log::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Book(arguments) => book::run(arguments),
        Command::Db(arguments) => db::run(arguments),
        Command::Eco(arguments) => eco::run(arguments),
        Command::Full(command) => full::run(command),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Completions(arguments) => completions::run(arguments),
        Command::Man(arguments) => man::run(arguments),
    }
}
