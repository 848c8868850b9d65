"""Messages between this process and a language server on its pipes, with the time of each."""
import contextlib
import json
import os
import selectors
import signal
import subprocess
import tempfile
import time


class Silence(Exception):
    """The server said nothing that was waited for in time."""


class Gone(Exception):
    """The server ended."""


class Refused(Exception):
    """The server answered with an error."""


def frame(message):
    body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Wire:
    """A server process. One thread, and pipes that never block: neither side can wait for the other, and no
    switch of threads is in the figures."""

    def __init__(self, command, folder, scratch):
        self.log = tempfile.TemporaryFile()
        self.born = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            bufsize=0,
            # A server that starts a background process keeps its socket here: it is not shared with others.
            env={**os.environ, "XDG_CACHE_HOME": os.path.join(scratch, ".cache"), "TMPDIR": scratch},
        )
        self.to, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()
        for end in (self.to, self.out):
            os.set_blocking(end, False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.out, selectors.EVENT_READ)
        self.writing = False
        self.unsent, self.unread = bytearray(), bytearray()

    def send(self, frames):
        """Writes what the pipe takes now; the rest goes while messages are waited for."""
        self.unsent += frames
        self._write()

    def next(self, limit):
        """The next message as (time of its last byte, message)."""
        end = time.perf_counter() + limit
        while True:
            body = self._take()
            if body is not None:
                return self.stamp, json.loads(body)
            left = end - time.perf_counter()
            if left <= 0:
                raise Silence
            for key, _ in self.selector.select(left):
                if key.fd == self.to:
                    self._write()
                else:
                    self._read()

    def _write(self):
        while self.unsent:
            try:
                done = os.write(self.to, memoryview(self.unsent)[: 1 << 20])
            except BlockingIOError:
                break
            except BrokenPipeError:
                raise Gone(self.said()) from None
            del self.unsent[:done]
        if bool(self.unsent) != self.writing:
            self.writing = bool(self.unsent)
            if self.writing:
                self.selector.register(self.to, selectors.EVENT_WRITE)
            else:
                self.selector.unregister(self.to)

    def _read(self):
        try:
            data = os.read(self.out, 1 << 20)
        except BlockingIOError:
            return
        if not data:
            raise Gone(self.said())
        self.stamp = time.perf_counter()
        self.unread += data

    def _take(self):
        head = self.unread.find(b"\r\n\r\n")
        if head < 0:
            return None
        length = 0
        for line in bytes(self.unread[:head]).split(b"\r\n"):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if len(self.unread) < head + 4 + length:
            return None
        self.length = length
        body = bytes(self.unread[head + 4 : head + 4 + length])
        del self.unread[: head + 4 + length]
        return body

    def said(self):
        """The end of what the server wrote to its standard error."""
        self.log.seek(0, os.SEEK_END)
        self.log.seek(max(0, self.log.tell() - 800))
        return self.log.read().decode(errors="replace")

    def started(self):
        """The processes that the server has started, as long as it runs itself."""
        return family(self.process.pid)[1:]

    def end(self, started, patience=3):
        """Waits for the end of the process, and ends it and what it has started."""
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for process in started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.selector.close()
        for pipe in (self.process.stdin, self.process.stdout, self.log):
            pipe.close()

    def memory(self):
        """Resident memory of the process and its children, in MB."""
        return sum(resident(process) for process in family(self.process.pid)) / 1024


def family(root):
    """A process and all that descend from it."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
    found = [root]
    for process in found:
        found.extend(children.get(process, []))
    return found


def resident(process, what="VmRSS"):
    """Memory of a process in KB: `VmRSS` now, `VmHWM` at its peak."""
    try:
        with open(f"/proc/{process}/status") as file:
            lines = [line.split() for line in file if line.startswith(f"{what}:")]
    except OSError:
        return 0
    return int(lines[0][1]) if lines else 0
