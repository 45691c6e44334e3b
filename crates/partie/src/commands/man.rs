//! `partie man`: the manual pages.

use std::{fs, io::Write as _};

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::{
    args::{Arguments, ManArguments},
    exit::Exit,
    output::{Output, Permission},
};

/// Writes `partie.1` and a page for each command, `partie-check.1` and so on.
pub(super) fn run(arguments: &ManArguments) -> anyhow::Result<Exit> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let permission = Permission::new(arguments.force);
    let mut program = Arguments::command();
    program.build();
    let mut pages = vec![program.clone()];
    pages.extend(program.get_subcommands().map(|command| {
        let name = format!("partie-{}", command.get_name());
        command.clone().name(name.clone()).display_name(name)
    }));
    // All names are tried before anything is written.
    let mut outputs = Vec::new();
    for page in pages {
        let name = format!("{}.1", page.get_name());
        let output = Output::create(&folder.join(name), &permission)?;
        outputs.push((page, output));
    }
    for (page, mut output) in outputs {
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        output.write_all(&text).with_context(|| output.name().to_owned())?;
        output.finish()?;
    }
    Ok(Exit::Clean)
}
