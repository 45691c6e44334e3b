//! Names that may be shortened to a beginning.

/// The result of looking up a name or its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameLookup<T> {
    /// Exactly one match.
    One(T),
    /// Several, by their names in alphabetical order.
    Many(Vec<&'static str>),
    /// No match.
    None,
}

impl<T: Copy> NameLookup<T> {
    /// The result where these have names that begin so.
    pub(crate) fn among(fitting: &[T], name: impl Fn(&T) -> &'static str) -> NameLookup<T> {
        match fitting {
            [] => NameLookup::None,
            [one] => NameLookup::One(*one),
            _ => {
                let mut names: Vec<&str> = fitting.iter().map(name).collect();
                names.sort_unstable();
                NameLookup::Many(names)
            }
        }
    }
}
