//! The tool `view`: a smaller ANML snapshot.

use agmark_anml::view::{self, Filter, Options, ViewError, Viewed};
use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::text_source::TextSource;

/// The largest view in tokens, unless the call asks for another limit.
const TOKENS: usize = 4000;

/// How often a view that is still too long is made again.
const ATTEMPTS: usize = 8;

/// A token has this many bytes on average, at most.
const BYTES_OF_TOKEN: usize = 8;

pub struct View;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    #[serde(flatten)]
    source: TextSource,
    /// Number of levels; 1 is the top level only
    #[serde(default)]
    depth: Option<u32>,
    /// `interactive`, `compact` or role names, with commas between them
    #[serde(default)]
    filter: Option<String>,
    /// Refs of elements that are shown with all below them, such as `e4`
    #[serde(default)]
    expand: Vec<String>,
    /// Largest view in tokens (default 4000); the rest is folded into summaries
    #[serde(default)]
    max_tokens: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// ANML
    view: String,
    tokens: usize,
    /// Whether parts were folded to stay below `max_tokens`
    folded: bool,
}

impl Tool for View {
    const INFO: ToolInfo = ToolInfo {
        name: "view",
        title: "View a snapshot",
        description: "A smaller version of an ANML or ARIA snapshot: by levels, by roles, below a number of tokens. \
                      What is left out is counted in summaries, which `expand` opens by ref.",
        examples: &[Example {
            title: "what can be used",
            input: r#"{"path":"login.anml","filter":"interactive"}"#,
            answer: "button#e3",
        }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let source = input.source.read(context)?;
        let filter =
            input.filter.as_deref().map(str::parse::<Filter>).transpose().map_err(ToolError::message)?;
        let mut expand = Vec::new();
        for given in &input.expand {
            let name = given.strip_prefix('#').unwrap_or(given);
            if !agmark_anml::is_ref(name) {
                return Err(ToolError::new(
                    format_args!("invalid ref {given:?}"),
                    "write it as in the snapshot: e1",
                ));
            }
            expand.push(name.to_owned());
        }
        let options = Options { depth: input.depth.map(|depth| depth.max(1)), filter, budget: None, expand };
        let limit = input.max_tokens.unwrap_or(TOKENS);
        let (mut view, viewed, folded) = within(context, &source.text, &options, limit)
            .map_err(|error| ToolError::message(format_args!("{}: {error}", source.name)))?;
        if let (Viewed::NothingLeft, Some(filter)) = (viewed, &options.filter) {
            view.push_str(&format!("{}; call it without the filter\n", filter.nothing_left()));
        }
        let tokens = context.tokens(&view);
        Ok(Answer::new(view.clone(), Output { view, tokens, folded }))
    }
}

/// The view of at most `limit` tokens, and whether it was folded for this.
fn within(
    context: &Context,
    text: &str,
    options: &Options,
    limit: usize,
) -> Result<(String, Viewed, bool), ViewError> {
    let (mut out, mut viewed) = of_text(text, options)?;
    let mut lines = out.lines().count();
    let mut folded = false;
    for _ in 0..ATTEMPTS {
        // Counting the tokens of a long text takes long.
        let tokens = match out.len() > limit.saturating_mul(BYTES_OF_TOKEN) {
            true => out.len() / BYTES_OF_TOKEN,
            false => context.tokens(&out),
        };
        if tokens <= limit {
            break;
        }
        // A little less than the share that fits.
        let fits = (lines as f64 * limit as f64 / tokens as f64 * 0.9) as usize;
        lines = fits.clamp(1, lines.saturating_sub(1).max(1));
        let budget = u32::try_from(lines).unwrap_or(u32::MAX);
        (out, viewed) = of_text(text, &Options { budget: Some(budget), ..options.clone() })?;
        folded = true;
        if lines == 1 {
            break;
        }
    }
    Ok((out, viewed, folded))
}

fn of_text(text: &str, options: &Options) -> Result<(String, Viewed), ViewError> {
    let mut out = String::new();
    let mut write = |part: &str| {
        out.push_str(part);
        Ok(())
    };
    let viewed = view::view(|| Ok(text.as_bytes()), options, &mut write)?;
    Ok((out, viewed))
}
