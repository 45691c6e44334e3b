//! What each line of a server means for the games that are going on.

use std::ops::Range;

use super::{
    Info, Line, Live, OPEN_GAMES, Recorder, SPOKEN_OF, View, bughouse::Pass, joiner::Joined,
    live::last_capture, notices::unread_words, scroll::Scroll,
};
use partie_formats::Diagnostic;
use partie_wire::style12::{
    self, Created, Creating, Delta, GameEnd, GameInfo, Holdings, Style12, codes,
};

/// No line about a game is longer, in bytes.
const LONGEST_LINE: usize = 8192;

impl Recorder {
    /// Takes a line that is complete.
    pub(super) fn line(&mut self, joined: Joined) {
        let Joined { line, was_broken } = joined;
        let body = body(&line.bytes);
        let lead = &line.bytes[..body.start];
        if !lead.is_empty() && memchr::memmem::find(lead, b"ics%").is_some() {
            self.session.prompted = true;
            self.session.icc |= memchr::memmem::find(lead, b"aics%").is_some();
        }
        // Longer lines are somebody's talk.
        if body.is_empty() || body.len() > LONGEST_LINE {
            return;
        }
        if style12::find_tag(&line.bytes[body.clone()]).is_some() {
            self.board_line(&line, was_broken);
            return;
        }
        let text = style12::text(&line.bytes[body]);
        let text = style12::plain_spaces(&text).into_owned();
        self.words(&text, line);
    }

    fn words(&mut self, text: &str, line: Line) {
        let first = text.as_bytes()[0];
        if matches!(first, b'<' | b'&') && self.companion(text, &line) {
            return;
        }
        if first == b'{' && text.starts_with("{Game ") {
            if let Some(end) = GameEnd::parse(text) {
                self.game_end(&end, &line);
                return;
            }
            if let Some(created) = Created::parse(text) {
                self.created(&created, &line);
                return;
            }
            if self.unread_game_words(text, &line) {
                return;
            }
        }
        if let Some(Creating(players)) = Creating::parse(text) {
            self.creating = Some((players, line));
            return;
        }
        if self.list_line(text, &line) {
            return;
        }
        if text.starts_with("Game ") && self.game_words(text, &line) {
            return;
        }
        self.other_words(text, &line);
    }

    /// `<b1>`, `<d1>`, `<g1>`.
    fn companion(&mut self, text: &str, line: &Line) -> bool {
        if let Some(parsed) = Holdings::parse(text) {
            self.holdings(parsed, text, line);
            return true;
        }
        if style12::tagged(text, "d1").is_some() {
            match Delta::parse(text) {
                Some(delta) => self.delta(&delta, line),
                None => self.bad_companion(line, "<d1>, a game number, a ply, a move, times"),
            }
            return true;
        }
        if style12::tagged(text, "g1").is_some() {
            match GameInfo::parse(text) {
                Some(info) => {
                    let games = self.about(info.game, None, line);
                    games.take_game_info(&info);
                    if let Some(live) = self.live.get_mut(&info.game) {
                        live.adopt_variant(&self.options);
                    }
                    if info.partner > 0 {
                        self.pairs.join(info.game, info.partner);
                    }
                }
                None => self.bad_companion(line, "<g1> and a game number"),
            }
            return true;
        }
        false
    }

    /// A line of a kind that belongs to games, but that cannot be read.
    fn bad_companion(&mut self, line: &Line, expected: &str) {
        let found = style12::text(line.bytes.trim_ascii()).into_owned();
        let diagnostic = Diagnostic::new(
            &codes::BAD_COMPANION,
            0..line.bytes.len(),
            format!("expected {expected}, but found {found}"),
        )
        .expected(expected, found);
        self.stray(line, vec![diagnostic]);
    }

    fn holdings(&mut self, parsed: partie_formats::Parsed<Holdings>, text: &str, line: &Line) {
        let holdings = parsed.value;
        let shift = line.bytes.len() - text.len().min(line.bytes.len());
        let findings: Vec<_> = parsed.diagnostics;
        if !findings.is_empty() {
            let findings = findings
                .into_iter()
                .map(|mut d| {
                    let end = line.bytes.len();
                    d.span = (d.span.start + shift).min(end)..(d.span.end + shift).min(end);
                    d
                })
                .collect();
            self.stray(line, findings);
            return;
        }
        if self.list.wants_start() {
            self.list_lines.push(line.clone());
            return;
        }
        if let Some((color, role)) = holdings.passed {
            // The piece was taken on another board, by the receiver's partner.
            let pass = Pass { game: holdings.game, color, role };
            let takers: Vec<u64> = self
                .live
                .values()
                .filter(|l| {
                    l.number != holdings.game && last_capture(&l.track) == Some((!color, role))
                })
                .map(|l| l.number)
                .collect();
            self.pairs.passed(pass, &takers);
        }
        if let Some(live) = self.live.get_mut(&holdings.game) {
            live.holdings(&holdings, line, &self.options);
        }
    }

