use partie_core::{ByColor, ByRole, Position, moves::san};

use super::*;

/// After 1.e4 e5 2.Nf3 of a game 3 1.
fn line() -> Style12<'static> {
    let mut position = Position::default();
    let mut line = Style12::from_position(&position);
    for word in ["e4", "e5", "Nf3"] {
        let ply = san::read(&position, word).expect("a move").ply;
        let mut after = position.clone();
        after.play(ply).expect("legal");
        line = Style12::after_move(&position, ply, &after);
        position = after;
    }
    line.game = 7;
    line.white = "Adam".into();
    line.black = "Boris".into();
    (line.initial, line.increment) = (3, 1);
    line.clock = ByColor { white: 179, black: 3725 };
    line.taken.milliseconds = 2000;
    line
}

fn picture<'a>(line: &'a Style12<'static>) -> Picture<'a> {
    Picture {
        line,
        bottom: Color::White,
        relation: Relation::Observing,
        previous: Some("e5"),
        holdings: None,
        highlight: 0,
    }
}

fn drawn_as(style: u8, picture: &Picture<'_>) -> String {
    let mut text = String::new();
    write(style, picture, &mut text);
    text
}

/// Compares a picture with what is drawn; the first line end is the test's.
#[track_caller]
fn shows(style: u8, expected: &str) {
    let line = line();
    let shown = drawn_as(style, &picture(&line));
    assert_eq!(shown, expected.strip_prefix('\n').unwrap_or(expected), "\n{shown}");
}

#[test]
fn lines() {
    shows(
        1,
        "
Game 7 (Adam vs. Boris)

        ---------------------------------
     8  | *R| *N| *B| *Q| *K| *B| *N| *R|     Move # : 2 (Black)
        |---+---+---+---+---+---+---+---|
     7  | *P| *P| *P| *P|   | *P| *P| *P|
        |---+---+---+---+---+---+---+---|
     6  |   |   |   |   |   |   |   |   |     White Moves : 'Nf3     (0:02)'
        |---+---+---+---+---+---+---+---|
     5  |   |   |   |   | *P|   |   |   |
        |---+---+---+---+---+---+---+---|
     4  |   |   |   |   |  P|   |   |   |     Black Clock : 1:02:05
        |---+---+---+---+---+---+---+---|
     3  |   |   |   |   |   |  N|   |   |     White Clock : 2:59
        |---+---+---+---+---+---+---+---|
     2  |  P|  P|  P|  P|   |  P|  P|  P|     Black Strength : 39
        |---+---+---+---+---+---+---+---|
     1  |  R|  N|  B|  Q|  K|  B|   |  R|     White Strength : 39
        ---------------------------------
          a   b   c   d   e   f   g   h",
    );
}

#[test]
fn newspaper() {
    shows(
        2,
        "
Game 7 (Adam vs. Boris)

  8  *R *N *B *Q *K *B *N *R     Move # : 2 (Black)
  7  *P *P *P *P :: *P *P *P
  6     ::    ::    ::    ::     White Moves : 'Nf3     (0:02)'
  5  ::    ::    *P    ::
  4     ::    ::  P ::    ::     Black Clock : 1:02:05
  3  ::    ::    ::  N ::        White Clock : 2:59
  2   P  P  P  P     P  P  P     Black Strength : 39
  1   R  N  B  Q  K  B ::  R     White Strength : 39
      a  b  c  d  e  f  g  h",
    );
}

#[test]
fn frame() {
    shows(
        5,
        "
Game 7 (Adam vs. Boris)

   +-----------------+
 8 | r n b q k b n r |     Move # : 2 (Black)
 7 | p p p p . p p p |
 6 | . . . . . . . . |     White Moves : 'Nf3     (0:02)'
 5 | . . . . p . . . |
 4 | . . . . P . . . |     Black Clock : 1:02:05
 3 | . . . . . N . . |     White Clock : 2:59
 2 | P P P P . P P P |     Black Strength : 39
 1 | R N B Q K B . R |     White Strength : 39
   +-----------------+
     a b c d e f g h",
    );
}

