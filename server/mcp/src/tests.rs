//! Sessions in memory, with the format of the workspace's tests.

mod client;
mod files;
mod resources;
mod sessions;
mod tools;
