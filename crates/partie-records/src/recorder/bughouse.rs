//! Bughouse: two boards of the server joined to one game.

use partie_core::{
    BoardId, Boards, Bughouse, ByColor, ByRole, Color, Game, NodeId, Outcome, Ply, Position, Role,
    Tree, Variant,
};

use super::{
    OpenGame, Recorder, View,
    finish::{
        NO_END, annotate, comment, conclude, finish_tags, first_line, lines_below, missing_piece,
        report_changes,
    },
    move_tree::ROOT,
    transcript::Transcript,
};
use partie_formats::{Diagnostic, message};
use partie_wire::{
    follower::{Id, with_pockets},
    style12::codes,
};

/// One of the boards, as it came in.
struct BoardRecord {
    open: OpenGame,
    main: Vec<Id>,
}

impl Recorder {
    /// Gives out a game of bughouse, with the other board if that was seen.
    pub(super) fn give_bughouse(&mut self, open: OpenGame, other: Option<OpenGame>) {
        let mut sides = vec![open];
        sides.extend(other);
        // The receiver's own board is A, else the lower number.
        sides.sort_by_key(|l| (!matches!(l.view, View::Played(_)), l.number));
        // The moves before a gap become a game of their own; they cannot be combined.
        for side in &mut sides {
            let parts = std::mem::take(&mut side.parts);
            for part in parts {
                let piece = OpenGame {
                    move_tree: part.move_tree,
                    transcript: part.transcript,
                    first_hand: part.first_hand,
                    hands: part.hands,
                    end: Some((Outcome::Unknown, String::new())),
                    partners_end: None,
                    ..side.clone()
                };
                self.give_boards(vec![piece], None);
            }
        }
        let numbers = sides.iter().map(|s| s.number).collect::<Vec<_>>();
        let unseen = (numbers.len() == 1).then(|| self.unseen_players(&sides[0])).flatten();
        self.give_boards(sides, unseen.as_ref());
    }

    /// Returns the players of the board that was never shown.
    fn unseen_players(&self, open: &OpenGame) -> Option<ByColor<Option<String>>> {
        if open.partners.is_some() {
            return open.partners.clone();
        }
        let partner = self.pairs.partner(open.number).or(open.info.partner);
        if let Some(info) = partner.and_then(|n| self.spoken_of.get(&n)) {
            return Some(info.names.clone());
        }
        let View::Played(color) = open.view else { return None };
        // The partner plays the other colour, against the player whom the server named.
        let opponent = self.session.partners_opponent.clone();
        if let Some(opponent) = &opponent {
            let of_him = self.spoken_of.values().find(|info| {
                info.variant() == Some(Variant::Bughouse)
                    && info.names.iter().any(|n| n.as_ref() == Some(opponent))
            });
            if let Some(info) = of_him {
                return Some(info.names.clone());
            }
        }
        let mut names = ByColor { white: None, black: None };
        names.get_mut(!color).clone_from(&self.session.partner);
        *names.get_mut(color) = opponent;
        Some(names)
    }

