"""What it costs to run a program, beside what cannot be saved: a bare request to the same scripted server, a start of
the machine's own Python. Times in milliseconds.

Each figure is the difference between a long run and a short one, by the rounds that it has more: starting agmark is
measured elsewhere.
"""
import contextlib
import functools
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import servers

ROUNDS, CALLS = 100, 20

PROGRAM = """\
---
name: count
description: Counts the words of a text
input: { type: object }
output:
  type: object
  properties:
    words: { type: integer }
    longest: { type: string }
  required: [words, longest]
---
Count the words of the text, and name the longest of them.
"""


class Failed(Exception):
    """The program did not run as it should."""


def said(message, reason):
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    message = {"role": "assistant", "content": None, **message}
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}], "usage": usage}


def misfit():
    """A reply that goes back with its errors: the next round."""
    return said({"content": json.dumps({"words": "many", "longest": "longest"})}, "stop")


def python():
    """A reply that calls Python."""
    function = {"name": "python", "arguments": json.dumps({"code": "print(sum(range(10)))"})}
    return said({"tool_calls": [{"id": "a", "type": "function", "function": function}]}, "tool_calls")


def fit():
    return said({"content": json.dumps({"words": 3, "longest": "words"})}, "stop")


@contextlib.contextmanager
def place():
    """A folder with the program, whose owner has agreed to run some."""
    folder = tempfile.mkdtemp(prefix="agmark-bench-")
    try:
        with open(os.path.join(folder, "count.md"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(os.path.join(folder, ".markdownlang-agreement.json"), "w", encoding="utf-8") as file:
            json.dump({"agreed_at": "2026-01-01T00:00:00Z", "phrase_index": 0}, file)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def model(folder, answers):
    """The scripted server; gives its port, and the file in which the lengths of requests stand."""
    script, log = os.path.join(folder, "answers.json"), os.path.join(folder, "log")
    with open(script, "w", encoding="utf-8") as file:
        json.dump(answers, file)
    command = [sys.executable, os.path.join(servers.HERE, "model.py"), script, log]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        yield int(process.stdout.readline()), log
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def run(program, answers):
    """Runs the program against these answers: the seconds that it takes, and the lengths of its requests."""
    with place() as folder, model(folder, answers) as (port, log):
        command = [program, "markdownlang", "run", "-program", "count.md", "-base-url", f"http://127.0.0.1:{port}/v1"]
        most = str(len(answers) + 1)
        command += ["-max-iterations", most, "-max-calls", most]
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        environment = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": cache}
        for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            environment.pop(name, None)
        begin = time.perf_counter()
        ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        took = time.perf_counter() - begin
        with open(log, encoding="utf-8") as file:
            lengths = [int(line) for line in file]
        if ran.returncode != 0 or len(lengths) != len(answers):
            raise Failed(f"{len(lengths)} requests; {ran.stderr.strip() or ran.returncode}")
        return took, lengths


def iterating(program):
    """`iteration`: a round of the loop, whose reply does not fit and goes back."""
    short, _ = run(program, [fit()])
    long, lengths = run(program, [misfit()] * ROUNDS + [fit()])
    return {"iteration": 1000 * (long - short) / ROUNDS, "lengths": lengths}


def asking(lengths):
    """`iteration`: a request of the same length to the same server, over one connection, and its reply."""
    with place() as folder, model(folder, [misfit()]) as (port, _):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            head = b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
            requests = [head % length + b" " * length for length in lengths]
            begin = time.perf_counter()
            for request in requests:
                connection.sendall(request)
                reply(connection)
            took = time.perf_counter() - begin
    return {"iteration": 1000 * took / len(requests)}


def reply(connection):
    data = connection.recv(1 << 16)
    while b"\r\n\r\n" not in data:
        data += connection.recv(1 << 16)
    head, body = data.split(b"\r\n\r\n", 1)
    left = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(connection.recv(1 << 16))


def computing(program):
    """`python`: a call of the tool `python`, with the round that it takes. What is compiled once is compiled before."""
    short, _ = run(program, [python(), fit()])
    long, _ = run(program, [python()] * (1 + CALLS) + [fit()])
    return {"python": 1000 * (long - short) / CALLS}


def starting_python():
    """`python`: a start of the machine's own Python with the same code."""
    times = []
    for _ in range(CALLS):
        begin = time.perf_counter()
        subprocess.run(["python3", "-c", "print(sum(range(10)))"], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - begin)
    return {"python": 1000 * sum(times) / len(times)}


def sides(find):
    """What is measured by turns: ours, and what it is compared with. `find` gives the path of agmark."""

    @functools.cache
    def lengths():
        return run(find(), [misfit()] * ROUNDS + [fit()])[1]

    @functools.cache
    def compiled():
        run(find(), [python(), fit()])

    def calling():
        compiled()
        return computing(find())

    return {
        "round agmark": lambda: {"iteration": iterating(find())["iteration"]},
        "round bare": lambda: asking(lengths()),
        "python agmark": calling,
        "python python3": starting_python,
    }
