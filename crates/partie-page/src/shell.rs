//! The parts of pages around their content.

use partie_core::{Language, Role};
use partie_formats::text::turns_direction;
use serde::Serialize;

use crate::{assets, languages::Languages, words::Words};

/// Number of links to pages for which a phone has room.
const IN_A_ROW: usize = 2;

partie_core::variants! {
    /// Letters that name pieces in moves.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum PieceLetters {
        /// The letters of the page's language.
        #[default]
        Language = "language",
        /// English ones, as in PGN.
        English = "english",
        /// Figurines.
        Figurines = "figurines",
    }
    /// All choices.
    ALL
    /// Returns its name in forms and cookies.
    name
}

/// Choices of a reader, which the server keeps in cookies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// `light` or `dark`; `None` follows the system.
    pub theme: Option<&'static str>,
    /// Letters of the pieces.
    pub letters: PieceLetters,
    /// Size of boards: one of [`Choices::SIZES`]; `None` fills the window.
    pub size: Option<&'static str>,
}

impl Choices {
    /// Sizes of boards, in percent of the greatest.
    pub const SIZES: [&'static str; 3] = ["85", "70", "55"];
}

/// The parts of the pages of one place around their content.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The words.
    pub words: &'static Words,
    /// The languages that can be chosen.
    pub languages: Languages,
    /// The name of the place.
    pub name: String,
    /// Choices of the reader.
    pub choices: Choices,
    /// The way from a page to the first one: `/`, or for pages that are files `./` or `../`.
    pub root: String,
    /// Links to other pages.
    pub nav: Vec<Link>,
    /// True if the pages are files that no server answers for.
    pub is_static: bool,
    /// True if the page is made in a browser, of a text that no server has seen: it sends no
    /// request that would reveal the text.
    pub in_browser: bool,
    /// True if texts can be kept on the server.
    pub shares: bool,
    /// Files that cannot be read, whose games the page lacks.
    pub damaged: Vec<DamagedFile>,
    /// The address of the whole page, if another page embeds this one.
    pub embedded: Option<String>,
    /// The page as others show links to it.
    pub preview: Option<Preview>,
    /// Letters of the pieces that override the reader's choice.
    pub(crate) lettered: Option<Language>,
    /// Style and scripts, if they are parts of the page.
    pub(crate) inlined: Option<Inlined>,
}

/// A page as others show links to it (the Open Graph protocol).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// The title.
    pub title: String,
    /// A sentence or some facts.
    pub description: String,
    /// The whole address of the page, if it is known.
    pub url: Option<String>,
    /// The whole address of a picture, if there is one.
    pub image: Option<String>,
}

/// Parts of a page that stand in it, not in files of their own.
#[derive(Clone, Debug)]
pub(crate) struct Inlined {
    /// The style sheet.
    pub(crate) style: &'static str,
    /// The scripts, in their order.
    pub(crate) scripts: Vec<&'static str>,
    /// The content security policy, which allows only these resources.
    pub(crate) policy: String,
}

/// A link to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The address, from the first page on.
    pub href: String,
    /// The text.
    pub text: String,
    /// True if it leads to the page that it stands on.
    pub current: bool,
}

/// A file of a library that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedFile {
    /// Its name in the library.
    pub name: String,
    /// Description of the problem, in English.
    pub problem: String,
    /// The command that repairs it, or says what can be repaired.
    pub remedy: &'static str,
}

impl Shell {
    /// Returns the shell of pages that a server answers with.
    #[must_use]
    pub fn of_server(languages: Languages, words: &'static Words, choices: Choices) -> Shell {
        Shell {
            words,
            languages,
            name: "Partie".to_owned(),
            choices,
            root: "/".to_owned(),
            nav: Vec::new(),
            is_static: false,
            in_browser: false,
            shares: false,
            damaged: Vec::new(),
            embedded: None,
            preview: None,
            lettered: None,
            inlined: None,
        }
    }

