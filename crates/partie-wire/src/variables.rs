//! The variables of a player, changed by `set` and listed by `variables`.
//!
//! Each has one row in a table: its name, its type, its defaults for guests and for registered
//! players, its usual setter, and the wording that reports a change.
//!
//! Interfaces overwrite a player's settings and never restore them. So a change is only stored if
//! it is certainly the player's own: see [`Scope`].

use std::{collections::BTreeMap, fmt, sync::LazyLock};

use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::style::Style;

pub use crate::name_lookup::NameLookup;

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// On or off, with the words for both; without words `name set to 1.` is said.
    Switch {
        /// Said when it is switched on.
        on: &'static str,
        /// Said when it is switched off.
        off: &'static str,
    },
    /// A number within bounds.
    Number {
        /// Smallest value.
        least: u16,
        /// Greatest value.
        most: u16,
    },
    /// The style of boards.
    Style,
    /// A text of limited length in bytes, or none.
    Text {
        /// The most bytes.
        longest: usize,
    },
}

/// The usual owner of a variable's value, and so how long a change lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The connection's: never kept.
    Session,
    /// The player's own, or their interface's. Kept, unless an interface has said its name (`set
    /// interface`): then it lasts for the session, and `keep` keeps it.
    Either,
    /// The player's own: always kept.
    Player,
}

/// One row of the table.
struct VariableRow {
    kind: VariableKind,
    guest: u16,
    registered: u16,
    scope: Scope,
}

/// The longest line of a formula or a note.
const LINE: usize = 160;

const fn switch(on: &'static str, off: &'static str) -> VariableKind {
    VariableKind::Switch { on, off }
}

const fn number(least: u16, most: u16) -> VariableKind {
    VariableKind::Number { least, most }
}

const fn line(longest: usize) -> VariableKind {
    VariableKind::Text { longest }
}

