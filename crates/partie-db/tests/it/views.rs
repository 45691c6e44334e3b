//! A game is written straight from its text as the game itself is written, in every
//! format and notation; and so are its columns.

use partie_testkit::{damage, odd};

use partie_core::{BoardId, Language, Notation, Ply};
use partie_db::columns::{Row, RowParts, RowSink, Table};
use partie_formats::{
    Format, GameView, ReadOptions, Record, Retained, Strip, WriteOptions, fen, view::Event,
};
use partie_pgn as pgn;
use partie_pgn::{
    GameSink, LentGame, RawRecord,
    parallel::{self, Jobs},
};
use partie_records::dispatch;
use partie_testkit::random::Chance;

/// Games with comments, NAGs and variations in all places, marks that are missing, and a FEN.
const GAMES: &str = "\
[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 {first} e5 $6 2. g4 Qh4 {mate} 0-1\n\n\
[White \"B\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n1. f3 e5 2. g4 Qh4+ 0-1\n\n\
[White \"C\"]\n[Result \"*\"]\n\n{before} 1. e4 {[%clk 0:01:00]} e5 (1... c5 {x} 2. Nf3 $1 (2. c3) d6) (1... e6) {then} 2. Nf3 {a\nb} (2. f4) {last} *\n\n\
[White \"D\"]\n[SetUp \"1\"]\n[FEN \"4k3/P6p/8/8/8/8/7P/R3K2R b KQ - 0 7\"]\n[Result \"*\"]\n\n7... h5 8. O-O-O Ke7 9. a8=N Ke6 *\n\n\
[White \"E\"]\n[Result \"*\"]\n\n1. d4 -- 2. c4 {[%eval 0.3]} Ngf6 3. 0-0 *\n\n\
[White \"F\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5!? 2. Ngf3!!! Nc6 1/2\n\n";

fn ways() -> Vec<(Format, WriteOptions)> {
    let plain = WriteOptions::default();
    let notation = |notation| plain.clone().notation(notation);
    let mut ways: Vec<_> = Format::ALL
        .into_iter()
        .filter(|format| *format != Format::Bpgn)
        .map(|format| (format, plain.clone()))
        .collect();
    for options in [
        notation(Notation::Uci),
        notation(Notation::Long(Language::English)),
        notation(Notation::Long(Language::Figurine)),
        notation(Notation::San(Language::German)),
        notation(Notation::San(Language::ColouredFigurine)),
        notation(Notation::Iccf),
    ] {
        ways.extend([(Format::Pgn, options.clone()), (Format::Scoresheet, options)]);
    }
    for strip in [Strip::ALL, Strip { variations: true, ..Strip::default() }] {
        ways.extend(
            [Format::Pgn, Format::Ndjson].map(|format| (format, plain.clone().strip(strip))),
        );
    }
    ways
}

/// All games of a text as written directly from it, and the losses.
fn written(text: &str, format: Format, writing: &WriteOptions) -> (String, Vec<String>) {
    let options = ReadOptions::default().keep(Retained::OnlyDiagnostics);
    let source = Box::new(std::io::Cursor::new(text.to_owned()));
    let formats = (Format::Pgn, format);
    let mut games: parallel::Batches<Record> = dispatch::convert(
        formats,
        source,
        "f",
        (&options, writing),
        Jobs::new(1),
        |batch, record, lost| {
            let lost: Vec<_> = lost.iter().map(|loss| loss.0.to_string()).collect();
            batch.made.push(Record { encoding: "", text: lost.join("\n").into_bytes(), ..record });
        },
    );
    let (mut all, mut lost) = (String::new(), Vec::new());
    while let Some(batch) = games.next() {
        let batch = batch.expect("memory does not fail");
        all.push_str(str::from_utf8(&batch.text).expect("UTF-8"));
        let words = batch.made.drain(..).map(|made| String::from_utf8(made.text).expect("UTF-8"));
        lost.extend(words);
    }
    (all, lost)
}

fn compare(text: &str) {
    let records: Vec<_> = pgn::read(text.as_bytes(), &ReadOptions::default())
        .map(|record| record.expect("memory does not fail"))
        .collect();
    for (format, writing) in ways() {
        let (mut all, mut lost) = (Vec::new(), Vec::new());
        for record in &records {
            let lossy = dispatch::write(format, record, "f", &writing, &mut all);
            let words = lossy.expect("a Vec takes all").lost;
            lost.push(
                words.into_iter().map(|loss| loss.0.to_string()).collect::<Vec<_>>().join("\n"),
            );
        }
        let expected = String::from_utf8(all).expect("UTF-8");
        let (found, found_lost) = written(text, format, &writing);
        assert_eq!(found, expected, "{format:?} {:?}\n{text}", writing.notation);
        assert_eq!(found_lost, lost, "{format:?} {:?}\n{text}", writing.notation);
    }
    rows(text, &records);
}

