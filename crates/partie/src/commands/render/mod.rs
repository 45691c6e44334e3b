//! `partie render`: pictures, animations, web pages and books of games.

mod book;
mod chosen;
mod series;

use std::{io::Write as _, path::Path};

use anyhow::{Context as _, anyhow, bail};
use partie_core::{Game, NodeId};
use partie_render::{
    Coordinates, DiagramStyle, Frame, GifOptions, PageOptions, Pixels, Scene, SvgOptions, Theme,
    draw, gif, page, svg,
};

use super::{
    print_message,
    show::{
        place, remarks,
        source::{self, Found, Several},
    },
};
use crate::{
    args::{
        CoordinatesName, GameNumbers, MoveNumber, Picture, RenderArguments, RenderDrawing,
        RenderPosition, RenderText,
    },
    exit::Exit,
    output::{Output, Permission},
    report::count,
};

/// The width of a picture in pixels, if none is given.
const WIDTH: u32 = 400;

/// Time for each position of an animation, and for the last, in hundredths of a second.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 400;

pub(super) fn run(arguments: &RenderArguments) -> anyhow::Result<Exit> {
    let RenderArguments { what, output, force, place, reading, .. } = arguments;
    let kind = kind(arguments.to, output)?;
    fits(arguments, kind)?;
    let inputs = match source::several(what, &reading.folders.globs) {
        Several::Fen(_) => Vec::new(),
        Several::Inputs(inputs) => inputs.into_iter().flatten().collect(),
    };
    let permission = Permission::new(*force).reading(inputs.into_iter());
    if output.file_name().is_some_and(|name| name.to_string_lossy().contains("{}")) {
        return series::make(arguments, kind, &permission);
    }
    if kind != Picture::Pdf {
        one_game(arguments, kind)?;
    }
    let mut out = Output::create(output, &permission)?;
    if kind.is_binary() && out.is_terminal() {
        bail!("refusing to write binary data to a terminal; use -o game.{}", name(kind));
    }
    if kind == Picture::Pdf {
        let (file, exit) = book::make(arguments)?;
        if let Some(file) = file {
            out.write_all(&file).with_context(|| out.name().to_owned())?;
            out.finish()?;
        }
        return Ok(exit);
    }
    let number = place.game.as_ref().and_then(GameNumbers::only).unwrap_or(1);
    let shown = match source::find(what, number, reading)? {
        Found::Game(shown) => shown,
        Found::TooFew { name, games } => {
            print_message(match games {
                0 => format!("{name}: no games in this file"),
                n => format!("{name}: game {number} does not exist; found {}", count(n, "game")),
            });
            return Ok(Exit::Findings);
        }
    };
    let game = shown.record.game();
    let places = match Places::of(game, arguments) {
        Ok(places) => places,
        Err(why) => {
            print_message(why);
            return Ok(Exit::Findings);
        }
    };
    let picture = picture(kind, arguments, game, places)?;
    out.write_all(&picture).with_context(|| out.name().to_owned())?;
    out.finish()?;
    Ok(remarks(&shown))
}

/// Refuses several games where one file is made of one.
fn one_game(arguments: &RenderArguments, kind: Picture) -> anyhow::Result<()> {
    let numbers = arguments.place.game.as_ref();
    let globs = &arguments.reading.folders.globs;
    let several_files = arguments.what.len() > 1
        && matches!(source::several(&arguments.what, globs), Several::Inputs(_));
    if several_files || numbers.is_some_and(|numbers| numbers.only().is_none()) {
        let name = name(kind);
        bail!(
            "{name} shows one game; use -o 'game-{{}}.{name}' for one file per game, or -o book.pdf for a book"
        );
    }
    Ok(())
}

/// The whole file that is made.
fn picture(
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
            let options = SvgOptions { width: Some(width), ..SvgOptions::default() };
            svg::document(&scene()?, &options).into_bytes()
        }
        Picture::Png => {
            let scene = scene()?;
            Pixels::paint(&scene, width)?.png(scene.title())?
        }
        Picture::Gif => animation(arguments, game, places)?,
        Picture::Html => {
            let RenderText { to_lang, diagrams, .. } = arguments.text;
            let language = to_lang.unwrap_or_default();
            let diagrams = diagrams.unwrap_or_default();
            let mut bytes = Vec::new();
            page::write(game, &PageOptions { look, language, diagrams }, &mut bytes)?;
            bytes
        }
        Picture::Pdf => unreachable!("a book contains all games"),
    })
}

