//! The configuration: defaults with which a server runs at once, a TOML file over them, and
//! variables of the environment (`PARTIE_LISTEN_TELNET`, ...) over both.
//!
//! Nothing here reads a file or the environment: texts and variables are arguments.

mod read;
mod settings;

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

pub use self::settings::commented;

/// Everything that can be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The folder of the database, the certificate, and the administrator's socket.
    pub data: PathBuf,
    /// `sqlite`, `sqlite:PATH` (from the data folder), or `postgres://...`.
    pub database: String,
    /// Where the server listens.
    pub listen: Listen,
    /// The certificate and key for TLS as PEM files; none: a self-signed one is made and kept.
    pub certificate: Option<PathBuf>,
    /// The key that belongs to the certificate.
    pub key: Option<PathBuf>,
    /// What one may use up.
    pub limits: Limits,
    /// The most time that timeseal may give back for one move.
    pub timeseal_credit: Duration,
}

/// Where the server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listen {
    /// Chess clients, in clear.
    pub telnet: Addresses,
    /// Chess clients and WebSocket (`wss://`), within TLS.
    pub tls: Addresses,
    /// Pages and WebSocket (`ws://`).
    pub http: Addresses,
    /// Metrics and health.
    pub private: Addresses,
    /// Whether a proxy on this machine names the client in `X-Forwarded-For`.
    pub behind_proxy: bool,
}

/// What one may use up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Connections in total; 0: any number.
    pub connections: usize,
    /// Connections from one address (IPv6: one /64); 0: any number.
    pub per_address: usize,
    /// Bytes that may wait for one connection; a reader who is slower is dropped.
    pub queue_bytes: usize,
    /// The longest line that a client may send, in bytes.
    pub line_bytes: usize,
    /// After this much idleness a player is logged out; zero: never.
    pub idle: Duration,
    /// How long a login may take.
    pub login: Duration,
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

impl Default for Listen {
    fn default() -> Self {
        let localhost = |port| Addresses::from_iter([Address { host: Host::Localhost, port }]);
        Self {
            telnet: localhost(5000),
            tls: localhost(5001),
            http: localhost(5080),
            private: localhost(5090),
            behind_proxy: false,
        }
    }
}

impl Config {
    /// The defaults, with data in `data`.
    #[must_use]
    pub fn new(data: PathBuf) -> Self {
        Self {
            data,
            database: "sqlite".to_owned(),
            listen: Listen::default(),
            certificate: None,
            key: None,
            limits: Limits::default(),
            timeseal_credit: Duration::from_secs(10),
        }
    }

    /// The defaults, with `file` over them and `variables` over both. The data folder is by
    /// default `$STATE_DIRECTORY` (systemd), `$XDG_DATA_HOME/partie`,
    /// `$HOME/.local/share/partie`, or `/var/lib/partie`, whichever is known first.
    ///
    /// # Errors
    /// All faults of the file and the variables at once.
    pub fn read(
        file: Option<&File<'_>>,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Faults> {
        read::read(file, variables.into_iter().collect())
    }
}

/// The text of a configuration file.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// How faults name it.
    pub name: &'a str,
    /// What stands in it.
    pub text: &'a str,
}

/// What is wrong with a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file and line (`partie.toml:3`), or the variable.
    pub place: String,
    /// What is wrong, and a remedy where there is one.
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