fn rows(text: &str, records: &[Record]) {
    let options = WriteOptions::default();
    let source = std::io::Cursor::new(text.to_owned());
    let sink = RowSink { parts: RowParts::of(Table::File), options: options.clone() };
    let reading = ReadOptions::default();
    let games: parallel::Batches<Row> = parallel::view(
        source,
        (&reading, Retained::OnlyDiagnostics),
        Jobs::new(1),
        sink,
        |batch, record, row| batch.made.push(row.at(&record)),
    );
    for (row, record) in games.into_iter().zip(records) {
        let row = row.expect("memory does not fail");
        assert_eq!(format!("{row:?}"), format!("{:?}", Row::of(record, &options)), "{text}");
    }
}

#[test]
fn games_with_everything() {
    compare(GAMES);
}

#[test]
fn odd_games() {
    let mut chance = Chance::new(11);
    let odd = odd::GAMES.concat();
    compare(&odd);
    for _ in 0..60 {
        compare(&String::from_utf8_lossy(&odd::damaged(&odd, &mut chance)));
    }
}

#[test]
fn random_games() {
    let mut chance = Chance::new(5);
    let games: Vec<_> = (0..12).map(|_| damage::random_game(&mut chance, 80)).collect();
    for damage in damage::DAMAGES {
        compare(&String::from_utf8_lossy(&damage::file(&games, &[damage])));
    }
}

/// Names the parts of movetexts.
struct Events;

impl GameSink for Events {
    type Made = Vec<String>;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Vec<String> {
        game.events().map(|event| named(&event)).collect()
    }
}

