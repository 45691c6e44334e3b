//! The bytes of one picture, animation or page.

use std::borrow::Cow;

use anyhow::Context as _;
use partie_core::{Game, Language, NodeId, walk::WalkEvent};
use partie_formats::{Strip, WriteOptions};
use partie_page::{AlonePage, Words};
use partie_pgn::stripped;
use partie_render::{
    DiagramStyle, Frame, GifOptions, Pixels, Scene, SvgOptions, Theme, draw, gif, svg,
};

use crate::{
    args::{MoveNumber, Picture, RenderArguments, RenderDrawing, RenderPosition, RenderText},
    commands::show::place,
};

/// The width of a picture in pixels, if none is given.
const WIDTH: u32 = 400;

/// Time for each position of an animation, and for the last, in hundredths of a second.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 400;

/// Makes the whole file.
pub(super) fn picture(
    kind: Picture,
    arguments: &RenderArguments,
    game: &Game,
    places: Places,
) -> anyhow::Result<Vec<u8>> {
    let drawing = &arguments.drawing;
    let look = look(drawing, Theme::Brown);
    let width = drawing.size.unwrap_or(WIDTH);
    let scene = || -> anyhow::Result<Scene> {
        Ok(draw(&marked(Frame::at(game, places.position), drawing)?, look))
    };
    Ok(match kind {
        Picture::Svg => {
            let options = SvgOptions::default().width(width);
            svg::document(&scene()?, &options).into_bytes()
        }
        Picture::Png => {
            let scene = scene()?;
            Pixels::paint(&scene, width)?.png(scene.title())?
        }
        Picture::Gif => animation(arguments, game, places)?,
        Picture::Html => {
            let RenderText { to_lang, language, .. } = arguments.text;
            let unmarked = drawing.no_marks.then(|| without_marks(game));
            let page = AlonePage {
                game: unmarked.as_ref().unwrap_or(game),
                words: words(language.or(to_lang)),
                letters: to_lang,
                is_flipped: drawing.flip,
            };
            page.render().into_bytes()
        }
        Picture::Pdf => unreachable!("a book contains all games"),
    })
}

/// The words of pages and crosstables; English where they lack the language.
pub(super) fn words(language: Option<Language>) -> &'static Words {
    Words::of(language.map_or("en", Language::code))
}

/// A game whose comments have no arrows and circles.
fn without_marks(game: &Game) -> Game {
    let moves = game.walk().filter_map(|event| match event {
        WalkEvent::Move { node, .. } => Some(node),
        _ => None,
    });
    let nodes: Vec<NodeId> = [NodeId::ROOT].into_iter().chain(moves).collect();
    let mut game = game.clone();
    let options = WriteOptions::default().strip(Strip { marks: true, ..Strip::default() });
    for node in nodes {
        game.tree.annotations_mut(node).comments.retain_mut(|comment| {
            let text = stripped(&comment.text, &options).map(Cow::into_owned);
            text.map(|text| comment.text = text).is_some()
        });
    }
    game
}

/// The places of a game that the arguments name.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// The position of a picture.
    position: NodeId,
    /// First and last position of the animation, in plies from the start.
    film: (usize, usize),
}

impl Places {
    pub(super) fn of(game: &Game, arguments: &RenderArguments) -> Result<Places, String> {
        if game.start.is_unread() {
            return Err("cannot read the position of this game".to_owned());
        }
        let RenderPosition { ply, move_number, .. } = &arguments.place;
        let position = match (*ply, *move_number) {
            (Some(ply), _) => place::at_ply(game, ply)?,
            (None, Some(number)) => place::at_move(game, number)?,
            (None, None) => game.tree.mainline_end(),
        };
        let after = |number: Option<MoveNumber>, otherwise| match number {
            Some(number) => place::at_move(game, number).map(|node| ply_of(game, node)),
            None => Ok(otherwise),
        };
        let film = (after(arguments.film.begin, 0)?, after(arguments.film.end, usize::MAX)?);
        if film.0 > film.1 {
            return Err("the animation would end before it begins".to_owned());
        }
        Ok(Places { position, film })
    }
}

/// Returns the style of diagrams, with the given theme by default.
pub(super) fn look(drawing: &RenderDrawing, usual: Theme) -> DiagramStyle {
    DiagramStyle::default()
        .theme(drawing.theme.unwrap_or(usual))
        .flipped(drawing.flip)
        .coordinates(drawing.coordinates)
        .turn(drawing.turn)
        .players(drawing.show_players)
        .hide_move(drawing.no_last_move)
        .hide_check(drawing.no_check)
        // Marks of comments are hidden unless others are drawn.
        .hide_marks(drawing.no_marks && drawing.arrow.is_empty() && drawing.mark.is_empty())
}

/// Renders the animation of a game.
fn animation(arguments: &RenderArguments, game: &Game, places: Places) -> anyhow::Result<Vec<u8>> {
    let RenderArguments { drawing, film, .. } = arguments;
    // Marks that are not on a board are found out first.
    marked(Frame::at(game, NodeId::ROOT), drawing)?;
    let (begin, end) = places.film;
    let frames = Frame::mainline(game)
        .skip(begin)
        .take((end - begin).saturating_add(1))
        .filter_map(|frame| marked(frame, drawing).ok());
    let options = GifOptions::default()
        .width(drawing.size.unwrap_or(WIDTH))
        .delay(film.delay.unwrap_or(DELAY))
        .last_delay(film.last_delay.unwrap_or(LAST_DELAY))
        .repeat(!film.once);
    let mut bytes = Vec::new();
    gif::write(frames, look(drawing, Theme::Brown), &options, &mut bytes)?;
    Ok(bytes)
}

/// Returns the number of plies of the main line up to a node.
fn ply_of(game: &Game, node: NodeId) -> usize {
    game.tree.mainline().take_while(|n| *n <= node).count()
}

/// Adds the requested marks to a frame.
fn marked(mut frame: Frame, drawing: &RenderDrawing) -> anyhow::Result<Frame> {
    if drawing.no_marks {
        for board in &mut frame.boards {
            board.marks.clear();
        }
    }
    for drawn in drawing.mark.iter().chain(&drawing.arrow) {
        let board = frame.boards.get_mut(drawn.board).context("only bughouse has a board B")?;
        board.marks.push(drawn.mark);
    }
    Ok(frame)
}
