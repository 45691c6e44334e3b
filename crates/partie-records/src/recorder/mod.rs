//! Recorder of games from the byte stream of a chess server.
//!
//! A [`Recorder`] is a state machine without clock, files or sockets: bytes go in with
//! [`Recorder::receive`], games come out of [`Recorder::poll`]. How the bytes are cut
//! into packets changes nothing.
//!
//! # What is understood
//!
//! * The stream itself, with telnet's commands, prompts, bells, block mode, wrapped
//!   lines, line ends of all kinds; text copied from HTML.
//! * Transcripts with marks `<<<CLIENT b'...'>>>`, logs of `xboard -debug`, notes of a
//!   proxy (`S>  1.5 b'...'`).
//! * Boards, boards of moves only (`<d1>`), pieces in hand, lists of moves, and the notices of
//!   games that begin and end; kibitzes and whispers become comments.
//!
//! # How boards become moves
//!
//! A [`follower`](partie_wire::follower) finds the moves between them; guesses are reported. If
//! nothing leads to a board, the game ends there and another one begins with that board, both under
//! the same names; a later list of moves joins them again.
//!
//! * **Taken back** moves are not part of the main line: they become a variation of the move played
//!   instead, or a comment if there is none.
//! * **Examined games**: the line that was last on the board is the main line, as far as the
//!   examiner had gone; other lines are variations. A set-up position and new names at the start
//!   begin another game.
//! * **A list of moves** fills the beginning of a game that was observed late; a list of
//!   a game that is not on any board is a game of its own.
//! * **Bughouse**: two game numbers are one game of two boards, in the order in which the moves
//!   came. Board A is the receiver's own, else the one with the lower number. If only one board was
//!   seen, the other one has no moves, and pieces from it are in hand from the start.
//! * **Clocks** are the mover's after the move (`[%clk]`), times taken are `[%emt]`.
//!
//! # What a record is
//!
//! [`Record::text`](partie_formats::Record::text) holds the lines that made the game, put together
//! if they were wrapped and freed from logs' spellings, each with LF; spans refer to it. Its `byte`
//! and `line` are the place of the first line in the stream (lines end with LF, CR LF, LF CR or a
//! lone CR). The lines between belong to no game or to another one;
//! [`Record::origins`](partie_formats::Record::origins) keeps the place of each line. Memory holds
//! the open games only, each at most [`partie_formats::Limits::game_bytes`] long.

mod board_diagnostics;
mod bughouse;
mod finish;
mod game_notices;
mod info;
mod lists;
mod move_tree;
mod open_game;
mod pairs;
mod recorded;
mod routing;
mod transcript;
mod transport;
mod unused;

use std::collections::{BTreeMap, VecDeque};

use info::Info;
use open_game::{OpenGame, Tally};
use pairs::Pairs;
use partie_formats::{Place, ReadOptions};
use partie_wire::{
    style12::{self, GameEnd, MoveListBuilder},
    wrap::Unwrapper,
};
pub use recorded::{Recorded, View};
use transcript::Transcript;
use transport::{ServerLine, Transport};
pub(crate) use unused::unused;

/// Number of games that can be open at a time. Beyond it, the game that was silent longest is
/// ended.
pub const OPEN_GAMES: usize = 512;

/// Number of games that are remembered without having a board.
const SPOKEN_OF: usize = 4096;

