//! Where the pages of a site are: addresses as browsers resolve them, and routes.

pub mod address;
pub mod routes;
