//! Views of games for writers and queries.
//!
//! A [`GameView`] is a game in memory, or a game without a tree, whose moves are validated and
//! whose other parts are borrowed from its text.

use std::{borrow::Cow, ops::Range};

use partie_core::{
    BoardId, Boards, CommentPlace, Game, Nag, NodeId, Outcome, Ply, Position, Termination, Tree,
    Variant,
    openings::{self, Opening},
};

use crate::{Loss, WriteOptions};

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Board on which it was played; always A but in bughouse.
    pub board: BoardId,
    /// The move itself.
    pub ply: Ply,
    /// Its letters in English short algebraic notation with check marks, the first one lowest,
    /// if they are known without playing the moves.
    pub san: Option<u64>,
}

/// A NAG or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note<'a> {
    /// A NAG, such as `$1`.
    Nag(Nag),
    /// A comment: its text on one line, and its place.
    Comment(Cow<'a, str>, CommentPlace),
}

impl Note<'_> {
    /// Returns the NAG, if it is one.
    #[must_use]
    pub const fn nag(&self) -> Option<Nag> {
        match self {
            Note::Nag(nag) => Some(*nag),
            Note::Comment(..) => None,
        }
    }

    /// Returns the text and the place of the comment, if it is one.
    #[must_use]
    pub fn comment(&self) -> Option<(&str, CommentPlace)> {
        match self {
            Note::Nag(_) => None,
            Note::Comment(text, place) => Some((text, *place)),
        }
    }
}

/// A part of a movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A move that was played.
    Move(PlayedMove),
    /// A NAG of the last move, or a comment.
    Note(Note<'a>),
    /// A variation of the last move begins.
    BeginVariation,
    /// A variation ends.
    EndVariation,
}

/// Parts that a game may have besides the moves of its main line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Comments, at any move or before the first one.
    pub comments: bool,
    /// True if there are NAGs.
    pub nags: bool,
    /// Number of variations.
    pub variations: usize,
}

/// A game that can be read without owning it.
pub trait GameView {
    /// Returns the tag pairs in the order of the record.
    fn tags(&self) -> impl Iterator<Item = (&str, &str)>;

    /// Returns the value of a tag.
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Returns the rules by which the game was played.
    fn variant(&self) -> Variant;

    /// Returns the start position; `None` if it is the one of [`Variant::Standard`].
    fn start(&self) -> Option<&Boards>;

    /// Returns the start position.
    fn start_boards(&self) -> Cow<'_, Boards> {
        match self.start() {
            Some(boards) => Cow::Borrowed(boards),
            None => Cow::Owned(Boards::start(Variant::Standard)),
        }
    }

    /// Returns true if the game begins where games of its variant do.
    fn has_standard_start(&self) -> bool {
        self.start().is_none_or(|start| *start == Boards::start(self.variant()))
    }

    /// Returns the opening of the main line, and the number of plies after which its position stood
    /// there. Only orthodox games from the initial position have one.
    fn opening(&self) -> Option<(Opening, usize)> {
        let has_book = self.variant() == Variant::Standard && self.has_standard_start();
        has_book.then(|| openings::last_of(self.main_plies().map(|(_, ply)| ply)))?
    }

    /// Returns the moves of the main line. All are legal.
    fn mainline(&self) -> impl Iterator<Item = PlayedMove>;

    /// Returns the moves of the main line without their words, each with its board.
    fn main_plies(&self) -> impl Iterator<Item = (BoardId, Ply)> {
        self.mainline().map(|PlayedMove { board, ply, .. }| (board, ply))
    }

    /// Returns the length of the main line.
    fn ply_count(&self) -> usize {
        self.main_plies().count()
    }

    /// Returns the moves of the main line, each with its board after it.
    fn positions(&self) -> impl Iterator<Item = (PlayedMove, Position)> {
        let mut boards = self.start_boards().into_owned();
        self.mainline().map_while(move |played| {
            boards.play(played.board, played.ply).ok()?;
            Some((played, boards.board(played.board).clone()))
        })
    }

    /// Returns the parts of the movetext: the moves of all lines, and their annotations. Variations
    /// of a move come right after the move and its notes.
    fn events(&self) -> impl Iterator<Item = Event<'_>> {
        self.placed_events().map(|(event, _)| event)
    }

    /// Returns the parts of the movetext as [`GameView::events`] does, each with its place in bytes of
    /// the record's text, from 0, if the game still stands there.
    fn placed_events(&self) -> impl Iterator<Item = (Event<'_>, Option<Range<usize>>)>;

    /// Returns the NAGs and comments of the main line, each with the number of the move it belongs
    /// to: 0 stands for the start, 1 for the first move.
    fn notes(&self) -> impl Iterator<Item = (usize, Note<'_>)>;

    /// Returns the parts that the game has besides the moves of its main line.
    fn extras(&self) -> Extras;

    /// Returns the position after the main line.
    fn end(&self) -> Boards;

    /// Returns the result.
    fn outcome(&self) -> Outcome;

    /// Returns the reason for the result.
    fn termination(&self) -> Option<Cow<'_, Termination>>;

    /// Returns the text that could not be read.
    fn unread(&self) -> Option<&str>;

    /// Returns the move tree, building it if needed.
    fn to_tree(&self) -> Cow<'_, Tree>;

    /// Returns the game, building it if needed.
    fn to_game(&self) -> Cow<'_, Game>;

    /// Appends the game of one board as PGN if that takes less time without its tree, and returns what
    /// PGN cannot carry; `None` if not. `append_pgn` of the crate `partie-pgn` writes every game.
    fn copy_pgn(&self, options: &WriteOptions, out: &mut Vec<u8>) -> Option<Vec<Loss>> {
        let _ = (options, out);
        None
    }
}

impl GameView for Game {
    fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn start(&self) -> Option<&Boards> {
        Some(&self.start)
    }

    fn main_plies(&self) -> impl Iterator<Item = (BoardId, Ply)> {
        self.plies()
    }

    fn mainline(&self) -> impl Iterator<Item = PlayedMove> {
        self.plies().map(|(board, ply)| PlayedMove { board, ply, san: None })
    }

    fn placed_events(&self) -> impl Iterator<Item = (Event<'_>, Option<Range<usize>>)> {
        TreeEvents::new(&self.tree).map(|event| (event, None))
    }

    fn notes(&self) -> impl Iterator<Item = (usize, Note<'_>)> {
        let nodes = std::iter::once(NodeId::ROOT).chain(self.tree.mainline());
        nodes.enumerate().flat_map(|(ply, node)| {
            let annotations = self.tree.annotations(node);
            let nags = annotations.nags.iter().map(|nag| Note::Nag(*nag));
            let comments = annotations.comments.iter();
            let comments = comments.map(|c| Note::Comment(Cow::from(&c.text), c.place));
            nags.chain(comments).map(move |note| (ply, note))
        })
    }

    fn extras(&self) -> Extras {
        Extras {
            comments: self.tree.all_comments().next().is_some(),
            nags: self.tree.has_nags(),
            variations: self.tree.variations(),
        }
    }

    fn end(&self) -> Boards {
        self.final_boards()
    }

    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn termination(&self) -> Option<Cow<'_, Termination>> {
        self.termination.as_ref().map(Cow::Borrowed)
    }

    fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    fn to_tree(&self) -> Cow<'_, Tree> {
        Cow::Borrowed(&self.tree)
    }

    fn to_game(&self) -> Cow<'_, Game> {
        Cow::Borrowed(self)
    }
}

