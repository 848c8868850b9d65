//! The names that annotations get.

use agmark_aaf::Pages;
use agmark_aaf::edit::annotate::Annotator;
use agmark_aaf::edit::naming::ActionNames;
use agmark_aaf::page::Page;
use agmark_aaf::syntax::language::Language;
use agmark_syntax::{Edit, testing};

use super::annotate::{annotated, names};

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
    let found = names(text, Language::Tsx, Some("login"), &mut ActionNames::default());
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
    let found = names(vue, Language::Vue, None, &mut ActionNames::default());
    assert_eq!(found, ["el-form order.create", "el-button order.create.submit", "el-input amount"]);
}

#[test]
fn an_action_has_one_name_and_each_name_one_action() {
    let mut known = ActionNames::default();
    let mut html = |text: &str, place: &str| names(text, Language::Html, Some(place), &mut known);
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
    let mut known = ActionNames::default();
    let done = Annotator::new(&page, None, &mut known).whole();
    let unnamed: Vec<_> = done.unnamed.iter().map(|one| (one.index, one.what, one.called.clone())).collect();
    assert_eq!((unnamed, done.edits.len()), (vec![(0, "form", None)], 2));
}

#[test]
fn names_are_made_of_the_letters_of_other_languages() {
    let mut known = ActionNames::default();
    let german = "<h2>Rechnung erstellen</h2><form><label>Straße <input></label><label for=g>Größe (cm)</label><input id=g>\
                  <button type=submit>Speichern</button><button type=button>Abbrechen</button></form>\
                  <h2>Konto</h2><button>Löschen</button>";
    assert_eq!(
        names(german, Language::Html, None, &mut known),
        [
            "form rechnung.erstellen",
            "button rechnung.erstellen.submit",
            "button rechnung.erstellen.cancel",
            "button konto.loeschen",
            "input strasse",
            "input groesse_cm",
        ]
    );
    let made = annotated(german, Language::Html);
    assert!(made.contains("konto.loeschen\" data-agent-danger=\"high\""), "{made}");
    assert!(made.contains("cancel\" data-agent-danger=\"none\""), "{made}");
    assert_eq!(testing::diagnostics(std::sync::Arc::new(Pages), &made), "");
    let french = "<form aria-label=\"Créer une facture\"><input aria-label=\"Prénom de l'élève\"><button>Envoyer</button></form>\
                  <form id=recherche><input name=q></form>";
    let found = names(french, Language::Html, None, &mut known);
    assert_eq!(
        found,
        [
            "form facture.creer",
            "button facture.creer.submit",
            "form recherche",
            "input prenom_de_l_eleve",
            "input q"
        ]
    );
    assert!(annotated(french, Language::Html).contains("recherche\" data-agent-danger=\"none\""));
}

#[test]
fn what_is_called_something_in_another_script_gets_no_name_and_is_told() {
    let text = "<form id=seat-order><label>メール <input></label><input name=price><button type=submit>注文する</button>\
                <button type=button>削除</button></form><form><button type=submit>送信</button></form>";
    let page = Page::new(text);
    let mut known = ActionNames::default();
    let done = Annotator::new(&page, None, &mut known).whole();
    let told: Vec<String> = done
        .unnamed
        .iter()
        .map(|one| format!("{} {}", one.what, one.called.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(told, ["field メール", "button 削除", "form 送信"]);
    let made = Edit::apply(text, &done.edits);
    assert!(
        made.contains("data-agent-action=\"seat.order.submit\"") && made.contains("field=\"price\""),
        "{made}"
    );
    // Dangerous all the same.
    let found = testing::diagnostics(std::sync::Arc::new(Pages), &made);
    assert!(found.contains("riskier-part \"削除\" says \"削除\""), "{found}");
}
