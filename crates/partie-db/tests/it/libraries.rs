//! Several libraries answer as one library with the games of all.

use std::{ops::ControlFlow, path::Path};

use partie_core::{Color, Position, moves::uci};
use partie_db::{
    library::{
        ExploreFilter, ExploreLimits, Explored, Libraries, Library, LibraryError, LibraryWriter,
        Speed, explored_as_json,
    },
    query::{Condition, Name, Query, SortKey, Subject},
};
use partie_formats::{ReadOptions, Record};
use partie_pgn as pgn;

use crate::library::library_of;

/// Numbers of games of the libraries: one has counts of popular positions, one has few games.
const PARTS: [usize; 3] = [1300, 7, 893];

fn records() -> Vec<Record> {
    let openings =
        ["e4 e5 Nf3", "e4 c5", "d4 d5 c4 e6", "Nf3 Nf6 Ng1 Ng8", "", "e4 e5 f4", "Nf3 d5 d4"];
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let game = |number: usize| {
        let elo = |of: usize| 1000 + number * of % 777;
        let moves = match number {
            // Played once, in the last library.
            2000 => "a3 a6 a4",
            // Played once with a result, and in the last library without one.
            8 | 1401 => "h4 h5",
            _ => openings[number * 5 % 7],
        };
        let text = format!(
            "[Event \"{} {}\"]\n[Date \"{}.{:02}.??\"]\n[White \"{}\"]\n[Black \"{}\"]\n\
             [Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[WhiteTitle \"{}\"]\n\
             [TimeControl \"{}\"]\n\n{moves} {result}\n",
            if number.is_multiple_of(5) { "Casual" } else { "Rated" },
            number % 13,
            1990 + number * 7 % 20,
            1 + number % 12,
            ["Carlsen, Magnus", "Anna", "Bert"][number % 3],
            ["Dora", "Carlsen, M", "Emil", "Fay"][number * 3 % 4],
            elo(31),
            if number.is_multiple_of(9) { 0 } else { elo(17) },
            ["", "GM"][number % 2],
            ["180+2", "600", "5400+30", "60"][number % 4],
            result = results[number * 3 % 4],
        );
        pgn::read(text.as_bytes(), &ReadOptions::default()).next().expect("a game").expect("memory")
    };
    (0..PARTS.iter().sum()).map(game).collect()
}

/// A library of all games, and libraries of some each.
struct Made {
    all: Library,
    parts: Vec<Library>,
}

impl Made {
    fn new(folder: &Path) -> Made {
        let records = records();
        let all = library_of(&folder.join("all"), &records, 800);
        let mut rest = &records[..];
        let mut folders = Vec::new();
        for (name, count) in ["one", "two", "three"].into_iter().zip(PARTS) {
            let (own, later) = rest.split_at(count);
            library_of(&folder.join(name), own, 700);
            folders.push(folder.join(name));
            rest = later;
        }
        Made { all, parts: Libraries::open(&folders).expect("libraries") }
    }

    /// Returns the number of a game of the parts in the library of all.
    fn among_all(&self, number: u64) -> u64 {
        let (library, own) = Libraries::from(&self.parts).library_of(number).expect("a library");
        let before = self.parts.iter().take_while(|part| part.folder() != library.folder());
        before.map(|part| part.manifest().games()).sum::<u64>() + own
    }

    /// Returns an answer of the parts with the numbers that the games have among all.
    fn numbered(&self, explored: Explored) -> Explored {
        let mut explored = explored;
        for game in explored.top_games.iter_mut().chain(&mut explored.recent_games) {
            game.number = self.among_all(game.number);
        }
        for made in &mut explored.moves {
            made.game = made.game.map(|number| self.among_all(number));
        }
        explored
    }
}

#[test]
fn positions_are_explored_as_in_one_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Made::new(folder.path());
    let parts = Libraries::from(&made.parts);
    let name = |name: &str| Name::new(name, false).expect(name);
    let player = |color| Some((name("carlsen"), color));
    let none = ExploreFilter::default;
    let filters = [
        none(),
        ExploreFilter { since: Some((1995, 3)), until: Some((2003, 6)), ..none() },
        ExploreFilter { speeds: Some(vec![Speed::Blitz, Speed::Bullet]), ..none() },
        ExploreFilter { ratings: Some(vec![(1200, 1400), (1600, 1700)]), ..none() },
        ExploreFilter { casual: Some(true), ..none() },
        ExploreFilter { titled: true, ..none() },
        ExploreFilter { player: player(None), ..none() },
        ExploreFilter { player: player(Some(Color::Black)), event: Some(name("7")), ..none() },
        ExploreFilter { player: Some((name("nobody"), None)), ..none() },
    ];
    let limits = |moves, games, history| ExploreLimits {
        moves,
        top_games: games,
        recent_games: games,
        history,
        unfinished: history,
    };
    let mut alone = 0;
    for moves in ["", "e2e4", "d2d4 d7d5", "e2e4 e7e5 f2f4", "a2a3", "a2a3 a7a6", "h2h4"] {
        let mut position = Position::default();
        for word in moves.split_whitespace() {
            let ply = uci::read(&position, word).expect(word).ply;
            position.play(ply).expect("legal");
        }
        for filter in &filters {
            for limits in [limits(99, 16, false), limits(2, 5, true), limits(99, 40, false)] {
                let expected = made.all.explore(&position, filter, limits);
                let found = made.numbered(parts.explore(&position, filter, limits));
                assert_eq!(found, expected, "after {moves}: {filter:?} {limits:?}");
                alone += expected.moves.iter().filter(|made| made.game.is_some()).count();
            }
        }
    }
    assert!(alone > 0, "moves that were played once");
    let start = Position::default();
    let explored = parts.explore(&start, &none(), limits(9, 5, false));
    let object = explored_as_json(parts, &start, explored).expect("libraries");
    let once = &object["moves"].as_array().expect("moves").last().expect("a move")["game"];
    let three = made.parts[2].name();
    // 694 in base 62.
    assert_eq!((&once["library"], &once["id"]), (&(&*three).into(), &"000000BC".into()));
}

