//! Passwords, hashed and compared by Argon2id on separate threads.
//!
//! Hashing is slow and needs memory by design: [`MEMORY_KIB`] KiB, [`PASSES`] passes and one lane,
//! the second choice of RFC 9106 scaled to what OWASP recommends for a login (19 MiB, 2, 1); a
//! comparison takes some tens of milliseconds. So that a flood of logins cannot fill the memory,
//! there are few threads and a short queue for comparisons ([`WAITING`]); further ones are refused
//! at once. A new password is never refused, and takes precedence over comparisons: there are at
//! most as many as accounts, and the answer has already said that it is set.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};

use crate::hub::{Event, Verdict};

/// Memory of one hash, in KiB.
pub const MEMORY_KIB: u32 = 19 * 1024;
/// Passes over that memory.
pub const PASSES: u32 = 2;
/// Maximum number of passwords waiting to be compared.
pub const WAITING: usize = 64;
/// The longest password, in bytes; longer ones are never right.
pub const LONGEST: usize = 128;

/// A task for the threads.
#[derive(Debug)]
pub(crate) enum Job {
    Verify { ticket: u64, password: Vec<u8>, hash: String },
    Hash { ticket: u64, password: Vec<u8> },
}

/// The queue is full; come again.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Busy;

/// Sender of tasks to the threads, which end when it is dropped and the queue is empty.
#[derive(Debug)]
pub(crate) struct Passwords(Arc<SharedQueue>);

/// The jobs that wait for a thread.
#[derive(Debug, Default)]
struct SharedQueue {
    waiting: Mutex<Waiting>,
    /// Signals a new task, or that no more will come.
    news: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    hashes: VecDeque<Job>,
    comparisons: VecDeque<Job>,
    ended: bool,
}

impl SharedQueue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next task, new passwords first; `None` after the last one.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            let Waiting { hashes, comparisons, ended } = &mut *waiting;
            if let Some(job) = hashes.pop_front().or_else(|| comparisons.pop_front()) {
                return Some(job);
            }
            if *ended {
                return None;
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Passwords {
    /// Starts `threads` threads that call `done` with each result.
    pub(crate) fn start(
        threads: usize,
        done: impl Fn(Event) + Send + Clone + 'static,
    ) -> std::io::Result<Self> {
        let passwords = Self(Arc::default());
        for _ in 0..threads.max(1) {
            let (desk, done) = (Arc::clone(&passwords.0), done.clone());
            std::thread::Builder::new().name("password".into()).spawn(move || {
                while let Some(job) = desk.next() {
                    done(job.work());
                }
            })?;
        }
        Ok(passwords)
    }

    pub(crate) fn ask(&self, job: Job) -> Result<(), Busy> {
        let mut waiting = self.0.waiting();
        match job {
            Job::Hash { .. } => waiting.hashes.push_back(job),
            Job::Verify { .. } if waiting.comparisons.len() >= WAITING => return Err(Busy),
            Job::Verify { .. } => waiting.comparisons.push_back(job),
        }
        drop(waiting);
        self.0.news.notify_one();
        Ok(())
    }
}

impl Drop for Passwords {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        waiting.ended = true;
        // Nobody waits for a comparison any more.
        waiting.comparisons.clear();
        drop(waiting);
        self.0.news.notify_all();
    }
}

impl Job {
    fn work(self) -> Event {
        match self {
            Self::Verify { ticket, password, hash } => {
                Event::Verified { ticket, verdict: verify(&password, &hash) }
            }
            Self::Hash { ticket, password } => Event::Hashed { ticket, hash: hash(&password) },
        }
    }
}

/// Size of the memory reserved for a hash, in bytes; it uses [`MEMORY_KIB`]. Allocators map blocks
/// above 32 MiB (glibc's largest threshold) separately, and return them to the system; smaller
/// blocks stay with them, a few for each thread that ever allocated one.
const RESERVED: usize = 33 << 20;

/// The Argon2 hash of a password.
fn derive(
    argon2: &Argon2<'_>,
    password: &[u8],
    salt: &[u8],
    length: usize,
) -> argon2::password_hash::Result<Output> {
    let failed = argon2::password_hash::Error::Internal;
    let blocks = argon2.params().block_count();
    let mut memory = Vec::new();
    memory.try_reserve_exact(blocks.max(RESERVED / Block::SIZE)).map_err(|_| failed)?;
    memory.resize(blocks, Block::new());
    let mut hash = [0; Output::MAX_LENGTH];
    let hash = hash.get_mut(..length).ok_or(failed)?;
    argon2.hash_password_into_with_memory(password, salt, hash, &mut memory)?;
    Output::new(hash).map_err(|_| failed)
}

/// The hash of a password with fresh salt, as a text in the PHC form (`$argon2id$v=19$m=...`).
/// It takes tens of milliseconds. `None` if the system has no random bytes or no memory, or the
/// password is over [`LONGEST`].
pub(crate) fn hash(password: &[u8]) -> Option<String> {
    if password.len() > LONGEST {
        return None;
    }
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).ok()?;
    let written = ParamsString::try_from(&params).ok()?;
    let argon2 = Argon2::new(algorithm, version, params);
    let hash = derive(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN).ok()?;
    let hash = PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: written,
        salt: Some(Salt::new(&salt).ok()?),
        hash: Some(hash),
    };
    Some(hash.to_string())
}

