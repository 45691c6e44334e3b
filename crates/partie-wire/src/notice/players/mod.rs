//! Messages, news, arrivals and departures, and data about one player.

use crate::{
    fields::{Date, Name, Prose, Titled},
    template::Field,
};

mod read;

pub(super) use read::is_head;

crate::counted! {
    /// Messages.
    Messages = "message", "messages";
    /// Names.
    Names = "name", "names";
}

/// A day as the news have it: `Sun, Nov  1`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Day(pub String);

impl Field for Day {
    fn put(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn take(text: &str) -> Option<Day> {
        let (weekday, date) = text.split_once(", ")?;
        let (month, day) = date.split_once(' ')?;
        let good = weekday.len() == 3 && month.len() == 3 && day.trim_start().parse::<u8>().is_ok();
        good.then(|| Day(text.to_owned()))
    }

    #[inline]
    fn samples() -> Vec<Day> {
        ["Fri, Nov 20", "Sun, Feb  1"].map(|d| Day(d.into())).into()
    }
}

crate::notices! {
    /// A notice about players, messages and news.
    pub enum PlayersNotice {
        /// Messages waiting at the login.
        MessagesWait { all: Messages, unread: u32 } = "You have {all} ({unread} unread).\nUse \"messages\" to read them and \"clearmessages *\" to clear them all.",
        /// No messages are there.
        NoMessages = "You have no messages.",
        /// No notices of a player.
        NoMessagesWith { name: Name } = "You have no messages from or to {name}.",
        /// No message has the number.
        NoSuchMessage = "There is no such message.",
        /// Before messages that are read.
        MessagesHead = "Messages:",
        /// Before unread messages.
        UnreadHead = "Unread messages:",
        /// Before one player's messages.
        MessagesOf { from: Name } = "Messages from {from}:",
        /// One that is read.
        Message { number: u32, from: Name, at: Date, text: String } = "{number}. {from} at {at}: {text}",
        /// To the sender.
        MessageSent { to: Name, from: Name, at: Date, text: String } = "The following message was sent to {to}:\n   {from} at {at}: {text}",
        /// To the receiver, if online.
        MessageReceived { from: Name, at: Date, text: String } = "The following message was received:\n   {from} at {at}: {text}",
        /// Some are gone.
        MessagesCleared = "Messages cleared.",
        /// Guests have none.
        MessagesOfGuest = "Only registered players can have messages.",
        /// There are enough.
        MessageBoxFull { name: Name } = "{name}'s message box is full.",

        /// No news is there.
        NoNews = "There is no news.",
        /// No such piece of news.
        NoSuchNews { number: u32 } = "There is no news item {number}.",
        /// Before the index.
        NewsHead = "Index of the news:",
        /// A piece of news.
        NewsItem { number: u32, day: Day, title: String, text: Prose } = "{number} ({day}) {title}\n\n{text}\n\nPosted by the administrators of this server.",
        /// A line of the index.
        NewsLine { number: u32, day: Day, title: String } = "{number} ({day}) {title}",

        /// Before names that begin so.
        Matches { names: Names } = "-- Matches: {names} --",
        /// A player came.
        Login { at: Date, name: Name } = "{at}: {name} login",
        /// A player went.
        Logout { at: Date, name: Name } = "{at}: {name} logout",
        /// Nobody has come and gone yet.
        NoLogons { name: Name } = "{name} has no logons.",
    }
}

/// One line of ratings.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RatingLine {
    /// The category, `Blitz`.
    pub category: String,
    /// The rating; 0 where there is none.
    pub rating: u32,
    /// Its deviation, in tenths.
    pub deviation: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// The best rating, if it is of use yet, and when it was.
    pub best: Option<(u32, String)>,
}

/// Presence of a player.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// Online for a time, idle for a time.
    On {
        /// Time online, in words.
        since: String,
        /// Idle time, in words.
        idle: String,
    },
    /// Not on since a date.
    Off(String),
    /// The player has never logged in.
    Never,
}

/// The answer to `finger`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FingerPage {
    /// The player.
    pub name: Titled,
    /// Presence of the player.
    pub seen: Seen,
    /// The activity, as `(playing game 5: Ann vs. Boris)` without the parentheses.
    pub doing: Option<String>,
    /// The reason for being busy.
    pub busy: Option<String>,
    /// Set if the player has an account.
    pub registered: bool,
    /// The ratings.
    pub ratings: Vec<RatingLine>,
    /// Facts that only some see, such as the e-mail address or the host: label and value. Of other
    /// servers also the time online and the like.
    pub private: Vec<(String, String)>,
    /// Set if the connection is sealed.
    pub timeseal: bool,
    /// The notes, with their numbers.
    pub notes: Vec<(usize, String)>,
}

