//! Schemas.

use super::{Fault, check, with_input};

const FAULTS: &[Fault] = &[
    (
        "invalid-schema",
        "\"type\": unknown type \"text\", expected one of array, boolean, integer, null, number, object, string: did you mean \"string\"?",
        "{ type: «text» }",
    ),
    ("invalid-schema", "\"required\": expected an array, found a string", "{ type: object, required: «a» }"),
    (
        "invalid-schema",
        "\"a\": expected a boolean or an object, found a string",
        "{ type: object, properties: { a: «string» } }",
    ),
    (
        "invalid-schema",
        "\"minLength\": -1 is less than the minimum of 0",
        "{ type: string, minLength: «-1» }",
    ),
    ("invalid-schema", "\"type\": null must be in quotes: \"null\"", "{ type: «null» }"),
    (
        "impossible-limits",
        "\"minLength\" is too large for \"maxLength\": no value is valid",
        "{ type: string, maxLength: 2, minLength: «3» }",
    ),
    (
        "impossible-limits",
        "\"exclusiveMinimum\" is too large for \"maximum\": no value is valid",
        "{ type: number, exclusiveMinimum: «2», maximum: 2 }",
    ),
    (
        "unknown-keyword",
        "unknown schema keyword \"minLenght\": did you mean \"minLength\"?",
        "{ type: string, «minLenght»: 2 }",
    ),
    (
        "missing-type",
        "missing \"type\": add it, or write {} to allow any value",
        "{ type: object, properties: { «a»: { description: x } } }",
    ),
    (
        "bad-pattern",
        "invalid regular expression \"[a\": look for brackets that are not closed, or escape them",
        "{ type: string, pattern: '«[a»' }",
    ),
    (
        "bad-pattern",
        "invalid regular expression \"[a\": look for brackets that are not closed, or escape them",
        "{ type: object, patternProperties: { '«[a»': { type: string } } }",
    ),
    (
        "unknown-format",
        "unknown format \"url\", which is not checked: did you mean \"uri\"?",
        "{ type: string, format: «url» }",
    ),
    (
        "bad-value",
        "invalid value of \"default\" for its own schema: expected an integer, found a string",
        "{ type: integer, default: «many» }",
    ),
    (
        "bad-value",
        "invalid value of \"default\" for its own schema: 1 is less than the minimum of 3",
        "{ type: integer, minimum: 3, default: «1» }",
    ),
    (
        "bad-value",
        "invalid value of \"enum\" for its own schema: expected a string, found an integer",
        "{ type: string, enum: [a, «7»] }",
    ),
    (
        "bad-value",
        "invalid value of \"examples\" for its own schema: \"abc\" is longer than 2 characters",
        "{ type: string, maxLength: 2, examples: [«abc»] }",
    ),
    (
        "bad-reference",
        "undefined reference \"#/$defs/b\": did you mean \"#/$defs/c\"?",
        "{ type: object, properties: { a: { $ref: '«#/$defs/b»' } }, $defs: { c: { type: string } } }",
    ),
    (
        "bad-reference",
        "\"https://a.example/s\" is outside of this schema and is not fetched: copy its content to \"$defs\"",
        "{ type: object, properties: { a: { $ref: «https://a.example/s» } } }",
    ),
    (
        "schema-dialect",
        "unsupported dialect: schemas are read as \"https://json-schema.org/draft/2020-12/schema\"",
        "{ type: string, $schema: '«http://json-schema.org/draft-07/schema#»' }",
    ),
    (
        "undeclared-required",
        "input \"b\" is not defined: did you mean \"a\"?",
        "{ type: object, properties: { a: { type: string } }, required: [«b»] }",
    ),
    (
        "missing-type",
        "missing \"type\": add it, or write {} to allow any value",
        "{ type: array, «items»: { minLength: 1 } }",
    ),
    (
        "invalid-schema",
        "\"type\": unknown type \"nul\": did you mean \"null\"?",
        "{ type: object, properties: { a: { type: [string, «nul»] } } }",
    ),
];

#[test]
fn schemas() {
    check(FAULTS, with_input);
}
