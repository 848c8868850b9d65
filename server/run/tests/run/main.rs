//! Programs run against a scripted model server.

mod composed;
mod faults;
mod recorded;
mod rounds;
mod support;
mod tools;
