//! Places of the tags in a text.

use std::ops::Range;

/// Places of a text's tags, each name once.
#[derive(Clone, Debug)]
pub struct TagPlaces(Vec<[(u32, u32); 2]>);

impl TagPlaces {
    /// Returns the tags of the text.
    pub fn iter<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = (&'t str, &'t str)> {
        let part = |(start, end)| str::from_utf8(text.get(start as usize..end as usize)?).ok();
        self.0.iter().filter_map(move |[name, value]| Some((part(*name)?, part(*value)?)))
    }

    /// Returns the value of a tag of the text.
    #[must_use]
    pub fn get<'t>(&self, text: &'t [u8], name: &str) -> Option<&'t str> {
        let part = |(start, end): (u32, u32)| text.get(start as usize..end as usize);
        let [_, value] = self.0.iter().find(|[own, _]| part(*own) == Some(name.as_bytes()))?;
        str::from_utf8(part(*value)?).ok()
    }
}

impl FromIterator<(Range<usize>, Range<usize>)> for TagPlaces {
    fn from_iter<I: IntoIterator<Item = (Range<usize>, Range<usize>)>>(places: I) -> TagPlaces {
        let part = |part: Range<usize>| (part.start as u32, part.end as u32);
        TagPlaces(places.into_iter().map(|(name, value)| [part(name), part(value)]).collect())
    }
}
