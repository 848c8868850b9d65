//! Diagnostics of pages.

use std::sync::Arc;

use agmark_aaf::Pages;
use agmark_syntax::testing;
use expect_test::{Expect, expect};

fn diagnostics(text: &str, expect: Expect) {
    expect.assert_eq(&testing::diagnostics(Arc::new(Pages), text));
}

/// A form with everything in its place.
const BOOKING: &str = r#"<!doctype html>
<form
  data-agent-kind="action"
  data-agent-action="table.book"
  data-agent-scope="bookings.write"
  data-agent-danger="low"
  data-agent-confirm="review"
  data-agent-idempotent="false"
  data-agent-version="0.1"
>
  <input type="date" name="day" aria-label="Day" data-agent-kind="field" data-agent-field="day" />
  <select name="guests" data-agent-kind='field' data-agent-field='guests'>
    <option value="2">two
    <option value="4">four
  </select>
  <textarea name="wishes" data-agent-kind=field data-agent-field=wishes></textarea>
  <button type="submit" data-agent-kind="action" data-agent-action="table.book.submit">Book</button>
  <div role="status" data-agent-kind="status" data-agent-output="table.book.status"></div>
</form>
<button data-agent-kind="action" data-agent-action="booking.cancel" data-agent-danger="high" data-agent-confirm="required">
  Cancel the booking
</button>
<input data-agent-kind="field" data-agent-field="cancel_reason" data-agent-for-action="booking.cancel">
<a href="/menu" data-agent-kind="link">Menu</a>
<li data-agent-kind="link" data-agent-page="https://maps.example/table">Map</li>
"#;

#[test]
fn a_page_in_order_has_no_findings() {
    diagnostics(BOOKING, expect![[""]]);
}

