//! Values with keys around the moves of a program or of a data file: `white: "Smith"` in JavaScript,
//! Python, YAML, TOML and INI.
//!
//! Braces, sections, items and indented mappings are scopes. A value belongs to the games of the
//! innermost scope around it that has any: it becomes a tag if its key names one, and a comment
//! otherwise.

use std::{collections::HashMap, ops::Range};

use super::{keys, moves};

/// Deepest nesting of scopes that is followed.
const DEEPEST: usize = 64;

/// Kinds of scopes, by what opens them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScopeKind {
    Root,
    /// A bracket, by the byte that opens it.
    Bracket(u8),
    /// A line such as `[game]`, or `---`.
    Section,
    /// An item of a list in YAML, at a column.
    Item(usize),
    /// The lines under a key in YAML, at a column.
    Mapping(usize),
}

#[derive(Debug)]
struct Scope {
    parent: usize,
    kind: ScopeKind,
    key: Option<Range<usize>>,
    span: Range<usize>,
}

/// A value of a key, or a string or a remark without one.
#[derive(Clone, Debug)]
struct Text {
    scope: usize,
    key: Option<Range<usize>>,
    value: Range<usize>,
    is_quoted: bool,
}

/// The scopes and values of a text.
#[derive(Debug)]
pub(super) struct Members<'a> {
    source: &'a [u8],
    scopes: Vec<Scope>,
    texts: Vec<Text>,
    /// True while every line is one of a data file.
    is_data: bool,
}

/// Tags and comments of a game from the values around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Names of tags, and the places of their values.
    pub(super) tags: Vec<(&'static str, Range<usize>)>,
    /// Places of other values with their keys.
    pub(super) comments: Vec<Range<usize>>,
}

