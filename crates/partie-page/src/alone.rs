//! A game as a self-contained page, with style, scripts and pictures.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use partie_core::{Game, Language};
use partie_render::BoardFrame;
use sha2::{Digest as _, Sha256};

use crate::{
    BoardRequest, MoveLinks, Shell, Words, assets,
    pages::{self, GamePage},
    shell::Inlined,
};

/// A page in one file, with the viewer that pages of servers and sites have.
#[derive(Clone, Copy, Debug)]
pub struct AlonePage<'a> {
    /// The game.
    pub game: &'a Game,
    /// The words of the page.
    pub words: &'static Words,
    /// Letters of the pieces; `None` for the letters of the page's language.
    pub letters: Option<Language>,
    /// True if Black is at the bottom.
    pub is_flipped: bool,
}

impl AlonePage<'_> {
    /// Renders the page.
    #[must_use]
    pub fn render(&self) -> String {
        let mut shell = Shell::of_files(self.words, "Partie", "");
        shell.lettered = self.letters;
        shell.inlined = Some(inlined(self.words));
        let page = GamePage {
            game: self.game,
            node: 0,
            links: MoveLinks::Fragment,
            before: None,
            after: None,
            explorer: false,
            file: None,
            about: Vec::new(),
            is_flipped: self.is_flipped,
            packed: None,
        };
        let page = pages::game(&shell, &page, &|board: &BoardFrame, flipped| {
            let svg = BoardRequest::of(board, flipped).svg().unwrap_or_default();
            format!("data:image/svg+xml;base64,{}", STANDARD.encode(svg))
        });
        page + "\n"
    }
}

/// Returns the style and the scripts of a page, and the policy that lets them pass.
fn inlined(words: &'static Words) -> Inlined {
    let asset = |name: &str| {
        let content = assets::named(name).map_or(&b""[..], |asset| asset.content);
        std::str::from_utf8(content).unwrap_or_default()
    };
    let style = asset("page.css");
    let mut scripts = Vec::new();
    if words.script.is_empty() {
        scripts.push(asset(&format!("words-{}.js", words.code)));
    } else {
        // Words of an added language stand before the English ones.
        scripts.extend([&*words.script, asset("words-en.js"), asset("language.js")]);
    }
    scripts.extend([asset("page.js"), asset("viewer.js")]);
    let hash = |text: &&str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let hashes: Vec<String> = scripts.iter().map(hash).collect();
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hashes.join(" "),
        hash(&style)
    );
    Inlined { style, scripts, policy }
}

#[cfg(test)]
mod tests {
    use partie_formats::ReadOptions;

    use super::*;

    /// A page in one file has no server whose policy holds what passes through.
    #[test]
    fn hostile_text_stays_text() {
        let evil = "</script><img src=x onerror=\"alert('1')\">&amp;\u{2028}\u{202e}<!--<script>";
        let quoted = evil.replace('"', "\\\"");
        let text = format!(
            "[Event \"{quoted}\"]\n[White \"{quoted}\"]\n[Black \"{quoted}\"]\n[WhiteTitle \"{quoted}\"]\n\
             [Annotator \"{quoted}\"]\n[Opening \"{quoted}\"]\n\n1. e4 {{{evil}}} e5 ({{{evil}}} 1... c5) \
             2. {evil} *\n"
        );
        let game = partie_pgn::parse(text.as_bytes(), &ReadOptions::default()).value;
        let page = |game: &Game| {
            let words = Words::of("en");
            AlonePage { game, words, letters: None, is_flipped: false }.render()
        };
        let harmless = partie_pgn::parse(b"1. e4 e5 *", &ReadOptions::default()).value;
        let (hostile, harmless) = (page(&game), page(&harmless));
        assert!(hostile.contains("&#60;/script&#62;&#60;img src=x onerror=&#34;"), "{hostile}");
        for mark in ["<script", "</script", "<img", "<!--", "onerror=\""] {
            let count = |page: &str| page.matches(mark).count();
            assert_eq!(count(&hostile), count(&harmless), "{mark}");
        }
        let data = hostile.split_once("class=\"viewer-data\">").expect("data").1;
        let data = data.split_once("</script>").expect("an end").0;
        let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
        assert!(
            data["boards"][0]["white"]["name"].as_str().is_some_and(|name| name.contains("<img"))
        );
        assert!(!hostile.contains(['\u{202e}']), "text that turns the direction");
    }
}
