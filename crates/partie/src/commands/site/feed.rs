//! The games of a site for news readers: an Atom feed (RFC 4287).

use partie_core::Date;
use partie_page::ListedGame;

use crate::commands::html::escaped;

/// Number of games in the feed: the last ones.
const ENTRIES: usize = 50;

/// Returns the feed of a site at an address.
pub(super) fn feed(title: &str, url: &str, games: &[ListedGame]) -> String {
    let title = escaped(if title.is_empty() { "Partie" } else { title });
    let root = escaped(url);
    let last = games.iter().map(|game| day(&game.date)).max().unwrap_or_default();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>{title}</title>\n<id>{root}</id>\n<link href=\"{root}\"/>\n\
         <link rel=\"self\" href=\"{root}feed.xml\"/>\n<updated>{last}</updated>\n\
         <author><name>{title}</name></author>\n"
    );
    for game in games.iter().rev().take(ENTRIES) {
        let ListedGame { white, black, result, event, date, href, .. } = game;
        let names = escaped(&format!("{white} – {black} {result}"));
        out += &format!(
            "<entry>\n<title>{}</title>\n<id>{root}{href}</id>\n<link href=\"{root}{href}\"/>\n\
             <updated>{}</updated>\n<summary>{}</summary>\n</entry>\n",
            names.trim_end(),
            day(date),
            escaped(event)
        );
    }
    out + "</feed>\n"
}

/// A date of PGN as a time of RFC 3339; what is not known is the first of its kind.
fn day(date: &str) -> String {
    let day = date.parse().map_or("0001-01-01".to_owned(), |date: Date| date.earliest().iso());
    format!("{day}T00:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_atom_has_them() {
        for (date, expected) in [
            ("2024.03.09", "2024-03-09T00:00:00Z"),
            ("2024.??.??", "2024-01-01T00:00:00Z"),
            ("1998-3-14", "1998-03-14T00:00:00Z"),
            ("2024.13.40", "0001-01-01T00:00:00Z"),
            ("", "0001-01-01T00:00:00Z"),
        ] {
            assert_eq!(day(date), expected, "{date}");
        }
    }
}
