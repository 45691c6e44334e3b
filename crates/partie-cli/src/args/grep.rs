//! Arguments of `partie grep`.

use std::str::FromStr;

use clap::{Args, builder::NonEmptyStringValueParser};
use partie_core::{Language, Variant};
use partie_db::{
    library::SavedSearch,
    query::{
        BoardPattern, Codes, Dates, Expression, FenPattern, Material, Numbers, ParseError, Query,
        QueryOptions, Sequence, SortKey, Text, Times, YearMonth, outcomes_of,
    },
};

use super::{Copying, choices};

/// Search for games by players, tags, positions, material, moves and text
///
/// A game must meet all conditions, or any of them with --any. Each condition may be given
/// more than once. Matching games are written unchanged, byte for byte, unless another
/// format is requested. Names and text match regardless of case and diacritics. Conditions
/// on tags are fast, because they do not read the moves; --eco and --opening read the moves of
/// games without these tags.
///
/// The exit status is 1 if no game matches.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  partie grep --player anderssen games.pgn
  partie grep --white kieseritzky --result 0-1 --date ..1851 games.pgn
  partie grep --eco C30..C39 --elo 2500.. archive/ -o gambits.pgn
  partie grep --opening gambit --result 0-1 games.pgn
  partie grep --moves 'e4 e5 f4 * Qh4' -c games.pgn
  partie grep --material 'KRP vs KR' --for 10 games.pgn
  partie grep --where \"white_elo - black_elo > 200 and result = '0-1'\" games.pgn
  partie grep --position '*/*/*/*B*/*/*/*/*' --list games.pgn
  partie grep --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR' games.pgn
  partie grep -E --event '^(rated|casual) blitz' --any --tag 'Round>3' games.pgn")]
pub(crate) struct GrepArguments {
    /// Print only the number of matching games, per file if there are several
    #[arg(short, long, group = "form")]
    pub(crate) count: bool,

    /// Print only the names of files with matching games
    #[arg(short = 'l', long, group = "form")]
    pub(crate) files_with_matches: bool,

    /// Print one line per game: file, line, players, result, event, date
    #[arg(long, group = "form")]
    pub(crate) list: bool,

    /// Sort the games by these keys, the most significant first
    ///
    /// The keys are those of `partie sort`: date, white, elo, eco and others; a `-` before a key
    /// reverses it.
    #[arg(long, value_name = "KEY", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = choices::suggesting(SortKey::from_str, SortKey::WORDS), hide_possible_values = true)]
    pub(crate) sort: Vec<SortKey>,

    /// Skip the first N games
    #[arg(long, value_name = "N")]
    pub(crate) skip: Option<u64>,

    /// Stop after N games
    #[arg(short, long, short_alias = 'n', value_name = "N")]
    pub(crate) max_count: Option<u64>,

    #[command(flatten)]
    pub(crate) copying: Copying,
}

/// Conditions on games.
#[derive(Debug, Args)]
pub(crate) struct Conditions {
    /// Match a player of either colour: `Kasparov`, `garry kasparov`, `Kasparov, G`
    ///
    /// The words of the name may come in any order, abbreviated or in another transliteration
    /// (`Korchnoi` matches `Kortschnoj`). An initial in the record matches any name
    /// that begins with it.
    #[arg(long, value_name = "NAME", help_heading = TAGS)]
    player: Vec<String>,

    /// Match the player of the white pieces
    #[arg(long, value_name = "NAME", help_heading = TAGS)]
    white: Vec<String>,

    /// Match the player of the black pieces
    #[arg(long, value_name = "NAME", help_heading = TAGS)]
    black: Vec<String>,

