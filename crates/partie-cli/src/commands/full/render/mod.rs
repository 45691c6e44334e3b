//! `partie render`: pictures, animations, web pages and books of games.

mod book;
mod chosen;
mod picture;
mod series;

use std::{io::Write as _, path::Path};

use anyhow::{Context as _, anyhow, bail};
use partie_render::Coordinates;

use crate::{
    args::{GameNumbers, Picture, RenderArguments},
    commands::{
        note,
        show::{
            remarks,
            source::{self, GameChoice, Several},
        },
    },
    exit::Exit,
    output::{Output, Permission},
};
use picture::{Places, picture};

pub(super) fn run(arguments: &RenderArguments) -> anyhow::Result<Exit> {
    let RenderArguments { what, output, force, place, conditions, reading, .. } = arguments;
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
    let asked = place.game.as_ref().and_then(GameNumbers::only);
    let filter = conditions.query(reading.lang)?;
    let wanted = GameChoice { number: asked, filter: filter.as_ref() };
    let Some(shown) = source::find(what, wanted, reading)? else { return Ok(Exit::Problems) };
    let game = shown.record.game();
    let places = match Places::of(game, arguments) {
        Ok(places) => places,
        Err(why) => {
            note(why);
            return Ok(Exit::Problems);
        }
    };
    let picture = picture(kind, arguments, game, places)?;
    out.write_all(&picture).with_context(|| out.name().to_owned())?;
    out.finish()?;
    Ok(remarks(&shown, asked))
}

/// Refuses several games for an output of one file.
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

/// Returns the requested format, or the one of the output's extension.
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
            "{}: cannot tell the output format from the name; use .svg, .png, .gif, .html or .pdf, or add -t",
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
    let boards: &[Picture] = &[Svg, Png, Gif, Pdf];
    let given: [(bool, &str, &[Picture]); 23] = [
        (place.ply.is_some(), "ply", pictures),
        (place.move_number.is_some(), "move", pictures),
        (place.last, "last", pictures),
        (drawing.size.is_some(), "size", drawn),
        (drawing.theme.is_some(), "theme", boards),
        (drawing.coordinates != Coordinates::Auto, "coordinates", boards),
        (drawing.show_players, "show-players", boards),
        (drawing.turn, "turn", boards),
        (drawing.no_last_move, "no-last-move", boards),
        (drawing.no_check, "no-check", boards),
        (!drawing.arrow.is_empty(), "arrow", drawn),
        (!drawing.mark.is_empty(), "mark", drawn),
        (film.delay.is_some(), "delay", &[Gif]),
        (film.last_delay.is_some(), "last-delay", &[Gif]),
        (film.begin.is_some(), "from-move", &[Gif]),
        (film.end.is_some(), "to-move", &[Gif]),
        (film.once, "once", &[Gif]),
        (text.to_lang.is_some(), "to-lang", &[Html, Pdf]),
        (text.language.is_some(), "language", &[Html, Pdf]),
        (text.diagrams.is_some(), "diagrams", &[Pdf]),
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
