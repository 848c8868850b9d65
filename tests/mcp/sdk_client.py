"""The client of the official Python SDK, which checks each answer with the schema of its tool.

    sdk_client.py AGMARK SCRATCH FILES…

FILES are folders with the example files. Prints a line for each check and `N passed, N failed`.
"""
import asyncio
import json
import re
import shutil
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters, types

AGMARK, SCRATCH, FILES = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
EXAMPLE = re.compile(r" Example: (\{.*\})$", re.S)


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, good, detail=""):
        if good:
            self.passed += 1
            print(f"ok: {what}")
        else:
            self.failed += 1
            print(f"not ok: {what}: {detail}")


def folder(name):
    """A new copy of the example files."""
    target = SCRATCH / name
    shutil.rmtree(target, ignore_errors=True)
    for files in FILES:
        shutil.copytree(files, target, dirs_exist_ok=True)
    return target


def server(where, *options):
    return StdioServerParameters(command=AGMARK, args=["mcp", *options], cwd=str(where))


def text(result):
    return "".join(part.text for part in result.content)


async def examples(checks, mode):
    """Calls each tool with the example of its description."""
    where = folder("examples")
    options = ["--root", str(where), "--allow-run", "--memory", str(where / "memory.agd")]
    async with Client(server(where, *options), mode=mode) as client:
        tools = (await client.list_tools()).tools
        checks.check(f"{mode}: tools are listed", len(tools) > 20, len(tools))
        for tool in tools:
            arguments = json.loads(EXAMPLE.search(tool.description).group(1))
            try:
                result = await client.call_tool(tool.name, arguments)
                good = not result.is_error and result.structured_content is not None
                checks.check(f"{mode}: the example of {tool.name}", good, text(result))
            except Exception as error:  # noqa: BLE001 (an answer that does not fit is reported as it is)
                checks.check(f"{mode}: the example of {tool.name}", False, repr(error)[:400])
        for name, arguments in [("get", {"path": "none.agd"}), ("get", {"path": "../x"}), ("edit", {"pth": 1})]:
            result = await client.call_tool(name, arguments)
            checks.check(f"{mode}: {name} {arguments} is an error", result.is_error and "; " in text(result), text(result))


async def other_requests(checks, mode):
    where = folder("other")
    async with Client(server(where, "--root", str(where)), mode=mode) as client:
        resources = (await client.list_resources()).resources
        uri = "agmark://file/rules.agd#gear"
        checks.check(f"{mode}: resources are listed", any(str(one.uri) == "agmark://page/agd" for one in resources))
        read = await client.read_resource(uri)
        checks.check(f"{mode}: an element is read", "gear" in read.contents[0].text, read)
        templates = (await client.list_resource_templates()).resource_templates
        checks.check(f"{mode}: templates are listed", bool(templates))
        prompts = (await client.list_prompts()).prompts
        prompt = await client.get_prompt(prompts[0].name, {one.name: "rules.agd" for one in prompts[0].arguments or []})
        checks.check(f"{mode}: a prompt is read", bool(prompt.messages))
        reference = types.PromptReference(name=prompts[0].name)
        found = await client.complete(reference, {"name": "path", "value": "ru"})
        checks.check(f"{mode}: a path is completed", "rules.agd" in found.completion.values, found)


async def roots(checks):
    """Without --root, the server works in the roots of the client, and in new ones after a change."""
    one, two = folder("one"), folder("two")
    (one / "only.agd").write_text("@p Here. [#here]\n")
    (two / "other.agd").write_text("@p There. [#there]\n")
    listed = [one]

    async def list_roots(_context):
        return types.ListRootsResult(roots=[types.Root(uri=root.as_uri()) for root in listed])

    async with Client(server(SCRATCH), mode="legacy", list_roots_callback=list_roots) as client:
        result = await client.call_tool("get", {"path": "only.agd", "names": "here"})
        checks.check("roots of the client", "Here." in text(result), text(result))
        listed[:] = [two]
        await client.send_roots_list_changed()
        result = await client.call_tool("get", {"path": "other.agd", "names": "there"})
        checks.check("changed roots of the client", "There." in text(result), text(result))
        result = await client.call_tool("get", {"path": str(one / "only.agd"), "names": "here"})
        checks.check("a root that is gone", "outside of the roots" in text(result), text(result))


async def changes(checks):
    """The client is told about a change of an element, and of this element only."""
    where = folder("changes")
    told = asyncio.Queue()

    async def on_message(message):
        if isinstance(message, types.ResourceUpdatedNotification):
            await told.put(str(message.params.uri))

    async with Client(server(where, "--root", str(where)), mode="legacy", message_handler=on_message) as client:
        await client.subscribe_resource("agmark://file/rules.agd#gear")
        for block in ["noon", "gear"]:
            edit = {"op": "set_attr", "id": block, "key": "n", "value": 1}
            await client.call_tool("edit", {"path": "rules.agd", "ops": [edit]})
        uri = await asyncio.wait_for(told.get(), 20)
        checks.check("a changed element is told", uri.endswith("#gear") and told.empty(), uri)


async def consent(checks, mode):
    """A person who says no, or is not there, is respected."""
    where = folder("consent")
    asked = []

    async def refuse(_context, params):
        asked.append(params.message)
        return types.ElicitResult(action="decline")

    for callback in [None, refuse]:
        options = {"elicitation_callback": callback} if callback else {}
        async with Client(server(where, "--root", str(where), "--allow-run"), mode=mode, **options) as client:
            result = await client.call_tool("run", {"path": "greet.md", "input": {"name": "Ada"}})
            checks.check(f"{mode}: a run without a yes", result.is_error and "consent" in text(result), text(result))
    checks.check(f"{mode}: the person is asked once", len(asked) == 1 and "greet" in asked[0], asked)


async def main():
    checks = Checks()
    parts = [(part, mode) for mode in ["legacy", "auto"] for part in (examples, other_requests, consent)]
    for part, *mode in [*parts, (roots,), (changes,)]:
        try:
            await part(checks, *mode)
        except Exception as error:  # noqa: BLE001 (the other parts still run)
            checks.check(f"{part.__name__} {mode}", False, repr(error)[:400])
    print(f"{checks.passed} passed, {checks.failed} failed")
    return checks.failed


sys.exit(1 if asyncio.run(main()) else 0)
