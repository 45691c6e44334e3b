//! Edited games, written and read again.

use partie::{prelude::*, view::Event};

const TEXTS: [&str; 3] = [
    "{start} 1. e4 {a} (1. d4 {b} 1... d5 (1... Nf6 {c} 2. c4 $1 {d}) 2. c4 {e}) ({f} 1. c4 e5) 1... e5 $2 {g} \
     ({h} 1... c5 {i} 2. Nf3 d6 (2... Nc6 {j}) ({k} 2... e6 3. d4 {l}) {m} 3. d4) {n} 2. Nf3 {o} *\n",
    "1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5 (3. Nf3) 3... e4) 3. Nf3) 2... Nc6 3. Bb5 (3. Bc4) a6 *\n",
    "1. d4 ({only} 1. e4) ({words} 1. c4 $5 c5 {twice} {said}) d5 {last} *\n",
];

fn read(text: &[u8]) -> Game {
    let mut games = Input::from_bytes(text).records().expect("chess");
    games.next().expect("a game").expect("memory").into_game()
}

/// Moves and parentheses in their order, and all words and signs, sorted: a comment may belong to
/// another move when it is read where a line begins.
fn parts(game: &Game) -> (Vec<String>, Vec<String>) {
    let (mut moves, mut notes) = (Vec::new(), Vec::new());
    for event in game.events() {
        match event {
            Event::Note(note) => match (note.nag(), note.comment()) {
                (Some(nag), _) => notes.push(format!("${}", nag.0)),
                (_, Some((text, _))) => notes.extend(text.split(' ').map(str::to_owned)),
                _ => {}
            },
            Event::Move(played) => moves.push(played.ply.to_string()),
            other => moves.push(format!("{other:?}")),
        }
    }
    notes.sort();
    (moves, notes)
}

fn nodes(tree: &Tree) -> Vec<NodeId> {
    let mut found = vec![NodeId::ROOT];
    let mut at = 0;
    while let Some(node) = found.get(at).copied() {
        found.extend(tree.children(node));
        at += 1;
    }
    found.split_off(1)
}

#[test]
fn an_edited_game_is_written_and_read_as_it_is() {
    let edits: [fn(&mut Tree, NodeId); 4] = [
        |tree, node| _ = tree.promote(node),
        |tree, node| _ = tree.move_up(node),
        |tree, node| drop(tree.remove(node)),
        |tree, node| drop(tree.truncate(node)),
    ];
    for text in TEXTS {
        let game = read(text.as_bytes());
        for node in nodes(&game.tree) {
            for (number, edit) in edits.iter().enumerate() {
                let mut edited = game.clone();
                edit(&mut edited.tree, node);
                let mut pgn = Vec::new();
                let written =
                    partie::write(&edited, Format::Pgn, &WriteOptions::default(), &mut pgn);
                written.expect("memory").exact().expect("no loss");
                let pgn_text = String::from_utf8_lossy(&pgn);
                assert_eq!(parts(&read(&pgn)), parts(&edited), "edit {number}\n{pgn_text}");
                if number < 2 {
                    assert_eq!(parts(&edited).1, parts(&game).1, "edit {number}");
                }
            }
        }
    }
}
