//! The connection with the server: lines out, sealed where timeseal is used, and lines in.

use partie_wire::{
    client::{Client, Incoming, Seal},
    timeseal::{self, Hello, Stamp, Version},
};

/// The connection with a chess server, without its socket.
#[derive(Debug)]
pub(crate) struct Connection {
    client: Client,
    /// The time of what happens now, in milliseconds of the session.
    pub(crate) now: u32,
    /// Number of lines that were sealed.
    sealed: u32,
    bytes: Vec<u8>,
}

impl Connection {
    /// A connection without timeseal.
    pub(crate) fn plain() -> Connection {
        Connection { client: Client::plain(), now: 0, sealed: 0, bytes: Vec::new() }
    }

    /// A connection with timeseal, which begins with its greeting.
    pub(crate) fn sealed() -> Connection {
        let [name, system] = ["partie", "-"].map(str::to_owned);
        let client = Client::sealed(Hello { version: Version::V2, name, system });
        let mut connection = Connection { client, ..Connection::plain() };
        let seal = connection.seal();
        connection.client.hello(seal, &mut connection.bytes);
        connection
    }

    /// Returns the seal of the next line. Its offset and padding hide nothing, and need no
    /// randomness.
    fn seal(&mut self) -> Seal {
        self.sealed = self.sealed.wrapping_add(1);
        let mixed = self.sealed.wrapping_mul(0x9e37_79b9) >> 16;
        Seal {
            stamp: Stamp::new(self.now.into()),
            offset: (mixed % u32::from(timeseal::OFFSETS)) as u8,
            padding: b'a' + (mixed % 26) as u8,
        }
    }

    /// Sends a line as it is.
    pub(crate) fn send(&mut self, line: &str) {
        let seal = self.seal();
        self.client.send(line, Some(seal), &mut self.bytes);
    }

    /// Takes bytes of the server.
    pub(crate) fn receive(&mut self, bytes: &[u8]) {
        self.client.receive(bytes, &mut self.bytes);
    }

    /// Returns the next message of the server. Answers pings.
    pub(crate) fn poll(&mut self) -> Option<Incoming> {
        let incoming = self.client.poll()?;
        if matches!(incoming, Incoming::Ping) {
            let seal = self.seal();
            self.client.pong(seal, &mut self.bytes);
        }
        Some(incoming)
    }

    /// Takes the bytes for the server.
    pub(crate) fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}
