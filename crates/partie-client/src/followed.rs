//! A game that a session follows: from lines of the server to boards with legal moves.

use partie_core::{
    ByColor, ByRole, CastlingSide, Color, Move, Notation, Ply, Position, Variant, moves::san,
};
use partie_formats::{WriteOptions, fen};
use partie_speech::Speech;
use partie_wire::{
    follower::{Credit, Follower, Step, Target, plies},
    notice::board::BoardNotice,
    style12::{
        self, Coordinates, GameInfo, Holdings, Match, MoveList, Rating, Style12, variant_of,
    },
};

use crate::protocol::{LiveBoard, LiveFacts, LiveMove, LivePlayer, Relation, Side};

/// The most moves of a game that are kept.
const LONGEST: usize = 3000;

/// The moves that were on the board, each as the window gets it.
type Moves = Follower<Option<LiveMove>>;

/// The first position of them.
const START: usize = Moves::ROOT;

/// A game that is followed.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// The facts, as far as they are known.
    pub(crate) facts: Option<LiveFacts>,
    /// The last board.
    pub(crate) board: Option<LiveBoard>,
    /// The time at which its clocks were so.
    pub(crate) board_at: u32,
    /// The result and the server's words, once it has ended.
    pub(crate) ended: Option<(String, String)>,
    /// Number of requests for its moves.
    pub(crate) lists: u32,
    moves: Option<Moves>,
    /// True if they begin at the start of the game.
    pub(crate) knows_start: bool,
    variant: Option<Variant>,
    pockets: Option<ByColor<ByRole<u8>>>,
    line: Option<Style12<'static>>,
    position: Option<Position>,
    relation: Option<style12::Relation>,
    ticking: bool,
}

impl Followed {
    /// Takes the facts of a `<g1>` line, which says more exactly what `blitz crazyhouse` or `wild` is.
    pub(crate) fn info(&mut self, info: &GameInfo) {
        self.facts = None;
        let facts = self.learn(info.game as u32, &info.kind, info.rated, info.ratings);
        facts.partner = u32::try_from(info.partner).ok().filter(|game| *game > 0);
    }

    /// Takes the facts of the words at the beginning.
    pub(crate) fn terms(&mut self, game: u32, terms: &Match) {
        self.learn(game, &terms.kind, terms.rated, terms.ratings);
    }

    /// Adds facts; earlier facts take precedence.
    fn learn(
        &mut self,
        game: u32,
        kind: &str,
        rated: bool,
        ratings: ByColor<Rating>,
    ) -> &mut LiveFacts {
        self.variant = variant_of(kind).or(self.variant);
        self.facts.get_or_insert_with(|| LiveFacts {
            game,
            category: kind.to_owned(),
            rated,
            white: ratings.white.to_string(),
            black: ratings.black.to_string(),
            partner: None,
        })
    }

    /// Takes the pieces in hand. True if the board on show has changed by it.
    pub(crate) fn holdings(&mut self, holdings: &Holdings, speech: Speech) -> bool {
        if self.pockets == Some(holdings.pieces) {
            return false;
        }
        self.pockets = Some(holdings.pieces);
        self.show(speech)
    }

    /// Takes a board of the server.
    pub(crate) fn take(&mut self, notice: &BoardNotice, speech: Speech) {
        let moment = &notice.moment;
        if let Some(holdings) = &moment.holdings {
            self.pockets = Some(holdings.pieces);
        }
        self.relation = Some(notice.relation);
        self.ticking = moment.ticking;
        let mut line = moment.line.clone();
        line.flip = notice.side == Color::Black;
        self.line = Some(line);
        self.show(speech);
    }

