//! `partie check` in continuous integration: which diagnostics count, and in what form.

use crate::run::{CLEAN, Folder, MESSY};

/// The codes in the lines of `--format concise`.
fn codes(concise: &str) -> Vec<&str> {
    concise.lines().filter_map(|line| line.split(' ').nth(1)).collect()
}

#[test]
fn concise() {
    let folder = Folder::new();
    let done = folder.partie("check --format concise ./messy.pgn --severity error");
    assert_eq!(done.status, 1);
    let words = "`Ke6` is not legal at";
    assert!(done.stdout.starts_with(&format!("messy.pgn:9:49: PGN030 {words}")), "{}", done.stdout);
    assert_eq!(done.stdout.lines().count(), 1);
    // Every diagnostic is a line, however many there are.
    folder.write("many.pgn", MESSY.repeat(40));
    let many = folder.partie("check --format concise many.pgn --severity error");
    assert_eq!(codes(&many.stdout), vec!["PGN030"; 40]);
}

#[test]
fn paths_have_no_dot_before_them() {
    let folder = Folder::new();
    folder.write("here/messy.pgn", MESSY);
    for argument in ["./here/messy.pgn", "here/messy.pgn", "./here", "here", "././here//messy.pgn"]
    {
        let done = folder.partie(&format!("check --format concise {argument}"));
        assert!(done.stdout.starts_with("here/messy.pgn:9:"), "{argument}: {}", done.stdout);
    }
    let done = folder.partie("check . --format json");
    assert!(done.stdout.contains("\"file\":\"here/messy.pgn\""), "{}", done.stdout);
    assert!(folder.partie("check ./nothere.pgn").stderr.starts_with("partie: nothere.pgn: "));
}

#[test]
fn the_exit_status_follows_the_selection() {
    let folder = Folder::new();
    let all = folder.partie("check --format concise messy.pgn");
    assert!(codes(&all.stdout).contains(&"PGN030") && codes(&all.stdout).contains(&"PGN040"));
    for (flags, status, found) in [
        ("--select PGN030", 1, "PGN030"),
        ("--select pgn03", 1, "PGN030"),
        ("--select illegal-move", 1, "PGN030"),
        ("--select FEN", 0, ""),
        ("--select FEN,PGN030", 1, "PGN030"),
        ("--select PGN --ignore PGN", 0, ""),
        ("--ignore PGN --select PGN030", 1, "PGN030"),
        ("--ignore ALL", 0, ""),
        ("--select PGN030 --deny error", 1, "PGN030"),
        ("--ignore PGN030 --deny error --severity error", 0, ""),
    ] {
        let done = folder.partie(&format!("check --format concise messy.pgn {flags}"));
        assert_eq!(done.status, status, "{flags}: {}", done.stderr);
        let mut codes = codes(&done.stdout);
        codes.dedup();
        assert_eq!(codes.join(" "), found, "{flags}");
    }
}

#[test]
fn what_is_not_selected_is_counted() {
    let folder = Folder::new();
    let done = folder.partie("check messy.pgn --ignore ALL");
    let all = folder.partie("check --format concise messy.pgn").stdout.lines().count();
    let expected = format!(
        "partie: 1 game read, 1 clean; 1 word kept as text; {all} diagnostics not selected\n"
    );
    assert_eq!((done.status, done.stdout.as_str(), done.stderr), (0, "", expected));
}

#[test]
fn a_note_that_is_named_is_reported_and_denied() {
    let folder = Folder::new();
    folder.write(
        "short.log",
        crate::run::SESSION.replace("{Game 9 (Ann vs. Bob) Bob resigns} 1-0", ""),
    );
    let status = |flags: &str| folder.partie(&format!("check short.log {flags}")).status;
    assert_eq!(status(""), 0);
    assert_eq!(status("--select S12"), 0);
    assert_eq!(status("--select S12026"), 1);
    assert_eq!(status("--select unfinished"), 1);
    assert_eq!(status("--select S12026 --deny error"), 0);
    assert_eq!(status("--deny note"), 1);
    let done = folder.partie("check short.log --format concise --select S12026");
    assert_eq!(codes(&done.stdout), ["S12026"]);
    // A family beside it brings no notes of its own.
    folder.write("notes.pgn", "[Event \"x\"]\n1. e4 e5 *\n");
    for (flags, found) in [
        ("", ""),
        ("--severity note", "PGN015 PGN018"),
        ("--select PGN,PGN015", "PGN015"),
        ("--select PGN,PGN015 --severity note", "PGN015 PGN018"),
    ] {
        let done = folder.partie(&format!("check notes.pgn --format concise {flags}"));
        assert_eq!(codes(&done.stdout).join(" "), found, "{flags}");
    }
}

#[test]
fn unknown_codes_are_refused() {
    let folder = Folder::new();
    for flag in ["--select", "--ignore"] {
        let done = folder.partie(&format!("check messy.pgn {flag} PGM030"));
        assert_eq!(done.status, 2);
        assert!(
            done.stderr.contains("unknown code `PGM030`; did you mean PGN030 ("),
            "{}",
            done.stderr
        );
    }
}

