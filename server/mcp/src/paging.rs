//! Answers in pages: at most so many rows, and at most so many tokens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Context, ToolError};

/// The largest answer in tokens, unless the call asks for another limit.
pub const MAX_TOKENS: usize = 8000;

/// The number of rows of a page, unless the call asks for another number.
const ROWS: usize = 50;

/// The part of a page that its end and the notes about it may take, in tokens.
const RESERVE: usize = 60;

/// The arguments of a tool that answers with rows. Add it to an input with `#[serde(flatten)]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Paging {
    /// Most rows (default 50)
    #[serde(default)]
    pub limit: Option<usize>,
    /// `next_cursor` of the page before
    #[serde(default)]
    pub cursor: Option<String>,
    /// Every tool has this argument. The instructions of the server say so, not each schema.
    #[serde(default)]
    #[schemars(skip)]
    pub max_tokens: Option<usize>,
}

/// A row: its text, of one or more lines without the last line ending, and its value.
#[derive(Clone, Debug)]
pub struct Row<V> {
    pub text: String,
    pub value: V,
}

impl<V> Row<V> {
    pub fn new(text: impl Into<String>, value: V) -> Self {
        Self { text: text.into(), value }
    }
}

/// What a page left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Page {
    /// The number of rows on all pages.
    pub total: usize,
    /// The number of rows after this page.
    pub left_out: usize,
    /// The `cursor` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// There are more rows than `total`, which were not counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_least: bool,
}

/// The rows of a page.
#[derive(Clone, Debug)]
pub struct PageRows<V> {
    /// The texts of the rows, each with a line ending.
    pub text: String,
    pub values: Vec<V>,
    pub page: Page,
}

impl Paging {
    /// The number of the first row of this page.
    ///
    /// # Errors
    /// If the cursor is not one of an earlier answer.
    pub fn start(&self) -> Result<usize, ToolError> {
        let Some(cursor) = &self.cursor else { return Ok(0) };
        cursor.parse().map_err(|_| {
            ToolError::new(
                format_args!("invalid cursor {cursor:?}"),
                "use the next_cursor of the last answer",
            )
        })
    }

    /// One page of `total` rows. `row` returns the row with a number; it is called for the rows of this page only. At
    /// least one row is in a page that is not after the end. If a single row is too long, its text is cut.
    ///
    /// # Errors
    /// If the cursor is not one of an earlier answer, the call was cancelled, or `row` fails.
    pub fn page<V>(
        &self,
        context: &Context,
        total: usize,
        mut row: impl FnMut(usize) -> Result<Row<V>, ToolError>,
    ) -> Result<PageRows<V>, ToolError> {
        let start = self.start()?.min(total);
        let budget = self.max_tokens.unwrap_or(MAX_TOKENS).saturating_sub(RESERVE).max(1);
        let end = total.min(start.saturating_add(self.limit.unwrap_or(ROWS).max(1)));
        let mut rows = PageRows { text: String::new(), values: Vec::new(), page: Page::complete(total) };
        let mut used = TokenSum::default();
        for number in start..end {
            context.check_cancelled()?;
            let Row { mut text, value } = row(number)?;
            text.push('\n');
            if !used.add(context, &rows.text, &text, budget) {
                if !rows.values.is_empty() {
                    break;
                }
                text = context.cut(&text, budget);
            }
            rows.text.push_str(&text);
            rows.values.push(value);
        }
        let next = start + rows.values.len();
        rows.page.left_out = total - next;
        rows.page.next_cursor = (next < total).then(|| next.to_string());
        Ok(rows)
    }
}

/// The tokens of a page so far.
#[derive(Default)]
struct TokenSum {
    /// `None` while the bytes alone show that the text fits: a token has at least one byte.
    counted: Option<usize>,
}

impl TokenSum {
    /// Adds a row, unless the page then has more than `budget` tokens.
    fn add(&mut self, context: &Context, text: &str, row: &str, budget: usize) -> bool {
        if self.counted.is_none() && text.len() + row.len() <= budget {
            return true;
        }
        let before = self.counted.unwrap_or_else(|| context.tokens(text));
        // Counting takes long. No row has so few tokens for its bytes.
        let after =
            if row.len() > budget.saturating_mul(8) { usize::MAX } else { before + context.tokens(row) };
        self.counted = Some(if after <= budget { after } else { before });
        after <= budget
    }
}

impl Page {
    /// The page with all of `total` rows.
    pub fn complete(total: usize) -> Self {
        Self { total, left_out: 0, next_cursor: None, at_least: false }
    }

    /// The line that says what was left out.
    pub(crate) fn note(&self) -> String {
        let (Self { total, left_out, .. }, more) = (self, if self.at_least { "more than " } else { "" });
        match &self.next_cursor {
            Some(cursor) => {
                format!("… {more}{left_out} of {more}{total} left out; cursor {cursor:?} for the next\n")
            }
            None if self.at_least => format!("… there are more than {total}; ask for less\n"),
            None => String::new(),
        }
    }
}

impl<V> PageRows<V> {
    /// The page, the values, and the text.
    pub fn into_parts(self) -> (Page, Vec<V>, String) {
        (self.page, self.values, self.text)
    }
}