/// The places of a game that the arguments name.
#[derive(Clone, Copy)]
struct Places {
    /// The position of a picture.
    position: NodeId,
    /// First and last position of the animation, in plies from the start.
    film: (usize, usize),
}

impl Places {
    fn of(game: &Game, arguments: &RenderArguments) -> Result<Places, String> {
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

/// Returns the requested format, or that of the output's extension.
fn kind(asked: Option<Picture>, output: &Path) -> anyhow::Result<Picture> {
    if let Some(kind) = asked {
        return Ok(kind);
    }
    if output.as_os_str() == "-" {
        return Ok(Picture::Svg);
    }
    let extension = output.extension().and_then(|e| e.to_str()).unwrap_or_default();
    <Picture as clap::ValueEnum>::from_str(extension, true).map_err(|_| {
        anyhow!(
            "{}: cannot tell the output format from the name; add -t png, for example",
            output.display()
        )
    })
}

/// Rejects options without effect on the format.
fn fits(arguments: &RenderArguments, kind: Picture) -> anyhow::Result<()> {
    use Picture::{Gif, Html, Pdf, Png, Svg};
    let RenderArguments { place, drawing, film, text, .. } = arguments;
    let pictures: &[Picture] = &[Svg, Png];
    let drawn: &[Picture] = &[Svg, Png, Gif];
    let given: [(bool, &str, &[Picture]); 16] = [
        (place.ply.is_some(), "ply", pictures),
        (place.move_number.is_some(), "move", pictures),
        (place.last, "last", pictures),
        (drawing.size.is_some(), "size", drawn),
        (!drawing.arrow.is_empty(), "arrow", drawn),
        (!drawing.mark.is_empty(), "mark", drawn),
        (film.delay.is_some(), "delay", &[Gif]),
        (film.last_delay.is_some(), "last-delay", &[Gif]),
        (film.begin.is_some(), "from-move", &[Gif]),
        (film.end.is_some(), "to-move", &[Gif]),
        (film.once, "once", &[Gif]),
        (text.to_lang.is_some(), "to-lang", &[Html, Pdf]),
        (text.diagrams.is_some(), "diagrams", &[Html, Pdf]),
        (text.title.is_some(), "title", &[Pdf]),
        (text.paper.is_some(), "paper", &[Pdf]),
        (text.large_print, "large-print", &[Pdf]),
    ];
    for (is_given, option, kinds) in given {
        if is_given && !kinds.contains(&kind) {
            let kinds: Vec<&str> = kinds.iter().copied().map(name).collect();
            bail!("--{option} applies to {}, not to {}", kinds.join(", "), name(kind));
        }
    }
    Ok(())
}

fn name(kind: Picture) -> &'static str {
    match kind {
        Picture::Svg => "svg",
        Picture::Png => "png",
        Picture::Gif => "gif",
        Picture::Html => "html",
        Picture::Pdf => "pdf",
    }
}

fn look(drawing: &RenderDrawing, usual: Theme) -> DiagramStyle {
    DiagramStyle {
        theme: drawing.theme.map_or(usual, |theme| theme.0),
        flipped: drawing.flip,
        coordinates: match drawing.coordinates {
            CoordinatesName::Auto => Coordinates::Auto,
            CoordinatesName::Inside => Coordinates::Inside,
            CoordinatesName::Outside => Coordinates::Outside,
            CoordinatesName::None => Coordinates::None,
        },
        turn: drawing.turn,
        players: drawing.players,
        hide_move: drawing.no_last_move,
        hide_check: drawing.no_check,
        // Marks of comments are hidden unless others are drawn.
        hide_marks: drawing.no_marks && drawing.arrow.is_empty() && drawing.mark.is_empty(),
    }
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
    let options = GifOptions {
        width: drawing.size.unwrap_or(WIDTH),
        delay: film.delay.unwrap_or(DELAY),
        last_delay: film.last_delay.unwrap_or(LAST_DELAY),
        repeat: !film.once,
    };
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