    fn delta(&mut self, delta: &Delta, line: &Line) {
        self.tally.add();
        if let Some(live) = self.live.get_mut(&delta.game) {
            live.delta(delta, line, &self.options, self.tally.boards);
        } else {
            let found = format!("{} of game {}", delta.san, delta.game);
            let diagnostic = Diagnostic::new(
                &codes::MOVE_NOT_READ,
                0..line.bytes.len(),
                format!("expected a board of the game first, but found {found}"),
            );
            self.stray(line, vec![diagnostic]);
        }
    }

    /// What is known about a game: of the open one, or of one that was only spoken of.
    /// Words that name other players than the open game's are about another game.
    pub(super) fn about(
        &mut self,
        number: u64,
        names: Option<(&str, &str)>,
        line: &Line,
    ) -> &mut Info {
        let open = self.live.get(&number).is_some_and(|live| {
            names.is_none_or(|(white, black)| live.info.is_of(white, black))
                && (names.is_some() || !self.spoken_of.contains_key(&number))
        });
        if open && let Some(live) = self.live.get_mut(&number) {
            live.scroll.push(line);
            return &mut live.info;
        }
        if self.spoken_of.len() >= SPOKEN_OF {
            self.spoken_of.pop_first();
        }
        let info = self.spoken_of.entry(number).or_default();
        if info.lines.len() < 16 {
            info.lines.push(line.clone());
        }
        info
    }

    fn board_line(&mut self, line: &Line, was_broken: bool) {
        let Some(mut parsed) = Style12::parse(&line.bytes) else { return };
        let mut findings = std::mem::take(&mut parsed.diagnostics);
        let board = &parsed.value;
        if was_broken {
            findings.push(Diagnostic::new(
                &codes::BROKEN_LINE,
                0..line.bytes.len(),
                "expected the board on one line, but found it broken over several",
            ));
        }
        if board.unread.position() {
            self.stray(line, findings);
            return;
        }
        if self.list.wants_start() {
            self.list.set_start(parsed.value.into_owned());
            self.keep_list_line(line);
            return;
        }
        self.tally.add();
        let number = board.game;
        // `Creating:` without a number is about the board that follows.
        let own = self.creating.take_if(|(m, _)| m.white == board.white && m.black == board.black);
        if let Some((players, line)) = own {
            if self.live.contains_key(&number) {
                self.close(number);
            }
            let info = self.about(number, Some((&players.white, &players.black)), &line);
            info.take_match(&players);
            info.own = true;
        }
        if self.live.contains_key(&number) && self.is_another(board) {
            self.close(number);
        }
        if let Some(live) = self.live.get_mut(&number) {
            if let Some(info) = self.spoken_of.remove(&number) {
                for line in &info.lines {
                    live.scroll.push(line);
                }
            }
            let before = live.track.here;
            if live.board(board, findings.clone(), line, &self.options, &mut self.tally) {
                if live.track.here != before
                    && let Some((taker, role)) = last_capture(&live.track)
                {
                    self.pairs.captured(number, taker, role);
                }
                self.bound(number);
                return;
            }
            self.close(number);
        }
        self.open(board, findings, line);
    }

    /// Whether a board belongs to another game than the open one of its number.
    fn is_another(&self, board: &Style12<'_>) -> bool {
        let Some(live) = self.live.get(&board.game) else { return false };
        if live.end.is_some() && !live.is_examined() && live.view != View::Listed {
            return true;
        }
        let spoken = self.spoken_of.get(&board.game);
        if spoken.is_some_and(|info| info.own && info.is_of(&board.white, &board.black)) {
            return true;
        }
        let same = live.info.is_of(&board.white, &board.black)
            || live.info.is_of(&board.black, &board.white);
        let examined = live.is_examined() && board.relation.is_examined();
        !same && !examined
    }

    fn open(&mut self, board: &Style12<'_>, findings: Vec<Diagnostic>, line: &Line) {
        let number = board.game;
        let mut info = self.spoken_of.remove(&number).unwrap_or_default();
        if info.names.white.is_some()
            && !info.is_of(&board.white, &board.black)
            && !board.relation.is_examined()
        {
            info = Info::default();
        }
        let mut live = Live::open(info, board, line, &self.options, self.tally.boards);
        let start = live.scroll.last_line().start;
        live.track.before.correct(board);
        for words in unread_words(&findings) {
            live.remark(words, &self.options);
        }
        for finding in findings {
            live.scroll.note_at(start, finding, self.options.limits.diagnostics);
        }
        let isolated = live.view == View::Isolated;
        self.live.insert(number, live);
        if isolated {
            self.close(number);
        }
        self.bound_open();
    }

