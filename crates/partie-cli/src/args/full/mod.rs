//! Arguments of the commands of the full build: pages, pictures, servers, the full-screen mode.

mod admin;
mod browsing;
mod db_serve;
mod ics;
mod interactive;
mod language_folder;
mod render;
mod serve;
mod site;

use clap::Subcommand;

pub(crate) use admin::AdminArguments;
pub(crate) use browsing::Browsing;
pub(crate) use db_serve::DbServeArguments;
pub(crate) use ics::{IcsArguments, IcsCommand, IcsPageArguments};
pub(crate) use interactive::Interactive;
pub(crate) use language_folder::LanguageFolder;
pub(crate) use render::{
    GameNumbers, Picture, RenderArguments, RenderDrawing, RenderPosition, RenderText,
};
pub(crate) use serve::ServeArguments;
pub(crate) use site::{SiteArguments, SiteBuildArguments, SiteCommand};

/// Commands of the full build.
#[derive(Debug, Subcommand)]
pub(crate) enum FullCommand {
    Site(SiteArguments),
    Ics(IcsArguments),
    Render(Box<RenderArguments>),
    Serve(Box<ServeArguments>),
    Admin(AdminArguments),
}
