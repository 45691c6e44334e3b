//! Books: bytes, counts, and entries of other programs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use partie_core::{Color, Outcome, Ply, Position, Variant, moves::san, rules::polyglot_key};
use partie_db::book::{
    Book, BookCounter, BookEntry, BookMaker, BookMove, BookOptions, BookProblem, GameTallies,
    NotABook, merge,
};
use partie_formats::{ReadOptions, Record};
use partie_testkit::corpus;
use proptest::prelude::*;

fn records(text: &[u8]) -> Vec<Record> {
    partie_pgn::read(text, &ReadOptions::default()).flatten().filter(Record::holds_game).collect()
}

fn book_of(records: &[Record], options: BookOptions) -> Book {
    let mut counter = BookCounter::new();
    for record in records {
        counter.add(&GameTallies::of(record.game(), options));
    }
    counter.into_book(options)
}

fn every(plies: usize) -> BookOptions {
    BookOptions::default().plies(plies).min_games(1)
}

fn played(words: &str) -> Position {
    let mut position = Position::default();
    for word in words.split_whitespace() {
        position.play(san::read(&position, word).expect(word).ply).expect(word);
    }
    position
}

/// Moves with their weights.
fn probed(book: &Book, words: &str) -> Vec<(String, u16)> {
    let probed = book.probe(&played(words));
    assert!(probed.illegal.is_empty(), "{words}: {:?}", probed.illegal);
    probed.moves.into_iter().map(|m| (m.san, m.entry.weight)).collect()
}

fn entry(key: u64, bits: u16, weight: u16, learn: u32) -> BookEntry {
    BookEntry { key, book_move: BookMove::from_bits(bits), weight, learn }
}

