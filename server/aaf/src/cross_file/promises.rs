//! What the manifest lists for a page and the page lacks.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use agmark_schema::shown;
use agmark_syntax::{Document, Findings};

use crate::cross_file::aligned_group::{AlignedGroup, ManifestPlace};
use crate::cross_file::index::PageIndex;
use crate::cross_file::site_manifest::{Lacking, SiteManifest};
use crate::cross_file::summary::{PageParts, top};
use crate::manifest::model::PageEntry;
use crate::rules::{MISSING_ACTION, MISSING_FIELD};

/// Reports what the page of a route lacks. `meant` are suggestions that were made: they are not reported as missing too.
pub fn check(
    document: &Document,
    groups: &[(usize, Arc<AlignedGroup>)],
    site: &SiteManifest,
    place: ManifestPlace<'_>,
    route: &str,
    meant: &HashSet<String>,
    out: &mut Findings,
) {
    // A computed name may be any name.
    if groups.iter().any(|(_, group)| group.words.is_dynamic) {
        return;
    }
    let Some(entry) = site.page(route) else { return };
    let hasher = BuildHasherDefault::<DefaultHasher>::new();
    let words = groups.iter().map(|(_, group)| group.words.sum);
    let sum = words.chain(meant.iter().map(|near| hasher.hash_one(near))).fold(0, u64::wrapping_add);
    let lacking = site.lacking(route, sum, || compared(&PageParts::of(document), site, entry, meant));
    for one in lacking.iter() {
        out.extend(match *one {
            Lacking::Action(position) => entry.actions.get(position).map(|promised| {
                let message = format!(
                    "this page has no action \"{}\", but the manifest lists it",
                    shown(&promised.text)
                );
                let mut finding = MISSING_ACTION.at(top(PageParts::parts(document)), message);
                let what = format!("listed for {}", shown(&entry.route));
                finding.related.push(place.related(promised.span, what));
                finding
            }),
            Lacking::Field { action, property } => site.manifest.actions.get(action).and_then(|action| {
                let first = |(start, group): &(usize, Arc<AlignedGroup>)| {
                    group.words.place(&action.id).map(|span| span.shifted(*start))
                };
                let (span, property) = (groups.iter().find_map(first)?, action.fields.get(property)?);
                let need = if property.required { "required " } else { "" };
                let message = format!(
                    "action \"{}\" has no field for its {need}property \"{}\"",
                    shown(&action.id),
                    shown(&property.name)
                );
                let mut finding = MISSING_FIELD.at(span, message);
                finding.related.push(place.related(property.span, "the property in the manifest"));
                Some(finding)
            }),
        });
    }
}

/// What a page lacks.
fn compared(
    page: &PageParts<'_>,
    site: &SiteManifest,
    entry: &PageEntry,
    meant: &HashSet<String>,
) -> Vec<Lacking> {
    let present = PageIndex::of([page]);
    // A field that belongs to no known action is reported at the field.
    let strays = page.fields().filter(|(_, one)| site.action_of(&one.action).is_none());
    let loose = page.iter().flat_map(|(_, part)| part.loose.iter().map(String::as_str));
    let strays: HashSet<&str> = strays.map(|(_, one)| one.name.as_str()).chain(loose).collect();
    let (mut out, mut promises) = (Vec::new(), HashSet::new());
    for (number, promised) in entry.actions.iter().enumerate() {
        let Some((position, action)) = site.action_with_position(&promised.text) else { continue };
        if meant.contains(&action.id) || !promises.insert(&promised.text) {
            continue;
        }
        if !present.has(&promised.text) {
            out.push(Lacking::Action(number));
            continue;
        }
        let lacks = |name: &str| {
            !(present.has_field(&action.id, name) || meant.contains(name) || strays.contains(name))
        };
        let fields = action.fields.iter().enumerate().filter(|(_, property)| lacks(&property.name));
        out.extend(fields.map(|(property, _)| Lacking::Field { action: position, property }));
    }
    out
}
