//! What can be told of the tokens of a text at a glance.

use super::token::{Kind, Token};

/// What one look at all tokens of a text tells.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// The tokens that are tag pairs.
    pub(crate) tags: Vec<usize>,
    /// Each `(` that is closed, by its token, with the token of its `)`; in this order.
    closes: Vec<(usize, usize)>,
    /// The blanks that may be more than one blank or one end of a line, those behind
    /// tags, and the tags that others follow with no blank between.
    pub(crate) gaps: Vec<usize>,
    /// How many words there are.
    pub(crate) words: usize,
    /// Whether any move has a number.
    pub(crate) numbered: bool,
}

impl Survey {
    /// Looks at the tokens of a text.
    pub(crate) fn of(tokens: &[Token]) -> Survey {
        let mut survey = Survey::default();
        let mut open = Vec::new();
        let mut behind_tag = false;
        for (i, token) in tokens.iter().enumerate() {
            let after_tag = std::mem::replace(&mut behind_tag, false);
            match token.kind {
                Kind::Blank => {
                    if after_tag || token.span.len() > 1 {
                        survey.gaps.push(i);
                    }
                }
                Kind::Word => survey.words += 1,
                Kind::Number { number, dots } => survey.numbered |= number.is_some() && dots > 0,
                Kind::Open => open.push(i),
                Kind::Close => survey.closes.extend(open.pop().map(|o| (o, i))),
                Kind::Tag(_) => {
                    // A tag cannot stand in a variation: whatever was open is not closed
                    // behind it.
                    open.clear();
                    if after_tag {
                        survey.gaps.push(i - 1);
                    }
                    behind_tag = true;
                    survey.tags.push(i);
                }
                _ => {}
            }
        }
        survey.closes.sort_unstable();
        survey
    }

    /// The token that closes the parenthesis of a token.
    pub(crate) fn close_of(&self, open: usize) -> Option<usize> {
        let nth = self.closes.binary_search_by_key(&open, |(open, _)| *open).ok()?;
        Some(self.closes[nth].1)
    }
}
