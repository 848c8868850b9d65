#!/usr/bin/env python3
"""Counts the tokens that tasks of agents take in different ways, and writes the table of docs/mcp.md.

    python3 tests/bench/tokens.py [--bin PATH] [--check]

Nothing is estimated: each task is done in each way on real files, its result is checked, and what was written and read is
counted (cl100k).
"""
import argparse
import sys
import tempfile
from pathlib import Path

import agent_ways
from agent_tasks import TASKS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/mcp.md"
WAYS = ["Mcp", "CommandLine", "MemoryTools", "PlainFiles"]
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"


def measure(program, scratch):
    """A row for each task: what was written and read in each way."""
    rows, texts = [], []
    for number, task in enumerate(TASKS):
        row = {}
        for name in WAYS:
            if name not in task.ways:
                continue
            folder = scratch / f"{number}-{name}"
            folder.mkdir()
            task.make(folder)
            way = getattr(agent_ways, name)(program, folder)
            try:
                found = task.ways[name](way)
            finally:
                way.end()
            assert task.check(folder, found), f"{task.title}, {name}: not done"
            row[name] = [way.wrote, way.read, way.values]
            texts += way.wrote + way.read + way.values
        rows.append(row)
    folder = scratch / "descriptions"
    folder.mkdir()
    way = agent_ways.Mcp(program, folder)
    texts.append(way.descriptions())
    way.end()
    counting = scratch / "texts"
    counting.mkdir()
    counts = dict(zip(texts, agent_ways.count(program, texts, counting)))
    totals = [
        {name: [sum(counts[text] for text in part) for part in parts] for name, parts in row.items()} for row in rows
    ]
    return totals, counts[texts[-1]]


def thousands(number):
    return f"{number:,}"


def cell(counts):
    return f"{thousands(counts[0])} + {thousands(counts[1])}" if counts else "–"


def ratio(row, other):
    """What MCP takes, as a part of what another way takes."""
    return sum(row["Mcp"][:2]) / sum(row[other][:2]) if other in row else None


def percent(part):
    if part is None:
        return "–"
    return f"{part:.1%}" if part < 0.1 else f"{part:.0%}"


def table(rows, once):
    lines = [
        "| task | MCP | answers as values | command line | memory tools | plain files | of plain files | of memory tools |\n",
        "|---|---|---|---|---|---|---|---|\n",
    ]
    for task, row in zip(TASKS, rows):
        cells = [task.title, *(cell(row.get(name)) for name in WAYS)]
        cells.insert(2, thousands(row["Mcp"][2]))
        cells += [percent(ratio(row, "PlainFiles")), percent(ratio(row, "MemoryTools"))]
        lines.append(f"| {' | '.join(cells)} |\n")
    lines.append(f"\nOnce in a session, a model reads the descriptions of the tools: {thousands(once)} tokens.\n")
    return "".join(lines)


def missed(rows):
    """The goals that are not reached: a tenth of plain files, half of the memory tools."""
    out = []
    for task, row in zip(TASKS, rows):
        for other, goal in (("PlainFiles", 0.1), ("MemoryTools", 0.5)):
            now = ratio(row, other)
            if now is not None and now > goal:
                out.append(f"{task.title}: {percent(now)} of {other}, goal {percent(goal)}")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", default=str(ROOT / "target/release/agmark"), help="the program")
    parser.add_argument("--check", action="store_true", help="only compare with the page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        rows, once = measure(str(Path(options.bin).absolute()), Path(scratch))
    text = PAGE.read_text()
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    new = f"{text[:start]}{table(rows, once)}{text[end:]}"
    print(table(rows, once))
    for line in missed(rows):
        print(f"not reached: {line}")
    if options.check:
        return 0 if new == text else 1
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
