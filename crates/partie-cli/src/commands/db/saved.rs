//! `partie db save` and `saved`: searches that are kept in a library.

use std::io::Write as _;

use anyhow::{anyhow, bail};
use partie_db::library::{Library, LibraryWriter, SearchError};
use serde_json::json;

use crate::{
    args::{DbSaveArguments, DbSavedArguments},
    commands::{library_search::no_search, messages::Messages},
    exit::Exit,
    report::visible,
    visible::json_line,
};

pub(super) fn save(arguments: &DbSaveArguments) -> anyhow::Result<Exit> {
    let DbSaveArguments { library, name, force, conditions } = arguments;
    if conditions.query(None)?.is_none() {
        bail!("no condition given; use one such as --player NAME");
    }
    let search = conditions.search();
    let mut writer = LibraryWriter::open(library)?;
    let saved = writer.change_searches(|searches| {
        let is_known = !matches!(searches.get(name), Err(SearchError::Unknown(_)));
        if is_known && !force {
            return Err(anyhow!(
                "{} has a saved search `{}`; use --force to replace it",
                library.display(),
                visible(name)
            ));
        }
        searches.set(name, &search).map_err(anyhow::Error::msg)
    })?;
    let words = if saved? { "replaced" } else { "saved" };
    Messages::words().note(&format!(
        "{words} `{}`: {}",
        visible(name),
        visible(&search.to_string())
    ));
    Ok(Exit::Clean)
}

pub(super) fn saved(arguments: &DbSavedArguments) -> anyhow::Result<Exit> {
    let DbSavedArguments { library: folder, name, delete, form } = arguments;
    if let Some(name) = name.as_ref().filter(|_| *delete) {
        let mut writer = LibraryWriter::open(folder)?;
        let library = Library::open(folder)?;
        writer.change_searches(|searches| {
            if searches.delete(name) {
                Ok(())
            } else {
                Err(no_search(&[&library], name, searches.names()))
            }
        })??;
        Messages::words().note(&format!("deleted the saved search `{}`", visible(name)));
        return Ok(Exit::Clean);
    }
    let library = Library::open(folder)?;
    let searches = library.searches()?;
    let names: Vec<&str> = match name {
        Some(name) => vec![name],
        None => searches.names().collect(),
    };
    let mut out = std::io::BufWriter::new(anstream::stdout());
    for one in &names {
        let options = match searches.get(one) {
            Ok(search) => search.to_string(),
            Err(SearchError::Unknown(_)) => {
                return Err(no_search(&[&library], one, searches.names()));
            }
            Err(SearchError::Unread(why)) if name.is_none() => format!("(not read: {why})"),
            Err(error) => return Err(anyhow!("saved search `{}`: {error}", visible(one))),
        };
        if form.is_json() {
            writeln!(out, "{}", json_line(&json!({ "name": one, "options": options })))?;
        } else if name.is_some() {
            writeln!(out, "{}", visible(&options))?;
        } else {
            writeln!(out, "{}: {}", visible(one), visible(&options))?;
        }
    }
    out.flush()?;
    if names.is_empty() {
        Messages::words().note("no search is saved; `partie db save` saves one");
    }
    Ok(Exit::of_search(true, !names.is_empty()))
}
