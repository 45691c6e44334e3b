//! The lines that accompany boards: holdings, moves without a board, facts of a game.

use std::fmt;

use partie_core::{ByColor, ByRole, Color, Role};

use super::{codes, rating::Rating, scan};
use partie_formats::{Message, Parsed, diagnostic, message};

/// The pieces in hand of one game, and perhaps a piece that was just handed over:
/// `<b1> game 52 white [NB] black [N] <- BN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Holdings {
    /// The game's number on the server.
    pub game: u64,
    /// Pieces that each side holds.
    #[serde(with = "crate::serialize::pieces")]
    pub pieces: ByColor<ByRole<u8>>,
    /// Side that has just received a piece, and the piece.
    #[serde(with = "crate::serialize::passed")]
    pub passed: Option<(Color, Role)>,
}

/// The order in which servers print pieces in hand.
const ORDER: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Holdings {
    /// Reads the line in all its spellings (`White`, `white`, `&ltb1>`). `None` if it
    /// is no line of holdings at all.
    #[must_use]
    pub fn parse(line: &str) -> Option<Parsed<Holdings>> {
        let body = tagged(line, "b1")?;
        let mut value = Holdings { game: 0, pieces: ByColor::default(), passed: None };
        let offset = line.len() - body.len();
        let mut diagnostics = Vec::new();
        let mut bad = |at: usize, text: &str, expected: &Message| {
            let start = offset + at;
            diagnostics.push(
                diagnostic!(
                    &codes::BAD_COMPANION,
                    start..start + text.len(),
                    "expected {expected}, but found {text}",
                    expected,
                    text
                )
                .expected(expected.to_string(), text),
            );
        };
        let (board, passed) = match body.split_once("<-") {
            Some((board, passed)) => (board, Some(passed)),
            None => (body, None),
        };
        let low = board.to_ascii_lowercase();
        let number = low.trim_start().strip_prefix("game").map(str::trim_start).unwrap_or_default();
        let digits: &str = &number[..number.bytes().take_while(u8::is_ascii_digit).count()];
        match scan::parse_number(digits) {
            Some(game) => value.game = game,
            None => bad(0, board.trim(), &message!("game, a number, white [...] black [...]")),
        }
        for (name, color) in [("white", Color::White), ("black", Color::Black)] {
            let found = low.find(name).and_then(|at| {
                let open = at + low[at..].find('[')?;
                let close = open + low[open..].find(']')?;
                Some(open + 1..close)
            });
            let Some(range) = found else {
                bad(0, board.trim(), &message!("{name} [...]", name));
                continue;
            };
            for (i, letter) in board[range.clone()].char_indices() {
                if let Some(role) = Role::from_char(letter).filter(|r| ORDER.contains(r)) {
                    let count = value.pieces.get_mut(color).get_mut(role);
                    *count = count.saturating_add(1);
                } else {
                    let mut one = [0; 4];
                    bad(range.start + i, letter.encode_utf8(&mut one), &message!("one of PNBRQ"));
                }
            }
        }
        if let Some(passed) = passed.map(str::trim) {
            let mut letters = passed.chars();
            let color = match letters.next() {
                Some('W' | 'w') => Some(Color::White),
                Some('B' | 'b') => Some(Color::Black),
                _ => None,
            };
            let role = letters.next().and_then(Role::from_char).filter(|r| ORDER.contains(r));
            match (color, role, letters.next()) {
                (Some(color), Some(role), None) => value.passed = Some((color, role)),
                _ => bad(board.len() + 2, passed, &message!("W or B and one of PNBRQ")),
            }
        }
        Some(Parsed { value, diagnostics })
    }
}

impl fmt::Display for Holdings {
    /// Writes the line as FICS does. A space before the first bracket is part of the form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<b1> game {}", self.game)?;
        for (name, hand) in [("white", &self.pieces.white), ("black", &self.pieces.black)] {
            write!(f, " {name} [")?;
            for role in ORDER {
                for _ in 0..*hand.get(role) {
                    write!(f, "{}", role.upper_char())?;
                }
            }
            f.write_str("]")?;
        }
        if let Some((color, role)) = self.passed {
            write!(f, " <- {}{}", color.char().to_ascii_uppercase(), role.upper_char())?;
        }
        Ok(())
    }
}

/// A move without its board (`iset compressmove 1`):
/// `<d1> 1 9 bxa8=Q b7a8rQ 751 180994 0`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Delta {
    /// The game's number on the server.
    pub game: u64,
    /// The ply that was played, from 1.
    pub ply: u32,
    /// The move in SAN.
    pub san: String,
    /// The move in Smith notation.
    pub smith: String,
    /// The time taken, in milliseconds.
    pub taken: i64,
    /// The mover's remaining time, in milliseconds.
    pub remaining: i64,
    /// The lag of the move, in milliseconds.
    pub lag: i64,
}

