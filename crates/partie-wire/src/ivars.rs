//! Interface variables: settings of a program, not of its player.
//!
//! There are 35, each on or off, set with `iset NAME 1` or before the login all at once
//! with a line of `%b` and their digits. They last as long as the connection; once
//! `lock` is set none of them can be altered.
//!
//! ```
//! use partie_wire::ivars::{Ivar, Ivars};
//!
//! let mut ivars = Ivars::default();
//! assert!(ivars.has(Ivar::Showownseek), "on from the beginning");
//! ivars.set(Ivar::find("defp").unwrap(), true).unwrap();
//! assert!(ivars.has(Ivar::Defprompt));
//!
//! ivars.set(Ivar::Lock, true).unwrap();
//! assert!(ivars.set(Ivar::Ms, true).is_err());
//! ```

use std::fmt;

use strum::{Display, IntoStaticStr, VariantArray};

/// Number of interface variables.
pub const COUNT: usize = 35;

/// An interface variable, in the order of the `%b` line.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
#[repr(u8)]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ivar {
    /// Moves come as short `<d1>` lines.
    Compressmove,
    /// Voice; has no effect any more.
    Audiochat,
    /// Removed seeks are sent as `<sr>`.
    Seekremove,
    /// The prompt is `fics% `, overriding the player's own.
    Defprompt,
    /// No interface variable can be altered any more.
    Lock,
    /// Lists of moves begin with the board from which the game began.
    Startpos,
    /// The output of commands comes in numbered frames (see [`block`](crate::block)).
    Block,
    /// A game begins with a `<g1>` line.
    Gameinfo,
    /// Has no effect.
    Xdr,
    /// Offers are sent as `<pt>`, `<pf>` and `<pr>`.
    Pendinfo,
    /// Statistics as a graph that programs can read.
    Graph,
    /// Seeks are sent as `<s>` and `<sc>`.
    Seekinfo,
    /// Characters of extended ASCII.
    Extascii,
    /// No highlighting marks.
    Nohighlight,
    /// Highlighting in the manner of a VT100.
    Vthighlight,
    /// The server that a player is on.
    Showserver,
    /// Arrivals and departures are sent as `<wa>` and `<wd>`.
    Pin,
    /// Clocks in milliseconds.
    Ms,
    /// Round trips are sent as `<p>`.
    Pinginfo,
    /// More about a board.
    Boardinfo,
    /// More about a user.
    Extuserinfo,
    /// Seeks that request a colour.
    Seekca,
    /// `seekinfo` includes the player's own seek. On by default.
    Showownseek,
    /// Marks moves that were made ahead.
    Premove,
    /// Moves may be shorter than a disambiguation needs.
    Smartmove,
    /// `bc3` is a pawn's move, never a bishop's.
    Movecase,
    /// The interface knows suicide chess.
    Suicide,
    /// The interface knows crazyhouse.
    Crazyhouse,
    /// The interface knows losers' chess.
    Losers,
    /// The interface knows castling from other squares.
    Wildcastle,
    /// The interface knows Fischer random chess.
    Fr,
    /// Lines are not wrapped.
    Nowrap,
    /// `gin` reports adjudicated results, too.
    Allresults,
    /// Round trips of observers.
    Obsping,
    /// One observed board at a time.
    Singleboard,
}

/// Reason why a word names no interface variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindError {
    /// None begins with it.
    Unknown,
    /// Several begin with it: these.
    Ambiguous(Vec<Ivar>),
}

impl fmt::Display for FindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindError::Unknown => f.write_str("no interface variable begins with this"),
            FindError::Ambiguous(fitting) => {
                f.write_str("several interface variables begin with this:")?;
                fitting.iter().try_for_each(|ivar| write!(f, " {ivar}"))
            }
        }
    }
}

impl std::error::Error for FindError {}

impl Ivar {
    /// All of them, in the order of the `%b` line.
    pub const ALL: &[Ivar] = Self::VARIANTS;

    /// Its name, as `iset` takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its place in the `%b` line, 0 to 34.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns true if it is on by default.
    pub(crate) const fn default_value(self) -> bool {
        matches!(self, Ivar::Showownseek)
    }