macro_rules! variables {
    ($($(#[$about:meta])* $variant:ident $name:literal $kind:expr, $guest:literal $registered:literal $scope:ident;)*) => {
        /// A variable of a player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(Display, EnumString, IntoStaticStr, VariantArray)]
        #[strum(ascii_case_insensitive)]
        pub enum Variable {
            $(
                #[doc = concat!("`", $name, "`.")]
                $(#[$about])*
                #[strum(serialize = $name)]
                $variant
            ),*
        }

        const ROWS: &[VariableRow] = &[$(
            VariableRow { kind: $kind, guest: $guest, registered: $registered, scope: Scope::$scope }
        ),*];
    };
}

variables! {
    /// Default minutes of a match.
    Time "time" number(0, 999), 2 2 Player;
    /// Default increment of a match, in seconds.
    Inc "inc" number(0, 999), 12 12 Player;
    /// Rated matches by default.
    Rated "rated" switch("", ""), 0 1 Player;
    /// Open to match requests.
    Open "open" switch("You are now receiving match requests.", "You are no longer receiving match requests."), 1 1 Either;
    /// Open to simultaneous exhibitions.
    Simopen "simopen" switch("You are now open for simuls.", "You are not open for simuls."), 0 0 Either;
    /// Open to partnerships in bughouse.
    Bugopen "bugopen" switch("You are now open for bughouse.", "You are not open for bughouse."), 0 0 Either;
    /// Available for tournament games.
    Tourney "tourney" switch("You may now be called to tournament games.", "You will not be called to tournament games."), 0 0 Either;
    /// Shows `E` and `P` after ratings.
    Provshow "provshow" switch("", ""), 0 0 Either;
    /// Claims the opponent's flag automatically.
    Autoflag "autoflag" switch("Auto-flagging enabled.", "Auto-flagging disabled."), 0 1 Either;
    /// Charges a tenth of a second at least for every move.
    Minmovetime "minmovetime" switch("You will now play with a minimum move time.", "You will not play with a minimum move time."), 1 1 Either;
    /// Hides games from others.
    Private "private" switch("Your games will be private.", "Your games will not be private."), 0 0 Player;
    /// Hides the journal from others.
    Jprivate "jprivate" switch("Your journal will be private.", "Your journal will not be private."), 0 0 Player;
    /// Mails finished games.
    Automail "automail" switch("Your games will be mailed to you.", "Your games will not be mailed to you."), 0 0 Player;
    /// Mails games as PGN.
    Pgn "pgn" switch("Games will now be mailed to you in PGN.", "Games will now be mailed to you in FICS format."), 0 1 Player;
    /// Mails messages, too.
    Mailmess "mailmess" switch("Your messages will be mailed to you.", "Your messages will not be mailed to you."), 0 0 Player;
    /// Allows answers to mailed messages by mail.
    Messreply "messreply" switch("Your e-mail address will be shown in mailed messages.", "Your e-mail address will not be shown in mailed messages."), 0 0 Player;
    /// When to leave observed games: 0 when beginning to play or to examine, 1 to play, 2 to
    /// examine, 3 never.
    Unobserve "unobserve" number(0, 3), 1 1 Either;
    /// Shows shouts.
    Shout "shout" switch("You will now hear shouts.", "You will not hear shouts."), 0 1 Either;
    /// Shows shouts about chess.
    Cshout "cshout" switch("You will now hear cshouts.", "You will not hear cshouts."), 0 1 Either;
    /// Shows kibitzes.
    Kibitz "kibitz" switch("You will now hear kibitzes.", "You will not hear kibitzes."), 1 1 Either;
    /// Minimum rating of players whose kibitzes are shown.
    Kiblevel "kiblevel" number(0, 9999), 0 0 Either;
    /// Shows guests' tells.
    Tell "tell" switch("You will now hear direct tells from unregistered users.", "You will not hear direct tells from unregistered users."), 1 1 Either;
    /// Shows guests' messages in channels.
    Ctell "ctell" switch("You will now hear channel tells from unregistered users.", "You will not hear channel tells from unregistered users."), 1 1 Either;
    /// Hides all channels.
    Chanoff "chanoff" switch("You will not hear channel tells.", "You will now hear channel tells."), 0 0 Either;
    /// Hides shouts and channels while playing.
    Silence "silence" switch("You will now play games in silence.", "You will not play games in silence."), 0 0 Either;
    /// Shows the player's own shouts and kibitzes.
    Echo "echo" switch("You will now hear communications echoed.", "You will not hear communications echoed."), 1 1 Either;
    /// Tolerance for coarse language.
    Tolerance "tolerance" number(1, 5), 1 1 Either;
    /// Reports arrivals and departures.
    Pin "pin" switch("You will now hear logins/logouts.", "You will not hear logins/logouts."), 0 0 Either;
    /// Reports players who have one on their notify list.
    Notifiedby "notifiedby" switch("You will now hear if people notify you, but you don't notify them.", "You will not hear if people notify you, but you don't notify them."), 0 1 Either;
    /// Reports players who are available for a match.
    Availinfo "availinfo" switch("You will now hear who is available for matches.", "You will not hear who is available for matches."), 0 0 Either;
    /// Minimum rating of available players to show.
    Availmin "availmin" number(0, 9999), 0 0 Either;
    /// Maximum rating of available players to show; 0: any.
    Availmax "availmax" number(0, 9999), 0 0 Either;
    /// Reports games that begin and end.
    Gin "gin" switch("You will now hear game results.", "You will not hear game results."), 0 0 Either;
    /// Shows seek ads.
    Seek "seek" switch("You will now see seek ads.", "You will not see seek ads."), 1 1 Either;
    /// Shows the player's own seek ads, too.
    Showownseek "showownseek" switch("You will now see your own seeks.", "You will not see your own seeks."), 0 0 Either;
    /// Examines a game when it is over.
    Examine "examine" switch("You will now enter examine mode after a game.", "You will not enter examine mode after a game."), 0 0 Either;
    /// Asks for games that are lost by leaving.
    Noescape "noescape" switch("You will now request noescape in your games.", "You will not request noescape in your games."), 0 0 Either;
    /// Refuses takeback requests.
    Notakeback "notakeback" switch("You will not receive takeback requests.", "You will now receive takeback requests."), 0 0 Either;
    /// The style of boards.
    Style "style" VariableKind::Style, 1 1 Either;
    /// Shows boards from the other side.
    Flip "flip" switch("Flip on.", "Flip off."), 0 0 Session;
    /// The highlights on boards.
    Highlight "highlight" number(0, 15), 0 0 Either;
    /// Rings the bell with boards.
    Bell "bell" switch("Bell on.", "Bell off."), 1 1 Either;
    /// Columns of a line.
    Width "width" number(32, 240), 79 79 Either;
    /// Lines of a page.
    Height "height" number(5, 240), 24 24 Either;
    /// Shows hours and minutes before the prompt.
    Ptime "ptime" switch("Your prompt will now show the time.", "Your prompt will now not show the time."), 0 0 Either;
    /// The time zone's letters; none: the server's.
    Tzone "tzone" line(6), 0 0 Player;
    /// The language; none: English.
    Lang "Lang" line(20), 0 0 Either;
    /// The interface's name.
    Interface "interface" line(60), 0 0 Session;
    /// The prompt; none: the server's.
    Prompt "prompt" line(15), 0 0 Either;
    /// The reason for being busy, shown to players who send a tell.
    Busy "busy" line(40), 0 0 Session;
    /// The condition for matches.
    Formula "formula" line(LINE), 0 0 Player;
    /// A part of a formula.
    F1 "f1" line(LINE), 0 0 Player;
    /// A part of a formula.
    F2 "f2" line(LINE), 0 0 Player;
    /// A part of a formula.
    F3 "f3" line(LINE), 0 0 Player;
    /// A part of a formula.
    F4 "f4" line(LINE), 0 0 Player;
    /// A part of a formula.
    F5 "f5" line(LINE), 0 0 Player;
    /// A part of a formula.
    F6 "f6" line(LINE), 0 0 Player;
    /// A part of a formula.
    F7 "f7" line(LINE), 0 0 Player;
    /// A part of a formula.
    F8 "f8" line(LINE), 0 0 Player;
    /// A part of a formula.
    F9 "f9" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note1 "1" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note2 "2" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note3 "3" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note4 "4" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note5 "5" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note6 "6" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note7 "7" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note8 "8" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note9 "9" line(LINE), 0 0 Player;
    /// A line about oneself.
    Note10 "10" line(LINE), 0 0 Player;
}

/// Other names, and short ones that would be several.
const SHORT: &[(&str, Variable)] = &[
    ("kib", Variable::Kibitz),
    ("auto", Variable::Automail),
    ("increment", Variable::Inc),
    ("language", Variable::Lang),
    ("t", Variable::Tell),
    ("s", Variable::Shout),
    ("o", Variable::Open),
    ("p", Variable::Private),
];

impl Variable {
    /// All, in the order of the table.
    pub const ALL: &[Variable] = Self::VARIANTS;

    /// Number of variables.
    pub(crate) const COUNT: usize = Variable::ALL.len();

    /// The parts of a formula, `f1` to `f9`.
    pub const PARTS: [Variable; 9] = {
        use Variable::{F1, F2, F3, F4, F5, F6, F7, F8, F9};
        [F1, F2, F3, F4, F5, F6, F7, F8, F9]
    };

    /// The lines about oneself, 1 to 10.
    pub const NOTES: [Variable; 10] = {
        use Variable::{Note1, Note2, Note3, Note4, Note5, Note6, Note7, Note8, Note9, Note10};
        [Note1, Note2, Note3, Note4, Note5, Note6, Note7, Note8, Note9, Note10]
    };

    const fn row(self) -> &'static VariableRow {
        &ROWS[self as usize]
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its type.
    #[must_use]
    pub const fn kind(self) -> VariableKind {
        self.row().kind
    }

    /// The usual owner of its value.
    #[must_use]
    pub const fn scope(self) -> Scope {
        self.row().scope
    }

    /// The text shown for an empty one.
    #[must_use]
    pub const fn nothing(self) -> &'static str {
        match self {
            Variable::Tzone => "SERVER",
            Variable::Lang => "English",
            Variable::Prompt => "fics%",
            _ => "",
        }
    }

    /// Looks up a variable by its name or its beginning.
    ///
    /// ```
    /// use partie_wire::variables::{NameLookup, Variable};
    /// assert_eq!(Variable::find("int"), NameLookup::One(Variable::Interface));
    /// assert_eq!(Variable::find("lang"), NameLookup::One(Variable::Lang));
    /// assert_eq!(Variable::find("avail"), NameLookup::Many(vec!["availinfo", "availmax", "availmin"]));
    /// assert_eq!(Variable::find("nosuch"), NameLookup::None);
    /// ```
    #[must_use]
    pub fn find(name: &str) -> NameLookup<Variable> {
        let name = name.to_ascii_lowercase();
        let short = SHORT.iter().find(|(short, _)| *short == name).map(|(_, v)| *v);
        if let Some(variable) = name.parse().ok().or(short) {
            return NameLookup::One(variable);
        }
        // Digits are no beginnings: `1` is a note of its own.
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return NameLookup::None;
        }
        let begins = |v: &Variable| v.name().to_ascii_lowercase().starts_with(&name);
        let all: Vec<Variable> = Variable::ALL.iter().copied().filter(begins).collect();
        NameLookup::among(&all, |variable| variable.name())
    }
}

/// A value that is none of the variable's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadValue(
    /// The variable.
    pub Variable,
);

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a bad value for the variable {}", self.0)
    }
}

