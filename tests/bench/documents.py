"""Documents of a given size, the same on every machine."""
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


HEADS = {
    "agd": ['@meta title="Bench" author=ines', ""],
    "anml": ["---", "url: https://bakery.example", "title: Bench", "---", "main"],
    "garyml": [".GaryML version: 1.0", '.Role: "Baker"'],
    "py": ["import os", ""],
}
PARTS = {"agd": agd, "anml": anml, "garyml": garyml, "py": python}
LANGUAGES = {"agd": "agd", "anml": "anml", "garyml": "garyml", "py": "python"}
SIZES = {"1k": 1_000, "100k": 100_000, "1m": 1_000_000, "10m": 10_000_000}


def document(kind, size):
    """A text of about `size` bytes."""
    choice = random.Random(f"{kind} {size}").choice
    lines = list(HEADS[kind])
    total = sum(len(line.encode()) + 1 for line in lines)
    number = 0
    while total < size - 40:
        for line in PARTS[kind](choice, number):
            lines.append(line)
            total += len(line.encode()) + 1
        number += 1
    return "\n".join(lines) + "\n"


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
