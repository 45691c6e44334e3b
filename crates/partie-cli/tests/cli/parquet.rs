//! `partie convert --to parquet`.

use crate::run::{CLEAN, Folder, program};

#[test]
fn some_commands_write_none() {
    for command in ["log session.log", "merge games.pgn"] {
        let folder = Folder::new();
        let done = folder.partie(&format!("{command} -o a.parquet"));
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{command}: {done:?}");
        assert!(done.stderr.contains("writes no tables; use `partie convert`"), "{}", done.stderr);
        assert!(!folder.partie(&format!("{command} -t csv")).stderr.contains("parquet"));
        assert!(!folder.path("a.parquet").exists());
    }
}

/// Commands that copy games write tables, and every command reads Parquet.
#[test]
fn tables_out_and_in() {
    let folder = Folder::new();
    folder.partie("db import library games.pgn -q");
    for (number, command) in [
        "grep --white anderssen games.pgn",
        "head -n 1 games.pgn",
        "sort games.pgn --black kieseritzky",
        "convert games.pgn --date 1851",
        "db find library --player anderssen",
        "db export library --date 1851",
    ]
    .into_iter()
    .enumerate()
    {
        let done = folder.partie(&format!("{command} -o {number}.parquet"));
        assert_eq!(done.status, 0, "{command}: {done:?}");
        let back = folder.partie(&format!("convert {number}.parquet"));
        assert_eq!((back.status, &*back.stdout), (0, CLEAN), "{command}: {}", back.stderr);
        let csv = folder.partie(&format!("{command} -t csv")).stdout;
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 2, "{command}: {csv}");
        assert!(
            lines[0].starts_with("file,game,line,byte,event,site,date,year,month,day,"),
            "{csv}"
        );
        let row = "Coffee house,London,1851-06-21,1851,6,21,-,\"Anderssen, Adolf\"";
        assert!(lines[1].contains(row), "{command}: {csv}");
    }
    // Lines that are no rows of the table have no names of columns over them.
    for command in ["grep games.pgn", "db find library"] {
        for form in ["--count", "--list"] {
            let done = folder.partie(&format!("{command} --player anderssen -t csv {form}"));
            assert!(!done.stdout.contains("file,game"), "{command} {form}: {done:?}");
        }
    }
    let nothing = folder.partie("grep --player nobody games.pgn -t csv");
    assert_eq!((nothing.status, &*nothing.stdout), (1, ""));
    folder.partie("convert games.pgn bughouse.bpgn -o all.parquet -q");
    assert_eq!(folder.partie("count all.parquet").stdout, "3\n");
    assert!(folder.partie("stats all.parquet --json").stdout.contains("\"games\":3"));
    assert_eq!(folder.partie("grep --player anderssen all.parquet").stdout, CLEAN);
    assert!(folder.partie("check all.parquet").stderr.contains("3 games read"));
    assert!(folder.partie("show all.parquet").stdout.contains("Anderssen"));
    // The file itself is never written to.
    let before = folder.read_bytes("all.parquet");
    let fixed = folder.partie("fix -i all.parquet");
    assert!(fixed.stderr.contains("cannot be repaired in place"), "{fixed:?}");
    assert!(fixed.status == 1 && folder.read_bytes("all.parquet") == before, "{fixed:?}");
    // A file of a library is read, too, and a table goes into a library.
    let stored = folder.partie("count library/games/000001.parquet");
    assert_eq!((stored.status, &*stored.stdout), (0, "2\n"), "{stored:?}");
    let imported = folder.partie("db import other all.parquet");
    assert!(imported.stderr.contains("3 games imported"), "{imported:?}");
    // A table with other data is named as such.
    folder.partie("db export library --positions positions.parquet");
    let other = folder.partie("count positions.parquet");
    assert!(other.status == 2 && other.stderr.contains("has no columns of games"), "{other:?}");
}

/// Dates that are days are dates; others stay among the tags. Openings are added to tables, too.
#[test]
fn dates_and_openings_of_tables() {
    let folder = Folder::new();
    let partly = CLEAN.replace("1851.06.21", "1851.06.??");
    folder.write("dates.pgn", format!("{CLEAN}{partly}"));
    folder.partie("convert dates.pgn --add-eco -o dates.parquet -q");
    assert_eq!(
        folder.partie("convert dates.parquet").stdout,
        folder.partie("convert dates.pgn --add-eco").stdout
    );
    let csv = folder.partie("convert dates.pgn --add-eco -t csv").stdout;
    assert!(csv.contains(",1851-06-21,1851,6,21,"), "{csv}");
    assert!(csv.contains(",,1851,6,,") && csv.contains(r#""{""Date"":""1851.06.??""}""#), "{csv}");
    assert!(csv.contains(",C33,"), "{csv}");
}

/// Servers give the dates of their own games in UTC.
#[test]
fn a_date_in_utc_is_a_date() {
    let folder = Folder::new();
    folder.write("utc.pgn", CLEAN.replace("[Date \"1851.06.21\"]", "[UTCDate \"2024.02.03\"]"));
    assert!(folder.partie("grep --date 2024 --list utc.pgn").stdout.contains("2024.02.03"));
    assert!(folder.partie("show utc.pgn").stdout.contains("2024.02.03"));
    folder.partie("db import library utc.pgn -q");
    assert!(folder.partie("db find library --list --date 2024").stdout.contains("2024.02.03"));
}

/// FEN and EPD of any positions of the games.
#[test]
fn positions_of_games() {
    let folder = Folder::new();
    let fens = |options: &str| folder.partie(&format!("convert games.pgn -t fen {options}")).stdout;
    assert_eq!(fens("").lines().count(), 2);
    // Eight and four positions.
    assert_eq!(fens("--every 1").lines().count(), 12);
    assert_eq!(fens("--every 4").lines().count(), 5);
    assert_eq!(
        fens("--ply 0 --player anderssen"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    );
    // The second game has fewer plies.
    let one = folder.partie("convert games.pgn -t fen --ply 7");
    assert_eq!(one.stdout.lines().count(), 1);
    assert!(one.stderr.contains("left out: 1 game with fewer plies"), "{}", one.stderr);
    let written = folder.partie("convert games.pgn --every 1 -o all.fen").stderr;
    assert!(written.contains("12 positions written to all.fen"), "{written}");
    let epd = folder.partie("convert games.pgn -t epd --every 2").stdout;
    assert_eq!(epd.lines().count(), 8, "{epd}");
    for target in ["", "-t csv", "-o a.parquet"] {
        let refused = folder.partie(&format!("convert games.pgn --every 2 {target}"));
        assert!(refused.status == 2 && refused.stderr.contains("-t fen or -t epd"), "{refused:?}");
    }
    assert!(!folder.path("a.parquet").exists());
    // Many programs know no lines of remarks.
    folder.write("noted.pgn", "[FEN \"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1\"]\n\n{White mates} *\n");
    let done = folder.partie("convert noted.pgn -t fen");
    assert_eq!(done.stdout, "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1\n");
    assert!(done.stderr.contains("lost: the comments"), "{}", done.stderr);
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
