//! Types through all chunks of a document.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use agmark_syntax::{CachedPart, Chunk, ChunkGroup, Diagnostic, Document, Span, work};

use super::memo::{MainMemo, Memo, TemplateMemo};
use super::used_fields::UsedFields;
use crate::data::{self, ChunkData};
use crate::syntax::ast::TemplatePart;
use crate::type_check::report::TypeReport;
use crate::type_check::{Checker, Value, Variables};
use crate::types::{Shapes, Type};

/// How often the types of the dots of templates that call one another are computed before they become unknown.
const ROUNDS: usize = 4;

/// The types of a document. They are kept until its types change.
pub(crate) struct DocumentTypes {
    schema: u64,
    /// The groups of chunks, each with its start.
    pub groups: Vec<(usize, Arc<GroupTypes>)>,
    /// The reports of the templates, each with the start of its chunk.
    pub templates: Vec<(usize, Arc<TypeReport>)>,
    /// The types of the dots of templates, by name.
    dots: HashMap<String, Type>,
    /// The fields that the templates use.
    fields: OnceLock<UsedFields>,
}

/// The last types of a document, kept with its first group.
#[derive(Default)]
struct LastDocumentTypes(Mutex<Option<Arc<DocumentTypes>>>);

impl CachedPart for LastDocumentTypes {
    fn size(&self) -> usize {
        size_of::<DocumentTypes>() + 4000
    }
}

/// The types outside of templates in a group of adjacent chunks. Offsets count from the start of the group.
pub(crate) struct GroupTypes {
    schema: u64,
    before: Variables,
    after: Variables,
    /// The reports of the chunks, each with its start.
    reports: Vec<(usize, Arc<TypeReport>)>,
    pub diagnostics: Vec<Diagnostic>,
    /// The schemas of the properties that are used.
    used: HashSet<u32>,
    /// The names of fields of values with an unknown type.
    unknown_fields: HashSet<String>,
    /// The templates that are shown, each with the type of its dot, without repetitions.
    calls: Vec<(String, Type)>,
    defines: bool,
    /// The fields that are used.
    fields: OnceLock<UsedFields>,
}

/// The last types of a group.
#[derive(Default)]
struct LastTypes(Mutex<Option<Arc<GroupTypes>>>);

impl CachedPart for LastTypes {
    fn size(&self) -> usize {
        size_of::<GroupTypes>() + 4000
    }
}

