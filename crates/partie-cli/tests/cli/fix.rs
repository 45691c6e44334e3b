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
    assert_eq!(moves("--keep-illegal"), (1, format!("{kept} 5. d3 Ke6 {{illegal}} 1-0")));
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
    let sheet = fix(&folder, "sheet.txt");
    assert_eq!((sheet.status, sheet.stdout.as_str()), (1, ""));
    assert!(sheet.stderr.contains("partie convert"), "{}", sheet.stderr);
    assert_eq!(folder.read("sheet.txt"), SHEET);
    let missing = fix(&folder, "missing.pgn");
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("missing.pgn"), "{}", missing.stderr);
    // What is there is mended all the same.
    let both = fix(&folder, "missing.pgn messy.pgn");
    assert_eq!(both.status, 2);
    assert!(both.stdout.contains("4. O-O Nf6"), "{}", both.stdout);
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

/// A text may hold an unread game, so `fix` does not call it clean.
#[test]
fn a_text_is_not_called_fine() {
    let folder = Folder::new();
    folder.write("sheet.txt", "1. e4 e5 2. Nf3 Nc6\n");
    let done = fix(&folder, "sheet.txt");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    let said: Vec<_> = done.stderr.lines().collect();
    let [hint, "partie: 0 games repaired"] = said[..] else { panic!("{said:?}") };
    assert!(hint.contains("read as text, which cannot be repaired in place"), "{hint}");
}