    /// The variable that a word names, in any case: its whole name (`pin`, `ms`), or a
    /// beginning that no other name has (`defp`).
    ///
    /// # Errors
    ///
    /// [`FindError`] if the word, which may be empty, names none, or more than one.
    pub fn find(word: &str) -> Result<Ivar, FindError> {
        let word = word.to_ascii_lowercase();
        if let Some(ivar) = Ivar::ALL.iter().copied().find(|i| i.name() == word) {
            return Ok(ivar);
        }
        let fits = |ivar: &Ivar| !word.is_empty() && ivar.name().starts_with(&word);
        let fitting: Vec<Ivar> = Ivar::ALL.iter().copied().filter(fits).collect();
        match fitting[..] {
            [] => Err(FindError::Unknown),
            [ivar] => Ok(ivar),
            _ => Err(FindError::Ambiguous(fitting)),
        }
    }

    const fn bit(self) -> u64 {
        1 << self.index()
    }
}

/// The interface variables of one connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ivars(u64);

/// `lock` is on: variables cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locked;

impl fmt::Display for Locked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the interface variables are locked")
    }
}

impl std::error::Error for Locked {}

/// Reason why a line is no `%b` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It does not begin with `%b`.
    NoMark,
    /// This character, counted from 0 after the `%b`, is neither 0 nor 1.
    NoDigit(usize),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::NoMark => f.write_str("expected %b at the start of the line"),
            LineError::NoDigit(at) => write!(f, "expected 0 or 1 as digit {}", at + 1),
        }
    }
}

impl std::error::Error for LineError {}

impl Default for Ivars {
    fn default() -> Ivars {
        let on = Ivar::ALL.iter().copied().filter(|ivar| ivar.default_value());
        Ivars(on.fold(0, |bits, ivar| bits | ivar.bit()))
    }
}

impl Ivars {
    /// Returns true if a variable is on.
    #[must_use]
    pub const fn has(self, ivar: Ivar) -> bool {
        self.0 & ivar.bit() != 0
    }

    /// Sets a variable.
    ///
    /// # Errors
    ///
    /// [`Locked`] if `lock` is on, even for `lock` itself.
    pub fn set(&mut self, ivar: Ivar, on: bool) -> Result<(), Locked> {
        if self.has(Ivar::Lock) {
            return Err(Locked);
        }
        *self = self.with(ivar, on);
        Ok(())
    }

    /// The same set with one variable changed, whether or not it is locked.
    #[must_use]
    pub const fn with(self, ivar: Ivar, on: bool) -> Ivars {
        Ivars(if on { self.0 | ivar.bit() } else { self.0 & !ivar.bit() })
    }

    /// The variables that are on, in order.
    pub fn iter(self) -> impl Iterator<Item = Ivar> {
        Ivar::ALL.iter().copied().filter(move |ivar| self.has(*ivar))
    }

    /// Reads a line of `%b` and digits. Variables that the line does not reach keep their
    /// default; digits beyond the last variable, of interfaces newer than this, are
    /// ignored.
    ///
    /// # Errors
    ///
    /// [`LineError`] with the place of the first character that is no digit.
    pub fn parse(line: &str) -> Result<Ivars, LineError> {
        let digits = line.strip_prefix("%b").ok_or(LineError::NoMark)?.trim_end();
        let mut ivars = Ivars::default();
        for (i, digit) in digits.bytes().enumerate() {
            let on = match digit {
                b'0' => false,
                b'1' => true,
                _ => return Err(LineError::NoDigit(i)),
            };
            if let Some(ivar) = Ivar::ALL.get(i) {
                ivars = ivars.with(*ivar, on);
            }
        }
        Ok(ivars)
    }
}

