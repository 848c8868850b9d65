//! What pages score, by category: worked out by hand from the specification.

use agmark_aaf::coverage::{Assessment, AuditedPage, Category, ManifestCheck, overall};

/// A manifest without mistakes.
const MANIFEST: &str = r#"{
  "version": "0.1",
  "site": { "name": "Lending library", "origin": "https://library.example" },
  "actions": {
    "loan.extend": {
      "title": "Extend a loan", "scope": "loans.write", "risk": "low", "confirmation": "optional",
      "idempotent": false, "inputSchema": { "type": "object" }, "outputSchema": { "type": "object" }
    }
  }
}"#;

fn assess(page: &str) -> Vec<Assessment> {
    AuditedPage::new(page).assess(&Category::ALL, &ManifestCheck::of_file(MANIFEST))
}

/// Forms, fields, actions, navigation and safety, `-` where nothing applies; then the whole.
fn scores(page: &str) -> String {
    let all = assess(page);
    let one = |one: &Assessment| one.score.map_or("-".to_owned(), |score| score.to_string());
    let scores: Vec<String> = all.iter().filter(|one| one.category != Category::Manifest).map(one).collect();
    format!("{} = {}", scores.join(" "), overall(&all))
}

/// What is printed of a category.
fn lines(page: &str, category: Category) -> String {
    let mut out = String::new();
    for line in assess(page).iter().filter(|one| one.category == category).flat_map(|one| &one.lines) {
        out.push_str(&format!("[{}] {}\n", line.mark.sign(), line.text));
        line.details.iter().for_each(|detail| out.push_str(&format!("    {detail}\n")));
    }
    out
}

