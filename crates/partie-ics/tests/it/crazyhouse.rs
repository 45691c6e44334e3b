//! Crazyhouse: what is taken is in hand.

use crate::club::Club;

/// Adam has White against Boris; Cecil watches and follows the holdings.
fn club(moves: &str) -> Club {
    let mut club = Club::new();
    club.guests(["Adam", "Boris", "Cecil"]);
    for name in ["Adam", "Boris", "Cecil"] {
        club.types(name, "set bell 0");
        club.types(name, "iset nowrap 1");
    }
    club.types("Adam", "match boris 3 0 white zh");
    club.types("Boris", "accept");
    club.types("Cecil", "observe 1");
    for (ply, word) in moves.split_whitespace().enumerate() {
        club.types(if ply % 2 == 0 { "Adam" } else { "Boris" }, word);
    }
    club.read("Cecil");
    club
}

#[test]
fn holdings_of_each_capture_and_drop() {
    for (moves, last, caught, board) in [
        // A pawn: reported before the board, and after it.
        ("e4 d5", "exd5", Some("white [P] black [] <- WP"), "white [P] black []"),
        ("e4 d5 exd5", "Qxd5", Some("white [P] black [P] <- BP"), "white [P] black [P]"),
        // En passant.
        ("e4 a6 e5 d5", "exd6", Some("white [P] black [] <- WP"), "white [P] black []"),
        // A promoted piece is a pawn in hand.
        (
            "h4 g5 hxg5 a6 g6 a5 gxh7 a4 hxg8=Q",
            "Rxg8",
            Some("white [PPN] black [P] <- BP"),
            "white [PPN] black [P]",
        ),
        // A dropped piece is gone.
        ("e4 d5 exd5 a6", "P@e4", None, "white [] black []"),
        ("e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 a6", "Q@e5", None, "white [P] black [PP]"),
    ] {
        let mut club = club(moves);
        let mover = if moves.split_whitespace().count() % 2 == 0 { "Adam" } else { "Boris" };
        club.types(mover, last);
        let received = club.read("Cecil");
        let lines: Vec<&str> = received.lines().filter(|line| line.starts_with('<')).collect();
        let caught = caught.map(|words| format!("<b1> game 1 {words}"));
        let first: Vec<&str> = caught.iter().map(String::as_str).collect();
        assert_eq!(lines[..first.len()], first, "{last}: {received}");
        assert!(lines[first.len()].starts_with("<12> "), "{last}: {received}");
        assert_eq!(
            lines[first.len() + 1..],
            [format!("<b1> game 1 {board}")],
            "{last}: {received}"
        );
    }
}

/// Drops on forbidden squares, and of pieces that are not in hand.
#[test]
fn drops_that_are_refused() {
    for (moves, drop) in [
        ("e4 d5", "P@e3"),
        ("e4 d5 exd5 a6", "N@e4"),
        ("e4 d5 exd5 a6", "P@e1"),
        ("e4 d5 exd5 a6", "P@e8"),
        ("e4 d5 exd5 a6", "P@d5"),
    ] {
        let mut club = club(moves);
        club.types("Adam", drop);
        club.received("Adam", &format!("Illegal move ({drop})."));
    }
}

/// Moves that are taken back give the pieces back.
#[test]
fn a_capture_is_taken_back() {
    let mut club = club("e4 d5 exd5 Qxd5 P@d3");
    club.types("Boris", "takeback 2");
    club.types("Adam", "accept");
    club.received("Cecil", "<b1> game 1 white [P] black []\n");
    club.types("Boris", "Qxd5");
    club.received("Cecil", "<b1> game 1 white [P] black [P] <- BP\n");
}
