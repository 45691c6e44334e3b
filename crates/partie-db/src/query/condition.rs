//! Conditions on games, and questions made of them.

use std::{
    cell::OnceCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use partie_core::{
    Boards, Color, Outcome, Ply, Position, Termination, Variant,
    rules::{PositionKey, pieces::PieceTracker as _},
};
use partie_formats::GameView;
use partie_pgn::view::GameSink;

use crate::columns::{COLUMNS, tag_column};

use super::{
    board_pattern::{BoardPattern, FenPattern},
    date::Dates,
    expression::Expression,
    material::Material,
    move_pattern::MovePattern,
    piece_tracker::{PieceSets, walk, walk_boards},
    range::{Codes, Numbers, Times},
    sequence::{Progress, Sequence},
    subject::{Extent, Subject},
    tag::TagTest,
    text::{Name, OpeningName, Text},
    time_class::TimeClass,
};

/// Way in which the final position ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Checkmate, or the variant's own goal.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The last position stood there three times or more.
    Repetition,
    /// 50 moves without a capture or a pawn's move.
    FiftyMoves,
}

/// Time control that is looked for.
#[derive(Clone, Debug)]
pub enum TimeControl {
    /// A class.
    Class(TimeClass),
    /// The value of the tag.
    Value(String),
}

/// A condition on a game.
#[derive(Clone, Debug)]
pub enum Condition {
    /// White is this player.
    White(Name),
    /// Black is this player.
    Black(Name),
    /// One of the players.
    Player(Name),
    /// A text in a tag.
    Tag(&'static str, Text),
    /// A test of any tag.
    Test(TagTest),
    /// An expression over columns.
    Expression(Expression),
    /// Any of these results.
    Result(Vec<Outcome>),
    /// Both players' ratings.
    Elo(Numbers),
    /// The rating of at least one player.
    EitherElo(Numbers),
    /// White's rating.
    WhiteElo(Numbers),
    /// Black's rating.
    BlackElo(Numbers),
    /// Opening code: the tag's, or else the one of the moves.
    Eco(Codes),
    /// A text in the opening's name: the tags', or else the one of the moves. Names in other
    /// languages always come from the moves.
    Opening(OpeningName),
    /// Date of the game.
    Date(Dates),
    /// Any of these time controls.
    TimeControl(Vec<TimeControl>),
    /// A text anywhere in the record.
    Anywhere(Text),
    /// The length of the main line.
    Plies(Numbers),
    /// The variant.
    Variant(Variant),
    /// End of the game on the board.
    Ends(Ending),
    /// A text in a comment.
    Comment(Text),
    /// A position.
    Position(Box<FenPattern>),
    /// Any of these patterns.
    BoardPattern(Vec<BoardPattern>),
    /// Time left of a player, or of either one, after a move.
    Clock(Option<Color>, Times),
    /// Material that lasts at least this number of plies.
    Material(Material, u32),
    /// A sequence of moves.
    Moves(MovePattern),
    /// Positions and moves one after the other.
    Sequence(Box<Sequence>),
    /// A question of its own.
    Query(Box<Query>),
}

impl Condition {
    /// Cost of the test: 0 for tags, 1 for the text or the moves of games whose tags do not
    /// suffice, 2 for the moves.
    fn cost(&self) -> u8 {
        match self {
            Condition::Expression(expression) => expression.cost(),
            Condition::Query(query) => {
                query.conditions.iter().map(Condition::cost).max().unwrap_or(0)
            }
            Condition::Anywhere(_) | Condition::Eco(_) | Condition::Opening(_) => 1,
            Condition::Plies(_)
            | Condition::Variant(_)
            | Condition::Ends(_)
            | Condition::Comment(_)
            | Condition::Clock(..)
            | Condition::Position(_)
            | Condition::BoardPattern(_)
            | Condition::Material(..)
            | Condition::Moves(_)
            | Condition::Sequence(_) => 2,
            _ => 0,
        }
    }

