//! Tie-breaks by their codes.

use std::{fmt, str::FromStr};

use crate::query::ParseError;

/// Criterion that parts players with equal points (FIDE Handbook C.07, from March 2026).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreak {
    pub(super) measure: Measure,
    pub(super) cut: Cut,
}

/// Quantity that a tie-break compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    DirectEncounter,
    Wins,
    GamesWon,
    ElectedRounds,
    BlackGames,
    BlackWins,
    Progressive,
    SonnebornBerger,
    Koya,
    Buchholz,
    MeanBuchholz,
    ForeBuchholz,
    MeanRating,
    Performance,
    PerfectPerformance,
    MeanPerformance,
    MeanPerfectPerformance,
}

/// Number of opponents to cut: with the lowest contributions, and with the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) lowest: usize,
    pub(super) highest: usize,
}

const NO_CUT: Cut = Cut { lowest: 0, highest: 0 };

/// Cuts with their codes and names.
const CUTS: [(&str, Cut, &str); 4] = [
    ("C1", Cut { lowest: 1, highest: 0 }, ", without the lowest"),
    ("C2", Cut { lowest: 2, highest: 0 }, ", without the two lowest"),
    ("M1", Cut { lowest: 1, highest: 1 }, ", without the lowest and the highest"),
    ("M2", Cut { lowest: 2, highest: 2 }, ", without the two lowest and the two highest"),
];

/// Measures with their codes and names.
const MEASURES: [(Measure, &str, &str); 17] = [
    (Measure::DirectEncounter, "DE", "direct encounter"),
    (Measure::Wins, "WIN", "wins"),
    (Measure::GamesWon, "WON", "games won on the board"),
    (Measure::ElectedRounds, "REP", "rounds elected to play"),
    (Measure::BlackGames, "BPG", "games with Black"),
    (Measure::BlackWins, "BWG", "games won with Black"),
    (Measure::Progressive, "PS", "progressive scores"),
    (Measure::SonnebornBerger, "SB", "Sonneborn-Berger"),
    (Measure::Koya, "KS", "Koya"),
    (Measure::Buchholz, "BH", "Buchholz"),
    (Measure::MeanBuchholz, "AOB", "mean Buchholz of the opponents"),
    (Measure::ForeBuchholz, "FB", "Buchholz with a drawn last round"),
    (Measure::MeanRating, "ARO", "mean rating of the opponents"),
    (Measure::Performance, "TPR", "rating performance"),
    (Measure::PerfectPerformance, "PTP", "perfect rating performance"),
    (Measure::MeanPerformance, "APRO", "mean performance of the opponents"),
    (Measure::MeanPerfectPerformance, "APPO", "mean perfect performance of the opponents"),
];

const fn plain(measure: Measure) -> TieBreak {
    TieBreak { measure, cut: NO_CUT }
}

impl TieBreak {
    /// Usual tie-breaks of an all-play-all.
    pub(super) const ALL_PLAY_ALL: [TieBreak; 3] =
        [plain(Measure::DirectEncounter), plain(Measure::SonnebornBerger), plain(Measure::Wins)];

    /// Usual tie-breaks of two teams, whose members do not meet each other.
    pub(super) const SCHEVENINGEN: [TieBreak; 2] =
        [plain(Measure::SonnebornBerger), plain(Measure::Wins)];

    /// Usual tie-breaks of a Swiss tournament.
    pub(super) const SWISS: [TieBreak; 3] = [
        TieBreak { measure: Measure::Buchholz, cut: Cut { lowest: 1, highest: 0 } },
        plain(Measure::Buchholz),
        plain(Measure::Wins),
    ];

    /// Usual tie-breaks of others.
    pub(super) const OTHER: [TieBreak; 1] = [plain(Measure::Wins)];

    /// Returns its code, such as `BHC1`.
    #[must_use]
    pub fn code(self) -> String {
        let measure = MEASURES.iter().find(|(measure, ..)| *measure == self.measure);
        let cut = CUTS.iter().find(|(_, cut, _)| *cut == self.cut);
        format!("{}{}", measure.map_or("", |m| m.1), cut.map_or("", |c| c.0))
    }

    /// Returns its name in words.
    #[must_use]
    pub fn name(self) -> String {
        let measure = MEASURES.iter().find(|(measure, ..)| *measure == self.measure);
        let cut = CUTS.iter().find(|(_, cut, _)| *cut == self.cut);
        let cut = match (self.measure, self.cut.lowest) {
            (Measure::Progressive, 1) => ", without the first round",
            (Measure::Progressive, 2) => ", without the first two rounds",
            _ => cut.map_or("", |cut| cut.2),
        };
        format!("{}{cut}", measure.map_or("", |measure| measure.2))
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.code())
    }
}

impl FromStr for TieBreak {
    type Err = ParseError;

    /// Reads a code of FIDE, such as `DE` or `BHC1`; `BH-C1` and `BH/C1` are understood, too, and `GE`,
    /// as REP was called until 2024.
    fn from_str(word: &str) -> Result<TieBreak, ParseError> {
        let code: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
        let code = code.to_ascii_uppercase();
        let cut = CUTS.iter().find_map(|(end, cut, _)| Some((code.strip_suffix(end)?, *cut)));
        let (base, cut) = cut.unwrap_or((&code, NO_CUT));
        let base = if base == "GE" { "REP" } else { base };
        let measure = MEASURES.iter().find(|(_, code, _)| *code == base);
        let measure = measure.map(|(measure, ..)| *measure).filter(|measure| match measure {
            _ if cut == NO_CUT => true,
            Measure::Progressive => cut.highest == 0,
            Measure::Buchholz
            | Measure::ForeBuchholz
            | Measure::SonnebornBerger
            | Measure::MeanRating => true,
            _ => false,
        });
        let Some(measure) = measure else {
            let codes: Vec<_> = MEASURES.iter().map(|(_, code, _)| *code).collect();
            return Err(format!(
                "expected one of {}; BH, FB, SB and ARO may end in C1, C2, M1 or M2, and PS in C1 or C2",
                codes.join(" ")
            )
            .into());
        };
        Ok(TieBreak { measure, cut })
    }
}
