//! `partie render`, which only the full build has.

use crate::run::{Folder, ended, program};

const FEN: &str = "r1bqk1nr/pppp1Qpp/2n5/2b1p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";

/// Runs `partie render` with a FEN as one word and options separated by spaces.
fn render_fen(folder: &Folder, options: &str) -> crate::run::Ended {
    ended(folder.command(program()).args(["render", FEN]).args(options.split_whitespace()))
}

#[test]
fn the_help() {
    let folder = Folder::new();
    let shown = folder.partie("render --help");
    assert_eq!((shown.status, shown.stderr.as_str()), (0, ""));
    assert!(shown.stdout.lines().all(|line| line.chars().count() <= 80));
    let lines: Vec<_> = shown.stdout.lines().map(str::trim_end).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_drawing_on_the_standard_output() {
    let folder = Folder::new();
    let done = folder.partie("render games.pgn --show-players");
    assert_eq!(done.status, 0, "{done:?}");
    assert!(done.stdout.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(done.stdout.contains("Anderssen, Adolf – Kieseritzky, Lionel, after 4. Kf1"));
    assert!(done.stderr.contains("game 1 of 2 in games.pgn"), "{}", done.stderr);
    let start = folder.partie("render games.pgn --ply 0").stdout;
    assert!(start.contains("id=\"piece-e2\"") && !start.contains("id=\"moved-to\""));
    let second = folder.partie("render games.pgn --game 2 --move 1b").stdout;
    assert!(second.contains("After 1... e5"), "{second}");
    let bughouse = folder.partie("render bughouse.bpgn --move 1B --players").stdout;
    assert!(bughouse.contains("id=\"b-piece-d4\"") && bughouse.contains(">2:59<"), "{bughouse}");
}

#[test]
fn a_fen_in_the_place_of_a_file() {
    let folder = Folder::new();
    let done = render_fen(&folder, "--mark f7:red --arrow c4f7 --flip");
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    for id in ["piece-f7", "mark-f7", "arrow-c4f7", "check"] {
        assert!(done.stdout.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(done.stdout.contains("Black is to move and is mated."));
    let loose = folder.partie(&format!("render {FEN} --theme print"));
    assert_eq!(loose.status, 0);
    assert!(!loose.stdout.contains("id=\"check\""));
}

#[test]
fn files_by_their_extension() {
    let folder = Folder::new();
    assert_eq!(render_fen(&folder, "-o a.png --size 320").status, 0);
    let png = folder.read_bytes("a.png");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(png[16..24], [0, 0, 1, 64, 0, 0, 1, 64]);
    assert_eq!(folder.partie("render games.pgn -o a.gif --size 200 --delay 0.5").status, 0);
    let gif = folder.read_bytes("a.gif");
    assert!(gif.starts_with(b"GIF89a\xc8\x00\xc8\x00"));
    assert_eq!(gif.last(), Some(&b';'));
    let again = folder.partie("render games.pgn -o a.gif");
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    let part = folder.partie("render games.pgn -o b.gif --size 200 --from-move 2w --to-move 3b");
    assert_eq!(part.status, 0);
    assert!(folder.read_bytes("b.gif").len() < gif.len());
}

#[test]
fn a_page_of_a_game_is_one_file_with_the_viewer_of_sites() {
    let folder = Folder::new();
    let done = folder.partie("render games.pgn --game 2 -o game.html");
    assert_eq!(done.status, 0, "{done:?}");
    let page = folder.read("game.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("best by test") && page.contains("class=\"viewer-data\""), "{page}");
    // The page requests nothing, and the policy only allows its own scripts and styles.
    assert!(page.contains("content=\"default-src &#39;none&#39;; script-src &#39;sha256-"));
    for outside in ["<link", " src=\"assets", " src=\"http", "href=\"http", "index.html"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let czech = folder.partie("render games.pgn --game 2 -t html --to-lang cs").stdout;
    assert!(czech.contains(">Jf3<span class=\"nag\""), "{czech}");
    assert!(czech.contains("<html lang=\"cs\""), "{czech}");
    let words = "render games.pgn --game 2 -t html --to-lang fan --language de --flip";
    let german = folder.partie(words).stdout;
    assert!(german.contains("<html lang=\"de\"") && german.contains(">♘f3<"), "{german}");
    assert!(german.contains("data-orientation=\"black\""), "{german}");
}

/// Options that draw boards on paper and in pictures have no effect on a page.
#[test]
fn options_of_drawings_do_not_fit_a_page() {
    let folder = Folder::new();
    for option in [
        "--theme blue",
        "--coordinates none",
        "--show-players",
        "--turn",
        "--no-last-move",
        "--no-check",
    ] {
        let name = option.split(' ').next().unwrap_or_default();
        let refused = folder.partie(&format!("render games.pgn -t html {option}"));
        assert_eq!((refused.status, &*refused.stdout), (2, ""), "{option}");
        let said = format!("{name} applies to svg, png, gif, pdf, not to html");
        assert!(refused.stderr.contains(&said), "{option}: {refused:?}");
        assert_eq!(folder.partie(&format!("render games.pgn {option}")).status, 0, "{option}");
    }
}

#[test]
fn a_book_of_one_event_is_a_bulletin() {
    let folder = Folder::new();
    let game = |round: u32, white: &str, black: &str, result: &str| {
        format!(
            "[Event \"Club\"]\n[Site \"Brno\"]\n[Date \"2024.05.0{round}\"]\n[Round \"{round}\"]\n\
             [White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
        )
    };
    let games = [
        game(2, "Brandt", "Conti", "0-1"),
        game(1, "Adler", "Brandt", "1-0"),
        game(3, "Conti", "Adler", "1/2-1/2"),
    ];
    folder.write("club.pgn", games.concat());
    let done = folder.partie("render club.pgn -o club.pdf --language de");
    assert_eq!(done.status, 0, "{done:?}");
    let file = folder.read_bytes("club.pdf");
    let document = lopdf::Document::load_mem(&file).expect("a PDF");
    let titles = document.get_toc().expect("bookmarks").toc;
    let titles: Vec<_> = titles.into_iter().map(|entry| entry.title).collect();
    assert_eq!(
        titles,
        [
            "Runde 1",
            "Adler – Brandt",
            "Runde 2",
            "Brandt – Conti",
            "Runde 3",
            "Conti – Adler",
            "Spieler"
        ]
    );
    let info = document.trailer.get(b"Info").and_then(lopdf::Object::as_reference).expect("facts");
    let title = document.get_dictionary(info).expect("facts").get(b"Title").expect("a title");
    let title = lopdf::decode_text_string(title).expect("text");
    assert!(title.starts_with("Club, Brno"), "{title}");
}

#[test]
fn what_cannot_be_drawn() {
    let folder = Folder::new();
    for (options, status, words) in [
        ("games.pgn --game 9", 1, "game 9 does not exist; found 2 games"),
        ("games.pgn --move 40w", 1, "move 40w does not exist; the last is 4w"),
        ("games.pgn --ply 99", 1, "ply 99 does not exist"),
        ("games.pgn -o x.gif --from-move 3w --to-move 2w", 1, "end before it begins"),
        ("games.pgn -o x.jpeg", 2, "cannot tell the output format from the name"),
        ("games.pgn --arrow e2e9", 2, "expected two squares"),
        ("games.pgn --mark e2e4", 2, "expected a square"),
        ("games.pgn --mark B:e2", 2, "only bughouse has a board B"),
        ("games.pgn --size 5", 2, "16"),
        ("nowhere.pgn", 2, "file not found"),
    ] {
        let done = folder.partie(&format!("render {options}"));
        assert_eq!(done.status, status, "{options}: {done:?}");
        assert!(done.stderr.contains(words), "{options}: {}", done.stderr);
        assert!(!folder.path("x.gif").exists());
    }
    let broken = folder.partie("render messy.pgn");
    assert_eq!(broken.status, 1, "{broken:?}");
    assert!(broken.stdout.ends_with("</svg>\n"));
}

#[test]
fn a_book_of_all_games() {
    let folder = Folder::new();
    let done = folder.partie("render games.pgn -o book.pdf --title Selected");
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(done.stderr, "partie: 2 games in the book\n");
    let book = folder.read_bytes("book.pdf");
    assert!(book.starts_with(b"%PDF-1.") && book.trim_ascii_end().ends_with(b"%%EOF"));
    let one = folder.partie("render games.pgn --game 2 --large-print -o one.pdf");
    assert_eq!((one.status, one.stderr.as_str()), (0, "partie: 1 game in the book\n"));
    folder.write("odd.pgn", "1. e4 {漢 is no Latin letter} *\n");
    let odd = folder.partie("render odd.pgn -o odd.pdf");
    assert!(
        odd.stderr.contains("1 character missing from the book's fonts, shown as boxes: 漢"),
        "{odd:?}"
    );
    let none = folder.partie("render games.pgn --game 9 -o none.pdf");
    assert_eq!(none.status, 1, "{none:?}");
    assert!(none.stderr.contains("game 9 does not exist; found 2 games"), "{}", none.stderr);
    assert!(!folder.path("none.pdf").exists());
    let wrong = folder.partie("render games.pgn --diagrams often -o wrong.pdf");
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("auto, start, marked, every:N and end"), "{}", wrong.stderr);
}

#[test]
fn options_without_effect_are_refused() {
    let folder = Folder::new();
    for (options, why) in [
        ("-o a.pdf --move 2w", "--move applies to svg, png, not to pdf"),
        ("-o a.html --arrow e2e4", "--arrow applies to svg, png, gif, not to html"),
        ("-o a.png --large-print", "--large-print applies to pdf, not to png"),
        ("-o a.svg --delay 2", "--delay applies to gif, not to svg"),
        ("-o a.html --diagrams end", "--diagrams applies to pdf, not to html"),
        ("-t svg --to-lang cs", "--to-lang applies to html, pdf, not to svg"),
    ] {
        let done = folder.partie(&format!("render games.pgn {options}"));
        assert_eq!(done.status, 2, "{options}: {done:?}");
        assert!(done.stderr.contains(why), "{options}: {}", done.stderr);
    }
    let marks = "1. e4 {[%cal Ge2e4]} *";
    folder.write("marks.pgn", marks);
    let page = |options: &str| folder.partie(&format!("render marks.pgn -t html {options}")).stdout;
    let arrow = "\"arrows\":[{\"from\":\"e2\"";
    assert!(page("").contains(arrow) && !page("--no-marks").contains(arrow));
}

#[test]
fn a_file_for_each_game() {
    let folder = Folder::new();
    let done = folder.partie("render games.pgn archive -o p-{}.svg");
    assert_eq!(done.status, 0, "{done:?}");
    assert_eq!(done.stderr, "partie: 4 files written: p-0001.svg to p-0004.svg\n");
    let drawn = |name: &str| folder.read(name).contains("Anderssen, Adolf");
    assert_eq!(
        ["p-0001.svg", "p-0002.svg", "p-0003.svg", "p-0004.svg"].map(drawn),
        [true, false, true, true]
    );
    let again = folder.partie("render games.pgn -o p-{}.svg");
    assert!(again.status == 2 && again.stderr.contains("p-0001.svg already exists"), "{again:?}");
    for (options, status, files) in [
        ("games.pgn -g 2 -o a-{}.png", 0, &["a-0001.png"][..]),
        ("games.pgn -g 1-20 -o b-{}.html", 0, &["b-0001.html", "b-0002.html"]),
        ("games.pgn archive -g 2-,1 -o c-{}.pdf", 0, &["c-0001.pdf", "c-0004.pdf"]),
        // The second game has fewer moves; the others keep their numbers.
        ("games.pgn archive --move 4w -o d-{}.svg", 1, &["d-0001.svg", "d-0003.svg"]),
        ("nowhere.pgn games.pgn -o e-{}.svg", 2, &["e-0001.svg", "e-0002.svg"]),
        ("games.pgn -g 7-9 -o f-{}.svg", 1, &[]),
    ] {
        let done = folder.partie(&format!("render {options}"));
        assert_eq!(done.status, status, "{options}: {done:?}");
        for file in files {
            assert!(folder.path(file).exists(), "{options}: {file}");
        }
    }
    assert!(!folder.path("d-0002.svg").exists() && !folder.path("f-0001.svg").exists());
    let folder_is_missing = folder.partie("render games.pgn -o new/p-{}.svg");
    assert_eq!(folder_is_missing.status, 2);
    assert!(folder_is_missing.stderr.contains("the directory new does not exist"));
}

#[test]
fn a_book_of_several_files_and_of_some_games() {
    let folder = Folder::new();
    for (arguments, status, message) in [
        ("games.pgn archive/ messy.pgn", 1, "5 games in the book"),
        ("games.pgn archive/ -g 1-20", 0, "4 games in the book"),
        ("games.pgn archive/ -g 2-3", 0, "2 games in the book"),
        ("games.pgn -g 2,1", 0, "2 games in the book"),
        ("games.pgn nowhere.pgn", 2, "2 games in the book"),
        ("games.pgn archive -g 9-", 1, "2 files: these games do not exist; found 4 games"),
    ] {
        let done = folder.partie(&format!("render {arguments} -o book.pdf --force"));
        assert_eq!(done.status, status, "{arguments}: {done:?}");
        assert!(done.stderr.contains(message), "{arguments}: {}", done.stderr);
    }
    for arguments in ["games.pgn messy.pgn -o a.svg", "games.pgn -g 1-2 -o a.gif"] {
        let done = folder.partie(&format!("render {arguments}"));
        assert_eq!(done.status, 2, "{arguments}: {done:?}");
        assert!(done.stderr.contains("for one file per game"), "{arguments}: {}", done.stderr);
    }
    for numbers in ["0", "3-1", "a", "1-2-3", ""] {
        let done = folder.command(program()).args(["render", "games.pgn", "-g", numbers]).output();
        assert_eq!(done.expect("ended").status.code(), Some(2), "{numbers}");
    }
}

#[test]
fn titles_are_in_the_language_of_the_moves() {
    let folder = Folder::new();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O {[#] castled} Nf6 5. d3 *\n";
    folder.write("castles.pgn", format!("[White \"Weiß, A\"]\n[Black \"?\"]\n\n{moves}"));
    let page = |language: &str| {
        folder.partie(&format!("render castles.pgn -t html --to-lang {language}")).stdout
    };
    for (language, words) in [
        ("de", ["<html lang=\"de\"", ">0-0<", "\"4. 0-0\"", "Züge", ">d3<"]),
        ("cs", ["<html lang=\"cs\"", ">Jf3<", "\"4. 0-0\"", "Tahy", "Weiß, A – ?"]),
        ("en", ["<html lang=\"en\"", ">Nf3<", "\"4. O-O\"", "Moves", "– ?"]),
    ] {
        let page = page(language);
        let article =
            page.split("<article").nth(1).and_then(|page| page.split("</article>").next());
        let article = article.expect("a game");
        for word in words {
            assert!(page.contains(word), "{language}: {word}");
        }
        // Except for the tags, nothing is left in English notation.
        assert_eq!(
            article.contains("O-O") || article.contains("Nf3"),
            language == "en",
            "{language}"
        );
    }
    let shown = folder.partie("show castles.pgn --to-lang de").stdout;
    assert!(shown.contains("0-0") && !shown.contains("O-O"), "{shown}");
    // PGN has the letter in every language.
    let written = folder.partie("convert castles.pgn --to-lang de").stdout;
    assert!(written.contains("4. O-O"), "{written}");
}

#[test]
fn nobody_is_called_black() {
    let folder = Folder::new();
    folder.write("half.pgn", "[White \"Anna\"]\n[Black \"?\"]\n\n1. e4 *\n");
    for (arguments, name) in [
        ("render half.pgn -t html", "<bdi>Anna – ?</bdi></h1>"),
        ("render half.pgn --players -t svg", ">?</text>"),
        ("show half.pgn", "  ?"),
    ] {
        let done = folder.partie(arguments);
        assert!(done.stdout.contains(name), "{arguments}: {}", done.stdout);
        for wrong in [">Black</text>", "– Black", "- Black", "\n  Black"] {
            assert!(!done.stdout.contains(wrong), "{arguments}: {}", done.stdout);
        }
    }
}

#[test]
fn a_position_that_cannot_be_read_is_not_drawn() {
    let folder = Folder::new();
    folder.write("words.fen", "Position: x\n");
    let done = folder.partie("render -f fen words.fen -o words.svg");
    assert_eq!(done.status, 1, "{done:?}");
    assert!(done.stderr.contains("cannot read the position"), "{done:?}");
    assert!(!folder.names().contains(&"words.svg".to_owned()));
}
