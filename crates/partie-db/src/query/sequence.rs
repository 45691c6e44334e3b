//! Sequences of positions and moves, in the JSON of Scoutfish.
//!
//! A condition is an object whose keys must all hold for one position and the move made in it. A
//! game matches if one of its positions does.
//!
//! | key | holds if |
//! |---|---|
//! | `sub-fen` | these pieces stand on these squares; other squares may hold anything |
//! | `position` | the position fits a [`BoardPattern`] |
//! | `material` | the board has exactly these pieces, White's first: `KRPKR`; or fits a [`Material`]: `KRP vs KR` |
//! | `imbalance` | White has so many more of some pieces and Black of others, and equally many of all the rest: `PPvN` |
//! | `white-move`, `black-move` | White or Black makes this move; with both keys, one is enough |
//! | `moved` | one of these pieces moves: `QR` |
//! | `captured` | one of these pieces is captured; none, if the text is empty |
//! | `stm` | this side is to move: `white`, `black`, `w` or `b` |
//! | `result` | the game has this result |
//! | `result-type` | the game ends with `mate` or `stalemate` |
//! | `pass` | always |
//!
//! Most values may be lists, one element of which must hold. Instead of these keys an object may
//! have one of two others:
//!
//! - `sequence`: a list of conditions that hold at successively later plies. An element may be a
//!   `streak`.
//! - `streak`: a list of conditions that hold at consecutive plies.
//!
//! The outermost object may also have `skip`, the number of matching games to skip, and `limit`,
//! the maximum number of games.
//!
//! Scoutfish itself compares sums of the pieces' values for an `imbalance`, ignores which piece a
//! pawn becomes and from which file it captures, and begins a sequence anew when a streak in it
//! breaks off. Partie follows the conditions as written.

use std::str::FromStr;

use partie_core::{
    Bitboard, Color, Language, Move, Outcome, Piece, Ply, Role, Square, Termination,
    moves::san::Action, rules::pieces::kind,
};
use partie_formats::GameView;
use serde_json::{Map, Value};

use super::{
    BoardPattern, Material, ParseError,
    move_pattern::{action, is},
    piece_tracker::{PieceSets, walk_moves},
};

/// The most conditions; each is one bit of the search's state.
const MOST: usize = 127;

/// Conditions that positions and moves of a game meet one after the other.
#[derive(Clone, Debug)]
pub struct Sequence {
    steps: Vec<SequenceStep>,
    /// Number of games that are left out at first.
    pub skip: Option<u64>,
    /// Maximum number of games.
    pub limit: Option<u64>,
}

/// A condition on a position and the move made in it.
#[derive(Clone, Debug)]
struct SequenceStep {
    /// True if it must be met right after the one before it.
    consecutive: bool,
    tests: Vec<Test>,
}

#[derive(Clone, Debug)]
enum Test {
    /// One of these lists of squares is held by pieces of these kinds.
    Squares(Vec<Vec<(usize, Bitboard)>>),
    Patterns(Vec<BoardPattern>),
    Material(Vec<MaterialTest>),
    /// White's pieces less Black's, in the order of the roles.
    Imbalance(Vec<[i32; 6]>),
    Moves(Vec<(Color, Action)>),
    Moved(Vec<Role>),
    Captured(Vec<Option<Role>>),
    Turn(Color),
    Result(Vec<Outcome>),
    Ending(Vec<Termination>),
}

#[derive(Clone, Debug)]
enum MaterialTest {
    /// Numbers of pieces by their kinds, kings too.
    Exact([u32; 12]),
    Ranges(Material),
}

/// Progress of matching: a bit for each number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress(u128);

impl Progress {
    /// The state before the first position.
    pub(super) const START: Progress = Progress(1);
}

/// Facts of a whole game that steps use.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    outcome: Outcome,
    ending: Option<Termination>,
}

impl FromStr for Sequence {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sequence, ParseError> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            ParseError::from(format!("expected a query in JSON such as {EXAMPLE}: {error}"))
        })?;
        let mut object = object(&value)?.clone();
        let mut number = |key| match object.shift_remove(key) {
            None => Ok(None),
            Some(value) => value
                .as_u64()
                .map(Some)
                .ok_or_else(|| ParseError::from(format!("`{key}` must be a number, not {value}"))),
        };
        let (skip, limit) = (number("skip")?, number("limit")?);
        let mut steps = Vec::new();
        add_steps(&object, &mut steps, true)?;
        if steps.len() > MOST {
            return Err(format!("expected at most {MOST} conditions").into());
        }
        Ok(Sequence { steps, skip, limit })
    }
}

