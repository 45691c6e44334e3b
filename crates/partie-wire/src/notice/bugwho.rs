//! Who plays bughouse, or would like to, as `bugwho` prints it.

use partie_formats::style12::Rating;

use super::games::GameRow;
use crate::{
    fields::{Games, Partnerships, Players, Titled},
    template::Field,
};

/// The answer to `bugwho`: the parts that were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bugwho {
    /// Games that are played, both boards of each.
    pub games: Option<Vec<[GameRow; 2]>>,
    /// Partners who do not play.
    pub partners: Option<Vec<[BugPlayer; 2]>>,
    /// Players who look for a partner, and how many players are on.
    pub unpartnered: Option<(Vec<BugPlayer>, usize)>,
}

/// A player of bughouse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BugPlayer {
    /// His rating in bughouse.
    pub rating: Rating,
    /// What he does: `^` plays, `:` is not open, `#` examines, a blank: nothing.
    pub sign: char,
    /// His name.
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
}

impl Bugwho {
    /// Appends the table.
    pub fn write(&self, out: &mut String) {
        if let Some(games) = &self.games {
            out.push_str("Bughouse games in progress\n");
            for row in games.iter().flatten() {
                row.write(out);
                out.push('\n');
            }
            count(&Games(games.len()), out);
            out.push_str(" displayed.\n");
        }
        if let Some(partners) = &self.partners {
            out.push_str("Partnerships not playing bughouse\n");
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
            out.push_str("Unpartnered players with bugopen on\n");
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

/// How many, with a blank in front.
fn count(number: &impl Field, out: &mut String) {
    out.push_str("  ");
    number.put(out);
}
