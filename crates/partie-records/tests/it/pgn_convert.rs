//! Converted games read back as the games that they were made of, and are converted to themselves.

use partie_core::{Comment, CommentPlace, Game, Language, Nag, NodeId, Notation, Ply, Position};
use partie_formats::{Diagnostic, ReadOptions, Record, Retained, Severity, Strip, WriteOptions};
use partie_pgn as pgn;
use partie_testkit::random::Chance;
use partie_testkit::{corpus, damage, odd, suite};

/// Ways of writing that differ.
fn ways() -> Vec<WriteOptions> {
    let plain = WriteOptions::default();
    let strip = |strip| WriteOptions::default().strip(strip);
    let width = |width| WriteOptions::default().width(width);
    let nothing = Strip::default();
    vec![
        plain.clone(),
        width(0),
        width(1),
        width(20),
        width(80),
        width(255),
        strip(Strip { comments: true, ..nothing }),
        strip(Strip { variations: true, ..nothing }),
        strip(Strip { nags: true, tags: true, ..nothing }),
        strip(Strip { clocks: true, ..nothing }),
        strip(Strip { marks: true, ..nothing }),
        strip(Strip { other_commands: true, ..nothing }),
        strip(Strip { evals: true, variations: true, nags: true, ..nothing }),
        strip(Strip::ALL),
        plain.clone().notation(Notation::San(Language::Figurine)),
        plain.notation(Notation::Uci),
    ]
}

/// The diagnostics except notes, which may be left out if nobody asked for them.
fn worse_than_notes(record: &Record) -> Vec<&Diagnostic> {
    record.parsed.diagnostics.iter().filter(|d| d.severity > Severity::Note).collect()
}

/// Converts a text's games. Returns their number, or the problem with one: it does not read back,
/// or converts to another text.
fn check(name: &str, text: &[u8], writing: &WriteOptions) -> Result<usize, String> {
    let options = ReadOptions::default();
    let only = ReadOptions::default().keep(Retained::Diagnostics(Severity::Warning));
    let mut whole = pgn::convert(text, &options, writing);
    let mut some = pgn::convert(text, &only, writing);
    let mut games = 0;
    for record in pgn::read(text, &options) {
        games += 1;
        let record = record.expect("memory does not fail");
        let converted = [whole.next(), some.next()].map(|converted| {
            let converted = converted.ok_or(format!("{name} game {games}: the stream ends"))?;
            let converted = converted.expect("memory does not fail");
            let place = |r: &Record| (r.number, r.byte, r.line, r.format);
            if worse_than_notes(&converted.record) != worse_than_notes(&record)
                || place(&converted.record) != place(&record)
            {
                return Err(format!("{name} game {games}: {converted:#?} {record:#?}"));
            }
            Ok((converted.text, converted.lost))
        });
        let [written, other] = converted;
        let (written, other) = (written?, other?);
        let said = || String::from_utf8_lossy(&written.0).into_owned();
        if written != other {
            return Err(format!("{name} game {games}: {written:?} {other:?}"));
        }
        let game = record.game();
        if game.unread.is_some() || !written.1.is_empty() {
            continue;
        }
        let again = pgn::parse(&written.0, &options).value;
        // What is not clear in a text may be read in another way once it stands in a comment.
        let clear = record.parsed.diagnostics.iter().all(|d| d.severity < Severity::Warning);
        let complete = clear && writing.strip == Strip::default();
        if complete && again.tree != game.tree || again.outcome != game.outcome {
            return Err(format!("{name} game {games}, {writing:?}: other moves\n{}", said()));
        }
        let mut twice = pgn::convert(&written.0[..], &options, writing);
        let twice = twice.next().expect("a game").expect("memory does not fail").text;
        if twice != written.0 {
            let twice = String::from_utf8_lossy(&twice);
            return Err(format!("{name} game {games}, {writing:?}:\n{}\n{twice}", said()));
        }
    }
    if whole.next().is_some() || some.next().is_some() {
        return Err(format!("{name}: the stream does not end"));
    }
    Ok(games)
}

