//! A game is the same, with the same diagnostics, whether or not its encoding is named, and with
//! any selection of parts to keep.

use partie_formats::{Diagnostic, Limits, ReadOptions, Retained, Severity};
use partie_pgn as pgn;
use partie_testkit::corpus::Drops;
use partie_testkit::random::Chance;
use partie_testkit::{corpus, damage, odd, suite};

/// Reads a text in both ways, as a stream; returns the number of games, and reports differences.
fn compare(name: &str, text: &[u8], piece: usize, wrong: &mut Vec<String>) -> usize {
    let options = ReadOptions::default();
    let only = ReadOptions::default().keep(Retained::Diagnostics(Severity::Warning));
    let plain = pgn::cut(text, &Limits::default());
    let mut fast = pgn::read(Drops(text, piece), &options);
    let mut diagnostics = pgn::read(Drops(text, piece), &only);
    let never = ReadOptions::default().keep(Retained::OnlyDiagnostics);
    let mut bare = pgn::read(Drops(text, piece), &never);
    let texts = ReadOptions::default().keep(Retained::Text);
    let mut texts = pgn::read(Drops(text, piece), &texts);
    let mut games = 0;
    for game in plain {
        let game = game.expect("memory does not fail");
        if game.format(&options) != partie_formats::Format::Pgn {
            return games;
        }
        games += 1;
        let (Some(record), Some(found)) = (fast.next(), diagnostics.next()) else {
            wrong.push(format!("{name} game {}: the stream ends", game.number));
            return games;
        };
        let (record, found) =
            (record.expect("memory does not fail"), found.expect("memory does not fail"));
        let named = options.clone().encoding(Some(record.encoding.to_owned()));
        let expected = pgn::parse(&game.text, &named);
        let places = |r: &partie_formats::Record| (r.number, r.byte, r.line, r.format);
        let place = (game.number, game.byte, game.line, partie_formats::Format::Pgn);
        if places(&record) != place || places(&found) != place || record.text != game.text {
            wrong.push(format!("{name} game {}: {:?} {place:?}", game.number, places(&record)));
        }
        if record.parsed != expected {
            wrong.push(format!("{name} game {}: {:#?}\n{expected:#?}", game.number, record.parsed));
        }
        // Notes are left out if nobody asked for them.
        let reported: Vec<Diagnostic> =
            expected.diagnostics.iter().filter(|d| d.severity > Severity::Note).cloned().collect();
        if found.parsed.diagnostics != reported {
            wrong.push(format!("{name} game {}: {:#?}", game.number, found.parsed.diagnostics));
        }
        let noted = texts.next().map(|r| r.expect("memory does not fail"));
        if noted.as_ref().is_none_or(|r| {
            r.parsed.diagnostics != expected.diagnostics
                || !expected.diagnostics.is_empty() && r.text != game.text
        }) {
            wrong.push(format!("{name} game {}: {noted:#?}", game.number));
        }
        let bare = bare.next().map(|r| r.expect("memory does not fail").parsed.diagnostics);
        if bare.as_ref() != Some(&reported) {
            wrong.push(format!("{name} game {}: {bare:#?}", game.number));
        }
        if expected.diagnostics.iter().any(|d| d.severity >= Severity::Warning)
            && (found.parsed.value != expected.value || found.text != game.text)
        {
            wrong.push(format!("{name} game {}: it is not whole", game.number));
        }
        if wrong.len() > 2 {
            break;
        }
    }
    if wrong.is_empty() && fast.next().is_some() {
        wrong.push(format!("{name}: the stream does not end"));
    }
    games
}

