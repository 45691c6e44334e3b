//! Sockets, files and passwords around the pure Internet Chess Server.