    /// Match the result: 1-0, 0-1, 1/2-1/2, *, white, black, draw or decided; separate
    /// several by commas
    #[arg(long, value_name = "RESULT", value_delimiter = ',', help_heading = TAGS,
        value_parser = choices::suggesting(result, RESULTS),
        hide_possible_values = true)]
    result: Vec<String>,

    /// Match both players' ratings: 2500.., ..2000 or 2000..2200
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Numbers>, help_heading = TAGS)]
    elo: Vec<String>,

    /// Match the rating of at least one player
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Numbers>, help_heading = TAGS)]
    either_elo: Vec<String>,

    /// Match White's rating
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Numbers>, help_heading = TAGS)]
    white_elo: Vec<String>,

    /// Match Black's rating
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Numbers>, help_heading = TAGS)]
    black_elo: Vec<String>,

    /// Match the opening's ECO code: B33, C4 or B20..B99
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Codes>, help_heading = TAGS)]
    eco: Vec<String>,

    /// Match part of the opening's name
    ///
    /// The name is that of the Opening and Variation tags. Where they are missing, it is found by
    /// the moves, as the ECO code is for --eco.
    #[arg(long, value_name = "TEXT", help_heading = TAGS)]
    opening: Vec<String>,

    /// Match the date: 1851, 1990..1995.06, 2000..; an unknown month or day matches any
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Dates>, help_heading = TAGS)]
    date: Vec<String>,

    /// Match dates since a year or a month: 2000 or 2000-05
    #[arg(long, value_name = "MONTH", value_parser = read_as::<YearMonth>, help_heading = TAGS)]
    since: Option<String>,

    /// Match dates until a year or a month, which counts as well
    #[arg(long, value_name = "MONTH", value_parser = read_as::<YearMonth>, help_heading = TAGS)]
    until: Option<String>,

    /// Match part of the event's name
    #[arg(long, value_name = "TEXT", help_heading = TAGS)]
    event: Vec<String>,

    /// Match part of the site's name
    #[arg(long, value_name = "TEXT", help_heading = TAGS)]
    site: Vec<String>,

    /// Match the time control: bullet, blitz, rapid, classical, correspondence, or a value
    /// such as 180+2
    ///
    /// The class depends on the time for 40 moves: less than 3 minutes, 8 minutes or an
    /// hour, or more. Separate several classes by commas.
    #[arg(long, visible_alias = "speed", value_name = "CLASS", value_delimiter = ',', help_heading = TAGS,
        value_parser = choices::suggesting(
            NonEmptyStringValueParser::new(),
            ["bullet", "blitz", "rapid", "classical", "correspondence"],
        ),
        hide_possible_values = true)]
    time_control: Vec<String>,

    /// Match part of the Termination tag
    #[arg(long, value_name = "TEXT", help_heading = TAGS)]
    termination: Vec<String>,

    /// Match any tag: `Annotator`, `Round=1`, `WhiteTitle!=GM`, `Event~Open`,
    /// `WhiteElo>=2700`
    ///
    /// Without a value, the tag must be present. Values are compared as numbers, dates or
    /// text, whichever applies.
    #[arg(long, value_name = "TEST", help_heading = TAGS)]
    tag: Vec<String>,

    /// Match an expression as in SQL: `white_elo - black_elo > 200 and eco like 'C4%'`
    ///
    /// Columns are named as in the Parquet files that `partie convert` writes; a tag in double
    /// quotes is one, too: `"WhiteTeam" is not null`. There are = != < <= > >= + - between, in,
    /// like, is null, not, and, or.
    #[arg(long = "where", value_name = "EXPRESSION", value_parser = read_as::<Expression>, help_heading = TAGS)]
    expression: Vec<String>,

    /// Match text anywhere in the record
    #[arg(long, value_name = "TEXT", help_heading = TAGS)]
    text: Vec<String>,

    /// Match the number of plies of the mainline: 40.. or ..20
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Numbers>, help_heading = MOVES)]
    plies: Vec<String>,

    /// Match the variant, as given by tags or by the moves
    #[arg(long, value_name = "VARIANT", value_parser = choices::variant(), hide_possible_values = true, help_heading = MOVES)]
    variant: Option<Variant>,

    /// Match a position given as a FEN; fields that are left out match anything
    #[arg(long, value_name = "FEN", value_parser = read_as::<FenPattern>, help_heading = MOVES)]
    fen: Vec<String>,

    /// Match a position given as a pattern
    ///
    /// The pattern is the board of a FEN, rank 8 first, where `?` matches any square, `*`
    /// any number of squares, `A` any white piece, `a` any black piece, `!` any piece, `_`
    /// an empty square, `[QR]` one of these pieces and `[^QR]` any other piece. It may be
    /// followed by w or b for the side to move.
    #[arg(long, value_name = "PATTERN", value_parser = position, help_heading = MOVES)]
    position: Vec<String>,

    /// Also match --position with the colours reversed
    #[arg(long, requires = "position", help_heading = MOVES)]
    either_colour: bool,

    /// Match material: `KRP vs KR`, `KQP+ vs KQP*`, `KR.. vs KBB..`
    ///
    /// A piece may be followed by a count: a number, `2-4`, `3+`, `+` for one or more, `*`
    /// for any number or `?` for at most one. `M` is a bishop or a knight. `..` at the end
    /// of a side allows other pieces. Either side may be White, unless one is in lower
    /// case, which is Black.
    #[arg(long, value_name = "MATERIAL", value_parser = read_as::<Material>, help_heading = MOVES)]
    material: Vec<String>,

    /// Require --material to last for N consecutive positions
    #[arg(long = "for", value_name = "N", default_value_t = 1, requires = "material",
        value_parser = clap::value_parser!(u32).range(1..), help_heading = MOVES)]
    lasting: u32,

    /// Match moves from the start of the game; `*` matches any number of moves
    ///
    /// For example, `e4 c5 * Bb5`, or `* Bb5` for a move anywhere. `?` matches any single
    /// move, `e4|d4` one of several and `!Nf3` any other. Piece letters may be those of
    /// --lang.
    #[arg(long, value_name = "MOVES", help_heading = MOVES)]
    moves: Vec<String>,

    /// Match positions and moves one after the other, given in the JSON of Scoutfish
    ///
    /// For example, `{"sequence": [{"white-move": "O-O-O"}, {"captured": "Q"}]}`. A condition may
    /// have the keys sub-fen, position, material, imbalance, white-move, black-move, moved,
    /// captured, stm, result, result-type and pass; `streak` is a sequence at consecutive plies.
    /// `skip` and `limit` say which of the games `grep` and `db find` take.
    #[arg(long, value_name = "JSON", value_parser = read_as::<Sequence>, help_heading = MOVES)]
    sequence: Vec<String>,

    /// Match the way the game ends on the board
    #[arg(long, value_name = "HOW", value_parser = choices::ending(), help_heading = MOVES)]
    ends: Option<String>,

    /// Match text in a comment
    #[arg(long, value_name = "TEXT", help_heading = MOVES)]
    comment: Vec<String>,

    /// Match the time left of a player after a move: ..10 (seconds), 0:30..1:00 or 1:00:00..
    ///
    /// The time is that of clocks in comments of the mainline (`[%clk 0:03:00]`).
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Times>, help_heading = MOVES)]
    clock: Vec<String>,

    /// Match the time left of White after a move
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Times>, help_heading = MOVES)]
    white_clock: Vec<String>,

    /// Match the time left of Black after a move
    #[arg(long, value_name = "RANGE", value_parser = read_as::<Times>, help_heading = MOVES)]
    black_clock: Vec<String>,

    /// Also search variations for positions, material and moves
    #[arg(long, help_heading = MOVES)]
    variations: bool,

    /// Treat names and text as regular expressions (Rust syntax, case insensitive)
    #[arg(short = 'E', long)]
    regex: bool,

    /// Match games that meet any of the conditions
    #[arg(long)]
    any: bool,

    /// Match games that do not meet the conditions
    #[arg(short = 'v', long)]
    invert: bool,
}

