"""What is measured: groups of sides that run by turns, and the rows of the table that compare them."""
import os
from dataclasses import dataclass, field
from functools import partial

import commands
import documents
import editing
import programs
import servers

TEXT = ["agd", "anml", "garyml"]
SCRIPTS = ["jsx", "tsx", "svelte", "vue"]
NAMES = {
    "agd": "AGD",
    "anml": "ANML",
    "garyml": "GaryML",
    "md": "markdownlang",
    "html": "AAF page",
    "json": "AAF manifest",
    "jsx": "JSX",
    "tsx": "TSX",
    "svelte": "Svelte",
    "vue": "Vue",
}
# The nearest servers, and the language in which each reads a document of the same size.
PEERS_OF_TEXT = [("ruff", "py"), ("rumdl", "md"), ("vscode-markdown", "md"), ("tombi", "toml"), ("yaml", "yaml")]
PEERS = {
    **{kind: PEERS_OF_TEXT for kind in TEXT},
    "md": [("rumdl", "md"), ("vscode-markdown", "md")],
    "html": [("vscode-html", "html"), ("biome", "html")],
    "json": [("vscode-json", "json"), ("biome", "json")],
    "jsx": [("biome", "jsx")],
    "tsx": [("biome", "tsx")],
    "svelte": [("biome", "svelte"), ("vscode-html", "svelte")],
    "vue": [("biome", "vue"), ("vscode-html", "vue")],
}
FAMILIES = {"text": [*TEXT, "md"], "page": ["html"], "manifest": ["json"], "script": SCRIPTS}
SERVERS = ["ruff", "rumdl", "tombi", "biome", "vscode-html", "vscode-json", "vscode-markdown", "yaml"]
LANGUAGES = {"py": "Python", "md": "Markdown", "toml": "TOML", "yaml": "YAML"}
SIZE_NAMES = {"1k": "1 KB", "100k": "100 KB", "1m": "1 MB", "10m": "10 MB"}

# Work for a key does not grow with the text, so a larger document has a smaller goal.
GOALS_OF_KEYS = {"1m": 0.03, "10m": 0.01}

# Of a document that is open: figure, what it is, unit, goal as a part of the fastest peer.
FIGURES = [
    ("open", "from opening to diagnostics", "ms", 1.0),
    ("memory", "memory", "MB", 1.0),
    ("burst", f"{editing.BURST} edits at once, to diagnostics", "ms", 0.5),
    ("outline", "outline after an edit", "ms", 1.0),
    ("folding", "folding after an edit", "ms", 1.0),
    ("tokens", "semantic tokens after an edit", "ms", 1.0),
    ("format", "formatting", "ms", 1.0),
    ("hover", "hover", "ms", 1.0),
    ("completion", "completion", "ms", 1.0),
    ("completion 95", "completion, 95 of 100", "ms", 1.0),
    ("completion answer", "completion, answer", "KB", None),
    ("actions", "code actions", "ms", 1.0),
    ("actions answer", "code actions, answer", "KB", None),
]


@dataclass
class Row:
    """A line of the table: a figure of ours and the same figure of others."""

    id: str
    title: str
    figure: str
    unit: str
    ours: str
    # Name for people, to side.
    others: dict
    # Greatest part of the fastest other one, or the least if more is better.
    goal: float | None
    more: bool = False
    # Not a product: a floor, or another size of ours.
    floor: bool = False


@dataclass
class Group:
    """Sides that run by turns: name to what gives its figures."""

    sides: dict = field(default_factory=dict)
    rows: list = field(default_factory=list)


@dataclass
class Options:
    sizes: list
    quick: bool = False

    @property
    def files(self):
        return [200] if self.quick else [5_000, 50_000, 100_000]

    @property
    def keys(self):
        return {"keys": 6, "seconds": 2} if self.quick else {"keys": 60, "seconds": 4}


def groups(options):
    found = [starting()]
    for size in options.sizes:
        for family in FAMILIES:
            found.append(of_documents(family, size, options))
    found += [growing(options), of_characters(options)]
    found += [of_index(files) for files in options.files]
    return [*found, *of_commands(options), of_programs()]


def starting():
    def start(name):
        return lambda: editing.starting(servers.server(name))

    group = Group({f"start {name}": start(name) for name in ["agmark", *SERVERS, "floor"]})
    others = {name: f"start {name}" for name in SERVERS}
    group.rows = [
        Row("start", "start, to the first answer", "start", "ms", "start agmark", others, 1.0),
        Row("start-floor", "start", "start", "ms", "start agmark", {"floor": "start floor"}, 1.5, floor=True),
    ]
    return group


