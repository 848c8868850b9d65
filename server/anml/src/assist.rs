//! What a person at an editor is offered.

mod actions;
mod collapse;
mod commands;
mod complete;
pub(crate) mod cursor;
mod front;
mod hover;
mod lens;
mod offers;
mod renumber;
mod subtree;
#[cfg(test)]
mod tests;
mod typing;

use agmark_syntax::{
    Action, Assist, Command, Completion, Document, Edit, Hover, Lens, Outcome, Request, Show, Span, World,
};

use crate::Anml;
pub(crate) use offers::{line_of, next_ref, refs};

impl Assist for Anml {
    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        hover::hover(document, offset)
    }

    fn complete(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        complete::complete(document, world, offset)
    }

    fn triggers(&self) -> &'static [char] {
        &['#', '[', '=', ' ', ':']
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        typing::typed(document, offset, typed)
    }

    fn typing_triggers(&self) -> &'static [char] {
        &['\n', '|']
    }

    fn lenses(&self, document: &Document, _world: &dyn World, show: Show) -> Vec<Lens> {
        lens::lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _world: &dyn World, lens: &Lens) -> Option<String> {
        lens::title(document, lens)
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
}
