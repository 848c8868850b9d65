"""Documents of a given size, the same on every machine."""
import functools
import os
import random

WORDS = (
    "oven flour water salt yeast dough basket crust crumb shelf baker apprentice morning order delivery price "
    "rye spelt wheat barley seed scale timer shutter counter Größe façade 東京 naïve"
).split()


def sentence(choice, words=10):
    return " ".join(choice(WORDS) for _ in range(words)).capitalize() + "."


def agd(choice, number):
    yield f"@h2 {sentence(choice, 3)} [#part-{number}]"
    yield ""
    yield f"@p {sentence(choice)} See @ref #list-{number}. [#text-{number}]"
    yield ""
    yield f"@ul [#list-{number}]"
    for _ in range(3):
        yield f"- {sentence(choice, 6)}"
    yield ""
    yield f'@code lang=sh desc="{choice(WORDS)}" [#code-{number}]'
    yield "~~~"
    yield f"bake --minutes {number}"
    yield "~~~"
    yield ""
    yield f"@ref #part-{max(0, number - 1)}"
    yield ""


def anml(choice, number):
    first = 10 * number + 1
    yield f'  region#e{first} "{sentence(choice, 3)}"'
    yield f'    p "{sentence(choice)}"'
    yield f"    form#e{first + 1}"
    yield f'      label#e{first + 2} "{choice(WORDS)}" for=#e{first + 3}'
    yield f'      textbox#e{first + 3} "{choice(WORDS)}" placeholder="{choice(WORDS)}" maxlength=60 [required]'
    yield f'      button#e{first + 4} "Order" [primary]'
    yield f'    table#e{first + 5} "Prices" rows=2 cols=2'
    yield "      | thing | price |"
    for _ in range(2):
        yield f"      | {choice(WORDS)} | {number} |"
    yield f"      ~ ... {number} rows omitted"


def garyml(choice, number):
    yield f".Context id=file{number} type=file path=bake/f{number}.go"
    yield "  ```go"
    yield "  package bake"
    yield f"  func f{number}() {{ weigh({number}) }}"
    yield "  ```"
    yield ".Instructions"
    yield '  """'
    yield f"  {sentence(choice)}"
    yield f"    {sentence(choice)}"
    yield '  """'
    yield ".Execute"
    yield "  .refactor"
    yield f"    target: @file{number}"
    yield f"    # {sentence(choice, 5)}"


def python(choice, number):
    yield ""
    yield f"def order_{number}(thing, price, shop='main'):"
    yield f'    """{sentence(choice)}"""'
    yield f"    total = price * {number}"
    yield "    for item in range(10):"
    yield "        if item % 3:"
    yield "            total += item"
    yield "    return {'thing': thing, 'total': total, 'shop': shop}"
    yield ""


def markdown(choice, number):
    yield f"## Section {number}"
    yield ""
    yield f"{sentence(choice)} See [that](#section-{max(0, number - 1)}) and `oven{number}`. For {{{{ .name | title }}}}."
    yield ""
    for _ in range(3):
        yield f"- {sentence(choice, 6)} **{choice(WORDS)}**"
    yield ""
    if number % 5 == 0:
        yield "| Thing | Price |"
        yield "| ----- | ----- |"
        yield f"| {choice(WORDS)} | {number} |"
        yield ""


def form(choice, number, opened="", closed=""):
    """A form with annotations, which are the same in pages and in components."""
    action = f"order.send{number}"
    yield f'  <section id="part-{number}">'
    yield f"    <h2>{sentence(choice, 3)}</h2>"
    yield f'    <form data-agent-kind="action" data-agent-action="{action}"'
    yield '          data-agent-danger="low" data-agent-confirm="optional">'
    for field in ("thing", "price", "date"):
        yield f'      <label>{choice(WORDS)} <input name="{field}" data-agent-kind="field" data-agent-field="{field}" /></label>'
    yield f'      <button data-agent-kind="action" data-agent-action="{action}.submit">{opened}{choice(WORDS)}{closed}</button>'
    yield f'      <p role="status" data-agent-kind="status" data-agent-output="{action}.status">{sentence(choice, 6)}</p>'
    yield "    </form>"
    if number % 10 == 0:
        # Without annotations: editors offer to add them.
        yield '    <form title="search"><input name="text" /><button>Search</button></form>'
    yield "  </section>"


