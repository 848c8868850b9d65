//! What the annotator writes: which button sends a form off, and how dangerous things are.

use agmark_aaf::Pages;
use agmark_aaf::edit::annotate::{self, Annotator};
use agmark_aaf::edit::folder;
use agmark_aaf::edit::naming::ActionNames;
use agmark_aaf::page::Page;
use agmark_aaf::syntax::language::Language;
use agmark_syntax::{Edit, testing};

/// A page with all annotations.
pub fn annotated(text: &str, source: Language) -> String {
    Edit::apply(text, &annotate::whole(&Page::of(text, source)))
}

/// The names of the actions that buttons get, each with its danger.
fn buttons(text: &str, source: Language) -> Vec<String> {
    let text = annotated(text, source);
    let page = Page::of(&text, source);
    let buttons = page.annotated.iter().filter(|one| page.tag(one).eq_ignore_ascii_case("button"));
    buttons
        .map(|one| format!("{} {}", one.text("action").unwrap_or("-"), one.text("danger").unwrap_or("-")))
        .collect()
}

/// The names of actions and fields that a page gets: `form invoice.create`, `input email`.
pub fn names(text: &str, source: Language, place: Option<&str>, known: &mut ActionNames) -> Vec<String> {
    let page = Page::of(text, source);
    let edits = Annotator::new(&page, place.map(str::to_owned), known).whole().edits;
    let text = Edit::apply(text, &edits);
    let page = Page::of(&text, source);
    let named = |name: &str| {
        let told =
            page.annotated.iter().filter_map(|one| Some(format!("{} {}", page.tag(one), one.text(name)?)));
        told.collect::<Vec<_>>()
    };
    [named("action"), named("field")].concat()
}

#[test]
fn a_button_without_a_type_is_the_submit_button_only_if_nothing_speaks_against_it() {
    let form = |inside: &str| format!("<form id=\"create-invoice\"><input name=\"a\">{inside}</form>");
    let html = |inside: &str| buttons(&form(inside), Language::Html);
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
        buttons(&format!("{text} // data-agent-"), Language::Jsx)
    };
    assert_eq!(
        jsx("<button onClick={del}>Delete account</button><button type=\"submit\">Create</button>"),
        [delete, "invoice.create.submit -"]
    );
    assert_eq!(source("<button @click='x'>Check</button>", Language::Vue), ["check -"]);
}

#[test]
fn danger_is_judged_by_everything_that_an_element_is_called_by() {
    let of = |text: &str| annotated(text, Language::Html);
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
    let found = testing::diagnostics(std::sync::Arc::new(Pages), &annotated(text, Language::Html));
    assert_eq!(found, "");
}

#[test]
fn controls_outside_of_their_form_belong_to_it() {
    let text = "<input name=code form=f><form id=f aria-label=\"Book seat\"><input name=code></form>\
                <textarea name=note form=f></textarea><input name=lost form=g><input name=free form=\"\">\
                <button type=submit form=f>Go</button>";
    let made = annotated(text, Language::Html);
    let expected = "<input name=code form=f data-agent-kind=\"field\" data-agent-field=\"code\" data-agent-for-action=\"seat.book\">\
                    <form id=f aria-label=\"Book seat\" data-agent-kind=\"action\" data-agent-action=\"seat.book\" \
                    data-agent-danger=\"low\" data-agent-confirm=\"optional\"><input name=code data-agent-kind=\"field\" \
                    data-agent-field=\"code_2\"></form><textarea name=note form=f data-agent-kind=\"field\" \
                    data-agent-field=\"note\" data-agent-for-action=\"seat.book\"></textarea><input name=lost form=g>\
                    <input name=free form=\"\"><button type=submit form=f data-agent-kind=\"action\" \
                    data-agent-action=\"seat.book.submit\">Go</button>";
    assert_eq!(made, expected);
    // Annotating the form alone gives the same, and again gives nothing.
    let page = Page::new(text);
    let form = page.dom.elements.iter().position(|one| one.is(text, "form")).expect("a form");
    let mut known = ActionNames::default();
    let (edits, _) = Annotator::new(&page, None, &mut known).form(form).expect("edits");
    assert_eq!(Edit::apply(text, &edits).replace("code_2", "code"), expected.replace("code_2", "code"));
    assert_eq!(annotated(&made, Language::Html), made);
    // A form that cannot get an action ties nothing to it.
    let other = "<form id=f data-agent-kind=dialog></form><input name=a form=f>";
    assert_eq!(annotated(other, Language::Html), other);
}