fn check_in_all_ways(name: &str, text: &[u8]) {
    for writing in ways() {
        if let Err(difference) = check(name, text, &writing) {
            panic!("{difference}");
        }
    }
}

/// Returns what is written of one game, after its tags.
fn moves_of(moves: &str) -> String {
    let text = format!("[Event \"x\"]\n[Result \"*\"]\n\n{moves} *\n");
    check_in_all_ways(moves, text.as_bytes());
    let mut games =
        pgn::convert(text.as_bytes(), &ReadOptions::default(), &WriteOptions::default());
    let game = games.next().expect("a game").expect("memory does not fail");
    let text = String::from_utf8(game.text).expect("UTF-8");
    text.split_once("\n\n").expect("an empty line").1.trim_end().to_owned()
}

#[test]
fn movetext() {
    for (read, written) in [
        ("", "*"),
        ("1. e4 e5", "1. e4 e5 *"),
        ("1.e4 e5 2.Nf3", "1. e4 e5 2. Nf3 *"),
        ("1. e4 1... e5 2. Nf3", "1. e4 e5 2. Nf3 *"),
        ("1. e4! e5?! 2. Nf3!?", "1. e4 $1 e5 $6 2. Nf3 $5 *"),
        ("1. e4 $1 $14 $1 e5", "1. e4 $1 $14 e5 *"),
        // Signs stand before comments.
        ("1. e4 {good} $1 {very} $2 e5", "1. e4 $1 $2 {good} {very} 1... e5 *"),
        ("{first} 1. e4 {then} e5", "{first} 1. e4 {then} 1... e5 *"),
        ("1. e4 {on two\nlines} e5 {\n}", "1. e4 {on two lines} 1... e5 { } *"),
        (
            "1. e4 {a \n b} e5 {a\n\nb} 2. d4 {a\t\n\tb\n}",
            "1. e4 {a b} 1... e5 {a b} 2. d4 {a b } *",
        ),
        ("1. e4 {é\nè} $1 e5 {\nà \nù}", "1. e4 $1 {é è} 1... e5 { à ù} *"),
        (
            "1. e4 $7 {one} {two} e5 $1 $2 {three} $3",
            "1. e4 $7 {one} {two} 1... e5 $1 $2 $3 {three} *",
        ),
        ("1. e4 (1. d4 d5) e5", "1. e4 (1. d4 d5) 1... e5 *"),
        ("1. e4 (1. d4) (1. c4) 1... e5", "1. e4 (1. d4) (1. c4) 1... e5 *"),
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6)",
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) *",
        ),
        ("1. e4 ({or} 1. d4 {closed})", "1. e4 ({or} 1. d4 {closed}) *"),
        ("1. e4 (1. d4 d5 (1... Nf6 2. c4))", "1. e4 (1. d4 d5 (1... Nf6 2. c4)) *"),
        ("1. e4 (1. d4) {a comment} e5", "1. e4 (1. d4) {a comment} 1... e5 *"),
        ("1. e4 (1. d4) {a comment}", "1. e4 (1. d4) {a comment} *"),
        // What the tree has in another order.
        ("1. e4 (1. d4) {one} (1. c4) {two} e5", "1. e4 (1. d4) (1. c4) {one} {two} 1... e5 *"),
        ("1. e4 (1. d4) $1 e5", "1. e4 $1 (1. d4) 1... e5 *"),
        ("1. e4 (1. d4 (1. c4) 1... d5) e5", "1. e4 (1. d4 d5) (1. c4) 1... e5 *"),
        // Marks that are missing.
        ("1. e4 f6 2. d4 g5 3. Qh5", "1. e4 f6 2. d4 g5 3. Qh5# *"),
        ("1. e4 f6 2. d4 g5 3. Qh5+", "1. e4 f6 2. d4 g5 3. Qh5# *"),
        (
            "1. e4 d5 2. Bb5 (2. d4 c6 (2... dxe4 3. Bb5 c6)) c6",
            "1. e4 d5 2. Bb5+ (2. d4 c6 (2... dxe4 3. Bb5+ c6)) 2... c6 *",
        ),
    ] {
        assert_eq!(moves_of(read), written, "{read}");
    }
}

