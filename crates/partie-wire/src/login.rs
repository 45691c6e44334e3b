//! The dialogue before a session, as a client sees it.
//!
//! [`Dialogue`] takes the [reader](crate::line::shown)'s lines and reports the server's prompts
//! (name, password, return key) and the result: the player's name and titles, or a refusal in the
//! server's own words. An unknown refusal is recognised by the question that follows it, so that a
//! client never waits for ever.
//!
//! ```
//! use partie_wire::line::shown::LineReader;
//! use partie_wire::login::{LoginEvent, Dialogue};
//!
//! let mut reader = LineReader::default();
//! let mut dialogue = Dialogue::default();
//! let mut asked = Vec::new();
//! for bytes in [&b"Welcome!\n\r\n\rlogin: "[..], b"\n\r**** Starting FICS session as Anna(U)(FM) ****\n\r"] {
//!     for shown in reader.receive(bytes) {
//!         dialogue.receive(&shown);
//!     }
//!     asked.extend(dialogue.poll());
//! }
//! assert_eq!(asked[0], LoginEvent::Name);
//! let LoginEvent::Started { name, titles } = &asked[1] else { panic!() };
//! assert_eq!((name.as_str(), titles.as_slice()), ("Anna", &["U".to_owned(), "FM".to_owned()][..]));
//! ```

use std::collections::VecDeque;

use crate::line::shown::Shown;

/// Maximum length of the server's text kept since its last question, in bytes.
pub(crate) const TEXT_LIMIT: usize = 4096;

/// The server's question, or decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginEvent {
    /// A name, or `guest`; the interface variables may go before it.
    Name,
    /// The interface variables are set; the name is asked for again.
    IvarsSet,
    /// The name is registered, and needs a password.
    Password {
        /// The name, as the server writes it; empty if it did not say so.
        name: String,
    },
    /// An empty line, to come in as a guest of this name.
    PressReturn {
        /// The name, as the server writes it.
        name: String,
    },
    /// The session has begun.
    Started {
        /// The name, as the server writes it; empty if it never said so.
        name: String,
        /// `U`, `FM`, `*`, `TM`…, without their brackets.
        titles: Vec<String>,
    },
    /// The name or the password was not taken.
    Refused {
        /// The reason for the refusal.
        refusal: Refusal,
        /// The server's words, lines ending with `\n`.
        text: String,
    },
}

/// Reason why a player is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The password is wrong.
    InvalidPassword,
    /// There were too many wrong passwords; the next is taken after a while.
    TooManyPasswords,
    /// The name has more than 17 letters.
    NameTooLong,
    /// The name has fewer than three letters.
    NameTooShort,
    /// The name has other characters than letters.
    NameNotLetters,
    /// The player is banned.
    Banned,
    /// A player of this name is there already.
    AlreadyLoggedIn,
    /// The name is not for guests.
    Reserved,
    /// Guests are kept out.
    NoGuests,
    /// Words that are not known.
    Other,
    /// The server closed the connection.
    Closed,
}

const REFUSALS: [(&str, &str, Refusal); 9] = [
    ("**** Invalid password!", "", Refusal::InvalidPassword),
    ("**** Too many wrong passwords", "", Refusal::TooManyPasswords),
    ("Sorry, names may be at most", "", Refusal::NameTooLong),
    ("A name should be at least", "", Refusal::NameTooShort),
    ("Sorry, names can only consist of", "", Refusal::NameNotLetters),
    ("Player \"", "\" is banned.", Refusal::Banned),
    ("Sorry, ", " is already logged in.", Refusal::AlreadyLoggedIn),
    ("Sorry, the name ", " is reserved.", Refusal::Reserved),
    ("Due to abuse problems, guest connections have been prevented", "", Refusal::NoGuests),
];

impl Refusal {
    /// The refusal that a line of the server is, if it is a known one.
    pub(crate) fn of(line: &str) -> Option<Refusal> {
        let line = line.trim_start();
        let found = REFUSALS
            .iter()
            .find(|(start, then, _)| line.strip_prefix(start).is_some_and(|l| l.contains(then)));
        found.map(|(_, _, refusal)| *refusal)
    }
}

/// The client's side of the login.
#[derive(Clone, Debug, Default)]
pub struct Dialogue {
    stage: Stage,
    /// The name as last written by the server.
    name: String,
    /// The server's text since its last question.
    text: String,
    ready: VecDeque<LoginEvent>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Before the first question.
    #[default]
    Banner,
    /// A question is open, and no later message explains another one.
    Waiting,
    /// The text explains the next question.
    Explained,
    Started,
}