impl std::error::Error for BadValue {}

/// The number of style `speech` among the styles.
const SPEECH: u16 = 13;

/// The values of all variables of one player.
///
/// ```
/// use partie_wire::variables::{Variable, Variables};
/// let mut variables = Variables::registered();
/// assert!(variables.on(Variable::Shout));
/// variables.set(Variable::Shout, None)?;
/// assert!(!variables.on(Variable::Shout));
/// variables.set(Variable::Formula, Some("blitz & rating > 1500"))?;
/// assert_eq!(variables.text(Variable::Formula), Some("blitz & rating > 1500"));
/// # Ok::<(), partie_wire::variables::BadValue>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variables {
    numbers: [u16; Variable::COUNT],
    texts: BTreeMap<Variable, String>,
}

impl Default for Variables {
    fn default() -> Variables {
        Variables::registered()
    }
}

impl Variables {
    /// The values of a guest.
    #[must_use]
    pub fn guest() -> Variables {
        Variables::of(|row| row.guest)
    }

    /// The values of a new player.
    #[must_use]
    pub fn registered() -> Variables {
        Variables::of(|row| row.registered)
    }

    fn of(value: fn(&VariableRow) -> u16) -> Variables {
        let mut numbers = [0; Variable::COUNT];
        for (number, row) in numbers.iter_mut().zip(ROWS) {
            *number = value(row);
        }
        Variables { numbers, texts: BTreeMap::new() }
    }

