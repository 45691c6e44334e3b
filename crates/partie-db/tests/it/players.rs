//! Players of a library by their names.

use std::ops::ControlFlow;

use partie_db::{
    columns::Row,
    library::{Library, LibraryError, LibraryWriter},
    query::{Condition, Name, Query},
};
use partie_formats::{ReadOptions, Record};

/// Players are found by an index as they are in the games themselves, in any spelling.
#[test]
fn players_are_found_by_an_index() {
    let spelled = [
        "Kasparov, Garry",
        "Garri Kasparow",
        "Kasparov,G",
        "KASPAROV",
        "Karpov, A.",
        "Kaspar",
        "G. K.",
        "?",
        "",
        "Müller, Karsten",
        "Mueller,K",
        "O'Kelly de Galway",
        "OKelly, A",
        "Lee",
        "Le, Quang Liem",
        "Alekhine",
        "Aljechin, A",
        "Каспаров",
        "Nunn, John",
        "Nun, Josef",
        "Korchnoi, Viktor Lvovich",
        "Kortschnoj, V",
        "Alexander-Smith, B",
        "Alexandersmith",
    ];
    let pairs = spelled.iter().enumerate().flat_map(|(at, white)| {
        [1, 5, 7].map(|step| (*white, spelled[(at + step) % spelled.len()]))
    });
    let texts: Vec<_> = pairs
        .map(|(white, black)| format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n"))
        .collect();
    let texts = texts.concat();
    let records: Vec<Record> =
        partie_pgn::read(texts.as_bytes(), &ReadOptions::default()).flatten().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = &folder.path().join("library");
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    for records in records.chunks(31) {
        for record in records {
            writer.add("games.pgn", &Row::of_library(record)).expect("a disk");
        }
        writer.commit(&[]).expect("a disk");
    }
    let library = Library::open(folder).expect("a library");
    assert_eq!(library.check(|| ()).expect("a disk"), []);
    let mut hits = 0;
    for name in spelled.iter().copied().chain([
        "kasparov",
        "kas",
        "k",
        "garry",
        "g k",
        "Garry Kasparov",
        "Kasparow, G.",
        "yu",
        "müller",
        "okelly",
        "alexander",
        "alexandersmith b",
        "alexanderX",
        "le",
        "Viktor",
        "Korchnoi V",
        "zz",
        "quang",
        "aljechin",
    ]) {
        let Ok(name) = Name::new(name, false) else { continue };
        for condition in [
            Condition::White(name.clone()),
            Condition::Black(name.clone()),
            Condition::Player(name.clone()),
        ] {
            let query = Query::new(vec![condition.clone()]);
            let expected: Vec<u64> = (1..)
                .zip(&records)
                .filter(|(_, record)| query.answers(*record))
                .map(|(number, _)| number)
                .collect();
            let mut found = Vec::new();
            // One of some conditions is asked of the games.
            let mut by_games = Query::new(vec![condition]);
            by_games.any = true;
            for query in [query, by_games] {
                found.clear();
                let searched = library.find(&query, |game| {
                    found.push(game.number);
                    Ok::<_, LibraryError>(ControlFlow::Continue(()))
                });
                searched.expect("a disk");
                assert_eq!(found, expected, "{name:?}");
            }
            hits += expected.len();
        }
    }
    assert!(hits > 300, "{hits}");
}
