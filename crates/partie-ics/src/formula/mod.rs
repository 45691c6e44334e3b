//! The language in which players say which matches they want.
//!
//! A formula is an expression over the facts of a proposed match ([`Proposal`]); the
//! match fits if its value is not 0. `f1` to `f9` are formulas by names, to which later
//! ones and the formula itself may refer, so there are no circles.
//!
//! | what | signs, from the tightest on |
//! |---|---|
//! | not, negative | `!` `not`, `-` |
//! | arithmetic | `*` `/`, then `+` `-` |
//! | comparison | `<` `<=` `=<` `>` `>=` `=>`, then `=` `==`, then `!=` `<>` |
//! | and, or | `&` `&&` `and`, then `|` `||` `or` |
//!
//! Equals are taken from left to right. `maxtime(n)` and `mymaxtime(n)` are seconds; a
//! number may have the unit `minutes` (times 60) or `seconds`. `#` begins a comment.
//! Division by 0 divides by 0.001.
//!
//! Sources: FICS `help formula` (1995) and `help new_features` 1.25.15 (`active`,
//! `estimated`, `provisional`, `rd`). Partie's own are `etime`, `unrated`, `titled`,
//! `white`, `black`, `nocolor`, `fr`, `wild0` to `wild8a`, decimals and `seconds`.

mod facts;
mod parse;
mod tree;

use std::fmt;

pub use facts::{Proposal, Variable};
pub use parse::{DEEPEST, LONGEST, Problem, ProblemKind};
use tree::{Binary, Node, Tree};

/// A formula that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    text: String,
    tree: Tree,
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// One of a player's formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// f1 to f9, by their places from 0.
    F(u8),
    /// The formula that decides.
    Formula,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::F(place) => write!(f, "f{}", place + 1),
            Slot::Formula => f.write_str("formula"),
        }
    }
}

/// The smallest part of a formula that must hold and does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason<'a> {
    /// The formula in which it stands.
    pub slot: Slot,
    /// Its text.
    pub text: &'a str,
}

/// A player's formula and their f1 to f9.
///
/// ```
/// use partie_ics::formula::{Formulas, Slot};
/// let mut formulas = Formulas::default();
/// formulas.set(Slot::F(0), "rated & time = 5 & inc = 0  # rated five minutes")?;
/// formulas.set(Slot::Formula, "f1 & !abuser")?;
/// let problem = formulas.set(Slot::Formula, "f1 & bliz").expect_err("misspelt");
/// assert_eq!(problem.to_string(), "column 6: there is no variable `bliz`");
/// assert!(formulas.set(Slot::F(1), "f2 > 3").is_err());
/// # Ok::<(), partie_ics::formula::Problem>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Formulas {
    f: [Option<Formula>; 9],
    formula: Option<Formula>,
}

impl Formulas {
    /// Sets one of them; an empty text removes it.
    ///
    /// # Errors
    ///
    /// Returns [`Problem`] and changes nothing if the text is not a formula.
    pub fn set(&mut self, slot: Slot, text: &str) -> Result<(), Problem> {
        let below = match slot {
            Slot::F(place) => place,
            Slot::Formula => 9,
        };
        let text = text.trim();
        let tree = parse::parse(text, below)?;
        let formula = (!text.is_empty()).then(|| Formula { text: text.to_owned(), tree });
        match slot {
            Slot::F(place) => {
                if let Some(slot) = self.f.get_mut(usize::from(place)) {
                    *slot = formula;
                }
            }
            Slot::Formula => self.formula = formula,
        }
        Ok(())
    }

    /// One of them, if it is set.
    pub(crate) fn of(&self, slot: Slot) -> Option<&Formula> {
        match slot {
            Slot::F(place) => self.f.get(usize::from(place))?.as_ref(),
            Slot::Formula => self.formula.as_ref(),
        }
    }

    /// Returns true if a match fits. Without a formula every match does; one of f1 to f9 that is
    /// not set counts as 1.
    pub(crate) fn fits(&self, proposal: &Proposal) -> bool {
        self.why_not(proposal).is_none()
    }

    /// The smallest part that must hold and does not; `None` if the match fits.
    pub(crate) fn why_not(&self, proposal: &Proposal) -> Option<Reason<'_>> {
        let formula = self.formula.as_ref()?;
        // Each refers only to earlier ones, so each is evaluated once.
        let mut f = [1.0; 9];
        for place in 0..9 {
            if let Some(value) = self.values(Slot::F(place), proposal, &f).last() {
                f[usize::from(place)] = *value;
            }
        }
        let mut slot = Slot::Formula;
        let mut formula = formula;
        loop {
            let values = self.values(slot, proposal, &f);
            let mut id = values.len().checked_sub(1)?;
            if values[id] != 0.0 {
                return None;
            }
            while let Node::Binary(Binary::And, left, right) = formula.tree.parts[id].node {
                id = if values[left] == 0.0 { left } else { right };
            }
            let part = &formula.tree.parts[id];
            match part.node {
                Node::Reference(place) if let Some(named) = self.of(Slot::F(place)) => {
                    (slot, formula) = (Slot::F(place), named);
                }
                _ => return Some(Reason { slot, text: &formula.text[part.place.clone()] }),
            }
        }
    }

    fn values(&self, slot: Slot, proposal: &Proposal, f: &[f64; 9]) -> Vec<f64> {
        self.of(slot).map(|formula| formula.tree.values(proposal, f)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
