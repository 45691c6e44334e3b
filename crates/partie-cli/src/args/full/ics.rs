//! Arguments of `partie ics`.

use clap::{Args, Subcommand};

use super::Browsing;

/// Use Internet Chess Servers
#[derive(Debug, Args)]
#[command(
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "\
Examples:
  partie ics page freechess.org --timeseal"
)]
pub(crate) struct IcsArguments {
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: IcsCommand,
}

/// Commands on chess servers.
#[derive(Debug, Subcommand)]
pub(crate) enum IcsCommand {
    Page(IcsPageArguments),
}

/// Play on a chess server in a web browser
///
/// Serves the page of `partie serve` for another server, such as freechess.org: seeks, games to play
/// and to watch, chat, and a console. The connection is kept for five minutes while the browser is
/// away. Passwords pass through and are not kept; the way to the other server is not encrypted.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie ics page freechess.org --timeseal
  partie ics page localhost:5000 --listen 127.0.0.1:8080")]
pub(crate) struct IcsPageArguments {
    /// Server to play on; the port is 5000 if none is given
    #[arg(value_name = "HOST[:PORT]", value_parser = host_and_port)]
    pub(crate) server: (String, u16),

    /// Use timeseal, so that the way of moves to the server costs no time on the clock
    ///
    /// freechess.org and servers of its kind know it. Other servers refuse connections that use it.
    #[arg(long)]
    pub(crate) timeseal: bool,

    /// The page.
    #[command(flatten)]
    pub(crate) page: Browsing,
}

fn host_and_port(text: &str) -> Result<(String, u16), String> {
    const PORT: u16 = 5000;
    let (host, port) = match text.rsplit_once(':') {
        // An address of IPv6 has several colons, and brackets where a port follows it.
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
            let port = port.parse().map_err(|_| format!("{port} is no port from 1 to 65535"))?;
            (host, port)
        }
        _ => (text, PORT),
    };
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    if host.is_empty() {
        return Err("expected a host before the port".to_owned());
    }
    Ok((host.to_owned(), port))
}