    /// Ends the game that was silent longest, if too many are open.
    pub(super) fn bound_open(&mut self) {
        if self.live.len() > OPEN_GAMES
            && let Some(silent) = self.live.values().min_by_key(|l| l.heard).map(|l| l.number)
        {
            self.close(silent);
        }
    }

    /// Ends a game whose text has grown to the limit.
    pub(super) fn bound(&mut self, number: u64) {
        let limit = self.options.limits.game_bytes;
        if let Some(live) = self.live.get_mut(&number)
            && live.scroll.text.len() > limit
        {
            live.note(
                &self.options,
                &codes::TOO_LONG,
                format!("the lines of this game are longer than {limit} bytes; it was ended here"),
            );
            self.close(number);
        }
    }

    /// Something about games that belongs to none of the open ones, or that cannot be
    /// read: it goes to the game that was heard of last, or is a record of its own.
    fn stray(&mut self, line: &Line, findings: Vec<Diagnostic>) {
        let limit = self.options.limits.diagnostics;
        let last = self.live.values_mut().filter(|l| !l.left).max_by_key(|l| l.heard);
        let lost = style12::text(line.bytes.trim_ascii()).into_owned();
        let mut alone = Scroll::default();
        let scroll = match last {
            Some(live) => {
                live.remark(lost.clone(), &self.options);
                &mut live.scroll
            }
            None => &mut alone,
        };
        let span = scroll.push(line);
        for finding in findings {
            scroll.note_at(span.start, finding, limit);
        }
        let bytes = scroll.text.len();
        if !alone.text.is_empty() {
            self.give_scrap(alone, lost);
        } else if bytes > self.options.limits.game_bytes {
            let last = self.live.values().filter(|l| !l.left).max_by_key(|l| l.heard);
            if let Some(number) = last.map(|l| l.number) {
                self.bound(number);
            }
        }
    }

    /// The number of the other board of a bughouse game, if that board is open.
    pub(super) fn partner_of(&self, number: u64) -> Option<u64> {
        let live = self.live.get(&number).filter(|l| l.is_bughouse())?;
        if let Some(partner) = self.pairs.partner(number).or(live.info.partner) {
            return self.live.contains_key(&partner).then_some(partner);
        }
        let others: Vec<u64> = self
            .live
            .values()
            .filter(|l| l.number != number && l.is_bughouse())
            .filter(|l| self.pairs.partner(l.number).is_none() && l.info.partner.is_none())
            .map(|l| l.number)
            .collect();
        self.pairs.likeliest(number, &others)
    }

    /// Ends a game, whatever was said about it, and gives it out; in bughouse with the
    /// other board.
    pub(super) fn close(&mut self, number: u64) {
        let partner = self.partner_of(number);
        let Some(live) = self.live.remove(&number) else { return };
        let other = partner.and_then(|n| self.live.remove(&n));
        if live.is_bughouse() {
            self.give_bughouse(live, other);
        } else {
            self.give(live);
        }
        self.pairs.forget(number);
        if let Some(n) = partner {
            self.pairs.forget(n);
        }
    }

    pub(super) fn end_of_stream(&mut self) {
        self.abandon_list();
        while let Some(number) = self
            .live
            .values()
            .min_by_key(|l| l.scroll.origins.first().map(|o| o.1.byte))
            .map(|l| l.number)
        {
            self.close(number);
        }
        self.spoken_of.clear();
        self.creating = None;
    }
}

/// The line without what a server may put before and behind it: prompts, bells, block
/// mode's numbers.
fn body(line: &[u8]) -> Range<usize> {
    let mut start = 0;
    loop {
        let rest = &line[start..];
        let Some(first) = rest.first() else { break };
        if *first == 0x15 {
            // Block mode: the command's number, its code, then what it says.
            let marks = memchr::memchr_iter(0x16, rest).nth(1);
            match marks.filter(|at| *at < 24) {
                Some(at) => start += at + 1,
                None => start += 1,
            }
        } else if *first < b' ' || *first == 0x7f {
            start += 1;
        } else if let Some(end) = prompt(rest) {
            start += end;
        } else {
            break;
        }
    }
    let mut end = line.len();
    while end > start && line[end - 1] <= b' ' {
        end -= 1;
    }
    start..end
}

/// How long a prompt at the beginning of a line is, its blank included.
fn prompt(line: &[u8]) -> Option<usize> {
    let token = line.iter().position(|b| *b <= b' ').unwrap_or(line.len());
    if token > 40 || !line[..token].ends_with(b"ics%") {
        return None;
    }
    Some(token + usize::from(line.get(token) == Some(&b' ')))
}
