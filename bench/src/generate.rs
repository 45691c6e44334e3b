//! Games made up by a fixed sequence of chance: always the same, and nobody's.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, KnownOutcome, Move, Outcome, Position as _, san::SanPlus};

/// Style of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Export format: tags, moves, lines below 80 columns.
    Bare,
    /// As servers write them: the clock behind every move, the moves on one line.
    Clocks,
    /// Prose, glyphs and variations.
    Annotated,
}

/// All styles with their names.
pub const STYLES: [(&str, Style); 3] =
    [("bare", Style::Bare), ("clocks", Style::Clocks), ("annotated", Style::Annotated)];

/// Games as PGN.
#[derive(Debug, Default)]
pub struct Made {
    /// The text.
    pub text: String,
    /// Number of plies, including variations.
    pub plies: u64,
}

/// Makes games.
#[must_use]
pub fn games(count: u32, style: Style) -> Made {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut made = Made::default();
    for number in 1..=count {
        game(number, style, &mut chance, &mut made);
    }
    made
}

fn game(number: u32, style: Style, chance: &mut Chance, made: &mut Made) {
    let length = 40 + chance.below(100);
    let mut words = Vec::new();
    let mut position = Chess::default();
    let mut clocks = [180_u32; 2];
    let mut numbered = false;
    for _ in 0..length {
        let Some(m) = likely_move(&position, chance) else { break };
        let white = position.turn() == Color::White;
        if white || !numbered {
            let dots = if white { "." } else { "..." };
            words.push(format!("{}{dots}", position.fullmoves()));
        }
        let before = position.clone();
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
        made.plies += 1;
        numbered = true;
        match style {
            Style::Bare => {}
            Style::Clocks => {
                let clock = &mut clocks[usize::from(!white)];
                *clock = clock.saturating_sub(chance.below(5));
                words.push(format!("{{ [%clk 0:{:02}:{:02}] }}", *clock / 60, *clock % 60));
                numbered = false;
            }
            Style::Annotated => {
                numbered = !annotate(&before, chance, &mut words, &mut made.plies);
            }
        }
    }
    let result = match position.outcome() {
        Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => "1-0",
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => "0-1",
        Outcome::Known(KnownOutcome::Draw) => "1/2-1/2",
        Outcome::Unknown => ["1-0", "0-1", "1/2-1/2"][chance.below(3) as usize],
    };
    words.push(result.to_owned());

    let (white, black) = (chance.below(90), chance.below(90));
    let _ = write!(
        made.text,
        "[Event \"Made-up Open {}\"]\n[Site \"Nowhere\"]\n[Date \"2024.{:02}.{:02}\"]\n\
         [Round \"{}\"]\n[White \"Player, White {white}\"]\n[Black \"Player, Black {black}\"]\n\
         [Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n\n",
        number % 7,
        1 + chance.below(12),
        1 + chance.below(28),
        1 + number % 11,
        1800 + white * 10,
        1800 + black * 10,
    );
    fill(&words, if style == Style::Clocks { usize::MAX } else { 79 }, &mut made.text);
    made.text.push('\n');
}

/// Glyphs, prose and variations behind a move; whether the next move needs its number.
fn annotate(before: &Chess, chance: &mut Chance, words: &mut Vec<String>, plies: &mut u64) -> bool {
    let mut said = false;
    if chance.below(6) == 0 {
        words.push(format!("${}", 1 + chance.below(20)));
    }
    if chance.below(8) == 0 {
        let about = [
            "{The plan is clear: the knight goes to the centre and the rook to the open file.}",
            "{Better was to keep the tension; now the pawn on d4 becomes weak in the endgame.}",
            "{A novelty. In an earlier game Black was soon better after the exchange of queens.}",
        ];
        words.extend(about[chance.below(3) as usize].split(' ').map(str::to_owned));
        said = true;
    }
    if chance.below(10) == 0 {
        let mut line = before.clone();
        let mut first = true;
        let from = words.len();
        for _ in 0..2 + chance.below(5) {
            let Some(m) = likely_move(&line, chance) else { break };
            if line.turn() == Color::White {
                words.push(format!("{}.", line.fullmoves()));
            } else if first {
                words.push(format!("{}...", line.fullmoves()));
            }
            first = false;
            words.push(SanPlus::from_move_and_play_unchecked(&mut line, m).to_string());
            *plies += 1;
        }
        if let Some(first) = words.get_mut(from) {
            first.insert(0, '(');
            words.last_mut().expect("not empty").push(')');
            said = true;
        }
    }
    said
}

/// Of three moves by chance the one that takes most: games that look a little like games.
fn likely_move(position: &Chess, chance: &mut Chance) -> Option<Move> {
    if position.is_game_over() {
        return None;
    }
    let moves = position.legal_moves();
    let worth = |m: &Move| {
        m.capture().map_or(0, |role| role as i32) + m.promotion().map_or(0, |role| role as i32)
    };
    (0..3).map(|_| moves[chance.below(moves.len() as u32) as usize]).max_by_key(worth)
}

/// Words on lines of a width.
fn fill(words: &[String], width: usize, out: &mut String) {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    out.push('\n');
}

/// Xorshift, after Marsaglia.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn what_is_made_can_be_played() {
        for (name, style) in STYLES {
            let made = games(30, style);
            let mut file = tempfile::NamedTempFile::new().expect("a file");
            file.write_all(made.text.as_bytes()).expect("written");
            let games = crate::games::list(file.path()).expect("games");
            assert_eq!(games.len(), 30, "{name}");
            assert!(games.iter().all(|game| game.stopped.is_none()), "{name}");
            let plies = crate::games::plies(&games);
            let variations = style == Style::Annotated;
            assert!(if variations { plies < made.plies } else { plies == made.plies }, "{name}");
        }
    }
}
