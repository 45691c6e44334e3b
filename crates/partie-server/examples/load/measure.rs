//! The measurements.

use std::{
    cell::{Cell, RefCell},
    net::SocketAddr,
    rc::Rc,
    time::{Duration, Instant},
};

use tokio::task::{JoinHandle, spawn_local};

use super::{
    Outcome, Used,
    player::{COMING, KNIGHTS, PLIES, Player, name},
};

/// Number of concurrent logins where these are not measured. More members at once from one address
/// would look like somebody guessing passwords.
const AT_ONCE: usize = 16;
/// Number of moves that the observers see.
const SEEN: usize = 120;

/// State shared by a pair: the time of the last move, and the latency of each.
#[derive(Default)]
struct Times {
    written: Cell<Option<Instant>>,
    on_the_way: RefCell<Vec<Duration>>,
}

/// Guests or members with numbers, in the style of programs.
async fn guests(server: SocketAddr, numbers: std::ops::Range<u64>) -> Outcome<Vec<Player>> {
    let numbers: Vec<u64> = numbers.collect();
    let mut all = Vec::with_capacity(numbers.len());
    for some in numbers.chunks(AT_ONCE) {
        let coming: Vec<JoinHandle<_>> = some
            .iter()
            .map(|number| {
                let name = name(*number);
                spawn_local(async move { login(server, &name).await.map_err(|e| e.to_string()) })
            })
            .collect();
        for guest in coming {
            all.push(guest.await??);
        }
    }
    Ok(all)
}

async fn login(server: SocketAddr, name: &str) -> Outcome<Player> {
    let mut player = Player::login(server, name).await?;
    player.say(COMING).await?;
    Ok(player)
}

/// Games at once, as fast as boards come or with some thinking before each move.
pub(crate) async fn pairs(
    server: SocketAddr,
    process: Option<u32>,
    pairs: u64,
    think: Duration,
    how_long: Duration,
) -> Outcome<()> {
    let mut players = guests(server, 0..pairs * 2).await?.into_iter();
    let mut number = 0;
    let mut all = Vec::new();
    let mut ready = Vec::new();
    while let (Some(mut white), Some(mut black)) = (players.next(), players.next()) {
        let other = name(number + 1);
        let (asked, taken) = tokio::join!(white.challenge(&other), black.accept());
        asked.and(taken)?;
        ready.push((white, black, other));
        number += 2;
    }
    let before = Used::by(process)?;
    let began = Instant::now();
    let end = began + how_long;
    for (index, (white, black, other)) in ready.into_iter().enumerate() {
        let times = Rc::new(Times::default());
        // They do not all think at the same time.
        let first = think.mul_f64(index as f64 / pairs as f64);
        spawn_local(play(white, Some((other, first)), Rc::clone(&times), think, end));
        spawn_local(play(black, None, Rc::clone(&times), think, end));
        all.push(times);
    }
    tokio::time::sleep_until(end.into()).await;
    let used = Used::by(process)?;
    let took = began.elapsed().as_secs_f64();
    let mut times: Vec<Duration> = all.iter().flat_map(|t| t.on_the_way.take()).collect();
    let moves = times.len() as f64;
    let server_time = used.time.saturating_sub(before.time).as_secs_f64();
    println!(
        "{pairs} pairs, thinking {} ms: {:.0} moves/s, on the way p50 {} p99 {} ms; \
         server {:.1} µs a move ({:.0} moves/s of one processor)",
        think.as_millis(),
        moves / took,
        part(&mut times, 50),
        part(&mut times, 99),
        server_time * 1e6 / moves,
        moves / server_time,
    );
    Ok(())
}

/// One player's part of games that begin anew: Whites ask for them.
async fn play(
    mut player: Player,
    white: Option<(String, Duration)>,
    times: Rc<Times>,
    think: Duration,
    end: Instant,
) -> Result<(), String> {
    let fault = |e: Box<dyn std::error::Error>| {
        println!("a game stopped: {e}");
        e.to_string()
    };
    let mut ply = usize::from(white.is_none());
    if let Some((_, first)) = &white {
        tokio::time::sleep(*first).await;
        times.written.set(Some(Instant::now()));
        player.say("Nf3\n").await.map_err(fault)?;
        ply = 2;
    }
    while Instant::now() < end {
        let board = player.board().await.map_err(fault)?;
        if !board.mine || board.plies != ply {
            continue;
        }
        if let Some(written) = times.written.take() {
            times.on_the_way.borrow_mut().push(written.elapsed());
        }
        if !think.is_zero() {
            tokio::time::sleep(think).await;
        }
        if ply == PLIES {
            player.say("resign\n").await.map_err(fault)?;
            if let Some((other, _)) = &white {
                player.challenge(other).await.map_err(fault)?;
            }
            ply = 0;
        }
        times.written.set(Some(Instant::now()));
        player.say(&format!("{}\n", KNIGHTS[ply % 4])).await.map_err(fault)?;
        ply += 2;
        if white.is_none() && ply > PLIES {
            player.accept().await.map_err(fault)?;
            ply = 1;
        }
    }
    Ok(())
}

