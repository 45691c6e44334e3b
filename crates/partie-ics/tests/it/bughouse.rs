//! Bughouse: two boards, four players, what is taken on one board is put on the other.

use crate::club::Club;

/// Adam and Cecil against Boris and Dora: Adam has White against Boris on board 1, Dora
/// White against Cecil on board 2.
fn four() -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil", "Dora"]);
    become_partners(&mut club);
    club
}

fn become_partners(club: &mut Club) {
    for name in ["Adam", "Boris", "Cecil", "Dora"] {
        for line in ["set bell 0", "set bugopen 1", "iset nowrap 1"] {
            club.types(name, line);
        }
    }
    for (one, other) in [("Adam", "Cecil"), ("Boris", "Dora")] {
        club.types(one, &format!("partner {other}"));
        club.types(other, &format!("partner {one}"));
    }
    unread(club);
}

fn begin() -> Club {
    let mut club = four();
    club.types("Adam", "match boris 3 0 white bughouse");
    club.types("Boris", "accept");
    club
}

fn unread(club: &mut Club) {
    for name in ["Adam", "Boris", "Cecil", "Dora"] {
        club.read(name);
    }
}

fn play(club: &mut Club, moves: &[(&str, &str)]) {
    for (who, word) in moves {
        club.types(who, word);
    }
    unread(club);
}

#[test]
fn all_four_are_told_what_begins() {
    let mut club = begin();
    let games = ["Adam (++++) Boris (++++)", "Dora (++++) Cecil (++++)"];
    let lines = ["1 (Adam vs. Boris)", "2 (Dora vs. Cecil)"];
    let partners = [
        "Your partner is playing game 2 (Dora vs. Cecil).",
        "Your partner is playing game 1 (Adam vs. Boris).",
    ];
    for (name, board, with) in
        [("Adam", 0, "Dora"), ("Boris", 0, "Cecil"), ("Cecil", 1, "Boris"), ("Dora", 1, "Adam")]
    {
        let received = club.read(name);
        for words in [
            &format!(
                "Creating: {} unrated bughouse 3 0\n\
                 {{Game {} Creating unrated bughouse match.}}\n\n<12> ",
                games[board], lines[board]
            ),
            &format!("Your partner has joined a game with {with}.\n"),
            partners[board],
            &format!("<b1> game {} white [] black []\n", board + 1),
        ] {
            assert!(received.contains(words), "{name}: {words} is not in\n{received}");
        }
    }
}

#[test]
fn a_captured_piece_goes_to_the_other_board() {
    let mut club = begin();
    play(&mut club, &[("Adam", "e4"), ("Boris", "d5"), ("Dora", "e4"), ("Cecil", "d5")]);
    club.types("Adam", "exd5");
    // Cecil gets what Adam takes.
    let passed = "<b1> game 2 white [] black [P] <- BP\n";
    for name in ["Cecil", "Dora"] {
        assert_eq!(club.read(name), format!("\n{passed}fics% "));
    }
    let adams = club.read("Adam");
    assert!(adams.contains(" 1 Adam Boris -1 3 0 ") && !adams.contains("<-"), "{adams}");
    assert!(adams.ends_with("exd5 0 1 0\n<b1> game 1 white [] black []\nfics% "), "{adams}");
    // A drop is a move; it is spelled with @.
    club.types("Dora", "Nf3");
    club.types("Cecil", "P@d3");
    let received = club.read("Dora");
    assert!(received.contains(" P/@@-d3 (0:00) P@d3 "), "{received}");
    assert!(received.contains("<b1> game 2 white [] black []\n"), "{received}");
    // There is just one.
    club.types("Dora", "a3");
    club.types("Cecil", "P@e3");
    club.received("Cecil", "Illegal move (P@e3).");
}

#[test]
fn a_promoted_piece_is_a_pawn_again() {
    let mut club = begin();
    let moves = [
        ("Adam", "h4"),
        ("Boris", "g5"),
        ("Adam", "hxg5"),
        ("Boris", "a6"),
        ("Adam", "g6"),
        ("Boris", "a5"),
        ("Adam", "gxh7"),
        ("Boris", "a4"),
        ("Adam", "hxg8=Q"),
    ];
    play(&mut club, &moves);
    club.types("Boris", "Rxg8");
    club.received("Dora", "<b1> game 2 white [P] black [PPN] <- WP\n");
}

#[test]
fn it_is_not_mate_while_the_partner_can_help() {
    let mut club = begin();
    // A drop cannot parry fool's mate: g3 and f2 are empty.
    play(&mut club, &[("Adam", "f3"), ("Boris", "e5"), ("Adam", "g4"), ("Boris", "Qh4+")]);
    assert_eq!(club.ics.games().count(), 2);
    // Adam waits for a pawn; he has no move, and his clock runs.
    club.types("Adam", "a3");
    club.received("Adam", "Illegal move (a3).");
    play(&mut club, &[("Dora", "e4"), ("Cecil", "d5"), ("Dora", "Nc3"), ("Cecil", "dxe4")]);
    club.types("Adam", "P@g3");
    club.received("Boris", " P/@@-g3 ");
}

