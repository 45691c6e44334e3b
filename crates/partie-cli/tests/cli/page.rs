//! Pages: `partie show --open` and `partie site`.

use std::{collections::BTreeSet, path::Path};

use crate::{http::Served, run::Folder};

const GAMES: &str = "\
[Event \"Spring open\"]
[Site \"Brno\"]
[Date \"2024.03.09\"]
[Round \"1\"]
[White \"Nováková, Jana\"]
[Black \"../O'Brien, <b>Pat</b>\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 {solid} 1-0

[Event \"Spring open\"]
[Site \"Brno\"]
[Date \"2024.03.10\"]
[Round \"2\"]
[White \"Zeman, Ota\"]
[Black \"Nováková, Jana\"]
[Result \"1/2-1/2\"]

1. d4 d5 1/2-1/2

[Event \"Spring open\"]
[Site \"Brno\"]
[Date \"2024.03.11\"]
[Round \"3\"]
[White \"../O'Brien, <b>Pat</b>\"]
[Black \"Zeman, Ota\"]
[Result \"0-1\"]

1. c4 0-1
";

#[test]
fn games_of_a_file_in_a_browser() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    let served = Served::start(&folder, &["show", "open.pgn", "--open", "--no-browser"]);
    assert_eq!(served.path, "/games");
    let list = served.get("/games");
    for number in 1..=3 {
        assert!(list.contains(&format!("<a href=\"/games/{number}\">{number}</a>")), "{list}");
    }
    let game = served.get("/games/1?at=4");
    assert!(
        game.contains("aria-current=\"true\">f4</a>") || game.contains("data-node=\"4\""),
        "{game}"
    );
    assert!(game.contains("rel=\"next\" dir=\"auto\" href=\"/games/2\""), "{game}");
    assert!(!game.contains("<b>Pat"), "text of a record is no markup");
    assert!(served.get("/games/4").starts_with("HTTP/1.1 404"));
    assert!(served.get("/games/x").starts_with("HTTP/1.1 400"));
}

/// Another name leads here only if its owner made it do so, to read the games by a page of theirs.
#[test]
fn pages_of_a_file_and_of_a_library_answer_to_names_of_this_machine() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    let whole = folder.path("open.pgn");
    let whole = whole.to_str().expect("a path");
    let imported = folder.partie("db import library open.pgn");
    assert_eq!(imported.status, 0, "{imported:?}");
    let served = Served::start(&folder, &["show", whole, "--open", "--no-browser"]);
    let page = served.get("/games");
    assert!(page.contains("<title>open.pgn · Partie</title>"), "{page}");
    assert!(!page.contains(whole.trim_end_matches("open.pgn")), "no path of this machine");
    let library = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    for (server, paths) in
        [(&served, &["/games", "/assets/page.css"][..]), (&library, &["/games", "/masters"])]
    {
        for path in paths {
            let own = server.get(path);
            assert!(own.starts_with("HTTP/1.1 200"), "{path}: {own}");
            let other = server.request_of("evil.example", &format!("GET {path} HTTP/1.1\r\n"));
            assert!(other.starts_with("HTTP/1.1 403"), "{path}: {other}");
            assert!(!other.contains("Zeman"), "{path}");
        }
    }
}

#[test]
fn one_position_of_one_game() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    let arguments = ["show", "open.pgn", "--open", "--no-browser", "--game", "2", "--move", "1b"];
    let served = Served::start(&folder, &arguments);
    assert_eq!(served.path, "/games/2?at=2");
    let fen = ["show", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--open", "--no-browser"];
    let served = Served::start(&folder, &fen);
    assert!(served.get(&served.path).contains("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    let ended = folder.partie("show open.pgn --open --no-browser --game 9");
    assert_eq!(
        (ended.status, ended.stderr.contains("game 9 does not exist")),
        (2, true),
        "{ended:?}"
    );
}

#[test]
fn the_page_of_another_chess_server() {
    let folder = Folder::new();
    let arguments = ["ics", "page", "chess.example:5000", "--no-browser"];
    let served = Served::start(&folder, &arguments);
    assert_eq!(served.path, "/play");
    let page = served.get("/play");
    assert!(page.contains("data-live=\"/live\" data-server=\"chess.example\""), "{page}");
    // Only its own pages may connect.
    assert!(served.get("/live").starts_with("HTTP/1.1 403"));
    for server in ["chess.example:0x", ":5000", "[::1]:99999"] {
        assert_eq!(folder.partie(&format!("ics page {server}")).status, 2, "{server}");
    }
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let path = path.strip_prefix(folder).expect("below it").to_path_buf();
                found.insert(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found
}

/// The addresses in a page that lead to files.
fn addresses(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for attribute in [" href=\"", " src=\""] {
        for (_, rest) in
            page.match_indices(attribute).map(|(i, _)| page.split_at(i + attribute.len()))
        {
            let address = rest.split('"').next().unwrap_or_default();
            if !address.starts_with('#') {
                found.push(address.to_owned());
            }
        }
    }
    found
}

#[test]
fn a_site_without_a_server() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    let ended =
        folder.partie("site build open.pgn -o site --url https://club.example/chess --language cs");
    assert_eq!(ended.status, 0, "{ended:?}");
    let site = folder.path("site");
    let found = files(&site);
    for path in ["index.html", "games/3.html", "tournaments/1.html", "players.html", "feed.xml"] {
        assert!(found.contains(path), "{path} in {found:?}");
    }
    assert_eq!(found.iter().filter(|path| path.starts_with("players/")).count(), 3);
    // Every link of every page leads to a file of the site.
    let mut links = 0;
    for path in found.iter().filter(|path| Path::new(path).extension().is_some_and(|e| e == "html"))
    {
        let page = std::fs::read_to_string(site.join(path)).expect("a page");
        assert!(page.contains("<html lang=\"cs\""));
        assert!(!page.contains("<b>Pat"), "{path}");
        for address in addresses(&page) {
            links += 1;
            let place = Path::new(path).parent().expect("a folder").join(&address);
            let target = site.join(place);
            assert!(target.exists(), "{path} leads to {address}");
        }
    }
    assert!(links > 60, "{links}");
    let table = std::fs::read_to_string(site.join("tournaments/1.html")).expect("a page");
    assert!(table.contains("href=\"../players/zeman-ota-"), "{table}");
    assert!(table.contains("<a href=\"../games/1.html\">1</a>"), "{table}");
    // A game leads to its players, its event and itself as a file.
    let game = std::fs::read_to_string(site.join("games/2.html")).expect("a page");
    for link in [
        "href=\"../players/zeman-ota-",
        "href=\"../players/nov-kov-jana-",
        "<a href=\"../tournaments/1.html\"><bdi>Spring open</bdi></a>",
        "<a class=\"take\" hidden>",
        "<meta property=\"og:title\" content=\"Zeman, Ota – Nováková, Jana ½–½\">",
        "<meta property=\"og:url\" content=\"https://club.example/chess/games/2.html\">",
        "<meta property=\"og:image\" content=\"https://club.example/chess/assets/preview.png\">",
    ] {
        assert!(game.contains(link), "{link} in {game}");
    }
    // The page has the game once: as PGN, with its moves in two letters each.
    assert!(
        game.contains("data-moves=\"Lbzj\">[Event ") && game.contains("1. d4 d5 1/2-1/2</pre>")
    );
    assert!(!game.contains("viewer-data"), "{game}");
    let feed = std::fs::read_to_string(site.join("feed.xml")).expect("a feed");
    assert!(feed.contains("<id>https://club.example/chess/games/3.html</id>"), "{feed}");
    assert!(feed.contains("<updated>2024-03-11T00:00:00Z</updated>"), "{feed}");
}

#[test]
fn a_site_has_no_empty_lists() {
    let folder = Folder::new();
    folder.write(
        "evening.bpgn",
        "[WhiteA \"A\"]\n[BlackA \"B\"]\n[WhiteB \"C\"]\n[BlackB \"D\"]\n[Result \"*\"]\n\n1A. e4 *\n",
    );
    assert_eq!(folder.partie("site build evening.bpgn -o site").status, 0);
    let found = files(&folder.path("site"));
    assert!(found.contains("index.html") && found.contains("games/1.bpgn"), "{found:?}");
    assert!(!found.contains("players.html") && !found.contains("tournaments.html"), "{found:?}");
}

#[test]
fn pages_of_a_pipe_are_those_of_a_file() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    assert_eq!(folder.partie("site build open.pgn -o file").status, 0);
    assert_eq!(folder.fed("site build - -o pipe", GAMES.as_bytes()).status, 0);
    let found = files(&folder.path("file"));
    assert_eq!(files(&folder.path("pipe")), found);
    let read = |place: &str, path| std::fs::read(folder.path(place).join(path)).expect("a file");
    for path in &found {
        assert_eq!(read("file", path), read("pipe", path), "{path}");
    }
}

#[test]
fn a_list_of_several_pages_has_the_rows_of_all() {
    let folder = Folder::new();
    folder.write("many.pgn", "[White \"A\"]\n[Black \"B\"]\n\n*\n\n".repeat(1001));
    let built = folder.partie("site build many.pgn -o site --url https://club.example/");
    assert_eq!(built.status, 0, "{built:?}");
    assert!(built.stderr.contains("no feed was written: no game has a date"), "{built:?}");
    assert!(!folder.path("site/feed.xml").exists());
    for page in ["index.html", "games-2.html"] {
        let page = std::fs::read_to_string(folder.path("site").join(page)).expect("a page");
        assert!(page.contains("<table data-filter data-rows=\"./games.js\">"), "{page}");
    }
    let rows = std::fs::read_to_string(folder.path("site/games.js")).expect("a script");
    assert_eq!(rows.matches("[\"games/").count(), 1001);
    assert!(rows.contains("[\"games/1001.html\",[\"1,001\",\"A\",\"B\","), "{rows}");
    folder.write("few.pgn", GAMES);
    assert_eq!(folder.partie("site build few.pgn -o small").status, 0);
    assert!(!folder.path("small/games.js").exists());
}

#[test]
fn a_site_is_replaced_only_when_that_is_said() {
    let folder = Folder::new();
    folder.write("one.pgn", GAMES);
    assert_eq!(folder.partie("site build one.pgn -o site").status, 0);
    let again = folder.partie("site build one.pgn -o site");
    assert_eq!((again.status, again.stderr.contains("add --force")), (2, true), "{again:?}");
    assert_eq!(folder.partie("site build games.pgn -o site --force").status, 0);
    assert!(!folder.path("site/games/3.html").exists(), "files of the old site are gone");
    // A folder with other files is never replaced.
    let other = folder.partie("site build one.pgn -o archive --force");
    assert_eq!((other.status, other.stderr.contains("other files")), (2, true), "{other:?}");
    assert!(folder.path("archive/old.pgn").exists());
    folder.write("empty.pgn", "");
    let nothing = folder.partie("site build empty.pgn -o none");
    assert_eq!((nothing.status, folder.path("none").exists()), (1, false), "{nothing:?}");
    let rest: Vec<_> = std::fs::read_dir(folder.path(".")).expect("a folder").flatten().collect();
    let left = rest.iter().filter(|e| e.file_name().to_string_lossy().starts_with(".site"));
    assert_eq!(left.count(), 0, "nothing is left over");
}

#[test]
fn a_library_is_browsed_and_explored() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    folder.partie("db import library open.pgn");
    let served = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    assert!(served.get("/").contains("location: /games"));
    let list = served.get("/games");
    assert!(list.contains("name=\"player\"") && list.contains("href=\"/games/3\""), "{list}");
    for (query, numbers) in [
        ("player=novakova", &[1, 2][..]),
        ("player=novakova&after=1", &[2]),
        ("since=2024.03.10&until=2024", &[2, 3]),
        ("opening=A10", &[3]),
        ("opening=queen%27s+pawn", &[2]),
        ("event=spring&player=zeman&until=2024.03.10", &[2]),
        ("player=nobody", &[]),
    ] {
        let page = served.get(&format!("/games?{query}"));
        let found: Vec<u32> =
            (1..=3).filter(|number| page.contains(&format!("href=\"/games/{number}\""))).collect();
        assert_eq!(found, numbers, "{query}");
    }
    // Rows of one part of a list are not filtered: the search covers all parts.
    assert!(list.contains("<table class=\"sorts\" data-filter>"), "{list}");
    let rest = served.get("/games?player=novakova&after=1");
    assert!(rest.contains("<table class=\"sorts\">") && !rest.contains("data-filter"), "{rest}");
    let sorted = served.get("/games?opening=A..E&sort=-date");
    let place = |number| sorted.find(&format!("href=\"/games/{number}\""));
    assert!(place(3) < place(2) && place(2) < place(1) && place(3).is_some(), "{sorted}");
    let back =
        "aria-sort=\"descending\"><a class=\"sort\" href=\"/games?opening=A..E&#38;sort=date\"";
    assert!(sorted.contains(back), "{sorted}");
    for (wrong, words) in [
        ("since=rubbish", "expected a date"),
        ("sort=colour", "expected one of white, black"),
        ("sort=date&since=rubbish", "expected a date"),
    ] {
        let page = served.get(&format!("/games?{wrong}"));
        assert!(page.starts_with("HTTP/1.1 400") && page.contains(words), "{wrong}: {page}");
    }
    assert!(served.get("/robots.txt").contains("User-agent: *\nDisallow: /shared/\n"));
    let icon = served.get("/favicon.ico");
    let to = icon.lines().find_map(|line| line.strip_prefix("location: "));
    let icon = served.get(to.expect("an address"));
    assert!(icon.contains("content-type: image/svg+xml"), "{icon}");

    assert!(list.contains("href=\"/players?name=Nov%C3%A1kov%C3%A1,+Jana\""), "{list}");
    let player = served.get("/players?name=novakova");
    assert!(player.contains("<bdi>Nováková, Jana</bdi>"), "{player}");
    assert!(player.contains("Games: 2") && player.contains("Openings with White"), "{player}");
    // An opening leads to its games.
    let (_, openings) = player.split_once("Openings with White").expect("openings");
    let (_, link) = openings.split_once("href=\"").expect("a link");
    let (link, _) = link.split_once('"').expect("its end");
    let games = served.get(&link.replace("&#38;", "&").replace("&amp;", "&"));
    assert!(games.contains("href=\"/games/1\"") || games.contains("href=\"/games/2\""), "{games}");
    assert!(served.get("/players?name=nobody").starts_with("HTTP/1.1 404"));
    for (path, rows) in [
        ("/players", &["Nováková, Jana", "Zeman, Ota"][..]),
        ("/players?part=NOVAKOVA", &["Nováková, Jana"]),
        ("/players?part=nobody", &[]),
        ("/players?page=9", &[]),
        ("/tournaments", &["Spring open"]),
        ("/tournaments?part=ring", &["Spring open"]),
        ("/tournaments?part=autumn", &[]),
    ] {
        let page = served.get(path);
        let found = |name: &&&str| page.contains(&format!("\">{name}</a>"));
        let found: Vec<_> =
            ["Nováková, Jana", "Zeman, Ota", "Spring open"].iter().filter(found).copied().collect();
        assert_eq!(found, rows, "{path}: {page}");
    }
    assert!(list.contains("<a href=\"/players\">Players</a>"), "{list}");
    // A game leads to its players and its event.
    let game = served.get("/games/1");
    for link in ["/players?name=Nov%C3%A1kov%C3%A1,+Jana", "/tournaments?event=Spring+open"] {
        assert!(game.contains(&format!("<a href=\"{link}\">")), "{link} in {game}");
    }

    let start = served.get("/explore");
    assert!(start.contains("Games: 3"), "{start}");
    for uci in ["e2e4", "d2d4", "c2c4"] {
        assert!(
            start.contains(&format!("data-uci=\"{uci}\" href=\"/explore?play={uci}\"")),
            "{start}"
        );
    }
    let after = served.get("/explore?play=e2e4,e7e5");
    assert!(after.contains("href=\"/explore?play=e2e4,e7e5,g1f3\""), "{after}");
    assert!(after.contains("rel=\"prev\" href=\"/explore?play=e2e4\""), "{after}");
    assert!(after.contains("<a href=\"/games/1\">"), "{after}");
    let fen = "/explore?fen=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR+w+KQkq+-+0+2";
    assert!(served.get(fen).contains("&#38;play=g1f3\""), "{}", served.get(fen));
    // Conditions of the games stay in the addresses.
    let hers = served.get("/explore?player=novakova&color=white&since=2024-03");
    assert!(hers.contains("Games: 1<"), "{hers}");
    let kept = "player=novakova&#38;color=white&#38;since=2024-03&#38;play=e2e4\"";
    assert!(hers.contains(&format!("href=\"/explore?{kept}")), "{hers}");
    assert!(hers.contains("<bdi>novakova · White · 2024-03–</bdi>"), "{hers}");
    assert!(served.get("/explore?elo=2400..").contains("No game was found."));
    for (query, reason) in [
        ("speed=fast", "speed: "),
        ("elo=high", "elo: "),
        ("color=white", "color: expected a player"),
        ("player=zeman&color=red", "color: expected white or black"),
    ] {
        let refused = served.get(&format!("/explore?{query}"));
        assert!(refused.starts_with("HTTP/1.1 400") && refused.contains(reason), "{refused}");
    }
    // The form offers the speeds that the library knows.
    let (_, speeds) = start.split_once("name=\"speed\"").expect("speeds");
    let (speeds, _) = speeds.split_once("</select>").expect("speeds");
    let speeds: Vec<_> = speeds.split("<option value=\"").skip(2).collect();
    assert_eq!(speeds.len(), 6);
    for speed in speeds {
        let (speed, _) = speed.split_once('"').expect("a name");
        assert!(served.get(&format!("/explore?speed={speed}")).starts_with("HTTP/1.1 200"));
    }
    assert!(served.get("/explore?play=e2e5").contains("`e2e5` is no legal move"));
    assert!(served.get("/explore?fen=rubbish").starts_with("HTTP/1.1 400"));
    // The API is on the same port, and pages name the explorer.
    assert!(served.get("/lichess?play=e2e4").contains("\"uci\":\"e7e5\""));
    assert!(served.get("/games/1").contains("data-src=\"/explore?fen=\""));
    assert!(served.get("/embed/games/1").contains("frame-ancestors *"));
}

#[test]
fn each_game_of_a_library_is_on_one_page_of_the_list() {
    let folder = Folder::new();
    folder.write("many.pgn", "[Event \"Open\"]\n\n1. e4 *\n\n".repeat(405));
    // The second page begins in one file of the library and ends in another.
    folder.partie("db import library many.pgn --commit-every 250");
    let served = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    let listed = |served: &Served, page: u32| -> Vec<u32> {
        let list = served.get(&format!("/games?page={page}"));
        (1..=406).filter(|n| list.contains(&format!("href=\"/games/{n}\""))).collect()
    };
    for (page, numbers) in [(1, 1..=200), (2, 201..=400), (3, 401..=405)] {
        assert_eq!(listed(&served, page), numbers.collect::<Vec<_>>(), "page {page}");
    }
    drop(served);
    // Numbers of removed games are missing.
    assert_eq!(folder.partie("db remove library 3..4 100 240..260 405").status, 0);
    let served = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    let left: Vec<u32> =
        (1..=404).filter(|n| ![3, 4, 100].contains(n) && !(240..=260).contains(n)).collect();
    assert_eq!(listed(&served, 1), left[..200]);
    assert_eq!(listed(&served, 2), left[200..]);
    for (number, neighbours) in [(2, [1, 5]), (5, [2, 6]), (239, [238, 261]), (404, [403, 403])] {
        let page = served.get(&format!("/games/{number}"));
        for neighbour in neighbours {
            assert!(page.contains(&format!("href=\"/games/{neighbour}\"")), "{number}: {page}");
        }
    }
    assert!(!served.get("/games/404").contains("href=\"/games/405\""));
    assert!(served.request("GET /games/100 HTTP/1.1\r\n").starts_with("HTTP/1.1 404"));
}

#[test]
fn pages_name_the_files_that_they_lack() {
    let folder = Folder::new();
    folder.write("open.pgn", GAMES);
    folder.write("club.pgn", GAMES.replace("Spring open", "Club"));
    folder.partie("db import library open.pgn");
    folder.partie("db import library club.pgn --keep-duplicates");
    let arguments = ["db", "serve", "library", "--listen", "127.0.0.1:0"];
    let whole = Served::start(&folder, &arguments);
    let list = whole.get("/games");
    assert!(list.contains("href=\"/games/6\"") && !list.contains("partie db check"), "{list}");
    assert!(!whole.get("/lichess").contains("problems"));
    drop(whole);

    let games = folder.path("library/games/000002.parquet");
    let mut damaged = std::fs::read(&games).expect("a file");
    let end = damaged.len() / 2;
    damaged[4..end].iter_mut().for_each(|byte| *byte ^= 0x55);
    std::fs::write(&games, &damaged).expect("a disk");
    for path in [
        "/games",
        "/games/5",
        "/games?player=novakova",
        "/players?name=novakova",
        "/tournaments?event=Club",
        "/statistics",
    ] {
        let served = Served::start(&folder, &arguments);
        let page = served.get(path);
        assert!(page.contains("<bdi>games/000002.parquet</bdi>: "), "{path}: {page}");
        assert!(page.contains("<code>partie db check</code>"), "{path}: {page}");
        if path.starts_with("/games?") {
            assert!(page.contains("href=\"/games/1\""), "what can be read is listed: {page}");
            assert!(!page.contains("href=\"/games/4\""), "{page}");
        }
    }
    let german = "GET /games HTTP/1.1\r\nAccept-Language: de\r\n";
    let served = Served::start(&folder, &arguments);
    assert!(served.request(german).contains("<p>Dateien dieser Bibliothek sind nicht lesbar"));

    // The index of positions says less as well.
    let positions = folder.path("library/positions/000001.parquet");
    std::fs::remove_file(positions).expect("a file");
    for path in ["/explore", "/lichess"] {
        let served = Served::start(&folder, &arguments);
        let answer = served.get(path);
        assert!(answer.contains("positions/000001.parquet"), "{path}: {answer}");
        assert!(answer.contains("partie db check --rebuild"), "{path}: {answer}");
    }
}

#[test]
fn dates_are_those_of_the_readers_language() {
    let folder = Folder::new();
    let games = GAMES.replace("2024.03.09", "2024-3-9").replace("2024.03.10", "2024.03.??");
    folder.write("open.pgn", games.replace("2024.03.11", "2024.??.??"));
    folder.partie("db import library open.pgn");
    let served = Served::start(&folder, &["db", "serve", "library", "--listen", "127.0.0.1:0"]);
    for (language, day, month) in [
        ("en", "9 March 2024", "March 2024"),
        ("fr", "9 mars 2024", "mars 2024"),
        ("de", "9. März 2024", "März 2024"),
        ("cs", "9. března 2024", "březen 2024"),
    ] {
        for (path, dates) in [
            ("/games", vec![format!(">{day}<"), format!(">{month}<"), ">2024<".to_owned()]),
            ("/games/1", vec![day.to_owned()]),
            ("/explore", vec![format!(" · {day}<"), format!(" · {month}<")]),
            ("/players?name=zeman", vec![format!("(2024 – {month})")]),
            ("/tournaments?event=Spring+open", vec![format!("2024 – {day}")]),
            ("/statistics", vec![format!("2024 – {day}")]),
        ] {
            let head = format!("GET {path} HTTP/1.1\r\nAccept-Language: {language}\r\n");
            let page = served.request(&head);
            for date in dates {
                assert!(page.contains(&date), "{path} {language} {date}: {page}");
            }
        }
    }
}
