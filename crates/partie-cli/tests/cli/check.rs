//! `partie check`.

use crate::run::{CLEAN, Folder, MESSY};

#[test]
fn diagnostics_have_their_places() {
    let folder = Folder::new();
    let done = folder.partie("check messy.pgn");
    assert_eq!(done.status, 1);
    insta::assert_snapshot!(done.stdout);
    assert_eq!(done.stderr, "partie: 1 game read, 1 broken; 1 word kept as text\n");
}

#[test]
fn clean_games() {
    let folder = Folder::new();
    let done = folder.partie("check archive");
    assert_eq!((done.status, done.stdout.as_str()), (0, ""));
    assert_eq!(done.stderr, "partie: 2 files: 2 games read, all clean\n");
    let quiet = folder.partie("check -q archive messy.pgn");
    assert_eq!((quiet.status, quiet.stdout.as_str(), quiet.stderr.as_str()), (1, "", ""));
}

#[test]
fn levels() {
    let folder = Folder::new();
    folder.write("zeros.pgn", MESSY.replace("Ke6", "d6"));
    let status = |arguments: &str| folder.partie(&format!("check zeros.pgn {arguments}")).status;
    assert_eq!(status(""), 1);
    assert_eq!(status("--deny repaired"), 1);
    assert_eq!(status("--deny warning"), 0);
    let hidden = folder.partie("check zeros.pgn --severity error");
    // Hidden ones still count.
    assert_eq!((hidden.status, hidden.stdout.as_str()), (1, ""));
}

#[test]
fn json_lines() {
    let folder = Folder::new();
    let done = folder.partie("check --json messy.pgn");
    let diagnostics: Vec<serde_json::Value> =
        done.stdout.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let zeros = &diagnostics[0];
    let place = MESSY.find("0-0").expect("castling");
    assert_eq!(zeros["file"], "messy.pgn");
    assert_eq!((zeros["game"].as_u64(), zeros["ply"].as_u64()), (Some(1), Some(7)));
    assert_eq!((zeros["line"].as_u64(), zeros["column"].as_u64()), (Some(9), Some(35)));
    assert_eq!(zeros["byte"].as_u64(), Some(place as u64));
    assert_eq!(zeros["end_byte"].as_u64(), Some(place as u64 + 3));
    assert_eq!(zeros["fix"]["replacement"], "O-O");
    assert_eq!(zeros["fix"]["confidence"], "safe");
    assert_eq!(zeros["severity"], "repaired");
    assert!(diagnostics.iter().any(|f| f["severity"] == "error" && f["found"] == "Ke6"));
}

#[test]
fn sarif_and_github() {
    let folder = Folder::new();
    let done = folder.partie("check --format sarif messy.pgn nothere.pgn");
    assert_eq!(done.status, 2);
    let document: serde_json::Value = serde_json::from_str(&done.stdout).expect("JSON");
    let run = &document["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in run["results"].as_array().expect("results") {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
    }
    let notes = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[0]["message"]["text"], "nothere.pgn: file not found");

    let empty = folder.partie("check --format sarif archive");
    let document: serde_json::Value = serde_json::from_str(&empty.stdout).expect("JSON");
    assert_eq!(document["runs"][0]["results"].as_array().map(Vec::len), Some(0));

    let done = folder.partie("check --format github messy.pgn");
    assert!(
        done.stdout.lines().any(|l| l.starts_with("::error file=messy.pgn,line=9,col=")),
        "{}",
        done.stdout
    );
}

#[test]
fn many_of_a_kind() {
    let folder = Folder::new();
    folder.write("many.pgn", MESSY.repeat(40));
    let done = folder.partie("check many.pgn");
    assert_eq!(done.stdout.matches("error[").count(), 5);
    assert!(done.stdout.contains("... and 35 more PGN"), "{}", done.stdout);
    let all = folder.partie("check many.pgn --all");
    assert_eq!(all.stdout.matches("error[").count(), 40);
}

#[test]
fn an_empty_result_explains_itself() {
    let folder = Folder::new();
    folder.write("empty.pgn", "");
    let done = folder.partie("check empty.pgn");
    assert_eq!(done.status, 1);
    let expected = "partie: empty.pgn: no games in this file: no tag, move or position (read as pgn)\npartie: 0 games read\n";
    assert_eq!(done.stderr, expected);
}

#[test]
fn a_bad_file_does_not_stop_the_others() {
    let folder = Folder::new();
    folder.write("torn.pgn.gz", &gzip(CLEAN)[..40]);
    folder.write("games.zip", b"PK\x03\x04 and so on");
    let done = folder.partie("check nothere.pgn torn.pgn.gz games.zip archive/old.pgn");
    assert_eq!(done.status, 2);
    let lines: Vec<_> = done.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "partie: nothere.pgn: file not found",
            "partie: torn.pgn.gz: unexpected end of file; it may be truncated",
            "partie: games.zip: this is a ZIP archive; extract it first (gzip, zstd, bzip2 and xz are decompressed on the fly)",
            "partie: 4 files: 1 game read, all clean; 3 files could not be read",
        ]
    );
}

fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write as _;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn hostile_names_and_texts_do_not_reach_the_terminal() {
    let folder = Folder::new();
    folder.write(
        "a\x1b[31m.pgn",
        "[White \"\x1b]0;owned\x07\"]\n\n1. e4 \x1b[2J e5 2. Kd5\x1b[H *\n",
    );
    let done = folder.partie("check .");
    assert!(!done.stdout.contains('\x1b') && !done.stderr.contains('\x1b'), "{done:?}");
}

#[test]
fn colours_are_there_when_wanted() {
    let folder = Folder::new();
    let coloured = |name: &str, value: &str| {
        let mut command = folder.command(crate::run::program());
        crate::run::ended(command.args(["check", "messy.pgn"]).env(name, value)).stdout
    };
    assert!(coloured("CLICOLOR_FORCE", "1").contains("\x1b["));
    assert!(!coloured("NO_COLOR", "1").contains("\x1b["));
    assert!(!coloured("TERM", "xterm-256color").contains("\x1b["), "no terminal, no colours");
}
