//! Damages clean games in the ways in which records are found damaged, one or several
//! ways at a time.

use partie_core::{Game, Ply, Position, Variant, moves::san};
use partie_formats::Confidence;

use crate::random::Chance;

/// A game on its way to becoming text.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Tag pairs in order.
    pub tags: Vec<(String, String)>,
    /// Marks around a tag's value.
    quotes: (&'static str, &'static str),
    between_tags: &'static str,
    behind_tags: &'static str,
    plies: Vec<Word>,
    positions: Vec<Position>,
    moves: Vec<Ply>,
    result: String,
    before_result: &'static str,
    width: usize,
    filters: Vec<fn(&str) -> String>,
    utf16: bool,
    latin: Option<fn(char) -> u8>,
}

/// A move of the sheet.
#[derive(Clone, Debug)]
struct Word {
    number: String,
    san: String,
    after: String,
}

impl Sheet {
    /// A game in export format; its main line only.
    pub(crate) fn new(game: &Game) -> Sheet {
        let mut position = game.start.first().clone();
        let (mut plies, mut positions, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        for (_, ply) in game.plies() {
            positions.push(position.clone());
            moves.push(ply);
            let white = position.turn() == partie_core::Color::White;
            let number = if white { format!("{}. ", position.fullmoves()) } else { String::new() };
            let san = san::write(&position, ply);
            plies.push(Word { number, san, after: String::new() });
            position.play(ply).expect("legal");
        }
        let mut tags: Vec<(String, String)> =
            game.tags.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect();
        for name in partie_core::tags::ROSTER {
            if !tags.iter().any(|(n, _)| n == name) {
                tags.push((name.to_owned(), "?".to_owned()));
            }
        }
        let result = game.outcome.as_pgn().to_owned();
        for (name, value) in &mut tags {
            match name.as_str() {
                "Result" => value.clone_from(&result),
                "Date" => "1997.05.11".clone_into(value),
                _ => {}
            }
        }
        Sheet {
            tags,
            quotes: ("\"", "\""),
            between_tags: "\n",
            behind_tags: "\n\n",
            plies,
            positions,
            moves,
            result,
            before_result: " ",
            width: 79,
            filters: Vec::new(),
            utf16: false,
            latin: None,
        }
    }

    /// The text, in bytes.
    #[must_use]
    pub fn print(&self) -> Vec<u8> {
        let (open, close) = self.quotes;
        let tags: Vec<_> =
            self.tags.iter().map(|(n, v)| format!("[{n} {open}{v}{close}]")).collect();
        let mut text = tags.join(self.between_tags);
        if !text.is_empty() {
            text.push_str(self.behind_tags);
        }
        let words: Vec<_> =
            self.plies.iter().map(|w| format!("{}{}{}", w.number, w.san, w.after)).collect();
        let moves = format!("{}{}{}", words.join(" "), self.before_result, self.result);
        text.push_str(&wrapped(&moves, self.width));
        text.push_str("\n\n");
        for filter in &self.filters {
            text = filter(&text);
        }
        match self.latin {
            Some(byte) => text.chars().map(byte).collect(),
            None => text.into_bytes(),
        }
    }

    /// Leaves out a ply, with its number.
    fn remove(&mut self, at: usize) {
        self.plies.remove(at);
        self.positions.remove(at);
        self.moves.remove(at);
    }

    fn each(&mut self, f: impl Fn(&mut Word, &Position, Ply)) {
        for ((word, position), ply) in self.plies.iter_mut().zip(&self.positions).zip(&self.moves) {
            f(word, position, *ply);
        }
    }

    fn sans(&mut self, f: impl Fn(&str) -> String) {
        self.each(|word, _, _| word.san = f(&word.san));
    }
}

/// A text in lines of a width; 0: one line.
fn wrapped(text: &str, width: usize) -> String {
    if width == 0 {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// A file of games, each damaged in all these ways.
#[must_use]
pub fn file(games: &[Game], damages: &[&Damage]) -> Vec<u8> {
    let mut chance = Chance::new(11);
    let mut text = Vec::new();
    let mut wide = false;
    for game in games {
        let mut sheet = Sheet::new(game);
        for damage in damages {
            (damage.apply)(&mut sheet, &mut chance);
        }
        wide |= sheet.utf16;
        text.extend(sheet.print());
    }
    if wide { utf16(&String::from_utf8_lossy(&text)) } else { text }
}

/// A file in UTF-16 with its mark.
fn utf16(text: &str) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    bytes
}

/// One way of damaging a game.
#[derive(Clone, Copy)]
pub struct Damage {
    /// Its name in tables.
    pub name: &'static str,
    /// The level at which it is mended.
    pub level: Confidence,
    /// Damages of one group exclude each other.
    pub group: &'static str,
    /// Does it.
    pub apply: fn(&mut Sheet, &mut Chance),
}

macro_rules! damages {
    ($($name:literal $level:ident $group:literal $apply:expr;)+) => {
        /// All of them.
        pub const DAMAGES: &[Damage] = &[$(
            Damage { name: $name, level: Confidence::$level, group: $group, apply: $apply }
        ),+];
    };
}

damages! {
    "colon for a capture" Safe "captures" |s, _| s.sans(|m| m.replace('x', ":"));
    "no capture sign" Safe "captures" |s, _| s.sans(|m| m.replace('x', ""));
    "captures after the move" Safe "captures" |s, _| s.sans(captured_behind);
    "piece letters in lower case" Likely "letters" |s, _| s.sans(|m| m.replace('N', "n").replace('R', "r").replace('Q', "q").replace('K', "k"));
    "German letters" Likely "letters" |s, _| s.sans(|m| translated(m, "DTLSK"));
    "Czech letters" Likely "letters" |s, _| s.sans(|m| translated(m, "DVSJK"));
    "French letters" Likely "letters" |s, _| s.sans(|m| translated(m, "DTFCR"));
    "figurines" Safe "letters" |s, _| s.sans(|m| translated(m, "♕♖♗♘♔"));
    "Spanish letters" Likely "letters" |s, _| s.sans(|m| translated(m, "DTACR"));
    "Turkish letters" Likely "layout" |s, _| s.sans(|m| translated(m, "VKFAŞ"));
    "Ukrainian letters" Likely "layout" |s, _| s.sans(|m| translated(m, "ФТСК♔").replace('♔', "Кр"));
    "letters of a chess font" Safe "layout" |s, _| s.sans(|m| translated(m, "£¦¥¤¢"));
    "piece letters apart" Safe "letters" |s, _| s.sans(|m| match m.split_at(1) {
        ("Q" | "R" | "B" | "N" | "K", square) => format!("{} {square}", &m[..1]),
        _ => m.to_owned(),
    });
    "spaces in pawns' moves" Safe "letters" |s, _| s.sans(|m| if m.starts_with(|c| ('a'..='h').contains(&c)) {
        format!("{} {}", &m[..1], &m[1..])
    } else {
        m.to_owned()
    });
    "wide letters" Safe "layout" |s, _| s.sans(|m| m.chars().map(|c| if c.is_ascii_graphic() {
        char::from_u32(u32::from(c) + 0xfee0).unwrap_or(c)
    } else {
        c
    }).collect());
    "long algebraic" Safe "letters" |s, _| s.each(|w, p, m| w.san = partie_core::moves::long::write(p, m));
    "coordinates" Safe "letters" |s, _| s.each(|w, p, m| w.san = partie_core::moves::uci::write(p, m));
    "castling o-o" Safe "castling" |s, _| s.sans(|m| m.replace('O', "o"));
    "castling 0-0" Safe "castling" |s, _| s.sans(|m| m.replace('O', "0"));
    "castling OO" Safe "castling" |s, _| s.sans(|m| if m.starts_with('O') { m.replace('-', "") } else { m.to_owned() });
    "castling O - O" Safe "castling" |s, _| s.sans(|m| if m.starts_with('O') { m.replace('-', " - ") } else { m.to_owned() });
    "castling in words" Safe "castling" |s, _| s.sans(|m| {
        let marks = m.trim_start_matches(['O', '-']);
        match m.strip_suffix(marks) {
            Some("O-O") => format!("castles kingside{marks}"),
            Some("O-O-O") => format!("castles queenside{marks}"),
            _ => m.to_owned(),
        }
    });
    "marks of check apart" Safe "checks" |s, _| s.sans(|m| m.replace('+', " +").replace('#', " #"));
    "no check marks" Safe "checks" |s, _| s.sans(|m| m.replace(['+', '#'], ""));
    "++ for mate" Safe "checks" |s, _| s.sans(|m| m.replace('#', "++"));
    "ch. for check" Safe "checks" |s, _| s.sans(|m| m.replace('+', " ch."));
    "needless source squares" Safe "letters" |s, _| s.each(|w, p, m| {
        if let (Some(from), true) = (m.to_move().and_then(partie_core::Move::from), w.san.starts_with(['N', 'B', 'R', 'Q'])) {
            let long = partie_core::moves::long::write(p, m);
            let _ = from;
            w.san = long.replace('-', "");
        }
    });
    "promotion without =" Safe "promotion" |s, _| s.sans(|m| m.replace('=', ""));
    "promotion in parentheses" Safe "promotion" |s, _| s.sans(|m| match m.split_once('=') {
        Some((front, rest)) => {
            let (piece, marks) = rest.split_at(rest.ceil_char_boundary(1));
            format!("{front}({piece}){marks}")
        }
        None => m.to_owned(),
    });
    "no move numbers" Safe "numbers" |s, _| s.each(|w, _, _| w.number.clear());
    "number before every ply" Safe "numbers" |s, _| s.each(|w, p, _| if w.number.is_empty() { w.number = format!("{}...", p.fullmoves()) });
    "numbers glued to moves" Safe "numbers" |s, _| s.each(|w, _, _| w.number = w.number.trim_end().to_owned());
    "numbers without dot" Safe "numbers" |s, _| s.each(|w, _, _| w.number = w.number.replace('.', ""));
    "wrong numbers" Guess "numbers" |s, chance| {
        let wrong = chance.below(7) as u32 + 2;
        let from = s.plies.len() / 2;
        for (i, (w, p)) in s.plies.iter_mut().zip(&s.positions).enumerate() {
            if i > from && !w.number.is_empty() {
                w.number = format!("{}. ", p.fullmoves() + wrong);
            }
        }
    };
    "an ellipsis before Black's moves" Safe "numbers" |s, _| s.each(|w, p, _| if w.number.is_empty() { w.number = format!("{}… ", p.fullmoves()) });
    "Roman numbers" Safe "layout" |s, _| s.each(|w, p, _| if !w.number.is_empty() { w.number = format!("{}. ", roman(p.fullmoves())); });
    "numbers behind a sign" Safe "numbers" |s, _| s.each(|w, _, _| if !w.number.is_empty() { w.number = format!("#{}", w.number); });
    "letters behind numbers" Safe "layout" |s, _| s.each(|w, p, _| {
        let side = if w.number.is_empty() { 'b' } else { 'a' };
        w.number = format!("{}{side}. ", p.fullmoves());
    });
    "a slash between plies" Safe "layout" |s, _| s.filters.push(|t| moves_of(t, slashes));
    "plies run together" Safe "layout" |s, _| s.filters.push(|t| moves_of(t, run_together));
    "results in brackets" Safe "result" |s, _| s.result = format!("({})", s.result);
    "results in words" Safe "result" |s, _| s.result = match s.result.as_str() {
        "1-0" => "White won",
        "0-1" => "Black won",
        "1/2-1/2" => "Draw",
        other => other,
    }.to_owned();
    "letters in results" Safe "result" |s, _| s.result = s.result.replace("1-0", "l-O").replace("0-1", "O-l");
    "results missing" Safe "result" |s, _| { s.result.clear(); s.before_result = ""; };
    "result glued to the last move" Safe "result" |s, _| s.before_result = "";
    "result with a colon" Safe "result" |s, _| s.result = s.result.replace('-', ":").replace("1/2", "½");
    "result with a comma" Safe "result" |s, _| if s.result == "1/2-1/2" { "0,5-0,5".clone_into(&mut s.result) };
    "two results" Likely "result" |s, _| s.result = format!("{0} {0}", s.result);
    "another Result tag" Likely "result tag" |s, _| tag(s, "Result", |_| "*".to_owned());
    "one line a game" Safe "lines" |s, _| { s.between_tags = " "; s.behind_tags = " "; s.width = 0; };
    "no empty line before the moves" Safe "lines" |s, _| s.behind_tags = "\n";
    "empty lines between tags" Safe "lines" |s, _| s.between_tags = "\n\n";
    "empty lines among the moves" Safe "lines" |s, _| s.filters.push(|text| match text.split_once("\n\n") {
        Some((tags, moves)) if tags.starts_with('[') => format!("{tags}\n\n{}\n\n", moves.trim_end().replace('\n', "\n\n")),
        _ => text.to_owned(),
    });
    "narrow lines" Safe "lines" |s, _| s.width = 12;
    "quotes in values not escaped" Safe "values" |s, _| tag(s, "Event", |v| format!("The \"big\" {v}"));
    "smart quotes" Safe "quotes" |s, _| s.quotes = ("“", "”");
    "tags not closed" Safe "quotes" |s, _| s.quotes = ("\"", "");
    "values without quotes" Safe "quotes" |s, _| s.quotes = ("", "");
    "values in single quotes" Safe "quotes" |s, _| s.quotes = ("'", "'");
    "quotes behind backslashes" Safe "quotes" |s, _| s.quotes = ("\\\"", "\\\"");
    "doubled brackets" Safe "quotes" |s, _| s.filters.push(|t| tags_of(t, |tags| tags.replace('[', "[[").replace(']', "]]")));
    "names of tags in lower case" Safe "names" |s, _| s.tags.iter_mut().for_each(|(name, _)| *name = name.to_lowercase());
    "a colon behind names" Safe "names" |s, _| s.tags.iter_mut().for_each(|(name, _)| name.push(':'));
    "tags over two lines" Safe "quotes" |s, chance| {
        s.quotes = if chance.below(2) == 0 { ("\n\"", "\"") } else { ("\"", "\"\n") };
    };
    "tags without their first bracket" Safe "quotes" |s, _| s.filters.push(|t| match t.split_once("\n\n") {
        Some((tags, moves)) => format!("{}\n\n{moves}", tags.replace("\n[", "\n").trim_start_matches('[')),
        None => t.to_owned(),
    });
    "no tags" Safe "tags" |s, _| s.tags.clear();
    "letters encoded twice" Safe "values" |s, _| tag(s, "White", |_| "JiÅ™Ã\u{ad} NovÃ¡k".to_owned());
    "names in windows-1250" Safe "encoding" |s, _| {
        tag(s, "Black", |_| "Šimáček, Jiří".to_owned());
        s.latin = Some(windows_1250);
    };
    "UTF-16" Safe "encoding" |s, _| s.utf16 = true;
    "signs glued to moves" Safe "signs" |s, chance| sprinkle(s, chance, &["!", "?!", "±", "+-", "!!"], true);
    "full stops after moves" Safe "signs" |s, chance| sprinkle(s, chance, &[".", "...", "…"], true);
    "commas after moves" Safe "signs" |s, chance| sprinkle(s, chance, &[","], true);
    "signs apart" Safe "signs" |s, chance| sprinkle(s, chance, &[" !", " ±", " -+", " ∞", " +="], true);
    "dashes of a word processor" Safe "dashes" |s, _| {
        s.sans(|m| m.replace('-', "–"));
        s.result = s.result.replace('-', "–");
    };
    "moves broken at line ends" Safe "lines" |s, _| s.filters.push(|t| moves_of(t, |m| broken(m, "")));
    "moves hyphenated at line ends" Safe "lines" |s, _| s.filters.push(|t| moves_of(t, |m| broken(m, "-")));
    "footnotes" Safe "layout" |s, chance| sprinkle(s, chance, &["[^1]", "¹", " [2]"], false);
    "clock columns" Safe "after" |s, _| s.each(|w, _, _| w.after.push_str(" (0:07)"));
    "clocks in brackets" Safe "after" |s, _| s.each(|w, _, _| w.after.push_str(" [%clk 0:01:07]"));
    "prose in parentheses" Safe "prose" |s, chance| sprinkle(s, chance, &[" (a fine idea)", " (or so he said)"], false);
    "prose without braces" Likely "prose" |s, chance| sprinkle(s, chance, &[" and now the attack begins", " the point"], false);
    "zero-width spaces" Safe "whitespace" |s, _| s.filters.push(|t| t.replace(". ", ".\u{200b} ").replace(" N", "\u{a0}N"));
    "non-breaking spaces" Safe "whitespace" |s, _| s.filters.push(|t| moves_of(t, |m| m.replace(' ', "\u{a0}")));
    "carriage returns alone" Safe "file" |s, _| s.filters.push(|t| t.replace('\n', "\r"));
    "line ends as \\n" Safe "layout" |s, _| s.filters.push(|t| t.replace('\n', "\\n"));
    "spaces as %20" Safe "layout" |s, _| s.filters.push(|t| t.replace(' ', "%20"));
    "numbered lines" Safe "layout" |s, _| s.filters.push(|t| {
        let lines: Vec<_> = t.lines().enumerate().map(|(i, l)| format!("{:>3} | {l}", i + 1)).collect();
        lines.join("\n") + "\n"
    });
    "quoted as in mail" Safe "file" |s, _| s.filters.push(quoted);
    "HTML" Safe "file" |s, _| s.filters.push(|t| t.replace('"', "&quot;").replace('\n', "<br />\n"));
    "marks of a forum" Safe "file" |s, _| s.filters.push(|t| format!("[pgn]\n{}\n[/pgn]\n\n", t.trim_end()));
    "comment never closed" Guess "comment" |s, chance| {
        let at = chance.below(s.plies.len().saturating_sub(12)) + 2;
        if let Some(word) = s.plies.get_mut(at) {
            word.after.push_str(" {this is never closed");
        }
    };
    "parenthesis never closed" Likely "comment" |s, chance| {
        let at = chance.below(s.plies.len().saturating_sub(12)) + 2;
        if let Some(word) = s.plies.get_mut(at) {
            word.after.push_str(" (this is never closed");
        }
    };
    "a letter of a move wrong" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        if let Some(word) = s.plies.get_mut(at) {
            let wrong: String = word.san.chars().map(|c| match c {
                '1'..='8' => char::from_digit(9 - c.to_digit(10).unwrap_or(1), 10).unwrap_or(c),
                c => c,
            }).collect();
            word.san = wrong;
        }
    };
    "a ply missing" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let number = s.plies[at].number.clone();
        s.plies.remove(at);
        s.positions.remove(at);
        s.moves.remove(at);
        if let Some(next) = s.plies.get_mut(at).filter(|w| w.number.is_empty()) {
            next.number = number;
        }
    };
    "OCR: a digit read as a letter" Likely "moves" |s, chance| {
        misread(s, chance, &[('1', "lI"), ('5', "S"), ('8', "B")]);
    };
    "OCR: a wrong piece letter" Likely "moves" |s, chance| {
        misread(s, chance, &[('N', "MHW"), ('B', "8E"), ('R', "AF"), ('Q', "OG"), ('K', "XE")]);
    };
    "a word in place of a move" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        ["illegible", "Bishop", "???", "Nxx", "weak"][chance.below(5)].clone_into(&mut s.plies[at].san);
    };
    "White's ply missing, Black's numbered" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let at = if s.plies[at].number.is_empty() { at + 1 } else { at };
        let number = format!("{}.. ", s.plies[at].number.trim_end());
        s.remove(at);
        if let Some(next) = s.plies.get_mut(at) {
            next.number = number;
        }
    };
    "Black's ply missing" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let at = if s.plies[at].number.is_empty() { at } else { at + 1 };
        s.remove(at);
    };
    "a move of both sides missing" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let at = if s.plies[at].number.is_empty() { at + 1 } else { at };
        s.remove(at);
        s.remove(at);
    };
    "one wrong number" Safe "numbers" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let at = if s.plies[at].number.is_empty() { at + 1 } else { at };
        s.plies[at].number = format!("{}. ", s.positions[at].fullmoves() * 10 + 3);
    };
    "a heading in place of tags" Likely "tags" |s, _| {
        s.tags.clear();
        s.filters.push(|text| format!("Novák, Jan - Svoboda, Petr (Club championship)\n\n{text}"));
    };
    "names in lines above the moves" Likely "tags" |s, _| {
        s.tags.clear();
        s.filters.push(|text| format!("White: Novák, Jan   Black: Svoboda, Petr\n\n{text}"));
    };
    "games run together" Safe "tags" |s, _| {
        s.tags.clear();
        s.result.clear();
        s.before_result = "";
        s.filters.push(|text| format!("{}\n", text.trim_end()));
    };
    "two plies in the wrong order" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let (a, b) = (s.plies[at].san.clone(), s.plies[at + 1].san.clone());
        s.plies[at].san = b;
        s.plies[at + 1].san = a;
    };
    "a move written twice" Guess "moves" |s, chance| {
        let at = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
        let mut again = s.plies[at].clone();
        again.number.clear();
        let (position, ply) = (s.positions[at].clone(), s.moves[at]);
        s.plies.insert(at + 1, again);
        s.positions.insert(at + 1, position);
        s.moves.insert(at + 1, ply);
    };
}

