//! The configuration: defaults that need no file, a TOML file over them, and environment variables
//! (`PARTIE_LISTEN_TELNET`, ...) over both.
//!
//! Nothing here reads a file or the environment: texts and variables are arguments.

mod fields;
mod read;

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

use partie_ics::time::Span;
use partie_wire::timeseal::lag::LagLimits;
use serde::Deserialize;

use crate::admin::EndpointKind;

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The folder of the database, the certificate, and the administrator's endpoint.
    #[serde(deserialize_with = "fields::path")]
    pub data: PathBuf,
    /// `sqlite`, `sqlite:PATH` (from the data folder), or `postgres://...`.
    #[serde(deserialize_with = "fields::database")]
    pub database: String,
    /// The server as its players see it.
    pub server: Server,
    /// The addresses on which the server listens.
    pub listen: Listen,
    /// The certificate for TLS.
    pub tls: Tls,
    /// Limits on connections and their memory.
    pub limits: Limits,
    /// Limits on the lag that timeseal gives back.
    pub timeseal: Timeseal,
}

/// The server as its players see it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// Its name in the banner and in the records of games.
    #[serde(deserialize_with = "fields::line")]
    pub name: String,
    /// The lines before the login; none: a welcome with the name.
    #[serde(deserialize_with = "fields::page")]
    pub banner: Option<String>,
    /// The lines after the login; empty for none.
    #[serde(deserialize_with = "fields::page")]
    pub motto: String,
    /// True to admit guests.
    #[serde(deserialize_with = "fields::truth")]
    pub guests: bool,
    /// The users who may create accounts.
    #[serde(deserialize_with = "fields::parsed")]
    pub register: Register,
    /// Set if the pages list finished games and their players.
    #[serde(deserialize_with = "fields::truth")]
    pub list_games: bool,
    /// Folder with further languages of the pages, a file for each.
    #[serde(deserialize_with = "fields::path")]
    pub languages: Option<PathBuf>,
    /// Other servers, a line each, as the command `servers` shows them.
    #[serde(deserialize_with = "fields::lines")]
    pub servers: Vec<String>,
}

/// The users who may create accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Register {
    /// Guests, for themselves, and administrators.
    Guests,
    /// Administrators only.
    Administrators,
}

impl FromStr for Register {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "guests" => Ok(Self::Guests),
            "administrators" => Ok(Self::Administrators),
            _ => Err(format!("expected \"guests\" or \"administrators\", but found \"{text}\"")),
        }
    }
}

impl Default for Server {
    fn default() -> Self {
        Self {
            name: "Partie".to_owned(),
            banner: None,
            motto: String::new(),
            guests: true,
            register: Register::Guests,
            list_games: true,
            languages: None,
            servers: Vec::new(),
        }
    }
}

/// The addresses on which the server listens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Listen {
    /// Chess clients, in clear.
    #[serde(deserialize_with = "fields::parsed")]
    pub telnet: Addresses,
    /// Chess clients and WebSocket (`wss://`), within TLS.
    #[serde(deserialize_with = "fields::parsed")]
    pub tls: Addresses,
    /// Pages and WebSocket (`ws://`).
    #[serde(deserialize_with = "fields::parsed")]
    pub http: Addresses,
    /// Metrics and health.
    #[serde(deserialize_with = "fields::parsed")]
    pub private: Addresses,
    /// Kind of endpoint for `partie admin`.
    #[serde(deserialize_with = "fields::parsed")]
    pub admin: EndpointKind,
    /// Origins of pages elsewhere that may open a WebSocket, besides the server's own; `*` is any.
    #[serde(deserialize_with = "fields::origins")]
    pub websocket_origins: Vec<String>,
    /// True if a proxy on this machine names the client in `X-Forwarded-For`.
    #[serde(deserialize_with = "fields::truth")]
    pub behind_proxy: bool,
}

