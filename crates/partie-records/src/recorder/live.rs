//! One game that is going on.

use std::ops::Range;

use partie_core::{ByColor, ByRole, Color, Outcome, Position, Variant, moves::san};

use super::{
    View,
    info::Info,
    join::{Credit, Target, plies},
    notices::unread_words,
    scroll::Scroll,
    track::{Before, Id, Step, Track, mover},
    transport::Line,
};
use partie_formats::{Diagnostic, ReadOptions};
use partie_wire::style12::{self, Holdings, Rating, Style12, codes};

/// Clocks beyond this, in milliseconds, are not what a clock can show: a hundred hours.
pub(super) const LONGEST_CLOCK: i64 = 360_000_000;

/// How many boards came, and what searching may still cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) boards: u64,
    pub(super) credit: Credit,
}

impl Tally {
    pub(super) const fn new() -> Tally {
        Tally { boards: 0, credit: Credit::new() }
    }

    /// One more board.
    pub(super) fn add(&mut self) {
        self.boards += 1;
        self.credit.add();
    }
}

/// A game that is played, observed or examined.
#[derive(Clone, Debug)]
pub(super) struct Live {
    pub(super) number: u64,
    pub(super) info: Info,
    pub(super) view: View,
    pub(super) track: Track,
    pub(super) scroll: Scroll,
    /// What came before a gap that could not be closed.
    pub(super) parts: Vec<Part>,
    /// Result and reason, once they were told.
    pub(super) end: Option<(Outcome, String)>,
    /// Those of the partners' game in bughouse.
    pub(super) partners_end: Option<(Outcome, String)>,
    /// The players of the other board in bughouse, if that board was never shown.
    pub(super) partners: Option<ByColor<Option<String>>>,
    /// What was in hand when the first board came.
    pub(super) first_hand: Option<ByColor<ByRole<u8>>>,
    /// What was in hand after a node, as the server said.
    pub(super) hands: Vec<Hand>,
    /// The receiver no longer gets its boards.
    pub(super) left: bool,
    /// The count of boards when it was last heard of.
    pub(super) heard: u64,
}

/// What was in hand after a node, as the server said, and where in the text it said so.
pub(super) type Hand = (Id, ByColor<ByRole<u8>>, Range<usize>);

/// A piece of a game between gaps.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) track: Track,
    pub(super) scroll: Scroll,
    pub(super) first_hand: Option<ByColor<ByRole<u8>>>,
    pub(super) hands: Vec<Hand>,
}

