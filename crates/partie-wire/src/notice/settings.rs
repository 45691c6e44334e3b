//! Variables, aliases and other settings; the server's time and limits.

use super::lines::{Block, Lines};
use crate::{
    fields::{Games, Name, Players, Seconds},
    variables::{ChangeReport, Variable, VariableKind, Variables},
};

crate::notices! {
    /// A notice about settings.
    pub enum SettingsNotice {
        /// An alias is new or other than before.
        AliasSet { name: String } = "Alias \"{name}\" set.",
        /// An alias is gone.
        AliasUnset { name: String } = "Alias \"{name}\" unset.",
        /// There is no such alias.
        NoAlias { name: String } = "You have no alias named \"{name}\".",
        /// There are none.
        NoAliases = "You have no aliases.",
        /// One alias.
        Alias { name: String, text: String } = "{name} -> {text}",
        /// There are enough.
        TooManyAliases { most: u32 } = "You can have at most {most} aliases.",
        /// Several variables' names begin so.
        AmbiguousVariable { name: String, names: String } = "Ambiguous variable \"{name}\". Matches: {names}.",
        /// After `keep`.
        Kept = "Your settings are kept: they will be the same when you log in again.",
        /// Guests have no stored settings.
        NotKept = "Only registered players can keep their settings.",
        /// A new password.
        PasswordChanged = "Password changed.",
        /// Not the old password.
        PasswordWrong = "Incorrect password; password not changed!",
        /// A guest chose a password.
        GuestPassword { name: Name, seconds: Seconds } = "Should your connection break while you play, log in as {name} with this password within {seconds}.",
        /// Too short or too long.
        PasswordLength { least: u32, most: u32 } = "A password has {least} to {most} characters; password not changed!",
        /// Others would guess it first.
        PasswordIsName = "A password is not your name; password not changed!",
        /// No page of help.
        NoHelp { page: String } = "There is no help available for \"{page}\".",
        /// A long text has no further pages.
        NoMore = "There is no more.",
        /// Numbers of players online.
        Ustat { players: Players, registered: u32, guests: u32, playing: u32, examining: u32, observing: u32, idle: u32, most: u32 }
            = "{players} logged in: {registered} registered, {guests} not; at most {most} since the start.\nPlaying: {playing}  Examining: {examining}  Observing: {observing}  Idle: {idle}",
        /// Round-trip time of a sealed client.
        PingTime { name: Name, milliseconds: u32 } = "Average ping time for {name} is {milliseconds}ms.",
        /// The player's ping time is unknown.
        NoPing { name: Name } = "Ping not available; {name} has not answered a ping of timeseal.",
        /// The dates of player and server.
        Date { local: String, server: String, greenwich: String } = "Local time     - {local}\nServer time    - {server}\nGMT            - {greenwich}",
        /// The uptime of the server, and the number of players.
        Uptime { name: String, version: String, since: String, up: String, players: Players, most_players: u32, games: Games, most_games: u32 }
            = "Server location: {name}   Server version : {version}\nThe server has been up since {since}.\n(Up for {up})\n\nThere are currently {players}, with a high of {most_players} since last restart.\nThere are currently {games}, with a high of {most_games} since last restart.",
        /// The first line of other servers' answers.
        Location { name: String, version: String } = "Server location: {name}   Server version : {version}",
        /// The server's limits.
        Limits { channels: u32, listed: u32, notes: u32, aliases: u32, messages: u32, observed: u32, seeks: u32, idle: u32, shouts: u32, quota: u32 }
            = "Current limits:\n  Channels that there are: {channels}\n  Names on one of your lists: {listed}\n  Lines of notes: {notes}\n  Aliases: {aliases}\n  Messages kept for you: {messages}\n  Games you can observe: {observed}\n  Seek ads: {seeks}\n  Minutes without a word before you are logged out: {idle}\n  Shouts: {shouts} in {quota} seconds",
        /// A variable was changed.
        Set { said: ChangeReport } = "{said}",
    }
}