impl<'a> Members<'a> {
    /// Finds the scopes and values of a part of a source.
    pub(super) fn of(source: &'a [u8], range: Range<usize>) -> Members<'a> {
        let root = Scope { parent: 0, kind: ScopeKind::Root, key: None, span: range.clone() };
        let members = Members {
            source: &source[..range.end],
            scopes: vec![root],
            texts: Vec::new(),
            is_data: true,
        };
        Scanner { members, open: 0, depth: 0, ignored: 0, at: range.start, empty_key: None }
            .finished()
    }

    fn words(&self, range: &Range<usize>) -> &str {
        str::from_utf8(&self.source[range.clone()]).unwrap_or_default().trim()
    }

    /// Returns the moves of keys that stand without quotes, in a data file.
    pub(super) fn bare_moves(&self) -> Vec<Range<usize>> {
        let is_moves = |text: &&Text| {
            let key = text.key.as_ref().map(|key| self.words(key).to_ascii_lowercase());
            let value = self.words(&text.value).replace([',', '[', ']'], " ");
            !text.is_quoted
                && key.is_some_and(|key| keys::MOVES.contains(&&*key))
                && moves::are_a_game(&value)
        };
        let bare = self.texts.iter().filter(is_moves).map(|text| text.value.clone());
        if self.is_data { bare.collect() } else { Vec::new() }
    }

    /// Returns the innermost scope around a place.
    fn scope_of(&self, place: &Range<usize>) -> usize {
        let around = |scope: &Scope| scope.span.start <= place.start && place.end <= scope.span.end;
        // Scopes are sorted by their starts.
        let mut scope =
            self.scopes.partition_point(|scope| scope.span.start <= place.start).saturating_sub(1);
        // A list of moves is a value itself.
        while scope > 0
            && (!around(&self.scopes[scope]) || self.scopes[scope].kind == ScopeKind::Bracket(b'['))
        {
            scope = self.scopes[scope].parent;
        }
        scope
    }

    /// Returns the facts in the values for each of some games, given their places in ascending
    /// order.
    pub(super) fn facts(&self, games: &[Range<usize>]) -> Vec<Facts> {
        let mut facts = vec![Facts::default(); games.len()];
        // The first and the last game in each scope, and whether they stand in no inner scope.
        let mut held: HashMap<usize, (usize, usize)> = HashMap::new();
        for (i, game) in games.iter().enumerate() {
            let mut scope = self.scope_of(game);
            loop {
                held.entry(scope).and_modify(|(_, last)| *last = i).or_insert((i, i));
                if scope == 0 {
                    break;
                }
                scope = self.scopes[scope].parent;
            }
        }
        let owner = |text: &Text| {
            let mut scope = text.scope;
            while scope > 0 && !held.contains_key(&scope) {
                scope = self.scopes[scope].parent;
            }
            scope
        };
        // The key with which the values of each game begin, by scope, if one stands before the moves.
        let mut first_keys: HashMap<usize, &str> = HashMap::new();
        let mut owned: Vec<(usize, &Text)> = Vec::new();
        for text in &self.texts {
            let in_game = games.partition_point(|game| game.end <= text.value.start);
            let overlaps = games.get(in_game).is_some_and(|game| game.start < text.value.end);
            let scope = owner(text);
            let Some((first, _)) = held.get(&scope).filter(|_| !overlaps) else { continue };
            if let Some(key) = text.key.as_ref().filter(|key| key.start < games[*first].start) {
                first_keys.entry(scope).or_insert_with(|| self.words(key));
            }
            owned.push((scope, text));
        }
        // Values of inner scopes count more.
        owned.sort_by_key(|(scope, _)| std::cmp::Reverse(self.depth(*scope)));
        // The game whose values a place in a scope begins, after its first key.
        let mut begun: HashMap<usize, usize> = HashMap::new();
        for (scope, text) in owned {
            let (first, last) = held[&scope];
            let next = games.partition_point(|game| game.start < text.value.start);
            let next = next.clamp(first, last);
            let mut game = first;
            let mut is_certain = first == last;
            let is_shared = first != last && text.value.start < games[first].start;
            if first != last {
                let key = text.key.as_ref().map(|key| self.words(key));
                let first_key = first_keys.get(&scope).copied();
                if key.is_some() && key == first_key && text.value.start < games[last].start {
                    begun.insert(scope, next);
                }
                let before = games.partition_point(|game| game.end <= text.value.start);
                game = match begun.get(&scope) {
                    Some(begun) if *begun == next => next,
                    _ => before.saturating_sub(1).clamp(first, last),
                };
                is_certain = self.scope_of(&games[game]) == scope;
            }
            let tag = self.tag(text).filter(|_| self.is_about(text.scope, scope));
            let tag = tag.filter(|tag| {
                is_certain || is_shared && matches!(*tag, "Event" | "Site" | "Date" | "EventDate")
            });
            let ends = if is_shared && !is_certain && tag.is_some() { last } else { game };
            let Some(tag) = tag else {
                facts[game].comments.extend(self.comment(text, scope));
                continue;
            };
            for facts in &mut facts[game..=ends] {
                if facts.tags.iter().all(|(name, _)| *name != tag) {
                    facts.tags.push((tag, text.value.clone()));
                } else if game == ends {
                    facts.comments.extend(self.comment(text, scope));
                }
            }
        }
        for facts in &mut facts {
            partie_formats::text::sort_spans(&mut facts.comments);
        }
        facts
    }

    fn depth(&self, mut scope: usize) -> usize {
        let mut depth = 0;
        while scope > 0 {
            (scope, depth) = (self.scopes[scope].parent, depth + 1);
        }
        depth
    }

    /// Returns true if the scopes between a value and its owner hold facts about a game, and are no other
    /// game, section or item.
    fn is_about(&self, mut scope: usize, owner: usize) -> bool {
        while scope != owner {
            let Some(key) = &self.scopes[scope].key else { return false };
            let key = self.words(key).to_ascii_lowercase();
            if !keys::FACTS.contains(&&*key) {
                return false;
            }
            scope = self.scopes[scope].parent;
        }
        true
    }

    /// Returns the tag that a value is: `white: "Ann"`, and `white: {name: "Ann", elo: 2000}`.
    fn tag(&self, text: &Text) -> Option<&'static str> {
        let key = self.words(text.key.as_ref()?);
        let outer = self.scopes[text.scope].key.as_ref().map(|key| self.words(key));
        let side = outer.and_then(keys::tag_of).filter(|tag| matches!(*tag, "White" | "Black"));
        let tag = match (side, key.to_ascii_lowercase().as_str()) {
            (Some(side), "name" | "username" | "player") => Some(side),
            (Some("White"), "elo" | "rating") => Some("WhiteElo"),
            (Some(_), "elo" | "rating") => Some("BlackElo"),
            (Some(_), _) => None,
            (None, _) => keys::tag_of(key),
        };
        let is_literal = text.is_quoted
            || self.is_data
            || self.words(&text.value).bytes().all(|b| b.is_ascii_digit());
        tag.filter(|tag| is_literal && keys::is_value_of(tag, self.words(&text.value)))
    }

