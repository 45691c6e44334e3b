//! Connections over TLS, to a server that ends them once they are open.

use std::{io, path::Path, sync::Arc};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        RootCertStore, ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
        server::WebPkiClientVerifier,
    },
};

use super::Settings;
use crate::transport::Identity;

const TLS_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// The way in which the startup message arrived.
#[derive(Debug, PartialEq, Eq)]
enum Startup {
    Plain,
    Encrypted,
    /// Encrypted, from a client with a certificate.
    Authenticated,
}

/// A server whose certificate names `localhost`, and no other computer.
fn acceptor(folder: &Path) -> TlsAcceptor {
    let certificate =
        CertificateDer::from_pem_file(folder.join("certificate.pem")).expect("certificate");
    let key = PrivateKeyDer::from_pem_file(folder.join("key.pem")).expect("key");
    let provider = Arc::new(ring::default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("root");
    let clients =
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
            .allow_unauthenticated();
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_client_cert_verifier(clients.build().expect("verifier"))
        .with_single_cert(vec![certificate], key)
        .expect("config");
    TlsAcceptor::from(Arc::new(config))
}

async fn serve(listener: TcpListener, acceptor: Option<TlsAcceptor>) -> io::Result<Startup> {
    let (mut stream, _) = listener.accept().await?;
    let mut start = [0; 8];
    stream.read_exact(&mut start).await?;
    if start == TLS_REQUEST {
        if let Some(acceptor) = acceptor {
            stream.write_all(b"S").await?;
            let mut stream = acceptor.accept(stream).await?;
            stream.read_exact(&mut start).await?;
            let is_named = stream.get_ref().1.peer_certificates().is_some();
            return Ok(if is_named { Startup::Authenticated } else { Startup::Encrypted });
        }
        stream.write_all(b"N").await?;
        stream.read_exact(&mut start).await?;
    }
    Ok(Startup::Plain)
}

/// Connects by a URL with such a host and parameters.
async fn connect(
    host: &str,
    parameters: &str,
    acceptor: Option<TlsAcceptor>,
) -> Result<Startup, String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("address").port();
    let url = format!("postgres://u@{host}:{port}/d?hostaddr=127.0.0.1&{parameters}");
    let Settings { config, tls } = Settings::read(&url).map_err(|fault| fault.to_string())?;
    let (served, connected) = tokio::join!(serve(listener, acceptor), config.connect(tls));
    let Err(fault) = connected else { panic!("a connection to nothing") };
    served.map_err(|_| super::Error::from(fault).to_string())
}

#[tokio::test]
async fn tls_is_used_and_certificates_are_verified_as_asked() {
    let [folder, another] = [(); 2].map(|()| tempfile::tempdir().expect("folder"));
    for folder in [&folder, &another] {
        Identity::own(folder.path()).expect("a certificate");
    }
    let [root, key] = ["certificate.pem", "key.pem"].map(|name| folder.path().join(name));
    let (root, key) = (root.display(), key.display());
    let other = another.path().join("certificate.pem");
    let other = other.display();
    let acceptor = acceptor(folder.path());
    let attempt =
        async |host, parameters: String| connect(host, &parameters, Some(acceptor.clone())).await;

    // Without a file of authorities, anyone may be the server, as with libpq.
    for (mode, startup) in [
        ("", Startup::Encrypted),
        ("sslmode=disable", Startup::Plain),
        ("sslmode=allow", Startup::Plain),
        ("sslmode=prefer", Startup::Encrypted),
        ("sslmode=require", Startup::Encrypted),
    ] {
        assert_eq!(attempt("games.example", mode.into()).await, Ok(startup), "{mode}");
    }
    for (mode, host) in [
        ("require", "games.example"),
        ("verify-ca", "localhost"),
        ("verify-ca", "games.example"),
        ("verify-full", "localhost"),
    ] {
        let right = attempt(host, format!("sslmode={mode}&sslrootcert={root}")).await;
        assert_eq!(right, Ok(Startup::Encrypted), "{mode} {host}");
        let fault = attempt(host, format!("sslmode={mode}&sslrootcert={other}")).await;
        let fault = fault.expect_err(mode);
        assert!(fault.contains("invalid peer certificate"), "{mode}: {fault}");
    }
    let fault = attempt("games.example", format!("sslmode=verify-full&sslrootcert={root}")).await;
    let fault = fault.expect_err("another name");
    assert!(fault.contains("certificate not valid for name"), "{fault}");
    // No authority of the system signed it; there may be none at all.
    assert!(attempt("localhost", "sslmode=verify-full".into()).await.is_err());
    let named = attempt("localhost", format!("sslmode=require&sslcert={root}&sslkey={key}")).await;
    assert_eq!(named, Ok(Startup::Authenticated));

    assert_eq!(connect("localhost", "", None).await, Ok(Startup::Plain));
    let fault = connect("localhost", "sslmode=require", None).await.expect_err("no TLS");
    assert_eq!(fault, "error performing TLS handshake: server does not support TLS");
}
