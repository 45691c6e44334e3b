//! Settings chosen by the server's owner.

use partie_wire::timeseal::lag::LagLimits;

use crate::time::Span;

/// Settings chosen by the server's owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The server's name in the banner and in finished games.
    pub name: String,
    /// Lines shown before the login.
    pub banner: String,
    /// Lines shown after the line `**** Starting FICS session as ... ****`.
    pub motto: String,
    /// The news, the oldest first.
    pub news: Vec<crate::message::News>,
    /// Other servers, a line each, as `servers` shows them.
    pub servers: Vec<String>,
    /// True to admit guests.
    pub guests: bool,
    /// True if guests may create accounts with `register`; else only administrators create
    /// them.
    pub register: bool,
    /// Longest idle time; nobody is disconnected while playing.
    pub idle: Span,
    /// Time limit for the login.
    pub login: Span,
    /// Time for which a game waits for a player whose connection broke.
    pub grace: Span,
    /// Limits of the time given back for lag.
    pub lag: LagLimits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            name: "Partie".to_owned(),
            banner: "\n                 Welcome to Partie, an Internet Chess Server\n".to_owned(),
            motto: String::new(),
            news: Vec::new(),
            servers: Vec::new(),
            guests: true,
            register: true,
            idle: Span::seconds(60 * 60),
            login: Span::seconds(3 * 60),
            grace: Span::seconds(60),
            lag: LagLimits::default(),
        }
    }
}
