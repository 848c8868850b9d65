//! What the annotator writes: which button sends a form off, and how dangerous things are.

use agmark_aaf::Pages;
use agmark_aaf::edit::annotate;
use agmark_aaf::page::Page;
use agmark_aaf::script::Source;
use agmark_syntax::{Edit, testing};

/// A page with all annotations.
fn annotated(text: &str, source: Source) -> String {
    Edit::apply(text, &annotate::whole(&Page::of(text, source)))
}

/// The names of the actions that buttons get, each with its danger.
fn buttons(text: &str, source: Source) -> Vec<String> {
    let text = annotated(text, source);
    let page = Page::of(&text, source);
    let buttons = page.annotated.iter().filter(|one| page.tag(one).eq_ignore_ascii_case("button"));
    buttons
        .map(|one| format!("{} {}", one.text("action").unwrap_or("-"), one.text("danger").unwrap_or("-")))
        .collect()
}

#[test]
fn a_button_without_a_type_is_the_submit_button_only_if_nothing_speaks_against_it() {
    let form = |inside: &str| format!("<form id=\"create-invoice\"><input name=\"a\">{inside}</form>");
    let html = |inside: &str| buttons(&form(inside), Source::Html);
    let delete = "account.delete high";
    assert_eq!(html("<button>Create</button>"), ["invoice.create.submit -"]);
    assert_eq!(html("<button>Delete account</button>"), [delete]);
    assert_eq!(
        html("<button onclick='del()'>Delete account</button><button type=submit>Create</button>"),
        [delete, "invoice.create.submit -"]
    );
    assert_eq!(
        html("<button>Delete account</button><button>Create</button>"),
        [delete, "invoice.create.submit -"]
    );
    assert_eq!(
        html("<button>Preview</button><button type=submit>Create</button>"),
        ["preview -", "invoice.create.submit -"]
    );
    assert_eq!(
        html("<button>Create</button><button>Preview</button>"),
        ["invoice.create.submit -", "preview -"]
    );
    assert_eq!(
        html("<button type=submit>Delete account</button><button type=submit>Create</button>"),
        [delete, "invoice.create.submit -"]
    );
    // The first sends the form elsewhere.
    assert_eq!(
        html("<button type=submit formaction=/p>Preview</button><button type=submit>Create</button>"),
        ["preview -", "invoice.create.submit -"]
    );
    for handler in [
        "onclick=x()",
        "@click=x",
        "@click.prevent=x",
        "v-on:click=x",
        "x-on:click=x",
        "(click)=x()",
        "hx-post=/x",
        "formaction=/x",
        "phx-click=x",
        "onClickCapture=x",
        "data-hx-post=/x",
    ] {
        let made = html(&format!("<button {handler}>Check</button>"));
        assert_eq!(made, ["check -"], "{handler}");
    }
    let source = |inside: &str, source| buttons(&form(inside), source);
    let jsx = |inside: &str| {
        let text = format!("const a = {};", form(inside).replace("\"a\">", "\"a\"/>"));
        buttons(&format!("{text} // data-agent-"), Source::Jsx)
    };
    assert_eq!(
        jsx("<button onClick={del}>Delete account</button><button type=\"submit\">Create</button>"),
        [delete, "invoice.create.submit -"]
    );
    assert_eq!(source("<button @click='x'>Check</button>", Source::Vue), ["check -"]);
}

#[test]
fn danger_is_judged_by_everything_that_an_element_is_called_by() {
    let of = |text: &str| annotated(text, Source::Html);
    for text in [
        "<form id=\"delete-article\"><button>Go</button></form>",
        "<form aria-label=\"Delete article\"></form>",
        "<form name=\"article\" method=\"delete\"></form>",
        "<form name=\"article\" title=\"Delete\"></form>",
        "<form name=\"article\"><button type=\"submit\">Delete</button></form>",
        "<button aria-label=\"Delete comment\">×</button>",
        "<button title=\"Delete\">×</button>",
        "<button><img alt=\"Delete comment\"></button>",
    ] {
        let made = of(text);
        assert!(made.contains("danger=\"high\"") && made.contains("confirm=\"required\""), "{made}");
        assert!(!made.contains("danger=\"low\""), "{made}");
    }
    assert!(of("<form name=\"article-search\"></form>").contains("danger=\"none\""));
    assert!(of("<form name=\"article-search\" method=\"post\"></form>").contains("danger=\"low\""));
}

#[test]
fn what_is_annotated_is_in_order() {
    let text = "<form id=\"create-invoice\"><label>Sum <input name=\"sum\"></label><button>Delete account</button>\
                <button type=\"button\" aria-label=\"Remove line\">×</button><button type=\"submit\">Create</button></form>\n";
    let found = testing::diagnostics(std::sync::Arc::new(Pages), &annotated(text, Source::Html));
    assert_eq!(found, "");
}
