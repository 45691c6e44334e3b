//! Reading data about a player.

use super::{FingerPage, RatingLine, Seen};
use crate::{
    fields::Titled,
    notice::lines::{Block, Lines, from_tenths},
    template::Field,
};

impl FingerPage {
    fn of(name: Titled) -> FingerPage {
        FingerPage {
            name,
            seen: Seen::Never,
            doing: None,
            busy: None,
            registered: true,
            ratings: Vec::new(),
            private: Vec::new(),
            timeseal: false,
            notes: Vec::new(),
        }
    }

    /// Takes over what a line says, if it is one of the page.
    fn line(&mut self, line: &str) -> Option<()> {
        let line = line.trim_end();
        if let Some(seen) = seen(line) {
            self.seen = seen;
        } else if let Some(inside) = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')) {
            self.inside(inside);
        } else if let Some(said) = line.strip_prefix(&self.name.name).filter(|s| says(s)) {
            self.registered &= said != NOT_REGISTERED;
        } else if let Some(note) = note(line) {
            self.notes.push(note);
        } else if let Some((what, value)) = fact(line) {
            if what.starts_with("Timeseal") || what == "Zipseal" {
                self.timeseal |= value.eq_ignore_ascii_case("on") || value == "yes";
            } else {
                self.private.push((what.to_owned(), value.to_owned()));
            }
        } else if !is_head(line) {
            self.ratings.push(RatingLine::read(line)?);
        }
        Some(())
    }

    /// Reads the text in parentheses. FICS has no colon after `NAME is busy`, but the player's
    /// words alone.
    fn inside(&mut self, inside: &str) {
        match inside.strip_prefix(&format!("{} ", self.name.name)) {
            Some(busy) => {
                self.busy = Some(busy.strip_prefix("is busy: ").unwrap_or(busy).to_owned());
            }
            None => self.doing = Some(inside.to_owned()),
        }
    }
}

/// The page as FICS, `FatICS` or lasker's server prints it.
impl Block for FingerPage {
    fn take(lines: &mut Lines<'_>) -> Option<FingerPage> {
        let head = lines.next()?.trim_end();
        let mut page = if let Some(name) = head.strip_prefix("Finger of ") {
            FingerPage::of(Titled::take(name.strip_suffix(':')?)?)
        } else {
            // Lasker's server: the name, and the time online.
            let (name, rest) = head.strip_prefix("Statistics for ")?.split_once(' ')?;
            let mut page = FingerPage::of(Titled::take(name)?);
            page.seen = seen(rest.trim_start())?;
            page
        };
        while lines.after_empty(|lines| lines.next_if(|line| page.line(line))).is_some() {}
        Some(page)
    }
}

const NOT_REGISTERED: &str = " is NOT a registered player.";

/// Returns true for a sentence that follows the player's name.
fn says(text: &str) -> bool {
    [
        NOT_REGISTERED,
        " has never connected.",
        " has not played any rated games.",
        " is in silence mode.",
    ]
    .contains(&text)
}

/// `On for: 3 hrs, 41 mins   Idle: 18 secs`, `Last disconnected: …`.
fn seen(line: &str) -> Option<Seen> {
    if let Some(rest) = line.strip_prefix("On for: ") {
        let (since, idle) = rest.split_once("Idle: ")?;
        return Some(Seen::On { since: since.trim().to_owned(), idle: idle.trim().to_owned() });
    }
    line.strip_prefix("Last disconnected: ").map(|at| Seen::Off(at.trim().to_owned()))
}

/// ` 1: I play the Dutch.`
fn note(line: &str) -> Option<(usize, String)> {
    let (number, note) = line.trim_start().split_once(':')?;
    Some((number.parse().ok()?, note.strip_prefix(' ').unwrap_or(note).to_owned()))
}

/// `Email      : ann@example.org`; without the spaces before the colon servers' own texts.
fn fact(line: &str) -> Option<(&str, &str)> {
    const KNOWN: [&str; 10] = [
        "Total time online",
        "% of life online",
        "Admin Level",
        "Email",
        "Sanctions",
        "Timeseal",
        "Zipseal",
        "Acc",
        "System",
        "Comments",
    ];
    let (what, value) = line.split_once(':')?;
    let padded = what.ends_with(' ');
    let what = what.trim_end();
    let starts = KNOWN.iter().any(|known| what.starts_with(known));
    (padded || starts).then(|| (what, value.trim()))
}

/// `               rating     RD     win    loss    draw   total   best`.
pub(in crate::notice) fn is_head(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    words.next() == Some("rating") && words.next() == Some("RD")
}

impl RatingLine {
    /// Reads a line: `Blitz      1670   50.3   10    2    3   15   1701 (20-Nov-2026)`.
    pub(crate) fn read(line: &str) -> Option<RatingLine> {
        let (line, date) = match line.trim_end().split_once(" (") {
            Some((line, date)) => (line, Some(date.strip_suffix(')')?.to_owned())),
            None => (line, None),
        };
        let mut words = line.split_ascii_whitespace().peekable();
        let is_rating = |word: &str| word == "----" || word.parse::<u32>().is_ok();
        let mut category = words.next()?.to_owned();
        while let Some(word) = words.next_if(|word| !is_rating(word)) {
            category.push(' ');
            category.push_str(word);
        }
        let rating = words.next()?;
        let rating = if rating == "----" { 0 } else { rating.parse().ok()? };
        let deviation = from_tenths(words.next()?)?;
        let mut number = || words.next()?.parse::<u32>().ok();
        let (won, lost, drawn, _) = (number()?, number()?, number()?, number()?);
        let best = match date {
            Some(date) => Some((number()?, date)),
            None => None,
        };
        words.next().is_none().then_some(RatingLine {
            category,
            rating,
            deviation,
            won,
            lost,
            drawn,
            best,
        })
    }
}
