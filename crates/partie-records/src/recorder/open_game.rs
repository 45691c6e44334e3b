//! One game in progress on the server.

use std::ops::Range;

use partie_core::{ByColor, ByRole, Color, Outcome, Position, Variant, moves::san};

use super::{
    View,
    info::Info,
    move_tree::{Before, Mark, MoveTree, ROOT, mover},
    transcript::{Transcript, unread_words},
    transport::ServerLine,
};
use partie_formats::{Diagnostic, Message, ReadOptions, ToValue, diagnostic, message};
use partie_wire::{
    follower::{Credit, Id, Step, Target, plies},
    style12::{self, Holdings, Rating, Style12, codes},
};

/// Maximum of a plausible clock, in milliseconds: a hundred hours.
pub(super) const LONGEST_CLOCK: i64 = 360_000_000;

/// Number of boards received, and the credit for searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) boards: u64,
    pub(super) credit: Credit,
}

impl Tally {
    pub(super) const fn new() -> Tally {
        Tally { boards: 0, credit: Credit::one_search() }
    }

    /// One more board.
    pub(super) fn add(&mut self) {
        self.boards += 1;
        self.credit.add();
    }
}

/// A game that is played, observed or examined.
#[derive(Clone, Debug)]
pub(super) struct OpenGame {
    pub(super) number: u64,
    pub(super) info: Info,
    pub(super) view: View,
    pub(super) move_tree: MoveTree,
    pub(super) transcript: Transcript,
    /// Parts before gaps that could not be closed.
    pub(super) parts: Vec<GameFragment>,
    /// Result and reason, once they were reported.
    pub(super) end: Option<(Outcome, String)>,
    /// Outcome and reason of the partners' game in bughouse.
    pub(super) partners_end: Option<(Outcome, String)>,
    /// The players of the other board in bughouse, if that board was never shown.
    pub(super) partners: Option<ByColor<Option<String>>>,
    /// Pieces in hand at the first board.
    pub(super) first_hand: Option<ByColor<ByRole<u8>>>,
    /// Pieces in hand after a node, as the server reported them.
    pub(super) hands: Vec<Hand>,
    /// The receiver no longer gets its boards.
    pub(super) left: bool,
    /// The count of boards when it was last heard of.
    pub(super) heard: u64,
}

/// Node, pieces in hand after it as the server reported them, and place of the report in the text.
pub(super) type Hand = (Id, ByColor<ByRole<u8>>, Range<usize>);

/// A piece of a game between gaps.
#[derive(Clone, Debug)]
pub(super) struct GameFragment {
    pub(super) move_tree: MoveTree,
    pub(super) transcript: Transcript,
    pub(super) first_hand: Option<ByColor<ByRole<u8>>>,
    pub(super) hands: Vec<Hand>,
}

impl OpenGame {
    /// Makes a game that was never heard of.
    pub(super) const fn new(
        number: u64,
        info: Info,
        view: View,
        move_tree: MoveTree,
        transcript: Transcript,
    ) -> OpenGame {
        OpenGame {
            number,
            info,
            view,
            move_tree,
            transcript,
            parts: Vec::new(),
            end: None,
            partners_end: None,
            partners: None,
            first_hand: None,
            hands: Vec::new(),
            left: false,
            heard: 0,
        }
    }

    /// Returns a game that begins with a board.
    pub(super) fn open(
        mut info: Info,
        board: &Style12<'_>,
        line: &ServerLine,
        options: &ReadOptions,
        order: u64,
    ) -> OpenGame {
        let lines = std::mem::take(&mut info.lines);
        info.take_board(board, options.dialect);
        let variant = options.variant.or_else(|| info.variant());
        let mut transcript = Transcript::new(options.limits.diagnostics);
        for line in &lines {
            transcript.push(line);
        }
        let span = transcript.push(line);
        let (move_tree, diagnostics) = first_move_tree(board, variant, order);
        transcript.note_all_at(span.start, diagnostics);
        let mut open = OpenGame::new(board.game, info, view_of(board), move_tree, transcript);
        open.heard = order;
        if open.move_tree.moves.variant == Variant::Chess960 && variant.is_none() {
            open.note(
                &codes::VARIANT_INFERRED,
                message!("the first board is that of a game of Chess960"),
            );
        }
        open
    }