#[test]
fn a_control_that_names_its_form_has_what_the_form_says() {
    let page = |form: &str, rest: &str| {
        let text =
            format!("<form id=f data-agent-kind=action data-agent-action=a.delete {form}></form>{rest}");
        testing::diagnostics(std::sync::Arc::new(Pages), &text)
    };
    let delete = "<button form=f type=submit>Delete</button>";
    assert_eq!(page("data-agent-danger=high data-agent-confirm=required", delete), "");
    assert!(page("", delete).contains("aaf/unguarded-button"));
    let guarded = "data-agent-danger=high data-agent-confirm=required";
    let control = page(guarded, "<input form=f name=reason>");
    assert!(
        control.contains("warning aaf/unannotated-control <input name=\"reason\"> of action \"a.delete\""),
        "{control}"
    );
    assert!(control.contains("data-agent-for-action"), "{control}");
    assert!(page(guarded, "<input form=g name=reason>").contains("hint aaf/unannotated-control"));
}

#[test]
fn tables_and_lists_of_records_are_data_views() {
    let views = |text: &str, source, place: Option<&str>| {
        let found = names(text, source, place, &mut ActionNames::default());
        found.into_iter().filter(|one| one.contains(".list")).collect::<Vec<_>>()
    };
    let html = |text: &str| views(text, Language::Html, None);
    let head = "<tr><th>Number<th>Amount</tr>";
    assert_eq!(
        html(&format!("<table><caption>All invoices</caption>{head}</table>")),
        ["table invoices.list"]
    );
    assert_eq!(html(&format!("<h2>Rechnungen</h2><p>x</p><table>{head}</table>")), ["table rechnungen.list"]);
    assert_eq!(html(&format!("<table id=orderTable>{head}</table>")), ["table order.list"]);
    assert_eq!(html("<div role=grid aria-label='Open seats'></div>"), ["div open-seats.list"]);
    assert_eq!(html("<h3>Guests</h3><ul><li>A</ul>"), ["ul guests.list"]);
    assert_eq!(html("<ul aria-label=Orders><li><a href=/1>1</a> <b>paid</b></ul>"), ["ul orders.list"]);
    assert_eq!(
        views(&format!("<table>{head}</table>"), Language::Html, Some("invoices")),
        ["table invoices.list"]
    );
    for text in [
        // Layout, menus, lists in a text, lists of others.
        "<h2>Invoices</h2><table><tr><td>x</table>",
        "<h2>Invoices</h2><table role=presentation><tr><th>x</table>",
        "<nav aria-label=Main><ul><li>a</ul></nav>",
        "<ul id=main-menu><li>a</ul>",
        "<ul class='nav nav-tabs' aria-label=Parts><li>a</ul>",
        "<h3>Seats</h3><ul><li><a href=/1>1</a><li><a href=/2>2</a></ul>",
        "<h3>Seats</h3><p>x</p><ul><li>a</ul>",
        "<ul><li>a</ul>",
        "<table id=table1><tr><th>A</table>",
        "<table id=一覧><tr><th>A</table>",
        "<form id=f><table aria-label=Seats><tr><th>A</table></form>",
    ] {
        assert_eq!(html(text), Vec::<String>::new(), "{text}");
    }
    let jsx = "const a = <section><CardTitle>Team members</CardTitle><Table><TableHead>Name</TableHead></Table></section>;";
    assert_eq!(views(jsx, Language::Jsx, None), ["Table team-members.list"]);
    // Twice the same name is the same view only if it has the same columns.
    let two = format!("<table aria-label=Seats>{head}</table><table aria-label=Seats><tr><th>Row</table>");
    assert_eq!(html(&two), ["table seats.list", "table seats.list-2"]);
}

#[test]
fn a_button_does_what_it_says_whatever_the_heading_says() {
    let of = |text: &str| buttons(text, Language::Html);
    assert_eq!(
        of("<h1>Edit profile</h1><button>Save</button><button>Delete</button>"),
        ["profile.edit -", "profile.delete high"]
    );
    assert_eq!(of("<h1>Profil bearbeiten</h1><button>Löschen</button>"), ["profil.loeschen high"]);
    // Controls in a list act on the rows of the list.
    let list =
        "<h1>Checkout</h1><ul aria-label='Cart items'><li><button>Remove</button></ul><button>Save</button>";
    assert_eq!(of(list), ["cart.remove high", "checkout.save -"]);
    assert_eq!(of("<button>S'abonner</button>"), ["abonner -"]);
    let vue = "<template><form id=\"user-edit\"><input v-model.trim=\"form.zipCode\" placeholder=\"PLZ\"></form></template>";
    assert_eq!(names(vue, Language::Vue, None, &mut ActionNames::default())[1], "input zip_code");
}

