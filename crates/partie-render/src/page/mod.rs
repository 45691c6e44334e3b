//! A game as one page of HTML that needs nothing else: boards are inline SVG, every move
//! is a link to its position, and a small script adds buttons and arrow keys.
//!
//! Without the script the links still show the positions (`:target`). All text of the
//! game is escaped, and the page carries a content security policy that lets through its
//! own style and script only, by their hashes. Screen readers hear a sentence for every
//! move; a printer gets the text with its diagrams.

use std::io;

use partie_core::{Game, Language, NodeId, openings, setters, walk::WalkEvent};
use partie_speech::Speech;

use crate::{
    DiagramStyle, Diagrams, Frame, draw,
    frame::Walk,
    heading::Heading,
    movetext::{self, TextPart},
    phrases::{self, Phrases, capitalised},
    svg::{self, escape},
};

/// Options of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageOptions {
    /// Style of the boards.
    pub look: DiagramStyle,
    /// The piece letters of the moves.
    pub language: Language,
    /// Positions of diagrams in the text.
    pub diagrams: Diagrams,
}

setters! { PageOptions:
    /// Sets the style of the boards.
    look: DiagramStyle;
    /// Sets the piece letters of the moves.
    language: Language;
    /// Sets the positions of diagrams in the text.
    diagrams: Diagrams;
}

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// SHA-256 of [`STYLE`] in base 64; a test holds it.
const STYLE_HASH: &str = "cvkd7ItnLpUL3BNMfTMqnYMjZniCe1awifvVqXZWHB0=";
/// SHA-256 of [`SCRIPT`] in base 64.
const SCRIPT_HASH: &str = "J6QIu542vRVlMSPPQGcVscSokMp68oVhog9wZZfFAFg=";

