//! Text from the input that would control a terminal is shown, and never obeyed.

use std::process::Command;

use crate::run::{Folder, ended, program};

/// Text that controls a terminal, with its name.
const STEERING: [(&str, &str); 14] = [
    ("escape sequence (CSI)", "\x1b[31m"),
    ("operating system command", "\x1b]0;title\x07"),
    ("bell", "\x07"),
    ("backspace", "\x08\x08"),
    ("delete", "\x7f"),
    ("vertical tab and form feed", "\x0b\x0c"),
    ("CSI of ISO 6429", "\u{9b}31m"),
    ("next line", "\u{85}"),
    ("device control string", "\u{90}x\u{9c}"),
    ("right-to-left override", "\u{202e}"),
    ("isolates", "\u{2066}\u{2067}\u{2068}\u{2069}"),
    ("marks of direction", "\u{200e}\u{200f}\u{61c}"),
    ("line and paragraph separator", "\u{2028}\u{2029}"),
    ("carriage return", "\r"),
];

/// Commands that show text of their input. `{}` is a file whose name, tags, comments and moves
/// hold control characters, `{2}` another one with other games.
const SHOWN: &[&str] = &[
    "check {}",
    "check --all {} {2}",
    "check --format concise {}",
    "check --format github {}",
    "check --format json {}",
    "check --format sarif {}",
    "check --account {}",
    "check --account --format json {}",
    "check --statistics {}",
    "check {}.not-there",
    "convert {}.not-there",
    "convert {} -o {}",
    "convert {} -t fen -o made.fen --force",
    "convert {} -t text -o made.txt --force",
    "convert {} -o {}.unknown",
    "convert {} -o {}/made.pgn",
    "fix --report {}/x {}",
    "show --color always {}",
    "fix -i {}",
    "fix --report - {} -o made.pgn",
    "fix {} -o made.pgn --level guess",
    "fix {} -o {}.x/y.pgn",
    "diff {} {2}",
    "diff {2} {}",
    "diff --json {} {2}",
    "diff {} {}.not-there",
    "grep --list --player anna {} {2}",
    "grep -l --player anna {} {2}",
    "grep --count --player anna {} {2}",
    "grep --player anna {}.not-there",
    "grep {}",
    "grep {}.not-there",
    "count --by white {}",
    "count --by event --json {}",
    "count --by opening {}",
    "eco {}",
    "eco {} {2}",
    "eco --json {}",
    "eco {}.not-there",
    "eco --list {}",
    "count {} {2}",
    "stats {} {2}",
    "stats --json {} {2}",
    "names {} {2}",
    "names --of event {} {2}",
    "names --json {} {2}",
    "names --apply {} {}",
    "dedupe {} {} -o made.pgn",
    "dedupe {} {} --json -o made.pgn",
    "dedupe {} {} --report - -o made.pgn",
    "show {}",
    "show --moves {}",
    "show --all {}",
    "show --speak {}",
    "show --speak --all {}",
    "show --fen {}",
    "show --game 2 {}",
    "show --game 99 {}",
    "show {}.not-there",
    "explain {}",
    "head {}.not-there",
    "sample 1 {} -o {}",
    "sort --by white {} -o {}/made.pgn",
    "log {} -o made.pgn",
    "render {}",
    "render {} -o {}/made.svg",
    "render {}.not-there -o made.svg",
];

/// Finds the first character of an output that would control a terminal, other than a line end,
/// a tab or a colour.
fn steering(text: &str) -> Option<char> {
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(
                c,
                '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2066}'..='\u{2069}'
            )
    }) {
        let found = &rest[at..];
        let colour = found.strip_prefix("\x1b[").and_then(|codes| {
            codes.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').strip_prefix('m')
        });
        match colour {
            Some(after) => rest = after,
            None => return found.chars().next(),
        }
    }
    None
}

/// Makes a game with a text in its tags, in its comments, among its moves and after them.
fn game(text: &str, other: &str) -> String {
    format!(
        "[Event \"{text}Cup{text}\"]\n[Site \"{text}here{text}\"]\n[Date \"2024.0{text}1.05\"]\n\
         [Round \"{text}1\"]\n[White \"{text}Anna{text} {other}\"]\n[Black \"Bert{text}a\"]\n\
         [Result \"1-{text}0\"]\n[WhiteElo \"{text}x\"]\n[ECO \"{text}B\"]\n[Opening \"{text}O\"]\n\
         [TimeControl \"{text}9\"]\n[My{text}Tag \"{text}{other}\"]\n[FEN \"{text}8/8\"]\n\n\
         {{{text}first{text}{other}}} 1. e4 {{{text}}} e5{text} 2. Nf3 ({text}2. d4 {{{text}}} x{text}y) \
         2... Zz{text}9 {text}word 3. N{text}c3 ${text}1 ({text}) 1-0 {text}end\n\n\
         [Event \"{text}\"]\n[White \"{text}Anna {other}\"]\n\n\
         1. e4 {text} e5 2. Bc{text}4 Ke3{text} 3. {text} *\n\n"
    )
}

