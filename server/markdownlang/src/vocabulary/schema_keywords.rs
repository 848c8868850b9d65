//! The keywords of JSON Schema 2020-12 with their documentation.

use super::word::{Word, word};

/// The keywords, the most common ones first.
pub(crate) static KEYWORDS: &[Word] = &[
    word(
        "type",
        "type: string",
        "What the value is: `null`, `boolean`, `object`, `array`, `number`, `integer`, `string`; a list if several are allowed.",
    ),
    word("description", "description: What it is for", "Tells people and models what the value means."),
    word(
        "properties",
        "properties: { city: { type: string } }",
        "The fields of an object, each with its schema.",
    ),
    word("required", "required: [city]", "The fields that an object must have."),
    word("items", "items: { type: string }", "The schema of the items of a list."),
    word("enum", "enum: [red, green]", "The values that are allowed."),
    word("const", "const: 1", "The one value that is allowed."),
    word("default", "default: 10", "The value if it is missing. Templates use it."),
    word("examples", "examples: [Oslo, Bergen]", "Example values. Previews use the first one."),
    word("format", "format: date", "What a string is: a date, an address, an e-mail. It is checked."),
    word("pattern", "pattern: \"^[a-z]+$\"", "A regular expression that a string must match."),
    word("minimum", "minimum: 0", "The least number that is allowed."),
    word("maximum", "maximum: 100", "The greatest number that is allowed."),
    word("exclusiveMinimum", "exclusiveMinimum: 0", "A number must be greater than this."),
    word("exclusiveMaximum", "exclusiveMaximum: 100", "A number must be less than this."),
    word("multipleOf", "multipleOf: 5", "A number must be a multiple of this."),
    word("minLength", "minLength: 1", "The least number of characters of a string."),
    word("maxLength", "maxLength: 80", "The greatest number of characters of a string."),
    word("minItems", "minItems: 1", "The least number of items of a list."),
    word("maxItems", "maxItems: 10", "The greatest number of items of a list."),
    word("uniqueItems", "uniqueItems: true", "No two items of a list may be equal."),
    word(
        "prefixItems",
        "prefixItems: [{ type: string }]",
        "The schemas of the first items of a list, one by one.",
    ),
    word("contains", "contains: { const: 1 }", "At least one item of a list must be valid for this schema."),
    word("minContains", "minContains: 1", "How many items must be valid for `contains` at least."),
    word("maxContains", "maxContains: 1", "How many items may be valid for `contains` at most."),
    word(
        "additionalProperties",
        "additionalProperties: false",
        "The schema of fields that `properties` does not name; `false` if they are not allowed, `true` if any field is allowed.",
    ),
    word(
        "patternProperties",
        "patternProperties: { \"^x-\": { type: string } }",
        "The schemas of fields whose names match.",
    ),
    word("propertyNames", "propertyNames: { pattern: \"^[a-z]+$\" }", "The schema of the names of fields."),
    word("minProperties", "minProperties: 1", "The least number of fields of an object."),
    word("maxProperties", "maxProperties: 10", "The greatest number of fields of an object."),
    word(
        "dependentRequired",
        "dependentRequired: { card: [address] }",
        "Fields that are required if another one exists.",
    ),
    word(
        "dependentSchemas",
        "dependentSchemas: { card: { required: [address] } }",
        "The schema of an object that has a field.",
    ),
    word(
        "anyOf",
        "anyOf: [{ type: string }, { type: integer }]",
        "The value must be valid for at least one of these.",
    ),
    word(
        "oneOf",
        "oneOf: [{ type: string }, { type: integer }]",
        "The value must be valid for exactly one of these.",
    ),
    word("allOf", "allOf: [{ $ref: \"#/$defs/named\" }]", "The value must be valid for all of these."),
    word("not", "not: { const: 0 }", "The value must not be valid for this."),
    word(
        "if",
        "if: { required: [card] }",
        "If the value is valid for this, `then` applies, otherwise `else`.",
    ),
    word("then", "then: { required: [address] }", "The schema if `if` applies."),
    word("else", "else: { required: [cash] }", "The schema if `if` does not apply."),
    word("$ref", "$ref: \"#/$defs/address\"", "Another schema in this one, by its path."),
    word("$defs", "$defs: { address: { type: object } }", "Schemas that `$ref` can refer to."),
    word(
        "$schema",
        "$schema: https://json-schema.org/draft/2020-12/schema",
        "The dialect of the schema: 2020-12.",
    ),
    word("$id", "$id: https://example.com/input", "The address of the schema; nothing is fetched from it."),
    word("$anchor", "$anchor: address", "A name by which `$ref` finds the schema: `#address`."),
    word("$comment", "$comment: why it is so", "A note to the readers of the schema."),
    word("title", "title: City", "A short name for people."),
    word("deprecated", "deprecated: true", "The value should no longer be used."),
    word("readOnly", "readOnly: true", "The sender cannot change the value."),
    word("writeOnly", "writeOnly: true", "The value is never returned."),
    word("contentEncoding", "contentEncoding: base64", "How a string encodes bytes."),
    word("contentMediaType", "contentMediaType: image/png", "What the content of a string is."),
    word("contentSchema", "contentSchema: { type: object }", "The schema of the content of a string."),
    word(
        "unevaluatedProperties",
        "unevaluatedProperties: false",
        "The schema of fields that no part of the schema describes.",
    ),
    word(
        "unevaluatedItems",
        "unevaluatedItems: false",
        "The schema of items that no part of the schema describes.",
    ),
    word("$dynamicRef", "$dynamicRef: \"#node\"", "A reference that is resolved where the schema is used."),
    word("$dynamicAnchor", "$dynamicAnchor: node", "A name for `$dynamicRef`."),
    word("$vocabulary", "$vocabulary: {}", "The vocabularies of a meta-schema."),
];

