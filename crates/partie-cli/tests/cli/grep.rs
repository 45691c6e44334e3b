//! `partie grep`.

use crate::run::{BUGHOUSE, CLEAN, Folder, MESSY, RICH};

/// Three games of different kinds.
const ENDGAME: &str = "\
[Event \"Study\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Lucena\"]
[Black \"NN\"]
[Result \"1-0\"]
[SetUp \"1\"]
[FEN \"1K1k4/1P6/8/8/8/8/2r5/5R2 w - - 0 1\"]

1. Rf4 Rc1 2. Rd4+ Ke7 3. Ka7 1-0

";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("all.pgn", format!("{CLEAN}{MESSY}\n{RICH}{ENDGAME}"));
    folder
}

/// Runs grep with arguments that may hold spaces.
fn grep(folder: &Folder, arguments: &[&str]) -> crate::run::Ended {
    crate::run::ended(folder.command(crate::run::program()).arg("grep").args(arguments))
}

#[test]
fn games_come_as_they_stand() {
    let folder = folder();
    let messy = format!("{MESSY}\n");
    for (arguments, expected) in [
        (&["--player", "ANDERSSEN"][..], CLEAN.to_owned()),
        (&["--white", "adolf anderssen", "--black", "Kieseritzky, L"], CLEAN.to_owned()),
        (&["--black", "novak"], String::new()),
        (&["--result", "1-0", "--date", "..1900"], CLEAN.to_owned()),
        (&["--result", "*"], RICH.to_owned()),
        (&["--result", "draw"], String::new()),
        (&["--event", "club"], messy.clone()),
        (&["-E", "--event", "^c.*b$"], messy.clone()),
        (&["--eco", "C30..C39"], CLEAN.to_owned()),
        (&["--opening", "king's gambit"], CLEAN.to_owned()),
        (&["-E", "--opening", "^ruy lopez|^king's g.*accepted"], CLEAN.to_owned()),
        (&["--tag", "Annotator"], RICH.to_owned()),
        (&["--tag", "Round=1"], messy.clone()),
        (&["--text", "BEST by"], RICH.to_owned()),
        (&["--comment", "best by test"], RICH.to_owned()),
        (&["--comment", "Annotator"], String::new()),
        (&["--plies", "7.."], format!("{CLEAN}{messy}")),
        (&["--moves", "e4 e5 f4"], CLEAN.to_owned()),
        (&["--moves", "* Nf3 * 0-0"], messy.clone()),
        (&["--moves", "e4 c5 Nf3"], String::new()),
        (&["--moves", "e4 c5 Nf3", "--variations"], RICH.to_owned()),
        (&["--material", "KRP vs KR"], ENDGAME.to_owned()),
        (&["--material", "KRP vs KR", "--for", "6"], ENDGAME.to_owned()),
        (&["--material", "KRP vs KR", "--for", "7"], String::new()),
        (&["--fen", "1K6/1P2k3/8/8/3R4/8/8/2r5 w"], ENDGAME.to_owned()),
        (&["--fen", "1K6/1P2k3/8/8/3R4/8/8/2r5 b"], String::new()),
        (&["--position", "*/*/*/*/??B??p?q/*/*/*"], CLEAN.to_owned()),
        (&["--position", "*/*/*/*/*/5R2/*/*"], String::new()),
        (&["--position", "*/*/??b?P??Q/*/*/*/*/*", "--either-colour"], String::new()),
        (&["--position", "*/*/*/??b??P?Q/*/*/*/*", "--either-colour"], CLEAN.to_owned()),
        (&["--any", "--player", "novak", "--material", "KRP vs KR"], format!("{messy}{ENDGAME}")),
        (&["-v", "--plies", "..6"], format!("{CLEAN}{messy}")),
        (&["-m", "1", "--result", "1-0"], CLEAN.to_owned()),
        (&["--tag", "WhiteElo>2000", "--player", "Lucena"], String::new()),
    ] {
        let done = grep(&folder, &[arguments, &["all.pgn"]].concat());
        let said = if expected.is_empty() { "partie: no games found\n" } else { "" };
        let status = i32::from(expected.is_empty());
        assert_eq!((done.status, done.stdout), (status, expected), "{arguments:?}");
        assert_eq!(done.stderr, said, "{arguments:?}");
    }
}

#[test]
fn numbers_names_and_lists() {
    let folder = folder();
    let count = |arguments: &str| {
        let done = folder.partie(&format!("grep {arguments}"));
        (done.status, done.stdout)
    };
    assert_eq!(count("-c --result 1-0 all.pgn"), (0, "3\n".to_owned()));
    assert_eq!(count("-c --result draw all.pgn"), (1, "0\n".to_owned()));
    let files = "archive/more/older.pgn:1\narchive/old.pgn:1\nall.pgn:2\n";
    assert_eq!(
        count("-c --player e archive all.pgn --result 1-0 -E --invert"),
        (0, "archive/more/older.pgn:0\narchive/old.pgn:0\nall.pgn:2\n".to_owned())
    );
    assert_eq!(count("-c --plies 7.. archive all.pgn"), (0, files.to_owned()));
    assert_eq!(
        count("-l --moves e4 all.pgn archive messy.pgn --player novak"),
        (0, "all.pgn\nmessy.pgn\n".to_owned())
    );
    let (_, list) = count("--list --result 1-0 all.pgn");
    insta::assert_snapshot!(list, @"
    all.pgn:1: Anderssen, Adolf – Kieseritzky, Lionel  1-0  Coffee house, London, 1851.06.21
    all.pgn:11: Novak – Svoboda  1-0  Club, 2024.01.05
    all.pgn:32: Lucena – NN  1-0  Study
    ");
}

#[test]
fn other_formats() {
    let folder = folder();
    // Conditions apply to the games in other formats, too.
    let done = folder.partie("grep --white ann session.log --list");
    assert_eq!(done.stdout.lines().count(), 1, "{done:?}");
    let done = folder.partie("grep --tag WhiteA=anna bughouse.bpgn");
    assert_eq!(done.stdout, BUGHOUSE);
    assert_eq!(folder.partie("grep -c --variant bughouse bughouse.bpgn all.pgn").status, 0);
    folder.partie("convert -q all.pgn -o all.ndjson");
    let done = folder.partie("grep --player lucena all.ndjson -t pgn --width 0");
    assert!(done.stdout.ends_with("1. Rf4 Rc1 2. Rd4+ Ke7 3. Ka7 1-0\n\n"), "{done:?}");
    let whole = folder.read("all.ndjson");
    let done = folder.partie("grep --player lucena all.ndjson");
    assert_eq!(done.stdout.trim_end(), whole.lines().last().expect("a line"));
    let done = folder.partie("grep --player anderssen all.pgn -o old.fen");
    assert_eq!((done.status, folder.read("old.fen").lines().count()), (0, 1), "{done:?}");
}

#[test]
fn questions_that_are_none() {
    let folder = folder();
    for (arguments, words) in [
        (&["all.pgn"][..], "no condition given"),
        (&["Carlsen", "all.pgn"], "did you mean `--player Carlsen`?"),
        (&["all.pgn", "-c", "Adolf Anderssen"], "`--player 'Adolf Anderssen'`"),
        (&["O'Kelly"], r"`--text 'O'\''Kelly'`"),
        (&["--moves", "e4 Kasparov", "all.pgn"], "`Kasparov`"),
        (&["-E", "--event", "(", "all.pgn"], "unclosed group"),
        (&["--date", "1995..1990", "all.pgn"], "later than"),
        (&["--elo", "high", "all.pgn"], "2500.."),
        (&["--eco", "X12", "all.pgn"], "B20..B99"),
        (&["--position", "8/8", "all.pgn"], "8 ranks"),
        (&["--position", "k7/8/8/8/8/8/8/K7 w - - 0 1", "all.pgn"], "use --fen"),
        (&["--fen", "nonsense", "all.pgn"], "--fen"),
        (&["--material", "KRP", "all.pgn"], "KRP vs KR"),
        (&["--result", "2-0", "all.pgn"], "decided"),
        (&["--tag", "Event!x", "all.pgn"], "expected ="),
        (&["--for", "3", "--plies", "3", "all.pgn"], "--material"),
    ] {
        let done = grep(&folder, arguments);
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(done.stderr.contains(words), "{arguments:?}: {}", done.stderr);
    }
    let done = grep(&folder, &["--plies", "1..", "nothere.pgn", "all.pgn", "-c"]);
    assert_eq!((done.status, done.stdout.as_str()), (2, "all.pgn:4\n"));
}

#[test]
fn a_fen_that_cannot_be_read_is_refused() {
    let folder = Folder::new();
    for (fen, why) in [
        ("rnbqkbnr/pppppppp/8/8", "expected 8 ranks, but found 4"),
        ("8/8/8/8", "expected 8 ranks, but found 4"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/8/8", "expected 8 squares on rank 7, but found 9"),
        (
            "rnbdkbnr/pppppppp/8/8/8/8/8/8",
            "expected a piece letter or a digit on rank 8, but found `d`",
        ),
        ("x", "expected the eight ranks of a position, but found `x`"),
    ] {
        let done = folder.partie(&format!("grep --fen {fen} games.pgn"));
        assert_eq!(done.status, 2, "{fen}");
        assert!(done.stderr.contains(why), "{fen}: {}", done.stderr);
    }
    // A diagram may be looked for.
    assert_eq!(folder.partie("grep --fen 8/8/8/8/8/8/8/K7 games.pgn").status, 1);
    let shown = folder.partie("show rnbqkbnr/ppppppppp/8/8/8/8/8/8 w - -");
    assert_eq!(shown.status, 2);
    assert!(shown.stderr.contains("invalid FEN: expected 8 squares"), "{shown:?}");
}

/// The result that the moves decide counts where tag and text differ, in files as in libraries.
#[test]
fn of_two_results_the_moves_decide() {
    let folder = Folder::new();
    let mate = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
    let open = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 d5 0-1\n\n";
    folder.write("two.pgn", format!("{mate}{open}"));
    for (result, games) in [("1-0", "1\n"), ("0-1", "1\n"), ("1/2-1/2", "0\n")] {
        for more in ["", "--plies 1.."] {
            let found = folder.partie(&format!("grep -c --result {result} {more} two.pgn"));
            assert_eq!(found.stdout, games, "{result} {more}");
        }
    }
    {
        folder.partie("db import library two.pgn");
        assert_eq!(folder.partie("db find library --result 1-0 -c").stdout, "1\n");
    }
}

#[test]
fn games_in_an_order() {
    let folder = Folder::new();
    let game = |white: &str, date: &str| {
        CLEAN.replace("Anderssen, Adolf", white).replace("1851.06.21", date)
    };
    let [b, a, c] = [game("B", "1852.01.01"), game("A", "1853.01.01"), game("C", "1851.01.01")];
    folder.write("three.pgn", format!("{b}{a}{c}"));
    let found = |options: &str| {
        let done = folder.partie(&format!("grep --black kieseritzky three.pgn {options}"));
        assert_eq!(done.status, 0, "{done:?}");
        done.stdout
    };
    assert_eq!(found("--sort white"), format!("{a}{b}{c}"));
    assert_eq!(found("--sort=-date --skip 1 -m 1"), b);
    let list = found("--sort date --list");
    let names: Vec<_> =
        list.lines().map(|line| line.contains("C –") || line.contains("C -")).collect();
    assert_eq!((names.len(), names[0]), (3, true), "{list}");
    assert_eq!(found("--sort date --count"), "3\n");
    assert_eq!(folder.partie("grep --white nobody three.pgn --sort date").status, 1);
}