#[test]
fn statistics() {
    let folder = Folder::new();
    folder.write("many.pgn", MESSY.repeat(40));
    let done = folder.partie("check many.pgn --statistics");
    assert_eq!(done.status, 1);
    insta::assert_snapshot!(done.stdout);
    let json = folder.partie("check many.pgn --statistics --format json --select PGN030");
    let counts: Vec<serde_json::Value> =
        json.stdout.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(counts.len(), 1);
    assert_eq!(
        (counts[0]["code"].as_str(), counts[0]["count"].as_u64()),
        (Some("PGN030"), Some(40))
    );
    assert_eq!(folder.partie("check archive --statistics").stdout, "");
    assert_eq!(folder.partie("check archive --statistics --format sarif").status, 2);
}

#[test]
fn a_configuration_is_found_above() {
    let folder = Folder::new();
    let below = |flags: &str| {
        let mut command = folder.command(crate::run::program());
        command.current_dir(folder.path("archive")).args([
            "check",
            "../messy.pgn",
            "--format",
            "concise",
        ]);
        crate::run::ended(command.args(flags.split_whitespace()))
    };
    folder.write("partie.toml", "[check]\nselect = [\"PGN\"]\nignore = [\"PGN030\"]\n");
    let found = |flags: &str| codes(&below(flags).stdout).contains(&"PGN030");
    assert!(!found("") && !found("--ignore PGN040"));
    // Flags win.
    assert!(found("--select PGN") && found("--isolated"));
    assert!(!found("--select PGN --ignore PGN03"));
    folder.write("archive/other.toml", "[check]\nselect = [\"PGN030\"]\n");
    assert!(found("--config other.toml"));

    folder.write("partie.toml", "[check]\nseverity = \"error\"\ndeny = \"error\"\n");
    assert_eq!(codes(&below("").stdout), ["PGN030"]);
    assert!(codes(&below("--severity repaired").stdout).len() > 1);
    // The nearest one counts, and only that.
    folder.write("archive/partie.toml", "[check]\nselect = [\"FEN\"]\n");
    assert_eq!(below("").status, 0);

    folder.write("partie.toml", "[check.per-file-ignores]\n\"archive/*\" = [\"ALL\"]\n");
    folder.write("archive/messy.pgn", MESSY);
    let done = folder.partie("check --format concise .");
    assert!(!done.stdout.contains("archive/messy.pgn") && done.stdout.contains("messy.pgn:9"));
    // However the configuration is named.
    folder.write("archive/messy.pgn", MESSY);
    folder.write("partie.toml", "[check.per-file-ignores]\n\"archive/messy.*\" = [\"ALL\"]\n");
    let below = |flags: &str| {
        let mut command = folder.command(crate::run::program());
        command.current_dir(folder.path("archive")).args(["check", "messy.pgn"]);
        crate::run::ended(command.args(flags.split_whitespace())).status
    };
    assert_eq!((below(""), below("--config ../partie.toml"), below("--isolated")), (0, 0, 1));
}

#[test]
fn a_wrong_configuration_is_refused() {
    let folder = Folder::new();
    folder.write("partie.toml", "[check]\nselct = [\"PGN\"]\nignore = [\n  \"PGN030\", \"QQQ\"]\n");
    let done = folder.partie("check messy.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    let lines: Vec<_> = done.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "partie: partie.toml:4:13: unknown code `QQQ`; see `partie explain` for a list",
            "partie: partie.toml:2:1: unknown setting `selct` in [check]; did you mean `select`?",
        ]
    );
    assert_eq!(folder.partie("check archive --isolated").status, 0);
    let missing = folder.partie("check archive --config nothere.toml");
    assert_eq!(missing.stderr, "partie: nothere.toml: file not found\n");
    // A server's configuration does not concern checks.
    folder.write("partie.toml", "name = \"Club\"\n[listen]\ntelnet = \"x\"\n");
    assert_eq!(folder.partie("check archive").status, 0);
}

#[test]
fn sarif_has_fingerprints_and_help() {
    let folder = Folder::new();
    let results = |file: &str, text: String| {
        folder.write(file, text);
        let done = folder.partie(&format!("check --format sarif {file}"));
        serde_json::from_str::<serde_json::Value>(&done.stdout).expect("JSON")
    };
    let prints = |document: &serde_json::Value| -> Vec<String> {
        let results = document["runs"][0]["results"].as_array().expect("results");
        let print = |result: &serde_json::Value| {
            let print = &result["partialFingerprints"]["primaryLocationLineHash"];
            print.as_str().expect("a fingerprint").to_owned()
        };
        results.iter().map(print).collect()
    };
    let before = results("games.pgn", MESSY.to_owned());
    let after = results("games.pgn", format!("{CLEAN}\n{MESSY}"));
    assert_eq!(prints(&before), prints(&after), "a game before it changes nothing");
    let twice = prints(&results("games.pgn", format!("{MESSY}\n{MESSY}")));
    let mut different = twice.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), twice.len());

    let rules = before["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for rule in rules {
        let (id, uri) = (rule["id"].as_str().expect("id"), rule["helpUri"].as_str().expect("URI"));
        let file = format!("/docs/diagnostics.md#{}", id.to_lowercase());
        assert!(uri.starts_with("https://") && uri.ends_with(&file), "{uri}");
        assert!(rule["help"]["text"].as_str().is_some_and(|text| !text.is_empty()));
    }
}
