//! Mending: what comes back, and the laws that every change obeys.

use partie_testkit::corpus::moves;
use partie_testkit::damage::DAMAGES;
use partie_testkit::{
    corpus, damage,
    random::Chance,
    suite::{self, is_long, shared},
};
use std::path::Path;

use partie_formats::{Confidence, Diagnostic, Format, ReadOptions, Record, Retained, Severity};
use partie_pgn as pgn;
use partie_pgn::{
    parallel::{self, Checked, Jobs},
    repair::{Joiner, RepairOptions, Repaired, can_repair, repair},
};
use partie_records::{
    codes,
    container::{self, Container},
    dispatch,
};

fn records(text: &[u8]) -> Vec<Record> {
    pgn::read(text, &ReadOptions::default()).map(|r| r.expect("memory does not fail")).collect()
}

fn mend(record: &Record, level: Confidence) -> Repaired {
    let options = RepairOptions::default().level(level);
    repair(record, &options, &ReadOptions::default())
}

#[test]
#[ignore = "long suite: reads the collections beside the repository"]
fn mutated_files() {
    let root = shared("testdata");
    let truth = corpus::expected_games(&root);
    let mut wrong = Vec::new();
    for (name, path) in corpus::mutated_files(&root) {
        let text = std::fs::read(path).expect("file");
        let right = |level| {
            let mended = mend_all(&text, level);
            let games: Vec<_> =
                records(mended.as_bytes()).iter().map(|r| moves(r.game())).collect();
            games.iter().zip(&truth).filter(|(g, t)| g == t).count()
        };
        let (likely, guess) = (right(Confidence::Likely), right(Confidence::Guess));
        println!("{name:40} {likely:3} likely {guess:3} guessed");
        let wanted = NOT_ALL.iter().find(|(n, ..)| *n == name);
        let (_, most, least) = wanted.unwrap_or(&("", 23, 23));
        if likely != *most || guess < *least {
            wrong.push(format!("{name}: {likely} and {guess} instead of {most} and {least}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Files in which some games cannot be inferred from the rest of their text: the number of games
/// that are whole without guessing, and the minimum that guessing must find.
const NOT_ALL: &[(&str, usize, usize)] = &[
    ("illegal_move_in_middle.pgn", 0, 14),
    ("one_ply_missing.pgn", 0, 15),
    ("truncated_file.pgn", 20, 20),
    ("unclosed_comment_each_game.pgn", 0, 23),
];

/// Mends a whole stream, game by game.
fn mend_all(text: &[u8], level: Confidence) -> String {
    let mut out = String::new();
    for record in records(text) {
        let mended = mend(&record, level).text;
        if !out.is_empty() && !out.ends_with("\n\n") && !out.ends_with("\n\r\n") {
            out.push_str(if out.ends_with('\n') { "\n" } else { "\n\n" });
        }
        out.push_str(&mended);
    }
    out
}

/// Openings of games that are run together below; the third cannot be read to its end.
const RUN_TOGETHER: [&str; 5] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6",
    "1. e4 c5 2. Nf3 d6 3. Ke4 cxd4 4. Nxd4",
    "1. c4 e5 2. Nc3 Nf6 3. g3 d5 4. cxd5 {a remark} 4... Nxd5 5. Bg2",
    "1. e4 e6 (1... c5 2. Nf3 d6) 2. d4 d5",
];

#[test]
fn games_run_together_are_split() {
    for (count, first) in [(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (17, 2), (40, 0)] {
        for columns in [usize::MAX, 50] {
            let games = RUN_TOGETHER.iter().cycle().skip(first).take(count);
            let text = lines(&games.copied().collect::<Vec<_>>().join(" "), columns);
            let before = records(text.as_bytes());
            let reported = before.iter().flat_map(|r| &r.parsed.diagnostics);
            let reported = reported.filter(|d| d.code.id == "PGN036").count();
            assert_eq!(before.len() + reported, count, "{text}");
            for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
                let mended = mend_all(text.as_bytes(), level);
                let after = records(mended.as_bytes()).len();
                let split = if level == Confidence::Safe { before.len() } else { count };
                assert_eq!(after, split, "{level:?}: {mended}");
                assert_eq!(mend_all(mended.as_bytes(), level), mended, "{level:?}");
            }
        }
    }
}

/// A comment keeps unreadable words as they were written, after any attempted repairs.
#[test]
fn words_that_are_put_away_stay_as_written() {
    for (text, kept) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Nbl d6 5. d3 0-0 *", "4. Nbl d6 5. d3 0-0"),
        ("1. e4 e5 2. nf3 Nc6 3. Bc4 Bc5 4. Nbl d6 5. d3 0-0\n", "4. Nbl d6 5. d3 0-0"),
        ("1. e4 e5 2. Qxh9 d6 3. eS Nf6 4. BbS+ c6 *", "2. Qxh9 d6 3. eS Nf6 4. BbS+ c6"),
    ] {
        for record in records(text.as_bytes()) {
            for level in [Confidence::Likely, Confidence::Guess] {
                let mended = mend(&record, level);
                let comment = format!("{{Not read: {kept}}}");
                assert!(mended.text.contains(&comment), "{level:?}: {}", mended.text);
                let undone = mended.changes.iter().filter(|c| comment.contains(&*c.before));
                assert_eq!(
                    undone.filter(|c| !c.before.is_empty()).count(),
                    1,
                    "{:?}",
                    mended.changes
                );
            }
        }
    }
}

/// Breaks a text into lines.
#[test]
fn texts_are_mended() {
    for (broken, expected) in [
        ("1. e4! c6 2. d4!. d5 3. Nc3. *", "1. e4! c6 2. d4! d5 3. Nc3 *"),
        ("1. e4 e5 2. Nf3 {fine", "1. e4 e5 2. Nf3 {fine} *"),
        ("1. e4 e5 2. Nf3 {1. d4 was played", "1. e4 e5 2. Nf3 {1. d4 was played} *"),
        ("1 e4 e5 13 b3 b6 *", "1. e4 e5 {Not read: 13 b3 b6} *"),
        ("1. e4 e5 2. Nf3 Q", "1. e4 e5 2. Nf3 {Not read: Q} *"),
        // The comment may hold the game.
        ("1. e4 e5 2. Nf3 {fine) Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 {Not read: fine) Nc6 3. Bb5 *} *"),
        ("[Black \"B\"]1. e4 e5 *", "1. e4 e5 *"),
        ("[Black \"B\"]{Hi} 1. e4 e5 *", "{Hi} 1. e4 e5 *"),
    ] {
        let mended = mend_all(broken.as_bytes(), Confidence::Likely);
        let (_, moves) = mended.rsplit_once("]\n\n").unwrap_or(("", &mended));
        assert_eq!(moves.trim_end(), expected, "{broken}");
    }
}

fn lines(text: &str, columns: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// Texts in which `check` proposed a fix that `fix` did not apply.
const PROPOSED: &[&str] = &[
    "1. e4)e5 2. Nf3 Nc6 *\n",
    "1. e4 e5)2. Nf3 Nc6 *\n",
    "1. e4 e5 2)Nf3 Nc6 *\n",
    "1. e4 e5 2$. Nf3 Nc6 *\n",
    "1. e4 e5 2.$Nf3 Nc6 *\n",
    "1. e4$e5 2. Nf3 Nc6 *\n",
    "1. e4 e5 2?!?. Nf3 Nc6 *\n",
];

/// Returns all broken data, the examples of all codes, and the seeds of the mutation loop.
fn broken_texts() -> Vec<(String, Format, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts: Vec<_> = PROPOSED
        .iter()
        .map(|text| ((*text).to_owned(), Format::Pgn, text.as_bytes().to_vec()))
        .collect();
    for code in codes::all() {
        let text = code.example_bytes();
        texts.push((code.id.to_owned(), code.format, text));
    }
    for format in Format::ALL.into_iter().filter(|format| can_repair(*format)) {
        for folder in
            [format!("testdata/{}/broken", format.name()), format!("fuzz/seeds/{}", format.name())]
        {
            for entry in std::fs::read_dir(root.join(&folder)).into_iter().flatten() {
                let path = entry.expect("entry").path();
                if path.is_file() {
                    let text = std::fs::read(&path).expect("file");
                    texts.push((path.display().to_string(), format, text));
                }
            }
        }
    }
    texts
}

/// The fixes that `check` proposes are the ones that `fix` applies: at each level, none is left.
#[test]
fn proposed_fixes_are_applied() {
    let read = ReadOptions::default();
    let mut left = Vec::new();
    let mut proposed = 0;
    for (name, format, text) in broken_texts() {
        for record in dispatch::read(format, Box::new(&text[..]), &read) {
            let record = record.expect("memory does not fail");
            if !can_repair(record.format) {
                continue;
            }
            for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
                let wanted =
                    |d: &&Diagnostic| d.fix.as_ref().is_some_and(|f| f.confidence <= level);
                proposed += record.parsed.diagnostics.iter().filter(wanted).count();
                let mended = mend(&record, level);
                left.extend(mended.left.iter().filter(wanted).map(|d| {
                    format!(
                        "{name}, {}: {} {} in {:?}",
                        level.name(),
                        d.code.id,
                        d.message,
                        mended.text
                    )
                }));
            }
        }
    }
    println!("{proposed} fixes proposed");
    assert!(left.is_empty(), "{left:#?}");
}

/// Repairs a text, with records of all games or without clean ones.
fn mended_stream(text: &[u8], level: Confidence, keep: Retained) -> String {
    let read = ReadOptions::default();
    let options = RepairOptions::default().level(level);
    let source = std::io::Cursor::new(text.to_vec());
    let checking = read.clone().keep(keep);
    let games = parallel::check_batches(source, &checking, Jobs::new(1), |batch, game| {
        batch.made.push(game);
    });
    let mut joiner = Joiner::new(options, &read);
    let (mut mended, mut at) = (String::new(), 0);
    for game in games {
        let (span, record) = match game.expect("memory does not fail") {
            Checked::Clean { span } => (span, None),
            Checked::Record(record) => {
                (record.byte..record.byte + record.text.len() as u64, Some(record))
            }
        };
        let (start, end) = (span.start as usize, span.end as usize);
        let between = &text[at..start];
        let joined = if let Some(record) = record {
            joiner.add(between, &record, &mut repair(&record, &options, &read))
        } else {
            let own = String::from_utf8(text[start..end].to_vec()).expect("UTF-8");
            let mut unchanged = Repaired::unchanged(own, Vec::new());
            joiner.add_unchanged(between, &mut unchanged)
        };
        mended.extend(joined);
        at = end;
    }
    let (rest, _) = joiner.finish(&text[at..]);
    mended + &String::from_utf8_lossy(&rest)
}

/// Clean games stay unchanged, and text beside them is repaired as if they were read.
#[test]
fn clean_games_pass_as_they_stand() {
    let clean = "[Event \"a\"]\n[Site \"x\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n\
                 [Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
    let twice = [clean, clean].concat();
    let passed = mended_stream(twice.as_bytes(), Confidence::Guess, Retained::Text);
    assert_eq!(passed, twice);
    for (name, format, broken) in broken_texts() {
        if format != Format::Pgn || broken.len() > 4096 {
            continue;
        }
        let text = [clean.as_bytes(), &broken, clean.as_bytes(), clean.as_bytes()].concat();
        for level in [Confidence::Safe, Confidence::Likely] {
            let passed = mended_stream(&text, level, Retained::Text);
            assert_eq!(
                passed,
                mended_stream(&text, level, Retained::Everything),
                "{name}, {level:?}"
            );
        }
    }
}

/// No change may take a glyph away or make another of it.
#[test]
fn glyphs_stay() {
    for (text, mended) in [
        ("1. e4 e5 $2.Nf3 Nc6 *\n", "1. e4 e5 $2 2. Nf3 Nc6 *\n"),
        ("1. e4 e5 2 $1 . Nf3 Nc6 *\n", "1. e4 e5 2 $1 . Nf3 Nc6 *\n"),
        ("1. e4 e5 2 {x} . Nf3) Nc6 *\n", "1. e4 e5 2 {x} . Nf3 Nc6 *\n"),
        ("1. e4 e5)2. Nf3 Nc6 *\n", "1. e4 e5 2. Nf3 Nc6 *\n"),
        ("1. e4 e5 2$. Nf3 Nc6 *\n", "1. e4 e5 2{$}. Nf3 Nc6 *\n"),
    ] {
        for record in records(text.as_bytes()) {
            for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
                assert!(
                    mend(&record, level).text.ends_with(&format!("\n\n{mended}")),
                    "{level:?}: {}",
                    mend(&record, level).text
                );
            }
        }
    }
}

/// Codes that no change of the text can mend, and why.
const BEYOND_MENDING: &[(&str, &str)] = &[
    ("PGN009", "a text without a game"),
    ("PGN016", "a date whose order nobody knows"),
    ("PGN019", "rules that are not known here"),
    ("PGN020", "a variant that is inferred: a tag would claim what no record says"),
    ("PGN022", "a position that cannot be played"),
    ("PGN033", "a null move that the record has"),
    ("PGN037", "a comment of moves that an earlier repair could not read"),
    ("PGN069", "numbers that jump while all moves are legal"),
];

#[test]
fn laws_hold_for_the_corpus() {
    let mut wrong = Vec::new();
    let mut games = 0;
    for path in corpus::pgn_files() {
        let text = std::fs::read(&path).expect("file");
        // These are no PGN: EPD lines under a PGN's name, and texts without chess.
        let other = path.ends_with("pgn-extract/test-WWepd-out.pgn");
        if other || path.components().any(|part| part.as_os_str() == "not-chess") {
            continue;
        }
        let name = path.display().to_string();
        let before = records(&text);
        games += before.len();
        for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
            let mended = mend_all(&text, level);
            let after = records(mended.as_bytes());
            // Games that ran together are separated, as their diagnostic proposes.
            let ran_together = before.iter().flat_map(|record| &record.parsed.diagnostics);
            let parted = level > Confidence::Safe
                && after.len() > before.len()
                && ran_together.into_iter().any(|d| d.code.id == "PGN036");
            if after.len() != before.len() && !parted {
                wrong.push(format!(
                    "{name} {level:?}: {} games became {}",
                    before.len(),
                    after.len()
                ));
            }
            if level < Confidence::Guess && !parted {
                for (old, new) in before.iter().zip(&after) {
                    if old.game().unread.is_none() && moves(old.game()) != moves(new.game()) {
                        wrong.push(format!("{name} {level:?} game {}: other moves", old.number));
                    }
                }
            }
            if level > Confidence::Safe {
                for record in &after {
                    for d in &record.parsed.diagnostics {
                        if d.severity > Severity::Note
                            && !BEYOND_MENDING.iter().any(|(code, _)| *code == d.code.id)
                        {
                            wrong.push(format!(
                                "{name} {level:?} game {}: {} {}",
                                record.number, d.code.id, d.message
                            ));
                        }
                    }
                }
            }
            let twice = mend_all(mended.as_bytes(), level);
            if twice != mended {
                let at = twice.lines().zip(mended.lines()).find(|(a, b)| a != b);
                wrong.push(format!("{name} {level:?}: mended twice differs: {at:?}"));
            }
        }
    }
    println!("{games} games");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The games that the damages are done to: random ones, and in the long suite real ones.
fn clean_games() -> Vec<partie_core::Game> {
    let mut chance = Chance::new(7);
    let mut games: Vec<_> = (0..8).map(|_| damage::random_game(&mut chance, 70)).collect();
    if is_long() {
        let text = std::fs::read(shared("testdata").join("mutated/clean.pgn")).expect("file");
        games.extend(records(&text).into_iter().map(|r| r.parsed.value));
    }
    games
}

/// Counts games that come out with their very moves.
fn recovered(games: &[partie_core::Game], text: &[u8], level: Confidence) -> usize {
    // Another layout is found from the beginning of a file.
    let container = container::layers(text, Some("a.pgn")).container;
    let unpacked = match container {
        Some(layout @ Container::Layout(_)) => container::plain(layout, text).expect("memory"),
        _ => text.to_vec(),
    };
    let mended = mend_all(&unpacked, level);
    let found: Vec<_> = records(mended.as_bytes()).iter().map(|r| moves(r.game())).collect();
    games.iter().zip(&found).filter(|(game, found)| moves(game) == **found).count()
}

#[test]
fn damages_are_mended() {
    let games = clean_games();
    let mut wrong = Vec::new();
    for damage in DAMAGES {
        let text = damage::file(&games, &[damage]);
        let n = recovered(&games, &text, damage.level);
        println!("{:40} {:7} {n} of {}", damage.name, damage.level.name(), games.len());
        // Sometimes more than one reading of a misread letter is confirmed.
        let misread = damage.name.starts_with("OCR");
        let least = if misread { games.len() * 8 / 10 } else { games.len() };
        if damage.level < Confidence::Guess && n < least {
            wrong.push(format!("{}: {n} of {}", damage.name, games.len()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Damage after which the numbers, or a word that is not a move, show where the game stops.
const SHOWN: &[&str] = &[
    "OCR: a digit read as a letter",
    "OCR: a wrong piece letter",
    "a word in place of a move",
    "White's ply missing, Black's numbered",
    "Black's ply missing",
    "a move of both sides missing",
    "a ply missing",
];

#[test]
fn no_move_is_invented() {
    let mut chance = Chance::new(23);
    let games: Vec<_> = (0..80).map(|_| damage::random_game(&mut chance, 90)).collect();
    let games: Vec<_> = games.into_iter().filter(|game| game.ply_count() > 30).collect();
    let mut wrong = Vec::new();
    for damage in DAMAGES.iter().filter(|damage| SHOWN.contains(&damage.name)) {
        let text = damage::file(&games, &[damage]);
        for level in [Confidence::Safe, Confidence::Likely, Confidence::Guess] {
            let mended = mend_all(&text, level);
            let found: Vec<_> = records(mended.as_bytes());
            let invented: Vec<_> = games
                .iter()
                .zip(&found)
                .enumerate()
                .filter(|(_, (game, found))| !moves(game).starts_with(&moves(found.game())))
                .map(|(i, _)| i)
                .collect();
            let whole =
                games.iter().zip(&found).filter(|(g, f)| moves(g) == moves(f.game())).count();
            println!("{:40} {:7} {whole} whole, invented {invented:?}", damage.name, level.name());
            let guessed = level == Confidence::Guess;
            if !guessed && !invented.is_empty() || found.len() != games.len() {
                wrong.push(format!("{} at {}: {invented:?}", damage.name, level.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn damages_are_mended_two_at_a_time() {
    let games: Vec<_> = clean_games().into_iter().step_by(suite::rounds(8, 4)).collect();
    let (mut all, mut right) = (0, 0);
    for (i, a) in DAMAGES.iter().enumerate() {
        for b in DAMAGES[i + 1..].iter().filter(|b| damage::compatible(a, b)) {
            let text = damage::file(&games, &[a, b]);
            let n = recovered(&games, &text, a.level.max(b.level));
            let misread = [a, b].iter().any(|damage| damage.name.starts_with("OCR"));
            let guessed = misread || a.level.max(b.level) == Confidence::Guess;
            if !guessed {
                all += games.len();
                right += n;
            }
            if n < games.len() && !guessed {
                println!("{} + {}: {n} of {}", a.name, b.name, games.len());
            }
        }
    }
    println!("two damages at a time: {right} of {all} games recovered");
    // What two damages leave may be read in more than one way, as spaces within moves among words of
    // prose; seldom it is.
    assert!(right * 1000 >= all * 995, "{right} of {all}");
}

/// A scanner read `Rc8`, the king's move, as `Fc8`, a bishop's. The repair is written in the game's
/// own language, so that the rest is read in that language, too.
#[test]
fn a_wrong_letter_in_a_french_game() {
    let text = "[Result \"1/2-1/2\"]\n\n1. h3 e6 2. Cc3 c6 3. Tb1 g6 4. Ta1 De7 5. Th2 Cf6 6. Cf3 b5 7. Th1 a6 8. Cd5 Dc5 9. \
         a4 Rd8 10. Cb4 bxa4 11. Tg1 Dc3 12. Ta2 Fb7 13. Cd5 Fh6 14. Cc7 De3 15. Ce8 Dg5 16. \
         Cd6 Cg4 17. Cxb7+ Fc8 18. d4 a3 19. bxa3 De3 20. c4 Rc7 21. Cd6 Fg7 22. fxe3 Cf6 23. \
         Tc2 Ce8 24. Dd3 f5 25. Ch2 Tg8 26. Cb5+ Rc8 27. h4 Fh6 28. Tc3 Tg7 29. Rd2 Ff4 30. \
         Cg4 g5 31. Dc2 Fxe3+ 32. Cxe3 d5 33. Rd1 h6 34. c5 e5 35. Cg4 exd4 36. Tb3 gxh4 37. \
         Tb1 Cc7 38. Re1 Tf7 39. Ff4 Te7 40. Fd2 Td7 41. Cxh6 Tg7 42. Cg8 Tg6 43. De4 Tg5 44. \
         Tb4 fxe4 45. a4 Cd7 1/2-1/2\n";
    let [record] = &records(text.as_bytes())[..] else { panic!("one game") };
    let mended = mend(record, Confidence::Likely).text;
    assert!(mended.contains("17. Nxb7+ Kc8 {written: Fc8} 18. d4"), "{mended}");
    assert!(mended.contains("45. a4 Nd7 1/2-1/2"), "{mended}");
}

/// In windows-1250 an ellipsis is the byte that is a letter in code pages of DOS.
#[test]
fn an_ellipsis_is_no_letter() {
    let moves = b"1. e4 1\x85 e5 2. Nf3 2\x85 Nc6 3. Bb5 3\x85 a6 4. Ba4 4\x85 Nf6 *\n";
    let text =
        [b"[White \"Nov\xe1k, Jan\"]\n[Black \"\x8aim\xe1\xe8ek\"]\n\n", &moves[..]].concat();
    let [record] = &records(&text)[..] else { panic!("one game") };
    assert_eq!(record.encoding, "windows-1250");
    assert_eq!(record.game().tags.get("Black"), Some("Šimáček"));
    assert!(record.parsed.worst() < Some(Severity::Warning), "{:?}", record.parsed.diagnostics);
}
