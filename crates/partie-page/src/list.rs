//! Lists of games: their rows and searches.

use partie_core::{Date, Game, Outcome};
use serde::Deserialize;

use partie_formats::epd::Epd;

use crate::{
    article::identity,
    data::fens,
    picture::encoded,
    shell::{Link, json_for_html},
    words::Words,
};

/// A game in a list of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedGame {
    /// The address of its page.
    pub href: String,
    /// Its number, from 1.
    pub number: u64,
    /// White.
    pub white: String,
    /// Black.
    pub black: String,
    /// Titles of White and Black, such as `GM`; empty where there is none.
    pub titles: [String; 2],
    /// Ratings of White and Black, as the record has them; empty where there is none.
    pub ratings: [String; 2],
    /// True if each side is two players of bughouse.
    pub teams: bool,
    /// The result.
    pub outcome: Outcome,
    /// The event.
    pub event: String,
    /// The position of a game without players and moves, as FEN; else empty.
    pub position: String,
    /// The date, as the record writes it.
    pub date: String,
    /// Number of plies.
    pub plies: usize,
}

impl ListedGame {
    /// Makes the row of a game, without an address.
    #[must_use]
    pub fn of(number: u64, game: &Game) -> ListedGame {
        let tag = |name: &str| {
            let value = game.tags.get(name).map(str::trim).unwrap_or_default();
            let known = !value.chars().all(|c| "?.-".contains(c));
            if known { value.to_owned() } else { String::new() }
        };
        let row = ListedGame::of_result(number, game.outcome).with_players(tag);
        let plies = game.ply_count();
        let is_position = plies == 0 && row.white.is_empty() && row.black.is_empty();
        let position = if is_position { fens(&game.start).join(" ") } else { String::new() };
        let mut event = tag("Event");
        if is_position && event.is_empty() {
            event = identity(&Epd::from_game(game)).unwrap_or_default();
        }
        let dates = ["Date", "UTCDate"].map(tag);
        let date = dates.into_iter().find(|date| !date.is_empty()).unwrap_or_default();
        ListedGame { event, position, date, plies, ..row }
    }

    /// Adds the players and their ratings from the known tags; in bughouse White's team on the
    /// first board, then Black's.
    #[must_use]
    pub fn with_players(self, tag: impl Fn(&str) -> String) -> ListedGame {
        let [white, black] = ["White", "Black"].map(&tag);
        let teams = white.is_empty() && black.is_empty();
        let [white, black] = if teams {
            [["WhiteA", "BlackB"], ["BlackA", "WhiteB"]].map(|team| {
                let names = team.map(&tag).into_iter().filter(|name| !name.is_empty());
                names.collect::<Vec<_>>().join(" & ")
            })
        } else {
            [white, black]
        };
        let teams = teams && !(white.is_empty() && black.is_empty());
        let mut ratings = ["WhiteElo", "BlackElo"].map(&tag);
        for rating in ratings.iter_mut().filter(|rating| *rating == "0") {
            rating.clear();
        }
        let titles = ["WhiteTitle", "BlackTitle"].map(&tag);
        ListedGame { white, black, titles, ratings, teams, ..self }
    }

    /// Makes the row of a game whose result alone is known.
    #[must_use]
    pub fn of_result(number: u64, outcome: Outcome) -> ListedGame {
        ListedGame { number, outcome, ..ListedGame::default() }
    }

