//! The line scan of manifests. A cut is legal before a line that begins an entry of a registry: an action, a data view,
//! a page or an error.

use agmark_schema::json::Scan;
use agmark_syntax::cuts::{LineScan, State};

/// The registries whose entries may begin a piece.
pub const REGISTRIES: [&str; 4] = ["actions", "data", "pages", "errors"];

/// The path of the address to which routes are relative.
const ORIGIN: [&str; 2] = ["site", "origin"];

/// The longest origin that a state holds, in bytes.
const LONGEST: usize = 256;

/// Where a piece of a manifest starts.
#[derive(Debug, Default, PartialEq)]
pub struct PieceStart {
    /// The registry before whose entry it starts; `None` for the first piece.
    pub registry: Option<&'static str>,
    /// The origin of the site, if it is written before the piece; otherwise empty.
    pub origin: String,
}

impl PieceStart {
    /// The start of the piece with this state.
    pub fn of(state: &State) -> Self {
        let mut numbers = state.0.iter().copied();
        let number = numbers.next().and_then(|number| number.checked_sub(1));
        let length = numbers.next().unwrap_or(0) as usize;
        let mut bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
        bytes.truncate(length);
        PieceStart {
            registry: number.and_then(|number| REGISTRIES.get(number as usize).copied()),
            origin: String::from_utf8(bytes).unwrap_or_default(),
        }
    }

    /// The keys of the maps that are open where the piece starts.
    pub fn keys(&self) -> &[&'static str] {
        self.registry.as_slice()
    }
}

/// The line scan of manifests.
pub struct ManifestScan(Scan);

impl ManifestScan {
    /// A scan that continues from `state`.
    pub fn new(state: &State) -> Self {
        let start = PieceStart::of(state);
        ManifestScan(match start.registry {
            Some(registry) => Scan::inside(&[registry], ORIGIN, start.origin),
            None => Scan::new(ORIGIN),
        })
    }

    /// The number of the registry, if an entry of one can begin here.
    fn registry(&self) -> Option<usize> {
        let [root, _] = self.0.at_member()? else { return None };
        REGISTRIES.iter().position(|registry| root.is_map && root.key == *registry)
    }
}

impl LineScan for ManifestScan {
    fn may_cut(&self, line: &str) -> bool {
        line.trim_start_matches([' ', '\t']).starts_with('"') && self.registry().is_some()
    }

    fn pass(&mut self, line: &str) {
        self.0.line(line);
    }

    fn state(&self) -> State {
        let mut state = State::default();
        let number = self.registry().and_then(|number| u32::try_from(number + 1).ok()).unwrap_or(0);
        let origin =
            Some(self.0.remembered.as_bytes()).filter(|origin| origin.len() <= LONGEST).unwrap_or_default();
        state.0.extend([number, u32::try_from(origin.len()).unwrap_or(0)]);
        state.0.extend(origin.chunks(4).map(|bytes| {
            let byte = |i: usize| bytes.get(i).copied().unwrap_or(0);
            u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
        }));
        state
    }
}

/// A piece in the containers that are open around it, for its grammar.
pub fn enclosed(text: &str, state: &State) -> Option<(String, usize)> {
    let mut scan = ManifestScan::new(state);
    let before =
        PieceStart::of(state).registry.map_or_else(String::new, |registry| format!("{{\"{registry}\":{{"));
    text.lines().for_each(|line| scan.pass(line));
    let open = scan.0.open();
    if before.is_empty() && open.is_empty() {
        return None;
    }
    // A member follows the comma at the end of the piece.
    let next = if scan.0.at_member().is_some() { "\"\":0" } else { "" };
    let after: String = open.iter().rev().map(|one| if one.is_map { '}' } else { ']' }).collect();
    Some((format!("{before}{text}{next}{after}"), before.len()))
}
