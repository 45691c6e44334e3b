//! Claims of the program about itself, put to the test.

use crate::run::Folder;
#[cfg(unix)]
use crate::run::{CLEAN, ended, program};

/// Subcommands listed in the help of a command, or the program's commands (`""`).
fn commands(of: &str) -> Vec<String> {
    let help = Folder::new().partie(&format!("{of} -h")).stdout;
    let list = help.split_once("Commands:\n").map_or("", |(_, list)| list);
    list.lines()
        .map_while(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split(' ').next().unwrap_or_default())
        .filter(|name| *name != "help")
        .map(|name| format!("{of} {name}").trim().to_owned())
        .collect()
}

/// All commands, and after each the ones below it, such as `db find`.
fn all_commands() -> Vec<String> {
    let with_those_below = |command: String| {
        let below = commands(&command);
        std::iter::once(command).chain(below)
    };
    commands("").into_iter().flat_map(with_those_below).collect()
}

/// Covers the commands of the default build.
#[test]
#[cfg(feature = "full")]
fn every_help_text() {
    let folder = Folder::new();
    let mut all = String::new();
    for command in [vec![String::new()], all_commands()].concat() {
        for flag in ["-h", "--help"] {
            let shown = folder.partie(&format!("{command} {flag}"));
            assert_eq!((shown.status, shown.stderr.as_str()), (0, ""));
            let widest = shown.stdout.lines().map(|l| l.chars().count()).max().unwrap_or(0);
            assert!(widest <= 80, "{command} {flag}: a line of {widest} characters");
            let lines: Vec<_> = shown.stdout.lines().map(str::trim_end).collect();
            all += &format!("$ partie {command} {flag}\n{}\n\n", lines.join("\n"));
        }
    }
    insta::assert_snapshot!(all);
}

/// Commands that the minimal build does not have name the other one.
#[test]
#[cfg(not(feature = "full"))]
fn other_commands_are_in_the_full_build() {
    for command in [
        "render games.pgn -o a.svg",
        "site build games.pgn -o site",
        "ics page localhost",
        "serve --help",
        "admin help",
        "db serve library",
    ] {
        let done = Folder::new().partie(command);
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{command}");
        assert!(done.stderr.contains("--features full"), "{command}: {}", done.stderr);
    }
}

/// The lines under `Examples:` in a command's help.
#[cfg(unix)]
fn examples(command: &str) -> Vec<String> {
    let help = Folder::new().partie(&format!("{command} -h")).stdout;
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    examples.lines().map(|line| line.trim().to_owned()).filter(|l| !l.is_empty()).collect()
}

#[test]
#[cfg(unix)]
fn every_example_runs() {
    // These wait for a signal, a browser or keys.
    let waits = |example: &String| {
        let mut waiting = ["--open", "--tui", " db serve ", "partie ics page "].iter();
        waiting.any(|words| example.contains(words))
    };
    for command in all_commands().into_iter().filter(|command| command != "serve") {
        let examples = examples(&command).into_iter().filter(|example| !waits(example));
        for example in examples {
            let folder = Folder::new();
            prepare(&folder, &command, &example);
            let bin = program().parent().expect("a folder");
            let path = std::env::var("PATH").expect("PATH");
            // The samples are messy on purpose, so diagnostics are fine; failures are not.
            let script = format!("set -o pipefail\n{example}");
            let done = ended(
                folder
                    .command("bash")
                    .args(["-c", &script])
                    .env("PARTIE_DATA", ".")
                    .env("EDITOR", "true")
                    .env("PATH", format!("{}:{path}", bin.display())),
            );
            assert!([0, 1].contains(&done.status), "{example}: {done:?}");
            assert!(!done.stdout.contains("panicked") && !done.stderr.contains("panicked"));
        }
    }
}

/// Makes the files that the examples of a command take, besides the samples.
#[cfg(unix)]
fn prepare(folder: &Folder, command: &str, example: &str) {
    let made = |arguments: &str| assert_eq!(folder.partie(arguments).status, 0, "{arguments}");
    if example.contains("library") && !example.contains(" init ") {
        made("db import library games.pgn -q");
    }
    if command == "db restore" {
        made("db remove library 1..2");
    }
    if example.contains("corrected.pgn") {
        folder.write("corrected.pgn", CLEAN);
    }
    if example.contains("library mine") {
        made("db import mine games.pgn -q");
    }
    if example.contains("players.xml") {
        folder.write("players.xml", "<player><name>Anderssen, Adolf</name></player>");
    }
    if example.contains(" undo ") {
        made("db import library games.pgn --again --keep-duplicates -q");
        made("db dedupe library");
    }
    if example.contains("--apply names.tsv") {
        made("names games.pgn --map names.tsv -q");
    }
    let books = if command.starts_with("book") { &["book.bin", "other.bin"][..] } else { &[] };
    for book in books.iter().filter(|book| !example.contains(&format!("-o {book}"))) {
        made(&format!("book make games.pgn --min-games 1 -q -o {book}"));
    }
    #[cfg(feature = "full")]
    if command == "admin" {
        folder.write("lines.txt", "help\n");
        folder.write("club/partie.toml", "");
        super::admin::serve(&folder.path("."));
        super::admin::serve(&folder.path("club"));
    }
}

