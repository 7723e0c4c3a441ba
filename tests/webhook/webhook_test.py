"""Webhooks as they go over the wire: signed as the documentation says, in every form, with
each answer understood.

usage: webhook_test.py POST_NOTICE DELIVERY_PAGE"""
import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading


class Receiver(http.server.BaseHTTPRequestHandler):
    answer = (200, {})
    seen = []

    def take(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append((self.command, self.path, dict(self.headers), body))
        status, headers = self.answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"word")

    do_POST = do_PUT = take

    def log_message(self, *_):
        pass


def documented_check(page):
    """is_genuine() as the page for users has it."""
    code = re.search(r"```python\n(.*?)```", pathlib.Path(page).read_text(), re.DOTALL).group(1)
    names = {}
    exec(code, names)  # pylint: disable=exec-used
    return names["is_genuine"]


def main():
    program, page = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"

    def post(path, form="json", guard="loopback"):
        done = subprocess.run([program, origin + path, form, guard], capture_output=True,
                              text=True, timeout=60, check=True)
        return done.stdout.strip()

    is_genuine = documented_check(page)
    assert post("/hook") == "delivered -"
    method, path, headers, body = Receiver.seen[-1]
    assert (method, path) == ("POST", "/hook")
    assert headers["Idempotency-Key"] == "delivery-17.test"
    assert is_genuine(headers, body, "s3cret")
    assert not is_genuine(headers, body + b" ", "s3cret")
    assert not is_genuine(headers, body, "secret")
    assert json.loads(body)["clips"][0]["keyword"] == "strike"

    # The path and a value of each form.
    forms = {"ntfy": ("/topic", "/", "topic", "topic"),
             "matrix": ("/!r:x?access_token=t",
                        "/_matrix/client/v3/rooms/%21r%3Ax/send/m.room.message/delivery-17.test",
                        "msgtype", "m.notice"),
             "slack": ("/services/x", "/services/x", "unfurl_links", False),
             "discord": ("/api/x", "/api/x", "allowed_mentions", {"parse": []}),
             "telegram": ("/bot1:x/sendMessage?chat_id=-4", "/bot1:x/sendMessage", "chat_id", "-4")}
    for form, (target, wanted, name, value) in forms.items():
        assert post(target, form) == "delivered -", form
        _, path, headers, body = Receiver.seen[-1]
        assert path == wanted, path
        assert json.loads(body)[name] == value, body
        assert is_genuine(headers, body, "s3cret")

    answers = {(204, None): "delivered -", (429, "77"): "later 77 answered 429: word",
               (503, None): "later - answered 503: word", (404, None): "refused - answered 404: word",
               (302, None): "refused - answered 302: word"}
    for (status, wait), told in answers.items():
        Receiver.answer = (status, {"Retry-After": wait} if wait else {"Location": origin})
        count = len(Receiver.seen)
        assert post("/hook") == told, (status, post("/hook"))
        assert len(Receiver.seen) == count + 1, "a redirect was followed"

    count = len(Receiver.seen)
    refused = post("/hook", guard="guarded")
    assert refused.startswith("refused - ") and "loopback" in refused, refused
    assert len(Receiver.seen) == count
    assert post("/hook", "pigeon") == "unsent - no webhook form is named 'pigeon'"
    print(f"webhook: {count} requests, signed as documented")


if __name__ == "__main__":
    main()
