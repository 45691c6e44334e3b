//! PGN streams are split in the same way for any boundaries between their pieces, whether games are
//! read or only counted.

use partie_testkit::{damage, suite::shared};
use std::io::{self, Read};

use partie_formats::{Limits, ReadOptions};
use partie_pgn as pgn;
use partie_testkit::corpus::Drops;
use partie_testkit::random::Chance;

/// A game's number, byte, line, text, and the number of its missing bytes.
type Cut = (u64, u64, u64, Vec<u8>, u64);

fn cut(text: &[u8], piece: usize, limits: &Limits) -> Vec<Cut> {
    pgn::cut(Drops(text, piece), limits)
        .map(|game| game.expect("memory does not fail"))
        .map(|game| (game.number, game.byte, game.line, game.text, game.left_out))
        .collect()
}

#[test]
fn pieces_do_not_matter() {
    let mut chance = Chance::new(5);
    let games: Vec<_> = (0..5).map(|_| damage::random_game(&mut chance, 40)).collect();
    let long = Limits::default();
    // Games of PGN are cut after another layout was unpacked.
    let is_cut = |damage: &&damage::Damage| damage.name != "UTF-16" && damage.group != "layout";
    for damage in damage::DAMAGES.iter().filter(is_cut) {
        let text = damage::file(&games, &[damage]).repeat(2);
        for limits in [long, Limits { game_bytes: 300, ..long }] {
            let whole = cut(&text, usize::MAX, &limits);
            let options = ReadOptions::default().limits(limits);
            for (_, byte, line, game, left_out) in &whole {
                let start = usize::try_from(*byte).expect("small");
                assert_eq!(text[start..][..game.len()], game[..], "{}", damage.name);
                assert!(game.len() <= limits.game_bytes);
                let lines = String::from_utf8_lossy(&text[..start]).replace("\r\n", "\n");
                let lines = lines.split(['\n', '\r']).count() as u64;
                if *left_out == 0 && limits == long {
                    assert_eq!(*line, lines, "{}", damage.name);
                }
            }
            for piece in [1, 13, 1000] {
                assert!(cut(&text, piece, &limits) == whole, "{} in {piece}s", damage.name);
                let (counted, end) = pgn::cut(Drops(&text, piece), &limits).count_games(&options);
                assert_eq!((counted, end.is_ok()), (whole.len() as u64, true), "{}", damage.name);
            }
        }
    }
}

/// The games before an error of the source are given out and counted.
#[test]
fn errors_of_the_source() {
    struct Torn<'a>(&'a [u8]);
    impl Read for Torn<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match self.0.read(out)? {
                0 => Err(io::ErrorKind::UnexpectedEof.into()),
                n => Ok(n),
            }
        }
    }
    let text = "[Event \"x\"]\n\n1. e4 e5 *\n\n".repeat(100);
    let mut games = pgn::cut(Torn(text.as_bytes()), &Limits::default());
    let read = games.by_ref().take_while(Result::is_ok).count() as u64;
    assert!(read > 80 && games.next().is_none());
    let (counted, end) =
        pgn::cut(Torn(text.as_bytes()), &Limits::default()).count_games(&ReadOptions::default());
    assert_eq!((counted, end.is_err()), (read, true));
}

/// Pieces shorter than a block leave all to the state machine.
#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn every_file_of_the_corpus() {
    let root = shared("testdata");
    let limits = Limits::default();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read(&path).expect("file");
            let whole = cut(&text, usize::MAX, &limits);
            assert!(whole == cut(&text, 40, &limits), "{}", path.display());
        }
    }
}

/// A tag's value may look like moves; it ends where the tag does.
#[test]
fn values_hold_anything() {
    let long = "a note as long as those of collectors, ".repeat(20);
    for value in [
        "] e4 b",
        "a;] e4 b",
        "a;] 1-0 b",
        r#"a\"] e4 b"#,
        r#"see [x \"b\"] 1-0 end"#,
        r#"the "Big" cup"#,
        r"C:\",
        "a {brace} e4",
        &format!("{long} 1. e4 e5"),
        &format!("{long} 1-0"),
    ] {
        let text = format!("[Event \"{value}\"]\n[White \"A\"]\n\n1. e4 *\n\n").repeat(3);
        for piece in [1, 100, 1 << 20] {
            let games = cut(text.as_bytes(), piece, &Limits::default());
            assert_eq!(games.len(), 3, "{value} in pieces of {piece}");
        }
        let games = pgn::read(text.as_bytes(), &partie_formats::ReadOptions::default());
        assert_eq!(games.count(), 3, "{value}");
    }
}

/// Of many games that never end each costs little.
#[test]
fn comments_that_are_never_closed() {
    let text = "1. e4 {<>&[<>&[\u{e9}\n\n[Event \"x\"]\n\n".repeat(3000);
    let games = pgn::read(text.as_bytes(), &partie_formats::ReadOptions::default());
    assert_eq!(games.count(), 3001);
}

/// `%` escapes a line only at its start, so no game begins with one from within a line.
#[test]
fn percent_within_a_line() {
    for (text, begins) in [
        ("*\n\n<brN>% a1\n1. e4 *\n", 3),
        ("*\n\n  % e4\n1. d4 *\n", 3),
        ("*\n<br> <b>% e4\n1. d4 *\n", 6),
        ("*\n\n> % e4\n1. d4 *\n", 3),
    ] {
        let games = cut(text.as_bytes(), usize::MAX, &Limits::default());
        let starts: Vec<_> = games.iter().map(|(_, byte, ..)| *byte).collect();
        assert_eq!(starts, [0, begins], "{text:?}");
        assert!(games == cut(text.as_bytes(), 1, &Limits::default()), "{text:?}");
    }
}