/// Pages, and their scores for forms, fields, actions, navigation and safety, and in all.
const PAGES: &[(&str, &str)] = &[
    // Nothing to check but the manifest.
    ("", "- - - - - = 100"),
    ("<h1>Opening hours</h1><p>Nine to five</p>", "- - - - - = 100"),
    // FORMS: (0 * 20 + 100 * 10) / 30 = 33.3
    ("<form></form>", "0 - - - - = 33"),
    ("<form data-agent-action=loan.extend></form>", "100 - - - - = 100"),
    // Elements are named in any case, annotations in one.
    ("<FORM data-agent-action='loan.extend'></FORM>", "100 - - - - = 100"),
    ("<form DATA-AGENT-ACTION='loan.extend'></form>", "0 - - - - = 33"),
    // An empty annotation does not count; a kind alone is not an action.
    ("<form data-agent-action=''></form>", "0 - - - - = 33"),
    ("<form data-agent-kind=action></form>", "0 - - - - = 33"),
    // (50 * 20 + 100 * 10) / 30 = 66.7
    ("<form data-agent-action=a></form><form></form>", "50 - - - - = 67"),
    // 1 of 3; (33 * 20 + 1000) / 30 = 55.3
    ("<form data-agent-action=a></form><form></form><form></form>", "33 - - - - = 55"),
    // What a template says is not known, and not missing.
    ("<form data-agent-action=\"{{ action }}\"></form>", "100 - - - - = 100"),
    ("<form {{ attributes }}></form>", "- - - - - = 100"),
    ("<form :data-agent-action=\"name\"></form>", "100 - - - - = 100"),
    // FIELDS: 1 of 2, whatever the quotes; (50 * 20 + 1000) / 30 = 66.7
    ("<input name=a data-agent-field=a><input name=b>", "- 50 - - - = 67"),
    ("<select data-agent-field='a'></select><textarea></textarea>", "- 50 - - - = 67"),
    ("<input type=hidden><input type=submit><input type=button><input type=RESET>", "- - - - - = 100"),
    ("<input type=image><input type=checkbox><input type=' radio '>", "- - - - - = 100"),
    ("<input aria-hidden=true><input aria-hidden=false>", "- 0 - - - = 33"),
    ("<select type=hidden></select>", "- 0 - - - = 33"),
    ("<input type='{{ type }}'>", "- - - - - = 100"),
    ("<input type='{{ type }}' data-agent-field=a>", "- 100 - - - = 100"),
    // 2 of 3 = 66.7; (67 * 20 + 1000) / 30 = 78
    ("<input data-agent-field=a><input data-agent-field=b><input>", "- 67 - - - = 78"),
    // ACTIONS: (0 * 15 + 100 * 10) / 25 = 40
    ("<button>Extend</button>", "- - 0 - - = 40"),
    ("<button data-agent-action=loan.extend>Extend</button>", "- - 100 - - = 100"),
    ("<button data-agent-kind=action>Extend</button>", "- - 100 - - = 100"),
    // Without text there is nothing to name; what is nested is text.
    ("<button></button><button> <svg><title>Bin</title></svg> </button>", "- - - - - = 100"),
    ("<button><span>Extend</span></button>", "- - 0 - - = 40"),
    ("<button>{{ label }}</button>", "- - 0 - - = 40"),
    ("<button><!-- Extend --></button>", "- - - - - = 100"),
    // One that is not closed ends where the next one starts: 1 of 2; (50 * 15 + 1000) / 25 = 70
    ("<button><button>Extend<button data-agent-kind=action>Return", "- - 50 - - = 70"),
    // NAVIGATION: 1 of 2; (50 * 15 + 1000) / 25 = 70
    ("<a href=/ data-agent-kind=link>Home</a><a href=/loans>Loans</a>", "- - - 50 - = 70"),
    ("<a href=/ data-agent-kind=action>Home</a>", "- - - 0 - = 40"),
    ("<a name=top></a>", "- - - - - = 100"),
    ("<a href=/ data-agent-kind='{{ kind }}'>Home</a>", "- - - 100 - = 100"),
    // SAFETY: a dangerous button counts as a button, too: (0 * 15 + 0 * 20 + 1000) / 45 = 22.2
    ("<button>Delete loan</button>", "- - 0 - 0 = 22"),
    (
        "<button data-agent-action=a data-agent-danger=high data-agent-confirm=required>Delete</button>",
        "- - 100 - 100 = 100",
    ),
    // (100 * 15 + 0 * 20 + 1000) / 45 = 55.6
    ("<button data-agent-action=a data-agent-danger=high>Delete</button>", "- - 100 - 0 = 56"),
    // The action around it guards; so does what that is a part of, and nothing else.
    (
        "<form data-agent-action=a.b data-agent-danger=high data-agent-confirm=required><button \
             data-agent-action=a.b.submit>Delete</button></form>",
        "100 - 100 - 100 = 100",
    ),
    (
        "<section data-agent-action=a data-agent-danger=high data-agent-confirm=required><div \
             data-agent-action=a.b><button data-agent-kind=action>Delete</button></div></section>",
        "- - 100 - 100 = 100",
    ),
    (
        "<section data-agent-action=x data-agent-danger=high data-agent-confirm=required><div \
             data-agent-action=a.b><button data-agent-kind=action>Delete</button></div></section>",
        "- - 100 - 0 = 56",
    ),
    (
        "<section data-agent-danger=high data-agent-confirm=required><button \
             data-agent-kind=action>Delete</button></section>",
        "- - 100 - 0 = 56",
    ),
    // As a word, in any case.
    ("<button data-agent-kind=action>RESET</button>", "- - 100 - 0 = 56"),
    ("<button data-agent-kind=action>Undeleted items</button>", "- - 100 - - = 100"),
    ("<button data-agent-kind=action>Dropdown</button>", "- - 100 - - = 100"),
    ("<input type=button value=Delete>", "- - - - 0 = 33"),
    ("<button aria-label='Delete comment'>×</button>", "- - 0 - 0 = 22"),
    ("<div role=button title=Delete></div>", "- - - - 0 = 33"),
    ("<a data-agent-kind=action data-agent-action=row.delete>×</a>", "- - - - 0 = 33"),
    ("<form data-agent-kind=action data-agent-action=article.delete></form>", "100 - - - 0 = 60"),
    // The danger of the action around it is too low for it; a word in the action's own name is known to it.
    (
        "<form data-agent-action=a data-agent-danger=low data-agent-confirm=optional><button type=button \
             data-agent-kind=action>Delete all</button></form>",
        "100 - 100 - 0 = 69",
    ),
    (
        "<form data-agent-action=a.delete data-agent-danger=low data-agent-confirm=optional><button \
             data-agent-kind=action>Delete all</button></form>",
        "100 - 100 - 100 = 100",
    ),
    (
        "<form data-agent-action=a data-agent-danger=low data-agent-confirm=optional><button type=button \
             data-agent-kind=action>Cancel</button></form>",
        "100 - 100 - - = 100",
    ),
    // All of them: (50 * 20 + 100 * 20 + 50 * 15 + 0 * 15 + 100 * 20 + 100 * 10) / 100 = 67.5
    (
        "<form data-agent-action=a></form><form></form><input data-agent-field=a><button>Go</button><button \
             data-agent-action=b data-agent-danger=low data-agent-confirm=never>Cancel</button><a href=/>x</a>",
        "50 100 50 0 100 = 68",
    ),
    // Text that looks like elements.
    ("<!-- <form></form> --><script>'<form></form>'</script><pre>&lt;form&gt;</pre>", "- - - - - = 100"),
    ("<textarea data-agent-field=a><form></form></textarea>", "- 100 - - - = 100"),
    // What is left out.
    (
        "<div data-agent-ignore><form></form><input></div><form data-agent-action=a></form>",
        "100 - - - - = 100",
    ),
    ("<form data-agent-ignore='true'><button>Go</button></form>", "- - - - - = 100"),
];

