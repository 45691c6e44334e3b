//! `partie site build`: games as a web site that needs no server.
//!
//! [`folder`] puts the files where they belong, [`tables`] makes the pages of players and
//! tournaments, [`feed`] the list of games for news readers.

mod feed;
mod folder;
mod tables;

use std::{collections::BTreeMap, ops::ControlFlow};

use anyhow::Context as _;
use partie_core::{Boards, Game, Variant};
use partie_db::{
    query::Subject as _,
    tournament::{EventGame, Tournament},
};
use partie_page::{
    BoardRequest, File, Link, ListedGame, MoveLinks, PackedGame, Preview, Shell, Words, assets,
    packed_words_script,
    pages::{self, GamePage, GamesPage},
    rows_script,
};
use partie_render::{DiagramStyle, Frame, Pixels, draw};

use super::languages;
use crate::{
    args::{SiteArguments, SiteBuildArguments, SiteCommand},
    commands::{games::Games, note},
    exit::Exit,
    report::count,
};
use folder::Folder;

/// Number of games in a list.
const ROWS: usize = 1000;
/// The script with the rows of all parts of a list.
const ALL_ROWS: &str = "games.js";
/// The picture that others show with links to the site, and its width in pixels.
const PREVIEW: &str = "assets/preview.png";
const PREVIEW_WIDTH: u32 = 480;

pub(super) fn run(arguments: &SiteArguments) -> anyhow::Result<Exit> {
    match &arguments.command {
        SiteCommand::Build(arguments) => build(arguments),
    }
}

fn build(arguments: &SiteBuildArguments) -> anyhow::Result<Exit> {
    let languages = languages::read(&arguments.added)?;
    let words = languages.get(&arguments.language).with_context(|| {
        let known: Vec<_> = languages.iter().map(|words| words.code.as_str()).collect();
        let known = known.join(", ");
        format!("no pages in `{}`; choose one of {known}, or add --languages", arguments.language)
    })?;
    let mut site = Site {
        folder: Folder::create(&arguments.output, arguments.force)?,
        words,
        name: arguments.title.clone().unwrap_or_default(),
        url: arguments.url.as_ref().map(|url| url.trim_end_matches('/').to_owned() + "/"),
        games: Vec::new(),
        players: BTreeMap::new(),
        crosstables: BTreeMap::new(),
    };
    let entries = Games::new(&arguments.collection)?;
    // Pages link to crosstables and to other games, so they are written when all games are known. A
    // pipe cannot be read twice.
    let mut kept = entries.is_live().then(Vec::new);
    let mut events = Vec::new();
    let seen = entries.each(|entry| {
        let number = site.games.len() as u64 + 1;
        let mut event = EventGame::of(&entry);
        event.number = number;
        events.push(event);
        let mut row = ListedGame::of(number, entry.game());
        row.href = format!("games/{number}.html");
        site.games.push(row);
        if let Some(kept) = &mut kept {
            kept.push(entry.game().clone());
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if site.games.is_empty() {
        note("no games; no site was written");
        return Ok(seen.exit(true));
    }
    site.players = tables::counted(&site.games);
    let tournaments = tables::tournaments(events);
    if site.name.is_empty()
        && let [(only, _)] = &tournaments[..]
    {
        site.name.clone_from(&only.event);
    }
    for (index, (_, numbers)) in tournaments.iter().enumerate() {
        let address = tables::tournament_address(index);
        site.crosstables.extend(numbers.iter().map(|number| (*number, address.clone())));
    }
    if let Some(games) = kept {
        games.iter().enumerate().try_for_each(|(at, game)| site.game(at, game))?;
    } else {
        let mut indices = 0..site.games.len();
        entries.silently().each(|entry| {
            let Some(index) = indices.next() else { return Ok(ControlFlow::Break(())) };
            site.game(index, entry.game())?;
            Ok(ControlFlow::Continue(()))
        })?;
    }
    site.finish(&tournaments)?;
    let output = &arguments.output;
    let index = output.join("index.html");
    note(format_args!(
        "{} written; open {}",
        count(site.games.len() as u64, "game"),
        index.display()
    ));
    site.folder.put_in_place().with_context(|| output.display().to_string())?;
    Ok(seen.exit(false))
}

/// A site that is being written.
struct Site {
    folder: Folder,
    words: &'static Words,
    /// The title; empty for the title of the only event.
    name: String,
    /// Address of the site, with a slash at its end.
    url: Option<String>,
    games: Vec<ListedGame>,
    /// Number of games of each player.
    players: BTreeMap<String, usize>,
    /// Addresses of the crosstables of games, by the numbers of these.
    crosstables: BTreeMap<u64, String>,
}

impl Site {
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
    fn game(&mut self, index: usize, game: &Game) -> anyhow::Result<()> {
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
        let pictures = std::cell::RefCell::new(BTreeMap::new());
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
            self.folder.write(&format!("games/{name}"), &file.content)?;
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
            self.folder.once(&format!("pictures/{name}"), || request.svg().unwrap_or_default())?;
        }
        self.folder.write(&self.games[index].href, text.as_bytes())
    }

    /// Writes what all games are needed for.
    fn finish(&self, tournaments: &[(Tournament, Vec<u64>)]) -> anyhow::Result<()> {
        tables::write(self, tournaments)?;
        self.lists()?;
        if let Some(url) = &self.url {
            match feed::feed(&self.name, url, &self.games) {
                Some(feed) => self.folder.write("feed.xml", feed.as_bytes())?,
                None => note("no feed was written: no game has a date"),
            }
        }
        let assets = assets::OF_SITES.into_iter().filter_map(assets::named);
        let assets = assets.map(|asset| (asset.name.to_owned(), asset.content));
        for (name, content) in assets.chain(self.words.scripts()) {
            self.folder.write(&format!("assets/{name}"), content)?;
        }
        if self.url.is_some() {
            let start = Frame::of_boards(&Boards::start(Variant::Standard));
            let scene = draw(&start, DiagramStyle::default());
            let picture = Pixels::paint(&scene, PREVIEW_WIDTH)?.png(scene.title())?;
            self.folder.write(PREVIEW, &picture)?;
        }
        let packed = packed_words_script(self.words);
        self.folder.write("assets/packed.js", packed.as_bytes())?;
        Ok(())
    }

    /// Writes the lists of games; the first list is the first page.
    fn lists(&self) -> anyhow::Result<()> {
        let parts: Vec<&[ListedGame]> = self.games.chunks(ROWS).collect();
        let name = |part: usize| match part {
            0 => "index.html".to_owned(),
            part => format!("games-{}.html", part + 1),
        };
        let title = if self.name.is_empty() { &self.words.games } else { &self.name };
        let all_rows = (parts.len() > 1).then_some(ALL_ROWS);
        if let Some(name) = all_rows {
            self.folder.write(name, rows_script(self.words, &self.games).as_bytes())?;
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
            self.folder.write(&name(at), page.as_bytes())?;
        }
        Ok(())
    }
}