    /// Returns true if the game is examined and not played.
    pub(super) fn is_examined(&self) -> bool {
        self.view == View::Examined
    }

    pub(super) fn is_bughouse(&self) -> bool {
        self.move_tree.moves.variant == Variant::Bughouse
    }

    pub(super) fn note(&mut self, code: &'static partie_formats::Code, message: Message) {
        let span = self.transcript.last_line();
        self.note_span(Diagnostic::new(code, span, message));
    }

    pub(super) fn note_span(&mut self, diagnostic: Diagnostic) {
        let ply = self.move_tree.moves.line_to(self.move_tree.moves.here).len() as u32;
        let diagnostic = if ply > 0 { diagnostic.at_ply(ply) } else { diagnostic };
        self.transcript.note(diagnostic);
    }

    /// Adds a board to this game. Returns false and changes nothing if an examiner has set up
    /// another position, which begins another game.
    pub(super) fn board(
        &mut self,
        board: &Style12<'_>,
        diagnostics: Vec<Diagnostic>,
        line: &ServerLine,
        options: &ReadOptions,
        tally: &mut Tally,
    ) -> bool {
        let order = tally.boards;
        let unread = unread_words(&diagnostics);
        if board.relation != style12::Relation::Isolated {
            self.view = view_of(board);
        }
        let target = Target::of(board);
        let examined = self.is_examined();
        if examined && !self.info.is_of(&board.white, &board.black) {
            // New names at the start: the next example of a lecture.
            let at_start = self.move_tree.moves.here == ROOT;
            if at_start
                && !self.move_tree.moves.is_empty()
                && target.is_shown_by(self.move_tree.moves.start())
            {
                return false;
            }
        }
        let variant = self.move_tree.moves.variant;
        let sets_up = examined && target.san.is_none();
        let mut diagnostics = diagnostics;
        let mut step = if sets_up && self.move_tree.moves.is_empty() {
            // Before the first move an examiner can set up any position.
            let variant = options.variant.or_else(|| self.info.variant());
            let root = std::mem::take(self.move_tree.mark());
            let Mark { order, remarks, .. } = root;
            let (move_tree, odd) = first_move_tree(board, variant, order);
            self.move_tree = move_tree;
            self.move_tree.mark().remarks = remarks;
            diagnostics.extend(odd);
            Step::Repeated
        } else {
            let earlier = || first_move_tree(board, Some(variant), order).0;
            self.move_tree.follow(&target, earlier, examined, order, &mut tally.credit)
        };
        if step == Step::Lost && sets_up {
            return false;
        }
        let span = self.transcript.push(line);
        self.transcript.note_all_at(span.start, diagnostics);
        self.left = false;
        self.heard = order;
        self.rename(board);
        if step == Step::Lost {
            step = self.by_other_rules(&target, options, tally);
        }
        self.tell(&step, board);
        if step == Step::Lost {
            self.split(board, &span, options, order);
        } else {
            self.odd_fields(board, &step);
            self.times(board, &step);
        }
        for words in unread {
            self.remark(words);
        }
        true
    }

    /// Names may change while a game is examined; players may switch sides.
    fn rename(&mut self, board: &Style12<'_>) {
        if self.info.is_of(&board.white, &board.black) {
            return;
        }
        let switched = self.info.is_of(&board.black, &board.white);
        self.info.names = ByColor {
            white: Some(board.white.clone().into_owned()),
            black: Some(board.black.clone().into_owned()),
        };
        if switched && !self.is_examined() {
            self.info.ratings.swap();
            self.remark("the players switched sides".to_owned());
        }
    }

