//! Tables about ratings: of possible games, of one player, of the best.

use std::fmt::Write as _;

use crate::{
    display::DisplayOptions,
    fields::{Name, Titled},
    ivars::Ivar,
    notice::{
        lines::{Block, Lines, from_tenths, tenths},
        players::{RATINGS, RatingLine, is_head},
    },
    template::Field,
};

crate::notices! {
    /// A notice about ratings.
    pub enum RatingsNotice {
        /// Nobody is there to be compared with.
        AssessWhom = "You are not playing a game; say against whom you would play: assess player.",
        /// A guest has no ratings.
        OfGuest { name: Name } = "{name} is not registered and has no ratings.",
        /// The same player twice.
        Same = "You can't play against yourself.",
        /// Not letters of categories.
        BadCategories { letters: String } = "\"{letters}\" are not letters of categories (b s l w B z S L x).",
        /// Ranks that cannot be.
        BadRanks { ranks: String } = "\"{ranks}\" is not a range of ranks such as 1-20.",
        /// The command is not of use any more.
        Obsolete { name: String } = "{name}: This command is obsolete.",
    }
}

/// The possible rating changes of one player.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Change {
    /// The rating, if there is one.
    pub rating: Option<i32>,
    /// The deviation before, in tenths.
    pub deviation: u32,
    /// Change after a win of the first player; for a newcomer the new rating.
    pub win: i32,
    /// Change after a draw.
    pub draw: i32,
    /// Change after a loss of the first player.
    pub loss: i32,
    /// The deviation after the game, in tenths.
    pub after: u32,
}

/// The possible changes in one category.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Assessed {
    /// The category, `Blitz`.
    pub category: String,
    /// For both players.
    pub changes: [Change; 2],
}

/// The possible rating changes of games of two players.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AssessPage {
    /// The players.
    pub names: [String; 2],
    /// The categories.
    pub games: Vec<Assessed>,
}

/// Width of the words before a line.
const LABEL: usize = 7;
/// Width of a player's column.
const COLUMN: usize = 18;
/// Number of categories side by side.
const BESIDE: usize = 2;

