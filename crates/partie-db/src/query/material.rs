//! Material on the board: `KRP vs KR`.
//!
//! Two sides separated by `vs`. A side names its pieces; a number may follow a letter:
//!
//! | written | meant |
//! |---|---|
//! | `R`, `RR` | one rook, two rooks |
//! | `P3`, `P2-4` | three pawns, two to four |
//! | `P+`, `P3+` | at least one, at least three |
//! | `P*`, `P?` | any number, none or one |
//! | `M` | a minor piece: bishop or knight (`M+`, `M2` and so on, too) |
//! | `..` at the end | anything else besides |
//!
//! The king is implied. Capitals on both sides: either side may be White. With small letters for
//! one side, that side is Black: `KRP vs kr`.

use std::str::FromStr;

use partie_core::{Color, Role, rules::pieces::kind};

use super::{ParseError, piece_tracker::PieceSets};

/// The pieces that are counted, minor pieces together at the end.
const ROLES: [(char, &[Role]); 6] = [
    ('P', &[Role::Pawn]),
    ('N', &[Role::Knight]),
    ('B', &[Role::Bishop]),
    ('R', &[Role::Rook]),
    ('Q', &[Role::Queen]),
    ('M', &[Role::Knight, Role::Bishop]),
];

/// Range for the number of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Number {
    least: u32,
    most: u32,
}

/// One side's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MaterialSide {
    /// Ranges in the order of [`ROLES`].
    numbers: [Number; 6],
    /// True if bishops and knights are counted together.
    minors: bool,
}

/// The material of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    sides: [MaterialSide; 2],
    /// True if the first side may as well be Black.
    either: bool,
}

impl FromStr for Material {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Material, ParseError> {
        let wrong = || ParseError::from("expected both sides, such as `KRP vs KR`");
        let lower = text.to_ascii_lowercase();
        let (at, width) = lower
            .find("vs")
            .map(|at| (at, 2))
            .or_else(|| lower.find(['v', ':', '-']).map(|at| (at, 1)))
            .ok_or_else(wrong)?;
        let (first, second) =
            (text[..at].trim(), text[at + width..].trim_start_matches('.').trim());
        let small = |side: &str| {
            side.chars().any(char::is_alphabetic) && side.chars().all(|c| !c.is_ascii_uppercase())
        };
        let sides = [side(first)?, side(second)?];
        match (small(first), small(second)) {
            (false, false) => Ok(Material { sides, either: true }),
            (false, true) => Ok(Material { sides, either: false }),
            (true, false) => {
                let [black, white] = sides;
                Ok(Material { sides: [white, black], either: false })
            }
            (true, true) => Err("both sides are in lower case; one of them must be White".into()),
        }
    }
}

impl Material {
    /// Returns true if a board has it.
    pub(crate) fn fits(&self, sets: &PieceSets) -> bool {
        let [first, second] = &self.sides;
        let has = |white: &MaterialSide, black: &MaterialSide| {
            white.fits(sets, Color::White) && black.fits(sets, Color::Black)
        };
        has(first, second) || self.either && has(second, first)
    }
}

impl MaterialSide {
    fn fits(&self, sets: &PieceSets, color: Color) -> bool {
        ROLES.iter().zip(&self.numbers).all(|((letter, roles), number)| {
            if (*letter == 'M') != self.minors && matches!(letter, 'M' | 'N' | 'B') {
                return true;
            }
            let pieces: u32 =
                roles.iter().map(|role| sets.get(kind(color, *role)).count() as u32).sum();
            (number.least..=number.most).contains(&pieces)
        })
    }
}

