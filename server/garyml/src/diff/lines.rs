//! The lines of a file, in which many hunks are searched. The work is linear in the file, and in the hunks if their
//! lines differ.

use std::cell::OnceCell;
use std::collections::HashMap;

use agmark_syntax::work;

use super::hunk::HunkLine;

/// A line of a hunk that the file does not have.
const NOWHERE: u32 = u32::MAX;

pub(super) struct FileLines<'a> {
    all: Vec<&'a str>,
    /// Built when a hunk is searched. A hunk at the line that it names does not need it.
    index: OnceCell<Index<'a>>,
}

/// Lines by number. Equal lines have the same number.
struct Index<'a> {
    numbers: HashMap<&'a str, u32>,
    /// The number of each line.
    lines: Vec<u32>,
    /// The positions of each number, sorted.
    places: Vec<Vec<usize>>,
}

impl<'a> FileLines<'a> {
    pub fn new(all: Vec<&'a str>) -> Self {
        Self { all, index: OnceCell::new() }
    }

    pub fn all(&self) -> &[&'a str] {
        &self.all
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether the lines `old` are at `at`.
    pub fn fit(&self, old: &[&HunkLine], at: usize) -> bool {
        let Some(here) = at.checked_add(old.len()).and_then(|end| self.all.get(at..end)) else {
            return false;
        };
        let same = old.iter().zip(here).take_while(|(wanted, line)| wanted.is(line)).count();
        work::add(same + 1);
        same == old.len()
    }

    /// All positions from `from` at which the lines `old` are, also overlapping ones.
    pub fn places(&self, old: &[&HunkLine], from: usize) -> Vec<usize> {
        let index = self.index();
        let rare = old.iter().enumerate().min_by_key(|(_, line)| index.count(line));
        let Some((offset, rare)) = rare else { return Vec::new() };
        work::add(old.len());
        let candidates = index.count(rare);
        // If all lines are equal, checking each position would compare each line with each.
        if candidates.saturating_mul(old.len()) > 4 * (self.len() + old.len())
            && let Some(wanted) = index.plain(old)
        {
            return index.search(&wanted, from).0;
        }
        let mut places: Vec<usize> = index.numbered(rare).flat_map(|n| index.at(n)).copied().collect();
        places.sort_unstable();
        let starts = places.into_iter().filter_map(|place| place.checked_sub(offset));
        starts.filter(|at| *at >= from && self.fit(old, *at)).collect()
    }

    /// The only position of the lines `old`, if one of them occurs once here and not in `others`.
    pub fn only(&self, old: &[&HunkLine], others: impl Fn(&str) -> bool) -> Option<usize> {
        let index = self.index();
        work::add(old.len());
        let only = |line: &HunkLine| line.whole.is_none() && index.count(line) == 1 && !others(&line.text);
        let (offset, line) = old.iter().enumerate().find(|(_, line)| only(line))?;
        let place = index.numbered(line).flat_map(|n| index.at(n)).next()?;
        let at = place.checked_sub(offset)?;
        self.fit(old, at).then_some(at)
    }

    /// The only position of the lines `old`, if none of them is in `others`.
    pub fn once(&self, old: &[&HunkLine], others: impl Fn(&str) -> bool) -> Option<usize> {
        if old.iter().any(|line| line.whole.is_some() || others(&line.text)) {
            return None;
        }
        match self.places(old, 0).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The first position from `from` at which the lines `old` are.
    pub fn first(&self, old: &[&HunkLine], from: usize) -> Option<usize> {
        let index = self.index();
        let (offset, rare) = old.iter().enumerate().min_by_key(|(_, line)| index.count(line))?;
        work::add(old.len());
        if index.count(rare).saturating_mul(old.len()) > 4 * (self.len() + old.len()) {
            return self.places(old, from).first().copied();
        }
        let first = |places: &[usize]| {
            let skipped = places.partition_point(|place| *place < from.saturating_add(offset));
            let starts = places.iter().skip(skipped).map(|place| place - offset);
            starts.into_iter().find(|at| self.fit(old, *at))
        };
        index.numbered(rare).filter_map(|number| first(index.at(number))).min()
    }

    /// The number of first lines of `old` that match at the best position from `from`, and the first such position.
    pub fn best(&self, old: &[&HunkLine], from: usize) -> (usize, usize) {
        let index = self.index();
        let wanted: Vec<u32> = old.iter().map(|l| index.numbered(l).next().unwrap_or(NOWHERE)).collect();
        index.search(&wanted, from).1
    }

    fn index(&self) -> &Index<'a> {
        self.index.get_or_init(|| Index::new(&self.all))
    }
}

impl<'a> Index<'a> {
    fn new(all: &[&'a str]) -> Self {
        let mut index = Self { numbers: HashMap::new(), lines: Vec::new(), places: Vec::new() };
        for (at, line) in all.iter().enumerate() {
            work::add(1);
            let next = u32::try_from(index.places.len()).unwrap_or(NOWHERE);
            let number = *index.numbers.entry(line).or_insert(next);
            if number == next {
                index.places.push(Vec::new());
            }
            index.lines.push(number);
            if let Some(places) = index.places.get_mut(number as usize) {
                places.push(at);
            }
        }
        index
    }

    /// The numbers of the lines that a line of a hunk can match.
    fn numbered(&self, line: &HunkLine) -> impl Iterator<Item = u32> {
        let whole = line.whole.as_deref().filter(|whole| *whole != line.text);
        [Some(line.text.as_str()), whole]
            .into_iter()
            .flatten()
            .filter_map(|text| self.numbers.get(text))
            .copied()
    }

    fn at(&self, number: u32) -> &[usize] {
        self.places.get(number as usize).map_or(&[], Vec::as_slice)
    }

    /// The number of positions of a line of a hunk.
    fn count(&self, line: &HunkLine) -> usize {
        self.numbered(line).map(|number| self.at(number).len()).sum()
    }

    /// The numbers of the lines of a hunk, if each matches one number.
    fn plain(&self, old: &[&HunkLine]) -> Option<Vec<u32>> {
        let one = |line: &&HunkLine| {
            let mut numbers = self.numbered(line);
            numbers.next().filter(|_| numbers.next().is_none())
        };
        old.iter().map(one).collect()
    }

    /// All positions of `wanted` from `from`, and the longest matching prefix with its first position. The algorithm of
    /// Knuth, Morris and Pratt.
    fn search(&self, wanted: &[u32], from: usize) -> (Vec<usize>, (usize, usize)) {
        work::add(wanted.len() + self.lines.len());
        let back = borders(wanted);
        let (mut places, mut best) = (Vec::new(), (0, 0));
        let mut same = 0;
        for (at, line) in self.lines.iter().enumerate().skip(from) {
            while same > 0 && wanted.get(same) != Some(line) {
                same = back.get(same - 1).copied().unwrap_or(0);
            }
            same += usize::from(wanted.get(same) == Some(line));
            if same > best.0 {
                best = (same, at + 1 - same);
            }
            if same == wanted.len() && same > 0 {
                places.push(at + 1 - same);
            }
        }
        (places, best)
    }
}

/// For each prefix of `wanted`, the length of its longest proper suffix that is also a prefix.
fn borders(wanted: &[u32]) -> Vec<usize> {
    let mut back: Vec<usize> = vec![0; wanted.len()];
    let mut same = 0;
    for (at, line) in wanted.iter().enumerate().skip(1) {
        while same > 0 && wanted.get(same) != Some(line) {
            same = back.get(same - 1).copied().unwrap_or(0);
        }
        same += usize::from(wanted.get(same) == Some(line));
        if let Some(place) = back.get_mut(at) {
            *place = same;
        }
    }
    back
}

#[cfg(test)]
mod tests {
    use agmark_syntax::Span;
    use agmark_syntax::testing::Random;

