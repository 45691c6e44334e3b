//! Requests as browsers send them.

mod import;

use axum::{
    body::{Body, to_bytes},
    http::{Request, Response, StatusCode, header},
};
use partie_page::{Download, Words, examples};
use tower::ServiceExt as _;

use super::{PageOptions, router};

const BOUNDARY: &str = "----form-of-a-test";

struct Site {
    router: axum::Router,
    runtime: tokio::runtime::Runtime,
}

struct Answer {
    status: StatusCode,
    headers: axum::http::HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("text")
    }

    fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).expect("a header").to_str().expect("text")
    }
}

impl Site {
    fn new() -> Site {
        Site::with(PageOptions::default())
    }

    fn with(options: PageOptions) -> Site {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        Site { router: router(options), runtime: runtime.expect("a runtime") }
    }

    fn ask(&self, mut request: Request<Body>) -> Answer {
        let own = header::HeaderValue::from_static("localhost");
        request.headers_mut().entry(header::HOST).or_insert(own);
        let router = self.router.clone();
        self.runtime.block_on(async move {
            let response: Response<Body> = router.oneshot(request).await.expect("an answer");
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, usize::MAX).await.expect("a body").to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        })
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(Request::get(path).body(Body::empty()).expect("a request"))
    }

    fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.ask(form(path).body(Body::from(multipart(fields))).expect("a request"))
    }
}

fn form(path: &str) -> axum::http::request::Builder {
    Request::post(path)
        .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
}

/// The body of a form; a field `file` has the name `games.pgn`.
fn multipart(fields: &[(&str, &str)]) -> String {
    let mut body = String::new();
    for (name, value) in fields {
        let file = if *name == "file" { "; filename=\"games.pgn\"" } else { "" };
        body += &format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n"
        );
    }
    body + &format!("--{BOUNDARY}--\r\n")
}

#[test]
fn the_first_page_in_all_languages() {
    let site = Site::new();
    for words in Words::built_in() {
        let request = Request::get("/").header(header::ACCEPT_LANGUAGE, &words.code);
        let answer = site.ask(request.body(Body::empty()).expect("a request"));
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.text().contains(&format!("<html lang=\"{}\"", words.code)));
        assert!(answer.text().contains(&words.paste_lead), "{}", words.code);
        assert!(answer.header(header::CONTENT_SECURITY_POLICY).starts_with("default-src 'none'"));
    }
}

#[test]
fn every_example_is_read() {
    let site = Site::new();
    let read: Vec<String> = examples::ALL
        .iter()
        .map(|example| {
            let answer = site.post("/read", &[("example", example.name)]);
            assert_eq!(answer.status, StatusCode::OK);
            let text = answer.text();
            let between = |start: &str, end: &str| {
                let from = text.split_once(start).map_or("", |(_, rest)| rest);
                from.split_once(end).map_or("", |(inner, _)| inner).to_owned()
            };
            let title = between("<title>", " · Partie</title>");
            format!("{}: {title}, {}", example.name, text.matches("class=\"move\"").count())
        })
        .collect();
    assert_eq!(
        read,
        [
            "broken: Adams – Brown, 18",
            "french: Moreau Alice – Petit Jean, 28",
            "log: Cid (2000) – Dot (1999), 10",
            "czech: 1. d4 d5 2. c4 e6 3. Nc3 Nf6 …, 18",
            "position: Position, 0",
            "bughouse: Adam (1810) &#38; Dana (1880) – Bedrich (1750) &#38; Cyril (1900), 13",
        ]
    );
}

#[test]
fn a_text_runs_nothing() {
    let site = Site::new();
    let attack = "</script></textarea></pre><script>alert(1)</script><img src=x onerror=alert(2)>";
    let quoted = attack.replace('"', "");
    let text = format!(
        "[Event \"{quoted}\"]\n[White \"{quoted}\"]\n[Black \"{quoted}\"]\n[Site \"{quoted}\"]\n\
         [{quoted} \"x\"]\n\n{{{attack}}} 1. e4 {{{attack}}} ({attack} 1. d4) {attack} 1... e5 \
         ; {attack}\n{attack}\n*\n\n[White \"{quoted}\"]\n\n1. c4 *\n"
    );
    for field in ["text", "file"] {
        let answer = site.post("/read", &[(field, &text)]);
        assert_eq!(answer.status, StatusCode::OK);
        let page = answer.text();
        assert!(!page.contains("<script>"), "a script without a source");
        assert!(!page.contains("<img src=x"));
        assert!(page.matches("alert(1)").count() > 5, "the text is shown");
    }
    for path in ["/read", "/download"] {
        let answer = site.post(path, &[("text", &text), ("to", "html"), ("mend", "guess")]);
        assert!(!answer.text().contains("<script>alert"), "{path}");
    }
}

