//! Laws: storing and loading gives the same state, for any state.

use std::sync::Arc;

use partie_core::{ByColor, Color, Outcome, Ply, Position, rules::wild};
use partie_ics::{
    Change, PersistentState, Span, Tick,
    admin_state::{AdminNotes, Comment},
    category::{Category, GameKind},
    challenge::Colors,
    clock::{MoveTime, Saved},
    game::{Adjourned, AdjournedId, Terms, position_after},
    lists::{List, Names},
    message::Message,
    named_positions::NamedPosition,
    players::{Account, Logon},
    rating::{Best, Record},
    record::{HistoryGame, RecordedGame, RecordedMove},
};
use partie_server::{
    hub::Outbox,
    persistence::Persister,
    store::model::{self, Snapshot},
};
use partie_wire::{
    notice::ending::Ending,
    variables::{Variable, VariableKind as Value},
};
use proptest::{collection::vec, option, prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{NOW, after, played, sides, terms};
use crate::databases::{Databases, on_each_database};

/// The kinds of games and a start of each.
pub(super) fn starts() -> Vec<(GameKind, Position)> {
    let mut all: Vec<(GameKind, Position)> = [
        GameKind::Chess,
        GameKind::Crazyhouse,
        GameKind::Suicide,
        GameKind::Losers,
        GameKind::Atomic,
        GameKind::FischerRandom,
    ]
    .into_iter()
    .map(|kind| (kind, Position::start(kind.variant())))
    .collect();
    all.extend(
        wild::Wild::ALL.into_iter().filter_map(|w| Some((GameKind::Wild(w), wild::start(w)?))),
    );
    all.extend(NamedPosition::all().map(|board| (GameKind::Board(board), board.position())));
    // Random starts: castling from unusual squares, and no castling at all.
    let mut rng = partie_ics::rng::Rng::new(5);
    for kind in [
        GameKind::FischerRandom,
        GameKind::Wild(wild::Wild::Wild1),
        GameKind::Wild(wild::Wild::Wild4),
    ] {
        all.push((kind, partie_ics::start_positions::start(kind, &mut rng).first().clone()));
    }
    all
}

/// A game as chance has it.
fn playout(start: &Position, choices: &[u8]) -> Vec<Ply> {
    let mut at = start.clone();
    let mut plies = Vec::new();
    for choice in choices {
        let moves = at.legal_moves();
        if moves.is_empty() || at.end().is_some() {
            break;
        }
        let ply = Ply::Move(moves[usize::from(*choice) % moves.len()]);
        at.play(ply).expect("legal");
        plies.push(ply);
    }
    plies
}

fn adjourned(id: u64, kind: GameKind, start: &Position, choices: &[u8]) -> Adjourned {
    let terms = terms(kind, 3, 2);
    let plies: Vec<(Ply, Span)> = playout(start, choices)
        .into_iter()
        .zip(choices)
        .map(|(ply, took)| (ply, Span(i64::from(*took) * 7)))
        .collect();
    let taken = |took: &u8| MoveTime {
        thought: Span(i64::from(*took)),
        charged: Span(i64::from(*took) + 1),
        added: Span::seconds(2),
        lag: Span(3),
    };
    let line = played(start, &terms, &plies);
    Adjourned {
        id: AdjournedId(id),
        keys: ByColor { white: "lasker".to_owned(), black: "steinitz".to_owned() },
        clock: Saved {
            controls: terms.controls,
            left: ByColor { white: Span(-70), black: Span(12_345) },
            turn: position_after(start, &line).turn(),
            taken: choices.iter().take(line.len()).map(taken).collect(),
            at_once: false,
        },
        terms,
        sides: sides("Lasker", "Steinitz"),
        start: start.clone(),
        line,
        since: NOW,
        until: NOW + Span::minutes(9),
        ending: Ending::LostAdjourned { who: "Lasker".into() },
    }
}

prop_compose! {
    fn record()(
        rating in option::of(0..3500_i32),
        rd in 1.0..350.0_f64,
        last in option::of(0..2_000_000_000_000_i64),
        counts in (0..9999_u32, 0..9999_u32, 0..9999_u32),
        best in option::of((0..3500_i32, 0..2_000_000_000_000_i64)),
        was_active: bool,
    ) -> Record {
        Record {
            rating, rd, last: last.map(Tick),
            wins: counts.0, losses: counts.1, draws: counts.2,
            best: best.map(|(rating, at)| Best { rating, at: Tick(at) }),
            was_active,
        }
    }
}

prop_compose! {
    fn kept_game()(
        terms in (0..starts().len(), 0..60_u16, 0..30_u16)
            .prop_map(|(kind, minutes, increment)| terms(starts()[kind].0, minutes, increment)),
        moves in vec(("[a-hNBRQKO+#=x1-8-]{2,7}", 0..100_000_i64), 0..12),
        since in 0..2_000_000_000_000_i64,
        start in option::of("[a-h1-8/ ]{5,20}"),
        eco in "---|[A-E][0-9]{2}",
    ) -> RecordedGame {
        RecordedGame {
            terms, start, eco,
            names: ByColor { white: "Lasker".to_owned(), black: "Steinitz".to_owned() },
            ratings: sides("", "").map(|side| side.rating),
            moves: moves.into_iter().map(|(san, took)| RecordedMove { san, took: Span(took) }).collect(),
            since: Tick(since),
            until: Tick(since + 1),
            outcome: Outcome::Win(Color::Black),
            ending: Ending::Resigns { loser: "Lasker".into() },
        }
    }
}

/// Values that variables may have.
fn settings() -> impl Strategy<Value = Vec<(Variable, String)>> {
    let one =
        (0..Variable::ALL.len(), any::<u16>(), "[ -~é♞]{0,39}").prop_map(|(which, n, text)| {
            let variable = Variable::ALL[which];
            let value = match variable.kind() {
                Value::Switch { .. } => (n % 2).to_string(),
                Value::Number { least, most } => (least + n % (most - least + 1)).to_string(),
                Value::Style => (1 + n % 13).to_string(),
                Value::Text { .. } => text,
            };
            (variable, value)
        });
    vec(one, 0..30)
}

prop_compose! {
    fn admin_notes()(
        email in "[a-z@.]{0,9}",
        real_name in "[ -~é]{0,20}",
        level in 0..100_u8,
        comments in vec(("[A-Z][a-z]{2,5}", 0..9_i64, "[ -~é]{0,20}"), 0..3),
        removed in option::of(0..9_i64),
        address in option::of("[0-9.]{3,9}"),
    ) -> AdminNotes {
        let comment = |(by, at, text)| Comment { by, at: Tick(at), text };
        AdminNotes {
            email, real_name, level, address,
            comments: comments.into_iter().map(comment).collect(),
            removed: removed.map(Tick),
        }
    }
}

fn list() -> impl Strategy<Value = List> {
    (0..List::ALL.len()).prop_map(|index| List::ALL[index])
}

prop_compose! {
    fn account(name: &'static str)(
        password in option::of("[$a-z0-9=]{1,40}"),
        records in vec((0..9_usize, record()), 0..5),
        settings in settings(),
        aliases in proptest::collection::btree_map("[a-z]{1,9}", "[ -~é♞]{0,30}", 0..5),
        balance: i32,
        last in option::of(any::<bool>()),
        first in 90..110_u32,
        history in vec((any::<bool>(), kept_game()), 0..3),
        journal in proptest::collection::btree_map(proptest::char::range('A', 'Z'), kept_game(), 0..3),
        // Few texts, so that several messages say the same.
        messages in vec(("[A-C]", 0..3_i64, "[a-bé]{0,1}", any::<bool>()), 0..6),
        logons in vec((0..2_000_000_000_000_i64, any::<bool>()), 0..4),
        lists in proptest::collection::btree_map(list(), vec("[A-Za-z]{1,3}", 0..4), 0..4),
        channels in proptest::collection::btree_set(any::<u16>(), 0..4),
        admin_notes in admin_notes(),
        listed in proptest::collection::btree_set(list(), 0..4),
    ) -> Account {
        let names = |spelled: Vec<String>| {
            let mut names = Names::default();
            for name in spelled {
                names.insert(&name);
            }
            names
        };
        let mut account = Account {
            handle: name.to_owned(),
            password, aliases, channels, listed, admin_notes,
            lists: lists.into_iter().map(|(list, spelled)| (list, names(spelled))).collect(),
            messages: messages
                .into_iter()
                .map(|(from, at, text, read)| Message { from, at: Tick(at), text, read })
                .collect(),
            logons: logons.into_iter().map(|(at, came)| Logon { at: Tick(at), came }).collect(),
            colors: Colors {
                balance,
                last: last.map(|white| if white { Color::White } else { Color::Black }),
            },
            ..Account::default()
        };
        for (index, record) in records {
            if let Some(of) = account.records.of_mut(Category::RATED[index]) {
                *of = record;
            }
        }
        for (variable, value) in settings {
            let _ = account.variables.set(variable, Some(&value));
        }
        let color = |white| if white { Color::White } else { Color::Black };
        account.history = history
            .into_iter()
            .zip(first..)
            .map(|((white, game), number)| HistoryGame {
                number: number % 100,
                color: color(white),
                game: Arc::new(game),
            })
            .collect();
        account.journal = journal.into_iter().map(|(at, game)| (at, Arc::new(game))).collect();
        account
    }
}

/// The rows of a store in memory.
pub(super) fn apply(snapshot: &mut Snapshot, change: &model::Change) {
    use model::Change as C;
    match change.clone() {
        C::PutAccount(row) => {
            snapshot.accounts.retain(|a| a.key != row.key);
            snapshot.accounts.push(row);
            snapshot.accounts.sort_by(|a, b| a.key.cmp(&b.key));
        }
        C::RemoveAccount(key) => {
            snapshot.accounts.retain(|a| a.key != key);
            snapshot.ratings.retain(|r| r.account != key);
        }
        C::PutRating(row) => {
            snapshot.ratings.retain(|r| (&r.account, &r.category) != (&row.account, &row.category));
            snapshot.ratings.push(row);
        }
        C::RemoveRating(account, category) => {
            snapshot.ratings.retain(|r| (&r.account, &r.category) != (&account, &category));
        }
        C::PutAdjourned(row) => {
            snapshot.adjourned.retain(|a| a.id != row.id);
            snapshot.adjourned.push(row);
            snapshot.adjourned.sort_by_key(|a| a.id);
        }
        C::AddMoves(data) => {
            let id = snapshot.moves.len() as i64 + 1;
            snapshot.moves.push(model::Moves { id, data });
        }
        C::RemoveAdjourned(id) => snapshot.adjourned.retain(|a| a.id != id),
        C::PutMessage(row) => {
            snapshot.messages.retain(|m| m.id != row.id);
            snapshot.messages.push(row);
            snapshot.messages.sort_by_key(|m| m.id);
        }
        C::RemoveMessage(id) => snapshot.messages.retain(|m| m.id != id),
        C::PutFact(row) => {
            snapshot.facts.retain(|f| (&f.kind, &f.key) != (&row.kind, &row.key));
            snapshot.facts.push(row);
        }
        C::RemoveFact(kind, key) => {
            snapshot.facts.retain(|f| (&f.kind, &f.key) != (&kind, &key));
        }
        C::PutNews(row) => {
            snapshot.news.retain(|n| n.id != row.id);
            snapshot.news.push(row);
            snapshot.news.sort_by_key(|n| n.id);
        }
        C::RemoveNews(id) => snapshot.news.retain(|n| n.id != id),
        C::PutGame(game) => snapshot.last_game = game.id,
    }
}

/// Stores changes and gives what is found afterwards.
fn stored(snapshot: &mut Snapshot, changes: Vec<Change>) -> PersistentState {
    let (mut persister, _) = Persister::open(snapshot.clone(), "Partie").expect("good rows");
    let mut out = Outbox::new();
    for change in changes {
        persister.change(change, &mut out);
    }
    for change in &out.changes() {
        apply(snapshot, change);
    }
    Persister::open(snapshot.clone(), "Partie").expect("good rows").1
}

/// The account is gone for good.
fn removed(account: &Account) -> Change {
    let key = account.key();
    if account.admin_notes.removed.is_some() {
        Change::Restored { key }
    } else {
        Change::Removed { key }
    }
}

fn put(account: &Account) -> Change {
    Change::Account(Box::new(account.clone()))
}

proptest! {
    /// One account becomes another one of the same name, over a restart or not; then it goes.
    #[test]
    fn accounts(one in account("Lasker"), other in account("Lasker"), third in account("Marshall")) {
        let admin_notes = AdminNotes { removed: one.admin_notes.removed, ..other.admin_notes.clone() };
        let other = Account { admin_notes, ..other };
        let mut snapshot = Snapshot::default();
        let start = stored(&mut snapshot, vec![put(&one), put(&third)]);
        prop_assert_eq!(&start.accounts, &vec![one.clone(), third.clone()]);
        let start = stored(&mut snapshot, vec![put(&other)]);
        prop_assert_eq!(&start.accounts, &vec![other.clone(), third.clone()]);
        let start = stored(&mut snapshot, vec![put(&one), put(&other)]);
        prop_assert_eq!(&start.accounts, &vec![other.clone(), third.clone()]);
        let start = stored(&mut snapshot, vec![removed(&other)]);
        prop_assert_eq!(start.accounts, vec![third.clone()]);
        let start = stored(&mut snapshot, vec![removed(&third)]);
        prop_assert_eq!(start, PersistentState::default());
        prop_assert_eq!(snapshot, Snapshot::default());
    }

    /// Unchanged rows are not written again.
    #[test]
    fn nothing_twice(one in account("Lasker")) {
        let mut snapshot = Snapshot::default();
        stored(&mut snapshot, vec![put(&one)]);
        let (mut persister, _) = Persister::open(snapshot, "Partie").expect("good rows");
        let mut out = Outbox::new();
        persister.change(put(&one), &mut out);
        prop_assert_eq!(out.changes(), []);
    }

    /// Older stores have all games of a history in one row.
    #[test]
    fn histories_in_one_row(one in account("Lasker")) {
        let mut snapshot = Snapshot::default();
        stored(&mut snapshot, vec![put(&one)]);
        let mut expected = snapshot.facts.clone();
        let (games, others): (Vec<_>, Vec<_>) =
            snapshot.facts.into_iter().partition(|fact| fact.kind == "history");
        snapshot.facts = others;
        if !games.is_empty() {
            let game = |fact: &model::Fact| fact.data.split_once('[').expect("games").1.to_owned();
            let games: Vec<_> = games.iter().map(game).collect();
            let games: Vec<_> = games.iter().map(|text| &text[..text.len() - 2]).collect();
            let data = format!("{{\"version\":1,\"games\":[{}]}}", games.join(","));
            let key = snapshot.accounts[0].key.clone();
            snapshot.facts.push(model::Fact { kind: "history".into(), key, data });
        }
        let (mut persister, start) = Persister::open(snapshot.clone(), "Partie").expect("good rows");
        prop_assert_eq!(&start.accounts, &vec![one.clone()]);
        let mut out = Outbox::new();
        persister.change(put(&one), &mut out);
        for change in &out.changes() {
            apply(&mut snapshot, change);
        }
        for facts in [&mut snapshot.facts, &mut expected] {
            facts.sort_by(|a, b| (&a.kind, &a.key).cmp(&(&b.kind, &b.key)));
        }
        prop_assert_eq!(snapshot.facts, expected);
    }

    /// Games of every kind are interrupted anywhere.
    #[test]
    fn adjourned_games(choices in vec(any::<u8>(), 0..120)) {
        for (number, (kind, start)) in starts().into_iter().enumerate() {
            let game = adjourned(number as u64 + 1, kind, &start, &choices);
            let mut snapshot = Snapshot::default();
            let found = stored(&mut snapshot, vec![Change::Adjourned(Box::new(game.clone()))]);
            prop_assert_eq!(&found.adjourned, &vec![game.clone()]);
            let found = stored(&mut snapshot, vec![Change::Dropped { id: game.id }]);
            prop_assert_eq!(found, PersistentState::default());
        }
    }
}

on_each_database!(accounts_in_databases, accounts_in_databases_in);

/// Each database keeps accounts unchanged, with any content.
async fn accounts_in_databases_in(databases: &Databases) {
    let mut runner = TestRunner::deterministic();
    let mut one = || account("Lasker").new_tree(&mut runner).expect("an account").current();
    let accounts: Vec<Account> = (0..60)
        .map(|number: u8| Account {
            handle: format!(
                "Lasker{}{}",
                char::from(b'A' + number % 8),
                char::from(b'a' + number / 8)
            ),
            ..one()
        })
        .collect();
    let changes: Vec<Change> = accounts.iter().map(put).collect();
    let mut accounts = accounts;
    accounts.sort_by_cached_key(Account::key);
    let start = after(&databases.fresh().await, &changes).await;
    assert_eq!(start.accounts, accounts);
}

/// All unreadable rows are named, and the server does not start.
#[test]
fn rows_of_a_newer_version_are_refused() {
    let account = |handle: &str, data: &str| model::Account {
        key: handle.to_lowercase(),
        handle: handle.to_owned(),
        data: data.to_owned(),
        ..model::Account::default()
    };
    let snapshot = Snapshot {
        accounts: vec![
            account("Anderssen", r#"{"version":2,"elo":1}"#),
            account("Blackburne", r#"{"version":1,"elo":1}"#),
            account("Charousek", r#"{"version":1,"variables":{"height":"3"}}"#),
            account("Diemer", r#"{"version":1}"#),
        ],
        adjourned: vec![model::Adjourned {
            revision: 1,
            id: 7,
            white: "a".to_owned(),
            black: "b".to_owned(),
            data: "[]".to_owned(),
        }],
        ..Snapshot::default()
    };
    let faults = Persister::open(snapshot, "Partie").expect_err("bad rows").to_string();
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "the account of Anderssen: expected version 1 or an older one, but found version 2: \
             a newer Partie has stored it",
            "the account of Blackburne: unknown field `elo`, expected one of `version`, \
             `aliases`, `colors`, `last_white`, `lists`, `channels`, `listed`, `comments`, `removed`, `address`, `logons`, `variables` at line 1 column 18",
            "the account of Charousek: the variable height cannot be \"3\"",
        ]
    );
    assert!(lines[3].starts_with("the adjourned game 7 (a - b): "), "{faults}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn terms_and_what_they_are_called() {
    // The names under which kinds are stored must never change.
    for (kind, _) in starts() {
        let game = adjourned(1, kind, &Position::start(kind.variant()), &[]);
        let mut out = Outbox::new();
        let (mut persister, _) = Persister::open(Snapshot::default(), "Partie").expect("empty");
        persister.change(Change::Adjourned(Box::new(game)), &mut out);
        let changes = out.changes();
        let [model::Change::PutAdjourned(row)] = &changes[..] else { panic!("one row") };
        let name = match kind {
            GameKind::Chess => "chess",
            _ => kind.type_name(Terms { kind, ..terms(kind, 3, 0) }.controls),
        };
        assert!(row.data.contains(&format!(r#""kind":"{name}""#)), "{}", row.data);
    }
}
