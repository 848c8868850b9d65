//! The scripts that Redis runs. Each does its work as one step.

use std::sync::LazyLock;

use redis::Script;

macro_rules! script {
    ($name:literal) => {
        LazyLock::new(|| Script::new(include_str!(concat!("scripts/", $name, ".lua"))))
    };
}

pub static CLAIM: LazyLock<Script> = script!("claim");
pub static WRITE: LazyLock<Script> = script!("write");
pub static RENEW: LazyLock<Script> = script!("renew");
pub static RELEASE: LazyLock<Script> = script!("release");
pub static MEMBERS: LazyLock<Script> = script!("members");
pub static SEED: LazyLock<Script> = script!("seed");
