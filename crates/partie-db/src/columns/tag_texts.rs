//! Tags in one text.

/// Names and values of tags, in the memory of one text.
#[derive(Clone, Debug)]
pub(crate) struct TagTexts {
    /// Names and values, one after the other.
    text: String,
    /// Ends of each name and its value in that text.
    ends: Vec<[usize; 2]>,
}

impl TagTexts {
    /// Makes room for the tags of most games.
    pub(super) fn new() -> TagTexts {
        TagTexts { text: String::with_capacity(512), ends: Vec::with_capacity(20) }
    }

    /// Adds a tag.
    pub(super) fn push(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        let end = self.text.len();
        self.text.push_str(value);
        self.ends.push([end, self.text.len()]);
    }

    /// Returns the tags in the order in which they were added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |[name, value]| {
            let tag = (&self.text[start..*name], &self.text[*name..*value]);
            start = *value;
            tag
        })
    }
}
