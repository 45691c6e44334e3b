//! Texts: all shared notation files to exactly their truth, by the way a user takes.

mod common;

use partie_core::Game;
use partie_formats::{ReadOptions, detect, dispatch};

fn games(path: &std::path::Path) -> Vec<Game> {
    let bytes = std::fs::read(path).expect("file");
    let name = path.file_name().expect("name").to_string_lossy();
    let format = detect::detect(&bytes, Some(&name));
    dispatch::read(format, Box::new(&bytes[..]), &ReadOptions::default())
        .map(|r| r.expect("memory").parsed.value)
        .collect()
}

#[test]
fn derived_files_are_read_exactly() {
    let Some(root) = common::shared("testdata") else { return };
    let truth = common::expected_games(&root);
    let (mut files, mut exact) = (0, 0);
    let mut wrong = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(root.join("derived"))
        .expect("folder")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    names.sort();
    for path in names {
        files += 1;
        let games = games(&path);
        let lines: Vec<Vec<String>> = games.iter().map(common::moves).collect();
        if lines.len() == truth.len() && lines.iter().zip(&truth).all(|(a, b)| a == b) {
            exact += 1;
            continue;
        }
        let name = path.file_name().expect("name").to_string_lossy().into_owned();
        let bad: Vec<String> = lines
            .iter()
            .zip(&truth)
            .enumerate()
            .filter(|(_, (a, b))| a != b)
            .map(|(i, (a, b))| {
                let same = a.iter().zip(b.iter()).take_while(|(a, b)| a == b).count();
                format!("game {i}: {} plies of {}, {same} right", a.len(), b.len())
            })
            .take(4)
            .collect();
        wrong.push(format!("{name}: {} games, {bad:?}", lines.len()));
    }
    println!("{exact} of {files} files exact");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
