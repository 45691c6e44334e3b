//! Notifies systemd of readiness and shutdown. Does nothing without systemd.

use std::io;
#[cfg(target_os = "linux")]
use std::os::{
    linux::net::SocketAddrExt,
    unix::net::{SocketAddr, UnixDatagram},
};

/// Sends a state (`READY=1`, `STOPPING=1`) to the socket that `NOTIFY_SOCKET` names: a path, or
/// with `@` an abstract name.
///
/// # Errors
/// If the socket cannot be reached.
#[cfg(target_os = "linux")]
pub fn notify(socket: &str, state: &str) -> io::Result<()> {
    let address = match socket.strip_prefix('@') {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(socket)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address).map(drop)
}

/// Refuses: only Linux has systemd.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub(crate) fn notify(_socket: &str, _state: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn received(listener: &UnixDatagram) -> String {
        listener.set_read_timeout(Some(std::time::Duration::from_secs(5))).expect("timeout");
        let mut buffer = [0; 64];
        let length = listener.recv(&mut buffer).expect("a word");
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    }

    #[test]
    fn a_word_reaches_a_path_and_an_abstract_name() {
        let path = std::env::temp_dir().join(format!("partie-notify-{}", std::process::id()));
        let listener = UnixDatagram::bind(&path).expect("bind");
        notify(path.to_str().expect("path"), "READY=1").expect("send");
        assert_eq!(received(&listener), "READY=1");
        std::fs::remove_file(&path).expect("remove");
        assert!(notify(path.to_str().expect("path"), "READY=1").is_err());

        let name = format!("partie-notify-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).expect("name");
        let listener = UnixDatagram::bind_addr(&address).expect("bind");
        notify(&format!("@{name}"), "STOPPING=1").expect("send");
        assert_eq!(received(&listener), "STOPPING=1");
    }
}
