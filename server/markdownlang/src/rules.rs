//! The rules, one file each.

/// A program with these first keys, this input schema and this body, for examples.
macro_rules! example {
    ($keys:literal, $input:literal, $body:literal) => {
        concat!("---\n", $keys, "\ninput: ", $input, "\noutput: { type: object }\n---\n", $body, "\n")
    };
}

/// A program with this input schema, for examples.
macro_rules! schemas {
    ($input:literal) => {
        example!(
            "name: forecast\ndescription: Says how the weather will be",
            $input,
            "The weather of {{ . }}."
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

/// A program without errors, for examples.
macro_rules! plain {
    () => {
        example!(
            "name: forecast\ndescription: Says how the weather will be",
            "{ type: object }",
            "Say how the weather will be."
        )
    };
}

/// A program with these further keys, for examples.
macro_rules! with_keys {
    ($keys:literal) => {
        concat!(
            "---\nname: forecast\ndescription: Says how the weather will be\n",
            $keys,
            "\ninput: { type: object }\noutput: { type: object }\n---\nSay how the weather will be.\n"
        )
    };
}

/// A program with these imports, and the imported files with the names of their programs, for examples.
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

pub(crate) mod argument_count;
pub(crate) mod bad_argument;
pub(crate) mod bad_declaration;
pub(crate) mod bad_literal;
pub(crate) mod bad_name;
pub(crate) mod bad_pattern;
pub(crate) mod bad_range;
pub(crate) mod bad_reference;
pub(crate) mod bad_server_name;
pub(crate) mod bad_url;
pub(crate) mod bad_value;
mod check;
pub(crate) mod duplicate_key;
pub(crate) mod duplicate_server;
pub(crate) mod duplicate_template;
pub(crate) mod duplicate_tool;
pub(crate) mod empty_value;
pub(crate) mod import_cycle;
pub(crate) mod impossible_limits;
pub(crate) mod invalid_schema;
pub(crate) mod literal_token;
pub(crate) mod malformed_comment;
pub(crate) mod may_be_missing;
pub(crate) mod missing_front_matter;
pub(crate) mod missing_import;
pub(crate) mod missing_key;
pub(crate) mod missing_space;
pub(crate) mod missing_type;
pub(crate) mod missing_value;
pub(crate) mod nested_define;
pub(crate) mod no_fields;
pub(crate) mod not_a_function;
pub(crate) mod not_a_program;
pub(crate) mod optional_field;
pub(crate) mod outside_import;
pub(crate) mod outside_range;
pub(crate) mod python_server;
pub(crate) mod reserved_import;
pub(crate) mod schema_dialect;
pub(crate) mod server_transport;
pub(crate) mod unclosed_action;
pub(crate) mod unclosed_block;
pub(crate) mod unclosed_parenthesis;
pub(crate) mod undeclared_field;
pub(crate) mod undeclared_required;
pub(crate) mod undeclared_server;
pub(crate) mod undefined_template;
pub(crate) mod undefined_variable;
pub(crate) mod unexpected_else;
pub(crate) mod unexpected_end;
pub(crate) mod unexpected_token;
pub(crate) mod unknown_format;
pub(crate) mod unknown_function;
pub(crate) mod unknown_key;
pub(crate) mod unknown_keyword;
pub(crate) mod unterminated_comment;
pub(crate) mod unterminated_front_matter;
pub(crate) mod unterminated_string;
pub(crate) mod unused_input;
pub(crate) mod unused_server_key;
pub(crate) mod wrong_type;
pub(crate) mod yaml_syntax;

use std::sync::LazyLock;

use agmark_syntax::rule::without_checks;
use agmark_syntax::{CheckedRule, Diagnostic, Rule};
use tree_sitter::Language;

use crate::analysis::front_matter::context::FrontMatterContext;
use crate::analysis::front_matter::schema_context::{RootSchema, SchemaContext};
use crate::analysis::piece_context::PieceContext;
use crate::analysis::template::action::ActionContext;
use crate::analysis::template::node_context::NodeContext;
use crate::cross_file::context::DocumentContext;
use crate::cross_file::imported_file::ImportedFile;
use check::{
    ActionCheck, Check, DocumentCheck, FrontMatterCheck, ImportsCheck, NodeCheck, PieceCheck,
    RootSchemaCheck, SchemaCheck, ServerCheck,
};

/// The rules with their checks: those of the front matter, of the template's syntax, its blocks, and its meaning.
static ALL: [&CheckedRule<Check>; 61] = [
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

/// The rules without their checks.
pub(crate) static RULES: [&Rule; ALL.len()] = without_checks(ALL);

/// The rule for an import of a file that does not exist.
pub(crate) const MISSING_IMPORT: &Rule = &missing_import::RULE.rule;

/// The rule for imports that lead back to the program.
pub(crate) const IMPORT_CYCLE: &Rule = &import_cycle::RULE.rule;

/// The checks by what they look at.
static CHECKS: LazyLock<Checks> = LazyLock::new(Checks::new);

#[derive(Default)]
struct Checks {
    front_matter: Vec<FrontMatterCheck>,
    server: Vec<ServerCheck>,
    root_schema: Vec<RootSchemaCheck>,
    schema: Vec<SchemaCheck>,
    /// By the id of the node's kind.
    node: Vec<Vec<NodeCheck>>,
    action: Vec<ActionCheck>,
    piece: Vec<PieceCheck>,
    imports: Vec<ImportsCheck>,
    document: Vec<DocumentCheck>,
}

impl Checks {
    fn new() -> Self {
        let language = Language::from(tree_sitter_markdownlang::LANGUAGE);
        let mut checks = Self { node: vec![Vec::new(); language.node_kind_count()], ..Self::default() };
        for rule in ALL {
            match rule.check {
                Check::FrontMatter(check) => checks.front_matter.push(check),
                Check::Server(check) => checks.server.push(check),
                Check::RootSchema(check) => checks.root_schema.push(check),
                Check::Schema(check) => checks.schema.push(check),
                Check::Node(kinds, check) => {
                    for kind in kinds {
                        checks.node[usize::from(language.id_for_node_kind(kind, true))].push(check);
                    }
                }
                Check::Action(check) => checks.action.push(check),
                Check::Piece(check) => checks.piece.push(check),
                Check::Imports(check) => checks.imports.push(check),
                Check::Document(check) => checks.document.push(check),
                Check::Types | Check::Names => {}
            }
        }
        checks
    }
}

/// Checks the front matter and its servers.
pub(crate) fn check_front_matter(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    CHECKS.front_matter.iter().for_each(|check| check(context, out));
    for server in context.servers() {
        CHECKS.server.iter().for_each(|check| check(&server, out));
    }
}

/// Checks the schema `input` or `output` as a whole.
pub(crate) fn check_root_schema(schema: &RootSchema<'_>, out: &mut Vec<Diagnostic>) {
    CHECKS.root_schema.iter().for_each(|check| check(schema, out));
}

/// Checks a schema.
pub(crate) fn check_schema(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    CHECKS.schema.iter().for_each(|check| check(schema, out));
}

/// Checks a node of the template.
pub(crate) fn check_node(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    for check in CHECKS.node.get(usize::from(context.node.kind_id())).into_iter().flatten() {
        check(context, out);
    }
}

/// Checks an action.
pub(crate) fn check_action(context: &ActionContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    CHECKS.action.iter().for_each(|check| check(context, out));
}

/// Checks a piece.
pub(crate) fn check_piece(context: &PieceContext<'_>, out: &mut Vec<Diagnostic>) {
    CHECKS.piece.iter().for_each(|check| check(context, out));
}

/// Checks the imports of a program.
pub(crate) fn check_imports(imports: &[ImportedFile<'_>], out: &mut Vec<Diagnostic>) {
    CHECKS.imports.iter().for_each(|check| check(imports, out));
}

/// Checks a document.
pub(crate) fn check_document(context: &DocumentContext<'_>, out: &mut Vec<Diagnostic>) {
    CHECKS.document.iter().for_each(|check| check(context, out));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_has_the_kinds_of_nodes() {
        let language = Language::from(tree_sitter_markdownlang::LANGUAGE);
        for rule in ALL {
            let Check::Node(kinds, _) = rule.check else { continue };
            let unknown: Vec<_> =
                kinds.iter().filter(|kind| language.id_for_node_kind(kind, true) == 0).collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", rule.code);
        }
    }
}