/// The variables on the page: five columns, and places that are empty.
const PAGE: [[&str; 5]; 11] = [
    ["time", "private", "shout", "pin", "style"],
    ["inc", "jprivate", "cshout", "notifiedby", "flip"],
    ["rated", "", "kibitz", "availinfo", "highlight"],
    ["open", "automail", "kiblevel", "availmin", "bell"],
    ["simopen", "pgn", "tell", "availmax", "width"],
    ["bugopen", "", "ctell", "gin", "height"],
    ["", "mailmess", "", "seek", "ptime"],
    ["tourney", "messreply", "chanoff", "showownseek", "tzone"],
    ["provshow", "", "silence", "", "lang"],
    ["autoflag", "unobserve", "echo", "examine", ""],
    ["minmovetime", "", "tolerance", "noescape", "notakeback"],
];

/// Widths of the columns; the last one has no end.
const COLUMNS: [usize; 5] = [13, 14, 16, 16, 0];

/// The lines after the table, with their labels; empty ones are left out, except for the prompt.
fn lines() -> impl Iterator<Item = (String, Variable)> {
    let first = [
        ("Prompt: ", Variable::Prompt),
        ("Interface: ", Variable::Interface),
        ("Formula: ", Variable::Formula),
    ];
    let first = first.map(|(label, variable)| (label.to_owned(), variable));
    first.into_iter().chain(Variable::PARTS.map(|part| (format!(" {part}: "), part)))
}

/// All variables of a player: the answer to `variables`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VariablesPage {
    /// The player.
    pub name: String,
    /// The values.
    pub values: Variables,
    /// The bughouse partner.
    pub partner: Option<String>,
    /// The followed player.
    pub following: Option<String>,
}

