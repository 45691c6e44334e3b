//! `partie convert`.

use crate::run::{BUGHOUSE, CLEAN, Folder, MESSY, RICH};

#[test]
fn to_the_standard_output() {
    let folder = Folder::new();
    let done = folder.partie("convert archive/old.pgn");
    assert_eq!((done.status, done.stdout.as_str()), (0, CLEAN));
    assert_eq!(done.stderr, "partie: 1 game read, all clean\n");
    let done = folder.fed("convert - -o -", MESSY.replace("Ke6", "d6").as_bytes());
    assert_eq!(done.status, 0);
    assert!(done.stdout.contains("4. O-O Nf6"), "{}", done.stdout);
}

#[test]
fn diagnostics_go_beside_the_games() {
    let folder = Folder::new();
    let done = folder.partie("convert messy.pgn -o clean.pgn");
    // The illegal move is an error: part of the game was not read.
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(done.stderr);
    assert!(folder.read("clean.pgn").contains("4. O-O Nf6 5. d3"));
    let quiet = folder.partie("convert -q messy.pgn -o quiet.pgn --deny error");
    assert_eq!((quiet.status, quiet.stderr.as_str()), (1, ""));
    assert_eq!(folder.read("quiet.pgn"), folder.read("clean.pgn"));
}

#[test]
fn the_name_of_the_output_says_the_format() {
    let folder = Folder::new();
    let done = folder.partie("convert games.pgn -o end.fen");
    assert_eq!(done.status, 0);
    assert_eq!(
        folder.read("end.fen").lines().next(),
        Some("rnb1kbnr/pppp1ppp/8/8/2B1Pp1q/8/PPPP2PP/RNBQ1KNR b kq - 3 4")
    );
    assert!(done.stderr.contains("partie: lost: the tags in 2 games"), "{}", done.stderr);
    folder.partie("convert games.pgn -o games.ndjson");
    let text = folder.read("games.ndjson");
    let first: serde_json::Value =
        serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
    assert!(first.to_string().contains("Anderssen"), "{first}");
    let back = folder.partie("convert games.ndjson -t pgn");
    assert!(back.stdout.starts_with(CLEAN), "{}", back.stdout);
}

#[test]
fn games_begin_where_the_command_says() {
    let folder = Folder::new();
    let fen = "4k3/8/8/8/8/8/4P3/4K2R_w_K_-_0_31";
    for text in ["1. Castles K - K 2 2. R - B 4 *", "1. 5171 5857 2. 6164 *", "O-O Ke7 Rf4 *"] {
        for format in ["text", "pgn"] {
            if format == "pgn" && !text.starts_with('O') {
                continue;
            }
            let line = format!("convert - --from {format} -t fen --start {fen}");
            let done = folder.fed(&line, text.as_bytes());
            let end = "8/4k3/8/8/5R2/8/4P3/6K1 b - - 3 32\n";
            assert_eq!((done.status, &*done.stdout), (0, end), "{text} {}", done.stderr);
        }
    }
    let done = folder.fed("check - --fen 8/8/8/8/8/8/8/8_w_-_-_0_1", b"1. e4 *");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("not a playable position"), "{}", done.stderr);
}

