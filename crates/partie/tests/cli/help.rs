//! What the program says about itself, and whether it is true.

use crate::run::{Folder, ended, program};

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = Folder::new().partie("-h").stdout;
    let (_, list) = help.split_once("Commands:\n").expect("commands");
    list.lines()
        .map_while(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split(' ').next().unwrap_or_default().to_owned())
        .collect()
}

/// Of the commands of the usual build; the others have a test of their own.
#[test]
#[cfg(not(any(feature = "render", feature = "parquet")))]
fn every_help_text() {
    let folder = Folder::new();
    let mut all = String::new();
    for command in [vec![String::new()], commands()].concat() {
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

/// The lines under `Examples:` in a command's help.
fn examples(command: &str) -> Vec<String> {
    let help = Folder::new().partie(&format!("{command} -h")).stdout;
    let (_, examples) = help.split_once("Examples:\n").expect("examples");
    examples.lines().map(|line| line.trim().to_owned()).filter(|l| !l.is_empty()).collect()
}

#[test]
#[cfg(unix)]
fn every_example_runs() {
    // A server runs until it is told to end; the examples would wait for that.
    for command in commands().into_iter().filter(|command| command != "serve") {
        for example in examples(&command) {
            let folder = Folder::new();
            #[cfg(feature = "serve")]
            if command == "admin" {
                folder.write("lines.txt", "help\n");
                folder.write("club/partie.toml", "");
                super::admin::serve(&folder.path("."));
                super::admin::serve(&folder.path("club"));
            }
            let bin = program().parent().expect("a folder");
            let path = std::env::var("PATH").expect("PATH");
            let done = ended(
                folder
                    .command("sh")
                    .args(["-c", &example])
                    .env("PARTIE_DATA", ".")
                    .env("PATH", format!("{}:{path}", bin.display())),
            );
            // The samples are messy on purpose, so findings are fine; failures are not.
            assert!([0, 1].contains(&done.status), "{example}: {done:?}");
            assert!(!done.stdout.contains("panicked") && !done.stderr.contains("panicked"));
        }
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

#[test]
fn manual_pages() {
    let folder = Folder::new();
    assert_eq!(folder.partie("man man1").status, 0);
    let page = folder.read("man1/partie-check.1");
    assert!(page.contains(".TH partie-check 1"), "{page}");
    assert!(page.contains("\\-\\-severity"), "{page}");
    assert!(folder.read("man1/partie.1").contains("partie\\-convert(1)"));
    let again = folder.partie("man man1");
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    assert_eq!(folder.partie("man man1 --force").status, 0);
}