    /// Returns true if a switch is on.
    #[must_use]
    pub const fn on(&self, variable: Variable) -> bool {
        self.numbers[variable as usize] != 0
    }

    /// A number; 1 or 0 for switches.
    #[must_use]
    pub const fn number(&self, variable: Variable) -> u32 {
        self.numbers[variable as usize] as u32
    }

    /// A text, if there is one.
    #[must_use]
    pub fn text(&self, variable: Variable) -> Option<&str> {
        self.texts.get(&variable).map(String::as_str)
    }

    /// The style of boards.
    pub(crate) fn style(&self) -> Style {
        match self.numbers[Variable::Style as usize] {
            SPEECH => Style::Speech,
            n => n.to_string().parse().unwrap_or_default(),
        }
    }

    /// Puts a switch on or off.
    pub const fn switch(&mut self, variable: Variable, on: bool) {
        self.numbers[variable as usize] = on as u16;
    }

    /// Changes a variable. Without a value, toggles a switch or removes a text.
    ///
    /// # Errors
    ///
    /// Returns [`BadValue`] and changes nothing if the value is invalid.
    pub fn set(&mut self, variable: Variable, value: Option<&str>) -> Result<(), BadValue> {
        let bad = BadValue(variable);
        let slot = &mut self.numbers[variable as usize];
        let value = value.map(str::trim).filter(|v| !v.is_empty());
        match variable.kind() {
            VariableKind::Switch { .. } => {
                *slot = match value.map(str::to_ascii_lowercase).as_deref() {
                    None => u16::from(*slot == 0),
                    Some("1" | "on" | "true" | "t") => 1,
                    Some("0" | "off" | "false" | "f") => 0,
                    Some(_) => return Err(bad),
                };
            }
            VariableKind::Number { least, most } => {
                let number: u16 = value.and_then(|v| v.parse().ok()).ok_or(bad)?;
                if number < least || number > most {
                    return Err(bad);
                }
                *slot = number;
            }
            VariableKind::Style => {
                *slot = match value.and_then(|v| v.parse().ok()).ok_or(bad)? {
                    Style::Drawn => 1,
                    Style::Numbered(n) => u16::from(n),
                    Style::Twelve => 12,
                    Style::Speech => SPEECH,
                };
            }
            VariableKind::Text { longest } => match value {
                None => {
                    self.texts.remove(&variable);
                }
                Some(text) => {
                    let good = text.len() <= longest && !text.chars().any(char::is_control);
                    if !good {
                        return Err(bad);
                    }
                    self.texts.insert(variable, text.to_owned());
                }
            },
        }
        Ok(())
    }

