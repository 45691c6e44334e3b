//! Statistics of a text's tokens.

use super::token::kind::{Token, TokenKind};

/// Statistics of all tokens of a text.
#[derive(Debug, Default)]
pub(crate) struct TokenStats {
    /// The tokens that are tag pairs.
    pub(crate) tags: Vec<usize>,
    /// Each `(` that is closed, by its token, with the token of its `)`; in this order.
    closes: Vec<(usize, usize)>,
    /// Whitespace that may be more than one space or line end, whitespace after tags, and tags
    /// followed by another tag without a space.
    pub(crate) gaps: Vec<usize>,
    /// Number of words.
    pub(crate) words: usize,
    /// Number of comments in braces.
    pub(crate) comments: usize,
    /// True if any move has a number with a dot.
    pub(crate) numbered: bool,
    /// Parentheses still open.
    open: Vec<usize>,
    /// The last token is a tag.
    follows_tag: bool,
}

impl TokenStats {
    /// Looks at the tokens of a text.
    pub(crate) fn of(tokens: &[Token]) -> TokenStats {
        let mut stats = TokenStats::default();
        for (i, token) in tokens.iter().enumerate() {
            stats.add(i, token);
        }
        stats.finished()
    }

    /// Looks at the next token, a word.
    #[inline]
    pub(crate) const fn word(&mut self) {
        self.follows_tag = false;
        self.words += 1;
    }

    /// Looks at the next token, one space.
    #[inline]
    pub(crate) fn one_space(&mut self, i: usize) {
        if self.follows_tag {
            self.gaps.push(i);
            self.follows_tag = false;
        }
    }

    /// Looks at the next token, a number with its dots.
    #[inline]
    pub(crate) const fn number(&mut self, dots: u8) {
        self.follows_tag = false;
        self.numbered |= numbers(dots);
    }

    /// Looks at the next token.
    pub(crate) fn add(&mut self, i: usize, token: &Token) {
        let after_tag = std::mem::replace(&mut self.follows_tag, false);
        match token.kind {
            TokenKind::Whitespace if after_tag || token.span.len() > 1 => self.gaps.push(i),
            TokenKind::Word => self.words += 1,
            TokenKind::Number { number, dots } => {
                self.numbered |= number.is_some() && numbers(dots);
            }
            TokenKind::Open => self.open.push(i),
            TokenKind::Close => self.closes.extend(self.open.pop().map(|o| (o, i))),
            TokenKind::Tag(_) => {
                // A tag cannot stand in a variation: open parentheses are not closed after it.
                self.open.clear();
                if after_tag {
                    self.gaps.push(i - 1);
                }
                self.follows_tag = true;
                self.tags.push(i);
            }
            TokenKind::Comment { .. } => self.comments += 1,
            _ => {}
        }
    }

    /// Completes the statistics after the last token.
    pub(crate) fn finished(mut self) -> TokenStats {
        self.closes.sort_unstable();
        self
    }

    /// Returns the token that closes the parenthesis of a token.
    pub(crate) fn close_of(&self, open: usize) -> Option<usize> {
        let nth = self.closes.binary_search_by_key(&open, |(open, _)| *open).ok()?;
        Some(self.closes[nth].1)
    }
}

/// Returns true if a number followed by this many dots counts as numbering. Bare numbers, too, may
/// be mixed with `9...` before moves of Black.
const fn numbers(dots: u8) -> bool {
    matches!(dots, 1 | 2)
}
