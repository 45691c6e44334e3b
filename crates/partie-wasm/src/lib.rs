//! Reads pasted texts in a browser: takes the form of a text, and returns its page or a file.
//!
//! `just wasm` compiles this crate to `crates/partie-page/assets/partie.wasm.gz`, which the worker
//! `web/src/reader.ts` loads. Five functions are exported, and none is imported: the module only
//! sees the bytes that it is given, and can send nothing. The worker first compares the module's
//! version with the one that its page expects ([`READER_VERSION`]), and does not use another one.
//!
//! A message is a sequence of parts, each with its length in four bytes, the lowest first. A
//! request has the code of the language, the file with its diagnostics or nothing, the name of the
//! letters of pieces ([`PieceLetters`]), `1` if the server keeps shared texts, and then three parts
//! for each field: its name, the name of its file or nothing, its value. The answer is the page
//! alone, or a file's name, media type and content.

#![cfg_attr(
    target_family = "wasm",
    expect(unsafe_code, reason = "Rust calls it unsafe to export a function by its name")
)]

use std::sync::{Mutex, PoisonError};

use partie_page::{Download, PieceLetters, Shell, TextForm, Words, assets::READER_VERSION};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Returns the place of the version, which is ASCII text.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn version() -> *const u8 {
    READER_VERSION.as_ptr()
}

/// Returns the length of the version.
#[must_use]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn version_length() -> usize {
    READER_VERSION.len()
}

/// Returns the address to write a request of this length to.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    *request = vec![0; length];
    request.as_mut_ptr()
}

/// Answers the request that was written, and returns the place of the answer. It stays until the
/// next request is answered.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer() -> *const u8 {
    let request = std::mem::take(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner));
    let mut answer = ANSWER.lock().unwrap_or_else(PoisonError::into_inner);
    *answer = answer_to(&request);
    answer.as_ptr()
}

/// Returns the length of the answer.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer_length() -> usize {
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner).len()
}

/// Answers a request.
///
/// ```
/// let parts = ["en", "", "language", "", "text", "", "1. e4 e5 *"];
/// let answer = partie_wasm::answer_to(&partie_wasm::message(&parts.map(str::as_bytes)));
/// assert!(String::from_utf8_lossy(&answer[4..]).starts_with("<!DOCTYPE html>"));
/// ```
#[must_use]
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    let mut parts = Parts(request).map(|part| (part, str::from_utf8(part).unwrap_or_default()));
    let mut next = || parts.next().unwrap_or_default();
    let words = words(next().1, next().1);
    let letters = next().1;
    let letters = PieceLetters::ALL.into_iter().find(|known| known.name() == letters);
    let shell = Shell::of_browser(words, letters.unwrap_or_default(), next().1 == "1");
    let mut form = TextForm::default();
    loop {
        let ((_, name), (_, file), (value, _)) = (next(), next(), next());
        if name.is_empty() {
            break;
        }
        form.add(name, Some(file).filter(|file| !file.is_empty()), value.to_vec());
    }
    if !form.is_download() {
        let (Ok(page) | Err(page)) = form.page(&shell);
        return message(&[page.as_bytes()]);
    }
    match form.file(&shell, Download::text_file) {
        Ok(file) => message(&[file.name.as_bytes(), file.media_type.as_bytes(), &file.content]),
        Err(page) => message(&[page.as_bytes()]),
    }
}

/// Returns the words of a language with its diagnostics. They stay for the requests that follow.
fn words(code: &str, diagnostics: &str) -> &'static Words {
    static KNOWN: Mutex<Vec<&Words>> = Mutex::new(Vec::new());
    let words = Words::of(code);
    if diagnostics.is_empty() {
        return words;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(words) = known.iter().find(|known| known.code == words.code) {
        return words;
    }
    let words = &*Box::leak(Box::new(words.clone().with_diagnostics(diagnostics)));
    known.push(words);
    words
}

/// Puts parts into a message.
#[must_use]
pub fn message(parts: &[&[u8]]) -> Vec<u8> {
    let mut message = Vec::with_capacity(parts.iter().map(|part| 4 + part.len()).sum());
    for part in parts {
        message.extend((part.len() as u32).to_le_bytes());
        message.extend(*part);
    }
    message
}

/// The parts of a message.
struct Parts<'a>(&'a [u8]);

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        self.0 = rest;
        Some(part)
    }
}
