//! An evening at the club: whatever players do, what was stored is what the server knows.

use std::collections::BTreeMap;

use partie_ics::{Change, Config, Ics, Input, Output, SessionId, Span, Tick, people::Account};
use partie_server::store::Place;

use super::{NOW, after, snapshot};
use crate::chat::Folder;

/// A chess server and the changes that it wants stored.
struct Club {
    ics: Ics,
    now: Tick,
    sessions: BTreeMap<String, SessionId>,
    changes: Vec<Change>,
}

impl Club {
    fn new(names: &[&str]) -> Self {
        let mut club = Self {
            ics: Ics::new(Config::default(), NOW, 1),
            now: NOW,
            sessions: BTreeMap::new(),
            changes: Vec::new(),
        };
        for name in names {
            let account = Account {
                handle: (*name).to_owned(),
                password: Some("secret".to_owned()),
                ..Account::default()
            };
            club.ics.know(account.clone());
            club.changes.push(Change::Account(Box::new(account)));
            club.comes(name);
        }
        club
    }

    fn comes(&mut self, name: &str) {
        let session = SessionId(self.now.0.unsigned_abs() + self.sessions.len() as u64);
        self.sessions.insert(name.to_owned(), session);
        self.input(Input::Open { session, address: "192.0.2.1".to_owned() });
        self.types(name, &[name, "secret"]);
    }

    fn input(&mut self, input: Input) {
        let mut next = vec![input];
        while let Some(input) = next.pop() {
            let mut outputs = Vec::new();
            self.ics.handle(self.now, input, &mut outputs);
            for output in outputs {
                match output {
                    Output::Store(change) => self.changes.push(change),
                    Output::Check { session, .. } => {
                        next.push(Input::Checked { session, good: true });
                    }
                    Output::Hash { person, password } => {
                        next.push(Input::Hashed { person, hash: password });
                    }
                    _ => {}
                }
            }
        }
    }

    /// Lines, each a second after the one before.
    fn types(&mut self, name: &str, lines: &[&str]) {
        for line in lines {
            let session = self.sessions[name];
            self.now = self.now + Span::seconds(1);
            self.input(Input::Line { session, text: (*line).to_owned(), stamp: None });
        }
    }

    /// Two play moves in turn.
    fn play(&mut self, white: &str, black: &str, moves: &str) {
        for (number, word) in moves.split_whitespace().enumerate() {
            self.types(if number % 2 == 0 { white } else { black }, &[word]);
        }
    }
}

#[tokio::test]
async fn what_players_do_is_kept() {
    let folder = Folder::new();
    let place = Place::Sqlite(folder.0.join("partie.sqlite"));
    let mut club = Club::new(&["Lasker", "Steinitz", "Tarrasch", "Janowski"]);
    let start = after(&place, &club.changes).await;
    assert_eq!(start, club.ics.kept(), "new accounts");
    assert_eq!(start.accounts.len(), 4);

    club.types("Lasker", &["set style 12", "set formula rated & blitz", "alias hi shout Hello"]);
    club.types("Lasker", &["set 3 I play the Ruy Lopez.", "set shout 0", "set height 50"]);
    club.types("Lasker", &["+channel 50", "-channel 1", "+censor Janowski", "+notify steinitz"]);
    for text in ["How about a match?", "In Moscow?", "Well?"] {
        club.types("Lasker", &[&format!("messages steinitz {text}")]);
    }
    club.types("Steinitz", &["messages", "clearmessages 2"]);
    club.types("Tarrasch", &["messages steinitz Bravo."]);
    let kept = club.ics.kept();
    let of = |name: &str| kept.accounts.iter().find(|a| a.handle == name).expect("known");
    assert_eq!(of("Steinitz").messages.len(), 3);
    assert!(of("Lasker").channels.contains(&50));
    club.types("Lasker", &["match steinitz 3 2 rated white"]);
    club.types("Steinitz", &["accept"]);
    club.play("Lasker", "Steinitz", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7");
    club.types("Lasker", &["match steinitz 5 0 unrated zh black"]);
    club.types("Steinitz", &["accept"]);
    club.play("Steinitz", "Lasker", "e4 d5 exd5 Qxd5 Nc3 P@e4");
    club.types("Lasker", &["resign"]);
    // This one is interrupted: a connection breaks, and nobody comes back.
    club.types("Tarrasch", &["match janowski 15 5 rated white"]);
    club.types("Janowski", &["accept"]);
    club.play("Tarrasch", "Janowski", "d4 d5 c4 e6 Nc3 c5");
    let session = club.sessions["Janowski"];
    club.input(Input::Close { session });
    club.now = club.now + Span::minutes(5);
    club.input(Input::Time);
    let kept = club.ics.kept();
    assert_eq!(kept.adjourned.len(), 1);
    assert_eq!(kept.accounts.iter().filter(|a| !a.history.is_empty()).count(), 2);
    let known = snapshot(&place).await;
    assert!(known.games.is_empty());
    let folder = Folder::new();
    let place = Place::Sqlite(folder.0.join("partie.sqlite"));
    assert_eq!(after(&place, &club.changes).await, kept);

    let stored = snapshot(&place).await;
    let games: Vec<(&str, &str, &str, &str)> =
        stored.games.iter().map(|g| (&*g.white, &*g.black, &*g.category, &*g.reason)).collect();
    assert_eq!(
        games,
        [("Lasker", "Steinitz", "blitz", "Mat"), ("Steinitz", "Lasker", "crazyhouse", "Res")]
    );

    // The server stops, and another one goes on.
    let before = club.changes.len();
    club.input(Input::Stop);
    let kept = club.ics.kept();
    let start = after(&place, &club.changes[before..]).await;
    assert_eq!(start, kept);
    club.ics = Ics::from_start(Config::default(), start, club.now, 2);
    let before = club.changes.len();
    club.comes("Tarrasch");
    club.comes("Janowski");
    club.types("Tarrasch", &["match janowski"]);
    club.types("Janowski", &["accept"]);
    club.play("Tarrasch", "Janowski", "cxd5 exd5");
    club.types("Tarrasch", &["resign"]);
    let kept = club.ics.kept();
    assert_eq!(kept.adjourned, []);
    assert_eq!(after(&place, &club.changes[before..]).await, kept);
    let stored = snapshot(&place).await;
    let last = stored.games.last().expect("a game");
    assert_eq!((&*last.white, &*last.result, last.id), ("Tarrasch", "0-1", 3));
    assert!(last.pgn.contains("4. cxd5"), "{}", last.pgn);
}
