//! Words of pages for values of this program.

use partie_db::query::TimeClass;
use partie_page::Words;

/// Returns the word for a class of time controls.
pub(in crate::commands) fn speed(class: TimeClass, words: &Words) -> &str {
    match class {
        TimeClass::Bullet => &words.bullet,
        TimeClass::Blitz => &words.blitz,
        TimeClass::Rapid => &words.rapid,
        TimeClass::Classical => &words.classical,
        TimeClass::Correspondence => &words.correspondence,
    }
}
