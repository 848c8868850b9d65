//! The format as others see it: through the trait.

mod canonical;
mod common;
mod economy;
mod examples;
mod features;
mod properties;
