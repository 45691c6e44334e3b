//! Coloured arrows and squares.

use partie_core::{Comment, Square, named};

use crate::colour::Colour;

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

/// The colours in which lichess and `ChessBase` draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Brush {
    /// `G`
    #[default]
    Green,
    /// `R`
    Red,
    /// `B`
    Blue,
    /// `Y`
    Yellow,
}

impl Brush {
    /// All brushes.
    pub const ALL: [Brush; 4] = [Brush::Green, Brush::Red, Brush::Blue, Brush::Yellow];

    /// The name by which a user asks for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Brush::Green => "green",
            Brush::Red => "red",
            Brush::Blue => "blue",
            Brush::Yellow => "yellow",
        }
    }

    /// The colour, as on lichess.
    pub(crate) const fn colour(self) -> Colour {
        match self {
            Brush::Green => Colour::new(0x0015_781b),
            Brush::Red => Colour::new(0x0088_2020),
            Brush::Blue => Colour::new(0x0000_3088),
            Brush::Yellow => Colour::new(0x00e6_8f00),
        }
        .percent(78)
    }
}

named!(Brush, name, "a colour of arrows", by_name);

/// Returns the brush of a name or of its first letter, in any letter case.
fn by_name(name: &str) -> Option<Brush> {
    Brush::ALL.into_iter().find(|brush| {
        brush.name().eq_ignore_ascii_case(name) || brush.name()[..1].eq_ignore_ascii_case(name)
    })
}

impl Mark {
    /// Reads a mark as a user types it: `d4`, `e2e4`, `e2e4:red`.
    ///
    /// ```
    /// use partie_render::{Brush, Mark};
    /// let arrow = Mark::parse("e2e4:red").expect("an arrow");
    /// assert_eq!((arrow.to.is_some(), arrow.brush), (true, Brush::Red));
    /// assert_eq!(Mark::parse("e2e9"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Mark> {
        let (squares, brush) = match text.split_once(':') {
            Some((squares, brush)) => (squares, brush.parse::<Brush>().ok()?),
            None => (text, Brush::default()),
        };
        Mark::of_squares(squares, brush)
    }

    /// The marks that a comment's `[%csl Gd4,Re5]` and `[%cal Ge2e4]` say, in order.
    /// What is no mark is passed over.
    ///
    /// ```
    /// use partie_core::Comment;
    /// let comment = Comment::after("[%csl Gd4,Re5][%cal Ge2e4,Xa1a2] strong");
    /// assert_eq!(partie_render::Mark::in_comment(&comment).len(), 3);
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
