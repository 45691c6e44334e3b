//! Expressions over columns, as in SQL's `WHERE`: `white_elo > 2500 and eco like 'C4%'`.
//!
//! | written | holds if |
//! |---|---|
//! | `a = b`, `!=` or `<>`, `<`, `<=`, `>`, `>=` | the values compare like that: as numbers if both are, as dates if one is given, and else as text |
//! | `a between b and c` | `a >= b and a <= c` |
//! | `a in (b, c)` | `a` equals one of them |
//! | `a like 'C4%'` | the text fits: `%` stands for any text, `_` for any letter |
//! | `a is null`, `a is not null` | nothing is known of `a`; something is |
//! | `not`, `and`, `or`, `( )` | as usual; `not` may stand before `between`, `in` and `like` |
//!
//! Values are columns, numbers, texts in single quotes, and sums and differences of numbers. A
//! column is named as in the [columns](crate::columns) of a file, or it is a tag in double quotes:
//! `"WhiteTeam"`; `id` is the number of a game in a library. Columns of several values, such as moves
//! and clocks, are matched by conditions of their own. Texts are compared regardless of case and diacritics. Words of the language may
//! be written in capitals.
//!
//! As in SQL, a comparison with an unknown value is neither true nor false. The values `?`, `-` and
//! `????.??.??` are unknown.

use std::{borrow::Cow, cmp::Ordering, str::FromStr};

use super::{
    ParseError,
    speed::Speed,
    subject::{Detail, Extent, Subject},
    tag::compare,
};
use crate::{columns::FIELDS, folding::folded, identity::said};

/// An expression that is true of some games.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(Truth);

#[derive(Clone, Debug, PartialEq)]
enum Truth {
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
    Compared(Operand, Comparison, Operand),
    Like(Operand, String),
    IsNull(Operand),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Debug, PartialEq)]
