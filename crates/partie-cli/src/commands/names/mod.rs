//! `partie names`: one spelling for each name.

mod listed_players;

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufWriter, Write},
    ops::ControlFlow,
    path::Path,
};

use anyhow::{Context as _, anyhow, bail};
use partie_db::{
    name_matching::{AmbiguousSpelling, Census, Confidence, Field, Group, SpellingMap, clusters},
    query::Subject,
};
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

use super::{
    fold::{AskedGame, Fold, Needs},
    game_output::GameOutput,
    games::{Games, ReadSummary},
    lazy_game::LazyGame,
    messages::Messages,
    retag::Retagger,
    said,
};
use crate::{
    args::{Copying, NamesArguments, SuggestionOptions},
    exit::Exit,
    output::{Output, Permission},
    report::{count, grouped, visible},
    visible::json_line,
};

pub(super) fn run(arguments: &NamesArguments) -> anyhow::Result<Exit> {
    if let Some(map) = &arguments.apply {
        return apply(arguments, map);
    }
    if let Some(list) = &arguments.players {
        return listed_players::fill(arguments, list);
    }
    if arguments.keep_old {
        bail!("--keep-old requires --apply or --players");
    }
    let NamesArguments { suggestions, copying: Copying { target, collection, .. }, .. } = arguments;
    if target.output.as_os_str() != "-" {
        bail!("-o requires --apply or --players; use --map to write the suggestions to a file");
    }
    let entries = Games::new(collection)?;
    let permission = Permission::new(target.force).reading(entries.readable());
    let mut suggester = Suggester::new(suggestions, &permission)?;
    let seen = entries.ask(with_tags(), |_, entry| {
        suggester.add(&entry);
        Ok(ControlFlow::Continue(()))
    })?;
    let found = suggester.finish(entries.messages())?;
    Ok(seen.exit(seen.games == 0 || found && suggestions.map.is_none()))
}

/// Collects the names of games, and suggests spellings.
pub(super) struct Suggester<'a> {
    options: &'a SuggestionOptions,
    map: Option<Output>,
    censuses: Vec<Census>,
}

impl<'a> Suggester<'a> {
    pub(super) fn new(
        options: &'a SuggestionOptions,
        permission: &Permission,
    ) -> anyhow::Result<Suggester<'a>> {
        let map = options.map.as_ref().map(|path| Output::create(path, permission)).transpose()?;
        let is_wanted = |field: &Field| options.of.contains(field);
        let censuses = Field::ALL.iter().copied().filter(is_wanted).map(Census::new).collect();
        Ok(Suggester { options, map, censuses })
    }

    pub(super) fn add(&mut self, game: &impl Subject) {
        for census in &mut self.censuses {
            census.add(game);
        }
    }

    /// Prints the suggestions, or writes them to the file. Returns true if there are some.
    pub(super) fn finish(self, messages: Messages) -> anyhow::Result<bool> {
        let Suggester { options, mut map, censuses } = self;
        let mut out = BufWriter::new(anstream::stdout());
        if let Some(map) = &mut map {
            write!(map, "{}", SpellingMap::HEAD).with_context(|| map.name().to_owned())?;
        }
        let (mut suggested, mut lines) = (0, Vec::new());
        for census in &censuses {
            let field = census.field();
            let (groups, open) = clusters(census, options.level);
            suggested += groups.len();
            if let Some(map) = &mut map {
                map_lines(field, &groups, map).with_context(|| map.name().to_owned())?;
            } else if options.form.is_json() {
                in_json(field, &groups, &open, &mut out)?;
            } else {
                in_words(&groups, &open, &mut out)?;
            }
            let more: usize = groups.iter().map(|group| group.members.len()).sum();
            let noun = |number: usize| {
                if number == 1 { field.to_string() } else { format!("{field}s") }
            };
            lines.push(match groups.len() {
                0 => format!(
                    "{}: no other spellings found",
                    count(census.len() as u64, &field.to_string())
                ),
                names => format!(
                    "{}: {} are spellings of {} {}",
                    count(census.len() as u64, &field.to_string()),
                    grouped(more as u64),
                    grouped(names as u64),
                    noun(names),
                ),
            });
        }
        out.flush()?;
        if suggested > 0 {
            said();
        }
        let in_file = map.is_some();
        if let Some(map) = map {
            lines.push(format!("suggestions written to {}", map.name()));
            map.finish()?;
        }
        if in_file || !options.form.is_json() {
            for line in &lines {
                messages.note(line);
            }
        }
        Ok(suggested > 0)
    }
}

