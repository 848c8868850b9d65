"""A session with a language server, as an editor has it."""
import os
import random

from wire import Gone, Silence, Wire, frame

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True,
        "workspaceFolders": True,
        "symbol": {},
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "textDocument": {
        "synchronization": {"dynamicRegistration": True},
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "diagnostic": {"dynamicRegistration": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"snippetSupport": True}, "contextSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
            "resolveSupport": {"properties": ["edit"]},
            "dataSupport": True,
        },
        "foldingRange": {"dynamicRegistration": True},
        "formatting": {"dynamicRegistration": True},
        "semanticTokens": {
            "dynamicRegistration": True,
            "requests": {"full": True},
            "formats": ["relative"],
            "tokenTypes": [],
            "tokenModifiers": [],
        },
    },
}

PATIENCE = 30


class Session:
    """Starts the server and shakes hands; `started` is how long that took, in seconds. The server can keep files of its
    own in `scratch`."""

    def __init__(self, server, folder, scratch=None):
        self.folder, self.settings = folder, server.settings
        for name, text in server.files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.wire = Wire(server.command, folder, scratch or folder)
        self.ids = 0
        self.registered = set()
        # Answers that came while something else was waited for: by id; None until then.
        self.awaited = {}
        uri = "file://" + folder
        params = {
            "processId": os.getpid(),
            "clientInfo": {"name": "bench"},
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": "bench"}],
            "capabilities": CAPABILITIES,
            "initializationOptions": server.options,
        }
        try:
            stamp, reply = self.ask("initialize", params)
        except (Silence, Gone):
            self.wire.end(self.wire.started(), 0)
            raise
        self.started = stamp - self.wire.born
        self.capabilities = reply["result"]["capabilities"]

    def ready(self):
        """Says that the handshake is over."""
        self.tell("initialized", {})
        if self.settings:
            self.tell("workspace/didChangeConfiguration", {"settings": self.settings})

    def offers(self, capability, method):
        return bool(self.capabilities.get(capability)) or method in self.registered

    def whole(self):
        """Whether changes contain the whole text."""
        kind = self.capabilities.get("textDocumentSync")
        kind = kind.get("change") if isinstance(kind, dict) else kind
        return kind != 2

    def tell(self, method, params):
        self.wire.send(frame({"jsonrpc": "2.0", "method": method, "params": params}))

    def request(self, method, params):
        """A request's id and frame."""
        self.ids += 1
        message = {"jsonrpc": "2.0", "id": self.ids, "method": method}
        if params is not None:
            message["params"] = params
        return self.ids, frame(message)

    def ask(self, method, params, before=b""):
        """Sends `before` and a request; gives the time of the answer and the answer."""
        number, message = self.request(method, params)
        self.wire.send(before + message)
        return self.wait(lambda m: m.get("id") == number and "method" not in m)

    def begin(self, method, params):
        """Sends a request whose answer is kept, with its time, in `awaited` under the id that this gives."""
        number, message = self.request(method, params)
        self.awaited[number] = None
        self.wire.send(message)
        return number

    def wait(self, wanted, limit=PATIENCE):
        """The first message that is wanted. Requests of the server's are answered meanwhile."""
        while True:
            stamp, message = self.wire.next(limit)
            if "method" in message and "id" in message:
                self.serve(message)
            elif message.get("id") in self.awaited:
                self.awaited[message["id"]] = stamp, message
            if wanted(message):
                return stamp, message

    def rest(self, quiet=0.2):
        """Takes messages until none comes for a while."""
        try:
            while True:
                self.wait(lambda _: True, quiet)
        except Silence:
            pass

    def serve(self, message):
        method, params = message["method"], message.get("params") or {}
        result = None
        if method == "workspace/configuration":
            result = [self.setting(item.get("section")) for item in params.get("items", [])]
        elif method == "client/registerCapability":
            self.registered |= {one["method"] for one in params.get("registrations", [])}
        elif method == "workspace/workspaceFolders":
            result = [{"uri": "file://" + self.folder, "name": "bench"}]
        self.wire.send(frame({"jsonrpc": "2.0", "id": message["id"], "result": result}))

    def setting(self, section):
        found = self.settings
        for key in section.split(".") if section else []:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def pulls(self):
        """Whether diagnostics are asked for, or else waited for."""
        return bool(self.capabilities.get("diagnosticProvider")) or "textDocument/diagnostic" in self.registered

    def diagnostics(self, document, change):
        """Sends a change and waits for the diagnostics of that version; gives the time of the last byte."""
        if self.pulls():
            return self.ask("textDocument/diagnostic", {"textDocument": {"uri": document.uri}}, change)[0]
        version = document.version

        def wanted(message):
            params = message.get("params") or {}
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params.get("uri") == document.uri
                and params.get("version", version) in (version, None)
            )

        self.wire.send(change)
        return self.wait(wanted)[0]

    def close(self):
        started = self.wire.started()
        try:
            number, message = self.request("shutdown", None)
            self.wire.send(message)
            self.wait(lambda m: m.get("id") == number and "method" not in m, 3)
            self.tell("exit", None)
        except (Silence, Gone):
            # It is ended all the same, and what was measured came before.
            pass
        self.wire.end(started)


class Document:
    """A text and the keystrokes in it: a character comes at a random place, then it goes again, so that the
    document stays as large as it is."""

    def __init__(self, uri, language, text, seed=1, whole=False):
        self.uri, self.language, self.version, self.whole = uri, language, 1, whole
        self.lines = text.split("\n")
        self.random = random.Random(seed)
        self.typed = None

    def open(self):
        text = {"uri": self.uri, "languageId": self.language, "version": 1, "text": "\n".join(self.lines)}
        return frame({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": text}})

    def key(self):
        """The frame of the next keystroke."""
        self.version += 1
        if self.typed is None:
            line = self.random.randrange(len(self.lines))
            text = self.lines[line]
            at = self.random.randrange(len(text.rstrip("\r")) + 1)
            character = self.random.choice("abcdefgh ")
            self.lines[line] = text[:at] + character + text[at:]
            self.typed = line, at
            return self.change(line, at, at, character)
        line, at = self.typed
        self.typed = None
        change = self.change(line, at, at + 1, "")
        self.lines[line] = self.lines[line][:at] + self.lines[line][at + 1 :]
        return self.change(line, at, at, "") if self.whole else change

    def column(self, line, at):
        return len(self.lines[line][:at].encode("utf-16-le")) // 2

    def change(self, line, start, end, text):
        if self.whole:
            content = {"text": "\n".join(self.lines)}
        else:
            first, last = self.column(line, start), self.column(line, end)
            place = {"start": {"line": line, "character": first}, "end": {"line": line, "character": last}}
            content = {"range": place, "text": text}
        params = {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [content]}
        return frame({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params})

    def places(self, marker, count):
        """Positions after a string, spread over the document."""
        found = [(number, line.find(marker)) for number, line in enumerate(self.lines) if marker in line]
        step = max(1, len(found) // count)
        return [
            {"line": line, "character": self.column(line, at + len(marker))} for line, at in found[::step][:count]
        ]
