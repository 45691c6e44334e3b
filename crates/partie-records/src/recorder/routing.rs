//! Routing of each line of a server to the open game that it concerns.

use super::{
    Info, OPEN_GAMES, OpenGame, Recorder, SPOKEN_OF, ServerLine, View,
    open_game::last_capture,
    pairs::Pass,
    transcript::{Transcript, unread_words},
};
use crate::hidden;
use partie_core::moves::san;
use partie_formats::{Diagnostic, Message, Place, diagnostic, message};
use partie_wire::{
    follower::plies,
    notice::{Notice, games::GameRow},
    prompt,
    style12::{self, Delta, GameInfo, Holdings, Style12, codes},
    wrap::Joined,
};

/// No line about a game is longer, in bytes.
const LONGEST_LINE: usize = 8192;

impl Recorder {
    /// Takes a line that is complete.
    pub(super) fn line(&mut self, joined: Joined<Place>) {
        let Joined { bytes, place, broken } = joined;
        let line = ServerLine { bytes, place };
        let start = prompt::lead(&line.bytes);
        let trailing = line.bytes[start..].iter().rev().take_while(|b| **b <= b' ').count();
        let body = start..line.bytes.len() - trailing;
        let lead = &line.bytes[..body.start];
        if !lead.is_empty() && memchr::memmem::find(lead, b"ics%").is_some() {
            self.session.prompted = true;
            self.session.icc |= memchr::memmem::find(lead, b"aics%").is_some();
        }
        // Longer lines are chat.
        if body.is_empty() || body.len() > LONGEST_LINE {
            return;
        }
        if style12::find_tag(&line.bytes[body.clone()]).is_some() {
            if !self.ended.is_some_and(|number| self.is_last_board(number, &line)) {
                self.close_ended();
            }
            self.close_quoted();
            self.board_line(&line, broken > 0);
            self.close_ended();
            return;
        }
        self.close_ended();
        let text = style12::text(&line.bytes[body]);
        let text = style12::plain_spaces(&text).into_owned();
        self.words(&text, line);
    }

    /// Closes the game that has ended.
    pub(super) fn close_ended(&mut self) {
        if let Some(number) = self.ended.take() {
            self.close(number);
        }
    }

    /// Returns true if a line is the board after the last move of a game, which some servers send
    /// after the words about the end.
    fn is_last_board(&self, number: u64, line: &ServerLine) -> bool {
        let (Some(open), Some(parsed)) = (self.open.get(&number), Style12::parse(&line.bytes))
        else {
            return false;
        };
        let (board, position) = (&parsed.value, open.move_tree.moves.position());
        board.game == number
            && board.plies() == plies(position) + 1
            && open.info.is_of(&board.white, &board.black)
            && board.last_san().is_some_and(|san| san::read(position, san).is_ok())
    }

    fn words(&mut self, text: &str, line: ServerLine) {
        if text.starts_with(['<', '&']) && self.companion(text, &line) {
            return;
        }
        // Inside a list of moves it would be the list's last line.
        let is_of_game = text.starts_with("{Game ");
        if !is_of_game && self.list_line(text, &line) {
            return;
        }
        let goes_on = !self.quoted.text.is_empty() && hidden::continues_game(text);
        if !is_of_game && (goes_on || hidden::begins_game(text)) {
            if self.quoted.text.len() + line.bytes.len() > self.options.limits.game_bytes {
                self.close_quoted();
            }
            self.quoted.push(&line);
            return;
        }
        let notice = Notice::of_line(text);
        if notice.is_none() && !is_of_game && hidden::tells_of_game(text) {
            self.quoted.push(&line);
            return;
        }
        self.close_quoted();
        match notice {
            Some(notice) => self.notice(notice, line),
            None if is_of_game => {
                if !self.unread_game_words(text, &line) {
                    self.list_line(text, &line);
                }
            }
            None => {
                if let Some(row) = GameRow::read(text) {
                    self.listing(&row, &line);
                }
            }
        }
    }

    /// Makes a record of the lines of a game in another format, so that it is not lost.
    pub(super) fn close_quoted(&mut self) {
        if self.quoted.text.is_empty() {
            return;
        }
        let limit = self.options.limits.diagnostics;
        let mut lines = std::mem::replace(&mut self.quoted, Transcript::new(limit));
        let span = 0..lines.text.len() - 1;
        let words = message!("a game in another format stands here; it was kept as text");
        lines.note(Diagnostic::new(&codes::OTHER_GAME, span, words));
        let text = style12::text(lines.text.trim_ascii_end()).into_owned();
        self.give_scrap(lines, text);
    }

