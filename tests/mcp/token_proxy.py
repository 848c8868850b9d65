"""A proxy that adds the token, for clients that cannot send a header."""
import http.client
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@contextmanager
def serve(address, header):
    """The address of a proxy for `address`. `header` is the line with the token."""
    target = urlsplit(address).netloc
    name, _, value = header.partition(": ")

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_arguments):
            pass

        def forward(self):
            own = f"127.0.0.1:{server.server_port}"
            # The other headers stay as they are: `Host` and `Origin` are a part of the tests.
            headers = {key: text.replace(own, target) for key, text in self.headers.items()}
            headers[name] = value
            length = int(self.headers.get("content-length") or 0)
            connection = http.client.HTTPConnection(target, timeout=60)
            connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for key, text in headers.items():
                connection.putheader(key, text)
            connection.endheaders(self.rfile.read(length))
            answer = connection.getresponse()
            self.send_response(answer.status)
            for key, text in answer.getheaders():
                if key.lower() not in ("transfer-encoding", "connection"):
                    self.send_header(key, text)
            self.send_header("connection", "close")
            self.end_headers()
            self.close_connection = True
            try:
                while piece := answer.read1(65536):
                    self.wfile.write(piece)
                    self.wfile.flush()
            except (OSError, http.client.HTTPException):
                pass  # One side has closed the connection.
            connection.close()

        do_GET = do_POST = do_DELETE = forward

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{urlsplit(address).path}"
    finally:
        server.shutdown()
