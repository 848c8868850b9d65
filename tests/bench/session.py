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
    },
}

PATIENCE = 60


class Session:
    """Starts the server and shakes hands; `started` is how long that took, in seconds."""

    def __init__(self, command, folder):
        self.folder = folder
        self.wire = Wire(command, folder)
        self.ids = 0
        self.registered = set()
        self.waiting = []
        uri = "file://" + folder
        params = {
            "processId": os.getpid(),
            "clientInfo": {"name": "bench"},
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": "bench"}],
            "capabilities": CAPABILITIES,
        }
        stamp, reply = self.ask("initialize", params)
        self.started = stamp - self.wire.born
        self.capabilities = reply["result"]["capabilities"]

    def ready(self):
        """Says that the handshake is over."""
        self.tell("initialized", {})

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

    def wait(self, wanted, limit=PATIENCE):
        """The first message that is wanted. Requests of the server's are answered meanwhile."""
        while True:
            stamp, message = self.wire.next(limit)
            if "method" in message and "id" in message:
                self.serve(message)
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
            result = [None for _ in params.get("items", [])]
        elif method == "client/registerCapability":
            self.registered |= {one["method"] for one in params.get("registrations", [])}
        elif method == "workspace/workspaceFolders":
            result = [{"uri": "file://" + self.folder, "name": "bench"}]
        self.wire.send(frame({"jsonrpc": "2.0", "id": message["id"], "result": result}))

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
        try:
            self.ask("shutdown", None)
            self.tell("exit", None)
        except (Silence, Gone):
            # It is ended all the same, and what was measured came before.
            pass
        self.wire.end()


class Document:
    """A text and the keystrokes in it: a character comes at a random place, then it goes again, so that the
    document stays as large as it is."""

    def __init__(self, uri, language, text, seed=1):
        self.uri, self.language, self.version = uri, language, 1
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
            at = self.random.randrange(len(text) + 1)
            character = self.random.choice("abcdefgh ")
            self.lines[line] = text[:at] + character + text[at:]
            self.typed = line, at
            return self.change(line, at, at, character)
        line, at = self.typed
        self.typed = None
        change = self.change(line, at, at + 1, "")
        self.lines[line] = self.lines[line][:at] + self.lines[line][at + 1 :]
        return change

    def change(self, line, start, end, text):
        def column(at):
            return len(self.lines[line][:at].encode("utf-16-le")) // 2

        place = {
            "start": {"line": line, "character": column(start)},
            "end": {"line": line, "character": column(end) if end > start else column(start)},
        }
        params = {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": place, "text": text}],
        }
        return frame({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params})