    /// Rebuilds the board from the last line. False if there is none.
    fn show(&mut self, speech: Speech) -> bool {
        let Some(line) = &self.line else { return false };
        let variant = match (self.variant, self.pockets) {
            (Some(variant), _) => variant,
            (None, Some(_)) => Variant::Crazyhouse,
            (None, None) => Variant::Standard,
        };
        let (position, _) = line.position_with(variant, self.pockets);
        let relation = self.relation.unwrap_or(style12::Relation::Isolated);
        let before = self.position.take();
        let known = self.moves.take().and_then(|moves| follow(moves, line, variant, relation));
        self.knows_start &= known.is_some();
        let start = || (Follower::new(position.clone(), None), Step::Lost);
        let (mut moves, step) = known.unwrap_or_else(start);
        let made = moves.last_move().filter(|_| matches!(step, Step::Moved { .. }));
        let made = before.as_ref().zip(made.map(|(_, ply)| ply));
        let fresh = last_move(line, made, &position, speech);
        let noted = moves.nodes[moves.here].note.take().filter(|noted| noted.ply == fresh.ply);
        let current = match noted {
            Some(noted) => LiveMove { fen: fresh.fen, ..noted },
            None => fresh,
        };
        self.knows_start |= moves.here == START && current.san.is_empty();
        moves.nodes[moves.here].note = Some(current.clone());
        self.moves = Some(moves);
        let may_move =
            matches!(relation, style12::Relation::PlayingMyMove | style12::Relation::Examining)
                && self.ended.is_none();
        let moves: Vec<String> = if may_move {
            let legal = position.legal_moves();
            legal.iter().map(|m| Notation::Uci.print(&position, Ply::Move(*m))).collect()
        } else {
            Vec::new()
        };
        let player = |name: &str, clock| LivePlayer { name: name.to_owned(), clock };
        self.board = Some(LiveBoard {
            game: line.game as u32,
            relation: relation_to(relation, line.turn),
            flipped: line.flip,
            white: player(&line.white, line.clock.white),
            black: player(&line.black, line.clock.black),
            ticking: self.ticking,
            minutes: u32::try_from(line.initial).unwrap_or(0),
            increment: u32::try_from(line.increment).unwrap_or(0),
            current,
            moves,
            drops: variant.has_drops(),
        });
        self.position = Some(position);
        true
    }

    /// Returns the position from which the game began and the moves to the one on the board, if
    /// they are known.
    pub(crate) fn moves(&self) -> Option<(String, Vec<LiveMove>)> {
        let moves = self.moves.as_ref().filter(|_| self.knows_start)?;
        let start = moves.nodes[START].note.as_ref()?.fen.clone();
        let line = moves.line_to(moves.here).into_iter();
        Some((start, line.filter_map(|id| moves.nodes[id].note.clone()).collect()))
    }

    /// Adds the moves of the game so far. Returns true if they lead to the board.
    pub(crate) fn list(&mut self, list: &MoveList, speech: Speech) -> bool {
        let Some(number) = self.board.as_ref().map(|board| board.game) else { return false };
        if list.moves.len() > LONGEST {
            return false;
        }
        self.learn(number, &list.kind, list.rated, list.ratings);
        let Some(board) = &self.board else { return false };
        let variant = self.variant.unwrap_or(Variant::Standard);
        let mut position = match &list.start {
            Some(line) => line.position(variant).0,
            None => Position::start(variant),
        };
        let mut moves = Follower::new(position.clone(), Some(live(None, &position, speech)));
        for listed in &list.moves {
            let Ok(reading) = san::read(&position, &listed.san) else { break };
            let before = position.clone();
            if position.play(reading.ply).is_err() || ply(&position) > board.current.ply {
                position = before;
                break;
            }
            let made = live(Some((&before, reading.ply)), &position, speech);
            let id = moves.add(moves.here, reading.ply, Some(made));
            moves.go(id);
        }
        let leads_here =
            ply(&position) == board.current.ply || moves.is_empty() && board.current.san.is_empty();
        if leads_here {
            self.moves = Some(moves);
            self.knows_start = true;
        }
        leads_here
    }

    /// Returns true while it is a game of the player's own that goes on.
    pub(crate) fn is_played(&self) -> bool {
        let relation = self.board.as_ref().map(|board| board.relation);
        matches!(relation, Some(Relation::White | Relation::Black)) && self.ended.is_none()
    }

    /// Takes the end of the game. The clocks stand where they are at this time.
    pub(crate) fn end(&mut self, now: u32, result: String, reason: String) {
        self.ended = Some((result, reason));
        if let Some(board) = &mut self.board {
            if board.ticking {
                let passed = i64::from(now.saturating_sub(self.board_at));
                let is_black = board.current.ply % 2 == 1;
                let runner = if is_black { &mut board.black } else { &mut board.white };
                runner.clock = (runner.clock - passed).max(0);
            }
            board.moves.clear();
            board.ticking = false;
            self.board_at = now;
        }
    }