    /// Returns the shell of pages that a reader in the browser makes. Only their content is shown, within a
    /// page of the server.
    #[must_use]
    pub fn of_browser(words: &'static Words, letters: PieceLetters, shares: bool) -> Shell {
        let choices = Choices { letters, ..Choices::default() };
        let shell = Shell::of_server(Languages::default(), words, choices);
        Shell { in_browser: true, shares, ..shell }
    }

    /// Returns the shell of pages that are files; `root` is the way to the first one, such as `../`.
    #[must_use]
    pub fn of_files(words: &'static Words, name: &str, root: &str) -> Shell {
        Shell {
            words,
            languages: Languages::default(),
            name: name.to_owned(),
            choices: Choices::default(),
            root: root.to_owned(),
            nav: Vec::new(),
            is_static: true,
            in_browser: false,
            shares: false,
            damaged: Vec::new(),
            embedded: None,
            preview: None,
            lettered: None,
            inlined: None,
        }
    }

    /// Returns the address of a file of [`assets`].
    pub(crate) fn asset(&self, name: &str) -> String {
        self.address(name, assets::named(name).map_or(&[], |asset| asset.content))
    }

    /// Returns the address of a file that pages load.
    fn address(&self, name: &str, content: &[u8]) -> String {
        if self.is_static {
            format!("{}assets/{name}", self.root)
        } else {
            format!("{}assets/{name}?v={}", self.root, assets::version(content))
        }
    }

    /// Returns the addresses of scripts with texts in the page's language: `words` for all pages,
    /// `play` for live play. An added language's words come before the English ones.
    pub(crate) fn texts(&self, name: &str) -> Vec<String> {
        let Words { code, script, .. } = self.words;
        if script.is_empty() {
            return vec![self.asset(&format!("{name}-{code}.js"))];
        }
        let english = self.asset(&format!("{name}-en.js"));
        if name == "play" {
            return vec![english];
        }
        let added = self.address(&self.words.script_name(), script.as_bytes());
        vec![added, english, self.asset("language.js")]
    }

    /// Returns the language whose letters name the pieces.
    #[must_use]
    pub fn letters(&self) -> Language {
        self.lettered.unwrap_or_else(|| match self.choices.letters {
            PieceLetters::Language => self.words.letters(),
            PieceLetters::English => Language::English,
            PieceLetters::Figurines => Language::Figurine,
        })
    }

    /// Returns letters for the scripts: the displayed letters, or the page's. `None` for PGN's
    /// letters.
    pub(crate) fn letters_for_script(&self, shown: bool) -> Option<String> {
        let language = if shown { self.letters() } else { self.words.letters() };
        let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        (language != Language::English).then(|| roles.map(|role| language.letter(role)).join(" "))
    }

    /// Returns a move of PGN, also with its number, in the letters of the page.
    pub(crate) fn lettered(&self, san: &str) -> String {
        let language = self.letters();
        let letter = |c: char| match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
            Some(role) => language.letter(role).to_owned(),
            None if c == 'O' && language.castles_with_zeros() => "0".to_owned(),
            None => c.to_string(),
        };
        san.chars().map(letter).collect()
    }

    /// Returns the address of the first page, from the root.
    pub(crate) const fn index(&self) -> &'static str {
        if self.is_static { "index.html" } else { "" }
    }

    /// Returns true if the links are a menu where there is no room for them in a row.
    pub(crate) const fn has_menu(&self) -> bool {
        self.nav.len() > IN_A_ROW
    }

    /// Returns the address of the icon.
    #[must_use]
    pub fn icon(&self) -> String {
        self.asset("icon.svg")
    }

    /// Returns the letters of pieces that can be chosen, with their names.
    pub(crate) fn notations(&self) -> [(&'static str, &str); 3] {
        PieceLetters::ALL.map(|letters| {
            let name = match letters {
                PieceLetters::Language => &self.words.notation_language,
                PieceLetters::English => &self.words.notation_english,
                PieceLetters::Figurines => &self.words.notation_figurines,
            };
            (letters.name(), name.as_str())
        })
    }
}

/// A value as JSON that may stand in an element of HTML.
pub(crate) fn json_for_html(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    // Within strings only: outside of them JSON has none of these.
    let json = json.replace('<', "\\u003c");
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029").replace(turns_direction, "")
}
