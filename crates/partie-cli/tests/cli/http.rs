//! A command that answers over HTTP.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, Stdio},
};

use crate::run::{Folder, program};

/// A command that runs until it goes out of scope.
pub(crate) struct Served {
    process: Child,
    /// The path of the address that it printed.
    pub(crate) path: String,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Served {
    /// Starts a command that prints its address first.
    pub(crate) fn start(folder: &Folder, arguments: &[&str]) -> Served {
        let mut command = folder.command(program());
        let mut process = command.args(arguments).stdout(Stdio::piped()).spawn().expect("run");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let (address, path) = address.split_once('/').unwrap_or((address, ""));
        Served { process, path: format!("/{path}"), address: address.to_owned() }
    }

    /// Returns the answer to a request, given by the lines of its head.
    pub(crate) fn request(&self, head: &str) -> String {
        self.send(head, b"")
    }

    /// Returns the answer to a request for another name of the server.
    pub(crate) fn request_of(&self, host: &str, head: &str) -> String {
        self.send_to(host, head, b"")
    }

    /// Returns the answer to a request with a body.
    pub(crate) fn send(&self, head: &str, body: &[u8]) -> String {
        self.send_to("localhost", head, body)
    }

    fn send_to(&self, host: &str, head: &str, body: &[u8]) -> String {
        let mut stream = std::net::TcpStream::connect(&self.address).expect("a server");
        let request = format!("{head}Host: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(&[request.as_bytes(), body].concat()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Returns the answer to a request for a path.
    pub(crate) fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path} HTTP/1.1\r\n"))
    }
}