#[test]
fn other_starts() {
    for (fen, moves, written) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 40", "40... dxe3 41. Ke2", "40... dxe3 41. Ke2 *"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=Q Kd7 2. Qb7", "1. a8=Q+ Kd7 2. Qb7+ *"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. O-O O-O-O", "1. O-O O-O-O *"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1",
            "1. Rb1 (1. O-O-O) O-O",
            "1. Rb1 (1. O-O-O) 1... O-O *",
        ),
        ("k7/8/1K6/8/8/8/8/1N3N1R w - - 0 1", "1. Nbd2 (1. Rh8)", "1. Nbd2 (1. Rh8#) *"),
        // The side to move passes.
        ("4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1", "1. -- d5 2. exd6", "1. -- d5 2. exd6 *"),
        (
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
            "1... d5 2. -- Kd7 3. Kd2",
            "1... d5 2. -- Kd7 3. Kd2 *",
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. -- Kd7 2. O-O-O", "1. -- Kd7 2. O-O-O+ *"),
    ] {
        let text =
            format!("[Event \"x\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
        check_in_all_ways(moves, text.as_bytes());
        let mut games =
            pgn::convert(text.as_bytes(), &ReadOptions::default(), &WriteOptions::default());
        let game = games.next().expect("a game").expect("memory does not fail");
        let text = String::from_utf8(game.text).expect("UTF-8");
        let (_, found) = text.split_once("\n\n").expect("an empty line");
        assert_eq!(found.trim_end(), written, "{fen}");
    }
}

/// Long games, comments and signs at the ends of lines.
#[test]
fn lines() {
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for length in [100, 101, 2100] {
        let mut moves = String::new();
        for (i, knight) in knights.iter().cycle().take(length).enumerate() {
            if i % 2 == 0 {
                moves += &format!("{}. ", i / 2 + 1);
            }
            moves += knight;
            moves.push(' ');
        }
        let written = moves_of(&moves);
        assert!(written.lines().all(|line| line.len() <= 79), "{written}");
        assert_eq!(written.replace('\n', " "), format!("{moves}*"));
    }
    let words = ["the", "pièce", "wins", "ŘŽÝÁÍÉ", "a-pawn", "as", "is", "well-known", "🙂"];
    let long: Vec<_> = words.iter().cycle().take(500).copied().collect();
    for (i, ends) in [(1, "\n"), (7, "\r\n"), (12, " \n"), (1000, " ")] {
        let lines: Vec<_> = long.chunks(i).map(|line| line.join(" ")).collect();
        let written = moves_of(&format!("1. e4 {{{}}} e5", lines.join(ends)));
        assert_eq!(written.replace('\n', " "), format!("1. e4 {{{}}} 1... e5 *", long.join(" ")));
        assert!(written.lines().all(|line| line.chars().count() <= 79), "{written}");
    }
    for text in [
        "a comment of more than one line, which is broken at its spaces and nowhere else, or so it seems",
        "a  comment  with  two  spaces  between  its  words,  which  is  never  broken,  however  long  it  is",
        " [%clk 0:05:00] [%eval 0.25,20] and [%cal Ga1a2,Ra1a3 Ga1a4,Ra1a5 Ga1a6,Ra1a7 Ga1a8,Ra1b1 Ga1c1] long ",
        "Ä Ö Ü ä ö ü ß é è ê ç ř ž ý á í é ů ú ť ď ň ó Ř Ž Ý Á Í É Ů Ú Ť Ď Ň Ó Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ",
        "signs % that % must % not [ begin % a % line % or [ it % is % a % tag [a % escaped % or % both %%%",
        "",
        " ",
        "x",
    ] {
        moves_of(&format!("1. e4 {{{text}}} e5 ({{{text}}} 1... c5 {{{text}}}) {{{text}}} 2. Nf3"));
    }
}