fn line(out: &mut String, label: &str, cells: impl Iterator<Item = String>, width: usize) {
    let mut text = format!("{label:>LABEL$}");
    for cell in cells {
        let _ = write!(text, "{cell:^width$}");
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

impl AssessPage {
    /// Appends the page: two categories beside each other, for each both players.
    pub fn write(&self, out: &mut String) {
        for (n, games) in self.games.chunks(BESIDE).enumerate() {
            if n > 0 {
                out.push('\n');
            }
            line(out, "", games.iter().map(|g| g.category.clone()), 2 * COLUMN);
            line(out, "", games.iter().flat_map(|_| self.names.clone()), COLUMN);
            let mut all = |label: &str, cell: fn(&Change) -> String| {
                line(out, label, games.iter().flat_map(|g| &g.changes).map(cell), COLUMN);
            };
            all("", |c| {
                let rating = c.rating.map_or("----".to_owned(), |r| r.to_string());
                format!("({rating} RD {})", tenths(c.deviation))
            });
            all("Win:", |c| c.win.to_string());
            all("Draw:", |c| c.draw.to_string());
            all("Loss:", |c| c.loss.to_string());
            all("New RD:", |c| tenths(c.after));
        }
        out.truncate(out.trim_end_matches('\n').len());
    }

    /// Reads the lines of categories that stand beside each other.
    fn read_beside(text: &str) -> Option<AssessPage> {
        let mut lines = text.lines();
        let mut words = || Some(lines.next()?.split_ascii_whitespace().collect::<Vec<_>>());
        let (categories, players, ratings) = (words()?, words()?, words()?);
        let names = [*players.first()?, *players.get(1)?].map(str::to_owned);
        let mut numbers = |label: &str| {
            let rest = lines.next()?.trim_start().strip_prefix(label)?;
            Some(rest.split_ascii_whitespace().collect::<Vec<_>>())
        };
        let (win, draw, loss) = (numbers("Win:")?, numbers("Draw:")?, numbers("Loss:")?);
        let after = numbers("New RD:")?;
        let change = |at: usize| {
            let rating = ratings.get(3 * at)?.strip_prefix('(')?;
            let deviation = ratings.get(3 * at + 2)?.strip_suffix(')')?;
            Some(Change {
                rating: if rating == "----" { None } else { Some(rating.parse().ok()?) },
                deviation: from_tenths(deviation)?,
                win: win.get(at)?.parse().ok()?,
                draw: draw.get(at)?.parse().ok()?,
                loss: loss.get(at)?.parse().ok()?,
                after: from_tenths(after.get(at)?)?,
            })
        };
        let game = |(at, category): (usize, &&str)| {
            let changes = [change(2 * at)?, change(2 * at + 1)?];
            Some(Assessed { category: (*category).to_owned(), changes })
        };
        let games = categories.iter().enumerate().map(game).collect::<Option<_>>()?;
        Some(AssessPage { names, games })
    }
}

/// The ratings and results of a player: the answer to `statistics`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StatisticsPage {
    /// The player.
    pub name: Titled,
    /// Set if the player has an account.
    pub registered: bool,
    /// The ratings.
    pub ratings: Vec<RatingLine>,
}

impl StatisticsPage {
    /// Appends the page.
    pub fn write(&self, out: &mut String) {
        out.push_str("Statistics for ");
        self.name.put(out);
        out.push_str(":\n\n");
        if !self.registered {
            let _ = write!(out, "{} is NOT a registered player.", self.name.name);
        } else if self.ratings.is_empty() {
            let _ = write!(out, "{} has not played any rated games.", self.name.name);
        } else {
            out.push_str(RATINGS);
            let lines: Vec<String> = self.ratings.iter().map(ToString::to_string).collect();
            out.push_str(&lines.join("\n"));
        }
    }
}

impl Block for StatisticsPage {
    fn take(lines: &mut Lines<'_>) -> Option<StatisticsPage> {
        let head = lines.next()?.trim_end();
        let name = Titled::take(head.strip_prefix("Statistics for ")?.strip_suffix(':')?)?;
        lines.skip_empty();
        let said = |words: &'static str| {
            let name = &name.name;
            move |line: &str| (line.strip_prefix(name.as_str())? == words).then_some(())
        };
        let guest = lines.next_if(said(" is NOT a registered player.")).is_some();
        let none = lines.next_if(said(" has not played any rated games.")).is_some();
        let mut ratings = Vec::new();
        if !guest && !none {
            lines.next_if(|line| is_head(line).then_some(()))?;
            ratings = lines.while_some(RatingLine::read);
        }
        Some(StatisticsPage { name, registered: !guest, ratings })
    }
}

impl Block for AssessPage {
    /// Seven lines for each two categories, with empty lines between.
    fn take(lines: &mut Lines<'_>) -> Option<AssessPage> {
        const LINES: usize = 7;
        let mut page: Option<AssessPage> = None;
        let mut more = |lines: &mut Lines<'_>| {
            let read = AssessPage::read_beside(&lines.joined(LINES)?)?;
            match &mut page {
                None => page = Some(read),
                Some(page) if page.names == read.names => page.games.extend(read.games),
                Some(_) => return None,
            }
            Some(())
        };
        while lines.after_empty(&mut more).is_some() {}
        page
    }
}

/// A place in a ranking.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Standing {
    /// The rank; none where the rating is not certain enough.
    pub rank: Option<u32>,
    /// The rating.
    pub rating: i32,
    /// The player.
    pub name: String,
}

/// Rankings of some categories beside each other.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RankPage {
    /// For each category, `Blitz`, the places.
    pub columns: Vec<(String, Vec<Standing>)>,
}

/// Width of a column of a ranking; programs cut the lines there.
const RANKING: usize = 25;
/// Maximum length of a place's number and name.
const NAME: usize = 19;

