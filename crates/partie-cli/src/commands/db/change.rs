//! `partie db remove`, `restore`, `set` and `edit`: changes of single games.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{BufWriter, Write as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process,
};

use anyhow::{Context as _, anyhow, bail};
use partie_core::{Game, Language, Outcome, Variant, tags::ROSTER};
use partie_db::{
    library::{Library, LibraryError, LibraryWriter, StoredGame},
    query::{Numbers, Query},
};
use partie_formats::{Lossy, ReadOptions, Record, Severity, WriteOptions};

use crate::{
    args::{
        ChosenGames, DbEditArguments, DbRemoveArguments, DbRestoreArguments, DbSetArguments,
        GameOrTag, LibraryConditions, Reading, Reporting,
    },
    commands::{
        games::Games,
        library_search::{print_problems, query},
        losses::Losses,
        messages::Messages,
        records::{Run, Stream},
        summary_line::summary,
    },
    exit::Exit,
    report::{count, grouped},
    terminal,
};

/// Returns the numbers of the games that are meant by their numbers, by conditions, or by both. `None`
/// if neither is given.
fn chosen(
    library: &Library,
    games: &[Numbers],
    conditions: &LibraryConditions,
) -> anyhow::Result<Option<BTreeSet<u64>>> {
    let is_meant = |number: u64| {
        let is_in =
            |some: &Numbers| (u64::from(some.least())..=u64::from(some.most())).contains(&number);
        games.is_empty() || games.iter().any(is_in)
    };
    let mut all = BTreeSet::new();
    if let Some(query) = query(conditions, [library])? {
        let problems = library.find_readable(&query, |game| {
            all.extend(Some(game.number).filter(|number| is_meant(*number)));
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        let is_complete = problems.iter().all(|problem| problem.can_rebuild);
        print_problems(&problems, false);
        if !is_complete {
            bail!("nothing was changed, since not all games can be read");
        }
        return Ok(Some(all));
    }
    if games.is_empty() {
        return Ok(None);
    }
    for some in games {
        let (first, last) = (u64::from(some.least()), u64::from(some.most()));
        for number in first..=last.min(library.manifest().last_game) {
            all.extend(library.has_game(number)?.then_some(number));
        }
        if first == last && !all.contains(&first) {
            return Err(no_game(library, first));
        }
    }
    Ok(Some(all))
}

/// Says that a game is not there, and what may be done.
fn no_game(library: &Library, number: u64) -> anyhow::Error {
    let folder = library.folder().display();
    let newest = Library::open(library.folder());
    if newest.and_then(|newest| newest.has_game(number)).unwrap_or(false) {
        return anyhow!("{folder}: game {number} is in the library, it was not removed");
    }
    let is_removed = library.removed().and_then(|removed| removed.has_game(number));
    let remedy = if is_removed.unwrap_or(false) {
        "it was removed; `partie db restore` brings it back"
    } else {
        "`partie db find --list` prints the numbers"
    };
    anyhow!("{folder}: there is no game {number}; {remedy}")
}

/// Calls a function with each of some games.
fn each(
    library: &Library,
    numbers: &BTreeSet<u64>,
    mut each: impl FnMut(&StoredGame<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    library.find(&Query::default(), |game| {
        if numbers.contains(&game.number) {
            each(game)?;
        }
        let is_last = numbers.last().is_none_or(|last| game.number >= *last);
        anyhow::Ok(if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
}

/// Prints a line for each of some games.
fn list(library: &Library, numbers: &BTreeSet<u64>) -> anyhow::Result<()> {
    let mut out = BufWriter::new(anstream::stdout());
    each(library, numbers, |game| {
        let line = game.read(|view| summary(&game.number.to_string(), view))?;
        Ok(writeln!(out, "{line}")?)
    })?;
    Ok(out.flush()?)
}

/// Says that no game is meant.
fn nothing(messages: Messages, done: &str) -> Exit {
    messages.note(&format!("no such game; nothing was {done}"));
    Exit::Problems
}

pub(super) fn remove(arguments: &DbRemoveArguments) -> anyhow::Result<Exit> {
    let DbRemoveArguments { chosen: ChosenGames { library: folder, games, conditions }, .. } =
        arguments;
    let DbRemoveArguments { dry_run, all, .. } = arguments;
    // A second writer is refused before the games are read.
    let mut writer = if *dry_run { None } else { Some(LibraryWriter::open(folder)?) };
    let library = Library::open(folder)?;
    let messages = Messages::words();
    let Some(numbers) = chosen(&library, games, conditions)? else {
        bail!("no game is given; name games by their numbers or by conditions");
    };
    if numbers.is_empty() {
        return Ok(nothing(messages, "removed"));
    }
    if (*all || *dry_run) && !terminal::is_quiet() {
        list(&library, &numbers)?;
    }
    let games = count(library.manifest().games(), "game");
    let found = format!("{} of {games}", grouped(numbers.len() as u64));
    match &mut writer {
        Some(writer) => {
            writer.set_aside("remove", &numbers)?;
            messages.note(&format!(
                "removed {found}; `partie db undo` takes it back, `partie db restore` brings removed \
                 games back later"
            ));
        }
        None => messages.note(&format!("would remove {found}")),
    }
    Ok(Exit::Clean)
}

pub(super) fn restore(arguments: &DbRestoreArguments) -> anyhow::Result<Exit> {
    let DbRestoreArguments { chosen: ChosenGames { library: folder, games, conditions }, .. } =
        arguments;
    let DbRestoreArguments { list: lists, delete, .. } = arguments;
    let messages = Messages::words();
    let mut writer = if *lists { None } else { Some(LibraryWriter::open(folder)?) };
    let removed = Library::open(folder)?.removed()?;
    let numbers = match chosen(&removed, games, conditions)? {
        Some(numbers) => numbers,
        None => chosen_all(&removed)?,
    };
    let Some(writer) = &mut writer else {
        list(&removed, &numbers)?;
        return Ok(Exit::of_search(true, !numbers.is_empty()));
    };
    if numbers.is_empty() {
        if removed.manifest().games() > 0 {
            return Ok(nothing(messages, if *delete { "deleted" } else { "restored" }));
        }
        messages.note("no game was removed");
        return Ok(Exit::Problems);
    }
    let games = count(numbers.len() as u64, "game");
    if *delete {
        let undo = writer.manifest().undo.as_ref().map(|undo| undo.edit.clone());
        writer.delete_set_aside(&numbers)?;
        messages.note(&format!("deleted {games} that had been removed"));
        if let Some(edit) = undo {
            messages.note(&format!("`partie db {edit}` can no longer be undone"));
        }
        return Ok(Exit::Clean);
    }
    writer.restore("restore", &numbers)?;
    let now = count(writer.manifest().games(), "game");
    messages.note(&format!("restored {games}; library now has {now}"));
    Ok(Exit::Clean)
}

/// Returns the numbers of all games of a library.
fn chosen_all(library: &Library) -> anyhow::Result<BTreeSet<u64>> {
    let mut all = BTreeSet::new();
    library.find(&Query::default(), |game| {
        all.insert(game.number);
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

pub(super) fn set(arguments: &DbSetArguments) -> anyhow::Result<Exit> {
    let DbSetArguments { library: folder, words, conditions, dry_run, all } = arguments;
    let (mut games, mut tags) = (Vec::new(), Vec::new());
    for word in words {
        match word {
            GameOrTag::Games(numbers) => games.push(*numbers),
            GameOrTag::Tag { name, value } => tags.push((&**name, &**value)),
        }
    }
    if tags.is_empty() {
        bail!("no tag is given; name one with its value, such as Round=3");
    }
    for (name, value) in &mut tags {
        // Readers of PGN know these in any case.
        let known = ROSTER.into_iter().chain(["FEN", "SetUp", "Variant"]);
        *name = known.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name);
        check_tag(name, value)?;
    }
    let mut writer = if *dry_run { None } else { Some(LibraryWriter::open(folder)?) };
    let library = Library::open(folder)?;
    let messages = Messages::words();
    let Some(numbers) = chosen(&library, &games, conditions)? else {
        bail!("no game is given; name games by their numbers or by conditions");
    };
    if numbers.is_empty() {
        return Ok(nothing(messages, "changed"));
    }
    let mut changed = BTreeSet::new();
    let mut change = |number: u64, game: Game| {
        let other = with_tags(&game, &tags);
        let is_other = other != game;
        changed.extend(is_other.then_some(number));
        is_other.then_some(other)
    };
    if let Some(writer) = &mut writer {
        writer.change_games("set", &numbers, change)?;
    } else {
        each(&library, &numbers, |game| {
            change(game.number, game.record()?.parsed.value);
            Ok(())
        })?;
    }
    if (*all || *dry_run) && !terminal::is_quiet() {
        list(&Library::open(folder)?, &changed)?;
    }
    let found = count(changed.len() as u64, "game");
    let same = match numbers.len() - changed.len() {
        0 => String::new(),
        same => format!("; {} had these values already", grouped(same as u64)),
    };
    messages.note(&match writer {
        Some(_) if changed.is_empty() => format!("nothing to change{same}"),
        Some(_) => format!("changed {found}{same}; `partie db undo` takes it back"),
        None => format!("would change {found}{same}"),
    });
    Ok(Exit::Clean)
}

/// Refuses a value that a tag cannot have.
fn check_tag(name: &str, value: &str) -> anyhow::Result<()> {
    match name {
        "FEN" | "SetUp" | "Variant" => bail!(
            "{name} says how the moves are read; change it together with them by `partie db edit`"
        ),
        "Result" if Outcome::from_pgn(value).is_none() => {
            bail!("`{value}` is no result; use 1-0, 0-1, 1/2-1/2 or *")
        }
        _ => Ok(()),
    }
}

/// Returns a game with other tags. Those without a value are removed.
fn with_tags(game: &Game, tags: &[(&str, &str)]) -> Game {
    let mut game = game.clone();
    for (name, value) in tags {
        if let Some(outcome) = Outcome::from_pgn(value).filter(|_| *name == "Result") {
            game.outcome = outcome;
        }
        if value.is_empty() {
            game.tags.remove(name);
        } else {
            game.tags.set(*name, *value);
        }
    }
    game
}

pub(super) fn edit(arguments: &DbEditArguments) -> anyhow::Result<Exit> {
    let DbEditArguments { library: folder, game: number, with, as_read } = arguments;
    let mut writer = LibraryWriter::open(folder)?;
    let library = Library::open(folder)?;
    let messages = Messages::words();
    let Some(game) = library.game(*number)? else { return Err(no_game(&library, *number)) };
    let before = text_of(&game)?;
    let mut losses = Losses::default();
    losses.add(&before.lost);
    losses.lines().iter().for_each(|line| messages.loss(line));
    let (text, kept) = if let Some(path) = with {
        if path != Path::new("-") {
            fs::metadata(path).with_context(|| path.display().to_string())?;
        }
        (path.clone(), None)
    } else {
        let path = edited(&before.value, game.variant, *number)?;
        (path.clone(), Some(path))
    };
    let allowed = if *as_read { usize::MAX } else { doubts_in(&before.value) };
    // What the editor shows has English letters.
    let lang = kept.is_some().then_some(Language::English);
    let reading = Reading { lang, ..Reading::default() };
    // What the user wrote is named in each error.
    let context = || match &kept {
        Some(path) => {
            format!("game {number} was not changed; what you wrote is in {}", path.display())
        }
        None => format!("game {number} was not changed"),
    };
    let other = read_one(&text, &reading, allowed, messages).with_context(context)?;
    let Some(other) = other else {
        match &kept {
            Some(path) => messages.note(&format!(
                "game {number} was not changed; what you wrote is in {}; take it with \
                 `partie db edit {} {number} --with {}`, with --as-read as far as it can be read",
                path.display(),
                folder.display(),
                path.display()
            )),
            None => messages.note(&format!("game {number} was not changed")),
        }
        return Ok(Exit::Problems);
    };
    // Tags of the same game may stand in another order.
    let is_other = text_of(&other)?.value != before.value;
    if is_other {
        let changed = writer.change_games("edit", &[*number].into(), |_, _| Some(other.clone()));
        changed.with_context(context)?;
    }
    if let Some(path) = kept {
        // A file that stays does no harm.
        let _ = fs::remove_file(path);
    }
    messages.note(&if is_other {
        format!("changed game {number}; `partie db undo` takes it back")
    } else {
        format!("game {number} is as before")
    });
    Ok(Exit::Clean)
}

/// Returns a game as PGN, or BPGN if it is one of bughouse.
fn text_of(game: &Game) -> anyhow::Result<Lossy<Vec<u8>>> {
    let (mut text, options) = (Vec::new(), WriteOptions::default());
    let written = if game.variant == Variant::Bughouse {
        partie_pgn::bpgn::write(game, &options, &mut text)?
    } else {
        partie_pgn::write(game, &options, &mut text)?
    };
    Ok(Lossy { value: text, lost: written.lost })
}

/// Writes the text of a game to a file and opens an editor. Returns the path of what was saved.
fn edited(text: &[u8], variant: Variant, number: u64) -> anyhow::Result<PathBuf> {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| env::var(name).ok());
    let editor = named.map(|editor| editor.trim().to_owned()).find(|editor| !editor.is_empty());
    let Some(editor) = editor else {
        bail!("no editor is set; name one in EDITOR, or take the game from a file by --with");
    };
    let suffix = if variant == Variant::Bughouse { ".bpgn" } else { ".pgn" };
    let prefix = format!("game-{number}-");
    let file = tempfile::Builder::new().prefix(&prefix).suffix(suffix).tempfile();
    let file = file.context("cannot make a temporary file")?;
    fs::write(file.path(), text)?;
    // It may have arguments: `code --wait`.
    let mut words = editor.split_whitespace();
    let mut command = process::Command::new(words.next().unwrap_or_default());
    let status = command.args(words).arg(file.path()).status();
    let status = status.with_context(|| format!("cannot run the editor `{editor}`"))?;
    let is_unchanged = fs::read(file.path()).is_ok_and(|saved| saved == text);
    if !status.success() && is_unchanged {
        bail!("the editor `{editor}` ended with {status}");
    }
    if fs::metadata(file.path()).map_or(true, |saved| saved.len() == 0) {
        bail!("game {number} was not changed: its text is empty");
    }
    // What was written stays, until it is part of the library.
    let (_, path) = file.keep().context("cannot keep a temporary file")?;
    if !status.success() {
        bail!("the editor `{editor}` ended with {status}; the game is in {}", path.display());
    }
    Ok(path)
}

/// Returns the number of errors and doubts that are found in a text.
fn doubts_in(text: &[u8]) -> usize {
    partie_pgn::read(text, &ReadOptions::default()).flatten().map(|record| doubts(&record)).sum()
}

fn doubts(record: &Record) -> usize {
    let all = record.parsed.diagnostics.iter();
    all.filter(|diagnostic| diagnostic.severity >= Severity::Warning).count()
}

/// Reads the one game of a file, and reports its diagnostics. `None` if there are more errors and doubts
/// than allowed, or more games.
fn read_one(
    path: &Path,
    reading: &Reading,
    allowed: usize,
    messages: Messages,
) -> anyhow::Result<Option<Game>> {
    let (mut games, mut found) = (Vec::new(), 0);
    let reporting = Reporting { all: true, ..Reporting::default() };
    let run = Run::new(Games::of(&[path.to_owned()], reading), &reporting);
    let outcome = run.each(Stream::Stderr { bar: false }, |_, record| {
        games.push(record.game().clone());
        found += doubts(record);
        Ok(())
    })?;
    if games.len() != 1 {
        messages.failure(&format!("expected one game, found {}", grouped(games.len() as u64)));
        return Ok(None);
    }
    if !outcome.failures.is_empty() || found > allowed {
        return Ok(None);
    }
    Ok(games.pop())
}
