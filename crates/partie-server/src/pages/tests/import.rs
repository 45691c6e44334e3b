//! Files that are sent to a collection.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::Ordering::Relaxed,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use axum::{
    body::Body,
    http::{StatusCode, header},
};
use tempfile::TempDir;

use super::{Answer, BOUNDARY, Site, form, multipart};
use crate::pages::{
    GameImport, GameList, ImportEnd, ImportMessage, ImportProgress, ImportResult, PageOptions,
    SentFile,
};

/// The most bytes of files.
const MOST: u64 = 20_000;

/// A collection that counts bytes as games.
struct Club {
    folder: PathBuf,
    refusal: Mutex<Option<String>>,
    /// Received files: their names, contents, and whether they are imported again.
    imported: Mutex<Vec<(String, Vec<u8>, bool)>>,
    /// Permissions to end an import.
    gate: Mutex<Receiver<()>>,
}

impl GameImport for Club {
    fn folder(&self) -> &Path {
        &self.folder
    }

    fn most_bytes(&self) -> u64 {
        MOST
    }

    fn refusal(&self) -> Option<String> {
        self.refusal.lock().expect("a lock").clone()
    }

    fn import(&self, files: &[SentFile], again: bool, progress: &ImportProgress) -> ImportResult {
        for SentFile { path, name } in files {
            let text = fs::read(path).expect("a file");
            progress.bytes.fetch_add(text.len() as u64, Relaxed);
            progress.games.fetch_add(7, Relaxed);
            self.imported.lock().expect("a lock").push((name.clone(), text, again));
        }
        let gate = self.gate.lock().expect("a lock");
        while gate.recv_timeout(Duration::from_millis(5)).is_err() {
            if progress.cancelled.load(Relaxed) {
                return ImportResult { end: ImportEnd::Cancelled, ..ImportResult::default() };
            }
        }
        ImportResult {
            files: files.iter().map(|file| file.name.clone()).collect(),
            added: 201..208,
            games: 207,
            messages: vec![ImportMessage::Known { file: "<games.pgn>".to_owned(), games: 3 }],
            ..ImportResult::default()
        }
    }
}

/// No games.
struct NoGames;

impl GameList for NoGames {
    fn title(&self) -> String {
        "Club".to_owned()
    }

    fn len(&self) -> u64 {
        0
    }

    fn game(&self, _: u64) -> Option<partie_core::Game> {
        None
    }
}

struct Importing {
    site: Site,
    club: Arc<Club>,
    end: Sender<()>,
    _folder: TempDir,
}

impl Importing {
    fn new() -> Importing {
        let folder = tempfile::tempdir().expect("a folder");
        let (end, gate) = channel();
        let club = Arc::new(Club {
            folder: folder.path().to_owned(),
            refusal: Mutex::default(),
            imported: Mutex::default(),
            gate: Mutex::new(gate),
        });
        let (games, import): (Arc<dyn GameList>, Arc<dyn GameImport>) =
            (Arc::new(NoGames), club.clone());
        let options =
            PageOptions { games: Some(games), import: Some(import), ..PageOptions::default() };
        Importing { site: Site::with(options), club, end, _folder: folder }
    }

    /// Sends a form with some headers.
    fn send(&self, headers: &[(&str, &str)], fields: &[(&str, &str)]) -> Answer {
        let mut request = form("/import");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.site.ask(request.body(Body::from(multipart(fields))).expect("a request"))
    }

    fn send_here(&self, fields: &[(&str, &str)]) -> Answer {
        self.send(&[("host", "localhost:9002")], fields)
    }