impl RankPage {
    /// Appends the page: as many categories beside each other as there is room for; all of
    /// them where lines are not to be wrapped.
    pub fn write(&self, display: &DisplayOptions, out: &mut String) {
        let beside = if display.ivars.has(Ivar::Nowrap) {
            self.columns.len().max(1)
        } else {
            (display.width / RANKING).max(1)
        };
        for (n, columns) in self.columns.chunks(beside).enumerate() {
            if n > 0 {
                out.push('\n');
            }
            line_of(out, columns.iter().map(|(category, _)| format!("     {category}")));
            let rows = columns.iter().map(|(_, places)| places.len()).max().unwrap_or(0);
            if rows > 0 {
                out.push('\n');
            }
            for row in 0..rows {
                line_of(
                    out,
                    columns.iter().map(|(_, places)| {
                        places.get(row).map_or(String::new(), ToString::to_string)
                    }),
                );
            }
        }
        out.truncate(out.trim_end_matches('\n').len());
    }
}

impl std::fmt::Display for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rank = self.rank.map_or(String::new(), |rank| format!("{rank}."));
        // Names give way, so that places never stand in the next column.
        let name = self.name.get(..NAME.saturating_sub(rank.len())).unwrap_or(&self.name);
        let who = format!("{rank:>4} {name}");
        write!(f, "{who:<19} {:>4}", self.rating)
    }
}

impl Standing {
    /// Reads a place; what stands in a column and is none is no place.
    fn read(cell: &str) -> Option<Standing> {
        let mut words = cell.split_ascii_whitespace().peekable();
        let rank = words.next_if(|word| word.ends_with('.'));
        let rank = rank.map(|rank| rank.trim_end_matches('.').parse());
        let (name, rating) = (words.next()?, words.next()?.parse().ok()?);
        let named = name.bytes().all(|b| b.is_ascii_alphanumeric()) && words.next().is_none();
        let rank = rank.transpose().ok().filter(|_| named)?;
        Some(Standing { rank, rating, name: name.to_owned() })
    }

    /// Reads the places of a row, column by column.
    fn read_row(row: &str) -> Option<Vec<Option<Standing>>> {
        let places = cells(row).into_iter().map(|cell| {
            if cell.trim().is_empty() { Some(None) } else { Standing::read(cell).map(Some) }
        });
        places.collect::<Option<Vec<_>>>().filter(|places| places.iter().any(Option::is_some))
    }
}

/// The categories at the head of rankings.
fn read_categories(line: &str) -> Option<Vec<(String, Vec<Standing>)>> {
    let all = cells(line).into_iter().map(|cell| {
        let category = cell.strip_prefix("     ")?;
        let good = category.starts_with(|c: char| c.is_ascii_uppercase())
            && category.bytes().all(|b| b.is_ascii_alphabetic());
        good.then(|| (category.to_owned(), Vec::new()))
    });
    all.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

impl Block for RankPage {
    /// The names of the categories and places below them, again with an empty line between.
    fn take(lines: &mut Lines<'_>) -> Option<RankPage> {
        let mut page = RankPage { columns: Vec::new() };
        while let Some(mut columns) = lines.after_empty(|lines| lines.next_if(read_categories)) {
            let rows = |lines: &mut Lines<'_>| {
                Some(lines.while_some(Standing::read_row)).filter(|rows| !rows.is_empty())
            };
            for row in lines.after_empty(rows).unwrap_or_default() {
                for (column, place) in columns.iter_mut().zip(row) {
                    column.1.extend(place);
                }
            }
            page.columns.extend(columns);
        }
        (!page.columns.is_empty()).then_some(page)
    }
}