/// Reads a file of spellings.
pub(super) fn read_map(path: &Path) -> anyhow::Result<SpellingMap> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Writes the groups as text.
fn in_words(groups: &[Group], open: &[AmbiguousSpelling], out: &mut impl Write) -> io::Result<()> {
    let width = |text: &str| text.width();
    let texts = groups.iter().flat_map(|group| &group.members);
    let widest = texts.map(|m| width(&visible(&m.spelling.text))).max().unwrap_or(0).min(40);
    let pad = |text: &str| " ".repeat(widest.saturating_sub(width(text)));
    for group in groups {
        writeln!(out, "{}", visible(&group.suggestion))?;
        for member in &group.members {
            let text = visible(&member.spelling.text);
            let why = match member.because {
                Some((confidence, why)) => format!("{confidence:<8}  {why}"),
                None if member.spelling.text == group.suggestion => "the suggestion".to_owned(),
                None => "source of the suggestion".to_owned(),
            };
            let games = grouped(member.spelling.games);
            writeln!(out, "    {text}{} {games:>7}  {why}", pad(&text))?;
        }
        writeln!(out)?;
    }
    if open.is_empty() {
        return Ok(());
    }
    writeln!(out, "Undecided:")?;
    for AmbiguousSpelling { spelling, candidates } in open {
        let text = visible(&spelling.text);
        let candidates = visible(&candidates.join(" | "));
        writeln!(out, "    {text}{} {:>7}  {candidates}", pad(&text), grouped(spelling.games))?;
    }
    writeln!(out)
}

/// The groups for programs.
fn in_json(
    field: Field,
    groups: &[Group],
    open: &[AmbiguousSpelling],
    out: &mut impl Write,
) -> io::Result<()> {
    for group in groups {
        let members = group.members.iter().map(|member| {
            let spelling = &member.spelling;
            json!({
                "text": spelling.text,
                "games": spelling.games,
                "years": spelling.years,
                "fide": spelling.ids.keys().collect::<Vec<_>>(),
                "confidence": member.because.map(|(confidence, _)| confidence.to_string()),
                "why": member.because.map(|(_, why)| why.to_string()),
            })
        });
        let object = json!({
            "of": field.to_string(),
            "suggestion": group.suggestion,
            "games": group.games,
            "spellings": members.collect::<Vec<_>>(),
        });
        writeln!(out, "{}", json_line(&object))?;
    }
    for AmbiguousSpelling { spelling, candidates } in open {
        let object = json!({
            "of": field.to_string(),
            "undecided": spelling.text,
            "games": spelling.games,
            "candidates": candidates,
        });
        writeln!(out, "{}", json_line(&object))?;
    }
    Ok(())
}

