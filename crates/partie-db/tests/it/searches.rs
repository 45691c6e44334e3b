//! Searches that a library keeps.

use std::{fs, ops::ControlFlow, path::Path};

use partie_db::{
    columns::Row,
    library::{Library, LibraryError, LibraryWriter, SavedSearch, SearchError},
    query::{Query, QueryOptions},
};
use partie_formats::ReadOptions;

/// Makes a library of three games.
fn library(folder: &Path) -> LibraryWriter {
    let mut writer = LibraryWriter::create(folder).expect("a new folder");
    let game = |white: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"Svoboda\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let text = game("Novak", "1-0") + &game("Novak", "0-1") + &game("Dvorak", "1-0");
    for record in partie_pgn::read(text.as_bytes(), &ReadOptions::default()).flatten() {
        writer.add("games.pgn", &Row::of_library(&record)).expect("a disk");
    }
    writer.commit(&[]).expect("a disk");
    writer
}

fn search(words: &[(&str, &str)], options: QueryOptions) -> SavedSearch {
    let words = words.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    SavedSearch { words: words.collect(), options }
}

fn found(library: &Library, query: &Query) -> Vec<u64> {
    let mut found = Vec::new();
    let search = library.find(query, |game| {
        found.push(game.number);
        Ok::<_, LibraryError>(ControlFlow::Continue(()))
    });
    search.expect("a disk");
    found
}

#[test]
fn searches_are_kept_and_copied() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path().join("library");
    let mut writer = library(&folder);
    let any = QueryOptions { any: true, lasting: 3, ..QueryOptions::default() };
    let saved = [
        (
            "novak",
            search(&[("player", "novak")], QueryOptions::default()),
            "--player novak",
            &[1, 2][..],
        ),
        (
            "wins of White",
            search(&[("result", "1-0")], QueryOptions::default()),
            "--result 1-0",
            &[1, 3],
        ),
        (
            "either",
            search(&[("white", "it's"), ("white", "Dvořák")], any),
            r"--white 'it'\''s' --white 'Dvořák' --any --for 3",
            &[3],
        ),
    ];
    for (name, search, ..) in &saved {
        let set = writer.change_searches(|searches| searches.set(name, search));
        assert_eq!(set.expect("a disk"), Ok(false));
    }
    let copy = temporary.path().join("copy");
    let library = Library::open(&folder).expect("a library");
    library.copy_to(&copy).expect("a copy");
    for folder in [&folder, &copy] {
        let library = Library::open(folder).expect("a library");
        let searches = library.searches().expect("a file");
        assert_eq!(searches.names().collect::<Vec<_>>(), ["novak", "wins of White", "either"]);
        for (name, _, options, games) in &saved {
            let search = searches.get(name).expect(name);
            assert_eq!(search.to_string(), *options);
            assert_eq!(found(&library, &search.query().expect(name)), *games);
        }
        let unknown = searches.get("nowak").map(|search| search.to_string());
        assert!(matches!(unknown, Err(SearchError::Unknown(known)) if known.len() == 3));
    }
    // A copy follows what was deleted.
    let deleted = writer.change_searches(|searches| Ok::<_, ()>(searches.delete("either")));
    assert_eq!(deleted.expect("a disk"), Ok(true));
    library.copy_to(&copy).expect("a copy");
    let copied = Library::open(&copy).and_then(|copy| copy.searches()).expect("a file");
    assert_eq!(copied.names().collect::<Vec<_>>(), ["novak", "wins of White"]);
}

#[test]
fn what_others_wrote_is_kept_or_named() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path().join("library");
    let mut writer = library(&folder);
    let path = folder.join("searches.json");
    let own =
        r#"{"later": 1, "searches": {"by hand": {"player": "novak"}, "new": {"mood": ["good"]}}}"#;
    fs::write(&path, own).expect("a disk");
    let one = search(&[("result", "1-0")], QueryOptions::default());
    writer.change_searches(|searches| searches.set("one", &one)).expect("a disk").expect("a name");
    let searches = Library::open(&folder).and_then(|library| library.searches()).expect("a file");
    assert_eq!(searches.names().collect::<Vec<_>>(), ["by hand", "new", "one"]);
    assert_eq!(searches.get("by hand").expect("a search").to_string(), "--player novak");
    let unread = searches.get("new").map(|search| search.to_string());
    assert_eq!(
        unread,
        Err(SearchError::Unread("`mood` with this value is no condition".to_owned()))
    );
    let text = fs::read_to_string(&path).expect("a file");
    assert!(text.contains("\"later\": 1") && text.contains("\"good\""), "{text}");
    for name in ["", " x", "-x", "a\nb", &"x".repeat(101)] {
        let set = writer.change_searches(|searches| searches.set(name, &one)).expect("a disk");
        assert!(set.is_err(), "{name}");
    }
    // A damaged file is named and stays.
    fs::write(&path, "{\"searches\": ").expect("a disk");
    let damaged = Library::open(&folder).and_then(|library| library.searches()).map(|_| ());
    assert!(matches!(damaged, Err(LibraryError::Damaged { path: named, .. }) if named == path));
    assert!(writer.change_searches(|searches| searches.set("two", &one)).is_err());
    assert_eq!(fs::read_to_string(&path).expect("a file"), "{\"searches\": ");
}

#[test]
fn queries_joined_with_queries() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path().join("library");
    drop(library(&folder));
    let library = Library::open(&folder).expect("a library");
    let query = |words: &[(&str, &str)], any, inverted| {
        let options = QueryOptions { any, inverted, ..QueryOptions::default() };
        search(words, options).query().expect("conditions")
    };
    let flags = |mut query: Query, any, inverted| {
        (query.any, query.inverted) = (any, inverted);
        query
    };
    let novak = || query(&[("player", "novak")], false, false);
    let white = || query(&[("result", "1-0")], false, false);
    let either = || query(&[("white", "dvorak"), ("result", "0-1")], true, false);
    let cases = [
        (novak().with(white()), &[1][..]),
        (Query::default().with(white()).with(novak()), &[1]),
        (novak().with(either()), &[2]),
        (flags(novak(), true, false).with(white()), &[1, 2, 3]),
        (flags(Query::default(), true, false).with(either()).with(white()), &[1, 2, 3]),
        (flags(Query::default(), false, true).with(novak()), &[3]),
        (query(&[("player", "novak")], false, true).with(white()), &[2, 3]),
        (white().with(query(&[("player", "novak")], false, true)), &[3]),
    ];
    for (at, (query, games)) in cases.into_iter().enumerate() {
        assert_eq!(found(&library, &query), games, "{at}");
    }
}
