//! Games in containers, as every command sees them.

use crate::run::{CLEAN, Folder};

/// The same game in several containers.
fn files(folder: &Folder) -> Vec<&'static str> {
    let escaped = CLEAN.replace('"', "\\\"").replace('\n', "\\n");
    folder.write("a.js", format!("const x = {{\n  pgn: `{CLEAN}`\n}};\n"));
    folder.write("b.json", format!("{{\"games\": [{{\"pgn\": \"{escaped}\"}}]}}\n"));
    folder.write(
        "c.html",
        format!("<html><script>f(1, 'e4')</script><body><pre>{CLEAN}</pre></body></html>"),
    );
    folder.write("d.md", format!("```pgn\n{CLEAN}```\n"));
    folder.write(
        "e.eml",
        format!(
            "MIME-Version: 1.0\nContent-Transfer-Encoding: quoted-printable\n\n{}",
            CLEAN.replace('"', "=22")
        ),
    );
    folder.write("f.rtf", format!("{{\\rtf1\\ansi {}}}", CLEAN.replace('\n', "\\par\n")));
    vec!["a.js", "b.json", "c.html", "d.md", "e.eml", "f.rtf"]
}

#[test]
fn every_command_reads_them() {
    let folder = Folder::new();
    for name in files(&folder) {
        let before = folder.read(name);
        for jobs in [1, 2] {
            let convert = folder.partie(&format!("convert -j {jobs} {name}"));
            assert_eq!(
                (convert.status, convert.stdout.as_str()),
                (0, CLEAN),
                "{name}: {convert:?}"
            );
            assert_eq!(folder.partie(&format!("count -j {jobs} {name}")).stdout, "1\n", "{name}");
            let check = folder.partie(&format!("check -j {jobs} {name}"));
            assert_eq!((check.status, check.stdout.as_str()), (0, ""), "{name}: {check:?}");
        }
        let head = folder.partie(&format!("head {name}"));
        assert_eq!(head.stdout.trim(), CLEAN.trim(), "{name}");
        for command in ["stats", "grep --player anderssen", "show", "sort", "dedupe"] {
            let done = folder.partie(&format!("{command} {name}"));
            assert_eq!(done.status, 0, "{command} {name}: {done:?}");
        }
        // A container is never overwritten.
        let fix = folder.partie(&format!("fix -i {name}"));
        assert!(
            fix.status == 1 && fix.stderr.contains("cannot be repaired in place"),
            "{name}: {fix:?}"
        );
        assert_eq!(folder.read(name), before, "{name}");
        let fix = folder.partie(&format!("fix {name}"));
        assert_eq!((fix.status, fix.stdout.trim()), (0, CLEAN.trim()), "{name}: {fix:?}");
    }
}

/// Diagnostics have their places in the file.
#[test]
fn places_are_those_of_the_file() {
    let folder = Folder::new();
    folder.write("a.js", "const a = {\n  pgn: '[White \"A\"]\\n\\n1. e4 e5 2. Ke3 *' };\n");
    let check = folder.partie("check --format concise a.js");
    assert!(check.stdout.contains("a.js:2:36: PGN030"), "{check:?}");
    let puzzle = "x,r6k/8/8/8/8/8/8/K7 w - - 0 1,a1a2 h8h8,1,1,1,1,t,u,\n";
    folder.write("p.csv", format!("PuzzleId,FEN,Moves\n{puzzle}"));
    let check = folder.partie("check --format concise p.csv");
    assert!(check.stdout.contains("p.csv:3:") || check.stdout.contains("p.csv:2:"), "{check:?}");
}

/// Text left out of a container, also between the pieces of a game, is listed as such.
#[test]
fn every_word_is_accounted_for() {
    let folder = Folder::new();
    for (name, text, words, left_out) in [
        (
            "a.html",
            "<html><head><title>Zebra cup</title></head><body><!-- badger --><p>1. e4 \
             <img alt=\"Otter\">e5 &amp; fun 2. Nf3 Nc6</p><script>x(\"Puma\");</script></body></html>",
            &["1. e4", "e5", "fun"][..],
            &["Zebra cup", "badger", "Otter", "Puma"][..],
        ),
        (
            "b.md",
            "# Kudu\n\n```\n[Event \"x\"]\n\n1. e4 *\n```\n\nOkapi {\n\n```rust\nlet weasel = 1;\n```\n\n\
             ```\n[Event \"y\"]\n\n1. d4 *\n```\n",
            &["# Kudu", "Event", "Okapi"],
            &["let weasel = 1;"],
        ),
        ("c.js", "const gnu = '1. e4 e5 2. Nf3';\nibex(3);\n", &["e5"], &["const gnu", "ibex(3)"]),
    ] {
        folder.write(name, text);
        let done = folder.partie(&format!("check --account --format json {name}"));
        let mut spans = Vec::new();
        for line in done.stdout.lines() {
            let part: serde_json::Value = serde_json::from_str(line).expect("one object");
            spans.extend(part["spans"].as_array().expect("spans").clone());
        }
        let of = |is_decoration: bool| {
            let wanted = spans.iter().filter(|s| (s["part"] == "decoration") == is_decoration);
            wanted.filter_map(|s| s["text"].as_str()).collect::<String>()
        };
        for word in words {
            assert!(
                of(false).contains(word) && !of(true).contains(word),
                "{name} {word}: {done:?}"
            );
        }
        for word in left_out {
            assert!(
                of(true).contains(word) && !of(false).contains(word),
                "{name} {word}: {done:?}"
            );
        }
    }
}