/// Writes a game as a page.
///
/// # Errors
///
/// Those of `out`.
pub fn write(game: &Game, options: &PageOptions, out: &mut dyn io::Write) -> io::Result<()> {
    let heading = Heading::of(game, options.language);
    // The words of the record are most likely in the language of the moves.
    let language = phrases::code(options.language).unwrap_or("en");
    let title = escape(&heading.title());
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'sha256-{STYLE_HASH}'; script-src 'sha256-{SCRIPT_HASH}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"Partie\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )?;
    head(game, &heading, options.language, out)?;
    stage(game, options, out)?;
    text(game, options, &heading, out)?;
    write!(
        out,
        "<footer>Made with Partie.</footer>\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

fn head(
    game: &Game,
    heading: &Heading,
    language: Language,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let players = escape(&heading.rated_title());
    let fact = |fact: &String| match escape(fact) {
        name if language != Language::English && openings::is_named(fact) => {
            format!("<span lang=\"en\">{name}</span>")
        }
        fact => fact,
    };
    let mut facts: Vec<String> = heading.circumstances.iter().map(fact).collect();
    facts.extend(heading.annotator.iter().map(|name| format!("annotated by {}", escape(name))));
    if !heading.result.is_empty() {
        facts.insert(0, format!("<span class=\"result\">{}</span>", heading.result));
    }
    write!(out, "<header>\n<h1>{players}</h1>\n<p class=\"sub\">{}</p>\n", facts.join(" · "))?;
    if !game.tags.is_empty() {
        write!(out, "<details><summary>All tags</summary>\n<table>\n")?;
        for (name, value) in game.tags.in_export_order() {
            let (name, value) = (escape(name), escape(value));
            writeln!(out, "<tr><th scope=\"row\">{name}</th><td dir=\"auto\">{value}</td></tr>")?;
        }
        write!(out, "</table>\n</details>\n")?;
    }
    writeln!(out, "</header>")
}

/// The positions, of which one is to be seen at a time.
fn stage(game: &Game, options: &PageOptions, out: &mut dyn io::Write) -> io::Result<()> {
    let phrases = Phrases::of(options.language);
    let start = Frame::at_in(game, NodeId::ROOT, options.language);
    let scene = draw(&start, options.look);
    write!(
        out,
        "<section class=\"stage\" aria-labelledby=\"h-board\">\n<h2 id=\"h-board\">{}</h2>\n{}",
        phrases.board,
        svg::store(&scene)
    )?;
    figure(game, NodeId::ROOT, &start, phrases.start, "Start of the game", options, out)?;
    for step in game.walk() {
        let WalkEvent::Move { node, before, .. } = step else { continue };
        let Some(ply) = game.tree.ply(node) else { continue };
        let frame = Frame::of_move(game, node, &before, options.language);
        let board = game.tree.board(node);
        let moved = frame.boards.get(board.index()).or(frame.boards.first());
        let caption = moved.and_then(|board| board.last_move.clone()).unwrap_or_default();
        let say = Speech::default().game_move(&before, board, ply);
        figure(game, node, &frame, &caption, &say, options, out)?;
    }
    write!(
        out,
        "<p id=\"say\" class=\"hide\" role=\"status\" aria-live=\"polite\"></p>\n\
         <div id=\"tools\" hidden>\n<div class=\"buttons\">\
         <button type=\"button\" value=\"first\" aria-label=\"First position\">«</button>\
         <button type=\"button\" value=\"back\" aria-label=\"Move back\">‹</button>\
         <button type=\"button\" value=\"next\" aria-label=\"Move forward\">›</button>\
         <button type=\"button\" value=\"last\" aria-label=\"Last position\">»</button>\
         </div>\n<p class=\"keys\">Keys: ← and → step through the game, Home and End go to its \
         ends, ↓ to the next variation.</p>\n</div>\n</section>\n"
    )
}

fn figure(
    game: &Game,
    node: NodeId,
    frame: &Frame,
    caption: &str,
    say: &str,
    options: &PageOptions,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let tree = &game.tree;
    let first = if node == NodeId::ROOT { " first" } else { "" };
    write!(
        out,
        "<figure id=\"p{}\" class=\"position{first}\" data-say=\"{}\"",
        node.index(),
        escape(say)
    )?;
    // The next of the moves that are played in the place of this one, in a circle.
    let siblings: Vec<NodeId> =
        tree.parent(node).map(|parent| tree.children(parent).collect()).unwrap_or_default();
    let at = siblings.iter().position(|n| *n == node).unwrap_or(0);
    let other = siblings.get((at + 1) % siblings.len().max(1)).copied().filter(|n| *n != node);
    for (name, to) in [("back", tree.parent(node)), ("next", tree.next(node)), ("other", other)] {
        if let Some(to) = to {
            write!(out, " data-{name}=\"p{}\"", to.index())?;
        }
    }
    writeln!(
        out,
        ">\n{}<figcaption><b>{}</b></figcaption></figure>",
        svg::inline(&draw(frame, options.look)),
        escape(caption)
    )
}

/// The moves with everything between them.
fn text(
    game: &Game,
    options: &PageOptions,
    heading: &Heading,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let phrases = Phrases::of(options.language);
    write!(
        out,
        "<section class=\"text\" aria-labelledby=\"h-moves\">\n<h2 id=\"h-moves\">{}</h2>\n",
        phrases.moves
    )?;
    let mut paragraph = Paragraph { open: false, depth: 0 };
    let mut walk = Walk::new(game, options.language);
    for part in movetext::parts(game, options.language, options.diagrams) {
        match part {
            TextPart::Open { depth } => {
                paragraph.close(out)?;
                paragraph.depth = depth;
            }
            TextPart::Close { depth } => {
                paragraph.close(out)?;
                paragraph.depth = depth - 1;
            }
            TextPart::Move { node, number, text, signs, .. } => {
                paragraph.begin(out)?;
                let text = escape(&format!("{number}{text}{}", movetext::common(&signs)));
                write!(out, "\n<a href=\"#p{}\">{text}</a>", node.index())?;
            }
            TextPart::Comment { text, .. } => {
                paragraph.begin(out)?;
                let separator = if movetext::joins(&text) { "" } else { "\n" };
                write!(out, "{separator}<span class=\"c\" dir=\"auto\">{}</span>", escape(&text))?;
            }
            TextPart::Diagram { node, after, .. } => {
                paragraph.close(out)?;
                let caption = match after {
                    Some(last) => capitalised(&format!("{} {last}", phrases.after)),
                    None => phrases.start.to_owned(),
                };
                let board = svg::inline(&draw(walk.to(node), options.look));
                let caption = escape(&caption);
                writeln!(out, "<figure>{board}<figcaption>{caption}</figcaption></figure>")?;
            }
        }
    }
    if let Some(unread) = &game.unread {
        paragraph.close(out)?;
        paragraph.depth = 0;
        writeln!(out, "<p class=\"c\" dir=\"auto\">Not read: {}</p>", escape(unread.trim()))?;
    }
    if !heading.result.is_empty() {
        paragraph.depth = 0;
        paragraph.begin(out)?;
        write!(out, "\n{}", heading.result)?;
    }
    paragraph.close(out)?;
    writeln!(out, "</section>")
}

/// The paragraph that is being written.
struct Paragraph {
    open: bool,
    depth: usize,
}

impl Paragraph {
    fn begin(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.open {
            return Ok(());
        }
        self.open = true;
        match self.depth {
            0 => write!(out, "<p class=\"main\">"),
            depth => write!(out, "<p class=\"line d{}\">", depth.min(5)),
        }
    }

    fn close(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.open {
            self.open = false;
            writeln!(out, "\n</p>")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    /// Base 64 as RFC 4648 has it.
    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for chunk in bytes.chunks(3) {
            let n = chunk.iter().enumerate().fold(0, |n, (i, b)| n | u32::from(*b) << (16 - 8 * i));
            for i in 0..4 {
                let digit = DIGITS[(n >> (18 - 6 * i) & 63) as usize] as char;
                text.push(if i <= chunk.len() { digit } else { '=' });
            }
        }
        text
    }

    #[test]
    fn the_policy_knows_the_style_and_the_script() {
        assert_eq!(STYLE_HASH, base64(&Sha256::digest(STYLE)), "of the style");
        assert_eq!(SCRIPT_HASH, base64(&Sha256::digest(SCRIPT)), "of the script");
    }
}
