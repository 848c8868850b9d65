//! Programs run against a scripted model server.

mod approved;
mod composed;
mod faults;
mod limits;
mod recorded;
mod rounds;
mod sign_in;
mod small_models;
mod support;
mod tools;
