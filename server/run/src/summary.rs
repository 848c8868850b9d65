//! The summary of a run: its tokens, its cost, its time.

mod prices;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::model::message::Usage;
use crate::time::{iso, spoken};

/// The summary of a run, also of a failed one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The path of the program, as the person wrote it.
    pub program: String,
    pub success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Rounds of the main program.
    pub iterations: u32,
    /// Tokens of the main program.
    pub tokens: Tokens,
    /// Tool calls of the main program.
    pub tools_called: u32,
    /// Invalid replies to the main program.
    pub errors: u32,
    pub duration: String,
    /// The model of the main program.
    pub model: String,
    pub start_time: String,
    pub end_time: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_calls: Option<AgentCalls>,
}

/// Tokens in requests and replies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
    pub total: u64,
    /// US dollars; omitted if the price is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// Calls of imported programs, at all depths.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentCalls {
    pub total_calls: u32,
    pub calls_by_agent: BTreeMap<String, u32>,
    pub total_duration: String,
    pub average_duration: String,
    pub tokens_used: u64,
}

/// Counts the tokens and calls of a run.
#[derive(Debug, Default)]
pub struct Ledger(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    iterations: u32,
    usage: Usage,
    /// Whether the number of tokens of a reply is unknown.
    has_unknown_usage: bool,
    tools: u32,
    errors: u32,
    calls: BTreeMap<String, u32>,
    duration: Duration,
    tokens: u64,
}

/// Where a program is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// The main program.
    Main,
    /// All imported programs together.
    Imports,
}

impl Ledger {
    fn with<T>(&self, count: impl FnOnce(&mut Counts) -> T) -> T {
        count(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn iteration(&self, account: Account) {
        self.with(|counts| counts.iterations += u32::from(account == Account::Main));
    }

    /// Adds the tokens of a reply. Returns the tokens of the whole run.
    pub(crate) fn tokens(&self, account: Account, usage: Option<Usage>) -> u64 {
        self.with(|counts| {
            counts.has_unknown_usage |= usage.is_none() && account == Account::Main;
            let usage = usage.unwrap_or_default();
            match account {
                Account::Main => {
                    counts.usage.input = counts.usage.input.saturating_add(usage.input);
                    counts.usage.output = counts.usage.output.saturating_add(usage.output);
                }
                Account::Imports => {
                    counts.tokens = counts.tokens.saturating_add(usage.input).saturating_add(usage.output);
                }
            }
            counts.tokens.saturating_add(counts.usage.input).saturating_add(counts.usage.output)
        })
    }

    pub(crate) fn tools(&self, account: Account, calls: usize) {
        let calls = u32::try_from(calls).unwrap_or(u32::MAX);
        self.with(|counts| {
            if account == Account::Main {
                counts.tools = counts.tools.saturating_add(calls);
            }
        });
    }

    pub(crate) fn invalid_reply(&self, account: Account) {
        self.with(|counts| counts.errors += u32::from(account == Account::Main));
    }

    pub(crate) fn imported_program(&self, name: &str, took: Duration) {
        self.with(|counts| {
            *counts.calls.entry(name.to_owned()).or_default() += 1;
            counts.duration += took;
        });
    }

    /// The summary of all counts.
    pub(crate) fn summary(
        &self,
        program: &str,
        model: &str,
        error: Option<String>,
        times: (SystemTime, Duration),
    ) -> Summary {
        let (start, took) = times;
        self.with(|counts| {
            let Usage { input, output } = counts.usage;
            let total_calls: u32 = counts.calls.values().sum();
            Summary {
                program: program.to_owned(),
                success: error.is_none(),
                error,
                iterations: counts.iterations,
                tokens: Tokens {
                    input,
                    output,
                    total: input.saturating_add(output),
                    cost: prices::cost(model, counts.usage).filter(|_| !counts.has_unknown_usage),
                },
                tools_called: counts.tools,
                errors: counts.errors,
                duration: spoken(took),
                model: model.to_owned(),
                start_time: iso(start),
                end_time: iso(start + took),
                agent_calls: (total_calls > 0).then(|| AgentCalls {
                    total_calls,
                    calls_by_agent: counts.calls.clone(),
                    total_duration: spoken(counts.duration),
                    average_duration: spoken(counts.duration / total_calls),
                    tokens_used: counts.tokens,
                }),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn imports_are_counted_separately() {
        let ledger = Ledger::default();
        ledger.iteration(Account::Main);
        ledger.iteration(Account::Imports);
        ledger.tokens(Account::Main, Some(Usage { input: 150, output: 75 }));
        assert_eq!(ledger.tokens(Account::Imports, Some(Usage { input: 300, output: 150 })), 675);
        ledger.tools(Account::Main, 3);
        ledger.tools(Account::Imports, 9);
        ledger.invalid_reply(Account::Imports);
        ledger.imported_program("count", Duration::from_millis(1000));
        ledger.imported_program("fizz", Duration::from_millis(1500));
        let times = (SystemTime::UNIX_EPOCH, Duration::from_millis(2600));
        let summary = ledger.summary("p.md", "gpt-4o", None, times);
        expect![[r#"
            {
              "program": "p.md",
              "success": true,
              "iterations": 1,
              "tokens": {
                "input": 150,
                "output": 75,
                "total": 225,
                "cost": 0.001125
              },
              "tools_called": 3,
              "errors": 0,
              "duration": "2.6s",
              "model": "gpt-4o",
              "start_time": "1970-01-01T00:00:00.000Z",
              "end_time": "1970-01-01T00:00:02.600Z",
              "agent_calls": {
                "total_calls": 2,
                "calls_by_agent": {
                  "count": 1,
                  "fizz": 1
                },
                "total_duration": "2.5s",
                "average_duration": "1.3s",
                "tokens_used": 450
              }
            }"#]]
        .assert_eq(&serde_json::to_string_pretty(&summary).unwrap());
    }

    #[test]
    fn a_model_without_price_has_no_cost() {
        let failed = Ledger::default().summary(
            "p.md",
            "m",
            Some("broken".into()),
            (SystemTime::UNIX_EPOCH, Duration::ZERO),
        );
        assert_eq!((failed.tokens.cost, failed.success, failed.agent_calls), (None, false, None));
    }

    #[test]
    fn unknown_tokens_have_no_cost() {
        let summary = |usage| {
            let ledger = Ledger::default();
            ledger.tokens(Account::Main, Some(Usage { input: 150, output: 75 }));
            ledger.tokens(Account::Main, usage);
            ledger.summary("p.md", "gpt-4o", None, (SystemTime::UNIX_EPOCH, Duration::ZERO)).tokens
        };
        assert_eq!((summary(None).cost, summary(None).total), (None, 225));
        assert_eq!(summary(Some(Usage::default())).cost, Some(0.001_125));
    }
}