impl FingerPage {
    /// Appends the page.
    pub fn write(&self, out: &mut String) {
        use crate::template::Field;
        out.push_str("Finger of ");
        self.name.put(out);
        out.push_str(":\n\n");
        match &self.seen {
            Seen::On { since, idle } => {
                out.push_str(&format!("On for: {since}   Idle: {idle}\n"));
            }
            Seen::Off(at) => out.push_str(&format!("Last disconnected: {at}\n")),
            Seen::Never => {
                out.push_str(&format!("{} has never connected.\n", self.name.name));
            }
        }
        if let Some(doing) = &self.doing {
            out.push_str(&format!("({doing})\n"));
        }
        if let Some(busy) = &self.busy {
            out.push_str(&format!("({} is busy: {busy})\n", self.name.name));
        }
        out.push('\n');
        if !self.registered {
            out.push_str(&format!("{} is NOT a registered player.\n", self.name.name));
        }
        if !self.ratings.is_empty() {
            out.push_str(RATINGS);
            for line in &self.ratings {
                out.push_str(&line.to_string());
                out.push('\n');
            }
            out.push('\n');
        }
        for (what, value) in &self.private {
            out.push_str(&format!("{what:<10} : {value}\n"));
        }
        out.push_str(&format!("Timeseal   : {}\n", if self.timeseal { "On" } else { "Off" }));
        if !self.notes.is_empty() {
            out.push('\n');
        }
        for (number, note) in &self.notes {
            out.push_str(&format!("{number:2}: {note}\n"));
        }
    }
}

/// The head of the ratings.
pub(in crate::notice) const RATINGS: &str =
    "               rating     RD     win    loss    draw   total   best\n";

impl std::fmt::Display for RatingLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let RatingLine { category, rating, deviation, won, lost, drawn, best } = self;
        let total = won + lost + drawn;
        let deviation = crate::notice::lines::tenths(*deviation);
        write!(f, "{category:<14}{rating:>7}{deviation:>7}{won:>8}{lost:>8}{drawn:>8}{total:>8}")?;
        match best {
            Some((best, at)) => write!(f, "{best:>7} ({at})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(name: &str, titles: &str) -> Titled {
        Titled { name: name.into(), titles: titles.into() }
    }

    #[test]
    fn fingers() {
        let guest = FingerPage {
            name: titled("Boris", "(U)"),
            seen: Seen::On { since: "2 secs".into(), idle: "2 secs".into() },
            doing: None,
            busy: None,
            registered: false,
            ratings: Vec::new(),
            private: Vec::new(),
            timeseal: false,
            notes: Vec::new(),
        };
        let mut out = String::new();
        guest.write(&mut out);
        let words = "Finger of Boris(U):\n\nOn for: 2 secs   Idle: 2 secs\n\n\
            Boris is NOT a registered player.\nTimeseal   : Off\n";
        assert_eq!(out, words);
        assert_eq!(FingerPage::read(&out), Some(guest));

        let known = FingerPage {
            name: titled("Ann", "(TM)"),
            seen: Seen::Off("Fri Nov 20, 23:46 UTC 2026".into()),
            doing: Some("playing game 5: Ann vs. Boris".into()),
            busy: Some("lunch".into()),
            registered: true,
            ratings: vec![
                RatingLine {
                    category: "Blitz".into(),
                    rating: 1670,
                    deviation: 503,
                    won: 10,
                    lost: 2,
                    drawn: 3,
                    best: Some((1701, "20-Nov-2026".into())),
                },
                RatingLine {
                    category: "Standard".into(),
                    rating: 1720,
                    deviation: 3500,
                    won: 0,
                    lost: 1,
                    drawn: 0,
                    best: None,
                },
            ],
            private: vec![("Host".into(), "127.0.0.1".into())],
            timeseal: true,
            notes: vec![(1, "I play the Dutch: f5!".into()), (10, "Ten.".into())],
        };
        out.clear();
        known.write(&mut out);
        assert!(out.contains("Blitz            1670   50.3      10       2       3      15   1701 (20-Nov-2026)\n"), "{out}");
        assert_eq!(FingerPage::read(&out), Some(known));
    }
}