#[test]
fn tags() {
    for (tags, written) in [
        (
            "[Event \"x\"]\n",
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n",
        ),
        (
            "[Zug \"z\"]\n[Result \"\"]\n[A \"a\"]\n[Black \"b\"]\n[White \"w\"]\n[Round \"1\"]\n[Date \"2024-1-2\"]\n[Site \"s\"]\n[Event \"e\"]\n[EventDate \"2024/1\"]\n[Update \"2024\"]\n",
            "[Event \"e\"]\n[Site \"s\"]\n[Date \"2024.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"*\"]\n[A \"a\"]\n[EventDate \"2024.01.??\"]\n[Update \"2024\"]\n[Zug \"z\"]\n",
        ),
        (
            "[Event \"x\"]\n[AbcdefghijklmnopQ \"1\"]\n[AbcdefghijklmnopB \"2\"]\n[Abc \"3\"]\n[abc \"4\"]\n[SetUp \"0\"]\n[Variant \"Standard\"]\n",
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Abc \"3\"]\n[AbcdefghijklmnopB \"2\"]\n[AbcdefghijklmnopQ \"1\"]\n[SetUp \"0\"]\n[Variant \"Standard\"]\n[abc \"4\"]\n",
        ),
    ] {
        for end in ["\n", "\r\n"] {
            let text = format!("{tags}\n1. e4 *\n").replace('\n', end);
            check_in_all_ways(tags, text.as_bytes());
            let mut games =
                pgn::convert(text.as_bytes(), &ReadOptions::default(), &WriteOptions::default());
            let game = games.next().expect("a game").expect("memory does not fail");
            assert_eq!(String::from_utf8_lossy(&game.text), format!("{written}\n1. e4 *\n\n"));
        }
    }
}

/// Words of comments.
const WORDS: &[&str] = &[
    "the",
    "position",
    "is",
    "equal",
    "[%clk 0:05:00]",
    "[%eval -0.17,20]",
    "%",
    "[odd",
    "]",
    "Řeka",
    "",
    "a-very-long-word-that-takes-most-of-a-line-because-it-is-never-broken-whatever-comes",
    "}",
    "2.Nf3!",
];

fn words(chance: &mut Chance) -> String {
    let words: Vec<_> = (0..chance.below(12)).map(|_| WORDS[chance.below(WORDS.len())]).collect();
    words.join(" ")
}

/// Signs, comments and variations at some moves.
fn annotate(game: &mut Game, chance: &mut Chance) {
    let mut lines = vec![(NodeId::ROOT, game.start.first().clone())];
    while let Some((mut before, mut position)) = lines.pop() {
        while let Some(node) = game.tree.next(before) {
            if chance.below(8) == 0 && game.tree.len() < 300 {
                variation(game, before, &position, chance, &mut lines);
            }
            let place = [
                CommentPlace::After,
                CommentPlace::After,
                CommentPlace::Before,
                CommentPlace::Last,
            ];
            let annotations = game.tree.annotations_mut(node);
            for _ in 0..chance.below(12).saturating_sub(8) {
                annotations.nags.push(Nag(chance.below(256) as u8));
            }
            for _ in 0..chance.below(12).saturating_sub(9) {
                let comment = Comment { text: words(chance), place: place[chance.below(4)] };
                annotations.comments.push(comment);
            }
            let ply = game.tree.ply(node).expect("a move");
            position.play(ply).expect("legal");
            before = node;
        }
    }
}

