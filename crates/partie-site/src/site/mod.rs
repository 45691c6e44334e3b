//! Games as a web site that needs no server.
//!
//! [`tables`] makes the pages of players and tournaments, [`feed`] the list of games for news readers.

mod feed;
mod tables;

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashSet},
};

use partie_core::{Boards, Game, Variant};
use partie_db::{
    query::Subject,
    tournament::{EventGame, Tournament},
};
use partie_page::{
    BoardRequest, File, Link, ListedGame, MoveLinks, PackedGame, Preview, Shell, Words, assets,
    packed_words_script,
    pages::{self, GamePage, GamesPage},
    rows_script,
};
use partie_render::{DiagramStyle, Frame, Pixels, RenderError, draw};

/// Number of games in a list.
const ROWS: usize = 1000;
/// The script with the rows of all parts of a list.
const ALL_ROWS: &str = "games.js";
/// The picture that others show with links to the site, and its width in pixels.
const PREVIEW: &str = "assets/preview.png";
const PREVIEW_WIDTH: u32 = 480;

/// Writes a file of a site, given by its path in the folder of the site.
type Write<'a, E> = &'a dyn Fn(&str, &[u8]) -> Result<(), E>;

/// A site that is being written. Pages lead to crosstables and to other games, so all games are
/// [listed](Site::list) before the first page is [added](Site::add).
pub struct Site<'a, E> {
    write: Write<'a, E>,
    words: &'static Words,
    /// The title; empty for the title of the only event.
    name: String,
    /// Address of the site, with a slash at its end.
    url: Option<String>,
    games: Vec<ListedGame>,
    events: Vec<EventGame>,
    /// Tournaments with the numbers of their games.
    tournaments: Vec<(Tournament, Vec<u64>)>,
    /// Number of games of each player.
    players: BTreeMap<String, usize>,
    /// Addresses of the crosstables of games, by the numbers of these.
    crosstables: BTreeMap<u64, String>,
    /// Number of games that were written.
    written: usize,
    /// Names of the pictures that were written.
    pictures: HashSet<String>,
}