/// One game with many observers: when the opponent has each board, and when all have it.
pub(crate) async fn observers(server: SocketAddr, process: Option<u32>, count: u64) -> Outcome<()> {
    let mut all = guests(server, 0..count + 2).await?;
    let mut white = all.pop().ok_or("nobody")?;
    let mut black = all.pop().ok_or("nobody")?;
    let black_name = name(count);
    let (asked, taken) = tokio::join!(white.challenge(&black_name), black.accept());
    asked.and(taken)?;
    let boards = Rc::new(RefCell::new(vec![(0u64, Instant::now()); SEEN + 1]));
    for mut observer in all {
        observer.say(&format!("observe {black_name}\n")).await?;
        observer.board().await?;
        let boards = Rc::clone(&boards);
        spawn_local(async move {
            while let Ok(board) = observer.board().await {
                let mut boards = boards.borrow_mut();
                let seen = &mut boards[board.plies];
                *seen = (seen.0 + 1, Instant::now());
            }
        });
    }
    let before = Used::by(process)?;
    let mut opponent = Vec::new();
    let mut everybody = Vec::new();
    for ply in 0..SEEN {
        let written = Instant::now();
        white.say(&format!("{}\n", KNIGHTS[ply % 4])).await?;
        while !black.board().await?.mine {}
        opponent.push(written.elapsed());
        while boards.borrow()[ply + 1].0 < count {
            tokio::task::yield_now().await;
        }
        everybody.push(boards.borrow()[ply + 1].1 - written);
        std::mem::swap(&mut white, &mut black);
    }
    let used = Used::by(process)?;
    let written = (SEEN as u64 * (count + 2)) as f64;
    println!(
        "{count} observers: the opponent has a board p50 {} p99 {} ms, all have it p50 {} p99 {} ms; \
         server {:.1} µs a board",
        part(&mut opponent, 50),
        part(&mut opponent, 99),
        part(&mut everybody, 50),
        part(&mut everybody, 99),
        used.time.saturating_sub(before.time).as_secs_f64() * 1e6 / written,
    );
    Ok(())
}

/// Guests who come in at once, several times over, while `online` others are on.
pub(crate) async fn logins(
    server: SocketAddr,
    process: Option<u32>,
    count: u64,
    online: u64,
) -> Outcome<()> {
    const ROUNDS: u64 = 5;
    let _others = guests(server, ROUNDS * count..ROUNDS * count + online).await?;
    let before = Used::by(process)?;
    let began = Instant::now();
    let mut waits = Vec::new();
    let mut inside = Vec::new();
    for round in 0..ROUNDS {
        let coming: Vec<JoinHandle<Result<_, String>>> = (round * count..(round + 1) * count)
            .map(|number| {
                spawn_local(async move {
                    let knocked = Instant::now();
                    let player = Player::login(server, &name(number)).await;
                    player.map(|p| (p, knocked.elapsed())).map_err(|e| e.to_string())
                })
            })
            .collect();
        for guest in coming {
            let (player, waited) = guest.await??;
            inside.push(player);
            waits.push(waited);
        }
    }
    let took = began.elapsed();
    let used = Used::by(process)?;
    println!(
        "{count} logins at once, {online} online: {:.0} logins/s, each waits p50 {} p99 {} ms; server {:.0} µs each",
        inside.len() as f64 / took.as_secs_f64(),
        part(&mut waits, 50),
        part(&mut waits, 99),
        used.time.saturating_sub(before.time).as_secs_f64() * 1e6 / inside.len() as f64,
    );
    Ok(())
}

/// Connects idle guests.
pub(crate) async fn idle(server: SocketAddr, process: Option<u32>, count: u64) -> Outcome<()> {
    let before = Used::by(process)?;
    let inside = guests(server, 0..count).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let then = Used::by(process)?;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let after = Used::by(process)?;
    println!(
        "{} idle guests: {:.1} kB each ({} + {} kB), {:.1} % of a processor",
        inside.len(),
        (after.memory - before.memory) as f64 / inside.len() as f64,
        before.memory,
        after.memory - before.memory,
        after.time.saturating_sub(then.time).as_secs_f64() * 10.0,
    );
    Ok(())
}

/// Returns a percentile of times, in milliseconds.
fn part(times: &mut [Duration], percent: usize) -> String {
    times.sort_unstable();
    let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(at).map_or("-".to_owned(), |time| format!("{:.2}", time.as_secs_f64() * 1e3))
}