#[test]
fn outline_of_a_page() {
    expect![[r#"
        table.book action <form>, danger low Function 2-19
          day field <input> Field 11-11
          guests field <select> Field 12-15
          wishes field <textarea> Field 16-16
          table.book.submit action <button> Function 17-17
          table.book.status status <div> Event 18-18
        booking.cancel action <button>, danger high Function 20-22
        cancel_reason field <input> Field 23-23
        link <a> File 24-24
        https://maps.example/table link <li> File 25-25
    "#]]
    .assert_eq(&testing::symbols(Arc::new(Pages), BOOKING));
}

#[test]
fn names_of_a_page() {
    expect![[r#"
        4:22-4:32 def agent action table.book global
        4:22-4:32 def action table.book
        17:69-17:86 def agent action table.book.submit global
        17:69-17:86 def action table.book.submit
        18:66-18:83 def output table.book.status global
        4:22-4:27 ref agent action table IfDefined
        5:21-5:35 ref scope bookings.write Workspace
        11:92-11:95 ref field table.book/day Workspace
        12:67-12:73 ref field table.book/guests Workspace
        16:66-16:72 ref field table.book/wishes Workspace
        17:69-17:74 ref agent action table IfDefined
        17:69-17:79 ref agent action table.book IfDefined
        18:66-18:76 ref agent action table.book Workspace
        20:53-20:67 def agent action booking.cancel global
        20:53-20:67 def action booking.cancel
        20:53-20:60 ref agent action booking IfDefined
        23:50-23:63 ref field booking.cancel/cancel_reason Workspace
        23:88-23:102 ref data view booking.cancel IfDefined
        23:88-23:102 ref agent action booking.cancel Workspace
        23:88-23:102 ref action booking.cancel Workspace
        24:10-24:15 ref page /menu Workspace
        25:45-25:71 link Address https://maps.example/table
    "#]]
    .assert_eq(&testing::names(Arc::new(Pages), BOOKING));
}

#[test]
fn illegal_values_with_the_legal_one_that_is_nearest() {
    diagnostics(
        r#"<form data-agent-kind="Action" data-agent-action="Table.Book" data-agent-danger="hihg"
  data-agent-confirm="always" data-agent-idempotent="yes" data-agent-scope="bookings:write" data-agent-version="1">
  <input data-agent-kind="feild" data-agent-field="guestCount">
  <p data-agent-kind="status" data-agent-output="Booking Status"></p>
  <p data-agent-kind="link" data-agent-page="menu">Menu</p>
  <p data-agent-kind="widget" data-agent-danger="purple" data-agent-field="***"></p>
  <p data-agent-kind data-agent-action=""></p>
</form>
"#,
        expect![[r#"
            1:24-1:30 error aaf/invalid-kind unknown data-agent-kind "Action": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "action"?
              suggestion: replace with "action": 1:24-1:30 "action"
            1:51-1:61 warning aaf/invalid-action invalid action name "Table.Book": expected lowercase letters, digits and "-", in parts joined by ".", as in "invoice.create": did you mean "table.book"?
              suggestion: replace with "table.book": 1:51-1:61 "table.book"
            1:82-1:86 error aaf/invalid-danger unknown data-agent-danger "hihg": expected one of none, low, high: did you mean "high"?
              suggestion: replace with "high": 1:82-1:86 "high"
            2:23-2:29 error aaf/invalid-confirm unknown data-agent-confirm "always": expected one of never, optional, review, required: did you mean "required"?
              suggestion: replace with "required": 2:23-2:29 "required"
            2:54-2:57 error aaf/invalid-idempotent unknown data-agent-idempotent "yes": expected one of true, false: did you mean "true"?
              suggestion: replace with "true": 2:54-2:57 "true"
            2:77-2:91 warning aaf/invalid-scope invalid scope "bookings:write": expected lowercase letters, digits, "_" and ".", as in "invoices.write": did you mean "bookings.write"?
              suggestion: replace with "bookings.write": 2:77-2:91 "bookings.write"
            2:113-2:114 warning aaf/invalid-version invalid version "1": expected two numbers joined by ".", as in "0.1": did you mean "1.0"?
              suggestion: replace with "1.0": 2:113-2:114 "1.0"
            3:27-3:32 error aaf/invalid-kind unknown data-agent-kind "feild": expected one of action, field, status, result, collection, item, dialog, step, link: did you mean "field"?
              suggestion: replace with "field": 3:27-3:32 "field"
            3:52-3:62 warning aaf/invalid-field invalid field name "guestCount": expected lowercase letters, digits and "_", as in "customer_email": did you mean "guest_count"?
              suggestion: replace with "guest_count": 3:52-3:62 "guest_count"
            4:50-4:64 warning aaf/invalid-output invalid output name "Booking Status": expected a name of lowercase letters and digits, as in "invoice.create.status": did you mean "booking_status"?
              suggestion: replace with "booking_status": 4:50-4:64 "booking_status"
            5:46-5:50 warning aaf/invalid-page invalid page "menu": expected a route that begins with "/", as in "/invoices/new", or an address: did you mean "/menu"?
              suggestion: replace with "/menu": 5:46-5:50 "/menu"
            6:23-6:29 error aaf/invalid-kind unknown data-agent-kind "widget": expected one of action, field, status, result, collection, item, dialog, step, link
            6:50-6:56 error aaf/invalid-danger unknown data-agent-danger "purple": expected one of none, low, high
            6:76-6:79 warning aaf/invalid-field invalid field name "***": expected lowercase letters, digits and "_", as in "customer_email"
            7:6-7:21 error aaf/invalid-kind data-agent-kind has no value: expected one of action, field, status, result, collection, item, dialog, step, link
            7:22-7:42 warning aaf/invalid-action data-agent-action has no value: expected lowercase letters, digits and "-", in parts joined by ".", as in "invoice.create"
        "#]],
    );
}

#[test]
fn attributes_that_do_not_exist() {
    diagnostics(
        "<p data-agent-knd=\"status\" data-agent-output=\"x\" data-agent-Field=\"y\" data-agent-zzz data-agent-ignore></p>\n",
        expect![[r#"
            1:4-1:18 warning aaf/unknown-attribute unknown attribute data-agent-knd: did you mean "data-agent-kind"?
              suggestion: replace with "data-agent-kind": 1:4-1:18 "data-agent-kind"
            1:50-1:66 warning aaf/unknown-attribute unknown attribute data-agent-Field: did you mean "data-agent-field"?
              suggestion: replace with "data-agent-field": 1:50-1:66 "data-agent-field"
            1:71-1:85 warning aaf/unknown-attribute unknown attribute data-agent-zzz: expected data-agent- and one of kind, action, field, danger, confirm, scope, idempotent, output, for-action, version, page, ignore
        "#]],
    );
}

#[test]
fn an_annotation_without_a_kind() {
    diagnostics(
        "<input\n  name=\"day\"\n  data-agent-field=\"day\"\n>\n<button data-agent-action=\"a.b\">Go</button>\n<p data-agent-output=\"x\"></p>\n<body data-agent-version=\"0.1\" data-agent-ignore>\n<p data-agent-for-action=\"a.b\"></p>\n<input data-agent-for-action=\"a.b\">\n",
        expect![[r#"
            3:3-3:19 warning aaf/missing-kind data-agent-field on an element without data-agent-kind: add data-agent-kind="field"
              suggestion: add data-agent-kind="field": 3:3-3:3 "data-agent-kind=\"field\"\n  "
            5:9-5:26 warning aaf/missing-kind data-agent-action on an element without data-agent-kind: add data-agent-kind="action"
              suggestion: add data-agent-kind="action": 5:9-5:9 "data-agent-kind=\"action\" "
            6:4-6:21 warning aaf/missing-kind data-agent-output on an element without data-agent-kind: add data-agent-kind="status"
              suggestion: add data-agent-kind="status": 6:4-6:4 "data-agent-kind=\"status\" "
            8:4-8:25 warning aaf/missing-kind data-agent-for-action on an element without data-agent-kind: add the kind, field or status
            9:8-9:29 warning aaf/missing-kind data-agent-for-action on an element without data-agent-kind: add data-agent-kind="field"
              suggestion: add data-agent-kind="field": 9:8-9:8 "data-agent-kind=\"field\" "
        "#]],
    );
}

#[test]
fn kinds_without_their_companions() {
    diagnostics(
        "<form data-agent-kind=action data-agent-action=a.b><button id=sendNow data-agent-kind=action>Go</button>\n<input name='first name' data-agent-kind=field>\n<p data-agent-kind=status></p>\n<p data-agent-kind=link></p><a href=/x data-agent-kind=link>x</a>\n<p data-agent-kind=collection></p></form>\n",
        expect![[r#"
            1:71-1:93 error aaf/missing-companion data-agent-kind="action" without data-agent-action: agents cannot find an action without a name
              suggestion: add data-agent-action="send-now": 1:93-1:93 " data-agent-action=\"send-now\""
            2:26-2:47 error aaf/missing-companion data-agent-kind="field" without data-agent-field: agents cannot find a field without a name
              suggestion: add data-agent-field="first_name": 2:47-2:47 " data-agent-field=\"first_name\""
            3:4-3:26 hint aaf/missing-companion data-agent-kind="status" without data-agent-output: it names the output that the status shows
              suggestion: add data-agent-output="a.b.status": 3:26-3:26 " data-agent-output=\"a.b.status\""
            4:4-4:24 error aaf/missing-companion data-agent-kind="link" without data-agent-page: a link that is not an <a> needs it for its target
        "#]],
    );
}

#[test]
fn templates_and_expressions_are_unknown_never_wrong() {
    diagnostics(
        r#"<form data-agent-kind="{{ kind }}" data-agent-action="{% if a %}x{% endif %}" data-agent-danger="<%= danger %>" data-agent-confirm="${confirm}">
<input data-agent-kind="field" {{ attributes }}>
<input data-agent-kind="field" data-agent-field="{{ "a b" | upper }}" data-agent-for-action={{action}}>
<input :data-agent-kind="kind" data-agent-field="x" v-bind:data-agent-for-action="a">
<input {% if x %}data-agent-kind="field"{% endif %} data-agent-field="y" data-agent-{{ name }}="z">
<input {...props} data-agent-field="z" data-agent-scope={scope}>
</form>
"#,
        expect![[""]],
    );
}

#[test]
fn comments_scripts_styles_and_samples_count_as_nothing() {
    diagnostics(
        r#"<!-- <p data-agent-kind="nope"> -->
<script>const x = '<p data-agent-kind="nope">';</script>
<style>/* <p data-agent-kind="nope"> */</style>
<textarea><p data-agent-kind="nope"></textarea>
<title><p data-agent-kind="nope"></title>
<pre>&lt;p data-agent-kind="nope"&gt;</pre>
<p title='<p data-agent-kind="nope">'>1 < 2 && 3 > 2 <3 </p>
<p data-agent-kind="real"></p>
"#,
        expect![[r#"
            4:2-4:10 hint aaf/unannotated-control <textarea> without data-agent-field: agents do not see it
            8:21-8:25 error aaf/invalid-kind unknown data-agent-kind "real": expected one of action, field, status, result, collection, item, dialog, step, link
        "#]],
    );
}

#[test]
fn for_action_that_names_nothing() {
    diagnostics(
        "<p data-agent-kind=action data-agent-action=club.leave></p>\n<input data-agent-kind=field data-agent-field=x data-agent-for-action=club.leafe>\n<input data-agent-kind=field data-agent-field=x data-agent-for-action=other.thing>\n",
        expect![[r#"
            2:71-2:81 error aaf/unknown-action action "club.leafe" is not defined: did you mean "club.leave"?
              likely fix: replace with "club.leave": 2:71-2:81 "club.leave"
            3:71-3:82 error aaf/unknown-action action "other.thing" is not defined
        "#]],
    );
}

#[test]
fn quotes_twice_and_versions_in_odd_places() {
    diagnostics(
        "<p\n  data-agent-kind=\"status\n  data-agent-output=\"x\"\n  data-agent-output='y'></p>\n<input data-agent-kind=field data-agent-field=x data-agent-version=0.1>\n<p data-agent-kind=\"status>",
        expect![[r#"
            2:3-2:26 error aaf/unclosed-quote unclosed quote around the value of data-agent-kind: add "
              suggestion: insert ": 2:26-2:26 "\""
            4:3-4:24 warning aaf/duplicate-attribute duplicate data-agent-output: browsers keep the first one
              3:3-3:24 the first one
              suggestion: remove the second one: 3:24-4:24 ""
            5:30-5:48 warning aaf/orphan-field field "x" without an action: move it into the action's element, or name the action with data-agent-for-action
            5:49-5:71 hint aaf/version-placement data-agent-version on <input>: move it to the root or to a container
            6:4-6:27 error aaf/unclosed-quote unclosed quote around the value of data-agent-kind: add "
              suggestion: insert ": 6:27-6:27 "\""
            6:4-6:27 hint aaf/missing-companion data-agent-kind="status" without data-agent-output: it names the output that the status shows
        "#]],
    );
}

#[test]
fn a_manifest_in_a_page() {
    let text = r#"<p data-agent-kind="field" data-agent-field="day" data-agent-for-action="table.book"></p>
<script type="application/agent+json">
{
  "version": "0.1",
  "site": {"name": "Bistro", "origin": "https://bistro.example"},
  "actions": {
    "table.book": {"title": "Book", "scope": "bookings.write", "risk": "lo", "confirmation": "review", "idempotent": false
      "inputSchema": {"properties": {"day": {"type": "string"}}}, "outputSchema": {}}
  }
}
</script>
<script type="application/agent+json" src="site.json"></script>
<script type="application/agent+json">{"version": {{ version }}}</script>
"#;
    diagnostics(
        text,
        expect![[r#"
            7:73-7:75 error aaf/manifest-value /actions/table.book/risk: unknown risk "lo": expected one of none, low, high: did you mean "low"?
              suggestion: replace with "low": 7:73-7:75 "low"
            7:123-7:123 error aaf/json-syntax a comma is missing before "inputSchema"
              fix: insert ',': 7:123-7:123 ","
        "#]],
    );
    expect![[r#"
        1:46-1:49 ref field table.book/day Workspace
        1:74-1:84 ref data view table.book IfDefined
        1:74-1:84 ref agent action table.book Workspace
        1:74-1:84 ref action table.book Workspace
        7:6-7:16 def agent action table.book global
        7:6-7:16 def action table.book
        7:47-7:61 def scope bookings.write global
        8:39-8:42 def field table.book/day
        5:41-5:63 link Address https://bistro.example
        12:44-12:53 link File site.json
    "#]]
    .assert_eq(&testing::names(Arc::new(Pages), text));
    expect![[r#"
        day field <p> Field 1-1
        agent manifest <script> Module 2-11
          site Bistro Object 5-5
          actions  Module 6-9
            table.book Book Function 7-8
              day string Field 8-8
        agent manifest <script> Module 13-13
    "#]]
    .assert_eq(&testing::symbols(Arc::new(Pages), text));
}

#[test]
fn a_field_belongs_to_the_action_around_it_then_to_the_one_it_names() {
    expect![[r#"
        1:51-1:54 def agent action a.b global
        1:51-1:54 def action a.b
        1:105-1:110 def agent action a.b.c global
        1:105-1:110 def action a.b.c
        3:50-3:55 def agent action other global
        3:50-3:55 def action other
        1:51-1:52 ref agent action a IfDefined
        1:105-1:106 ref agent action a IfDefined
        1:105-1:108 ref agent action a.b IfDefined
        2:22-2:26 ref field a.b/part Workspace
        2:53-2:59 ref field a.b/nested Workspace
        2:84-2:87 ref data view x.y IfDefined
        2:84-2:87 ref agent action x.y Workspace
        2:84-2:87 ref action x.y Workspace
        3:78-3:83 ref field other/inner Workspace
        4:22-4:29 ref field x.y/outside Workspace
        4:54-4:57 ref data view x.y IfDefined
        4:54-4:57 ref agent action x.y Workspace
        4:54-4:57 ref action x.y Workspace
    "#]].assert_eq(&testing::names(
        Arc::new(Pages),
        r#"<form data-agent-kind="action" data-agent-action="a.b"><div data-agent-kind="action" data-agent-action="a.b.c">
<p data-agent-field="part"></p><p data-agent-field="nested" data-agent-for-action="x.y"></p></div>
<div data-agent-kind="action" data-agent-action="other"><p data-agent-field="inner"></p></div></form>
<p data-agent-field="outside" data-agent-for-action="x.y"></p><p data-agent-field="no_owner"></p>
<form data-agent-action="{{ x }}"><p data-agent-field="unknown"></p></form>
"#,
    ));
}

#[test]
fn comments_that_silence() {
    diagnostics(
        r#"<!-- agmark: allow invalid-kind -->
<p data-agent-kind="nope"></p>
<p data-agent-kind="nope"></p> <!-- agmark: allow aaf/missing-kind, invalid-field --> <p data-agent-field="A"></p>
<!-- agmark: allow invalid-kind -->
<p data-agent-kind="status" data-agent-output="x"><b data-agent-kind="nope"></b></p>
<!-- agmark: allow json-syntax -->
<script type="application/agent+json">
{"version": "0.1", "site": {"name": "x", "origin": "https://x.example"}, "actions": {},}
</script>
"#,
        expect![[r#"
            3:21-3:25 error aaf/invalid-kind unknown data-agent-kind "nope": expected one of action, field, status, result, collection, item, dialog, step, link
            4:20-4:32 hint agmark/unused-allow "invalid-kind" finds nothing here: remove the comment
              fix: remove the comment: 4:1-5:1 ""
            5:71-5:75 error aaf/invalid-kind unknown data-agent-kind "nope": expected one of action, field, status, result, collection, item, dialog, step, link
        "#]],
    );
    diagnostics(
        "<!-- agmark: allow-file invalid-kind -->\n<p data-agent-kind=a></p><p data-agent-kind=b></p>\n",
        expect![[""]],
    );
}
