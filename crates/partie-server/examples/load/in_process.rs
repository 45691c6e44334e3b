//! The server without sockets: how much of its time is chess and words.

use std::time::{Duration, Instant};

use partie_ics::{Ics, Tick};
use partie_server::{
    CloseReason, IcsApp, SessionId, Transport,
    hub::{Domain, Event, Outbox},
};

use super::{
    Outcome,
    player::{COMING, KNIGHTS, PLIES, name},
};

/// Makes a server without connections.
pub(crate) fn ics(now: Tick) -> Ics {
    Ics::new(partie_ics::Config::default(), now, 1)
}

/// Plays `pairs` games at once for `seconds` seconds.
pub(crate) fn measure(pairs: u64, seconds: u64) -> Outcome<()> {
    let mut app = IcsApp::new(ics(Tick(0)), None, 1000);
    let mut out = Outbox::new();
    let mut bytes = 0;
    let mut step = |now: i64, event: Event| {
        app.handle(now, event, &mut out);
        bytes += out.writes().map(|(_, text)| text.len()).sum::<usize>();
        out.clear();
    };
    let typed = |id: u64, text: String| Event::Bytes { id: SessionId(id), bytes: text.into() };
    let peer = "127.0.0.1:5000".parse()?;
    for id in 0..pairs * 2 {
        let transport = Transport::Telnet;
        step(0, Event::Opened { id: SessionId(id), peer, transport, token: None });
        step(0, typed(id, format!("{}\n\n{COMING}", name(id))));
    }
    let began = Instant::now();
    let (mut moves, mut now) = (0, 0);
    'all: loop {
        for white in (0..pairs * 2).step_by(2) {
            step(now, typed(white, format!("match {} 60 0 white\n", name(white + 1))));
            step(now, typed(white + 1, "accept\n".into()));
        }
        for ply in 0..PLIES {
            now = began.elapsed().as_millis() as i64;
            for white in (0..pairs * 2).step_by(2) {
                step(now, typed(white + ply as u64 % 2, format!("{}\n", KNIGHTS[ply % 4])));
            }
            moves += pairs;
            if began.elapsed().as_secs() >= seconds {
                break 'all;
            }
        }
        for white in (0..pairs * 2).step_by(2) {
            step(now, typed(white, "resign\n".into()));
        }
    }
    let took = began.elapsed();
    println!(
        "in process, {pairs} pairs: {:.0} moves/s, {:.2} µs and {} bytes each",
        moves as f64 / took.as_secs_f64(),
        took.as_secs_f64() * 1e6 / moves as f64,
        bytes as u64 / moves,
    );
    Ok(())
}

/// Lets `count` guests come and go, one after the other, while `online` others are on.
pub(crate) fn comings(online: u64, count: u64) -> Outcome<()> {
    let mut app = IcsApp::new(ics(Tick(0)), None, 1000);
    let mut out = Outbox::new();
    let peer = "127.0.0.1:5000".parse()?;
    let began = Instant::now();
    let mut step = |event: Event| {
        app.handle(began.elapsed().as_millis() as i64, event, &mut out);
        out.clear();
    };
    let login = |step: &mut dyn FnMut(Event), number: u64| {
        let id = SessionId(number);
        step(Event::Opened { id, peer, transport: Transport::Telnet, token: None });
        step(Event::Bytes { id, bytes: format!("{}\n\n", name(number)).into() });
    };
    for number in 0..online {
        login(&mut step, number);
    }
    let (mut coming, mut going) = (Duration::ZERO, Duration::ZERO);
    for number in online..online + count {
        let now = Instant::now();
        login(&mut step, number);
        coming += now.elapsed();
        let now = Instant::now();
        step(Event::Closed { id: SessionId(number), reason: CloseReason::Left });
        going += now.elapsed();
    }
    let each = |sum: Duration| sum.as_secs_f64() * 1e6 / count as f64;
    println!("{online} online: a login {:.1} µs, a logout {:.1} µs", each(coming), each(going));
    Ok(())
}
