"""The ways in which an agent can work on documents. Each counts what a model writes and what it reads."""
import json
import re
import subprocess


class Way:
    """What a model wrote and read on this way."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.wrote, self.read = [], []
        # The same answers as values. Some clients show these to a model.
        self.values = []

    def took(self, call, answer):
        self.wrote.append(call)
        self.read.append(answer)
        return answer

    def end(self):
        pass


class Mcp(Way):
    """Calls tools of `agmark mcp`. A model reads the text of an answer."""

    options = ()

    def __init__(self, program, folder):
        super().__init__(program, folder)
        command = [program, "mcp", "--root", str(folder), *self.options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0
        client = {"name": "bench", "version": "1"}
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self.instructions = self.request("initialize", params)["instructions"]
        self.send({"method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return json.loads(self.process.stdout.readline())["result"]

    def descriptions(self):
        """What a model reads once in a session: the names, descriptions and arguments of the tools."""
        tools = self.request("tools/list", {})["tools"]
        kept = [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in tools]
        return self.instructions + json.dumps(kept)

    def call(self, tool, **arguments):
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        answer = "".join(part["text"] for part in result["content"])
        assert not result.get("isError"), f"{tool} {arguments}: {answer}"
        self.values.append(json.dumps(result["structuredContent"], ensure_ascii=False, separators=(",", ":")))
        return self.took(f"{tool} {json.dumps(arguments, ensure_ascii=False)}", answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


class MemoryTools(Mcp):
    """The four tools of the reference's memory server. agmark has tools with the same names, arguments and answers, and
    they are called here. The reference does not cut long answers."""

    def __init__(self, program, folder):
        self.options = ("--memory", str(folder / "notes.agd"))
        super().__init__(program, folder)

    def call(self, tool, **arguments):
        result = self.request(
            "tools/call", {"name": f"agd_memory_{tool}", "arguments": {**arguments, "max_tokens": 10**7}}
        )
        answer = "".join(part["text"] for part in result["content"])
        assert not result.get("isError"), f"{tool} {arguments}: {answer}"
        return self.took(f"agd_memory_{tool} {json.dumps(arguments)}", answer)


class CommandLine(Way):
    """Runs `agmark` in a shell."""

    def run(self, command):
        assert command.startswith("agmark ")
        whole = f"{self.program} {command[len('agmark '):]}"
        done = subprocess.run(
            ["bash", "-c", whole], cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        assert done.returncode in (0, 1), f"{command}: {done.stderr}"
        return self.took(command, done.stdout + done.stderr)


class PlainFiles(Way):
    """Reads whole files, and replaces a text in a file by another one, as agents without tools for documents do."""

    def read_file(self, name):
        return self.took(f"read {json.dumps({'path': name})}", (self.folder / name).read_text())

    def replace(self, name, old, new):
        file = self.folder / name
        text = file.read_text()
        assert text.count(old) == 1, f"{name}: {old!r} must be there once"
        file.write_text(text.replace(old, new))
        self.took(f"replace {json.dumps({'path': name, 'old': old, 'new': new}, ensure_ascii=False)}", "done")

    def list_files(self):
        self.took("list", "\n".join(sorted(path.name for path in self.folder.iterdir())))


def count(program, texts, scratch):
    """The number of tokens of each text, in the encoding cl100k."""
    files = []
    for number, text in enumerate(texts):
        files.append(scratch / f"{number}.txt")
        files[-1].write_text(text)
    counts = []
    for start in range(0, len(files), 50):
        command = [program, "anml", "tokens", *map(str, files[start : start + 50])]
        out = subprocess.run(command, capture_output=True, text=True).stdout
        counts += [int(number) for number in re.findall(r"^ *(\d+)  (?:the document|as it is.*)$", out, re.M)]
    assert len(counts) == len(texts), f"{len(counts)} counts of {len(texts)} texts"
    return counts
