//! A server with sessions of windows.

use std::collections::BTreeMap;

use partie_client::{
    Session,
    protocol::{Change, LiveBoard, Message, Relation, Request},
};
use partie_ics::{Config, Ics, Input, Output, SessionId, Tick};
use partie_speech::Speech;
use partie_wire::{
    server_reader::{self, ServerReader},
    server_writer,
};

/// A window, its session, and the server's end of it.
struct Window {
    id: SessionId,
    session: Session,
    reader: ServerReader,
    next: u32,
    messages: Vec<Message>,
    boards: BTreeMap<u32, LiveBoard>,
    newest: u32,
    number: u32,
}

/// A server, and the windows of its players.
pub(crate) struct Hall {
    ics: Ics,
    now: Tick,
    windows: BTreeMap<String, Window>,
}

impl Hall {
    pub(crate) fn new() -> Hall {
        let now = Tick(1_795_218_360_000);
        Hall { ics: Ics::new(Config::default(), now, 1), now, windows: BTreeMap::new() }
    }

    pub(crate) fn connect(&mut self, name: &str) {
        let id = SessionId(self.windows.len() as u64 + 1);
        let mut session = Session::new(Speech::default());
        session.attach(0);
        let window = Window {
            id,
            session,
            reader: ServerReader::default(),
            next: 1,
            messages: Vec::new(),
            boards: BTreeMap::new(),
            newest: 0,
            number: 0,
        };
        self.windows.insert(name.to_owned(), window);
        self.input(Input::Open { session: id, address: "127.0.0.1".to_owned(), token: None });
        self.settle();
    }

    pub(crate) fn guest(&mut self, name: &str) {
        self.connect(name);
        self.login(name, name, "");
        self.changes(name);
    }

    pub(crate) fn login(&mut self, window: &str, name: &str, password: &str) {
        let (name, password) = (name.to_owned(), password.to_owned());
        self.send(window, |id| Request::Login { id, name, password });
    }

    pub(crate) fn line(&mut self, name: &str, text: &str) {
        self.send(name, |id| Request::Line { id, text: text.to_owned() });
    }

    pub(crate) fn send(&mut self, name: &str, request: impl FnOnce(u32) -> Request) {
        let next = self.windows[name].next;
        self.send_numbered(name, next, request);
    }

    pub(crate) fn send_numbered(
        &mut self,
        name: &str,
        id: u32,
        request: impl FnOnce(u32) -> Request,
    ) {
        let window = self.windows.get_mut(name).expect("a window");
        window.next = window.next.max(id) + 1;
        window.session.request(7, request(id));
        self.settle();
    }

    /// Makes a move on the newest board.
    pub(crate) fn moves(&mut self, name: &str, uci: &str) {
        self.changes(name);
        let game = self.windows[name].newest;
        self.move_on(name, game, uci);
    }

    /// Makes a move on the board on which the player plays.
    pub(crate) fn own_move(&mut self, name: &str, uci: &str) {
        let game = self.own_board(name).game;
        self.move_on(name, game, uci);
    }

    fn move_on(&mut self, name: &str, game: u32, uci: &str) {
        let board = self.board_of(name, game);
        assert!(board.moves.iter().any(|legal| legal == uci), "{name}: {uci} of {board:?}");
        let ply = board.current.ply;
        self.send(name, |id| Request::Move { id, game, ply, uci: uci.to_owned() });
        assert_eq!(self.board_of(name, game).current.ply, ply + 1, "{uci} was made");
    }

    /// The messages since they were asked for last.
    pub(crate) fn messages(&mut self, name: &str) -> Vec<Message> {
        self.collect();
        std::mem::take(&mut self.windows.get_mut(name).expect("a window").messages)
    }

    /// The changes since they were asked for last.
    pub(crate) fn changes(&mut self, name: &str) -> Vec<Change> {
        let news = self.messages(name).into_iter().filter_map(|message| match message {
            Message::News(news) => news.change,
            _ => None,
        });
        news.collect()
    }

    pub(crate) fn last_number(&mut self, name: &str) -> u32 {
        self.collect();
        self.windows[name].number
    }

    /// The newest board.
    pub(crate) fn board(&mut self, name: &str) -> LiveBoard {
        self.collect();
        let newest = self.windows[name].newest;
        self.board_of(name, newest)
    }

    pub(crate) fn own_board(&mut self, name: &str) -> LiveBoard {
        self.collect();
        let mut boards = self.windows[name].boards.values();
        let own = boards.find(|board| matches!(board.relation, Relation::White | Relation::Black));
        own.expect("a game of one's own").clone()
    }

    pub(crate) fn board_of(&mut self, name: &str, game: u32) -> LiveBoard {
        self.collect();
        self.windows[name].boards.get(&game).expect("a board").clone()
    }

    pub(crate) fn is_playing(&self, name: &str) -> bool {
        self.windows[name].session.is_playing()
    }

    pub(crate) fn withdraw_seeks(&mut self, name: &str) {
        self.windows.get_mut(name).expect("a window").session.withdraw_seeks(1);
        self.settle();
    }

    pub(crate) fn detach(&mut self, name: &str) {
        self.windows.get_mut(name).expect("a window").session.detach();
    }

    pub(crate) fn attach(&mut self, name: &str, seen: u32) {
        self.windows.get_mut(name).expect("a window").session.attach(seen);
    }

    fn collect(&mut self) {
        for window in self.windows.values_mut() {
            for message in window.session.take_messages() {
                if let Message::News(news) = &message {
                    window.number = news.number;
                    if let Some(Change::Board(board)) = &news.change {
                        window.newest = board.game;
                        window.boards.insert(board.game, (**board).clone());
                    }
                }
                window.messages.push(message);
            }
        }
    }

    /// Carries bytes to and fro until there are none.
    fn settle(&mut self) {
        loop {
            let mut inputs = Vec::new();
            for window in self.windows.values_mut() {
                window.reader.receive(&window.session.take_bytes());
                while let Some(input) = window.reader.poll() {
                    if let server_reader::Input::Line { text, stamp } = input {
                        inputs.push(Input::Line { session: window.id, text, stamp });
                    }
                }
            }
            if inputs.is_empty() {
                return self.collect();
            }
            for input in inputs {
                self.input(input);
            }
        }
    }

    fn input(&mut self, input: Input) {
        let mut next = vec![input];
        while let Some(input) = next.pop() {
            let mut out = Vec::new();
            self.now.0 += 1;
            self.ics.handle(self.now, input, &mut out);
            for output in out {
                match output {
                    Output::Send(delivery) => {
                        let display = self.ics.display(delivery.to);
                        let mut bytes = Vec::new();
                        let sealed = self.ics.sealed(delivery.to);
                        server_writer::write(
                            &delivery.notices,
                            delivery.reply_to,
                            delivery.prompt,
                            &display,
                            sealed,
                            &mut bytes,
                        );
                        let window = self.windows.values_mut().find(|w| w.id == delivery.to);
                        window.expect("a window").session.receive(3, &bytes);
                    }
                    Output::Check { session, hash, password } => {
                        next.push(Input::Checked { session, good: hash == password });
                    }
                    Output::Secrets { count } => {
                        next.push(Input::Secrets { words: vec!["secret".to_owned(); count] });
                    }
                    _ => {}
                }
            }
        }
    }
}
