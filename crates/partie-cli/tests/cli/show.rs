//! `partie show`.

use crate::run::{CLEAN, Folder, MESSY};

const CRAZYHOUSE: &str = "\
[White \"Anna\"]
[Black \"Bert\"]
[WhiteElo \"1900\"]
[Variant \"Crazyhouse\"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e4 *
";

#[test]
fn long_names_go_on_beside_the_board() {
    let folder = Folder::new();
    let titled = CLEAN.replace("Anderssen, Adolf", "Karl Ernst Adolf Anderssen of Breslau");
    let titled = titled.replace("[Result", "[WhiteTitle \"GM\"]\n[WhiteElo \"2700\"]\n[Result");
    folder.write("long.pgn", titled);
    let shown = folder.partie("show long.pgn --ascii").stdout;
    assert!(shown.contains("GM Karl Ernst Adolf Anderssen of Breslau (2700)"), "{shown}");
    let narrow = folder.partie("show long.pgn --ascii --columns 40").stdout;
    assert!(narrow.contains("GM Karl Ernst Adolf Andersse... (2700)"), "{narrow}");
}

#[test]
fn a_game_with_its_moves_beside_and_below() {
    let folder = Folder::new();
    let mut all = String::new();
    for options in [
        "games.pgn --ascii",
        "games.pgn --unicode --width 40 --ply 6 --flip",
        "games.pgn -g 2 --unicode --move 1b",
        "bughouse.bpgn --ascii",
        "bughouse.bpgn --ascii --width 50 --move 1b --no-coordinates",
    ] {
        let done = folder.partie(&format!("show {options}"));
        assert_eq!(done.status, 0, "{done:?}");
        all += &format!("$ partie show {options}\n{}{}\n", done.stdout, done.stderr);
    }
    insta::assert_snapshot!(all);
}

#[test]
fn pieces_in_hand_and_a_check() {
    let folder = Folder::new();
    folder.write("house.pgn", CRAZYHOUSE);
    let done = folder.partie("show house.pgn --ascii --ply 6 --width 90");
    assert!(done.stdout.contains("  Anna (1900)\n"), "{}", done.stdout);
    for words in ["in hand: P", "in hand: p", " *K* ", "White to move, in check", "3... Qe5+"] {
        assert!(done.stdout.contains(words), "{words}: {}", done.stdout);
    }
}

#[test]
fn boards_through_the_game() {
    let folder = Folder::new();
    let done = folder.partie("show games.pgn --every 3 --ascii");
    insta::assert_snapshot!(done.stdout);
    let all = folder.partie("show games.pgn --all --ascii").stdout;
    assert_eq!(all.matches("a  b  c").count(), 8);
}

#[test]
fn the_text_with_variations() {
    let folder = Folder::new();
    let done = folder.partie("show games.pgn -g 2 --moves --ascii");
    assert!(
        done.stdout.ends_with(
            "Study\nC40 King's Knight Opening\n\n\
             1. e4 {best by test} 1... e5 (1... c5 2. Nf3) 2. Nf3! *\n"
        ),
        "{}",
        done.stdout
    );
    let marked = folder.partie("show games.pgn -g 2 --moves --ascii --move 1b").stdout;
    assert!(marked.contains("1... [e5]"), "{marked}");
    let coloured = folder.partie("show games.pgn -g 2 --moves --color 256").stdout;
    assert!(coloured.contains("\x1b[38;5;71mbest by test\x1b[0m"), "{coloured:?}");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let folder = Folder::new();
    let show = |options: &str| folder.partie(&format!("show games.pgn {options}")).stdout;
    assert!(!show("").contains('\x1b') && !show("--color never").contains('\x1b'));
    assert!(show("--color true").contains("\x1b[1;38;2;255;255;255;48;2;88;116;138m"));
    assert!(show("--color 16 --ascii").contains("\x1b[1;97;42m"));
}

#[test]
fn a_fen_in_the_place_of_a_file() {
    let folder = Folder::new();
    let fen = "r1bqk1nr/pppp1Qpp/2n5/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    let done = folder.partie(&format!("show --ascii {fen}"));
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    assert!(done.stdout.contains("Black is checkmated."), "{}", done.stdout);
    assert_eq!(folder.partie(&format!("show --fen {fen}")).stdout.trim_end(), fen);
    let bad = folder.partie("show --ascii 8/8/8/8/8/8/8/K7 w - - 0 1");
    assert!(bad.stdout.contains("Not a playable position: a king is missing"), "{bad:?}");
}

#[test]
fn the_fen_of_a_position() {
    let folder = Folder::new();
    assert_eq!(
        folder.partie("show games.pgn --ply 1 --fen").stdout,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    );
    assert_eq!(folder.partie("show games.pgn --all --fen").stdout.lines().count(), 8);
    let both = folder.partie("show bughouse.bpgn --fen").stdout;
    assert_eq!(both.matches(" | ").count(), 1, "{both}");
}

#[test]
fn what_is_not_there() {
    let folder = Folder::new();
    for (options, status, words) in [
        ("games.pgn -g 3", 1, "game 3 does not exist; found 2 games"),
        ("games.pgn --ply 8", 1, "ply 8 does not exist; the last is 7"),
        ("games.pgn --move 4b", 1, "move 4b does not exist; the last is 4w"),
        ("nothere.pgn", 2, "file not found"),
        ("games.pgn messy.pgn", 2, "expected one file or one FEN"),
        ("games.pgn --move x", 2, "23w"),
    ] {
        let done = folder.partie(&format!("show {options}"));
        assert_eq!((done.status, done.stdout.as_str()), (status, ""), "{options}");
        assert!(done.stderr.contains(words), "{options}: {}", done.stderr);
    }
}

#[test]
fn a_game_that_could_not_be_read_to_its_end() {
    let folder = Folder::new();
    let done = folder.fed("show - --ascii", MESSY.as_bytes());
    assert_eq!(done.status, 1);
    assert!(done.stdout.contains("[not read: Ke6"), "{}", done.stdout);
    assert!(done.stderr.contains("<stdin>:9: "), "{}", done.stderr);
}

#[test]
fn a_game_in_sentences() {
    let folder = Folder::new();
    let done = folder.partie("show games.pgn --speak -g 2");
    assert_eq!(
        done.stdout,
        "\
Event: Study.
Move 1, White: pawn from e2 to e4. Clock: 5 minutes. Comment: best by test.
Move 1, Black: pawn from e7 to e5. Clock: 4 minutes 58 seconds.
Variation.
Move 1, Black: pawn from c7 to c5.
Move 2, White: knight from g1 to f3.
End of variation.
Move 2, White: knight from g1 to f3. Good move.
No result.
"
    );
    let czech = folder.partie("show games.pgn --speak --speak-lang cs --ply 4 --spell").stdout;
    assert!(
        czech.starts_with("Tah 2, černý: pěšec z eva 5 bere pěšce na felix 4.\nBílý: král eva 1,"),
        "{czech}"
    );
    let every = folder.partie("show games.pgn --speak --every 7 --brief").stdout;
    assert_eq!(every.lines().filter(|l| l.starts_with("White: king")).count(), 2, "{every}");
    assert!(every.contains("Move 4, White: king to f1.\n"), "{every}");
    let fen = folder.partie("show --speak 4k3/8/8/8/8/8/8/4K2R w K - 0 1").stdout;
    assert!(fen.ends_with("White to move.\nWhite may castle kingside.\n"), "{fen}");
    let alone = folder.partie("show games.pgn --spell");
    assert_eq!(alone.status, 2, "{alone:?}");
    let both = folder.partie("show bughouse.bpgn --speak --speak-lang de").stdout;
    assert!(both.contains("Brett B, Zug 1, Weiß: Bauer von d2 nach d4."), "{both}");
}

#[test]
#[cfg(feature = "full")]
fn the_whole_terminal_needs_one() {
    let folder = Folder::new();
    let done = folder.partie("show games.pgn --tui");
    assert_eq!((done.status, done.stdout.as_str()), (2, ""));
    assert!(done.stderr.contains("--tui requires a terminal"), "{}", done.stderr);
}

#[test]
fn positions_of_a_list() {
    let folder = Folder::new();
    folder.write("mates.epd", "4k3/8/4K3/8/8/8/8/7R w - - bm Rh8#; id \"back rank\";\n");
    let done = folder.partie("show mates.epd --ascii");
    assert!(done.stdout.ends_with("White to move.\nbm Rh8#; id \"back rank\";\n"), "{done:?}");
    folder.write("mates.fen", "# White mates\n4k3/8/4K3/8/8/8/8/7R w - - 0 1\n");
    let said = folder.partie("show mates.fen --speak").stdout;
    assert!(said.ends_with("White to move.\nComment: White mates.\n"), "{said}");
}

#[cfg(all(feature = "full", target_os = "linux"))]
mod needs_script {
    use super::*;

    /// Under a terminal made by script(1): the screen is taken, keys
    /// work, and the screen is given back.
    #[test]
    #[ignore = "needs `script` of util-linux"]
    fn played_through_on_a_terminal() {
        use std::{io::Write as _, process::Stdio};
        let folder = Folder::new();
        let program = crate::run::program().display();
        let inner = format!("stty rows 24 cols 80; {program} show games.pgn --tui --ascii");
        let mut child = folder
            .command("script")
            .args(["-qec", &inner, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("started");
        let mut keys = child.stdin.take().expect("a pipe");
        // Into the second game, to its end, and out; the pipe stays open until then.
        keys.write_all(b"n$q").expect("typed");
        let output = child.wait_with_output().expect("ended");
        drop(keys);
        let screen = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{screen:?}");
        assert!(screen.contains("\x1b[?1049h") && screen.contains("\x1b[?1049l"), "{screen:?}");
        assert!(screen.contains("Study"), "{screen:?}");
    }
}
