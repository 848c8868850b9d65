"""A client of the language server, as small as possible."""

import json
import subprocess
import sys


def expect(holds, why):
    if not holds:
        print(f"not ok: {why}", file=sys.stderr)
        sys.exit(1)


class LanguageServer:
    """A server that a command starts. A message that it does not send ends this program with an error."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last = 0

    def start(self, root):
        """Says hello, for a folder or for none."""
        answer = self.ask("initialize", {"processId": None, "rootUri": root, "capabilities": {}})
        expect("capabilities" in (answer or {}), f"initialize: {answer}")
        self.tell("initialized", {})

    def stop(self):
        self.ask("shutdown")
        self.tell("exit")
        code = self.process.wait(timeout=60)
        expect(code == 0, f"the server ends with {code}")

    def ask(self, method, params=None):
        """Sends a request, and returns the result."""
        self.last += 1
        number = self.last
        self.send({"id": number, "method": method, **({} if params is None else {"params": params})})
        answer = self.until(lambda message: message.get("id") == number and "method" not in message)
        expect("error" not in answer, f"{method}: {answer}")
        return answer["result"]

    def tell(self, method, params=None):
        self.send({"method": method, **({} if params is None else {"params": params})})

    def until(self, holds):
        """The next message for which this holds. Requests of the server are answered with nothing."""
        while True:
            message = self.read()
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            if holds(message):
                return message

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        expect(length, "the server has ended")
        return json.loads(self.process.stdout.read(length))
