//! Declarative shadow roots: `<template shadowrootmode="open">`. A browser shows the shadow tree with the children of
//! its host in its slots.

use rustc_hash::FxHashMap;

use super::Dom;

/// Deeper shadow trees are left out.
const DEEPEST: usize = 100;

/// Replaces the children of hosts with their open shadow trees.
pub fn compose(dom: &mut Dom) {
    for template in 0..dom.nodes.len() {
        let is_root = dom.tag(template) == "template" && dom.is(template, "shadowrootmode", "open");
        let Some(host) = dom.nodes[template].parent.filter(|_| is_root) else { continue };
        // Outer templates come first. A template inside a hidden one stays hidden.
        let is_shown = dom.nodes[host].children.contains(&template);
        if is_shown && dom.ancestors(host).count() + depth(dom, template) <= DEEPEST {
            attach(dom, host, template);
        }
    }
}

/// How deep the tree below an element is.
fn depth(dom: &Dom, root: usize) -> usize {
    let mut stack = vec![(root, 0)];
    let mut deepest = 0;
    while let Some((at, depth)) = stack.pop() {
        deepest = deepest.max(depth);
        stack.extend(dom.nodes[at].children.iter().map(|child| (*child, depth + 1)));
    }
    deepest
}

fn attach(dom: &mut Dom, host: usize, template: usize) {
    let tree = std::mem::take(&mut dom.nodes[template].children);
    let light = std::mem::replace(&mut dom.nodes[host].children, tree.clone());
    for child in &tree {
        dom.nodes[*child].parent = Some(host);
    }
    let mut slotted: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for child in light.into_iter().filter(|child| *child != template) {
        let name = dom.word(child, "slot").unwrap_or("").to_owned();
        slotted.entry(name).or_default().push(child);
    }
    let slots: Vec<usize> = dom.below(host).filter(|at| dom.tag(*at) == "slot").collect();
    for slot in slots {
        let name = dom.word(slot, "name").unwrap_or("").to_owned();
        // The first slot of a name gets the children for it. A slot without children shows its own content.
        let Some(children) = slotted.remove(&name) else { continue };
        for child in &children {
            dom.nodes[*child].parent = Some(slot);
        }
        dom.nodes[slot].children = children;
    }
}
