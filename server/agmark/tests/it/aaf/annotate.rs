//! `agmark aaf annotate`.

use expect_test::expect;

use crate::support::Folder;

const PLAIN: &str = "<h1>Invoices</h1>\n<form id=\"create-invoice\">\n  <input name=\"sum\">\n  <button>Create</button>\n</form>\n\
                     <form><input name=\"x\"><button type=\"button\">Go</button></form>\n";

#[test]
fn pages_without_annotations_are_annotated() {
    let folder = Folder::of(&[
        ("site/invoices.html", PLAIN),
        (
            "site/src/Pay.tsx",
            "export const Pay = () => <MoneyForm onSubmit={payInvoice}><Money name=\"sum\" /></MoneyForm>;\n",
        ),
        ("site/notes.md", "# Notes\n"),
    ]);
    let run = |args: &[&str]| folder.run(&[&["aaf", "annotate"], args].concat()).to_string();
    let all = ["site", "--component", "Money=input", "--component", "MoneyForm=form"];
    expect![[r#"
        would annotate site/invoices.html: 3 elements
        would annotate site/src/Pay.tsx: 2 elements
        would write site/.well-known/agent-manifest.json
        5 elements in 2 files: --diff shows the changes, --write writes them
        2> warning: site/invoices.html:6: nothing says what this form does: give it a name, an id or an aria-label
        exit 0
    "#]].assert_eq(&run(&all));
    let diff = run(&[&all[..], &["--diff"]].concat());
    assert!(diff.contains("+<form id=\"create-invoice\" data-agent-kind=\"action\""), "{diff}");
    assert!(diff.contains("+++ b/site/.well-known/agent-manifest.json"), "{diff}");
    assert_eq!(folder.read("site/invoices.html"), PLAIN, "nothing is written yet");
    expect![[r#"
        annotated site/invoices.html: 3 elements
        annotated site/src/Pay.tsx: 2 elements
        wrote site/.well-known/agent-manifest.json: set the origin of the site in it
        5 elements annotated in 2 files
        2> warning: site/invoices.html:6: nothing says what this form does: give it a name, an id or an aria-label
        exit 0
    "#]].assert_eq(&run(&[&all[..], &["--write"]].concat()));
    expect![[r#"
        <h1>Invoices</h1>
        <form id="create-invoice" data-agent-kind="action" data-agent-action="invoice.create" data-agent-danger="low" data-agent-confirm="optional">
          <input name="sum" data-agent-kind="field" data-agent-field="sum">
          <button data-agent-kind="action" data-agent-action="invoice.create.submit">Create</button>
        </form>
        <form><input name="x"><button type="button">Go</button></form>
    "#]].assert_eq(&folder.read("site/invoices.html"));
    expect![[r#"
        export const Pay = () => <MoneyForm onSubmit={payInvoice} data-agent-kind="action" data-agent-action="invoice.pay" data-agent-danger="low" data-agent-confirm="optional"><Money name="sum" data-agent-kind="field" data-agent-field="sum" /></MoneyForm>;
    "#]].assert_eq(&folder.read("site/src/Pay.tsx"));
    let manifest = folder.read("site/.well-known/agent-manifest.json");
    assert!(manifest.contains("\"invoice.create\"") && manifest.contains("\"invoice.pay\""), "{manifest}");
    // A second run has nothing to do but to tell of the form again.
    let again = run(&["site", "--write"]);
    assert!(again.contains("nothing to annotate"), "{again}");
    assert_eq!(folder.run(&["check", "site"]).code, 0);
}

#[test]
fn what_cannot_be_annotated_is_told() {
    let folder = Folder::of(&[("a.html", PLAIN), ("notes.txt", "none")]);
    let run = |args: &[&str]| folder.run(&[&["aaf", "annotate"], args].concat()).to_string();
    let missing = run(&["none.html"]);
    assert_eq!(missing, "2> error: none.html does not exist: check the spelling\nexit 2\n");
    let other = run(&["notes.txt"]);
    assert!(other.contains("note: notes.txt: not HTML, JSX, TSX, Vue or Svelte, skipped"), "{other}");
    let wrong = run(&["a.html", "--component", "Box=div"]);
    assert!(
        wrong.contains("unknown element \"div\": expected one of input, select, textarea, button, form, a"),
        "{wrong}"
    );
    assert!(wrong.ends_with("exit 2\n"), "{wrong}");
    assert!(run(&["a.html", "--diff", "--write"]).ends_with("exit 2\n"));
}

#[test]
fn a_page_that_cannot_be_read_and_a_quote_that_is_never_closed_are_told() {
    let folder = Folder::of(&[("open/a.html", "<form id=x>\n<input name=\"a><button>Go</button></form>\n")]);
    folder.write("latin/a.html", b"<form id=x>\xe4</form>");
    let run = |path: &str| folder.run(&["aaf", "annotate", "--write", "--no-manifest", path]);
    let open = run("open");
    let told = "a.html:2: the quote is not closed, so this element and the rest of the file are skipped: close the quote";
    assert!(open.code == 0 && open.err.contains(told), "{open}");
    let text = folder.read("open/a.html");
    assert!(text.ends_with(">\n<input name=\"a><button>Go</button></form>\n"), "{text}");
    assert!(run("open").out.contains("nothing to annotate"));
    let latin = run("latin");
    assert!(latin.code == 2 && latin.err.contains("not UTF-8"), "{latin}");
}
