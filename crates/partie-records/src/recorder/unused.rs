//! Lines of a transcript that are part of no game.

use std::{collections::BTreeSet, ops::Range};

use partie_wire::wrap::Unwrapper;

use super::transport::Transport;

/// Returns the segments of a stream that belong to no record, given the starts of the records'
/// lines, in bytes. A line of a log may hold several of the server.
pub(crate) fn unused(stream: &[u8], used: &BTreeSet<u64>) -> Vec<Range<usize>> {
    let mut transport = Transport::new(stream.len());
    transport.receive(stream);
    transport.finish();
    let mut used_lines = used.clone();
    let mut unwrapper = Unwrapper::new(stream.len());
    let mut is_used = false;
    while let Some(line) = transport.next() {
        let byte = line.place.byte;
        let holds = unwrapper.holds();
        let ends = unwrapper.line(line.bytes, byte).is_some();
        if holds && !ends {
            // It continues the line before it.
            used_lines.extend(is_used.then_some(byte));
        } else {
            is_used = used.contains(&byte);
        }
    }
    let mut unused: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < stream.len() {
        let end = line_end(stream, at);
        if used_lines.range(at as u64..end as u64).next().is_none() {
            match unused.last_mut().filter(|last| last.end == at) {
                Some(last) => last.end = end,
                None => unused.push(at..end),
            }
        }
        at = end;
    }
    unused
}

/// Returns the end of the line that begins at an offset, after its LF, CR LF, LF CR or CR.
fn line_end(stream: &[u8], at: usize) -> usize {
    let Some(length) = memchr::memchr2(b'\n', b'\r', &stream[at..]) else { return stream.len() };
    let end = at + length;
    match stream[end..] {
        [b'\n', b'\r', ..] | [b'\r', b'\n', ..] => end + 2,
        _ => end + 1,
    }
}
