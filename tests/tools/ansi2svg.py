#!/usr/bin/env python3
"""Makes a picture of what a program prints to a terminal.

    CLICOLOR_FORCE=1 target/release/agmark demo --fast | tests/tools/ansi2svg.py --lines 1-30,60-80 > demo.svg
    tmux capture-pane -p -e -N | tests/tools/ansi2svg.py > screen.svg

Reads text with ANSI colours from standard input, writes an SVG that needs no font of its own: every run of
characters has its place in a grid.
"""
import argparse
import re
import sys
import unicodedata
from collections import Counter, namedtuple
from html import escape

WIDTH, HEIGHT, PAD = 8.4, 18, 14

Theme = namedtuple("Theme", "foreground background normal bright")
THEMES = {
    "dark": Theme(
        "#d0d7de",
        "#0d1117",
        ["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
        ["#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc"],
    ),
    "light": Theme(
        "#1f2328",
        "#f6f8fa",
        ["#24292f", "#cf222e", "#116329", "#9a6700", "#0969da", "#8250df", "#1b7c83", "#6e7781"],
        ["#57606a", "#cf222e", "#1a7f37", "#9a6700", "#218bff", "#a475f9", "#3192aa", "#8c959f"],
    ),
}
DARK = THEMES["dark"]

SGR = re.compile(r"\x1b\[([0-9;:]*)m")
OTHER = re.compile(r"\x1b\[[0-9;?]*[A-Za-ln-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\r")


class Look:
    """How characters look from here on."""

    def __init__(self, theme=DARK):
        self.theme = theme
        self.reset()

    def reset(self):
        self.color, self.behind, self.reverse = None, None, False
        self.bold, self.dim, self.italic, self.underline = False, False, False, False

    def apply(self, codes):
        # A code with colons says in one what others say in several: `4:3` is a line, `38:2::R:G:B` a color.
        parts = [part.split(":") for part in codes.split(";")]
        while parts:
            n, *more = [int(number or 0) for number in parts.pop(0)]
            if n in (38, 48, 58):
                more = [more[0], *more[-3:]] if len(more) > 4 else more
                color = extended(more or Numbers(parts), self.theme)
                if n == 38:
                    self.color = color
                elif n == 48:
                    self.behind = color
            elif n == 0:
                self.reset()
            elif n == 1:
                self.bold = True
            elif n == 2:
                self.dim = True
            elif n == 3:
                self.italic = True
            elif n == 4:
                self.underline = more != [0]
            elif n == 7:
                self.reverse = True
            elif n == 22:
                self.bold = self.dim = False
            elif n == 23:
                self.italic = False
            elif n == 24:
                self.underline = False
            elif n == 27:
                self.reverse = False
            elif 30 <= n <= 37:
                self.color = self.theme.normal[n - 30]
            elif n == 39:
                self.color = None
            elif 40 <= n <= 47:
                self.behind = self.theme.normal[n - 40]
            elif n == 49:
                self.behind = None
            elif 90 <= n <= 97:
                self.color = self.theme.bright[n - 90]
            elif 100 <= n <= 107:
                self.behind = self.theme.bright[n - 100]

    def background(self):
        """What is behind the characters; none where it is what is behind everything."""
        return (self.color or self.theme.foreground) if self.reverse else self.behind

    def attributes(self):
        out = []
        color = (self.behind or self.theme.background) if self.reverse else self.color
        if color:
            out.append(f'fill="{color}"')
        if self.bold:
            out.append('font-weight="bold"')
        if self.dim:
            out.append('opacity="0.6"')
        if self.italic:
            out.append('font-style="italic"')
        if self.underline:
            out.append('text-decoration="underline"')
        return " ".join(out)


class Numbers:
    """The codes that follow, taken one by one."""

    def __init__(self, parts):
        self.parts = parts

    def __len__(self):
        return len(self.parts)

    def pop(self, at):
        return int(self.parts.pop(at)[0] or 0)


def extended(numbers, theme):
    """The color that `38;5;N` or `38;2;R;G;B` means; takes what it reads."""
    kind = numbers.pop(0) if numbers else 0
    if kind == 2:
        red, green, blue = (numbers.pop(0) if numbers else 0 for _ in range(3))
        return f"#{red:02x}{green:02x}{blue:02x}"
    n = numbers.pop(0) if kind == 5 and numbers else 7
    if n < 16:
        return (theme.normal + theme.bright)[n]
    if n >= 232:
        gray = 8 + 10 * (n - 232)
        return f"#{gray:02x}{gray:02x}{gray:02x}"
    steps = [0, 95, 135, 175, 215, 255]
    n -= 16
    return f"#{steps[n // 36]:02x}{steps[n // 6 % 6]:02x}{steps[n % 6]:02x}"


def columns(text):
    """How many cells a text takes."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def runs(line, look):
    """The pieces of a line that look alike: (column, text, attributes, what is behind)."""
    column, at = 0, 0
    for match in [*SGR.finditer(line), None]:
        text = line[at : match.start() if match else len(line)]
        if text:
            yield column, text, look.attributes(), look.background()
            column += columns(text)
        if match:
            look.apply(match[1])
            at = match.end()


def ground(rows, width):
    """What is behind most of the cells, if it is one color: a program's own background."""
    cells = Counter()
    for row in rows:
        for _, run, _, behind in row:
            cells[behind] += columns(run)
    color, count = cells.most_common(1)[0] if cells else (None, 0)
    return color if color and count > len(rows) * width / 2 else None


def draw(text, parts=((1, None),), title="", theme=DARK):
    """The SVG of some parts of the lines, each from its first to its last; between two of them stands a mark."""
    lines = OTHER.sub("", text).expandtabs(8).rstrip("\n").split("\n")
    # Lines that are not shown may leave a color to those that are.
    look = Look(theme)
    every = [[*runs(line, look)] for line in lines]
    rows = []
    for first, last in parts:
        part = every[first - 1 : last]
        while part and not any(run.strip() or behind for _, run, _, behind in part[-1]):
            part.pop()
        rows += ([[(1, "⋮", 'opacity="0.6"', None)]] if rows else []) + part
    width = max((column + columns(text) for row in rows for column, text, _, _ in row), default=1)
    own = ground(rows, width)
    out = []
    for number, row in enumerate(rows):
        y = PAD + 13 + number * HEIGHT
        for column, run, attributes, behind in row:
            if behind and behind != own:
                place = f'x="{PAD + column * WIDTH:.1f}" y="{y - 13}" width="{columns(run) * WIDTH:.1f}" height="{HEIGHT}"'
                out.append(f'<rect {place} fill="{behind}"/>')
            bare = run.strip(" ")
            if not bare:
                continue
            column += len(run) - len(run.lstrip(" "))
            x, length = PAD + column * WIDTH, columns(bare) * WIDTH
            # Spaces that are not to be drawn together.
            bare = bare.replace("  ", "\u00a0\u00a0")
            place = f'x="{x:.1f}" y="{y}" textLength="{length:.1f}"'
            out.append(f"<text {place}{' ' + attributes if attributes else ''}>{escape(bare, quote=False)}</text>")
    w, h = width * WIDTH + 2 * PAD, len(rows) * HEIGHT + 2 * PAD
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0f} {h}" width="{w:.0f}" role="img">'
    style = (
        f"text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: {theme.foreground}; "
        "white-space: pre; }"
    )
    # A color of a run's own counts more than the common one.
    style += "".join(f' text[fill="{c}"] {{ fill: {c}; }}' for c in sorted(set(re.findall('<text[^>]* fill="(#[0-9a-f]+)"', "".join(out)))))
    name = f"<title>{escape(title)}</title>\n" if title else ""
    box = f'<rect width="100%" height="100%" rx="8" fill="{own or theme.background}"/>'
    return f"{head}\n{name}<style>{style}</style>\n{box}\n" + "\n".join(out) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", default="1-", help="which lines, as FIRST-LAST,…; all unless told")
    parser.add_argument("--title", default="", help="what the picture shows, for those who cannot see it")
    parser.add_argument("--theme", choices=THEMES, default="dark")
    arguments = parser.parse_args()
    parts = []
    for part in arguments.lines.split(","):
        first, _, last = part.partition("-")
        parts.append((int(first or 1), int(last) if last else None))
    sys.stdout.write(draw(sys.stdin.read(), parts, arguments.title, THEMES[arguments.theme]))


if __name__ == "__main__":
    main()
