//! `partie convert --to parquet`.

use crate::run::{Folder, program};

#[test]
fn other_commands_write_none() {
    for command in ["grep --white Anderssen games.pgn", "log session.log", "sort games.pgn"] {
        let folder = Folder::new();
        let done = folder.partie(&format!("{command} -o a.parquet"));
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{command}: {done:?}");
        assert!(done.stderr.contains("only `partie convert` can write Parquet"), "{}", done.stderr);
        assert!(!folder.path("a.parquet").exists());
    }
}

#[test]
fn games_become_a_file() {
    let folder = Folder::new();
    let done = folder.partie("convert games.pgn bughouse.bpgn -o a.parquet");
    assert_eq!((done.status, done.stdout.as_str()), (0, ""), "{done:?}");
    assert!(done.stderr.contains("3 games written to a.parquet"), "{}", done.stderr);
    for lost in ["2 comments in 2 games", "1 variation in 1 game", "1 NAG in 1 game"] {
        assert!(done.stderr.contains(lost), "{lost}: {}", done.stderr);
    }
    let file = folder.read_bytes("a.parquet");
    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    let refused = folder.partie("convert games.pgn -o a.parquet");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!(folder.read_bytes("a.parquet"), file);
}

#[test]
fn any_format_and_any_number_of_threads() {
    let folder = Folder::new();
    let done = folder.partie("convert session.log sheet.txt -o a.parquet -q");
    assert!([0, 1].contains(&done.status), "{done:?}");
    assert!(folder.path("a.parquet").exists());
    assert_eq!(folder.partie("convert games.pgn -o 1.parquet -j 1").status, 0);
    assert_eq!(folder.partie("convert games.pgn -o 2.parquet -j 2").status, 0);
    assert_eq!(folder.read_bytes("1.parquet"), folder.read_bytes("2.parquet"));
}

#[test]
fn it_goes_into_a_pipe() {
    let folder = Folder::new();
    let mut command = folder.command(program());
    let done = command.args(["convert", "games.pgn", "-t", "parquet"]).output().expect("run");
    assert!(done.status.success());
    assert!(done.stdout.starts_with(b"PAR1") && done.stdout.ends_with(b"PAR1"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::new();
    for (options, words) in [
        ("-o a.parquet --split 2", "--split"),
        ("-t parquet -o a.parquet.zst", "already compressed"),
    ] {
        let done = folder.partie(&format!("convert games.pgn {options}"));
        assert_eq!(done.status, 2, "{options}");
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
    folder.write("empty.pgn", "");
    let done = folder.partie("convert empty.pgn -o a.parquet");
    assert!(done.stderr.contains("nothing to write; a.parquet was not created"), "{done:?}");
    assert!(!folder.path("a.parquet").exists());
}
