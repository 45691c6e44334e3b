//! TLS to PostgreSQL by rustls.

use std::{
    io,
    path::Path,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::{
    TlsConnector, client,
    rustls::{
        self, CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore,
        SignatureScheme,
        client::{
            WebPkiServerVerifier,
            danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        },
        crypto::{WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature},
        pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem::PemObject},
    },
};

use super::super::error::{Error, Result};

/// The extent to which a server's certificate is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verify {
    /// The connection is encrypted, but the server may be anyone.
    Nothing,
    /// The certificate is signed by an authority.
    Authority,
    /// The certificate is signed by an authority and has the server's name.
    AuthorityAndName,
}

/// The client's side of TLS.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl Tls {
    /// Reads the authorities (by default the system's), and the files with the client's own
    /// certificate and key.
    pub(super) fn new(
        verify: Verify,
        root: Option<&Path>,
        identity: Option<(&Path, &Path)>,
    ) -> Result<Self> {
        let provider = Arc::new(ring::default_provider());
        let algorithms = provider.signature_verification_algorithms;
        let authorities = match verify {
            Verify::Nothing => None,
            Verify::Authority | Verify::AuthorityAndName => {
                let roots = Arc::new(read_roots(root)?);
                let verifier =
                    WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
                Some(verifier.build().map_err(failed("certificates of authorities"))?)
            }
        };
        let verifier = Verifier { verify, authorities, algorithms };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(failed("TLS"))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let config = match identity {
            None => config.with_no_client_auth(),
            Some((certificate, key)) => {
                let chain = read_certificates(certificate)?;
                let secret = PrivateKeyDer::from_pem_file(key).map_err(failed(key.display()))?;
                config
                    .with_client_auth_cert(chain, secret)
                    .map_err(failed(certificate.display()))?
            }
        };
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }
}

fn failed<E: std::fmt::Display>(what: impl std::fmt::Display) -> impl FnOnce(E) -> Error {
    move |fault| Error::lost(format!("{what}: {fault}"))
}

fn read_certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    CertificateDer::pem_file_iter(path).and_then(Iterator::collect).map_err(failed(path.display()))
}

fn read_roots(file: Option<&Path>) -> Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = file {
        for certificate in read_certificates(path)? {
            roots.add(certificate).map_err(failed(path.display()))?;
        }
    } else {
        let system = rustls_native_certs::load_native_certs();
        for fault in system.errors {
            tracing::warn!(%fault, "a certificate of the system cannot be read");
        }
        roots.add_parsable_certificates(system.certs);
    }
    Ok(roots)
}

#[derive(Debug)]
struct Verifier {
    verify: Verify,
    /// `None` to verify nothing.
    authorities: Option<Arc<WebPkiServerVerifier>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, rustls::Error> {
        use CertificateError::{NotValidForName, NotValidForNameContext};

        let Some(authorities) = &self.authorities else {
            return Ok(ServerCertVerified::assertion());
        };
        match authorities.verify_server_cert(certificate, chain, name, ocsp_response, now) {
            // The name is looked at last.
            Err(rustls::Error::InvalidCertificate(
                NotValidForName | NotValidForNameContext { .. },
            )) if self.verify == Verify::Authority => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

/// A handshake with a server of this name.
pub(super) struct Handshake {
    connector: TlsConnector,
    name: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, name: &str) -> io::Result<Handshake> {
        // Sockets of Unix have no name, but no TLS either: it is not looked at before it is needed.
        Ok(Handshake { connector: self.0.clone(), name: name.to_owned() })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Encrypted<S>>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let name = ServerName::try_from(self.name).map_err(io::Error::other)?;
            self.connector.connect(name, stream).await.map(Encrypted)
        })
    }
}

/// A TLS stream, as a type for which a trait of `tokio_postgres` can be implemented.
pub(super) struct Encrypted<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
