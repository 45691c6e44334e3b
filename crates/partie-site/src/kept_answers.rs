//! Answers about a library that were given before, valid until it changes.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// The most answers that are kept.
const ANSWERS: usize = 64;

/// Answers by what was asked.
#[derive(Debug)]
pub(crate) struct KeptAnswers<T>(Mutex<Answers<T>>);

#[derive(Debug)]
struct Answers<T> {
    /// Number of the manifest that they are about.
    manifest: u64,
    by_question: HashMap<String, T>,
}

impl<T> Default for KeptAnswers<T> {
    fn default() -> KeptAnswers<T> {
        KeptAnswers(Mutex::new(Answers { manifest: 0, by_question: HashMap::new() }))
    }
}

impl<T: Clone> KeptAnswers<T> {
    /// Returns the answer to a question about the library of a manifest. A new one is kept if the
    /// function returns true with it.
    ///
    /// # Errors
    ///
    /// Returns the function's error.
    pub(crate) fn of<E>(
        &self,
        manifest: u64,
        question: &str,
        answer: impl FnOnce() -> Result<(T, bool), E>,
    ) -> Result<T, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = lock();
        if kept.manifest == manifest
            && let Some(answer) = kept.by_question.get(question)
        {
            return Ok(answer.clone());
        }
        drop(kept);
        let (answer, is_kept) = answer()?;
        if is_kept {
            let mut kept = lock();
            if kept.manifest != manifest || kept.by_question.len() >= ANSWERS {
                kept.manifest = manifest;
                kept.by_question.clear();
            }
            kept.by_question.insert(question.to_owned(), answer.clone());
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_until_the_library_changes() {
        let kept = KeptAnswers::default();
        let of = |manifest, question: &str, answer: u32, is_kept| {
            kept.of(manifest, question, || Ok::<_, ()>((answer, is_kept)))
        };
        for (manifest, question, answer, is_kept, expected) in [
            (1, "a", 10, true, 10),
            (1, "a", 11, true, 10),
            (1, "b", 12, false, 12),
            (1, "b", 13, true, 13),
            (2, "a", 14, true, 14),
            (2, "b", 15, true, 15),
            (1, "a", 16, false, 16),
            (2, "a", 17, true, 14),
        ] {
            assert_eq!(
                of(manifest, question, answer, is_kept),
                Ok(expected),
                "{manifest} {question}"
            );
        }
        for number in 0..100 {
            assert_eq!(of(3, &number.to_string(), number, true), Ok(number));
        }
        assert_eq!(kept.of(3, "a", || Err("no")), Err("no"));
        assert!(kept.0.lock().expect("a lock").by_question.len() <= ANSWERS);
    }
}