    fn give_boards(&mut self, lives: Vec<OpenGame>, unseen: Option<&ByColor<Option<String>>>) {
        let mut sides: Vec<BoardRecord> = lives
            .into_iter()
            .map(|open| BoardRecord { main: open.move_tree.main_line(open.is_examined()), open })
            .collect();
        let (start, tree, added, illegal) = build(&sides);
        let mut game = Game::from_boards(Variant::Bughouse, Boards::Two(Box::new(start)));
        game.tree = tree;
        let end = end_of(&sides);
        conclude(&mut game, end.as_ref());
        let [first, rest @ ..] = sides.as_mut_slice() else { return };
        let mut transcript = std::mem::take(&mut first.open.transcript);
        for side in &mut *rest {
            transcript = merged(transcript, std::mem::take(&mut side.open.transcript));
        }
        if rest.is_empty() {
            let line = first_line(&transcript);
            let words = message!("only one of the two boards was shown");
            transcript.note(Diagnostic::new(&codes::ONE_BOARD, line, words));
        }
        let added = if rest.is_empty() { &[] } else { &added[..] };
        report_changes(added, illegal.as_deref(), &mut transcript);
        if end.is_none() {
            transcript.note(Diagnostic::new(&codes::UNFINISHED, transcript.last_line(), NO_END));
        }
        let (server, site) = (self.session.server(), self.session.site.as_deref());
        let mut tags = first.open.info.tags(server, site, first.open.is_examined());
        for (i, board) in ["A", "B"].into_iter().enumerate() {
            for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
                let seen = match (i, &*rest) {
                    (0, _) => Some(&first.open),
                    (_, [second, ..]) => Some(&second.open),
                    _ => None,
                };
                let value = match seen {
                    Some(open) => open.info.name(color).to_owned(),
                    None => unseen
                        .and_then(|names| names.get(color).clone())
                        .unwrap_or_else(|| "?".to_owned()),
                };
                tags.set(format!("{name}{board}"), value);
                if let Some(rating) = seen.and_then(|open| open.rating(color).as_pgn()) {
                    tags.set(format!("{name}{board}Elo"), rating);
                }
            }
        }
        tags.set("Result", game.outcome.as_pgn());
        first.open.info.more_tags(&mut tags, first.open.is_examined());
        finish_tags(&mut tags, &game);
        game.tags = tags;
        let (number, view) = (first.open.number, first.open.view);
        let second = rest.first().map(|s| s.open.number);
        self.push(game, transcript, number, second, view);
    }
}

/// Result and reason from the side of board A. What happened on a board says more
/// than that it happened on the other one.
fn end_of(sides: &[BoardRecord]) -> Option<(Outcome, String)> {
    let turned = |(outcome, reason): (Outcome, String)| {
        let outcome = match outcome {
            Outcome::Win(color) => Outcome::Win(!color),
            same => same,
        };
        (outcome, reason)
    };
    let first = sides.first()?;
    let other = match sides.get(1) {
        Some(second) => second.open.end.clone(),
        None => first.open.partners_end.clone(),
    }
    .map(turned);
    let own = first.open.end.clone();
    let says_nothing = |end: &(Outcome, String)| end.1.contains("partner");
    match (own, other) {
        (Some(own), Some(other)) if says_nothing(&own) && !says_nothing(&other) => Some(other),
        (Some(own), _) => Some(own),
        (None, other) => other,
    }
}

type BuiltBoards = (Bughouse, Tree, Vec<(Color, Role)>, Option<String>);

/// Plays both main lines in the order in which their boards came.
fn build(sides: &[BoardRecord]) -> BuiltBoards {
    let mut plies: Vec<(u64, BoardId, usize, Id)> = Vec::new();
    for (i, (side, board)) in sides.iter().zip(BoardId::ALL).enumerate() {
        plies.extend(
            side.main
                .iter()
                .map(|id| (side.open.move_tree.moves.nodes[*id].note.order, board, i, *id)),
        );
    }
    plies.sort_by_key(|(order, ..)| *order);
    let mut pockets = [ByColor::<ByRole<u8>>::default(), ByColor::default()];
    for (i, side) in sides.iter().enumerate() {
        // If the other board had no move before the first board came, its pieces in hand were taken
        // before the recording began.
        let begins = side.open.move_tree.moves.nodes[ROOT].note.order;
        let before = plies.iter().any(|(order, _, of, _)| *of != i && *order < begins);
        if !before && let Some(hand) = side.open.first_hand {
            pockets[i] = hand;
        }
    }
    let mut added = Vec::new();
    loop {
        let start = |i: usize| match sides.get(i) {
            Some(side) => with_pockets(side.open.move_tree.moves.start(), pockets[i]),
            None => Position::start(Variant::Bughouse),
        };
        match attempt(sides, &plies, Bughouse::new(start(0), start(1)), added.len() < 60) {
            Ok((start, tree, illegal)) => return (start, tree, added, illegal),
            Err((board, color, role)) => {
                *pockets[board.index()].get_mut(color).get_mut(role) += 1;
                added.push((color, role));
            }
        }
    }
}

type Attempt = Result<(Bughouse, Tree, Option<String>), (BoardId, Color, Role)>;

