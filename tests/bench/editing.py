"""What a document costs in an editor, each time with a new process. Times in milliseconds, memory in MB, lengths of
answers in KB."""
import contextlib
import os
import shutil
import statistics
import tempfile
import time

import documents
from session import Document, Session
from wire import Refused, Silence

BURST = 200
# Seconds between two keys while a workspace is indexed: twenty keys in a second.
PAUSE = 0.05
# Requests after an edit: figure, method, capability.
AFTER_AN_EDIT = [
    ("outline", "textDocument/documentSymbol", "documentSymbolProvider"),
    ("folding", "textDocument/foldingRange", "foldingRangeProvider"),
    ("tokens", "textDocument/semanticTokens/full", "semanticTokensProvider"),
]


@contextlib.contextmanager
def folder():
    """A folder that only one server sees."""
    path = os.path.realpath(tempfile.mkdtemp(prefix="agmark-bench-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class Editing:
    """A session with one document that is open and shown."""

    def __init__(self, server, kind, text, place):
        path = os.path.join(place, documents.NAMES.get(kind, f"bench.{kind}"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        ours = server.name.startswith("agmark")
        self.markers = (documents.MARKERS if ours else documents.MARKERS_OF_OTHERS)[kind]
        self.action = documents.ACTIONS.get(kind)
        languages = documents.OURS if ours else documents.LANGUAGES
        self.session = Session(server, place)
        self.session.ready()
        self.session.rest()
        language = server.language or languages[kind]
        self.document = Document("file://" + path, language, text, whole=self.session.whole())

    def open(self):
        frame = self.document.open()
        begin = time.perf_counter()
        return 1000 * (self.session.diagnostics(self.document, frame) - begin)

    def keys(self, count, seconds):
        times = []
        until = time.perf_counter() + seconds
        while len(times) < count and time.perf_counter() < until:
            frame = self.document.key()
            begin = time.perf_counter()
            times.append(1000 * (self.session.diagnostics(self.document, frame) - begin))
        return times

    def burst(self):
        """Edits that are written without waiting, and the diagnostics of the last one."""
        frames = b"".join(self.document.key() for _ in range(BURST))
        begin = time.perf_counter()
        return 1000 * (self.session.diagnostics(self.document, frames) - begin)

    def request(self, method, params, before=b""):
        """(time, length) of an answer."""
        params = {"textDocument": {"uri": self.document.uri}, **params}
        begin = time.perf_counter()
        stamp, reply = self.session.ask(method, params, before)
        if "error" in reply:
            raise Refused(f"{method}: {reply['error'].get('message')}")
        return 1000 * (stamp - begin), self.session.wire.length / 1000, says_something(reply["result"])

    def many(self, method, all_params, seconds, edit=False):
        """Times and lengths of answers; None if all answers are empty: it costs little to know nothing."""
        answers = []
        until = time.perf_counter() + seconds
        for params in all_params:
            if answers and time.perf_counter() > until:
                break
            answers.append(self.request(method, params, self.document.key() if edit else b""))
        if not any(full for _, _, full in answers):
            return None
        return [took for took, _, _ in answers], [length for _, length, _ in answers]

    def features(self, figures, seconds, count):
        """Notes what editors ask for besides diagnostics, as far as the server offers it."""
        for name, method, capability in AFTER_AN_EDIT:
            if self.session.offers(capability, method):
                self.note(figures, name, self.many(method, [{}] * count, seconds, edit=True))
        # Each typed character goes again.
        if self.document.typed:
            self.session.diagnostics(self.document, self.document.key())
        at_hover, at_completion = (self.document.places(marker, count) for marker in self.markers)
        if self.session.offers("hoverProvider", "textDocument/hover"):
            where = [{"position": place} for place in at_hover]
            self.note(figures, "hover", self.many("textDocument/hover", where, seconds))
        if self.session.offers("completionProvider", "textDocument/completion"):
            where = [{"position": place, "context": {"triggerKind": 1}} for place in at_completion]
            self.note(figures, "completion", self.many("textDocument/completion", where, seconds))
        if self.session.offers("codeActionProvider", "textDocument/codeAction"):
            context = {"diagnostics": [], "triggerKind": 1}
            places = self.document.places(self.action, count) if self.action else at_hover
            where = [{"range": {"start": place, "end": place}, "context": context} for place in places]
            self.note(figures, "actions", self.many("textDocument/codeAction", where, seconds))
        if self.session.offers("documentFormattingProvider", "textDocument/formatting"):
            options = {"options": {"tabSize": 2, "insertSpaces": True}}
            self.note(figures, "format", self.many("textDocument/formatting", [options] * 3, seconds))

    def note(self, figures, name, answers):
        if answers:
            times, lengths = answers
            figures[name] = statistics.median(times)
            figures[f"{name} 95"] = late(times)
            figures[f"{name} answer"] = statistics.median(lengths)


def says_something(result):
    """Whether an answer has content."""
    if isinstance(result, dict):
        result = result.get("items", result.get("data", result))
    return bool(result)


def late(times, share=0.95):
    return sorted(times)[int(len(times) * share)]


def editing(server, kind, size, *, flavor="plain", features=False, keys=60, seconds=6):
    """A document is opened, then typed in. `open`: to the first diagnostics; `key`: from a keystroke to the
    diagnostics of its version; `memory`: resident, after opening."""
    text = documents.document(kind, documents.SIZES[size], flavor)
    with folder() as place:
        one = Editing(server, kind, text, place)
        try:
            figures = {"start": 1000 * one.session.started, "open": one.open()}
            one.session.rest()
            figures["memory"] = one.session.wire.memory()
            times = one.keys(keys, seconds)
            figures["key"], figures["key 95"] = statistics.median(times), late(times)
            if features:
                # What a server cannot do, or not in time, must not hide what it can.
                with contextlib.suppress(Refused, Silence):
                    figures["burst"] = one.burst()
                    one.session.rest()
                    one.features(figures, seconds / 2, min(20, keys))
        finally:
            one.session.close()
        return figures


def starting(server):
    """Only `start`: from the spawn to the answer to `initialize`."""
    with folder() as place:
        session = Session(server, place)
        session.ready()
        session.close()
        return {"start": 1000 * session.started}


def indexing(server, workspace, kind, limit=300):
    """`index`: from the spawn until a search over the workspace finds what stands in one of its files; `key meanwhile`
    and `key meanwhile 99`: from a keystroke in a document of 100 KB to its diagnostics, until then. The search is asked
    for again each time that it is answered without the file."""
    text = documents.document(kind, documents.SIZES["100k"])
    with folder() as place:
        # The document is not saved: the workspace stays as it is.
        session = Session(server, workspace, place)
        session.ready()
        document = Document(f"file://{workspace}/typed.{kind}", documents.LANGUAGES[kind], text, whole=session.whole())
        session.diagnostics(document, document.open())
        end, times = time.perf_counter() + limit, []
        try:
            search = session.begin("workspace/symbol", {"query": documents.NEEDLE})
            while True:
                answer = session.awaited[search]
                if answer:
                    stamp, reply = session.awaited.pop(search)
                    if any(documents.NEEDLE in symbol["name"] for symbol in reply.get("result") or []):
                        break
                    search = session.begin("workspace/symbol", {"query": documents.NEEDLE})
                if time.perf_counter() > end:
                    raise Silence
                frame = document.key()
                begin = time.perf_counter()
                times.append(1000 * (session.diagnostics(document, frame) - begin))
                # A person types a key now and then; the index needs the time between.
                session.rest(PAUSE)
            memory = session.wire.memory()
        finally:
            session.close()
    figures = {"index": 1000 * (stamp - session.wire.born), "index memory": memory}
    if times:
        figures["key meanwhile"], figures["key meanwhile 99"] = statistics.median(times), late(times, 0.99)
    return figures

