"""The queries that editors ship: do they fit the grammars, and do they use only what the editor documents?

    python3 tests/editors/queries/check.py TREE_SITTER SCRATCH
    python3 tests/editors/queries/check.py --write        copies the grammars' queries to Neovim's plugin

Helix cannot be run everywhere. What would go wrong in it can be told without it: a query that does not compile, a capture
that no theme knows, a predicate that it does not have (one such switches all highlighting off).
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GRAMMARS = sorted(path.parent.name for path in (ROOT / "tree-sitter-grammars").glob("*/grammar.js"))
# The grammar of scripts of actions, by its folder: a line each, with nothing to fold, indent or jump to.
ACTIONS = "anml/actions"

# What Helix documents for themes; a capture is one of these, or one of these and more after a dot.
HELIX_SCOPES = """
attribute comment constant constructor diff.delta diff.minus diff.plus function keyword label markup.bold markup.heading
markup.italic markup.link markup.list markup.quote markup.raw markup.strikethrough namespace operator punctuation special
string tag type variable
""".split()

# What Helix documents for the other kinds of queries, as patterns.
HELIX_CAPTURES = {
    "highlights": r"(?:%s)(?:\.[a-z.]+)?" % "|".join(re.escape(one) for one in HELIX_SCOPES),
    "injections": r"injection\.(?:language|content|filename|shebang)",
    "indents": r"indent|indent\.always|outdent|outdent\.always|align|anchor|extend|extend\.prevent-once",
    "textobjects": r"(?:function|class|parameter|comment|test|entry|xml-element)\.(?:inside|around)",
    "locals": r"local\.(?:scope|reference|definition\.[a-z.]+)",
    "tags": r"name|reference\.[a-z]+|definition\.(?:class|constant|function|interface|macro|module|section|struct|type)",
    "rainbows": r"rainbow\.(?:scope|bracket)",
}
HELIX_PREDICATES = {"eq?", "any-of?", "match?", "set!"}
HELIX_PROPERTIES = {"injection.language", "injection.combined", "injection.include-children", "rainbow.include-children"}

ZED_CAPTURES = {
    "highlights": r"[a-z_]+(?:\.[a-z_]+)*",
    "injections": r"injection\.(?:language|content)",
    "outline": r"name|item|context|annotation",
}

passed = failed = 0


def check(what, problems):
    """One thing that must hold: that there are no problems."""
    global passed, failed
    if problems:
        failed += 1
        print(f"not as expected: {what}: " + "; ".join(problems))
    else:
        passed += 1


def code(text):
    """A query without strings and comments, so that only its own words are looked at."""
    return re.sub(r';[^\n]*', "", re.sub(r'"(?:[^"\\]|\\.)*"', '""', text))


def captures(text):
    return set(re.findall(r"@([A-Za-z0-9_.-]+)", code(text)))


def foreign_words(text, allowed):
    """Captures and predicates that an editor does not know."""
    names = [name for name in sorted(captures(text)) if not name.startswith("_") and not re.fullmatch(allowed, name)]
    predicates = set(re.findall(r"\(#([A-Za-z-]+[?!])", code(text))) - HELIX_PREDICATES
    properties = set(re.findall(r"#set!\s+([a-z.-]+)", code(text))) - HELIX_PROPERTIES
    problems = [f"@{name} is no capture of this kind of query" for name in names]
    problems += [f"#{name} is not known" for name in sorted(predicates)]
    return problems + [f"{name} is no property" for name in sorted(properties)]


def library(tree_sitter, grammar, scratch):
    """The grammar as a shared library."""
    target = Path(scratch) / f"{symbol(grammar)}.so"
    if not target.exists():
        source = ROOT / "tree-sitter-grammars" / grammar
        subprocess.run([tree_sitter, "build", "--output", target, source], check=True, capture_output=True)
    return target


def symbol(grammar):
    """A grammar's own name."""
    return grammar.replace("/", "_")


def run_query(tree_sitter, built, grammar, query, documents):
    """What the query finds in documents, as (file, start, end, capture), or the reason why it does not compile."""
    command = [tree_sitter, "query", "--captures", "--lib-path", built, "--lang-name", symbol(grammar), query, *documents]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        return None, (ran.stderr.strip().splitlines() or ["it does not compile"])[-1]
    found, file = [], None
    for line in ran.stdout.splitlines():
        hit = re.search(r"capture: (?:\d+ - )?([^,]+), start: (\(\d+, \d+\)), end: (\(\d+, \d+\))", line)
        if hit:
            found.append((file, hit[2], hit[3], hit[1]))
        elif Path(line).is_file():
            file = line
    return found, None


def helix(tree_sitter, scratch):
    folder = ROOT / "editors/helix/queries"
    for grammar in GRAMMARS:
        built = library(tree_sitter, grammar, scratch)
        documents = sorted(path for path in (ROOT / "tests/corpus" / grammar).iterdir() if path.is_file())
        for kind, allowed in HELIX_CAPTURES.items():
            query = folder / grammar / f"{kind}.scm"
            if not query.exists():
                check(f"helix {grammar} {kind}", ["it is not there"])
                continue
            check(f"helix {grammar} {kind}: words", foreign_words(query.read_text(), allowed))
            found, problem = run_query(tree_sitter, built, grammar, query, documents)
            check(f"helix {grammar} {kind}: fits the grammar", [problem] if problem else [])
            if kind == "highlights" and found is not None:
                check(f"helix {grammar}: colours something", [] if found else ["nothing is captured"])
                check(f"helix {grammar}: one capture a node", twice(found))


