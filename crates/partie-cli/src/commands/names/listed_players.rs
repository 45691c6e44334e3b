//! `partie names --players`: a list's data about the players.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::Path,
};

use anyhow::{Context as _, bail};
use partie_db::{
    name_matching::{Field, ListedPlayer, PlayerList},
    query::{Date, Subject},
};

use super::{Retagged, retagged};
use crate::{
    args::NamesArguments,
    exit::Exit,
    report::{count, grouped},
};

/// Players of a list by a name, an id and a year that were looked up before.
type FoundPlayers<'a> = HashMap<(String, Option<u32>, Option<u16>), Option<&'a ListedPlayer>>;

/// Fills in a list's data about the players, and writes all games.
pub(super) fn fill(arguments: &NamesArguments, path: &Path) -> anyhow::Result<Exit> {
    let list = read(path)?;
    let (mut found, mut missing) = (BTreeSet::new(), BTreeSet::new());
    let mut players = FoundPlayers::new();
    let Retagged { seen, changed, complete, messages } = retagged(&arguments.copying, |game| {
        let mut changes = Vec::new();
        for tag in Field::Player.tags() {
            let Some(name) = game.known(tag) else { continue };
            let player = player((&list, &mut players), game, tag, arguments.keep_old);
            let names = if player.is_some() { &mut found } else { &mut missing };
            names.insert(name.to_owned());
            changes.extend(player.into_iter().flatten());
        }
        changes
    })?;
    messages.note(&format!(
        "{} of {} found among {}; {} of {} filled in",
        grouped(found.len() as u64),
        count(found.union(&missing).count() as u64, "name"),
        count(list.len() as u64, "player"),
        grouped(changed),
        count(seen.games, "game"),
    ));
    if list.is_undated() {
        messages.missing(
            "no titles or ratings filled in: the list does not say its month; name the file as FIDE \
             names lists of one month, such as standard_jan24frl_xml.xml",
        );
    }
    if list.is_cut() {
        messages.missing(&format!(
            "{}: the list is incomplete: `</playerslist>` is missing",
            path.display()
        ));
    }
    Ok(seen.exit(seen.games == 0 || !complete || list.is_cut()))
}

/// Reads a list. FIDE's has no letters beyond Latin-1 in any of its encodings.
fn read(path: &Path) -> anyhow::Result<PlayerList> {
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| name.clone())?;
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
    match PlayerList::parse(&text, &name) {
        Some(list) => Ok(list),
        None => bail!(
            "{name}: no list of players; expected FIDE's rating list as XML or text, or Scid's spelling file"
        ),
    }
}

/// Returns the values of tags of a player, none if the game says all that is known; `None` if the list
/// does not have the player.
fn player<'a>(
    (list, found): (&'a PlayerList, &mut FoundPlayers<'a>),
    game: &impl Subject,
    tag: &str,
    keep_old: bool,
) -> Option<Vec<(String, String)>> {
    let known = |what: &str| game.known(&format!("{tag}{what}"));
    let (name, date) = (game.known(tag)?, game.date());
    let id = known("FideId").and_then(|id| id.parse().ok()).filter(|id| *id > 0);
    let key = (name.to_owned(), id, date.map(Date::year));
    let player = (*found.entry(key).or_insert_with(|| list.find(name, id, date)))?;
    let mut more = Vec::new();
    let mut fill = |what: &str, value: Option<String>| {
        // Many programs write 0 for an unknown value.
        if known(what).is_none_or(|known| known == "0") {
            more.extend(value.map(|value| (format!("{tag}{what}"), value)));
        }
    };
    fill("FideId", player.fide_id.map(|id| id.to_string()));
    fill("Title", player.title.clone().filter(|_| list.has_titles_of(date)));
    fill("Elo", date.and_then(|date| player.rating(date)).map(|rating| rating.to_string()));
    let is_other = name != player.name;
    if is_other && keep_old {
        more.push((format!("{tag}Spelling"), name.to_owned()));
    }
    if is_other || !more.is_empty() {
        // New tags stand after the name.
        more.insert(0, (tag.to_owned(), player.name.clone()));
    }
    Some(more)
}
