//! `partie db novelties`: moves of games that no earlier game of a library had.

use std::ops::ControlFlow;

use anyhow::bail;
use partie_core::{Comment, Game, Nag};
use partie_db::{
    library::{Libraries, Library, Novelty, NoveltySearch},
    query::Subject as _,
};
use partie_formats::WriteOptions;
use partie_site::novelties::{self, NoveltyOfGame};
use serde_json::json;

use super::explore::filter;
use crate::{
    args::{DbNoveltiesArguments, PresentationFormat},
    commands::{
        games::Games, library_search::print_problems, losses::Losses, messages::Messages,
        reports::written,
    },
    exit::Exit,
    input::displayed,
    output::{Output, Permission},
    visible::json_line,
};

/// The NAG of a novelty.
const NOVELTY: u8 = 146;

pub(super) fn run(arguments: &DbNoveltiesArguments) -> anyhow::Result<Exit> {
    let DbNoveltiesArguments { library, files, pgn, counted, presentation, reading } = arguments;
    if let Some(pgn) = pgn.as_ref().filter(|pgn| **pgn == presentation.output) {
        bail!("{} is the output of the report; choose another name for --pgn", displayed(pgn));
    }
    let library = Library::open(library)?;
    let (filter, is_whole) = filter(counted, std::slice::from_ref(&library))?;
    let libraries = Libraries::from(&library);
    let games = Games::of(files, reading);
    let permission = Permission::new(presentation.force).reading(games.readable());
    let out = Output::create(presentation.path()?, &permission)?;
    let annotated = pgn.as_deref().map(|path| Output::create(path, &permission)).transpose()?;
    let mut search = NoveltySearch::new(libraries, &filter);
    let (mut found, mut text, mut objects) = (Vec::new(), Vec::new(), String::new());
    let is_json = presentation.format() == PresentationFormat::Json;
    let (mut asked, mut novelties) = (0_u64, 0_u64);
    let mut losses = Losses::default();
    let seen = games.each(|lazy| {
        let name = |tag| lazy.known(tag).unwrap_or_default().to_owned();
        let names = ["White", "Black"].map(name);
        let game = lazy.game();
        let novelty = search.of(game, names.each_ref().map(String::as_str), lazy.date());
        let last = novelty.as_ref().map(|novelty| novelties::last_game(novelty, libraries));
        let last = last.transpose()?.flatten();
        asked += 1;
        novelties += u64::from(novelty.is_some());
        if annotated.is_some() {
            let annotated = novelty.as_ref().map(|n| with_comment(game, n, last.as_deref()));
            let game = annotated.as_ref().unwrap_or(game);
            losses.add(&partie_pgn::write(game, &WriteOptions::default(), &mut text)?.lost);
        }
        let of_game = NoveltyOfGame {
            number: lazy.place().number,
            names,
            outcome: lazy.outcome(),
            date: lazy.date(),
            event: name("Event"),
            novelty,
            last,
        };
        if is_json {
            objects += &json_line(&object(lazy.file(), &of_game, libraries));
            objects.push('\n');
        } else {
            found.push(of_game);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let is_readable = print_problems(&search.into_problems(), true) && is_whole;
    if is_json {
        out.write_whole(&objects)?;
    } else if asked == 0 {
        Messages::words().nothing_to_write(&presentation.output);
    } else {
        let content = written(&[novelties::report(&found)], presentation, &out)?;
        out.write_whole(&content)?;
    }
    let messages = Messages::words();
    losses.lines().iter().for_each(|line| messages.loss(line));
    match annotated.zip(pgn.as_deref()) {
        Some((_, path)) if text.is_empty() => messages.nothing_to_write(path),
        Some((annotated, _)) => annotated.write_whole(&text)?,
        None => {}
    }
    let status = seen.exit(novelties == 0);
    Ok(if is_readable { status } else { Exit::of_search(false, novelties > 0) })
}

/// Returns a game with a comment and a NAG at its novelty.
fn with_comment(game: &Game, novelty: &Novelty, last: Option<&str>) -> Game {
    let mut game = game.clone();
    let node = game.tree.mainline().nth(novelty.ply);
    if let Some(node) = node {
        let annotations = game.tree.annotations_mut(node);
        annotations.add_nag(Nag(NOVELTY));
        annotations.comments.push(Comment::after(novelties::comment(novelty, last)));
    }
    game
}

fn object(file: &str, game: &NoveltyOfGame, libraries: Libraries<'_>) -> serde_json::Value {
    let [white, black] = &game.names;
    json!({
        "file": file,
        "game": game.number,
        "white": white,
        "black": black,
        "event": game.event,
        "date": game.date.map(partie_core::Date::iso),
        "result": game.outcome.to_string(),
        "novelty": game.novelty.as_ref().map(|novelty| novelty.json(libraries)),
    })
}
