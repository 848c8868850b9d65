//! AGD to HTML.

use std::borrow::Cow;

use super::converted::{Converted, Loss};
use super::csv;
use super::escape::{html as escape, html_attribute};
use super::stand_ins::{FRONT_MATTER, RULE};
use crate::ast::{Block, Kind, RunKind, Runs, Value};
use crate::document::Document;

/// The document as a small page of HTML. `@raw type=html` is copied: trust the page only as much as the document.
pub fn to_html(document: &Document<'_>) -> Converted {
    let mut out = Converted::default();
    let mut body = String::new();
    for block in document.blocks() {
        let line = document.line_of(block).unwrap_or(1);
        element(block, &mut body);
        if block.hash().is_some() {
            lose(&mut out, line, "the hash of an id");
        }
        if block.kind() == Kind::Include {
            lose(&mut out, line, "@include: the file is linked, not inserted");
        }
        if block.attributes().any(|a| a.key.bytes().any(|b| b.is_ascii_uppercase())) {
            lose(&mut out, line, "upper case in the keys of attributes");
        }
    }
    out.text.push_str("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n");
    for attribute in document.blocks().filter(|block| block.kind() == Kind::Meta).flat_map(Block::attributes)
    {
        let value = attribute.value().to_string();
        if attribute.key == "title" {
            tag("<title>", &value, "</title>\n", &mut out.text);
        } else {
            out.text.push_str(&format!("<meta name=\"{}\" content=\"", attribute.key));
            put_attribute("", &value, "\">\n", &mut out.text);
        }
    }
    out.text.push_str("</head>\n<body>\n");
    out.text.push_str(&body);
    out.text.push_str("</body>\n</html>\n");
    out
}

fn lose(out: &mut Converted, line: usize, what: &str) {
    out.losses.push(Loss { line, what: what.to_owned() });
}

fn tag(open: &str, text: &str, close: &str, out: &mut String) {
    out.push_str(open);
    escape(text, out);
    out.push_str(close);
}

fn put_attribute(before: &str, value: &str, after: &str, out: &mut String) {
    out.push_str(before);
    html_attribute(value, out);
    out.push_str(after);
}

fn element(block: Block<'_>, out: &mut String) {
    let name = block.tag();
    match block.kind() {
        // It is in the head, but links need its id in the body.
        Kind::Meta if block.id().is_none() => return,
        Kind::Meta => out.push_str(&format!("<a{}></a>", names(block, &[]))),
        Kind::Heading(_) | Kind::Paragraph => {
            out.push_str(&format!("<{name}{}>", names(block, &[])));
            inline(block.runs(), out);
            out.push_str(&format!("</{name}>"));
        }
        Kind::List | Kind::NumberedList => {
            out.push_str(&format!("<{name}{}>\n", names(block, &[])));
            for item in block.items().runs() {
                out.push_str("<li>");
                inline(item, out);
                out.push_str("</li>\n");
            }
            out.push_str(&format!("</{name}>"));
        }
        Kind::Quote => {
            out.push_str(&format!("<blockquote{}>", names(block, &[])));
            for (index, line) in block.items().runs().enumerate() {
                out.push_str(if index > 0 { "<br>\n" } else { "" });
                inline(line, out);
            }
            out.push_str("</blockquote>");
        }
        Kind::Code => code(block, out),
        Kind::Raw if block.attribute("type").and_then(|v| v.as_text().map(|t| t == "html")) == Some(true) => {
            if block.id().is_some() {
                out.push_str(&format!("<a{}></a>\n", names(block, &["type"])));
            }
            out.push_str(&body(block));
        }
        // Like `@meta`, it is about the document.
        Kind::Raw if block.attribute("type") == Some(FRONT_MATTER.into()) => return,
        Kind::Table if is_csv(block) => table(block, out),
        Kind::Raw | Kind::Table => verbatim("pre", block, out),
        Kind::Extension if block.tag() == RULE && block.body().is_none() => {
            out.push_str(&format!("<hr{}>", names(block, &[])));
        }
        Kind::Extension => verbatim("div", block, out),
        Kind::Ref => {
            out.push_str(&format!("<p{}>", names(block, &[])));
            inline(block.runs(), out);
            out.push_str("</p>");
        }
        Kind::Include => {
            let path = block.attribute("path").map(|path| path.to_string()).unwrap_or_default();
            out.push_str(&format!("<p{}>", names(block, &["path"])));
            put_attribute("<a href=\"", &path, "\">", out);
            tag("", &path, "</a></p>", out);
        }
        Kind::Comment => {
            // Two dashes would end the comment.
            let words = block.text().unwrap_or("").replace("--", "- -").replace('>', "&gt;");
            out.push_str(&format!("<!-- {words} -->"));
        }
    }
    out.push('\n');
}

fn body(block: Block<'_>) -> Cow<'_, str> {
    block.body().unwrap_or_default()
}

/// The id and the attributes, except those that are written elsewhere.
fn names(block: Block<'_>, except: &[&str]) -> String {
    let mut out = String::new();
    if let Some(id) = block.id() {
        out.push_str(&format!(" id=\"{id}\""));
    }
    if block.kind() == Kind::Meta {
        return out;
    }
    for attribute in block.attributes().filter(|attribute| !except.contains(&attribute.key)) {
        out.push_str(&format!(" data-{}=\"", attribute.key));
        put_attribute("", &attribute.value().to_string(), "\"", &mut out);
    }
    out
}

fn code(block: Block<'_>, out: &mut String) {
    out.push_str(&format!("<pre{}><code", names(block, &["lang"])));
    if let Some(lang) = block.attribute("lang") {
        put_attribute(" class=\"language-", &lang.to_string(), "\"", out);
    }
    tag(">", &body(block), "</code></pre>", out);
}

fn verbatim(element: &str, block: Block<'_>, out: &mut String) {
    out.push_str(&format!("<{element} data-agd-tag=\"{}\"{}>", block.tag(), names(block, &[])));
    match block.body() {
        Some(body) if element == "div" => tag("<pre>", &body, "</pre>", out),
        Some(body) => escape(&body, out),
        None => {}
    }
    out.push_str(&format!("</{element}>"));
}

fn is_csv(block: Block<'_>) -> bool {
    block.attribute("format").is_none_or(|format| format == Value::from("csv"))
}

fn table(block: Block<'_>, out: &mut String) {
    out.push_str(&format!("<table{}>\n", names(block, &["format"])));
    for (index, row) in csv::read(&body(block)).iter().enumerate() {
        let cell = if index == 0 { "th" } else { "td" };
        out.push_str("<tr>");
        for text in row {
            tag(&format!("<{cell}>"), text, &format!("</{cell}>"), out);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>");
}

fn inline(runs: Runs<'_>, out: &mut String) {
    for run in runs {
        match run.kind {
            RunKind::Text => escape(run.text, out),
            RunKind::Bold => tag("<strong>", run.text, "</strong>", out),
            RunKind::Italic => tag("<em>", run.text, "</em>", out),
            RunKind::Code => tag("<code>", run.text, "</code>", out),
            RunKind::Ref => out.push_str(&format!("<a href=\"#{0}\">#{0}</a>", run.text)),
        }
    }
}