enum Operand {
    Number(f64),
    Text(String),
    Column(Column),
    Sum(Box<Operand>, Box<Operand>),
    Difference(Box<Operand>, Box<Operand>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Tag(String),
    /// A tag whose values are numbers.
    Number(&'static str),
    /// Year, month or day.
    Date(usize),
    Result,
    Variant,
    Plies,
    File,
    Eco,
    Opening,
    EcoOfMoves,
    OpeningOfMoves,
    Speed,
    /// Number in a library.
    Id,
    Detail(Detail),
}

/// A value of a game.
enum Value<'a> {
    Number(f64),
    Text(Cow<'a, str>),
}

impl FromStr for Expression {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Expression, ParseError> {
        let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
        let truth = parser.or()?;
        match parser.peek() {
            None => Ok(Expression(truth)),
            Some(_) => Err(parser.expected("and, or, or the end")),
        }
    }
}

impl Expression {
    /// Returns the cost of evaluation, on the scale of [`Condition`](super::Condition).
    pub(super) fn cost(&self) -> u8 {
        self.0.cost()
    }

    /// Returns true if it is true of a game.
    pub(super) fn holds(&self, game: &impl Subject) -> bool {
        self.0.of(game) == Some(true)
    }
}

impl Truth {
    fn cost(&self) -> u8 {
        match self {
            Truth::Not(truth) => truth.cost(),
            Truth::And(one, other) | Truth::Or(one, other) => one.cost().max(other.cost()),
            Truth::Compared(one, _, other) => one.cost().max(other.cost()),
            Truth::Like(operand, _) | Truth::IsNull(operand) => operand.cost(),
        }
    }

    /// Returns `None` if it is not known.
    fn of(&self, game: &impl Subject) -> Option<bool> {
        match self {
            Truth::Not(truth) => truth.of(game).map(|truth| !truth),
            Truth::And(one, other) => match one.of(game) {
                Some(false) => Some(false),
                Some(true) => other.of(game),
                None => other.of(game).filter(|truth| !truth),
            },
            Truth::Or(one, other) => match one.of(game) {
                Some(true) => Some(true),
                Some(false) => other.of(game),
                None => other.of(game).filter(|truth| *truth),
            },
            Truth::Compared(one, comparison, other) => {
                let order = one.of(game)?.compare(&other.of(game)?)?;
                Some(match comparison {
                    Comparison::Equal => order.is_eq(),
                    Comparison::Unequal => order.is_ne(),
                    Comparison::Less => order.is_lt(),
                    Comparison::AtMost => order.is_le(),
                    Comparison::More => order.is_gt(),
                    Comparison::AtLeast => order.is_ge(),
                })
            }
            Truth::Like(operand, pattern) => {
                let text = operand.of(game)?.into_text();
                let text: Vec<char> = folded(&text).chars().collect();
                let pattern: Vec<char> = pattern.chars().collect();
                Some(is_like(&text, &pattern))
            }
            Truth::IsNull(operand) => Some(operand.of(game).is_none()),
        }
    }
}

impl Operand {
    fn cost(&self) -> u8 {
        match self {
            Operand::Number(_) | Operand::Text(_) => 0,
            Operand::Column(column) => match column {
                Column::Eco | Column::Opening | Column::EcoOfMoves | Column::OpeningOfMoves => 1,
                Column::Plies | Column::Variant | Column::Detail(_) => 2,
                _ => 0,
            },
            Operand::Sum(one, other) | Operand::Difference(one, other) => {
                one.cost().max(other.cost())
            }
        }
    }

    fn of<'a>(&'a self, game: &'a impl Subject) -> Option<Value<'a>> {
        let both = |one: &'a Operand, other: &'a Operand| {
            Some((one.of(game)?.to_number()?, other.of(game)?.to_number()?))
        };
        Some(match self {
            Operand::Number(number) => Value::Number(*number),
            Operand::Text(text) => Value::Text(text.into()),
            Operand::Sum(one, other) => both(one, other).map(|(a, b)| Value::Number(a + b))?,
            Operand::Difference(one, other) => {
                both(one, other).map(|(a, b)| Value::Number(a - b))?
            }
            Operand::Column(column) => match column {
                Column::Tag(name) => Value::Text(game.known(name)?.into()),
                Column::Number(tag) => Value::Number(game.number(tag)? as f64),
                Column::Date(part) => {
                    let date = crate::columns::date(game.known("Date")?);
                    Value::Number(date[*part]?.into())
                }
                Column::Result => Value::Text(game.outcome().as_pgn().into()),
                Column::Variant => Value::Text(Extent::of(game).variant.name().into()),
                Column::Plies => Value::Number(Extent::of(game).plies.into()),
                Column::File => Value::Text(said(game.file())?.into()),
                Column::Eco => Value::Text(game.eco()?.into()),
                Column::Opening => Value::Text(game.opening()?),
                Column::EcoOfMoves => Value::Text(game.opening_of_moves()?.code.into()),
                Column::OpeningOfMoves => Value::Text(game.opening_of_moves()?.name.into()),
                Column::Speed => Value::Text(Speed::of(game.known("TimeControl")?)?.name().into()),
                Column::Id => Value::Number(game.id()? as f64),
                Column::Detail(detail) => Value::Text(game.view(detail)?.into()),
            },
        })
    }
}

impl Value<'_> {
    fn to_number(&self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Text(text) => text.trim().parse().ok(),
        }
    }

    fn into_text(self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.into_owned(),
        }
    }

    fn compare(&self, other: &Value<'_>) -> Option<Ordering> {
        match (self, other) {
            (Value::Text(one), Value::Text(other)) => {
                let (one, other) = (one.trim(), other.trim());
                let same = || (folded(one) == folded(other)).then_some(Ordering::Equal);
                same().or_else(|| compare(one, other))
            }
            _ => self.to_number()?.partial_cmp(&other.to_number()?),
        }
    }
}

