//! `partie db prepare`: preparation against a player.

use std::ops::ControlFlow;

use partie_core::Color;
use partie_db::{
    library::Libraries,
    player::{Preparation, PreparedGame, PreparedSide, Repertoire},
    query::{Condition, Name, Query, Subject as _},
};
use partie_site::preparation;

use crate::{
    args::{DbPrepareArguments, PresentationFormat, Reading},
    commands::{
        games::Games,
        library_search::{print_problems, query as query_in},
        messages::Messages,
        note,
        reports::written,
    },
    exit::Exit,
    output::{Output, Permission},
    report::count,
    terminal,
    visible::json_line,
};

pub(super) fn run(arguments: &DbPrepareArguments) -> anyhow::Result<Exit> {
    let DbPrepareArguments { libraries, name, lines, top, presentation, conditions, .. } =
        arguments;
    let name = Name::new(name, false)?;
    let opened = Libraries::open(libraries)?;
    let libraries = Libraries::from(&opened);
    let (repertoires, mut status) = repertoires(arguments, libraries)?;
    let out = Output::create(presentation.path()?, &Permission::new(presentation.force))?;
    let query = Query::new(vec![Condition::Player(name.clone())]);
    let query = match query_in(conditions, &opened)? {
        Some(conditions) => query.with(conditions),
        None => query,
    };
    let mut prepared = Preparation::default();
    let problems = libraries.find_readable(&query, |number, game| {
        let own = game.read(|view| PreparedGame::of(view, &name))?;
        if let Some(own) = own.filter(|own| arguments.color.is_none_or(|c| c == own.color())) {
            prepared.add(number, own);
        }
        Ok::<_, anyhow::Error>(ControlFlow::Continue(()))
    })?;
    let games = prepared.report().games();
    status = status.max(Exit::of_search(print_problems(&problems, false), games > 0));
    let sides: Vec<PreparedSide> = Color::ALL
        .into_iter()
        .filter(|color| arguments.color.is_none_or(|own| own == *color))
        .filter(|color| prepared.report().score_with(*color).games() > 0)
        .map(|color| {
            let repertoire = &repertoires[usize::from(color.is_black())];
            prepared.side(color, (*lines, *top), repertoire.as_ref())
        })
        .collect();
    let text = match presentation.format() {
        PresentationFormat::Json => {
            (json_line(&prepared.json(&sides, *top, libraries)) + "\n").into_bytes()
        }
        _ if games == 0 => {
            note("no games of this player");
            Messages::words().nothing_to_write(&presentation.output);
            return Ok(status);
        }
        _ => {
            let ascii = terminal::ascii(presentation.ascii);
            let report = preparation::report(&prepared, &sides, *top, libraries, ascii);
            written(&[report], presentation, &out)?
        }
    };
    out.write_whole(&text)?;
    Ok(status)
}

/// Returns the lines that are to be played against the player's White and Black, if any are given, and the
/// status of reading them.
fn repertoires(
    arguments: &DbPrepareArguments,
    libraries: Libraries<'_>,
) -> anyhow::Result<([Option<Repertoire>; 2], Exit)> {
    let mut status = Exit::Clean;
    let repertoires = if let Some(me) = &arguments.me {
        let me = Name::new(me, false)?;
        let mut own = [Repertoire::default(), Repertoire::default()];
        let query = Query::new(vec![Condition::Player(me.clone())]);
        let problems = libraries.find_readable(&query, |_, game| {
            if let Some(game) = game.read(|view| PreparedGame::of(view, &me))?
                && let Some(plies) = game.plies()
            {
                own[usize::from(game.color().is_white())].add_line(plies);
            }
            Ok::<_, anyhow::Error>(ControlFlow::Continue(()))
        })?;
        if !print_problems(&problems, false) {
            status = Exit::of_search(false, true);
        }
        if own.iter().all(Repertoire::is_empty) {
            note("no games of the player of --me");
        }
        own.map(Some)
    } else if arguments.against.is_empty() {
        [None, None]
    } else {
        let mut all = Repertoire::default();
        let mut others = 0_u64;
        let games = Games::of(&arguments.against, &Reading::default());
        let seen = games.each(|game| {
            others += u64::from(!all.add_game(game.game()));
            Ok(ControlFlow::Continue(()))
        })?;
        status = seen.exit(false);
        if others > 0 {
            note(format!("{} with another initial position left out", count(others, "game")));
        }
        [Some(all.clone()), Some(all)]
    };
    let left_out: u64 = repertoires.iter().flatten().map(Repertoire::left_out).sum();
    if left_out > 0 {
        note(format!("{} beyond the first 131 072 left out", count(left_out, "line")));
    }
    Ok((repertoires, status))
}