#[test]
fn every_game_of_the_corpus() {
    let mut wrong = Vec::new();
    let mut games = 0;
    for path in corpus::pgn_files() {
        let text = std::fs::read(&path).expect("file");
        // A stream in UTF-16 becomes one in UTF-8 before it is cut.
        if !text.starts_with(&[0xff, 0xfe]) && !text.starts_with(&[0xfe, 0xff]) {
            games += compare(&path.display().to_string(), &text, 10_000, &mut wrong);
        }
    }
    println!("{games} games");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Bytes that have a meaning in PGN, and some that do not.
const BYTES: &[u8] = b" \n\r\t.{}()[]$!?*+#=-x0128abhNBRQKO%;<>&\"\\\xe4\x00";

/// The first game is returned when it ends, not when the stream does: with any content, little is
/// read ahead.
#[test]
fn little_is_read_ahead() {
    let usual = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
    for first in [
        usual,
        "[Event  \"two spaces\"]\n\n1. d4 *\n\n",
        "[Event \"a \\\"quote\\\"\"]\n\n1. d4 *\n\n",
        "[Event \"no end of the tag\n\n1. d4 *\n\n",
        "[Event \"a comment\"]\n\n1. d4 {never closed *\n\n",
        "1. d4 d5 *\n\n",
        "Dear all,\n\n",
    ] {
        let text = format!("{first}{}", usual.repeat(100_000));
        let mut source = text.as_bytes();
        let mut games = pgn::read(&mut source, &ReadOptions::default());
        let game = games.next().expect("a game").expect("memory does not fail");
        assert_eq!(game.byte, 0);
        drop(games);
        let taken = text.len() - source.len();
        assert!(taken < 1 << 19, "{first}: {taken} bytes were read for the first game");
    }
}

/// Clean games, and games with a few damages that the fast path must not take.
#[test]
fn games_with_a_little_damage() {
    let mut chance = Chance::new(suite::seed(3));
    let games: Vec<_> = (0..6).map(|_| damage::random_game(&mut chance, 60)).collect();
    let mut wrong = Vec::new();
    let mut count = 0;
    for damage in damage::DAMAGES {
        let text = damage::file(&games, &[damage]);
        if damage.name != "UTF-16" {
            count += compare(damage.name, &text, 977, &mut wrong);
        }
    }
    let clean = damage::file(&games, &[]);
    for round in 0..suite::rounds(100, 2000) {
        let mut text = clean.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len());
            let byte = BYTES[chance.below(BYTES.len())];
            match chance.below(4) {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                2 => {
                    text.remove(at);
                }
                _ => text.truncate(at.max(200)),
            }
        }
        count += compare(&format!("round {round}"), &text, 331, &mut wrong);
        if !wrong.is_empty() {
            wrong.push(String::from_utf8_lossy(&text).into_owned());
            break;
        }
    }
    println!("{count} games");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A move number apart from its dot.
#[test]
fn numbers_with_spaces() {
    let mut wrong = Vec::new();
    let text = b"[White \"A\"]\n\n1. e4 e5 2 . Nf3 Nc6 3. Bb5 3 ... a6 *\n";
    compare("2 .", text, text.len(), &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names are not confused, even if their bytes resemble each other.
#[test]
fn names_with_zeros() {
    let game = "[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
    let mut wrong = Vec::new();
    for name in ["Black\0", "Black\0\0", "\0Black", "Bla\0ck", "\0", "Black\u{1}"] {
        let text = format!("{game}{}{game}", game.replace("Black", name));
        compare(&format!("{name:?}"), text.as_bytes(), 331, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Both ways report the same for nonstandard moves, numbers, results and starts. A repeated tag is
/// found, even if so little text follows that its name is not looked up.
#[test]
fn a_tag_twice_at_the_end() {
    let mut wrong = Vec::new();
    for rest in ["*", "*\n", "\n*", "\n*\n", "\n1. e4 *\n", "\n1. e4 e5 2. Nf3 Nc6 *\n"] {
        for value in ["", "B", "Brno"] {
            let text = format!("[Event \"a\"]\n[Site \"b\"]\n[Site \"{value}\"]\n{rest}");
            compare(&text, text.as_bytes(), 1 << 16, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A value longer than tokens hold is cut by both.
#[test]
fn values_of_any_length() {
    let mut wrong = Vec::new();
    for length in [30_000, 32_768, 32_769, 65_534, 65_535, 65_536, 65_537, 70_000, 160_000] {
        let text = format!("[Event \"{}\"]\n\n1. e4 e5 *\n", "long tag ".repeat(length / 9 + 1));
        let text = text.as_bytes();
        compare(&format!("{length} bytes"), text, text.len(), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn games_with_odd_moves() {
    let mut chance = Chance::new(suite::seed(11));
    let games: Vec<_> = (0..4).map(|_| damage::random_game(&mut chance, 40)).collect();
    let clean = String::from_utf8(damage::file(&games, &[])).expect("it is UTF-8");
    let odd = odd::GAMES.concat();
    let mut wrong = Vec::new();
    let mut count = compare("as they stand", odd.as_bytes(), 331, &mut wrong);
    for round in 0..suite::rounds(100, 2000) {
        let text = odd::damaged(if round % 3 == 0 { &clean } else { &odd }, &mut chance);
        count += compare(&format!("round {round}"), &text, 331, &mut wrong);
        if !wrong.is_empty() {
            wrong.push(String::from_utf8_lossy(&text).into_owned());
            break;
        }
    }
    println!("{count} games");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