    /// The value of a variable as typed after `set`; empty for an empty text.
    #[must_use]
    pub fn value(&self, variable: Variable) -> String {
        match variable.kind() {
            VariableKind::Text { .. } => self.text(variable).unwrap_or_default().to_owned(),
            VariableKind::Style => self.style().to_string(),
            VariableKind::Switch { .. } | VariableKind::Number { .. } => {
                self.number(variable).to_string()
            }
        }
    }

    /// Takes one variable over from others.
    pub fn copy(&mut self, variable: Variable, from: &Variables) {
        self.numbers[variable as usize] = from.numbers[variable as usize];
        match from.texts.get(&variable) {
            Some(text) => self.texts.insert(variable, text.clone()),
            None => self.texts.remove(&variable),
        };
    }

    /// The values worth keeping: all that differ from a new player's, without the session's.
    /// Setting them in a [`Variables::registered`] gives the same values.
    pub fn kept(&self) -> impl Iterator<Item = (Variable, String)> + '_ {
        let new = Variables::registered();
        Variable::ALL
            .iter()
            .filter(|v| v.scope() != Scope::Session)
            .map(move |v| (*v, self.value(*v)))
            .filter(move |(v, value)| new.value(*v) != *value)
    }

    /// The change of a variable, in the words of its report.
    #[must_use]
    pub fn said(&self, variable: Variable) -> ChangeReport {
        ChangeReport { variable, value: self.value(variable) }
    }
}

/// The report of a change: `You will now hear shouts.`
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ChangeReport {
    /// The variable.
    pub variable: Variable,
    /// Its value now, as [`Variables::value`] gives it.
    pub value: String,
}

impl fmt::Display for ChangeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ChangeReport { variable, value } = self;
        let name = variable.name();
        match variable.kind() {
            VariableKind::Switch { on, .. } if value == "1" && !on.is_empty() => f.write_str(on),
            VariableKind::Switch { off, .. } if value == "0" && !off.is_empty() => f.write_str(off),
            VariableKind::Style => write!(f, "Style {value} set."),
            VariableKind::Switch { .. } | VariableKind::Number { .. } => {
                write!(f, "{name} set to {value}.")
            }
            VariableKind::Text { .. } if Variable::NOTES.contains(variable) => match value.as_str()
            {
                "" => write!(f, "Note {name} unset."),
                _ => write!(f, "Note {name} set: {value}"),
            },
            // One word needs no quotation marks.
            VariableKind::Text { .. } if matches!(variable, Variable::Tzone | Variable::Lang) => {
                let value = if value.is_empty() { variable.nothing() } else { value };
                write!(f, "{name} set to {value}.")
            }
            VariableKind::Text { .. } if value.is_empty() => write!(f, "{name} unset."),
            VariableKind::Text { .. } => write!(f, "{name} set to \"{value}\"."),
        }
    }
}

/// The reports of switches that have words of their own.
static SWITCHED: LazyLock<BTreeMap<&str, ChangeReport>> = LazyLock::new(|| {
    let mut all = BTreeMap::new();
    for &variable in Variable::ALL {
        if let VariableKind::Switch { on, off } = variable.kind() {
            for (words, value) in [(on, "1"), (off, "0")] {
                let value = value.to_owned();
                all.entry(words).or_insert(ChangeReport { variable, value });
            }
        }
    }
    all.remove("");
    all
});

impl crate::template::Field for ChangeReport {
    fn put(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }

    fn take(text: &str) -> Option<ChangeReport> {
        if text.ends_with('.')
            && let Some(said) = SWITCHED.get(text)
        {
            return Some(said.clone());
        }
        if !text.contains(" set") && !text.ends_with(" unset.") {
            return None;
        }
        Variable::ALL.iter().find_map(|&variable| {
            let name = variable.name();
            let value = match variable.kind() {
                VariableKind::Style => text.strip_prefix("Style ")?.strip_suffix(" set.")?,
                VariableKind::Text { .. } if Variable::NOTES.contains(&variable) => {
                    let rest = text.strip_prefix("Note ").and_then(|t| t.strip_prefix(name));
                    match rest {
                        Some(" unset.") => "",
                        rest => rest.and_then(|t| t.strip_prefix(" set: "))?,
                    }
                }
                kind => {
                    let rest = text.strip_prefix(name).and_then(|t| t.strip_prefix(' '))?;
                    if rest == "unset." && matches!(kind, VariableKind::Text { .. }) {
                        ""
                    } else {
                        let value = rest.strip_prefix("set to ")?.strip_suffix('.')?;
                        let bare = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
                        let value = bare.unwrap_or(value);
                        if value == variable.nothing() { "" } else { value }
                    }
                }
            };
            let said = ChangeReport { variable, value: value.to_owned() };
            (said.to_string() == text).then_some(said)
        })
    }