impl VariablesPage {
    /// Appends the page.
    pub fn write(&self, out: &mut String) {
        out.push_str(&format!("Variable settings of {}:\n\n", self.name));
        for row in PAGE {
            let mut line = String::new();
            let mut end = 0;
            for (cell, width) in row.into_iter().zip(COLUMNS) {
                line.push_str(&" ".repeat(end.max(line.len()) - line.len()));
                if let Ok(variable) = cell.parse::<Variable>() {
                    line.push_str(&format!("{variable}={}", self.shown(variable)));
                }
                end += width;
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.push('\n');
        for (before, variable) in lines() {
            let value = self.shown(variable);
            if !value.is_empty() {
                let space = if variable == Variable::Prompt { " " } else { "" };
                out.push_str(&format!("{before}{value}{space}\n"));
            }
        }
        if let Some(partner) = &self.partner {
            out.push_str(&format!("Bughouse partner: {partner}\n"));
        }
        if let Some(following) = &self.following {
            out.push_str(&format!("Following: {following}\n"));
        }
    }

    fn shown(&self, variable: Variable) -> String {
        let value = self.values.value(variable);
        if value.is_empty() { variable.nothing().to_owned() } else { value }
    }

    /// Takes over the cells of a line of the table. Variables of other servers, and values
    /// that are none (`?`), are left out.
    fn cells(&mut self, line: &str) -> Option<()> {
        line.split_ascii_whitespace().next().filter(|cell| cell.contains('='))?;
        for (name, value) in line.split_ascii_whitespace().filter_map(|c| c.split_once('=')) {
            if let Ok(variable) = name.parse() {
                let _ = self.take(variable, value);
            }
        }
        Some(())
    }

    /// Takes over a line after the table.
    fn line(&mut self, line: &str) -> Option<()> {
        if let Some(partner) = line.strip_prefix("Bughouse partner: ") {
            self.partner = Some(partner.to_owned());
        } else if let Some(following) = line.strip_prefix("Following: ") {
            self.following = Some(following.to_owned());
        } else {
            let (before, variable) = lines().find(|(before, _)| line.starts_with(before))?;
            self.take(variable, line[before.len()..].trim_end())?;
        }
        Some(())
    }

    fn take(&mut self, variable: Variable, value: &str) -> Option<()> {
        let text = matches!(variable.kind(), VariableKind::Text { .. });
        let value = (!text || value != variable.nothing()).then_some(value);
        self.values.set(variable, value).ok()
    }
}

/// Notes do not stand on the page.
impl Block for VariablesPage {
    fn take(lines: &mut Lines<'_>) -> Option<VariablesPage> {
        let name = lines.next()?.trim_end().strip_prefix("Variable settings of ")?;
        let mut page = VariablesPage {
            name: name.strip_suffix(':')?.to_owned(),
            values: Variables::guest(),
            partner: None,
            following: None,
        };
        lines.skip_empty();
        lines.while_some(|line| page.cells(line));
        while lines.after_empty(|lines| lines.next_if(|line| page.line(line))).is_some() {}
        Some(page)
    }
}

/// All interface variables of a player: the answer to `ivariables`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct IvariablesPage {
    /// The player.
    pub name: String,
    /// Names and values, in the order of their numbers.
    pub values: Vec<(String, bool)>,
}

impl IvariablesPage {
    /// Appends the page: four in a line.
    pub fn write(&self, out: &mut String) {
        out.push_str(&format!("Interface variable settings of {}:\n\n", self.name));
        for four in self.values.chunks(4) {
            let mut line = String::new();
            for (name, on) in four {
                line.push_str(&format!("{:<19}", format!("{name}={}", u8::from(*on))));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

impl Block for IvariablesPage {
    /// Values that are none (`xml=?`) are left out.
    fn take(lines: &mut Lines<'_>) -> Option<IvariablesPage> {
        let head = lines.next()?.trim_end();
        let name = head.strip_prefix("Interface variable settings of ")?.strip_suffix(':')?;
        let row = |line: &str| {
            let cells = line.split_ascii_whitespace().map(|cell| cell.split_once('='));
            let cells = cells.collect::<Option<Vec<_>>>().filter(|cells| !cells.is_empty())?;
            let value = |(name, value): (&str, &str)| {
                ["0", "1"].contains(&value).then(|| (name.to_owned(), value == "1"))
            };
            Some(cells.into_iter().filter_map(value).collect::<Vec<_>>())
        };
        let rows = std::iter::from_fn(|| lines.after_empty(|lines| lines.next_if(row)))
            .collect::<Vec<_>>();
        Some(IvariablesPage { name: name.to_owned(), values: rows.concat() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As FICS lays it out for a guest.
    const GUEST: &str = "\
Variable settings of GuestABCD:

time=2       private=0     shout=0         pin=0           style=12
inc=12       jprivate=0    cshout=0        notifiedby=0    flip=0
rated=0                    kibitz=1        availinfo=0     highlight=0
open=1       automail=0    kiblevel=0      availmin=0      bell=1
simopen=0    pgn=0         tell=1          availmax=0      width=79
bugopen=0                  ctell=1         gin=0           height=24
             mailmess=0                    seek=1          ptime=0
tourney=0    messreply=0   chanoff=0       showownseek=0   tzone=SERVER
provshow=0                 silence=0                       Lang=English
autoflag=0   unobserve=1   echo=1          examine=0
minmovetime=1              tolerance=1     noescape=0      notakeback=0

Prompt: fics% 
Interface: test 1.0
Formula: blitz
 f1: rating > 1500
";

    #[test]
    fn the_page_of_a_guest() {
        let mut values = Variables::guest();
        for (variable, value) in [
            (Variable::Style, "12"),
            (Variable::Interface, "test 1.0"),
            (Variable::Formula, "blitz"),
            (Variable::F1, "rating > 1500"),
        ] {
            assert_eq!(values.set(variable, Some(value)), Ok(()));
        }
        let page =
            VariablesPage { name: "GuestABCD".to_owned(), values, partner: None, following: None };
        let mut out = String::new();
        page.write(&mut out);
        assert_eq!(out, GUEST);
        assert_eq!(VariablesPage::read(&out), Some(page.clone()));

        let page = VariablesPage {
            partner: Some("Ann".to_owned()),
            following: Some("Boris".to_owned()),
            ..page
        };
        out.clear();
        page.write(&mut out);
        assert_eq!(VariablesPage::read(&out), Some(page));
    }

    #[test]
    fn each_variable_stands_on_the_page_once_or_is_a_note() {
        let cells = PAGE.into_iter().flatten().filter(|name| !name.is_empty());
        let cells = cells.map(|name| name.parse().expect(name));
        let mut all: Vec<Variable> = cells.chain(lines().map(|(_, v)| v)).collect();
        all.extend(Variable::NOTES);
        all.push(Variable::Busy);
        all.sort_unstable();
        assert_eq!(all, Variable::ALL);
    }

    #[test]
    fn interface_variables() {
        let page = IvariablesPage {
            name: "Adam".to_owned(),
            values: vec![("compressmove".into(), false), ("ms".into(), true)],
        };
        let mut out = String::new();
        page.write(&mut out);
        assert_eq!(out, "Interface variable settings of Adam:\n\ncompressmove=0     ms=1\n");
        assert_eq!(IvariablesPage::read(&out), Some(page));
    }
}
