"""A picture of a suite: bars for times that a person waits, shorter is better. Plain SVG, light and dark."""
import math
from html import escape

WIDTH, LABEL, BAR = 760, 250, 380

STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .small { font-size: 11px; fill: #59636e; }
  .ours { fill: #1a7f37; }
  .theirs { fill: #afb8c1; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .small { fill: #9198a1; }
    .ours { fill: #3fb950; }
    .theirs { fill: #656c76; }
  }
"""


def draw(suite):
    """The SVG of what `bench.py suite --json` wrote."""
    figures = suite["figures"]

    def median(name, key):
        return figures[name]["median"][key]

    groups = [
        ("From start to the first answer (ms)", [
            ("agmark", median("start agmark", "start"), True),
            ("a server that does nothing", median("start floor", "start"), False),
        ]),
        ("From a keystroke to diagnostics, document of 1 MB (ms)", [
            *((f"agmark, {kind}", median(f"{kind} 1m", "key"), True) for kind in ("agd", "anml", "garyml")),
            ("ruff, Python", median("py 1m ruff", "key"), False),
        ]),
        ("From opening 1 MB to diagnostics (ms)", [
            *((f"agmark, {kind}", median(f"{kind} 1m", "open"), True) for kind in ("agd", "anml", "garyml")),
            ("ruff, Python", median("py 1m ruff", "open"), False),
        ]),
        ("Memory with 1 MB open (MB)", [
            *((f"agmark, {kind}", median(f"{kind} 1m", "memory"), True) for kind in ("agd", "anml", "garyml")),
            ("ruff, Python", median("py 1m ruff", "memory"), False),
        ]),
        ("Until a search finds what stands in a workspace of 5,000 files (ms)", [
            ("agmark", median("index agmark", "index"), True),
            ("rumdl, Markdown", median("index rumdl", "index"), False),
        ]),
        ("A round of a program, from reply to reply (ms)", [
            ("agmark", median("round agmark", "iteration"), True),
            ("a bare request", median("round bare", "iteration"), False),
        ]),
        ("A call of Python in a program (ms)", [
            ("agmark, in a sandbox", median("python agmark", "python"), True),
            ("a start of python3", median("python python3", "python"), False),
        ]),
    ]
    y, parts = 20, []
    for title, bars in groups:
        y += 12
        parts.append(f'<text class="title" x="16" y="{y}">{escape(title)}</text>')
        y += 12
        longest = max(value for _, value, _ in bars)
        for name, value, ours in bars:
            width = max(1.5, BAR * value / longest)
            parts.append(f'<text x="{LABEL - 8}" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
            kind = "ours" if ours else "theirs"
            parts.append(f'<rect class="{kind}" x="{LABEL}" y="{y + 2}" width="{width:.1f}" height="15" rx="2"/>')
            parts.append(f'<text x="{LABEL + width + 6:.1f}" y="{y + 14}">{rounded(value)}</text>')
            y += 21
        y += 14
    machine = suite["machine"]
    note = f"Medians of {suite['rounds']} rounds by turns on {machine['cpus']} cores, {machine['system']}; tests/bench"
    parts.append(f'<text class="small" x="16" y="{y + 6}">{escape(note)}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 20}" role="img">'
    return f"{head}\n<title>Speed of agmark beside its peers</title>\n<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"


def rounded(value):
    """Two significant digits, without an exponent."""
    digits = max(0, 1 - math.floor(math.log10(value))) if value > 0 else 0
    return f"{value:,.{min(digits, 3)}f}"
