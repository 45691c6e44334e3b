//! Lists of players: FIDE's rating list and Scid's spelling file.
//!
//! ```
//! use partie_db::name_matching::PlayerList;
//!
//! let list = "<playerslist><player><fideid>7</fideid><name>Adler, Ida</name><title>IM</title>\
//!             <birthday>1990</birthday></player></playerslist>";
//! let list = PlayerList::parse(list, "players.xml").expect("a list");
//! let found = list.find("Adler, I.", None, "2015.03.01".parse().ok()).expect("the only one");
//! assert_eq!((&*found.name, found.fide_id), ("Adler, Ida", Some(7)));
//! ```

mod fide;
mod player;
mod scid;

use std::collections::HashMap;

use super::player_name::{PlayerName, Reading};
use crate::query::{Date, words};

pub use player::ListedPlayer;
use player::Month;

/// Players of a list, found by their names.
#[derive(Clone, Debug, Default)]
pub struct PlayerList {
    players: Vec<ListedPlayer>,
    ids: HashMap<u32, usize>,
    /// Players by the words of their names and other spellings.
    spellings: HashMap<String, Vec<usize>>,
    /// Players by their family names.
    families: HashMap<String, Vec<usize>>,
    /// The month of the list, if it is of one.
    month: Option<Month>,
    /// True for a list of FIDE without its month.
    is_undated: bool,
    /// True for XML without its end.
    is_cut: bool,
}

impl PlayerList {
    /// Reads a list: FIDE's as XML or as text, or Scid's spelling file. The file's name may give
    /// the list's month (`standard_nov24frl_xml.xml`). `None` for any other text.
    #[must_use]
    pub fn parse(text: &str, file: &str) -> Option<PlayerList> {
        let text = text.trim_start_matches('\u{feff}');
        // Folders may have names of months, too.
        let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let mut list = PlayerList::default();
        if text.contains("<playerslist") || text.contains("<player>") {
            list.month = fide::month_of(file);
            list.is_undated = list.month.is_none();
            list.is_cut = text.contains("<playerslist") && !text.contains("</playerslist>");
            fide::xml(text, list.month).for_each(|player| list.add(player, &[]));
        } else if let Some(header) = fide::Header::of(text) {
            list.month = header.month.or_else(|| fide::month_of(file));
            list.is_undated = list.month.is_none();
            fide::table(text, &header, list.month).for_each(|player| list.add(player, &[]));
        } else if text.lines().any(|line| line.trim_end().starts_with("@PLAYER")) {
            scid::parse(text, |player, other| list.add(player, other));
        }
        (!list.players.is_empty()).then_some(list)
    }

    /// Returns the number of players.
    #[must_use]
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Returns true if there are no players.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Returns true for a list of FIDE that does not say its month: it has no titles and no ratings of a
    /// date.
    #[must_use]
    pub fn is_undated(&self) -> bool {
        self.is_undated
    }

    /// Returns true if the list is incomplete: XML without its last tag.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns true if the list knows the titles on a date: a FIDE list from its month on, and
    /// Scid's file, which has titles for life, on any date.
    #[must_use]
    pub fn has_titles_of(&self, date: Option<Date>) -> bool {
        let Some(month) = self.month else { return !self.is_undated };
        date.is_some_and(|date| date.month() > 0 && month <= (date.year(), date.month()))
    }

    /// Returns the player of an id, or of a name on a date; `None` where several fit. Given names may
    /// be initials, or missing a part, if only one player fits.
    #[must_use]
    pub fn find(&self, name: &str, id: Option<u32>, date: Option<Date>) -> Option<&ListedPlayer> {
        if let Some(at) = id.and_then(|id| self.ids.get(&id)) {
            return Some(&self.players[*at]);
        }
        // A player of another id is another one.
        self.of_name(name, date).filter(|player| id.is_none() || player.fide_id.is_none())
    }

