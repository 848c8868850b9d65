//! What a person at an editor asks for.

mod actions;
mod commands;
mod complete;
mod cursor;
mod declare;
mod extract;
mod guess;
mod hover;
mod lens;
mod on_type;
mod open;
mod partners;
mod signature;
mod yaml_path;

use agmark_syntax::{
    Action, Assist, Command, Completion, Diagnostic, Document, Edit, Hover, Lens, Name, Outcome, Request,
    Show, Signature, Span, World,
};

use crate::{Markdownlang, names};

impl Assist for Markdownlang {
    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        hover::hover(document, world, offset)
    }

    fn complete(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        complete::complete(document, world, offset)
    }

    /// Fields and variables are offered by what the dot is, not by their names alone.
    fn offers_names(&self, space: &str) -> bool {
        matches!(space, names::SERVER | names::TEMPLATE)
    }

    fn triggers(&self) -> &'static [char] {
        &['.', '$', '{', '"', '/', ':', ' ', '[', ',', '_', '|', '(']
    }

    fn signature(&self, document: &Document, _: &dyn World, offset: usize) -> Option<Signature> {
        signature::signature(document, offset)
    }

    fn signature_triggers(&self) -> &'static [char] {
        &[' ', '(']
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        on_type::on_type(document, offset, typed)
    }

    fn typing_triggers(&self) -> &'static [char] {
        &['\n']
    }

    fn partners(&self, document: &Document, offset: usize) -> Vec<Span> {
        partners::partners(document, offset)
    }

    fn counts_uses(&self, name: &Name) -> bool {
        matches!(name.space, names::PROGRAM | names::TEMPLATE)
    }

    fn lenses(&self, document: &Document, _: &dyn World, _: Show) -> Vec<Lens> {
        lens::lenses(document)
    }

    fn actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        actions::actions(document, world, selection)
    }

    fn commands(&self) -> &'static [Command] {
        commands::COMMANDS
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        commands::execute(command, request)
    }

    fn calls_files(&self) -> bool {
        true
    }
}

/// Adds the fixes that change the front matter.
pub(crate) fn add_fixes(document: &Document, findings: &mut [Diagnostic]) {
    declare::add_fixes(document, findings);
}