#[test]
fn mate_ends_both_boards() {
    let mut club = begin();
    // The guarded queen stands beside the king, so no drop can interpose.
    let moves = [
        ("Adam", "e4"),
        ("Boris", "e5"),
        ("Adam", "Bc4"),
        ("Boris", "a6"),
        ("Adam", "Qh5"),
        ("Boris", "a5"),
    ];
    play(&mut club, &moves);
    club.types("Adam", "Qxf7#");
    for name in ["Adam", "Boris"] {
        club.received(name, "{Game 1 (Adam vs. Boris) Boris checkmated} 1-0\n");
    }
    for name in ["Cecil", "Dora"] {
        club.received(name, "{Game 2 (Dora vs. Cecil) Cecil's partner won} 0-1\n");
    }
    assert_eq!(club.ics.games().count(), 0);
    club.hears("Cecil", "resign", "You are not playing a game.");
}

#[test]
fn every_end_is_the_end_of_both() {
    for (does, first, second) in [
        ("Boris resign", "Boris resigns} 1-0", "Cecil's partner won} 0-1"),
        ("Dora resign", "Adam's partner won} 1-0", "Dora resigns} 0-1"),
        ("Cecil resign", "Boris's partner won} 0-1", "Cecil resigns} 1-0"),
        (
            "Adam draw, Boris draw",
            "Game drawn by mutual agreement} 1/2-1/2",
            "Game drawn on the other board} 1/2-1/2",
        ),
        (
            "Dora abort, Cecil abort",
            "Game aborted on the other board} *",
            "Game aborted by mutual agreement} *",
        ),
    ] {
        let mut club = begin();
        play(&mut club, &[("Adam", "e4"), ("Boris", "d5"), ("Dora", "e4"), ("Cecil", "d5")]);
        for said in does.split(", ") {
            let (who, words) = said.split_once(' ').expect("a name and words");
            club.types(who, words);
        }
        club.received("Adam", &format!("{{Game 1 (Adam vs. Boris) {first}\n"));
        club.received("Cecil", &format!("{{Game 2 (Dora vs. Cecil) {second}\n"));
    }
}

#[test]
fn clocks_run_at_once() {
    let mut club = begin();
    club.types("Boris", "set autoflag 1");
    unread(&mut club);
    club.wait(1000);
    club.types("Adam", "e4");
    club.received("Adam", " -1 3 0 39 39 179 180 1 P/e2-e4 (0:01) e4 0 1 0\n");
    club.types("Dora", "e4");
    // A broken connection loses both boards.
    club.types("Boris", "e5");
    club.types("Cecil", "e5");
    unread(&mut club);
    club.breaks("Cecil");
    club.received("Dora", "Cecil has lost the connection; the game waits 60 seconds.");
    club.wait(60_000);
    club.received("Dora", "{Game 2 (Dora vs. Cecil) Cecil forfeits by disconnection} 1-0\n");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Boris's partner won} 0-1\n");
}

/// Members with ratings: Adam and Cecil against Boris and Dora, of the same average strength. The
/// gain or loss of a player does not depend on the opponent at their own board.
#[test]
fn teams_are_rated() {
    for (does, [adam, boris, cecil, dora]) in [
        // 8 points for a certain rating, more for an uncertain one.
        ("Boris resign", [2008, 1792, 1437, 1590]),
        ("Cecil resign", [1992, 1808, 1363, 1610]),
        ("Adam draw, Boris draw", [2000, 1800, 1400, 1600]),
    ] {
        let mut club = Club::new();
        club.members(["Adam", "Boris", "Cecil", "Dora"]);
        for line in [
            "asetrating adam bughouse 2000 40",
            "asetrating boris bughouse 1800 50",
            "asetrating cecil bughouse 1400 120",
            "asetrating dora bughouse 1600 60",
        ] {
            assert!(club.owner(line).0, "{line}");
        }
        become_partners(&mut club);
        club.types("Adam", "match boris 3 0 rated white bughouse");
        club.types("Boris", "accept");
        play(&mut club, &[("Adam", "e4"), ("Boris", "d5"), ("Dora", "e4"), ("Cecil", "d5")]);
        for said in does.split(", ") {
            let (who, words) = said.split_once(' ').expect("a name and words");
            club.types(who, words);
        }
        for (name, before, after) in [
            ("Adam", 2000, adam),
            ("Boris", 1800, boris),
            ("Cecil", 1400, cecil),
            ("Dora", 1600, dora),
        ] {
            let words = format!("Bughouse rating adjustment: {before} --> {after}.\n");
            club.received(name, &words);
        }
    }
}

/// Nobody is rated when one of the four is a guest.
#[test]
fn guests_make_it_unrated() {
    let mut club = Club::new();
    club.members(["Adam", "Boris", "Cecil"]);
    club.guests(["Dora"]);
    become_partners(&mut club);
    club.hears(
        "Adam",
        "match boris 3 0 rated white bughouse",
        "Dora is unregistered - setting to unrated.\n\
         Issuing: Adam (----) [white] Boris (----) unrated bughouse 3 0.",
    );
}

