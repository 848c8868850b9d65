"""What is measured, each time with a fresh process. Times in milliseconds, memory in MB."""
import os
import shutil
import statistics
import tempfile
import time

import documents
from session import Document, Session
from wire import Silence


def editing(command, kind, size, keys=60, seconds=6):
    """A document is opened, then typed in: `start` (from the spawn to the answer to initialize), `open` (to the
    first diagnostics), `key` (median time from a keystroke to the diagnostics of its version), `key95`,
    `memory` (resident, after opening)."""
    text = documents.document(kind, documents.SIZES.get(size) or int(size))
    folder = tempfile.mkdtemp(prefix="agmark-bench-")
    try:
        path = os.path.join(folder, f"bench.{kind}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        session = Session(command, folder)
        session.ready()
        session.rest()
        document = Document("file://" + path, documents.LANGUAGES[kind], text)
        frame = document.open()
        begin = time.perf_counter()
        opened = session.diagnostics(document, frame) - begin
        session.rest()
        memory = session.wire.memory()
        times = []
        until = time.perf_counter() + seconds
        while len(times) < keys and time.perf_counter() < until:
            frame = document.key()
            begin = time.perf_counter()
            times.append(session.diagnostics(document, frame) - begin)
        started = session.started
        session.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    times.sort()
    return {
        "start": 1000 * started,
        "open": 1000 * opened,
        "key": 1000 * statistics.median(times),
        "key95": 1000 * times[int(len(times) * 0.95)],
        "memory": memory,
    }


def starting(command):
    """Only `start`."""
    folder = tempfile.mkdtemp(prefix="agmark-bench-")
    try:
        session = Session(command, folder)
        started = session.started
        session.ready()
        session.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {"start": 1000 * started}


def indexing(command, folder, limit=120):
    """`index`: from the spawn until a search over the workspace finds what stands in one of its files."""
    session = Session(command, folder)
    session.ready()
    end = time.perf_counter() + limit
    while True:
        stamp, reply = session.ask("workspace/symbol", {"query": documents.NEEDLE})
        if any(documents.NEEDLE in symbol["name"] for symbol in reply.get("result") or []):
            break
        if time.perf_counter() > end:
            session.close()
            raise Silence
        time.sleep(0.002)
    took = stamp - session.wire.born
    memory = session.wire.memory()
    session.close()
    return {"index": 1000 * took, "memory": memory}
