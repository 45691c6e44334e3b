//! Commands of the full build: pages, pictures, servers and the full-screen mode.

mod admin;
mod db_serve;
pub(super) mod full_screen;
pub(super) mod game_index;
mod ics;
pub(super) mod in_browser;
mod languages;
mod render;
mod serve;
mod served_games;
mod site;

use crate::{args::FullCommand, exit::Exit};

pub(super) use db_serve::run as serve_library;

/// Runs a command.
pub(super) fn run(command: &FullCommand) -> anyhow::Result<Exit> {
    match command {
        FullCommand::Site(arguments) => site::run(arguments),
        FullCommand::Ics(arguments) => ics::run(arguments),
        FullCommand::Render(arguments) => render::run(arguments),
        FullCommand::Serve(arguments) => serve::run(arguments),
        FullCommand::Admin(arguments) => admin::run(arguments),
    }
}
