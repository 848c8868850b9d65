//! The pause before a request is repeated.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;

/// The maximum pause, unless the server asks for a longer one.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// The pause before repetition `n`, from 0. It doubles each time, and varies by up to a quarter, so that clients do not repeat
/// their requests at the same time.
pub fn backoff(first: Duration, n: u32) -> Duration {
    let pause = first.saturating_mul(1_u32.checked_shl(n).unwrap_or(u32::MAX)).min(MAX_PAUSE);
    pause.mul_f64(0.75 + 0.25 * fraction())
}

/// A number between 0 and 1 that differs between calls.
fn fraction() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    f64::from(since.subsec_nanos() % 1_000_003) / 1_000_003.0
}

/// The pause that the server asks for in seconds, milliseconds, or by a date.
pub fn requested(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(milliseconds) = text("retry-after-ms").and_then(|text| text.parse::<f64>().ok()) {
        return Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
    }
    let after = text("retry-after")?;
    if let Ok(seconds) = after.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let at = crate::time::from_http(after)?;
    Some(at.duration_since(now).unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit() {
        let first = Duration::from_millis(500);
        for (n, least, most) in
            [(0, 375, 500), (1, 750, 1000), (3, 3000, 4000), (20, 22_500, 30_000), (99, 22_500, 30_000)]
        {
            let pause = backoff(first, n).as_millis();
            assert!((least..=most).contains(&pause), "{n}: {pause}");
        }
        assert_eq!(backoff(Duration::ZERO, 5), Duration::ZERO);
    }

    #[test]
    fn the_server_can_ask_for_a_pause() {
        let wait = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            requested(&headers, SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 - 10))
        };
        assert_eq!(wait("retry-after", "2"), Some(Duration::from_secs(2)));
        assert_eq!(wait("retry-after", "0.5"), Some(Duration::from_millis(500)));
        assert_eq!(wait("retry-after-ms", "20"), Some(Duration::from_millis(20)));
        assert_eq!(wait("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::from_secs(10)));
        assert_eq!(wait("retry-after", "soon"), None);
        assert_eq!(wait("retry-after", "-1"), None);
        assert_eq!(wait("x", "2"), None);
    }
}
