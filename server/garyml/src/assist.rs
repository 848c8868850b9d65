//! What a person at an editor asks for.

mod about;
mod actions;
mod completion;
mod cursor;
mod execute;
mod hover;
mod known;
mod lens;
mod on_type;
mod signature;
mod snippet;

use agmark_syntax::{
    Action, Assist, Command, Completion, Document, Edit, Hover, Lens, Name, Outcome, Request, Show,
    Signature, Span, World,
};

use crate::Garyml;
use crate::names::{COMMAND, PARAMETER};

impl Assist for Garyml {
    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        hover::hover(document, world, offset)
    }

    fn about(&self, name: &Name, whole: &str) -> String {
        about::about(name, whole)
    }

    fn complete(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        completion::complete(document, world, offset)
    }

    /// Ids and commands are offered as they are written, those that the document sees.
    fn offers_names(&self, _: &str) -> bool {
        false
    }

    fn triggers(&self) -> &'static [char] {
        &['.', '@', '=', ':', ' ', '/', '`', '"', '[', ',']
    }

    fn signature(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Signature> {
        signature::signature(document, world, offset)
    }

    fn signature_triggers(&self) -> &'static [char] {
        &[' ', '=', ':']
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        on_type::on_type(document, offset, typed)
    }

    fn typing_triggers(&self) -> &'static [char] {
        &['\n', '"', '`']
    }

    fn counts_uses(&self, name: &Name) -> bool {
        name.space != PARAMETER
    }

    fn lenses(&self, document: &Document, _: &dyn World, show: Show) -> Vec<Lens> {
        lens::lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _: &dyn World, lens: &Lens) -> Option<String> {
        lens::title(document, lens)
    }

    fn actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        actions::actions(document, world, selection)
    }

    fn commands(&self) -> &'static [Command] {
        execute::COMMANDS
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        execute::execute(command, request)
    }

    fn calls(&self, name: &Name) -> bool {
        name.space == COMMAND
    }
}