    /// `<b1>`, `<d1>`, `<g1>`.
    fn companion(&mut self, text: &str, line: &ServerLine) -> bool {
        if let Some(parsed) = Holdings::parse(text) {
            self.holdings(parsed, text, line);
            return true;
        }
        if style12::tagged(text, "d1").is_some() {
            match Delta::parse(text) {
                Some(delta) => self.delta(&delta, line),
                None => {
                    self.bad_companion(
                        line,
                        &message!("<d1>, a game number, a ply, a move, times"),
                    );
                }
            }
            return true;
        }
        if style12::tagged(text, "g1").is_some() {
            match GameInfo::parse(text) {
                Some(info) => {
                    let games = self.about(info.game, None, line);
                    games.take_game_info(&info);
                    if let Some(open) = self.open.get_mut(&info.game) {
                        open.adopt_variant(&self.options);
                    }
                    if info.partner > 0 {
                        self.pairs.join(info.game, info.partner);
                    }
                }
                None => self.bad_companion(line, &message!("<g1> and a game number")),
            }
            return true;
        }
        false
    }

    /// A line of a kind that belongs to games, but that cannot be read.
    fn bad_companion(&mut self, line: &ServerLine, expected: &Message) {
        let found = style12::text(line.bytes.trim_ascii()).into_owned();
        let diagnostic = diagnostic!(
            &codes::BAD_COMPANION,
            0..line.bytes.len(),
            "expected {expected}, but found {found}",
            expected,
            found
        )
        .expected(expected.to_string(), found);
        self.stray(line, vec![diagnostic]);
    }

    fn holdings(
        &mut self,
        parsed: partie_formats::Parsed<Holdings>,
        text: &str,
        line: &ServerLine,
    ) {
        let holdings = parsed.value;
        let shift = line.bytes.len() - text.len().min(line.bytes.len());
        let diagnostics: Vec<_> = parsed.diagnostics;
        if !diagnostics.is_empty() {
            let diagnostics = diagnostics
                .into_iter()
                .map(|mut d| {
                    let end = line.bytes.len();
                    d.span = (d.span.start + shift).min(end)..(d.span.end + shift).min(end);
                    d
                })
                .collect();
            self.stray(line, diagnostics);
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
                .open
                .values()
                .filter(|l| {
                    l.number != holdings.game && last_capture(&l.move_tree) == Some((!color, role))
                })
                .map(|l| l.number)
                .collect();
            self.pairs.passed(pass, &takers);
        }
        if let Some(open) = self.open.get_mut(&holdings.game) {
            open.holdings(&holdings, line);
        }
    }

    fn delta(&mut self, delta: &Delta, line: &ServerLine) {
        self.tally.add();
        if let Some(open) = self.open.get_mut(&delta.game) {
            open.delta(delta, line, self.tally.boards);
        } else {
            let found = message!("{san} of game {game}", san = delta.san, game = delta.game);
            let diagnostic = diagnostic!(
                &codes::MOVE_NOT_READ,
                0..line.bytes.len(),
                "expected a board of the game first, but found {found}",
                found
            );
            self.stray(line, vec![diagnostic]);
        }
    }

