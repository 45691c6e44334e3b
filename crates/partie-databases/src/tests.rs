//! Databases in memory, games for them, and laws that hold for every kind.

use std::{
    collections::BTreeMap,
    io::{self, Read as _},
    path::Path,
};

use partie_core::Game;
use partie_formats::{ReadOptions, Record, Severity};

use crate::{Database, DatabaseKind, ReadAt};

/// The files of a database by their extensions.
pub(crate) type Memory = BTreeMap<&'static str, Vec<u8>>;

/// Invented games in export format, with all that a database has.
pub(crate) const GAMES: &str = r#"[Event "Club championship"]
[Site "Brno"]
[Date "2021.03.??"]
[Round "1"]
[White "Ost, Anna"]
[Black "West, Boris"]
[Result "1-0"]
[Annotator "Nord, C."]
[BlackElo "1890"]
[ECO "C42"]
[EventDate "2021.03.05"]
[WhiteElo "2010"]

{Before the first move.} 1. e4 e5 2. Nf3 ({Sharper is} 2. f4 exf4 (2... d5) 3.
Nf3 $1 {a gambit}) 2... Nf6 {Russian.} 3. Nxe5 d6 4. Nf3 Nxe4 5. d3 Nf6 6. d4
d5 7. Bd3 Bd6 8. O-O O-O $10 {equal} 1-0

[Event "Club championship"]
[Site "Brno"]
[Date "????.??.??"]
[Round "2"]
[White "West, Boris"]
[Black "Ost, Anna"]
[Result "0-1"]

1. e4 a6 2. e5 d5 3. exd6 Nc6 4. dxc7 Bg4 5. cxd8=R+ Rxd8 6. Be2 Nd4 7. Bxg4
Nf6 8. Bh3 Nxc2+ 9. Qxc2 g5 10. a4 g4 11. a5 gxh3 12. b4 hxg2 13. b5 gxh1=N 14.
b6 Ng3 15. Qc8 Nfe4 16. Qxd8+ Kxd8 17. hxg3 Nxg3 18. fxg3 0-1

[Event "Endings"]
[Site "?"]
[Date "2022.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[FEN "7k/P7/8/8/8/7p/p7/4K2R w K - 0 30"]
[SetUp "1"]

30. a8=Q+ (30. a8=N a1=B 31. O-O Bf6) 30... Kg7 31. Qxa2 Kf6 32. O-O+ 1/2-1/2

"#;

/// Games of a text.
pub(crate) fn games(pgn: &str) -> Vec<Game> {
    let records = partie_pgn::read(pgn.as_bytes(), &ReadOptions::default().database_problems(true));
    records.map(|record| record.expect("memory does not fail").into_game()).collect()
}

pub(crate) fn opened(kind: DatabaseKind, files: &Memory) -> io::Result<Database> {
    let open = |extension: &str| -> io::Result<Box<dyn ReadAt>> {
        let file = files.get(extension).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(file.clone()))
    };
    let name = format!("club.{}", kind.main_extensions()[0]);
    Database::open(kind, &name, &open)
}

/// Returns all games of a database as text.
pub(crate) fn text(kind: DatabaseKind, files: &Memory, threads: usize) -> io::Result<String> {
    let mut text = String::new();
    opened(kind, files)?.into_text(threads)?.read_to_string(&mut text)?;
    Ok(text)
}

/// Returns all games of a database as a reader of PGN has them.
pub(crate) fn records(kind: DatabaseKind, files: &Memory) -> Vec<Record> {
    let text = text(kind, files, 1).expect("a database");
    let records =
        partie_pgn::read(text.as_bytes(), &ReadOptions::default().database_problems(true));
    records.map(|record| record.expect("memory does not fail")).collect()
}

/// Returns the codes of what is reported of a database, with the numbers of the games.
pub(crate) fn codes(kind: DatabaseKind, files: &Memory) -> Vec<(u64, &'static str)> {
    let records = records(kind, files);
    let reported = records.iter().flat_map(|record| {
        let database = record.parsed.diagnostics.iter().filter(|d| d.code.id.starts_with("DBS"));
        database.map(|d| (record.number, d.code.name))
    });
    reported.collect()
}

/// Damages each byte of a database, and cuts each file at each length: nothing panics, reading ends,
/// and all texts are games to a reader of PGN.
pub(crate) fn survives_damage(kind: DatabaseKind, files: &Memory) {
    let games = opened(kind, files).expect("a database").records();
    let check = |files: &Memory, what: &dyn Fn() -> String| {
        let Ok(read) = text(kind, files, 1) else { return };
        let found =
            partie_pgn::read(read.as_bytes(), &ReadOptions::default().database_problems(true))
                .count() as u64;
        assert!(found <= games.max(1) * 2, "{}: {found} games", what());
    };
    for (extension, bytes) in files {
        for at in 0..bytes.len() {
            for flip in [1, 0x80, 0xff] {
                let mut damaged = files.clone();
                damaged.get_mut(extension).expect("a file")[at] ^= flip;
                check(&damaged, &|| format!("{extension}, byte {at} ^ {flip}"));
            }
            let mut cut = files.clone();
            cut.get_mut(extension).expect("a file").truncate(at);
            check(&cut, &|| format!("{extension} of {at} bytes"));
        }
        let mut without = files.clone();
        without.remove(extension);
        check(&without, &|| format!("no {extension}"));
    }
}

/// The files are those of `testdata/databases`, which other tests read. `PARTIE_WRITE=1` writes them.
pub(crate) fn are_kept(files: &Memory) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/databases");
    for (extension, bytes) in files {
        let path = folder.join(format!("club.{extension}"));
        if std::env::var_os("PARTIE_WRITE").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, bytes).expect("written");
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(kept == *bytes, "{} is another one; PARTIE_WRITE=1 writes it", path.display());
    }
}

/// A database has its games again, without a word about them, with any number of threads.
pub(crate) fn has_its_games(kind: DatabaseKind, files: &Memory) {
    are_kept(files);
    for threads in [1, 3] {
        assert_eq!(text(kind, files, threads).expect("a database"), GAMES);
    }
    for record in records(kind, files) {
        assert!(record.parsed.worst() < Some(Severity::Warning), "{:?}", record.parsed.diagnostics);
    }
}