    /// Returns the place of a value that is kept as a comment, with its key, given the scope that it
    /// belongs to.
    fn comment(&self, text: &Text, owner: usize) -> Option<Range<usize>> {
        // In a program, strings of other statements are code.
        let is_elsewhere = owner == 0 && (text.key.is_none() || text.scope != 0);
        let is_code = !self.is_data && (!text.is_quoted || is_elsewhere);
        let quote = usize::from(text.is_quoted);
        let value = text.value.start - quote..(text.value.end + quote).min(self.source.len());
        let is_quote = |at: usize| at > 0 && matches!(self.source[at - 1], b'"' | b'\'');
        let key = text.key.as_ref().map(|key| key.start - usize::from(is_quote(key.start)));
        let start = key.unwrap_or(value.start);
        (!is_code && !self.words(&text.value).is_empty()).then_some(start..value.end)
    }
}

/// Reads a source byte by byte.
struct Scanner<'a> {
    members: Members<'a>,
    /// The open scope.
    open: usize,
    /// Number of open scopes around it.
    depth: usize,
    /// Number of open brackets that are no scopes, as they are too deep.
    ignored: usize,
    at: usize,
    /// A key at the end of a line, whose value may follow on deeper lines; with its column.
    empty_key: Option<(Range<usize>, usize)>,
}