/// Matches a text with a pattern in which `%` stands for any text and `_` for any letter.
fn is_like(text: &[char], pattern: &[char]) -> bool {
    let (mut at, mut wanted) = (0, 0);
    // Places after the last `%`, in the pattern and in the text.
    let mut star: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(wanted) {
            Some('%') => {
                wanted += 1;
                star = Some((wanted, at));
            }
            Some(letter) if *letter == '_' || *letter == text[at] => {
                (at, wanted) = (at + 1, wanted + 1);
            }
            _ => {
                let Some((after, from)) = &mut star else { return false };
                *from += 1;
                (at, wanted) = (*from, *after);
            }
        }
    }
    pattern[wanted..].iter().all(|letter| *letter == '%')
}

/// A word of an expression, with the byte with which it begins.
#[derive(Clone, Debug, PartialEq)]
struct Token {
    byte: usize,
    kind: WordKind,
}

#[derive(Clone, Debug, PartialEq)]
enum WordKind {
    /// In small letters.
    Word(String),
    Tag(String),
    Text(String),
    Number(f64),
    Sign(&'static str),
}

const SIGNS: [&str; 13] = ["<=", ">=", "!=", "<>", "==", "=", "<", ">", "(", ")", ",", "+", "-"];

fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut byte = 0;
    while let Some(letter) = text[byte..].chars().next() {
        let rest = &text[byte..];
        let length_of = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (kind, length) = match letter {
            letter if letter.is_whitespace() => {
                byte += letter.len_utf8();
                continue;
            }
            '\'' | '"' => {
                let (words, length) = quoted(rest, letter).ok_or_else(|| {
                    format!("expected {letter} at the end of {rest}, at byte {byte}")
                })?;
                (if letter == '"' { WordKind::Tag(words) } else { WordKind::Text(words) }, length)
            }
            '0'..='9' => {
                let length = length_of(|c| c.is_ascii_digit() || c == '.');
                let number = rest[..length].parse();
                let wrong = |_| format!("`{}` is no number, at byte {byte}", &rest[..length]);
                (WordKind::Number(number.map_err(wrong)?), length)
            }
            letter if letter.is_alphabetic() => {
                let length = length_of(|c| c.is_alphanumeric() || c == '_');
                (WordKind::Word(rest[..length].to_lowercase()), length)
            }
            _ => {
                let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
                let sign = sign.ok_or_else(|| {
                    format!("expected a column, a value or a comparison, but found `{letter}` at byte {byte}")
                })?;
                (WordKind::Sign(sign), sign.len())
            }
        };
        tokens.push(Token { byte, kind });
        byte += length;
    }
    Ok(tokens)
}

/// Returns a quoted text, in which a doubled quote stands for one, and its length with the quotes.
fn quoted(text: &str, quote: char) -> Option<(String, usize)> {
    let mut words = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == quote && letters.next_if(|(_, next)| *next == quote).is_none() {
            return Some((words, at + 1));
        }
        words.push(letter);
    }
    None
}

