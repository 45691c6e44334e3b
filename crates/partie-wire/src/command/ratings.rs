//! Commands about ratings: of two players, of one, of all.

use super::Args;

/// The players who are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Among {
    /// All players.
    All,
    /// Human players only.
    Humans,
    /// Programs only.
    Computers,
}

commands! {
    /// Questions about ratings.
    pub enum RatingsCommand {
        /// The ratings and results of a player, or one's own.
        Statistics(Option<String>) = "statistics" 126 "[player]",
    }
    more {
        /// Shows the rating changes of a possible game.
        Assess {
            /// Empty: the player's own game; one: a game's number, or an opponent; two: both
            /// players.
            players: Vec<String>,
            /// Letters of categories; none: all.
            categories: Option<String>,
        },
        /// The highest ratings, or the lowest.
        Best {
            /// The players who are ranked.
            among: Among,
            /// Letters of categories.
            categories: Option<String>,
            /// Set for the lowest ratings.
            worst: bool,
        },
        /// Shows the place of a player.
        Rank {
            /// The players who are ranked.
            among: Among,
            /// A player, a rating, or ranks as `1-20`; oneself.
            what: Option<String>,
            /// Letters of categories.
            categories: Option<String>,
        },
        /// A command that was of use once.
        Obsolete(String),
    }
    entries {
        "assess" 15 "[game|player [player]] [/categories]" => assess,
        "best" 18 "[categories]" => |a| best(a, Among::All, false),
        "hbest" 49 "[categories]" => |a| best(a, Among::Humans, false),
        "cbest" 23 "[categories]" => |a| best(a, Among::Computers, false),
        "worst" 0 "[categories]" => |a| best(a, Among::All, true),
        "rank" 98 "[player|rating|first-last] [categories]" => |a| rank(a, Among::All),
        "hrank" 52 "[player|rating|first-last] [categories]" => |a| rank(a, Among::Humans),
        "crank" 30 "[player|rating|first-last] [categories]" => |a| rank(a, Among::Computers),
    }
}

fn assess(a: &mut Args<'_>) -> Option<RatingsCommand> {
    let (mut players, mut categories) = (Vec::new(), None);
    while let Some(word) = a.name() {
        match word.strip_prefix('/') {
            Some(letters) => categories = Some(letters.to_owned()),
            None => players.push(word),
        }
    }
    (players.len() <= 2).then_some(RatingsCommand::Assess { players, categories })
}

#[expect(clippy::unnecessary_wraps, reason = "readers of other entries may fail")]
fn best(a: &mut Args<'_>, among: Among, worst: bool) -> Option<RatingsCommand> {
    Some(RatingsCommand::Best { among, categories: a.name(), worst })
}

#[expect(clippy::unnecessary_wraps, reason = "readers of other entries may fail")]
fn rank(a: &mut Args<'_>, among: Among) -> Option<RatingsCommand> {
    Some(RatingsCommand::Rank { among, what: a.name(), categories: a.name() })
}