def component(choice, number):
    """A function of React, as JSX and TSX."""
    yield f"export function Order{number}() {{"
    yield f"  const total = {number} * 3;"
    yield "  return ("
    yield from ("  " + line for line in form(choice, number, "{total} "))
    yield "  );"
    yield "}"
    yield ""


def typed_component(choice, number):
    lines = component(choice, number)
    next(lines)
    yield f"export function Order{number}(props: {{ name: string; count?: number }}): JSX.Element {{"
    yield from lines


def manifest(choice, number):
    risk = choice(["none", "low", "high"])
    yield f'    "order.send{number}": {{'
    yield f'      "title": "{sentence(choice, 3)}",'
    yield f'      "description": "{sentence(choice)}",'
    yield '      "scope": "orders.write",'
    yield f'      "risk": "{risk}",'
    yield f'      "confirmation": "{"required" if risk == "high" else "optional"}",'
    yield '      "idempotent": false,'
    yield '      "inputSchema": {'
    yield '        "type": "object",'
    yield '        "required": ["thing", "price"],'
    yield '        "properties": { "thing": { "type": "string" }, "price": { "type": "number", "minimum": 0 } }'
    yield "      },"
    yield '      "outputSchema": { "type": "object" }'
    yield "    },"


def yaml(choice, number):
    yield f"order{number}:"
    yield f"  description: {sentence(choice, 8)}"
    yield f"  before: order{max(0, number - 1)}"
    yield "  things:"
    for _ in range(2):
        yield f"    - {{ name: {choice(WORDS)}, price: {number} }}"


def toml(choice, number):
    yield f"[order.number{number}]"
    yield f'title = "{sentence(choice, 3)}"'
    yield f'description = "{sentence(choice)}"'
    yield f"price = {number}"
    yield 'things = ["bread", "cake"]'
    yield ""


PROGRAM = """\
---
name: bench
description: Writes an order
input:
  type: object
  properties:
    name: { type: string }
  required: [name]
output:
  type: object
  properties:
    text: { type: string }
---

# Order
"""
HEADS = {
    "agd": ['@meta title="Bench" author=ines', ""],
    "anml": ["---", "url: https://bakery.example", "title: Bench", "---", "main"],
    "garyml": [".GaryML version: 1.0", '.Role: "Baker"'],
    "md": PROGRAM.split("\n"),
    "html": ["<!doctype html>", '<html lang="en">', "<head><title>Bench</title></head>", "<body>"],
    "json": [
        "{",
        '  "version": "1.0",',
        '  "site": { "name": "Bakery", "origin": "https://bakery.example" },',
        '  "actions": {',
    ],
    "jsx": ['import React from "react";', ""],
    "tsx": ['import React from "react";', ""],
    "svelte": ["<script>", "  export let total = 3;", "</script>", ""],
    "vue": ["<script setup>", "const total = 3;", "</script>", "", "<template>", "<main>"],
    "py": ["import os", ""],
    "yaml": ["# Bench"],
    "toml": ['title = "Bench"', ""],
}
FEET = {
    "html": ["</body>", "</html>"],
    "json": [
        '    "order.last": {',
        '      "title": "Last", "scope": "orders.write", "risk": "low", "confirmation": "optional",',
        '      "idempotent": false, "inputSchema": { "type": "object" }, "outputSchema": { "type": "object" }',
        "    }",
        "  }",
        "}",
    ],
    "vue": ["</main>", "</template>"],
}
PARTS = {
    "agd": agd,
    "anml": anml,
    "garyml": garyml,
    "md": markdown,
    "html": form,
    "json": manifest,
    "jsx": component,
    "tsx": typed_component,
    "svelte": form,
    "vue": form,
    "py": python,
    "yaml": yaml,
    "toml": toml,
}
LANGUAGES = {
    **{kind: kind for kind in PARTS},
    "md": "markdown",
    "py": "python",
    "jsx": "javascriptreact",
    "tsx": "typescriptreact",
}
# agmark is told its own name for a program, other servers that it is Markdown.
OURS = {**LANGUAGES, "md": "markdownlang"}
NAMES = {"json": ".well-known/agent-manifest.json"}
SIZES = {"1k": 1_000, "100k": 100_000, "1m": 1_000_000, "10m": 10_000_000}