#[test]
fn usage_errors() {
    let folder = Folder::new();
    for (arguments, words) in [
        ("chekc x.pgn", "'check'"),
        ("check", "<FILE>"),
        ("check x.pgn --formt json", "'--format'"),
        ("check x.pgn --variant sittuyin", "three-check"),
        ("check x.pgn --encoding klingon", "windows-1252"),
        ("check x.pgn --max-game-bytes many", "16M"),
        ("convert x.pgn --split 0 -o y.pgn", "0"),
    ] {
        let done = folder.partie(arguments);
        assert_eq!(done.status, 2, "{arguments}: {done:?}");
        assert!(done.stderr.contains(words), "{arguments}: {}", done.stderr);
        assert_eq!(done.stdout, "");
    }
    assert_eq!(folder.partie("").status, 2);
    assert_eq!(folder.partie("--version").status, 0);
}

#[test]
fn completions_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = folder.partie(&format!("completions {shell}"));
        assert_eq!(done.status, 0);
        for word in ["convert", "max-nesting"] {
            assert!(done.stdout.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(folder.partie("completions tcsh").status, 2);
}

/// Completion at the end of a line, in a shell that is here.
#[test]
#[cfg(unix)]
fn completions_know_codes_and_words() {
    let folder = Folder::new();
    // The generators for other shells know no values.
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.partie(&format!("completions {shell}")).stdout;
        for word in ["PGN001", "JSN001", "three-check", "windows-1250", "white-elo", "bullet"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    for (typed, offered) in [
        ("partie explain PGN00", "PGN001 PGN002"),
        ("partie check --ignore PGN00", "PGN001 PGN002"),
        ("partie check --rules atom", "atomic"),
        ("partie convert --encoding koi", "koi8-r"),
        ("partie count --by time", "time-control"),
        ("partie convert --strip mar", "marks"),
    ] {
        let words: Vec<_> = typed.split(' ').collect();
        let script = format!(
            "source <(partie completions bash); COMP_WORDS=({typed}); \
             COMP_CWORD={}; _partie partie '{}' '{}'; echo \"${{COMPREPLY[*]}}\"",
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2],
        );
        let bin = program().parent().expect("a folder");
        let path = std::env::var("PATH").expect("PATH");
        let mut bash = folder.command("bash");
        bash.args(["-c", &script]).env("PATH", format!("{}:{path}", bin.display()));
        let done = ended(&mut bash);
        assert!(done.stdout.starts_with(offered), "{typed}: {done:?}");
    }
}

#[test]
fn manual_pages() {
    let folder = Folder::new();
    assert_eq!(folder.partie("man man1").status, 0);
    let page = folder.read("man1/partie-check.1");
    assert!(page.contains(".TH partie-check 1"), "{page}");
    assert!(page.contains("\\-\\-severity"), "{page}");
    assert!(folder.read("man1/partie.1").contains("partie\\-convert(1)"));
    for name in folder.names_in("man1") {
        let page = folder.read(&format!("man1/{name}"));
        for section in [".SH \"EXIT STATUS\"", ".SH \"SEE ALSO\""] {
            assert_eq!(page.matches(section).count(), 1, "{name}: {section}\n{page}");
        }
        assert!(page.contains("128+N") && !page.contains(".SH EXTRA"), "{name}");
        assert_eq!(page.contains(".SH EXAMPLES"), name != "partie.1", "{name}");
        // Every page that is named is there.
        let (_, also) = page.split_once("SEE ALSO").expect("a section");
        for other in also.lines().filter_map(|line| Some(line.split_once("\\fB")?.1)) {
            let (other, _) = other.split_once("\\fR").expect("an end");
            let other = other.replace('\\', "");
            assert!(folder.path(&format!("man1/{other}.1")).exists(), "{name} names {other}");
        }
    }
    let check = folder.read("man1/partie-check.1");
    let (_, also) = check.split_once("SEE ALSO").expect("a section");
    for other in ["partie", "partie\\-fix", "partie\\-explain"] {
        assert!(also.contains(other), "{also}");
    }
    let again = folder.partie("man man1");
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    assert_eq!(folder.partie("man man1 --force").status, 0);
}
