//! Turning a finished game into a record.

use std::fmt::Write as _;

use partie_core::{
    Boards, ByColor, ByRole, Color, Comment, CommentPlace, Game, Move, NodeId, Outcome, Ply,
    Position, Role, Tags, Termination, Tree, Variant, moves::san,
};
use smallvec::SmallVec;

use super::{
    OpenGame, Recorded, Recorder, View,
    move_tree::{MoveTree, ROOT},
    open_game::{GameFragment, Hand},
    transcript::Transcript,
};
use partie_formats::{Format, Message, Parsed, Record, diagnostic, message};
use partie_pgn::bpgn;
use partie_wire::{
    follower::{Id, plies, with_pockets},
    style12::{ENDED, codes},
};

/// The most pieces that are put into a hand so that the drops of a game are legal.
/// The message of a game without an end.
pub(super) const NO_END: Message = message!("the stream does not say how the game ended");

const MOST_ADDED: usize = 40;

impl Recorder {
    /// Outputs a game of one board and the fragments before its gaps.
    pub(super) fn give(&mut self, mut open: OpenGame) {
        let examined = open.is_examined() || open.view == View::Listed;
        let parts = std::mem::take(&mut open.parts);
        let gaps = parts.len();
        for (i, part) in parts.into_iter().enumerate() {
            let end = Some((Outcome::Unknown, String::new()));
            self.give_part(&open, part, end, examined, [i > 0, true]);
        }
        if open.end.is_none()
            && open.move_tree.result.is_none()
            && !matches!(open.view, View::Examined | View::Isolated | View::Listed)
        {
            open.note(&codes::UNFINISHED, NO_END);
        }
        let last = GameFragment {
            move_tree: open.move_tree.take(),
            transcript: std::mem::take(&mut open.transcript),
            first_hand: open.first_hand.take(),
            hands: std::mem::take(&mut open.hands),
        };
        let end = open.end.take();
        self.give_part(&open, last, end, examined, [gaps > 0, false]);
    }

    fn give_part(
        &mut self,
        open: &OpenGame,
        part: GameFragment,
        end: Option<(Outcome, String)>,
        examined: bool,
        [goes_before, goes_on]: [bool; 2],
    ) {
        let GameFragment { move_tree, mut transcript, first_hand, hands } = part;
        let main = move_tree.main_line(examined);
        let built = build(&move_tree, &main, examined, first_hand);
        if plies(move_tree.moves.start()) > 0
            && open.view != View::Isolated
            && !examined
            && !goes_before
        {
            let span = first_line(&transcript);
            let number = move_tree.moves.start().fullmoves();
            transcript.note(diagnostic!(
                &codes::STARTS_LATE,
                span,
                "the first board that was shown is that of move {number}",
                number
            ));
        }
        report_changes(&built.added, built.illegal.as_deref(), &mut transcript);
        if move_tree.moves.variant == Variant::Crazyhouse {
            check_hands(&move_tree, &built, &hands, &mut transcript);
        }
        let mut game = Game::from_boards(move_tree.moves.variant, Boards::One(built.start));
        game.tree = built.tree;
        let last = main.last().copied().unwrap_or(ROOT);
        let stated = end.or_else(|| {
            let (node, outcome, reason) = move_tree.result.clone()?;
            (node == last).then_some((outcome, reason))
        });
        conclude(&mut game, stated.as_ref());
        let last_node = game.tree.mainline_end();
        if goes_on {
            let words = "the moves that follow were not recorded; the next game goes on from there";
            comment(&mut game.tree, last_node, words.to_owned());
        }
        game.tags = self.tags(open, examined, &game);
        // No move can carry the first board's data.
        if main.is_empty() || plies(move_tree.moves.start()) > 0 {
            for (name, value) in &move_tree.before.tags {
                game.tags.set(*name, value.as_str());
            }
        }
        self.push(game, transcript, open.number, None, open.view);
    }

    fn tags(&self, open: &OpenGame, examined: bool, game: &Game) -> Tags {
        let examined = examined && open.view != View::Listed;
        let mut tags =
            open.info.tags(self.session.server(), self.session.site.as_deref(), examined);
        tags.set("White", open.info.name(Color::White));
        tags.set("Black", open.info.name(Color::Black));
        tags.set("Result", game.outcome.as_pgn());
        for (name, color) in [("WhiteElo", Color::White), ("BlackElo", Color::Black)] {
            if let Some(rating) = open.rating(color).as_pgn().filter(|_| !examined) {
                tags.set(name, rating);
            }
        }
        open.info.more_tags(&mut tags, examined);
        finish_tags(&mut tags, game);
        tags
    }