fn map_lines(field: Field, groups: &[Group], out: &mut impl Write) -> io::Result<()> {
    for group in groups {
        for member in &group.members {
            let old = &member.spelling.text;
            if *old == group.suggestion {
                continue;
            }
            let games = count(member.spelling.games, "game");
            let (confidence, why) = member.because.map_or(
                (Confidence::Certain, "source of the suggestion".to_owned()),
                |(c, why)| (c, why.to_string()),
            );
            let line = SpellingMap::line(
                field,
                old,
                &group.suggestion,
                &[&games, &confidence.to_string(), &why],
            );
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Replaces spellings.
fn apply(arguments: &NamesArguments, path: &Path) -> anyhow::Result<Exit> {
    let NamesArguments { copying, keep_old, .. } = arguments;
    let map = read_map(path)?;
    let mut replaced = Replaced::new();
    let Retagged { seen, changed, complete, messages } = retagged(copying, |entry| {
        let mut changes = Vec::new();
        for &field in Field::ALL {
            for tag in field.tags() {
                let Some(old) = entry.known(tag) else { continue };
                let Some(new) = map.get(field, old) else { continue };
                *replaced.entry((field, old.to_owned())).or_default() += 1;
                changes.push(((*tag).to_owned(), new.to_owned()));
                if *keep_old {
                    changes.push((format!("{tag}Spelling"), old.to_owned()));
                }
            }
        }
        changes
    })?;
    let all =
        format!("replaced spellings in {} of {}", grouped(changed), count(seen.games, "game"));
    print_replaced(&map, path, &replaced, &all, messages);
    Ok(seen.exit(seen.games == 0 || !complete))
}

/// Outcome of the writing of games with other tags.
struct Retagged {
    seen: ReadSummary,
    /// Number of games with other tags.
    changed: u64,
    /// True if every game was written.
    complete: bool,
    messages: Messages,
}

/// Writes all games, with the values of tags that are returned for each.
fn retagged(
    copying: &Copying,
    mut changes_of: impl FnMut(&LazyGame) -> Vec<(String, String)>,
) -> anyhow::Result<Retagged> {
    let (entries, mut game_output) = GameOutput::of(copying)?;
    let retagger = Retagger::new();
    let (mut changed, mut anew) = (0, 0);
    let seen = entries.ask(with_tags(), |_, entry| {
        let changes = changes_of(&entry);
        if changes.is_empty() {
            game_output.write(&entry)?;
        } else {
            changed += 1;
            if let Some(edited) = retagger.in_place(&entry, &changes) {
                game_output.write(&edited)?;
            } else {
                anew += 1;
                game_output.rewrite(&Retagger::anew(&entry, &changes))?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let messages = entries.messages();
    let complete = game_output.finish(messages)?;
    if anew > 0 {
        let games = count(anew, "game");
        messages.loss(&format!("the layout of {games} whose tags could not be changed alone"));
    }
    Ok(Retagged { seen, changed, complete, messages })
}

/// The most replaced spellings that are listed.
const LISTED: usize = 10;

/// Number of times that each spelling was replaced.
pub(super) type Replaced = BTreeMap<(Field, String), u64>;

/// Reports the spellings of a file that were replaced, the number of replacements in `all`, and the
/// number of spellings not found.
pub(super) fn print_replaced(
    map: &SpellingMap,
    path: &Path,
    replaced: &Replaced,
    all: &str,
    messages: Messages,
) {
    for ((field, old), times) in replaced.iter().take(LISTED) {
        let new = map.get(*field, old).unwrap_or_default();
        let (old, new) = (visible(old), visible(new));
        messages.note(&format!("{field} {old} → {new}: {}", count(*times, "time")));
    }
    if let Some(more @ 1..) = replaced.len().checked_sub(LISTED) {
        messages.note(&format!("and {more} more as {} says", path.display()));
    }
    messages.note(all);
    let missing = map.len() - replaced.len();
    if missing > 0 {
        let path = path.display();
        messages.note(&format!(
            "{} of {path} not found in any game",
            count(missing as u64, "spelling")
        ));
    }
}

/// Keeps games, with their tags read.
fn with_tags() -> Fold<impl Fn(AskedGame<'_>, &mut Vec<LazyGame>) + Send + Sync + 'static> {
    Fold::new(Needs::Tags, |game, games: &mut Vec<_>| {
        let entry = game.keep();
        let _ = entry.tags();
        games.push(entry);
    })
}
