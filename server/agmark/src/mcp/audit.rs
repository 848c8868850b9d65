//! The tool `audit`: how much of a page or site agents can use.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use agmark_aaf::coverage::{Category, label};
use agmark_audit::crawl::{Audit as Visit, Progress, Reach};
use agmark_audit::files::{self, AuditFolders};
use agmark_audit::http::{self, Client, Cookies, is_address};
use agmark_audit::{Audited, Options, Report};
use agmark_mcp::{Access, Answer, Context, Example, Paging, Row, Tool, ToolError, ToolInfo};
use agmark_task::{Stop, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::failed;
use super::target::Target;
use crate::aaf_lint::page_settings;

/// The pages of a site that are audited, unless the call asks for another number.
const PAGES: usize = 20;

pub struct Audit;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Page, folder, or address of a page
    target: String,
    /// Audit the pages that the address links to, too
    #[serde(default)]
    crawl: bool,
    /// Most pages of a crawl (default 20)
    #[serde(default)]
    max_pages: Option<usize>,
    /// Audit dangerous buttons, too
    #[serde(default)]
    safety: bool,
    /// Audit links, too
    #[serde(default)]
    navigation: bool,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// 0 to 100; none if there is nothing to score
    score: Option<u32>,
    label: Option<&'static str>,
    rows: Vec<AuditRow>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(untagged)]
enum AuditRow {
    Page { page: String, score: Option<u32>, categories: BTreeMap<&'static str, Option<u32>> },
    Failed { page: String, reason: String },
    Finding { file: String, line: u32, column: u32, code: String, severity: &'static str, message: String },
}

impl Tool for Audit {
    const INFO: ToolInfo = ToolInfo {
        name: "audit",
        title: "Audit pages",
        description: "Scores how much of a page, a folder of pages or a site agents can use by its AAF annotations, \
                      and lists what is missing. An address needs --allow-fetch.",
        examples: &[Example { title: "a page", input: r#"{"target":"plain.html"}"#, answer: "15/100" }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let mut options = Options::default();
        options.also.extend(input.safety.then_some(Category::Safety));
        options.also.extend(input.navigation.then_some(Category::Navigation));
        let report = if is_address(&input.target) {
            on_server(context, &input, options)?
        } else {
            in_files(context, &input, options)?
        };
        if let (true, Some(failed)) = (report.pages.is_empty(), report.failed.first()) {
            return Err(ToolError::new(
                format_args!("{}: {}", failed.name, failed.reason),
                "check the target",
            ));
        }
        let score = report.score();
        let head = match score {
            Some(score) => format!("{score}/100 {}\n", label(score)),
            None => "no score: there is nothing to annotate\n".to_owned(),
        };
        let rows = rows(&report);
        let page = input.paging.page(context, rows.len(), |number| {
            let row = rows.get(number).cloned();
            row.map(|row| Row::new(row.text(), row))
                .ok_or_else(|| ToolError::message("the row does not exist"))
        })?;
        let (page, rows, text) = page.into_parts();
        let output = Output { score, label: score.map(label), rows };
        Ok(Answer::new(head + &text, output).with_page(page))
    }
}

impl AuditRow {
    fn text(&self) -> String {
        match self {
            Self::Page { page, score, categories } => {
                let number =
                    |score: &Option<u32>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
                let all = categories.iter().map(|(name, score)| format!("{name} {}", number(score)));
                format!("{page}: {} ({})", number(score), all.collect::<Vec<_>>().join(", "))
            }
            Self::Failed { page, reason } => format!("{page}: not audited: {reason}"),
            Self::Finding { file, line, column, code, severity, message } => {
                format!("{file}:{line}:{column} {severity} {code}: {message}")
            }
        }
    }
}

fn rows(report: &Report) -> Vec<AuditRow> {
    let of_page = |page: &Audited| AuditRow::Page {
        page: page.name.clone(),
        score: page.score(),
        categories: page.assessments.iter().map(|one| (one.category.key(), one.score)).collect(),
    };
    let mut rows: Vec<AuditRow> = report.pages.iter().map(of_page).collect();
    let failed =
        |one: &agmark_audit::Failed| AuditRow::Failed { page: one.name.clone(), reason: one.reason.clone() };
    rows.extend(report.failed.iter().map(failed));
    for page in &report.pages {
        rows.extend(page.findings.iter().map(|finding| AuditRow::Finding {
            file: finding.file(page).to_owned(),
            line: finding.area.line,
            column: finding.area.column,
            code: finding.code.clone(),
            severity: finding.severity.word(),
            message: finding.message.clone(),
        }));
    }
    rows
}

fn in_files(context: &Context, input: &Input, mut options: Options) -> Result<Report, ToolError> {
    if input.crawl {
        return Err(ToolError::new("`crawl` is for addresses only", "name a folder for all pages in it"));
    }
    let Target { absolute: path, root, .. } = Target::named(context, &input.target)?;
    options.settings = page_settings(Arc::clone(&context.workspace().moment().configs), root.clone());
    let may_read = |path: &Path| context.workspace().may_read(path);
    let folders = AuditFolders { shown_from: &root, root: &root, may_read: &may_read };
    Ok(match path.is_dir() {
        true => files::audit_folder(&path, &folders, &options),
        false => files::audit_page(&path, &folders, &options),
    })
}

fn on_server(context: &Context, input: &Input, mut options: Options) -> Result<Report, ToolError> {
    context.check_access(Access::Fetch)?;
    let root = context.workspace().roots().first().map_or(Path::new(""), |root| root.as_path());
    options.settings = page_settings(Arc::clone(&context.workspace().moment().configs), root.to_owned());
    let entry = http::parse(&input.target).map_err(failed)?;
    let client = Client::new(&entry, Cookies::default());
    let (stop, watch) = (Stop::default(), CallProgress(context));
    let visit = Visit::new(&client, &options).watched(&watch, &stop);
    let report = if input.crawl {
        visit.site(&entry, Reach { pages: input.max_pages.unwrap_or(PAGES).max(1), ..Reach::default() })
    } else {
        visit.page(&entry)
    };
    context.check_cancelled()?;
    Ok(report.without(&client.secrets()))
}

/// Tells the client how far an audit is.
struct CallProgress<'a>(&'a Context);

impl Watch<Progress> for CallProgress<'_> {
    fn on(&self, event: Progress) {
        let Progress { done, known, page } = event;
        self.0.progress(done as f64, Some(known as f64), &page);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