/// Names a part of a movetext. A view of a text knows the letters of its moves.
fn named(event: &Event<'_>) -> String {
    match event {
        Event::Move(played) => format!("{:?}", played.ply),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_parts_of_a_movetext_are_those_of_its_tree() {
    let options = ReadOptions::default();
    let views = pgn::view(GAMES.as_bytes(), &options, Events);
    let records = pgn::read(GAMES.as_bytes(), &options);
    let mut games = 0;
    for (view, record) in views.zip(records) {
        let (view, record) = (view.expect("memory").1, record.expect("memory"));
        assert_eq!(view, Events.make(record.game(), &mut Vec::new()), "{}", record.number);
        games += 1;
    }
    assert_eq!(games, 6);
}

/// Gives the words of the movetext by their places in a text, and the position after the last move.
struct Words(&'static str);

impl GameSink for Words {
    type Made = (Vec<&'static str>, Option<String>);

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Self::Made {
        let words = game.placed_events().filter_map(|(_, place)| Some(&self.0[place?]));
        let last = game.positions().last().map(|(_, position)| position);
        (words.collect(), last.map(|position| fen::position(&position, &WriteOptions::default())))
    }
}

#[test]
fn parts_of_a_movetext_have_places_and_positions() {
    let text = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 {x y} e5!? (1... c5 $2) 2. Ngf3 Nc6 *\n\n";
    let views = pgn::view(text.as_bytes(), &ReadOptions::default(), Words(text));
    let made: Vec<_> = views.map(|view| view.expect("memory does not fail").1).collect();
    let words = ["e4", "{x y}", "e5", "!?", "(", "c5", "$2", ")", "Ngf3", "Nc6"];
    let last = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert_eq!(made, [(words.to_vec(), Some(last.to_owned()))]);
}

/// Counts the plies of games.
struct Plies;

impl GameSink for Plies {
    type Made = usize;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> usize {
        game.mainline().count()
    }
}

#[test]
fn a_sink_sees_every_game() {
    let reading = ReadOptions::default();
    for threads in [1, 2] {
        let source = std::io::Cursor::new(GAMES);
        let shown = (&reading, Retained::OnlyDiagnostics);
        let games: parallel::Batches<(Record, usize)> =
            parallel::view(source, shown, Jobs::new(threads), Plies, |batch, record, plies| {
                batch.made.push((record, plies));
            });
        let plies: Vec<_> =
            games.into_iter().map(|made| made.expect("memory does not fail").1).collect();
        assert_eq!(plies, [4, 4, 3, 5, 4, 4]);
    }
}

/// Returns all that a view says of a game.
fn facts(game: &impl GameView) -> String {
    let tags: Vec<_> = game.tags().collect();
    let events: Vec<_> = game.events().map(|event| named(&event)).collect();
    let notes: Vec<_> = game.notes().collect();
    let plies: Vec<_> = game.mainline().map(|played| played.ply).collect();
    assert_eq!((plies.len(), game.main_plies().count()), (game.ply_count(), plies.len()));
    let boards = [game.start_boards().into_owned(), game.end()];
    let fens = boards.map(|boards| fen::boards(&boards, &WriteOptions::default()));
    let tree = game.to_tree().len();
    assert_eq!(tree, game.to_game().tree.len());
    let rest = (game.variant(), game.extras(), game.outcome(), game.termination(), game.unread());
    format!("{tags:?} {events:?} {notes:?} {plies:?} {fens:?} {tree} {rest:?}")
}

#[test]
fn a_function_is_lent_every_game_once() {
    let mut chance = Chance::new(5);
    let encoded = "[White \"Ji\u{159}\u{ed}\"]\n\n1. e4 {\u{17e}} e5 *\n\nWords.\n\n1. d4 *\n";
    let encoded: Vec<u8> = encoded
        .chars()
        .map(|c| match c {
            '\u{159}' => 0xf8,
            '\u{17e}' => 0x9e,
            c => u8::try_from(u32::from(c)).expect("one byte"),
        })
        .collect();
    let damaged = odd::damaged(&odd::GAMES.concat(), &mut chance);
    let texts = [GAMES.as_bytes().to_vec(), encoded, damaged, format!("Words.\n\n{GAMES}").into()];
    for text in texts {
        let options = ReadOptions::default();
        let mut lent = Vec::new();
        let games = pgn::view_each(&text[..], &options, |game| lent.push(facts(game)));
        let viewed: Vec<_> = games.map(|game| game.expect("memory").0).collect();
        let read: Vec<_> =
            pgn::read(&text[..], &options).map(|game| game.expect("memory")).collect();
        assert_eq!(lent.len(), read.len());
        for (lent, record) in lent.iter().zip(&read) {
            assert_eq!(*lent, facts(record.game()));
        }
        for (viewed, read) in viewed.iter().zip(&read) {
            assert_eq!(
                (viewed.number, viewed.line, viewed.byte),
                (read.number, read.line, read.byte)
            );
            assert_eq!(viewed.parsed.diagnostics, read.parsed.diagnostics);
        }
    }
}

/// Everything that a game says without its tree.
type Everything = (RawRecord, (Vec<(BoardId, Ply)>, Vec<String>));

/// Adds everything that a game says without its tree.
fn everything(game: &LentGame<'_>, answers: &mut Vec<Everything>) {
    let plies: Vec<_> = game.view.main_plies().collect();
    assert_eq!(plies.len(), game.view.ply_count());
    let mut facts: Vec<_> = game.view.tags().map(|tag| format!("{tag:?}")).collect();
    let diagnostics = game.diagnostics.iter();
    facts.extend(diagnostics.map(|found| format!("{} {:?}", found.code.id, found.span)));
    facts.push(format!("{:?} {:?}", game.outcome(), game.format));
    answers.push((game.to_raw(), (plies, facts)));
}

#[test]
fn a_question_is_asked_of_every_game() {
    let mut chance = Chance::new(3);
    let mut texts = vec![GAMES.to_owned(), format!("Some words.\n\n{GAMES}\n\nMore words.\n")];
    texts.push(String::from_utf8_lossy(&odd::damaged(&odd::GAMES.concat(), &mut chance)).into());
    let options = ReadOptions::default();
    for text in texts {
        let games: Vec<_> = pgn::cut(text.as_bytes(), &options.limits)
            .map(|raw| raw.expect("memory does not fail"))
            .filter(|raw| raw.holds_game(&options))
            .collect();
        for (threads, segment) in [(1, 1000), (2, 300), (3, 2000)] {
            let source = std::io::Cursor::new(text.clone());
            let jobs = Jobs { threads, segment };
            let lending = parallel::Lending { moves: true, patient: true };
            let answers = parallel::ask(source, &options, jobs, lending, everything);
            let mut answers = answers.into_iter().map(|answer| answer.expect("memory"));
            for game in &games {
                let (raw, (plies, facts)) = answers.next().expect("an answer for each game");
                let place = |raw: &RawRecord| (raw.number, raw.byte, raw.line, raw.text.clone());
                assert_eq!(place(&raw), place(game), "{text}");
                let record = game.clone().read(&options);
                assert_eq!(plies, record.game().plies().collect::<Vec<_>>(), "{text}");
                let mut own: Vec<_> =
                    game.tags(&options).iter().map(|t| format!("{t:?}")).collect();
                let diagnostics = record.parsed.diagnostics.iter();
                own.extend(diagnostics.map(|found| format!("{} {:?}", found.code.id, found.span)));
                let stated = game.outcome(game.tags(&options).get("Result"));
                let outcome = stated.unwrap_or(record.game().outcome);
                own.push(format!("{outcome:?} {:?}", game.format(&options)));
                assert_eq!(facts, own, "{text}");
            }
            assert!(answers.next().is_none(), "{text}");
        }
    }
}
