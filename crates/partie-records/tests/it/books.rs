//! Pages of old chess books as plain text: games in rows between prose, diagrams and footnotes, with the names
//! of the players above the columns. Each page is read through detection, as a file is.

use crate::as_pasted::{games, records};

/// Reads a page, and returns its games and the codes of its diagnostics above notes.
fn page(text: &str) -> (Vec<String>, Vec<&'static str>) {
    let records = records("page.txt", text);
    let found = records.iter().flat_map(|record| &record.parsed.diagnostics);
    let codes =
        found.filter(|d| d.severity > partie_formats::Severity::Note).map(|d| d.code.id).collect();
    (games("page.txt", text), codes)
}

/// Two games in rows, one in two blocks side by side. A list of results has numbers, too.
#[test]
fn rows_below_the_names() {
    let text = "\
THE SUMMER MEETING AT ALDER BRIDGE.

1 Ash         Beech      Giuoco Piano        10 moves Drawn
2 Cedar       Dogwood    Centre Counter      8    \"   Cedar

The first of these games was the longer one, and the better.

          No. 1.
Game played in the first round between Messrs. Ash and J. Beech:

  White             Black
   ASH             J. BEECH
1 P to K4          P to K4
2 Kt to KB3        Kt to QB3
3 B to B4          B to B4
4 P to B3          Kt to B3
5 P to Q4          P takes P. Good
6 P takes P        B to Kt5 ch

6 B to Kt3 at once seems to be much worse, for 7 P to Q5 follows.

7 B to Q2          B takes B ch
8 QKt takes B      P to Q4
9 P takes P        KKt takes P
10 Castles KR      Castles
                Drawn.

------

The other game was soon over, and its last moves were not recorded.

  White         Black       White          Black
  CEDAR        DOGWOOD      CEDAR         DOGWOOD
1 P to K4      P to Q4      5 Kt to KB3    P to QB3
2 P takes P    Q takes P    6 P to KR3     Kt (on Kt1) to B3!
3 Kt to QB3    Q to Q square 7 K to K2     P to K3
4 P to Q4      B to B4      8 K to K square KR to Kt
                        and wins.
";
    let (games, doubts) = page(text);
    let italian =
        "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Bd2 Bxd2+ Nbxd2 d5 exd5 Nxd5 O-O O-O";
    let centre = "e4 d5 exd5 Qxd5 Nc3 Qd8 d4 Bf5 Nf3 c6 h3 Nf6 Ke2 e6 Ke1 Rg8";
    assert_eq!(games[0], format!("ASH - J. BEECH: {italian} 1/2-1/2"));
    assert_eq!(games[1..], [format!("CEDAR - DOGWOOD: {centre} *")]);
    assert_eq!(doubts, [""; 0]);
}

/// Rows between prose with sidelines, a diagram, a footnote, and pages. Black's move may stand alone.
#[test]
fn prose_between_the_rows() {
    let text = "\
                GAME No. 7

    White: Elder.   Black: Fir.

   Giuoco Piano (compare p. 30).

          1. P-K4         P-K4
          2. Kt-KB3       Kt-QB3
          3. B-B4

The Bishop aims at the weak square. After 3. B-Kt5, P-QR3; 4. B-R4
the game is of another kind, and 3. P-Q4 is the Scotch Game.

          3. ...          B-B4
          4. P-B3         Kt-B3

Black could play 4. ... Q-K2, for after 5. P-Q4, B-Kt3; 6. Castles he
has nothing to fear. White's answer would be
5. P-Q3, P-Q3; and the game is even.

          5. P-Q4

        ---------------------------------------
     8 | #R |    | #B | #Q | #K |    |    | #R |
       |---------------------------------------|
     7 | #P | #P | #P | #P |    | #P | #P | #P |
       |---------------------------------------|
     1 | ^R | ^Kt| ^B | ^Q | ^K |    |    | ^R |
        ---------------------------------------
         A    B    C    D    E    F    G    H

                Diag. 9

Not 5. P-QKt4, B-Kt3; 6. P-Kt5.

                          PxP
          6. PxP          B-Kt5ch
          7. B-Q2

7. Kt-B3, KtxKP; 8. Castles is more in the spirit of the opening.
[Footnote: The following game will give an idea of it: 8. ...
BxKt; 9. P-Q5, B-B3; 10. R-K1, Kt-K2; 11. RxKt, P-Q3; and White
wins back the piece.] As played here, the game is even.

          7. ...             BxBch
          8. QKtxB           P-Q4!
          9. PxP             KKtxP
         11. Castles KR      Castles

                              [Page 118]

         11. Q-Kt3           Kt-P
         12. KtxKt           P-QKt4
               Resigns.

There might have followed:

         13. QxP             R-Kt1
         14. Q-B6            B-Kt2

and so on.
";
    let (games, doubts) = page(text);
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Bd2 Bxd2+ Nbxd2 d5 exd5 Nxd5 \
                 O-O O-O Qb3 Nxd4 Nxd4 b5";
    assert_eq!(games, [format!("Elder - Fir: {moves} 0-1")]);
    // The misprinted number of castling.
    assert_eq!(doubts, ["TXT029"]);
    // Where the game cannot be played to its end, a move may be missing there.
    let (games, doubts) = page(&text.replace("12. KtxKt ", "12. KtxB  "));
    let moves = moves.split(" O-O O-O ").next().expect("moves");
    assert_eq!(games, [format!("Elder - Fir: {moves} *")]);
    assert_eq!(doubts, ["TXT020"]);
}

