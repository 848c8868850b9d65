//! The meaning of names that depends on the whole program or on other files: the properties of schemas with their uses, and
//! programs with their callers.
//!
//! A property is identified by the place of its key. A use can mean several properties: a field of a value with two types, or
//! of the dot of a template that is called with both. These properties must keep the same name, so they are renamed
//! together.

mod calls;
mod properties;
mod schema;
mod servers;

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Document, Location, Name, Resolution, Span, WantedUses, World};

use crate::{data, names};
use calls::{Calls, importers, open};
pub(crate) use calls::{called_at, program_with_argument_at, programs};
use properties::Properties;

/// The meaning of the name at `offset`; `None` if the definitions and references of the analysis have it.
pub(crate) fn resolve(
    document: &Document,
    world: &dyn World,
    offset: usize,
    wanted: WantedUses,
) -> Option<Resolution> {
    let path: Arc<Path> = world.path()?.into();
    let front = data::front(document)?;
    let own = DefiningProgram { document, path: &path };
    let properties = Properties::of(document, front);
    if let Some((span, meant)) = properties.at(offset) {
        return own.property(&properties, span, &meant, world, wanted);
    }
    let name = front.parsed.root.get("name").filter(|name| name.as_str().is_some());
    if let Some(name) = name.map(|name| Span::from(name.content_span()))
        && name.touches(offset)
    {
        return own.program(name, world);
    }
    if let Some(server) = servers::meaning(document, &path, offset) {
        return Some(server);
    }
    let calls = Calls::around(document, &path, world, offset)?;
    let (program, span, argument) = calls.at(offset)?;
    let document_of_program = open(&program.path, world)?;
    let other = DefiningProgram { document: &document_of_program, path: &program.path };
    if !argument {
        return other.program(span, world);
    }
    let properties = Properties::of(&document_of_program, data::front(&document_of_program)?);
    let meant = properties.argument(&document.text().span(span));
    other.property(&properties, span, &meant, world, wanted)
}

/// The program that defines a name.
struct DefiningProgram<'a> {
    document: &'a Document,
    path: &'a Arc<Path>,
}

impl DefiningProgram<'_> {
    fn location(&self, span: Span, whole: Span) -> Location {
        Location { path: Arc::clone(self.path), span, whole }
    }

    /// The properties that a use or a definition at `span` means. The span may be in another file.
    fn property(
        &self,
        properties: &Properties<'_>,
        span: Span,
        meant: &[Span],
        world: &dyn World,
        wanted: WantedUses,
    ) -> Option<Resolution> {
        let first = properties.definition(*meant.first()?)?;
        let name = first.name.clone();
        let together = properties.together(meant);
        let place = |span: &Span| {
            let whole = properties.definition(*span).map_or(*span, |d| d.whole);
            self.location(*span, whole)
        };
        let (in_template, more_uses) = match wanted {
            WantedUses::Places => (properties.uses_in_template(&together), 0),
            WantedUses::Number => (Vec::new(), properties.count_in_template(&together)),
        };
        let own = properties.schema_uses(&together).into_iter().chain(in_template);
        let mut uses: Vec<Location> = own.map(|span| self.location(span, span)).collect();
        let arguments = properties.arguments(&together);
        if !arguments.is_empty() {
            for caller in importers(self.path, world) {
                if let Some(other) = open(&caller, world)
                    && let Some(calls) = Calls::of(&other, &caller, world)
                {
                    let given = calls.arguments(self.path, &arguments).into_iter();
                    uses.extend(given.map(|span| Location { path: Arc::clone(&caller), span, whole: span }));
                }
            }
        }
        let taken = properties.beside(&together).into_iter().map(|(name, span)| (name, place(&span)));
        Some(sorted(Resolution {
            name,
            span,
            definitions: meant.iter().map(place).collect(),
            uses,
            more_uses,
            kin: together.iter().filter(|span| !meant.contains(span)).map(place).collect(),
            taken: taken.collect(),
        }))
    }

    /// The program itself, named at `span`. The span may be in another file.
    fn program(&self, span: Span, world: &dyn World) -> Option<Resolution> {
        let front = data::front(self.document)?;
        let node = front.parsed.root.get("name")?;
        let name = node.as_str()?;
        let (mut uses, mut taken) = (Vec::new(), Vec::new());
        for caller in importers(self.path, world) {
            let Some(other) = open(&caller, world) else { continue };
            let Some(calls) = Calls::of(&other, &caller, world) else { continue };
            let at = |span: Span| Location { path: Arc::clone(&caller), span, whole: span };
            uses.extend(calls.of_program(self.path).into_iter().map(at));
            let others = calls.programs.iter().filter(|program| program.path != *self.path);
            taken.extend(others.map(|program| (program.name.clone(), at(program.import))));
        }
        Some(sorted(Resolution {
            name: Name::new(names::PROGRAM, name),
            span,
            definitions: vec![self.location(node.content_span().into(), front.whole)],
            uses,
            more_uses: 0,
            kin: Vec::new(),
            taken,
        }))
    }
}

fn sorted(mut resolution: Resolution) -> Resolution {
    for places in [&mut resolution.definitions, &mut resolution.uses, &mut resolution.kin] {
        places.sort_unstable_by(|a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
        places.dedup_by(|a, b| (&a.path, a.span) == (&b.path, b.span));
    }
    resolution
}