fn line_of(out: &mut String, cells: impl Iterator<Item = String>) {
    let mut text = String::new();
    for cell in cells {
        let _ = write!(text, "{cell:<RANKING$}");
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

/// The columns of a line; all are ASCII.
fn cells(line: &str) -> Vec<&str> {
    let bounds = (0..line.len()).step_by(RANKING);
    bounds.filter_map(|at| line.get(at..line.len().min(at + RANKING))).map(str::trim_end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(
        rating: Option<i32>,
        deviation: u32,
        [win, draw, loss]: [i32; 3],
        after: u32,
    ) -> Change {
        Change { rating, deviation, win, draw, loss, after }
    }

    /// The numbers of FICS's `help assess`.
    #[test]
    fn what_games_would_change() {
        let page = AssessPage {
            names: ["MAd".into(), "volcano".into()],
            games: vec![
                Assessed {
                    category: "Blitz".into(),
                    changes: [
                        change(Some(1596), 331, [9, 1, -7], 329),
                        change(Some(1629), 788, [-19, -2, 15], 769),
                    ],
                },
                Assessed {
                    category: "Standard".into(),
                    changes: [
                        change(Some(1611), 2709, [201, 61, -79], 2244),
                        change(Some(1780), 871, [-22, -6, 10], 857),
                    ],
                },
                Assessed {
                    category: "Wild".into(),
                    changes: [
                        change(None, 3500, [2041, 1836, 1630], 2758),
                        change(Some(1956), 1162, [-36, -11, 14], 1138),
                    ],
                },
            ],
        };
        let mut out = String::new();
        page.write(&mut out);
        assert_eq!(
            out,
            [
                "                      Blitz                              Standard",
                "              MAd             volcano             MAd             volcano",
                "         (1596 RD 33.1)    (1629 RD 78.8)   (1611 RD 270.9)    (1780 RD 87.1)",
                "   Win:        9                -19               201               -22",
                "  Draw:        1                 -2                61                -6",
                "  Loss:        -7                15               -79                10",
                "New RD:       32.9              76.9             224.4              85.7",
                "",
                "                       Wild",
                "              MAd             volcano",
                "        (---- RD 350.0)   (1956 RD 116.2)",
                "   Win:       2041              -36",
                "  Draw:       1836              -11",
                "  Loss:       1630               14",
                "New RD:      275.8             113.8",
            ]
            .join("\n")
        );
        assert_eq!(AssessPage::read(&out), Some(page));
    }

    #[test]
    fn rankings() {
        let place = |rank, rating, name: &str| Standing { rank, rating, name: name.into() };
        let page = RankPage {
            columns: vec![
                (
                    "Blitz".into(),
                    vec![place(Some(1), 2400, "Ann"), place(None, 2300, "Abcdefghijklmno")],
                ),
                ("Standard".into(), vec![]),
                ("Lightning".into(), vec![place(Some(123), 950, "Boris")]),
                ("Bughouse".into(), vec![place(Some(1), 1700, "Ann")]),
            ],
        };
        let mut out = String::new();
        page.write(&DisplayOptions::default(), &mut out);
        assert_eq!(
            out,
            [
                "     Blitz                    Standard                 Lightning",
                "",
                "  1. Ann            2400                          123. Boris           950",
                "     Abcdefghijklmno 2300",
                "",
                "     Bughouse",
                "",
                "  1. Ann            1700",
            ]
            .join("\n")
        );
        assert_eq!(RankPage::read(&out), Some(page.clone()));
        // A program that wraps no lines gets all beside each other.
        let mut display = DisplayOptions::default();
        display.ivars.set(Ivar::Nowrap, true).expect("not locked");
        out.clear();
        page.write(&display, &mut out);
        assert_eq!(
            out.lines().next(),
            Some(
                "     Blitz                    Standard                 Lightning                Bughouse"
            )
        );
        assert_eq!(RankPage::read(&out), Some(page));
    }

    #[test]
    fn statistics() {
        let name = |titles: &str| Titled { name: "Ann".into(), titles: titles.into() };
        let rating = RatingLine {
            category: "Blitz".into(),
            rating: 1670,
            deviation: 503,
            won: 10,
            lost: 2,
            drawn: 3,
            best: None,
        };
        for (registered, titles, ratings) in
            [(true, "(TM)", vec![rating]), (true, "", vec![]), (false, "(U)", vec![])]
        {
            let page = StatisticsPage { name: name(titles), registered, ratings };
            let mut out = String::new();
            page.write(&mut out);
            assert_eq!(StatisticsPage::read(&out), Some(page), "{out}");
        }
    }
}