/// Rows that do not count to the end are no proof: a number is missing, or printed in two rows.
#[test]
fn rows_with_a_gap() {
    for (rows, moves) in [
        ("4. P-B3 Kt-B3\n6. PxP   B-Kt5ch\n7. B-Q2  BxBch\n", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6"),
        // Each number once more, after another move.
        (
            "4. P-B3 Kt-B3\n\nor\n\n4. P-Q3 Kt-B3\n5. Kt-B3 P-Q3\n6. B-K3 BxB\n",
            "e4 e5 Nf3 Nc6 Bc4 Bc5",
        ),
        // A move of the row in between is not played in place of the missing one.
        ("14. P-B3 Kt-B3\n6. P-Q4  PxP\n7. PxP   B-Kt5ch\n", "e4 e5 Nf3 Nc6 Bc4 Bc5"),
        // Two misprinted numbers in sequence.
        ("14. P-B3 Kt-B3\n15. P-Q4  PxP\n6. PxP   B-Kt5ch\n", "e4 e5 Nf3 Nc6 Bc4 Bc5"),
    ] {
        let text = format!("1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4  B-B4\n{rows}");
        let (games, doubts) = page(&text);
        assert_eq!(games, [format!("? - ?: {moves} *")], "{text}");
        assert_eq!(doubts.len(), 1, "{text}");
    }
}

/// Old English notation, where each side's moves have numbers of their own.
#[test]
fn numbers_for_each_side() {
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4";
    for text in [
        "1. P. to K's 4th.         1. P. to K's 4th.\n\
         2. K. Kt. to B's 3d.      2. Q. Kt. to B's 3d.\n\
         3. K. B. to Q. B's 4th.   3. K. B. to Q. B's 4th.\n\
         4. Q. B. P. one square.   4. K. Kt. to B's 3d.\n\
         5. Q. P. two squares.     5. P. takes P.\n",
        "     WHITE.                 BLACK.\n\
         1. P to K 4            1. P to K 4\n\
         2. Kt to K B 3         2. Kt to Q B 3\n\
         3. B to B 4            3. B to B 4\n\
         4. P to Q B 3          4. Kt to B 3\n\
         5. P to Q 4            5. P takes P\n",
        // One block below the other.
        "White.\n1. P to K 4\n2. Kt to K B 3\n3. B to B 4\n4. P to B 3\n5. P to Q 4\n\n\
         Black.\n1. P to K 4\n2. Kt to Q B 3\n3. B to B 4\n4. Kt to B 3\n5. P takes P\n",
    ] {
        let (games, doubts) = page(text);
        assert_eq!(games, [format!("? - ?: {moves} *")], "{text}");
        assert_eq!(doubts, [""; 0], "{text}");
    }
}

/// Two games in one line; the moves before the second one's heading belong to the first.
#[test]
fn games_in_one_row() {
    let text = "Game the first: 1. P-K4 P-K4 2. P-Q4 PxP 3. P-QB3 PxP 4. KtxP B-Kt5. Game the second: \
                1. P-Q4 P-Q4 2. P-QB4 PxP 3. P-K3 P-K4.\n";
    let (games, doubts) = page(text);
    assert_eq!(games, ["? - ?: e4 e5 d4 exd4 c3 dxc3 Nxc3 Bb4 *", "? - ?: d4 d5 c4 dxc4 e3 e5 *"]);
    assert_eq!(doubts, [""; 0]);
}

/// Sentences that name a move or two are no games, nor are the rows of a list of openings that begins in the
/// middle.
#[test]
fn sentences_are_no_games() {
    for text in [
        "The move P-K4 is good, and then P-K4 follows.\n",
        "He played Kt-KB3 and then Kt-KB3 was the answer.\n",
        "1. P-KR4, R-K1; 2. P-R5. This forces open the Rook's file.\n",
        "          3. Kt-KB3 P-QB4\n          3. ...    Kt-QB3\n",
        "   2. P-Q4   PxP    3. QxP\n                    3. Kt-KB3 P-QB4\n",
    ] {
        let (games, doubts) = page(text);
        assert_eq!(games, ["? - ?:  *"], "{text}");
        assert_eq!(doubts.len(), 1, "{text}");
    }
}

/// `QR` names a rook by its first square, also after both have met on one file.
#[test]
fn pieces_by_their_first_squares() {
    let text =
        "1. P-KR4  P-K4\n2. P-QR4  P-Q3\n3. QR-R3  Kt-KB3\n4. QR-KR3  QKt-B3\n5. QR-R2  B-K2\n";
    let (games, doubts) = page(text);
    assert_eq!(games, ["? - ?: h4 e5 a4 d6 Ra3 Nf6 Rah3 Nc6 R3h2 Be7 *"]);
    assert_eq!(doubts, [""; 0]);
}
