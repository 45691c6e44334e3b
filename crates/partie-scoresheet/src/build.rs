//! Builds a game from a reading.

use std::rc::Rc;

use partie_core::{Comment, Game, NodeId, Ply, message::any_of, moves::san};

use super::{
    codes,
    rows::Misprint,
    tokens::{bracket_end, inside},
    walk::{Cause, Sideline, Walk},
};
use partie_formats::{Diagnostic, message};

/// Returns a remark without its delimiters, with line ends as spaces.
pub(super) fn remark_words(text: &str) -> String {
    let words = text.trim_start_matches(['{', ';']).trim_end_matches('}');
    let enclosed = words.starts_with(['(', '（']) && bracket_end(words, 0) == Some(words.len());
    let inner = inside(words, &(0..words.len())).filter(|_| enclosed);
    let words = inner.map_or(words, |inner| &words[inner]);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The nodes of a line from which sidelines depart.
struct Path {
    /// Number of plies of the game before its moves.
    after: usize,
    /// The node before each of its moves, and the last one.
    nodes: Vec<NodeId>,
}

/// Builds the tree of a reading.
pub(super) fn build(text: &str, walk: &Walk, game: &mut Game, out: &mut Vec<Diagnostic>) {
    let mut nodes = vec![NodeId::ROOT];
    for (ply, _) in &walk.plies {
        let node = nodes[nodes.len() - 1];
        nodes.push(game.tree.add(node, *ply));
    }
    let main = Rc::new(Path { after: 0, nodes: nodes.clone() });
    let mut lines: Vec<(&Sideline, Rc<Path>)> =
        walk.sidelines.iter().rev().map(|line| (line, Rc::clone(&main))).collect();
    while let Some((line, beside)) = lines.pop() {
        let mut nodes = vec![beside.nodes[line.after - beside.after]];
        for (ply, _) in &line.plies {
            nodes.push(game.tree.add(nodes[nodes.len() - 1], *ply));
        }
        for (after, nag) in &line.nags {
            game.tree.annotations_mut(nodes[*after]).add_nag(*nag);
        }
        for (after, span) in &line.remarks {
            let words = remark_words(&text[span.clone()]);
            if !words.is_empty() {
                game.tree.annotations_mut(nodes[*after]).comments.push(Comment::after(words));
            }
        }
        let own = Rc::new(Path { after: line.after, nodes });
        lines.extend(line.inner.iter().rev().map(|line| (line, Rc::clone(&own))));
    }
    let mut remarks = walk.remarks.clone();
    remarks.sort_by_key(|(_, span)| span.start);
    for (after, span) in remarks {
        let words = remark_words(&text[span]);
        if !words.is_empty() {
            game.tree.annotations_mut(nodes[after]).comments.push(Comment::after(words));
        }
    }
    for (after, nag) in &walk.nags {
        game.tree.annotations_mut(nodes[*after]).add_nag(*nag);
    }
    let node = nodes[nodes.len() - 1];
    // Text after the result is not part of the game.
    if let Some(end) = walk.end.filter(|end| text[*end..].contains(char::is_alphanumeric)) {
        let words = remark_words(&text[end..]);
        game.tree.annotations_mut(node).comments.push(Comment::after(words));
    }
    let ply = |before: usize| u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1);
    let mut chosen = walk.chosen.iter().peekable();
    let mut position = game.start.first().clone();
    for (i, (m, _)) in walk.plies.iter().enumerate() {
        if let Some((_, span)) = chosen.next_if(|(before, _)| *before == i) {
            let word = &text[span.clone()];
            let meant = san::write(&position, *m);
            let message = message!(
                "`{word}` can be several moves; {meant} was taken, with which the game goes on",
                word,
                meant
            );
            out.push(Diagnostic::new(&codes::CHOSEN, span.clone(), message).at_ply(ply(i)));
        }
        if position.play(*m).is_err() {
            break;
        }
    }
    for (before, span) in &walk.misnumbered {
        let message = message!(
            "expected a number of Black's, but found `{found}`",
            found = &text[span.clone()]
        );
        let found = Diagnostic::new(&codes::WHITES_NUMBER, span.clone(), message);
        out.push(found.at_ply(ply(*before)));
    }
    if let Some(Misprint { span, meant, .. }) = &walk.misprint {
        let message = message!(
            "expected number {meant}, but found `{found}`",
            meant,
            found = &text[span.clone()]
        );
        out.push(Diagnostic::new(&codes::MISPRINTED_NUMBER, span.clone(), message));
    }
    for span in &walk.broken {
        let words = &text[span.clone()];
        let message =
            message!("expected a legal move in this sideline, but found `{words}`", words);
        out.push(Diagnostic::new(&codes::BAD_VARIATION, span.clone(), message));
    }
    if walk.stopped.is_none()
        && let Some((outcome, termination)) = position.end()
    {
        game.outcome = outcome;
        game.termination = Some(termination);
    }
    let Some(stop) = &walk.stopped else { return };
    let word = &stop.word;
    let plies = walk.plies.len();
    game.unread = Some(text[stop.span.start..].trim().to_owned());
    let message = match &stop.cause {
        Cause::Illegal => {
            message!("expected a legal move after {plies} plies, but found `{word}`", plies, word)
        }
        Cause::Ambiguous(moves) => {
            let moves = moves.iter().map(|m| san::write(&position, Ply::Move(*m)));
            message!("`{word}` can be {moves}", word, moves = any_of(moves))
        }
        Cause::Unread => {
            message!("expected a move after {plies} plies, but found `{word}`", plies, word)
        }
        Cause::TwoLines => {
            message!(
                "after {plies} plies two lines of play have the same number, from `{word}` on",
                plies,
                word
            )
        }
        Cause::Missing => {
            message!("a move is missing after {plies} plies, before `{word}`", plies, word)
        }
    };
    out.push(
        Diagnostic::new(stop.cause.code(), stop.span.clone(), message)
            .at_ply(ply(plies))
            .expected("a legal move", word.clone()),
    );
}
