//! Cuts a document into chunks.
//!
//! A format reads the lines with a small state and decides where a cut is *legal*: before lines that its grammar reads
//! in the same way at the start of a text. A legal line becomes a cut if its hash is the smallest among all legal
//! lines within [`WINDOW`] bytes before and after it. So a cut depends only on the text around it. An edit moves no
//! cut beyond that distance, and the cuts after any edits equal those of a new document. If all lines are equal, each
//! is a cut.

use smallvec::SmallVec;

/// The distance before and after a line that decides whether it is a cut, in bytes. Chunks are about twice as long.
pub const WINDOW: usize = 512;

/// The number of bytes of a line that are hashed.
const HASHED: usize = 64;

/// The state of a line scan at a cut, encoded by the format. The default is the state at the start of a document. The
/// analysis of a chunk may use the state at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State(pub SmallVec<[u32; 6]>);

impl State {
    /// The state at a cut inside a document. It differs from the state at the start, even if the scan has nothing to
    /// remember: an empty state becomes a single 0.
    fn inside(mut self) -> Self {
        if self.0.is_empty() {
            self.0.push(0);
        }
        self
    }

    /// Whether this is the state at the start of a document.
    pub fn is_start(&self) -> bool {
        self.0.is_empty()
    }
}

/// A format's scan of lines. Lines come in order, without their line feed (a carriage return stays). A scan that
/// continues from a state must give the same results as one from the start.
pub trait LineScan {
    /// Whether the document may be cut before `line`, the next line. Not called for the first line.
    fn may_cut(&self, line: &str) -> bool;
    /// Reads `line`.
    fn pass(&mut self, line: &str);
    /// The state before the next line. An empty state is passed back as a single 0.
    fn state(&self) -> State;
}

/// The start of a chunk and the state there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub at: usize,
    pub state: State,
}

struct Candidate {
    cut: Cut,
    hash: u64,
    beaten: bool,
}

/// Chooses cuts from lines.
pub(crate) struct Cutter<'a> {
    scan: Box<dyn LineScan + 'a>,
    /// Legal lines, oldest first. Those before `decided` are before the window.
    window: std::collections::VecDeque<Candidate>,
    decided: usize,
    pub cuts: Vec<Cut>,
}

impl<'a> Cutter<'a> {
    pub fn new(scan: Box<dyn LineScan + 'a>) -> Self {
        Self { scan, window: Default::default(), decided: 0, cuts: Vec::new() }
    }

    /// Reads the line that starts at `at`. Returns the state before it if a cut is legal there.
    pub fn line(&mut self, at: usize, line: &str) -> Option<State> {
        let legal = at > 0 && self.scan.may_cut(line);
        let mut state = None;
        if legal {
            state = Some(self.scan.state().inside());
            self.decide(at.saturating_sub(WINDOW));
            let hash = hash(line);
            let mut beaten = false;
            for other in self.window.iter_mut().filter(|o| o.cut.at + WINDOW >= at) {
                beaten |= other.hash < hash;
                other.beaten |= other.hash > hash;
            }
            let cut = Cut { at, state: state.clone().unwrap_or_default() };
            self.window.push_back(Candidate { cut, hash, beaten });
        }
        self.scan.pass(line);
        state
    }

    /// Decides all legal lines before `until`. No later line can affect them.
    fn decide(&mut self, until: usize) {
        while let Some(candidate) = self.window.get_mut(self.decided) {
            if candidate.cut.at >= until {
                break;
            }
            if !candidate.beaten {
                self.cuts.push(candidate.cut.clone());
            }
            self.decided += 1;
        }
        // Decided lines stay while a later line needs them for comparison.
        while self.decided > 0 && self.window.front().is_some_and(|c| c.cut.at + WINDOW < until + WINDOW) {
            self.window.pop_front();
            self.decided -= 1;
        }
    }

    /// Decides the remaining lines at the end of the text.
    pub fn finish(mut self) -> Vec<Cut> {
        self.decide(usize::MAX - WINDOW);
        self.cuts
    }
}

/// Finds all cuts of a text, without the start. `found` gets each of them as soon as it is decided.
pub(crate) fn find<'a>(scan: Box<dyn LineScan + 'a>, text: &str, mut found: impl FnMut(Cut)) {
    let mut cutter = Cutter::new(scan);
    let mut at = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        cutter.line(at, &text[at..end]);
        cutter.cuts.drain(..).for_each(&mut found);
        at = end + 1;
    }
    if at < text.len() {
        cutter.line(at, &text[at..]);
    }
    cutter.finish().into_iter().for_each(found);
}

/// FNV-1a: the same on every machine, and good enough to distinguish lines.
fn hash(line: &str) -> u64 {
    let bytes = &line.as_bytes()[..line.len().min(HASHED)];
    let fold = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
    let h = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    // The low bits of similar lines are similar: mix them.
    (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines that begin with `=` may be cut.
    struct Marked;

    impl LineScan for Marked {
        fn may_cut(&self, line: &str) -> bool {
            line.starts_with('=')
        }
        fn pass(&mut self, _line: &str) {}
        fn state(&self) -> State {
            State::default()
        }
    }

    #[test]
    fn a_cut_is_a_legal_line_that_none_nearby_is_less_than() {
        let mut text = String::new();
        for i in 0..2_000 {
            let sign = if i % 3 == 0 { "=" } else { "-" };
            text.push_str(&format!("{sign} line {}\n", i * 7_919 % 1_009));
        }
        let starts = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1));
        let line = |at: usize| text[at..].lines().next().unwrap_or("");
        let legal: Vec<_> = starts.filter(|at| *at > 0 && line(*at).starts_with('=')).collect();
        let beaten = |at: usize| {
            let near = legal.iter().filter(|other| other.abs_diff(at) <= WINDOW);
            near.into_iter().any(|other| hash(line(*other)) < hash(line(at)))
        };
        let expected: Vec<_> = legal.iter().copied().filter(|at| !beaten(*at)).collect();
        let mut cuts = Vec::new();
        find(Box::new(Marked), &text, |cut| cuts.push(cut.at));
        assert!(expected.len() > 20, "{}", expected.len());
        assert_eq!(cuts, expected);
    }
}
