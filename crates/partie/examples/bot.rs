//! Logs in to a chess server as a guest, seeks a game, plays the first legal move each time, and
//! leaves when the game is over: `bot ADDRESS [SEEK]`, such as `bot localhost:5000 "seek 3 0"`

#![expect(clippy::print_stdout, reason = "a program prints")]

use std::{
    env,
    error::Error,
    io::{Read, Write},
    net::TcpStream,
};

use partie::ics::{
    client::{Client, Incoming},
    login::{Dialogue, LoginEvent},
    notice::{Notice, game::GameNotice},
    notice_reader::{NoticeReader, ServerEvent},
    style12::Relation,
};
use partie::moves::san;

fn main() -> Result<(), Box<dyn Error>> {
    let address = env::args().nth(1).ok_or("usage: bot ADDRESS [SEEK]")?;
    let seek = env::args().nth(2).unwrap_or_else(|| "seek 3 0 unrated".to_owned());
    let mut server = TcpStream::connect(address)?;
    let (mut client, mut login) = (Client::plain(), Dialogue::default());
    let mut notices = NoticeReader::default();
    let mut bytes = [0; 4096];
    loop {
        let length = server.read(&mut bytes)?;
        if length == 0 {
            return Err("the server closed the connection".into());
        }
        let mut out = Vec::new();
        client.receive(&bytes[..length], &mut out);
        while let Some(incoming) = client.poll() {
            if login.is_over() {
                notices.receive(incoming);
            } else if let Incoming::Shown(shown) = incoming {
                login.receive(&shown);
            }
        }
        while let Some(event) = login.poll() {
            match event {
                LoginEvent::Name => client.send("guest", None, &mut out),
                LoginEvent::PressReturn { .. } => client.send("", None, &mut out),
                LoginEvent::Started { name, .. } => {
                    println!("in as {name}");
                    client.send("set style 12", None, &mut out);
                    client.send(&seek, None, &mut out);
                }
                other => return Err(format!("not let in: {other:?}").into()),
            }
        }
        while let Some(event) = notices.poll() {
            let ServerEvent::Notice(read) = event else { continue };
            match read.notice {
                Notice::Board(board) if board.relation == Relation::PlayingMyMove => {
                    let position = &board.moment.position;
                    if let Some(m) = position.legal_moves().first() {
                        client.send(&san::write(position, (*m).into()), None, &mut out);
                    }
                }
                Notice::Game(GameNotice::Ended { game }) => {
                    println!("{game}");
                    client.send("quit", None, &mut out);
                    return Ok(server.write_all(&out)?);
                }
                _ => {}
            }
        }
        server.write_all(&out)?;
    }
}
