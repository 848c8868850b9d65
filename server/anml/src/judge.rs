//! A diff, held against its base, where that is a file of the workspace.

use agmark_syntax::{Diagnostic, Document, Name, Span, There, World};

use crate::diff::patch::patch;
use crate::element::Element;
use crate::facts::REMOVED_REF;
use crate::front_matter::FrontMatter;
use crate::line::Sign;
use crate::marks::{Marks, Targets, head};
use crate::node::Kind;
use crate::rules::{not_in_base, reused_ref};

/// What a piece of a diff says of its base.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Claims(Vec<Claim>);

#[derive(Debug, PartialEq, Eq)]
struct Claim {
    sign: Option<Sign>,
    /// In the piece: the ref without its `#`, or else the role.
    span: Span,
    /// What is said of an element without a ref.
    head: Option<u64>,
}

/// A larger base is not read whole after a keystroke, in bytes.
const LARGEST: usize = 1 << 20;

impl Claims {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn element(&mut self, sign: Option<Sign>, element: &Element, text: &str) {
        let named = element.reference_name();
        let claim = match (named, sign) {
            (Some(span), sign) => Claim { sign, span, head: None },
            // It may be its name that changed, and what is new is not there.
            (None, Some(Sign::Changed | Sign::Added)) => return,
            (None, sign) => Claim { sign, span: element.role.span, head: Some(head(element, text)) },
        };
        self.0.push(claim);
    }
}

/// Whether the name of a base is that of a file.
pub fn names_file(base: &str) -> bool {
    base.ends_with(".anml") && !base.contains("://")
}

/// The file that a diff is made from, relative to it: named as it is, or without its ending.
pub fn base(document: &Document, world: &dyn World) -> Option<String> {
    let name = meta(document, "base")?;
    if names_file(&name) {
        return Some(name);
    }
    let file = format!("{name}.anml");
    (!name.contains("://") && world.look(&file) == There::File).then_some(file)
}

/// The value of a key of the front matter, without quotes.
pub fn meta(document: &Document, key: &str) -> Option<String> {
    let (start, chunk) = document.chunk_at(0)?;
    let text = document.chunk_text(start, chunk);
    let tree = chunk.tree(&**document.format(), &text)?;
    let mut cursor = tree.walk();
    if !cursor.goto_first_child() || Kind::of(&cursor.node()) != Kind::FrontMatter {
        return None;
    }
    let front = FrontMatter::read(&mut cursor);
    let entry = front.entries.iter().find(|entry| entry.key.text(&text) == key)?;
    Some(crate::front::unquoted(entry.value.text(&text)).into_owned())
}

/// The marks of a file of the workspace; none if there is none, or if it shares nothing.
pub fn targets(world: &dyn World, path: &str) -> Option<Targets> {
    let shared = world.shared(path);
    if shared.is_empty() {
        return None;
    }
    let mut targets = Targets::default();
    for (_, shared) in &shared {
        shared.get::<Marks>().into_iter().for_each(|marks| targets.add(marks));
    }
    Some(targets)
}

/// What does not fit.
pub fn judge(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some(path) = base(document, world) else { return found };
    let Some(targets) = targets(world, &path) else { return found };
    let removed = |name: &str| !document.definitions(&Name::new(REMOVED_REF, name)).is_empty();
    // What only the place tells: a changed line may have a new ref, a ref that is added may be one that went with all
    // around it.
    let (mut doubtful, mut reused) = (false, Vec::new());
    for (start, chunk) in document.judged() {
        let Some(claims) = chunk.facts().own.as_ref().and_then(|own| own.downcast_ref::<Claims>()) else {
            continue;
        };
        let text = document.chunk_text(start, chunk);
        for claim in &claims.0 {
            let (word, span) = (claim.span.text(&text), claim.span.shifted(start));
            let there = match claim.head {
                Some(head) => targets.has_head(head),
                None => targets.get(word).is_some(),
            };
            match (claim.sign, there) {
                (Some(Sign::Added), true) if !removed(word) => {
                    reused.push(reused_ref::finding(span, word, &path));
                }
                (Some(Sign::Changed), false) => doubtful = true,
                (Some(Sign::Removed) | None, false) => {
                    found.push(not_in_base::finding(span, word, claim.head.is_none(), &path, &targets));
                }
                _ => {}
            }
        }
    }
    if !found.is_empty() {
        found.extend(reused);
    } else if doubtful || !reused.is_empty() {
        match applied(document, world, &path) {
            Some(Err(misfit)) if reused.is_empty() => found.extend(misfit),
            Some(Err(_)) | None => found.extend(reused),
            Some(Ok(())) => {}
        }
    }
    found
}

/// What applying the diff says, if it has anything to say of a line; none if the base is too large to be asked.
fn applied(document: &Document, world: &dyn World, path: &str) -> Option<Result<(), Option<Diagnostic>>> {
    let base = world.read(path).filter(|base| base.len() <= LARGEST)?;
    let text = document.text();
    let error = match patch(&base.slice(0..base.len()), &text.slice(0..text.len())) {
        Ok(_) => return Some(Ok(())),
        Err(error) => error,
    };
    if error.side != crate::diff::Side::Second || !matches!(error.why, crate::diff::Why::Misfit { .. }) {
        return Some(Err(None));
    }
    let line = usize::try_from(error.line()?).ok()?.checked_sub(1)?;
    let range = text.line_range(line);
    let line = text.slice(range.clone());
    let indent = line.len() - line.trim_start().len();
    let span = Span::new(range.start + indent, range.start + line.trim_end().len());
    Some(Err(Some(not_in_base::RULE.at(span, error.to_string()))))
}
