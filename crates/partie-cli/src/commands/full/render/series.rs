//! `partie render -o 'game-{}.svg'`: a numbered file for each game.

use std::{io::Write as _, path::PathBuf};

use anyhow::Context as _;

use super::{
    book, chosen,
    picture::{Places, picture},
};
use crate::{
    args::{Picture, RenderArguments},
    commands::{game_writer::numbered, note, print_message},
    exit::Exit,
    output::{Output, Permission},
    report::count,
};

/// Makes the files, numbered as by `convert --split`.
pub(super) fn make(
    arguments: &RenderArguments,
    kind: Picture,
    permission: &Permission,
) -> anyhow::Result<Exit> {
    let path = |number: u64| numbered(&arguments.output, number);
    // Write errors are detected before anything is read.
    permission.check(&path(1))?;
    let (mut number, mut missing) = (0, false);
    let mut files: Vec<PathBuf> = Vec::new();
    let seen = chosen::each(arguments, |record| {
        number += 1;
        let path = path(number);
        let made = match kind {
            Picture::Pdf => book::of_one(arguments, record.game())?,
            _ => match Places::of(record.game(), arguments) {
                Ok(places) => picture(kind, arguments, record.game(), places)?,
                Err(why) => {
                    print_message(format_args!("{} was not created: {why}", path.display()));
                    missing = true;
                    return Ok(());
                }
            },
        };
        let mut out = Output::create(&path, permission)?;
        out.write_all(&made).with_context(|| out.name().to_owned())?;
        out.finish()?;
        files.push(path);
        Ok(())
    })?;
    if let [first, .., last] = files.as_slice() {
        let (first, last) = (first.display(), last.display());
        note(format_args!("{} written: {first} to {last}", count(files.len() as u64, "file")));
    }
    let exit = seen.exit(arguments);
    Ok(if missing { exit.max(Exit::Problems) } else { exit })
}