/// Next part of a tree to visit.
enum Visit {
    Move(NodeId),
    /// The NAGs of a node from an index on.
    Nags(NodeId, usize),
    /// The comments of a place from an index among all comments on.
    Comments(NodeId, CommentPlace, usize),
    /// A variation that begins with a node.
    Variation(NodeId),
    EndVariation,
}

/// An iterator over the parts of a movetext that a tree stands for.
struct TreeEvents<'a> {
    tree: &'a Tree,
    /// The next step last.
    steps: Vec<Visit>,
}

impl<'a> TreeEvents<'a> {
    fn new(tree: &'a Tree) -> TreeEvents<'a> {
        let mut events = TreeEvents { tree, steps: Vec::new() };
        if let Some(first) = tree.next(NodeId::ROOT) {
            events.push_line(first);
        }
        events.push_comments(NodeId::ROOT, CommentPlace::Last);
        events.push_comments(NodeId::ROOT, CommentPlace::After);
        events
    }

    /// Makes a move and the comments before it come next.
    fn push_line(&mut self, first: NodeId) {
        self.steps.push(Visit::Move(first));
        self.push_comments(first, CommentPlace::Before);
    }

    /// Makes the comments of a place come next.
    fn push_comments(&mut self, node: NodeId, place: CommentPlace) {
        if !self.tree.annotations(node).comments.is_empty() {
            self.steps.push(Visit::Comments(node, place, 0));
        }
    }

    /// Makes all that follows a move come next.
    fn push_after(&mut self, node: NodeId) {
        match self.tree.next(node) {
            Some(next) => self.push_line(next),
            None => self.push_comments(node, CommentPlace::Last),
        }
        // Variations of a move hang from its parent, after the first child.
        let parent = self.tree.parent(node);
        if let Some(parent) = parent.filter(|parent| self.tree.next(*parent) == Some(node)) {
            let from = self.steps.len();
            self.steps.extend(self.tree.children(parent).skip(1).map(Visit::Variation));
            self.steps[from..].reverse();
        }
        self.push_comments(node, CommentPlace::After);
        if !self.tree.annotations(node).nags.is_empty() {
            self.steps.push(Visit::Nags(node, 0));
        }
    }
}

impl<'a> Iterator for TreeEvents<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        loop {
            match self.steps.pop()? {
                Visit::Move(node) => {
                    self.push_after(node);
                    let Some(ply) = self.tree.ply(node) else { continue };
                    let board = self.tree.board(node);
                    return Some(Event::Move(PlayedMove { board, ply, san: None }));
                }
                Visit::Nags(node, at) => {
                    let Some(nag) = self.tree.annotations(node).nags.get(at) else { continue };
                    self.steps.push(Visit::Nags(node, at + 1));
                    return Some(Event::Note(Note::Nag(*nag)));
                }
                Visit::Comments(node, place, at) => {
                    let comments = self.tree.annotations(node).comments.iter().enumerate().skip(at);
                    let Some((at, comment)) = comments.into_iter().find(|(_, c)| c.place == place)
                    else {
                        continue;
                    };
                    self.steps.push(Visit::Comments(node, place, at + 1));
                    return Some(Event::Note(Note::Comment(Cow::from(&comment.text), place)));
                }
                Visit::Variation(node) => {
                    self.steps.push(Visit::EndVariation);
                    self.push_line(node);
                    return Some(Event::BeginVariation);
                }
                Visit::EndVariation => return Some(Event::EndVariation),
            }
        }
    }
}
