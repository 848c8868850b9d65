//! The end of a stream.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};

/// The number of bytes that are kept.
const LENGTH: usize = 16 << 10;

/// The last bytes of a stream.
#[derive(Clone, Debug, Default)]
pub struct Tail(Arc<Mutex<Vec<u8>>>);

impl Tail {
    pub async fn read(self, mut stream: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut buffer).await {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&buffer[..read]);
            if kept.len() > 2 * LENGTH {
                let surplus = kept.len() - LENGTH;
                kept.drain(..surplus);
            }
        }
    }

    pub fn text(&self) -> String {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = kept.len().saturating_sub(LENGTH);
        let text = String::from_utf8_lossy(&kept[from..]).trim().to_owned();
        if from > 0 { format!("… {text}") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_end_is_kept() {
        let tail = Tail::default();
        let flood = "x".repeat(100_000) + "the end\n";
        tail.clone().read(flood.as_bytes()).await;
        let text = tail.text();
        assert!(text.starts_with("… x") && text.ends_with("xthe end"));
        assert!(text.len() < LENGTH + 10);
    }
}