    /// Returns a move as every server reads it, if it is legal at this ply.
    pub(crate) fn spell(&self, ply: u32, uci: &str) -> Option<String> {
        let board = self.board.as_ref()?;
        let position = self.position.as_ref()?;
        if board.current.ply != ply || !board.moves.iter().any(|legal| legal == uci) {
            return None;
        }
        let Ply::Move(m) = Notation::Uci.read(position, uci).ok()?.ply else { return None };
        Some(match m {
            Move::Castle { .. } if position.castling_side(m) == Some(CastlingSide::KingSide) => {
                "O-O".to_owned()
            }
            Move::Castle { .. } => "O-O-O".to_owned(),
            Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
            Move::Normal { from, to, promotion: Some(role), .. } => {
                format!("{from}{to}={}", role.char())
            }
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => format!("{from}{to}"),
        })
    }
}

fn write(position: &Position) -> String {
    fen::position(position, &WriteOptions::default())
}

/// Returns the number of half-moves before a position.
fn ply(position: &Position) -> u32 {
    u32::try_from(plies(position)).unwrap_or(u32::MAX)
}

/// Follows the moves to the position of a line, and reports how. Returns `None` if they do not lead
/// there; then the server is asked for the moves, instead of guessing.
fn follow(
    mut moves: Moves,
    line: &Style12<'_>,
    variant: Variant,
    relation: style12::Relation,
) -> Option<(Moves, Step)> {
    if moves.variant != variant {
        moves = moves.under(variant)?;
    }
    let step = moves.follow(&Target::of(line), relation.is_examined(), &None, &mut Credit::none());
    let is_lost = matches!(step, Step::Lost | Step::Moved { counted: false, .. });
    (!is_lost && moves.nodes.len() <= LONGEST).then_some((moves, step))
}

/// Returns a move and the position after it; without a move, the position from which a game begins.
fn live(made: Option<(&Position, Ply)>, position: &Position, speech: Speech) -> LiveMove {
    let (san, last, words) = match made {
        Some((before, ply)) => {
            (san::write(before, ply), squares(before, ply), speech.move_sentence(before, ply))
        }
        None => Default::default(),
    };
    let (fen, check) = (write(position), position.is_check());
    LiveMove { ply: ply(position), san, last, words, fen, check }
}

/// Returns the move that led to the position of a line, if it is known.
fn last_move(
    line: &Style12<'_>,
    made: Option<(&Position, Ply)>,
    position: &Position,
    speech: Speech,
) -> LiveMove {
    let made = made.filter(|(before, ply)| ply.to_move().is_some_and(|m| before.is_legal(m)));
    let known = live(made, position, speech);
    match line.last_san().map(str::to_owned) {
        Some(san) if made.is_some() => LiveMove { san, ..known },
        Some(san) => LiveMove { last: squares_of_line(line), words: san.clone(), san, ..known },
        None => known,
    }
}

fn squares(before: &Position, ply: Ply) -> Vec<String> {
    let Ply::Move(m) = ply else { return Vec::new() };
    let (from, to) = match m {
        Move::Castle { king, .. } => {
            let side = before.castling_side(m).unwrap_or(CastlingSide::KingSide);
            (Some(king), before.castling_goal(king, side))
        }
        _ => (m.from(), m.to()),
    };
    from.into_iter().chain([to]).map(|square| square.to_string()).collect()
}

/// The squares of the last move as the line itself says them.
fn squares_of_line(line: &Style12<'_>) -> Vec<String> {
    let rank = if line.turn == Color::Black { 1 } else { 8 };
    match line.last_coordinates() {
        Some(Coordinates::Normal { from, to, .. }) => vec![from.to_string(), to.to_string()],
        Some(Coordinates::Drop { to, .. }) => vec![to.to_string()],
        Some(Coordinates::Castle(CastlingSide::KingSide)) => vec![format!("g{rank}")],
        Some(Coordinates::Castle(CastlingSide::QueenSide)) => vec![format!("c{rank}")],
        None => Vec::new(),
    }
}

const fn relation_to(relation: style12::Relation, turn: Color) -> Relation {
    use style12::Relation as Said;
    match (relation, turn) {
        (Said::PlayingMyMove, Color::White) | (Said::PlayingOpponentsMove, Color::Black) => {
            Relation::White
        }
        (Said::PlayingMyMove, Color::Black) | (Said::PlayingOpponentsMove, Color::White) => {
            Relation::Black
        }
        (Said::Observing, _) => Relation::Observer,
        (Said::Examining, _) => Relation::Examiner,
        (Said::ObservingExamined, _) => Relation::ExaminationObserver,
        (Said::StartOfList | Said::Isolated | Said::Other(_), _) => Relation::Visitor,
    }
}

/// A side of the protocol.
pub(crate) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}
