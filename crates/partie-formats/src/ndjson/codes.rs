//! The diagnostic codes of Partie's JSON.

use crate::{Code, Format, Severity};

macro_rules! codes {
    ($($id:literal $name:ident $slug:literal $title:literal $explanation:literal $example:expr;)+) => {
        $(
            #[doc = $title]
            pub static $name: Code = Code {
                id: $id,
                name: $slug,
                severity: Severity::Error,
                title: $title,
                explanation: $explanation,
                format: Format::Ndjson,
                example: $example,
            };
        )+

        /// All of them, by id.
        pub const ALL: &[&Code] = &[$(&$name),+];
    };
}

codes! {
    "JSN001" NOT_JSON "not-json" "the line is not a JSON object"
        "Every line of the file is one JSON object, one game. This line is something else, or it was cut off."
        "{\"moves\": [\n";
    "JSN002" WRONG_FIELD "wrong-field" "a field has another type"
        "The field is there, but it holds another kind of value than it should: `moves` is a list of strings, `tags` an object of strings."
        "{\"moves\": \"e2e4\"}\n";
    "JSN003" ILLEGAL_MOVE "illegal-move" "an illegal move"
        "The move cannot be played in the position that the moves before it lead to. The game was kept up to there."
        "{\"moves\": [\"e2e4\", \"e2e4\"]}\n";
    "JSN004" BAD_START "bad-start" "the start position cannot be read"
        "`start_fen` gives no playable position, so no move could be played from it."
        "{\"start_fen\": \"8/8 w - - 0 1\", \"moves\": []}\n";
}
