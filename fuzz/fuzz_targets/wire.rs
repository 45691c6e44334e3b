//! Bytes of a connection, for a server and for a client, in packets.
#![no_main]

use libfuzzer_sys::fuzz_target;
use partie_testkit::connection;

// The first byte is the length of the packets.
fuzz_target!(|input: &[u8]| {
    let Some((length, bytes)) = input.split_first() else { return };
    let packets: Vec<&[u8]> = bytes.chunks(usize::from(*length).max(1)).collect();
    connection::hold(&packets);
});
