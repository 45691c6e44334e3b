//! The parts of pages around their content.

use serde::Serialize;

use crate::{assets, words::Words};

/// The parts of the pages of one place around their content.
#[derive(Clone, Debug)]
pub struct Shell {
    /// The words.
    pub words: &'static Words,
    /// The name of the place.
    pub name: String,
    /// `light` or `dark`; `None` follows the system.
    pub theme: Option<&'static str>,
    /// The way from a page to the first one: `/`, or for pages that are files `./` or `../`.
    pub root: String,
    /// Links to other pages.
    pub nav: Vec<Link>,
    /// True if the pages are files that no server answers for.
    pub is_static: bool,
    /// The address of the whole page, if this one stands in the page of someone else.
    pub embedded: Option<String>,
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

impl Shell {
    /// Returns the shell of pages that a server answers with.
    #[must_use]
    pub fn of_server(words: &'static Words, theme: Option<&'static str>) -> Shell {
        Shell {
            words,
            name: "Partie".to_owned(),
            theme,
            root: "/".to_owned(),
            nav: Vec::new(),
            is_static: false,
            embedded: None,
        }
    }

    /// Returns the shell of pages that are files; `root` is the way to the first one, such as `../`.
    #[must_use]
    pub fn of_files(words: &'static Words, name: &str, root: &str) -> Shell {
        Shell {
            words,
            name: name.to_owned(),
            theme: None,
            root: root.to_owned(),
            nav: Vec::new(),
            is_static: true,
            embedded: None,
        }
    }

    /// Returns the address of a file of [`assets`].
    pub(crate) fn asset(&self, name: &str) -> String {
        let version = assets::named(name).map_or(0, assets::Asset::version);
        if self.is_static {
            format!("{}assets/{name}", self.root)
        } else {
            format!("{}assets/{name}?v={version:016x}", self.root)
        }
    }

    /// Returns the address of a script with texts in the language of the page: `words` those of all
    /// pages, `play` those of live play.
    pub(crate) fn texts(&self, name: &str) -> String {
        self.asset(&format!("{name}-{}.js", self.words.code))
    }

    /// Returns the address of the first page, from the root.
    pub(crate) const fn index(&self) -> &'static str {
        if self.is_static { "index.html" } else { "" }
    }

    /// Returns the address of the icon.
    pub(crate) fn icon(&self) -> String {
        self.asset("icon.svg")
    }

    /// Returns the languages that can be chosen.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(crate) fn languages(&self) -> &'static [Words] {
        Words::built_in()
    }
}

/// A value as JSON that may stand in an element of HTML.
pub(crate) fn json_for_html(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    // Within strings only: outside of them JSON has none of these.
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
