//! Openings of games: the fast way finds the same as a walk by all rules, through a table of
//! whole boards.

use std::{borrow::Cow, collections::HashMap, fs};

use partie_core::{
    Board, Boards, Color, Game, Language, Position, Variant,
    moves::san::San,
    openings::{self, Opening},
};
use partie_db::query::Subject;
use partie_formats::{GameView as _, ReadOptions};
use partie_testkit::{corpus, random::Chance};

type Book = HashMap<(Board, Color), Opening>;

/// The positions that bear a name, played by all rules.
fn book() -> Book {
    let mut book = Book::new();
    for line in openings::lines() {
        let mut position = Position::start(Variant::Standard);
        for word in line.moves.split(' ') {
            let san = San::parse(word, Language::English).expect(word);
            position.play(san.resolve(&position).expect(word).ply).expect(word);
        }
        book.insert((position.board().clone(), position.turn()), line.opening);
    }
    book
}

/// The opening of a game by a walk through its positions, and its place. Games that come to a known
/// position more than eight plies later than any line have left the book long before.
fn walked(book: &Book, game: &Game) -> Option<(Opening, usize)> {
    let start = Position::start(Variant::Standard);
    if game.variant != Variant::Standard || game.start != Boards::One(start.clone()) {
        return None;
    }
    let longest = openings::lines().map(|line| line.moves.split(' ').count()).max();
    let most = longest.expect("a line") + 8;
    let (mut position, mut found) = (start, None);
    for (number, (_, ply)) in game.plies().take(most).enumerate() {
        position.play(ply).expect("moves of a game are legal");
        if let Some(opening) = book.get(&(position.board().clone(), position.turn())) {
            assert_eq!(openings::at(&position), Some(*opening));
            found = Some((*opening, number + 1));
        }
    }
    found
}

#[test]
fn the_fast_way_finds_what_a_walk_finds() {
    let book = book();
    let (mut games, mut named) = (0, 0);
    for path in corpus::pgn_files() {
        let text = fs::read(&path).expect("a file");
        if text.len() > 4 << 20 {
            continue;
        }
        for record in partie_pgn::read(text.as_slice(), &ReadOptions::default()).flatten().take(200)
        {
            let expected = walked(&book, record.game());
            let place = format!("{}:{}", path.display(), record.line);
            assert_eq!(record.game().opening(), expected, "{place}");
            let opening = expected.map(|(opening, _)| opening);
            assert_eq!(openings::of(record.game()), opening, "{place}");
            assert_eq!(lent(&record.text), opening, "{place}");
            games += 1;
            named += u32::from(expected.is_some());
        }
    }
    assert!(games >= 300 && named >= 200, "{named} of {games}");
}

/// The opening of the moves as the readers lend them, without a tree.
fn lent(text: &[u8]) -> Option<Opening> {
    struct Sink;
    impl partie_pgn::GameSink for Sink {
        type Made = Option<Opening>;

        fn make(&self, game: &impl partie_formats::GameView, _: &mut Vec<u8>) -> Option<Opening> {
            game.opening().map(|(opening, _)| opening)
        }
    }
    let raw = partie_pgn::cut(text, &ReadOptions::default().limits).next()?.ok()?;
    raw.view(&ReadOptions::default(), &Sink)
}

/// Lines of the book in other orders, with detours, and played on.
#[test]
fn transpositions() {
    let book = book();
    let mut chance = Chance::new(7);
    let mut transposed = 0;
    let lines: Vec<_> = openings::lines().collect();
    for line in lines.iter().cycle().take(1500) {
        let mut words: Vec<&str> = line.moves.split(' ').collect();
        // Two moves of one side change places.
        let (one, other) = (chance.below(words.len()), chance.below(words.len()));
        if one % 2 == other % 2 {
            words.swap(one, other);
        }
        let mut position = Position::start(Variant::Standard);
        let mut game = Game::new(Variant::Standard);
        let mut node = partie_core::NodeId::ROOT;
        for word in words {
            let san = San::parse(word, Language::English).expect(word);
            let Ok(reading) = san.resolve(&position) else { break };
            position.play(reading.ply).expect(word);
            node = game.tree.add(node, reading.ply);
        }
        let expected = walked(&book, &game);
        assert_eq!(game.opening(), expected, "{}", line.moves);
        let same = expected.is_some_and(|(opening, _)| opening == line.opening);
        transposed += u32::from(same && one != other && one % 2 == other % 2);
    }
    assert!(transposed > 50, "{transposed}");
}

#[test]
fn tags_win_and_other_games_have_none() {
    let found = |text: &str| {
        let record = partie_pgn::read(text.as_bytes(), &ReadOptions::default()).next();
        let record = record.expect("a game").expect("memory does not fail");
        (record.eco().map(str::to_owned), record.opening().map(Cow::into_owned))
    };
    let some = |code: &str, name: &str| (Some(code.to_owned()), Some(name.to_owned()));
    let najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *";
    for (tags, expected) in [
        ("", some("B90", "Sicilian Defense: Najdorf Variation")),
        ("[ECO \"?\"]\n[Opening \"-\"]\n", some("B90", "Sicilian Defense: Najdorf Variation")),
        ("[ECO \"\"]\n[Opening \"Mine\"]\n", some("B90", "Mine")),
        ("[ECO \"A00\"]\n", some("A00", "Sicilian Defense: Najdorf Variation")),
        ("[Opening \"Sicilian\"]\n[Variation \"Najdorf\"]\n", some("B90", "Sicilian: Najdorf")),
        ("[Variant \"Atomic\"]\n", (None, None)),
        ("[Variant \"Chess960\"]\n", (None, None)),
        ("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1\"]\n", (None, None)),
    ] {
        assert_eq!(found(&format!("{tags}\n{najdorf}")), expected, "{tags}");
    }
}
