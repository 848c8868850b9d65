//! How work runs beside the message that started it: on other threads, or, where there are none (WebAssembly), one piece
//! after the other.

#[cfg(any(target_family = "wasm", test))]
pub mod single;
#[cfg(not(target_family = "wasm"))]
mod threads;

#[cfg(target_family = "wasm")]
pub use single::{Handle, sleep, start, timeout};
#[cfg(not(target_family = "wasm"))]
pub use threads::{Handle, sleep, start, timeout};
