"""RESULTS.md: the tables of a measurement."""
import math

HEAD = "| measurement | agmark | best peer | ratio | range | goal |"
LINE = "| --- | ---: | --- | ---: | ---: | --- |"
INTRODUCTION = """\
# Results

`bash tests/bench/run` writes this page. [README.md](README.md) explains what is measured, and how.

A *ratio* is the median of agmark divided by the median of the best peer. The *range* has the least and the greatest
ratio of a round. Below 1 agmark is faster or smaller, except where the unit is per second. A goal that is not reached
is **bold**.
"""


def write(results):
    products = [row for row in results["rows"] if not row["floor"]]
    others = [row for row in results["rows"] if row["floor"]]
    parts = [INTRODUCTION, machine(results)]
    if products:
        parts.append("## Compared with other programs\n\n" + table(products))
    if others:
        about = "Floors, and other documents of agmark itself. The column of the peer names what is compared.\n\n"
        parts.append("## Compared with floors\n\n" + about + table(others))
    with_others = [row for row in products if len(row["others"]) > 1]
    if with_others:
        parts.append("## All peers\n\n" + "\n".join(peers(row) for row in with_others) + "\n")
    if results["failed"]:
        lines = [f"- {name}: {why.splitlines()[0][:120]}" for name, why in sorted(results["failed"].items())]
        parts.append("## Without a figure\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def machine(results):
    one = results["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in sorted(results["versions"].items()))
    return (
        f"Machine: {one['cores']} cores, {one['memory']} GB, {one['kernel']}. Rounds: {results['rounds']}. "
        f"Duration: {results['minutes']} minutes.\n\nPeers: {versions}.\n"
    )


def table(rows):
    return "\n".join([HEAD, LINE, *(line(row) for row in rows)]) + "\n"


def line(row):
    ours = "no figure" if row["agmark"] is None else f"{short(row['agmark'])} {row['unit']}"
    if row["ratio"] is None:
        return f"| {row['title']} | {ours} | not offered | | | |"
    theirs = f"{row['best']}: {short(row['others'][row['best']])} {row['unit']}"
    between = f"{short(row['range'][0])} to {short(row['range'][1])}"
    goal = "" if row["goal"] is None else f"{'≥' if row['more'] else '≤'} {row['goal']:g}"
    goal = f"**{goal}**" if row["reached"] is False else goal
    return f"| {row['title']} | {ours} | {theirs} | {short(row['ratio'])} | {between} | {goal} |"


def peers(row):
    """All figures of a row, the best first."""
    order = sorted(row["others"].items(), key=lambda one: -one[1] if row["more"] else one[1])
    return f"- {row['title']}, {row['unit']}: " + ", ".join(f"{name} {short(value)}" for name, value in order)


def short(value):
    """Two significant digits, without an exponent."""
    digits = max(0, 1 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{value:,.{min(digits, 3)}f}"
