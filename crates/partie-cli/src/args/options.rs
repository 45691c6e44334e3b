//! A table of all options, which holds that one name means one thing in every command.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    fmt::Write as _,
    fs,
    path::Path,
};

use clap::{Arg, ArgAction, Command, CommandFactory as _};

use super::Arguments;

/// Options that say one thing in the words of their commands.
const SAME: [(&str, &str); 30] = [
    ("again", "reads what need not be read again"),
    ("all", "lists everything, not only totals or the first few"),
    ("apply", "replaces spellings as a file says"),
    ("ascii", "uses letters and ASCII only"),
    ("by", "properties by which games are grouped or sorted"),
    ("config", "a configuration file"),
    ("corrected", "removes games that another record corrects"),
    ("count", "prints the number of games only"),
    ("data", "directory of a server's data"),
    ("delete", "deletes what could be used again"),
    ("deny", "severity of diagnostics with which the exit status is 1"),
    ("dry-run", "says what would be done"),
    ("flip", "shows the board from the other side"),
    ("force", "overwrites what exists"),
    ("format", "format of the report"),
    ("game", "numbers of games, from 1"),
    ("json", "reports as JSON"),
    ("language", "language of words"),
    ("list", "prints one line for each game"),
    ("listen", "address to listen on"),
    ("memory", "memory that is used before temporary files are"),
    ("output", "where to write"),
    ("report", "file that lists what was changed"),
    ("temporary", "directory of temporary files"),
    ("time-control", "classes of time controls"),
    ("title", "title of what is made"),
    ("to", "format of the output"),
    ("to-lang", "language of piece letters in the output"),
    ("tui", "full-screen mode"),
    ("url", "address of a site"),
];

/// Options as commands define them: names, value and meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Definition {
    short: Option<char>,
    aliases: Vec<String>,
    value: String,
    meaning: String,
}

impl Definition {
    fn of(arg: &Arg) -> Definition {
        let takes_value = matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
        let names = arg.get_value_names().filter(|_| takes_value).unwrap_or_default();
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        // A default differs from command to command.
        let meaning = help.split(" [default").next().unwrap_or_default().replace('\n', " ");
        let aliases = arg.get_visible_aliases().unwrap_or_default();
        let aliases = aliases.into_iter().map(str::to_owned).collect();
        Definition { short: arg.get_short(), aliases, value: names.join(" "), meaning }
    }
}

/// Collects the options of a command and those below it.
fn collect(
    command: &Command,
    path: &str,
    options: &mut BTreeMap<String, BTreeMap<Definition, BTreeSet<String>>>,
) {
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        if let Some(long) = arg.get_long().filter(|long| !["help", "version"].contains(long)) {
            let definitions = options.entry(long.to_owned()).or_default();
            definitions.entry(Definition::of(arg)).or_default().insert(path.to_owned());
        }
    }
    for below in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        collect(below, format!("{path} {}", below.get_name()).trim(), options);
    }
}

/// Returns the table of all options.
fn table(options: &BTreeMap<String, BTreeMap<Definition, BTreeSet<String>>>) -> String {
    let mut out = "\
# Options

One name means one thing in every command. This table is made from the definitions of the commands, and a test
holds it: `PARTIE_WRITE=1 cargo test --workspace --bin partie options` writes it anew. Old names that mean nothing
else now are accepted and not listed. Every command has `-h` as well.

| option | value | meaning | commands |
|---|---|---|---|
"
    .to_owned();
    for (long, definitions) in options {
        for (Definition { short, aliases, value, meaning }, commands) in definitions {
            let short = short.map(|short| format!("`-{short}`, ")).unwrap_or_default();
            let aliases =
                aliases.iter().fold(String::new(), |all, alias| all + ", `--" + alias + "`");
            let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
            let commands = match commands.join(", ") {
                all if all.is_empty() => "all".to_owned(),
                some => some,
            };
            let meaning = meaning.replace('|', "\\|");
            let _ =
                writeln!(out, "| {short}`--{long}`{aliases} | {value} | {meaning} | {commands} |");
        }
    }
    out
}

fn all_options() -> BTreeMap<String, BTreeMap<Definition, BTreeSet<String>>> {
    let mut options = BTreeMap::new();
    collect(&Arguments::command(), "", &mut options);
    options
}

#[test]
fn one_name_means_one_thing() {
    let mut faults = Vec::new();
    let mut letters: BTreeMap<char, BTreeSet<String>> = BTreeMap::new();
    for (long, definitions) in all_options() {
        let is_same = SAME.iter().any(|(same, _)| *same == long);
        let kinds: BTreeSet<_> = definitions
            .keys()
            .map(|definition| Definition {
                meaning: if is_same { String::new() } else { definition.meaning.clone() },
                ..definition.clone()
            })
            .collect();
        if kinds.len() > 1 {
            faults.push(format!("--{long}: {kinds:#?}"));
        }
        for letter in definitions.keys().filter_map(|definition| definition.short) {
            letters.entry(letter).or_default().insert(long.clone());
        }
    }
    letters.retain(|_, longs| longs.len() > 1);
    faults.extend(letters.into_iter().map(|(letter, longs)| format!("-{letter}: {longs:?}")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The conditions of `grep` and all options of reading are in every command that reads games.
#[test]
fn games_are_chosen_and_read_alike() {
    let options = all_options();
    let has = |long: &str, command: &str| {
        options.get(long).is_some_and(|definitions| {
            definitions.values().any(|commands| commands.contains(command))
        })
    };
    let chosen = [
        "grep",
        "count",
        "stats",
        "player",
        "crosstable",
        "site build",
        "book make",
        "render",
        "convert",
        "dedupe",
        "sort",
        "merge",
        "names",
        "head",
        "tail",
        "sample",
        "db find",
        "db export",
        "db stats",
        "db player",
        "db crosstable",
    ];
    for command in chosen.into_iter().filter(|name| cfg!(feature = "full") || has("force", name)) {
        for long in ["player", "elo", "eco", "date", "since", "time-control", "fen", "where"] {
            assert!(has(long, command), "{command} --{long}");
        }
    }
    let read = chosen.into_iter().filter(|name| !name.starts_with("db "));
    let read = read.chain(["check", "fix", "log", "show", "eco", "diff", "db import", "db sync"]);
    for command in read.filter(|name| cfg!(feature = "full") || has("max-tags", name)) {
        for long in [
            "from",
            "lang",
            "rules",
            "start",
            "encoding",
            "initial-time",
            "double-check",
            "glob",
            "jobs",
            "max-game-bytes",
            "max-nesting",
            "max-tags",
            "max-comment",
        ] {
            assert!(has(long, command), "{command} --{long}");
        }
    }
}

/// The documentation has the table. The minimal build has fewer commands.
#[cfg(feature = "full")]
#[test]
fn options_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let table = table(&all_options());
    if env::var_os("PARTIE_WRITE").is_some() {
        fs::write(&path, &table).expect("written");
    }
    let documented = fs::read_to_string(&path).unwrap_or_default();
    assert!(documented == table, "docs/options.md is out of date; see its head");
}