/// Writes a number in Roman digits.
fn roman(mut number: u32) -> String {
    const DIGITS: [(u32, &str); 9] = [
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    for (value, digits) in DIGITS {
        while number >= value {
            text.push_str(digits);
            number -= value;
        }
    }
    text
}

/// Puts a slash between the plies of a move.
fn slashes(moves: &str) -> String {
    let words: Vec<_> = moves.split_whitespace().collect();
    let is_ply =
        |word: &str| !word.contains('.') && !word.starts_with(|c: char| c.is_ascii_digit());
    let mut text = String::new();
    for (i, word) in words.iter().enumerate() {
        let follows = i > 0 && is_ply(words[i - 1]) && is_ply(word);
        text.push_str(if i == 0 {
            ""
        } else if follows {
            "/"
        } else {
            " "
        });
        text.push_str(word);
    }
    text + "\n\n"
}

/// Leaves no space between a number and the plies of its move.
fn run_together(moves: &str) -> String {
    // The result of a draw has slashes of its own.
    slashes(moves).replace(". ", ".").replace('/', "").replace("12-12", "1/2-1/2")
}

/// Breaks moves in two at the ends of lines.
fn broken(moves: &str, mark: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for word in moves.split_whitespace() {
        let is_move = word.len() == 3 && word.starts_with(['N', 'B', 'R', 'Q']);
        if length > 60 && is_move {
            text.push_str(&format!(" {}{mark}\n{}", &word[..2], &word[2..]));
            length = 0;
        } else {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(word);
            length += word.len() + 1;
        }
    }
    text + "\n\n"
}

/// Changes the tags of a text.
fn tags_of(text: &str, f: impl Fn(&str) -> String) -> String {
    match text.rfind("]\n") {
        Some(i) => format!("{}{}", f(&text[..=i]), &text[i + 1..]),
        None => text.to_owned(),
    }
}

/// Misreads a character of one move as a scanner might.
fn misread(s: &mut Sheet, chance: &mut Chance, confusions: &[(char, &str)]) {
    let first = s.plies.len() / 3 + chance.below(s.plies.len() / 3);
    for word in &mut s.plies[first..] {
        let found = confusions.iter().find_map(|(c, taken)| Some((word.san.find(*c)?, *taken)));
        // Castling has no digits, and the mark of a promotion is no square.
        if let Some((at, taken)) = found.filter(|_| !word.san.contains(['O', '='])) {
            let taken: Vec<char> = taken.chars().collect();
            let taken = taken[chance.below(taken.len())].to_string();
            word.san.replace_range(at..=at, &taken);
            return;
        }
    }
}

/// The piece letters of another language, in the order queen, rook, bishop, knight, king.
fn translated(san: &str, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    san.chars()
        .map(|c| match "QRBNK".find(c) {
            Some(i) => letters[i],
            None => c,
        })
        .collect()
}

/// `Nf3:` for `Nxf3`.
fn captured_behind(san: &str) -> String {
    if !san.contains('x') || san.contains('=') {
        return san.to_owned();
    }
    let plain = san.replace('x', "");
    let bare = plain.trim_end_matches(['+', '#']);
    format!("{bare}:{}", &plain[bare.len()..])
}

/// Each line after a `>`.
fn quoted(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| format!("> {line}\n")).collect();
    lines.concat()
}