impl<'a> Scanner<'a> {
    fn finished(mut self) -> Members<'a> {
        let mut is_line_start = true;
        while self.at < self.members.source.len() {
            partie_formats::steps::add(1);
            if is_line_start && !self.is_in_bracket() {
                is_line_start = self.line();
                continue;
            }
            is_line_start = self.members.source[self.at] == b'\n';
            self.token();
        }
        let end = self.members.source.len();
        while self.open > 0 {
            self.close(end);
        }
        self.members
    }

    fn source(&self) -> &'a [u8] {
        self.members.source
    }

    fn kind(&self) -> ScopeKind {
        self.members.scopes[self.open].kind
    }

    fn is_in_bracket(&self) -> bool {
        matches!(self.kind(), ScopeKind::Bracket(_))
    }

    fn open(&mut self, kind: ScopeKind, key: Option<Range<usize>>) {
        if self.depth == DEEPEST {
            self.ignored += usize::from(matches!(kind, ScopeKind::Bracket(_)));
            return;
        }
        self.depth += 1;
        let span = self.at..self.source().len();
        self.members.scopes.push(Scope { parent: self.open, kind, key, span });
        self.open = self.members.scopes.len() - 1;
    }

    fn close(&mut self, at: usize) {
        let scope = &mut self.members.scopes[self.open];
        scope.span.end = at;
        self.open = scope.parent;
        self.depth -= 1;
    }

    fn add(&mut self, key: Option<Range<usize>>, value: Range<usize>, is_quoted: bool) {
        self.members.texts.push(Text { scope: self.open, key, value, is_quoted });
    }

    /// Reads the beginning of a line outside of brackets. Returns true if another line begins there.
    fn line(&mut self) -> bool {
        let source = self.source();
        let rest = &source[self.at..];
        let end = self.at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &source[self.at..end];
        let words = line.trim_ascii();
        let column = line.len() - line.trim_ascii_start().len();
        let start = self.at + column;
        if words.is_empty() {
            self.at = (end + 1).min(source.len());
            return true;
        }
        if words.starts_with(b"#") || words.starts_with(b";") {
            let length = words.len() - words.iter().take_while(|b| b"#; ".contains(b)).count();
            let words_end = start + words.len();
            self.add(None, words_end - length..words_end, false);
            self.at = end;
            return false;
        }
        let is_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-. ".contains(b);
        let name = words.strip_prefix(b"[").and_then(|words| words.strip_suffix(b"]"));
        let name = name.map(|name| {
            name.strip_prefix(b"[").and_then(|name| name.strip_suffix(b"]")).unwrap_or(name)
        });
        if words == b"---" || name.is_some_and(|name| !name.is_empty() && name.iter().all(is_name))
        {
            while self.open > 0 {
                self.close(self.at);
            }
            self.open(ScopeKind::Section, None);
            self.at = end;
            return false;
        }
        let is_item = words.starts_with(b"- ") || words == b"-";
        while match self.kind() {
            ScopeKind::Mapping(at) => column < at,
            ScopeKind::Item(at) => column <= at,
            _ => false,
        } {
            self.close(self.at);
        }
        if let Some((key, at)) = self.empty_key.take()
            && column > at
        {
            self.open(ScopeKind::Mapping(column), Some(key));
        }
        self.at = start;
        if is_item {
            self.open(ScopeKind::Item(column), None);
            self.at = start + 1;
            return false;
        }
        if !is_of_data(words) {
            self.members.is_data = false;
        }
        false
    }

    /// Reads a string, a word, or a bracket.
    fn token(&mut self) {
        let source = self.source();
        let at = self.at;
        match source[at] {
            b'"' | b'\'' | b'`' => {
                let end = end_of_string(source, at);
                self.at = end;
                let content = content(source, at, end);
                if !self.value_of(content.clone(), at) {
                    self.add(None, content, true);
                }
            }
            open @ (b'{' | b'(' | b'[') => {
                self.open(ScopeKind::Bracket(open), None);
                self.at += 1;
            }
            b'}' | b')' | b']' => {
                self.at += 1;
                if self.ignored > 0 {
                    self.ignored -= 1;
                } else if self.is_in_bracket() {
                    self.close(self.at);
                }
            }
            b'/' if source[at..].starts_with(b"//") => {
                self.at += memchr::memchr(b'\n', &source[at..]).unwrap_or(source.len() - at);
            }
            b'/' if source[at..].starts_with(b"/*") => {
                let end = memchr::memmem::find(&source[at..], b"*/");
                self.at += end.map_or(source.len() - at, |i| i + 2);
            }
            b'#' if source[..at].last().is_some_and(u8::is_ascii_whitespace)
                && source[at + 1..].starts_with(b" ") =>
            {
                let rest = &source[at..];
                let end = at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                let length = source[at + 1..end].trim_ascii().len();
                self.add(None, at + 2..(at + 2 + length).min(end), false);
                self.at = end;
            }
            b if is_part_of_word(b) => {
                let length = source[at..].iter().take_while(|b| is_part_of_word(**b)).count();
                self.at += length;
                self.value_of(at..at + length, at);
            }
            _ => self.at += 1,
        }
    }

    /// Reads the value of a key that has ended, if the word or string was one.
    fn value_of(&mut self, key: Range<usize>, start: usize) -> bool {
        let source = self.source();
        let is_space = |b: &&u8| matches!(b, b' ' | b'\t');
        let spaces = |at: usize| source[at..].iter().take_while(is_space).count();
        let sign = self.at + spaces(self.at);
        let length = match &source[sign..] {
            [b'=', b'=', ..] | [b':', b':', ..] => return false,
            [b'=', b'>', ..] | [b':', b'=', ..] => 2,
            [b'=' | b':', ..] => 1,
            _ => return false,
        };
        let mut value = sign + length;
        if self.is_in_bracket() {
            value += source[value..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        }
        value += spaces(value);
        self.at = value;
        match source.get(value) {
            None | Some(b'\n' | b'\r') => {
                let line = memchr::memrchr(b'\n', &source[..start]).map_or(0, |i| i + 1);
                let column = start - line;
                self.empty_key = Some((key, column));
            }
            Some(b'"' | b'\'' | b'`') => {
                let end = end_of_string(source, value);
                let content = content(source, value, end);
                self.add(Some(key), content, true);
                self.at = end;
            }
            Some(open @ (b'{' | b'(' | b'[')) if !self.is_bare_list(value) => {
                self.open(ScopeKind::Bracket(*open), Some(key));
                self.at = value + 1;
            }
            Some(_) => {
                let ends: &[u8] = if self.is_in_bracket() { b"\n,}])" } else { b"\n" };
                let rest = &source[value..];
                let length = rest.iter().position(|b| ends.contains(b)).unwrap_or(rest.len());
                let length = rest[..length].trim_ascii_end().len();
                let remark = memchr::memmem::find(&rest[..length], b" #").unwrap_or(length);
                self.add(Some(key), value..value + rest[..remark].trim_ascii_end().len(), false);
                self.at = value + remark;
            }
        }
        true
    }

    /// Returns true if words without quotes stand in a list on one line.
    fn is_bare_list(&self, at: usize) -> bool {
        if self.is_in_bracket() {
            return false;
        }
        let rest = &self.source()[at..];
        let end = memchr::memchr2(b']', b'\n', rest).unwrap_or(rest.len());
        rest.starts_with(b"[")
            && end > 1
            && rest[1..end].iter().all(|b| is_part_of_word(*b) || b", .#".contains(b))
    }
}

