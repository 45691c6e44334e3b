//! Editing of trees. Each move has its letter as a comment; variations stand in parentheses after the
//! move that they replace: `ab(cd)e` is 1. a b (1... c d) 2. e.

use std::collections::BTreeMap;

use partie_core::{Comment, Nag, NodeId, Ply, Tree};
use proptest::prelude::*;

fn read(text: &str) -> Tree {
    let mut tree = Tree::new();
    // Nodes at which lines continue, and the nodes before their last moves.
    let mut lines = vec![(NodeId::ROOT, NodeId::ROOT)];
    for c in text.chars() {
        let (last, before) = *lines.last().expect("a line");
        match c {
            '(' => lines.push((before, before)),
            ')' => drop(lines.pop()),
            letter => {
                let node = tree.add(last, Ply::Null);
                tree.annotations_mut(node).comments.push(Comment::after(letter));
                *lines.last_mut().expect("a line") = (node, last);
            }
        }
    }
    tree
}

fn letter(tree: &Tree, node: NodeId) -> &str {
    tree.annotations(node).comments.first().map_or("", |comment| &comment.text)
}

fn print(tree: &Tree) -> String {
    fn line(tree: &Tree, first: Option<NodeId>, others: Vec<NodeId>, text: &mut String) {
        let Some(node) = first else { return };
        text.push_str(letter(tree, node));
        for other in others {
            text.push('(');
            line(tree, Some(other), Vec::new(), text);
            text.push(')');
        }
        line(tree, tree.next(node), tree.children(node).skip(1).collect(), text);
    }
    let mut text = String::new();
    let others = tree.children(NodeId::ROOT).skip(1).collect();
    line(tree, tree.next(NodeId::ROOT), others, &mut text);
    text
}

fn all(tree: &Tree) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut stack = vec![NodeId::ROOT];
    while let Some(node) = stack.pop() {
        for child in tree.children(node) {
            assert_eq!(tree.parent(child), Some(node));
            found.push(child);
            stack.push(child);
        }
    }
    found
}

fn find(tree: &Tree, name: char) -> NodeId {
    all(tree).into_iter().find(|node| letter(tree, *node).starts_with(name)).expect("a move")
}

#[test]
fn tables() {
    // Tree, move, tree without it, what came out.
    for (text, name, left, out) in [
        ("abc", 'b', "a", "bc"),
        ("abc", 'a', "", "abc"),
        ("ab(cd)e", 'c', "abe", "cd"),
        ("ab(cd)e", 'b', "acd", "be"),
        ("ab(cd)(f)e", 'b', "ac(f)d", "be"),
        ("ab(cd(g)h)e", 'd', "ab(cg)e", "dh"),
        ("a(b)c(d)e", 'a', "b", "ac(d)e"),
    ] {
        let mut tree = read(text);
        let removed = tree.remove(find(&tree, name));
        assert_eq!((&*print(&tree), &*print(&removed)), (left, out), "{text} without {name}");
    }
    // Tree, last move, tree that ends there, what came out.
    for (text, name, left, out) in [
        ("abc", 'a', "a", "bc"),
        ("abc", 'c', "abc", ""),
        ("ab(cd)e", 'b', "ab(cd)", "e"),
        ("ab(cd)e", 'a', "a", "b(cd)e"),
        ("ab(cd)e", 'c', "ab(c)e", "d"),
    ] {
        let mut tree = read(text);
        let removed = tree.truncate(find(&tree, name));
        assert_eq!((&*print(&tree), &*print(&removed)), (left, out), "{text} up to {name}");
    }
    // Tree, move in a variation, tree in which that is the main line.
    for (text, name, promoted) in [
        ("ab(cd)e", 'c', "ac(be)d"),
        ("ab(cd)e", 'd', "ac(be)d"),
        ("ab(c)(d)e", 'd', "ad(be)(c)"),
        ("ab(cd(e)f)g", 'e', "ac(bg)e(df)"),
        ("a(bc(d))e", 'd', "b(ae)d(c)"),
        ("ab(cd)e", 'e', "ab(cd)e"),
    ] {
        let mut tree = read(text);
        assert_eq!(tree.promote(find(&tree, name)), text != promoted);
        assert_eq!(print(&tree), promoted, "{text} by {name}");
    }
    // Tree, move in a variation, tree in which that variation comes earlier.
    for (text, name, moved) in [
        ("ab(c)(d)e", 'd', "ab(d)(c)e"),
        ("ab(c)(df)e", 'f', "ab(df)(c)e"),
        ("ab(cd)e", 'd', "ac(be)d"),
        ("ab(cd(e)f)g", 'e', "ab(ce(df))g"),
        ("ab(cd)e", 'b', "ab(cd)e"),
    ] {
        let mut tree = read(text);
        assert_eq!(tree.move_up(find(&tree, name)), text != moved);
        assert_eq!(print(&tree), moved, "{text} by {name}");
    }
}

