//! Each rule of the audit finds something in its bad examples and nothing in its good ones.

use agmark_aaf::coverage::Category;
use agmark_audit::schema::Schema;
use agmark_audit::{Audited, Options, rules};
use agmark_syntax::Rule;

/// The codes of what an audit of all categories finds in a page.
fn codes(page: &str) -> Vec<String> {
    let options = Options { also: vec![Category::Navigation, Category::Safety], ..Options::default() };
    let audited = Audited::new("example.html".to_owned(), page, None, &options);
    audited.findings.into_iter().map(|one| one.code).collect()
}

fn misfits(example: &str) -> usize {
    let (manifest, schema) = example.split_once("=== schema.json\n").unwrap();
    Schema::read("schema.json", schema).unwrap().check(manifest).unwrap().len()
}

fn finds(rule: &Rule, example: &str) -> bool {
    if rule == &rules::SCHEMA {
        misfits(example) > 0
    } else {
        codes(example).iter().any(|code| code == rule.code)
    }
}

#[test]
fn examples_of_rules_are_true() {
    for rule in rules::GROUP.rules {
        assert!(!rule.bad.is_empty() && !rule.good.is_empty(), "{} has no examples", rule.code);
        for bad in rule.bad {
            assert!(finds(rule, bad), "{} finds nothing in:\n{bad}", rule.code);
        }
        for good in rule.good {
            assert!(!finds(rule, good), "{} finds something in:\n{good}", rule.code);
        }
    }
}

#[test]
fn every_category_has_its_rule() {
    for category in Category::ALL {
        let rule = rules::of(category);
        assert_eq!(rule.code, format!("audit/{}", category.key()));
        assert!(rules::GROUP.rules.contains(&rule));
    }
}
