//! `partie merge`: trees of games as their users see them.

use crate::run::Folder;

const GAMES: &str = "\
[Event \"Club\"]
[Date \"2020.05.01\"]
[White \"Anna\"]
[Black \"Bert\"]
[Result \"1-0\"]

1. d4 {[%clk 0:03:00] solid} d5 2. c4 1-0

[Event \"Club\"]
[Date \"2021.06.02\"]
[White \"Anna\"]
[Black \"Carl\"]
[Result \"0-1\"]

1. e4 $1 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 0-1

[Event \"Club\"]
[White \"Anna\"]
[Black \"Dora\"]
[Result \"1/2-1/2\"]

1. e4 c5 2. Nf3 d6 1/2-1/2

[Event \"Club\"]
[White \"Anna\"]
[Black \"Emil\"]
[Result \"*\"]
[SetUp \"1\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]

1. e4 Ke7 *
";

#[test]
fn shared_moves_stand_once() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES);
    let done = folder.partie("merge in.pgn");
    assert_eq!(done.status, 0, "{done:?}");
    insta::assert_snapshot!(done.stdout, @r#"
    [Event "Club"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Anna"]
    [Black "?"]
    [Result "*"]

    1. e4 $1 (1. d4 {solid} 1... d5 2. c4 {Anna – Bert 1-0, Club 2020}) 1... e5
    (1... c5 {sharp} 2. Nf3 d6 {Anna – Dora 1/2-1/2, Club}) 2. Nf3 {Anna – Carl
    0-1, Club 2021} *

    [Event "Club"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Anna"]
    [Black "Emil"]
    [Result "*"]
    [FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
    [SetUp "1"]

    1. e4 Ke7 {Anna – Emil *, Club} *
    "#);
    assert!(done.stderr.contains("merged 4 games into 2 trees"), "{}", done.stderr);
    // What was merged is a game of its own, and reads without a remark.
    folder.write("tree.pgn", &done.stdout);
    assert_eq!(folder.partie("check tree.pgn").status, 0);
    // Its variations are games again that merge to the same tree.
    let again = folder.partie("merge tree.pgn --unnamed");
    assert_eq!(again.stdout, done.stdout);
}

#[test]
fn lines_are_cut_and_games_left_unnamed() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES);
    let done = folder.partie("merge in.pgn --plies 1 --unnamed --clocks -q");
    let movetexts: Vec<&str> = done.stdout.lines().filter(|l| l.starts_with("1.")).collect();
    assert_eq!(
        movetexts,
        ["1. e4 $1 (1. d4 {[%clk 0:03:00] solid}) *", "1. e4 *"],
        "{}",
        done.stdout
    );
    let nothing = folder.partie("merge /dev/null");
    assert_eq!(nothing.status, 1, "{nothing:?}");
}
