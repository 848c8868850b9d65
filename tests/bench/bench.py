#!/usr/bin/env python3
"""Measures language servers side by side.

    bench.py run SERVER --kind agd --size 1m          one server
    bench.py compare SERVER SERVER --kind agd,py      two, by turns
    bench.py suite [--rounds 5] [--json FILE]         what README.md lists, held against its marks
    bench.py programs [--rounds 5] [--json FILE]      of these, what it costs to run a program
    bench.py chart FILE --out docs/bench.svg          a picture of a suite

SERVER is agmark, floor, ruff, rumdl, or a command line in quotes. agmark is target/release/agmark, or what --bin says.
"""
import argparse
import json
import os
import platform
import statistics
import sys

import chart
import documents
import measure
import peers
import programs


def rounds(count, sides):
    """Runs each side once a round, in turns that are reversed from round to round; gives all their figures."""
    figures = {name: [] for name in sides}
    for number in range(count):
        order = list(sides) if number % 2 == 0 else list(sides)[::-1]
        for name in order:
            if sys.stderr.isatty():
                print(f"\r{number + 1}/{count} {name:<40}", end="", file=sys.stderr)
            figures[name].append(sides[name]())
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return figures


def medians(figures):
    return {key: statistics.median(one[key] for one in figures) for key in figures[0]}


def ratios(ours, theirs, key):
    """(median over median, least, greatest) of the rounds."""
    pairs = [(a[key], b[key]) for a, b in zip(ours, theirs)]
    whole = statistics.median(a for a, _ in pairs) / statistics.median(b for _, b in pairs)
    each = [a / b for a, b in pairs]
    return whole, min(each), max(each)


def keeping(count, all_figures):
    """Runs sides by turns, and keeps what was measured."""

    def sides(which):
        figures = rounds(count, which)
        all_figures.update({name: {"median": medians(f), "rounds": f} for name, f in figures.items()})
        return figures

    return sides


def suite(count, files):
    """Everything that has a mark: rows of (what, against what, ratio with its range, the mark)."""
    agmark, ruff, floor, rumdl = (peers.command(n) for n in ("agmark", "ruff", "floor", "rumdl"))
    rows, all_figures = [], {}
    sides = keeping(count, all_figures)

    f = sides({"start agmark": lambda: measure.starting(agmark), "start floor": lambda: measure.starting(floor)})
    rows.append(row("start", "the floor", ratios(f["start agmark"], f["start floor"], "start"), 1.5))

    kinds = ["agd", "anml", "garyml"]
    which = {f"{kind} 1m": lambda kind=kind: measure.editing(agmark, kind, "1m") for kind in kinds}
    which["py 1m ruff"] = lambda: measure.editing(ruff, "py", "1m", keys=20)
    f = sides(which)
    for kind in kinds:
        ours, theirs = f[f"{kind} 1m"], f["py 1m ruff"]
        rows.append(row(f"a key in 1 MB {kind}", "ruff", ratios(ours, theirs, "key"), 0.03))
        rows.append(row(f"open 1 MB {kind}", "ruff", ratios(ours, theirs, "open"), 1.0))
        rows.append(row(f"memory with 1 MB {kind}", "ruff", ratios(ours, theirs, "memory"), 1.0))

    which = {
        f"{kind} {size}": lambda kind=kind, size=size: measure.editing(agmark, kind, size)
        for kind in kinds
        for size in ("100k", "10m")
    }
    f = sides(which)
    for kind in kinds:
        rows.append(row(f"a key in 10 MB {kind}", "100 KB", ratios(f[f"{kind} 10m"], f[f"{kind} 100k"], "key"), 5.0))

    folders = {}
    for kind in ("agd", "md"):
        folders[kind] = os.path.join(peers.CACHE, f"bench-workspace-{kind}-{files}")
        if not os.path.isdir(folders[kind]):
            documents.workspace(folders[kind], kind, files)
    f = sides(
        {
            "index agmark": lambda: measure.indexing(agmark, folders["agd"]),
            "index rumdl": lambda: measure.indexing(rumdl, folders["md"]),
        }
    )
    rows.append(row(f"index {files} files", "rumdl", ratios(f["index agmark"], f["index rumdl"], "index"), 0.5))

    rows += of_programs(sides)
    return {"rows": rows, "figures": all_figures, "machine": machine(), "rounds": count}