def side(name, kind, size, flavor="plain"):
    extra = "" if flavor == "plain" else f" {flavor}"
    return f"{name} {kind} {size}{extra}"


def opened(name, kind, size, options, flavor="plain"):
    """A side that opens a document and types in it; all features are measured at 1 MB, or at the only size, and of
    agmark also at 10 MB."""
    features = size == "1m" or [size] == options.sizes or (name == "agmark" and size == "10m")
    return lambda: editing.editing(
        servers.server(name), kind, size, flavor=flavor, features=features and flavor == "plain", **options.keys
    )


def of_documents(family, size, options):
    group = Group()
    for kind in FAMILIES[family]:
        ours = side("agmark", kind, size)
        group.sides[ours] = opened("agmark", kind, size, options)
        others = {}
        for name, language in PEERS[kind]:
            label = name if language == kind else f"{name} ({LANGUAGES[language]})"
            others[label] = side(name, language, size)
            group.sides[others[label]] = opened(name, language, size, options)
        what = f"{NAMES[kind]}, {SIZE_NAMES[size]}"
        goal = GOALS_OF_KEYS.get(size, 0.5) if kind in TEXT else 0.5
        group.rows.append(Row(f"key-{kind}-{size}", f"{what}: key to diagnostics", "key", "ms", ours, others, goal))
        if size in ("1m", "10m") or [size] == options.sizes:
            for figure, about, unit, goal in FIGURES if size != "10m" else FIGURES[:2]:
                name = f"{figure.replace(' ', '-')}-{kind}-{size}"
                group.rows.append(Row(name, f"{what}: {about}", figure, unit, ours, others, goal))
    if family == "text":
        floor = side("floor", "agd", size)
        group.sides[floor] = opened("floor", "agd", size, options)
        ours = side("agmark", "agd", size)
        title = f"AGD, {SIZE_NAMES[size]}: key to diagnostics"
        row = Row(f"floor-agd-{size}", title, "key", "ms", ours, {"floor": floor}, None, floor=True)
        group.rows.append(row)
    return group


def growing(options):
    """Rows over sides of other groups: a key in a large document beside one in a small one."""
    group = Group()
    if {"100k", "10m"} <= set(options.sizes):
        for kind in NAMES:
            large, small = side("agmark", kind, "10m"), side("agmark", kind, "100k")
            title = f"{NAMES[kind]}, 10 MB: key to diagnostics"
            row = Row(f"growth-{kind}", title, "key", "ms", large, {"100 KB": small}, 2.0, floor=True)
            group.rows.append(row)
            group.sides[large] = opened("agmark", kind, "10m", options)
            group.sides[small] = opened("agmark", kind, "100k", options)
            if "1m" in options.sizes:
                medium = side("agmark", kind, "1m")
                group.sides[medium] = opened("agmark", kind, "1m", options)
                for figure in ("hover", "completion"):
                    title = f"{NAMES[kind]}, 10 MB: {figure}"
                    row = Row(f"growth-{figure}-{kind}", title, figure, "ms", large, {"1 MB": medium}, 2.0, floor=True)
                    group.rows.append(row)
    return group


def of_characters(options):
    group, size = Group(), "1m" if "1m" in options.sizes else options.sizes[0]
    for kind in ["agd", "anml", "md", "html"]:
        plain = side("agmark", kind, size, "ordinary")
        group.sides[plain] = opened("agmark", kind, size, options, "ordinary")
        for flavor, about in (("emoji", "emoji and the like"), ("crlf", "CRLF")):
            ours = side("agmark", kind, size, flavor)
            group.sides[ours] = opened("agmark", kind, size, options, flavor)
            title = f"{NAMES[kind]} with {about}, {SIZE_NAMES[size]}: key to diagnostics"
            others = {"ordinary": plain}
            group.rows.append(Row(f"{flavor}-{kind}", title, "key", "ms", ours, others, 2.0, floor=True))
    return group


def of_index(files):
    def index(name, kind):
        workspace = os.path.join(servers.CACHE, f"bench-workspace-{kind}-{files}")
        if not os.path.isdir(workspace):
            documents.workspace(workspace, kind, files)
        return editing.indexing(servers.server(name), workspace, kind)

    ours, theirs = f"index agmark {files}", f"index rumdl {files}"
    group = Group({ours: partial(index, "agmark", "agd"), theirs: partial(index, "rumdl", "md")})
    for figure, about, unit, goal in [
        ("index", "from start until a search finds all", "ms", 0.5),
        ("key meanwhile", "key to diagnostics meanwhile, 100 KB", "ms", 1.0),
        ("key meanwhile 99", "the same, 99 of 100", "ms", 1.0),
        ("index memory", "memory", "MB", 1.0),
    ]:
        name = f"{figure.replace(' ', '-')}-{files}"
        group.rows.append(Row(name, f"{files:,} files: {about}", figure, unit, ours, {"rumdl (Markdown)": theirs}, goal))
    return group