impl<'a, E: From<RenderError>> Site<'a, E> {
    /// Begins a site in the language of words, with a title and the address at which it will be, where they are
    /// known. A function writes its files.
    pub fn new(
        words: &'static Words,
        title: Option<&str>,
        url: Option<&str>,
        write: Write<'a, E>,
    ) -> Site<'a, E> {
        Site {
            write,
            words,
            name: title.unwrap_or_default().to_owned(),
            url: url.map(|url| url.trim_end_matches('/').to_owned() + "/"),
            games: Vec::new(),
            events: Vec::new(),
            tournaments: Vec::new(),
            players: BTreeMap::new(),
            crosstables: BTreeMap::new(),
            written: 0,
            pictures: HashSet::new(),
        }
    }

    /// Lists a game.
    pub fn list(&mut self, game: &impl Subject) {
        let number = self.games.len() as u64 + 1;
        let mut event = EventGame::of(game);
        event.number = number;
        self.events.push(event);
        let href = format!("games/{number}.html");
        self.games.push(ListedGame { href, ..ListedGame::of(number, game.game()) });
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// Finds out about players and tournaments, as soon as all games are listed.
    fn gather(&mut self) {
        self.players = tables::counted(&self.games);
        self.tournaments = tables::tournaments(std::mem::take(&mut self.events));
        if self.name.is_empty()
            && let [(only, _)] = &self.tournaments[..]
        {
            self.name.clone_from(&only.event);
        }
        for (index, (_, numbers)) in self.tournaments.iter().enumerate() {
            let address = tables::tournament_address(index);
            self.crosstables.extend(numbers.iter().map(|number| (*number, address.clone())));
        }
    }

    /// Writes the page of the next game, in the order in which they were listed. Returns false if there are no more.
    ///
    /// # Errors
    ///
    /// That of the function that writes files.
    pub fn add(&mut self, game: &Game) -> Result<bool, E> {
        if self.written == 0 {
            self.gather();
        }
        let is_listed = self.written < self.games.len();
        if is_listed {
            self.game(self.written, game)?;
            self.written += 1;
        }
        Ok(is_listed)
    }

    /// The shell of a page; `root` leads from it to the first one.
    fn shell(&self, root: &str, current: &str) -> Shell {
        let name = if self.name.is_empty() { "Partie" } else { &self.name };
        let mut shell = Shell::of_files(self.words, name, root);
        let links = [
            ("index.html", &self.words.games, true),
            ("tournaments.html", &self.words.tournaments, !self.crosstables.is_empty()),
            ("players.html", &self.words.players, !self.players.is_empty()),
        ];
        for (href, text, _) in links.into_iter().filter(|(_, _, has_rows)| *has_rows) {
            let current = href == current;
            shell.nav.push(Link { href: href.to_owned(), text: text.clone(), current });
        }
        shell
    }

    /// Returns what others show of a page, given its address.
    fn preview(&self, title: String, description: String, href: &str) -> Preview {
        let whole = |path: &str| self.url.as_ref().map(|url| format!("{url}{path}"));
        Preview { title, description, url: whole(href), image: whole(PREVIEW) }
    }

    /// Writes the page of a game, given its index.
    fn game(&mut self, index: usize, game: &Game) -> Result<(), E> {
        let link = |row: &ListedGame| Link {
            href: format!("{}.html", row.number),
            text: row.name(self.words),
            current: false,
        };
        let before = index.checked_sub(1).and_then(|before| self.games.get(before)).map(link);
        let after = self.games.get(index + 1).map(link);
        let mut shell = self.shell("../", "");
        let row = &self.games[index];
        let title = format!("{} {}", row.name(self.words), row.result());
        let facts = [&*row.event, &self.words.date_of(&row.date)];
        let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        shell.preview =
            Some(self.preview(title.trim_end().to_owned(), facts.join(", "), &row.href));
        let pictures = RefCell::new(BTreeMap::new());
        let picture = |board: &_, flipped| {
            let request = BoardRequest::of(board, flipped);
            let name = request.file_name();
            let address = format!("../pictures/{name}");
            pictures.borrow_mut().insert(name, request);
            address
        };
        let row = &self.games[index];
        // A packed game has itself as a file.
        let packed = PackedGame::of(game, shell.letters());
        let mut file_name = None;
        if packed.is_none() {
            let file = File::of_game(game);
            let ending = file.name.rsplit_once('.').map_or("pgn", |(_, ending)| ending);
            let name = format!("{}.{ending}", row.number);
            (self.write)(&format!("games/{name}"), &file.content)?;
            file_name = Some(name);
        }
        let players = [&row.white, &row.black].map(|name| {
            let has_page = self.players.get(name).is_some_and(|games| *games > 1);
            has_page.then(|| (format!("../{}", tables::player_address(name)), name))
        });
        let event = self.crosstables.get(&row.number);
        let event = event.map(|address| (format!("../{address}"), &row.event));
        let about = players.into_iter().chain([event]).flatten();
        let about =
            about.map(|(href, text)| Link { href, text: text.clone(), current: false }).collect();
        let page = GamePage {
            game,
            node: 0,
            links: MoveLinks::Fragment,
            before: before.as_ref(),
            after: after.as_ref(),
            explorer: false,
            file: file_name,
            about,
            is_flipped: false,
            packed,
        };
        let text = pages::game(&shell, &page, &picture);
        for (name, request) in pictures.into_inner() {
            let path = format!("pictures/{name}");
            if self.pictures.insert(name) {
                (self.write)(&path, request.svg().unwrap_or_default().as_bytes())?;
            }
        }
        (self.write)(&self.games[index].href, text.as_bytes())
    }

    /// Writes what all games are needed for. Returns false if there is no feed, because no game has a date.
    ///
    /// # Errors
    ///
    /// That of the function that writes files.
    pub fn finish(self) -> Result<bool, E> {
        tables::write(&self, &self.tournaments)?;
        self.lists()?;
        let url = self.url.as_ref();
        let feed = url.map(|url| feed::feed(&self.name, url, &self.games));
        if let Some(Some(feed)) = &feed {
            (self.write)("feed.xml", feed.as_bytes())?;
        }
        let assets = assets::OF_SITES.into_iter().filter_map(assets::named);
        let assets = assets.map(|asset| (asset.name.to_owned(), asset.content));
        for (name, content) in assets.chain(self.words.scripts()) {
            (self.write)(&format!("assets/{name}"), content)?;
        }
        if self.url.is_some() {
            let start = Frame::of_boards(&Boards::start(Variant::Standard));
            let scene = draw(&start, DiagramStyle::default());
            let picture = Pixels::paint(&scene, PREVIEW_WIDTH)?.png(scene.title())?;
            (self.write)(PREVIEW, &picture)?;
        }
        let packed = packed_words_script(self.words);
        (self.write)("assets/packed.js", packed.as_bytes())?;
        Ok(feed != Some(None))
    }

    /// Writes the lists of games; the first list is the first page.
    fn lists(&self) -> Result<(), E> {
        let parts: Vec<&[ListedGame]> = self.games.chunks(ROWS).collect();
        let name = |part: usize| match part {
            0 => "index.html".to_owned(),
            part => format!("games-{}.html", part + 1),
        };
        let title = if self.name.is_empty() { &self.words.games } else { &self.name };
        let all_rows = (parts.len() > 1).then_some(ALL_ROWS);
        if let Some(name) = all_rows {
            (self.write)(name, rows_script(self.words, &self.games).as_bytes())?;
        }
        for (at, rows) in parts.iter().enumerate() {
            let links = (0..parts.len()).map(|part| Link {
                href: name(part),
                text: (part + 1).to_string(),
                current: part == at,
            });
            let links: Vec<_> = links.collect();
            let mut shell = self.shell("./", "index.html");
            let facts =
                self.words.labelled(&self.words.games, self.words.grouped(self.games.len() as u64));
            shell.preview = Some(self.preview(title.clone(), facts, &name(at)));
            let list = GamesPage {
                title,
                games: Some(self.games.len() as u64),
                rows,
                pages: &links,
                next: (at + 1 < parts.len()).then(|| name(at + 1)),
                all_rows,
                ..GamesPage::default()
            };
            let page = pages::games(&shell, &list);
            (self.write)(&name(at), page.as_bytes())?;
        }
        Ok(())
    }
}