    /// Returns the result as lists show it; empty if it is not known.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        self.outcome.as_printed()
    }

    /// Names and ratings of White and Black, and the addresses of their pages, where they are known.
    pub(crate) fn players(&self) -> [(&str, &str, Option<String>); 2] {
        let [white, black] = &self.ratings;
        [(&self.white, white), (&self.black, black)].map(|(name, rating)| {
            let has_page = !name.is_empty() && !self.teams;
            (name.as_str(), rating.as_str(), has_page.then(|| player_address(name)))
        })
    }

    /// The text by which scripts sort White (0) or Black (1) where the name comes after a title.
    pub(crate) fn name_key(&self, side: usize) -> Option<&str> {
        let name = if side == 0 { &self.white } else { &self.black };
        (!self.titles[side].is_empty()).then_some(name)
    }

    /// The name of White (0) or Black (1) with the title.
    pub(crate) fn titled(&self, side: usize) -> String {
        let name = if side == 0 { &self.white } else { &self.black };
        let title = &self.titles[side];
        format!("{title}{}{name}", if title.is_empty() { "" } else { " " })
    }

    /// Returns the names of its players, or without players its event, its position or its number.
    #[must_use]
    pub fn name(&self, words: &Words) -> String {
        let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        match (self.white.is_empty() && self.black.is_empty(), self.event.is_empty()) {
            (false, _) => format!("{} – {}", name(&self.white), name(&self.black)),
            (true, false) => self.event.clone(),
            (true, true) => format!("{} {}", words.number, words.grouped(self.number)),
        }
    }

    /// Returns links to the pages of its players in a library, and to the crosstable of its event.
    #[must_use]
    pub fn links(&self) -> Vec<Link> {
        let players = self.players().map(|(name, _, href)| (name, href));
        let all = players.into_iter().chain([(self.event.as_str(), self.tournament())]);
        let link = |(text, href): (&str, Option<String>)| {
            Some(Link { href: href?, text: text.to_owned(), current: false })
        };
        all.filter_map(link).collect()
    }

    /// The address of the crosstable of the event, where it is known.
    pub(crate) fn tournament(&self) -> Option<String> {
        (!self.event.is_empty()).then(|| tournament_address(&self.event))
    }

    /// The text by which scripts sort the date.
    pub(crate) fn date_key(&self) -> String {
        date_key(&self.date)
    }

    /// Returns the event, or the position of a game without any other data.
    pub(crate) fn about(&self) -> &str {
        if self.event.is_empty() { &self.position } else { &self.event }
    }

    /// Number of moves.
    pub(crate) const fn moves(&self) -> usize {
        self.plies.div_ceil(2)
    }

    /// The unit of the number of moves.
    pub(crate) fn moves_unit<'a>(&self, words: &'a Words) -> &'a str {
        words.moves_unit(self.moves())
    }
}

/// Returns a script with the rows of all games of a list, which its pages load to look for games that
/// stand on other ones: also pages of files may load a script.
#[must_use]
pub fn rows_script(words: &Words, games: &[ListedGame]) -> String {
    let row = |game: &ListedGame| {
        let cells = [
            words.grouped(game.number),
            game.white.clone(),
            game.black.clone(),
            game.result().to_owned(),
            game.about().to_owned(),
            words.date_of(&game.date),
            game.moves().to_string(),
        ];
        let unit = game.moves_unit(words).to_owned();
        (game.href.clone(), cells, game.titles.clone(), game.ratings.clone(), game.date_key(), unit)
    };
    let rows: Vec<_> = games.iter().map(row).collect();
    let rows = json_for_html(&rows);
    format!("document.dispatchEvent(new CustomEvent(\"partie:games\",{{detail:{rows}}}));\n")
}

/// Returns a text by which scripts sort a date of a record.
pub(crate) fn date_key(written: &str) -> String {
    written.parse().map_or_else(|_| written.to_owned(), Date::iso)
}

/// Returns the address of the page of a player of a library.
#[must_use]
pub fn player_address(name: &str) -> String {
    format!("/players?name={}", encoded(name))
}

/// Returns the address of the crosstable of an event of a library.
#[must_use]
pub fn tournament_address(event: &str) -> String {
    format!("/tournaments?event={}", encoded(event))
}

/// Returns the address of a part of the list of players or tournaments of a library, pages from 1; `list` is
/// `players` or `tournaments`.
#[must_use]
pub fn names_address(list: &str, part: &str, page: u64) -> String {
    format!("/{list}?part={}&page={page}", encoded(part))
}

/// Conditions of a search for games; empty fields admit all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Search {
    /// A player, in any spelling.
    pub player: String,
    /// Code or name of an opening.
    pub opening: String,
    /// A part of the event, or in quotes all of it.
    pub event: String,
    /// The first date.
    pub since: String,
    /// The last date.
    pub until: String,
    /// A result, as in PGN.
    pub result: String,
    /// A class of time controls, or a time control.
    pub time: String,
    /// A rating, or a range that has the rating of at least one player: `2400..2499`.
    pub rating: String,
    /// A number of moves, or a range: `..25`.
    pub moves: String,
    /// A part of the cause of the end, or in quotes all of it.
    pub termination: String,
    /// A variant.
    pub variant: String,
    /// The name of a saved search, whose conditions are met as well.
    pub saved: String,
}

/// Columns by which lists of a library are sorted, as its orders name them.
pub const SORTED: [&str; 6] = ["white", "black", "result", "event", "date", "plies"];

/// Results to search for, as in PGN and as displayed.
pub(crate) const RESULTS: [(&str, &str); 4] =
    [("1-0", "1–0"), ("1/2-1/2", "½–½"), ("0-1", "0–1"), ("*", "*")];