def of_commands(options):
    large = "1m" if options.quick else "10m"
    pages = 40 if options.quick else commands.PAGES
    size = SIZE_NAMES[large]
    check = {
        "agmark": lambda: commands.checking(servers.agmark(), ["check", "--quiet"], "agd", large),
        "ruff (Python)": lambda: commands.checking(servers.python_program("ruff"), ["check", "--quiet"], "py", large),
        "rumdl (Markdown)": lambda: commands.checking(servers.python_program("rumdl"), ["check", "--quiet"], "md", large),
    }
    others = {name: f"check {name}" for name in check if name != "agmark"}
    checks = Group({f"check {name}": run for name, run in check.items()})
    for figure, about, unit in [("check", "`check`", "ms"), ("check memory", "`check`, peak memory", "MB")]:
        name = figure.replace(" ", "-")
        checks.rows.append(Row(name, f"AGD, {size}: {about}", figure, unit, "check agmark", others, 1.0))

    views = Group({
        "view agmark": lambda: commands.viewing(commands.view_of_agmark(), large),
        "view cat": lambda: commands.viewing(["cat"], large),
    })
    title = f"`anml view`, {size}"
    views.rows = [Row("view", title, "view", "MB/s", "view agmark", {"cat": "view cat"}, 0.05, more=True, floor=True)]

    audits = Group({
        "audit agmark": lambda: commands.auditing(commands.audit_of_agmark(), pages),
        "audit node": lambda: commands.auditing(commands.audit_of_node(), pages),
    })
    title, others = f"audit of {pages} pages of 20 KB", {"cheerio in Node": "audit node"}
    audits.rows = [Row("audit", title, "audit", "pages/s", "audit agmark", others, 2.0, more=True)]
    return [checks, views, audits, of_library(options), of_daemon(options), of_agents(options)]


def together(measure, names):
    """A group whose sides are measured by one run. `names` are the sides by their names in its figures."""
    kept = {}

    def measured(name):
        if name not in kept:
            kept.update(measure())
        return kept.pop(name)

    return Group({side: partial(measured, name) for name, side in names.items()})


def of_daemon(options):
    names = {
        "daemon": "daemon agmark",
        "reader": "daemon bare reader",
        "single": "daemon one operation",
        "ping": "daemon ping",
    }
    group = together(lambda: commands.daemon(options.quick), names)
    title, others = "daemon: operations on 1,000 blocks", {"bare reader of Redis": names["reader"]}
    group.rows = [
        Row("daemon", title, "operations", "/s", names["daemon"], others, 0.7, more=True, floor=True)
    ]
    title, others = "daemon: one operation, from sending it to the state", {"PING of Redis": names["ping"]}
    group.rows.append(Row("daemon-single", title, "operation", "ms", names["single"], others, 4.0, floor=True))
    return group


def of_agents(options):
    names = {"get": "mcp get", "refused": "mcp refused call"}
    group = together(lambda: commands.agents(options.quick), names)
    title = f"MCP: `get` of one of {commands.BLOCKS:,} blocks"
    group.rows = [Row("mcp", title, "call", "ms", names["get"], {"refused call": names["refused"]}, 3.0, floor=True)]
    return group


def of_library(options):
    names = {"agd": "library agd", "pulldown-cmark": "library pulldown-cmark"}
    group = together(lambda: commands.library(options.quick), names)
    others = {"pulldown-cmark": names["pulldown-cmark"]}
    title = f"AGD library: parsing {commands.BLOCKS:,} blocks"
    group.rows = [Row("library", title, "parse", "MB/s", names["agd"], others, 1.0, more=True)]
    return group


def of_programs():
    group = Group(programs.sides(servers.agmark))
    for name, title, figure, ours, other, goal in [
        ("round", "a round of a program", "iteration", "round agmark", "bare request", 5.0),
        ("python", "a call of Python in a program", "python", "python agmark", "start of python3", 5.0),
    ]:
        side = {"bare request": "round bare", "start of python3": "python python3"}[other]
        group.rows.append(Row(name, title, figure, "ms", ours, {other: side}, goal, floor=True))
    return group


def chosen(options, only):
    """The groups with the rows whose ids begin with one of `only`, and the sides that these rows need."""
    found = []
    for group in groups(options):
        rows = [row for row in group.rows if not only or any(row.id.startswith(start) for start in only)]
        needed = {side for row in rows for side in [row.ours, *row.others.values()]}
        if rows:
            found.append(Group({name: run for name, run in group.sides.items() if name in needed}, rows))
    return found