const EXAMPLE: &str = r#"{"sequence": [{"moved": "Q"}, {"material": "KRP vs KR"}]}"#;

const KEYS: &str = "sub-fen, position, material, imbalance, white-move, black-move, moved, \
    captured, stm, result, result-type, pass, sequence, streak, skip or limit";

fn object(value: &Value) -> Result<&Map<String, Value>, ParseError> {
    value.as_object().ok_or_else(|| {
        ParseError::from(format!("expected an object such as {EXAMPLE}, but found {value}"))
    })
}

fn add_steps(
    object: &Map<String, Value>,
    steps: &mut Vec<SequenceStep>,
    may_be_sequence: bool,
) -> Result<(), ParseError> {
    for key in ["sequence", "streak"] {
        let Some(list) = object.get(key) else { continue };
        if object.len() > 1 {
            return Err(format!("`{key}` must stand alone").into());
        }
        let list = list.as_array().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| format!("`{key}` must be a list of conditions"))?;
        if key == "sequence" && !may_be_sequence {
            return Err("a sequence cannot be part of another one".into());
        }
        for (at, element) in list.iter().enumerate() {
            let element = self::object(element)?;
            if key == "sequence" {
                add_steps(element, steps, false)?;
            } else {
                steps.push(SequenceStep { consecutive: at > 0, tests: tests(element)? });
            }
        }
        return Ok(());
    }
    steps.push(SequenceStep { consecutive: false, tests: tests(object)? });
    Ok(())
}

fn tests(object: &Map<String, Value>) -> Result<Vec<Test>, ParseError> {
    let mut tests = Vec::new();
    let mut moves = Vec::new();
    for (key, value) in object {
        tests.push(match &**key {
            "sub-fen" => Test::Squares(texts(key, value, squares)?),
            "position" => Test::Patterns(texts(key, value, str::parse)?),
            "material" => Test::Material(texts(key, value, material)?),
            "imbalance" => Test::Imbalance(texts(key, value, imbalance)?),
            "white-move" | "black-move" => {
                let color = if key == "white-move" { Color::White } else { Color::Black };
                let read = |text: &str| Ok((color, action(text, Language::English)?));
                moves.extend(texts(key, value, read)?);
                continue;
            }
            "moved" => Test::Moved(texts(key, value, roles)?.concat()),
            "captured" => {
                let captured = texts(key, value, |text: &str| {
                    let roles = roles(text)?.into_iter().map(Some);
                    Ok(if text.is_empty() { vec![None] } else { roles.collect() })
                })?;
                Test::Captured(captured.concat())
            }
            "stm" => Test::Turn(match value.as_str() {
                Some("white" | "w" | "WHITE") => Color::White,
                Some("black" | "b" | "BLACK") => Color::Black,
                _ => return Err(format!("`stm` must be white or black, not {value}").into()),
            }),
            "result" => Test::Result(texts(key, value, |text| {
                let result = Outcome::from_pgn(text);
                result.ok_or_else(|| format!("expected a result such as 1-0, not `{text}`").into())
            })?),
            "result-type" => Test::Ending(texts(key, value, |text| match text {
                "mate" | "checkmate" => Ok(Termination::Checkmate),
                "stalemate" => Ok(Termination::Stalemate),
                _ => Err(format!("expected mate or stalemate, not `{text}`").into()),
            })?),
            "pass" => continue,
            "sequence" | "streak" => {
                return Err(format!("`{key}` cannot be part of a streak").into());
            }
            _ => return Err(format!("unknown key `{key}`; use {KEYS}").into()),
        });
    }
    if !moves.is_empty() {
        tests.push(Test::Moves(moves));
    }
    if object.is_empty() {
        return Err(format!("a condition must not be empty; use {KEYS}").into());
    }
    Ok(tests)
}

/// Reads a text or a list of texts.
fn texts<T>(
    key: &str,
    value: &Value,
    read: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let read = |value: &Value| {
        let text = value.as_str().ok_or_else(|| format!("`{key}` must be text, not {value}"))?;
        read(text).map_err(|error| format!("{error} (`{key}`)").into())
    };
    list.iter().map(read).collect()
}