/// Deepest nesting of parentheses and `not`.
const DEEPEST: usize = 100;

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&WordKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let takes = matches!(self.peek(), Some(WordKind::Word(found)) if found == word);
        self.at += usize::from(takes);
        takes
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let takes = matches!(self.peek(), Some(WordKind::Sign(found)) if *found == sign);
        self.at += usize::from(takes);
        takes
    }

    fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.takes_sign(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn expected(&self, what: &str) -> ParseError {
        let Some(token) = self.tokens.get(self.at) else {
            return format!("expected {what} at the end of the expression").into();
        };
        let found = match &token.kind {
            WordKind::Word(word) => word.clone(),
            WordKind::Tag(name) => format!("\"{name}\""),
            WordKind::Text(text) => format!("'{text}'"),
            WordKind::Number(number) => number.to_string(),
            WordKind::Sign(sign) => (*sign).to_owned(),
        };
        format!("expected {what}, but found `{found}` at byte {}", token.byte).into()
    }

    fn or(&mut self) -> Result<Truth, ParseError> {
        let mut truth = self.and()?;
        while self.takes_word("or") {
            truth = Truth::Or(truth.into(), self.and()?.into());
        }
        Ok(truth)
    }

    fn and(&mut self) -> Result<Truth, ParseError> {
        let mut truth = self.not()?;
        while self.takes_word("and") {
            truth = Truth::And(truth.into(), self.not()?.into());
        }
        Ok(truth)
    }

    fn not(&mut self) -> Result<Truth, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("expected at most {DEEPEST} levels of parentheses").into());
        }
        let truth = if self.takes_word("not") {
            Truth::Not(self.not()?.into())
        } else if self.takes_sign("(") {
            let truth = self.or()?;
            self.expect(")")?;
            truth
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(truth)
    }

    fn comparison(&mut self) -> Result<Truth, ParseError> {
        use Comparison::{AtLeast, AtMost, Equal, Less, More, Unequal};
        const COMPARISONS: [(&str, Comparison); 8] = [
            ("=", Equal),
            ("==", Equal),
            ("!=", Unequal),
            ("<>", Unequal),
            ("<", Less),
            ("<=", AtMost),
            (">", More),
            (">=", AtLeast),
        ];
        let left = self.operand()?;
        for (sign, comparison) in COMPARISONS {
            if self.takes_sign(sign) {
                return Ok(Truth::Compared(left, comparison, self.operand()?));
            }
        }
        if self.takes_word("is") {
            let not = self.takes_word("not");
            if !self.takes_word("null") {
                return Err(self.expected("null"));
            }
            return Ok(negated(Truth::IsNull(left), not));
        }
        let not = self.takes_word("not");
        let truth = if self.takes_word("between") {
            let least = self.operand()?;
            if !self.takes_word("and") {
                return Err(self.expected("and"));
            }
            let above = Truth::Compared(left.clone(), AtLeast, least);
            let below = Truth::Compared(left, AtMost, self.operand()?);
            Truth::And(above.into(), below.into())
        } else if self.takes_word("in") {
            self.expect("(")?;
            let mut truth = Truth::Compared(left.clone(), Equal, self.operand()?);
            while self.takes_sign(",") {
                let next = Truth::Compared(left.clone(), Equal, self.operand()?);
                truth = Truth::Or(truth.into(), next.into());
            }
            self.expect(")")?;
            truth
        } else if self.takes_word("like") {
            let Some(WordKind::Text(pattern)) = self.peek() else {
                return Err(self.expected("a text in single quotes"));
            };
            let pattern = folded(pattern);
            self.at += 1;
            Truth::Like(left, pattern)
        } else {
            return Err(self.expected("a comparison such as = or like"));
        };
        Ok(negated(truth, not))
    }

    fn operand(&mut self) -> Result<Operand, ParseError> {
        let mut operand = self.value()?;
        loop {
            operand = if self.takes_sign("+") {
                Operand::Sum(operand.into(), self.value()?.into())
            } else if self.takes_sign("-") {
                Operand::Difference(operand.into(), self.value()?.into())
            } else {
                return Ok(operand);
            };
        }
    }

    fn value(&mut self) -> Result<Operand, ParseError> {
        let minus = self.takes_sign("-");
        let value = match self.peek() {
            Some(WordKind::Number(number)) => {
                Operand::Number(if minus { -number } else { *number })
            }
            Some(WordKind::Text(text)) if !minus => Operand::Text(text.clone()),
            Some(WordKind::Tag(name)) if !minus => Operand::Column(Column::Tag(name.clone())),
            Some(WordKind::Word(word)) if !minus => {
                Operand::Column(column(word).ok_or_else(|| match instead_of(word) {
                    Some(instead) => {
                        format!("`{word}` is no column of single values; {instead}").into()
                    }
                    None => self.expected(&format!("a column, such as {}", names().join(", "))),
                })?)
            }
            _ => return Err(self.expected("a column or a value")),
        };
        self.at += 1;
        Ok(value)
    }
}

fn negated(truth: Truth, not: bool) -> Truth {
    if not { Truth::Not(truth.into()) } else { truth }
}

