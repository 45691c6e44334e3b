//! Facts of a proposed match that formulas use.

use partie_core::{Color, rules::wild::Wild};

use crate::{
    category::{Category, Control, GameKind},
    rating::Standing,
};

/// A proposed match, as the owner of a formula sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Kind of the proposed game.
    pub kind: GameKind,
    /// The category.
    pub category: Category,
    /// Set if it would be rated.
    pub rated: bool,
    /// Set if nobody may observe it.
    pub private: bool,
    /// The owner's time.
    pub mine: Control,
    /// The opponent's time.
    pub theirs: Control,
    /// The owner's colour, if requested.
    pub color: Option<Color>,
    /// The owner's rating in the category; 0 without one.
    pub my_rating: i32,
    /// The opponent's rating in the category; 0 without one.
    pub rating: i32,
    /// The opponent's deviation.
    pub rd: f64,
    /// Certainty of the opponent's rating.
    pub standing: Standing,
    /// Set if the opponent is registered.
    pub registered: bool,
    /// Set if the opponent is a computer.
    pub computer: bool,
    /// Set if the opponent's moves are stamped with their time.
    pub timeseal: bool,
    /// Set if the opponent is on the list of abusers.
    pub abuser: bool,
    /// Set if the opponent has a FIDE title.
    pub titled: bool,
    /// Rating change of the owner after a win.
    pub win: i32,
    /// Rating change after a draw.
    pub draw: i32,
    /// Rating change after a loss, below zero.
    pub loss: i32,
}

/// A word of the language that stands for a fact. Truth is 1, untruth 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// The opponent is on the list of abusers.
    Abuser,
    /// The opponent's rating is active.
    Active,
    /// Rating change after a draw.
    AssessDraw,
    /// Rating points that a loss would cost.
    AssessLoss,
    /// Rating points that a win would earn.
    AssessWin,
    /// The opponent is a computer.
    Computer,
    /// The opponent's rating was active once.
    Estimated,
    /// The expected duration in minutes: the own time and 40 own increments
    /// (`Control::etime`).
    Etime,
    /// Chess960.
    FischerRandom,
    /// The own increment in seconds.
    Inc,
    /// The own rating.
    MyRating,
    /// No colour was requested.
    NoColor,
    /// The players' times differ, or the game begins from a named board.
    Nonstandard,
    /// Nobody could observe the game.
    Private,
    /// The opponent's rating was never active.
    Provisional,
    /// The game is rated.
    Rated,
    /// The opponent's rating.
    Rating,
    /// The opponent's rating less the own.
    RatingDiff,
    /// The opponent's deviation, rounded.
    Rd,
    /// The opponent is registered.
    Registered,
    /// The own time at the start, in whole minutes.
    Time,
    /// The opponent's moves are stamped with their time.
    Timeseal,
    /// The opponent has a title of FIDE.
    Titled,
    /// The game is not rated.
    Unrated,
    /// The owner would have this colour.
    Plays(Color),
    /// The game is of this category.
    Of(Category),
    /// The game is this wild.
    Is(Wild),
}

/// The words that are no categories.
const WORDS: &[(&str, Variable)] = &[
    ("abuser", Variable::Abuser),
    ("active", Variable::Active),
    ("assessdraw", Variable::AssessDraw),
    ("assessloss", Variable::AssessLoss),
    ("assesswin", Variable::AssessWin),
    ("black", Variable::Plays(Color::Black)),
    ("computer", Variable::Computer),
    ("estimated", Variable::Estimated),
    ("etime", Variable::Etime),
    ("fr", Variable::FischerRandom),
    ("inc", Variable::Inc),
    ("myrating", Variable::MyRating),
    ("nocolor", Variable::NoColor),
    ("nonstandard", Variable::Nonstandard),
    ("private", Variable::Private),
    ("provisional", Variable::Provisional),
    ("rated", Variable::Rated),
    ("rating", Variable::Rating),
    ("ratingdiff", Variable::RatingDiff),
    ("rd", Variable::Rd),
    ("registered", Variable::Registered),
    ("time", Variable::Time),
    ("timeseal", Variable::Timeseal),
    ("titled", Variable::Titled),
    ("unrated", Variable::Unrated),
    ("white", Variable::Plays(Color::White)),
    ("wildfr", Variable::FischerRandom),
];

impl Variable {
    /// The variable of a word in lower case.
    pub(crate) fn from_word(word: &str) -> Option<Variable> {
        if let Some((_, variable)) = WORDS.iter().find(|(known, _)| *known == word) {
            return Some(*variable);
        }
        match word.parse::<Category>().ok() {
            Some(Category::Examined) => None,
            Some(category) => Some(Variable::Of(category)),
            None => word.strip_prefix("wild")?.parse::<Wild>().ok().map(Variable::Is),
        }
    }

    /// Its value for a proposal.
    pub(crate) fn value(self, p: &Proposal) -> f64 {
        let number = match self {
            Variable::AssessDraw => p.draw,
            Variable::AssessLoss => p.loss.saturating_neg(),
            Variable::AssessWin => p.win,
            Variable::MyRating => p.my_rating,
            Variable::Rating => p.rating,
            Variable::RatingDiff => p.rating.saturating_sub(p.my_rating),
            Variable::Rd => p.rd.round() as i32,
            Variable::Etime => return p.mine.etime().0 as f64 / 60_000.0,
            Variable::Inc => return p.mine.increment.0 as f64 / 1000.0,
            Variable::Time => return p.mine.whole_minutes() as f64,
            truth => i32::from(truth.holds(p)),
        };
        f64::from(number)
    }

    /// Returns true if a boolean variable is set; a number is true unless it is 0.
    fn holds(self, p: &Proposal) -> bool {
        match self {
            Variable::Abuser => p.abuser,
            Variable::Active => p.standing == Standing::Active,
            Variable::Computer => p.computer,
            Variable::Estimated => p.standing == Standing::Estimated,
            Variable::FischerRandom => p.kind == GameKind::FischerRandom,
            Variable::NoColor => p.color.is_none(),
            Variable::Nonstandard => p.mine != p.theirs || p.category == Category::Nonstandard,
            Variable::Private => p.private,
            Variable::Provisional => p.standing == Standing::Provisional,
            Variable::Rated => p.rated,
            Variable::Registered => p.registered,
            Variable::Timeseal => p.timeseal,
            Variable::Titled => p.titled,
            Variable::Unrated => !p.rated,
            Variable::Plays(color) => p.color == Some(color),
            Variable::Of(category) => p.category == category,
            Variable::Is(wild) => p.kind == GameKind::Wild(wild),
            number => number.value(p) != 0.0,
        }
    }
}
