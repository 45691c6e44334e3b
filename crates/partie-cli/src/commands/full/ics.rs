//! `partie ics`: the clients of chess servers.

use partie_server::pages::{ChessServer, PageOptions};

use super::in_browser;
use crate::{
    args::{IcsArguments, IcsCommand, IcsPageArguments},
    exit::Exit,
};

pub(super) fn run(arguments: &IcsArguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        IcsCommand::Page(arguments) => page(arguments),
    }
}

fn page(arguments: &IcsPageArguments) -> anyhow::Result<Exit> {
    let (host, port) = &arguments.server;
    let server = ChessServer::remote(host, *port, arguments.timeseal);
    let options = PageOptions::default().chess_server(Some(server));
    in_browser::serve(options, &arguments.page, "/play")
}