fn side(text: &str) -> Result<MaterialSide, ParseError> {
    let (text, open) = text.strip_suffix("..").map_or((text, false), |rest| (rest, true));
    let mut numbers = [Number::default(); 6];
    let mut minors = false;
    let bytes = text.trim().as_bytes();
    let mut at = 0;
    let mut king = false;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        let letter = byte.to_ascii_uppercase() as char;
        if letter == 'K' && !king {
            king = true;
            continue;
        }
        let Some(place) = ROLES.iter().position(|(l, _)| *l == letter) else {
            return Err(
                format!("expected one of K Q R B N P M, but found `{}`", *byte as char).into()
            );
        };
        minors |= letter == 'M';
        let length = bytes[at..]
            .iter()
            .take_while(|b| b.is_ascii_digit() || matches!(b, b'+' | b'*' | b'?' | b'-'))
            .count();
        let number = count(std::str::from_utf8(&bytes[at..at + length]).unwrap_or_default())?;
        at += length;
        let sum = &mut numbers[place];
        sum.least += number.least;
        sum.most = sum.most.saturating_add(number.most);
    }
    if bytes.is_empty() {
        return Err("expected both sides, such as `KRP vs KR`".into());
    }
    let [_, knights, bishops, ..] = numbers;
    if minors && knights.most + bishops.most > 0 {
        return Err("M stands for bishops and knights; use either it or them".into());
    }
    if open {
        for number in &mut numbers {
            number.most = u32::MAX;
        }
    }
    Ok(MaterialSide { numbers, minors })
}

fn count(text: &str) -> Result<Number, ParseError> {
    let wrong =
        || ParseError::from(format!("expected a number as 2, 2-4, 2+, + or *, but found `{text}`"));
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| *n <= 64).ok_or_else(wrong);
    let (least, most) = match text {
        "" => (1, 1),
        "*" => (0, u32::MAX),
        "+" => (1, u32::MAX),
        "?" => (0, 1),
        text => match (text.strip_suffix('+'), text.split_once('-')) {
            (Some(least), _) => (number(least)?, u32::MAX),
            (_, Some((least, most))) => (number(least)?, number(most)?),
            _ => (number(text)?, number(text)?),
        },
    };
    if least > most { Err(wrong()) } else { Ok(Number { least, most }) }
}

#[cfg(test)]
mod tests {
    use partie_formats::fen;

    use partie_core::rules::pieces::PieceTracker as _;

    use super::*;

    #[test]
    fn material_on_the_board() {
        const LUCENA: &str = "1K1k4/1P6/8/8/8/8/2r5/5R2 w - - 0 1";
        const BLACK_HAS_IT: &str = "1k1K4/1p6/8/8/8/8/2R5/5r2 w - - 0 1";
        const MINORS: &str = "2b1k3/3nppp1/8/8/8/8/4PPP1/2N1K1N1 w - - 0 1";
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (material, fen, fits) in [
            ("KRP vs KR", LUCENA, true),
            ("KRP vs KR", BLACK_HAS_IT, true),
            ("KR v KRP", LUCENA, true),
            ("KRP vs kr", LUCENA, true),
            ("KRP vs kr", BLACK_HAS_IT, false),
            ("krp vs KR", BLACK_HAS_IT, true),
            ("RP:R", LUCENA, true),
            ("KR vs KR", LUCENA, false),
            ("KRP.. vs KR..", START, true),
            ("KRP.. vs KR", START, false),
            ("KRP+ vs KRP*", LUCENA, true),
            ("KRP2+ vs KR", LUCENA, false),
            ("KRP? vs KRP?", LUCENA, true),
            ("KMMP3 vs KM2P3", MINORS, true),
            ("KNNP3 vs KBNP1-3", MINORS, true),
            ("KMP3 vs KMP3", MINORS, false),
            ("KM+P+ vs KM+P+", MINORS, true),
            ("KQRRBBNNP8 vs KQRRBBNNP8", START, true),
            ("KQRRBBNNPPPPPPPP vs KQRRBBNNP8", START, true),
        ] {
            let wanted = material.parse::<Material>().expect(material);
            let position = fen::parse_position(fen, None).value;
            assert_eq!(wanted.fits(&PieceSets::of(position.board())), fits, "{material} {fen}");
        }
        for material in
            ["", "KRP", "KRP vs", "KX vs K", "kr vs k", "KRP3-2 vs K", "KMB vs K", "KP99 vs K"]
        {
            assert!(material.parse::<Material>().is_err(), "{material}");
        }
    }
}