/// Returns the names of the columns that an expression may use.
fn names() -> Vec<&'static str> {
    let names = FIELDS.iter().map(|field| field.name).chain(["id"]);
    names.filter(|name| column(name).is_some()).collect()
}

/// Returns the conditions that match columns of moves and lists.
fn instead_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "moves" | "moves_binary" | "code" | "wide" => {
            "--moves, --sequence, --fen, --position and --material match moves and positions"
        }
        "clocks" | "move_times" => "--clock, --white-clock and --black-clock match clocks",
        "evals" | "mates" | "comment_spaces" | "short_evals" => "--comment matches comments",
        "movetext" => "--moves matches moves, --comment comments, and --text all text",
        "tags" => "a tag is named in double quotes, such as \"WhiteClock\"",
        _ => return None,
    })
}

fn column(name: &str) -> Option<Column> {
    let other = match name {
        "year" => Column::Date(0),
        "month" => Column::Date(1),
        "day" => Column::Date(2),
        "result" => Column::Result,
        "variant" => Column::Variant,
        "plies" => Column::Plies,
        "file" => Column::File,
        "eco" => Column::Eco,
        "opening" => Column::Opening,
        "eco_moves" => Column::EcoOfMoves,
        "opening_moves" => Column::OpeningOfMoves,
        "speed" => Column::Speed,
        "id" => Column::Id,
        "fen" => Column::Detail(Detail::Start),
        "reason" => Column::Detail(Detail::Reason),
        "unread" => Column::Detail(Detail::Unread),
        // As they stand in the game, unlike their columns: parts may be unknown.
        "date" => Column::Tag("Date".to_owned()),
        "event_date" => Column::Tag("EventDate".to_owned()),
        "utc_date" => Column::Tag("UTCDate".to_owned()),
        name => {
            let field = FIELDS.iter().find(|field| field.name == name)?;
            let tag = field.tag()?;
            if field.is_number() { Column::Number(tag) } else { Column::Tag(tag.to_owned()) }
        }
    };
    Some(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::samples::sample;

    #[test]
    fn expressions_about_a_game() {
        let game = sample(
            "[Event \"Wijk aan Zee\"]\n[Date \"1999.01.20\"]\n[Round \"4\"]\n\
             [White \"Réti, Richard\"]\n[Black \"O'Kelly\"]\n[WhiteElo \"2812\"]\n\
             [BlackElo \"2700\"]\n[BlackTitle \"?\"]\n[ECO \"B07\"]\n[WhiteClock \"1:02\"]\n\
             [Result \"1-0\"]\n\n1. e4 d6 2. d4 Nf6 1-0",
        );
        for (text, holds) in [
            ("white_elo > 2800", true),
            ("white_elo > 2812", false),
            ("white_elo >= 2812 AND black_elo < 2800", true),
            ("white_elo - black_elo > 100", true),
            ("white_elo > black_elo + 200", false),
            ("black_elo - white_elo = -112", true),
            ("white_elo between 2800 and 2900", true),
            ("white_elo not between 2800 and 2900", false),
            ("eco_moves = 'B00' and eco = 'B07'", true),
            ("opening_moves like 'Pirc%'", true),
            ("speed is null", true),
            ("result = '1-0'", true),
            ("result in ('0-1', '1/2-1/2')", false),
            ("result not in ('0-1', '1/2-1/2')", true),
            ("white = 'reti, richard'", true),
            ("white like 'Reti%'", true),
            ("white like 'reti'", false),
            ("white like '%rich_rd'", true),
            ("white not like '%k%'", true),
            ("black = 'O''Kelly'", true),
            ("eco like 'B0%' or white_elo > 9000", true),
            ("not eco like 'B0%'", false),
            ("year = 1999 and month = 1 and day = 20", true),
            ("year < 1999", false),
            ("date >= '1999.01'", true),
            ("date < '1999.01.20'", false),
            ("round = 4", true),
            ("plies = 4 and variant = 'standard'", true),
            ("opening like 'pirc%'", true),
            ("\"WhiteClock\" = '1:02'", true),
            ("\"NoSuchTag\" is null", true),
            ("black_title is null and white_title is null", true),
            ("black_title is not null", false),
            // An unknown value is neither true nor false.
            ("black_title = 'GM'", false),
            ("not black_title = 'GM'", false),
            ("black_title = 'GM' or round = 4", true),
            ("not (black_title = 'GM' and round = 5)", true),
            ("not (black_title = 'GM' and round = 4)", false),
            ("(white_elo > 2900 or black_elo > 2600) and result = '1-0'", true),
            ("white_elo > 2900 or black_elo > 2600 and result = '0-1'", false),
        ] {
            let read = text.parse::<Expression>().expect(text);
            assert_eq!(read.holds(&game), holds, "{text}");
        }
    }

    #[test]
    fn expressions_about_columns_that_are_no_tags() {
        let usual = sample("1. e4 d6 *");
        let mated =
            sample("[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qg7# 1-0\n");
        let unread = sample("1. e4 d6 2. Ke5 *");
        for (text, holds) in [
            ("fen is null", [true, false, true]),
            ("fen like '7k/%'", [false, true, false]),
            ("reason = 'checkmate'", [false, true, false]),
            ("reason is null", [true, false, true]),
            ("unread is not null", [false, false, true]),
            ("unread like '%Ke5%'", [false, false, true]),
            ("id > 0", [false, false, false]),
            ("id is null", [true, true, true]),
        ] {
            let read = text.parse::<Expression>().expect(text);
            assert_eq!([&usual, &mated, &unread].map(|game| read.holds(game)), holds, "{text}");
        }
    }

    #[test]
    fn what_is_no_expression() {
        for (text, why) in [
            ("", "expected a column or a value at the end"),
            ("white_elo", "expected a comparison such as = or like at the end"),
            ("white_elo >", "expected a column or a value at the end"),
            ("whiteelo > 3", "expected a column, such as file, event"),
            ("white_elo > 3 4", "expected and, or, or the end, but found `4` at byte 14"),
            ("(white_elo > 3", "expected `)` at the end"),
            ("white = 'x", "expected ' at the end of 'x, at byte 8"),
            ("white like 3", "expected a text in single quotes, but found `3`"),
            ("white is 3", "expected null, but found `3`"),
            ("white ; 3", "but found `;` at byte 6"),
            ("year = 1.2.3", "`1.2.3` is no number, at byte 7"),
            ("white_elo between 3", "expected and at the end"),
            ("code = 'x'", "`code` is no column of single values; --moves, "),
            ("Moves like '%e4%'", "`moves` is no column of single values; --moves, "),
            ("clocks < 3", "--clock, --white-clock and --black-clock match clocks"),
            ("evals < 3", "--comment matches comments"),
            ("movetext like '%'", "--comment comments"),
            ("tags = 'x'", "a tag is named in double quotes"),
            (
                "byte = 3",
                "opening, variation, time_control, termination, annotator, variant, fen, reason, plies, unread, eco_moves, opening_moves, speed, id, but found `byte`",
            ),
        ] {
            let error = text.parse::<Expression>().expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
        let deep = format!("{}year = 1{}", "(".repeat(5000), ")".repeat(5000));
        let error = deep.parse::<Expression>().expect_err("too deep");
        assert!(error.to_string().contains("100 levels"), "{error}");
    }

    #[test]
    fn patterns_of_like() {
        for (text, pattern, fits) in [
            ("", "", true),
            ("", "%", true),
            ("a", "", false),
            ("abc", "a%c", true),
            ("abc", "a_c", true),
            ("abc", "_%_%_", true),
            ("abc", "_%_%_%_", false),
            ("abcabd", "%abd", true),
            ("aaaaab", "%aab", true),
            ("abc", "%%%", true),
            ("abc", "%d", false),
        ] {
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            assert_eq!(is_like(&chars(text), &chars(pattern)), fits, "{text} {pattern}");
        }
    }
}
