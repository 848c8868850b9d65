//! What can be wrong with a program: one file a rule.

use agmark_syntax::Rule;

/// A program with this input schema, for examples.
macro_rules! schemas {
    ($input:literal) => {
        concat!(
            "---\nname: forecast\ndescription: Says how the weather will be\ninput: ",
            $input,
            "\noutput: { type: object }\n---\nThe weather of {{ . }}.\n"
        )
    };
}

/// A program with this body, for examples.
macro_rules! program {
    ($body:literal) => {
        concat!(
            "---\nname: forecast\ndescription: Says how the weather will be\n",
            "input: { type: object, required: [city, days], properties: { city: { type: string }, days: { \
             type: array } } }\n",
            "output: { type: object }\n---\n",
            $body
        )
    };
}

/// A program that is as it should be, for examples.
macro_rules! plain {
    () => {
        concat!(
            "---\nname: forecast\ndescription: Says how the weather will be\n",
            "input: { type: object }\noutput: { type: object }\n---\nSay how the weather will be.\n"
        )
    };
}

/// A program with these imports, for examples; and beside it the files, each with the name of its program.
macro_rules! importing {
    ($imports:literal $(, $file:literal => $name:literal)*) => {
        concat!(
            "---\nname: forecast\ndescription: Says how the weather will be\nimports: ",
            $imports,
            "\ninput: { type: object }\noutput: { type: object }\n---\nSay how the weather will be.\n",
            $(
                "=== ", $file, "\n---\nname: ", $name, "\ndescription: Knows how the weather was\n",
                "input: { type: object }\noutput: { type: object }\n---\nSay how the weather was.\n",
            )*
        )
    };
}

pub mod argument_count;
pub mod bad_argument;
pub mod bad_declaration;
pub mod bad_literal;
pub mod bad_name;
pub mod bad_pattern;
pub mod bad_range;
pub mod bad_reference;
pub mod bad_server_name;
pub mod bad_url;
pub mod bad_value;
pub mod duplicate_key;
pub mod duplicate_server;
pub mod duplicate_template;
pub mod duplicate_tool;
pub mod empty_value;
pub mod import_cycle;
pub mod impossible_limits;
pub mod invalid_schema;
pub mod literal_token;
pub mod malformed_comment;
pub mod may_be_missing;
pub mod missing_front_matter;
pub mod missing_import;
pub mod missing_key;
pub mod missing_space;
pub mod missing_type;
pub mod missing_value;
pub mod nested_define;
pub mod no_fields;
pub mod not_a_function;
pub mod not_a_program;
pub mod optional_field;
pub mod outside_import;
pub mod outside_range;
pub mod python_server;
pub mod reserved_import;
pub mod schema_dialect;
pub mod server_transport;
pub mod unclosed_action;
pub mod unclosed_block;
pub mod unclosed_parenthesis;
pub mod undeclared_field;
pub mod undeclared_required;
pub mod undeclared_server;
pub mod undefined_template;
pub mod undefined_variable;
pub mod unexpected_else;
pub mod unexpected_end;
pub mod unexpected_token;
pub mod unknown_format;
pub mod unknown_function;
pub mod unknown_key;
pub mod unknown_keyword;
pub mod unterminated_comment;
pub mod unterminated_front_matter;
pub mod unterminated_string;
pub mod unused_input;
pub mod unused_server_key;
pub mod wrong_type;
pub mod yaml_syntax;

/// All rules: those of the front matter, of the template's syntax, its structure, its meaning.
pub static RULES: &[&Rule] = &[
    &missing_front_matter::RULE,
    &unterminated_front_matter::RULE,
    &yaml_syntax::RULE,
    &duplicate_key::RULE,
    &missing_key::RULE,
    &unknown_key::RULE,
    &wrong_type::RULE,
    &bad_name::RULE,
    &empty_value::RULE,
    &missing_import::RULE,
    &import_cycle::RULE,
    &outside_import::RULE,
    &not_a_program::RULE,
    &duplicate_tool::RULE,
    &reserved_import::RULE,
    &server_transport::RULE,
    &bad_url::RULE,
    &bad_server_name::RULE,
    &duplicate_server::RULE,
    &unused_server_key::RULE,
    &literal_token::RULE,
    &invalid_schema::RULE,
    &unknown_keyword::RULE,
    &missing_type::RULE,
    &bad_pattern::RULE,
    &unknown_format::RULE,
    &bad_value::RULE,
    &impossible_limits::RULE,
    &bad_reference::RULE,
    &schema_dialect::RULE,
    &undeclared_required::RULE,
    &undeclared_server::RULE,
    &python_server::RULE,
    &unclosed_action::RULE,
    &unterminated_string::RULE,
    &unterminated_comment::RULE,
    &malformed_comment::RULE,
    &unexpected_token::RULE,
    &unclosed_parenthesis::RULE,
    &bad_literal::RULE,
    &missing_value::RULE,
    &missing_space::RULE,
    &bad_declaration::RULE,
    &unclosed_block::RULE,
    &unexpected_end::RULE,
    &unexpected_else::RULE,
    &outside_range::RULE,
    &nested_define::RULE,
    &unknown_function::RULE,
    &argument_count::RULE,
    &not_a_function::RULE,
    &undeclared_field::RULE,
    &no_fields::RULE,
    &optional_field::RULE,
    &may_be_missing::RULE,
    &bad_range::RULE,
    &bad_argument::RULE,
    &unused_input::RULE,
    &undefined_variable::RULE,
    &undefined_template::RULE,
    &duplicate_template::RULE,
];