const TAGS: &str = "Conditions on tags and text";
const MOVES: &str = "Conditions on moves";

const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "*", "white", "black", "draw", "decided"];

/// Returns the words of a condition, if they can be read as one.
fn read_as<T: FromStr<Err = ParseError>>(words: &str) -> Result<String, ParseError> {
    words.parse::<T>().map(|_| words.to_owned())
}

fn result(word: &str) -> Result<String, ParseError> {
    outcomes_of(word).map(|_| word.to_owned())
}

/// Returns a pattern of a position; a whole FEN is for another option.
fn position(text: &str) -> Result<String, String> {
    read_as::<BoardPattern>(text).map_err(|error| match text.parse::<FenPattern>() {
        Ok(_) => format!("{error}; use --fen for a position given as a FEN"),
        Err(_) => error.to_string(),
    })
}

impl Conditions {
    /// Returns how many games the sequences leave out at first, and the most that they want.
    pub(crate) fn skip_and_limit(&self) -> (Option<u64>, Option<u64>) {
        let sequences = self.sequence.iter().filter_map(|text| text.parse::<Sequence>().ok());
        let limits = sequences.clone().filter_map(|sequence| sequence.limit);
        (sequences.clone().find_map(|sequence| sequence.skip), limits.min())
    }

    /// Returns the event that is asked for, if it is one by its name.
    pub(crate) fn event(&self) -> Option<Text> {
        let [event] = &self.event[..] else { return None };
        Text::new(event, self.regex).ok()
    }

