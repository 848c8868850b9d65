//! Svelte is read like HTML, with expressions and blocks: as its grammar reads it.

use std::sync::Arc;

use agmark_aaf::SvelteComponents;
use agmark_aaf::syntax::html::{Dialect, Dom, Element};
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_syntax::parse::parse;
use agmark_syntax::{AnyFormat, Document, Splice};

use crate::component_pieces::{HOSTILE, component};
use crate::svelte_grammar;
use crate::whole::{Numbers, chunks, found};

fn format() -> Arc<dyn AnyFormat> {
    Arc::new(SvelteComponents::default())
}

/// Parts of components, with expressions and blocks in every place.
const PARTS: &[&str] = &[
    "<p on:click={() => { go(`}${a ? `{` : \"}\"}`); }} class=\"a {b ? \"c}\" : '<'}\" {title} {...rest}>{a < b ? '{' : \"}\"}</p>\n",
    "{#each all as { id, name }, i (id)}\n<li>{name}</li>\n{:else}\n<b>none</b>\n{/each}\n",
    "{#await load()}\n<i>wait</i>\n{:then one}\n<div>{one}</div>\n{:catch error}\n<p>{error.message}</p>\n{/await}\n",
    "{#key a}\n<Modal bind:open on:close={() => (open = !open)} />\n{/key}\n",
    "{#if a && (b > c || /[a-z]/.test(d))}\n<section>\n<h2>{a}</h2>\n{#if b}<input value={\"x\"} disabled={true}/>{/if}\n</section>\n{:else if c}\n<br>\n{/if}\n",
    "<svelte:head>\n<meta name=\"a\" content={b}>\n</svelte:head>\n",
    "<div\n  style:color={a}\n  on:keydown={(event) => {\n    // It's } here\n    if (event.key === '}') /* } */ close();\n  }}\n>\n{@html text}\n<Tab.Item let:one>{one / 2 / 3}</Tab.Item>\n</div>\n",
    "<!-- {#if a} <p> -->\n<style>\np { color: red; }\n</style>\n",
    "<script lang=\"ts\">\nconst a = b < c ? \"<p>{\" : `}`;\n</script>\n",
];

#[test]
fn elements_are_those_of_the_grammar() {
    let said = |text: &str, one: &Element| {
        let attributes = one.tag.attributes.iter().map(|one| (one.name.clone(), one.value.clone()));
        let attributes: Vec<_> = attributes.collect();
        // The grammar adds the blanks after an element without an end tag.
        let whole = text[one.span.clone()].trim_end().to_owned();
        (whole, one.tag.span.clone(), one.content.clone(), one.parent, one.until, one.conditional, attributes)
    };
    for seed in 0..150 {
        let mut numbers = Numbers(seed);
        let text: String = match seed % 3 {
            0 => component(Language::Svelte, seed, 20),
            _ => (0..12).map(|_| numbers.one(PARTS)).collect(),
        };
        let tree = parse(&Language::Svelte.grammar().into(), &text, None).expect("a tree");
        assert!(!tree.root_node().has_error(), "{text}\n{}", tree.root_node().to_sexp());
        let expected = svelte_grammar::dom(&text, &tree);
        let read = Dom::of(&text, Dialect::Svelte(&ComponentMap::default()));
        for (one, other) in read.elements.iter().zip(&expected.elements) {
            assert_eq!(said(&text, one), said(&text, other), "{text}");
        }
        assert_eq!(read.elements.len(), expected.elements.len(), "{text}");
        assert_eq!(read.comments, expected.comments, "{text}");
    }
}

/// What opens or closes something in Svelte.
const OPENING: &[&str] = &[
    "{",
    "}",
    "{#",
    "{#if a}",
    "{#each a as b}\n",
    "{:else}",
    "{/if}",
    "{/each}\n",
    "{/",
    "{@html `",
    "`",
    "${",
    "\"",
    "'",
    "={",
    "=\"{",
    "/*",
    "*/",
    "//",
    "<div",
    "<div>",
    "<form>",
    "</form>",
    "</section>\n",
    "</",
    ">",
    "/>",
    "<script>",
    "</script>",
    "<style>",
    "<!--",
    "-->",
    "\n",
    "\n<p>",
    "\n{",
    "\\",
    "\r\n",
    " /",
    "é",
];

#[test]
fn a_component_after_opening_edits_is_like_a_new_one() {
    for seed in 0..40 {
        let mut numbers = Numbers(7000 + seed);
        let mut text = match seed % 2 {
            0 => component(Language::Svelte, seed, 20),
            _ => (0..30).map(|_| numbers.one(PARTS)).collect(),
        };
        if seed % 5 == 0 {
            text = text.replace('\n', "\r\n");
        }
        let mut document = Document::new(format(), &text);
        for _ in 0..40 {
            // Several edits without a look at the document, some of which delete a closing part.
            for _ in 0..=numbers.below(3) {
                let start = document.text().floor(numbers.below(text.len() + 1));
                let closing = ["</", ">", "}", "\"", "{/"]
                    .map(|one| text[start..].find(one).map(|at| (start + at, one.len())));
                let among = if numbers.below(4) == 0 { HOSTILE } else { OPENING };
                let (start, length, with) = match (numbers.below(3), closing[numbers.below(5)]) {
                    (0, Some((at, length))) => (at, length, ""),
                    _ => (start, 0, numbers.one(among)),
                };
                text.replace_range(start..start + length, with);
                document.edit(&Splice { start, end: start + length, text: with.to_owned() });
            }
            let new = Document::new(format(), &text);
            assert_eq!(chunks(&document), chunks(&new), "seed {seed}:\n{text}");
            assert_eq!(found(&document), found(&new), "seed {seed}:\n{text}");
        }
    }
}