impl Dialogue {
    /// Handles text shown by the server.
    pub fn receive(&mut self, shown: &Shown) {
        if self.stage == Stage::Started {
            return;
        }
        match shown {
            Shown::Line(line) => self.line(line),
            Shown::Login => {
                self.unexplained();
                self.ask(LoginEvent::Name);
            }
            Shown::Password => {
                let name = self.name.clone();
                self.ask(LoginEvent::Password { name });
            }
            Shown::PressReturn(name) => {
                self.name.clone_from(name);
                self.ask(LoginEvent::PressReturn { name: name.clone() });
            }
            // A server that does not say that the session has begun.
            Shown::Prompt(_) => {
                let name = std::mem::take(&mut self.name);
                self.started(name, Vec::new());
            }
            Shown::Bell | Shown::TooLong => {}
        }
    }

    /// The connection ended. A refusal, if the session had not begun.
    pub fn closed(&mut self) {
        if self.stage != Stage::Started {
            self.refuse(Refusal::Closed);
            self.stage = Stage::Started;
        }
    }

    /// Returns the next event.
    pub fn poll(&mut self) -> Option<LoginEvent> {
        self.ready.pop_front()
    }

    /// Returns true if no more events will come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stage == Stage::Started && self.ready.is_empty()
    }

    fn line(&mut self, line: &str) {
        let room = TEXT_LIMIT.saturating_sub(self.text.len() + 1);
        if !(line.is_empty() && self.text.is_empty()) && line.len() <= room {
            self.text.push_str(line);
            self.text.push('\n');
        }
        if let Some((name, titles)) = session(line) {
            self.started(name, titles);
        } else if self.stage == Stage::Banner {
            // Before the first question only the connection can be refused.
        } else if let Some(refusal) = Refusal::of(line) {
            self.refuse(refusal);
        } else if line == "#Ivars set." {
            self.stage = Stage::Explained;
            self.text.clear();
            self.ready.push_back(LoginEvent::IvarsSet);
        } else if let Some(name) = named(line) {
            name.clone_into(&mut self.name);
        }
    }

    fn ask(&mut self, asked: LoginEvent) {
        self.stage = Stage::Waiting;
        self.text.clear();
        self.ready.push_back(asked);
    }

    /// The name is asked for again: an unexplained message before it is a refusal. After an empty
    /// name or password there is no message.
    fn unexplained(&mut self) {
        if self.stage == Stage::Waiting && !self.text.trim().is_empty() {
            self.refuse(Refusal::Other);
        }
        self.name.clear();
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.stage = Stage::Explained;
        let text = std::mem::take(&mut self.text);
        self.ready.push_back(LoginEvent::Refused { refusal, text });
    }

    fn started(&mut self, name: String, titles: Vec<String>) {
        self.stage = Stage::Started;
        self.text = String::new();
        self.ready.push_back(LoginEvent::Started { name, titles });
    }
}

/// Name and titles of `**** Starting FICS session as Anna(U)(FM) ****`. The server's name
/// may be another one.
fn session(line: &str) -> Option<(String, Vec<String>)> {
    let line = line.trim().strip_prefix("**** Starting ")?.strip_suffix(" ****")?;
    let (_, player) = line.split_once(" session as ")?;
    let (name, titles) = player.split_at(player.find('(').unwrap_or(player.len()));
    let titles = titles.split('(').skip(1).filter_map(|t| t.strip_suffix(')'));
    Some((name.to_owned(), titles.map(str::to_owned).collect()))
}

