//! Where a document is cut into chunks.
//!
//! A format reads the lines with a small state and says where a cut is *legal*: at lines that its grammar
//! reads the same at the start of a text. Of the legal lines those are taken whose hash is the smallest
//! among all legal lines within [`WINDOW`] bytes before and after. So a cut depends on the text around it
//! and on nothing else: an edit moves no cut further away than that, and the cuts after any sequence of
//! edits are those of a fresh document. Lines that are all alike are all cut.

use smallvec::SmallVec;

/// How far a cut looks around, in bytes. Chunks are about twice as long.
pub const WINDOW: usize = 512;

/// How many bytes of a line are hashed.
const HASHED: usize = 64;

/// What a line scan remembers at a cut, in the format's own coding. The start of a document has the default
/// state; the facts of a chunk may use the state at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State(pub SmallVec<[u32; 6]>);

impl State {
    /// The state at a cut inside of a document, which differs from the one at its start even where a scan
    /// has nothing to remember: an empty one becomes a single 0.
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

/// A format's reader of lines. Lines come in order, without their line feed (a carriage return stays).
/// Reading on from a state must give what reading from the start gives.
pub trait LineScan {
    /// Whether the document may be cut before `line`, the next one. Not asked for the first line.
    fn may_cut(&self, line: &str) -> bool;
    /// Reads `line`.
    fn pass(&mut self, line: &str);
    /// What is to be remembered before the next line. Empty is handed back as a single 0.
    fn state(&self) -> State;
}

/// A cut: where a chunk starts, and in what state.
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

/// Chooses cuts from the lines it is fed.
pub(crate) struct Cutter<'a> {
    scan: Box<dyn LineScan + 'a>,
    /// Legal lines within the window, oldest first; those before `decided` are out of it.
    window: std::collections::VecDeque<Candidate>,
    decided: usize,
    pub cuts: Vec<Cut>,
}

impl<'a> Cutter<'a> {
    pub fn new(scan: Box<dyn LineScan + 'a>) -> Self {
        Self { scan, window: Default::default(), decided: 0, cuts: Vec::new() }
    }

    /// Takes the line that starts at `at`; gives the state before it if a cut would be legal there.
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

    /// Decides all legal lines before `until`, which nothing that follows can beat any more.
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
        // Decided lines stay as long as a line to come may be beaten by them.
        while self.decided > 0 && self.window.front().is_some_and(|c| c.cut.at + WINDOW < until + WINDOW) {
            self.window.pop_front();
            self.decided -= 1;
        }
    }

    /// The end of the text: decides the rest.
    pub fn finish(mut self) -> Vec<Cut> {
        self.decide(usize::MAX - WINDOW);
        self.cuts
    }
}

/// All cuts of a text but the one at its start.
pub(crate) fn all<'a>(scan: Box<dyn LineScan + 'a>, text: &str) -> Vec<Cut> {
    let mut cutter = Cutter::new(scan);
    let mut at = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        cutter.line(at, &text[at..end]);
        at = end + 1;
    }
    if at < text.len() {
        cutter.line(at, &text[at..]);
    }
    cutter.finish()
}

/// FNV-1a: the same on every machine, and good enough to tell lines apart.
fn hash(line: &str) -> u64 {
    let bytes = &line.as_bytes()[..line.len().min(HASHED)];
    let fold = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
    let h = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    // The low bits of near lines are alike: mix them, so that order means nothing.
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
        let cuts: Vec<_> = all(Box::new(Marked), &text).into_iter().map(|cut| cut.at).collect();
        assert!(expected.len() > 20, "{}", expected.len());
        assert_eq!(cuts, expected);
    }
}
