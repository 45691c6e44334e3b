//! Handles: the names of players.
//!
//! A handle has 3 to 17 letters. Its spelling is kept, but handles that differ only in letter
//! case are the same.

use std::{fmt, hash, str::FromStr};

use crate::rng::Rng;

/// The name of a player. Two handles are equal if their letters are, in any case.
///
/// ```
/// use partie_ics::handle::Handle;
/// let (one, other): (Handle, Handle) = ("MAd".parse()?, "mad".parse()?);
/// assert_eq!(one, other);
/// assert_eq!(one.to_string(), "MAd");
/// # Ok::<(), partie_ics::handle::BadHandle>(())
/// ```
#[derive(Clone, Debug)]
pub struct Handle {
    spelling: Box<str>,
}

/// Reason why a text is no handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadHandle {
    /// Fewer letters than the shortest handle has.
    TooShort,
    /// More letters than [`Handle::LONGEST`].
    TooLong,
    /// A character other than A to Z.
    NotLetters,
}

impl FromStr for Handle {
    type Err = BadHandle;

    fn from_str(text: &str) -> Result<Handle, BadHandle> {
        if text.chars().count() > Handle::LONGEST {
            Err(BadHandle::TooLong)
        } else if !text.bytes().all(|b| b.is_ascii_alphabetic()) {
            Err(BadHandle::NotLetters)
        } else if text.len() < Handle::SHORTEST {
            Err(BadHandle::TooShort)
        } else {
            Ok(Handle { spelling: text.into() })
        }
    }
}

impl Handle {
    /// The fewest letters.
    pub(crate) const SHORTEST: usize = 3;
    /// The most letters.
    pub const LONGEST: usize = 17;

    /// The letters as the player wrote them.
    pub(crate) fn as_str(&self) -> &str {
        &self.spelling
    }

    /// Returns an unused name for a guest, such as `GuestIAZA`. After a thousand taken names a
    /// letter is added, up to [`Handle::LONGEST`]; if all names of that length are taken, too, the
    /// last one is returned.
    pub(crate) fn guest(rng: &mut Rng, taken: impl Fn(&Handle) -> bool) -> Handle {
        let most = Handle::LONGEST - "Guest".len();
        let mut tries = 0;
        loop {
            let count = (4 + tries / 1000).min(most);
            let letters = (0..count).map(|_| char::from(b'A' + rng.below(26) as u8));
            let spelling: String = "Guest".chars().chain(letters).collect();
            let handle = Handle { spelling: spelling.into() };
            tries += 1;
            if !taken(&handle) || tries >= 1000 * most {
                return handle;
            }
        }
    }

    /// Returns true if a text at the login prompt requests a guest's name: `guest` or `g`.
    pub(crate) fn asks_for_guest(text: &str) -> bool {
        text.eq_ignore_ascii_case("guest") || text.eq_ignore_ascii_case("g")
    }

    /// Returns true if a name looks like one made by [`Handle::guest`].
    pub(crate) fn is_of_guest(name: &str) -> bool {
        let letters = name.strip_prefix("Guest");
        letters.is_some_and(|l| l.len() >= 4 && l.bytes().all(|b| b.is_ascii_uppercase()))
    }

    fn folded(&self) -> impl Iterator<Item = u8> {
        self.spelling.bytes().map(|b| b.to_ascii_lowercase())
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.spelling)
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        self.spelling.eq_ignore_ascii_case(&other.spelling)
    }
}

impl Eq for Handle {}

impl hash::Hash for Handle {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        for b in self.folded() {
            state.write_u8(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn what_is_a_handle() {
        for (text, expected) in [
            ("Ann", Ok("Ann")),
            ("ABCDEFGHIJKLMNOPQ", Ok("ABCDEFGHIJKLMNOPQ")),
            ("", Err(BadHandle::TooShort)),
            ("ab", Err(BadHandle::TooShort)),
            ("ABCDEFGHIJKLMNOPQR", Err(BadHandle::TooLong)),
            ("a1c", Err(BadHandle::NotLetters)),
            ("Ann Lee", Err(BadHandle::NotLetters)),
            ("Zoë", Err(BadHandle::NotLetters)),
        ] {
            let handle = text.parse::<Handle>();
            assert_eq!(
                handle.as_ref().map(Handle::as_str),
                expected.as_ref().map(|s| *s),
                "{text}"
            );
        }
    }

    #[test]
    fn guests() {
        let mut rng = Rng::new(3);
        let first = Handle::guest(&mut rng.clone(), |_| false);
        assert!(first.as_str().starts_with("Guest"));
        assert_eq!(first.as_str().len(), 9);
        assert!(Handle::is_of_guest(first.as_str()));
        assert!(!Handle::is_of_guest("Guestbook") && !Handle::is_of_guest("Adam"));
        let other = Handle::guest(&mut rng, |h| *h == first);
        assert_ne!(first, other);
        let crowded = Handle::guest(&mut rng, |h| h.as_str().len() < 11);
        assert_eq!(crowded.as_str().len(), 11);
        assert_eq!(Handle::guest(&mut rng, |_| true).as_str().len(), Handle::LONGEST);
        assert!(Handle::asks_for_guest("Guest") && Handle::asks_for_guest("g"));
        assert!(!Handle::asks_for_guest("guests"));
    }

    proptest! {
        /// Equality agrees with the lower-case key.
        #[test]
        fn letter_case_is_nothing(one in "[a-cA-C]{3,5}", other in "[a-cA-C]{3,5}") {
            let (a, b): (Handle, Handle) = (one.parse().expect("a"), other.parse().expect("b"));
            prop_assert_eq!(a == b, a.as_str().eq_ignore_ascii_case(b.as_str()));
        }
    }
}
