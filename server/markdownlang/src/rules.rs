//! What can be wrong with a program: one file a rule.

use agmark_syntax::Rule;

/// A program with this body, for examples.
macro_rules! program {
    ($body:literal) => {
        concat!(
            "---\nname: forecast\ndescription: Says how the weather will be\n",
            "input: { type: object, properties: { city: { type: string }, days: { type: array } } }\n",
            "output: { type: object }\n---\n",
            $body
        )
    };
}

pub mod argument_count;
pub mod bad_declaration;
pub mod bad_literal;
pub mod bad_name;
pub mod bad_server_name;
pub mod bad_url;
pub mod duplicate_key;
pub mod duplicate_server;
pub mod duplicate_template;
pub mod malformed_comment;
pub mod missing_front_matter;
pub mod missing_key;
pub mod missing_space;
pub mod missing_value;
pub mod nested_define;
pub mod not_a_function;
pub mod outside_range;
pub mod reserved_import;
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
pub mod unknown_function;
pub mod unknown_key;
pub mod unterminated_comment;
pub mod unterminated_front_matter;
pub mod unterminated_string;
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
    &reserved_import::RULE,
    &server_transport::RULE,
    &bad_url::RULE,
    &bad_server_name::RULE,
    &duplicate_server::RULE,
    &undeclared_required::RULE,
    &undeclared_server::RULE,
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
    &undefined_variable::RULE,
    &undefined_template::RULE,
    &duplicate_template::RULE,
];
