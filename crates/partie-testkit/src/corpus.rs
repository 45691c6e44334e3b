//! Games of the test data, and how they are read.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

use partie_core::{
    Game,
    moves::{san, uci},
};

use crate::suite::{is_long, shared};

/// The PGN files of the project's own test data, by name; in the long suite the large files follow.
#[must_use]
pub fn pgn_files() -> Vec<PathBuf> {
    let mut files = own_pgn_files();
    if is_long() {
        files.extend(pgn_files_in(shared("testdata")));
    }
    files
}

/// The PGN files of the project's own test data, by name. Some are no PGN at all.
#[must_use]
pub fn own_pgn_files() -> Vec<PathBuf> {
    pgn_files_in(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"))
}

fn pgn_files_in(root: PathBuf) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("folder") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pgn") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A source that gives its bytes in small pieces.
pub struct Drops<'a>(pub &'a [u8], pub usize);

impl Read for Drops<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.1.min(out.len()).min(self.0.len());
        out[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

/// The moves of a game's main line as engines write them.
#[must_use]
pub fn moves(game: &Game) -> Vec<String> {
    let mut boards = game.start.clone();
    game.plies()
        .map(|(id, ply)| {
            let text = uci::write(boards.board(id), ply);
            boards.play(id, ply).expect("legal");
            text
        })
        .collect()
}

/// Returns the moves of a game's main line in SAN.
#[must_use]
pub fn sans(game: &Game) -> Vec<String> {
    let mut boards = game.start.clone();
    game.plies()
        .map(|(id, ply)| {
            let text = san::write(boards.board(id), ply);
            boards.play(id, ply).expect("legal");
            text
        })
        .collect()
}

/// The games that stand in every file of `derived` and, damaged, of `mutated` in the
/// shared test data, which begins at `root`.
#[must_use]
pub fn expected_games(root: &Path) -> Vec<Vec<String>> {
    let expected = std::fs::read(root.join("derived/EXPECTED.json")).expect("expected");
    let expected: serde_json::Value = serde_json::from_slice(&expected).expect("json");
    let moves = |game: &serde_json::Value| {
        let moves = game["uci"].as_array().expect("moves").iter();
        moves.map(|m| m.as_str().expect("a move").to_owned()).collect()
    };
    expected["games"].as_array().expect("games").iter().map(moves).collect()
}

/// The damaged files of the shared test data, by name.
#[must_use]
pub fn mutated_files(root: &Path) -> Vec<(String, PathBuf)> {
    let mut files: Vec<_> = std::fs::read_dir(root.join("mutated"))
        .expect("folder")
        .map(|e| e.expect("entry"))
        .map(|e| (e.file_name().into_string().expect("name"), e.path()))
        .filter(|(name, _)| name != "README.json")
        .collect();
    files.sort();
    files
}

/// Folders of files with `ORACLE.json`, which has other programs' readings: the project's own, and
/// in the long suite the large one.
#[must_use]
pub fn oracles() -> Vec<(PathBuf, serde_json::Value)> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/oracle");
    let with_oracle = |root: PathBuf| {
        let oracle = std::fs::read(root.join("ORACLE.json")).expect("oracle");
        (root, serde_json::from_slice(&oracle).expect("json"))
    };
    let mut roots = vec![own];
    if is_long() {
        roots.push(shared("testdata"));
    }
    roots.into_iter().map(with_oracle).collect()
}
