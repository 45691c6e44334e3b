//! Corpora against python-chess: number of games, plies, and the SHA-256 of
//! all final FENs.

use partie_testkit::corpus;
use std::{fmt::Write as _, path::Path};

use partie_formats::{ReadOptions, WriteOptions, fen};
use partie_pgn as pgn;
use sha2::{Digest, Sha256};

/// Differences from python-chess: file, games and plies as Partie reads them, reason.
/// The final positions of these files are not compared by hash.
const OTHERWISE: &[(&str, u64, u64, &str)] = &[
    ("pychess/badpgn.pgn", 1, 0, "a star among words is no result, so there is no game"),
    ("chess.js/0.pgn", 1, 77, "HTML line breaks; python-chess sees one long tag line"),
    (
        "chessops/headers-and-moves-on-the-same-line.pgn",
        3,
        15,
        "tag and moves on one line begin a game",
    ),
    ("chessops/leading-whitespace.pgn", 4, 20, "spaces before the first tag are no game"),
    (
        "fairy/pychess-variants_YHEWvfWF.pgn",
        1,
        16,
        "S-House is played by no rules here; its prefix is crazyhouse",
    ),
    (
        "fairy/pychess-variants_zJxHRVm1.pgn",
        1,
        3,
        "S-House is played by no rules here; its prefix is crazyhouse",
    ),
    ("kokopu/example.pgn", 2, 74, "empty lines inside movetext; kokopu's own dump has 2 games"),
    (
        "kokopu/games/long-short-comments-variations-1/database.pgn",
        1,
        6,
        "empty lines inside movetext",
    ),
    (
        "kokopu/games/long-short-comments-variations-2/database.pgn",
        1,
        6,
        "empty lines inside movetext",
    ),
    (
        "kokopu/games/long-short-comments-variations-3/database.pgn",
        1,
        4,
        "empty lines inside movetext",
    ),
    (
        "kokopu/games/variant-no-king/database.pgn",
        1,
        0,
        "no kings: no rules, the moves are kept as text",
    ),
    (
        "kokopu/pgns/antichess/database.pgn",
        2,
        129,
        "[Variant \"antichess\"] beside a FEN tag of its start",
    ),
    (
        "kokopu/pgns/chess960/database.pgn",
        4,
        103,
        "python-chess has no position for one Chess960 start",
    ),
    (
        "kokopu/pgns/misc/database.pgn",
        15,
        129,
        "empty lines inside movetext; kokopu's own dump has 15 games",
    ),
    ("kokopu/pgns/syntactic-error-3/database.pgn", 1, 0, "`<--` is no null move"),
    ("mutated/colon_capture.pgn", 23, 1869, "`:` is read as x"),
    ("mutated/email_quoted.pgn", 23, 1869, "quoting marks are left out"),
    ("mutated/html_entities_br.pgn", 23, 1869, "HTML is read as what it stands for"),
    ("mutated/illegal_move_in_middle.pgn", 23, 926, "python-chess plays on behind `Qh9`"),
    ("mutated/lowercase_o_castling.pgn", 23, 1869, "`o-o` is castling"),
    ("mutated/lowercase_pieces.pgn", 23, 1869, "`nf3` is a knight's move"),
    ("mutated/one_line_per_game.pgn", 23, 1869, "tags and moves on one line"),
    (
        "mutated/unclosed_comment_each_game.pgn",
        23,
        414,
        "the next [Event] begins a game even in an open comment",
    ),
    (
        "mutated/unclosed_prose_parenthesis.pgn",
        23,
        1869,
        "a parenthesis before prose that is never closed is no variation",
    ),
    ("mutated/unicode_dashes.pgn", 23, 1869, "long dashes are read as -"),
    ("pgn-extract/barnes-horton.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/eco.pgn", 2014, 20697, "comment and empty line between tags and moves"),
    ("pgn-extract/nested-comment.pgn", 1, 1, "`--nestedcomment` is no null move"),
    ("pgn-extract/test-C.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-F-text.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-NN-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-Ta.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-VV-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-WWdeutsch-out.pgn", 1, 72, "German piece letters"),
    ("pgn-extract/test-WWelalg-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("mutated/one_ply_missing.pgn", 23, 923, "cut where the numbers show that a ply is missing"),
    ("pgn-extract/test-WWepd-out.pgn", 1, 0, "an EPD line for each move, read as PGN"),
    ("pgn-extract/test-WWhalg-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-WWlalg-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-WWxlalg-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-checkmate.pgn", 2, 76, "comment and empty line between tags and moves"),
    (
        "pgn-extract/test-fencomments-out.pgn",
        1,
        72,
        "comment and empty line between tags and moves",
    ),
    ("pgn-extract/test-fuzzydepth.pgn", 4, 20, "a result ends a game"),
    ("pgn-extract/test-nestedcomments-out.pgn", 1, 1, "`--nestedcomment` is no null move"),
    ("pgn-extract/test-nobadresults.pgn", 9, 9, "tag and moves on one line begin a game"),
    ("pgn-extract/test-nochecks.pgn", 2, 76, "comment and empty line between tags and moves"),
    ("pgn-extract/test-plycount-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-stalemate.pgn", 3, 178, "comment and empty line between tags and moves"),
    ("pgn-extract/test-w1000-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    ("pgn-extract/test-w60-out.pgn", 1, 72, "comment and empty line between tags and moves"),
    (
        "pychess/schess.pgn",
        504,
        8369,
        "Seirawan chess: neither has its rules; python-chess stops at other places",
    ),
    (
        "pychess/sittuyin.pgn",
        3,
        7,
        "Sittuyin: neither has its rules; python-chess refuses the start",
    ),
    ("raptor/50orsogames.pgn", 122, 8967, "an empty line inside movetext"),
    ("raptor/atomic.pgn", 200, 7072, "atomic by Event"),
    ("raptor/crazyhouseGames.pgn", 200, 12643, "crazyhouse by Event"),
    ("raptor/suicidegames.pgn", 200, 9912, "suicide by Event"),
    (
        "scala_fixtures/completeTagsWithSpaces.pgn",
        1,
        0,
        "[Variant \" Standard    \"] is Standard; python-chess has no position",
    ),
    ("scala_fixtures/fromCrafty.pgn", 1, 68, "empty lines inside movetext"),
    ("kokopu/pgns/syntactic-error-2/database.pgn", 1, 0, "no game, and so no start position"),
    ("scala_fixtures/gameWithComments.pgn", 1, 106, "empty lines inside movetext"),
    ("scala_fixtures/stackOverflow.pgn", 1, 8, "tags and moves on one line"),
    ("scala_fixtures/withDelimiters.pgn", 1, 33, "[pgn] before the moves"),
    ("scalachess/uzchesscup.pgn", 45, 0, "games of tags alone, parted by empty lines"),
    ("scoutfish/d00_chess_informant.pgn", 103, 7019, "a stray 0xFF at the end is no game"),
    (
        "scoutfish/europe_echecs.pgn",
        307,
        21012,
        "a comment that is never closed swallows two games in python-chess",
    ),
    ("scoutfish/hayes.pgn", 9, 637, "prose in a variation does not end the game"),
    ("wild/chess-game_2_fen_only_games.pgn", 3, 0, "games of tags alone, parted by empty lines"),
    ("wild/chessjs_85_black_to_move.pgn", 1, 1, "castling rights left over are dropped"),
    (
        "wild/lila_8485_chesscom_racingkings_coordinates.pgn",
        1,
        30,
        "two empty lines before the moves",
    ),
];

#[test]
fn python_chess_agrees() {
    for (root, oracle) in corpus::oracles() {
        agrees(&root, &oracle);
    }
}

#[expect(clippy::print_stdout, reason = "the figures of a test")]
fn agrees(root: &Path, oracle: &serde_json::Value) {
    let mut wrong = String::new();
    let (mut files, mut agreed, mut otherwise) = (0, 0, 0);
    for (name, entry) in oracle["files"].as_object().expect("files") {
        if entry["kind"] != "pgn" {
            continue;
        }
        files += 1;
        let python = &entry["python_chess"];
        let source = std::fs::File::open(root.join(name)).expect("file");
        let mut hash = Sha256::new();
        let (mut games, mut plies, mut first) = (0_u64, 0_u64, Vec::new());
        let mut errors = Vec::new();
        for record in pgn::read(source, &ReadOptions::default()) {
            let record = record.expect("file");
            let boards = record.game().final_boards();
            let fen = fen::boards(&boards, &WriteOptions::default());
            hash.update(fen.as_bytes());
            hash.update(b"\n");
            if first.len() < 3 {
                first.push(fen);
            }
            games += 1;
            plies += record.game().ply_count() as u64;
            for d in &record.parsed.diagnostics {
                if d.severity == partie_formats::Severity::Error && errors.len() < 4 {
                    errors.push(format!(
                        "g{} ply {:?} {}: {}",
                        record.number, d.ply, d.code.id, d.message
                    ));
                }
            }
        }
        let sha = hash.finalize().iter().fold(String::new(), |mut s, b| {
            write!(s, "{b:02x}").expect("string");
            s
        });
        if let Some((_, g, p, reason)) = OTHERWISE.iter().find(|(n, ..)| n == name) {
            if (*g, *p) == (games, plies) {
                otherwise += 1;
            } else {
                writeln!(
                    wrong,
                    "{name}: {games} games and {plies} plies, not {g} and {p} ({reason})"
                )
                .expect("string");
            }
            continue;
        }
        if python["games"] == games
            && python["plies"] == plies
            && python["sha256_final_fens"] == sha
        {
            agreed += 1;
            continue;
        }
        writeln!(
            wrong,
            "{name}: games {games} (python-chess {}), plies {plies} ({}), errors {}\n   {first:?}\n   {}\n   {errors:?}",
            python["games"], python["plies"], python["errors"].as_array().map_or(0, Vec::len), python["first_final_fens"]
        )
        .expect("string");
    }
    println!(
        "{agreed} of {files} files agree with python-chess, {otherwise} are read otherwise for a named reason\n{wrong}"
    );
    assert!(files > 0 && wrong.is_empty());
}