/// The certificate and key for TLS as PEM files; without them, a self-signed one is made and kept.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tls {
    /// The certificate with its chain.
    #[serde(deserialize_with = "fields::path")]
    pub certificate: Option<PathBuf>,
    /// The key that belongs to the certificate.
    #[serde(deserialize_with = "fields::path")]
    pub key: Option<PathBuf>,
}

/// Limits on connections and their memory.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Connections in total; 0: any number.
    #[serde(deserialize_with = "fields::number::<_, 0, 1_000_000>")]
    pub connections: usize,
    /// Connections from one address (IPv6: one /64); 0: any number.
    #[serde(deserialize_with = "fields::number::<_, 0, 1_000_000>")]
    pub per_address: usize,
    /// Bytes that may wait for one connection; a reader who is slower is dropped.
    #[serde(deserialize_with = "fields::number::<_, 0x4000, 0x4000_0000>")]
    pub queue_bytes: usize,
    /// The longest line that a client may send, in bytes.
    #[serde(deserialize_with = "fields::number::<_, 256, 0x10_0000>")]
    pub line_bytes: usize,
    /// After this much idleness a player is logged out; zero: never.
    #[serde(
        rename = "idle_minutes",
        deserialize_with = "fields::duration::<_, 60_000, 0, { 7 * 24 * 60 }>"
    )]
    pub idle: Duration,
    /// Time limit for a login.
    #[serde(
        rename = "login_seconds",
        deserialize_with = "fields::duration::<_, 1000, 5, { 24 * 3600 }>"
    )]
    pub login: Duration,
}

/// Limits on the lag that timeseal gives back.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timeseal {
    /// The most for one move.
    #[serde(rename = "credit_ms", deserialize_with = "fields::duration::<_, 1, 0, 600_000>")]
    pub credit: Duration,
    /// The most for one player in one game.
    #[serde(
        rename = "game_credit_ms",
        deserialize_with = "fields::duration::<_, 1, 0, { 24 * 3_600_000 }>"
    )]
    pub game_credit: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::new(),
            database: "sqlite".to_owned(),
            server: Server::default(),
            listen: Listen::default(),
            tls: Tls::default(),
            limits: Limits::default(),
            timeseal: Timeseal::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            per_address: 50,
            queue_bytes: 256 * 1024,
            line_bytes: 4096,
            idle: Duration::from_hours(1),
            login: Duration::from_mins(5),
        }
    }
}

impl Default for Timeseal {
    fn default() -> Self {
        Self { credit: Duration::from_secs(5), game_credit: Duration::from_mins(1) }
    }
}

impl Default for Listen {
    fn default() -> Self {
        let localhost = |port| Addresses::from_iter([Address { host: Host::Localhost, port }]);
        Self {
            telnet: localhost(5000),
            tls: localhost(5001),
            http: localhost(5080),
            private: localhost(5090),
            admin: EndpointKind::default(),
            websocket_origins: Vec::new(),
            behind_proxy: false,
        }
    }
}

/// The defaults as a commented file, which is also the list of all settings. Settings without a
/// fixed default are commented out.
const COMMENTED: &str = include_str!("commented.toml");

/// The defaults as a file with comments.
#[must_use]
pub fn commented() -> String {
    // Not every system has Unix sockets.
    COMMENTED.replace(" = \"socket\"", &format!(" = \"{}\"", EndpointKind::default().name()))
}

/// Longer than any server runs: a hundred years.
const NEVER: Span = Span::days(36_500);

impl Config {
    /// The defaults, with data in `data`.
    #[must_use]
    pub fn new(data: PathBuf) -> Self {
        Self { data, ..Self::default() }
    }

