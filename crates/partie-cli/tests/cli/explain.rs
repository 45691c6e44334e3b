//! `partie explain`.

use crate::run::Folder;

#[test]
fn a_page_with_its_example() {
    let done = Folder::new().partie("explain pgn047");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(done.stdout);
}

#[test]
fn every_code_shows_its_example() {
    let folder = Folder::new();
    let list = folder.partie("explain").stdout;
    let codes: Vec<_> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert!(codes.len() > 50, "{} codes", codes.len());
    let objects = folder.partie("explain --json").stdout;
    // The codes of limits have no example: it would fill a book.
    let without: Vec<String> = objects
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .filter(|o: &serde_json::Value| o["example"] == "")
        .map(|o| o["code"].as_str().expect("a code").to_owned())
        .collect();
    assert!(without.len() < 20, "{without:?}");
    let pages = folder.partie(&format!("explain {}", codes.join(" ")));
    assert_eq!(pages.status, 0);
    for code in codes.into_iter().filter(|c| !without.iter().any(|w| w == c)) {
        assert!(pages.stdout.contains(&format!("[{code}]: ")), "no example of {code} is drawn");
    }
}

#[test]
fn unknown_codes() {
    let done = Folder::new().partie("explain PGN047 PGN4777 ambigous-move xyzzy");
    assert_eq!(done.status, 1);
    assert!(done.stdout.starts_with("PGN047 "), "what is known is shown");
    let lines: Vec<_> = done.stderr.lines().collect();
    assert!(lines[0].contains("unknown code `PGN4777`; did you mean PGN047 ("), "{}", lines[0]);
    assert!(lines[1].contains("ambiguous-move"), "{}", lines[1]);
    assert!(lines[2].ends_with("see `partie explain` for a list"), "{}", lines[2]);
}

#[test]
fn json() {
    let done = Folder::new().partie("explain --json PGN047");
    let code: serde_json::Value = serde_json::from_str(&done.stdout).expect("JSON");
    assert_eq!(code["name"], "over-disambiguated");
    assert_eq!(code["format"], "pgn");
}
