//! The games, partnerships and players of bughouse, as `bugwho` prints them.

use crate::style12::Rating;

use super::{
    games::GameRow,
    lines::{Block, Count, Lines},
    who::SIGNS,
};
use crate::{
    fields::{Games, Partnerships, Players, Titled},
    template::Field,
};

/// The answer to `bugwho`: the parts that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bugwho {
    /// Games that are played, both boards of each.
    pub games: Option<Vec<[GameRow; 2]>>,
    /// Partners who do not play.
    pub partners: Option<Vec<[BugPlayer; 2]>>,
    /// Players without a partner, and the number of players online.
    pub unpartnered: Option<(Vec<BugPlayer>, usize)>,
}

/// A player of bughouse.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BugPlayer {
    /// Rating in bughouse.
    pub rating: Rating,
    /// Activity: `^` plays, `:` is not open, `#` examines; a space: idle.
    pub sign: char,
    /// The name.
    pub name: Titled,
}

impl BugPlayer {
    fn write(&self, out: &mut String) {
        let rating = match self.rating.number() {
            Some(number) => number.to_string(),
            None => self.rating.to_string(),
        };
        out.push_str(&format!("{rating:>4}{}", self.sign));
        self.name.put(out);
    }

    /// Reads a player; FICS has a space between the rating and the sign.
    fn read(text: &str) -> Option<BugPlayer> {
        let text = text.trim();
        let (rating, rest) = text.split_at(text.find(|c| SIGNS.contains(&c))?);
        let rest = rest.strip_prefix(' ').filter(|r| r.starts_with(SIGNS)).unwrap_or(rest);
        let sign = rest.chars().next()?;
        let name = Titled::take(rest[1..].trim_start())?;
        Some(BugPlayer { rating: Rating::take(rating)?, sign, name })
    }
}

const GAMES: &str = "Bughouse games in progress";
const PARTNERS: &str = "Partnerships not playing bughouse";
const UNPARTNERED: &str = "Unpartnered players with bugopen on";

impl Block for Bugwho {
    fn take(lines: &mut Lines<'_>) -> Option<Bugwho> {
        let mut all = Bugwho::default();
        let counted = |lines: &mut Lines<'_>, thing| {
            lines.after_empty(|lines| lines.next_if(|line| Count::read(line, thing)))
        };
        let head = |words: &'static str| move |line: &str| (line.trim() == words).then_some(());
        if lines.next_if(head(GAMES)).is_some() {
            let row = |lines: &mut Lines<'_>| lines.next_if(GameRow::read);
            let rows: Vec<GameRow> = std::iter::from_fn(|| lines.after_empty(row)).collect();
            counted(lines, "game")?;
            let pairs = rows.chunks(2).map(|pair| <[GameRow; 2]>::try_from(pair.to_vec()).ok());
            all.games = Some(pairs.collect::<Option<_>>()?);
        }
        if lines.after_empty(|lines| lines.next_if(head(PARTNERS))).is_some() {
            all.partners = Some(lines.while_some(|line| {
                let (one, other) = line.split_once(" / ")?;
                Some([BugPlayer::read(one)?, BugPlayer::read(other)?])
            }));
            counted(lines, "partnership")?;
        }
        if lines.after_empty(|lines| lines.next_if(head(UNPARTNERED))).is_some() {
            let players = lines.while_some(|line| {
                // FICS writes several beside each other.
                let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
                cells.map(BugPlayer::read).collect::<Option<Vec<_>>>().filter(|c| !c.is_empty())
            });
            all.unpartnered = Some((players.concat(), counted(lines, "player")?.of?));
        }
        (all != Bugwho::default()).then_some(all)
    }
}

impl Bugwho {
    /// Appends the table.
    pub fn write(&self, out: &mut String) {
        if let Some(games) = &self.games {
            out.push_str(GAMES);
            out.push('\n');
            for row in games.iter().flatten() {
                row.write(out);
                out.push('\n');
            }
            count(&Games(games.len()), out);
            out.push_str(" displayed.\n");
        }
        if let Some(partners) = &self.partners {
            out.push_str(PARTNERS);
            out.push('\n');
            for [one, other] in partners {
                one.write(out);
                out.push_str(" / ");
                other.write(out);
                out.push('\n');
            }
            count(&Partnerships(partners.len()), out);
            out.push_str(" displayed.\n");
        }
        if let Some((players, of)) = &self.unpartnered {
            out.push_str(UNPARTNERED);
            out.push('\n');
            for player in players {
                player.write(out);
                out.push('\n');
            }
            count(&Players(players.len()), out);
            out.push_str(&format!(" displayed (of {of}).\n"));
        }
        if out.ends_with('\n') {
            out.pop();
        }
    }
}

/// Appends a number, with a space in front.
fn count(number: &impl Field, out: &mut String) {
    out.push_str("  ");
    number.put(out);
}