impl Live {
    /// A game that was never heard of.
    pub(super) const fn new(
        number: u64,
        info: Info,
        view: View,
        track: Track,
        scroll: Scroll,
    ) -> Live {
        Live {
            number,
            info,
            view,
            track,
            scroll,
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

    /// A game that begins with a board.
    pub(super) fn open(
        mut info: Info,
        board: &Style12<'_>,
        line: &Line,
        options: &ReadOptions,
        order: u64,
    ) -> Live {
        let lines = std::mem::take(&mut info.lines);
        info.take_board(board, options.dialect);
        let variant = options.variant.or_else(|| info.variant());
        let mut scroll = Scroll::default();
        for line in &lines {
            scroll.push(line);
        }
        let span = scroll.push(line);
        let (track, findings) = first_track(board, variant, order);
        for finding in findings {
            scroll.note_at(span.start, finding, options.limits.diagnostics);
        }
        let mut live = Live::new(board.game, info, view_of(board), track, scroll);
        live.heard = order;
        if live.track.variant == Variant::Chess960 && variant.is_none() {
            live.note(
                options,
                &codes::VARIANT_INFERRED,
                "the first board is that of a game of Chess960",
            );
        }
        live
    }

    /// Whether the game is examined and not played.
    pub(super) fn is_examined(&self) -> bool {
        self.view == View::Examined
    }

    pub(super) fn is_bughouse(&self) -> bool {
        self.track.variant == Variant::Bughouse
    }

    pub(super) fn note(
        &mut self,
        options: &ReadOptions,
        code: &'static partie_formats::Code,
        message: impl Into<String>,
    ) {
        let span = self.scroll.last_line();
        self.note_span(options, Diagnostic::new(code, span, message));
    }

    pub(super) fn note_span(&mut self, options: &ReadOptions, diagnostic: Diagnostic) {
        let ply = self.track.line_to(self.track.here).len() as u32;
        let diagnostic = if ply > 0 { diagnostic.at_ply(ply) } else { diagnostic };
        self.scroll.note(diagnostic, options.limits.diagnostics);
    }

    /// Takes a board of this game. False, with nothing changed, if an examiner has set
    /// up another position: that is another game.
    pub(super) fn board(
        &mut self,
        board: &Style12<'_>,
        findings: Vec<Diagnostic>,
        line: &Line,
        options: &ReadOptions,
        tally: &mut Tally,
    ) -> bool {
        let order = tally.boards;
        let unread = unread_words(&findings);
        if board.relation != style12::Relation::Isolated {
            self.view = view_of(board);
        }
        let target = Target::of(board);
        let examined = self.is_examined();
        if examined && !self.info.is_of(&board.white, &board.black) {
            // New names at the start: the next example of a lecture.
            let at_start = self.track.here == self.track.root;
            if at_start && !self.track.is_empty() && target.is_shown_by(self.track.start()) {
                return false;
            }
        }
        let variant = self.track.variant;
        let sets_up = examined && target.san.is_none();
        let mut findings = findings;
        let mut step = if sets_up && self.track.is_empty() {
            // Before the first move an examiner sets up what he likes.
            let variant = options.variant.or_else(|| self.info.variant());
            let root = &mut self.track.nodes[self.track.root];
            let (order, remarks) = (root.order, std::mem::take(&mut root.remarks));
            let (track, odd) = first_track(board, variant, order);
            self.track = track;
            self.track.nodes[self.track.root].remarks = remarks;
            findings.extend(odd);
            Step::Repeated
        } else {
            self.follow(&target, board, variant, tally)
        };
        if step == Step::Lost && sets_up {
            return false;
        }
        let span = self.scroll.push(line);
        for finding in findings {
            self.scroll.note_at(span.start, finding, options.limits.diagnostics);
        }
        self.left = false;
        self.heard = order;
        self.rename(board, options);
        if step == Step::Lost {
            step = self.by_other_rules(&target, board, options, tally);
        }
        self.tell(&step, board, options);
        if step == Step::Lost {
            self.split(board, &span, options, order);
        } else {
            self.odd_fields(board, &step, options);
            self.times(board, &step, options);
        }
        for words in unread {
            self.remark(words, options);
        }
        true
    }

    fn follow(
        &mut self,
        target: &Target<'_>,
        board: &Style12<'_>,
        variant: Variant,
        tally: &mut Tally,
    ) -> Step {
        let order = tally.boards;
        let earlier = || first_track(board, Some(variant), order).0;
        let examined = self.is_examined();
        self.track.follow(target, earlier, examined, order, &mut tally.credit)
    }

    /// Names may change while a game is examined; players may switch sides.
    fn rename(&mut self, board: &Style12<'_>, options: &ReadOptions) {
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
            self.remark("the players switched sides".to_owned(), options);
        }
    }

    /// If no words told the rules, other rules may explain the board.
    fn by_other_rules(
        &mut self,
        target: &Target<'_>,
        board: &Style12<'_>,
        options: &ReadOptions,
        tally: &mut Tally,
    ) -> Step {
        let told = options.variant.is_some() || self.info.variant().is_some();
        if told || self.is_examined() || !self.track.variant.is_orthodox() {
            return Step::Lost;
        }
        for variant in [Variant::Crazyhouse, Variant::Suicide, Variant::Atomic] {
            let Some(track) = self.track.under(variant) else { continue };
            let before = std::mem::replace(&mut self.track, track);
            let step = self.follow(target, board, variant, tally);
            if matches!(step, Step::Moved { .. } | Step::Gap { .. }) {
                self.note(
                    options,
                    &codes::VARIANT_INFERRED,
                    format!(
                        "the move is possible in {variant} only, so the game was taken for that"
                    ),
                );
                return step;
            }
            self.track = before;
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
            (!self.track.variant.is_orthodox()).then_some(self.track.variant)
        });
        let (track, findings) = first_track(board, variant, order);
        let mut scroll = Scroll::default();
        // The board stands in both texts: it ends the one and begins the other.
        if let Some((_, place)) = self.scroll.origins.last() {
            scroll.push(&Line {
                bytes: self.scroll.text[span.clone()].to_vec(),
                byte: place.byte,
                number: place.line,
            });
        }
        for finding in findings {
            scroll.note_at(0, finding, options.limits.diagnostics);
        }
        self.parts.push(Part {
            track: std::mem::replace(&mut self.track, track),
            scroll: std::mem::replace(&mut self.scroll, scroll),
            first_hand: self.first_hand.take(),
            hands: std::mem::take(&mut self.hands),
        });
    }

    /// Takes what the players have in hand.
    pub(super) fn holdings(&mut self, holdings: &Holdings, line: &Line, options: &ReadOptions) {
        let span = self.scroll.push(line);
        let anything = holdings.pieces.iter().any(|hand| hand.iter().any(|n| *n > 0));
        if !self.track.variant.has_drops() {
            // Words that name other rules are believed until something is in hand.
            if (anything || self.info.variant().is_none())
                && let Some(track) = self.track.under(Variant::Crazyhouse)
            {
                self.track = track;
                if self.info.variant().is_some() {
                    self.note(
                        options,
                        &codes::VARIANT_INFERRED,
                        "the players have pieces in hand, so the game was taken for crazyhouse",
                    );
                }
            } else {
                return;
            }
        }
        if holdings.passed.is_some() {
            return;
        }
        if self.track.is_empty() {
            self.first_hand.get_or_insert(holdings.pieces);
        }
        let here = self.track.here;
        match self.hands.last_mut() {
            Some((node, hand, place)) if *node == here => {
                *hand = holdings.pieces;
                *place = span;
            }
            _ => self.hands.push((here, holdings.pieces, span)),
        }
    }