fn variation(
    game: &mut Game,
    before: NodeId,
    position: &Position,
    chance: &mut Chance,
    lines: &mut Vec<(NodeId, Position)>,
) {
    let (mut node, mut after) = (before, position.clone());
    for ply in 0..=chance.below(5) {
        let moves = after.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = Ply::Move(moves[chance.below(moves.len())]);
        node = game.tree.add(node, m);
        after.play(m).expect("legal");
        if ply == 0 {
            lines.push((node, after.clone()));
        }
    }
}

/// Bytes that have a meaning in PGN, and some that do not.
const BYTES: &[u8] = b" \n\r\t.{}()[]$!?*+#=-x0128abhNBRQKO%;<>&\"\\\xe4\x00";

#[test]
fn annotated_games_with_a_little_damage() {
    let mut chance = Chance::new(suite::seed(5));
    let mut games = 0;
    let ways = ways();
    for round in 0..suite::rounds(100, 1500) {
        let mut text = Vec::new();
        for _ in 0..2 {
            let mut game = damage::random_game(&mut chance, 40);
            annotate(&mut game, &mut chance);
            let width = [0, 60, 79][chance.below(3)];
            let writing = WriteOptions::default().width(width);
            pgn::write(&game, &writing, &mut text).expect("a Vec takes all").ignore();
        }
        for _ in 0..chance.below(4) {
            let at = chance.below(text.len());
            let byte = BYTES[chance.below(BYTES.len())];
            match chance.below(6) {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                2 => {
                    text.remove(at);
                }
                // A duplicated or moved part.
                3 => {
                    let end = (at + chance.below(40)).min(text.len());
                    let part = text[at..end].to_vec();
                    let to = chance.below(text.len());
                    text.splice(to..to, part);
                }
                4 => text.retain(|b| !matches!(b, b'+' | b'#')),
                _ => text.truncate(at.max(300)),
            }
        }
        let writing = &ways[round % ways.len()];
        match check(&format!("round {round}"), &text, writing) {
            Ok(n) => games += n,
            Err(e) => panic!("{e}\n{}", String::from_utf8_lossy(&text)),
        }
    }
    assert!(games > suite::rounds(150, 2500), "{games}");
}

#[test]
fn damaged_games() {
    let mut chance = Chance::new(suite::seed(3));
    let games: Vec<_> = (0..4).map(|_| damage::random_game(&mut chance, 60)).collect();
    let ways = ways();
    for (i, damage) in damage::DAMAGES.iter().enumerate() {
        let text = damage::file(&games, &[damage]);
        for writing in [&ways[0], &ways[1 + i % (ways.len() - 1)]] {
            if let Err(difference) = check(damage.name, &text, writing) {
                panic!("{difference}");
            }
        }
    }
}

/// Nonstandard moves, numbers, results and starts are written as they are meant.
#[test]
fn games_with_odd_moves() {
    let mut chance = Chance::new(suite::seed(7));
    let ways = ways();
    let odd = odd::GAMES.concat();
    for writing in &ways {
        check("as they stand", odd.as_bytes(), writing).unwrap_or_else(|e| panic!("{e}"));
    }
    for round in 0..suite::rounds(50, 700) {
        let text = odd::damaged(&odd, &mut chance);
        if let Err(e) = check(&format!("round {round}"), &text, &ways[round % ways.len()]) {
            panic!("{e}\n{}", String::from_utf8_lossy(&text));
        }
    }
}

#[test]
fn every_game_of_the_corpus() {
    let mut games = 0;
    let ways = ways();
    for (i, path) in corpus::pgn_files().iter().enumerate() {
        let text = std::fs::read(path).expect("file");
        for writing in [&ways[0], &ways[1 + i % (ways.len() - 1)]] {
            match check(&path.display().to_string(), &text, writing) {
                Ok(n) => games += n,
                Err(difference) => panic!("{difference}"),
            }
        }
    }
    println!("{games} games");
}
