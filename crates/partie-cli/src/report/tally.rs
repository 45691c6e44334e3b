//! Number of records by state.

use std::fmt;

use partie_formats::{
    Format, Severity,
    text::{count, grouped},
};

use crate::exit::Exit;

/// Counts records by their highest severity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Number of records without diagnostics, or with notes only.
    pub(crate) clean: u64,
    /// Number of the clean records with notes.
    noted: u64,
    /// Not as the standard has it, but read with certainty.
    pub(crate) repaired: u64,
    /// Records with a warning.
    pub(crate) warnings: u64,
    /// Records with unreadable text.
    pub(crate) broken: u64,
    /// Number of records that are positions (FEN, EPD).
    positions: u64,
    /// Number of words that were not understood and were kept as text.
    pub(crate) words_kept: u64,
    /// Number of texts between the games that hold none.
    pub(crate) without_game: u64,
    /// True if only games that meet conditions were counted.
    pub(crate) is_filtered: bool,
}

impl Tally {
    /// Counts records by their format and highest severity.
    pub(crate) fn count(&mut self, format: Format, worst: Option<Severity>, records: u64) {
        self.without_game += u64::from(records == 0 && worst == Some(Severity::Error));
        match worst {
            None => self.clean += records,
            Some(Severity::Note) => {
                self.clean += records;
                self.noted += records;
            }
            Some(Severity::Repaired) => self.repaired += records,
            Some(Severity::Warning) => self.warnings += records,
            Some(Severity::Error) => self.broken += records,
        }
        if matches!(format, Format::Fen | Format::Epd) {
            self.positions += records;
        }
    }

    /// Returns the number of records.
    pub(crate) const fn records(&self) -> u64 {
        self.clean + self.repaired + self.warnings + self.broken
    }

    /// Returns the number of records with a diagnostic of a severity or higher.
    pub(crate) const fn at_least(&self, severity: Severity) -> u64 {
        match severity {
            Severity::Note => self.noted + self.repaired + self.warnings + self.broken,
            Severity::Repaired => self.repaired + self.warnings + self.broken,
            Severity::Warning => self.warnings + self.broken,
            Severity::Error => self.broken,
        }
    }

    /// Returns the exit status if diagnostics of this severity or higher are denied. An
    /// input without records fails as well, and so does a text without a game.
    pub(crate) fn exit(&self, denied: Severity) -> Exit {
        let found = self.at_least(denied) + self.without_game;
        if self.records() == 0 || found > 0 { Exit::Problems } else { Exit::Clean }
    }

    /// `games`, or `positions` where all records were.
    pub(crate) const fn noun(&self) -> &'static str {
        if self.positions > 0 && self.positions == self.records() { "position" } else { "game" }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = self.records();
        if records == 0 && self.is_filtered {
            return f.write_str("no game meets the conditions");
        }
        write!(f, "{} read", count(records, self.noun()))?;
        if records > 0 && self.clean == records && self.words_kept == 0 && self.without_game == 0 {
            return f.write_str(", all clean");
        }
        for (number, state) in [
            (self.clean, "clean"),
            (self.repaired, "repaired"),
            (self.warnings, "doubtful"),
            (self.broken, "broken"),
        ] {
            if number > 0 {
                write!(f, ", {} {state}", grouped(number))?;
            }
        }
        if records > 0 && self.without_game > 0 {
            write!(f, "; {} without a game", count(self.without_game, "text"))?;
        }
        if records > 0 && self.words_kept > 0 {
            write!(f, "; {} kept as text", count(self.words_kept, "word"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use partie_formats::Record;

    use super::*;
    use crate::report::samples::{immortal, record};

    #[test]
    fn a_game_counts_by_its_worst_finding() {
        let mut tally = Tally::default();
        assert_eq!(tally.exit(Severity::Error), Exit::Problems);
        let add = |tally: &mut Tally, record: &Record| {
            tally.count(record.format, record.parsed.worst(), 1);
        };
        add(&mut tally, &record(b"1. e4 *", Vec::new()));
        assert_eq!(tally.to_string(), "1 game read, all clean");
        assert_eq!(tally.exit(Severity::Note), Exit::Clean);
        let mut doubtful = immortal();
        doubtful.parsed.diagnostics.remove(1);
        add(&mut tally, &doubtful);
        assert_eq!(tally.to_string(), "2 games read, 1 clean, 1 doubtful");
        assert_eq!(tally.exit(Severity::Error), Exit::Clean);
        assert_eq!(tally.exit(Severity::Warning), Exit::Problems);
        add(&mut tally, &immortal());
        assert_eq!(tally.to_string(), "3 games read, 1 clean, 1 doubtful, 1 broken");
        assert_eq!(tally.exit(Severity::Error), Exit::Problems);
    }

    #[test]
    fn numbers() {
        assert_eq!(count(0, "game"), "0 games");
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(9999, "game"), "9999 games");
        assert_eq!(count(1_234_567, "game"), "1 234 567 games");
    }
}
