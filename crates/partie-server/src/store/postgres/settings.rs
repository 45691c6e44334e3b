//! The URL of a PostgreSQL, as libpq understands it.

use std::path::{Path, PathBuf};

use tokio_postgres::{Config, config::SslMode};

use super::{
    super::error::{Error, Result},
    tls::{Tls, Verify},
};

/// Directories in which servers have their sockets.
const SOCKETS: [&str; 3] = ["/run/postgresql", "/var/run/postgresql", "/tmp"];

/// The settings in a URL.
pub(super) struct Settings {
    pub(super) config: Config,
    pub(super) tls: Tls,
}

/// The parameters for TLS; `tokio_postgres` knows few of these.
#[derive(Debug, Default, PartialEq, Eq)]
struct TlsParameters {
    mode: Option<String>,
    root: Option<PathBuf>,
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
}

impl Settings {
    /// Reads a URL. A server without a name is the one on this computer.
    pub(super) fn read(url: &str) -> Result<Self> {
        let (url, parameters) = split(url);
        let mut config: Config = url.parse()?;
        config.application_name("partie");
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            let port = config.get_ports().first().copied().unwrap_or(5432);
            let socket = format!(".s.PGSQL.{port}");
            let here = SOCKETS.into_iter().find(|folder| Path::new(folder).join(&socket).exists());
            config.host(here.unwrap_or("localhost"));
        }
        let (mode, verify) = match parameters.mode.as_deref() {
            Some("disable" | "allow") => (SslMode::Disable, Verify::Nothing),
            None | Some("prefer") => (SslMode::Prefer, Verify::Nothing),
            Some("require") if parameters.root.is_none() => (SslMode::Require, Verify::Nothing),
            // As libpq does, `require` looks at the certificate if there is a file for it.
            Some("require" | "verify-ca") => (SslMode::Require, Verify::Authority),
            Some("verify-full") => (SslMode::Require, Verify::AuthorityAndName),
            Some(other) => return Err(Error::lost(format!("unknown sslmode `{other}`"))),
        };
        config.ssl_mode(mode);
        let TlsParameters { root, certificate, key, .. } = parameters;
        let identity = match (&certificate, &key) {
            (Some(certificate), Some(key)) => Some((certificate.as_path(), key.as_path())),
            (None, None) => None,
            _ => return Err(Error::lost("sslcert and sslkey belong together")),
        };
        let tls = Tls::new(verify, root.as_deref(), identity)?;
        Ok(Self { config, tls })
    }
}

/// Takes the parameters for TLS out of a URL.
fn split(url: &str) -> (String, TlsParameters) {
    let mut parameters = TlsParameters::default();
    let (server, query) = url.split_once('?').unwrap_or((url, ""));
    let mut others = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let Some((key, value)) = form_urlencoded::parse(pair.as_bytes()).next() else { continue };
        match &*key {
            "sslmode" => parameters.mode = Some(value.into()),
            "sslrootcert" => parameters.root = Some(PathBuf::from(&*value)),
            "sslcert" => parameters.certificate = Some(PathBuf::from(&*value)),
            "sslkey" => parameters.key = Some(PathBuf::from(&*value)),
            _ => others.push(pair),
        }
    }
    let mark = if others.is_empty() { "" } else { "?" };
    (format!("{server}{mark}{}", others.join("&")), parameters)
}

#[cfg(test)]
mod tests {
    use tokio_postgres::config::Host;

    use super::*;

    #[test]
    fn a_folder_of_sockets_may_be_the_host() {
        let url = "postgres://postgres@%2Ftmp%2Fx/games?connect_timeout=5&sslmode=disable";
        let config = Settings::read(url).expect("settings").config;
        assert_eq!(config.get_hosts(), [Host::Unix("/tmp/x".into())]);
        assert_eq!(config.get_user(), Some("postgres"));
        assert_eq!(config.get_dbname(), Some("games"));
        assert_eq!(config.get_application_name(), Some("partie"));
        assert_eq!(config.get_ssl_mode(), SslMode::Disable);
        assert!(config.get_connect_timeout().is_some());
    }

    #[test]
    fn a_server_without_a_name_is_on_this_computer() {
        let config = Settings::read("postgres:///games?port=59999").expect("settings").config;
        assert_eq!(config.get_hosts(), [Host::Tcp("localhost".into())]);
        assert_eq!(config.get_ssl_mode(), SslMode::Prefer);
    }

    #[test]
    fn parameters_for_tls_are_taken_out() {
        let (url, parameters) = split(
            "postgres://a:b%3F@c:1/d?sslrootcert=%2Fetc%2Fca.pem&options=-c%20x&sslmode=allow",
        );
        assert_eq!(url, "postgres://a:b%3F@c:1/d?options=-c%20x");
        let expected = TlsParameters {
            mode: Some("allow".into()),
            root: Some("/etc/ca.pem".into()),
            ..TlsParameters::default()
        };
        assert_eq!(parameters, expected);
        assert_eq!(split("postgres://c/d?").0, "postgres://c/d");
    }

    #[test]
    fn wrong_settings_are_named() {
        let fault = |url| Settings::read(url).map(drop).expect_err("wrong").to_string();
        assert_eq!(fault("postgres://h/d?sslmode=mabye"), "unknown sslmode `mabye`");
        assert_eq!(fault("postgres://h/d?sslcert=a"), "sslcert and sslkey belong together");
        assert_eq!(
            fault("postgres://h/d?colour=red"),
            "invalid connection string: unknown option `colour`"
        );
    }
}
