//! `partie fix`.

use std::{fs, io::Write as _};

use crate::run::{CLEAN, Ended, Folder, MESSY, SHEET};

/// A text from an old mailbox: quoting, German letters, results missing.
const MAILED: &str = "\
> [Event \"Fernschach\"]
> [White \"Müller\"]
> [Black \"Schröder\"]
>
> 1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0 Sf6 1-0
";

const MENDED: &str = "\
[Event \"Fernschach\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Müller\"]
[Black \"Schröder\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 1-0
";

fn fix(folder: &Folder, arguments: &str) -> Ended {
    folder.partie(&format!("fix {arguments}"))
}

#[test]
fn what_is_fine_stays_byte_for_byte() {
    let folder = Folder::new();
    let done = fix(&folder, "archive/old.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (0, CLEAN));
    assert_eq!(done.stderr, "partie: 1 game: nothing to repair\n");
    let before = fs::metadata(folder.path("archive/old.pgn")).expect("there");
    assert_eq!(fix(&folder, "-i archive/old.pgn").status, 0);
    let after = fs::metadata(folder.path("archive/old.pgn")).expect("there");
    assert_eq!(before.modified().expect("a time"), after.modified().expect("a time"));
}

#[test]
fn a_mail_becomes_a_game() {
    let folder = Folder::new();
    folder.write("mail.pgn", MAILED);
    let done = fix(&folder, "mail.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (0, MENDED), "{}", done.stderr);
    let fed = folder.fed("fix -", MAILED.as_bytes());
    assert_eq!(fed.stdout, MENDED);
    // The letters are only likely.
    let safe = fix(&folder, "mail.pgn --level safe");
    assert!(safe.stdout.contains("\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6"), "{}", safe.stdout);
}

#[test]
fn in_place_with_a_backup() {
    let folder = Folder::new();
    folder.write("mail.pgn", MAILED);
    folder.write("other.pgn", MAILED);
    assert_eq!(fix(&folder, "-i --backup mail.pgn").status, 0);
    assert_eq!(folder.read("mail.pgn"), MENDED);
    assert_eq!(folder.read("mail.pgn.bak"), MAILED);
    let again = fix(&folder, "-i --backup mail.pgn");
    assert_eq!(again.status, 2, "{}", again.stderr);
    assert_eq!(folder.read("mail.pgn.bak"), MAILED, "a backup is not overwritten");
    assert_eq!(fix(&folder, "-i mail.pgn other.pgn").status, 0);
    assert_eq!(folder.read("other.pgn"), MENDED);
    // No temporary file is left behind.
    assert!(folder.names().iter().all(|n| !n.contains("tmp")), "{:?}", folder.names());
}

#[test]
fn without_in_place_no_input_is_touched() {
    let folder = Folder::new();
    folder.write("mail.pgn", MAILED);
    let done = fix(&folder, "mail.pgn -o mail.pgn");
    assert_eq!(done.status, 2, "{}", done.stderr);
    fix(&folder, "mail.pgn --diff");
    fix(&folder, "mail.pgn -o new.pgn");
    assert_eq!(folder.read("mail.pgn"), MAILED);
    assert_eq!(folder.read("new.pgn"), MENDED);
    assert_eq!(fix(&folder, "mail.pgn -o new.pgn").status, 2, "new.pgn exists");
    assert_eq!(fix(&folder, "mail.pgn -o new.pgn --force").status, 0);
}

#[test]
fn the_diff_is_one_that_patch_applies() {
    let folder = Folder::new();
    folder.write("two.pgn", format!("{CLEAN}{MAILED}\n{MESSY}"));
    let shown = fix(&folder, "--diff two.pgn");
    assert_eq!(shown.status, 1, "there is something to mend");
    assert!(shown.stdout.contains("\n-> 1. e4 e5 2. Sf3"), "{}", shown.stdout);
    let mended = fix(&folder, "two.pgn").stdout;
    let patch = folder
        .command("patch")
        .args(["--binary", "two.pgn"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn();
    let Ok(mut patch) = patch else {
        println!("there is no `patch` here; its part of the test did not run");
        return;
    };
    let mut stdin = patch.stdin.take().expect("a pipe");
    stdin.write_all(shown.stdout.as_bytes()).expect("fed");
    drop(stdin);
    assert!(patch.wait().expect("ended").success());
    assert_eq!(folder.read("two.pgn"), mended);
}

#[test]
fn text_that_is_no_game_is_not_counted_as_one() {
    let folder = Folder::new();
    let mut texts = "Nothing but words\n".to_owned();
    fs::write(folder.path("words.pgn"), &texts).expect("written");
    let done = fix(&folder, "words.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (1, texts.as_str()));
    assert_eq!(
        done.stderr.lines().last(),
        Some("partie: 0 games: nothing to repair; 1 text without a game was left as it is")
    );
    texts += "\n";
    texts += CLEAN;
    fs::write(folder.path("words.pgn"), &texts).expect("written");
    let done = fix(&folder, "words.pgn");
    assert_eq!(done.stdout, texts.replace("Nothing but words", "{Nothing but words}"));
}

#[test]
fn the_report_tells_every_change() {
    let folder = Folder::new();
    folder.write("mail.pgn", MAILED);
    assert_eq!(fix(&folder, "mail.pgn -o new.pgn --report changes.jsonl").status, 0);
    let changes: Vec<serde_json::Value> = folder
        .read("changes.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let change = changes.iter().find(|c| c["before"] == "Lb5").expect("the bishop");
    assert_eq!(change["after"], "Bb5");
    assert_eq!(change["confidence"], "likely");
    assert_eq!((&change["file"], &change["game"]), (&"mail.pgn".into(), &1.into()));
    assert_eq!(change["line"], 5, "{change}");
    for change in &changes {
        for key in ["code", "confidence", "before", "after", "line", "column", "byte"] {
            assert!(change.get(key).is_some(), "{key} in {change}");
        }
    }
}

#[test]
fn an_illegal_move() {
    let folder = Folder::new();
    let moves = |options: &str| {
        let done = fix(&folder, &format!("messy.pgn {options}"));
        let text = done.stdout.lines().last().expect("moves").to_owned();
        (done.status, text)
    };
    let kept = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6";
    // No text is lost, and every program can read the rest; but the game was not read to its end.
    assert_eq!(moves(""), (1, format!("{kept} 5. d3 {{Not read: Ke6}} 1-0")));
    assert_eq!(moves("--keep-illegal"), (0, format!("{kept} 5. d3 Ke6 {{illegal}} 1-0")));
    // The rest of a safe mending is left as it is.
    assert_eq!(moves("--level safe"), (1, format!("{kept} 5. d3 Ke6 1-0")));
}

#[test]
fn a_guess_is_named_as_one() {
    let folder = Folder::new();
    // Black's second move is missing.
    folder.write(
        "gap.pgn",
        CLEAN.replace("2. f4 exf4 3. Bc4", "2. f4 3. Bc4").replace("4. Kf1", "4. Kf1 b5 5. Bxb5"),
    );
    let done = fix(&folder, "gap.pgn --level guess --report - -o new.pgn");
    let report: Vec<serde_json::Value> =
        done.stdout.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let guess = report.iter().find(|c| c["confidence"] == "guess").expect("a guess");
    assert!(guess["guess"]["explains"].as_u64() > Some(0), "{guess}");
    assert!(guess["guess"]["percent"].as_u64() > Some(0), "{guess}");
    let text = folder.read("new.pgn");
    assert!(text.contains("{guess: "), "{text}");
    assert!(text.contains("exf4"), "{text}");
}

#[test]
fn mending_twice_changes_nothing_more() {
    let folder = Folder::new();
    folder.write("two.pgn", format!("{MAILED}\n{MESSY}"));
    for level in ["safe", "likely", "guess"] {
        let once = fix(&folder, &format!("two.pgn --level {level}")).stdout;
        let twice = folder.fed(&format!("fix - --level {level}"), once.as_bytes()).stdout;
        assert_eq!(once, twice, "{level}");
    }
}

#[test]
fn other_encodings_and_compressed_files() {
    let folder = Folder::new();
    let latin: Vec<u8> =
        MAILED.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    folder.write("latin.pgn", latin);
    let mut wide = vec![0xff, 0xfe];
    wide.extend(MAILED.encode_utf16().flat_map(u16::to_le_bytes));
    folder.write("wide.pgn", &wide);
    assert_eq!(fix(&folder, "-i latin.pgn wide.pgn").status, 0);
    assert_eq!(folder.read("latin.pgn"), MENDED);
    assert_eq!(folder.read("wide.pgn"), MENDED);
    // A compressed file stays one.
    folder.write("mail.pgn", MAILED);
    assert_eq!(fix(&folder, "mail.pgn --level safe -o mail.pgn.gz").status, 0);
    assert_eq!(fix(&folder, "-i mail.pgn.gz").status, 0);
    assert_eq!(folder.read_bytes("mail.pgn.gz")[..2], [0x1f, 0x8b]);
    assert_eq!(folder.partie("convert -q mail.pgn.gz").stdout.trim_end(), MENDED.trim_end());
}

/// Text after the last game may call for changes, too.
#[test]
fn the_report_tells_changes_at_the_end_of_a_file() {
    let folder = Folder::new();
    folder.write(
        "end.pgn",
        &b"1. e4 1-0\n<br>\n<brN>% a1<br>% a1\x8a<br% a1\x8a<br<br% a1\x8a<br"[..],
    );
    let done = fix(&folder, "end.pgn -o new.pgn --report changes.jsonl");
    // The words after the result are no game.
    assert_eq!(done.status, 1, "{}", done.stderr);
    assert!(folder.read("changes.jsonl").lines().count() > 2);
    fix(&folder, "new.pgn -o again.pgn");
    assert_eq!(folder.read("again.pgn"), folder.read("new.pgn"));
}

/// However many threads mend, what they write and report is the same.
#[test]
fn any_number_of_threads() {
    let folder = Folder::new();
    let latin: Vec<u8> = MAILED.chars().map(|c| c as u8).collect();
    let parts = [
        CLEAN.as_bytes(),
        MAILED.as_bytes(),
        b"\n",
        MESSY.as_bytes(),
        b"\n\n% escaped\n\n",
        &latin,
        b"\n1. e4 {never closed\n\n[Site \"?\"]\n\n1. d4 d5\n\n",
        CLEAN.as_bytes(),
        b"1. c4 c5\n\n1. b3 0-1\n\n",
    ];
    let many = parts.concat().repeat(1500);
    assert!(many.len() > 1_200_000, "more than one thread begins with: {}", many.len());
    let mut wide = vec![0xff, 0xfe];
    wide.extend(MAILED.repeat(300).encode_utf16().flat_map(u16::to_le_bytes));
    let fixed = |threads: usize| {
        folder.write("many.pgn", &many);
        folder.write("wide.pgn", &wide);
        let done = fix(
            &folder,
            &format!(
                "-i --backup=.{threads} --all --report changes.{threads} -j {threads} many.pgn wide.pgn"
            ),
        );
        let texts = [
            folder.read_bytes("many.pgn"),
            folder.read_bytes("wide.pgn"),
            folder.read_bytes(&format!("changes.{threads}")),
        ];
        assert!(folder.read_bytes(&format!("many.pgn.{threads}")) == many, "the backup");
        (done.status, done.stderr, texts)
    };
    let one = fixed(1);
    let summary = one.1.lines().last().unwrap_or_default();
    assert!(summary.contains("games: 10 800 repaired"), "{summary}");
    for threads in [3, 5] {
        assert!(fixed(threads) == one, "{threads} threads");
    }
}

#[test]
fn what_cannot_be_mended_is_said() {
    let folder = Folder::new();
    for in_place in ["-i", "--diff"] {
        let sheet = fix(&folder, &format!("sheet.txt {in_place}"));
        assert_eq!((sheet.status, sheet.stdout.as_str()), (1, ""));
        assert!(sheet.stderr.contains("omit -i and --diff"), "{}", sheet.stderr);
        assert_eq!(folder.read("sheet.txt"), SHEET);
    }
    let missing = fix(&folder, "missing.pgn");
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("missing.pgn"), "{}", missing.stderr);
    // What is there is mended all the same.
    let both = fix(&folder, "missing.pgn messy.pgn");
    assert_eq!(both.status, 2);
    assert!(both.stdout.contains("4. O-O Nf6"), "{}", both.stdout);
}

/// Sheets with a word that a scanner misread, and what each level makes of it.
const SCANNED: [(&str, &str, &str, &str); 4] = [
    (
        "Round 3\nWhite: Oak   Black: Elm\n\n1. e4 e5\n2. Nf8 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n1-0\n",
        "1. e4 e5 {Not read: Nf8",
        "1. e4 e5 {Not read: Nf8",
        "1. e4 e5 2. Nf3 {guess: another move was meant; written: Nf8} 2... Nc6 3. Bb5\na6 4. Ba4 Nf6 1-0",
    ),
    (
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Tel b5 7. Lb3 d6 1-0\n",
        "5.\nO-O Be7 {Not read: Tel",
        "O-O Be7 6. Re1 {written: Tel}",
        "O-O Be7 6. Re1 {written: Tel}",
    ),
    (
        "e4 e5\nNf3 Nc6\nB65 a6\nBa4 Nf6\nO-O Be7\n",
        "2. Nf3 Nc6 {B65} {Not read: a6",
        "3. Bb5 {written: B65} 3... a6 4. Ba4 Nf6 5. O-O Be7 *",
        "{B65} 3. Bb5 {guess: a move is missing} 3... a6 4. Ba4 Nf6 5. O-O Be7 *",
    ),
    (
        "{\"white\": \"Oak\", \"black\": \"Elm\", \"moves\": [\"e4\", \"e5\", \"Nf8\", \"Nc6\", \"Bb5\", \"a6\", \"Ba4\"]}\n",
        "1. e4 e5 {Not read: Nf8",
        "1. e4 e5 {Not read: Nf8",
        "1. e4 e5 2. Nf3 {guess: another move was meant; written: Nf8} 2... Nc6 3. Bb5\na6 4. Ba4 *",
    ),
];

#[test]
fn games_of_other_formats_are_mended_as_pgn() {
    let folder = Folder::new();
    for (sheet, safe, likely, guess) in SCANNED {
        let name = if sheet.starts_with('{') { "scan.json" } else { "scan.txt" };
        folder.write(name, sheet);
        for (level, expected) in [("safe", safe), ("likely", likely), ("guess", guess)] {
            let fixed = fix(&folder, &format!("{name} --level {level}"));
            let dense = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (text, expected) = (dense(&fixed.stdout), dense(expected));
            assert!(text.contains(&expected), "{level}: {text}{}", fixed.stderr);
            assert_eq!(fixed.status, i32::from(text.contains("Not read")), "{level}: {text}");
            let converted = folder.partie(&format!("convert {name} --level {level}"));
            assert_eq!((dense(&converted.stdout), converted.status), (text, fixed.status));
            // What was mended is a game like any other.
            let count = folder.partie(&format!("convert {name} --level {level} -t ndjson"));
            assert_eq!(count.stdout.lines().count(), 1, "{}", count.stdout);
        }
        assert_eq!(folder.read(name), sheet);
    }
}

#[test]
fn guesses_are_counted_and_denied() {
    let folder = Folder::new();
    let (sheet, ..) = SCANNED[0];
    folder.write("scan.txt", sheet);
    folder.write("scan.pgn", "1. e4 e5 2. Nf8 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0\n");
    for name in ["scan.txt", "scan.pgn"] {
        for command in ["fix", "convert"] {
            let command = format!("{command} {name} --level guess");
            let done = folder.partie(&command);
            assert_eq!(done.status, 0, "{}", done.stderr);
            let last = done.stderr.lines().last().unwrap_or_default();
            assert!(last.contains("1 guessed)"), "{last}");
            let denied = folder.partie(&format!("{command} --deny guess"));
            assert_eq!((denied.status, denied.stdout), (1, done.stdout));
        }
    }
    // The message at which a game stops names the command, and the place in the sheet.
    let check = folder.partie("check scan.txt");
    assert!(check.stdout.contains("scan.txt:5:4"), "{}", check.stdout);
    assert!(check.stdout.contains("partie fix --level guess: write `Nf3"), "{}", check.stdout);
    let all = fix(&folder, "scan.txt --level guess --all");
    assert!(all.stderr.contains("scan.txt:5:4: guess:"), "{}", all.stderr);
}

#[test]
fn a_backup_has_a_name_of_its_own() {
    let folder = Folder::new();
    for suffix in ["", "/x", "/../x"] {
        let refused = fix(&folder, &format!("-i --backup={suffix} --force messy.pgn"));
        assert_eq!(refused.status, 2, "{suffix}");
        assert!(refused.stderr.contains("such as .bak"), "{}", refused.stderr);
        assert_eq!(folder.read("messy.pgn"), MESSY);
    }
}

#[test]
fn a_file_named_twice_is_replaced_once() {
    let folder = Folder::new();
    let done = fix(&folder, "-i --backup messy.pgn ./messy.pgn");
    assert_eq!(done.status, 1, "{}", done.stderr);
    assert!(done.stderr.contains("1 game: 1 repaired"), "{}", done.stderr);
    assert_eq!(folder.read("messy.pgn.bak"), MESSY);
}

#[test]
fn a_backup_in_the_way_stops_only_its_file() {
    let folder = Folder::new();
    folder.write("a.pgn", MESSY);
    folder.write("b.pgn", MESSY);
    folder.write("b.pgn.bak", "old");
    folder.write("c.pgn", MESSY);
    let done = fix(&folder, "-i --backup --report changes.jsonl a.pgn b.pgn c.pgn");
    assert_eq!(done.status, 2, "{}", done.stderr);
    assert!(
        done.stderr.contains("b.pgn: not repaired: b.pgn.bak already exists"),
        "{}",
        done.stderr
    );
    assert_eq!((folder.read("b.pgn").as_str(), folder.read("b.pgn.bak").as_str()), (MESSY, "old"));
    let report = folder.read("changes.jsonl");
    for (file, changed) in [("a.pgn", true), ("b.pgn", false), ("c.pgn", true)] {
        assert_eq!(folder.read(file) != MESSY, changed, "{file}");
        assert_eq!(report.contains(file), changed, "{file}");
    }
}

#[test]
fn a_report_never_takes_the_place_of_games() {
    let folder = Folder::new();
    for (arguments, word) in [
        ("-i messy.pgn --report messy.pgn --force", "also an input"),
        ("messy.pgn -o out.pgn --report ./out.pgn", "also the output"),
        ("messy.pgn -o out.pgn --report ./out.pgn --force", "also the output"),
    ] {
        let refused = fix(&folder, arguments);
        assert_eq!(refused.status, 2, "{arguments}");
        assert!(refused.stderr.contains(word), "{arguments}: {}", refused.stderr);
        assert_eq!(folder.read("messy.pgn"), MESSY);
        assert!(!folder.path("out.pgn").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_replaced() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    let refused = fix(&folder, "-i pipe messy.pgn");
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("pipe: -i can only replace regular files"),
        "{}",
        refused.stderr
    );
    assert_ne!(folder.read("messy.pgn"), MESSY);
}

/// `convert` and `fix` write dates and results in words as the standard has them; uncertain ones
/// stay and are reported.
#[test]
fn dates_and_results_in_words() {
    let folder = Folder::new();
    for (written, date, result, mended) in [
        ("14.3.2024", "2024.03.14", "White wins", "1-0"),
        ("3/14/2024", "2024.03.14", "remis", "1/2-1/2"),
        ("14. März 2024", "2024.03.14", "Black won", "0-1"),
        ("3/4/2024", "3/4/2024", "1:0", "1-0"),
        ("2020.02.30", "2020.02.30", "Draw", "1/2-1/2"),
    ] {
        let text = |date, result, end| {
            format!("[Date \"{date}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {end}\n")
        };
        folder.write("a.pgn", text(written, result, mended));
        let check = folder.partie("check --format concise a.pgn").stdout;
        assert!(check.contains("PGN016") && check.contains("PGN017"), "{written}: {check}");
        for command in ["fix --level safe -q", "convert -q"] {
            let out = folder.partie(&format!("{command} a.pgn")).stdout;
            for tag in [format!("[Date \"{date}\"]"), format!("[Result \"{mended}\"]")] {
                assert!(out.contains(&tag), "{command} {written}: {out}");
            }
        }
    }
}

#[test]
fn games_of_a_text_are_written_as_pgn() {
    let folder = Folder::new();
    folder.write("sheet.txt", "1. e4 e5 2. Nf3 Nc6\n");
    let done = fix(&folder, "sheet.txt");
    let converted = folder.partie("convert -q sheet.txt").stdout;
    assert_eq!((done.status, done.stdout), (0, converted));
    let said: Vec<_> = done.stderr.lines().collect();
    let [hint, "partie: 1 game: nothing else to repair"] = said[..] else { panic!("{said:?}") };
    assert!(hint.contains("read as text; its games are written as PGN"), "{hint}");
}

/// Games beside those of a container are written, too, and the report says what was done.
#[test]
fn games_in_and_beside_a_container() {
    let folder = Folder::new();
    let table =
        "7,Tal,Keres,1-0,\"1. e4 e5 2. Nf3 Nc6\"\n8,Geller,Stein,0-1,\"1. d4 d5 2. c4 e6\"\n";
    folder.write("table.txt", format!("{table}\n{CLEAN}"));
    let done = fix(&folder, "table.txt");
    assert_eq!(done.stdout.matches("[Event ").count(), 3, "{done:?}");
    assert!(done.stdout.contains("{7,Tal,Keres,1-0,"), "{done:?}");
    let says = "table.txt: the games stand in strings in a program or in JSON; they are written as plain PGN";
    assert!(done.stderr.contains(says), "{done:?}");
}