#[test]
fn data_views_stand_in_the_manifest() {
    let text =
        "<h1>Invoices</h1><table><tr><th>Number<th>Fällig am</tr><tr><td><button>Delete</button></table>";
    let text = annotated(text, Language::Html);
    let page = Page::new(&text);
    let sources = [folder::FolderPage { route: Some("/".to_owned()), page }];
    let manifest = folder::manifest("x", "https://x.example", &sources);
    assert_eq!(
        manifest["data"],
        serde_json::json!({"invoices.list": {
            "title": "List invoices", "scope": "invoices.read",
            "outputSchema": {"type": "array", "items": {"type": "object", "properties": {
                "number": {"type": "string", "description": "Number"},
                "faellig_am": {"type": "string", "description": "Fällig am"},
            }}},
        }})
    );
    assert_eq!(manifest["pages"]["/"]["data"], serde_json::json!(["invoices.list"]));
    assert_eq!(manifest["pages"]["/"]["actions"], serde_json::json!(["invoices.delete"]));
    let written = folder::written(&manifest);
    assert_eq!(testing::diagnostics(std::sync::Arc::new(agmark_aaf::Manifests), &written), "");
    assert_eq!(annotated(&text, Language::Html), text, "once is enough");
}

#[test]
fn links_of_routers_are_links() {
    let text = "const a = <nav><Link to=\"/a\">A</Link><NavLink to={`/b/${id}`}>B</NavLink><Link href=\"/c\">C</Link><Link>D</Link>\
                <Link {...props} to=\"/e\">E</Link></nav>;";
    let made = annotated(text, Language::Jsx);
    assert_eq!(made.matches("data-agent-kind=\"link\"").count(), 3, "{made}");
    let vue = "<template><router-link :to=\"{ name: 'a' }\">A</router-link><NuxtLink to=\"/b\">B</NuxtLink></template>";
    let made = annotated(vue, Language::Vue);
    assert_eq!(made.matches("data-agent-kind=\"link\"").count(), 2, "{made}");
    let format =
        agmark_aaf::formats().into_iter().find(|one| one.info().title == "AAF in Vue").expect("a format");
    assert_eq!(testing::diagnostics(format, &made), "");
}

#[test]
fn leaving_a_dialog_is_not_dangerous() {
    let of = |text: &str, source| annotated(text, source);
    for text in [
        "<dialog><button>Cancel</button><button>Close</button></dialog>",
        "<div role=dialog><button>Cancel</button></div>",
        "<div class='modal fade'><button>Cancel</button></div>",
        "<form id=seat-book><button type=submit>Book</button><button type=button>Cancel</button></form>",
        "<form id=seat-book><button type=submit>Book</button><button type=reset>Reset</button></form>",
    ] {
        let made = of(text, Language::Html);
        assert!(made.contains("danger=\"none\"") && !made.contains("high"), "{made}");
        let found = testing::diagnostics(std::sync::Arc::new(Pages), &made);
        assert!(!found.contains("unguarded") && !found.contains("riskier"), "{made}\n{found}");
    }
    for text in [
        "<button>Cancel</button>",
        "<dialog><button>Cancel subscription</button></dialog>",
        "<dialog><button hx-delete=/order>Cancel</button></dialog>",
        "<dialog><form id=order-cancel><button type=submit>Cancel</button></form></dialog>",
    ] {
        assert!(of(text, Language::Html).contains("danger=\"high\""), "{text}");
    }
    let jsx = "const a = <AlertDialog><Button variant=\"ghost\">Cancel</Button></AlertDialog>;";
    assert!(of(jsx, Language::Jsx).contains("danger=\"none\""));
}

#[test]
fn a_form_that_cannot_get_an_action_gives_its_fields_none() {
    for form in ["<form id=x {% if a %}class=\"b\"{% endif %}>", "<form id=x data-agent-kind=dialog>"] {
        let text = format!("{form}<input name=q></form>");
        assert_eq!(annotated(&text, Language::Html), text);
    }
    let own = "<form id=x data-agent-kind=\"action\" data-agent-action=\"a.b\"><input name=q></form>";
    assert!(annotated(own, Language::Html).contains("data-agent-field=\"q\""));
}

#[test]
fn nothing_is_written_after_a_quote_that_is_never_closed() {
    let text = "<form id=x><button>Go</button><input name=\"a><button>Stop</button></form>";
    let once = annotated(text, Language::Html);
    assert!(once.contains("<button data-agent-kind=\"action\""), "{once}");
    assert!(once.ends_with("<input name=\"a><button>Stop</button></form>"), "{once}");
}
