//! Pages, converted.

use std::sync::Arc;

use agmark_syntax::testing::{self, Random};
use expect_test::{Expect, expect};

use super::{convert, is_html};
use crate::{Anml, canonical};

fn check(html: &str, expect: &Expect) {
    let built = convert(html, None);
    expect.assert_eq(&built);
    assert_eq!(canonical(&built), built);
    let found = testing::diagnostics(Arc::new(Anml), &built);
    assert!(!found.contains(" error ") && !found.contains(" warning "), "{found}\n{built}");
}

#[test]
fn a_page() {
    check(
        r##"<!doctype html><html><head><title>Bike  shop</title><style>p{}</style></head><body>
<header><a href="/">Home</a> <nav aria-label="Main"><ul><li><a href="/bikes">Bikes</a></li><li>Repairs</li></ul></nav></header>
<main><h1>Book a <em>repair</em></h1><p>We fix <a href="#all">all</a> bikes.</p><div>Loose <b>words</b></div><div>apart</div>
<section><h2><a href="/news">News</a></h2><blockquote>Good.</blockquote><pre>a
  b</pre><hr></section>
<section aria-label="Team"><img src="ann.png" alt="Ann"><img src="x.png" alt=""><img src="data:image/gif;base64,R0" ></section>
<details open><summary>More</summary>Hidden no more.</details><details><summary>Less</summary><p>Gone</p></details>
<script>x()</script><p hidden>h</p><p aria-hidden="true">h</p><p style="color:red; display: none">h</p></main>
<footer><p>1 &lt; 2 &amp; "3"</p></footer></body></html>"##,
        &expect![[r##"
            ---
            title: Bike shop
            ---
            header
              link#e1 "Home" href=/
              nav "Main"
                list
                  item
                    link#e2 "Bikes" href=/bikes
                  item#e3 "Repairs"
            main
              h1#e4 "Book a repair"
              p
                > We fix
                link#e5 "all" href="#all"
                > bikes.
              p "Loose words"
              p "apart"
              h2#e6 "News"
                link#e7 "News" href=/news
              quote#e8 "Good."
              code
                > a
                >   b
              divider
              region#e9 "Team"
                img#e10 "Ann" src=ann.png
                img
              button#e11 "More" [expanded]
              p "Hidden no more."
              button#e12 "Less" [collapsed]
            footer
              p "1 < 2 & \"3\""
        "##]],
    );
}

#[test]
fn fields() {
    check(
        r#"<form><label for=a>Name</label><input id=a value=Ann required maxlength=9><label>Mail <input type=email placeholder="a@b" disabled></label>
<label>Code <input type=password value=secret></label><input type=search aria-label=Find><input type=number min=1 max=9 title=Amount>
<input type=range value=3 aria-label=Volume><input type=hidden name=x><fieldset disabled><legend>Size</legend>
<label><input type=radio name=s checked>Small</label><label><input type=radio name=s>Large</label></fieldset>
<label><input type=checkbox checked> Gift <b>wrap</b></label><label for=c>Colour</label><select id=c><option>Red<option selected>Green<optgroup label=Dark><option>Black</optgroup></select>
<select multiple aria-label=Days><option>Mo<option selected>Tu</select><textarea aria-label=Note>Be
quick</textarea><input type=submit><input type=reset value=Clear><input type=image alt=Go><input type=file><button>Buy "now"</button>
<button aria-label=Close><svg></svg></button><input list=l aria-label=City><datalist id=l><option>Ulm</datalist>
<progress value=3 max=9></progress><span id=t1>Tax</span> <span id=t2 hidden>number</span><input aria-labelledby="t1 t2"></form>"#,
        &expect![[r#"
            form
              textbox#e1 "Name" maxlength=9 value=Ann [required]
              textbox#e2 "Mail" placeholder=a@b type=email [disabled]
              textbox#e3 "Code" [masked]
              searchbox#e4 "Find"
              spinbutton#e5 "Amount" min=1 max=9
              slider#e6 "Volume" value=3
              group "Size"
                radio#e7 "Small" [checked] [disabled]
                radio#e8 "Large" [disabled]
              checkbox#e9 "Gift wrap" [checked]
              combobox#e10 "Colour"
                option#e11 "Red"
                option#e12 "Green" [selected]
                group "Dark"
                  option#e13 "Black"
              listbox#e14 "Days" [multiselectable]
                option#e15 "Mo"
                option#e16 "Tu" [selected]
              textbox#e17 "Note" value="Be quick"
              button#e18 "Submit"
              button#e19 "Clear"
              button#e20 "Go"
              button#e21 "Choose File" type=file
              button#e22 "Buy \"now\""
              button#e23 "Close"
              combobox#e24 "City"
              progressbar max=9 value=3
              p "Tax"
              textbox#e25 "Tax number"
        "#]],
    );
}

#[test]
fn roles_and_states_of_aria() {
    check(
        r#"<div role=tablist><div role=tab aria-selected=true tabindex=0>One</div><div role=tab>Two</div></div><div role=tabpanel>Text</div>
<div role=button aria-pressed=mixed>Mute</div><button aria-expanded=false aria-haspopup=menu>Menu</button><ul role=menu><li role=menuitemcheckbox aria-checked=true>Grid</li></ul>
<div role="foo heading" aria-level=3>Title</div><div onclick="x()">Click <i>me</i></div><div onclick="x()">around <a href=/>link</a></div>
<ul role=none><li role=none><a href=/x role=presentation>X</a></ul><div role=switch aria-checked=false>Wi-Fi</div>
<ul role=tree><li role=treeitem aria-expanded=true>Fruit<ul role=group><li role=treeitem>Apple</li></ul></li></ul>
<div role=dialog aria-modal=true aria-labelledby=h><h2 id=h>Sure?</h2><button>Yes</button></div>
<div role=slider aria-valuenow=5 aria-valuemin=0 aria-valuemax=9 aria-label=Hue></div><div contenteditable aria-label=Post>Dear all</div>
<div aria-label=Box>in</div><svg role=img><title>Chart</title></svg><a href=/y aria-current=page>Y</a><a>no link</a>"#,
        &expect![[r#"
            tablist
              tab#e1 "One" [selected]
              tab#e2 "Two"
            panel
              p "Text"
            button#e3 "Mute" pressed=mixed
            button#e4 "Menu" haspopup=menu [collapsed]
            menu
              menuitem#e5 "Grid" [checked]
            h3#e6 "Title"
            generic#e7 "Click me" [clickable]
            generic#e8 [clickable]
              > around
              link#e9 "link" href=/
            link#e10 "X" href=/x
            switch#e11 "Wi-Fi"
            tree
              treeitem#e12 "Fruit" [expanded]
                group
                  treeitem#e13 "Apple"
            dialog "Sure?" [modal]
              h2#e14 "Sure?"
              button#e15 "Yes"
            slider#e16 "Hue" value=5 min=0 max=9
            textbox#e17 "Post" value="Dear all"
            group "Box"
              p "in"
            img#e18 "Chart"
            link#e19 "Y" href=/y [current]
            p "no link"
        "#]],
    );
}

#[test]
fn tables() {
    check(
        r#"<table><caption>Prices</caption><thead><tr><th>Item<th>Price<th>Act</thead><tbody><tr><td>Tea | green<td>3<td><button>Buy|it</button>
<tr><td><p>Jam</p><td><td><a href=/jam>see</a></table><table><tr><td>no<td>header</table>
<table><tr><th>a<th>b<tr><td>two <button>x</button> things<td>c</table><table role=presentation><tr><td>layout</table>
<table><tr><th>a<th>b<tr><td colspan=2>wide</table>"#,
        &expect![[r#"
            table "Prices" rows=2 cols=3
              | Item         | Price | Act                     |
              | Tea \| green | 3     | button#e1 "Buy\|it"     |
              | Jam          |       | link#e2 "see" href=/jam |
            table
              row
                cell#e3 "no"
                cell#e4 "header"
            table
              row
                cell#e5 "a"
                cell#e6 "b"
              row
                cell
                  > two
                  button#e7 "x"
                  > things
                cell#e8 "c"
            p "layout"
            table
              row
                cell#e9 "a"
                cell#e10 "b"
              row
                cell#e11 "wide"
        "#]],
    );
}

#[test]
fn frames() {
    check(
        r#"<iframe title=inner srcdoc="<button>In</button><iframe srcdoc='&lt;p>deep'></iframe>"></iframe><iframe src=/ad></iframe>"#,
        &expect![[r#"
            iframe "inner"
              button#e1 "In"
              iframe
                p "deep"
            iframe src=/ad
        "#]],
    );
}

#[test]
fn content_with_a_name_gets_a_ref() {
    check(
        "<h1>Books</h1><h2></h2><p>Text</p><ul><li>Emma<li onclick=x()>Ivy</ul><img alt=Map src=m.png onclick=x()>\
         <nav aria-label=Top><a href=/>Home</a></nav>",
        &expect![[r#"
            h1#e1 "Books"
            p "Text"
            list
              item#e2 "Emma"
              item#e3 "Ivy" [clickable]
            img#e4 "Map" src=m.png [clickable]
            nav "Top"
              link#e5 "Home" href=/
        "#]],
    );
}

#[test]
fn what_is_a_page() {
    for page in ["<!doctype html>", "\u{feff} <p>", "<Html>"] {
        assert!(is_html(page), "{page}");
    }
    for other in ["", "nav\n", "- link \"<a>\"", "< 3", "---\n<p>"] {
        assert!(!is_html(other), "{other}");
    }
}

#[test]
fn deep_pages_are_walked() {
    let built = convert(&format!("{}deep<button>In", "<section aria-label=a>".repeat(5000)), None);
    assert_eq!(built.matches(" \"a\"").count(), 5000);
    assert!(built.contains("button#e5001 \"In\""), "{}", &built[built.len() - 200..]);
}

#[test]
fn converting_is_total() {
    const WORDS: &[&str] = &[
        "<a href=x>",
        "</a>",
        "<button ",
        "aria-label=\"q",
        "\" ",
        ">",
        "<li>",
        "<ul role=tree>",
        "<table><tr><th>a<th>b<tr><td>",
        "<td>",
        "item#e1",
        "|",
        "\\",
        "<select>",
        "<option selected>",
        "<label for=a>",
        "<label>",
        "<input id=a",
        " type=checkbox>",
        "<svg><title>",
        "<pre>\n a\n\nb",
        "</pre>",
        "<details>",
        "<summary>",
        "<iframe srcdoc=\"<p>&lt;b>",
        "text ",
        "\n",
        "&amp;",
        "&#0;",
        "<div onclick=a>",
        "<h1>",
        "role=heading aria-level=99",
        "aria-labelledby='a b'",
        "<p id=b>",
        "é",
        "\u{85}",
        "<template>",
        "<math>",
        "<textarea>",
        "<!--",
        "-->",
        "<title>\"x\"",
        "<fieldset disabled><legend>",
    ];
    let mut random = Random(11);
    for _ in 0..3000 {
        let html = random.text(WORDS, 24);
        let built = convert(&html, Some("https://a.example/?q=\"1\""));
        assert_eq!(canonical(&built), built, "{html}");
        let found = testing::diagnostics(Arc::new(Anml), &built);
        assert!(!found.contains(" error "), "{html}\n{built}\n{found}");
    }
}

#[test]
fn twice_the_page_takes_twice_the_work() {
    let parts: &[(&str, &str, &str)] = &[
        ("deep elements", "", "<div>"),
        ("tables in tables", "", "<table><tr><th>a<th>b<tr><td>"),
        ("options", "<select>", "<option>a"),
        ("chosen options", "<select multiple>", "<option selected>a"),
        ("fields in a label", "<label>", "<i></i><input>"),
        ("blanks and fields in a label", "<label>", "<i></i>"),
        ("legends", "<fieldset>", "<b></b><legend>a</legend>"),
        (
            "references to one text",
            "<p id=l>",
            "<button aria-labelledby=l>x</button>Sixty-four letters make a text that soon has the length of a name... ",
        ),
        ("buttons", "", "<button><b>a</b></button>"),
        ("clickable elements", "", "<div onclick=x()>a"),
        ("lists", "", "<ul><li>a"),
    ];
    for (what, start, part) in parts {
        agmark_syntax::work::check_linear(
            what,
            400,
            |size| format!("{start}{}", part.repeat(size)),
            |text| super::convert(&text, None).len(),
        );
    }
}

#[test]
fn names_by_the_rules_of_accessible_names() {
    check(
        r##"<body><label>Flash the screen <input value="3"> times</label>
<button aria-labelledby="d f" aria-label="Delete" id="d">x</button><span id="f">file.txt</span>
<button><span title="Close"></span></button><a href="/a"><img src="a.png" alt="" title="Home"></a>
<label for="v">Volume <span role="slider" aria-valuenow="7" aria-valuetext="seven" aria-label="no"></span> of ten</label><input id="v">
<label for="c">Size <span role="listbox"><span role="option">S</span><span role="option" aria-selected="true">M</span></span></label><input id="c">
<button style="visibility: hidden">Gone <i style="visibility: visible">Seen</i></button>
<button>Save <i style="visibility:hidden">not <b style="visibility:visible">now</b></i></button>
<button aria-labelledby="t">x</button><input id="t" value="Typed">
<my-card><template shadowrootmode="open"><h2><slot name="title">None</slot></h2><button><slot></slot></button></template><b slot="title">News</b>Read</my-card></body>"##,
        &expect![[r#"
            textbox#e1 "Flash the screen times" value=3
            button#e2 "Delete file.txt"
            p "file.txt"
            button#e3 "Close"
            link#e4 "Home" href=/a
            slider#e5 "no" value=seven
            textbox#e6 "Volume seven of ten"
            listbox#e7
              option#e8 "S"
              option#e9 "M" [selected]
            textbox#e10 "Size M"
            p "Seen"
            button#e11 "Save now"
            button#e12 "Typed"
            textbox#e13 value=Typed
            h2#e14 "News"
            button#e15 "Read"
        "#]],
    );
}