#[test]
fn a_text_is_mended() {
    let site = Site::new();
    let text = "[Event \"x\"]\n\n1. e4 e5 2. nf3 Nc6 3. 0-0\n";
    let answer = site.post("/read", &[("text", text)]);
    assert!(answer.text().contains("name=\"fix\" value=\"1:"), "{}", answer.text());
    let whole = site.post("/read", &[("text", text), ("mend", "likely")]);
    assert!(whole.text().contains("<del>-1. e4 e5 2. nf3 Nc6 3. 0-0\n</del>"), "{}", whole.text());
    assert!(whole.text().contains("2. Nf3 Nc6"));
    // One mending alone leaves the others.
    let index = (0..9).find(|index| {
        let one = site.post("/read", &[("text", text), ("fix", &format!("1:{index}"))]);
        one.text().contains("<ins>+1. e4 e5 2. Nf3 Nc6 3. 0-0\n</ins>")
    });
    assert!(index.is_some());
    let clean = site.post("/read", &[("text", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ("mend", "safe")]);
    assert!(clean.text().contains(&Words::of("en").nothing_to_mend));
}

#[test]
fn a_text_is_taken_away() {
    let site = Site::new();
    let text = "[White \"Nováková, Jana\"]\n[Black \"../../x\"]\n\n1. e4 e5 *\n";
    let page = site.post("/read", &[("text", text)]);
    for kind in Download::ALL {
        let offered = format!("name=\"to\" value=\"{}\"", kind.name());
        let is_bpgn = kind.name() == "bpgn";
        assert_eq!(page.text().contains(&offered), !is_bpgn, "{}", kind.name());
        if is_bpgn {
            continue;
        }
        let answer = site.post("/download", &[("text", text), ("to", kind.name())]);
        assert_eq!(answer.status, StatusCode::OK, "{}", kind.name());
        let name = answer.header(header::CONTENT_DISPOSITION);
        assert!(name.starts_with("attachment; filename=\"Novkov-"), "{name}");
        assert!(!name.contains('/'), "{name}");
        let begin = match kind.name() {
            "pgn" => "[Event ",
            "epd" => "rnbqkbnr/",
            "ndjson" => "{",
            "svg" => "<svg",
            "gif" => "GIF89a",
            "pdf" => "%PDF",
            "html" => "<!DOCTYPE html>",
            _ => "",
        };
        assert!(answer.body.starts_with(begin.as_bytes()), "{}", kind.name());
    }
    for kind in ["gif", "pgn"] {
        let nothing = site.post("/download", &[("text", "hello"), ("to", kind)]);
        assert_eq!(nothing.status, StatusCode::UNPROCESSABLE_ENTITY, "{kind}");
    }
    let many = "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(2000);
    let book = site.post("/download", &[("text", &many), ("to", "pdf")]);
    assert_eq!(book.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(book.text().contains("partie render"), "{}", book.text());
}

#[test]
fn only_shared_texts_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = folder.path().join("shared");
    let options = PageOptions { shared: Some(shared.clone()), ..PageOptions::default() };
    let site = Site::with(options);
    let text = [("text", "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *")];
    site.post("/read", &text);
    assert!(!shared.exists(), "reading keeps nothing");
    let answer = site.post("/share", &text);
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let address = answer.header(header::LOCATION).to_owned();
    let page = site.get(&address);
    assert!(page.text().contains("href=\"?game=1&#38;at=3\""), "{}", page.text());
    let framed = site.get(&format!("/embed{address}?game=2"));
    assert!(framed.header(header::CONTENT_SECURITY_POLICY).ends_with("frame-ancestors *"));
    assert!(framed.text().contains(&format!("href=\"{address}?game=2\"")), "{}", framed.text());
    assert!(!framed.text().contains("<header class=\"site-head\">"));
    assert!(framed.text().contains("data-viewer") && framed.text().contains(">d5</a>"));
    for part in ["class=\"summary\"", "class=\"source\"", "<form"] {
        assert!(page.text().contains(part) && !framed.text().contains(part), "{part}");
    }
    let missing = site.get("/embed/shared/0123456789abcdef0123456789abcdef");
    assert!(missing.text().contains(&Words::of("en").error_not_found));
    assert!(page.header(header::CONTENT_SECURITY_POLICY).ends_with("frame-ancestors 'none'"));
    assert_eq!(page.header(header::HeaderName::from_static("x-robots-tag")), "noindex");
    let second = site.get(&format!("{address}?game=2&at=2"));
    assert!(second.text().contains("aria-current=\"true\">d5"), "{}", second.text());
    for address in ["/shared/0123456789abcdef0123456789abcdef", "/shared/..", "/shared/x"] {
        assert_eq!(site.get(address).status, StatusCode::NOT_FOUND, "{address}");
    }
    // What is too long is said before it is sent.
    let long = format!("1. e4 {{{}}} *", "x".repeat(1 << 20));
    assert_eq!(site.post("/share", &[("text", &long)]).status, StatusCode::PAYLOAD_TOO_LARGE);
    let read = site.post("/read", &[("text", &long)]);
    let refusal = &Words::of("en").share_too_long;
    assert!(
        read.text().contains(&format!("\" disabled>Share</button> <span class=\"hint\">{refusal}"))
    );
    assert!(site.post("/read", &text).text().contains("\">Share</button>"));
    // Without a folder, sharing is off.
    assert_eq!(Site::new().post("/share", &text).status, StatusCode::NOT_FOUND);
}

#[test]
fn any_game_of_many_is_shown() {
    let site = Site::new();
    let mut text = String::new();
    for n in 1..=300 {
        text += &format!("[White \"Player {n}\"]\n\n1. e4 *\n\n");
    }
    let first = site.post("/read", &[("text", &text)]);
    assert!(first.text().contains("<title>Player 1 "), "{}", first.text());
    assert_eq!(first.text().matches("name=\"game\" value=").count(), 201, "and the next one");
    let asked = [("text", &*text), ("number", "250"), ("show", "number")];
    let shown = site.post("/read", &asked);
    assert!(shown.text().contains("<title>Player 250 "));
    assert!(shown.text().contains("max=\"300\" value=\"250\""));
    // Enter in the number field presses the form's first button.
    let buttons = |page: &str| page.split("<button").skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert!(buttons(first.text())[0].contains("name=\"show\" value=\"number\""));
    // Files are made of the game that is shown, and not of the first.
    assert!(shown.text().contains("name=\"shown\" value=\"250\""));
    let file = site.post("/download", &[("text", &text), ("shown", "250"), ("to", "html")]);
    assert!(file.text().contains("<title>Player 250 "));
    // The number counts only if its own button is pressed.
    let asked = [("text", &*text), ("number", "250"), ("game", "7")];
    assert!(site.post("/read", &asked).text().contains("<title>Player 7 "));
}

#[test]
fn files_are_made_of_long_texts() {
    let site = Site::new();
    let text = "[White \"Long\"]\n\n1. e4 e5 *\n\n".repeat(12_000);
    assert!(text.len() > 256 << 10);
    let page = site.post("/read", &[("file", &text)]);
    let words = Words::of("en");
    assert!(page.text().contains(&words.paste_long_hint) && page.text().contains(&words.mend_long));
    for kind in ["pgn", "ndjson", "svg"] {
        assert!(page.text().contains(&format!("name=\"to\" value=\"{kind}\"")), "{kind}");
    }
    assert!(page.text().contains("value=\"pdf\" disabled"), "24,000 plies");
    let file = site.post("/download", &[("text", ""), ("file", &text), ("to", "pgn")]);
    assert_eq!(file.text().matches("[White \"Long\"]").count(), 12_000);
    // Without scripts the file has to be chosen once more.
    let nothing = site.post("/download", &[("text", ""), ("to", "pgn")]);
    assert_eq!(nothing.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(nothing.text().contains(&words.not_made), "{}", nothing.text());
    assert!(nothing.text().contains(&words.paste_long_hint), "{}", nothing.text());
}

#[test]
fn packed_files_are_read_or_said_to_be_packed() {
    let site = Site::new();
    let send = |content: &[u8]| {
        let mut body = multipart(&[("file", "@")]).into_bytes();
        let at = body.iter().position(|byte| *byte == b'@').expect("a place");
        body.splice(at..=at, content.iter().copied());
        site.ask(form("/read").body(Body::from(body)).expect("a request"))
    };
    // `1. e4 e5 *`, by gzip.
    let packed =
        b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x01\x0b\0\xf4\xff1. e4 e5 *\n\x20\x2d\x59\xb3\x0b\0\0\0";
    let read = send(packed);
    assert!(read.text().contains("class=\"move\""), "{}", read.text());
    for (content, kind) in [
        (&b"\x28\xb5\x2f\xfd\0\0\0\0"[..], "Zstandard file"),
        (b"BZh91AY&SY\0\0", "bzip2 file"),
        (b"PK\x03\x04\0\0\0\0", "ZIP archive"),
        (&packed[..20], "gzip file"),
    ] {
        let answer = send(content);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{kind}");
        assert!(answer.text().contains(&Words::of("en").packed), "{kind}");
        assert!(answer.text().contains(kind), "{kind}");
    }
}

#[test]
fn a_text_without_games_is_said_once_and_not_mended() {
    let page = Site::new().post("/read", &[("text", "hello there")]);
    let words = Words::of("en");
    assert_eq!(page.text().matches(&words.nothing_read).count(), 2, "the title and the heading");
    assert!(!page.text().contains(&words.mend_all) && !page.text().contains(&words.download));
}

#[test]
fn an_empty_text_has_nothing_to_read() {
    for text in ["", " \r\n\t\n"] {
        let page = Site::new().post("/read", &[("text", text)]);
        let words = Words::of("en");
        assert!(page.text().contains(&words.nothing_to_read), "{text:?}");
        for absent in [&words.read_as, &words.understood, &words.nothing_read] {
            assert!(!page.text().contains(absent), "{text:?}: {absent}");
        }
    }
}

#[test]
fn positions_in_a_list_are_told_apart() {
    let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n";
    let page = Site::new().post("/read", &[("text", text)]);
    for fen in text.lines() {
        assert!(page.text().contains(&format!("<td dir=\"auto\">{fen}</td>")), "{}", page.text());
    }
}

#[test]
fn what_costs_much_is_cut() {
    let site = Site::new();
    // Thousands of lines that all differ.
    let text = "1. e4 *\n\n".repeat(4000);
    let mended = site.post("/read", &[("text", &text), ("mend", "guess")]);
    assert_eq!(mended.status, StatusCode::OK);
    assert!(mended.body.len() < 3 << 20, "{}", mended.body.len());
    // A comment that is longer than anyone reads.
    let long = format!("1. e4 {{{}}} *", "x".repeat(1 << 20));
    assert!(site.post("/read", &[("text", &long)]).body.len() < 1 << 20);
}

#[test]
fn requests_that_are_refused() {
    let site = Site::new();
    let body = multipart(&[("text", "1. e4 *")]);
    let foreign = form("/read").header("sec-fetch-site", "cross-site");
    let answer = site.ask(foreign.body(Body::from(body)).expect("a request"));
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    let program = site.post("/read", &[("text", "\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0")]);
    assert_eq!(program.status, StatusCode::UNPROCESSABLE_ENTITY);
    for (path, status) in [
        ("/nothing", StatusCode::NOT_FOUND),
        ("/games", StatusCode::NOT_FOUND),
        ("/assets/../Cargo.toml", StatusCode::NOT_FOUND),
        ("/board.svg?fen=rubbish", StatusCode::BAD_REQUEST),
        ("/board.svg?fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1&variant=rubbish", StatusCode::BAD_REQUEST),
        ("/board.svg?fen=4k3/8/8/8/8/8/8/4K3+w+-+-+0+1&last=e9", StatusCode::OK),
    ] {
        assert_eq!(site.get(path).status, status, "{path}");
    }
    let large = "x".repeat(super::paste::TEXT + 1);
    let answer = site.post("/read", &[("text", &large)]);
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[test]
fn words_beside_moves_that_were_read_are_no_failure() {
    let site = Site::new();
    let verdict = |text: &str| {
        let answer = site.post("/read", &[("text", text)]);
        let (_, verdict) = answer.text().split_once("class=\"verdict ").expect("a verdict");
        verdict.split_once('<').expect("its end").0.to_owned()
    };
    let kept = "[Event \"Club\"]\n\n1. e4 e5 2. Nf3 they all liked this old move Nc6 3. Bb5 1-0\n";
    assert!(verdict(kept).starts_with("good\" role=\"status\">All moves were read."));
    assert!(verdict("1. e4 e5 1-0").contains("All text was understood."));
    let broken = "1. e4 e5 2. Ke4 Nc6 3. Bb5 1-0\n";
    assert!(verdict(broken).starts_with("bad"), "{}", verdict(broken));
}

#[test]
fn games_of_a_text_lead_to_the_next_and_the_one_before() {
    let site = Site::new();
    let game = |white: &str| format!("[White \"{white}\"]\n[Black \"Zed\"]\n\n1. e4 *\n\n");
    let text = ["Ann", "Bob", "?"].map(game).concat();
    let page = site.post("/read", &[("text", &text), ("game", "2")]);
    let (_, links) = page.text().split_once("<nav class=\"neighbours\"").expect("links");
    let (links, _) = links.split_once("</nav>").expect("an end");
    assert!(links.contains("value=\"1\" dir=\"auto\">← Ann – Zed<"), "{links}");
    assert!(links.contains("value=\"3\" dir=\"auto\">? – Zed →<"), "{links}");
    let one = site.post("/read", &[("text", &game("Ann"))]);
    assert!(!one.text().contains("neighbours"));
}

#[test]
fn a_position_of_epd_has_its_name_its_task_and_a_solution() {
    let site = Site::new();
    let text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";\n\
        3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id \"BK.02\";\n";
    let page = site.post("/read", &[("text", text)]);
    let page = page.text();
    assert!(page.contains("<title>BK.01 "), "{page}");
    assert!(page.contains("Black to move. Find the best move. <details>"), "{page}");
    assert!(page.contains("<summary>Solution</summary> <strong>Qd1+</strong>"), "{page}");
    assert!(page.contains("BK.02"), "the list has the name, too");
    assert!(page.contains("<nav class=\"neighbours\""));
}

/// Pages of others name `embed.js` without a version, and would keep an old one for a year.
#[test]
fn files_are_kept_for_ever_only_under_their_version() {
    let site = Site::new();
    let page = site.get("/");
    let (_, address) = page.text().split_once("href=\"/assets/page.css").expect("its style sheet");
    let (version, _) = address.split_once('"').expect("an end");
    for (path, forever) in [
        (format!("/assets/page.css{version}"), true),
        ("/assets/page.css?v=0".to_owned(), false),
        ("/assets/page.css".to_owned(), false),
        ("/assets/embed.js".to_owned(), false),
    ] {
        let answer = site.get(&path);
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let caching = answer.header(header::CACHE_CONTROL);
        assert_eq!(caching.contains("immutable"), forever, "{path}: {caching}");
    }
}

#[test]
fn settings_lead_back_to_the_page() {
    let site = Site::new();
    for (referer, back) in [
        ("http://a.example/games/3?at=4", "/games/3?at=4"),
        ("http://a.example//evil.example", "/"),
        ("", "/"),
    ] {
        let request = Request::get("/settings?lang=cs&theme=dark").header(header::REFERER, referer);
        let answer = site.ask(request.body(Body::empty()).expect("a request"));
        assert_eq!(answer.header(header::LOCATION), back, "{referer}");
        let cookies: Vec<_> = answer.headers.get_all(header::SET_COOKIE).iter().collect();
        assert_eq!(cookies.len(), 2);
    }
    let request = Request::get("/").header(header::COOKIE, "theme=dark; lang=cs");
    let page = site.ask(request.body(Body::empty()).expect("a request"));
    assert!(page.text().contains("<html lang=\"cs\" data-theme=\"dark\" "), "{}", page.text());
}

/// Moves have the letters that the reader chose, and the scripts are given them.
#[test]
fn moves_are_written_with_the_letters_of_the_reader() {
    let site = Site::new();
    let text = [("text", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *")];
    for (cookies, knight, castles, attributes) in [
        ("lang=en", "Nf3", "O-O", "<html lang=\"en\">"),
        ("lang=cs", "Jf3", "0-0", "data-letters=\"K D V S J\" data-typed=\"K D V S J\">"),
        ("lang=de; notation=english", "Nf3", "O-O", "<html lang=\"de\" data-typed=\"K D T L S\">"),
        ("lang=fr; notation=figurines", "♘f3", "O-O", "data-letters=\"♔ ♕ ♖ ♗ ♘\" data-typed="),
        ("lang=en; notation=<b>; size=85", "Nf3", "O-O", "<html lang=\"en\" data-size=\"85\">"),
        ("lang=en; size=1000", "Nf3", "O-O", "<html lang=\"en\">"),
    ] {
        let request = form("/read").header(header::COOKIE, cookies);
        let answer = site.ask(request.body(Body::from(multipart(&text))).expect("a request"));
        let page = answer.text();
        assert!(page.contains(attributes), "{cookies}: {}", &page[..200]);
        assert!(page.contains(&format!(">{knight}</a>")), "{cookies}");
        assert!(page.contains(&format!(">{castles}</a>")), "{cookies}");
    }
    let kept = |notation: &str| {
        let answer = site.get(&format!("/settings?notation={notation}"));
        answer.header(header::SET_COOKIE).to_owned()
    };
    assert!(kept("figurines").starts_with("notation=figurines; "));
    assert!(kept("runes").starts_with("notation=; Path=/; Max-Age=0"), "the default");
}

/// The page names the encoding of the original text, not of the converted one.
#[test]
fn the_encoding_is_that_of_the_text() {
    let site = Site::new();
    let text = "[White \"Anna\"]\n\n1. e4 *\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, encoding) in [(text.as_bytes(), "UTF-8"), (&little, "UTF-16LE"), (&big, "UTF-16BE")]
    {
        let mut body = multipart(&[("file", "@")]).into_bytes();
        let at = body.iter().position(|byte| *byte == b'@').expect("a place");
        body.splice(at..=at, bytes.iter().copied());
        let answer = site.ask(form("/read").body(Body::from(body)).expect("a request"));
        let shown = format!("<dt>Encoding</dt><dd>{encoding}</dd>");
        assert!(answer.text().contains(&shown), "{encoding}");
    }
}

/// A language that the owner adds is chosen as the others are, for pages and scripts.
#[test]
fn languages_are_added_by_files() {
    let text = "code = 'it'\nname = 'italiano'\npaste = 'Leggi'\n[live]\nlobby = 'Sala'\n";
    let added = partie_page::Translation::read(text).expect("a language");
    let languages = partie_page::Languages::default().with(added.words);
    let site = Site::with(PageOptions { languages, ..PageOptions::default() });
    let request = Request::get("/").header(header::ACCEPT_LANGUAGE, "it-CH, de;q=0.3");
    let page = site.ask(request.body(Body::empty()).expect("a request"));
    let page = page.text();
    assert!(page.contains("<html lang=\"it\" data-letters=\"R D T A C\""), "{}", &page[..200]);
    assert!(page.contains("<option value=\"it\" lang=\"it\" selected>italiano</option>"));
    assert!(page.contains("Leggi") && page.contains("Made with Partie"));
    let (at, script) = page.split_once("src=\"/assets/language-it.js").expect("its script");
    assert!(!at.contains("words-en.js") && script.contains("/assets/language.js"));
    let answer = site.get("/assets/language-it.js");
    assert!(answer.text().contains(r#""live":{"lobby":"Sala"}"#), "{}", answer.text());
    let kept = site.get("/settings?lang=it");
    assert!(kept.header(header::SET_COOKIE).starts_with("lang=it; "));
    let unknown = site.get("/settings?lang=xx");
    assert!(unknown.header(header::SET_COOKIE).starts_with("lang=en; "));
}

/// Refusals of the router are said on a page in the reader's language.
#[test]
fn addresses_that_are_no_pages_get_one() {
    let site = Site::new();
    for (path, status) in [
        ("/games/abc", StatusCode::BAD_REQUEST),
        ("/games/-1", StatusCode::BAD_REQUEST),
        ("/board.svg?flipped=maybe", StatusCode::BAD_REQUEST),
        ("/nothing", StatusCode::NOT_FOUND),
    ] {
        let request = Request::get(path).header("cookie", "lang=de");
        let answer = site.ask(request.body(Body::empty()).expect("a request"));
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.text().contains("<html lang=\"de\""), "{path}: {}", answer.text());
    }
}