    /// Builds the query of a command that takes all games; `None` without conditions. Piece letters of
    /// moves may be those of a language.
    pub(crate) fn query(&self, language: Option<Language>) -> Result<Option<Query>, ParseError> {
        if self.skip_and_limit() != (None, None) {
            return Err("--sequence: `skip` and `limit` are for `grep` and `db find`".into());
        }
        self.query_of_some(language)
    }

    /// Builds the query of a command that observes [`skip_and_limit`](Self::skip_and_limit).
    pub(crate) fn query_of_some(
        &self,
        language: Option<Language>,
    ) -> Result<Option<Query>, ParseError> {
        let SavedSearch { words, options } = self.search();
        if words.is_empty() {
            return Ok(None);
        }
        let options = QueryOptions { language: language.unwrap_or_default(), ..options };
        let words = words.iter().map(|(name, words)| (&**name, &**words));
        Query::of_words(words, &options).map(Some).map_err(|error| error.why)
    }

    /// Returns the conditions as words.
    pub(crate) fn search(&self) -> SavedSearch {
        let variant = self.variant.map(|variant| variant.name().to_owned());
        let words: [(&str, &[String]); 32] = [
            ("white", &self.white),
            ("black", &self.black),
            ("player", &self.player),
            ("result", &self.result),
            ("elo", &self.elo),
            ("either_elo", &self.either_elo),
            ("white_elo", &self.white_elo),
            ("black_elo", &self.black_elo),
            ("eco", &self.eco),
            ("opening", &self.opening),
            ("date", &self.date),
            ("since", self.since.as_slice()),
            ("until", self.until.as_slice()),
            ("event", &self.event),
            ("site", &self.site),
            ("termination", &self.termination),
            ("time_control", &self.time_control),
            ("tag", &self.tag),
            ("where", &self.expression),
            ("text", &self.text),
            ("plies", &self.plies),
            ("variant", variant.as_slice()),
            ("ends", self.ends.as_slice()),
            ("comment", &self.comment),
            ("clock", &self.clock),
            ("white_clock", &self.white_clock),
            ("black_clock", &self.black_clock),
            ("fen", &self.fen),
            ("position", &self.position),
            ("material", &self.material),
            ("moves", &self.moves),
            ("sequence", &self.sequence),
        ];
        let words = words.into_iter();
        let words = words.flat_map(|(name, texts)| {
            texts.iter().map(move |text| (name.to_owned(), text.clone()))
        });
        SavedSearch { words: words.collect(), options: self.options() }
    }

    /// Returns a question without conditions, to which others are added.
    pub(crate) fn no_query(&self) -> Query {
        let QueryOptions { any, inverted, variations, .. } = self.options();
        let mut query = Query::default();
        (query.any, query.inverted, query.variations) = (any, inverted, variations);
        query
    }

    fn options(&self) -> QueryOptions {
        QueryOptions {
            regex: self.regex,
            either_colour: self.either_colour,
            lasting: self.lasting,
            variations: self.variations,
            any: self.any,
            inverted: self.invert,
            ..QueryOptions::default()
        }
    }
}
