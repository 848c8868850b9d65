//! Roles.

/// What elements of a role are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Agents act on them: they carry a ref.
    Interactive,
    /// They say something; a ref makes them addressable.
    Content,
    /// Containers.
    Structural,
    /// They belong to one kind of source.
    Domain,
}

/// A role.
#[derive(Debug)]
pub struct Role {
    pub name: &'static str,
    pub class: Class,
    /// A sentence.
    pub doc: &'static str,
}

const fn interactive(name: &'static str, doc: &'static str) -> Role {
    Role { name, class: Class::Interactive, doc }
}

const fn content(name: &'static str, doc: &'static str) -> Role {
    Role { name, class: Class::Content, doc }
}

const fn structural(name: &'static str, doc: &'static str) -> Role {
    Role { name, class: Class::Structural, doc }
}

const fn domain(name: &'static str, doc: &'static str) -> Role {
    Role { name, class: Class::Domain, doc }
}

/// Content that gets a ref when it has a name (section 2.1 of the source).
pub const NAMED: &[&str] = &[
    "h1", "h2", "h3", "h4", "h5", "h6", "cell", "item", "article", "region", "section", "img", "video",
    "audio", "code", "quote", "label", "caption", "badge", "chip",
];

/// All known roles.
pub static ROLES: &[Role] = &[
    interactive("button", "Does something when it is clicked."),
    interactive("link", "Leads somewhere else; `href` says where."),
    interactive("textbox", "Takes text; `value` is what it holds, `[masked]` hides it."),
    interactive("checkbox", "Is on, off or `checked=mixed`."),
    interactive("radio", "One choice of a group, of which one can be on."),
    interactive("combobox", "A text field with a list of choices to open."),
    interactive("listbox", "A list of options to select from."),
    interactive("menuitem", "An entry of a menu."),
    interactive("option", "A choice of a listbox, combobox or select."),
    interactive("searchbox", "Takes words to search for."),
    interactive("slider", "Sets a number between `min` and `max`."),
    interactive("spinbutton", "Takes a number, with steps up and down."),
    interactive("switch", "Turns a setting on or off at once."),
    interactive("tab", "Shows one panel of several."),
    interactive("treeitem", "A node of a tree, which may be `[expanded]`."),
    interactive("select", "A list of options to open, of which one is chosen."),
    interactive("toggle", "A button that stays `[pressed]`."),
    interactive("command", "An action that is offered by name, as in a terminal or a palette."),
    content("h1", "A heading of the first level: what the page is about."),
    content("h2", "A heading of the second level."),
    content("h3", "A heading of the third level."),
    content("h4", "A heading of the fourth level."),
    content("h5", "A heading of the fifth level."),
    content("h6", "A heading of the sixth level."),
    content("p", "A paragraph: its name is its text."),
    content("cell", "A cell of a table or grid."),
    content("item", "An entry of a list."),
    content("article", "A self-contained text."),
    content("region", "A part of the page that is worth a name."),
    content("section", "A part of a text, mostly with a heading."),
    content("img", "A picture: its name says what it shows, `src` where it is."),
    content("video", "A film; `src` says where it is."),
    content("audio", "A recording; `src` says where it is."),
    content("code", "Code, mostly in `>` lines below."),
    content("quote", "A quotation."),
    content("label", "What a field is called; `for` refers to the field."),
    content("caption", "The title of a table or picture."),
    content("badge", "A short note on something else, such as a count."),
    content("chip", "A small piece of information that stands for itself, such as a tag."),
    structural("nav", "Links that lead around."),
    structural("main", "What the page is for."),
    structural("header", "The head of a page or section."),
    structural("footer", "The foot of a page or section."),
    structural("banner", "The head of the whole page, or a notice across it."),
    structural("aside", "Content beside the main content."),
    structural("form", "Fields that are sent together."),
    structural("table", "Rows of cells, written with bars; `rows` and `cols` say how many there are."),
    structural("row", "A row of a table that is written as elements."),
    structural("list", "Items, one after the other."),
    structural("grid", "A table in which one can move from cell to cell."),
    structural("group", "Elements that belong together."),
    structural("toolbar", "Buttons that act on the same thing."),
    structural("tablist", "The tabs that belong together."),
    structural("tree", "Items that have items below them."),
    structural("menu", "Entries to choose from."),
    structural("dialog", "A window above the page; `[modal]` blocks what is under it."),
    structural("panel", "What a tab shows, or a part of a window."),
    structural("card", "One thing of many alike, with what there is to say of it."),
    structural("divider", "A line between things."),
    domain(
        "prompt",
        "Terminal: the prompt for a command; its name is the text before the cursor, `value` the command.",
    ),
    domain("output", "Terminal: what a command printed, in `>` lines below."),
    domain("cursor", "Terminal: where the next character goes."),
    domain("statusbar", "Terminal, editor: a line with the status."),
    domain("resultset", "Database: the rows that a query found."),
    domain("column", "Database: a column of a table; `type` says what it holds."),
    domain("record", "Database: a row, with its fields as attributes."),
    domain("schema", "Database: how tables are built."),
    domain("resource", "Cloud: something that runs or is stored; `type` and `status` say more."),
    domain("service", "Cloud: a service of the provider, with its resources below."),
    domain("endpoint", "Cloud: an address that answers."),
    domain("policy", "Cloud: who may do what."),
    domain("metric", "Cloud: a measured number, in `value`."),
    domain("file", "Editor: a file."),
    domain("function", "Editor: a function; `line` says where it begins."),
    domain("class", "Editor: a class."),
    domain("variable", "Editor: a variable; `type` says what it holds."),
    domain("diagnostic", "Editor: what a checker says; `severity` and `line` say how bad and where."),
    domain("diff", "Editor: a change of a file."),
    // Further roles of ARIA, as snapshots of browsers have them.
    content("generic", "An element without a role."),
    content("term", "A word that is explained; a `definition` follows."),
    content("definition", "What a `term` means."),
    content("note", "A remark beside the main text."),
    content("figure", "A picture, diagram or listing, mostly with a caption."),
    content("math", "A formula."),
    content("time", "A date or a time of day."),
    content("mark", "Text that is marked because it matters here."),
    content("emphasis", "Stressed words."),
    content("strong", "Important words."),
    content("insertion", "Text that was added."),
    content("deletion", "Text that was removed."),
    content("subscript", "Lowered characters."),
    content("superscript", "Raised characters."),
    content("blockquote", "A quotation as a block."),
    content("progressbar", "How far something is; `value` says it."),
    content("meter", "A measured value between `min` and `max`."),
    content("scrollbar", "Which part of something larger is shown."),
    content("status", "A message that changes without being urgent."),
    content("alert", "An urgent message."),
    content("log", "Messages, the newest last."),
    content("marquee", "A text that keeps moving."),
    content("timer", "A clock that counts up or down."),
    content("tooltip", "A short explanation of something else."),
    structural("document", "A text to be read, as a whole."),
    structural("application", "A part of the page with its own keys."),
    structural("feed", "Articles, with more to come."),
    structural("search", "Fields to search with."),
    structural("directory", "A list of what there is."),
    structural("rowgroup", "Rows that belong together: head, body or foot of a table."),
    structural("tabpanel", "What a tab shows."),
    structural("radiogroup", "Choices of which one can be on."),
    structural("menubar", "A menu that is always shown, mostly along the top."),
    structural("alertdialog", "A dialog that asks for an answer at once."),
    structural("treegrid", "A grid whose rows can have rows below them."),
    structural("iframe", "A page within the page."),
    structural("presentation", "Structure that means nothing."),
    structural("none", "Structure that means nothing."),
    interactive("menuitemcheckbox", "An entry of a menu that is on or off."),
    interactive("menuitemradio", "An entry of a menu, one of several of which one is on."),
];

/// The level of a heading's role.
pub fn heading_level(name: &str) -> Option<u32> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (name.len() == 2 && (1..=6).contains(&level)).then_some(level)
}
