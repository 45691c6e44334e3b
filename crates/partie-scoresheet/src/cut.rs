//! Boundaries between the games of a text.
//!
//! A game begins at a number 1 that starts a line or follows a result; a heading, a list mark
//! or table cells may precede it. The headings above a game and the paragraph right above it
//! belong to it. All other text between two games belongs to the first.

use std::ops::Range;

use partie_core::Color;

use super::{
    evidence::is_chess_word,
    first_move::{FirstMove, begins_with_move_one, first_move_of, labelled_moves, moves_at},
    header::{facts, is_single_tag, undecorated},
    heading::{begins_with_move, heading},
    pairing::is_game_number,
    restarts::restarts,
    table::{self, Columns, Table, is_fence},
    tokens::{TokenKind, tokens},
    walk::verdict_at,
};

/// A section of text that may hold a game.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Place in the record's bytes, once it is known.
    pub(super) bytes: Range<usize>,
    /// Place in the text.
    pub(super) text: Range<usize>,
    /// Line number, from 1.
    pub(super) line: u64,
    /// Columns of the table, if it is a row of one.
    pub(super) columns: Option<Columns>,
}

/// Cuts a text into games.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let pieces = pieces(text);
    let mut sections = vec![Section { bytes: 0..0, text: 0..0, line: 1, columns: None }];
    let mut state = SplitState::default();
    let mut floor = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let begins = match piece.kind {
            PieceKind::Head if state.in_head => {
                piece.heads.iter().any(|head| state.stated.contains(head))
            }
            PieceKind::Head => state.begins_at_head(&pieces[i..]),
            _ => {
                state.begins_at_moves(piece, i.checked_sub(1).map(|i| &pieces[i]))
                    && (state.ended || !is_line_of_game(&pieces, i))
            }
        };
        let first = match begins {
            true if piece.heads.iter().any(|head| state.stated.contains(head)) => i,
            true => lead(&pieces, i, floor),
            false => 0,
        };
        if first > 0 {
            let piece = &pieces[first];
            if let Some(last) = sections.last_mut() {
                last.text.end = piece.start;
            }
            let text = piece.start..piece.start;
            sections.push(Section { bytes: 0..0, text, line: piece.line, columns: None });
            state = SplitState::default();
            floor = first + 1;
            for piece in &pieces[first..i] {
                state.pass(piece);
            }
        }
        state.pass(piece);
        if let (Some(last), Some(columns)) = (sections.last_mut(), &piece.columns) {
            last.columns.get_or_insert_with(|| columns.clone());
        }
    }
    if let Some(last) = sections.last_mut() {
        last.text.end = text.len();
    }
    sections.retain(|s| !text[s.text.clone()].trim().is_empty());
    sections
}

