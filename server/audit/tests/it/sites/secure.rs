//! A site with a self-signed certificate.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;

use agmark_audit::Options;
use agmark_audit::crawl::{Audit, Reach};
use agmark_audit::http::{Client, Cookies, LocalStorage};
use agmark_audit::render::{Browser, Sandbox, Setup};
use agmark_task::Stop;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use url::Url;

/// A server with a self-signed certificate.
fn server() -> Url {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("tls/certificate.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/key.pem")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = Url::parse(&format!("https://{}/", listener.local_addr().unwrap())).unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().filter_map(Result::ok) {
            let config = Arc::clone(&config);
            std::thread::spawn(move || {
                let connection = rustls::ServerConnection::new(config).unwrap();
                let mut secure = rustls::StreamOwned::new(connection, stream);
                // A client that checks the certificate does not get here.
                if secure.read(&mut [0; 4096]).is_ok() {
                    drop(
                        secure.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<form></form>"),
                    );
                }
            });
        }
    });
    url
}

#[test]
fn a_certificate_that_nobody_vouches_for_is_told() {
    let url = server();
    let client = Client::new(&url, Cookies::default());
    let options = Options::default();
    let report = Audit::new(&client, &options).site(&url, Reach::default());
    let reason = report.failed.first().map_or("", |failed| failed.reason.as_str());
    assert!(reason.starts_with("its certificate is not accepted: "), "{report:?}");
    assert!(report.pages.is_empty() && report.failed.len() == 1, "{report:?}");
}

#[test]
fn a_browser_does_not_accept_it_either() {
    let url = server();
    let setup = Setup { sandbox: Sandbox::Off, ..Setup::default() };
    let none = (Cookies::default(), LocalStorage::default());
    let browser = Browser::start(&setup, &url, &none.0, &none.1, &Stop::default()).unwrap();
    let (client, options) = (Client::new(&url, none.0), Options::default());
    let report = Audit::new(&client, &options).pages_from(browser).page(&url);
    let reason = report.failed.first().map_or("", |failed| failed.reason.as_str());
    assert_eq!(reason, "its certificate is not accepted: ERR_CERT_AUTHORITY_INVALID");
}