/// The types.
pub(crate) static TYPES: &[Word] = &[
    word("string", "type: string", "Text."),
    word("integer", "type: integer", "A whole number."),
    word("number", "type: number", "A number."),
    word("boolean", "type: boolean", "`true` or `false`."),
    word("array", "type: array", "A list; `items` describes what is in it."),
    word("object", "type: object", "Fields with their values; `properties` describes them."),
    word("null", "type: \"null\"", "No value. With another type: `[string, \"null\"]`."),
];

/// The formats of strings that are checked.
pub(crate) static FORMATS: &[Word] = &[
    word("date", "2025-06-01", "A day."),
    word("date-time", "2025-06-01T12:00:00Z", "A day with a time and a zone."),
    word("time", "12:00:00Z", "A time with a zone."),
    word("duration", "PT1H30M", "A length of time."),
    word("email", "name@example.com", "An e-mail address."),
    word("idn-email", "søren@example.com", "An e-mail address with letters of any script."),
    word("hostname", "example.com", "The name of a host."),
    word("idn-hostname", "bücher.example", "The name of a host with letters of any script."),
    word("ipv4", "192.0.2.1", "An address of IP version 4."),
    word("ipv6", "2001:db8::1", "An address of IP version 6."),
    word("uri", "https://example.com/", "An address with its scheme."),
    word("uri-reference", "/page", "An address, whole or relative."),
    word("uri-template", "https://example.com/{id}", "An address with places to fill in."),
    word("iri", "https://bücher.example/", "An address with letters of any script."),
    word("iri-reference", "/bücher", "An address with letters of any script, whole or relative."),
    word("uuid", "123e4567-e89b-42d3-a456-426614174000", "A UUID."),
    word("json-pointer", "/a/0", "A path into a value of JSON."),
    word("relative-json-pointer", "1/a", "A path into a value of JSON, from a place in it."),
    word("regex", "^a+$", "A regular expression."),
];

/// How the value of a keyword contains schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The value is a schema.
    One,
    /// A list of schemas.
    List,
    /// Schemas by names.
    Map,
}

/// How the value of a keyword contains schemas; `None` if it contains none.
pub(crate) fn holds(keyword: &str) -> Option<Holds> {
    Some(match keyword {
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => Holds::Map,
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => Holds::List,
        "items"
        | "additionalProperties"
        | "contains"
        | "propertyNames"
        | "not"
        | "if"
        | "then"
        | "else"
        | "unevaluatedItems"
        | "unevaluatedProperties"
        | "contentSchema" => Holds::One,
        _ => return None,
    })
}