# Strings before the places at which hover and completion are asked for.
MARKERS = {
    "agd": ("@ref #lis", "@ref #"),
    "anml": ("for=#", "for=#"),
    "garyml": ("target: @fi", "target: @"),
    "md": ("{{ .na", "{{ ."),
    "html": ("data-agent-da", "<input "),
    "json": ('"ris', '"risk": "'),
    "jsx": ("data-agent-da", "<input "),
    "tsx": ("data-agent-da", "<input "),
    "svelte": ("data-agent-da", "<input "),
    "vue": ("data-agent-da", "<input "),
    "py": ("total", "total"),
    "yaml": ("before: o", "    - { na"),
    "toml": ("pri", "pri"),
}
MARKERS_OF_OTHERS = {**MARKERS, "md": ("](#sec", "](#"), "html": ("<inp", "<input ")}

# Before the places at which code actions are asked for; otherwise where hover is.
ACTIONS = {"md": "--", "json": "{", **{kind: "<form title" for kind in ("html", "jsx", "tsx", "svelte", "vue")}}

NASTY = "🥖 👩‍🍳 🇫🇷 e\u0301 𝕓𝕣𝕖𝕒𝕕 ﷽ \u202eright\u202c 日本語 ｆｕｌｌ".split(" ")


@functools.lru_cache(maxsize=16)
def document(kind, size, flavor="plain"):
    """A text of about `size` bytes: `plain`, with `emoji` and other characters of many bytes, or with `crlf`."""
    random_choice = random.Random(f"{kind} {size}").choice

    def choice(values):
        nasty = flavor == "emoji" and values is WORDS
        return random_choice(NASTY if nasty else values)

    lines = list(HEADS[kind])
    feet = FEET.get(kind, [])
    total = sum(len(line.encode()) + 1 for line in lines + feet)
    number = 0
    while total < size - 40:
        for line in PARTS[kind](choice, number):
            lines.append(line)
            total += len(line.encode()) + 1
        number += 1
    return ("\r\n" if flavor == "crlf" else "\n").join(lines + feet) + "\n"


NEEDLE = "Needle in the flour"


def workspace(folder, kind, files):
    """Writes that many small files that lead to each other; one of them has the needle for a heading."""
    choice = random.Random(f"workspace {files}").choice
    os.makedirs(folder, exist_ok=True)
    for number in range(files):
        title = NEEDLE if number == files * 3 // 4 else f"Page {number}"
        others = [choice(range(files)) for _ in range(3)]
        with open(os.path.join(folder, f"f{number}.{kind}"), "w", encoding="utf-8") as file:
            file.write(page(kind, number, title, others, choice))


def page(kind, number, title, others, choice):
    if kind == "md":
        parts = [f"## Part {n}\n\n{sentence(choice, 30)}\n\nSee [that](f{n}.md).\n" for n in others]
        return f"# {title}\n\n" + "\n".join(parts)
    parts = [
        f'@h2 Part {n}\n\n@p {sentence(choice, 30)} [#p{i}]\n\n@x-see refs="f{n}.agd#top"\n'
        for i, n in enumerate(others)
    ]
    return f"@h1 {title} [#top]\n\n" + "\n".join(parts)
