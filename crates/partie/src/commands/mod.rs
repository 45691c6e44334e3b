//! What the commands do, one file each.

mod account;
#[cfg(feature = "serve")]
mod admin;
mod ask;
mod check;
mod completions;
mod convert;
mod copies;
mod count;
mod dedupe;
mod diff;
mod entries;
mod explain;
mod fix;
mod games;
mod grep;
mod head;
mod kept;
mod line;
mod log;
mod losses;
mod man;
mod names;
#[cfg(feature = "parquet")]
mod parquet;
mod records;
#[cfg(feature = "render")]
mod render;
mod retag;
mod runs;
mod sample;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sort;
mod stats;
mod voice;

use crate::{args::Command, exit::Exit};
pub(crate) use voice::tell;

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
        Command::Names(arguments) => names::run(arguments),
        Command::Stats(arguments) => stats::run(arguments),
        Command::Log(arguments) => log::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        #[cfg(feature = "render")]
        Command::Render(arguments) => render::run(arguments),
        #[cfg(not(feature = "render"))]
        Command::Render(_) => anyhow::bail!(
            "this partie was built without pictures; `cargo install --path crates/partie \
             --features render` builds one with them"
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