    /// A record of what could not be read, so that it is not lost.
    pub(super) fn give_scrap(&mut self, transcript: Transcript, text: String) {
        let start = Boards::unread(Variant::Standard);
        let mut game = Game::from_boards(Variant::Standard, start);
        game.unread = Some(text);
        for (name, value) in [
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", "?"),
            ("Black", "?"),
            ("Result", "*"),
        ] {
            game.tags.set(name, value);
        }
        self.push(game, transcript, 0, None, View::Isolated);
    }

    pub(super) fn push(
        &mut self,
        mut game: Game,
        mut transcript: Transcript,
        number: u64,
        second_number: Option<u64>,
        view: View,
    ) {
        self.records += 1;
        game.unread = game.unread.or(transcript.take_unread());
        let (text, origins, diagnostics) = transcript.into_parts();
        let first = origins.first().map(|(_, place)| *place);
        let encoding = if std::str::from_utf8(&text).is_ok() { "UTF-8" } else { "windows-1252" };
        self.ready.push_back(Recorded {
            record: Record {
                number: self.records,
                format: Format::Style12,
                byte: first.map_or(0, |p| p.byte),
                line: first.map_or(1, |p| p.line),
                encoding,
                text,
                origins,
                segments: Vec::new(),
                parsed: Parsed { value: game, diagnostics },
            },
            number,
            second_number,
            view,
        });
    }
}

/// Result, reason, and the comment that says them in the server's words.
pub(super) fn conclude(game: &mut Game, stated: Option<&(Outcome, String)>) {
    match stated {
        Some((outcome, reason)) => {
            game.outcome = *outcome;
            if !reason.is_empty() && reason != ENDED {
                game.termination = Some(
                    bpgn::termination(reason).unwrap_or_else(|| Termination::Other(reason.clone())),
                );
                let last = game.tree.mainline_end();
                comment(&mut game.tree, last, reason.clone());
            }
        }
        None => {
            // No words gave the result, but the board may.
            if let Boards::One(_) = &game.start
                && let Some((outcome, reason)) = game.final_boards().end()
                && matches!(
                    reason,
                    Termination::Checkmate | Termination::Stalemate | Termination::VariantEnd
                )
                && !game.tree.is_empty()
            {
                game.outcome = outcome;
                game.termination = Some(reason);
            }
        }
    }
}

/// Variant and Termination.
pub(super) fn finish_tags(tags: &mut Tags, game: &Game) {
    if game.variant != Variant::Standard {
        tags.set("Variant", game.variant.name());
    }
    let word = match &game.termination {
        None => return,
        Some(reason) => match reason {
            Termination::TimeForfeit
            | Termination::TimeForfeitWithoutMaterial
            | Termination::BothTimesOut => "time forfeit",
            Termination::Disconnection => "abandoned",
            Termination::Adjudication => "adjudication",
            Termination::RulesInfraction => "rules infraction",
            Termination::Adjourned | Termination::Aborted => "unterminated",
            Termination::Other(_) => return,
            _ => "normal",
        },
    };
    tags.set("Termination", word);
}

pub(super) fn comment(tree: &mut Tree, node: NodeId, text: String) {
    let comments = &mut tree.annotations_mut(node).comments;
    // Most moves have one comment.
    comments.reserve_exact(1);
    comments.push(Comment { text, place: CommentPlace::After });
}

pub(super) fn first_line(transcript: &Transcript) -> std::ops::Range<usize> {
    let end = transcript.text.iter().position(|b| *b == b'\n').unwrap_or(transcript.text.len());
    0..end
}

/// A tree as the game keeps it.
pub(super) struct Built {
    pub(super) start: Position,
    pub(super) tree: Tree,
    /// Pieces that had to be in hand from the start.
    pub(super) added: Vec<(Color, Role)>,
    /// Nodes of the tree, by the nodes of the move tree.
    pub(super) places: Vec<Option<NodeId>>,
    /// A move that turned out not to be legal.
    pub(super) illegal: Option<String>,
}

