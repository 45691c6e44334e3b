//! Connections from within the program.

use std::sync::Arc;

use tokio::io::DuplexStream;

use super::{HubAccess, Refusal, Visitor, converse, stream::Stream};

/// The most bytes on their way within the program, in each direction.
const WITHIN: usize = 64 << 10;

/// Connects a part of this program for a visitor, whose own connection counts at their address.
///
/// # Errors
/// If there are too many connections.
pub(crate) fn connect(
    hub_access: &Arc<HubAccess>,
    visitor: Visitor,
) -> Result<DuplexStream, Refusal> {
    let Visitor { address, transport, .. } = visitor;
    let permit = hub_access.limiter.acquire_within()?;
    let (ours, theirs) = tokio::io::duplex(WITHIN);
    let hub_access = Arc::clone(hub_access);
    tokio::spawn(converse(hub_access, permit, address, transport, None, Stream(theirs)));
    Ok(ours)
}