#[test]
fn parts_can_be_left_out() {
    let folder = Folder::new();
    folder.write("rich.pgn", RICH);
    let moves = |options: &str| {
        let text = folder.partie(&format!("convert rich.pgn {options}")).stdout;
        text.split_once("\n\n").expect("moves").1.trim().to_owned()
    };
    assert_eq!(moves("--strip clocks,comments,variations,nags"), "1. e4 e5 2. Nf3 *");
    assert!(moves("--strip clocks").contains("{best by test}"), "{}", moves("--strip clocks"));
    assert!(moves("--strip comments").contains("[%clk 0:05:00]"));
    assert!(!moves("--strip variations").contains("c5"));
    folder.write("marked.pgn", "1. e4 {[%csl Gd4] here [%cal Ge2e4,Rd1d8]} e5 {[%eval 0.2]} *\n");
    let marked = |options: &str| {
        let text = folder.partie(&format!("convert marked.pgn --strip {options}")).stdout;
        text.split_once("\n\n").expect("moves").1.trim().to_owned()
    };
    assert_eq!(marked("marks"), "1. e4 {here} 1... e5 {[%eval 0.2]} *");
    assert_eq!(marked("marks,comments"), "1. e4 e5 {[%eval 0.2]} *");
    assert_eq!(marked("all"), "1. e4 e5 *");
    folder.write(
        "commands.pgn",
        "1. e4 {[%clk 0:05:00][%c_effect e4;square;e4] good [%tqu 1]} e5 *\n",
    );
    let bare = folder.partie("convert commands.pgn --strip commands").stdout;
    assert!(bare.contains("\n1. e4 {good} 1... e5 *\n"), "{bare}");
    let all = folder.partie("convert rich.pgn --strip all --width 0").stdout;
    assert!(all.ends_with("[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n"), "{all}");
    let seven = folder.partie("convert rich.pgn --seven").stdout;
    assert!(!seven.contains("Annotator") && seven.contains("[Event \"Study\"]"), "{seven}");
    assert_eq!(
        moves("--notation uci --strip clocks,comments,variations,nags"),
        "1. e2e4 e7e5 2. g1f3 *"
    );
    assert!(moves("--notation long").contains("2. Ng1-f3"));
    assert!(moves("--to-lang de").contains("2. Sf3"), "{}", moves("--to-lang de"));
    assert!(moves("--width 0").lines().count() == 1);
}

#[test]
fn a_score_sheet_in_another_language() {
    let folder = Folder::new();
    for lang in ["", "--lang de"] {
        let done = folder.partie(&format!("convert sheet.txt {lang}"));
        assert_eq!(done.status, 0, "{}", done.stderr);
        for tag in ["[Event \"Vereinsmeisterschaft\"]", "[Round \"3\"]"] {
            assert!(done.stdout.contains(tag), "{}", done.stdout);
        }
        assert!(
            done.stdout
                .replace('\n', " ")
                .ends_with("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd6 1-0  "),
            "{}",
            done.stdout
        );
    }
}

#[test]
fn numbered_files() {
    let folder = Folder::new();
    folder.write("five.pgn", CLEAN.repeat(5));
    let done = folder.partie("convert five.pgn --split 2 -o part-{}.pgn");
    assert_eq!(done.status, 0);
    for (name, games) in [("part-0001.pgn", 2), ("part-0002.pgn", 2), ("part-0003.pgn", 1)] {
        assert_eq!(folder.read(name), CLEAN.repeat(games));
    }
    assert!(done.stderr.ends_with("partie: 5 games written to part-0001.pgn to part-0003.pgn\n"));
    let nowhere = folder.partie("convert five.pgn --split 2");
    assert_eq!(nowhere.status, 2, "{nowhere:?}");
}

#[test]
fn bughouse_needs_two_boards() {
    let folder = Folder::new();
    folder.write("both.bpgn", BUGHOUSE);
    let done = folder.partie("convert both.bpgn archive/old.pgn -o out.pgn");
    assert_eq!(done.status, 1);
    assert!(done.stderr.contains("1 game not written") && done.stderr.contains("-t bpgn"));
    assert_eq!(folder.read("out.pgn"), CLEAN);
    let done = folder.partie("convert both.bpgn archive/old.pgn -t bpgn");
    assert_eq!(done.status, 1);
    assert!(done.stderr.contains("-t pgn"), "{}", done.stderr);
    assert!(done.stdout.contains("1A. e4"), "{}", done.stdout);
}

