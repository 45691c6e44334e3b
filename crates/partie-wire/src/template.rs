//! One wording, two uses: a template such as `"{from} offers you a draw."` writes a
//! notice and reads it back.
//!
//! A field stands in braces. Reading is greedy to the left: a field ends at the first
//! place where the words after it can follow and its own text can be read; so names and
//! numbers may stand anywhere, free text best at the end.

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

    /// The value of a text, which is all of the field and nothing else.
    fn take(text: &str) -> Option<Self>
    where
        Self: Sized;

    /// Values that show what the field can be, for tests of all notices.
    fn samples() -> Vec<Self>
    where
        Self: Sized;
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Words(&'t str),
    Field(&'t str),
}

/// The pieces of a template in order.
fn pieces(template: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = template;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // `{{` and `}}` are braces themselves.
        if let Some(after) = rest.strip_prefix("{{") {
            rest = after;
            return Some(Piece::Words("{"));
        }
        if let Some(after) = rest.strip_prefix("}}") {
            rest = after;
            return Some(Piece::Words("}"));
        }
        if let Some(after) = rest.strip_prefix('{') {
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            rest = after;
            return Some(Piece::Field(name));
        }
        let end = rest.find(['{', '}']).unwrap_or(rest.len());
        let (words, after) = rest.split_at(end);
        rest = after;
        Some(Piece::Words(words))
    })
}

/// Writes a template with its fields by name.
pub fn write(template: &str, fields: &[(&str, &dyn Field)], out: &mut String) {
    for piece in pieces(template) {
        match piece {
            Piece::Words(words) => out.push_str(words),
            Piece::Field(name) => {
                if let Some((_, field)) = fields.iter().find(|(n, _)| *n == name) {
                    field.put(out);
                }
            }
        }
    }
}

/// Checks if a text can be the value of a field.
pub type Fits = fn(&str) -> bool;

/// Finds the fields of a template in a text: their texts, in the order of `fields`. Empty
/// lines around either do not count.
#[must_use]
pub fn read<'t>(template: &str, fields: &[(&str, Fits)], text: &'t str) -> Option<Vec<&'t str>> {
    let (template, text) = (template.trim_matches('\n'), text.trim_matches('\n'));
    // Most templates do not match, which their first or their last words show.
    let first = &template[..template.find(['{', '}']).unwrap_or(template.len())];
    let last = &template[template.rfind(['{', '}']).map_or(0, |at| at + 1)..];
    if !text.starts_with(first) || !text.ends_with(last) {
        return None;
    }
    let pieces: Vec<Piece<'_>> = pieces(template).collect();
    let mut found = vec![""; fields.len()];
    follow(&pieces, fields, text, &mut found).then_some(found)
}

/// Returns true if the pieces cover the whole text. Templates have few fields, so the depth is
/// theirs and not that of the text.
fn follow<'t>(
    pieces: &[Piece<'_>],
    fields: &[(&str, Fits)],
    text: &'t str,
    found: &mut [&'t str],
) -> bool {
    match pieces.split_first() {
        None => text.is_empty(),
        Some((Piece::Words(words), after)) => {
            text.strip_prefix(words).is_some_and(|rest| follow(after, fields, rest, found))
        }
        Some((Piece::Field(name), after)) => {
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
                Some(Piece::Words(words)) => {
                    let mut from = 0;
                    while let Some(at) = text[from..].find(words) {
                        if try_at(from + at) {
                            return true;
                        }
                        from += at + text[from + at..].chars().next().map_or(1, char::len_utf8);
                    }
                    false
                }
                Some(Piece::Field(_)) => {
                    (0..=text.len()).filter(|&i| text.is_char_boundary(i)).any(try_at)
                }
            }
        }
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
        #[derive(Clone, Debug, PartialEq, Eq)]
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
            /// The wordings, in the order in which they are tried.
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

            /// The notice of a text, if one of the wordings fits all of it.
            #[must_use]
            pub fn read(text: &str) -> Option<Self> {
                $(
                    if let Some(_found) = $crate::template::read(
                        $template,
                        &[$($((
                            stringify!($field),
                            (|t| {
                                (<$type as $crate::template::Field>::goes_on() || !t.contains('\n'))
                                    && <$type as $crate::template::Field>::take(t).is_some()
                            }) as $crate::template::Fits
                        )),*)?],
                        text,
                    ) {
                        let mut _values = _found.into_iter();
                        return Some(Self::$variant $({
                            $($field: <$type as $crate::template::Field>::take(_values.next()?)?),*
                        })?);
                    }
                )*
                None
            }

            /// One notice or more of every kind, for tests and for pages that show all wordings.
            #[must_use]
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
        assert_eq!(
            read("{{Game {n} ends}} {r}", &[("n", number), ("r", number)], &out),
            Some(vec!["7", "8"])
        );
    }

    #[test]
    fn a_field_ends_where_the_rest_fits() {
        let any: Fits = |_| true;
        let number: Fits = |t| u32::take(t).is_some();
        let fields = [("a", any), ("n", number)];
        assert_eq!(read("{a}: {n}", &fields, "x: y: 3"), Some(vec!["x: y", "3"]));
        assert_eq!(read("{a}: {n}", &fields, "x: y"), None);
    }
}
