//! Programs run against a scripted model server.

mod approved;
mod composed;
mod faults;
mod limits;
mod recorded;
mod rounds;
mod support;
mod tools;