/// Turns the bytes of a chess server into games.
///
/// ```
/// use partie_formats::ReadOptions;
/// use partie_records::recorder::Recorder;
/// let mut recorder = Recorder::new(ReadOptions::default());
/// recorder.receive(b"Creating: Ann (1500) Bob (++++) unrated blitz 3 0\n\r\
///     <12> rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR \
///     W -1 1 1 1 1 0 9 Ann Bob 1 3 0 39 39 180 180 1 none (0:00) none 0\n\r\
///     <12> rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR \
///     B 4 1 1 1 1 0 9 Ann Bob -1 3 0 39 39 180 180 1 P/e2-e4 (0:00) e4 0\n\r\
///     {Game 9 (Ann vs. Bob) Bob resigns} 1-0\n\r");
/// recorder.finish();
/// let game = recorder.poll().expect("a game").record.parsed.value;
/// assert_eq!(game.tags.get("WhiteElo"), Some("1500"));
/// assert_eq!((game.ply_count(), game.outcome.as_pgn()), (1, "1-0"));
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    options: ReadOptions,
    transport: Transport,
    unwrapper: Unwrapper<Place>,
    session: Session,
    /// Games that were spoken of and have no board yet.
    spoken_of: BTreeMap<u64, Info>,
    /// `Creating:` names no number.
    creating: Option<(style12::Match, ServerLine)>,
    open: BTreeMap<u64, OpenGame>,
    list: MoveListBuilder,
    list_lines: Vec<ServerLine>,
    list_bytes: usize,
    /// Result and reason given for the game whose list is being read.
    list_end: Option<(GameEnd, ServerLine)>,
    pairs: Pairs,
    tally: Tally,
    records: u64,
    /// A game that has ended just now; its last board may follow.
    ended: Option<u64>,
    /// Lines of a game in another format, which are going on.
    quoted: Transcript,
    ready: VecDeque<Recorded>,
}

/// Facts about the server and the receiver's partner.
#[derive(Clone, Debug, Default)]
struct Session {
    /// The prompt was ICC's.
    icc: bool,
    /// A prompt was seen.
    prompted: bool,
    site: Option<String>,
    /// The receiver's partner in bughouse.
    partner: Option<String>,
    /// The opponent of the partner.
    partners_opponent: Option<String>,
}

impl Session {
    /// Returns the server's name for the Event tag.
    fn server(&self) -> &'static str {
        match (self.icc, self.prompted) {
            (true, _) => "ICC",
            (false, true) => "FICS",
            (false, false) => "ICS",
        }
    }
}

impl Recorder {
    /// Makes a recorder at the beginning of a stream.
    #[must_use]
    pub fn new(options: ReadOptions) -> Recorder {
        Recorder {
            transport: Transport::new(options.limits.text_bytes),
            unwrapper: Unwrapper::new(options.limits.text_bytes),
            quoted: Transcript::new(options.limits.diagnostics),
            options,
            session: Session::default(),
            spoken_of: BTreeMap::new(),
            creating: None,
            open: BTreeMap::new(),
            list: MoveListBuilder::default(),
            list_lines: Vec::new(),
            list_bytes: 0,
            list_end: None,
            pairs: Pairs::default(),
            tally: Tally::new(),
            records: 0,
            ended: None,
            ready: VecDeque::new(),
        }
    }

    /// Takes bytes of the stream; games that end are ready for [`Recorder::poll`] once the next line
    /// arrives, which may be their last board.
    pub fn receive(&mut self, bytes: &[u8]) {
        // A few lines at a time, so that they stay in the cache until they are read.
        for some in bytes.chunks(1024) {
            self.transport.receive(some);
            self.lines();
        }
    }

    /// Returns the next game that has ended.
    pub fn poll(&mut self) -> Option<Recorded> {
        self.ready.pop_front()
    }

    /// The stream has ended: games that are going on are given out as they are.
    pub fn finish(&mut self) {
        self.transport.finish();
        self.lines();
        if let Some(last) = self.unwrapper.end() {
            self.line(last);
        }
        self.end_of_stream();
    }

    /// Returns the number of games that are open.
    #[must_use]
    pub fn open_games(&self) -> usize {
        self.open.len()
    }

    fn lines(&mut self) {
        while let Some(line) = self.transport.next() {
            partie_formats::steps::add(1);
            if let Some(complete) = self.unwrapper.line(line.bytes, line.place) {
                self.line(complete);
            }
        }
        if let Some(first) = self.transport.peek()
            && let Some(complete) = self.unwrapper.before(first)
        {
            self.line(complete);
        }
    }
}