/// Reports pieces that were put into hand at the start, and a move after which nothing was read.
pub(super) fn report_changes(
    added: &[(Color, Role)],
    illegal: Option<&str>,
    transcript: &mut Transcript,
) {
    let line = first_line(transcript);
    if !added.is_empty() {
        let pieces: String = added.iter().map(|(color, role)| role.of(*color).char()).collect();
        transcript.note(diagnostic!(&codes::HAND_ADDED, line.clone(), "pieces were dropped that nobody had taken, so they were put into hand at the start: {pieces}", pieces));
    }
    if let Some(san) = illegal {
        transcript.note(diagnostic!(
            &codes::MOVE_NOT_READ,
            line,
            "expected a legal move, but found {san} and left out what follows it",
            san
        ));
    }
}

/// Builds the tree of one board. In variants with drops, the pieces in hand at the start are the
/// shown ones, and further ones that the drops need.
fn build(
    move_tree: &MoveTree,
    main: &[Id],
    examined: bool,
    first_hand: Option<ByColor<ByRole<u8>>>,
) -> Built {
    let mut pockets = first_hand.unwrap_or_default();
    let mut added = Vec::new();
    loop {
        let start = if move_tree.moves.variant.has_drops() {
            with_pockets(move_tree.moves.start(), pockets)
        } else {
            move_tree.moves.start().clone()
        };
        match build_from(move_tree, main, examined, start, added.len() < MOST_ADDED) {
            Ok(mut built) => {
                built.added = added;
                return built;
            }
            Err((color, role)) => {
                *pockets.get_mut(color).get_mut(role) += 1;
                added.push((color, role));
            }
        }
    }
}

/// One attempt; the error is a piece that was missing in a hand.
fn build_from(
    move_tree: &MoveTree,
    main: &[Id],
    examined: bool,
    start: Position,
    may_fail: bool,
) -> Result<Built, (Color, Role)> {
    let mut built = Built {
        start: start.clone(),
        tree: Tree::new(),
        added: Vec::new(),
        places: vec![None; move_tree.moves.nodes.len()],
        illegal: None,
    };
    built.places[ROOT] = Some(NodeId::ROOT);
    annotate(&mut built.tree, NodeId::ROOT, move_tree, ROOT);
    let end = main.last().copied().unwrap_or(ROOT);
    // The moves are legal in the move tree's own positions, unless it began with other hands or
    // took over moves.
    let replayed = move_tree.moves.variant.has_drops() || move_tree.grafted;
    let mut stack = vec![(ROOT, NodeId::ROOT, replayed.then_some(start))];
    while let Some((id, node, position)) = stack.pop() {
        if id == end && !examined {
            for line in lines_below(move_tree, id) {
                comment(&mut built.tree, node, format!("taken back: {line}"));
            }
            continue;
        }
        for child in ordered(move_tree, id) {
            let Some(ply) = move_tree.moves.nodes[child].ply else { continue };
            if let (Ply::Move(m), Some(position)) = (ply, &position)
                && !position.is_legal(m)
            {
                if may_fail && let Some(missing) = missing_piece(position, m) {
                    return Err(missing);
                }
                built.illegal.get_or_insert_with(|| ply.to_string());
                continue;
            }
            let copy = built.tree.add(node, ply);
            built.places[child] = Some(copy);
            annotate(&mut built.tree, copy, move_tree, child);
            let mut after = position.clone();
            if let (Ply::Move(m), Some(after)) = (ply, &mut after) {
                after.play_unchecked(m);
            }
            stack.push((child, copy, after));
        }
    }
    Ok(built)
}

/// Returns the piece that a drop needs and the hand has not.
pub(super) fn missing_piece(position: &Position, m: Move) -> Option<(Color, Role)> {
    let Move::Put { role, .. } = m else { return None };
    let color = position.turn();
    let hand = position.pockets()?;
    (*hand.get(color).get(role) == 0).then_some((color, role))
}

/// Returns a node's children: the line that was on the board last, then the others as they came.
fn ordered(move_tree: &MoveTree, id: Id) -> SmallVec<[Id; 2]> {
    let node = &move_tree.moves.nodes[id];
    let mut children = node.children.clone();
    if let Some(first) = node.visited.and_then(|v| children.iter().position(|c| *c == v)) {
        children[..=first].rotate_right(1);
    }
    children
}