def helix_actions(tree_sitter, scratch):
    built = library(tree_sitter, ACTIONS, scratch)
    for query in sorted((ROOT / "editors/helix/queries/anmla").glob("*.scm")):
        check(f"helix anmla {query.stem}: words", foreign_words(query.read_text(), HELIX_CAPTURES[query.stem]))
        _, problem = run_query(tree_sitter, built, ACTIONS, query, [])
        check(f"helix anmla {query.stem}: fits the grammar", [problem] if problem else [])


def twice(found):
    """Nodes that two patterns colour: which wins differs from one version of Helix to the next."""
    seen, problems = {}, []
    for file, start, end, name in found:
        if name.startswith("_"):
            continue
        other = seen.setdefault((file, start, end), name)
        if other != name:
            problems.append(f"{file} {start}: @{other} and @{name}")
    return problems[:5]


def languages():
    """Helix's languages.toml: what is named is there."""
    config = tomllib.loads((ROOT / "editors/helix/languages.toml").read_text())
    servers = config["language-server"]
    check("helix: the server is agmark lsp", [] if servers["agmark"]["args"] == ["lsp"] else [str(servers)])
    problems = []
    for language in config["language"]:
        name = language["name"]
        if "agmark" not in language["language-servers"]:
            problems.append(f"{name} has no server")
        if "scope" in language and not (ROOT / "editors/helix/queries" / name / "highlights.scm").exists():
            problems.append(f"{name} has no queries")
    check("helix: languages", problems)
    problems = []
    for grammar in config["grammar"]:
        source = grammar["source"]
        if "git" in source and "rev" not in source:
            problems.append(f"{grammar['name']}: rev is missing")
        if "path" in source and not (ROOT / "tree-sitter-grammars" / source["path"].removeprefix("GRAMMARS/") / "src/parser.c").exists():
            problems.append(f"{grammar['name']}: no such grammar")
    check("helix: grammars", problems)


# Of the C library, what our scanners need and a parser in WebAssembly has.
WASM_LIBRARY = {"calloc", "free", "malloc", "memcmp", "memcpy", "memmove", "memset", "realloc", "strcmp", "strlen"}


def needs(grammar, scratch):
    """What a grammar needs from outside."""
    source, names = ROOT / "tree-sitter-grammars" / grammar / "src", set()
    for file in sorted(source.glob("*.c")):
        built = Path(scratch) / "needs.o"
        subprocess.run(["cc", "-O2", "-std=c11", "-I", source, "-c", file, "-o", built], check=True)
        listed = subprocess.run(["nm", "-u", built], check=True, capture_output=True, text=True).stdout
        names |= {line.split()[-1] for line in listed.splitlines()}
    return {name for name in names if not name.startswith("tree_sitter_") and name != "_GLOBAL_OFFSET_TABLE_"}


def zed(tree_sitter, scratch):
    extension = tomllib.loads((ROOT / "editors/zed/extension.toml").read_text())
    for named, source in extension["grammars"].items():
        grammar = source["path"]
        folder = ROOT / "editors/zed/languages" / grammar.replace("/", "-")
        config = tomllib.loads((folder / "config.toml").read_text())
        check(f"zed {grammar}: names its grammar", [] if config["grammar"] == named else [config["grammar"]])
        lacking = sorted(needs(grammar, scratch) - WASM_LIBRARY)
        check(f"zed {grammar}: needs only what a parser in WebAssembly has", lacking)
        built = library(tree_sitter, grammar, scratch)
        for query in sorted(folder.glob("*.scm")):
            check(f"zed {grammar} {query.stem}: words", foreign_words(query.read_text(), ZED_CAPTURES[query.stem]))
            _, problem = run_query(tree_sitter, built, grammar, query, [])
            check(f"zed {grammar} {query.stem}: fits the grammar", [problem] if problem else [])


def neovim(write):
    """Neovim's queries are those of the grammars."""
    for grammar in [*GRAMMARS, ACTIONS]:
        source = ROOT / "tree-sitter-grammars" / grammar / "queries"
        target = ROOT / "editors/neovim/queries" / symbol(grammar)
        problems = []
        for query in sorted(source.glob("*.scm")):
            copy = target / query.name
            if write:
                target.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(query, copy)
            elif not copy.exists() or copy.read_bytes() != query.read_bytes():
                problems.append(f"{copy.relative_to(ROOT)} differs: run this script with --write")
        check(f"neovim {grammar}: the queries of the grammar", problems)


def main():
    if sys.argv[1:] == ["--write"]:
        neovim(write=True)
    else:
        tree_sitter, scratch = sys.argv[1:]
        helix(tree_sitter, scratch)
        helix_actions(tree_sitter, scratch)
        languages()
        zed(tree_sitter, scratch)
        neovim(write=False)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