#[test]
fn games_are_found_as_in_one_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Made::new(folder.path());
    let parts = Libraries::from(&made.parts);
    let carlsen = Condition::Player(Name::new("carlsen", false).expect("a name"));
    for query in [Query::default(), Query::new(vec![carlsen])] {
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        let go_on = || Ok::<_, LibraryError>(ControlFlow::Continue(()));
        let whole = |view: &partie_db::library::StoredView<'_>| view.text().to_vec();
        let search = made.all.find(&query, |game| {
            expected.push((game.number, game.read(whole)?));
            go_on()
        });
        search.expect("a library");
        let search = parts.find_readable(&query, |number, game| {
            found.push((made.among_all(number), game.read(whole)?));
            go_on()
        });
        assert_eq!(search.expect("libraries"), []);
        assert!(found == expected && found.len() > 500, "{} games", found.len());
        let mut first = 0;
        let search = parts.find_readable(&query, |_, _| {
            first += 1;
            let is_last = first == 1000.min(expected.len() - 1);
            Ok::<_, LibraryError>(if is_last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        assert_eq!(search.expect("libraries"), []);
        assert_eq!(first, 1000.min(expected.len() - 1));
        for (order, most) in [
            ("-date", 50),
            ("white,-elo", 1500),
            ("result,eco", 7),
            ("date", usize::MAX),
            ("elo", 0),
        ] {
            let order = order.split(',').map(|word| word.parse::<SortKey>().expect(word));
            let order: Vec<_> = order.collect();
            let (expected, _) = made.all.first_in_order(&query, &order, most).expect("a library");
            let (found, _) = parts.first_in_order(&query, &order, most).expect("libraries");
            for (found, expected) in found.iter().zip(&expected).step_by(20) {
                assert_eq!(parts.names(*found).unwrap(), made.all.names(*expected).unwrap());
                assert_eq!(parts.summary(*found).unwrap(), made.all.summary(*expected).unwrap());
            }
            let found = found.into_iter().map(|number| made.among_all(number));
            assert_eq!(found.collect::<Vec<_>>(), expected, "{order:?}");
        }
    }
}

#[test]
fn games_are_named_with_their_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["one", "two"] {
        library_of(&path(name), &records()[..3], 2);
    }
    let named = |libraries: &Vec<Library>| {
        let libraries = Libraries::from(libraries);
        let mut names = Vec::new();
        let search = libraries.find_readable(&Query::default(), |number, _| {
            let found = libraries.with_game(number, |game| Ok::<_, LibraryError>(game.number));
            let name = libraries.game_name(number);
            assert!(name.ends_with(&found?.expect("a game").to_string()));
            names.push(name.replace(folder.path().to_str().expect("UTF-8"), ""));
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        });
        search.expect("libraries");
        names
    };
    let open = |folders: &[_]| Libraries::open(folders);
    let both = open(&[path("two/."), path("one/")]).expect("libraries");
    let names = ["/two:1", "/two:2", "/two:3", "/one:1", "/one:2", "/one:3"];
    assert_eq!(named(&both), names);
    assert_eq!(named(&open(&[path("one/")]).expect("a library")), ["1", "2", "3"]);
    let mut writer = LibraryWriter::open(&path("two")).expect("a library");
    writer.set_aside("remove", &[2].into()).expect("a disk");
    drop(writer);
    let both = open(&[path("two"), path("one")]).expect("libraries");
    assert_eq!(named(&both), ["/two:1", "/two:3", "/one:1", "/one:2", "/one:3"]);
    let libraries = Libraries::from(&both);
    let unknown = [0, 2, 4, u64::MAX].map(|number| libraries.names(number).expect("libraries"));
    assert_eq!(unknown, [None, None, None, None]);
    let twice = open(&[path("one"), path("two"), path("two/../one")]);
    assert!(matches!(twice, Err(LibraryError::Twice(_))), "{twice:?}");
    let absent = open(&[path("one"), path("three")]);
    assert!(matches!(absent, Err(LibraryError::NotALibrary(_))), "{absent:?}");
}
