//! The options that name Redis and a document in it.

use agmark_daemon::{Client, Server};

/// The environment variables with the URL of Redis, in the order in which they are used.
const VARIABLES: [&str; 2] = ["AGD_REDIS_URL", "REDIS_URL"];
const LOCAL: &str = "redis://127.0.0.1:6379/";

#[derive(Debug, clap::Args)]
pub struct RedisArgs {
    /// URL of Redis. Other users can see it in the list of processes: put a password into AGD_REDIS_URL instead
    /// [default: AGD_REDIS_URL, REDIS_URL or redis://127.0.0.1:6379/]
    #[arg(long, value_name = "URL")]
    redis_url: Option<String>,
}

impl RedisArgs {
    /// # Errors
    /// If the URL is invalid.
    pub fn server(&self) -> anyhow::Result<Server> {
        let given = self.redis_url.clone().or_else(|| {
            let set = |name: &&str| std::env::var(name).ok().filter(|url| !url.is_empty());
            VARIABLES.iter().find_map(set)
        });
        Ok(Server::at(given.as_deref().unwrap_or(LOCAL))?)
    }

    /// # Errors
    /// If Redis does not answer.
    pub async fn client(&self) -> anyhow::Result<Client> {
        Ok(Client::connect(self.server()?).await?)
    }
}

/// Runs work that waits for Redis.
///
/// # Errors
/// If the work fails.
pub fn wait_for<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}
