//! One program for all of these tests: it is linked once.

mod alignment;
mod annotate;
mod annotate_names;
mod browser;
mod common;
mod component_pieces;
mod components;
mod coverage;
mod editor;
mod left_open;
mod manifest_pieces;
mod manifests;
mod mutations;
mod pages;
mod pieces;
mod renames;
mod robust;
mod rules;
mod shared;
mod svelte;
mod svelte_grammar;
mod whole;
mod work;
