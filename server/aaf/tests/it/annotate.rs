//! What the annotator writes: which button sends a form off, and how dangerous things are.

use agmark_aaf::Pages;
use agmark_aaf::edit::annotate::{self, Annotator};
use agmark_aaf::edit::naming::Known;
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

/// The names of actions and fields that a page gets: `form invoice.create`, `input email`.
fn names(text: &str, source: Source, place: Option<&str>, known: &mut Known) -> Vec<String> {
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
fn components_of_libraries_are_controls() {
    let text = r#"export function LoginForm() {
  return (
    <Form {...form}>
      <form id="login-form" onSubmit={form.handleSubmit(handleLogin)}>
        <FormField name="email" render={({ field }) => (<FormItem><Input placeholder="you@…" {...field} /></FormItem>)} />
        <Input type="password" {...register("password")} />
        <TextField label="Display name" />
        <Select value={user.country} onChange={set}><option>DE</option></Select>
        <Input type="checkbox" name="stay" />
      </form>
      <Button type="submit" form="login-form">Log in</Button>
    </Form>
  );
}
"#;
    let found = names(text, Source::Tsx, Some("login"), &mut Known::default());
    assert_eq!(
        found,
        [
            "form login",
            "Button login.submit",
            "Input email",
            "Input password",
            "TextField display_name",
            "Select country"
        ]
    );
    let vue = "<template><el-form aria-label=\"Create order\"><el-input v-model=\"form.amount\" /><el-button type=\"submit\">OK</el-button></el-form></template>";
    let found = names(vue, Source::Vue, None, &mut Known::default());
    assert_eq!(found, ["el-form order.create", "el-button order.create.submit", "el-input amount"]);
}

#[test]
fn an_action_has_one_name_and_each_name_one_action() {
    let mut known = Known::default();
    let mut html = |text: &str, place: &str| names(text, Source::Html, Some(place), &mut known);
    let form = |fields: &str| format!("<form>{fields}<button type=submit>Submit</button></form>");
    // What a button says is not enough: the heading, or the page.
    assert_eq!(html(&form("<input name=a>"), "orders")[0], "form orders.submit");
    assert_eq!(
        html(&format!("<h2>Create invoice</h2>{}", form("<input name=b>")), "x")[0],
        "form invoice.create"
    );
    assert_eq!(
        html(&format!("<h2>Create invoice</h2>{}", form("<input name=b>")), "y")[0],
        "form invoice.create"
    );
    assert_eq!(
        html(&format!("<h2>Create invoice</h2>{}", form("<input name=c>")), "admin")[0],
        "form admin-invoice.create"
    );
    assert_eq!(
        html("<button>Save</button><button>Save</button>", "profile"),
        ["button profile.save", "button profile.save"]
    );
    assert_eq!(
        html("<form id=user-edit><button type=button>Delete</button></form>", "z")[1],
        "button user.delete"
    );
}

#[test]
fn a_form_without_a_name_is_told() {
    let page =
        Page::new("<form><input name=a><button>OK</button></form><form id=search><input name=q></form>");
    let mut known = Known::default();
    let done = Annotator::new(&page, None, &mut known).whole();
    assert_eq!((done.unnamed, done.edits.len()), (vec![0], 2));
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
        let made = of(text, Source::Html);
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
        assert!(of(text, Source::Html).contains("danger=\"high\""), "{text}");
    }
    let jsx = "const a = <AlertDialog><Button variant=\"ghost\">Cancel</Button></AlertDialog>;";
    assert!(of(jsx, Source::Jsx).contains("danger=\"none\""));
}

#[test]
fn a_form_that_cannot_get_an_action_gives_its_fields_none() {
    for form in ["<form id=x {% if a %}class=\"b\"{% endif %}>", "<form id=x data-agent-kind=dialog>"] {
        let text = format!("{form}<input name=q></form>");
        assert_eq!(annotated(&text, Source::Html), text);
    }
    let own = "<form id=x data-agent-kind=\"action\" data-agent-action=\"a.b\"><input name=q></form>";
    assert!(annotated(own, Source::Html).contains("data-agent-field=\"q\""));
}

#[test]
fn nothing_is_written_after_a_quote_that_is_never_closed() {
    let text = "<form id=x><button>Go</button><input name=\"a><button>Stop</button></form>";
    let once = annotated(text, Source::Html);
    assert!(once.contains("<button data-agent-kind=\"action\""), "{once}");
    assert!(once.ends_with("<input name=\"a><button>Stop</button></form>"), "{once}");
}
