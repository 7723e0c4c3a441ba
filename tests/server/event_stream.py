"""A client of the server-sent events. It speaks HTTP/1.0, so that there are no chunks."""
import json
import socket
import time


class EventStream:
    """Reads events one after the other. `closed` once the server ended the stream."""

    def __init__(self, port, last_id=None, bearer=None):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        again = f"Last-Event-ID: {last_id}\r\n" if last_id is not None else ""
        if bearer:
            again += f"Authorization: {bearer}\r\n"
        self.socket.sendall(
            f"GET /api/v1/events HTTP/1.0\r\nHost: localhost\r\n{again}\r\n".encode())
        self.bytes = b""
        self.closed = False
        while b"\r\n\r\n" not in self.bytes and not self.closed:
            self.receive(30)
        head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        self.head = head.decode()

    def receive(self, seconds):
        self.socket.settimeout(max(seconds, 0.001))
        try:
            part = self.socket.recv(65536)
        except (TimeoutError, socket.timeout):
            return
        except ConnectionResetError:
            part = b""
        self.closed = self.closed or not part
        self.bytes += part

    def next(self, seconds):
        """The next event as (name, id, data), or None when none comes in that time."""
        deadline = time.monotonic() + seconds
        while True:
            while b"\n\n" in self.bytes:
                block, _, self.bytes = self.bytes.partition(b"\n\n")
                fields = dict(line.split(": ", 1) for line in block.decode().split("\n")
                              if ": " in line)
                if "event" in fields:  # Not a heartbeat.
                    return fields["event"], fields.get("id"), json.loads(fields["data"])
            left = deadline - time.monotonic()
            if self.closed or left <= 0:
                return None
            self.receive(left)

    def close(self):
        self.socket.close()

