//! Where an ANML document may be cut, and the state at a cut.

use agmark_syntax::{LineScan, State};

use crate::syntax::actionable::Origin;
use crate::syntax::context::{Context, Front, LONG_RUN, LONG_TABLE, Table};
use crate::syntax::depths::Levels;
use crate::syntax::limits::{Filter, Limits};
use crate::syntax::refs::LastRef;

/// The line scan: a context that is fed with lines.
pub struct Scan(Context);

impl Scan {
    pub fn from(state: &State) -> Self {
        Self(context(state))
    }
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        self.0.may_cut(line)
    }

    fn pass(&mut self, line: &str) {
        self.0.pass(line);
    }

    fn state(&self) -> State {
        state(&self.0)
    }
}

// The first number: flags, and the depth above them. What a flag announces follows, in this order.
const DIFF: u32 = 1;
const ARIA: u32 = 1 << 1;
const IN_RUN: u32 = 1 << 2;
const IN_TABLE: u32 = 1 << 3;
const DEPTH_LIMIT: u32 = 1 << 4;
const BUDGET: u32 = 1 << 5;
const FILTER: u32 = 1 << 6;
const INTERACTIVE: u32 = 1 << 7;
const IRREGULAR: u32 = 1 << 8;
const LAST_REF: u32 = 1 << 9;
/// No number follows.
const NO_PAGE: u32 = 1 << 10;
const DEPTH_SHIFT: u32 = 11;

/// A context at a legal cut, in numbers. What only matters elsewhere is left out, so that the scan after an edit
/// is soon in step with the old one.
pub fn state(context: &Context) -> State {
    let (depth, columns) = context.levels.parts();
    let table = context.table.filter(|t| t.rows == LONG_TABLE);
    let Limits { depth: limit, budget, filter, expanded: _ } = &context.limits;
    let flag = |set: bool, flag: u32| if set { flag } else { 0 };
    let flags = flag(context.diff, DIFF)
        | flag(context.aria, ARIA)
        | flag(context.run == LONG_RUN, IN_RUN)
        | flag(table.is_some(), IN_TABLE)
        | flag(limit.is_some(), DEPTH_LIMIT)
        | flag(budget.is_some(), BUDGET)
        | flag(filter.is_some(), FILTER)
        | flag(filter.as_ref().is_some_and(|f| f.interactive), INTERACTIVE)
        | flag(columns.is_some(), IRREGULAR)
        | flag(context.last_ref.is_some(), LAST_REF)
        | flag(context.origin == Origin::Other, NO_PAGE);
    let mut state = State::default();
    let numbers = &mut state.0;
    numbers.push(flags | (depth << DEPTH_SHIFT));
    numbers.extend(table.iter().flat_map(|t| [t.columns, t.cells]));
    numbers.extend(*limit);
    numbers.extend(*budget);
    if let Some(filter) = filter {
        numbers.push(filter.roles.len() as u32);
        numbers.extend(filter.roles.iter().copied());
    }
    numbers.extend(context.last_ref.into_iter().flat_map(LastRef::parts));
    numbers.extend(columns.into_iter().flatten().copied());
    state
}

/// The context that a state stands for.
pub fn context(state: &State) -> Context {
    let mut numbers = state.0.iter().copied();
    let Some(flags) = numbers.next() else { return Context::default() };
    let mut number = || numbers.next().unwrap_or(0);
    let table =
        (flags & IN_TABLE != 0).then(|| Table { columns: number(), cells: number(), rows: LONG_TABLE });
    let depth = (flags & DEPTH_LIMIT != 0).then(&mut number);
    let budget = (flags & BUDGET != 0).then(&mut number);
    let filter = (flags & FILTER != 0).then(|| Filter {
        interactive: flags & INTERACTIVE != 0,
        roles: (0..number()).map(|_| number()).collect(),
    });
    let last_ref = (flags & LAST_REF != 0).then(|| LastRef::from_parts([number(), number(), number()]));
    let levels = if flags & IRREGULAR != 0 {
        Levels::irregular(&numbers.collect::<Vec<_>>())
    } else {
        Levels::regular(flags >> DEPTH_SHIFT)
    };
    Context {
        front: Front::Over,
        begun: true,
        diff: flags & DIFF != 0,
        aria: flags & ARIA != 0,
        limits: Limits { depth, budget, filter, expanded: false },
        levels,
        table,
        run: if flags & IN_RUN != 0 { LONG_RUN } else { 0 },
        origin: if flags & NO_PAGE != 0 { Origin::Other } else { Origin::Page },
        last_ref,
    }
}