impl Delta {
    /// Reads the line. `None` if it is no such line or a field is missing or wrong.
    #[must_use]
    pub fn parse(line: &str) -> Option<Delta> {
        let mut fields = tagged(line, "d1")?.split_ascii_whitespace();
        let mut next = || fields.next();
        let delta = Delta {
            game: scan::parse_number(next()?)?,
            ply: scan::parse_number(next()?)?,
            san: next()?.to_owned(),
            smith: next()?.to_owned(),
            taken: scan::parse_number(next()?)?,
            remaining: scan::parse_number(next()?)?,
            lag: next().map_or(Some(0), scan::parse_number)?,
        };
        Some(delta)
    }
}

impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Delta { game, ply, san, smith, taken, remaining, lag } = self;
        write!(f, "<d1> {game} {ply} {san} {smith} {taken} {remaining} {lag}")
    }
}

/// The facts of a game (`iset gameinfo 1`):
/// `<g1> 1 p=0 t=blitz r=1 u=0,0 it=180,2 i=180,2 pt=0 rt=1586E,2100 ts=1,0 m=2 n=0`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GameInfo {
    /// The game's number on the server.
    pub game: u64,
    /// True if the game is private.
    pub private: bool,
    /// The kind of game: `blitz`, `wild/fr`, `crazyhouse`, ...
    pub kind: String,
    /// True if it is rated.
    pub rated: bool,
    /// True if the players are unregistered.
    #[serde(with = "partie_core::serialize::sides")]
    pub unregistered: ByColor<bool>,
    /// Initial time and increment of each side, in seconds.
    #[serde(with = "partie_core::serialize::sides")]
    pub time: ByColor<(i64, i64)>,
    /// The number of the partner's game in bughouse; 0: none.
    pub partner: u64,
    /// The ratings.
    #[serde(with = "partie_core::serialize::sides")]
    pub ratings: ByColor<Rating>,
    /// True if the players use timeseal.
    #[serde(with = "partie_core::serialize::sides")]
    pub timeseal: ByColor<bool>,
    /// Further pairs, as they stood.
    pub rest: String,
}

impl GameInfo {
    /// Reads the line. `None` if it is no such line or one of its numbers is missing or wrong.
    #[must_use]
    pub fn parse(line: &str) -> Option<GameInfo> {
        let mut fields = tagged(line, "g1")?.split_ascii_whitespace();
        let mut info = GameInfo {
            game: scan::parse_number(fields.next()?)?,
            private: false,
            kind: String::new(),
            rated: false,
            unregistered: ByColor { white: false, black: false },
            time: ByColor { white: (0, 0), black: (0, 0) },
            partner: 0,
            ratings: ByColor { white: Rating::None, black: Rating::None },
            timeseal: ByColor { white: false, black: false },
            rest: String::new(),
        };
        for field in fields {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
            let (first, second) = value.split_once(',').unwrap_or((value, ""));
            let numbers =
                || Some((scan::parse_number::<i64>(first)?, scan::parse_number::<i64>(second)?));
            match name {
                "p" => info.private = value == "1",
                "t" => value.clone_into(&mut info.kind),
                "r" => info.rated = value == "1",
                "u" => info.unregistered = ByColor { white: first == "1", black: second == "1" },
                "it" => info.time.white = numbers()?,
                "i" => info.time.black = numbers()?,
                "pt" => info.partner = scan::parse_number(value)?,
                "rt" => {
                    info.ratings =
                        ByColor { white: Rating::parse(first), black: Rating::parse(second) };
                }
                "ts" => info.timeseal = ByColor { white: first == "1", black: second == "1" },
                _ => {
                    if !info.rest.is_empty() {
                        info.rest.push(' ');
                    }
                    info.rest.push_str(field);
                }
            }
        }
        Some(info)
    }
}

impl fmt::Display for GameInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bit = u8::from;
        write!(
            f,
            "<g1> {} p={} t={} r={} u={},{} it={},{} i={},{} pt={} rt={},{} ts={},{}",
            self.game,
            bit(self.private),
            self.kind,
            bit(self.rated),
            bit(self.unregistered.white),
            bit(self.unregistered.black),
            self.time.white.0,
            self.time.white.1,
            self.time.black.0,
            self.time.black.1,
            self.partner,
            self.ratings.white.bare(),
            self.ratings.black.bare(),
            bit(self.timeseal.white),
            bit(self.timeseal.black),
        )?;
        if !self.rest.is_empty() {
            write!(f, " {}", self.rest)?;
        }
        Ok(())
    }
}

/// Returns what follows a tag such as `<b1>`, in any of the spellings of copied HTML; only
/// what a server may put there stands before it.
#[must_use]
pub fn tagged<'a>(line: &'a str, tag: &str) -> Option<&'a str> {
    Some(&line[scan::tag(line.as_bytes(), tag)?.end..])
}