    fn of_name(&self, name: &str, date: Option<Date>) -> Option<&ListedPlayer> {
        let exact = self.spellings.get(&words_of(name));
        if let Some(found) = exact {
            return self.only(found.iter().copied(), date);
        }
        let name = PlayerName::parse(name).filter(|name| !name.is_bare())?;
        let mut fitting: Vec<usize> = Vec::new();
        for reading in &name.readings {
            let same_family = self.families.get(&reading.family).into_iter().flatten();
            fitting.extend(same_family.copied().filter(|at| {
                let listed = PlayerName::parse(&self.players[*at].name);
                listed.is_some_and(|listed| {
                    listed.generation == name.generation
                        && listed.readings.iter().any(|other| fits(reading, other))
                })
            }));
        }
        fitting.sort_unstable();
        fitting.dedup();
        self.only(fitting.into_iter(), date)
    }

    /// Returns the only player of some who may have played on a date.
    fn only(
        &self,
        found: impl Iterator<Item = usize>,
        date: Option<Date>,
    ) -> Option<&ListedPlayer> {
        let mut alive = found.map(|at| &self.players[at]).filter(|p| p.may_have_played(date));
        alive.next().filter(|_| alive.next().is_none())
    }

    fn add(&mut self, player: ListedPlayer, aliases: &[String]) {
        let at = self.players.len();
        for spelling in [&player.name].into_iter().chain(aliases) {
            let players = self.spellings.entry(words_of(spelling)).or_default();
            if players.last() != Some(&at) {
                players.push(at);
            }
        }
        let name = PlayerName::parse(&player.name);
        for reading in name.iter().flat_map(|name| &name.readings) {
            self.families.entry(reading.family.clone()).or_default().push(at);
        }
        if let Some(id) = player.fide_id {
            self.ids.insert(id, at);
        }
        self.players.push(player);
    }
}

/// Returns the words of a name, whose order counts where a comma parts them.
fn words_of(name: &str) -> String {
    words(name).join(" ")
}

