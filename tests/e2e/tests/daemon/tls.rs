//! A Redis with TLS, and a certificate of the test.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::operations::DOCUMENT;
use crate::processes::agd;
use crate::redis_server::{RedisServer, free_port};

#[test]
fn a_connection_with_tls_checks_the_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    certificate(folder.path());
    let port = free_port().to_string();
    let (key, cert, ca) = (path("key.pem"), path("cert.pem"), path("ca.pem"));
    let _redis = RedisServer::start(&[
        "--tls-port",
        &port,
        "--tls-key-file",
        &key,
        "--tls-cert-file",
        &cert,
        "--tls-ca-cert-file",
        &ca,
        "--tls-auth-clients",
        "no",
    ]);
    std::fs::write(path("a.agd"), DOCUMENT).expect("written");
    let url = format!("rediss://localhost:{port}/");
    let seed = |trusted: &str| {
        let mut command = agd(&url, &["seed", "doc", &path("a.agd")]);
        command.env("SSL_CERT_FILE", trusted).output().expect("it runs")
    };
    certificate(&folder.path().join("other"));
    let refused = seed(&path("other/ca.pem"));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("certificate"), "{said}");
    let done = seed(&ca);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let pulled = agd(&url, &["pull", "doc"]).env("SSL_CERT_FILE", &ca).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&pulled.stdout), DOCUMENT);
}

/// Writes an authority and a certificate for localhost into a folder.
fn certificate(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder");
    let openssl = |args: &str| {
        let ran = Command::new("openssl")
            .args(args.split(' '))
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(ran.expect("openssl is installed").success(), "openssl {args}");
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30";
    openssl(&format!("req -x509 {key} -keyout ca-key.pem -out ca.pem -subj /CN=authority"));
    openssl(
        &format!("req {key} -keyout key.pem -out request.pem -subj /CN=localhost").replace(" -days 30", ""),
    );
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").expect("written");
    openssl(
        "x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 30 -extfile names -out cert.pem",
    );
}