    /// Tries other variants that may explain the board, if no words named one.
    fn by_other_rules(
        &mut self,
        target: &Target<'_>,
        options: &ReadOptions,
        tally: &mut Tally,
    ) -> Step {
        let stated = options.variant.is_some() || self.info.variant().is_some();
        if stated || self.is_examined() || !self.move_tree.moves.variant.is_orthodox() {
            return Step::Lost;
        }
        for variant in [Variant::Crazyhouse, Variant::Suicide, Variant::Atomic] {
            let Some(mut moves) = self.move_tree.moves.under(variant) else { continue };
            let step = moves.follow(target, false, &Mark::at(tally.boards), &mut tally.credit);
            if matches!(step, Step::Moved { .. } | Step::Gap { .. }) {
                self.move_tree.moves = moves;
                self.note(
                    &codes::VARIANT_INFERRED,
                    message!(
                        "the move is possible in {variant} only, so the game was taken for that",
                        variant
                    ),
                );
                return step;
            }
        }
        Step::Lost
    }

    /// Ends the piece before a gap and begins another with a board.
    fn split(
        &mut self,
        board: &Style12<'_>,
        span: &Range<usize>,
        options: &ReadOptions,
        order: u64,
    ) {
        let variant = options.variant.or_else(|| self.info.variant()).or({
            // What the rules turned out to be stays true.
            (!self.move_tree.moves.variant.is_orthodox()).then_some(self.move_tree.moves.variant)
        });
        let (move_tree, diagnostics) = first_move_tree(board, variant, order);
        let mut transcript = Transcript::new(options.limits.diagnostics);
        // The board stands in both texts: it ends the one and begins the other.
        if let Some((_, place)) = self.transcript.origins.last() {
            transcript.push(&ServerLine {
                bytes: self.transcript.text[span.clone()].to_vec(),
                place: *place,
            });
        }
        transcript.note_all_at(0, diagnostics);
        self.parts.push(GameFragment {
            move_tree: std::mem::replace(&mut self.move_tree, move_tree),
            transcript: std::mem::replace(&mut self.transcript, transcript),
            first_hand: self.first_hand.take(),
            hands: std::mem::take(&mut self.hands),
        });
    }

    /// Takes the players' pieces in hand.
    pub(super) fn holdings(&mut self, holdings: &Holdings, line: &ServerLine) {
        let span = self.transcript.push(line);
        let anything = holdings.pieces.iter().any(|hand| hand.iter().any(|n| *n > 0));
        if !self.move_tree.moves.variant.has_drops() {
            // Words that name other rules are trusted until a piece is in hand.
            if (anything || self.info.variant().is_none())
                && self.move_tree.adopt(Variant::Crazyhouse)
            {
                if self.info.variant().is_some() {
                    self.note(
                        &codes::VARIANT_INFERRED,
                        message!(
                            "the players have pieces in hand, so the game was taken for crazyhouse"
                        ),
                    );
                }
            } else {
                return;
            }
        }
        if holdings.passed.is_some() {
            return;
        }
        if self.move_tree.moves.is_empty() {
            self.first_hand.get_or_insert(holdings.pieces);
        }
        let here = self.move_tree.moves.here;
        match self.hands.last_mut() {
            Some((node, hand, place)) if *node == here => {
                *hand = holdings.pieces;
                *place = span;
            }
            _ => self.hands.push((here, holdings.pieces, span)),
        }
    }

    /// Takes a move without its board.
    pub(super) fn delta(&mut self, delta: &style12::Delta, line: &ServerLine, order: u64) {
        self.transcript.push(line);
        self.heard = order;
        let expected = plies(self.move_tree.moves.position()) + 1;
        let position = self.move_tree.moves.position();
        let ply = san::read(position, &delta.san)
            .ok()
            .map(|r| r.ply)
            .filter(|_| i64::from(delta.ply) == expected);
        let Some(ply) = ply else {
            let found = message!("{san} as ply {ply}", san = delta.san, ply = delta.ply);
            self.note(
                &codes::MOVE_NOT_READ,
                message!(
                    "expected a legal move as ply {expected}, but found {found}",
                    expected,
                    found
                ),
            );
            self.remark(style12::text(line.bytes.trim_ascii()).into_owned());
            return;
        };
        let moves = &mut self.move_tree.moves;
        let id = moves.add(moves.here, ply, Mark::at(order));
        moves.go(id);
        let mark = self.move_tree.mark();
        mark.clock = mark.clock.or(Some(delta.remaining));
        mark.taken = mark.taken.or(Some(delta.taken));
    }

