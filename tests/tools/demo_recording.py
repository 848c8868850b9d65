#!/usr/bin/env python3
"""Makes server/agmark/demo/queue.jsonl, the recording from which `agmark demo` runs a program:

    demo_recording.py [AGMARK]

The model is a script, whose replies stand here; Python is the real one. To be run again when requests are others than
they were: the test of the demo says so.
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEMO = os.path.join(ROOT, "server", "agmark", "demo")

CODE = """\
minutes = sorted([35, 10, 50, 15])
free = [0, 0]
for repair in minutes:
    free.sort()
    wait = free[0]
    free[0] += repair
print("the last guest waits", wait, "minutes")
"""

RESULT = {
    "order": ["bicycle lamp", "zip of a jacket", "toaster", "radio"],
    "longest_wait": 15,
    "sign": "Come in, have a cup of tea: no one waits longer than 15 minutes.",
}


def reply(message, reason, tokens):
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    message = {"role": "assistant", "content": None, **message}
    return {"choices": [{"index": 0, "message": message, "finish_reason": reason}], "usage": usage}


def answers():
    function = {"name": "python", "arguments": json.dumps({"code": CODE})}
    call = {"id": "call_1", "type": "function", "function": function}
    return [
        reply({"tool_calls": [call]}, "tool_calls", (412, 96)),
        reply({"content": json.dumps(RESULT)}, "stop", (561, 58)),
    ]


def main():
    default = os.path.join(ROOT, "target", "release", "agmark")
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("AGMARK") or default)
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "answers.json")
        with open(script, "w", encoding="utf-8") as file:
            json.dump(answers(), file)
        with open(os.path.join(folder, ".markdownlang-agreement.json"), "w", encoding="utf-8") as file:
            json.dump({"agreed_at": "2026-01-01T00:00:00Z", "phrase_index": 0}, file)
        server = os.path.join(ROOT, "tests", "bench", "model.py")
        command = [sys.executable, server, script, os.path.join(folder, "log")]
        model = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            base = f"http://127.0.0.1:{int(model.stdout.readline())}/v1"
            cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
            environment = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": cache}
            arguments = ["-program", "queue.md", "-input", "@queue.json", "-record", "queue.jsonl", "-base-url", base]
            run = [program, "markdownlang", "run", *arguments]
            sys.exit(subprocess.run(run, cwd=DEMO, env=environment, check=False).returncode)
        finally:
            model.kill()
            model.wait()


if __name__ == "__main__":
    main()
