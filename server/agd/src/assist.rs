//! What the editor offers: one file for each thing that a person may ask for. All of it is decided from texts and
//! blocks; what is found is edits, words and places.

mod actions;
mod commands;
mod completion;
mod context;
mod hints;
mod hover;
mod ids;
mod lens;
mod on_type;
mod part;
#[cfg(test)]
mod tests;

use agmark_syntax::{
    Action, Assist, Command, Completion, Document, Edit, Hint, Hover, Lens, Name, Outcome, Request, Show,
    Span, World,
};

use crate::Agd;
use crate::facts::ID;

impl Assist for Agd {
    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        hover::hover(document, offset)
    }

    fn about(&self, _name: &Name, whole: &str) -> String {
        agmark_tokens::words(agmark_tokens::count(whole))
    }

    fn complete(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        completion::complete(document, world, offset)
    }

    fn triggers(&self) -> &'static [char] {
        &['@', '#', '[', '=', '"', '/']
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        on_type::on_type(document, offset, typed)
    }

    fn typing_triggers(&self) -> &'static [char] {
        &['\n', '~']
    }

    fn counts_uses(&self, name: &Name) -> bool {
        name.space == ID
    }

    fn lenses(&self, document: &Document, _world: &dyn World, show: Show) -> Vec<Lens> {
        lens::lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _world: &dyn World, lens: &Lens) -> Option<String> {
        lens::title(document, lens)
    }

    fn hints(&self, document: &Document, world: &dyn World, span: Span) -> Vec<Hint> {
        hints::hints(document, world, span)
    }

    fn actions(&self, document: &Document, _world: &dyn World, selection: Span) -> Vec<Action> {
        actions::actions(document, selection)
    }

    fn commands(&self) -> &'static [Command] {
        commands::ALL
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        commands::execute(command, request)
    }
}