/// Returns true for a line of YAML, TOML or INI: a key, its sign, and a value.
fn is_of_data(words: &[u8]) -> bool {
    let Some(sign) = memchr::memchr2(b':', b'=', words) else {
        return matches!(words.first(), Some(b'"' | b'\'' | b']' | b'}' | b'.'));
    };
    let is_key = |b: &u8| is_part_of_word(*b) || b" \"'".contains(b);
    let code = words.ends_with(b";") || words.ends_with(b"{") || words.contains(&b'(');
    let declares = [&b"let "[..], b"const ", b"var ", b"export "];
    words[..sign].iter().all(is_key)
        && (!code || words[sign + 1..].trim_ascii().starts_with(b"\""))
        && !declares.iter().any(|word| words.starts_with(word))
}

fn is_part_of_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+') || b >= 0x80
}

/// Returns the end of the string that begins at a place. One of a single line ends with it.
fn end_of_string(source: &[u8], start: usize) -> usize {
    let quote = source[start];
    let triple = [quote; 3];
    let length = if quote != b'`' && source[start..].starts_with(&triple) { 3 } else { 1 };
    let mut at = start + length;
    while at < source.len() {
        match source[at] {
            b'\\' => at += 1,
            b'\n' if length == 1 && quote != b'`' => return at,
            b if b == quote && source[at..].starts_with(&triple[..length]) => return at + length,
            _ => {}
        }
        at += 1;
    }
    source.len()
}

/// Returns the content of a string.
fn content(source: &[u8], start: usize, end: usize) -> Range<usize> {
    let begin = (start + 1).min(end);
    let closed = end > begin && source[end - 1] == source[start];
    begin..if closed { end - 1 } else { end }
}
