"""A mail server for tests: it keeps what it accepts, and misbehaves when it is told to."""
import email
import email.policy
import socketserver
import threading
import time


class SmtpSink(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Session)
        self.lock = threading.Lock()
        self.accepted = []  # (recipient, bytes) in the order of acceptance
        self.pause = 0  # seconds that it thinks about a message
        self.is_refusing = False  # 451 to every message
        self.cut = lambda: False  # asked after a message was kept: end without a word?
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def messages(self):
        with self.lock:
            return [email.message_from_bytes(data, policy=email.policy.default)
                    for _, data in self.accepted]

    def close(self):
        self.shutdown()
        self.server_close()


class Session(socketserver.StreamRequestHandler):
    def answer(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self):
        try:
            self.talk()
        except OSError:
            pass

    def talk(self):
        self.answer("220 sink ESMTP")
        to = None
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"EHLO":
                self.answer("250-sink\r\n250 8BITMIME")
            elif verb == b"RCPT":
                to = line.split(b"<")[1].split(b">")[0].decode()
                self.answer("250 ok")
            elif verb == b"DATA":
                self.answer("354 go on")
                if not self.take(to):
                    return
            elif verb == b"QUIT":
                return self.answer("221 bye")
            else:
                self.answer("250 ok")

    def take(self, to):
        data = b""
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return False
            data += line[1:] if line.startswith(b".") else line
        if self.server.is_refusing:
            self.answer("451 not now")
            return True
        time.sleep(self.server.pause)
        with self.server.lock:
            self.server.accepted.append((to, data))
            is_cut = self.server.cut()
        if is_cut:
            return False
        self.answer("250 taken")
        return True
