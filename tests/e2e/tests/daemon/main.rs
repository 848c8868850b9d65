//! The daemon with a real Redis: whatever is killed, stopped or cut, each operation is applied exactly once and in order.
//!
//! `AGMARK_DAEMON_OPERATIONS=100000 cargo nextest run --workspace --test daemon` tries more operations.
#![cfg(unix)]

mod agent;
mod agents;
mod clients;
mod cluster;
mod editor;
mod faults;
mod invalid;
mod model;
mod operations;
mod processes;
mod proxy;
mod redis_server;
mod tls;
