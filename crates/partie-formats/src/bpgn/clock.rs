//! The clocks behind the moves.

use partie_core::Comment;

/// The clock that a comment behind a move says, in milliseconds: BPGN's seconds alone,
/// `m:ss`, `h:mm:ss`, or a `[%clk]` command.
///
/// ```
/// use partie_core::Comment;
/// assert_eq!(partie_formats::bpgn::clock(&Comment::after("295.10")), Some(295_100));
/// assert_eq!(partie_formats::bpgn::clock(&Comment::after("nice")), None);
/// ```
#[must_use]
pub fn clock(comment: &Comment) -> Option<i64> {
    let bare = comment.text.trim();
    if !bare.is_empty()
        && bare.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b':'))
    {
        return partie_core::time::clock_milliseconds(bare);
    }
    comment
        .commands()
        .iter()
        .find(|c| c.name == "clk")
        .and_then(partie_core::annotation::Command::milliseconds)
}
