//! Schemas.

use super::{check, with_input};

#[test]
fn schemas() {
    check(
        &[
            (
                "invalid-schema",
                "\"type\": unknown type \"text\", expected one of array, boolean, integer, null, number, object, string: did you mean \"string\"?",
                "{ type: «text» }",
            ),
            (
                "invalid-schema",
                "\"required\": expected an array, found a string",
                "{ type: object, required: «a» }",
            ),
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
            ("invalid-schema", "\"type\": null is written in quotes here, \"null\"", "{ type: «null» }"),
            (
                "impossible-limits",
                "\"minLength\" leaves no room below \"maxLength\": no value fits",
                "{ type: string, maxLength: 2, minLength: «3» }",
            ),
            (
                "impossible-limits",
                "\"exclusiveMinimum\" leaves no room below \"maximum\": no value fits",
                "{ type: number, exclusiveMinimum: «2», maximum: 2 }",
            ),
            (
                "unknown-keyword",
                "unknown keyword \"minLenght\" of a schema: did you mean \"minLength\"?",
                "{ type: string, «minLenght»: 2 }",
            ),
            (
                "missing-type",
                "this schema has no \"type\": say what the value is, or write {} for anything",
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
                "this value of \"default\" does not fit its own schema: expected an integer, found a string",
                "{ type: integer, default: «many» }",
            ),
            (
                "bad-value",
                "this value of \"default\" does not fit its own schema: 1 is less than the minimum of 3",
                "{ type: integer, minimum: 3, default: «1» }",
            ),
            (
                "bad-value",
                "this value of \"enum\" does not fit its own schema: expected a string, found an integer",
                "{ type: string, enum: [a, «7»] }",
            ),
            (
                "bad-value",
                "this value of \"examples\" does not fit its own schema: \"abc\" is longer than 2 characters",
                "{ type: string, maxLength: 2, examples: [«abc»] }",
            ),
            (
                "bad-reference",
                "\"#/$defs/b\" leads nowhere in this schema: did you mean \"#/$defs/c\"?",
                "{ type: object, properties: { a: { $ref: '«#/$defs/b»' } }, $defs: { c: { type: string } } }",
            ),
            (
                "bad-reference",
                "\"https://a.example/s\" leads out of the schema, and nothing is fetched: copy what it means to \"$defs\"",
                "{ type: object, properties: { a: { $ref: «https://a.example/s» } } }",
            ),
            (
                "schema-dialect",
                "schemas are read as \"https://json-schema.org/draft/2020-12/schema\"",
                "{ type: string, $schema: '«http://json-schema.org/draft-07/schema#»' }",
            ),
            (
                "undeclared-required",
                "input \"b\" is not defined: did you mean \"a\"?",
                "{ type: object, properties: { a: { type: string } }, required: [«b»] }",
            ),
            (
                "missing-type",
                "this schema has no \"type\": say what the value is, or write {} for anything",
                "{ type: array, «items»: { minLength: 1 } }",
            ),
            (
                "invalid-schema",
                "\"type\": unknown type \"nul\": did you mean \"null\"?",
                "{ type: object, properties: { a: { type: [string, «nul»] } } }",
            ),
        ],
        with_input,
    );
}
