//! Layouts of texts: several games, headers, results, annotations and prose, as a table
//! that a chess player can read (`testdata/scoresheet/layouts.txt`); and numbers as evidence
//! (`evidence.txt`).

use std::{collections::BTreeSet, fmt::Write as _, path::Path};

use partie_core::{Boards, Game, NodeId, moves::san};
use partie_formats::{Record, Severity};
use partie_testkit::laws::telling::opened;

pub(crate) struct Layout {
    pub(crate) title: String,
    pub(crate) text: String,
    games: Vec<String>,
}

pub(crate) fn layouts(table: &str) -> Vec<Layout> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/scoresheet");
    let table = std::fs::read_to_string(folder.join(table)).expect("the table");
    let mut layouts: Vec<Layout> = Vec::new();
    for line in table.lines() {
        if let Some(title) = line.strip_prefix("== ") {
            let (title, text, games) = (title.to_owned(), String::new(), Vec::new());
            layouts.push(Layout { title, text, games });
        } else if let Some(layout) = layouts.last_mut() {
            if let Some(game) = line.strip_prefix("> ") {
                layout.games.push(game.to_owned());
            } else if layout.games.is_empty() {
                let quoted = line.starts_with(">> ");
                layout.text.push_str(if quoted { &line[1..] } else { line });
                layout.text.push('\n');
            }
        }
    }
    layouts
}

/// Reads a text as the program does.
fn read(text: &str, name: Option<&str>) -> Vec<Record> {
    let (_, records) = opened(text.as_bytes(), name).expect("chess");
    records
}

/// Lists the moves from a node on, in SAN, each with its node.
fn line(game: &Game, first: Option<NodeId>) -> Vec<(NodeId, String)> {
    let mut before = Vec::new();
    let mut node = first;
    while let Some(at) = node.and_then(|n| game.tree.parent(n)) {
        before.push(at);
        node = Some(at);
    }
    let mut position = match &game.start {
        Boards::One(position) => position.clone(),
        Boards::Two(_) => panic!("one board"),
    };
    for at in before.into_iter().rev() {
        if let Some(ply) = game.tree.ply(at) {
            position.play(ply).expect("legal");
        }
    }
    let mut moves = Vec::new();
    let mut next = first;
    while let Some(at) = next {
        let ply = game.tree.ply(at).expect("a move");
        moves.push((at, san::write(&position, ply)));
        position.play(ply).expect("legal");
        next = game.tree.next(at);
    }
    moves
}

fn nodes(game: &Game) -> Vec<NodeId> {
    let mut found = vec![NodeId::ROOT];
    let mut at = 0;
    while let Some(node) = found.get(at).copied() {
        found.extend(game.tree.children(node));
        at += 1;
    }
    found
}

fn words(moves: &[(NodeId, String)]) -> String {
    moves.iter().map(|(_, san)| san.as_str()).collect::<Vec<_>>().join(" ")
}

/// Compares a record with a line of the table, and returns the differences.
fn compare(record: &Record, expected: &str) -> Vec<String> {
    let game = record.game();
    let mut wrong = Vec::new();
    let mut fields = expected.split(" | ");
    let mainline = line(game, game.tree.next(NodeId::ROOT));
    let moves = format!("{} {}", words(&mainline), game.outcome.as_pgn());
    let wanted = fields.next().unwrap_or_default().trim();
    if moves.trim() != wanted {
        wrong.push(format!("moves `{moves}`"));
    }
    let nodes = nodes(game);
    let comments: Vec<&str> = nodes
        .iter()
        .flat_map(|n| &game.tree.annotations(*n).comments)
        .map(|c| c.text.as_str())
        .collect();
    let (mut tags, mut codes) = (BTreeSet::new(), Vec::new());
    for field in fields.map(str::trim) {
        if let Some(part) = field.strip_prefix('{') {
            if !comments.iter().any(|c| c.contains(part.trim_end_matches('}'))) {
                wrong.push(format!("no {field} in the comments {comments:?}"));
            }
        } else if let Some(part) = field.strip_prefix('(') {
            let variations = nodes.iter().flat_map(|n| game.tree.children(*n).skip(1));
            let found: Vec<_> = variations.map(|n| words(&line(game, Some(n)))).collect();
            if !found.contains(&part.trim_end_matches(')').to_owned()) {
                wrong.push(format!("no {field} in the variations {found:?}"));
            }
        } else if let Some((san, nag)) = field.split_once(" $") {
            let nag: u8 = nag.parse().expect("a number");
            let has = |n: &NodeId| game.tree.annotations(*n).nags.iter().any(|x| x.0 == nag);
            if !mainline.iter().any(|(n, m)| m == san && has(n)) {
                wrong.push(format!("no ${nag} on {san}"));
            }
        } else if let Some(text) = field.strip_prefix("unread: ") {
            if !game.unread.as_deref().is_some_and(|unread| unread.starts_with(text)) {
                wrong.push(format!("unread is {:?}", game.unread));
            }
        } else if let Some((tag, value)) = field.split_once(": ") {
            tags.insert((tag.to_owned(), value.to_owned()));
        } else {
            codes.push(field);
        }
    }
    let found: BTreeSet<_> = game
        .tags
        .iter()
        .filter(|(tag, _)| *tag != "Result")
        .map(|(tag, value)| (tag.to_owned(), value.to_owned()))
        .collect();
    if found != tags {
        wrong.push(format!("tags {found:?}"));
    }
    let reported: Vec<_> = record
        .parsed
        .diagnostics
        .iter()
        .filter(|d| d.severity > Severity::Note)
        .map(|d| d.code.id)
        .collect();
    if reported != codes {
        let messages: Vec<_> = record.parsed.diagnostics.iter().map(|d| &d.message).collect();
        wrong.push(format!("reported {reported:?}: {messages:?}"));
    }
    wrong
}

fn failures(layout: &Layout, name: Option<&str>) -> String {
    let records = read(&layout.text, name);
    let mut out = String::new();
    if records.len() != layout.games.len() {
        writeln!(out, "  {} games instead of {}", records.len(), layout.games.len())
            .expect("memory");
    }
    for (record, expected) in records.iter().zip(&layout.games) {
        for wrong in compare(record, expected) {
            writeln!(out, "  game {}: {wrong}", record.number).expect("memory");
        }
    }
    // Every byte belongs to one game.
    let whole: Vec<u8> = records.iter().flat_map(|r| r.text.clone()).collect();
    if !layout.text.contains('\t') && records.iter().any(|r| r.format.name() == "text") {
        let squeezed = |text: &[u8]| -> String {
            String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        if squeezed(&whole) != squeezed(layout.text.as_bytes()) {
            writeln!(out, "  the games hold {:?}", squeezed(&whole)).expect("memory");
        }
    }
    out
}

fn assert_read(table: &str, fewest: usize) {
    let layouts = layouts(table);
    let mut failed = String::new();
    let mut whole = 0;
    for layout in &layouts {
        let wrong = failures(layout, Some("games.txt"));
        if wrong.is_empty() {
            whole += 1;
        } else {
            write!(failed, "{}\n{wrong}", layout.title).expect("memory");
        }
    }
    assert!(layouts.len() >= fewest, "{} layouts", layouts.len());
    assert!(failed.is_empty(), "{whole} of {} layouts\n{failed}", layouts.len());
}

#[test]
fn layouts_are_read_whole() {
    assert_read("layouts.txt", 60);
}

/// No move is read that the numbers contradict.
#[test]
fn numbers_are_evidence() {
    assert_read("evidence.txt", 30);
}