fn attempt(
    sides: &[BoardRecord],
    plies: &[(u64, BoardId, usize, Id)],
    start: Bughouse,
    may_fail: bool,
) -> Attempt {
    let mut boards = start.clone();
    let mut tree = Tree::new();
    let mut node = NodeId::ROOT;
    for side in sides {
        annotate(&mut tree, NodeId::ROOT, &side.open.move_tree, ROOT);
        other_lines(&mut tree, NodeId::ROOT, side, ROOT);
    }
    for (_, board, side, id) in plies {
        let side = &sides[*side];
        let Some(ply) = side.open.move_tree.moves.nodes[*id].ply else { continue };
        let position = boards.board(*board);
        if boards.board(*board).problem().is_some() {
            return Ok((start, tree, Some(ply.to_string())));
        }
        if let Ply::Move(m) = ply
            && !position.is_legal(m)
        {
            if may_fail && let Some((color, role)) = missing_piece(position, m) {
                return Err((*board, color, role));
            }
            return Ok((start, tree, Some(ply.to_string())));
        }
        if boards.play(*board, ply).is_err() {
            return Ok((start, tree, Some(ply.to_string())));
        }
        node = tree.add_on(node, *board, ply);
        annotate(&mut tree, node, &side.open.move_tree, *id);
        other_lines(&mut tree, node, side, *id);
    }
    Ok((start, tree, None))
}

/// Lines of a board that are not its main line; the tree of two boards keeps them as words.
fn other_lines(tree: &mut Tree, node: NodeId, side: &BoardRecord, id: Id) {
    let move_tree = &side.open.move_tree;
    let next = side
        .main
        .iter()
        .skip_while(|m| **m != id)
        .nth(1)
        .copied()
        .or_else(|| (id == ROOT).then(|| side.main.first().copied()).flatten());
    if move_tree.moves.nodes[id].children.iter().all(|c| Some(*c) == next) {
        return;
    }
    let main: Vec<String> = lines_below_only(move_tree, id, next);
    for line in main {
        comment(tree, node, format!("taken back: {line}"));
    }
}

fn lines_below_only(
    move_tree: &super::move_tree::MoveTree,
    id: Id,
    without: Option<Id>,
) -> Vec<String> {
    let mut pruned = move_tree.clone();
    pruned.moves.nodes[id].children.retain(|c| Some(*c) != without);
    lines_below(&pruned, id)
}

/// Returns the lines of both boards in the order of the stream.
fn merged(a: Transcript, b: Transcript) -> Transcript {
    let mut pieces: Vec<(u64, bool, usize, usize)> = Vec::new();
    for (second, transcript) in [(false, &a), (true, &b)] {
        for (i, (start, place)) in transcript.origins.iter().enumerate() {
            let end =
                transcript.origins.get(i + 1).map_or(transcript.text.len(), |(next, _)| *next);
            pieces.push((place.byte, second, *start, end));
        }
    }
    pieces.sort_by_key(|(byte, second, start, _)| (*byte, *second, *start));
    let mut out = Transcript::new(a.limit);
    let mut moved: [Vec<(usize, usize, usize)>; 2] = [Vec::new(), Vec::new()];
    for (_, second, start, end) in pieces {
        let from = if second { &b } else { &a };
        let at = from.origins.partition_point(|(s, _)| *s < start);
        let to = out.text.len();
        if let Some((_, place)) = from.origins.get(at) {
            out.origins.push((to, *place));
        }
        out.text.extend_from_slice(&from.text[start..end]);
        moved[usize::from(second)].push((start, end, to));
    }
    for (transcript, moved) in [(a, &moved[0]), (b, &moved[1])] {
        for mut diagnostic in transcript.diagnostics {
            let place = moved.iter().find(|(s, e, _)| (*s..*e).contains(&diagnostic.span.start));
            if let Some((start, _, to)) = place {
                let length = diagnostic.span.len();
                let begin = diagnostic.span.start - start + to;
                diagnostic.span = begin..(begin + length).min(out.text.len());
            }
            diagnostic.fix = None;
            out.note(diagnostic);
        }
    }
    out
}
