//! The manifest (6.4): a site's actions, data views and pages.

pub mod check;
pub mod members;
pub mod model;
pub mod shape;
