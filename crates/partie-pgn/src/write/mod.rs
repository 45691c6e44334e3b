//! Writing PGN in export format (PGN standard 1994, section 8).

mod movetext;
mod tags;
mod text;
mod wrap;

use std::io;

use partie_core::{Boards, Comment, Game, Notation, message};

use super::names::is_plain;
use partie_formats::{
    GameView, Loss, Lossy, Strip, WriteOptions, fen,
    view::{Event, Note},
};

pub(crate) use movetext::Movetext;
pub(crate) use tags::{TagOrder, TagPair, TagSource, append_all_tags, append_tags, start_tags};
pub use text::stripped;
pub(crate) use text::{in_braces, on_one_line};

/// Writes one game and the empty line after it.
///
/// # Errors
///
/// When the output fails. What PGN cannot carry is in the [`Lossy`].
pub fn write(
    game: &Game,
    options: &WriteOptions,
    out: &mut impl io::Write,
) -> io::Result<Lossy<()>> {
    let mut text = Vec::with_capacity(1024);
    let lost = append_with_losses(game, options, &mut text);
    out.write_all(&text)?;
    Ok(Lossy { value: (), lost })
}

/// Appends a game if it has one board. Returns the losses.
pub(crate) fn append_with_losses(
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> Vec<Loss> {
    if matches!(game.start(), Some(Boards::Two(_))) {
        return vec![of_two_boards()];
    }
    append_all_tags(game, options, out);
    let comments = append_moves(game, options, out);
    let comments = Some(comments).filter(|_| !options.strip.comments);
    let lost = comments.into_iter().flat_map(LostOfComments::losses);
    lost.chain(lost_of_tags(game.tags())).chain(lost_notation(game, options)).collect()
}

/// Appends a game of one board with a movetext that was written with default options. Returns the
/// losses; `None`, and appends nothing, if the options ask for another movetext.
pub(crate) fn append_with_movetext(
    game: &impl GameView,
    movetext: &str,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> Option<Vec<Loss>> {
    let WriteOptions { notation, strip, width, .. } = WriteOptions::default();
    if (options.notation, options.width) != (notation, width)
        || (Strip { tags: strip.tags, ..options.strip }) != strip
    {
        return None;
    }
    append_all_tags(game, options, out);
    out.push(b'\n');
    out.extend_from_slice(movetext.as_bytes());
    Some(lost_of_tags(game.tags()))
}

/// Appends the movetext of a game. Its moves are played unless all their letters are known.
pub(crate) fn append_moves(
    game: &impl GameView,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> LostOfComments {
    let mut lost = LostOfComments::default();
    let known = game.mainline().next().is_some_and(|first| first.san.is_some());
    let mut movetext = Movetext::new(game.start(), known, options, out);
    movetext.events(game.events().inspect(|event| {
        if let Event::Note(Note::Comment(text, _)) = event {
            lost.add(text);
        }
    }));
    if let Some(text) = game.unread() {
        movetext.unread(text);
    }
    movetext.finish(game.outcome());
    lost
}

fn of_two_boards() -> Loss {
    Loss(message!("a bughouse game (write it as BPGN)"))
}

/// Lists what PGN cannot carry of a game, or what the options leave out.
#[must_use]
pub fn losses(game: &Game, options: &WriteOptions) -> Vec<Loss> {
    if matches!(game.start, Boards::Two(_)) {
        return vec![of_two_boards()];
    }
    let mut lost = Vec::new();
    if !options.strip.comments {
        lost.extend(lost_of_comments(game.tree.all_comments()));
    }
    lost.extend(lost_of_tags(game.tags.iter()));
    lost.extend(lost_notation(game, options));
    lost
}

/// Reports moves that are written in a notation that is not read in PGN.
pub(crate) fn lost_notation(game: &impl GameView, options: &WriteOptions) -> Option<Loss> {
    let notation = options.notation;
    let foreign = matches!(notation, Notation::Iccf | Notation::Smith | Notation::Descriptive(_));
    (foreign && game.mainline().next().is_some()).then(|| {
        let name = notation.name();
        Loss(message!(
            "moves for readers of PGN (they are in {name}; `--to text` writes a scoresheet of them)",
            name
        ))
    })
}

/// Lists what comments in braces cannot carry of some comments.
pub(crate) fn lost_of_comments<'a>(
    comments: impl Iterator<Item = &'a Comment>,
) -> impl Iterator<Item = Loss> {
    let mut lost = LostOfComments::default();
    comments.for_each(|comment| lost.add(&comment.text));
    lost.losses()
}

/// Losses of comments that are written in braces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LostOfComments {
    braces: bool,
    lines: bool,
}

impl LostOfComments {
    fn add(&mut self, comment: &str) {
        let text = comment.as_bytes();
        if let Some(i) = memchr::memchr3(b'}', b'\n', b'\r', text) {
            self.braces |= text[i..].contains(&b'}');
            self.lines |= memchr::memchr2(b'\n', b'\r', &text[i..]).is_some();
        }
    }

    fn losses(self) -> impl Iterator<Item = Loss> {
        let LostOfComments { braces, lines } = self;
        let braces =
            braces.then(|| Loss(message!("closing braces in comments, written as parentheses")));
        let lines = lines.then(|| Loss(message!("line ends in comments, written as spaces")));
        braces.into_iter().chain(lines)
    }
}

/// Lists what tag pairs cannot carry of some tags.
pub(crate) fn lost_of_tags<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Loss> {
    let (mut lines, mut names) = (false, Vec::new());
    for (name, value) in tags {
        lines |= memchr::memchr2(b'\n', b'\r', value.as_bytes()).is_some();
        if !is_plain(name) && names.len() < 5 {
            names.push(name);
        }
    }
    let lines = lines.then(|| Loss(message!("line ends in tag values, written as spaces")));
    let names = (!names.is_empty()).then(|| {
        let names: Vec<_> =
            names.iter().map(|name| format!("`{}`", fen::shortened(name))).collect();
        Loss(message!(
            "signs in names of tags, written as underscores: {names}",
            names = names.join(", ")
        ))
    });
    lines.into_iter().chain(names).collect()
}