/// The line that sets all of them, `%b` and 35 digits.
impl fmt::Display for Ivars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("%b")?;
        Ivar::ALL.iter().try_for_each(|i| f.write_str(if self.has(*i) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Ivars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_order_of_the_line() {
        let names: Vec<&str> = Ivar::ALL.iter().map(|i| i.name()).collect();
        assert_eq!(
            names.join(" "),
            "compressmove audiochat seekremove defprompt lock startpos block gameinfo xdr \
             pendinfo graph seekinfo extascii nohighlight vthighlight showserver pin ms \
             pinginfo boardinfo extuserinfo seekca showownseek premove smartmove movecase \
             suicide crazyhouse losers wildcastle fr nowrap allresults obsping singleboard"
        );
        for (i, ivar) in Ivar::ALL.iter().copied().enumerate() {
            assert_eq!(ivar.index(), i);
        }
    }

    #[test]
    fn words() {
        use Ivar::*;
        let several = |ivars: &[Ivar]| Err(FindError::Ambiguous(ivars.to_vec()));
        for (word, found) in [
            ("ms", Ok(Ms)),
            ("MS", Ok(Ms)),
            ("pin", Ok(Pin)),
            ("ping", Ok(Pinginfo)),
            ("b", several(&[Block, Boardinfo])),
            ("bl", Ok(Block)),
            ("defprompt", Ok(Defprompt)),
            ("seek", several(&[Seekremove, Seekinfo, Seekca])),
            ("seeki", Ok(Seekinfo)),
            ("f", Ok(Fr)),
            ("block1", Err(FindError::Unknown)),
            ("atomic", Err(FindError::Unknown)),
            ("", Err(FindError::Unknown)),
            ("☺", Err(FindError::Unknown)),
        ] {
            assert_eq!(Ivar::find(word), found, "{word}");
        }
        let error = Ivar::find("b").expect_err("two");
        assert_eq!(
            error.to_string(),
            "several interface variables begin with this: block boardinfo"
        );
    }

    #[test]
    fn a_line_of_a_real_session() {
        // The list that the server sent after this line is in the transcript of Adam.
        let line = "%b10110111010100000100001111111111000";
        let ivars = Ivars::parse(line).expect("a line");
        let on: Vec<&str> = ivars.iter().map(Ivar::name).collect();
        assert_eq!(
            on.join(" "),
            "compressmove seekremove defprompt startpos block gameinfo pendinfo seekinfo ms \
             showownseek premove smartmove movecase suicide crazyhouse losers wildcastle fr nowrap"
        );
        assert_eq!(ivars.to_string(), line);
    }

    #[test]
    fn lines() {
        assert_eq!(Ivars::parse("%b"), Ok(Ivars::default()));
        assert_eq!(Ivars::parse("%b0001"), Ok(Ivars::default().with(Ivar::Defprompt, true)));
        let long = format!("%b{}", "1".repeat(40));
        assert_eq!(Ivars::parse(&long).map(|i| i.iter().count()), Ok(COUNT));
        assert_eq!(Ivars::parse("Anna"), Err(LineError::NoMark));
        assert_eq!(Ivars::parse("%b012"), Err(LineError::NoDigit(2)));
    }

    #[test]
    fn a_lock_stays() {
        let mut ivars = Ivars::default();
        assert_eq!(ivars.set(Ivar::Ms, true), Ok(()));
        assert_eq!(ivars.set(Ivar::Lock, true), Ok(()));
        assert_eq!(ivars.set(Ivar::Ms, false), Err(Locked));
        assert_eq!(ivars.set(Ivar::Lock, false), Err(Locked));
        assert!(ivars.has(Ivar::Ms) && ivars.has(Ivar::Lock));
    }

    proptest! {
        #[test]
        fn a_written_line_is_read(digits in "[01]{35}") {
            let line = format!("%b{digits}");
            prop_assert_eq!(Ivars::parse(&line).map(|i| i.to_string()), Ok(line));
        }

        #[test]
        fn every_beginning_finds_or_lists(i in 0..COUNT, length in 1usize..12) {
            let ivar = Ivar::ALL[i];
            let word: String = ivar.name().chars().take(length).collect();
            match Ivar::find(&word) {
                Ok(found) => prop_assert!(found == ivar || found.name() == word),
                Err(FindError::Ambiguous(fitting)) => prop_assert!(fitting.contains(&ivar)),
                Err(FindError::Unknown) => prop_assert!(false),
            }
        }

        #[test]
        fn nothing_panics(line: String) {
            let _ = Ivars::parse(&line);
            let _ = Ivar::find(&line);
        }
    }
}
