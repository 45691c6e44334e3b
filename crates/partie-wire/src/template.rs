//! One wording, two uses: a template such as `"{from} offers you a draw."` writes a
//! notice and reads it back.
//!
//! A field stands in braces. Reading is greedy to the left: a field ends at the first
//! place where the words after it can follow and its own text can be read; so names and
//! numbers may stand anywhere, free text best at the end.

use memchr::memmem;
use partie_core::message::{Segment, segments};

/// A value that can stand in a template.
pub trait Field {
    /// Returns true if its text may go on in further lines.
    #[must_use]
    fn goes_on() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Appends the text.
    fn put(&self, out: &mut String);

    /// Reads a value from the whole text of a field.
    fn take(text: &str) -> Option<Self>
    where
        Self: Sized;

    /// Values that show what the field can be, for tests of all notices. They are `#[inline]`, so
    /// that they are compiled for tests only.
    fn samples() -> Vec<Self>
    where
        Self: Sized;
}

/// Writes a template with its fields by name.
pub fn write(template: &str, fields: &[(&str, &dyn Field)], out: &mut String) {
    for piece in segments(template) {
        match piece {
            Segment::Text(words) => out.push_str(words),
            Segment::Place(name) => {
                if let Some((_, field)) = fields.iter().find(|(n, _)| *n == name) {
                    field.put(out);
                }
            }
        }
    }
}

/// Checks if a text can be the value of a field.
pub type Fits = fn(&str) -> bool;

/// Returns true if a text can be the value of a field.
#[must_use]
pub fn fits<F: Field>(text: &str) -> bool {
    (F::goes_on() || !text.contains('\n')) && F::take(text).is_some()
}

/// Returns true if the pieces match the whole text, and sets `fields` in their order. The recursion
/// depth is bounded by the template, which has few fields.
fn follow<'t>(
    pieces: &[Segment<'_>],
    fields: &[(&str, Fits)],
    text: &'t str,
    found: &mut Vec<&'t str>,
) -> bool {
    match pieces.split_first() {
        None => {
            found.resize(fields.len(), "");
            text.is_empty()
        }
        Some((Segment::Text(words), after)) => {
            text.strip_prefix(words).is_some_and(|rest| follow(after, fields, rest, found))
        }
        Some((Segment::Place(name), after)) => {
            let Some(index) = fields.iter().position(|(n, _)| n == name) else { return false };
            let fits = fields[index].1;
            let mut try_at = |end: usize| {
                let (value, rest) = text.split_at(end);
                if fits(value) && follow(after, fields, rest, found) {
                    found[index] = value;
                    return true;
                }
                false
            };
            match after.first() {
                None => try_at(text.len()),
                Some(Segment::Text(words)) => {
                    let mut from = 0;
                    while let Some(at) = memmem::find(&text.as_bytes()[from..], words.as_bytes()) {
                        if try_at(from + at) {
                            return true;
                        }
                        from += at + 1;
                    }
                    false
                }
                Some(Segment::Place(_)) => {
                    (0..=text.len()).filter(|&i| text.is_char_boundary(i)).any(try_at)
                }
            }
        }
    }
}

/// A template, prepared for reading.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The template, without empty lines around it.
    pub template: &'static str,
    pieces: Vec<Segment<'static>>,
    /// The words before the first field, and after the last one.
    ends: [&'static str; 2],
    bytes: ByteSet,
}