/// Returns the first piece of the lead of a game that begins at a piece: rules, headings, and
/// the paragraph right above, unless that is right below the last game.
fn lead(pieces: &[Piece<'_>], begin: usize, floor: usize) -> usize {
    const LONGEST_TITLE: usize = 60;
    let is_empty = |i: usize| pieces[i].kind == PieceKind::Empty;
    let mut first = begin;
    loop {
        let mut end = first;
        while end > floor && is_empty(end - 1) {
            end -= 1;
        }
        if end <= floor {
            return first;
        }
        if pieces[end - 1].kind == PieceKind::Rule {
            return end - 1;
        }
        let mut start = end;
        while start > floor && pieces[start - 1].is_text_or_head() {
            start -= 1;
        }
        let below_moves = start > 0 && pieces[start - 1].has_moves();
        let paragraph = &pieces[start..end];
        let head = paragraph.iter().position(|piece| piece.kind == PieceKind::Head);
        let is_title = matches!(paragraph, [line] if line.words.len() <= LONGEST_TITLE
            && !line.words.ends_with(['.', ',', ';']));
        let found = match head {
            Some(head) if below_moves => start + head,
            Some(_) => start,
            None if !below_moves && (end == begin || is_title) => start,
            None => return first,
        };
        if found == first {
            return first;
        }
        first = found;
    }
}

/// Returns true if a piece is a sentence that begins with number 1 and its moves, and the game
/// above it goes on after it: `1. c3 was an idea.`
fn is_line_of_game(pieces: &[Piece<'_>], at: usize) -> bool {
    let Some(next) = pieces[at + 1..].iter().find_map(|piece| piece.number) else { return false };
    let last = pieces[..at].iter().rev().take(FARTHEST).find_map(|piece| {
        tokens(piece.words).iter().rev().find_map(|token| match token.kind {
            TokenKind::Number(n, 1..) => Some(n),
            _ => None,
        })
    });
    last.is_some_and(|last| next == last || next == last.saturating_add(1))
        && moves_begin_sentence(pieces[at].words)
}

/// Returns true if words that are no moves follow the first moves of a line directly.
fn moves_begin_sentence(words: &str) -> bool {
    let mut end = 0;
    for token in &tokens(words) {
        let word = &words[token.span.clone()];
        match token.kind {
            TokenKind::Number(..) | TokenKind::Nag(_) => {}
            TokenKind::Word if is_chess_word(word) => end = token.span.end,
            TokenKind::Word => {
                let between = words[end..token.span.start].trim_matches(['!', '?', ' ']);
                return end > 0 && between.is_empty() && word.starts_with(char::is_lowercase);
            }
            _ => return false,
        }
    }
    false
}

/// Most lines in which the last number above a sentence is looked for.
const FARTHEST: usize = 8;

/// State since the start of the game.
#[derive(Debug, Default)]
struct SplitState {
    /// Facts named by the lines above this game.
    stated: Vec<Head>,
    in_head: bool,
    moves: bool,
    /// True if a result followed the moves.
    ended: bool,
    empty_before: bool,
}

impl SplitState {
    /// Returns true if lines of headings belong to the next game, given the facts known of the last
    /// one and its moves. Lines below a game may belong to it.
    fn begins_at_head(&self, pieces: &[Piece<'_>]) -> bool {
        let is_head = |piece: &&Piece| matches!(piece.kind, PieceKind::Head | PieceKind::Empty);
        let names = pieces.iter().take_while(is_head).flat_map(|piece| &piece.heads).any(|head| {
            let names = matches!(head, Head::Heading | Head::Tag("White" | "Black" | "FEN"));
            self.stated.contains(head) || self.moves && names
        });
        // No game continues from another position.
        let is_start = pieces.first().is_some_and(|piece| piece.heads.contains(&Head::Tag("FEN")));
        names && (is_start && self.moves || !self.goes_on_after(pieces))
    }

    /// Returns true if the moves of this game continue after a line that looks like a heading.
    fn goes_on_after(&self, pieces: &[Piece<'_>]) -> bool {
        let numbered = |piece: &&Piece| piece.number.is_some();
        self.moves
            && !self.ended
            && pieces.iter().find(numbered).is_some_and(|piece| piece.number != Some(1))
    }

    /// Returns true if a game begins with the moves of a piece.
    fn begins_at_moves(&self, piece: &Piece<'_>, before: Option<&Piece<'_>>) -> bool {
        if !self.moves {
            return false;
        }
        match piece.first_move {
            Some(FirstMove::Certain) => self.ended || !before.is_some_and(Piece::is_in_sentence),
            Some(FirstMove::AfterWords | FirstMove::Bare) => self.ended,
            Some(FirstMove::BeforeTwo) => !before.is_some_and(Piece::ends_with_number),
            Some(FirstMove::Number) => self.empty_before,
            None => false,
        }
    }

    /// Takes note of a piece that belongs to the game.
    fn pass(&mut self, piece: &Piece<'_>) {
        let is_head = piece.kind == PieceKind::Head;
        self.in_head = is_head || self.in_head && piece.kind == PieceKind::Empty;
        self.moves |= piece.has_moves();
        self.ended |= self.moves && piece.has_result;
        for head in &piece.heads {
            if !self.stated.contains(head) {
                self.stated.push(*head);
            }
        }
        self.empty_before = piece.kind == PieceKind::Empty;
    }
}

/// A line, or its part after the result of a game.
#[derive(Debug)]
struct Piece<'a> {
    start: usize,
    line: u64,
    words: &'a str,
    kind: PieceKind,
    heads: Vec<Head>,
    first_move: Option<FirstMove>,
    /// Move number with which it begins.
    number: Option<u32>,
    has_result: bool,
    columns: Option<Columns>,
}

impl Piece<'_> {
    fn has_moves(&self) -> bool {
        let begins = !matches!(self.first_move, None | Some(FirstMove::AfterWords));
        begins || has_squares(self.words) && self.kind != PieceKind::Head
    }

    fn is_text_or_head(&self) -> bool {
        matches!(self.kind, PieceKind::Text | PieceKind::Head)
            && self.number.is_none()
            && !self.has_moves()
    }

    /// Returns true if it ends with a number whose move is on the next line.
    fn ends_with_number(&self) -> bool {
        let words = self.words.trim_end_matches('.');
        words.len() < self.words.len() && words.ends_with(|c: char| c.is_ascii_digit())
    }

    /// Returns true if it is text that breaks off inside a sentence.
    fn is_in_sentence(&self) -> bool {
        const FEWEST_WORDS: usize = 6;
        self.kind == PieceKind::Text
            && self.columns.is_none()
            && self.number.is_none()
            && self.words.ends_with(|c: char| c.is_lowercase() || c == ',')
            && self.words.split_whitespace().count() >= FEWEST_WORDS
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PieceKind {
    Empty,
    /// Dashes, stars or underscores.
    Rule,
    Head,
    Text,
}

/// Contents of a line above a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// A heading of Markdown or of a game list, or a line of two players.
    Heading,
    /// A line such as `White: X`, by its tag.
    Tag(&'static str),
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let tables = table::tables(text);
    let mut tables = tables.iter().peekable();
    let restarts = restarts(text);
    let mut at = 0;
    for (i, line) in text.split_inclusive('\n').enumerate() {
        while tables.next_if(|table| table.rows.end <= i).is_some() {}
        if let Some(table) = tables.peek().filter(|table| table.rows.contains(&i)) {
            pieces.push(table_piece(at, i, line, table));
            at += line.len();
            continue;
        }
        let mut start = 0;
        let (mut ends, has_result) = game_ends(line);
        if ends.is_empty() {
            let own = &restarts[restarts.partition_point(|place| *place <= at)..];
            ends.extend(own.iter().map(|place| place - at).take_while(|i| *i < line.len()));
        }
        for end in ends.into_iter().chain([line.len()]) {
            let mut piece = piece(at + start, i, &line[start..end]);
            piece.has_result |= end < line.len() || has_result;
            // A game begins after the result of another one, regardless of the words between.
            if start > 0 {
                piece.first_move = Some(FirstMove::Certain);
            }
            pieces.push(piece);
            start = end;
        }
        at += line.len();
    }
    pieces
}

/// Makes a piece of a row: it begins a game if each row does, or if it is the first one.
fn table_piece<'a>(start: usize, line: usize, row: &'a str, table: &Table) -> Piece<'a> {
    let begins = table::row(row.trim(), Some(&table.columns)).is_some()
        || table.columns.is_list() && table.rows.start == line;
    Piece {
        start,
        line: line as u64 + 1,
        words: row.trim(),
        kind: PieceKind::Text,
        heads: Vec::new(),
        first_move: begins.then_some(FirstMove::Certain),
        number: None,
        has_result: false,
        columns: Some(table.columns.clone()),
    }
}

/// Returns the places after results in a line at which other games begin; and true if a result, in
/// figures or words, ends the moves of the line.
fn game_ends(line: &str) -> (Vec<usize>, bool) {
    let mut ends = Vec::new();
    if line.len() < 8 || !line.contains(|c: char| c.is_ascii_digit()) || is_single_tag(line) {
        return (ends, false);
    }
    let tokens = tokens(line);
    let (mut moves, mut end, mut has_result) = (false, None, false);
    for (at, token) in tokens.iter().enumerate() {
        partie_formats::steps::add(1);
        let rest = &line[token.span.start..];
        match token.kind {
            TokenKind::Number(1, 1)
                if moves && begins_with_move_one(rest) && begins_with_move(rest) =>
            {
                // A full stop after the result belongs to it.
                ends.extend(end.take().map(|end: usize| {
                    let rest = line[end..].trim_start_matches(['.', '!', ')', '"', '”']);
                    (line.len() - rest.len()).min(token.span.start)
                }));
                has_result = false;
            }
            TokenKind::Number(..) => (moves, has_result) = (true, false),
            TokenKind::Result(_) if moves => (end, has_result) = (Some(token.span.end), true),
            TokenKind::Word if moves => {
                if let Some((verdict_end, _)) = verdict_at(line, &tokens, at, Color::White) {
                    (end, has_result) = (Some(verdict_end), true);
                }
            }
            _ => {}
        }
    }
    (ends, has_result)
}

fn piece(start: usize, line: usize, whole: &str) -> Piece<'_> {
    let words = whole.trim();
    let first_move = first_move_of(words);
    let mut heads = Vec::new();
    // Moves may follow a heading, as in `Game 2: 1. e4 e5`.
    let head_end = moves_at(words).or_else(|| labelled_moves(words));
    let head_words = &words[..head_end.unwrap_or(words.len())];
    if let Some(facts) = facts(head_words) {
        if facts.is_pairing {
            heads.push(Head::Heading);
        } else {
            heads.extend(facts.tags.iter().map(|(tag, _)| Head::Tag(tag)));
        }
    }
    if heads.is_empty() && (heading(words).is_some() || is_game_number(undecorated(head_words).1)) {
        heads.push(Head::Heading);
    }
    let is_rule = words.chars().filter(|c| !c.is_whitespace()).count() >= 3
        && words.chars().all(|c| c.is_whitespace() || "-*_=~—–".contains(c));
    let kind = if words.is_empty() {
        PieceKind::Empty
    } else if is_rule || is_fence(words) {
        PieceKind::Rule
    } else if !heads.is_empty() {
        PieceKind::Head
    } else {
        PieceKind::Text
    };
    let has_result = kind == PieceKind::Text && ends_game(words);
    // After a result a game begins in a sentence, too.
    let in_sentence = || {
        let at = moves_at(words).filter(|_| kind == PieceKind::Text)?;
        (at > 0 && !words[..at].trim_end().ends_with('(')).then_some(FirstMove::AfterWords)
    };
    let first_move = first_move.or_else(in_sentence);
    Piece {
        start,
        line: line as u64 + 1,
        words,
        kind,
        heads,
        first_move,
        number: number(words).filter(|_| kind != PieceKind::Head || first_move.is_some()),
        has_result,
        columns: None,
    }
}

/// Returns true if a line holds a result.
fn ends_game(words: &str) -> bool {
    words.contains(['0', '1', '½', '*', '+'])
        && tokens(words).iter().any(|token| matches!(token.kind, TokenKind::Result(_)))
}

/// Returns the move number at the start of a line, after marks of quotes and lists.
fn number(words: &str) -> Option<u32> {
    let (_, words) = undecorated(words);
    if begins_with_move_one(words) {
        return Some(1);
    }
    let digits = words.len() - words.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &words[digits..];
    let is_number = (1..=3).contains(&digits)
        && (begins_with_move(words) || rest.starts_with(['.', ' ']) && has_squares(rest));
    is_number.then(|| words[..digits].parse().ok())?
}

fn has_squares(line: &str) -> bool {
    let squares = |w: &[u8]| matches!(w, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    line.as_bytes().windows(2).any(squares)
}
