"""The chart in README.md: bars for what a person waits for, beside products of others. Plain SVG, dark and light."""
from html import escape

from report import short

WIDTH, LABEL, BAR = 760, 230, 420
THEMES = {
    "dark": {"text": "#f0f6fc", "small": "#9198a1", "ours": "#3fb950", "theirs": "#656c76", "back": "#0d1117"},
    "light": {"text": "#1f2328", "small": "#59636e", "ours": "#1a7f37", "theirs": "#afb8c1", "back": "#f6f8fa"},
}
# Title, then the rows of one bar of ours each; their peers are shown once.
GROUPS = [
    ("From start to the first answer", ["start"]),
    ("From a keystroke in 1 MB to diagnostics", ["key-agd-1m", "key-anml-1m", "key-garyml-1m"]),
    ("From a keystroke in an AAF page of 1 MB to diagnostics", ["key-html-1m"]),
    ("From a keystroke in a manifest of 1 MB to diagnostics", ["key-json-1m"]),
    ("From opening 1 MB to diagnostics", ["open-agd-1m", "open-anml-1m", "open-garyml-1m"]),
    ("Memory with 1 MB open", ["memory-agd-1m", "memory-anml-1m", "memory-garyml-1m"]),
    ("From start until a search finds everything in 5,000 files", ["index-5000"]),
]
MOST_PEERS = 3


def bars(names, rows):
    """(label, value, whether it is ours) of a group: ours, then the peers, the best first."""
    found = [rows[name] for name in names if name in rows and rows[name]["agmark"] is not None]
    peers = {}
    for row in found:
        peers.update(row["others"])
    best = sorted(peers.items(), key=lambda one: one[1])[:MOST_PEERS]
    if not best:
        return []
    ours = [(label(row, len(found)), row["agmark"], True) for row in found]
    return [*ours, *((name, value, False) for name, value in best)]


def label(row, count):
    return "agmark" if count == 1 else f"agmark, {row['title'].split(',')[0]}"


def draw(results, theme):
    """The SVG of what `bench.py` measured."""
    colors = THEMES[theme]
    rows = {row["id"]: row for row in results["rows"]}
    y, parts = 8, []
    for title, names in GROUPS:
        shown = bars(names, rows)
        if not shown:
            continue
        unit = rows[names[0]]["unit"]
        y += 24
        parts.append(f'<text class="title" x="16" y="{y}">{escape(title)} ({unit})</text>')
        y += 10
        longest = max(value for _, value, _ in shown)
        for name, value, ours in shown:
            width = max(1.5, BAR * value / longest)
            parts.append(f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
            kind = "ours" if ours else "theirs"
            parts.append(f'<rect class="{kind}" x="{LABEL}" y="{y + 2}" width="{width:.1f}" height="15" rx="2"/>')
            parts.append(f'<text x="{LABEL + width + 6:.1f}" y="{y + 14}">{short(value)}</text>')
            y += 20
        y += 6
    machine = results["machine"]
    count = results["rounds"]
    rounds = "One round" if count == 1 else f"Medians of {count} rounds"
    note = f"Shorter is better. {rounds} by turns, {machine['cores']} cores; tests/bench"
    parts.append(f'<text class="small" x="16" y="{y + 18}">{escape(note)}</text>')
    style = (
        f"text {{ font: 13px system-ui, sans-serif; fill: {colors['text']}; }} "
        ".title { font-size: 14px; font-weight: 600; } "
        f".small {{ font-size: 11px; fill: {colors['small']}; }} "
        f".ours {{ fill: {colors['ours']}; }} .theirs {{ fill: {colors['theirs']}; }}"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 32}" width="{WIDTH}" role="img">'
    back = f'<rect class="back" width="100%" height="100%" rx="8" fill="{colors["back"]}"/>'
    name = "<title>Speed of agmark beside its peers</title>"
    return f"{head}\n{name}\n<style>{style}</style>\n{back}\n" + "\n".join(parts) + "\n</svg>\n"