    fn holds(&self, game: &impl Subject, variations: bool) -> bool {
        let tag = |name: &str| game.tag(name).unwrap_or_default();
        let elo = |name, numbers: &Numbers| game.elo(name).is_some_and(|elo| numbers.contain(elo));
        match self {
            Condition::White(name) => name.means(tag("White")),
            Condition::Black(name) => name.means(tag("Black")),
            Condition::Player(name) => name.means(tag("White")) || name.means(tag("Black")),
            Condition::Tag(name, text) => text.is_in(tag(name)),
            Condition::Test(test) => test.holds(game),
            Condition::Query(query) => query.answers(game),
            Condition::Expression(expression) => expression.holds(game),
            Condition::Result(outcomes) => outcomes.contains(&game.outcome()),
            Condition::Elo(numbers) => elo("WhiteElo", numbers) && elo("BlackElo", numbers),
            Condition::EitherElo(numbers) => elo("WhiteElo", numbers) || elo("BlackElo", numbers),
            Condition::WhiteElo(numbers) => elo("WhiteElo", numbers),
            Condition::BlackElo(numbers) => elo("BlackElo", numbers),
            Condition::Eco(codes) => game.eco().is_some_and(|code| codes.contain(code)),
            Condition::Opening(text) => {
                // Tags have English names in many forms; names in another language come from the
                // moves.
                game.opening().is_some_and(|name| text.is_in(&name))
                    || text.is_other_name()
                        && game.opening_of_moves().is_some_and(|opening| text.is_in(opening.name))
            }
            Condition::Date(dates) => game.date().is_some_and(|date| dates.contain(date)),
            Condition::TimeControl(controls) => has_one_of(controls, tag("TimeControl")),
            Condition::Anywhere(text) => game.has_text(text),
            Condition::Plies(numbers) => numbers.contain(Extent::of(game).plies),
            Condition::Variant(variant) => Extent::of(game).variant == *variant,
            Condition::Ends(_) => game.view(self).unwrap_or_default(),
            Condition::Comment(text) => game.has_comment(text),
            Condition::Clock(color, times) => {
                let clocks = game.clocks();
                let mut moves = clocks.of(*color);
                moves.any(|one| one.left.is_some_and(|left| times.contain(left)))
            }
            Condition::Position(fixed) => {
                self.is_somewhere(game, variations, (), |(), _, position| fixed.is(position))
            }
            Condition::BoardPattern(patterns) => {
                self.is_somewhere(game, variations, (), |(), _, position| {
                    let sets = PieceSets::of(position.board());
                    patterns.iter().any(|p| p.fits(&sets, position.turn()))
                })
            }
            Condition::Material(material, plies) => {
                self.is_somewhere(game, variations, 0, |lasted, _, position| {
                    *lasted = if material.fits(&PieceSets::of(position.board())) {
                        *lasted + 1
                    } else {
                        0
                    };
                    *lasted >= *plies
                })
            }
            Condition::Moves(line) => {
                self.is_somewhere(game, variations, line.start(), |reached, ply, _| {
                    if let Some(ply) = ply {
                        *reached = line.after(*reached, ply);
                    }
                    line.is_found(*reached)
                })
            }
            Condition::Sequence(sequence) => {
                let facts = OnceCell::new();
                let facts = || facts.get_or_init(|| sequence.facts(game.game()));
                let state = (Progress::START, None);
                self.is_somewhere(game, variations, state, |(progress, last), ply, position| {
                    if let Some((pieces, turn)) = last.take() {
                        *progress = sequence.after(*progress, facts(), &pieces, turn, ply);
                    }
                    let (pieces, turn) = (PieceSets::of(position.board()), position.turn());
                    let end = sequence.after(*progress, facts(), &pieces, turn, None);
                    *last = Some((pieces, turn));
                    sequence.is_found(*progress) || sequence.is_found(end)
                })
            }
        }
    }

    /// Returns columns of a library and a test: games that meet the condition have a value that passes
    /// it in one of the columns. `None` if others may meet it, too.
    pub(crate) fn test_of_values(&self) -> Option<(Vec<&'static str>, ValueTest<'_>)> {
        let (columns, test): (_, ValueTest<'_>) = match self {
            Condition::Tag(name, text) => {
                let column = tag_column(name).map(|at| COLUMNS[at].name)?;
                (vec![column], Box::new(|value| text.is_in(value)))
            }
            Condition::TimeControl(controls) => {
                (vec!["time_control"], Box::new(|value| has_one_of(controls, value)))
            }
            Condition::Eco(codes) => {
                (vec!["eco", "eco_moves"], Box::new(|value| codes.contain(value.trim())))
            }
            _ => return None,
        };
        // Games without a value.
        (!test("")).then_some((columns, test))
    }