#[test]
fn what_pages_score() {
    let wrong: Vec<String> = PAGES
        .iter()
        .filter(|(page, expected)| scores(page) != *expected)
        .map(|(page, expected)| format!("{page}\n  expected {expected}\n  got      {}", scores(page)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_manifests_score() {
    let view = |contract: ManifestCheck| {
        let all = AuditedPage::new("").assess(&[Category::Manifest], &contract);
        let one = all.first().expect("a category");
        let lines: Vec<_> =
            one.lines.iter().map(|line| format!("[{}] {}", line.mark.sign(), line.text)).collect();
        format!("{} {}", one.score.unwrap_or_default(), lines.join(" "))
    };
    let of = |text: &str| view(ManifestCheck::of_file(text));
    assert_eq!(of(MANIFEST), "100 [+] Manifest has required fields (version, site, actions)");
    assert_eq!(view(ManifestCheck::none(None)), "0 [-] No agent manifest provided");
    assert_eq!(of("<!doctype html><title>Not found</title>"), "0 [-] No agent manifest provided");
    assert_eq!(of(r#"{"version": "0.1"}"#), "50 [~] Manifest missing fields: site, actions");
    assert_eq!(of("{}"), "50 [~] Manifest missing fields: version, site, actions");
    let sloppy = MANIFEST.replace("\"low\"", "\"middling\"").replace("false", "\"no\"");
    assert_eq!(of(&sloppy), "50 [~] Manifest has 2 schema error(s)");
    let both = MANIFEST.replace("\"version\": \"0.1\",", "\"colour\": 1,");
    assert_eq!(of(&both), "50 [~] Manifest missing fields: version [~] Manifest has 1 schema error(s)");
    assert_eq!(of("[]").split(' ').next(), Some("50"));
}

#[test]
fn a_page_with_a_manifest_of_its_own() {
    let page = format!("<script type=\"application/agent+json\">{MANIFEST}</script><form></form>");
    let subject = AuditedPage::new(&page);
    let (content, offset) = subject.embedded_manifest().expect("a manifest");
    let contract = ManifestCheck::of_script(content, offset);
    assert_eq!(overall(&subject.assess(&Category::DEFAULT, &contract)), 33);
    let none = "<script type=\"application/agent+json\" src=\"m.json\"></script>";
    assert_eq!(AuditedPage::new(none).embedded_manifest(), None);
}

#[test]
fn what_is_said() {
    let page = "<form data-agent-action=a></form><form id=f></form>
        <input name=email placeholder=x><input aria-label='Your &quot;name&quot;'><input type=tel><select></select>
        <button>Go  on</button><a href=/>x</a>
        <button data-agent-danger=high>Erase it</button>
        <form data-agent-action=b data-agent-danger=high data-agent-confirm=required><button>Delete</button></form>";
    assert_eq!(lines(page, Category::Forms), "[~] 1 of 3 form(s) missing data-agent-action\n");
    assert_eq!(
        lines(page, Category::Fields),
        "[-] 4 of 4 field(s) missing data-agent-field
    <input name=\"email\"> — no data-agent-field
    <input aria-label=\"Your \"name\"\"> — no data-agent-field
    <input type=\"tel\"> — no data-agent-field
    <select> — no data-agent-field
"
    );
    assert_eq!(
        lines(page, Category::Actions),
        "[-] 3 of 3 button(s) missing data-agent-action
    <button> \"Go on\" — no data-agent-action
    <button> \"Erase it\" — no data-agent-action
    <button> \"Delete\" — no data-agent-action
"
    );
    assert_eq!(lines(page, Category::Navigation), "[-] 1 of 1 link(s) missing data-agent-kind=\"link\"\n");
    assert_eq!(
        lines(page, Category::Safety),
        "[~] Button \"Erase it\" looks dangerous but missing data-agent-confirm
[+] Button \"Delete\" has danger and confirm annotations
    inherited from <form data-agent-action=\"b\">
"
    );
    let empty = |category| lines("", category);
    assert_eq!(empty(Category::Forms), "[+] No forms found (nothing to annotate)\n");
    assert_eq!(empty(Category::Fields), "[+] No visible input fields found (nothing to annotate)\n");
    assert_eq!(empty(Category::Actions), "[+] No action buttons found (nothing to annotate)\n");
    assert_eq!(empty(Category::Navigation), "[+] No links found (nothing to annotate)\n");
    assert_eq!(empty(Category::Safety), "[+] No dangerous-looking buttons found\n");
    let whole = "<form data-agent-action=a><input data-agent-field=b><button data-agent-kind=action>Go</button></form>
        <a href=/ data-agent-kind=link>x</a>";
    assert_eq!(lines(whole, Category::Forms), "[+] All 1 form(s) have data-agent-action\n");
    assert_eq!(lines(whole, Category::Fields), "[+] All 1 field(s) have data-agent-field\n");
    assert_eq!(lines(whole, Category::Actions), "[+] All 1 button(s) have data-agent-action\n");
    assert_eq!(lines(whole, Category::Navigation), "[+] All 1 link(s) have data-agent-kind=\"link\"\n");
}

#[test]
fn gaps_stand_at_their_elements() {
    let page = "<p>x</p>\n<input name=a>";
    let gaps: Vec<_> = assess(page).into_iter().flat_map(|one| one.gaps).collect();
    let places: Vec<_> = gaps.iter().map(|gap| (gap.span.text(page), gap.message.as_str())).collect();
    let message = "<input name=\"a\"> has no data-agent-field: name it, as in \"customer_email\"";
    assert_eq!(places, [("<input name=a>", message)]);
}

#[test]
fn any_text_can_be_assessed() {
    let pieces = [
        "<form ",
        "<button>",
        "Delete",
        "data-agent-action",
        "=",
        "\"",
        ">",
        "</button>",
        "{{",
        "}}",
        "<input",
        " x",
        "<!--",
    ];
    let mut random = agmark_syntax::testing::Random(7);
    for _ in 0..2000 {
        let page: String = (0..random.below(30)).map(|_| pieces[random.below(pieces.len())]).collect();
        let all = assess(&page);
        assert!(overall(&all) <= 100 && all.len() == 6, "{page}");
    }
}

#[test]
fn pages_that_are_never_closed_are_soon_done() {
    // Each would take minutes if every element looked at all that is in it or around it.
    for part in ["<button>Delete", "<a href=x>", "<i data-agent-action=a>"] {
        let page = part.repeat(20_000);
        assert_eq!(assess(&page).len(), 6);
    }
}
