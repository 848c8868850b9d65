"""A file of each format with a mistake, and a name that is used and defined. Places count from one."""

from dataclasses import dataclass, field


@dataclass
class Case:
    file: str
    lines: list
    # What is said of the mistake.
    finding: str
    # Line and column of a use of the name, and of what it leads to.
    used: tuple
    defined: tuple
    # What is shown for the name; what it is renamed to, and a line as it is then.
    hover: str
    new: str
    renamed: str
    outline: str
    # What is typed in a line of its own, and what is offered then.
    typed: str
    offered: str
    # A line, and how it is laid out.
    odd: str = ""
    even: str = ""
    # Characters that are coloured, as line and column.
    coloured: list = field(default_factory=list)


CASES = [
    Case(
        file="rota.agd",
        lines=["@h1 Rota [#rota]", "", "@p Bake [#oven]", "", "@p Again [#rota]", "", "@ref #oven"],
        finding='id "rota" is already defined on line 1',
        used=(7, 7),
        defined=(3, 11),
        hover="@p Bake",
        new="stove",
        renamed="@ref #stove",
        outline="Rota",
        typed="@ref #st",
        offered="stove",
        odd="@h1   Odd",
        even="@h1 Odd",
        coloured=[(1, 1), (1, 12), (7, 7)],
    ),
    Case(
        file="page.anml",
        lines=["main", '   p "Odd"', '  label "Card" for=#e1', '  textbox#e1 "Card"'],
        finding="found 3",
        used=(3, 21),
        defined=(4, 11),
        hover="textbox",
        new="e5",
        renamed='for=#e5',
        outline="main",
        typed="  butt",
        offered="button",
        odd='  p   "Odd"',
        even='  p "Odd"',
        coloured=[(1, 1), (4, 3), (4, 15)],
    ),
    Case(
        file="task.garyml",
        lines=[".Context id=list", '  """', "  a", '  """', ".Execute", "  .test", "    target: @list", "    input: @gone"],
        finding='"gone" is not defined',
        used=(7, 14),
        defined=(1, 13),
        hover="list",
        new="items",
        renamed="target: @items",
        outline="Context",
        typed=".Ro",
        offered="Role",
        odd='.Role:   "x"',
        even='.Role: "x"',
        coloured=[(1, 3), (7, 14)],
    ),
    Case(
        file="page.html",
        lines=[
            '<button data-agent-kind="action" data-agent-action="show.stop"',
            '  data-agent-danger="medium">Stop</button>',
            '<input data-agent-kind="field" data-agent-field="why"',
            '  data-agent-for-action="show.stop">',
        ],
        finding='"medium"',
        used=(4, 26),
        defined=(1, 53),
        hover="show.stop",
        new="show.halt",
        renamed='data-agent-action="show.halt"',
        outline="show.halt",
        typed='<p data-agent-kind="',
        offered="status",
    ),
    Case(
        file="greet.md",
        lines=[
            "---",
            "name: greet",
            "description: Says hello",
            "input:",
            "  type: object",
            "  properties:",
            "    who: { type: string }",
            "  required: [who]",
            "output: { type: object }",
            "---",
            "",
            "Hello {{ .who }} {{ uper .who }}",
        ],
        finding='unknown function "uper"',
        used=(12, 11),
        defined=(7, 5),
        hover="who",
        new="guest",
        renamed="Hello {{ .guest }}",
        outline="greet",
        typed="{{ upp",
        offered="upper",
    ),
]


@dataclass
class Page:
    """A component with annotations, and what is said of the mistake in it."""

    file: str
    lines: list
    finding: str = '"medium"'


def button(name):
    """A button of its own action, with a mistake."""
    return f'  <button data-agent-kind="action" data-agent-action="alarm.{name}" data-agent-danger="medium">Stop</button>'


PAGES = [
    Page("Stop.jsx", ["export const Stop = () => (", button("pause"), ");"]),
    Page("Halt.tsx", ["export const Halt = (): unknown => (", button("mute"), ");"]),
    Page("Stop.vue", ["<template>", button("end"), "</template>"]),
    Page("Stop.svelte", ["<script>", "</script>", button("skip")]),
]

# Components of other people, for which no server says anything.
OTHERS = [
    Page("Other.jsx", ["export const Other = () => <p>Other</p>;"], ""),
    Page("Other.vue", ["<template>", "  <p>Other</p>", "</template>"], ""),
]


# What pictures show: a document with a heading, a list, a table, a fence, and two mistakes.
SHOWN = """\
@meta title="Repair café"

@h1 Repair café [#cafe]

@p We mend what is broken, *every first Saturday* of the month. [#about]

@h2 What to bring [#bring]

@ul
- the thing, and the cable that belongs to it
- patience, and a _spare hour_

@h2 The tables [#tables]

@table format=csv desc="Who mends what, and where" [#plan]
~~~
table,who,mends
1,Ines,lamps
2,Tarek,bicycles
~~~

@h2 Coffee [#cafe]

@p The counter is beside the second table:

@ref #plan
"""
# The line and the column of a reference in it.
SHOWN_REFERENCE = (26, 7)


def write(folder):
    """Puts the files into a folder, each with an empty line at its end to type in."""
    for case in [*CASES, *PAGES, *OTHERS]:
        (folder / case.file).write_text("\n".join(case.lines) + "\n\n", encoding="utf-8")