    /// Finds out whether it holds somewhere in a game, position by position only if it must.
    fn is_somewhere<S: Clone>(
        &self,
        game: &impl Subject,
        variations: bool,
        state: S,
        step: impl FnMut(&mut S, Option<Ply>, &Position) -> bool,
    ) -> bool {
        let at_once = if variations { None } else { game.view(self) };
        at_once.unwrap_or_else(|| walk(game.game(), variations, state, step))
    }
}

/// Test of a text.
pub(crate) type ValueTest<'a> = Box<dyn Fn(&str) -> bool + 'a>;

/// Returns true if the value of `TimeControl` is one of some.
fn has_one_of(controls: &[TimeControl], value: &str) -> bool {
    let value = value.trim();
    let speed = TimeClass::of(value);
    controls.iter().any(|control| match control {
        TimeControl::Class(class) => speed == Some(*class),
        TimeControl::Value(wanted) => value == wanted,
    })
}

/// Finds out whether a condition on the moves holds, of the main line alone if it is one on
/// positions; `None` if that takes more than a view.
impl GameSink for Condition {
    type Made = Option<bool>;

    fn make(&self, game: &impl GameView, _: &mut Vec<u8>) -> Option<bool> {
        match self {
            // Few games have the same pieces on the same squares.
            Condition::Position(fixed) => (!fixed.may_be_in(game)).then_some(false),
            Condition::BoardPattern(patterns) => walk_boards(game, |sets, turn| {
                patterns.iter().any(|pattern| pattern.fits(sets, turn))
            }),
            Condition::Material(material, plies) => {
                let mut lasted = 0;
                walk_boards(game, |sets, _| {
                    lasted = if material.fits(sets) { lasted + 1 } else { 0 };
                    lasted >= *plies
                })
            }
            Condition::Moves(line) => Some(line.is_in(game)),
            Condition::Sequence(sequence) => sequence.is_in(game),
            Condition::Ends(Ending::Repetition) => Some(is_repeated(game)),
            Condition::Ends(ending) => Some(ends(&game.end(), *ending)),
            _ => None,
        }
    }
}

/// Returns true if the last position of a game of one board stood there three times or more.
fn is_repeated(game: &impl GameView) -> bool {
    let start = game.start_boards();
    let Boards::One(start) = &*start else { return false };
    // Coming back takes four moves at least, or two if both sides pass. Captures and moves of pawns
    // cannot be taken back, but where pieces are dropped captures can.
    let mut quiet = 0;
    for (_, ply) in game.main_plies() {
        quiet = match ply.any_move() {
            None => quiet + 2,
            Some(played) if played.is_zeroing() => 0,
            Some(_) => quiet + 1,
        };
    }
    if quiet < 8 && !game.variant().has_drops() {
        return false;
    }
    let mut keys = vec![PositionKey::of(start)];
    keys.extend(game.positions().map(|(_, position)| PositionKey::of(&position)));
    keys.iter().filter(|key| Some(*key) == keys.last()).count() >= 3
}

/// Returns true if the last position of a game ends it in some way other than by
/// repetition.
fn ends(end: &Boards, ending: Ending) -> bool {
    let by_board = || end.end().map(|(_, reason)| reason);
    match ending {
        Ending::Checkmate => {
            matches!(by_board(), Some(Termination::Checkmate | Termination::VariantEnd))
        }
        Ending::Stalemate => by_board() == Some(Termination::Stalemate),
        Ending::InsufficientMaterial => by_board() == Some(Termination::InsufficientMaterial),
        Ending::Repetition => false,
        Ending::FiftyMoves => match end {
            Boards::One(position) => position.halfmoves() >= 100,
            Boards::Two(_) => false,
        },
    }
}

/// Conditions that a game is to meet, and how.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Conditions in order of cost.
    conditions: Vec<Condition>,
    /// True if one condition is enough.
    pub any: bool,
    /// True to find the games that do *not* meet the conditions.
    pub inverted: bool,
    /// True if variations count as well as the main line.
    pub variations: bool,
    /// A flag that ends a search of a library when another thread sets it, also where no game
    /// answers.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Query {
    /// Returns the question for games whose main lines meet all conditions.
    #[must_use]
    pub fn new(mut conditions: Vec<Condition>) -> Query {
        conditions.sort_by_key(Condition::cost);
        Query { conditions, ..Query::default() }
    }

    /// Returns the question with another one as a further condition.
    #[must_use]
    pub fn with(mut self, other: Query) -> Query {
        let is_plain = !self.any && !self.inverted;
        let may_join = is_plain
            && !other.inverted
            && (!other.any || other.conditions.len() < 2)
            && (self.conditions.is_empty() || self.variations == other.variations);
        if may_join {
            // Libraries find games by conditions that stand alone.
            self.variations = other.variations;
            self.conditions.extend(other.conditions);
        } else {
            self.conditions.push(Condition::Query(Box::new(other)));
        }
        self.conditions.sort_by_key(Condition::cost);
        self
    }

