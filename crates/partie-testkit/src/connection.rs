//! Laws for the bytes of a connection: with any bytes in any packets, both ends read the same and
//! keep their limits.

use partie_wire::{
    block, char_escapes,
    client::Client,
    ivars::{Ivar, Ivars},
    line::shown,
    prompt::PromptText,
    server_reader::{Input, ServerReader},
    timeseal::{Hello, Version},
    wrap,
};

/// Reads packets as a server does.
fn from_client(packets: &[&[u8]]) -> Vec<Input> {
    let mut reader = ServerReader::new(100);
    for packet in packets {
        reader.receive(packet);
    }
    std::iter::from_fn(|| reader.poll()).collect()
}

/// Reads packets as a client does; returns what it shows and its answers.
fn from_server(packets: &[&[u8]], version: Option<Version>) -> (String, Vec<u8>) {
    let hello = |version| Hello { version, name: "partie".to_owned(), system: "test".to_owned() };
    let mut client = version.map_or_else(Client::plain, |v| Client::sealed(hello(v)));
    client = client.with_reader(shown::LineReader::new(100, Vec::new()));
    let mut answer = Vec::new();
    for packet in packets {
        client.receive(packet, &mut answer);
    }
    let seen: Vec<_> = std::iter::from_fn(|| client.poll()).collect();
    (format!("{seen:?}"), answer)
}

/// Holds the bytes of a connection to its laws, given as the packets in which they come. Returns
/// what a server reads.
pub fn hold(packets: &[&[u8]]) -> Vec<Input> {
    let bytes = packets.concat();
    let inputs = from_client(&[&bytes]);
    assert_eq!(from_client(packets), inputs);
    for input in &inputs {
        if let Input::Line { text, .. } = input {
            assert!(!text.chars().any(char::is_control), "{text:?}");
            // 8-bit letters may grow threefold in UTF-8.
            assert!(text.len() <= 300, "{text:?}");
            let _ = (block::sequence(text), Ivars::parse(text), Ivar::find(text));
            let _ = (PromptText::parse(text, &[]), wrap::is_protocol(text));
            assert!(char_escapes::encode(text).is_ascii());
        }
    }
    for version in [None, Some(Version::V1), Some(Version::V2)] {
        assert_eq!(from_server(packets, version), from_server(&[&bytes], version));
    }
    inputs
}
