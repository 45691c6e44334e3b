//! A self-signed certificate for servers that were given none.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};

use crate::modes;

/// The certificate and key in the data folder, which are made when they are missing. The
/// certificate keeps its value, so that clients may remember it.
pub(super) fn own(folder: &Path) -> io::Result<(PathBuf, PathBuf)> {
    let certificate = folder.join("certificate.pem");
    let key = folder.join("key.pem");
    if !certificate.exists() || !key.exists() {
        let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
        names.extend(host_name());
        let name = host_name().unwrap_or_else(|| "localhost".to_owned());
        let mut parameters = CertificateParams::new(names).map_err(io::Error::other)?;
        // The name shown to users who inspect the certificate.
        parameters.distinguished_name = DistinguishedName::new();
        parameters.distinguished_name.push(DnType::OrganizationName, "Partie");
        parameters.distinguished_name.push(DnType::CommonName, name);
        let pair = KeyPair::generate().map_err(io::Error::other)?;
        let cert = parameters.self_signed(&pair).map_err(io::Error::other)?;
        modes::write_whole(&key, pem("PRIVATE KEY", pair.serialized_der()).as_bytes(), 0o600)?;
        modes::write_whole(&certificate, pem("CERTIFICATE", cert.der()).as_bytes(), 0o644)?;
        tracing::info!(
            certificate = %certificate.display(),
            "made a self-signed certificate; name your own under [tls]"
        );
    }
    Ok((certificate, key))
}

/// Writes the text form of a key or certificate (RFC 7468): lines of 64 characters.
fn pem(label: &str, der: &[u8]) -> String {
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in der.chunks(48) {
        STANDARD.encode_string(line, &mut text);
        text.push('\n');
    }
    text + &format!("-----END {label}-----\n")
}

/// This machine's name where it can be read, as far as a certificate may carry it.
fn host_name() -> Option<String> {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    let name = name.trim();
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'.';
    (!name.is_empty() && name != "localhost" && name.bytes().all(plain)).then(|| name.to_owned())
}
