//! Diagnostics of components: JSX, TSX, Vue, Svelte.

use std::sync::Arc;

use agmark_aaf::formats;
use agmark_aaf::syntax::language::Language;
use agmark_syntax::testing::{self, Random};
use agmark_syntax::{AnyFormat, Document, Registry, SuppressionKind};
use expect_test::{Expect, expect};

fn component(source: Language) -> Arc<dyn AnyFormat> {
    agmark_aaf::format_of(source)
}

fn diagnostics(source: Language, text: &str, expect: Expect) {
    expect.assert_eq(&testing::diagnostics(component(source), text));
}

fn names(source: Language, text: &str, expect: Expect) {
    expect.assert_eq(&testing::names(component(source), text));
}

/// What people write, with expressions of all kinds.
const JSX: &str = r#"import { Link } from "router";

export function Booking({ room, risk, ...rest }) {
  const ask = risk > 1 && room < 4;
  return (
    <>
      <form data-agent-kind="action" data-agent-action="room.book" data-agent-danger={risk} data-agent-confirm={"review"}
        data-agent-idempotent={false} onSubmit={(e) => { if (a > b) send(e); }}>
        {/* <input data-agent-kind="feild" /> */}
        <input name="nights" data-agent-kind="field" data-agent-field="nights" {...rest} />
        {ask ? <input data-agent-kind="field" data-agent-field="guest" /> : <select data-agent-kind="field" data-agent-field="guest" />}
        {guests.map((guest) => <input key={guest.id} data-agent-kind="field" data-agent-field={`guest_${guest.id}`} />)}
        <input {...register("mail")} />
        <button type="submit" data-agent-kind="action" data-agent-action="room.book.submit">{ask ? "Delete" : "Book"}</button>
      </form>
      <Link to="/rooms" data-agent-kind="link" data-agent-page="/rooms">Rooms</Link>
      <pre>{`<button data-agent-danger="huge">`}</pre>
    </>
  );
}
"#;

#[test]
fn expressions_are_unknown_and_never_wrong() {
    diagnostics(Language::Jsx, JSX, expect![[""]]);
    diagnostics(Language::Tsx, &JSX.replace("...rest })", "...rest }: Props<Room[]>)"), expect![[""]]);
}

