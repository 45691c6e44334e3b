//! The table of all settings: their names, what they mean, how they are read and shown.

use std::{path::PathBuf, time::Duration};

use super::{Addresses, Config, Register};
use crate::admin::EndpointKind;

/// A setting. All other lists (the variables, the commented file, the hints) come from this one.
pub(super) struct Setting {
    /// The table of the file; empty for the top.
    pub(super) section: &'static str,
    pub(super) name: &'static str,
    /// Explanation, as comment lines.
    about: &'static str,
    pub(super) set: fn(&mut Config, &Given) -> Result<(), String>,
    /// The value as TOML; `None` for one that has none by default.
    show: fn(&Config) -> Option<String>,
    /// Value shown in the commented file for a setting without a default.
    sample: &'static str,
}

/// A value as it was given, in the file or in a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Given {
    /// A string of the file.
    Text(String),
    /// A number of the file.
    Number(i64),
    /// A truth value of the file.
    Truth(bool),
    /// An array of strings of the file.
    Texts(Vec<String>),
    /// A variable, which may mean any of them.
    Variable(String),
}

impl Given {
    fn shown(&self) -> String {
        match self {
            Self::Text(text) => format!("\"{text}\""),
            Self::Number(number) => number.to_string(),
            Self::Truth(truth) => truth.to_string(),
            Self::Texts(texts) => format!("{texts:?}"),
            Self::Variable(text) => format!("`{text}`"),
        }
    }

    fn text(&self) -> Result<&str, String> {
        match self {
            Self::Text(text) | Self::Variable(text) => Ok(text),
            _ => Err(format!("expected a text in quotes, but found {}", self.shown())),
        }
    }

    fn number(&self, least: u64, most: u64) -> Result<u64, String> {
        let number = match self {
            Self::Number(number) => u64::try_from(*number).ok(),
            Self::Variable(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.filter(|n| (least..=most).contains(n)).ok_or_else(|| {
            format!("expected a number from {least} to {most}, but found {}", self.shown())
        })
    }

    fn truth(&self) -> Result<bool, String> {
        match self {
            Self::Truth(truth) => Ok(*truth),
            Self::Variable(text) if matches!(text.as_str(), "true" | "1") => Ok(true),
            Self::Variable(text) if matches!(text.as_str(), "false" | "0") => Ok(false),
            _ => Err(format!("expected true or false, but found {}", self.shown())),
        }
    }

    /// Lines to be shown; a variable has semicolons or ends of lines between them.
    fn texts(&self) -> Result<Vec<String>, String> {
        let texts = match self {
            Self::Texts(texts) => texts.clone(),
            Self::Variable(text) => text
                .split([';', '\n'])
                .map(|line| line.trim().to_owned())
                .filter(|line| !line.is_empty())
                .collect(),
            _ => {
                let example = "[\"freechess.org 5000\", \"chess.example.org 5000\"]";
                return Err(format!(
                    "expected texts such as {example}, but found {}",
                    self.shown()
                ));
            }
        };
        match texts.iter().find(|text| text.contains(char::is_control)) {
            Some(odd) => Err(format!("expected lines of plain text, but found {odd:?}")),
            None => Ok(texts),
        }
    }

    /// One line that is shown.
    fn line(&self) -> Result<String, String> {
        let text = self.text()?.trim();
        if text.is_empty() || text.chars().count() > 60 || text.contains(char::is_control) {
            return Err(format!(
                "expected 1 to 60 letters on one line, but found {}",
                self.shown()
            ));
        }
        Ok(text.to_owned())
    }

    /// Lines that are shown; all control characters but the end of a line would disturb
    /// terminals.
    fn page(&self) -> Result<String, String> {
        let text = self.text()?;
        match text.chars().find(|c| c.is_control() && *c != '\n') {
            Some(odd) => Err(format!("expected lines of plain text, but found {odd:?} in it")),
            None => Ok(text.to_owned()),
        }
    }

    fn register(&self) -> Result<Register, String> {
        let text = self.text()?;
        Register::ALL.into_iter().find(|r| r.name() == text).ok_or_else(|| {
            format!("expected \"guests\" or \"administrators\", but found {}", self.shown())
        })
    }

    fn endpoint(&self) -> Result<EndpointKind, String> {
        let text = self.text()?;
        let all = EndpointKind::AVAILABLE;
        all.iter().copied().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|kind| quoted(&kind.name())).collect();
            format!("expected {}, but found {}", names.join(" or "), self.shown())
        })
    }

    fn addresses(&self) -> Result<Addresses, String> {
        self.text()?.parse()
    }

    fn path(&self) -> Result<PathBuf, String> {
        match self.text()? {
            "" => Err("expected a path, but found nothing".to_owned()),
            path => Ok(PathBuf::from(path)),
        }
    }
}