    /// The page after the import has ended.
    fn ended(&self) -> String {
        loop {
            let page = self.site.get("/import").text().to_owned();
            if !page.contains("data-running") {
                return page;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Number of files that are kept.
    fn kept(&self) -> usize {
        fs::read_dir(&self.club.folder).expect("a folder").count()
    }
}

#[test]
fn files_arrive_and_are_removed() {
    let importing = Importing::new();
    let empty = importing.site.get("/import");
    assert!(empty.text().contains("enctype=\"multipart/form-data\""), "{}", empty.text());
    let fields = [("file", "1. e4 *"), ("again", "1"), ("file", "1. d4 *")];
    let answer = importing.send_here(&fields);
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    assert_eq!(answer.header(header::LOCATION), "/import");
    let running = importing.site.get("/import").text().to_owned();
    assert!(running.contains("data-running") && running.contains("http-equiv=\"refresh\""));
    assert!(!running.contains("<form class=\"import\""), "one import at a time");
    importing.end.send(()).expect("an import");
    let ended = importing.ended();
    assert!(ended.contains("games?page=2"), "{ended}");
    assert!(
        ended.contains("<bdi>&#60;games.pgn&#62;</bdi>: was imported before (Games: 3)"),
        "text is no markup: {ended}"
    );
    let imported = importing.club.imported.lock().expect("a lock").clone();
    let game = |text: &str| ("games.pgn".to_owned(), text.as_bytes().to_vec(), true);
    assert_eq!(imported, [game("1. e4 *"), game("1. d4 *")]);
    assert_eq!(importing.kept(), 0);
}

#[test]
fn one_import_at_a_time() {
    let importing = Importing::new();
    let games = [("file", "1. e4 *")];
    assert_eq!(importing.send_here(&games).status, StatusCode::SEE_OTHER);
    assert_eq!(importing.send_here(&games).status, StatusCode::CONFLICT);
    let cancel = axum::http::Request::post("/import/cancel").header("host", "127.0.0.1");
    let answer = importing.site.ask(cancel.body(Body::empty()).expect("a request"));
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(importing.ended().contains("was cancelled"));
    assert_eq!(importing.kept(), 0);
    importing.end.send(()).expect("a club");
    assert_eq!(importing.send_here(&games).status, StatusCode::SEE_OTHER);
    assert!(importing.ended().contains("is complete"));
}

#[test]
fn others_send_nothing() {
    let importing = Importing::new();
    let games = [("file", "1. e4 *")];
    for headers in [
        &[("host", "localhost"), ("sec-fetch-site", "cross-site")][..],
        &[("host", "localhost"), ("origin", "http://evil.example")],
        &[("host", "localhost"), ("origin", "null")],
        // A name that its owner made lead here.
        &[("host", "evil.example:9002"), ("sec-fetch-site", "same-origin")],
    ] {
        let answer = importing.send(headers, &games);
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    assert!(importing.club.imported.lock().expect("a lock").is_empty());
    // Without the option there is no such page.
    let site = Site::with(PageOptions { games: Some(Arc::new(NoGames)), ..PageOptions::default() });
    assert_eq!(site.get("/import").status, StatusCode::NOT_FOUND);
    assert_eq!(site.post("/import", &games).status, StatusCode::NOT_FOUND);
    assert!(!site.get("/games").text().contains("import"));
}

#[test]
fn files_that_are_refused() {
    let importing = Importing::new();
    let large = "x".repeat(MOST as usize + 1);
    let half = "x".repeat(MOST as usize / 2 + 1);
    let many = vec![("file", "1. e4 *"); 1001];
    let field = "x".repeat(2000);
    for (fields, status) in [
        (&[("file", &*large)][..], StatusCode::PAYLOAD_TOO_LARGE),
        (&[("file", &*half), ("file", &*half)], StatusCode::PAYLOAD_TOO_LARGE),
        (&many, StatusCode::PAYLOAD_TOO_LARGE),
        (&[("file", "1. e4 *"), ("more", &*field)], StatusCode::PAYLOAD_TOO_LARGE),
        (&[("file", "")], StatusCode::BAD_REQUEST),
        (&[("text", "1. e4 *")], StatusCode::BAD_REQUEST),
    ] {
        assert_eq!(importing.send_here(fields).status, status);
        assert_eq!(importing.kept(), 0);
    }
    // A form that breaks off.
    let torn = multipart(&[("file", "1. e4 *")]).replace(&format!("--{BOUNDARY}--"), "");
    let request = form("/import").header("host", "localhost").body(Body::from(torn));
    let answer = importing.site.ask(request.expect("a request"));
    assert_eq!((answer.status, importing.kept()), (StatusCode::BAD_REQUEST, 0));
    *importing.club.refusal.lock().expect("a lock") = Some("it is <locked>".to_owned());
    let answer = importing.send_here(&[("file", "1. e4 *")]);
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(answer.text().contains("it is &#60;locked&#62;"), "{}", answer.text());
    // A browser that still sends may not see the answer, but the page.
    assert!(importing.ended().contains("it is &#60;locked&#62;"));
    assert!(importing.club.imported.lock().expect("a lock").is_empty());
}
