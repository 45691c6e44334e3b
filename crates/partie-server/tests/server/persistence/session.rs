//! An evening at the club: after any actions of the players, the stored state is the server's.

use std::collections::BTreeMap;

use partie_ics::{Change, Config, Ics, Input, Output, SessionId, Span, Tick, players::Account};
use partie_server::{hub::Outbox, persistence::Persister, store::model::Snapshot};

use super::{NOW, after, laws::apply, snapshot, stored};
use crate::databases::{Databases, on_each_database};

/// A chess server and the changes that it wants stored.
struct Club {
    ics: Ics,
    now: Tick,
    sessions: BTreeMap<String, SessionId>,
    changes: Vec<Change>,
    /// Set if passwords are hashed at once; else never.
    hashes: bool,
}

impl Club {
    fn new(names: &[&str]) -> Self {
        let mut club = Self {
            ics: Ics::new(Config::default(), NOW, 1),
            now: NOW,
            sessions: BTreeMap::new(),
            changes: Vec::new(),
            hashes: true,
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
        self.input(Input::Open { session, address: "192.0.2.1".to_owned(), token: None });
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
                    Output::Hash { player, password } if self.hashes => {
                        next.push(Input::Hashed { player, hash: Some(password) });
                    }
                    Output::Secrets { .. } => {
                        let words = (0..9).map(|n| format!("secret{n}")).collect();
                        next.push(Input::Secrets { words });
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

    /// The owner types a command over the local socket.
    fn owner(&mut self, line: &str) {
        self.input(Input::Owner { ticket: 1, line: line.to_owned() });
    }

    /// Two play moves in turn.
    fn play(&mut self, white: &str, black: &str, moves: &str) {
        for (number, word) in moves.split_whitespace().enumerate() {
            self.types(if number % 2 == 0 { white } else { black }, &[word]);
        }
    }
}

on_each_database!(what_players_do_is_kept, players_do);

async fn players_do(databases: &Databases) {
    let location = databases.fresh().await;
    let mut club = Club::new(&["Lasker", "Steinitz", "Tarrasch", "Janowski"]);
    let start = after(&location, &club.changes).await;
    assert_eq!(start, club.ics.persistent_state(), "new accounts");
    assert_eq!(start.accounts.len(), 4);

    club.types("Lasker", &["set style 12", "set formula rated & blitz", "alias hi shout Hello"]);
    club.types("Lasker", &["set 3 I play the Ruy Lopez.", "set shout 0", "set height 50"]);
    club.types("Lasker", &["+channel 50", "-channel 1", "+censor Janowski", "+notify steinitz"]);
    for text in ["How about a match?", "In Moscow?", "Well?"] {
        club.types("Lasker", &[&format!("messages steinitz {text}")]);
    }
    club.types("Steinitz", &["messages", "clearmessages 2"]);
    club.types("Tarrasch", &["messages steinitz Bravo."]);
    let kept = club.ics.persistent_state();
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
    // This one is interrupted: a connection breaks, and the player does not return.
    club.types("Tarrasch", &["match janowski 15 5 rated white"]);
    club.types("Janowski", &["accept"]);
    club.play("Tarrasch", "Janowski", "d4 d5 c4 e6 Nc3 c5");
    let session = club.sessions["Janowski"];
    club.input(Input::Close { session });
    club.now = club.now + Span::minutes(5);
    club.input(Input::Time);
    let kept = club.ics.persistent_state();
    assert_eq!(kept.adjourned.len(), 1);
    assert_eq!(kept.accounts.iter().filter(|a| !a.history.is_empty()).count(), 2);
    let known = snapshot(&location).await;
    assert!(known.games.is_empty());
    let location = databases.fresh().await;
    assert_eq!(after(&location, &club.changes).await, kept);

    let stored = snapshot(&location).await;
    let games: Vec<(&str, &str, &str, &str)> =
        stored.games.iter().map(|g| (&*g.white, &*g.black, &*g.category, &*g.reason)).collect();
    assert_eq!(
        games,
        [("Lasker", "Steinitz", "blitz", "Mat"), ("Steinitz", "Lasker", "crazyhouse", "Res")]
    );

    // The server stops, and another one goes on.
    let before = club.changes.len();
    club.input(Input::Stop);
    let kept = club.ics.persistent_state();
    let start = after(&location, &club.changes[before..]).await;
    assert_eq!(start, kept);
    club.ics = Ics::from_state(Config::default(), start, club.now, 2);
    let before = club.changes.len();
    club.comes("Tarrasch");
    club.comes("Janowski");
    club.types("Tarrasch", &["match janowski"]);
    club.types("Janowski", &["accept"]);
    club.play("Tarrasch", "Janowski", "cxd5 exd5");
    club.types("Tarrasch", &["resign"]);
    let kept = club.ics.persistent_state();
    assert_eq!(kept.adjourned, []);
    assert_eq!(after(&location, &club.changes[before..]).await, kept);
    let stored = snapshot(&location).await;
    let last = stored.games.last().expect("a game");
    assert_eq!((&*last.white, &*last.result, last.id), ("Tarrasch", "0-1", 3));
    assert!(last.pgn.contains("4. cxd5"), "{}", last.pgn);
}

on_each_database!(what_administrators_do_is_kept, administrators_do);

/// The policy, the news, and accounts that are made, renamed, removed and restored.
async fn administrators_do(databases: &Databases) {
    let location = databases.fresh().await;
    let mut club = Club::new(&["Lasker", "Steinitz"]);
    club.types("Lasker", &["+notify steinitz", "messages steinitz Welcome."]);
    for line in [
        "addplayer Janowski dj@example.org Dawid Janowski",
        "addplayer Marshall fm@example.org Frank Marshall",
        "asetadmin Lasker 60",
        "asetrating Janowski blitz 2100 60 10 5 3",
        "addcomment Janowski Plays too much roulette.",
        "asettitle Marshall gm",
        "quota 30",
        "filter 192.0.2.*",
        "asetmaxplayer 100",
        "cnewsi We are open",
        "cnewsf 1 Come in.",
        "cnewsi To be deleted",
        "cnewsd 2",
        "remplayer Marshall",
    ] {
        club.owner(line);
    }
    let session = club.sessions["Steinitz"];
    club.input(Input::Close { session });
    club.owner("asethandle Steinitz Wilhelm");
    let kept = club.ics.persistent_state();
    let names: Vec<&str> = kept.accounts.iter().map(|a| a.handle.as_str()).collect();
    assert_eq!(names, ["Janowski", "Lasker", "Marshall", "Wilhelm"]);
    assert_eq!((kept.news.len(), kept.policy.filters.len()), (1, 1));
    assert_eq!(kept.policy.most_players, Some(100));
    assert!(kept.accounts[2].admin_notes.removed.is_some());
    let start = after(&location, &club.changes).await;
    assert_eq!(start, kept);
    let rows = snapshot(&location).await;
    assert_eq!((&*rows.accounts[0].email, rows.accounts[1].admin_level), ("dj@example.org", 60));
    assert_eq!((&*rows.messages[0].to, &*rows.messages[0].text), ("wilhelm", "Welcome."));
    // Another run knows who was taken away.
    let before = club.changes.len();
    club.ics = Ics::from_state(Config::default(), start, club.now, 2);
    assert_eq!(club.ics.persistent_state(), kept);
    club.owner("raisedead Marshall");
    let kept = club.ics.persistent_state();
    assert_eq!(kept.accounts[2].admin_notes.removed, None);
    assert_eq!(after(&location, &club.changes[before..]).await, kept);
    // The account is removed once more, and another player gets its name.
    let before = club.changes.len();
    for line in [
        "addcomment Marshall Sold the club's clocks.",
        "remplayer Marshall",
        "addplayer marshall jm@example.org John Marshall",
        "asetrating marshall blitz 1500",
    ] {
        club.owner(line);
    }
    let kept = club.ics.persistent_state();
    let both: Vec<_> = kept.accounts.iter().filter(|a| a.key() == "marshall").collect();
    assert_eq!(both.iter().map(|a| &*a.handle).collect::<Vec<_>>(), ["marshall", "Marshall"]);
    let start = after(&location, &club.changes[before..]).await;
    assert_eq!(start, kept);
    // Another run restores the name of the first account when the second has another.
    let before = club.changes.len();
    club.ics = Ics::from_state(Config::default(), start, club.now, 3);
    assert_eq!(club.ics.persistent_state(), kept);
    club.owner("asethandle marshall John");
    club.owner("raisedead marshall");
    let kept = club.ics.persistent_state();
    let names: Vec<&str> = kept.accounts.iter().map(|a| a.handle.as_str()).collect();
    assert_eq!(names, ["Janowski", "John", "Lasker", "Marshall", "Wilhelm"]);
    assert_eq!(kept.accounts[3].admin_notes.comments.len(), 1);
    assert_eq!(after(&location, &club.changes[before..]).await, kept);
}

on_each_database!(new_accounts_are_kept_at_once, new_accounts_are_kept_at_once_in);

/// Accounts that were promised are kept, even if the server ends before their passwords are
/// hashed.
async fn new_accounts_are_kept_at_once_in(databases: &Databases) {
    let mut club = Club::new(&[]);
    club.hashes = false;
    club.input(Input::Time);
    club.owner("addplayer Janowski dj@example.org Dawid Janowski");
    club.comes("Marshall");
    club.types("Marshall", &["register Marshall fm@example.org Frank Marshall"]);
    let kept = club.ics.persistent_state();
    assert_eq!(kept.accounts.len(), 2);
    assert_eq!(after(&databases.fresh().await, &club.changes).await, kept);
}

/// Lines that members may type; `*` stands for a name.
const LINES: &[&str] = &[
    "set style 12",
    "set formula blitz",
    "set shout",
    "set 4 A note",
    "set 4",
    "set tzone PST",
    "set interface x",
    "alias a tell * hi",
    "unalias a",
    "+censor *",
    "-censor *",
    "+notify *",
    "+channel 4",
    "-channel 4",
    "+noplay *",
    "-noplay *",
    "messages * Hello",
    "messages",
    "clearmessages 1",
    "clearmessages *",
    "match * 3 0 rated white",
    "match * 1 0 unrated black",
    "match * 3 0 zh",
    "match * 5 5 wild 5",
    "match * 3 0 wild fr",
    "accept",
    "decline",
    "e4",
    "d4",
    "e5",
    "Nf3",
    "a6",
    "resign",
    "draw",
    "abort",
    "adjourn",
    "takeback 1",
    "seek 5 0",
    "unseek",
    "getgame",
    "play 1",
    "jkeep",
    "jsave A -1",
    "jkill A",
    "observe *",
    "examine * -1",
    "forward",
    "unexamine",
    "password secret secretary",
    "quit",
    "partner *",
    "match * 3 0 bughouse",
    "stored",
    "history",
    "switch",
    "moretime 5",
    "rematch",
    "flag",
    "resume *",
    "simmatch *",
];

on_each_database!(nothing_is_forgotten, nothing_is_forgotten_in);

/// Members type random commands, come and go; now and then the server restarts. In the end each
/// database equals the rows in memory.
async fn nothing_is_forgotten_in(databases: &Databases) {
    const NAMES: [&str; 5] = ["Lasker", "Steinitz", "Tarrasch", "Janowski", "Marshall"];
    let mut club = Club::new(&NAMES);
    let mut snapshot = Snapshot::default();
    let (mut persister, _) = Persister::open(snapshot.clone(), "Partie").expect("empty");
    let mut dice = 7_u64;
    let mut dice = |sides: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % sides
    };
    let mut last = String::new();
    let mut rows = Vec::new();
    for round in 0..6000 {
        let name = NAMES[dice(NAMES.len())];
        let line = LINES[dice(LINES.len())].replace('*', NAMES[dice(NAMES.len())]);
        match dice(60) {
            0 => {
                let session = club.sessions[name];
                club.input(Input::Close { session });
            }
            1 => club.comes(name),
            2 => {
                club.now = club.now + Span::minutes(2);
                club.input(Input::Time);
            }
            3 if round % 10 == 0 => club.input(Input::Stop),
            // The owner takes accounts away, gives them back, or gives the names to others.
            59 if dice(2) == 0 => {
                let session = club.sessions[name];
                club.input(Input::Close { session });
                let what = ["remplayer *", "raisedead *", "addplayer * a@b.c A", "asethandle * #"];
                let line = what[dice(4)].replace('*', name).replace('#', NAMES[dice(5)]);
                club.owner(&line);
            }
            4..8 => {
                let other = NAMES[dice(NAMES.len())];
                club.comes(name);
                club.comes(other);
                club.types(name, &[&format!("match {other} 3 0 white")]);
                club.types(other, &["accept", "e5"]);
                club.play(name, other, "e4 e5 Nf3 Nc6");
                club.types(name, &[["resign", "adjourn", "draw", "abort"][dice(4)]]);
                club.types(other, &[["accept", "resign", "draw", "d4"][dice(4)]]);
            }
            _ => club.types(name, &[&line]),
        }
        let mut out = Outbox::new();
        let stopped = club.changes.is_empty();
        for change in club.changes.drain(..) {
            persister.change(change, &mut out);
        }
        for change in &out.changes() {
            apply(&mut snapshot, change);
        }
        rows.extend(out.changes());
        if round % 50 == 0 || !stopped {
            let (again, start) = Persister::open(snapshot.clone(), "Partie").expect("good rows");
            let kept = club.ics.persistent_state();
            assert!(
                start == kept,
                "{round}: {name}: {line} (before: {last})\n{start:#?}\n{kept:#?}"
            );
            if round % 500 == 0 {
                persister = again;
                club.ics = Ics::from_state(Config::default(), start, club.now, round);
                for name in NAMES {
                    club.comes(name);
                }
            }
        }
        last = format!("{name}: {line}");
    }
    assert!(snapshot.last_game > 20, "{}", snapshot.last_game);
    let (_, known) = Persister::open(snapshot, "Partie").expect("good rows");
    let found = stored(&databases.fresh().await, &rows).await;
    let (_, start) = Persister::open(found, "Partie").expect("good rows");
    assert!(start == known, "{start:#?}\n{known:#?}");
}
