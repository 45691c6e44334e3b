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
    let options = PageOptions {
        chess_server: Some(ChessServer::remote(host, *port, arguments.timeseal)),
        ..PageOptions::default()
    };
    in_browser::serve(options, &arguments.page, "/play")
}
