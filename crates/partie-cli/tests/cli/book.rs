//! `partie book`: opening books as their users see them.

use crate::run::Folder;

const GAMES: &str = "\
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 1-0

1. e4 c5 1/2-1/2

1. d4 d5 1-0

1. c4 0-1
";

/// A folder with a book of a few games.
fn with_book() -> Folder {
    let folder = Folder::new();
    folder.write("few.pgn", GAMES);
    let made = folder.partie("book make few.pgn --min-games 1 -o few.bin");
    assert_eq!((made.status, made.stdout.as_str()), (0, ""), "{made:?}");
    let words = "6 moves of 5 positions written to few.bin";
    assert!(made.stderr.contains(words), "{}", made.stderr);
    folder
}

#[test]
fn a_book_is_made_and_probed() {
    let folder = with_book();
    let start = folder.partie("book probe few.bin");
    assert_eq!((start.status, start.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(start.stdout, @r"
    move  UCI   weight    share  opening
    e4    e2e4       3   60.0%  B00 King's Pawn Game
    d4    d2d4       2   40.0%  A40 Queen's Pawn Game
    ");
    let castles = folder.partie("book probe few.bin --json e4 e5 Nf3 Nc6 Bc4 Bc5");
    let object: serde_json::Value = serde_json::from_str(&castles.stdout).expect("JSON");
    assert_eq!(object["moves"][0]["uci"], "e1g1");
    assert_eq!(object["moves"][0]["share"], 1.0);
    let none = folder.partie("book probe few.bin a3");
    assert_eq!((none.status, none.stdout.as_str()), (1, ""));
    assert_eq!(none.stderr, "partie: few.bin: no moves of this position\n");
    let black = folder.partie("book make few.pgn --min-games 1 --only black -o black.bin");
    assert_eq!(black.status, 0, "{black:?}");
    assert_eq!(folder.partie("book probe black.bin").status, 1, "White has no move");
}

#[test]
fn little_memory_gives_the_same_book() {
    let folder = with_book();
    let done = folder.partie("book make few.pgn --min-games 1 --memory 1 -o same.bin");
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(folder.read_bytes("same.bin"), folder.read_bytes("few.bin"));
    let twice = folder.partie("book make few.pgn few.pgn --min-games 3 --memory 1 -o twice.bin");
    assert!(twice.stderr.contains("1 move of 1 position written"), "{}", twice.stderr);
    let none = folder.partie("book make few.pgn --min-games 5 -o none.bin");
    assert_eq!(none.status, 1);
    assert!(none.stderr.contains("no move was played in 5 games"), "{}", none.stderr);
    assert!(none.stderr.contains("none.bin was not created"), "{}", none.stderr);
}

#[test]
fn books_are_merged() {
    let folder = with_book();
    let done = folder.partie("book merge few.bin few.bin -o both.bin");
    assert_eq!(done.status, 0, "{done:?}");
    let dump = folder.partie("book dump both.bin");
    assert!(dump.stdout.contains("463b96181691fc9c e2e4 6 0\n463b96181691fc9c d2d4 4 0\n"));
    let json = folder.partie("book dump both.bin --json").stdout;
    let line = "{\"key\":\"463b96181691fc9c\",\"move\":\"e2e4\",\"weight\":6,\"learn\":0}\n";
    assert!(json.contains(line), "{json}");
    let refused = folder.partie("book merge few.bin both.bin -o few.bin");
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("few.bin is also an input"), "{}", refused.stderr);
}

#[test]
fn damaged_books_are_reported_and_mended() {
    let folder = with_book();
    let book = folder.read_bytes("few.bin");
    let mut damaged = book[16..].to_vec();
    damaged.extend(&book[..16]);
    damaged.extend(b"end");
    folder.write("damaged.bin", damaged);
    let probed = folder.partie("book probe damaged.bin");
    assert_eq!(probed.status, 1);
    assert!(probed.stdout.contains("e2e4"), "{probed:?}");
    for words in ["entry 6 at byte 80 has a lower key", "but found 3 at the end of the file"] {
        assert!(probed.stderr.contains(words), "{}", probed.stderr);
    }
    let merged = folder.partie("book merge damaged.bin -o mended.bin");
    assert_eq!(merged.status, 1);
    assert_eq!(folder.read_bytes("mended.bin"), book);
    let other = folder.partie("book dump few.pgn");
    assert_eq!(other.status, 2);
    let words = "few.pgn: not an opening book in Polyglot's format";
    assert!(other.stderr.contains(words), "{}", other.stderr);
    let missing = folder.partie("book dump missing.bin");
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("cannot read missing.bin"), "{}", missing.stderr);
    // The key of the initial position with an illegal move.
    let mut illegal = book[..16].to_vec();
    let start = 0x463b_9618_1691_fc9c_u64.to_be_bytes();
    illegal[..8].copy_from_slice(&start);
    illegal[8..10].copy_from_slice(&[0x03, 0x24]);
    folder.write("illegal.bin", illegal);
    let probed = folder.partie("book probe illegal.bin");
    assert_eq!((probed.status, probed.stdout.as_str()), (1, ""));
    assert!(probed.stderr.contains("e2e5 is illegal in this position"), "{}", probed.stderr);
}