#[test]
fn names_in_jsx() {
    names(
        Language::Jsx,
        JSX,
        expect![[r#"
            7:57-7:66 def agent action room.book global
            7:57-7:66 def action room.book
            14:75-14:91 def agent action room.book.submit global
            14:75-14:91 def action room.book.submit
            7:57-7:61 ref agent action room IfDefined
            10:72-10:78 ref field room.book/nights Workspace
            11:65-11:70 ref field room.book/guest Workspace
            11:127-11:132 ref field room.book/guest Workspace
            14:75-14:79 ref agent action room IfDefined
            14:75-14:84 ref agent action room.book IfDefined
            16:65-16:71 ref page /rooms Workspace
        "#]],
    );
}

#[test]
fn literals_in_braces_are_as_good_as_text() {
    diagnostics(
        Language::Jsx,
        r#"const a = <form data-agent-kind={"actoin"} data-agent-danger={'huge'} data-agent-idempotent={`yes`} data-agent-action="Room.Book">
  <input name="n" />
  <p data-agent-knid="status" data-agent-kind="status" />
  <Link to="/rooms">Rooms</Link>
  <button data-agent-kind="action" data-agent-action="room.drop">Delete it</button>
</form>;
"#,
        expect![[r#"
            1:35-1:41 error aaf/invalid-kind unknown data-agent-kind "actoin": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "action"?
              suggestion: replace with "action": 1:35-1:41 "action"
            1:64-1:68 error aaf/invalid-danger unknown data-agent-danger "huge": expected one of none, low, high
            1:95-1:98 error aaf/invalid-idempotent unknown data-agent-idempotent "yes": expected one of true, false: did you mean "true"?
              suggestion: replace with "true": 1:95-1:98 "true"
            1:120-1:129 warning aaf/invalid-action invalid action name "Room.Book": expected lowercase letters, digits and "-", in parts joined by ".", as in "invoice.create": did you mean "room.book"?
              suggestion: replace with "room.book": 1:120-1:129 "room.book"
            2:4-2:9 warning aaf/unannotated-control <input name="n"> of action "Room.Book" without data-agent-field: agents do not see it
              suggestion: annotate the field as "n": 2:18-2:18 " data-agent-kind=\"field\" data-agent-field=\"n\""
            3:6-3:21 warning aaf/unknown-attribute unknown attribute data-agent-knid: did you mean "data-agent-kind"?
              suggestion: replace with "data-agent-kind": 3:6-3:21 "data-agent-kind"
            3:31-3:55 hint aaf/missing-companion data-agent-kind="status" without data-agent-output: it names the output that the status shows
              suggestion: add data-agent-output="Room.Book.status": 3:55-3:55 " data-agent-output=\"Room.Book.status\""
            4:4-4:8 hint aaf/unmarked-link <Link> without data-agent-kind="link": agents do not see the link
              suggestion: add data-agent-kind="link": 4:20-4:20 " data-agent-kind=\"link\""
            5:4-5:10 warning aaf/unguarded-button button "Delete it" says "delete" and has no data-agent-confirm, nor has an action around it
              suggestion: add data-agent-confirm="required": 5:65-5:65 " data-agent-confirm=\"required\""
        "#]],
    );
}

#[test]
fn components_say_what_attributes_say() {
    let text = r#"export const Book = () => (
  <AgentAction action="room.book" danger="hihg" confirm="optional" scope="rooms.write">
    <AgentField field="nights"><input name="nights" /></AgentField>
    <AgentField field="guestName" />
    <AgentField />
    <AgentField field="code" forAction="room.unlock" />
    <AgentSubmit action="room.book.submit">Book</AgentSubmit>
    <AgentStatus output="room.book.status" />
  </AgentAction>
);
"#;
    diagnostics(
        Language::Tsx,
        text,
        expect![[r#"
            2:43-2:47 error aaf/invalid-danger unknown danger "hihg": expected one of none, low, high: did you mean "high"?
              suggestion: replace with "high": 2:43-2:47 "high"
            4:24-4:33 warning aaf/invalid-field invalid field name "guestName": expected lowercase letters, digits and "_", as in "customer_email": did you mean "guest_name"?
              suggestion: replace with "guest_name": 4:24-4:33 "guest_name"
            5:6-5:16 error aaf/missing-companion <AgentField> without field: agents cannot find a field without a name
            6:30-6:53 warning aaf/nested-and-tied element in action "room.book" that names "room.unlock": runtimes find it for both; move it out of "room.book", or remove forAction
              2:16-2:34 the action around it
              suggestion: remove forAction: 6:29-6:53 ""
            6:41-6:52 error aaf/unknown-action agent action "room.unlock" is not defined
        "#]],
    );
    names(
        Language::Tsx,
        text,
        expect![[r#"
            2:24-2:33 def agent action room.book global
            2:24-2:33 def action room.book
            7:26-7:42 def agent action room.book.submit global
            7:26-7:42 def action room.book.submit
            8:26-8:42 def output room.book.status global
            2:24-2:28 ref agent action room IfDefined
            2:75-2:86 ref scope rooms.write Workspace
            3:24-3:30 ref field room.book/nights Workspace
            6:24-6:28 ref field room.book/code Workspace
            6:41-6:52 ref data view room.unlock IfDefined
            6:41-6:52 ref agent action room.unlock Workspace
            7:26-7:30 ref agent action room IfDefined
            7:26-7:35 ref agent action room.book IfDefined
            8:26-8:35 ref agent action room.book Workspace
        "#]],
    );
}

#[test]
fn vue_templates() {
    let text = r#"<script setup>
const x = "<p data-agent-kind='nothing'>";
</script>
<template>
  <form data-agent-kind="action" :data-agent-action="name" @submit.prevent="send">
    <input v-model="row" data-agent-kind="field" data-agent-field="row">
    <input v-if="a" data-agent-kind="field" data-agent-field="seat">
    <input v-else data-agent-kind="field" data-agent-field="seat">
    <p>{{ a < b ? 'x' : 'y' }}</p>
  </form>
  <agent-action action="seat.book"><agent-field field="Row" /></agent-action>
  <RouterLink to="/seats">Seats</RouterLink>
</template>
"#;
    diagnostics(
        Language::Vue,
        text,
        expect![[r#"
            11:56-11:59 warning aaf/invalid-field invalid field name "Row": expected lowercase letters, digits and "_", as in "customer_email": did you mean "row"?
              suggestion: replace with "row": 11:56-11:59 "row"
            12:4-12:14 hint aaf/unmarked-link <RouterLink> without data-agent-kind="link": agents do not see the link
              suggestion: add data-agent-kind="link": 12:26-12:26 " data-agent-kind=\"link\""
        "#]],
    );
}

#[test]
fn svelte_components() {
    let text = r#"<script lang="ts">
  let a = "<p data-agent-kind='nothing'>";
</script>

{#if ready}
  <form data-agent-kind="action" data-agent-action="seat.book" on:submit={(e) => a > b ? c(e) : d}>
    {#each rows as row}
      <input data-agent-kind="field" data-agent-field="row" bind:value={row} />
    {/each}
    <input data-agent-kind="field" data-agent-field={name} {...rest}>
    <input data-agent-kind={"feild"} data-agent-field="x">
  </form>
{:else}
  <p data-agent-kind="stauts">{a < b}</p>
{/if}
<!-- agmark: allow invalid-danger -->
<p data-agent-danger="huge" data-agent-kind="action" data-agent-action="a.b"></p>
"#;
    diagnostics(
        Language::Svelte,
        text,
        expect![[r#"
            11:30-11:35 error aaf/invalid-kind unknown data-agent-kind "feild": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "field"?
              suggestion: replace with "field": 11:30-11:35 "field"
            14:23-14:29 error aaf/invalid-kind unknown data-agent-kind "stauts": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "status"?
              suggestion: replace with "status": 14:23-14:29 "status"
        "#]],
    );
    names(
        Language::Svelte,
        text,
        expect![[r#"
            6:53-6:62 def agent action seat.book global
            6:53-6:62 def action seat.book
            17:73-17:76 def agent action a.b global
            17:73-17:76 def action a.b
            6:53-6:57 ref agent action seat IfDefined
            8:56-8:59 ref field seat.book/row Workspace
            11:56-11:57 ref field seat.book/x Workspace
            17:73-17:74 ref agent action a IfDefined
        "#]],
    );
}

#[test]
fn comments_silence_rules() {
    let jsx = |comment: &str| {
        format!("const a = (\n  <main>\n    {comment}\n    <p data-agent-kind=\"stauts\" />\n  </main>\n);\n")
    };
    diagnostics(Language::Jsx, &jsx("{/* agmark: allow invalid-kind */}"), expect![[""]]);
    diagnostics(
        Language::Jsx,
        &jsx("{/* agmark: allow invalid-field */}"),
        expect![[r#"
            3:23-3:36 hint agmark/unused-allow "invalid-field" finds nothing here: remove the comment
              fix: remove the comment: 3:1-4:1 ""
            4:25-4:31 error aaf/invalid-kind unknown data-agent-kind "stauts": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "status"?
              suggestion: replace with "status": 4:25-4:31 "status"
        "#]],
    );
}

#[test]
fn the_edit_that_silences_a_rule_silences_it() {
    for (source, text) in [
        (Language::Jsx, "const a = (\n  <main>\n    <p data-agent-kind=\"stauts\" />\n  </main>\n);\n"),
        (Language::Jsx, "const a = <p data-agent-kind=\"stauts\" />;\n"),
        (Language::Jsx, "const a = <main>{x && <p data-agent-kind=\"stauts\" />}</main>;\n"),
        (Language::Svelte, "<main>\n  <p data-agent-kind=\"stauts\" />\n</main>\n"),
        (Language::Vue, "<template>\n  <p data-agent-kind=\"stauts\" />\n</template>\n"),
    ] {
        let format = component(source);
        for kind in SuppressionKind::ALL {
            let document = Document::new(Arc::clone(&format), text);
            let mut chunks = document.chunks().iter();
            let span = chunks
                .find_map(|(start, chunk)| Some(chunk.analysis().diagnostics.first()?.span.shifted(start)));
            let span = span.expect("a finding");
            let edit = format.suppress(&document, span, "aaf/invalid-kind", kind).expect("an edit");
            let fixed = agmark_syntax::Edit::apply(text, &[edit]);
            let left = testing::diagnostics(Arc::clone(&format), &fixed);
            assert!(!left.contains("aaf/invalid-kind") && !left.contains("unused-allow"), "{fixed}\n{left}");
        }
    }
}

#[test]
fn other_peoples_sources_are_left_alone() {
    let registry = Registry::new(formats());
    let title = |path: &str, text: &str| {
        let path = std::path::Path::new(path);
        registry
            .detect_file(path, text, agmark_syntax::Surroundings::NONE)
            .map_or("none", |format| format.info().title)
    };
    assert_eq!(title("a.jsx", "<p data-agent-kind=\"status\" />"), "AAF in JSX");
    assert_eq!(title("a.tsx", "<AgentAction action=\"a.b\" />"), "AAF in TSX");
    assert_eq!(title("a.vue", "<agent-field field=\"a\" />"), "AAF in Vue");
    assert_eq!(title("a.svelte", "<p data-agent-kind=\"status\">"), "AAF in Svelte");
    assert_eq!(title("a.tsx", "<AgentList />"), "none");
    let own = "import { AgentField } from './agents';\nconst a = <AgentField agent={x} />;";
    assert_eq!(title("a.tsx", own), "none");
    assert_eq!(title("a.html", "<p data-agent-id=\"7\" data-agent-kind=\"tool_call\">"), "none");
    assert_eq!(title("a.ts", "<p data-agent-kind=\"status\">"), "none");
    assert_eq!(title("a.jsx", "const a = 1;"), "none");
}

#[test]
fn components_of_others_are_left_alone_beside_annotations() {
    diagnostics(
        Language::Tsx,
        r#"import { AgentField, AgentStatus } from "@/agents";
import { AgentAction } from "@agent-accessibility-framework/react";
const a = (
  <AgentAction action={name}>
    <AgentField agent={x} />
    <AgentStatus status="idle" output={y} />
    <AgentField field="Row" />
    <p data-agent-kind="stauts" />
  </AgentAction>
);
"#,
        expect![[r#"
            8:25-8:31 error aaf/invalid-kind unknown data-agent-kind "stauts": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "status"?
              suggestion: replace with "status": 8:25-8:31 "status"
        "#]],
    );
}

const WORDS: &[&str] = &[
    "<form data-agent-kind=\"action\" data-agent-action=\"a.b\">",
    "</form>",
    "<AgentField field=",
    "{a ? ",
    " : ",
    "}",
    "{...b}",
    "\"",
    "'",
    "`",
    "${",
    " data-agent-field={\"x\"}",
    " data-agent-danger={`",
    "/>",
    ">",
    "<",
    "{/* agmark: allow x */}",
    "{#if a}",
    "{:else}",
    "{/if}",
    "<script>",
    "</script>",
    "const a = (",
    ");",
    "\0",
    "<!--",
    "-->",
];

#[test]
fn no_source_is_too_broken() {
    for source in [Language::Jsx, Language::Tsx, Language::Svelte, Language::Vue] {
        let format = component(source);
        let mut random = Random(11);
        for _ in 0..400 {
            let text = random.text(WORDS, 20);
            let document = Document::new(Arc::clone(&format), &text);
            for (start, chunk) in document.chunks().iter() {
                let analysis = chunk.analysis();
                assert!(
                    !analysis.diagnostics.iter().any(|d| d.rule.code == "agmark/fault"),
                    "a panic in {text:?}"
                );
                let spans = analysis.diagnostics.iter().flat_map(|one| {
                    std::iter::once(one.span)
                        .chain(one.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span))
                });
                for span in spans
                    .chain(analysis.definitions.iter().map(|d| d.span))
                    .chain(analysis.references.iter().map(|r| r.span))
                {
                    assert!(text.get(span.shifted(start).range()).is_some(), "{span:?} in {text:?}");
                }
            }
        }
        testing::check_edits(&format, &WORDS.concat(), WORDS, 5, 40);
    }
}
