//! `partie stats`.

use crate::run::{CLEAN, Folder, MESSY, RICH};

fn folder() -> Folder {
    let folder = Folder::new();
    let rated = CLEAN.replace("1-0", "0-1").replace(
        "\n\n1. e4",
        "\n[ECO \"C30\"]\n[Opening \"King's Gambit\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2550\"]\n\
         [TimeControl \"40/7200:3600\"]\n[Termination \"normal\"]\n\n1. e4",
    );
    folder.write("all.pgn", format!("{CLEAN}{MESSY}\n{RICH}{rated}"));
    folder
}

#[test]
fn bars_and_numbers() {
    let done = folder().partie("stats all.pgn");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(done.stdout);
    let ascii = folder().partie("stats all.pgn --ascii --tags-only --top 1");
    assert!(ascii.stdout.is_ascii(), "{}", ascii.stdout);
    assert!(ascii.stdout.contains("Players (top 1 of 4)"), "{}", ascii.stdout);
    assert!(!ascii.stdout.contains("diagnostics"), "{}", ascii.stdout);
}

#[test]
fn a_file_is_as_wide_as_it_needs_to_be() {
    let folder = folder();
    let event = "The long name of an event that goes on and on";
    folder.write("long.pgn", CLEAN.replace("Coffee house", event));
    assert_eq!(folder.partie("stats long.pgn -o long.txt").status, 0);
    assert!(folder.read("long.txt").contains(event), "{}", folder.read("long.txt"));
}

#[cfg(feature = "full")]
#[test]
fn in_the_languages_of_the_pages() {
    let folder = folder();
    for (language, words) in [
        (
            "de",
            ["Partien: 4", "Weiß gewinnt", "Eröffnungen", "66,7\u{a0}%", "Längste Partie: 5 Züge"],
        ),
        (
            "fr",
            [
                "Parties\u{a0}: 4",
                "Victoires des blancs",
                "Ouvertures",
                "66,7",
                "Partie la plus longue",
            ],
        ),
        ("cs", ["Partie: 4", "Bílý vyhrál", "Zahájení", "66,7", "Nejdelší partie"]),
    ] {
        let text = folder.partie(&format!("stats all.pgn --language {language}")).stdout;
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
        for format in ["html", "svg"] {
            let made = format!("stats all.pgn --language {language} --format {format}");
            let made = folder.partie(&made).stdout;
            assert!(made.contains(words[1]) && !made.contains("White"), "{made}");
            assert!(format == "svg" || made.contains(&format!("<html lang=\"{language}\">")));
        }
    }
    let json = folder.partie("stats all.pgn --language de --json");
    assert_eq!(json.stdout, folder.partie("stats all.pgn --json").stdout);
}

#[test]
fn for_programs() {
    let done = folder().partie("stats --json all.pgn");
    let object: serde_json::Value = serde_json::from_str(&done.stdout).expect("JSON");
    assert_eq!(object["games"], 4);
    assert_eq!(object["results"]["1-0"], 2);
    assert_eq!(object["plies"], 7 + 9 + 3 + 7);
    assert_eq!(object["longest"]["place"], "all.pgn:11");
    assert_eq!(object["states"]["broken"], 1);
    assert_eq!(object["openings"][0]["eco"], "C30");
    assert_eq!(object["first"], "1851.06.21");
}

#[test]
fn a_picture() {
    let folder = folder();
    let done = folder.partie("stats all.pgn archive --svg all.svg --title Club");
    assert_eq!(done.status, 0, "{done:?}");
    let picture = folder.read("all.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert!(picture.contains(">Club<") && picture.contains("Anderssen, Adolf"));
    let again = folder.partie("stats all.pgn --svg all.svg");
    assert!(again.status == 2 && again.stderr.contains("--force"), "{again:?}");
    let page = folder.partie("stats all.pgn archive --html - --title <Club>").stdout;
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("<h1 dir=\"auto\">&lt;Club&gt;</h1>")
    );
    assert!(page.contains("<svg ") && page.contains("White wins"), "{page}");
    assert!(!page.contains("<Club>"), "{page}");
    assert!(folder.partie("stats all.pgn --svg -").stdout.starts_with("<svg "));
    folder.write("empty.pgn", "");
    assert_eq!(folder.partie("stats empty.pgn --svg none.svg").status, 1);
    assert!(!folder.path("none.svg").exists());
}