/// A hall named as a board of bughouse is, in a tag or a comment, makes no bughouse.
#[test]
fn a_hall_is_no_board_of_bughouse() {
    let folder = Folder::new();
    for text in [
        "[Site \"Hall 1A.\"]\n\ne4 e5 Nf3 Nc6 1-0\n",
        "[Site \"Hall\"]\n\ne4 e5 {in 1A. they say} Nf3 Nc6 1-0\n",
        "[WhiteAffiliation \"SK\"]\n\ne4 e5 Nf3 Nc6 1-0\n",
    ] {
        for options in ["", " -f pgn"] {
            let done = folder.fed(&format!("convert -{options} -t pgn"), text.as_bytes());
            assert_eq!(done.status, 0, "{text}: {}", done.stderr);
            assert!(done.stdout.contains("2. Nf3 Nc6 1-0\n"), "{text}: {}", done.stdout);
        }
    }
}

/// A tag name in JSON may contain anything; in PGN it neither ends nor begins a game.
#[test]
fn names_of_tags_are_mended() {
    let folder = Folder::new();
    let line = r#"{"tags":{"A \"x\"]\n\n1. e4 1-0\n\n[Event":"y"},"moves":["d2d4"],"result":"*","nodes":[{"comments":[{"place":"after","text":"a\n%b"}]},{"parent":0,"move":"d2d4"}]}"#;
    folder.write("names.ndjson", format!("{line}\n"));
    let checked = folder.partie("check names.ndjson");
    assert!(checked.stdout.contains("JSN009"), "{checked:?}");
    let done = folder.partie("convert names.ndjson -o names.pgn");
    assert_eq!(done.status, 0, "{done:?}");
    assert!(done.stderr.contains("line ends in comments"), "{}", done.stderr);
    let written = folder.read("names.pgn");
    assert!(written.contains("[A_x_1_e4_1_0_Event \"y\"]\n"), "{written}");
    assert!(written.contains("{a %b} 1. d4 *"), "{written}");
    assert_eq!(folder.partie("count names.pgn").stdout.trim(), "1");
    assert_eq!(folder.partie("check names.pgn").status, 0);
}

#[test]
fn formats_of_one_board_leave_bughouse_out() {
    let folder = Folder::new();
    for format in ["pgn", "epd", "cgp", "text"] {
        let done = folder.partie(&format!("convert bughouse.bpgn -t {format}"));
        assert_eq!((done.status, done.stdout.as_str()), (1, ""), "{format}");
        assert!(done.stderr.contains("1 game not written"), "{format}: {}", done.stderr);
    }
    for format in ["bpgn", "fen", "style12", "ndjson"] {
        let done = folder.partie(&format!("convert bughouse.bpgn -t {format}"));
        assert_eq!(done.status, 0, "{format}: {}", done.stderr);
        assert!(!done.stdout.is_empty(), "{format}");
    }
}

#[test]
fn everything_beside_the_games_as_json() {
    let folder = Folder::new();
    let done = folder.partie("convert --json messy.pgn nothere.pgn bughouse.bpgn -o out.pgn");
    assert_eq!(done.status, 2);
    let objects: Vec<serde_json::Value> =
        done.stderr.lines().map(|l| serde_json::from_str(l).expect(l)).collect();
    let has = |key: &str| objects.iter().find(|o| !o[key].is_null()).map(|o| o[key].clone());
    assert!(has("code").is_some());
    assert_eq!(has("failure").expect("failure"), "nothere.pgn: file not found");
    let summary = has("summary").expect("summary");
    assert_eq!((summary["games"].as_u64(), summary["broken"].as_u64()), (Some(2), Some(1)));
    assert!(has("left_out").expect("left out").to_string().contains("-t bpgn"));
    let sarif = folder.partie("convert --format sarif messy.pgn nothere.pgn");
    assert!(serde_json::from_str::<serde_json::Value>(&sarif.stderr).is_ok(), "{}", sarif.stderr);
}

#[test]
fn nothing_is_made_of_nothing() {
    let folder = Folder::new();
    folder.write("empty.pgn", "");
    let done = folder.partie("convert empty.pgn -o out.pgn");
    assert_eq!(done.status, 1);
    assert!(done.stderr.contains("nothing to write; out.pgn was not created"), "{}", done.stderr);
    assert!(!folder.path("out.pgn").exists());
}

