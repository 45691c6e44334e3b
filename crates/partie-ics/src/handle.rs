//! Handles: the names of players.
//!
//! A handle has 3 to 17 letters. Its spelling is kept, but letter case does not tell
//! two players apart. Commands take any beginning of a handle that fits one player only.

use std::{cmp::Ordering, collections::BTreeMap, fmt, hash, ops::Bound, str::FromStr};

use crate::chance::Chance;

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

/// Why a text is no handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadHandle {
    /// Fewer letters than [`Handle::SHORTEST`].
    TooShort,
    /// More letters than [`Handle::LONGEST`].
    TooLong,
    /// Something that is no letter from A to Z.
    NotLetters,
}

impl fmt::Display for BadHandle {
    /// The words with which a server asks for another name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadHandle::TooShort => "A name should be at least three characters long!  Try again.",
            BadHandle::TooLong => "Sorry, names may be at most 17 characters long.  Try again.",
            BadHandle::NotLetters => {
                "Sorry, names can only consist of lower and upper case letters.  Try again."
            }
        })
    }
}

impl std::error::Error for BadHandle {}

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
    pub const SHORTEST: usize = 3;
    /// The most letters.
    pub const LONGEST: usize = 17;

    /// The letters as the player wrote them.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.spelling
    }

    /// The letters in lower case, by which a store finds the player.
    #[must_use]
    pub fn key(&self) -> String {
        self.spelling.to_ascii_lowercase()
    }

    /// A name for a guest, such as `GuestIAZA`, that nobody has yet. After a thousand
    /// lots that were taken a letter is added, up to [`Handle::LONGEST`]; should all
    /// names of that length be taken, too, the last lot is given.
    pub fn guest(chance: &mut Chance, taken: impl Fn(&Handle) -> bool) -> Handle {
        let most = Handle::LONGEST - "Guest".len();
        let mut tries = 0;
        loop {
            let count = (4 + tries / 1000).min(most);
            let letters = (0..count).map(|_| char::from(b'A' + chance.below(26) as u8));
            let spelling: String = "Guest".chars().chain(letters).collect();
            let handle = Handle { spelling: spelling.into() };
            tries += 1;
            if !taken(&handle) || tries >= 1000 * most {
                return handle;
            }
        }
    }

    /// Whether a text at the login prompt asks for a guest's name: `guest` or `g`.
    #[must_use]
    pub fn asks_for_guest(text: &str) -> bool {
        text.eq_ignore_ascii_case("guest") || text.eq_ignore_ascii_case("g")
    }

    /// Whether the handle begins with some letters, in any case.
    #[must_use]
    pub fn starts_with(&self, letters: &str) -> bool {
        self.spelling.get(..letters.len()).is_some_and(|s| s.eq_ignore_ascii_case(letters))
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

impl Ord for Handle {
    /// By the alphabet, whatever the letter case.
    fn cmp(&self, other: &Handle) -> Ordering {
        self.folded().cmp(other.folded())
    }
}

impl PartialOrd for Handle {
    fn partial_cmp(&self, other: &Handle) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl hash::Hash for Handle {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        for b in self.folded() {
            state.write_u8(b);
        }
    }
}

/// Whom an abbreviated handle means.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<'a, V> {
    /// This one: the whole handle was given, or nobody else's begins so.
    One(&'a Handle, &'a V),
    /// Several, in order of the alphabet.
    Several(Vec<&'a Handle>),
    /// Nobody.
    Nobody,
    /// The text can be no handle nor the beginning of one.
    Bad(BadHandle),
}

/// Finds who is meant by a handle or the beginning of one.
///
/// ```
/// use std::collections::BTreeMap;
/// use partie_ics::handle::{Found, Handle, find};
/// let online: BTreeMap<Handle, u32> =
///     [("Ann".parse()?, 1), ("Anna".parse()?, 2), ("Boris".parse()?, 3)].into();
/// assert!(matches!(find("bo", &online), Found::One(_, 3)));
/// assert!(matches!(find("ANN", &online), Found::One(_, 1)));
/// assert!(matches!(find("an", &online), Found::Several(_)));
/// # Ok::<(), partie_ics::handle::BadHandle>(())
/// ```
#[must_use]
pub fn find<'a, V>(text: &str, online: &'a BTreeMap<Handle, V>) -> Found<'a, V> {
    if text.chars().count() > Handle::LONGEST {
        return Found::Bad(BadHandle::TooLong);
    }
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_alphabetic()) {
        return Found::Bad(BadHandle::NotLetters);
    }
    let beginning = Handle { spelling: text.into() };
    let mut fitting = online
        .range::<Handle, _>((Bound::Included(&beginning), Bound::Unbounded))
        .take_while(|(handle, _)| handle.starts_with(text));
    let Some((first, value)) = fitting.next() else { return Found::Nobody };
    if *first == beginning {
        return Found::One(first, value);
    }
    let rest: Vec<&Handle> = fitting.map(|(handle, _)| handle).collect();
    if rest.is_empty() {
        return Found::One(first, value);
    }
    Found::Several(std::iter::once(first).chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
    fn whom_an_abbreviation_means() {
        let online: BTreeMap<Handle, u8> = ["Adam", "adams", "Boris", "BorisII", "Cecil"]
            .into_iter()
            .map(|name| (name.parse().expect(name), 0))
            .collect();
        for (text, expected) in [
            ("adam", "one Adam"),
            ("ADAMS", "one adams"),
            ("ad", "several Adam adams"),
            ("b", "several Boris BorisII"),
            ("borisi", "one BorisII"),
            ("c", "one Cecil"),
            ("cecilia", "nobody"),
            ("d", "nobody"),
            ("4", "bad"),
            ("", "bad"),
            ("aaaaaaaaaaaaaaaaaa", "bad"),
        ] {
            let found = match find(text, &online) {
                Found::One(handle, _) => format!("one {handle}"),
                Found::Several(handles) => {
                    let names: Vec<&str> = handles.into_iter().map(Handle::as_str).collect();
                    format!("several {}", names.join(" "))
                }
                Found::Nobody => "nobody".to_owned(),
                Found::Bad(_) => "bad".to_owned(),
            };
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn guests() {
        let mut chance = Chance::new(3);
        let first = Handle::guest(&mut chance.clone(), |_| false);
        assert!(first.as_str().starts_with("Guest"));
        assert_eq!(first.as_str().len(), 9);
        let other = Handle::guest(&mut chance, |h| *h == first);
        assert_ne!(first, other);
        let crowded = Handle::guest(&mut chance, |h| h.as_str().len() < 11);
        assert_eq!(crowded.as_str().len(), 11);
        assert_eq!(Handle::guest(&mut chance, |_| true).as_str().len(), Handle::LONGEST);
        assert!(Handle::asks_for_guest("Guest") && Handle::asks_for_guest("g"));
        assert!(!Handle::asks_for_guest("guests"));
    }

    proptest! {
        /// The order, equality and the lower-case key tell the same.
        #[test]
        fn letter_case_is_nothing(one in "[a-cA-C]{3,5}", other in "[a-cA-C]{3,5}") {
            let (a, b): (Handle, Handle) = (one.parse().expect("a"), other.parse().expect("b"));
            prop_assert_eq!(a == b, a.key() == b.key());
            prop_assert_eq!(a.cmp(&b), a.key().cmp(&b.key()));
        }

        /// An abbreviation means just those whose handles begin with it.
        #[test]
        fn finding_is_looking_at_all(
            names in proptest::collection::btree_set("[a-cA-C]{3,4}", 0..20),
            text in "[a-cA-C]{1,4}",
        ) {
            let online: BTreeMap<Handle, u8> =
                names.iter().map(|n| (n.parse().expect("name"), 0)).collect();
            let fitting: Vec<&Handle> = online.keys().filter(|h| h.starts_with(&text)).collect();
            let exact = fitting.iter().find(|h| h.key() == text.to_lowercase());
            match find(&text, &online) {
                Found::One(handle, _) => {
                    prop_assert!(exact == Some(&handle) || fitting == [handle]);
                }
                Found::Several(handles) => {
                    prop_assert!(exact.is_none() && handles.len() > 1);
                    prop_assert_eq!(handles, fitting);
                }
                Found::Nobody => prop_assert!(fitting.is_empty()),
                Found::Bad(_) => prop_assert!(false),
            }
        }
    }
}