/// Returns true if each given name equals a listed player's given name or is its beginning.
fn fits(reading: &Reading, listed: &Reading) -> bool {
    reading.family == listed.family
        && !reading.given.is_empty()
        && reading.given.len() <= listed.given.len()
        && reading.given.iter().zip(&listed.given).all(|(short, full)| {
            short.word == full.word || short.is_short() && full.word.starts_with(&short.word)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
ID Number      Name                                Fed Sex Tit  WTit OTit  FOA NOV24 Gms K  B-day Flag
100            Adler, Ida                          CZE F   IM   WIM            2410  5   10 1990  w
101            Adler, Ivan                         CZE M                       1900  0   20 1950
102            Brandt, Carl                        GER M   GM                  2600  9   10 1985
";

    fn date(text: &str) -> Option<Date> {
        text.parse().ok()
    }

    fn found<'a>(list: &'a PlayerList, name: &str, on: &str) -> Option<&'a str> {
        list.find(name, None, date(on)).map(|player| &*player.name)
    }

    #[test]
    fn the_text_of_fide() {
        let list = PlayerList::parse(TEXT, "players.txt").expect("a list");
        assert_eq!(list.len(), 3);
        let ida = list.find("Adler, Ida", None, None).expect("the name");
        assert_eq!(
            (ida.fide_id, ida.title.as_deref(), ida.born),
            (Some(100), Some("IM"), Some(1990))
        );
        let rating = |on: &str| ida.rating(date(on).expect(on));
        assert_eq!(
            [rating("2024.11.30"), rating("2024.12.01"), rating("2024")],
            [Some(2410), None, None]
        );
        // Two begin with I; one of them was not yet born.
        assert_eq!(found(&list, "Adler, I", "2020.01.01"), None);
        assert_eq!(found(&list, "Adler, I", "1980.01.01"), Some("Adler, Ivan"));
        assert_eq!(found(&list, "Adler, Iv.", "2020.01.01"), Some("Adler, Ivan"));
        assert_eq!(found(&list, "C. Brandt", "2020.01.01"), Some("Brandt, Carl"));
        assert_eq!(found(&list, "Brandt", "2020.01.01"), None);
        assert_eq!(found(&list, "Brandt, Karl", "2020.01.01"), None);
        assert_eq!(list.find("anyone", Some(102), None).map(|p| &*p.name), Some("Brandt, Carl"));
        assert!(list.has_titles_of(date("2024.11.01")) && !list.has_titles_of(date("2024.10.31")));
    }

    #[test]
    fn an_older_text_of_fide() {
        let text = "\
ID_NUMBER NAME                            TITL FED  JUL11 GAMES BORN FLAG
   100    Adler, Ida                      wm   CZE   2410    5  1990
   101    Brandt, Carl                    g    GER   2600    9  1985
   102    Cizek, Jan                           CZE   2000    9  1985
";
        for text in [text.to_owned(), text.replace("TITL FED ", "TITLFED  ")] {
            let list = PlayerList::parse(&text, "players.txt").expect("a list");
            let titles = ["Adler, Ida", "Brandt, Carl", "Cizek, Jan"]
                .map(|name| list.find(name, None, None).expect(name).title.as_deref());
            assert_eq!(titles, [Some("WIM"), Some("GM"), None], "{text}");
        }
    }

    #[test]
    fn the_xml_of_fide() {
        let xml = "<?xml version=\"1.0\"?>\n<playerslist>\n<player>\n<fideid>5</fideid>\n\
            <name>O&apos;Neil, Ann</name>\n<country>IRL</country>\n<sex>F</sex>\n<title></title>\n\
            <w_title>WFM</w_title>\n<rating>2001</rating>\n<birthday>1999</birthday>\n\
            <flag>wi</flag>\n</player>\n</playerslist>\n";
        let list = PlayerList::parse(xml, "standard_jan23frl_xml.xml").expect("a list");
        let ann = list.find("ONeil, A", None, date("2023.01.09")).expect("the only one");
        assert_eq!((&*ann.name, ann.title.as_deref()), ("O'Neil, Ann", Some("WFM")));
        assert_eq!(ann.rating(date("2023.01.09").expect("a date")), Some(2001));
        // Without a month there are no ratings and titles; a folder's month does not count.
        let list = PlayerList::parse(xml, "sep19/players.xml").expect("a list");
        assert!(list.players[0].ratings.is_empty());
        assert!(list.is_undated() && !list.has_titles_of(date("2023.01.09")));
    }

    #[test]
    fn the_spelling_file_of_scid() {
        let text = "\
# Names
@PLAYER \" .-'\"
Adler, Ida                 #wim CZE [2410] 1890.01.02--1950.03.04
= Adlerova, Ida
%Elo 1990:2400,2410 2012:2405
%Bio FIDEID 100
Brandt, Carl               #gm GER [2600] 1920
@SITE
Praha
= Prag
";
        let list = PlayerList::parse(text, "spelling.ssp").expect("a list");
        assert_eq!(list.len(), 2);
        assert_eq!(found(&list, "Adlerova, Ida", "1920.01.01"), Some("Adler, Ida"));
        assert_eq!(found(&list, "Adler, I.", "1960.01.01"), None);
        let ida = list.find("x", Some(100), None).expect("the id");
        assert_eq!(
            (ida.born, ida.died, ida.title.as_deref()),
            (Some(1890), Some(1950), Some("WIM"))
        );
        let rating = |on: &str| ida.rating(date(on).expect(on));
        assert_eq!(
            [rating("1990.06.01"), rating("1990.07.01"), rating("1991.01.01")],
            [Some(2400), Some(2410), None]
        );
        assert_eq!([rating("2012.02.01"), rating("2012.03.01")], [Some(2405), None]);
        // An id that is not listed does not hide a player without one.
        assert_eq!(
            list.find("Brandt, Carl", Some(7), None).map(|p| &*p.name),
            Some("Brandt, Carl")
        );
        assert_eq!(list.find("Adler, Ida", Some(7), None), None);
        assert!(PlayerList::parse("[Event \"x\"]\n\n*", "a.pgn").is_none());
    }
}
