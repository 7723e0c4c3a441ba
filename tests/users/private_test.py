#!/usr/bin/env python3
"""What opens by one user's login is nobody else's, by whatever way he comes to its address.

    private_test.py CURLEW sqlite|postgres

A publisher's feed needs a login, which anna has. bob types its address, and watches a page of
his own that names it: he reads nothing of it. When anna is removed, it is visited no more; bob
does not get it even then.
"""
import base64
import http.server
import pathlib
import shutil
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

LOGIN = "anna:open-sesame"


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/page":
            return self.answer("text/html", "<title>Bob's</title><link rel=alternate "
                               "type='application/rss+xml' href='/locked'><p>Nothing to read.")
        expected = "Basic " + base64.b64encode(LOGIN.encode()).decode()
        if self.path != "/locked" or self.headers["Authorization"] != expected:
            return self.answer("text/plain", "no", 401 if self.path == "/locked" else 404)
        self.answer("application/rss+xml", "<rss version='2.0'><channel><title>Locked</title>"
                    "<item><guid>1</guid><title>Of anna alone</title></item></channel></rss>")

    def answer(self, kind, text, status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


def titles(curlew, user):
    return [each["title"] for each in curlew.objects("articles", "--user", user)]


def sources(curlew, user):
    return [each["url"] for each in curlew.objects("list", "--user", user)]


def run(curlew, web):
    site = f"http://127.0.0.1:{web.server_port}"
    for user in ("anna", "bob"):
        curlew.run("user", "add", user, "--no-password")
    curlew.run("add", f"{site}/locked", "--user", LOGIN, "--subscriber", "anna", "--no-wait")
    process = curlew.serve_and_wait()
    try:
        expect(wait_until(lambda: titles(curlew, "anna") == ["Of anna alone"], 60), "no article")
        code, _, err = curlew.ask("add", f"{site}/locked", "--subscriber", "bob", "--no-wait")
        expect(code == 2 and "that is not bob's" in err, f"typed: {code} {err}")
        curlew.run("add", f"{site}/page", "--subscriber", "bob", "--no-wait")
        # It may become the feed that it names, or say that it leads there.
        expect(wait_until(lambda: sources(curlew, "bob") != [f"{site}/page"] or
                          "leads to" in str(curlew.ask("list", "--user", "bob", "--json")), 60),
               "the page was not read")
        expect(sources(curlew, "bob") == [f"{site}/page"], f"bob has {sources(curlew, 'bob')}")
        expect(titles(curlew, "bob") == [], f"bob reads {titles(curlew, 'bob')}")
        curlew.run("user", "edit", "bob", "--role", "admin")
        curlew.run("user", "remove", "anna")
        locked, = [each for each in curlew.objects("list") if each["url"].endswith("/locked")]
        expect(locked["state"] == "paused", f"visited for nobody: {locked}")
        code, _, err = curlew.ask("add", f"{site}/locked", "--subscriber", "bob", "--no-wait")
        expect(code == 2 and titles(curlew, "bob") == [], f"left behind: {code} {err}")
        expect((wrong := stop(process)) is None, wrong)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, database = sys.argv[1:]
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = tempfile.mkdtemp(prefix="curlew-private-")
    try:
        run(Curlew(program, folder, server=server), web)
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
