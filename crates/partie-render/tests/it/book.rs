//! The book as a reader of PDF files sees it.

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId};
use partie_core::{Game, Language};
use partie_formats::ReadOptions;
use partie_pgn as pgn;
use partie_render::{Book, BookOptions, BookTable, Diagrams, Paper, RenderError};

const CZECH: &str = "\
[Event \"Mistrovství ČR\"]
[Date \"2024.05.01\"]
[White \"Nováková, Jiřina\"]
[WhiteElo \"2105\"]
[Black \"Žižka, Οδυσσεύς Ёлкин\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 {Příliš žluťoučký kůň} Nc6 (2... d6 3. d4 (3. Bc4 Be7) 3... exd4) \
3. Bb5 $16 {[#]} a6 1-0
";

fn game(text: &str) -> Game {
    pgn::parse(text.as_bytes(), &ReadOptions::default()).value
}

fn book(options: BookOptions, games: &[&str]) -> Vec<u8> {
    let mut book = Book::new(options);
    for text in games {
        book.add(game(text));
    }
    book.finish().expect("a book").file
}

/// The text of all pages, whitespace as single spaces.
fn text(file: &[u8]) -> String {
    let document = Document::load_mem(file).expect("a PDF");
    let text: String =
        document.get_pages().values().map(|page| text_of_page(&document, *page)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of a page: what its fonts say that the codes of its glyphs mean.
fn text_of_page(document: &Document, page: ObjectId) -> String {
    let fonts: HashMap<Vec<u8>, HashMap<u16, String>> = document
        .get_page_fonts(page)
        .expect("fonts")
        .into_iter()
        .map(|(name, font)| (name, meanings(document, font)))
        .collect();
    let mut font = None;
    let mut text = String::new();
    for operation in document.get_and_decode_page_content(page).expect("a page").operations {
        match (operation.operator.as_str(), operation.operands.as_slice()) {
            ("Tf", [Object::Name(name), ..]) => font = fonts.get(name),
            ("Tj", [Object::String(codes, _)]) => push(&mut text, codes, font),
            ("TJ", [Object::Array(parts)]) => {
                for part in parts {
                    if let Object::String(codes, _) = part {
                        push(&mut text, codes, font);
                    }
                }
            }
            _ => {}
        }
    }
    text
}

fn push(text: &mut String, codes: &[u8], font: Option<&HashMap<u16, String>>) {
    let font = font.expect("a font before the text");
    for code in codes.chunks_exact(2) {
        let code = u16::from_be_bytes([code[0], code[1]]);
        text.push_str(font.get(&code).unwrap_or_else(|| panic!("glyph {code} means nothing")));
    }
}

/// Returns the meanings of a font's codes: the pairs of hexadecimal numbers in its `ToUnicode`.
fn meanings(document: &Document, font: &Dictionary) -> HashMap<u16, String> {
    let map = font.get_deref(b"ToUnicode", document).and_then(Object::as_stream).expect("a map");
    let map = map.decompressed_content().expect("a map");
    let hex = |word: &str| {
        let digits = word.strip_prefix('<')?.strip_suffix('>')?.as_bytes().chunks_exact(4);
        digits
            .map(|four| u16::from_str_radix(std::str::from_utf8(four).ok()?, 16).ok())
            .collect::<Option<Vec<u16>>>()
    };
    String::from_utf8_lossy(&map)
        .lines()
        .filter_map(|line| {
            let (code, meaning) = line.split_once(' ')?;
            Some((*hex(code)?.first()?, String::from_utf16(&hex(meaning)?).ok()?))
        })
        .collect()
}

#[test]
fn the_text_can_be_found_and_copied() {
    let file = book(BookOptions::default(), &[CZECH]);
    assert!(file.starts_with(b"%PDF-1.") && file.trim_ascii_end().ends_with(b"%%EOF"));
    let text = text(&file);
    for words in [
        "Nováková, Jiřina (2105) – Žižka, Οδυσσεύς Ёлкин",
        "Mistrovství ČR, 1 May 2024",
        "Příliš žluťoučký kůň",
        "2.♘f3",
        "(3.♗c4 ♗e7)",
        "3.♗b5 ±",
        "1–0",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let options = BookOptions::default().language(Language::Czech);
    assert!(self::text(&book(options, &[CZECH])).contains("2.Jf3"));
}

#[test]
fn several_games_have_contents_and_bookmarks() {
    let games = vec![CZECH; 90];
    let options = BookOptions::default().title("Turnaje".to_owned());
    let file = book(options, &games);
    let document = Document::load_mem(&file).expect("a PDF");
    let pages = document.get_pages();
    assert!(pages.len() > 10, "{}", pages.len());
    let first = text_of_page(&document, pages[&1]);
    assert!(first.contains("Turnaje") && first.contains("Nováková, Jiřina"), "{first}");
    let catalog = document.catalog().expect("a catalog");
    let outlines = catalog.get(b"Outlines").and_then(Object::as_reference).expect("bookmarks");
    let outlines = document.get_dictionary(outlines).expect("bookmarks");
    assert_eq!(outlines.get(b"Count").and_then(Object::as_i64).map(i64::abs).expect("a count"), 90);
    // Every entry of the contents leads to a page.
    let links: usize = pages
        .values()
        .map(|page| document.get_page_annotations(*page).expect("annotations").len())
        .sum();
    assert_eq!(links, 90);
}

const PUZZLES: &str = "\
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; c0 \"a sacrifice, not Qd5\";
# From a lesson
7k/8/8/8/8/8/R7/1R5K w - - dm 2; bm Ra7; pv Ra7 Kg8 Rb8#; id \"Ladder\";
rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - bm e6; am Nb5;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"First\";
";

#[test]
fn positions_of_epd_are_a_book_of_puzzles() {
    let set = |options| {
        let mut book = Book::new(options);
        for record in partie_formats::epd::read(PUZZLES.as_bytes(), &ReadOptions::default()) {
            let record = record.expect("a record");
            book.add(partie_formats::epd::parse(&record.text, &ReadOptions::default()).value);
        }
        book.finish().expect("a book").file
    };
    let file = set(BookOptions::default());
    let document = Document::load_mem(&file).expect("a PDF");
    let pages: Vec<String> = document
        .get_pages()
        .values()
        .map(|page| {
            let words = text_of_page(&document, *page);
            words.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect();
    let [positions, solutions] = &pages[..] else { panic!("{pages:?}") };
    for words in ["1 BK.01", "Black to move", "2 Ladder", "White to move, mate in 2"] {
        assert!(positions.contains(words), "{words}: {positions}");
    }
    assert!(!positions.contains("Position") && !positions.contains("d1+"), "{positions}");
    for words in [
        "Solutions",
        "1 BK.01 1...♕d1+ a sacrifice, not ♕d5",
        "2 Ladder 1.♖a7 ♔g8 2.♖b8# From a lesson",
        "3 1.e6 (not 1.♘b5)",
        "4 First 1.e4",
    ] {
        assert!(solutions.contains(words), "{words}: {solutions}");
    }
    let german = BookOptions::default().language(Language::German);
    let german = text(&set(german));
    for words in
        ["Schwarz am Zug", "Weiß am Zug, matt in 2", "Lösungen", "1...Dd1+ a sacrifice, not Dd5"]
    {
        assert!(german.contains(words), "{words}: {german}");
    }
}

#[test]
fn a_position_alone_has_no_number() {
    let line = PUZZLES.lines().next().expect("a line");
    let mut book = Book::new(BookOptions::default());
    book.add(partie_formats::epd::parse(line.as_bytes(), &ReadOptions::default()).value);
    let text = text(&book.finish().expect("a book").file);
    assert!(text.contains("Solutions BK.01 1...♕d1+"), "{text}");
}

#[test]
fn a_position_that_tells_more_than_a_puzzle_is_set_as_a_game() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n";
    let with_words = format!(
        "[Event \"Studies\"]\n[Annotator \"Adler\"]\n[Result \"1-0\"]\n{fen}\n\
         {{A study of pawns.}} 1-0\n"
    );
    let unread = format!("{fen}\n1. Kd8 Kd1 *\n");
    for (record, expected) in [
        (with_words, &["Studies", "Annotated by Adler", "A study of pawns.", "1–0"][..]),
        (unread, &["Not read: 1. Kd8 Kd1"][..]),
    ] {
        let text = text(&book(BookOptions::default(), &[&record]));
        for words in expected {
            assert!(text.contains(words), "{words}: {text}");
        }
        let german =
            self::text(&book(BookOptions::default().language(Language::German), &[&record]));
        assert!(
            german.contains("Kommentiert von Adler") || german.contains("Nicht gelesen: 1. Kd8"),
            "{german}"
        );
    }
}

#[test]
fn contents_are_neither_cut_nor_a_page_without_games() {
    let names = [
        "Praggnanandhaa, Rameshbabu – Nepomniachtchi, Ian Alexandrovich",
        "Vachier-Lagrave, Maxime – Duda, Jan-Krzysztof",
    ];
    let games = names.map(|names| {
        let (white, black) = names.split_once(" – ").expect("two names");
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 e5 1-0\n")
    });
    let games: Vec<&str> = games.iter().map(String::as_str).collect();
    for paper in [Paper::A4, Paper::A5, Paper::Letter] {
        for large in [false, true] {
            let file = book(BookOptions::default().paper(paper).large_print(large), &games);
            let document = Document::load_mem(&file).expect("a PDF");
            let first = *document.get_pages().values().next().expect("a page");
            let first = text_of_page(&document, first);
            let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
            for name in names {
                // Once in the contents, and over the game.
                assert!(first.contains(name), "{paper:?} {large}: {name}: {first}");
            }
            assert!(!first.contains('…'), "{first}");
            // Large letters on small paper leave no room for a game.
            let has_room = !large || paper != Paper::A5;
            assert_eq!(first.contains("1.e4 e5"), has_room, "{paper:?} {large}: {first}");
        }
    }
}

#[test]
fn a_part_has_a_heading_and_the_index_names_the_games_of_each_player() {
    let mut book = Book::new(BookOptions::default().title("Cup".to_owned()));
    let of = |white: &str, black: &str| {
        game(&format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 e5 1-0\n"))
    };
    book.table(BookTable {
        columns: vec![("Player".to_owned(), false), ("Points".to_owned(), true)],
        rows: vec![
            vec!["Adler".to_owned(), "2".to_owned()],
            vec!["Brandt".to_owned(), "½".to_owned()],
        ],
        notes: vec!["by number of wins".to_owned()],
        ..BookTable::default()
    });
    book.round(1);
    book.add(of("Adler", "Brandt"));
    book.round(2);
    book.add(of("Conti", "Adler"));
    book.index();
    let text = text(&book.finish().expect("a book").file);
    for words in [
        "Cup Player Points Adler 2 Brandt ½ by number of wins",
        "Round 1",
        "Round 2",
        "Players Adler 1, 2 Brandt 1 Conti 2",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn moves_in_comments_have_the_letters_of_the_moves() {
    let text = |language| {
        let options = BookOptions::default().language(language);
        let moves = "1. e4 {Better is Nf3, not Nd5.} e5 {2.Qh5 Nc6 3.Bc4 g6} *";
        self::text(&book(options, &[moves]))
    };
    assert!(text(Language::German).contains("Better is Sf3, not Nd5."));
    assert!(text(Language::German).contains("2.Dh5 Sc6 3.Lc4 g6"));
    assert!(
        text(Language::Figurine).contains("2.♕h5 ♘c6 3.♗c4 g6"),
        "{}",
        text(Language::Figurine)
    );
    assert!(text(Language::English).contains("2.Qh5 Nc6 3.Bc4 g6"));
}

/// Poppler reports `/Suspects false`, though it is what the standard says.
#[test]
fn the_catalogue_says_nothing_that_poppler_reports() {
    let file = book(BookOptions::default(), &[CZECH]);
    assert!(!file.windows(9).any(|window| window == b"/Suspects"));
    let document = Document::load_mem(&file).expect("a PDF");
    assert!(document.catalog().expect("a catalog").has(b"MarkInfo"));
}

#[test]
fn those_who_hear_the_book_know_what_is_what() {
    let options = BookOptions::default().title("Turnaje".to_owned());
    let file = book(options, &[CZECH, CZECH]);
    let document = Document::load_mem(&file).expect("a PDF");
    let mut roles: HashMap<String, usize> = HashMap::new();
    let mut positions = Vec::new();
    for object in document.objects.values() {
        let Ok(element) = object.as_dict() else { continue };
        let Ok(role) = element.get(b"S").and_then(Object::as_name) else { continue };
        if !element.has(b"P") {
            continue;
        }
        *roles.entry(String::from_utf8_lossy(role).into_owned()).or_default() += 1;
        if let Ok(words) = element.get(b"Alt") {
            positions.push(lopdf::decode_text_string(words).expect("text"));
        }
    }
    for (role, count) in [("H1", 1), ("H2", 2), ("TOC", 1), ("TOCI", 2), ("Figure", 2)] {
        assert_eq!(roles.get(role), Some(&count), "{role}: {roles:?}");
    }
    assert!(roles["P"] > 4, "{roles:?}");
    assert_eq!(positions.len(), 2);
    for words in positions {
        assert!(words.contains("White: king on e1, queen on d1,"), "{words}");
        assert!(words.contains("Black is to move."), "{words}");
    }
}

#[test]
fn large_print_and_paper() {
    let size = |options: BookOptions| {
        let document = Document::load_mem(&book(options, &[CZECH])).expect("a PDF");
        let page = *document.get_pages().values().next().expect("a page");
        let media = document.get_dictionary(page).expect("page").get(b"MediaBox").cloned();
        let media = media.expect("a size");
        let number = |i: usize| media.as_array().expect("four")[i].as_float().expect("a number");
        (number(2).round() as i32, number(3).round() as i32, document.get_pages().len())
    };
    let diagrams = Diagrams { every: Some(1), end: true, ..Diagrams::BOOK };
    let normal = BookOptions::default().diagrams(diagrams);
    let (width, height, pages) = size(normal.clone());
    assert_eq!((width, height), (595, 842));
    let (_, _, large) = size(normal.clone().large_print(true));
    assert!(large > pages, "{large} {pages}");
    assert_eq!(size(normal.clone().paper(Paper::A5)).0, 420);
    assert_eq!(size(normal.paper(Paper::Letter)).1, 792);
}

#[test]
fn odd_games() {
    let long = format!("{{{} {}}} *", "x".repeat(3000), "Ж".repeat(700));
    let deep = format!("1. e4 {} *", "(1. d4 (1. c4 {a} ) )".repeat(50));
    for odd in [
        "*",
        "1. e4 {\u{202e}\u{0}\u{feff}漢字 🙂} *",
        &long,
        &deep,
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n{[#]} *",
    ] {
        for large_print in [false, true] {
            let options = BookOptions::default().large_print(large_print);
            Document::load_mem(&book(options, &[odd])).expect("a PDF");
        }
    }
    let mut book = Book::new(BookOptions::default().title("棋".to_owned()));
    book.add(game("1. e4 {\u{202e}漢 🙂 ⩲} *"));
    let lacking: String = book.finish().expect("a book").lacking.into_iter().collect();
    assert_eq!(lacking, "棋漢🙂");
    let nothing = Book::new(BookOptions::default()).finish();
    assert!(matches!(nothing, Err(RenderError::NothingToShow)));
}

#[test]
fn the_same_games_make_the_same_file() {
    let make = || book(BookOptions::default(), &[CZECH, CZECH]);
    assert_eq!(make(), make());
}
