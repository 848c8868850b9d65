#!/usr/bin/env python3
"""Measures agmark beside the nearest programs of others, and writes tests/bench/RESULTS.md and the chart in README.md.

    tests/bench/run                                  everything
    tests/bench/run --quick                          all rows with small inputs, once: to try the benchmark itself
    tests/bench/run --only key-agd,start --rounds 3  some rows, whose ids begin so
    tests/bench/run --list                           the ids of the rows
    tests/bench/run --check --only start,key,open    exit code 1 if a goal is not reached
    tests/bench/run --draw                           write the tables and the chart again from the last figures
"""
import argparse
import json
import os
import platform
import statistics
import sys
import time

import chart
import report
import rows
import servers

LAST = os.path.join(servers.ROOT, "target", "bench", "results.json")


def by_turns(count, sides, failed):
    """Runs each side once a round, in an order that is reversed from round to round; returns all their figures. A side
    that fails is not run again."""
    figures = {name: [] for name in sides}
    for number in range(count):
        order = list(sides) if number % 2 == 0 else list(sides)[::-1]
        for name in order:
            if name in failed:
                continue
            say(f"round {number + 1} of {count}: {name}")
            try:
                figures[name].append(sides[name]())
            except Exception as error:  # The others are measured all the same.
                failed[name] = f"{type(error).__name__}: {error}".strip(": ")
                print(f"{name}: {failed[name]}", file=sys.stderr)
    return {name: all_rounds for name, all_rounds in figures.items() if name not in failed}


def say(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def median(figures, figure):
    values = [one[figure] for one in figures if figure in one]
    return statistics.median(values) if values else None


def compared(row, figures):
    """A row with its figures: ours, those of the others, the best of them, and the ratio to it."""
    ours = median(figures.get(row.ours, []), row.figure)
    others = {label: median(figures.get(side, []), row.figure) for label, side in row.others.items()}
    others = {label: value for label, value in others.items() if value is not None}
    result = {
        "id": row.id, "title": row.title, "unit": row.unit, "goal": row.goal, "more": row.more, "floor": row.floor,
        "agmark": ours, "others": others, "best": None, "ratio": None, "range": None,
    }
    if ours is None or not others:
        return result
    best = (max if row.more else min)(others, key=others.get)
    theirs = figures[row.others[best]]
    pairs = [(a.get(row.figure), b.get(row.figure)) for a, b in zip(figures[row.ours], theirs)]
    each = [a / b for a, b in pairs if a is not None and b]
    if not each or not others[best]:
        return result
    return {**result, "best": best, "ratio": ours / others[best], "range": [min(each), max(each)]}


def reached(row):
    """Whether a goal is reached; None if there is no goal or no figure."""
    if row["goal"] is None or row["ratio"] is None:
        return None
    return row["ratio"] >= row["goal"] if row["more"] else row["ratio"] <= row["goal"]


def measure(options, only, count, path):
    """Measures the rows. All figures are written after each group: a long measurement may be interrupted."""
    figures, failed, begin = {}, {}, time.monotonic()
    results = {
        "rows": [], "failed": failed, "rounds": count, "sizes": options.sizes, "machine": machine(),
        "versions": {**servers.PIP, **servers.NPM}, "figures": figures, "whole": not only and not options.quick,
    }
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    groups = rows.chosen(options, only)
    for number, group in enumerate(groups):
        print(f"group {number + 1} of {len(groups)}: {group.rows[0].id} …", file=sys.stderr)
        missing = {name: run for name, run in group.sides.items() if name not in figures}
        figures.update(by_turns(count, missing, failed))
        for row in group.rows:
            one = compared(row, figures)
            results["rows"].append({**one, "reached": reached(one)})
        results["minutes"] = round((time.monotonic() - begin) / 60, 1)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
    say("")
    return results


def machine():
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(file.readline().split()[1]) / 1024 / 1024
    return {
        "cores": os.cpu_count(),
        "memory": round(memory, 1),
        "kernel": f"{platform.system()} {platform.release().split('-')[0]} {platform.machine()}",
        "load": round(os.getloadavg()[0], 1),
    }


def parse():
    parser = argparse.ArgumentParser(
        prog="tests/bench/run", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", metavar="ROWS", help="rows whose ids begin so, separated by commas")
    parser.add_argument("--rounds", type=int, metavar="N", help="how often each side is measured [default: 3]")
    parser.add_argument("--sizes", default="100k,1m,10m", help="sizes of documents [default: 100k,1m,10m]")
    parser.add_argument("--quick", action="store_true", help="one size of 100 KB, 200 files, few keys, one round")
    parser.add_argument("--bin", metavar="PATH", help="the program that is measured [default: target/release/agmark]")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a goal is not reached")
    parser.add_argument("--json", default=LAST, metavar="FILE", help="all figures [default: target/bench/results.json]")
    parser.add_argument("--list", action="store_true", help="list the rows, and measure nothing")
    parser.add_argument("--draw", action="store_true", help="measure nothing: use the figures of --json again")
    return parser.parse_args()


def main():
    arguments = parse()
    if arguments.bin:
        os.environ["AGMARK"] = arguments.bin
    options = rows.Options(["100k"] if arguments.quick else arguments.sizes.split(","), arguments.quick)
    only = arguments.only.split(",") if arguments.only else []
    if arguments.list:
        for group in rows.chosen(options, only):
            for row in group.rows:
                print(f"{row.id:28}{row.title}")
        return
    if arguments.draw:
        with open(arguments.json, encoding="utf-8") as file:
            results = json.load(file)
    else:
        if not rows.chosen(options, only):
            sys.exit(f"no row begins with {arguments.only}: --list names all rows")
        count = arguments.rounds or (1 if arguments.quick else 3)
        results = measure(options, only, count, arguments.json)
    text = report.write(results)
    print(text)
    # Only a full measurement replaces what readers see.
    if results["whole"]:
        with open(os.path.join(servers.HERE, "RESULTS.md"), "w", encoding="utf-8") as file:
            file.write(text)
        for theme in chart.THEMES:
            with open(os.path.join(servers.ROOT, "docs", f"bench-{theme}.svg"), "w", encoding="utf-8") as file:
                file.write(chart.draw(results, theme))
    missed = [row["id"] for row in results["rows"] if row["reached"] is False]
    if missed:
        print(f"not reached: {', '.join(missed)}", file=sys.stderr)
    sys.exit(1 if arguments.check and missed else 0)


if __name__ == "__main__":
    main()