/// Makes a command from a line, with the names of files filled in.
fn command(folder: &Folder, line: &str, files: [&str; 2]) -> Command {
    let mut command = folder.command(program());
    for word in line.split(' ') {
        command.arg(word.replace("{}", files[0]).replace("{2}", files[1]));
    }
    command
}

/// Returns all characters that control a terminal, except line ends.
fn all_but_line_ends() -> String {
    STEERING.iter().filter(|(_, text)| *text != "\r").map(|(_, text)| *text).collect()
}

#[test]
fn what_is_shown_steers_no_terminal() {
    let mut failures = Vec::new();
    for text in [&all_but_line_ends(), "\r"] {
        let folder = Folder::new();
        let files = [format!("a{text}b.pgn"), format!("other{text}.pgn")];
        folder.write(&files[1], game(text, "B"));
        for line in SHOWN {
            for colour in [false, true] {
                folder.write(&files[0], game(text, ""));
                let mut command = command(&folder, line, [&files[0], &files[1]]);
                if colour {
                    command.env("CLICOLOR_FORCE", "1");
                }
                let done = ended(&mut command);
                if done.stderr.contains("Usage:") {
                    failures.push(format!("{line}: {}", done.stderr));
                }
                for (stream, shown) in [("stdout", done.stdout), ("stderr", done.stderr)] {
                    if let Some(c) = steering(&shown) {
                        let at = shown.lines().find(|line| line.contains(c)).unwrap_or_default();
                        failures.push(format!("{line}: {stream}: {at:?}"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Commands whose output is a record.
const RECORDS: [&str; 9] = [
    "convert {}",
    "convert -t ndjson {}",
    "head {}",
    "tail {}",
    "grep --player anna {}",
    "sort --by white {}",
    "dedupe -q {}",
    "fix -q {}",
    "fix -q --diff {}",
];

/// Files, pipes and other programs get the bytes of a record unchanged.
#[test]
fn records_keep_their_bytes_elsewhere() {
    let folder = Folder::new();
    let text = all_but_line_ends();
    folder.write("a.pgn", game(&text, ""));
    for line in RECORDS {
        let done = ended(&mut command(&folder, line, ["a.pgn", ""]));
        let expected = if line.contains("ndjson") { "\\u001b[31m" } else { "\x1b[31m" };
        assert!(done.stdout.contains(expected), "{line}: {done:?}");
    }
    let copied = ended(&mut command(&folder, "head {}", ["a.pgn", ""])).stdout;
    assert_eq!(copied, game(&text, ""));
}

#[cfg(target_os = "linux")]
mod needs_script {
    use super::*;

    /// On a terminal a record is shown like any other text. `script` runs a command on one.
    #[test]
    #[ignore = "needs `script` of util-linux"]
    fn records_steer_no_terminal() {
        let folder = Folder::new();
        let text = all_but_line_ends();
        folder.write("a.pgn", game(&text, ""));
        let on_terminal = |line: &str| {
            let line = format!("{} {}", program().display(), line.replace("{}", "a.pgn"));
            let mut script = folder.command("script");
            script.args(["-qec", &line, "/dev/null"]).env("NO_COLOR", "1").env("TERM", "dumb");
            script
        };
        for line in RECORDS.iter().chain(["convert {} -o /dev/stdout"].iter()).chain(SHOWN) {
            if line.contains("{2}") {
                continue;
            }
            let done = ended(&mut on_terminal(line));
            // The terminal ends its lines with CR LF.
            let shown = done.stdout.replace("\r\n", "\n");
            let steered = steering(&shown);
            assert_eq!(steered, None, "{line}: {shown:?}");
            if RECORDS.contains(line) {
                assert!(
                    shown.contains("\u{241b}[31m") || shown.contains("\\u001b"),
                    "{line}: {shown}"
                );
            }
        }
    }
}