    use super::super::hunk::Sign;
    use super::*;

    #[test]
    fn places_are_those_of_a_plain_search() {
        const WORDS: [&str; 4] = ["a", " a", "b", "c"];
        let mut random = Random(7);
        for _ in 0..20_000 {
            let kinds = 1 + random.below(4);
            let mut word = || WORDS[random.below(kinds)];
            let all: Vec<&str> = (0..30).map(|_| word()).collect();
            let old: Vec<HunkLine> = (0..6).map(|_| HunkLine::new(Sign::Keep, word(), Span::at(0))).collect();
            let mut old = old[..1 + random.below(6)].to_vec();
            if random.below(3) == 0 {
                old[0].whole = Some(format!(" {}", old[0].text));
            }
            let old: Vec<&HunkLine> = old.iter().collect();
            let from = random.below(8);
            let lines = FileLines::new(all.clone());
            let fits = |at: &usize| old.iter().zip(&all[*at..]).all(|(wanted, line)| wanted.is(line));
            let plain: Vec<usize> = (from..=all.len() - old.len()).filter(fits).collect();
            assert_eq!(lines.places(&old, from), plain, "{old:?} in {all:?}");
            assert_eq!(lines.first(&old, from), plain.first().copied());
            for only in [lines.only(&old, |_| false), lines.once(&old, |_| false)].into_iter().flatten() {
                assert_eq!(lines.places(&old, 0), [only]);
            }
            if old[0].whole.is_none() {
                let same = |at: usize| old.iter().zip(&all[at..]).take_while(|(w, l)| w.is(l)).count();
                let most = (from..all.len()).map(same).max().unwrap_or(0);
                let best = lines.best(&old, from);
                assert_eq!(best.0, most);
                assert!(most == 0 || (same(best.1) == most && (from..best.1).all(|at| same(at) < most)));
            }
        }
    }
}
