//! UTF-32 to UTF-8 (The Unicode Standard, section 3.10), which the Encoding Standard leaves out.

/// Bytes of a character.
const WIDTH: usize = 4;

/// Fewest characters that show the encoding without a byte order mark.
const FEWEST: usize = 4;

/// A decoder of UTF-32.
#[derive(Debug)]
pub(super) struct Utf32 {
    is_big: bool,
    /// Bytes of a character whose end has not come yet.
    rest: Vec<u8>,
}

impl Utf32 {
    /// Recognizes the encoding by its byte order mark or its zeros; returns the mark's length, too.
    pub(super) fn of(head: &[u8]) -> Option<(Utf32, usize)> {
        let found = |is_big, mark| Some((Utf32 { is_big, rest: Vec::new() }, mark));
        let characters = |is_big: bool| {
            let read = if is_big { u32::from_be_bytes } else { u32::from_le_bytes };
            let units = head.as_chunks::<WIDTH>().0;
            let is_text = |c: char| !c.is_control() || c.is_ascii_whitespace();
            let all = units.iter().all(|unit| char::from_u32(read(*unit)).is_some_and(is_text));
            all.then_some(units.len())
        };
        match head {
            [0, 0, 0xfe, 0xff, ..] if characters(true).is_some() => found(true, WIDTH),
            [0xff, 0xfe, 0, 0, ..] if characters(false).is_some() => found(false, WIDTH),
            _ if !head.contains(&0) => None,
            _ if characters(true) >= Some(FEWEST) => found(true, 0),
            _ if characters(false) >= Some(FEWEST) => found(false, 0),
            _ => None,
        }
    }

    pub(super) const fn name(&self) -> &'static str {
        if self.is_big { "UTF-32BE" } else { "UTF-32LE" }
    }

    /// Appends bytes to a text; invalid characters become the replacement character.
    pub(super) fn decode(&mut self, input: &[u8], last: bool, out: &mut Vec<u8>) {
        let mut shown = [0; WIDTH];
        let mut put = |c: Option<char>| {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            out.extend_from_slice(c.encode_utf8(&mut shown).as_bytes());
        };
        self.rest.extend_from_slice(input);
        let (units, rest) = self.rest.as_chunks::<WIDTH>();
        for unit in units {
            let read = if self.is_big { u32::from_be_bytes } else { u32::from_le_bytes };
            put(char::from_u32(read(*unit)));
        }
        if last && !rest.is_empty() {
            put(None);
        }
        let whole = if last { self.rest.len() } else { self.rest.len() - rest.len() };
        self.rest.drain(..whole);
    }
}
