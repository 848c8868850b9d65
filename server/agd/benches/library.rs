//! The speed of the library at several sizes, compared with Markdown of the same content, a copy of the bytes, and a
//! look-up in a map.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Duration;

use agd::ast::{Content, OwnedBlock};
use agd::edit::Operation;
use agd::index::DocumentIndex;
use agd::{convert, corpus, parse, serialize};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

fn reading(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    for blocks in SIZES {
        let text = corpus::document(1, blocks);
        let markdown = convert::to_md(&parse(&text).expect("a corpus parses")).text;
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("agd", blocks), &text, |b, text| b.iter(|| parse(text)));
        group.bench_with_input(BenchmarkId::new("agd, with inline runs", blocks), &text, |b, text| {
            b.iter(|| {
                let document = parse(text).expect("a corpus parses");
                document
                    .blocks()
                    .map(|block| block.runs().count() + block.items().runs().flatten().count())
                    .sum::<usize>()
            });
        });
        group.bench_with_input(BenchmarkId::new("pulldown-cmark", blocks), &markdown, |b, markdown| {
            b.iter(|| pulldown_cmark::Parser::new(markdown).count());
        });
        let heap = parse(&text).expect("a corpus parses").heap_size();
        eprintln!(
            "{blocks} blocks: the document takes {:.2} times its source",
            heap as f64 / text.len() as f64
        );
    }
    group.finish();
}

fn writing(c: &mut Criterion) {
    let mut group = c.benchmark_group("serialize");
    for blocks in SIZES {
        let text = corpus::document(1, blocks);
        let loose = text.replace("\n\n", "\n\n\n").replace("- ", "-  ");
        let (document, other) = (parse(&text).expect("it parses"), parse(&loose).expect("it parses"));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("canonical", blocks), |b| b.iter(|| serialize(&document)));
        group.bench_function(BenchmarkId::new("to be laid out", blocks), |b| b.iter(|| serialize(&other)));
        group.bench_function(BenchmarkId::new("memcpy", blocks), |b| b.iter(|| black_box(&text).clone()));
    }
    group.finish();
}

/// Ids of a document in an unpredictable order.
fn ids(document: &agd::Document<'_>, count: usize) -> Vec<String> {
    let all: Vec<&str> = document.blocks().filter_map(|block| block.id()).collect();
    (0..count).map(|n| all[n * 7919 % all.len()].to_owned()).collect()
}

fn finding(c: &mut Criterion) {
    let mut group = c.benchmark_group("find");
    for blocks in SIZES {
        let text = corpus::document(1, blocks);
        let document = parse(&text).expect("it parses");
        let index = DocumentIndex::build(&document);
        let bare: HashMap<&str, usize> =
            document.blocks().enumerate().filter_map(|(at, block)| Some((block.id()?, at))).collect();
        let wanted = ids(&document, 4096);
        let mut next = wanted.iter().cycle();
        group.bench_function(BenchmarkId::new("by id", blocks), |b| {
            b.iter(|| document.find(next.next().expect("it goes round")).is_some());
        });
        group.bench_function(BenchmarkId::new("index", blocks), |b| {
            b.iter(|| index.position(next.next().expect("it goes round")));
        });
        group.bench_function(BenchmarkId::new("bare map", blocks), |b| {
            b.iter(|| bare.get(next.next().expect("it goes round").as_str()).copied());
        });
    }
    group.finish();
}

fn editing(c: &mut Criterion) {
    let mut group = c.benchmark_group("edit");
    for blocks in SIZES {
        let text = corpus::document(1, blocks);
        let mut document = parse(&text).expect("it parses");
        let ids = ids(&document, 1024);
        let mut next = 0;
        let mut id = move || {
            next += 1;
            ids[next % ids.len()].as_str().into()
        };
        group.bench_function(BenchmarkId::new("set_attr", blocks), |b| {
            // Another value each time.
            let mut number = 0_i64;
            let mut set = |id| {
                number += 1;
                Operation::SetAttr { id, key: "state".to_owned(), value: number.into() }
            };
            b.iter_batched(|| set(id()), |operation| document.apply(operation), BatchSize::SmallInput);
        });
        group.bench_function(BenchmarkId::new("replace", blocks), |b| {
            let replace = |id| Operation::Replace { id, with: OwnedBlock::new("ul", Content::Empty) };
            b.iter_batched(|| replace(id()), |operation| document.apply(operation), BatchSize::SmallInput);
        });
        group.bench_function(BenchmarkId::new("insert and delete", blocks), |b| {
            let insert = |id| Operation::InsertAfter {
                id,
                block: OwnedBlock::new("ul", Content::Empty).with_id("new"),
            };
            let both = || (insert(id()), Operation::Delete { id: "new".into() });
            b.iter_batched(
                both,
                |(insert, delete)| (document.apply(insert), document.apply(delete)),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group! {
    name = all;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    targets = reading, writing, finding, editing
}
criterion_main!(all);
