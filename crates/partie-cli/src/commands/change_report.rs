//! Report of changes, as text and JSON.

use std::collections::BTreeMap;

use partie_formats::{Confidence, Diagnostic, Places, Record, Severity};
use partie_pgn::repair::Change;
use partie_records::mend::Step;
use serde_json::{Value, json};

use crate::{
    commands::print_message,
    report::{count, grouped, move_label, shortened, visible},
};

/// Number of characters quoted from a text.
const QUOTED: usize = 40;

/// Counts changes, and lists the unsafe ones.
#[derive(Default)]
pub(super) struct ChangeReport {
    /// Games read, changed, and still broken.
    pub(super) games: u64,
    /// Games in the mended text.
    pub(super) written: u64,
    pub(super) changed: u64,
    pub(super) broken: u64,
    /// Texts that hold no game, with errors.
    pub(super) no_games: u64,
    /// An input is in a format that is not mended, which was reported.
    pub(super) refused: bool,
    /// The games of an input are written in another way than they stand in it.
    pub(super) rewritten: bool,
    /// By level.
    levels: [u64; 3],
    /// By code: title and number.
    kinds: BTreeMap<&'static str, (&'static str, u64)>,
}

impl ChangeReport {
    /// All changes.
    pub(super) fn total(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// Number of changes of a level, and of less certain ones.
    pub(super) fn at_least(&self, level: Confidence) -> u64 {
        self.levels[level as usize..].iter().sum()
    }

    /// Counts a step of mending, and what is left in its record.
    pub(super) fn step(&mut self, step: &Step, changed: bool, left: &[Diagnostic]) {
        match step {
            Step::Clean => {
                self.games += 1;
                // The game had to be mended together with the record before it.
                self.changed += u64::from(changed);
            }
            Step::Record(record) => {
                let broken = left.iter().any(|d| d.severity == Severity::Error);
                let holds_game = record.holds_game();
                self.games += u64::from(holds_game);
                self.changed += u64::from(changed);
                self.broken += u64::from(broken && holds_game);
                self.no_games += u64::from(broken && !holds_game);
            }
            Step::End => {}
        }
    }

    /// Counts a change. Returns it in words if all that are not safe are listed.
    pub(super) fn add(
        &mut self,
        file: &str,
        (record, places): (&Record, &Places<'_>),
        change: &Change,
        all: bool,
    ) -> Option<String> {
        self.levels[change.confidence as usize] += 1;
        self.kinds.entry(change.code.id).or_insert((change.code.title, 0)).1 += 1;
        let is_listed = all && change.confidence != Confidence::Safe;
        is_listed.then(|| sentence(file, (record, places), change))
    }

    /// The changes by kind, the most frequent first, and all in one line.
    pub(super) fn summary(&self, all: bool) {
        if self.games == 0 && self.total() == 0 && self.refused {
            return print_message("0 games repaired");
        }
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(id, (_, n))| (std::cmp::Reverse(*n), **id));
        for (id, (title, n)) in kinds {
            print_message(format_args!("{n:>7}  {id}  {title}"));
        }
        let [safe, likely, guessed] = self.levels;
        if !all && likely + guessed > 0 {
            print_message("use --all to list the changes that are not safe");
        }
        let mut levels = Vec::new();
        for (n, word) in [(safe, "safe"), (likely, "likely"), (guessed, "guessed")] {
            if n > 0 {
                levels.push(format!("{n} {word}"));
            }
        }
        let changes = match levels.is_empty() {
            true if self.rewritten => "nothing else to repair".to_owned(),
            true => "nothing to repair".to_owned(),
            false => format!("{} repaired ({})", grouped(self.changed), levels.join(", ")),
        };
        let broken = match self.broken {
            0 => String::new(),
            1 => "; 1 still cannot be read in full".to_owned(),
            n => format!("; {n} still cannot be read in full"),
        };
        let no_games = match self.no_games {
            0 => String::new(),
            1 => "; 1 text without a game was left as it is".to_owned(),
            n => format!("; {n} texts without a game were left as they are"),
        };
        let written = if self.written == self.games {
            String::new()
        } else {
            format!("; written as {}", count(self.written, "game"))
        };
        print_message(format_args!(
            "{}: {changes}{broken}{no_games}{written}",
            count(self.games, "game")
        ));
    }
}

fn quoted(text: &str) -> String {
    format!("`{}`", shortened(&visible(text), QUOTED))
}

/// One change in words.
fn sentence(file: &str, (record, places): (&Record, &Places<'_>), change: &Change) -> String {
    let place = places.of(change.span.start);
    let label = move_label(record, change.ply);
    // The comment of a guess is replaced by an explanation.
    let after = match (&change.guess, change.after.split_once(" {guess")) {
        (Some(_), Some((moves, _))) => moves,
        _ => change.after.as_str(),
    };
    let what = match (change.before.is_empty(), change.after.is_empty()) {
        (true, true) => change.code.title.to_owned(),
        (true, false) => format!("{} was added", quoted(after.trim())),
        (false, true) => format!("{} was left out", quoted(&change.before)),
        (false, false) => {
            format!("{} became {}", quoted(&change.before), quoted(after.trim()))
        }
    };
    let why = match &change.guess {
        None => change.code.title.to_owned(),
        Some(guess) => {
            let odds = match guess.rivals {
                0 => String::new(),
                1 => ", and with one other assumption".to_owned(),
                n => format!(", and with {n} other assumptions"),
            };
            let plies = match guess.explains {
                1 => "one more ply".to_owned(),
                n => format!("{n} more plies"),
            };
            format!("{}: with it {plies} can be read{odds}", guess.assumption)
        }
    };
    let level = change.confidence.name();
    format!("{file}:{}:{}: {level}: game {label}: {what} ({why})", place.line, place.column)
}

/// One change for machines.
pub(super) fn object(
    file: &str,
    (record, places): (&Record, &Places<'_>),
    change: &Change,
) -> Value {
    let place = places.of(change.span.start);
    let old = record.decoded(&record.text[change.span.clone()]);
    let mut object = json!({
        "file": file,
        "game": record.number,
        "line": place.line,
        "column": place.column,
        "byte": place.byte,
        "code": change.code.id,
        "name": change.code.name,
        "confidence": change.confidence.name(),
        "ply": change.ply,
        "original": old,
        "before": change.before,
        "after": change.after,
    });
    if let Some(guess) = &change.guess {
        object["guess"] = json!({
            "assumption": guess.assumption,
            "explains": guess.explains,
            "rivals": guess.rivals,
            "percent": guess.percent(),
        });
    }
    object
}
