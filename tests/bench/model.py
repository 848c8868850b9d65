"""A model that says what it was told to say, as often as it is asked: a server of its own process, as fast as may be.

    model.py ANSWERS LOG

ANSWERS is a file with a list of JSON replies; the last one is given again and again. The first line on standard output
is the port. LOG gets the length of each request's body, a line each.
"""
import json
import socket
import sys


def head(connection, data):
    """The bytes up to the end of a request's head, and what came behind it; None when nobody asks any more."""
    while b"\r\n\r\n" not in data:
        more = connection.recv(1 << 16)
        if not more:
            return None
        data += more
    lines, rest = data.split(b"\r\n\r\n", 1)
    return lines, rest


def length(lines):
    for line in lines.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def serve(answers, log):
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    turn = 0
    while True:
        connection, _ = listener.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        data = b""
        while (request := head(connection, data)) is not None:
            lines, data = request
            size = length(lines)
            while len(data) < size:
                data += connection.recv(1 << 20)
            data = data[size:]
            log.write(f"{size}\n")
            log.flush()
            connection.sendall(answers[min(turn, len(answers) - 1)])
            turn += 1
        connection.close()


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        bodies = [json.dumps(answer).encode() for answer in json.load(file)]
    kind = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with open(sys.argv[2], "w", encoding="utf-8") as log:
        serve([kind % len(body) + body for body in bodies], log)


if __name__ == "__main__":
    main()
