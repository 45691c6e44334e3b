//! `partie man`: the manual pages.

use std::{
    fs,
    io::{self, Write as _},
};

use anyhow::Context as _;
use clap::{Command, CommandFactory as _};
use clap_mangen::{
    Man,
    roff::{Roff, bold, roman},
};

use crate::{
    args::{Arguments, EXIT_STATUS, ManArguments},
    exit::Exit,
    output::{Output, Permission},
};

/// Writes `partie.1` and a page for each command, `partie-check.1` and so on.
pub(super) fn run(arguments: &ManArguments) -> anyhow::Result<Exit> {
    let folder = &arguments.folder;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let permission = Permission::new(arguments.force);
    let mut program = Arguments::command();
    program.build();
    let mut pages = vec![program];
    let mut at = 0;
    // Subcommands follow their command.
    while let Some(page) = pages.get(at) {
        let of_page = page.get_subcommands().filter(|command| !command.is_hide_set());
        let of_page = of_page.map(|command| {
            let name = format!("{}-{}", page.get_name(), command.get_name());
            command.clone().name(name.clone()).display_name(name)
        });
        let of_page: Vec<Command> = of_page.collect();
        pages.extend(of_page);
        at += 1;
    }
    let names: Vec<String> = pages.iter().map(|page| page.get_name().to_owned()).collect();
    // All names are checked before any file is written.
    let mut outputs = Vec::new();
    for page in pages {
        let name = format!("{}.1", page.get_name());
        let output = Output::create(&folder.join(name), &permission)?;
        outputs.push((page, output));
    }
    for (page, mut output) in outputs {
        output.write_all(&text(page, &names)?).with_context(|| output.name().to_owned())?;
        output.finish()?;
    }
    Ok(Exit::Clean)
}

/// Returns a page: the command's definition, its examples, and references to other pages.
fn text(page: Command, names: &[String]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let (name, has_commands) = (page.get_name().to_owned(), page.has_subcommands());
    let is_program = page.get_version().is_some();
    let help = page.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(page);
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    let mut end = Roff::new();
    end.control("SH", ["EXIT STATUS"]);
    for line in EXIT_STATUS.lines().skip(1) {
        let (status, meaning) = line.trim().split_once(' ').unwrap_or_default();
        end.control("TP", []).text([bold(status)]).text([roman(meaning.trim())]);
    }
    if let Some(examples) = help.strip_prefix("Examples:\n") {
        end.control("SH", ["EXAMPLES"]).control("nf", []);
        for example in examples.lines() {
            end.text([roman(example.trim())]);
        }
        end.control("fi", []);
    }
    end.control("SH", ["SEE ALSO"]);
    let others: Vec<&String> = names.iter().filter(|other| see_also(&name, other)).collect();
    for (i, other) in others.iter().enumerate() {
        let comma = if i + 1 < others.len() { "," } else { "" };
        end.text([bold(other.as_str()), roman(format!("(1){comma}"))]);
    }
    end.to_writer(&mut text)?;
    if is_program {
        man.render_version_section(&mut text)?;
    }
    Ok(text)
}

fn page_name(command: &str) -> String {
    format!("partie-{command}")
}

/// Groups of related commands.
const FAMILIES: [&[&str]; 9] = [
    &["book", "db", "stats"],
    &["db", "convert", "grep", "dedupe"],
    &["check", "fix", "explain"],
    &["convert", "fix", "log", "render"],
    &["head", "tail", "sample", "grep", "count", "sort"],
    &["dedupe", "diff", "names", "sort"],
    &["count", "stats", "grep", "eco"],
    &["show", "render", "eco"],
    &["serve", "admin", "log"],
];

/// Returns true if a page refers to another one at its end: the program's page to all, a command's
/// page to the program's and to related commands.
fn see_also(page: &str, other: &str) -> bool {
    let is_in = |family: &[&str], name: &str| family.iter().any(|c| page_name(c) == name);
    let related = || FAMILIES.iter().any(|family| is_in(family, page) && is_in(family, other));
    let belongs = |page: &str, to: &str| page.strip_prefix(to).is_some_and(|p| p.starts_with('-'));
    page != other
        && (page == "partie"
            || other == "partie"
            || related()
            || belongs(page, other)
            || belongs(other, page))
}