fn tag(sheet: &mut Sheet, name: &str, f: impl Fn(&str) -> String) {
    if let Some((_, value)) = sheet.tags.iter_mut().find(|(n, _)| n == name) {
        *value = f(value);
    }
}

/// Puts words after some of the moves.
fn sprinkle(sheet: &mut Sheet, chance: &mut Chance, words: &[&str], close: bool) {
    for word in &mut sheet.plies {
        if chance.below(9) == 0 {
            let sign = words[chance.below(words.len())];
            if close {
                word.after.insert_str(0, sign);
            } else {
                word.after.push_str(sign);
            }
        }
    }
}

/// Changes the text after the tags.
fn moves_of(text: &str, f: impl Fn(&str) -> String) -> String {
    match text.rfind("]\n").or_else(|| text.rfind("] ")) {
        Some(i) => format!("{}{}", &text[..i + 2], f(&text[i + 2..])),
        None => f(text),
    }
}

fn windows_1250(c: char) -> u8 {
    match c {
        'Š' => 0x8a,
        'š' => 0x9a,
        'č' => 0xe8,
        'ř' => 0xf8,
        'ž' => 0x9e,
        '±' => 0xb1,
        '–' => 0x96,
        '…' => 0x85,
        '“' => 0x93,
        '”' => 0x94,
        '\u{a0}' => 0xa0,
        c => u8::try_from(u32::from(c)).unwrap_or(b' '),
    }
}

