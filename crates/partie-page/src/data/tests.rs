//! Games as the script of the viewer reads them, and its types.

use partie_formats::ReadOptions;

use super::*;

fn data(pgn: &str) -> GameData {
    let game = partie_pgn::parse(pgn.as_bytes(), &ReadOptions::default()).value;
    GameData::of(&game, Language::English, Words::of("en"))
}

#[test]
fn the_script_has_the_same_types() {
    partie_testkit::same_types!("GameData.ts": GameData, BoardSeats, SeatData, GameNode, EvalData,
        ArrowData, SquareData, MarkColour);
}

#[test]
fn a_game_as_its_tree() {
    let data = data(
        "[White \"Anna\"]\n[WhiteElo \"1900\"]\n\n1. e4 {[%clk 0:01:00.5] [%eval -0.3] [%cal Ge2e4]} \
         e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
    );
    let line = |mut at: usize| {
        let mut labels = Vec::new();
        while let Some(next) = data.nodes[at].children.first() {
            at = *next as usize;
            labels.push(data.nodes[at].label.clone());
        }
        labels.join(" ")
    };
    let played = "1. e4 1... e5 2. Qh5 2... Nc6 3. Bc4 3... Nf6 4. Qxf7#";
    assert_eq!(line(0), played);
    assert_eq!(data.nodes.len(), 10);
    let e4 = &data.nodes[1];
    assert_eq!(
        (e4.uci.as_str(), e4.clock, e4.eval),
        ("e2e4", Some(60_500), Some(EvalData::Cp(-30)))
    );
    assert_eq!((e4.last.join("-").as_str(), e4.arrows.len()), ("e2-e4", 1));
    assert_eq!(e4.children.len(), 2);
    assert_eq!(e4.words, "Move 1, White: pawn from e2 to e4.");
    assert_eq!(data.boards[0].white.rating.as_deref(), Some("1900"));
    let mate = data.nodes.iter().find(|node| node.san == "Qxf7#").expect("mate");
    assert!(mate.check && mate.ply == 7);
    for node in &data.nodes[1..] {
        assert!(node.parent.is_some_and(|parent| data.nodes[parent as usize].ply + 1 == node.ply));
    }
}

/// Time control, clocks of White's moves, times used.
#[test]
fn time_used_is_that_of_the_clocks_and_the_time_control() {
    for (control, clocks, used) in [
        ("5400+30", "1:30:30 1:30:25 1:30:40", "- 35 15"),
        ("180+2", "0:03:00 0:02:59.5 0:03:01", "- 2.5 0.5"),
        ("300", "0:05:00 0:04:58 0:04:58", "- 2 0"),
        ("2/60:30+5", "0:01:00 0:00:50 0:00:45", "- 40 10"),
        // A delay never reaches the clock.
        ("G/5;d5", "0:05:00 0:04:58 0:04:50", "- 2 8"),
        ("300", "0:05:00 0:05:01 0:04:58", "- - 3"),
        ("300", "0:05:00 ? 0:04:58", "- - -"),
        ("?", "0:05:00 0:04:58", "- 2"),
    ] {
        let moves = clocks.split(' ').zip(["1. a3 {%} a6", "2. b3 {%} b6", "3. c3 {%} c6"]);
        let moves = moves.map(|(clock, moves)| moves.replace('%', &format!("[%clk {clock}]")));
        let moves = moves.collect::<Vec<_>>().join(" ");
        let data = data(&format!("[TimeControl \"{control}\"]\n\n{moves} *"));
        let white = data.nodes.iter().skip(1).step_by(2);
        let found = white
            .map(|node| node.used.map_or("-".to_owned(), |ms| (ms as f64 / 1000.0).to_string()));
        assert_eq!(found.collect::<Vec<_>>().join(" "), used, "{control}: {clocks}");
    }
    let taken = data("1. e4 {[%emt 0:00:05]} e5 (1... c5 {[%emt 3]}) *");
    let used: Vec<_> = taken.nodes.iter().map(|node| node.used).collect();
    assert_eq!(used, [None, Some(5000), None, Some(3000)]);
}

#[test]
fn pieces_in_hand_and_two_boards() {
    let drop = data("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d6 *");
    let last = drop.nodes.last().expect("moves");
    assert_eq!((last.uci.as_str(), last.last.join("-").as_str()), ("P@d6", "d6"));
    assert!(last.fens[0].contains("[p]"), "{}", last.fens[0]);
    let text = b"1A. e4 1B. d4 1a. e5 *";
    let game = partie_pgn::bpgn::parse(text, &ReadOptions::default()).value;
    let bughouse = GameData::of(&game, Language::English, Words::of("en"));
    assert_eq!(bughouse.boards.len(), 2);
    let node = &bughouse.nodes[2];
    assert_eq!((node.board, node.label.as_str(), node.fens.len()), (1, "B 1. d4", 2));
}
