//! The one way to make an HTTP client: TLS by `ring`, proxies from the environment.

use reqwest::ClientBuilder;
use url::{Host, Url};

/// Which proxy a client uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proxy {
    FromEnvironment,
    None,
}

impl Proxy {
    /// The proxy for an address: a server on this machine is reached without one.
    pub fn for_address(address: &str) -> Self {
        if is_loopback(address) { Self::None } else { Self::FromEnvironment }
    }
}

/// A builder for a client. It does not decompress bodies, so that a limit in bytes counts what is received.
pub fn client_builder(proxy: Proxy) -> ClientBuilder {
    // Fails if another client has installed it before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder =
        reqwest::Client::builder().user_agent(concat!("agmark/", env!("CARGO_PKG_VERSION"))).no_gzip();
    match proxy {
        Proxy::FromEnvironment => builder,
        Proxy::None => builder.no_proxy(),
    }
}

/// Whether an address is on this machine.
pub fn is_loopback(address: &str) -> bool {
    match Url::parse(address).ok().as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback() || ip.to_ipv4_mapped().is_some_and(|ip| ip.is_loopback()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_on_this_machine_need_no_proxy() {
        for own in [
            "http://localhost:11434/v1",
            "http://LOCALHOST./",
            "http://llm.localhost/",
            "http://127.0.0.1:1/v1",
            "http://127.8.8.8/",
            "http://[::1]:8080/",
            "http://[::ffff:127.0.0.1]/",
        ] {
            assert_eq!(Proxy::for_address(own), Proxy::None, "{own}");
        }
        for other in ["http://localhost.example/", "http://128.0.0.1/", "http://192.168.0.1/", "x", ""] {
            assert_eq!(Proxy::for_address(other), Proxy::FromEnvironment, "{other}");
        }
    }
}
