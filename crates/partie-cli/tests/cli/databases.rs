//! Databases of Scid and `ChessBase`.

use std::{fs, path::Path};

use crate::run::Folder;

/// Main files of the databases of the test data. All have the same games.
const MAIN: [&str; 3] = ["club.si4", "club.si5", "club.cbh"];

/// A folder with the databases.
fn databases() -> Folder {
    let folder = Folder::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/databases");
    fs::create_dir(folder.path("bases")).expect("a folder");
    for entry in fs::read_dir(from).expect("the test data") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        fs::copy(&path, folder.path(&format!("bases/{name}"))).expect("copied");
    }
    folder
}

#[test]
fn every_command_reads_them() {
    let folder = databases();
    let games = folder.partie("convert bases/club.si4").stdout;
    assert_eq!(games.matches("[Event ").count(), 3, "{games}");
    for main in MAIN {
        let main = format!("bases/{main}");
        let done = folder.partie(&format!("convert {main}"));
        assert_eq!((done.status, &done.stdout), (0, &games), "{done:?}");
        let done = folder.partie(&format!("check {main}"));
        assert_eq!((done.status, done.stdout.as_str()), (0, ""), "{done:?}");
        let found = folder.partie(&format!("grep --white West {main} --count"));
        assert!(found.stdout.contains('1'), "{found:?}");
        let shown = folder.partie(&format!("show {main} -g 2"));
        assert!(shown.stdout.contains("West, Boris"), "{shown:?}");
        let head = folder.partie(&format!("head -n 1 {main}"));
        assert!(head.stdout.contains("Russian."), "{head:?}");
        let sorted = folder.partie(&format!("sort {main} --by white"));
        assert_eq!(sorted.stdout.matches("[Event ").count(), 3, "{sorted:?}");
    }
    let done = folder.partie("db import library bases/club.cbh bases/club.si5");
    assert!(done.stderr.contains("3 games imported"), "{}", done.stderr);
    let fixed = folder.partie("fix -i bases/club.si4");
    assert!(fixed.stderr.contains("a Scid 4 database"), "{fixed:?}");
}

/// In a folder, the files beside the main one are neither unreadable nor skipped.
#[test]
fn a_folder_has_one_database_of_many_files() {
    let folder = databases();
    let done = folder.partie("convert bases");
    assert_eq!((done.status, done.stdout.matches("[Event ").count()), (0, 9), "{done:?}");
    assert!(!done.stderr.contains("skipped"), "{}", done.stderr);
}

#[test]
fn what_is_missing_is_said() {
    let folder = databases();
    for part in ["club.sg5", "club.sn5", "club.cbp"] {
        let part = folder.partie(&format!("check bases/{part}"));
        assert_eq!(part.status, 2);
        assert!(part.stderr.contains("give the name of the main one"), "{}", part.stderr);
    }
    fs::remove_file(folder.path("bases/club.sg4")).expect("removed");
    let done = folder.partie("check bases/club.si4");
    assert_eq!(done.status, 1, "{done:?}");
    let missing = "DBS001]: club.sg4 is missing: the moves were not read";
    assert_eq!(done.stdout.matches(missing).count(), 3, "{}", done.stdout);
    let json = folder.partie("convert bases/club.si4 -t ndjson");
    assert_eq!(json.stdout.matches("\"DBS001\"").count(), 3, "{}", json.stdout);
}

#[test]
fn a_database_that_is_cut_off_or_lacks_a_file_says_what_is_lost() {
    let folder = databases();
    let index = fs::read(folder.path("bases/club.si4")).expect("the index");
    fs::write(folder.path("bases/club.si4"), &index[..182]).expect("written");
    let done = folder.partie("check bases/club.si4");
    assert_eq!(done.status, 2, "{done:?}");
    assert!(done.stderr.contains("3 games are announced"), "{done:?}");

    // Games beyond the number of the header are not passed over in silence.
    let mut none = index;
    none[14..17].fill(0);
    fs::write(folder.path("bases/club.si4"), &none).expect("written");
    let done = folder.partie("check bases/club.si4");
    assert_eq!(done.status, 2, "{done:?}");
    assert!(done.stderr.contains("0 games are announced, but more bytes follow"), "{done:?}");
    let mut fewer = fs::read(folder.path("bases/club.cbh")).expect("the index");
    fewer[6..10].copy_from_slice(&3_u32.to_be_bytes());
    fs::write(folder.path("bases/club.cbh"), &fewer).expect("written");
    let done = folder.partie("check bases/club.cbh");
    assert_eq!(done.status, 1, "{done:?}");
    assert!(done.stdout.contains("2 games are announced, but more bytes follow"), "{done:?}");

    fs::remove_file(folder.path("bases/club.sg5")).expect("removed");
    for command in ["sort bases/club.si5", "convert bases/club.si5"] {
        let done = folder.partie(command);
        assert_eq!(done.stdout.matches("[Event ").count(), 3, "{command}: {done:?}");
        assert!(!done.stdout.contains("%DBS"), "{command}: {done:?}");
    }
}

/// Only games of a database have its problems in their text. A line of a PGN file that looks like one
/// is an escape as any other.
#[test]
fn lines_of_ordinary_games_name_no_damage() {
    let folder = databases();
    folder.write(
        "game.pgn",
        "%DBS003 x\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
        [Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n",
    );
    for files in ["game.pgn", "game.pgn bases/club.si5"] {
        let done = folder.partie(&format!("check {files}"));
        assert_eq!((done.status, done.stdout.as_str()), (0, ""), "{done:?}");
    }
}