    /// The part of the configuration that the chess server needs.
    #[must_use]
    pub fn rules(&self) -> partie_ics::Config {
        let Server { name, banner, motto, guests, register, servers, list_games: _, languages: _ } =
            &self.server;
        let span = |d: Duration| Span(i64::try_from(d.as_millis()).unwrap_or(i64::MAX));
        let millis = |d: Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
        let lines = |text: &str| {
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            format!("{text}{end}")
        };
        let welcome = || {
            let words = format!("Welcome to {name}, an Internet Chess Server");
            // In the middle of the 79 columns of a terminal.
            format!("\n{}{words}\n", " ".repeat(79_usize.saturating_sub(words.chars().count()) / 2))
        };
        partie_ics::Config {
            name: name.clone(),
            banner: banner.as_deref().map_or_else(welcome, lines),
            motto: lines(motto),
            guests: *guests,
            register: *register == Register::Guests,
            servers: servers.clone(),
            idle: if self.limits.idle.is_zero() { NEVER } else { span(self.limits.idle) },
            login: span(self.limits.login),
            lag: LagLimits {
                per_move: millis(self.timeseal.credit),
                per_game: millis(self.timeseal.game_credit),
            },
            ..partie_ics::Config::default()
        }
    }
}

/// The text of a configuration file.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Name of the file in error messages.
    pub name: &'a str,
    /// Content of the file.
    pub text: &'a str,
}

/// The errors in a configuration, or in stored data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

/// An error in the configuration, or in a stored row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file and line (`partie.toml:3`), the variable, or the row: `the account of Capablanca`.
    pub place: String,
    /// The error, and a remedy where there is one.
    pub what: String,
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.0.iter().enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(f, "{end}{}: {}", fault.place, fault.what)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Addresses to listen on; none: that port stays closed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addresses(Vec<Address>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Address {
    host: Host,
    port: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Host {
    /// This machine only, IPv4 and IPv6.
    Localhost,
    /// Every address, IPv4 and IPv6.
    Every,
    One(IpAddr),
}

impl FromIterator<Address> for Addresses {
    fn from_iter<I: IntoIterator<Item = Address>>(addresses: I) -> Self {
        Self(addresses.into_iter().collect())
    }
}

impl Addresses {
    /// The sockets' addresses. Port 0 lets the system choose.
    #[must_use]
    pub fn sockets(&self) -> Vec<SocketAddr> {
        let mut sockets = Vec::new();
        for Address { host, port } in &self.0 {
            let hosts: &[IpAddr] = match host {
                Host::Localhost => {
                    &[IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)]
                }
                // A socket on `::` takes IPv4, too.
                Host::Every => &[IpAddr::V6(Ipv6Addr::UNSPECIFIED)],
                Host::One(one) => &[*one],
            };
            sockets.extend(hosts.iter().map(|host| SocketAddr::new(*host, *port)));
        }
        sockets
    }
}

/// `localhost:5000`, `*:5000`, `192.0.2.1:5000`, `[2001:db8::1]:5000`; several with commas
/// between; `off` for none.
impl FromStr for Addresses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if matches!(text.trim(), "off" | "") {
            return Ok(Self::default());
        }
        text.split(',').map(|one| one.trim().parse()).collect::<Result<Vec<_>, _>>().map(Self)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "expected an address such as \"localhost:5000\", \"*:5000\", \"192.0.2.1:5000\" \
                 or \"off\", but found \"{text}\""
            )
        };
        if let Ok(socket) = text.parse::<SocketAddr>() {
            return Ok(Self { host: Host::One(socket.ip()), port: socket.port() });
        }
        let (host, port) = text.rsplit_once(':').ok_or_else(wrong)?;
        let host = match host {
            "localhost" => Host::Localhost,
            "*" => Host::Every,
            _ => return Err(wrong()),
        };
        Ok(Self { host, port: port.parse().map_err(|_| wrong())? })
    }
}

impl fmt::Display for Addresses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("off");
        }
        for (number, Address { host, port }) in self.0.iter().enumerate() {
            let before = if number == 0 { "" } else { ", " };
            match host {
                Host::Localhost => write!(f, "{before}localhost:{port}")?,
                Host::Every => write!(f, "{before}*:{port}")?,
                Host::One(ip) => write!(f, "{before}{}", SocketAddr::new(*ip, *port))?,
            }
        }
        Ok(())
    }
}
