//! Surroundings of pages: the language and colours of the reader, links, messages.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{Html, IntoResponse, Response},
};
use partie_page::{Choices, File, Languages, Link, PieceLetters, Shell, pages};

use super::state::{Asked, Pages};

impl FromRequestParts<Pages> for Asked {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, Self::Rejection> {
        let mut shell = of(&pages.languages, &parts.headers);
        shell.shares = pages.shared.is_some();
        let path = parts.uri.path();
        if let Some(whole) = path.strip_prefix("/embed") {
            let query = parts.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
            shell.embedded = Some(format!("{whole}{query}"));
        }
        let mut link = |href: &str, text: &str| {
            // The path is empty in a request for an authority.
            let current = path.strip_prefix('/').unwrap_or(path).split('/').next() == Some(href);
            shell.nav.push(Link { href: href.to_owned(), text: text.to_owned(), current });
        };
        let root = if pages.games.is_some() && pages.live.is_none() { "read" } else { "" };
        link(root, &shell.words.paste);
        if pages.live.is_some() {
            link("play", &shell.words.play);
        }
        if let Some(games) = &pages.games {
            link("games", &shell.words.games);
            if games.is_searched() {
                link("explore", &shell.words.explorer);
                link("statistics", &shell.words.statistics);
                link("players", &shell.words.players);
                link("tournaments", &shell.words.tournaments);
            }
            if pages.imports.is_some() {
                link("import", &shell.words.import);
            }
        }
        Ok(Asked { pages: pages.clone(), shell })
    }
}

/// The value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

/// The shell of pages for the reader who sends these headers.
pub(super) fn of(languages: &Languages, headers: &HeaderMap) -> Shell {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let words = match cookie(headers, "lang") {
        Some(code) => languages.of(code),
        None => languages.preferred(accepted.unwrap_or_default()),
    };
    Shell::of_server(languages.clone(), words, choices(headers))
}

/// The other choices of the reader.
fn choices(headers: &HeaderMap) -> Choices {
    let named = |name, known: &[&'static str]| {
        let chosen = cookie(headers, name);
        known.iter().find(|value| chosen == Some(value)).copied()
    };
    let letters = cookie(headers, "notation");
    let letters = PieceLetters::ALL.into_iter().find(|known| letters == Some(known.name()));
    Choices {
        theme: named("theme", &["light", "dark"]),
        letters: letters.unwrap_or_default(),
        size: named("size", &Choices::SIZES),
    }
}

/// A page with a message.
pub(super) fn message(
    shell: &Shell,
    status: StatusCode,
    title: &str,
    detail: Option<&str>,
) -> Response {
    (status, Html(pages::message(shell, title, detail))).into_response()
}

/// The page for what there is not.
pub(super) fn not_found(shell: &Shell) -> Response {
    message(shell, StatusCode::NOT_FOUND, &shell.words.error_not_found, None)
}

/// An answer that browsers keep as a file.
pub(super) fn attachment(file: File) -> Response {
    let disposition = file.disposition();
    let File { media_type, content, .. } = file;
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'".to_owned()),
    ];
    (headers, content).into_response()
}
