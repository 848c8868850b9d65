//! Conversions from and to Markdown and HTML.

mod random;

use expect_test::{Expect, expect};

use super::{Converted, from_md, to_html, to_md};
use crate::{parse, serialize};

fn shown(converted: &Converted) -> String {
    let losses: String = converted.losses.iter().map(|loss| format!("lost, {loss}\n")).collect();
    format!("{}{losses}", converted.text)
}

fn check_in(markdown: &str, expected: Expect) {
    let converted = from_md(markdown);
    expected.assert_eq(&shown(&converted));
    let document = parse(&converted.text).unwrap_or_else(|error| panic!("{error}: {}", converted.text));
    assert_eq!(serialize(&document), converted.text, "it is in canonical form");
}

fn check_out(agd: &str, expected: Expect) {
    expected.assert_eq(&shown(&to_md(&parse(agd).expect("good"))));
}

#[test]
fn markdown_with_a_place_for_everything() {
    check_in(
        "---\ntitle: Harbour\nopen: true\nlist: [a]\n---\n\n# Harbour *rules*\n\nLine one\nline **two** `x` [#pier](#pier)\n\n\
         - a\n- b\n\n1. c\n\n> said\n> more\n>\n> end\n\n```c\nint x;\n```\n\n| a | b |\n|---|---|\n| 1 | x, y |\n\n[#pier](#pier)\n\n\
         <div>\n<b>x</b>\n</div>\n",
        expect![[r#"
            @meta open=true title=Harbour

            @raw type=front-matter
            ~~~
            list: [a]
            ~~~

            @h1 Harbour _rules_

            @p Line one line *two* `x` @ref #pier

            @ul
            - a
            - b

            @ol
            - c

            @quote
            > said
            > more
            >
            > end

            @code lang=c
            ~~~
            int x;
            ~~~

            @table
            ~~~
            a,b
            1,"x, y"
            ~~~

            @ref #pier

            @raw type=html
            ~~~
            <div>
            <b>x</b>
            </div>
            ~~~
        "#]],
    );
}

#[test]
fn what_markdown_has_and_agd_has_not() {
    check_in(
        "##### Deep\n\n- a\n  - b\n\n    c\n- d\n\n  ```sh\n  x\n  ```\n\n3. e\n\n---\n\nSee [site](http://a.b), <http://c.d>, ![pic](p.png).\n\n\
         **a *b* c** 2 \\* 3 \\* 4 <br> x  \ny\n\n```c title=x\n```\n\nends like an id [#x]\n\n# Same [#x]\n\n> # h\n> - i\n\n\
         |a|\n|:-|\n|*b*|\n\na*b*c\n",
        expect![[r#"
            @h4 Deep

            @ul
            - a
            - b c
            - d

            @code lang=sh
            ~~~
            x
            ~~~

            @ol start=3
            - e

            @x-rule

            @p See [site](http://a.b), <http://c.d>, ![pic](p.png).

            @p *a b c* 2 * 3 * 4 <br> x y

            @code info="title=x" lang=c
            ~~~

            ~~~

            @p ends like an id [#x] [#p-1]

            @h1 Same [#x] [#same-x]

            @raw type=markdown
            ~~~
            > # h
            > - i
            ~~~

            @table align=left
            ~~~
            a
            *b*
            ~~~

            @p abc
            lost, line 1: heading of level 5: it becomes @h4
            lost, line 4: nested list: its items follow their parent item
            lost, line 6: several paragraphs in an item: they become one
            lost, line 9: block in a list: it splits the list
            lost, line 19: nested markup
            lost, line 19: line break inside a paragraph
            lost, line 19: "*a b c* 2 * 3 * 4 <br> x y": AGD reads some of its characters as markup, and they cannot be escaped
            lost, line 36: the markup of "b", which is not possible at this place
        "#]],
    );
}

#[test]
fn agd_as_markdown() {
    check_out(
        "@meta title=\"A b\"\n\n@! note\n\n@h2 One [#one]\n\n@p 1. *b* _i_ `c` @ref #one <x> a_b * [z] [#p k=v]\n\n@ul\n- a\n- # b\n\n\
         @ul\n- c\n\n@ol\n- d\n\n@quote\n> e\n>\n> - f\n\n@code lang=c desc=x\n~~~\n```\n~~~\n\n@raw type=html\n~~~\n<hr>\n~~~\n\n\
         @table format=csv desc=\"say \\\"hi\\\"\" [#t]\n~~~\na,b\n~~~\n\n@x-note k=v [#n]\n\n@ref #one\n\n@include path=\"a.agd\"\n\n@p\n\n\
         @p * a *\n",
        expect![[r#"
            ---
            title: A b
            ---

            <!-- @! note -->

            <a id="one"></a>

            ## One

            1\. **b** _i_ `c` [#one](#one) \<x> a_b * \[z\]

            - a
            - \# b

            * c

            1. d

            > e
            >
            > \- f

            ````c
            ```
            ````

            <hr>

            <!-- @table desc="say \"hi\"" format=csv [#t] -->

            | a | b |
            | --- | --- |

            <!-- @x-note k=v [#n] -->

            [#one](#one)

            <!-- @include path="a.agd" -->

            **a**
            lost, line 7: attributes of @p: k
            lost, line 7: the id of this block
            lost, line 24: attributes of @code: desc
            lost, line 45: @p: it is left out
            lost, line 47: markup or white space in @p
        "#]],
    );
}

#[test]
fn agd_as_html() {
    let text = "@meta title=\"A & b\" author=ines\n\n@h1 One *b* [#one lang=en]\n\n@p <i> @ref #one\n\n@ul\n- a\n\n@quote\n> b\n> c\n\n\
                @code lang=c\n~~~\na < b\n~~~\n\n@raw type=html\n~~~\n<hr>\n~~~\n\n@table [#t]\n~~~\na,b\n1,2\n~~~\n\n\
                @x-note k=\"v \\\"w\\\"\" [#n:12]\n~~~\nx\n~~~\n\n@! a --> b\n\n@x-rule\n\n@raw type=front-matter\n~~~\na: [b]\n~~~\n\n@include path=x.agd\n";
    expect![[r##"
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        <title>A &amp; b</title>
        <meta name="author" content="ines">
        </head>
        <body>
        <h1 id="one" data-lang="en">One <strong>b</strong></h1>
        <p>&lt;i&gt; <a href="#one">#one</a></p>
        <ul>
        <li>a</li>
        </ul>
        <blockquote>b<br>
        c</blockquote>
        <pre><code class="language-c">a &lt; b</code></pre>
        <hr>
        <table id="t">
        <tr><th>a</th><th>b</th></tr>
        <tr><td>1</td><td>2</td></tr>
        </table>
        <div data-agd-tag="x-note" id="n" data-k="v &quot;w&quot;"><pre>x</pre></div>
        <!-- a - -&gt; b -->
        <hr>
        <p><a href="x.agd">x.agd</a></p>
        </body>
        </html>
        lost, line 30: the hash of an id
        lost, line 44: @include: the file is linked, not inserted
    "##]]
    .assert_eq(&shown(&to_html(&parse(text).expect("good"))));
}

#[test]
fn a_key_that_is_given_twice_is_said() {
    check_in(
        "---\ntitle: A\nkind: x\ntitle: B\ntitle: C\n---\n\ntext\n",
        expect![[r#"
            @meta kind=x title=C

            @p text
            lost, line 2: "title: A" of the front matter: duplicate key "title"
            lost, line 4: "title: B" of the front matter: duplicate key "title"
        "#]],
    );
}
