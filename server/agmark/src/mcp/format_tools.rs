//! The tools of single formats.

#[cfg(test)]
mod tests;

use agmark_mcp::AnyTool;

use super::{
    annotate, audit, convert, diff, edit, garyml_apply, garyml_prompt, memory, patch, plan, render, resolve,
    run_program, view,
};

/// All tools that know a format, one row each. `has_memory`: whether there is a memory document.
pub fn all(has_memory: bool) -> Vec<Box<dyn AnyTool>> {
    let mut tools: Vec<Box<dyn AnyTool>> = vec![
        Box::new(annotate::Annotate),
        Box::new(garyml_apply::Apply),
        Box::new(audit::Audit),
        Box::new(convert::Convert),
        Box::new(diff::Diff),
        Box::new(edit::Edit),
        Box::new(patch::Patch),
        Box::new(plan::Plan),
        Box::new(garyml_prompt::Prompt),
        Box::new(render::Render),
        Box::new(resolve::Resolve),
        Box::new(run_program::Run),
        Box::new(view::View),
    ];
    if has_memory {
        tools.extend(memory::all());
    }
    tools
}