/// The name in `"Anna" is a registered name.`, `"Anna" is not a registered name.` and
/// `Logging you in as "GuestABCD"`.
fn named(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("Logging you in as \"") {
        return rest.split_once('"').map(|(name, _)| name);
    }
    let (name, rest) = line.strip_prefix('"')?.split_once('"')?;
    let about = [" is a registered name", " is not a registered name"];
    about.iter().any(|a| rest.starts_with(a)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::shown::LineReader;
    use proptest::prelude::*;

    /// The questions, one word each.
    fn asked(server: &str, closed: bool) -> Vec<String> {
        let mut dialogue = Dialogue::default();
        for shown in LineReader::default().receive(server.as_bytes()) {
            dialogue.receive(&shown);
        }
        if closed {
            dialogue.closed();
        }
        std::iter::from_fn(|| dialogue.poll())
            .map(|asked| match asked {
                LoginEvent::Name => "name".to_owned(),
                LoginEvent::IvarsSet => "ivars".to_owned(),
                LoginEvent::Password { name } => format!("password of {name}"),
                LoginEvent::PressReturn { name } => format!("return as {name}"),
                LoginEvent::Started { name, titles } => {
                    format!("started {name} {}", titles.join(","))
                }
                LoginEvent::Refused { refusal, text } => {
                    format!("{refusal:?}: {}", text.trim_end())
                }
            })
            .collect()
    }

    const BANNER: &str = "\n\rWelcome, Sorry, x is already logged in.\n\r\n\rlogin: ";

    fn after_banner(server: &str) -> Vec<String> {
        let mut all = asked(&format!("{BANNER}{server}"), false);
        assert_eq!(all.remove(0), "name");
        all
    }

    #[test]
    fn a_guest_comes_in() {
        let guest = "\n\r\"Adam\" is not a registered name.  You may play unrated games as a guest.\n\r(After logging in, do \"help register\" for more info on how to register.)\n\r\n\rPress return to enter the server as \"Adam\":\n\r\n\r**** Starting FICS session as Adam(U) ****\n\r\n\rfics% ";
        assert_eq!(after_banner(guest), ["return as Adam", "started Adam U"]);
        let numbered = "\n\rLogging you in as \"GuestIAZA\"; you may use this name to play unrated games.\n\r\n\rPress return to enter the FICS as \"GuestIAZA\":\n\r\n\rfics% ";
        assert_eq!(after_banner(numbered), ["return as GuestIAZA", "started GuestIAZA "]);
    }

    #[test]
    fn a_member_comes_in() {
        let member = "\n\r\"Foo\" is a registered name.  If it is yours, type the password.\n\rIf not, just hit return to try another name.\n\r\n\rpassword: ";
        let titles = "\n\r**** Starting FICS session as Foo(*)(SR)(GM) ****\n\r";
        assert_eq!(
            after_banner(&format!("{member}{titles}")),
            ["password of Foo", "started Foo *,SR,GM"]
        );
        let wrong = "**** Invalid password! ****\n\r\n\rlogin: ";
        assert_eq!(
            after_banner(&format!("{member}{wrong}{member}{titles}")),
            [
                "password of Foo",
                "InvalidPassword: **** Invalid password! ****",
                "name",
                "password of Foo",
                "started Foo *,SR,GM"
            ]
        );
        assert_eq!(after_banner(&format!("{member}\n\r\n\rlogin: ")), ["password of Foo", "name"]);
    }

    #[test]
    fn interface_variables_go_first() {
        assert_eq!(after_banner("\n\r#Ivars set.\n\r\n\rlogin: "), ["ivars", "name"]);
    }

    #[test]
    fn refusals() {
        for (line, refusal) in [
            ("Sorry, names may be at most 17 characters long.  Try again.", "NameTooLong"),
            (
                "Sorry, names can only consist of lower and upper case letters.  Try again.",
                "NameNotLetters",
            ),
            ("A name should be at least three characters long!  Try again.", "NameTooShort"),
            ("Player \"x\" is banned.", "Banned"),
            ("Sorry, x is already logged in.  Try again.", "AlreadyLoggedIn"),
            ("Due to abuse problems, guest connections have been prevented", "NoGuests"),
            ("The moon is in the wrong quarter.", "Other"),
        ] {
            let refused = format!("{refusal}: {line}");
            assert_eq!(after_banner(&format!("\n\r{line}\n\rlogin: ")), [refused.as_str(), "name"]);
        }
    }

    #[test]
    fn a_closed_connection_is_a_refusal() {
        assert_eq!(asked("\n\rServer full.\n\r", true), ["Closed: Server full."]);
        assert_eq!(asked("\n\rfics% ", true), ["started  "]);
    }

    proptest! {
        #[test]
        fn nothing_panics_and_the_text_is_bounded(bytes in prop::collection::vec(prop_oneof![
            Just(b"login: ".to_vec()), Just(b"password: ".to_vec()), Just(b"\n\r".to_vec()),
            Just(b"**** Starting FICS session as ".to_vec()), Just(b"\"(".to_vec()), Just(b" ****".to_vec()),
            prop::collection::vec(any::<u8>(), 0..300),
        ], 0..60)) {
            let mut dialogue = Dialogue::default();
            for shown in LineReader::default().receive(&bytes.concat()) {
                dialogue.receive(&shown);
                prop_assert!(dialogue.text.len() <= TEXT_LIMIT);
            }
        }
    }
}