#[test]
fn limits() {
    let folder = Folder::new();
    folder
        .write("long.pgn", CLEAN.replace("3. Bc4", &format!("{{ {} }} 3. Bc4", "x".repeat(5000))));
    assert_eq!(folder.partie("check long.pgn --deny error").status, 0);
    for limit in ["--max-comment 1k", "--max-tags 3", "--max-game-bytes 200"] {
        let done = folder.partie(&format!("check long.pgn {limit}"));
        assert_eq!(done.status, 1, "{limit}: {done:?}");
    }
}

#[test]
fn what_cannot_be_read_becomes_no_position() {
    let folder = Folder::new();
    folder.write("words.fen", "Position: x\n");
    for to in ["fen", "epd", "style12"] {
        let done = folder.partie(&format!("convert -f fen words.fen -t {to}"));
        assert_eq!((done.status, done.stdout.as_str()), (1, ""), "{to}");
        assert!(done.stderr.contains("lost: the position, which could not be read"), "{done:?}");
    }
    let shown = folder.partie("show -f fen words.fen");
    assert!(shown.stdout.contains("The position could not be read."), "{shown:?}");
    assert!(!shown.stdout.contains('·'), "no board is drawn: {shown:?}");
    let spoken = folder.partie("show -f fen words.fen --speak");
    assert!(spoken.stdout.contains("The position could not be read."), "{spoken:?}");
}

#[test]
fn openings_become_tags() {
    let folder = Folder::new();
    let tagged = |tags: &str| CLEAN.replace("\n\n1. e4", &format!("\n{tags}\n1. e4"));
    let wrong = "[ECO \"A00\"]\n[Opening \"Mine\"]\n[SubVariation \"Own\"]\n";
    let other = "[Variant \"Chess960\"]\n[ECO \"?\"]\n\n1. e4 e5 *\n\n";
    folder.write("all.pgn", format!("{CLEAN}{}{other}", tagged(wrong)));
    let found = "[ECO \"C33\"]\n[Opening \"King's Gambit Accepted\"]\n\
                 [Variation \"Bishop's Gambit\"]\n";
    for (option, expected, notes) in [
        ("--eco", [found, wrong], &["opening tags added to 1 game\n"][..]),
        ("--eco=missing", [found, wrong], &["opening tags added to 1 game\n"]),
        (
            "--eco=replace",
            [found, found],
            &["added to 1 game\n", "opening tags replaced in 1 game\n"],
        ),
    ] {
        let done = folder.partie(&format!("convert all.pgn {option}"));
        let games: Vec<_> = done.stdout.split("[Event ").skip(1).collect();
        for (game, tags) in games.iter().zip(expected) {
            for tag in tags.lines() {
                assert!(game.contains(tag), "{option}: {tag} in {game}");
            }
            let wanted = tags.lines().count() + 7;
            assert_eq!(game.matches('[').count() + 1, wanted, "{option}: {game}");
        }
        assert!(games[2].contains("[ECO \"?\"]") && !games[2].contains("Opening"), "{done:?}");
        assert!(notes.iter().all(|note| done.stderr.contains(note)), "{done:?}");
        assert_eq!(done.stderr.contains("replaced"), option.ends_with("replace"), "{done:?}");
    }
    // What is named counts as it did without the tags.
    folder.partie("convert -q --eco games.pgn -o named.pgn");
    for by in ["eco", "opening"] {
        let [before, after] = ["games.pgn", "named.pgn"]
            .map(|file| folder.partie(&format!("count {file} --by {by}")).stdout);
        assert_eq!(before, after, "{by}");
    }
    // A transcript's tags are the server's.
    let [plain, named] = ["", "--eco"]
        .map(|option| folder.partie(&format!("convert -q session.log {option}")).stdout);
    assert_eq!(plain, named);
}