    /// Returns true if the search is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns a position that every game that answers must come to in its main line, if there is
    /// one.
    #[must_use]
    pub fn needed_position(&self) -> Option<&FenPattern> {
        self.needed_position_of().map(|(_, position)| position)
    }

    /// Returns the same with the number of its condition.
    pub(crate) fn needed_position_of(&self) -> Option<(usize, &FenPattern)> {
        self.needed().filter(|_| !self.variations).find_map(|(number, condition)| match condition {
            Condition::Position(position) => Some((number, &**position)),
            _ => None,
        })
    }

    /// Returns the conditions that every game that answers must meet, each with its number.
    pub(crate) fn needed(&self) -> impl Iterator<Item = (usize, &Condition)> {
        let is_needed = !self.any && !self.inverted;
        self.conditions.iter().enumerate().filter(move |_| is_needed)
    }

    /// Returns true if a game that is known to meet some of the [needed](Query::needed) conditions
    /// answers; their numbers are given.
    pub(crate) fn answers_besides(&self, game: &impl Subject, known: &[usize]) -> bool {
        if known.is_empty() {
            return self.answers(game);
        }
        let mut others = self.needed().filter(|(number, _)| !known.contains(number));
        others.all(|(_, condition)| condition.holds(game, self.variations))
    }

    /// Returns true if most games must be read.
    #[must_use]
    pub fn is_about_games(&self) -> bool {
        let mut costs = self.conditions.iter().map(Condition::cost);
        if self.any { costs.any(|cost| cost > 1) } else { costs.all(|cost| cost > 1) }
    }

    /// Returns true if only their length and variant are looked at.
    #[must_use]
    pub fn is_about_extents(&self) -> bool {
        let extent = |condition: &Condition| {
            use Condition::{Expression, Plies, Variant};
            condition.cost() < 2 || matches!(condition, Expression(_) | Plies(_) | Variant(_))
        };
        self.conditions.iter().all(extent)
    }

