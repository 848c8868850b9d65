"""A model that calls one tool and then says what the tool answered, behind the Responses API."""
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Model:
    """The address, and the tools that the client offered."""

    def __init__(self):
        self.url, self.tools = "", []


@contextmanager
def serve(namespace, tool, arguments):
    """A model that calls a tool of a server, which the client calls `namespace`."""
    model = Model()

    class Api(BaseHTTPRequestHandler):
        def log_message(self, *_arguments):
            pass

        def do_GET(self):
            self.answer("application/json", json.dumps({"data": [], "models": []}))

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            offered = [one for one in request.get("tools", []) if one.get("name") == namespace]
            model.tools = [one["name"] for one in offered[0]["tools"]] if offered else []
            outputs = [item["output"] for item in request["input"] if item.get("type") == "function_call_output"]
            if outputs:
                words = {"type": "output_text", "text": f"The tool answered {json.dumps(outputs[-1])}"}
                item = {"type": "message", "id": "m", "role": "assistant", "content": [words]}
            else:
                item = {"type": "function_call", "id": "f", "call_id": "c", "namespace": namespace, "name": tool}
                item["arguments"] = json.dumps(arguments)
            usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
            usage |= {"input_tokens_details": None, "output_tokens_details": None}
            events = [
                {"type": "response.created", "response": {"id": "r"}},
                {"type": "response.output_item.done", "item": item},
                {"type": "response.completed", "response": {"id": "r", "usage": usage}},
            ]
            lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
            self.answer("text/event-stream", "".join(lines))

        def answer(self, kind, text):
            self.send_response(200)
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield model
    finally:
        server.shutdown()