impl Pattern {
    /// Prepares a template.
    #[must_use]
    pub fn new(template: &'static str) -> Pattern {
        let template = template.trim_matches('\n');
        let pieces: Vec<_> = segments(template).collect();
        let words = |piece: &Segment<'static>| match *piece {
            Segment::Text(words) => words,
            Segment::Place(_) => "",
        };
        let ends = [pieces.first(), pieces.last()].map(|piece| piece.map_or("", words));
        let mut bytes = ByteSet::default();
        pieces.iter().map(words).for_each(|words| bytes.add(words));
        Pattern { template, pieces, ends, bytes }
    }

    /// Finds the fields in a text: their texts, in the order of `fields`.
    #[must_use]
    pub fn fields<'t>(&self, fields: &[(&str, Fits)], text: &'t str) -> Option<Vec<&'t str>> {
        let mut found = Vec::new();
        follow(&self.pieces, fields, text, &mut found).then_some(found)
    }

    /// Returns true if a text has the pattern's words at its ends, and their bytes.
    fn may_fit(&self, text: &str, bytes: ByteSet) -> bool {
        bytes.has_all_of(self.bytes)
            && text.starts_with(self.ends[0])
            && text.ends_with(self.ends[1])
    }

    /// The place of its group in [`Wordings::groups`].
    fn group(&self) -> usize {
        match self.ends.map(str::as_bytes) {
            [[first, ..], _] => group_of_first(*first),
            [[], []] => OPEN,
            [[], [.., last]] => group_of_last(*last),
        }
    }
}

/// A pattern, and the function that makes a notice of a text.
#[derive(Clone, Debug)]
pub struct Wording<N> {
    /// The pattern of the text.
    pub pattern: Pattern,
    /// The place of the pattern's template in its family.
    pub index: usize,
    /// Makes a notice of a text by the pattern and its place in the family, if it fits.
    pub make: fn(usize, &Pattern, &str) -> Option<N>,
}

/// The group of wordings that begin and end with fields.
const OPEN: usize = 0x80;

/// The group of wordings that begin with a byte.
fn group_of_first(byte: u8) -> usize {
    usize::from(byte & 0x7f)
}

/// The group of wordings that begin with a field and end with a byte.
fn group_of_last(byte: u8) -> usize {
    OPEN + 1 + usize::from(byte & 0x7f)
}

/// The bytes of a text, without their highest bit.
#[derive(Clone, Copy, Debug, Default)]
struct ByteSet([u64; 2]);

impl ByteSet {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0[usize::from(byte >> 6 & 1)] |= 1 << (byte & 63);
        }
    }

    const fn has_all_of(self, other: ByteSet) -> bool {
        other.0[0] & !self.0[0] | other.0[1] & !self.0[1] == 0
    }
}

/// A set of wordings; a text is read by the first that matches. Wordings that begin with words are
/// tried before wordings that begin with a field; among the latter, wordings that end with a field
/// (such as chat) come first. Otherwise the given order is kept.
#[derive(Clone, Debug)]
pub struct Wordings<N> {
    all: Vec<Wording<N>>,
    /// Places of wordings that begin or end alike, so that few are looked at.
    groups: Vec<Vec<usize>>,
}

impl<N> FromIterator<Wording<N>> for Wordings<N> {
    fn from_iter<I: IntoIterator<Item = Wording<N>>>(all: I) -> Wordings<N> {
        let all: Vec<Wording<N>> = all.into_iter().collect();
        let mut groups = vec![Vec::new(); group_of_last(0x7f) + 1];
        for (place, wording) in all.iter().enumerate() {
            groups[wording.pattern.group()].push(place);
        }
        Wordings { all, groups }
    }
}

impl<N> Wordings<N> {
    /// All of them, in the order in which they are tried.
    pub fn iter(&self) -> impl Iterator<Item = &Wording<N>> {
        self.groups.iter().flatten().map(|&place| &self.all[place])
    }

    /// Reads a text, around which empty lines do not count.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<N> {
        let text = text.trim_matches('\n');
        let (first, last) = (*text.as_bytes().first()?, *text.as_bytes().last()?);
        let mut bytes = ByteSet::default();
        bytes.add(text);
        for group in [group_of_first(first), OPEN, group_of_last(last)] {
            for &place in &self.groups[group] {
                let Wording { pattern, index, make } = &self.all[place];
                if pattern.may_fit(text, bytes)
                    && let Some(notice) = make(*index, pattern, text)
                {
                    return Some(notice);
                }
            }
        }
        None
    }
}