    #[inline]
    fn samples() -> Vec<ChangeReport> {
        let said = |variable, value: &str| ChangeReport { variable, value: value.to_owned() };
        vec![
            said(Variable::Seek, "1"),
            said(Variable::Formula, "blitz & rating > 1500"),
            said(Variable::Note10, "I play the Dutch."),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::Field;

    #[test]
    fn changes_in_the_words_of_servers() {
        for (name, value, words) in [
            ("style", Some("12"), "Style 12 set."),
            ("style", Some("speech"), "Style speech set."),
            ("seek", Some("1"), "You will now see seek ads."),
            ("shout", None, "You will now hear shouts."),
            ("gin", Some("off"), "You will not hear game results."),
            ("autoflag", Some("1"), "Auto-flagging enabled."),
            ("bugopen", Some("on"), "You are now open for bughouse."),
            ("chanoff", Some("1"), "You will not hear channel tells."),
            ("rated", Some("1"), "rated set to 1."),
            ("height", Some("240"), "height set to 240."),
            ("interface", Some("test 1.0"), "interface set to \"test 1.0\"."),
            ("formula", None, "formula unset."),
            ("3", Some("Hello: world."), "Note 3 set: Hello: world."),
            ("tzone", Some("PST"), "tzone set to PST."),
        ] {
            let mut variables = Variables::guest();
            let variable = name.parse().expect(name);
            assert_eq!(variables.set(variable, value), Ok(()), "{name}");
            assert_eq!(variables.said(variable).to_string(), words);
        }
    }

    #[test]
    fn values_that_are_none() {
        for (name, value) in [
            ("height", Some("4")),
            ("height", None),
            ("width", Some("wide")),
            ("style", Some("14")),
            ("style", None),
            ("seek", Some("2")),
            ("prompt", Some("a prompt that is too long")),
            ("1", Some("a\tb")),
        ] {
            let mut variables = Variables::guest();
            let variable = name.parse().expect(name);
            assert_eq!(variables.set(variable, value), Err(BadValue(variable)), "{name} {value:?}");
            assert_eq!(variables, Variables::guest());
        }
    }

    #[test]
    fn what_is_said_can_be_read() {
        for &variable in Variable::ALL {
            let values: &[&str] = match variable.kind() {
                VariableKind::Switch { .. } => &["0", "1"],
                VariableKind::Number { .. } | VariableKind::Style => &["1", "12"],
                VariableKind::Text { .. } => &["", "a b", "x."],
            };
            for value in values {
                let said = ChangeReport { variable, value: (*value).to_owned() };
                assert_eq!(ChangeReport::take(&said.to_string()), Some(said));
            }
        }
    }

    #[test]
    fn what_is_kept_gives_the_same_again() {
        let mut variables = Variables::guest();
        for (variable, value) in [
            (Variable::Style, "12"),
            (Variable::Formula, "rated"),
            (Variable::Note2, "two"),
            (Variable::Interface, "xboard"),
        ] {
            assert_eq!(variables.set(variable, Some(value)), Ok(()));
        }
        let mut again = Variables::registered();
        for (variable, value) in variables.kept() {
            assert_eq!(again.set(variable, Some(&value)), Ok(()));
        }
        assert_eq!(again.text(Variable::Interface), None);
        again.copy(Variable::Interface, &variables);
        assert_eq!(again, variables);
    }

    #[test]
    fn names_are_distinguished() {
        assert_eq!(Variable::find("kib"), NameLookup::One(Variable::Kibitz));
        assert_eq!(Variable::find("INTERFACE"), NameLookup::One(Variable::Interface));
        assert_eq!(Variable::find("10"), NameLookup::One(Variable::Note10));
        assert_eq!(Variable::find("f3"), NameLookup::One(Variable::F3));
        assert_eq!(Variable::find("11"), NameLookup::None);
        assert_eq!(Variable::find("hei"), NameLookup::One(Variable::Height));
    }
}