    /// Returns the facts about a game, open or only spoken of. Words that name other players than
    /// the open game's are about another game.
    pub(super) fn about(
        &mut self,
        number: u64,
        names: Option<(&str, &str)>,
        line: &ServerLine,
    ) -> &mut Info {
        let is_open = self.open.get(&number).is_some_and(|open| {
            names.is_none_or(|(white, black)| open.info.is_of(white, black))
                && (names.is_some() || !self.spoken_of.contains_key(&number))
        });
        if is_open && let Some(open) = self.open.get_mut(&number) {
            open.transcript.push(line);
            return &mut open.info;
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

    fn board_line(&mut self, line: &ServerLine, was_broken: bool) {
        let Some(mut parsed) = Style12::parse(&line.bytes) else { return };
        let mut diagnostics = std::mem::take(&mut parsed.diagnostics);
        let board = &parsed.value;
        if was_broken {
            diagnostics.push(Diagnostic::new(
                &codes::BROKEN_LINE,
                0..line.bytes.len(),
                message!("expected the board on one line, but found it broken over several"),
            ));
        }
        if board.unread.position() {
            self.stray(line, diagnostics);
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
            if self.open.contains_key(&number) {
                self.close(number);
            }
            let info = self.about(number, Some((&players.white, &players.black)), &line);
            info.take_match(&players);
            info.own = true;
        }
        if self.open.contains_key(&number) && self.is_another(board) {
            self.close(number);
        }
        if let Some(open) = self.open.get_mut(&number) {
            if let Some(info) = self.spoken_of.remove(&number) {
                for line in &info.lines {
                    open.transcript.push(line);
                }
            }
            let before = open.move_tree.moves.here;
            if open.board(board, diagnostics.clone(), line, &self.options, &mut self.tally) {
                if open.move_tree.moves.here != before
                    && let Some((taker, role)) = last_capture(&open.move_tree)
                {
                    self.pairs.captured(number, taker, role);
                }
                self.bound(number);
                return;
            }
            self.close(number);
        }
        self.open(board, diagnostics, line);
    }

    /// Returns true if a board belongs to another game than the open one of its number.
    fn is_another(&self, board: &Style12<'_>) -> bool {
        let Some(open) = self.open.get(&board.game) else { return false };
        if open.end.is_some()
            && !open.is_examined()
            && open.view != View::Listed
            && self.ended != Some(board.game)
        {
            return true;
        }
        let spoken = self.spoken_of.get(&board.game);
        if spoken.is_some_and(|info| info.own && info.is_of(&board.white, &board.black)) {
            return true;
        }
        let same = open.info.is_of(&board.white, &board.black)
            || open.info.is_of(&board.black, &board.white);
        let examined = open.is_examined() && board.relation.is_examined();
        !same && !examined
    }

    fn open(&mut self, board: &Style12<'_>, diagnostics: Vec<Diagnostic>, line: &ServerLine) {
        let number = board.game;
        let mut info = self.spoken_of.remove(&number).unwrap_or_default();
        if info.names.white.is_some()
            && !info.is_of(&board.white, &board.black)
            && !board.relation.is_examined()
        {
            info = Info::default();
        }
        let mut open = OpenGame::open(info, board, line, &self.options, self.tally.boards);
        let start = open.transcript.last_line().start;
        open.move_tree.before.correct(board);
        for words in unread_words(&diagnostics) {
            open.remark(words);
        }
        open.transcript.note_all_at(start, diagnostics);
        let isolated = open.view == View::Isolated;
        self.open.insert(number, open);
        if isolated {
            self.close(number);
        }
        self.bound_open();
    }

    /// Ends the game that was silent longest, if too many are open.
    pub(super) fn bound_open(&mut self) {
        if self.open.len() > OPEN_GAMES
            && let Some(silent) = self.open.values().min_by_key(|l| l.heard).map(|l| l.number)
        {
            self.close(silent);
        }
    }

    /// Ends a game whose text has grown to the limit.
    pub(super) fn bound(&mut self, number: u64) {
        let limit = self.options.limits.game_bytes;
        if let Some(open) = self.open.get_mut(&number)
            && open.transcript.text.len() > limit
        {
            open.note(
                &codes::TOO_LONG,
                message!(
                    "the lines of this game are longer than {limit} bytes; it was ended here",
                    limit
                ),
            );
            self.close(number);
        }
    }

    /// Records a line about games that belongs to no open game, or that cannot be read: it goes to
    /// the most recent game, or becomes a record of its own.
    fn stray(&mut self, line: &ServerLine, diagnostics: Vec<Diagnostic>) {
        let last = self.open.values_mut().filter(|l| !l.left).max_by_key(|l| l.heard);
        let lost = style12::text(line.bytes.trim_ascii()).into_owned();
        let mut alone = Transcript::new(self.options.limits.diagnostics);
        let transcript = match last {
            Some(open) => {
                open.remark(lost.clone());
                &mut open.transcript
            }
            None => &mut alone,
        };
        let span = transcript.push(line);
        transcript.note_all_at(span.start, diagnostics);
        let bytes = transcript.text.len();
        if !alone.text.is_empty() {
            self.give_scrap(alone, lost);
        } else if bytes > self.options.limits.game_bytes {
            let last = self.open.values().filter(|l| !l.left).max_by_key(|l| l.heard);
            if let Some(number) = last.map(|l| l.number) {
                self.bound(number);
            }
        }
    }

    /// Returns the number of the other board of a bughouse game, if that board is open.
    pub(super) fn partner_of(&self, number: u64) -> Option<u64> {
        let open = self.open.get(&number).filter(|l| l.is_bughouse())?;
        if let Some(partner) = self.pairs.partner(number).or(open.info.partner) {
            return self.open.contains_key(&partner).then_some(partner);
        }
        let others: Vec<u64> = self
            .open
            .values()
            .filter(|l| l.number != number && l.is_bughouse())
            .filter(|l| self.pairs.partner(l.number).is_none() && l.info.partner.is_none())
            .map(|l| l.number)
            .collect();
        self.pairs.likeliest(number, &others)
    }

    /// Ends a game, regardless of later messages, and outputs it; in bughouse with the other board.
    pub(super) fn close(&mut self, number: u64) {
        let partner = self.partner_of(number);
        let Some(open) = self.open.remove(&number) else { return };
        let other = partner.and_then(|n| self.open.remove(&n));
        if open.is_bughouse() {
            self.give_bughouse(open, other);
        } else {
            self.give(open);
        }
        self.pairs.forget(number);
        if let Some(n) = partner {
            self.pairs.forget(n);
        }
    }

    pub(super) fn end_of_stream(&mut self) {
        self.close_ended();
        self.close_quoted();
        self.abandon_list();
        while let Some(number) = self
            .open
            .values()
            .min_by_key(|l| l.transcript.origins.first().map(|o| o.1.byte))
            .map(|l| l.number)
        {
            self.close(number);
        }
        self.spoken_of.clear();
        self.creating = None;
    }
}