impl Search {
    /// Returns true if all games are looked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Search::default()
    }

    /// Returns true if there is a condition that few searches have.
    pub(crate) fn is_special(&self) -> bool {
        [&self.rating, &self.moves, &self.termination, &self.variant]
            .iter()
            .any(|condition| !condition.is_empty())
    }

    /// Returns the query of an address: `player=...&event=...`.
    #[must_use]
    pub fn query(&self) -> String {
        let Search { player, opening, event, since, until, result, time, .. } = self;
        let fields: [(&str, &str); 12] = [
            ("player", player),
            ("opening", opening),
            ("event", event),
            ("since", since),
            ("until", until),
            ("result", result),
            ("time", time),
            ("rating", &self.rating),
            ("moves", &self.moves),
            ("termination", &self.termination),
            ("variant", &self.variant),
            ("saved", &self.saved),
        ];
        pairs_of_address(&fields)
    }

    /// Returns the address of the list of these games, sorted by a column, without the first
    /// `skip`.
    #[must_use]
    pub fn sorted_address(&self, sort: &str, skip: usize) -> String {
        let skip = if skip > 0 { skip.to_string() } else { String::new() };
        let order = pairs_of_address(&[("sort", sort), ("skip", &skip)]);
        let parts = [self.query(), order];
        let parts: Vec<_> = parts.iter().filter(|part| !part.is_empty()).map(|p| &**p).collect();
        let query = parts.join("&");
        if query.is_empty() { "/games".to_owned() } else { format!("/games?{query}") }
    }
}

/// Writes the fields that are not empty as an address has them: `player=...&event=...`.
pub(crate) fn pairs_of_address(fields: &[(&str, &str)]) -> String {
    let given = fields.iter().filter(|(_, value)| !value.is_empty());
    let pairs: Vec<_> = given.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    pairs.join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_for_scripts() {
        let game = ListedGame {
            href: "games/7.html".to_owned(),
            number: 7,
            white: "</script>\u{202e}Ł".to_owned(),
            titles: ["WGM".to_owned(), String::new()],
            ratings: ["2350".to_owned(), String::new()],
            event: "Open".to_owned(),
            date: "2024.03.09".to_owned(),
            plies: 5,
            ..ListedGame::default()
        };
        assert_eq!(
            rows_script(Words::of("de"), &[game]),
            "document.dispatchEvent(new CustomEvent(\"partie:games\",{detail:[[\"games/7.html\",\
             [\"7\",\"\\u003c/script>Ł\",\"\",\"\",\"Open\",\"9. März 2024\",\"3\"],\
             [\"WGM\",\"\"],[\"2350\",\"\"],\"2024-03-09\",\"Züge\"]]}));\n"
        );
    }

    #[test]
    fn a_game_has_a_name_without_players_too() {
        let row = |[white, black, event]: [&str; 3]| {
            let [white, black, event] = [white, black, event].map(str::to_owned);
            ListedGame { number: 1234, white, black, event, ..ListedGame::default() }
        };
        for (names, expected) in [
            (["Anna", "Boris", "Open"], "Anna – Boris"),
            (["", "Boris", "Open"], "? – Boris"),
            (["", "", "BK.01"], "BK.01"),
            (["", "", ""], "Nr. 1.234"),
        ] {
            assert_eq!(row(names).name(Words::of("de")), expected);
        }
    }

    #[test]
    fn teams_of_bughouse_are_listed_together() {
        let row = |tags: &'static [(&str, &str)]| {
            ListedGame::default().with_players(|name| {
                let known = tags.iter().find(|(known, _)| *known == name);
                known.map_or(String::new(), |(_, value)| (*value).to_owned())
            })
        };
        let four = row(&[("WhiteA", "Adam"), ("BlackA", "Bo"), ("WhiteB", "Cy"), ("BlackB", "Di")]);
        assert_eq!([&four.white, &four.black], ["Adam & Di", "Bo & Cy"]);
        assert_eq!(four.players(), [("Adam & Di", "", None), ("Bo & Cy", "", None)]);
        let two =
            row(&[("White", "Adam"), ("WhiteElo", "2350"), ("BlackElo", "0"), ("WhiteA", "x")]);
        let adam = Some("/players?name=Adam".to_owned());
        assert_eq!(two.players(), [("Adam", "2350", adam), ("", "", None)]);
        assert_eq!(row(&[]).players(), [("", "", None), ("", "", None)]);
    }
}