def running(count):
    """The part of the suite that is about running programs."""
    all_figures = {}
    rows = of_programs(keeping(count, all_figures))
    return {"rows": rows, "figures": all_figures, "machine": machine(), "rounds": count}


def of_programs(sides):
    f = sides(programs.sides(peers.command("agmark")[0]))
    return [
        row("a round of a program", "a bare request", ratios(f["round agmark"], f["round bare"], "iteration"), 5.0),
        row("a call of Python", "a start of python3", ratios(f["python agmark"], f["python python3"], "python"), 5.0),
    ]


def row(what, against, ratio, mark):
    whole, least, greatest = ratio
    return {"what": what, "against": against, "ratio": whole, "least": least, "greatest": greatest, "mark": mark}


def machine():
    load = os.getloadavg()[0]
    return {"cpus": os.cpu_count(), "load": round(load, 2), "system": f"{platform.system()} {platform.machine()}"}


def table(head, rows):
    """Prints rows with the first column on the left and figures on the right."""
    cells = [head, *([cell if isinstance(cell, str) else f"{cell:.3g}" for cell in line] for line in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(head))]
    for line in cells:
        print("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="what", required=True)
    for name in ("run", "compare"):
        one = commands.add_parser(name)
        one.add_argument("servers", nargs=1 if name == "run" else 2, metavar="SERVER")
        one.add_argument("--kind", default="agd", help="agd, anml, garyml or py; two with a comma to compare")
        one.add_argument("--size", default="1m", help="1k, 100k, 1m, 10m or bytes")
        one.add_argument("--keys", type=int, default=60)
        one.add_argument("--rounds", type=int, default=1 if name == "run" else 5)
    for name in ("suite", "programs"):
        one = commands.add_parser(name)
        one.add_argument("--rounds", type=int, default=5)
        one.add_argument("--json", help="write all figures here")
        if name == "suite":
            one.add_argument("--files", type=int, default=5000)
    for one in commands.choices.values():
        one.add_argument("--bin", help="the program that is measured, in place of target/release/agmark")
    one = commands.add_parser("chart")
    one.add_argument("suite")
    one.add_argument("--out", required=True)
    one.set_defaults(bin=None)
    arguments = parser.parse_args()
    if arguments.bin:
        os.environ["AGMARK"] = arguments.bin

    if arguments.what == "chart":
        with open(arguments.suite) as file:
            picture = chart.draw(json.load(file))
        with open(arguments.out, "w") as file:
            file.write(picture)
    elif arguments.what in ("suite", "programs"):
        whole = arguments.what == "suite"
        result = suite(arguments.rounds, arguments.files) if whole else running(arguments.rounds)
        lines = [
            [r["what"], r["against"], r["ratio"], f"{r['least']:.3g} to {r['greatest']:.3g}", r["mark"],
             "yes" if r["ratio"] <= r["mark"] else "NO"]
            for r in result["rows"]
        ]
        table(["what", "against", "ratio", "by round", "mark", "reached"], lines)
        if arguments.json:
            with open(arguments.json, "w") as file:
                json.dump(result, file, indent=1)
        sys.exit(any(r["ratio"] > r["mark"] for r in result["rows"]))
    else:
        kinds = arguments.kind.split(",") * 2
        sides = {
            f"{server} {kind} {arguments.size}": lambda server=server, kind=kind: measure.editing(
                peers.command(server), kind, arguments.size, arguments.keys
            )
            for server, kind in zip(arguments.servers, kinds)
        }
        figures = rounds(arguments.rounds, sides)
        names = list(figures)
        lines = [[key, *(medians(figures[name])[key] for name in names)] for key in figures[names[0]][0]]
        head = ["", *names]
        if len(names) == 2:
            head += ["ratio", "by round"]
            for line in lines:
                whole, least, greatest = ratios(figures[names[0]], figures[names[1]], line[0])
                line += [whole, f"{least:.3g} to {greatest:.3g}"]
        table(head, lines)


if __name__ == "__main__":
    main()
