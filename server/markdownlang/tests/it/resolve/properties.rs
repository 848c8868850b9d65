//! Properties through the template, and schemas.

use expect_test::expect;

use super::{TRIP, at, check, renamed, shown};

#[test]
fn a_field_leads_to_its_property_through_everything_that_changes_the_dot() {
    // In a `define`, after a variable of an earlier chunk, in `with`, and at its schema.
    let mut all = Vec::new();
    for place in [".name }} of", "$user.name", ".name }}{{ else", "name: { type: string }, home", "$.name"] {
        let start = TRIP.find(place).expect("the place") + place.find("name").expect("the word");
        let marked = format!("{}‸{}", &TRIP[..start], &TRIP[start..]);
        all.push(shown(&[("trip.md", &marked)]));
    }
    expect![[r#"
        field person.name
        def trip.md 14:67 name
        use trip.md 14:40 name
        use trip.md 21:21 name
        use trip.md 25:76 name
        use trip.md 25:102 name
        use trip.md 30:24 name
        use trip.md 30:57 name
        use trip.md 34:17 name
        use trip.md 34:28 name
    "#]]
    .assert_eq(&all[0]);
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
}

#[test]
fn properties_of_references_items_and_indexes() {
    check(
        &[("trip.md", &at(TRIP, ".sky", 0))],
        expect![[r#"
            field day.sky
            def trip.md 13:57 sky
            use trip.md 13:37 sky
            use trip.md 25:34 sky
            use trip.md 25:49 sky
            use trip.md 34:58 sky
        "#]],
    );
    check(
        &[("trip.md", &at(TRIP, "city: {", 0))],
        expect![[r#"
            field person.home.city
            def trip.md 14:145 city
            use trip.md 14:124 city
            use trip.md 28:15 city
            use trip.md 30:44 city
        "#]],
    );
    check(
        &[("trip.md", &at(TRIP, "place", 0))],
        expect![[r#"
            input place
            def trip.md 8:5 place
            use trip.md 6:14 place
            use trip.md 17:13 place
            use trip.md 21:39 place
        "#]],
    );
    check(
        &[("trip.md", &at(TRIP, "[text]", 0))],
        expect![[r#"
            output text
            def trip.md 15:57 text
            use trip.md 15:36 text
        "#]],
    );
}

#[test]
fn a_reference_leads_to_its_schema() {
    check(
        &[("trip.md", &at(TRIP, "#/$defs/person", 1))],
        expect![[r#"
            schema person
            def trip.md 14:5 person
            use trip.md 10:28 person
            use trip.md 11:29 person
            use trip.md 13:103 person
        "#]],
    );
    let after = renamed(&[("trip.md", &at(TRIP, "person: {", 0))], "human");
    assert_eq!(after["trip.md"].matches("human").count(), 4);
}

#[test]
fn what_a_use_may_mean_keeps_one_name() {
    let either = "\
---
name: either
description: d
input:
  type: object
  required: [pet]
  properties:
    pet:
      anyOf:
        - { type: object, required: [kind, claws], properties: { kind: { const: cat }, claws: { type: integer } } }
        - { type: object, required: [kind], properties: { kind: { const: dog } } }
      default: { kind: dog }
    owner: { type: object, dependentRequired: { kind: [age] }, properties: { kind: {}, age: {} } }
output: {}
---
{{ .pet.ki‸nd }}
";
    check(
        &[("either.md", either)],
        expect![[r#"
            field pet.kind
            def either.md 10:66 kind
            def either.md 11:59 kind
            use either.md 10:38 kind
            use either.md 11:38 kind
            use either.md 12:18 kind
            use either.md 16:9 kind
        "#]],
    );
    // From one of the two, the other one is told.
    let one = at(&either.replace('‸', ""), "kind: { const: cat", 0);
    check(
        &[("either.md", &one)],
        expect![[r#"
            field pet.kind
            def either.md 10:66 kind
            use either.md 10:38 kind
            use either.md 11:38 kind
            use either.md 12:18 kind
            use either.md 16:9 kind
            kin either.md 11:59 kind
        "#]],
    );
    check(
        &[("either.md", &at(&either.replace('‸', ""), "age: {}", 0))],
        expect![[r#"
            field owner.age
            def either.md 13:88 age
            use either.md 13:56 age
        "#]],
    );
    // A template that is shown with two things keeps the names of both together.
    let shown = TRIP.replace("guide: { $ref: '#/$defs/person' }", "guide: { type: object, required: [name, home], properties: { name: { type: string }, home: { type: object, required: [city], properties: { city: { type: string } } } } }");
    let after = renamed(&[("trip.md", &at(&shown, ".name }} of", 0))], "called");
    assert!(!after["trip.md"].contains("name }}"), "{}", after["trip.md"]);
}