/// Returns true if two damages can be done to one game, and the text can still be distinguished from
/// damage of another kind.
#[must_use]
pub fn compatible(a: &Damage, b: &Damage) -> bool {
    let pair = |x: &str, y: &str| (a.group, b.group) == (x, y) || (b.group, a.group) == (x, y);
    let names = |x: &str, y: &str| (a.name, b.name) == (x, y) || (b.name, a.name) == (x, y);
    // What the 8-bit encoding has no sign for cannot be written in it.
    let eight_bit = |d: &Damage| d.name == "names in windows-1250";
    let wide = |d: &Damage| {
        ["figurines", "signs apart", "result with a colon", "zero-width spaces"].contains(&d.name)
            || d.name == "letters encoded twice"
    };
    let apart = a.group != b.group
        // A text is read in one other layout, or in none.
        && ![a, b].iter().any(|damage| damage.group == "layout")
        // Nothing is left to damage.
        && !pair("tags", "quotes")
        && !pair("tags", "values")
        && !pair("tags", "names")
        && !pair("tags", "result tag")
        && !pair("tags", "encoding")
        && !pair("moves", "numbers")
        // Two tags that are not closed cannot be distinguished from one on a line.
        && !names("tags not closed", "one line a game")
        && !names("one line a game", "no tags")
        && !names("quotes in values not escaped", "tags not closed")
        && !names("quotes in values not escaped", "smart quotes")
        // Nothing but the name tells that it is a tag.
        && !names("values without quotes", "one line a game")
        && !names("values without quotes", "HTML")
        && !names("tags without their first bracket", "names of tags in lower case")
        && !names("tags without their first bracket", "a colon behind names")
        && !names("no move numbers", "games run together")
        && !names("numbers without dot", "games run together")
        && !names("results missing", "another Result tag")
        && !names("results missing", "no tags");
    // A result cannot be glued to what is not a move.
    let glued = |d: &Damage| d.name == "result glued to the last move";
    let bare = |d: &Damage| {
        ["captures", "numbers", "lines", "tags", "quotes", "values"].contains(&d.group)
    };
    apart
        && !(eight_bit(a) && wide(b) || eight_bit(b) && wide(a))
        && (!glued(a) || bare(b))
        && (!glued(b) || bare(a))
}

/// Makes a random legal game of up to `plies` plies; it may end before.
pub fn random_game(chance: &mut Chance, plies: usize) -> Game {
    let mut game = Game::new(Variant::Standard);
    let mut position = game.start.first().clone();
    let mut node = partie_core::NodeId::ROOT;
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() || position.end().is_some() {
            break;
        }
        let ply = Ply::Move(moves[chance.below(moves.len())]);
        node = game.tree.add(node, ply);
        position.play(ply).expect("legal");
    }
    game.outcome = position.end().map_or(
        [
            partie_core::Outcome::Win(partie_core::Color::White),
            partie_core::Outcome::Win(partie_core::Color::Black),
            partie_core::Outcome::Draw,
        ][chance.below(3)],
        |(outcome, _)| outcome,
    );
    game.tags.set("White", "Novák, Jan");
    game.tags.set("Black", "Svoboda, Petr");
    game.tags.set("Event", "Club championship");
    game
}
