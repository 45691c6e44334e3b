//! Pages that a command serves, and the browser that shows them.

use std::io::{self, Write as _};

use anyhow::Context as _;
use partie_server::pages::{PageOptions, serve_pages};
use tokio::net::TcpListener;

use super::languages;
use crate::{args::Browsing, commands::print_message, exit::Exit};

/// Serves pages until it is interrupted. Prints the address of the first one, and opens it.
pub(in crate::commands) fn serve(
    options: PageOptions,
    browsing: &Browsing,
    path: &str,
) -> anyhow::Result<Exit> {
    let options = options.languages(languages::read(&browsing.added)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = browsing.listen;
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}; choose another --listen"))?;
        let url = format!("http://{}{path}", listener.local_addr()?);
        writeln!(io::stdout(), "{url}")?;
        io::stdout().flush()?;
        if !browsing.no_browser
            && let Err(error) = open::that_detached(&url)
        {
            print_message(format_args!("cannot open a browser: {error}; open {url} yourself"));
        }
        tokio::select! {
            () = serve_pages(listener, options) => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        Ok(Exit::Clean)
    })
}