/// Reads the pieces of a FEN's board.
fn squares(text: &str) -> Result<Vec<(usize, Bitboard)>, ParseError> {
    let board = text.split_whitespace().next().unwrap_or_default();
    let wrong = || ParseError::from(format!("expected the board of a FEN, but found `{text}`"));
    let mut kinds = [Bitboard::EMPTY; 12];
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        return Err(wrong());
    }
    for (rank, letters) in (0_u32..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in letters.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty;
                continue;
            }
            let piece = Piece::from_char(letter).filter(|_| file < 8).ok_or_else(wrong)?;
            kinds[kind(piece.color, piece.role)].toggle(Square::new(8 * rank + file));
            file += 1;
        }
        if file != 8 {
            return Err(wrong());
        }
    }
    let held = kinds.into_iter().enumerate().filter(|(_, squares)| !squares.is_empty());
    Ok(held.collect())
}

fn material(text: &str) -> Result<MaterialTest, ParseError> {
    if text.contains("vs") {
        return text.parse().map(MaterialTest::Ranges);
    }
    let mut numbers = [0; 12];
    let mut color = Color::White;
    for (at, letter) in text.chars().enumerate() {
        let role = role(letter)?;
        if role == Role::King && at > 0 {
            if color.is_black() {
                return Err(format!("`{text}` has more than two kings").into());
            }
            color = Color::Black;
        }
        numbers[kind(color, role)] += 1;
    }
    if numbers[kind(Color::White, Role::King)] != 1 || color.is_white() {
        return Err(
            format!("expected the pieces of both sides as KRPKR, but found `{text}`").into()
        );
    }
    Ok(MaterialTest::Exact(numbers))
}

fn imbalance(text: &str) -> Result<[i32; 6], ParseError> {
    let wrong = || format!("expected pieces on both sides of `v` as in PPvN, but found `{text}`");
    let (white, black) = text.split_once('v').ok_or_else(wrong)?;
    let mut numbers = [0; 6];
    for (side, number) in [(white, 1), (black, -1)] {
        for role in roles(side.trim())? {
            numbers[role as usize - 1] += number;
        }
    }
    Ok(numbers)
}

fn roles(text: &str) -> Result<Vec<Role>, ParseError> {
    text.chars().map(role).collect()
}

fn role(letter: char) -> Result<Role, ParseError> {
    Role::from_char(letter.to_ascii_lowercase())
        .ok_or_else(|| format!("expected one of K Q R B N P, but found `{letter}`").into())
}

impl Sequence {
    /// Returns the facts of a whole game that it needs.
    pub(super) fn facts(&self, game: &impl GameView) -> Facts {
        let ending = || game.end().end().map(|(_, reason)| reason);
        let mut tests = self.steps.iter().flat_map(|step| &step.tests);
        let needs_ending = tests.any(|test| matches!(test, Test::Ending(_)));
        Facts { outcome: game.outcome(), ending: needs_ending.then(ending).flatten() }
    }

    /// Finds it in the main line of a game; `None` if its pieces cannot be followed without rules.
    pub(super) fn is_in(&self, game: &impl GameView) -> Option<bool> {
        let facts = self.facts(game);
        let mut progress = Progress::START;
        walk_moves(game, |pieces: &PieceSets, turn, ply| {
            progress = self.after(progress, &facts, pieces, turn, ply);
            self.is_found(progress)
        })
    }

    /// Returns the state after a position and the move made in it; `ply` is `None` in the last
    /// position.
    pub(super) fn after(
        &self,
        progress: Progress,
        facts: &Facts,
        pieces: &PieceSets,
        turn: Color,
        ply: Option<Ply>,
    ) -> Progress {
        let mut next = 0;
        for (at, step) in self.steps.iter().enumerate() {
            if progress.0 >> at & 1 == 0 {
                continue;
            }
            if !step.consecutive {
                next |= 1 << at;
            }
            if step.tests.iter().all(|test| test.holds(facts, pieces, turn, ply)) {
                next |= 1 << (at + 1);
            }
        }
        Progress(next)
    }

    /// Returns true if all of it was found.
    pub(super) const fn is_found(&self, progress: Progress) -> bool {
        progress.0 >> self.steps.len() & 1 == 1
    }
}