/// Compares a password with a hash. Uses the hash's own parameters, so that older hashes stay valid
/// when the parameters grow.
#[must_use]
pub fn verify(password: &[u8], hash: &str) -> Verdict {
    compare(password, hash).unwrap_or(Verdict::Unreadable)
}

/// Compares a password with a hash; `None` if the hash cannot be read.
fn compare(password: &[u8], hash: &str) -> Option<Verdict> {
    let parsed = PasswordHash::new(hash).ok()?;
    let params = Params::try_from(&parsed).ok()?;
    // A hash that needs much more than ours was not made here.
    if params.m_cost() > 4 * MEMORY_KIB || params.t_cost() > 4 * PASSES {
        return None;
    }
    if password.len() > LONGEST {
        return Some(Verdict::Wrong);
    }
    let algorithm = Algorithm::try_from(parsed.algorithm.as_str()).ok()?;
    let version = parsed.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let (salt, expected) = (parsed.salt?, parsed.hash?);
    let argon2 = Argon2::new(algorithm, version, params);
    let found = derive(&argon2, password, &salt, expected.len()).ok()?;
    // In a time that does not depend on their bytes.
    Some(if found == expected { Verdict::Right } else { Verdict::Wrong })
}

/// Letters and digits that are not mistaken for each other: no 0 O 1 l I.
const SIGNS: &[u8; 56] = b"23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

/// A random password of 12 signs (69 bits), as a new account is given it. `None` if the system
/// has no random bytes.
pub(crate) fn random() -> Option<String> {
    let mut password = String::with_capacity(12);
    while password.len() < 12 {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        // Bytes from 224 on would make some signs likelier.
        let signs = bytes.iter().filter(|b| **b < 224).map(|b| SIGNS[usize::from(*b) % 56]);
        password.extend(signs.map(char::from).take(12 - password.len()));
    }
    Some(password)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::mpsc::channel, time::Duration};

    use super::*;

    #[test]
    fn the_right_password_is_right_and_no_other() {
        let hashed = hash(b"caro-kann").expect("hash");
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hashed}");
        assert_ne!(hash(b"caro-kann").expect("hash"), hashed, "each has its own salt");
        assert_eq!(verify(b"caro-kann", &hashed), Verdict::Right);
        assert_eq!(verify(b"Caro-Kann", &hashed), Verdict::Wrong);
        assert_eq!(verify(b"", &hashed), Verdict::Wrong);
        assert_eq!(verify(&[b'x'; LONGEST + 1], &hashed), Verdict::Wrong);
        assert_eq!(hash(&[b'x'; LONGEST + 1]), None);
    }

    #[test]
    fn what_is_no_hash_or_asks_for_too_much_is_unreadable() {
        let greedy = hash(b"x").expect("hash").replace("m=19456", "m=4000000");
        for text in ["", "caro-kann", "$1$abc$def", &greedy] {
            assert_eq!(verify(b"caro-kann", text), Verdict::Unreadable, "{text}");
        }
    }

    #[test]
    fn random_passwords_differ_and_read_well() {
        let some: BTreeSet<_> = (0..50).map(|_| random().expect("random")).collect();
        assert_eq!(some.len(), 50);
        for password in some {
            assert_eq!(password.len(), 12);
            assert!(password.bytes().all(|b| SIGNS.contains(&b)), "{password}");
        }
    }

    #[test]
    fn a_flood_is_refused_and_what_was_taken_is_answered() {
        let (done, results) = channel();
        let (open, gate) = channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        // The one thread waits after its first result, so that the queue fills.
        let passwords = Passwords::start(1, move |event| {
            done.send(event).expect("test listens");
            let _ = gate.lock().expect("gate").recv();
        })
        .expect("thread");
        let wrong = |ticket| Job::Verify { ticket, password: Vec::new(), hash: String::new() };
        passwords.ask(wrong(0)).expect("room");
        results.recv_timeout(Duration::from_secs(10)).expect("the first");
        let taken = (1..1000).take_while(|n| passwords.ask(wrong(*n)).is_ok()).count();
        assert_eq!(taken, WAITING);
        // New passwords are taken all the same, and come first.
        let new = |ticket| Job::Hash { ticket, password: vec![b'x'; LONGEST + 1] };
        for ticket in 2000..2100 {
            passwords.ask(new(ticket)).expect("never refused");
        }
        drop(open);
        let next = || results.recv_timeout(Duration::from_secs(10)).expect("answered");
        for ticket in 2000..2100 {
            assert_eq!(next(), Event::Hashed { ticket, hash: None });
        }
        for ticket in 1..=taken as u64 {
            assert_eq!(next(), Event::Verified { ticket, verdict: Verdict::Unreadable });
        }
    }
}