fn quoted(text: &impl ToString) -> String {
    // Only defaults are shown; none of them has a quote or a backslash.
    format!("\"{}\"", text.to_string())
}

macro_rules! setting {
    ($section:literal, $name:literal, $about:literal,
     |$config:ident, $given:ident| $set:expr, |$shown:pat_param| $show:expr) => {
        setting!($section, $name, $about, |$config, $given| $set, |$shown| $show, "")
    };
    ($section:literal, $name:literal, $about:literal,
     |$config:ident, $given:ident| $set:expr, |$shown:pat_param| $show:expr, $sample:literal) => {
        Setting {
            section: $section,
            name: $name,
            about: $about,
            set: |$config, $given| {
                $set;
                Ok(())
            },
            show: |$shown| $show,
            sample: $sample,
        }
    };
}

/// A day, in minutes and in seconds.
const DAY: (u64, u64) = (24 * 60, 24 * 3600);

pub(super) const SETTINGS: &[Setting] = &[
    setting!(
        "",
        "data",
        "The folder of the database, the certificate and the administrator's endpoint.\n\
         By default it is $STATE_DIRECTORY, $XDG_DATA_HOME/partie, ~/.local/share/partie\n\
         or /var/lib/partie, whichever is known first.",
        |c, given| c.data = given.path()?,
        |_| None,
        "\"/var/lib/partie\""
    ),
    setting!(
        "",
        "database",
        "\"sqlite\" is a file in the data folder, \"sqlite:PATH\" another file,\n\
         \"postgres://user:password@host/database\" a PostgreSQL.",
        |c, given| {
            let text = given.text()?;
            if crate::store::Location::read(text, std::path::Path::new("")).is_none() {
                return Err(format!(
                    "expected \"sqlite\", \"sqlite:PATH\" or \"postgres://...\", but found {}",
                    given.shown()
                ));
            }
            text.clone_into(&mut c.database);
        },
        |c| Some(quoted(&c.database))
    ),
    setting!(
        "server",
        "name",
        "The name in the welcome and in the records of games.",
        |c, given| c.server.name = given.line()?,
        |c| Some(quoted(&c.server.name))
    ),
    setting!(
        "server",
        "banner",
        "The lines before the login, instead of a welcome with the name.",
        |c, given| c.server.banner = Some(given.page()?),
        |_| None,
        "\"The chess club of Example, 1924 to this day\""
    ),
    setting!(
        "server",
        "motto",
        "The lines behind the login.",
        |c, given| c.server.motto = given.page()?,
        |_| None,
        "\"On Thursdays we play blitz.\""
    ),
    setting!(
        "server",
        "guests",
        "Whether guests may come, who have no account.",
        |c, given| c.server.guests = given.truth()?,
        |c| Some(c.server.guests.to_string())
    ),
    setting!(
        "server",
        "register",
        "Who may make accounts: \"guests\" is each guest for himself with the command `register`,\n\
         \"administrators\" is only them, with `addplayer`.",
        |c, given| c.server.register = given.register()?,
        |c| Some(quoted(&c.server.register.name()))
    ),
    setting!(
        "server",
        "servers",
        "Other servers, a line each, as the command `servers` shows them.\n\
         The variable has semicolons between them.",
        |c, given| c.server.servers = given.texts()?,
        |_| None,
        "[\"freechess.org 5000\", \"chess.example.org 5000\"]"
    ),
    setting!(
        "listen",
        "telnet",
        "Chess clients in clear. \"localhost:PORT\" is this machine only, \"*:PORT\" is the\n\
         whole network; several addresses have commas between; \"off\" closes the port.\n\
         The defaults are for this machine only, because passwords go over this port in clear.",
        |c, given| c.listen.telnet = given.addresses()?,
        |c| Some(quoted(&c.listen.telnet))
    ),
    setting!(
        "listen",
        "tls",
        "Chess clients and browsers (wss://) within TLS.",
        |c, given| c.listen.tls = given.addresses()?,
        |c| Some(quoted(&c.listen.tls))
    ),
    setting!(
        "listen",
        "http",
        "Pages and WebSocket (ws://).",
        |c, given| c.listen.http = given.addresses()?,
        |c| Some(quoted(&c.listen.http))
    ),
    setting!(
        "listen",
        "private",
        "/metrics for Prometheus and /healthz. Keep it private.",
        |c, given| c.listen.private = given.addresses()?,
        |c| Some(quoted(&c.listen.private))
    ),
    setting!(
        "listen",
        "admin",
        "Where `partie admin` asks: \"socket\" is a Unix socket in the data folder, \"port\" a port\n\
         of this machine that the system chooses, with a token in the data folder.\n\
         \"port\" is the default where there are no Unix sockets.",
        |c, given| c.listen.admin = given.endpoint()?,
        |c| Some(quoted(&c.listen.admin.name()))
    ),
    setting!(
        "listen",
        "behind_proxy",
        "Whether a proxy on this machine says in X-Forwarded-For who a browser is.",
        |c, given| c.listen.behind_proxy = given.truth()?,
        |c| Some(c.listen.behind_proxy.to_string())
    ),
    setting!(
        "tls",
        "certificate",
        "The certificate with its chain, as a PEM file.\n\
         Without one a self-signed certificate is made in the data folder and kept.",
        |c, given| c.certificate = Some(given.path()?),
        |_| None,
        "\"/etc/letsencrypt/live/chess.example.org/fullchain.pem\""
    ),
    setting!(
        "tls",
        "key",
        "The key that belongs to the certificate.",
        |c, given| c.key = Some(given.path()?),
        |_| None,
        "\"/etc/letsencrypt/live/chess.example.org/privkey.pem\""
    ),
    setting!(
        "limits",
        "connections",
        "Connections in total; 0 is any number.",
        |c, given| c.limits.connections = given.number(0, 1_000_000)? as usize,
        |c| Some(c.limits.connections.to_string())
    ),
    setting!(
        "limits",
        "per_address",
        "Connections from one address (IPv6: one /64 network); 0 is any number.",
        |c, given| c.limits.per_address = given.number(0, 1_000_000)? as usize,
        |c| Some(c.limits.per_address.to_string())
    ),
    setting!(
        "limits",
        "queue_bytes",
        "Bytes that may wait for one connection; a reader who is slower is dropped.",
        |c, given| c.limits.queue_bytes = given.number(16 * 1024, 1 << 30)? as usize,
        |c| Some(c.limits.queue_bytes.to_string())
    ),
    setting!(
        "limits",
        "line_bytes",
        "The longest line that a client may send, in bytes.",
        |c, given| c.limits.line_bytes = given.number(256, 1 << 20)? as usize,
        |c| Some(c.limits.line_bytes.to_string())
    ),
    setting!(
        "limits",
        "idle_minutes",
        "Minutes of idleness after which a player is logged out; 0 is never.",
        |c, given| c.limits.idle = Duration::from_mins(given.number(0, 7 * DAY.0)?),
        |c| Some((c.limits.idle.as_secs() / 60).to_string())
    ),
    setting!(
        "limits",
        "login_seconds",
        "Seconds that a login may take.",
        |c, given| c.limits.login = Duration::from_secs(given.number(5, DAY.1)?),
        |c| Some((c.limits.login.as_secs()).to_string())
    ),
    setting!(
        "timeseal",
        "credit_ms",
        "The most milliseconds of lag that timeseal may give back for one move.",
        |c, given| c.timeseal_credit = Duration::from_millis(given.number(0, 600_000)?),
        |c| Some((c.timeseal_credit.as_millis()).to_string())
    ),
    setting!(
        "timeseal",
        "game_credit_ms",
        "The most milliseconds of lag that timeseal may give back to one player in one game.",
        |c, given| c.timeseal_game_credit = Duration::from_millis(given.number(0, DAY.1 * 1000)?),
        |c| Some((c.timeseal_game_credit.as_millis()).to_string())
    ),
];

/// The defaults as a file with comments. Settings that have no fixed default are commented out.
#[must_use]
pub fn commented() -> String {
    let defaults = Config::new(PathBuf::new());
    let mut text = String::from(
        "# The configuration of a chess server, with its defaults. Nothing of it is needed.\n\
         # Each setting is also a variable of the environment: PARTIE_DATA,\n\
         # PARTIE_LISTEN_TELNET, PARTIE_LIMITS_CONNECTIONS, ...; variables win.\n",
    );
    let mut section = "";
    for setting in SETTINGS {
        if setting.section == section {
            text.push('\n');
        } else {
            section = setting.section;
            text.push_str(&format!("\n[{section}]\n"));
        }
        for line in setting.about.lines() {
            text.push_str(&format!("# {line}\n"));
        }
        match (setting.show)(&defaults) {
            Some(value) => text.push_str(&format!("{} = {value}\n", setting.name)),
            None => text.push_str(&format!("# {} = {}\n", setting.name, setting.sample)),
        }
    }
    text
}