    /// Takes a move without its board.
    pub(super) fn delta(
        &mut self,
        delta: &style12::Delta,
        line: &Line,
        options: &ReadOptions,
        order: u64,
    ) {
        self.scroll.push(line);
        self.heard = order;
        let expected = plies(self.track.position()) + 1;
        let position = self.track.position();
        let ply = san::read(position, &delta.san)
            .ok()
            .map(|r| r.ply)
            .filter(|_| i64::from(delta.ply) == expected);
        let Some(ply) = ply else {
            let found = format!("{} as ply {}", delta.san, delta.ply);
            self.note(
                options,
                &codes::MOVE_NOT_READ,
                format!("expected a legal move as ply {expected}, but found {found}"),
            );
            self.remark(style12::text(line.bytes.trim_ascii()).into_owned(), options);
            return;
        };
        let id = self.track.add(self.track.here, ply, order);
        self.track.go(id);
        let node = &mut self.track.nodes[id];
        node.clock = node.clock.or(Some(delta.remaining));
        node.taken = node.taken.or(Some(delta.taken));
    }

    /// Takes the rules that words told after the first board, if the moves fit them.
    pub(super) fn adopt_variant(&mut self, options: &ReadOptions) {
        let Some(variant) = options.variant.or_else(|| self.info.variant()) else { return };
        if variant == self.track.variant {
            return;
        }
        // `blitz` says nothing about a start position that the board shows.
        if variant == Variant::Standard && self.track.variant.is_orthodox() {
            return;
        }
        match self.track.under(variant) {
            Some(track) => self.track = track,
            None => self.note(
                options,
                &codes::VARIANT_INFERRED,
                format!("the game is said to be {variant}, but its moves are not"),
            ),
        }
    }

    /// Keeps somebody's words at the present position.
    pub(super) fn remark(&mut self, text: String, _options: &ReadOptions) {
        let here = self.track.here;
        self.track.nodes[here].remarks.push(text);
    }

    /// The rating that a game has, for the record's tags.
    pub(super) fn rating(&self, color: Color) -> Rating {
        *self.info.ratings.get(color)
    }
}

/// What the receiver of a board has to do with the game.
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

/// A track that begins with the position of a board, and what was odd about it.
fn first_track(
    board: &Style12<'_>,
    variant: Option<Variant>,
    order: u64,
) -> (Track, Vec<Diagnostic>) {
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
    let mut findings = Vec::new();
    let all = 0..0;
    if position.problem().is_some() {
        let why = problem.map(|p| p.to_string()).unwrap_or_default();
        findings.push(Diagnostic::new(
            &codes::UNPLAYABLE,
            all,
            format!("the position cannot be played: {why}"),
        ));
    } else if missing_rights(board, &position) {
        findings.push(Diagnostic::new(
            &codes::CASTLING,
            all,
            "a castling right is set, but king and rook do not stand for it; it was dropped",
        ));
    }
    let target = Target::of(board);
    let (clock, taken) = times_of(board)
        .filter(|(clock, _)| target.san.is_some() && clock.abs() <= LONGEST_CLOCK)
        .unzip();
    let target = Some(target.into_owned());
    let tags = crate::style12::first_board_tags(board, times_of(board).is_some(), LONGEST_CLOCK);
    let mut track = Track::new(position, Before { target, clock, taken, tags });
    track.nodes[0].order = order;
    (track, findings)
}

/// Whether a castling flag is set that the position does not have.
fn missing_rights(board: &Style12<'_>, position: &Position) -> bool {
    Style12::from_position(position).castling != board.castling
}

/// The captures that a board's last move made: who took what.
pub(super) fn last_capture(track: &Track) -> Option<(Color, partie_core::Role)> {
    let node = &track.nodes[track.here];
    let capture = node.ply?.to_move()?.capture()?;
    Some((mover(&node.position), capture))
}

/// The mover's clock and the time he took, in milliseconds; nothing in games without time.
pub(super) fn times_of(board: &Style12<'_>) -> Option<(i64, i64)> {
    let no_time = board.initial == 0 && board.increment == 0;
    let stopped = board.clock.white == 0 && board.clock.black == 0;
    if no_time && (stopped || board.relation.is_examined()) {
        return None;
    }
    let mover = !board.turn;
    Some((board.clock_milliseconds(mover), board.taken.milliseconds))
}
