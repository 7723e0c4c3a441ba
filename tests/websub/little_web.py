"""A publisher that names its hub, a hub, and a subscriber, each on an address of loopback."""
import hashlib
import hmac
import http.server
import secrets
import threading
import urllib.error
import urllib.parse
import urllib.request


class Server(http.server.ThreadingHTTPServer):
    def __init__(self, answer, address="127.0.0.1"):
        """`answer(method, path, headers, body)` gives (status, headers, body)."""
        self.answer = answer
        super().__init__((address, 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass

    def url(self, path="/"):
        return f"http://{self.server_address[0]}:{self.server_port}{path}"

    def close(self):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, headers, answer = self.server.answer(self.command, self.path, self.headers, body)
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def request(url, body=None, headers=None):
    """Its status and body."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers or {}),
                                    timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def fields(form):
    return dict(urllib.parse.parse_qsl(form, keep_blank_values=True))


class Publisher:
    """A feed at /feed with these titles. Its hub is named in the document or in a header."""

    def __init__(self, hub, in_header):
        self.hub, self.in_header = hub, in_header
        self.titles, self.visits = ["The first ship"], 0
        self.server = Server(self.answer)
        self.feed = self.server.url("/feed")

    def answer(self, _method, path, _headers, _body):
        if path != "/feed":
            return 404, [], b""
        self.visits += 1
        links, headers = "", [("Content-Type", "application/atom+xml")]
        if self.hub and self.in_header:
            headers.append(("Link", f'<{self.hub}>; rel="hub", </feed>; rel=self'))
        elif self.hub:
            links = f'<link rel="hub" href="{self.hub}"/><link rel="self" href="{self.feed}"/>'
        entries = "".join(
            f"<entry><id>{self.feed}/{i}</id><title>{title}</title><summary>{title} came in."
            f"</summary><link href='{self.feed}/{i}'/><updated>2026-01-01T00:00:00Z</updated>"
            "</entry>" for i, title in enumerate(self.titles))
        return 200, headers, (f"<feed xmlns='http://www.w3.org/2005/Atom'><id>{self.feed}</id>"
                              f"<title>Harbour</title><updated>2026-01-01T00:00:00Z</updated>"
                              f"{links}{entries}</feed>").encode()


class Hub:
    """Verifies subscriptions, and pushes what a test wants."""

    def __init__(self, address="127.0.0.1", lease="86400"):
        self.asked, self.subscriptions, self.refused = [], {}, []
        self.lease = lease
        self.server = Server(self.answer, address)

    def answer(self, method, _path, _headers, body):
        form = fields(body.decode())
        self.asked.append(form)
        if method != "POST" or "hub.callback" not in form:
            return 400, [], b""
        threading.Thread(target=self.verify, args=(form,), daemon=True).start()
        return 202, [], b""

    def verify(self, form):
        challenge = secrets.token_hex(16)
        query = urllib.parse.urlencode({"hub.mode": form["hub.mode"],
                                        "hub.topic": form["hub.topic"],
                                        "hub.challenge": challenge,
                                        "hub.lease_seconds": self.lease})
        status, body = request(f"{form['hub.callback']}?{query}")
        if status != 200 or body.decode() != challenge:
            self.refused.append((form, status, body))
        elif form["hub.mode"] == "subscribe":
            self.subscriptions[form["hub.topic"]] = form
        else:
            self.subscriptions.pop(form["hub.topic"], None)

    def push(self, topic, content=b"<feed/>", method="sha256", secret=None):
        """The status of the subscriber's answer."""
        form = self.subscriptions[topic]
        key = (secret or form["hub.secret"]).encode()
        signature = hmac.new(key, content, getattr(hashlib, method)).hexdigest()
        return request(form["hub.callback"], content,
                       {"Content-Type": "application/atom+xml",
                        "X-Hub-Signature": f"{method}={signature}"})[0]


class Subscriber:
    """Says yes to what it asked for, and keeps what it is sent."""

    def __init__(self, address="127.0.0.1"):
        self.questions, self.sent, self.status, self.confirms = [], [], 204, True
        self.server = Server(self.answer, address)

    def answer(self, method, path, headers, body):
        if method == "GET":
            question = fields(urllib.parse.urlsplit(path).query)
            self.questions.append(question)
            return (200 if self.confirms else 404), [], question.get("hub.challenge", "").encode()
        self.sent.append((path, headers, body))
        return self.status, [], b""