    /// Takes the variant that was named after the first board, if the moves are legal in it.
    pub(super) fn adopt_variant(&mut self, options: &ReadOptions) {
        let Some(variant) = options.variant.or_else(|| self.info.variant()) else { return };
        if variant == self.move_tree.moves.variant {
            return;
        }
        // `blitz` does not contradict a start position on the board.
        if variant == Variant::Standard && self.move_tree.moves.variant.is_orthodox() {
            return;
        }
        if !self.move_tree.adopt(variant) {
            self.note(
                &codes::VARIANT_INFERRED,
                message!("the game is said to be {variant}, but its moves are not", variant),
            );
        }
    }

    /// Keeps a remark at the present position.
    pub(super) fn remark(&mut self, text: String) {
        self.move_tree.mark().remarks.push(text);
    }

    /// Returns the rating that a game has, for the record's tags.
    pub(super) fn rating(&self, color: Color) -> Rating {
        *self.info.ratings.get(color)
    }
}

/// Returns the role of the receiver in the game of a board.
pub(super) fn view_of(board: &Style12<'_>) -> View {
    use style12::Relation as R;
    match board.relation {
        R::PlayingMyMove => View::Played(board.turn),
        R::PlayingOpponentsMove => View::Played(!board.turn),
        R::Observing | R::StartOfList | R::Other(_) => View::Observed,
        R::Examining | R::ObservingExamined => View::Examined,
        R::Isolated => View::Isolated,
    }
}

/// Makes a move tree that begins with the position of a board, with its diagnostics.
fn first_move_tree(
    board: &Style12<'_>,
    variant: Option<Variant>,
    order: u64,
) -> (MoveTree, Vec<Diagnostic>) {
    let first = board.move_number <= 1 && board.turn == Color::White;
    let array = first && style12::is_array(&board.board);
    let variant = variant.unwrap_or_else(|| {
        let flags = board.castling;
        let rights = flags.white_short || flags.white_long || flags.black_short || flags.black_long;
        if !array || style12::has_orthodox_castling(&board.board) {
            Variant::Standard
        } else if rights {
            Variant::Chess960
        } else {
            Variant::FromPosition
        }
    });
    let (position, problem) = board.position(variant);
    let mut diagnostics = Vec::new();
    let all = 0..0;
    if position.problem().is_some() {
        diagnostics.push(diagnostic!(
            &codes::UNPLAYABLE,
            all,
            "the position cannot be played: {reason}",
            reason = problem.map(|problem| problem.to_value()).unwrap_or_default()
        ));
    } else if missing_rights(board, &position) {
        diagnostics.push(Diagnostic::new(
            &codes::CASTLING,
            all,
            message!(
                "a castling right is set, but king and rook do not stand for it; it was dropped"
            ),
        ));
    }
    let target = Target::of(board);
    let (clock, taken) = times_of(board)
        .filter(|(clock, _)| target.san.is_some() && clock.abs() <= LONGEST_CLOCK)
        .unzip();
    let target = Some(target.into_owned());
    let tags = crate::style12::first_board_tags(board, times_of(board).is_some(), LONGEST_CLOCK);
    (MoveTree::new(position, Before { target, clock, taken, tags }, order), diagnostics)
}

/// Returns true if a castling flag is set that the position does not have.
fn missing_rights(board: &Style12<'_>, position: &Position) -> bool {
    Style12::from_position(position).castling != board.castling
}

/// Returns the captures that a board's last move made: who took what.
pub(super) fn last_capture(move_tree: &MoveTree) -> Option<(Color, partie_core::Role)> {
    let node = &move_tree.moves.nodes[move_tree.moves.here];
    let capture = node.ply?.to_move()?.capture()?;
    Some((mover(&node.position), capture))
}

/// Returns the mover's clock and time taken, in milliseconds; `None` in untimed games.
pub(super) fn times_of(board: &Style12<'_>) -> Option<(i64, i64)> {
    let no_time = board.initial == 0 && board.increment == 0;
    let stopped = board.clock.white == 0 && board.clock.black == 0;
    if no_time && (stopped || board.relation.is_examined()) {
        return None;
    }
    let mover = !board.turn;
    Some((board.clock_milliseconds(mover), board.taken.milliseconds))
}