impl DocumentTypes {
    /// The types in all chunks and templates.
    pub fn of(document: &Document, shapes: &Shapes, schema: u64) -> Arc<Self> {
        let groups = groups(document, shapes, schema);
        let last = document.chunks().groups().next().map(|first| first.cached(LastDocumentTypes::default));
        let last = last.as_ref().map(|last| last.0.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(kept) = last.as_ref().and_then(|last| last.as_ref())
            && kept.schema == schema
            && kept.has(&groups)
        {
            return Arc::clone(kept);
        }
        let mut dots = HashMap::new();
        for (_, group) in &groups {
            take_calls(&group.calls, &mut dots);
        }
        let places = document.chunks().groups().filter(ChunkGroup::has_cross_file_checks);
        let defining = groups.iter().zip(places).filter(|((_, group), _)| group.defines);
        let parts: Vec<_> =
            defining.flat_map(|(_, place)| parts(&place)).filter(|part| part.data.defines).collect();
        let templates = check_templates(&parts, shapes, schema, &mut dots);
        let types = Arc::new(Self { schema, groups, templates, dots, fields: OnceLock::new() });
        if let Some(mut last) = last {
            *last = Some(Arc::clone(&types));
        }
        types
    }

    fn has(&self, groups: &[(usize, Arc<GroupTypes>)]) -> bool {
        work::add(groups.len());
        let same = |((at, one), (other_at, other)): (&(usize, Arc<_>), &(usize, Arc<_>))| {
            at == other_at && Arc::ptr_eq(one, other)
        };
        self.groups.len() == groups.len() && self.groups.iter().zip(groups).all(same)
    }

    /// The reports of the chunks and the templates that may touch a span, each with the start of its chunk.
    pub fn reports(&self, within: Span) -> impl Iterator<Item = (usize, &Arc<TypeReport>)> {
        // A chunk before the span may end where the span starts.
        let (from, to) = (within.start as usize, within.end as usize);
        let first = self.groups.partition_point(|(start, _)| *start < from).saturating_sub(1);
        let groups = self.groups[first..].iter().take_while(move |(start, _)| *start <= to);
        let chunks = groups.flat_map(move |(start, group)| {
            let first = group.reports.partition_point(|(at, _)| start + at < from).saturating_sub(1);
            group.reports[first..].iter().map(move |(at, report)| (start + at, report))
        });
        let before = self.templates.partition_point(|(start, _)| *start < from);
        let last = before.checked_sub(1).and_then(|last| self.templates.get(last)).map(|(start, _)| *start);
        let first = last.map_or(0, |last| self.templates.partition_point(|(start, _)| *start < last));
        let templates = self.templates[first..].iter().map(|(start, report)| (*start, report));
        let both = chunks.take_while(move |(start, _)| *start <= to);
        both.chain(templates.take_while(move |(start, _)| *start <= to)).inspect(|_| work::add(1))
    }

    /// The fields that the document uses outside of templates and in them.
    pub fn fields(&self) -> &UsedFields {
        self.fields.get_or_init(|| {
            let mut all = UsedFields::default();
            self.groups.iter().for_each(|(_, group)| all.add_all(group.fields()));
            self.templates.iter().for_each(|(_, report)| all.add(report));
            all
        })
    }

    /// The places of the fields that `meant` accepts by the schemas of their properties.
    pub fn places(&self, meant: impl Fn(&[u32]) -> bool) -> Vec<Span> {
        let groups = self.groups.iter().filter(|(_, group)| group.fields().uses.keys().any(|ids| meant(ids)));
        let chunks =
            groups.flat_map(|(start, group)| group.reports.iter().map(move |(at, one)| (start + at, one)));
        let templates = self.templates.iter().map(|(start, report)| (*start, report));
        let all = chunks.chain(templates).flat_map(|(start, report)| {
            work::add(report.fields.len());
            report.fields.iter().map(move |(span, ids)| (span.shifted(start), ids))
        });
        all.filter(|(_, ids)| meant(ids)).map(|(span, _)| span).collect()
    }

    /// The schemas of the properties that are used.
    pub fn used(&self) -> HashSet<u32> {
        let templates = self.templates.iter().flat_map(|(_, report)| &report.used);
        self.groups.iter().flat_map(|(_, group)| &group.used).chain(templates).copied().collect()
    }

    /// The names of fields of values with an unknown type.
    pub fn unknown_fields(&self) -> HashSet<&str> {
        let templates = self.templates.iter().flat_map(|(_, report)| &report.unknown_fields);
        let groups = self.groups.iter().flat_map(|(_, group)| &group.unknown_fields);
        groups.chain(templates).map(String::as_str).collect()
    }

    /// The type of the dot of a template.
    pub fn dot(&self, template: &str) -> Type {
        self.dots.get(template).cloned().unwrap_or_else(Type::any)
    }

    /// The variables before the chunk that starts at `start`.
    pub fn variables(&self, document: &Document, shapes: &Shapes, start: usize) -> Variables {
        let next = self.groups.partition_point(|(at, _)| *at <= start);
        let Some((at, group)) = next.checked_sub(1).and_then(|last| self.groups.get(last)) else {
            return Variables::default();
        };
        let Some(place) = document.chunks().groups().find(|place| place.start == *at) else {
            return Variables::default();
        };
        let mut variables = group.before.clone();
        let root = root(shapes);
        for part in parts(&place).take_while(|part| part.start < start) {
            main(&part, shapes, group.schema, &root, &mut variables);
        }
        variables
    }
}

impl GroupTypes {
    fn fields(&self) -> &UsedFields {
        self.fields.get_or_init(|| {
            let mut all = UsedFields::default();
            self.reports.iter().for_each(|(_, report)| all.add(report));
            all
        })
    }
}

fn root(shapes: &Shapes) -> Value {
    Value { of: shapes.root(), place: Some(String::new()) }
}

/// The types outside of templates. A group is checked again only if it, the schema, or the variables before it have
/// changed.
fn groups(document: &Document, shapes: &Shapes, schema: u64) -> Vec<(usize, Arc<GroupTypes>)> {
    let root = root(shapes);
    let mut variables = Variables::default();
    let groups = document.chunks().groups().filter(ChunkGroup::has_cross_file_checks);
    let checked = groups.map(|place| {
        let last = place.cached(LastTypes::default);
        let mut last = last.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = last.as_ref().filter(|one| one.schema == schema && one.before == variables);
        let group = match kept {
            Some(group) => Arc::clone(group),
            None => Arc::new(check_group(&place, shapes, schema, &root, &variables)),
        };
        variables.clone_from(&group.after);
        *last = Some(Arc::clone(&group));
        (place.start, group)
    });
    checked.collect()
}

fn check_group(
    place: &ChunkGroup<'_>,
    shapes: &Shapes,
    schema: u64,
    root: &Value,
    before: &Variables,
) -> GroupTypes {
    let mut group = GroupTypes {
        schema,
        before: before.clone(),
        after: before.clone(),
        reports: Vec::new(),
        diagnostics: Vec::new(),
        used: HashSet::new(),
        unknown_fields: HashSet::new(),
        calls: Vec::new(),
        defines: false,
        fields: OnceLock::new(),
    };
    for part in parts(place) {
        let report = main(&part, shapes, schema, root, &mut group.after);
        let start = part.start - place.start;
        group.diagnostics.extend(report.diagnostics.iter().map(|one| one.clone().shifted(start)));
        group.used.extend(&report.used);
        group.unknown_fields.extend(report.unknown_fields.iter().cloned());
        for call in &report.calls {
            if !group.calls.contains(call) {
                group.calls.push(call.clone());
            }
        }
        group.defines |= part.data.defines;
        group.reports.push((start, report));
    }
    group
}

/// The reports of templates. The type of a template's dot comes from all its calls, also those in other templates.
fn check_templates(
    parts: &[Part<'_>],
    shapes: &Shapes,
    schema: u64,
    dots: &mut HashMap<String, Type>,
) -> Vec<(usize, Arc<TypeReport>)> {
    let mut reports = Vec::new();
    let templates = parts.iter().flat_map(|part| {
        let defined = part.data.ast.definitions().into_iter().enumerate();
        defined.map(move |(i, (name, body))| (part, i, name, body))
    });
    let templates: Vec<(&Part<'_>, usize, &str, &[TemplatePart])> = templates.collect();
    if templates.is_empty() {
        return reports;
    }
    for round in 0.. {
        reports.clear();
        let before = dots.clone();
        for (part, i, name, body) in &templates {
            let dot = match dots.get(*name) {
                Some(dot) if round < ROUNDS => dot.clone(),
                _ => Type::any(),
            };
            let report = template(part, *i, body, shapes, schema, dot);
            take_calls(&report.calls, dots);
            reports.push((part.start, report));
        }
        if *dots == before || round >= ROUNDS {
            break;
        }
    }
    reports
}

/// A chunk with actions or front matter.
struct Part<'a> {
    start: usize,
    chunk: &'a Chunk,
    data: &'a ChunkData,
}

impl Part<'_> {
    /// The last reports of the chunk.
    fn memo(&self) -> Option<MutexGuard<'_, Memo>> {
        let memo = self.chunk.cache::<Mutex<Memo>>()?;
        Some(memo.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The chunks of a group with actions or front matter, with their starts in the document.
fn parts<'a>(group: &ChunkGroup<'a>) -> impl Iterator<Item = Part<'a>> + use<'a> {
    let start = group.start;
    let chunks = group.cross_file_chunks();
    chunks.filter_map(move |(at, chunk)| Some(Part { start: start + at, chunk, data: data::of(chunk)? }))
}

fn take_calls(calls: &[(String, Type)], dots: &mut HashMap<String, Type>) {
    for (name, dot) in calls {
        match dots.get_mut(name) {
            Some(before) => {
                let both = std::mem::take(before).or(dot.clone());
                *before = if both.is_unknown() { Type::any() } else { both };
            }
            None => {
                dots.insert(name.clone(), dot.clone());
            }
        }
    }
}

/// The report for the content of a chunk outside of templates. `variables` are those before it, and become those after it.
fn main(
    part: &Part<'_>,
    shapes: &Shapes,
    schema: u64,
    root: &Value,
    variables: &mut Variables,
) -> Arc<TypeReport> {
    let mut memo = part.memo();
    if let Some(main) = memo.as_ref().and_then(|memo| memo.main.as_ref())
        && main.schema == schema
        && main.before == *variables
    {
        *variables = main.after.clone();
        return Arc::clone(&main.report);
    }
    let before = variables.clone();
    let (report, after, _) = Checker::outside(shapes, before.clone()).run(&part.data.ast.items, root.clone());
    let report = Arc::new(report);
    variables.clone_from(&after);
    if let Some(memo) = &mut memo {
        memo.main = Some(MainMemo { schema, before, report: Arc::clone(&report), after });
    }
    report
}

/// The report for the body of a template.
fn template(
    part: &Part<'_>,
    at: usize,
    body: &[TemplatePart],
    shapes: &Shapes,
    schema: u64,
    dot: Type,
) -> Arc<TypeReport> {
    let mut memo = part.memo();
    if let Some(Some(known)) = memo.as_ref().and_then(|memo| memo.templates.get(at))
        && known.schema == schema
        && known.dot == dot
    {
        return Arc::clone(&known.report);
    }
    let value = Value { of: dot.clone(), place: Some(String::new()) };
    let (report, ..) = Checker::new(shapes, Variables::default()).run(body, value);
    let report = Arc::new(report);
    if let Some(memo) = &mut memo {
        if memo.templates.len() <= at {
            memo.templates.resize_with(at + 1, || None);
        }
        if let Some(place) = memo.templates.get_mut(at) {
            *place = Some(TemplateMemo { schema, dot, report: Arc::clone(&report) });
        }
    }
    report
}
