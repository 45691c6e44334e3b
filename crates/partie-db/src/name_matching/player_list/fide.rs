//! FIDE's rating list, as XML and as text in columns (<https://ratings.fide.com/download_lists.phtml>).

use super::player::{self, ListedPlayer, ListedRating, Month};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Returns the month of a word such as `NOV24` in a text.
pub(super) fn month_of(text: &str) -> Option<Month> {
    let lower = text.to_ascii_lowercase();
    let month = |at: usize| {
        let word = lower.get(at..at + 5)?;
        let month = MONTHS.iter().position(|month| word.starts_with(month))?;
        let year: u16 = word[3..].parse().ok()?;
        Some((if year < 70 { 2000 } else { 1900 } + year, month as u8 + 1))
    };
    (0..lower.len()).find_map(month)
}

/// Reads the list of a month as XML.
pub(super) fn xml(text: &str, month: Option<Month>) -> impl Iterator<Item = ListedPlayer> + '_ {
    text.split("<player>").skip(1).filter_map(move |record| {
        let field = |name: &str| {
            let (_, after) = record.split_once(&format!("<{name}>"))?;
            let value = after.split_once('<')?.0.trim();
            (!value.is_empty()).then(|| unescaped(value))
        };
        let titles = [field("title"), field("w_title")];
        let numbers = [field("fideid"), field("rating"), field("birthday")];
        Some(player(field("name")?, titles, month, numbers))
    })
}

fn unescaped(text: &str) -> String {
    let pairs = [("&apos;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Places of the columns of the text, in characters.
pub(super) struct Header {
    /// The month of the list.
    pub(super) month: Option<Month>,
    starts: Vec<usize>,
    name: usize,
    title: Option<usize>,
    women_title: Option<usize>,
    rating: Option<usize>,
    born: Option<usize>,
}

impl Header {
    /// Reads the line of the columns' names; `None` if it is none.
    pub(super) fn of(text: &str) -> Option<Header> {
        let line = text.lines().next()?.to_ascii_lowercase();
        if !line.starts_with("id number") && !line.starts_with("id_number") {
            return None;
        }
        let place = |words: &[&str]| words.iter().find_map(|word| line.find(word));
        let mut starts = vec![0];
        let bytes = line.as_bytes();
        let after = "id number".len();
        starts
            .extend((after..line.len()).filter(|at| bytes[*at] != b' ' && bytes[*at - 1] == b' '));
        let month = month_of(&line);
        let of_month = month.and_then(|(year, month)| {
            line.find(&format!("{}{:02}", MONTHS[usize::from(month) - 1], year % 100))
        });
        Some(Header {
            month,
            starts,
            name: place(&["name"])?,
            title: place(&[" tit"]).map(|at| at + 1),
            women_title: place(&["wtit"]),
            rating: of_month.or_else(|| place(&["srtng"])),
            born: place(&["b-day", "born"]),
        })
    }

    /// Returns the value of a column in a line.
    fn value(&self, line: &[char], start: usize) -> String {
        let end = self.starts.iter().copied().find(|at| *at > start).unwrap_or(line.len());
        let (start, end) = (start.min(line.len()), end.min(line.len()));
        line[start..end].iter().collect::<String>().trim().to_owned()
    }
}

/// Reads the list of a month as text in columns.
pub(super) fn table<'a>(
    text: &'a str,
    header: &'a Header,
    month: Option<Month>,
) -> impl Iterator<Item = ListedPlayer> + 'a {
    text.lines().skip(1).filter_map(move |line| {
        let line: Vec<char> = line.chars().collect();
        let value = |start: Option<usize>| {
            start.map(|start| header.value(&line, start)).filter(|value| !value.is_empty())
        };
        let titles = [value(header.title), value(header.women_title)];
        let numbers = [value(Some(0)), value(header.rating), value(header.born)];
        Some(player(value(Some(header.name))?, titles, month, numbers))
    })
}

/// Returns a player with the numbers of FIDE: id, rating of the list's month, year of birth.
fn player(
    name: String,
    titles: [Option<String>; 2],
    month: Option<Month>,
    numbers: [Option<String>; 3],
) -> ListedPlayer {
    let title = titles.into_iter().flatten().find_map(|title| player::title(&title));
    let [fide_id, rating, born] =
        numbers.map(|number| number?.parse::<u32>().ok().filter(|number| *number > 0));
    let rating = month.zip(rating);
    let rating = rating.map(|(month, rating)| ListedRating { first: month, last: month, rating });
    let born = born.and_then(|born| born.try_into().ok());
    ListedPlayer { name, fide_id, title, born, died: None, ratings: rating.into_iter().collect() }
}