/// Returns the lines that begin below a node, in SAN.
pub(super) fn lines_below(move_tree: &MoveTree, id: Id) -> Vec<String> {
    let mut lines = Vec::new();
    let mut stack: Vec<(Id, String)> = vec![(id, String::new())];
    while let Some((at, line)) = stack.pop() {
        let node = &move_tree.moves.nodes[at];
        if node.children.is_empty() && !line.is_empty() {
            lines.push(line.clone());
        }
        for child in node.children.iter().rev() {
            let mut line = line.clone();
            let position = &node.position;
            if line.is_empty() || position.turn() == Color::White {
                if !line.is_empty() {
                    line.push(' ');
                }
                let dots = if position.turn() == Color::White { "." } else { "..." };
                let _ = write!(line, "{}{dots}", position.fullmoves());
            }
            if let Some(ply) = move_tree.moves.nodes[*child].ply {
                line.push(' ');
                line.push_str(&san::write(position, ply));
            }
            stack.push((*child, line));
        }
    }
    lines
}

/// Clock, time taken and remarks of a node, as comments.
pub(super) fn annotate(tree: &mut Tree, node: NodeId, move_tree: &MoveTree, id: Id) {
    let from = &move_tree.moves.nodes[id].note;
    if from.clock.is_some() || from.taken.is_some() {
        let mut commands = String::with_capacity("[%clk 0:00:00] [%emt 0:00:00]".len());
        for (name, milliseconds) in [("[%clk ", from.clock), ("[%emt ", from.taken)] {
            if let Some(milliseconds) = milliseconds {
                if !commands.is_empty() {
                    commands.push(' ');
                }
                commands.push_str(name);
                push_clock(&mut commands, milliseconds);
                commands.push(']');
            }
        }
        comment(tree, node, commands);
    }
    for remark in &from.remarks {
        comment(tree, node, remark.clone());
    }
}

/// Appends `h:mm:ss`, with milliseconds where there are some.
fn push_clock(text: &mut String, milliseconds: i64) {
    if milliseconds < 0 {
        text.push('-');
    }
    let all = milliseconds.unsigned_abs();
    let (seconds, rest) = (all / 1000, all % 1000);
    let hours = seconds / 3600;
    if hours < 10 {
        text.push(char::from(b'0' + hours as u8));
    } else {
        let _ = write!(text, "{hours}");
    }
    let digit = |number: u64| b'0' + (number % 10) as u8;
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    let [a, b, c, d] = [digit(minutes / 10), digit(minutes), digit(seconds / 10), digit(seconds)];
    let digits = [b':', a, b, b':', c, d, b'.', digit(rest / 100), digit(rest / 10), digit(rest)];
    let shown = if rest > 0 { &digits[..] } else { &digits[..6] };
    text.push_str(str::from_utf8(shown).unwrap_or_default());
}

/// Compares the pieces in hand that the server reported with the ones that result from the moves.
fn check_hands(move_tree: &MoveTree, built: &Built, hands: &[Hand], transcript: &mut Transcript) {
    let mut position = built.start.clone();
    let mut stated = hands.iter().peekable();
    for id in std::iter::once(ROOT).chain(move_tree.main_line(false)) {
        if id != ROOT
            && let Some(Ply::Move(m)) = move_tree.moves.nodes[id].ply
        {
            if built.places[id].is_none() {
                return;
            }
            position.play_unchecked(m);
        }
        while let Some((node, hand, span)) = stated.peek() {
            if *node != id {
                if built.places.get(*node).is_some()
                    && move_tree.moves.line_to(move_tree.moves.here).contains(node)
                {
                    break;
                }
                // Said at a move that was taken back.
                stated.next();
                continue;
            }
            let computed = position.pockets().unwrap_or_default();
            if computed != *hand {
                let (expected, found) = (hand_text(&computed), hand_text(hand));
                transcript.note(
                    diagnostic!(
                        &codes::HAND_DISAGREES,
                        span.clone(),
                        "expected {expected} by the moves, but found {found}",
                        expected,
                        found
                    )
                    .expected(expected, found),
                );
                return;
            }
            stated.next();
        }
    }
}

fn hand_text(hands: &ByColor<ByRole<u8>>) -> String {
    let holdings = partie_wire::style12::Holdings { game: 0, pieces: *hands, passed: None };
    holdings.to_string().replace("<b1> game 0 ", "")
}