/// Notices of one family: an enum whose variants are written and read by a template.
///
/// ```
/// partie_wire::notices! {
///     /// About draws.
///     pub enum DrawNotice {
///         /// The opponent offers one.
///         Offered { from: partie_wire::fields::Name } = "{from} offers you a draw.",
///     }
/// }
/// let notice = DrawNotice::read("Boris offers you a draw.");
/// assert_eq!(notice, Some(DrawNotice::Offered { from: "Boris".into() }));
/// ```
#[macro_export]
macro_rules! notices {
    (
        $(#[$meta:meta])*
        pub enum $family:ident {
            $(
                $(#[$about:meta])*
                $variant:ident $({ $($field:ident : $type:ty),* $(,)? })? = $template:literal
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "a field is named by its place in the template")]
        pub enum $family {
            $(
                #[doc = concat!("`", $template, "`")]
                ///
                $(#[$about])*
                $variant $({ $($field: $type),* })?
            ),*
        }

        impl $family {
            /// The templates, in the order of the variants.
            pub const TEMPLATES: &[&str] = &[$($template),*];

            /// Appends the words, without a line end after them.
            pub fn write(&self, out: &mut String) {
                match self {
                    $(
                        Self::$variant $({ $($field),* })? => $crate::template::write(
                            $template,
                            &[$($((stringify!($field), $field as &dyn $crate::template::Field)),*)?],
                            out,
                        )
                    ),*
                }
            }

            /// Makes a notice of a text by the template of each variant.
            const MAKERS: &[fn(&$crate::template::Pattern, &str) -> Option<Self>] = &[$(
                |pattern, text| {
                    let _found = pattern.fields(
                        &[$($((
                            stringify!($field),
                            $crate::template::fits::<$type> as $crate::template::Fits
                        )),*)?],
                        text,
                    )?;
                    let mut _values = _found.into_iter();
                    Some(Self::$variant $({
                        $($field: <$type as $crate::template::Field>::take(_values.next()?)?),*
                    })?)
                }
            ),*];

            /// The wordings, for this family or for a type that holds several.
            #[must_use]
            pub fn wordings<N: From<Self>>() -> Vec<$crate::template::Wording<N>> {
                let templates = Self::TEMPLATES.iter().enumerate();
                let wordings = templates.map(|(index, template)| {
                    $crate::template::Wording {
                        pattern: $crate::template::Pattern::new(template),
                        index,
                        make: |index, pattern, text| Self::MAKERS[index](pattern, text).map(N::from),
                    }
                });
                wordings.collect()
            }

            /// The notice of a text, if one of the wordings fits all of it.
            #[must_use]
            pub fn read(text: &str) -> Option<Self> {
                static WORDINGS: std::sync::LazyLock<$crate::template::Wordings<$family>> =
                    std::sync::LazyLock::new(|| $family::wordings().into_iter().collect());
                WORDINGS.read(text)
            }

            /// One notice or more of every kind, for tests.
            #[must_use]
            #[inline]
            pub fn samples() -> Vec<Self> {
                let mut all = Vec::new();
                for _round in 0..3usize {
                    $(
                        all.push(Self::$variant $({
                            $($field: $crate::template::sample::<$type>(_round)),*
                        })?);
                    )*
                }
                all
            }
        }
    };
}

/// The sample of a round; a field with fewer samples repeats its last.
///
/// # Panics
///
/// If a field has no samples.
#[must_use]
pub fn sample<F: Field>(round: usize) -> F {
    let mut samples = F::samples();
    let index = round.min(samples.len() - 1);
    samples.swap_remove(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_can_be_said() {
        let mut out = String::new();
        write("{{Game {n} ends}} {r}", &[("n", &7u32), ("r", &8u32)], &mut out);
        assert_eq!(out, "{Game 7 ends} 8");
        let number: Fits = |t| u32::take(t).is_some();
        let pattern = Pattern::new("{{Game {n} ends}} {r}");
        assert_eq!(pattern.fields(&[("n", number), ("r", number)], &out), Some(vec!["7", "8"]));
    }

    #[test]
    fn a_field_ends_where_the_rest_fits() {
        let any: Fits = |_| true;
        let number: Fits = |t| u32::take(t).is_some();
        let fields = [("a", any), ("n", number)];
        let pattern = Pattern::new("{a}: {n}");
        assert_eq!(pattern.fields(&fields, "x: y: 3"), Some(vec!["x: y", "3"]));
        assert_eq!(pattern.fields(&fields, "x: y"), None);
    }
}