fn bytes(entries: &[BookEntry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn read(entries: &[BookEntry]) -> Book {
    Book::read(&bytes(entries)).expect("a book").0
}

const CASTLES: &str = "\
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1-0

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 1/2-1/2

1. e4 d5 0-1
";

/// The key of the initial position is published with the format.
#[test]
fn the_bytes_of_a_small_book() {
    let book = book_of(&records(CASTLES.as_bytes()), every(2));
    let hex: Vec<String> = book
        .to_bytes()
        .chunks(16)
        .map(|entry| entry.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")))
        .collect();
    assert_eq!(
        hex,
        [
            // e2e4: 3 points; e7e5: 1 point; d7d5: 2 points.
            "463b96181691fc9c031c000300000000",
            "823c9b50fd1141960ce3000200000000",
            "823c9b50fd1141960d24000100000000",
        ]
    );
}

#[test]
fn castling_is_the_king_taking_its_rook() {
    let book = book_of(&records(CASTLES.as_bytes()), every(40));
    let before = "e4 e5 Nf3 Nc6 Bc4 Bc5";
    assert_eq!(probed(&book, before), [("O-O".to_owned(), 3)]);
    let at: Vec<_> = book.at(polyglot_key(&played(before))).collect();
    assert_eq!(at[0].book_move.to_string(), "e1h1");
    // As some programs write it.
    let e1g1 = entry(at[0].key, 4 << 6 | 6, 1, 0);
    assert_eq!(probed(&read(&[e1g1]), before), [("O-O".to_owned(), 1)]);
    // Where no king stands it is any other move.
    let rook = entry(1, 4 << 6 | 7, 1, 0);
    assert_eq!(rook.book_move.to_string(), "e1h1");
    assert!(rook.book_move.in_position(&Position::default()).is_none());
}

#[test]
fn only_moves_that_are_wanted() {
    let games = records(CASTLES.as_bytes());
    let white = every(40).only(Some(Color::White));
    assert_eq!(probed(&book_of(&games, white), ""), [("e4".to_owned(), 3)]);
    assert_eq!(probed(&book_of(&games, white), "e4"), []);
    let twice = every(40).min_games(2);
    assert_eq!(probed(&book_of(&games, twice), "e4"), [("e5".to_owned(), 1)]);
    assert_eq!(probed(&book_of(&games, every(1)), "e4"), []);
    // A move that is repeated in a game is one game; a variant has other rules.
    let others = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 1-0\n\n[Variant \"Atomic\"]\n\n1. Nf3 1-0\n";
    assert_eq!(
        probed(&book_of(&records(others.as_bytes()), every(40)), ""),
        [("Nf3".to_owned(), 2)]
    );
}

/// The capture is illegal: the pawn is pinned. Polyglot counts its file nevertheless.
#[test]
fn games_from_a_position() {
    let fen = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 Kb5 2. Kd2 0-1\n");
    let book = book_of(&records(text.as_bytes()), every(40));
    let keys: Vec<u64> = book.entries().iter().map(|entry| entry.key).collect();
    assert_eq!(keys, [0x2963_5ddc_0744_3490]);
}

/// Counting by playing every game with the rules gives the same weights.
#[test]
fn a_book_says_what_was_played() {
    let options = BookOptions::default().plies(30).min_games(2);
    for path in corpus::own_pgn_files() {
        let games = records(&fs::read(path).expect("a file"));
        let mut counts: BTreeMap<(u64, String), (u64, u64)> = BTreeMap::new();
        let mut positions: BTreeMap<u64, Position> = BTreeMap::new();
        for record in &games {
            let game = record.game();
            if !matches!(game.variant, Variant::Standard | Variant::FromPosition) {
                continue;
            }
            let mut position = game.start.first().clone();
            let mut seen = BTreeSet::new();
            for (_, ply) in game.plies().take(options.plies) {
                let key = polyglot_key(&position);
                if ply != Ply::Null && seen.insert((key, san::write(&position, ply))) {
                    let count = counts.entry((key, san::write(&position, ply))).or_default();
                    count.0 += 1;
                    count.1 += match game.outcome {
                        Outcome::Win(color) if color == position.turn() => 2,
                        Outcome::Win(_) => 0,
                        _ => 1,
                    };
                    positions.insert(key, position.clone());
                }
                position.play(ply).expect("legal");
            }
        }
        counts.retain(|_, (games, points)| *games >= 2 && *points > 0);
        let (book, problems) = Book::read(&book_of(&games, options).to_bytes()).expect("a book");
        assert_eq!(problems, []);
        assert_eq!(book.entries().len(), counts.len());
        for ((key, san), (_, points)) in counts {
            let probed = book.probe(&positions[&key]);
            let found = probed.moves.iter().find(|m| m.san == san).expect("a move");
            assert_eq!(u64::from(found.entry.weight), points);
        }
    }
}

#[test]
fn large_weights_are_scaled() {
    let books = [60_000, 30_000, 3].map(|weight| read(&[entry(1, 0x031c, weight, weight.into())]));
    let rare = read(&[entry(1, 0x02db, 1, 0), entry(1, 0x0293, 0, 0), entry(2, 0x02db, 7, 0)]);
    let merged = merge(books.iter().chain([&rare]));
    let expected = [
        entry(1, 0x031c, 65_535, 60_000),
        entry(1, 0x02db, 1, 0),
        entry(1, 0x0293, 0, 0),
        entry(2, 0x02db, 7, 0),
    ];
    assert_eq!(merged.entries(), expected);
    assert_eq!(merged.positions(), 2);
}

#[test]
fn damaged_books() {
    let entries = [entry(0, 0x4040, 1, 2), entry(9, 0x031c, 1, 0), entry(5, 0x031c, 2, 0)];
    let mut text = bytes(&entries);
    text.extend([1, 2, 3]);
    let (book, problems) = Book::read(&text).expect("a book");
    assert_eq!(
        problems,
        [
            BookProblem::Unsorted { entry: 3, entries: 1 },
            BookProblem::Truncated { byte: 48, length: 3 },
        ]
    );
    let words: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(words[0], "entry 3 at byte 32 has a lower key than the entry before it");
    assert_eq!(
        words[1],
        "expected an entry of 16 bytes at byte 48, but found 3 at the end of the file"
    );
    // All entries are found, and merging sorts them, without the header.
    assert_eq!(book.at(5).count() + book.at(9).count(), 2);
    assert_eq!(book.at(0).count(), 0);
    assert_eq!(merge([&book]).entries(), [entries[2], entries[1]]);
    assert_eq!(Book::read(&[1, 2, 3]), Err(NotABook));
    assert_eq!(Book::read(CASTLES.as_bytes()), Err(NotABook));
    assert!(
        Book::read(b"")
            .is_ok_and(|(book, problems)| { book.entries().is_empty() && problems.is_empty() })
    );
}

#[test]
fn illegal_moves_are_set_apart() {
    let key = polyglot_key(&Position::default());
    let book = read(&[entry(key, 0x031c, 3, 0), entry(key, 0x0324, 1, 0), entry(key, 0, 1, 0)]);
    let probed = book.probe(&Position::default());
    assert_eq!(probed.moves.len(), 1);
    assert!((probed.moves[0].share - 1.0).abs() < f64::EPSILON);
    let illegal: Vec<_> = probed.illegal.iter().map(|e| e.book_move.to_string()).collect();
    assert_eq!(illegal, ["e2e5", "0000"]);
}

fn some_entries() -> impl Strategy<Value = Vec<BookEntry>> {
    let few = (0..4_u64, 0..4_u16, any::<u16>(), any::<u32>());
    let one = few.prop_map(|(key, bits, weight, learn)| entry(key, bits, weight, learn));
    prop::collection::vec(one, 0..40)
}

proptest! {
    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..200)) {
        let key = polyglot_key(&Position::default()).to_be_bytes();
        for text in [text.clone(), [&key[..], &text].concat()] {
            if let Ok((book, problems)) = Book::read(&text) {
                let _ = book.probe(&Position::default());
                prop_assert!(book.entries().iter().all(|e| !e.book_move.to_string().is_empty()));
                let whole = text.len() / 16 * 16;
                prop_assert_eq!(book.to_bytes(), &text[..whole]);
                prop_assert_eq!(problems.is_empty(), merge([&book]).positions() == book.positions()
                    && whole == text.len() && book.entries().is_sorted_by_key(|e| e.key));
            }
        }
    }

    #[test]
    fn any_move_of_a_game(choices in prop::collection::vec(any::<u16>(), 0..200)) {
        let mut position = Position::default();
        for choice in choices {
            let moves = position.legal_moves();
            let Some(m) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            let book_move = BookMove::of(*m).expect("no drop");
            prop_assert_eq!(book_move.in_position(&position), Some(*m));
            position.play_unchecked(*m);
        }
    }

    #[test]
    fn merging_has_no_order(a in some_entries(), b in some_entries()) {
        let (a, b) = (read(&a), read(&b));
        let merged = merge([&a, &b]);
        prop_assert_eq!(&merged, &merge([&b, &a]));
        prop_assert_eq!(Book::read(&merged.to_bytes()), Ok((merged.clone(), Vec::new())));
        prop_assert_eq!(&merge([&merged]), &merged);
    }

    /// However the games are divided, the book is the same.
    #[test]
    fn counting_in_parts(parts in prop::collection::vec(0..3_usize, 3)) {
        let games = records(CASTLES.as_bytes());
        let mut tallies = Vec::new();
        for part in 0..3 {
            let mut counter = BookCounter::new();
            for (game, _) in games.iter().zip(&parts).filter(|(_, of)| **of == part) {
                counter.add(&GameTallies::of(game.game(), every(40)));
            }
            tallies.extend(counter.take());
        }
        tallies.sort_by_key(partie_db::book::Tally::place);
        let mut maker = BookMaker::new(every(40));
        for tally in &tallies {
            maker.push(tally);
        }
        prop_assert_eq!(maker.finish(), book_of(&games, every(40)));
    }
}