#[test]
fn mail() {
    shows(
        6,
        "
Game 7 (Adam vs. Boris)

    +----+----+----+----+----+----+----+----+
  8 | BR | BN | BB | BQ | BK | BB | BN | BR |     Move # : 2 (Black)
    +----+----+----+----+----+----+----+----+
  7 | BP | BP | BP | BP | .. | BP | BP | BP |
    +----+----+----+----+----+----+----+----+
  6 |    | .. |    | .. |    | .. |    | .. |     White Moves : 'Nf3     (0:02)'
    +----+----+----+----+----+----+----+----+
  5 | .. |    | .. |    | BP |    | .. |    |
    +----+----+----+----+----+----+----+----+
  4 |    | .. |    | .. | WP | .. |    | .. |     Black Clock : 1:02:05
    +----+----+----+----+----+----+----+----+
  3 | .. |    | .. |    | .. | WN | .. |    |     White Clock : 2:59
    +----+----+----+----+----+----+----+----+
  2 | WP | WP | WP | WP |    | WP | WP | WP |     Black Strength : 39
    +----+----+----+----+----+----+----+----+
  1 | WR | WN | WB | WQ | WK | WB | .. | WR |     White Strength : 39
    +----+----+----+----+----+----+----+----+
      a    b    c    d    e    f    g    h",
    );
}

#[test]
fn miniature() {
    shows(
        7,
        "
Game 7 (Adam vs. Boris)
  rnbqkbnr     Move # : 2 (Black)
  pppp.ppp
  ........     White Moves : 'Nf3     (0:02)'
  ....p...
  ....P...     Black Clock : 1:02:05
  .....N..     White Clock : 2:59
  PPPP.PPP     Black Strength : 39
  RNBQKB.R     White Strength : 39",
    );
}

#[test]
fn raw_dump() {
    shows(
        8,
        "
#@#007Adam            Boris           :rnbqkbnrpppp ppp            p       P        N  PPPP PPPRNBQKB R002B39390017903725Nf3     (0:02)#@#",
    );
}

#[test]
fn last_moves_only() {
    shows(
        9,
        "
Game 7 (Adam vs. Boris)
  1.  ...     e5
  2.  Nf3     (0:02)",
    );
}

#[test]
fn board_and_fields() {
    shows(
        10,
        "
<10>
|rnbqkbnr|
|pppp ppp|
|        |
|    p   |
|    P   |
|     N  |
|PPPP PPP|
|RNBQKB R|
B -1 1 1 1 1 1 7 Adam Boris 0 3 1 39 39 179 3725 2 N/g1-f3 (0:02) Nf3
>10<",
    );
}

#[test]
fn raw_dump_with_coordinates() {
    shows(
        11,
        "
#@#007Adam            Boris           :rnbqkbnrpppp ppp            p       P        N  PPPP PPPRNBQKB R002B39390017903725N/g1-f3 (0:02)#@#",
    );
}

#[test]
fn colours_of_a_terminal() {
    for (style, expected) in [
        (
            3,
            "  7 \x1b[0;30;44m P \x1b[0;30;46m P \x1b[0;30;44m P \x1b[0;30;46m P \x1b[1;37;44m   \x1b[0;30;46m P \x1b[0;30;44m P \x1b[0;30;46m P \x1b[0m",
        ),
        (
            4,
            "  7 \x1b[0;30;43m P \x1b[0;30;47m P \x1b[0;30;43m P \x1b[0;30;47m P \x1b[1;31;43m   \x1b[0;30;47m P \x1b[0;30;43m P \x1b[0;30;47m P \x1b[0m",
        ),
    ] {
        let line = line();
        let shown = drawn_as(style, &picture(&line));
        assert_eq!(shown.lines().nth(3), Some(expected), "style {style}");
    }
}

#[test]
fn from_the_other_side_with_pieces_in_hand() {
    let line = line();
    let mut picture = picture(&line);
    picture.bottom = Color::Black;
    picture.highlight = 1;
    let white = ByRole { pawn: 2, ..ByRole::default() };
    let pieces = ByColor { white, black: ByRole::default() };
    let holdings = Holdings { game: 7, pieces, passed: None };
    picture.holdings = Some(&holdings);
    let expected = "
Game 7 (Adam vs. Boris)

   +-----------------+
 1 | R . B K Q B N R |     Move # : 2 (Black)
 2 | P P P . P P P P |
 3 | . . \x1b[7mN\x1b[0m . . . . . |     White Moves : 'Nf3     (0:02)'
 4 | . . . P . . . . |
 5 | . . . p . . . . |     White Clock : 2:59
 6 | . . . . . . . . |     Black Clock : 1:02:05
 7 | p p p . p p p p |     White Strength : 39
 8 | r n b k q b n r |     Black Strength : 39
   +-----------------+
     h g f e d c b a
White holds: [PP]
Black holds: []";
    assert_eq!(drawn_as(5, &picture), expected[1..]);
}

#[test]
fn before_the_first_move() {
    let mut line = line();
    line.san = "none".into();
    line.verbose = "none".into();
    assert_eq!(drawn_as(9, &picture(&line)), "Game 7 (Adam vs. Boris): no moves yet.");
    assert!(!drawn_as(1, &picture(&line)).contains("Moves :"));
}