/// A position that comes again can be claimed as a draw on one board of chess; in bughouse
/// the other board goes on, and a draw has to be agreed.
#[test]
fn repetition_is_no_draw() {
    let mut club = begin();
    let shuffle = [("Adam", "Nf3"), ("Boris", "Nf6"), ("Adam", "Ng1"), ("Boris", "Ng8")];
    for _ in 0..3 {
        play(&mut club, &shuffle);
    }
    club.hears("Adam", "draw", "Draw request sent.");
    assert_eq!(club.ics.games().count(), 2);
}

/// Both partners of a team are out of time: the other team has won on both boards.
#[test]
fn time_runs_on_both_boards() {
    let mut club = begin();
    for name in ["Adam", "Boris", "Cecil", "Dora"] {
        club.types(name, "set autoflag 0");
    }
    play(&mut club, &[("Adam", "e4"), ("Dora", "e4"), ("Cecil", "e5")]);
    club.wait(181_000);
    club.types("Adam", "flag");
    club.received("Boris", "{Game 1 (Adam vs. Boris) Boris forfeits on time} 1-0\n");
    club.received("Dora", "{Game 2 (Dora vs. Cecil) Cecil's partner won} 0-1\n");
}

/// Going through a copy of a board shows what was in hand at each point.
#[test]
fn a_copy_has_the_holdings_of_each_move() {
    let mut club = begin();
    club.guests(["Emil"]);
    play(
        &mut club,
        &[
            ("Adam", "e4"),
            ("Boris", "d5"),
            ("Dora", "e4"),
            ("Cecil", "d5"),
            // Cecil, Adam's partner, gets a pawn and puts it on the board.
            ("Adam", "exd5"),
            ("Dora", "Nf3"),
            ("Cecil", "P@h3"),
            ("Dora", "gxh3"),
        ],
    );
    club.types("Emil", "copygame 2");
    club.received("Emil", "\n<b1> game 3 white [] black []\n");
    for (typed, last, holdings) in [
        ("backward 2", " N/g1-f3 ", "white [] black [P]"),
        ("backward 1", " P/d7-d5 ", "white [] black [P]"),
        ("backward 1", " P/e2-e4 ", "white [] black []"),
        ("forward 3", " P/@@-h3 ", "white [] black []"),
        ("forward 1", " P/g2-h3 ", "white [] black []"),
    ] {
        club.types("Emil", typed);
        let received = club.read("Emil");
        assert!(received.contains(last) && received.contains(holdings), "{typed}: {received}");
    }
}

#[test]
fn what_cannot_be_undone() {
    let mut club = begin();
    play(&mut club, &[("Adam", "e4"), ("Boris", "d5")]);
    club.hears("Adam", "takeback", "Moves can't be taken back in bughouse.");
    club.hears("Adam", "adjourn", "Bughouse games can't be adjourned.");
    club.hears("Adam", "switch", "Sides can't be switched in bughouse.");
}

#[test]
fn partners_have_to_be_free() {
    let mut club = four();
    club.guests(["Emil"]);
    club.types("Cecil", "match emil 3 0");
    club.types("Emil", "accept");
    club.hears("Adam", "match boris 3 0 bughouse", "Your partner is not free to play.");
    club.hears("Boris", "match adam 3 0 bughouse", "Adam's partner is not free to play.");
    club.types("Cecil", "abort");
    // Free when it was proposed, but not when it is accepted.
    club.types("Adam", "match boris 3 0 bughouse");
    club.types("Cecil", "match emil 3 0");
    club.types("Emil", "accept");
    club.types("Boris", "accept");
    club.received("Boris", "Adam's partner is not free to play.");
    assert_eq!(club.ics.games().count(), 1);
}

#[test]
fn who_plays_bughouse() {
    let mut club = four();
    club.guests(["Emil"]);
    club.types("Emil", "set bugopen 1");
    club.hears(
        "Adam",
        "bugwho",
        "Bughouse games in progress
  0 games displayed.
Partnerships not playing bughouse
++++ Adam(U) / ++++ Cecil(U)
++++ Boris(U) / ++++ Dora(U)
  2 partnerships displayed.
Unpartnered players with bugopen on
++++ Emil(U)
  1 player displayed (of 5).",
    );
    club.types("Adam", "match boris 3 0 white bughouse");
    club.types("Boris", "accept");
    club.hears(
        "Emil",
        "bugwho gp",
        "Bughouse games in progress
  1 ++++ Adam        ++++ Boris      [ Bu  3   0]   3:00 -  3:00 (39-39) W:  1
  2 ++++ Dora        ++++ Cecil      [ Bu  3   0]   3:00 -  3:00 (39-39) W:  1
  1 game displayed.
Partnerships not playing bughouse
  0 partnerships displayed.",
    );
    club.hears(
        "Emil",
        "bugwho u",
        "Unpartnered players with bugopen on\n++++ Emil(U)\n  1 player displayed (of 5).",
    );
}