#[test]
fn a_removed_line_can_be_put_back() {
    let mut tree = read("ab(cd(x)e)f");
    let removed = tree.remove(find(&tree, 'c'));
    assert_eq!(print(&tree), "abf");
    let node = find(&tree, 'a');
    assert!(tree.graft(node, &removed).is_some());
    assert_eq!(tree, read("ab(cd(x)e)f"));
}

/// A tree of random shape. Each move has its number as a comment, and some have a NAG.
fn trees() -> impl Strategy<Value = Tree> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..40).prop_map(|moves| {
        let mut tree = Tree::new();
        let mut nodes = vec![NodeId::ROOT];
        for (number, (parent, nag)) in moves.into_iter().enumerate() {
            let node = tree.add(*parent.get(&nodes), Ply::Null);
            let annotations = tree.annotations_mut(node);
            annotations.comments.push(Comment::after(number.to_string()));
            annotations.nags.extend(nag.then_some(Nag(1)));
            nodes.push(node);
        }
        tree
    })
}

/// Comments and NAGs with the number of each.
fn notes(trees: &[&Tree]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for tree in trees {
        for node in std::iter::once(NodeId::ROOT).chain(all(tree)) {
            let annotations = tree.annotations(node);
            for comment in &annotations.comments {
                let text = format!("{} {:?}", comment.text, annotations.nags);
                *counts.entry(text).or_default() += 1;
            }
        }
    }
    counts
}

proptest! {
    #[test]
    fn nothing_is_lost_and_ids_stay(tree in trees(), at in any::<prop::sample::Index>(), job in 0..4) {
        let nodes = all(&tree);
        let node = *at.get(&nodes);
        let before = tree.clone();
        let mut tree = tree;
        let removed = match job {
            0 => tree.remove(node),
            1 => tree.truncate(node),
            2 => {
                tree.promote(node);
                prop_assert!(tree.mainline().any(|main| main == node));
                prop_assert!(!tree.promote(node));
                Tree::new()
            }
            _ => {
                while tree.move_up(node) {}
                prop_assert!(tree.mainline().any(|main| main == node));
                Tree::new()
            }
        };
        prop_assert_eq!(notes(&[&tree, &removed]), notes(&[&before]));
        let left = all(&tree);
        prop_assert_eq!((left.len(), removed.len()), (tree.len(), before.len() - tree.len()));
        prop_assert_eq!(tree.all_comments().count(), tree.len());
        for node in nodes {
            prop_assert_eq!(tree.contains(node), left.contains(&node));
            if tree.contains(node) {
                prop_assert_eq!(tree.annotations(node), before.annotations(node));
                prop_assert_eq!(tree.parent(node), before.parent(node));
            }
        }
        let added = tree.add(NodeId::ROOT, Ply::Null);
        prop_assert_eq!(added.index(), before.id_bound());
    }

    #[test]
    fn removing_and_grafting_leaves_all_moves(tree in trees(), at in any::<prop::sample::Index>()) {
        let node = *at.get(&all(&tree));
        let parent = tree.parent(node).expect("a parent");
        let is_last = tree.children(parent).last() == Some(node);
        let before = tree.clone();
        let mut tree = tree;
        let removed = tree.remove(node);
        let first = tree.graft(parent, &removed);
        prop_assert!(first.is_some_and(|first| tree.children(parent).last() == Some(first)));
        prop_assert_eq!(notes(&[&tree]), notes(&[&before]));
        prop_assert!(!is_last || tree == before);
    }
}
