//! Questions of other programs to a library.

use crate::run::Folder;

/// The key of a position, and the files that count.
#[test]
fn keys_and_files_for_other_programs() {
    let folder = Folder::new();
    let start = "5060803636482931868\n";
    assert_eq!(folder.partie("db key e4 e5 Nf3").stdout, "-3233443880761108323\n");
    let of_fen = folder.partie("db key 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9'");
    assert_eq!(of_fen.stdout, start);
    assert_eq!(folder.partie("db key e4 e4").status, 2);
    folder.partie("db import library games.pgn");
    for kind in ["games", "positions", "tails", "rollup"] {
        let files = folder.partie(&format!("db info library --files {kind}")).stdout;
        let files: Vec<_> = files.lines().collect();
        assert_eq!(files, [format!("library/{kind}/000001.parquet")]);
        assert!(folder.path(files[0]).is_file());
    }
    let json = folder.partie("db info library --files --json").stdout;
    assert_eq!(json, "{\"files\":[\"library/games/000001.parquet\"]}\n");
    let upgraded = folder.partie("db upgrade library");
    assert_eq!((upgraded.status, &*upgraded.stderr), (0, "partie: nothing to upgrade\n"));
}