impl Test {
    fn holds(&self, facts: &Facts, pieces: &PieceSets, turn: Color, ply: Option<Ply>) -> bool {
        let made = match ply {
            Some(Ply::Move(made)) => Some(made),
            _ => None,
        };
        match self {
            Test::Squares(boards) => boards.iter().any(|kinds| {
                kinds.iter().all(|(kind, squares)| pieces.get(*kind).is_superset(*squares))
            }),
            Test::Patterns(patterns) => patterns.iter().any(|p| p.fits(pieces, turn)),
            Test::Material(all) => all.iter().any(|material| match material {
                MaterialTest::Ranges(material) => material.fits(pieces),
                MaterialTest::Exact(numbers) => {
                    let count = |kind| pieces.get(kind).count() as u32;
                    numbers.iter().enumerate().all(|(kind, number)| count(kind) == *number)
                }
            }),
            Test::Imbalance(all) => {
                let count = |kind| pieces.get(kind).count() as i32;
                all.iter().any(|numbers| {
                    numbers
                        .iter()
                        .enumerate()
                        .all(|(role, more)| count(role) - count(role + 6) == *more)
                })
            }
            Test::Moves(moves) => ply.is_some_and(|ply| {
                moves.iter().any(|(color, action)| *color == turn && is(*action, ply))
            }),
            Test::Moved(roles) => made.is_some_and(|made| roles.contains(&made.role())),
            Test::Captured(roles) => made.is_some_and(|made| {
                let captured = match made {
                    Move::EnPassant { .. } => Some(Role::Pawn),
                    _ => made.capture(),
                };
                roles.contains(&captured)
            }),
            Test::Turn(color) => *color == turn,
            Test::Result(outcomes) => outcomes.contains(&facts.outcome),
            Test::Ending(endings) => facts.ending.as_ref().is_some_and(|e| endings.contains(e)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Condition, Query, Subject as _, samples::sample};

    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 h5 7. hxg4 \
        hxg4 8. Nxe5 Qh4 9. f4 g3 10. Nf3 Qh1# 0-1";

    #[test]
    fn sequences_in_a_game() {
        for (query, is_found) in [
            (r#"{"pass": ""}"#, true),
            (r#"{"sub-fen": "8/8/8/8/4P3/8/8/8"}"#, true),
            (r#"{"sub-fen": "8/8/8/8/3P4/8/8/8"}"#, false),
            (r#"{"sub-fen": ["8/8/8/8/3P4/8/8/8", "8/8/8/8/8/8/8/5RK1"]}"#, true),
            (r#"{"position": "*/*/*/?B*/*/*/*/*", "stm": "black"}"#, true),
            (r#"{"position": "*/*/*/?B*/*/*/*/*", "moved": "B"}"#, true),
            (r#"{"position": "*/*/*/?B*/*/*/*/*", "moved": "N"}"#, false),
            (r#"{"material": "KQRRBNNPPPPPPPPKQRRBBNPPPPPPPP"}"#, true),
            (r#"{"material": "KQRRBNNPPPPPPPPKQRRBBNNPPPPPPPP"}"#, false),
            (r#"{"material": "KRPKR"}"#, false),
            (r#"{"material": ["KRPKR", "KQR2BN2P8 vs KQR2B2NP8"]}"#, true),
            (r#"{"imbalance": "vB"}"#, false),
            (r#"{"imbalance": "NvB"}"#, true),
            (r#"{"imbalance": "QvRR"}"#, false),
            (r#"{"white-move": "O-O"}"#, true),
            (r#"{"black-move": "O-O"}"#, false),
            (r#"{"white-move": "Qd2", "black-move": "Qh4"}"#, true),
            (r#"{"white-move": ["Qd2", "Nxe5"]}"#, true),
            (r#"{"black-move": "bxc6"}"#, false),
            (r#"{"moved": "Q"}"#, true),
            (r#"{"moved": "QK", "stm": "white"}"#, true),
            (r#"{"moved": "Q", "stm": "white"}"#, false),
            (r#"{"moved": "P", "captured": "B"}"#, true),
            (r#"{"moved": "N", "captured": "B"}"#, false),
            (r#"{"moved": "N", "captured": "", "stm": "black"}"#, true),
            (r#"{"moved": "B", "captured": ["", "R"], "stm": "white"}"#, true),
            (r#"{"result": ["1-0", "0-1"]}"#, true),
            (r#"{"result": "1-0"}"#, false),
            (r#"{"result-type": "mate", "moved": "Q"}"#, true),
            (r#"{"result-type": "stalemate"}"#, false),
            (r#"{"sequence": [{"white-move": "O-O"}, {"black-move": "Qh4"}]}"#, true),
            (r#"{"sequence": [{"black-move": "Qh4"}, {"white-move": "O-O"}]}"#, false),
            (r#"{"sequence": [{"white-move": "O-O"}, {"white-move": "O-O"}]}"#, false),
            (r#"{"sequence": [{"moved": "Q"}, {"pass": ""}, {"moved": "Q"}]}"#, true),
            (r#"{"streak": [{"captured": "B"}, {"captured": "P"}, {"captured": "P"}]}"#, true),
            (
                r#"{"streak": [{"captured": "B"}, {"captured": "P"}, {"captured": "P"}, {"moved": "Q"}]}"#,
                true,
            ),
            (r#"{"streak": [{"captured": "N"}, {"captured": "B"}]}"#, true),
            (r#"{"streak": [{"captured": "B"}, {"captured": "P"}]}"#, true),
            (
                r#"{"sequence": [{"white-move": "O-O"}, {"streak": [{"moved": "P"}, {"moved": "P"}, {"captured": "B"}]}, {"moved": "Q"}]}"#,
                true,
            ),
            (
                r#"{"sequence": [{"moved": "Q"}, {"streak": [{"captured": "B"}, {"captured": "P"}]}]}"#,
                false,
            ),
        ] {
            let sequence = query.parse::<Sequence>().expect(query);
            for variations in [false, true] {
                let conditions = vec![Condition::Sequence(Box::new(sequence.clone()))];
                let mut all = Query::new(conditions);
                all.variations = variations;
                assert_eq!(all.answers(&sample(GAME)), is_found, "{query} {variations}");
            }
            // The pieces of other variants come and go in other ways.
            let other = sample(&format!("[Variant \"Atomic\"]\n\n{}", "1. e4 e5 *"));
            assert_eq!(sequence.is_in(other.game()), None);
        }
    }

    /// Later moves of a streak may begin where an earlier attempt broke off.
    #[test]
    fn streaks_overlap() {
        let query = r#"{"streak": [{"moved": "N"}, {"moved": "N"}, {"moved": "P"}]}"#;
        let sequence = query.parse::<Sequence>().expect(query);
        let game = sample("1. Nf3 Nf6 2. Nc3 Nc6 3. e4 *");
        assert_eq!(sequence.is_in(game.game()), Some(true));
    }

    #[test]
    fn what_is_no_sequence() {
        for (query, why) in [
            ("", "JSON"),
            ("[]", "object"),
            ("{}", "must not be empty"),
            (r#"{"colour": "white"}"#, "unknown key `colour`"),
            (r#"{"sub-fen": "8/8"}"#, "board of a FEN"),
            (r#"{"sub-fen": "9/8/8/8/8/8/8/8"}"#, "board of a FEN"),
            (r#"{"sub-fen": 8}"#, "must be text"),
            (r#"{"material": "KRP"}"#, "both sides"),
            (r#"{"material": "KKK"}"#, "more than two kings"),
            (r#"{"imbalance": "RR"}"#, "both sides of `v`"),
            (r#"{"moved": "X"}"#, "K Q R B N P"),
            (r#"{"white-move": "hello"}"#, "`hello`"),
            (r#"{"stm": "red"}"#, "white or black"),
            (r#"{"result": "2-0"}"#, "a result"),
            (r#"{"result-type": "time"}"#, "mate or stalemate"),
            (r#"{"sequence": []}"#, "list of conditions"),
            (r#"{"sequence": [{"pass": ""}], "stm": "white"}"#, "alone"),
            (r#"{"streak": [{"sequence": []}]}"#, "part of a streak"),
            (r#"{"sequence": [{"sequence": [{"pass": ""}]}]}"#, "part of another"),
            (r#"{"pass": "", "limit": "ten"}"#, "a number"),
        ] {
            let error = query.parse::<Sequence>().expect_err(query);
            assert!(error.to_string().contains(why), "{query}: {error}");
        }
        let limits =
            r#"{"skip": 3, "limit": 10, "pass": ""}"#.parse::<Sequence>().expect("a query");
        assert_eq!((limits.skip, limits.limit), (Some(3), Some(10)));
    }
}
