//! A guest on the other end of a connection.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

use super::Outcome;

/// The moves, played again and again.
pub(crate) const KNIGHTS: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
/// Number of plies after which a new game begins.
pub(crate) const PLIES: usize = 200;
/// The first lines a client sends.
pub(crate) const COMING: &str = "set style 12\niset ms 1\nset bell 0\n";

/// The password of members.
pub(crate) const PASSWORD: &str = "secret";

/// A name for each number: letters only.
pub(crate) fn name(number: u64) -> String {
    let letter = |place: u32| char::from(b'a' + (number / 26u64.pow(place) % 26) as u8);
    ["Load".to_owned(), (0..4).rev().map(letter).collect()].concat()
}

/// A guest.
pub(crate) struct Player {
    reader: OwnedReadHalf,
    writer: OwnedWriteHalf,
    buffer: Vec<u8>,
    /// Number of bytes of the buffer that were read.
    read: usize,
}

/// A board, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    /// Set if the reader is to move.
    pub(crate) mine: bool,
    /// Number of half-moves played.
    pub(crate) plies: usize,
}

impl Player {
    /// Comes in.
    pub(crate) async fn login(server: SocketAddr, name: &str) -> Outcome<Player> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        let mut player = Player { reader, writer, buffer: Vec::new(), read: 0 };
        // For guests it is the line that lets them in.
        player.say(&format!("{name}\n{PASSWORD}\n")).await?;
        player.until(|line| line.starts_with("**** Starting").then_some(())).await?;
        Ok(player)
    }

    /// Types.
    pub(crate) async fn say(&mut self, text: &str) -> Outcome<()> {
        Ok(self.writer.write_all(text.as_bytes()).await?)
    }

    /// Waits for a line for which a function returns a value.
    pub(crate) async fn until<T>(&mut self, mut test: impl FnMut(&str) -> Option<T>) -> Outcome<T> {
        loop {
            while let Some(length) = self.buffer[self.read..].iter().position(|b| *b == b'\n') {
                let line = &self.buffer[self.read..self.read + length];
                self.read += length + 1;
                // Telnet's own bytes are not text, and end before the awaited lines.
                let line = std::str::from_utf8(line).unwrap_or_default();
                if let Some(found) = test(line.trim_start_matches('\r')) {
                    return Ok(found);
                }
            }
            self.buffer.drain(..self.read);
            self.read = 0;
            if self.reader.read_buf(&mut self.buffer).await? == 0 {
                return Err("the server closed a connection".into());
            }
        }
    }

    /// Waits for a board.
    pub(crate) async fn board(&mut self) -> Outcome<Board> {
        self.until(board).await
    }

    /// Whites: asks for a game, and waits for its board.
    pub(crate) async fn challenge(&mut self, other: &str) -> Outcome<()> {
        self.say(&format!("match {other} 60 0 white\n")).await?;
        self.until(|line| board(line).filter(|board| board.plies == 0)).await?;
        Ok(())
    }

    /// Blacks: waits for the question, and for the board.
    pub(crate) async fn accept(&mut self) -> Outcome<()> {
        self.until(|line| line.starts_with("Challenge:").then_some(())).await?;
        self.say("accept\n").await?;
        self.until(|line| board(line).filter(|board| board.plies == 0)).await?;
        Ok(())
    }
}

/// Reads a line of style 12.
fn board(line: &str) -> Option<Board> {
    let mut fields = line.strip_prefix("<12> ")?.split(' ');
    let black = fields.nth(8)? == "B";
    let mine = fields.nth(9)? == "1";
    let number: usize = fields.nth(6)?.parse().ok()?;
    Some(Board { mine, plies: (number - 1) * 2 + usize::from(black) })
}