    /// Returns true if a game answers. Without conditions every game does.
    pub fn answers(&self, game: &impl Subject) -> bool {
        let mut each = self.conditions.iter().map(|c| c.holds(game, self.variations));
        let met = if self.any && !self.conditions.is_empty() {
            each.any(|met| met)
        } else {
            each.all(|met| met)
        };
        met != self.inverted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    const GAME: &str = "[Event \"Paris\"]\n[White \"Morphy, Paul\"]\n[Black \"NN\"]\n\
        [Date \"1858.??.??\"]\n[ECO \"C41\"]\n[Result \"1-0\"]\n[WhiteElo \"2690\"]\n\
        [BlackElo \"2400\"]\n[TimeControl \"180+2\"]\n\n\
        1. e4 e5 2. Nf3 d6 {passive} 3. d4 Bg4 (3... exd4 {better}) 4. dxe5 1-0\n";

    fn name(text: &str) -> Name {
        Name::new(text, false).expect(text)
    }

    fn opening(name: &str) -> OpeningName {
        OpeningName::new(name, false).expect(name)
    }

    fn text(text: &str) -> Text {
        Text::new(text, false).expect(text)
    }

    #[test]
    fn single_conditions() {
        let game = sample(GAME);
        let numbers = |text: &str| text.parse::<Numbers>().expect(text);
        let dates = |text: &str| text.parse::<Dates>().expect(text);
        for (number, (condition, holds)) in [
            (Condition::White(name("morphy")), true),
            (Condition::Black(name("morphy")), false),
            (Condition::Player(name("morphy")), true),
            (Condition::Tag("Event", text("paris")), true),
            (Condition::Result(vec![Outcome::Draw]), false),
            (Condition::Elo(numbers("2500..")), false),
            (Condition::EitherElo(numbers("2500..")), true),
            (Condition::WhiteElo(numbers("2500..")), true),
            (Condition::BlackElo(numbers("2500..")), false),
            (Condition::Eco("C4".parse().expect("codes")), true),
            (Condition::Opening(opening("philidor def")), true),
            (Condition::Opening(opening("sicilian")), false),
            (Condition::Opening(opening("Défense Philidor")), true),
            (Condition::Opening(opening("sizilianisch")), false),
            (Condition::Date(dates("1850..1860")), true),
            (Condition::TimeControl(vec![TimeControl::Class(TimeClass::Blitz)]), true),
            (Condition::TimeControl(vec![TimeControl::Value("180".to_owned())]), false),
            (Condition::Anywhere(text("(3... exd4")), true),
            (Condition::Plies(numbers("7")), true),
            (Condition::Variant(Variant::Standard), true),
            (Condition::Comment(text("BETTER")), true),
            (Condition::Comment(text("worse")), false),
            (Condition::Ends(Ending::Checkmate), false),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(condition.holds(&game, false), holds, "condition {number}");
        }
    }

    #[test]
    fn names_of_openings_beside_tags() {
        for tags in
            ["", "[Opening \"Sicilian\"]\n\n", "[ECO \"B90\"]\n[Opening \"Sicilian defence\"]\n\n"]
        {
            let game = sample(&format!("{tags}1. e4 c5 2. Nc3 Nc6 3. g3 *"));
            for (name, holds) in [
                ("Sicilian", true),
                ("Sizilianisch", true),
                ("sicilská", true),
                ("Closed Sicilian", true),
                ("Petroff", false),
                ("Französisch", false),
            ] {
                let condition = Condition::Opening(opening(name));
                assert_eq!(condition.holds(&game, false), holds, "{tags:?} {name}");
            }
        }
    }

    #[test]
    fn times_left() {
        let game = sample(
            "1. e4 {[%clk 0:03:00]} 1... e5 {[%clk 0:02:59]} 2. Nf3 {[%eval 0.2] [%clk 0:00:09.5]} \
             (2. f4 {[%clk 0:00:01]}) 2... Nc6 *",
        );
        let (white, black) = (Some(Color::White), Some(Color::Black));
        for (color, range, holds) in [
            (None, "..10", true),
            (white, "..10", true),
            (black, "..10", false),
            (None, "..5", false),
            (black, "2:59", true),
            (white, "2:59", false),
            (white, "3:00..", true),
        ] {
            let condition = Condition::Clock(color, range.parse().expect(range));
            assert_eq!(condition.holds(&game, false), holds, "{color:?} {range}");
        }
        let two = sample("[Variant \"bughouse\"]\n\n1A. e4 {178.5} 1B. d4 {9} 1a. e5 {170} *");
        let holds =
            |color| Condition::Clock(color, "..10".parse().expect("times")).holds(&two, false);
        assert!(!holds(white) && !holds(black), "a board has its own clocks");
    }

    #[test]
    fn endings() {
        for (moves, ending) in [
            ("1. f3 e5 2. g4 Qh4# 0-1", Ending::Checkmate),
            ("[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1\"]\n\n1. Qg6 *", Ending::Stalemate),
            (
                "[FEN \"7k/5K2/8/6b1/8/6R1/8/8 b - - 0 1\"]\n\n1... Bf6 2. Kxf6 Kh7 3. Rg8 Kxg8 *",
                Ending::InsufficientMaterial,
            ),
            ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", Ending::Repetition),
            ("1. -- -- 2. -- -- *", Ending::Repetition),
            ("1. d4 d5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 *", Ending::Repetition),
            ("[FEN \"7k/5K2/8/6Q1/8/8/8/8 w - - 99 90\"]\n\n1. Qg4 *", Ending::FiftyMoves),
        ] {
            for other in [
                Ending::Checkmate,
                Ending::Stalemate,
                Ending::InsufficientMaterial,
                Ending::Repetition,
                Ending::FiftyMoves,
            ] {
                let holds = Condition::Ends(other).holds(&sample(moves), false);
                assert_eq!(holds, ending == other, "{moves} {other:?}");
            }
        }
    }

    #[test]
    fn all_any_and_none() {
        let game = sample(GAME);
        let (is, is_not) = (
            Condition::White(name("Morphy")),
            Condition::Material("KQ vs KQ".parse().expect("material"), 1),
        );
        for (conditions, any, inverted, answers) in [
            (vec![is.clone(), is_not.clone()], false, false, false),
            (vec![is.clone(), is_not.clone()], true, false, true),
            (vec![is.clone(), is_not.clone()], true, true, false),
            (vec![is_not.clone()], false, true, true),
            (vec![is], false, false, true),
            (vec![is_not], true, false, false),
            (vec![], true, false, true),
        ] {
            let query = Query { any, inverted, ..Query::new(conditions) };
            assert_eq!(query.answers(&game), answers);
        }
    }

    #[test]
    fn material_that_lasts() {
        let game = sample("[FEN \"k7/8/8/3r4/8/8/3R4/K2R4 w - - 0 1\"]\n\n1. Rxd5 Kb7 2. R1d2 *");
        let holds = |plies| {
            let material = "KRR vs K".parse().expect("material");
            Condition::Material(material, plies).holds(&game, false)
        };
        assert!(holds(1) && holds(3) && !holds(4));
    }
}
