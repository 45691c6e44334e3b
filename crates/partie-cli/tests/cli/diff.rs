//! `partie diff`.

use crate::run::{CLEAN, Folder, MESSY, RICH};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("old.pgn", format!("{CLEAN}{MESSY}\n{RICH}"));
    let corrected = CLEAN.replace("4. Kf1", "4. Kf1 b5").replace("London", "London ENG");
    let annotated = RICH.replace("best by test", "the best").replace("[Annotator \"me\"]\n", "");
    let other = MESSY.replace("Novak", "Dvorak").replace("5. d3 Ke6", "5. d3 d6");
    folder.write("new.pgn", format!("{other}\n{annotated}{corrected}"));
    folder
}

#[test]
fn added_removed_changed() {
    let folder = folder();
    let done = folder.partie("diff old.pgn new.pgn");
    assert_eq!(done.status, 1);
    insta::assert_snapshot!(format!("{}\n{}", done.stdout, done.stderr));
    let done = folder.partie("diff --summary old.pgn new.pgn");
    assert_eq!((done.status, done.stderr.as_str()), (1, ""));
    assert_eq!(done.stdout, "1 game added, 1 removed, 2 changed, 0 the same\n");
}

#[test]
fn order_and_spelling_do_not_count() {
    let folder = folder();
    folder.write(
        "same.pgn",
        format!("{RICH}{MESSY}\n{}", CLEAN.replace("1. e4 e5", "1.e2-e4 e7-e5")),
    );
    let done = folder.partie("diff old.pgn same.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (0, ""));
    assert_eq!(done.stderr, "partie: 0 games added, 0 removed, 0 changed, 3 the same\n");
    folder.partie("convert -q old.pgn -o old.ndjson");
    assert_eq!(folder.partie("diff -q same.pgn old.ndjson").stdout, "");
}

#[test]
fn a_match_of_several_games_on_one_day() {
    let folder = Folder::new();
    let game = |moves: &str| {
        format!("[White \"A\"]\n[Black \"B\"]\n[Date \"2024.01.05\"]\n\n{moves} 1-0\n\n")
    };
    let (first, second, third) = (game("1. e4"), game("1. d4"), game("1. c4"));
    folder.write("old.pgn", [&*first, &second, &third].concat());
    folder.write("new.pgn", [third, second.replace("1. d4", "1. d4 {!}")].concat());
    let done = folder.partie("diff old.pgn new.pgn");
    insta::assert_snapshot!(done.stdout, @"
    - old.pgn:1: A – B  1-0  2024.01.05
    ~ new.pgn:7: A – B  1-0  2024.01.05
        was old.pgn:7
        comments: 0 → 1
    ");
}

#[test]
fn for_programs() {
    let folder = folder();
    let done = folder.partie("diff --json old.pgn new.pgn");
    let objects: Vec<serde_json::Value> =
        done.stdout.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let changes: Vec<_> = objects.iter().map(|o| o["change"].as_str().expect("a change")).collect();
    assert_eq!(changes, ["removed", "added", "changed", "changed"]);
    assert_eq!(objects[0]["old"]["white"], "Novak");
    assert_eq!(objects[3]["differences"][1]["ply"], 8);
    let sum = folder.partie("diff --json --summary old.pgn new.pgn");
    assert_eq!(sum.stdout, "{\"added\":1,\"removed\":1,\"changed\":2,\"same\":0}\n");
}

#[test]
fn what_cannot_be_compared() {
    let folder = folder();
    let done = folder.partie("diff old.pgn nothere.pgn");
    assert!(done.status == 2 && done.stderr.contains("file not found"), "{done:?}");
    assert_eq!(folder.fed("diff old.pgn -", CLEAN.as_bytes()).status, 2);
    assert_eq!(folder.partie("diff old.pgn").status, 2);
}
