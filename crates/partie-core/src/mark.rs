//! Coloured arrows and squares that comments draw on a board.

use std::{fmt, str::FromStr};

use crate::{Comment, Square, UnknownName, named, variants};

/// An arrow or a circled square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The square, or the arrow's beginning.
    pub from: Square,
    /// The arrow's point.
    pub to: Option<Square>,
    /// The colour.
    pub brush: Brush,
}

variants! {
    /// The colours in which lichess and `ChessBase` draw.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Brush {
        /// `G`
        #[default]
        Green = "green",
        /// `R`
        Red = "red",
        /// `B`
        Blue = "blue",
        /// `Y`
        Yellow = "yellow",
    }
    /// All brushes.
    ALL
    /// The name by which a user asks for it.
    name
}

named!(Brush, name, "a colour of arrows", by_name);

/// Returns the brush of a name or of its first letter, in any letter case.
fn by_name(name: &str) -> Option<Brush> {
    Brush::ALL.into_iter().find(|brush| {
        brush.name().eq_ignore_ascii_case(name) || brush.name()[..1].eq_ignore_ascii_case(name)
    })
}

impl fmt::Display for Mark {
    /// Writes a mark as it is read: `d4:green`, `e2e4:red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.fmt(f)?;
        self.to.iter().try_for_each(|to| to.fmt(f))?;
        write!(f, ":{}", self.brush)
    }
}

impl FromStr for Mark {
    type Err = UnknownName;

    /// Reads a mark as a user types it: `d4`, `e2e4`, `e2e4:red`.
    ///
    /// ```
    /// use partie_core::{Brush, Mark};
    /// let arrow: Mark = "e2e4:red".parse()?;
    /// assert_eq!((arrow.to.is_some(), arrow.brush), (true, Brush::Red));
    /// assert!("e2e9".parse::<Mark>().is_err());
    /// # Ok::<(), partie_core::UnknownName>(())
    /// ```
    fn from_str(text: &str) -> Result<Mark, UnknownName> {
        let (squares, brush) = match text.split_once(':') {
            Some((squares, brush)) => (squares, brush.parse()?),
            None => (text, Brush::default()),
        };
        Mark::of_squares(squares, brush)
            .ok_or_else(|| UnknownName::new("a square or two different squares", text))
    }
}

impl Mark {
    /// The marks that a comment's `[%csl Gd4,Re5]` and `[%cal Ge2e4]` say, in order.
    /// Text that is no mark is passed over.
    ///
    /// ```
    /// use partie_core::Comment;
    /// let comment = Comment::after("[%csl Gd4,Re5][%cal Ge2e4,Xa1a2] strong");
    /// assert_eq!(partie_core::Mark::in_comment(&comment).len(), 3);
    /// ```
    #[must_use]
    pub fn in_comment(comment: &Comment) -> Vec<Mark> {
        comment
            .commands()
            .into_iter()
            .filter(|command| matches!(command.name, "csl" | "cal"))
            .flat_map(|command| command.argument.split(','))
            .filter_map(|word| {
                let word = word.trim();
                let letter = word.get(..1)?;
                Mark::of_squares(&word[1..], letter.parse::<Brush>().ok()?)
            })
            .collect()
    }

    fn of_squares(text: &str, brush: Brush) -> Option<Mark> {
        let from = text.get(..2)?.parse().ok()?;
        let to = match &text[2..] {
            "" => None,
            to => Some(to.parse().ok().filter(|to| *to != from)?),
        };
        Some(Mark { from, to, brush })
    }
}
