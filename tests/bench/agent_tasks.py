"""Tasks of agents: documents, and how the task is done in each way. Each way really works on the files, and the result is
checked afterwards."""
import json
import random
import re
from collections import namedtuple

import documents

# `ways` maps the name of a class in agent_ways.py to a function that does the task. `check` gets the folder and what that
# function returned.
Task = namedtuple("Task", "title make ways check")


def text(folder, name):
    return (folder / name).read_text()


def note(number, words):
    return f'@x-project desc="{words.split(" ")[0]} {number}" [#b{number}]\n~~~\n{words}\n~~~\n'


def notes(count, special="The oven door squeaks."):
    """An AGD document with so many blocks. One has the special words."""
    choice = random.Random(1).choice
    parts = ['@meta title="Notes"\n', "@h1 Notes [#root]\n", "@h2 To do [#h-todo]\n", "@h2 Project [#h-project]\n"]
    for number in range(count - len(parts)):
        parts.append(note(number, special if number == count // 2 else documents.sentence(choice)))
    return "\n".join(parts)


def big(folder):
    (folder / "notes.agd").write_text(notes(10_000))


# --- find a block by its words and change it ---

OLD, NEW = "The oven door squeaks.", "The oven door is fixed."


def change_mcp(way):
    block = re.search(r"\[#(b\d+)\]", way.call("search", query="door squeaks"))[1]
    way.call("edit", path="notes.agd", id=block, **{"with": NEW})


def change_command(way):
    block = way.run("agmark agd search notes.agd 'door squeaks'").split("\t")[0]
    operation = json.dumps({"op": "replace", "id": block, "with": f"@x-project\n~~~\n{NEW}\n~~~"})
    way.run(f"agmark agd edit -i notes.agd --op '{operation}'")


def change_memory(way):
    block = way.call("search", query="door squeaks").split("\t")[0]
    way.call("save", kind="x-project", id=block, content=NEW)


def change_plain(way):
    way.read_file("notes.agd")
    way.replace("notes.agd", OLD, NEW)


# --- add a todo ---


def todos(folder):
    todo = "".join(f"@x-todo [#t{n}]\n~~~\n{documents.sentence(random.Random(n).choice, 6)}\n~~~\n\n" for n in range(15))
    (folder / "notes.agd").write_text(notes(300).replace("@h2 Project", f"{todo}@h2 Project"))


TODO = "Order rye flour."


def todo_mcp(way):
    block = f"@x-todo [#rye]\n~~~\n{TODO}\n~~~"
    way.call("edit", path="notes.agd", id="h-todo", block=block)


def todo_command(way):
    operation = json.dumps({"op": "insert_after", "id": "h-todo", "block": f"@x-todo [#rye]\n~~~\n{TODO}\n~~~"})
    way.run(f"agmark agd edit -i notes.agd --op '{operation}'")


def todo_memory(way):
    way.call("save", kind="x-todo", id="rye", content=TODO)


def todo_plain(way):
    way.read_file("notes.agd")
    heading = "@h2 To do [#h-todo]\n"
    way.replace("notes.agd", heading, f"{heading}\n@x-todo [#rye]\n~~~\n{TODO}\n~~~\n")


# --- learn what a document is about, and read one part of it ---


def parts(folder):
    choice = random.Random(2).choice
    lines = ["@h1 Handbook [#root]\n"]
    for part in range(20):
        title = "Cleaning the oven" if part == 13 else documents.sentence(choice, 3)
        lines.append(f"@h2 {title} [#part-{part}]\n")
        lines += [f"@p {documents.sentence(choice)} [#p{part}-{n}]\n" for n in range(30)]
        lines.append(f"@p The answer of part {part} is {part * 7}. [#answer-{part}]\n")
    (folder / "notes.agd").write_text("\n".join(lines))


def learn_mcp(way):
    listed = way.call("outline", path="notes.agd")
    part = re.search(r"#(part-\d+)[^\n]*Cleaning the oven|Cleaning the oven[^\n]*#(part-\d+)", listed)
    return way.call("get", path="notes.agd", names=part[1] or part[2])


def learn_command(way):
    listed = way.run("agmark agd ids notes.agd --titles --levels 2")
    part = re.search(r"(part-\d+)\t[^\n]*Cleaning the oven", listed)[1]
    ids = way.run(f"agmark agd ids notes.agd --one-line --under {part}").split()
    return way.run(f"agmark agd get notes.agd {' '.join(ids)}")


def learn_memory(way):
    way.call("toc")
    found = way.call("search", query="Cleaning the oven").split("\t")[0]
    # The tools do not know what is below a heading, but the table of contents is in order.
    number = found.split("-")[1]
    return way.call("get", ids=[found, *(f"p{number}-{n}" for n in range(30)), f"answer-{number}"])


def learn_plain(way):
    return way.read_file("notes.agd")


# --- rename an id, and find its uses, in 50 files ---


def many(folder):
    choice = random.Random(3).choice
    for number in range(50):
        own = "@p Rye. [#rye]\n" if number == 0 else f'@p As it says. [#u{number} refs="file00.agd#rye"]\n\n@ref #u{number}\n'
        more = "\n".join(f"@p {documents.sentence(choice)} [#p{number}-{n}]\n" for n in range(40))
        (folder / f"file{number:02}.agd").write_text(f"@h1 File {number} [#root]\n\n{own}\n{more}")


def rename_mcp(way):
    way.call("rename", name="rye", to="rye-flour")


def rename_plain(way):
    way.list_files()
    for number in range(50):
        name = f"file{number:02}.agd"
        for line in way.read_file(name).splitlines():
            if re.search(r"#rye\b(?!-)", line):
                way.replace(name, f"{line}\n", re.sub(r"#rye\b(?!-)", "#rye-flour", line) + "\n")


def is_renamed(folder, _found):
    all_files = [path.read_text() for path in folder.iterdir()]
    return not any(re.search(r"#rye(?!-flour)", one) for one in all_files) and "[#rye-flour]" in text(folder, "file00.agd")


def uses_mcp(way):
    return way.call("references", name="rye", path="file00.agd")


def uses_plain(way):
    way.list_files()
    return "\n".join(way.read_file(f"file{number:02}.agd") for number in range(50))


# --- a page: choose a button, see what changed ---


def page(folder):
    choice = random.Random(4).choice
    lines = ["main"]
    for number in range(60):
        lines += documents.anml(choice, number)
        if number == 41:
            lines.append('  button#e999 "Pay now" [primary]')
    (folder / "page.anml").write_text("\n".join(lines) + "\n")
    after = "\n".join(lines).replace('button#e999 "Pay now" [primary]', 'button#e999 "Paid" [disabled]')
    (folder / "after.anml").write_text(after + "\n")


def button_mcp(way):
    return way.call("search", query="Pay now", path="page.anml")


def button_command(way):
    return way.run("agmark anml view page.anml --filter button")


def button_plain(way):
    return way.read_file("page.anml")


def changed_mcp(way):
    return way.call("diff", old="page.anml", new="after.anml")


def changed_command(way):
    return way.run("agmark anml diff page.anml after.anml")


def changed_plain(way):
    return way.read_file("page.anml") + way.read_file("after.anml")


# --- GaryML: check a task and repair it ---


def task(folder):
    choice = random.Random(5).choice
    lines = [".GaryML version: 1.0", ""]
    for number in range(60):
        lines += documents.garyml(choice, number)
    broken = "\n".join(lines).replace("weigh(17)", "weigh(17)").replace(".Instructions", ".Instructoins", 1)
    (folder / "task.garyml").write_text(broken + "\n")


def repair_mcp(way):
    found = way.call("check", path="task.garyml")
    way.call("fix", path="task.garyml", line=int(re.match(r"task.garyml:(\d+):", found)[1]))


def repair_command(way):
    assert "Instructoins" in way.run("agmark check --output-format agent task.garyml")
    way.run("agmark check --fix --unsafe-fixes task.garyml")


def repair_plain(way):
    way.read_file("task.garyml")
    way.replace("task.garyml", ".Instructoins", ".Instructions")


# --- all documents of a folder: which have errors? ---


def folder_with_errors(folder):
    many(folder)
    file = folder / "file31.agd"
    file.write_text(file.read_text().replace("@ref #u31", "@ref #nowhere"))


def errors_mcp(way):
    return way.call("check", errors=True)


def errors_command(way):
    return way.run("agmark check --output-format agent .")


# --- a page of HTML: make it usable for agents ---


def html(folder):
    rows = "".join(f"<tr><td>{documents.sentence(random.Random(n).choice, 6)}</td><td>{n}</td></tr>\n" for n in range(150))
    form = '<form id="contact"><label for="mail">Mail</label><input id="mail" name="mail"><button>Send</button></form>\n'
    (folder / "page.html").write_text(f"<!doctype html>\n<title>Shop</title>\n{form}<table id=\"prices\">\n{rows}</table>\n")


def annotate_mcp(way):
    way.call("annotate", path="page.html", write=True)


def annotate_command(way):
    way.run("agmark aaf annotate --write page.html")


def annotate_plain(way):
    way.read_file("page.html")
    way.replace("page.html", '<form id="contact">', '<form id="contact" data-agent-kind="action" data-agent-action="contact.send">')
    field = '<input id="mail" name="mail">'
    way.replace("page.html", field, field.replace("<input", '<input data-agent-kind="field" data-agent-field="mail"'))


# --- the memory: what is known about a subject, and something new ---


def recall_mcp(way):
    block = re.search(r"\[#(b\d+)\]", way.call("search", query="door squeaks", limit=5))[1]
    way.call("get", path="notes.agd", names=block)
    way.call("edit", path="notes.agd", id="h-project", block="@x-project [#oil]\n~~~\nOil the door.\n~~~")


def recall_command(way):
    block = way.run("agmark agd search notes.agd 'door squeaks'").split("\t")[0]
    way.run(f"agmark agd get notes.agd {block}")
    add = {"op": "insert_after", "id": "h-project", "block": "@x-project [#oil]\n~~~\nOil the door.\n~~~"}
    way.run(f"agmark agd edit -i notes.agd --op '{json.dumps(add)}'")


def recall_memory(way):
    # As the reference says: first the table of contents, then the blocks, then the new block.
    way.call("toc")
    block = way.call("search", query="door squeaks").split("\t")[0]
    way.call("get", id=block)
    way.call("save", kind="x-project", id="oil", content="Oil the door.")


def recall_plain(way):
    way.read_file("notes.agd")
    heading = "@h2 Project [#h-project]\n"
    way.replace("notes.agd", heading, f"{heading}\n@x-project [#oil]\n~~~\nOil the door.\n~~~\n")


def contains(name, words):
    return lambda folder, _found: words in text(folder, name)


def found(*words):
    return lambda _folder, found: all(word in found for word in words)


TASKS = [
    Task(
        "find a block in a document of 10,000 blocks and change it",
        big,
        {"Mcp": change_mcp, "CommandLine": change_command, "MemoryTools": change_memory, "PlainFiles": change_plain},
        contains("notes.agd", NEW),
    ),
    Task(
        "add a todo to a document of 300 blocks",
        todos,
        {"Mcp": todo_mcp, "CommandLine": todo_command, "MemoryTools": todo_memory, "PlainFiles": todo_plain},
        contains("notes.agd", TODO),
    ),
    Task(
        "look up a subject in a memory of 300 blocks and add to it",
        lambda folder: (folder / "notes.agd").write_text(notes(300)),
        {"Mcp": recall_mcp, "CommandLine": recall_command, "MemoryTools": recall_memory, "PlainFiles": recall_plain},
        contains("notes.agd", "Oil the door."),
    ),
    Task(
        "see the chapters of a document of 640 blocks and read one of 32",
        parts,
        {"Mcp": learn_mcp, "CommandLine": learn_command, "MemoryTools": learn_memory, "PlainFiles": learn_plain},
        found("The answer of part 13 is 91."),
    ),
    Task(
        "rename an id that 50 files use", many, {"Mcp": rename_mcp, "PlainFiles": rename_plain}, is_renamed
    ),
    Task(
        "list the uses of an id in 50 files", many, {"Mcp": uses_mcp, "PlainFiles": uses_plain}, found("#u49")
    ),
    Task(
        "find the one of 50 files that has an error",
        folder_with_errors,
        {"Mcp": errors_mcp, "CommandLine": errors_command, "PlainFiles": uses_plain},
        found("nowhere"),
    ),
    Task(
        "choose the button on a page snapshot of 660 lines",
        page,
        {"Mcp": button_mcp, "CommandLine": button_command, "PlainFiles": button_plain},
        found("#e999"),
    ),
    Task(
        "see what changed between two snapshots",
        page,
        {"Mcp": changed_mcp, "CommandLine": changed_command, "PlainFiles": changed_plain},
        found("Paid"),
    ),
    Task(
        "check and repair a GaryML task of 720 lines",
        task,
        {"Mcp": repair_mcp, "CommandLine": repair_command, "PlainFiles": repair_plain},
        contains("task.garyml", ".Instructions"),
    ),
    Task(
        "annotate a page of HTML",
        html,
        {"Mcp": annotate_mcp, "CommandLine": annotate_command, "PlainFiles": annotate_plain},
        contains("page.html", "data-agent-action"),
    ),
]
