"""A running Curlew with something to read, for two users: what the tests of reader apps share."""
import html
import http.client
import http.server
import json
import pathlib
import socket
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

PASSWORD = "correct horse battery"
SHIP = "A ship & <b>her</b> crew"
FOG = "Ομίχλη στο λιμάνι"
SECRET = "A secret of Anna's"
TEXT = "<p>It <em>came</em> home.<script>evil()</script></p>"


def expect(condition, what):
    if not condition:
        raise SystemExit(str(what))


class Web(http.server.BaseHTTPRequestHandler):
    """Two feeds: everybody's, and Anna's."""

    def do_GET(self):
        titles = self.server.feeds.get(self.path)
        items = "".join(
            f"<item><guid>{self.path}{i}</guid><title>{html.escape(html.escape(title))}</title>"
            f"<link>http://127.0.0.1:{self.server.server_port}/story/{i}</link>"
            f"<description>{html.escape(TEXT)}</description></item>"
            for i, title in enumerate(titles or []))
        self.send_response(404 if titles is None else 200)
        self.send_header("Content-Type", "application/rss+xml; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<rss version='2.0'><channel><title>Feed {self.path[1:]}</title>{items}"
                         "</channel></rss>".encode())

    def log_message(self, *_):
        pass


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read().decode()

    def json(self):
        return json.loads(self.body)


class Installation:
    """`with Installation(program, folder) as here:` It runs, and all is found."""

    def __init__(self, program, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
        self.web.feeds = {"/harbour": [SHIP, FOG], "/diary": [SECRET]}
        threading.Thread(target=self.web.serve_forever, daemon=True).start()
        self.curlew = Curlew(program, folder, web={"port": self.port})
        self.passwords = {}

    def address(self, path):
        return f"http://127.0.0.1:{self.web.server_port}{path}"

    def __enter__(self):
        secret = self.curlew.config.parent / "password"
        secret.write_text(PASSWORD + "\n")
        for name in ("anna", "bob"):
            self.curlew.run("user", "add", name, "--password-file", str(secret))
        self.curlew.run("watch", "add", "Ships", "ship", "--user", "anna")
        self.curlew.run("add", self.address("/harbour"), "--folder", "News", "--no-wait")
        self.curlew.run("add", self.address("/diary"), "--subscriber", "anna", "--no-wait")
        self.process = self.curlew.serve_and_wait()
        try:
            expect(wait_until(lambda: len(self.curlew.objects("articles")) == 3, 60), "articles")
            expect(wait_until(lambda: len(self.curlew.objects("clips")) == 1, 60), "clips")
            for name in ("anna", "bob"):
                self.passwords[name] = self.make_app_password(name)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind, *_):
        wrong = stop(self.process) if kind is None and self.process.poll() is None else None
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        expect(wrong is None, wrong)

    def ask(self, method, target, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, target, body, names)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def log_in(self, name):
        """The headers of a browser in which this user is logged in."""
        answer = self.ask("POST", "/api/v1/session",
                          json.dumps({"name": name, "password": PASSWORD}),
                          Content_Type="application/json", X_Curlew_Request="1")
        expect(answer.status < 300, answer.body)
        return {"Cookie": answer.headers["Set-Cookie"].split(";")[0], "X_Curlew_Request": "1",
                "Origin": f"http://127.0.0.1:{self.port}", "Content_Type": "application/json"}

    def make_app_password(self, name):
        answer = self.ask("POST", "/api/v1/me/app-passwords", json.dumps({"name": "phone"}),
                          **self.log_in(name))
        expect(answer.status == 201, answer.body)
        return answer.json()["password"]

    def revoke_app_passwords(self, name):
        headers = self.log_in(name)
        listed = self.ask("GET", "/api/v1/me/app-passwords", **headers).json()
        for each in listed["items"]:
            self.ask("DELETE", f"/api/v1/me/app-passwords/{each['id']}", **headers)

    def states(self, name):
        """What a user made of articles: (title, is_read, is_starred)."""
        return sorted((title, int(is_read), int(is_starred)) for title, is_read, is_starred in
                      self.curlew.rows("SELECT a.title, t.is_read, t.is_starred FROM article_states t"
                                       " JOIN articles a ON a.id = t.article_id"
                                       " JOIN users u ON u.id = t.user_id"
                                       f" WHERE u.name = '{name}'"))
