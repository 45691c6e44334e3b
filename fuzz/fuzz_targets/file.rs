//! Files of any format: a game beside one is found or reported, dropped text holds nothing of a game,
//! and repair keeps the games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use partie_testkit::laws;

fuzz_target!(|text: &[u8]| {
    if let Err(why) = laws::whole(text) {
        panic!("{why}, of {:?}", String::from_utf8_lossy(text));
    }
});
