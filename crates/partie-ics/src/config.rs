//! What a server's owner decides.

use partie_wire::timeseal::lag::LagLimits;

use crate::time::Span;

/// What a server's owner decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The server's name in the banner and in finished games.
    pub name: String,
    /// Lines shown before anybody has logged in.
    pub banner: String,
    /// Lines shown behind the line `**** Starting FICS session as ... ****`.
    pub motto: String,
    /// The news, the oldest first.
    pub news: Vec<crate::message::News>,
    /// Other servers, a line each, as `servers` shows them.
    pub servers: Vec<String>,
    /// Whether guests may come.
    pub guests: bool,
    /// Whether guests may make accounts for themselves with `register`; else only
    /// administrators make them.
    pub register: bool,
    /// How long one may be idle; nobody is sent away while playing.
    pub idle: Span,
    /// How long the dialogue of the login may take.
    pub login: Span,
    /// How long a player whose connection broke may take to come back to his game.
    pub grace: Span,
    /// How much time may be given back for lag.
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
