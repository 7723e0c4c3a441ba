#!/usr/bin/env python3
"""Who gets in: log-ins, sessions, tokens, invitations and proxies, against a running program.

    access_test.py CURLEW sqlite|postgres

A first start prints a link that makes the administrator, once. Sessions begin by a password and
end by log-out, by a new password and by the command line; what another site's page sends is
refused; who guesses waits. Tokens do as much as their scope, and nothing when they are revoked.
What a user has is nobody else's, and the database holds no secret.
"""
import hashlib
import http.client
import json
import pathlib
import re
import shutil
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until

PASSWORD = "correct horse"


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()
        is_json = "json" in (response.headers.get("Content-Type") or "")
        self.json = json.loads(self.text) if is_json and self.text else None
        cookie = response.headers.get("Set-Cookie") or ""
        self.cookie = cookie.split(";")[0]


class Browser:
    """Sends its cookie with everything, and from our own page what that sends."""

    def __init__(self, port, host=None):
        self.port = port
        self.host = host or f"127.0.0.1:{port}"
        self.cookie = ""

    def ask(self, method, path, body=None, headers=None, token=None):
        sent = {"Host": self.host}
        if method != "GET":
            sent |= {"Origin": f"http://{self.host}", "X-Curlew-Request": "1"}
        if self.cookie:
            sent["Cookie"] = self.cookie
        if token:
            sent = {"Host": self.host, "Authorization": f"Bearer {token}"}
        if body is not None:
            sent["Content-Type"] = "application/json"
        sent |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path if path.startswith("//") else f"/api/v1{path}",
                           body=None if body is None else json.dumps(body),
                           headers={key: value for key, value in sent.items() if value})
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def must(self, method, path, body=None, status=200, **more):
        answer = self.ask(method, path, body, **more)
        expect(answer.status == status,
               f"{method} {path}: {answer.status} {answer.text}, not {status}")
        if answer.cookie:
            self.cookie = answer.cookie
        return answer

    def log_in(self, name, password=PASSWORD):
        return self.must("POST", "/session", {"name": name, "password": password})


class Test:
    def __init__(self, program, folder, server):
        self.curlew = Curlew(program, folder, server=server,
                             web={"port": 0, "trusted_proxies": ["127.0.0.1"]})
        self.process = None

    def start(self):
        self.process = self.curlew.serve()
        line = self.process.stdout.readline()
        expect("is running" in line, f"{line}{self.curlew.log.read_text()}")
        self.port = int(re.search(r":(\d+)/", line).group(1))

    def browser(self):
        return Browser(self.port)

    def first_start(self):
        self.start()
        expect("works once" in self.process.stdout.readline(), "no link is printed")
        link = self.process.stdout.readline().strip()
        token = link.split("/welcome#")[1]
        nobody = self.browser()
        expect(nobody.must("GET", "/session").json["claimable"], "not claimable")
        nobody.must("GET", "/me", status=401)
        nobody.must("POST", "/session/claim", {"token": token[::-1], "name": "evil",
                                               "password": PASSWORD}, status=401)
        nobody.must("POST", "/session/claim", {"token": token}, status=422)
        self.admin = self.browser()
        made = self.admin.must("POST", "/session/claim",
                               {"token": token, "name": "anna", "password": PASSWORD})
        expect(made.json["rights"] == "admin", made.text)
        for flag in ("HttpOnly", "SameSite=Strict", "Path=/"):
            expect(flag in made.headers["Set-Cookie"], made.headers["Set-Cookie"])
        nobody.must("POST", "/session/claim", {"token": token, "name": "evil",
                                               "password": PASSWORD}, status=401)
        self.admin.must("GET", "/users")

    def second_start(self):
        expect(not stop(self.process), "did not stop")
        self.start()
        self.admin.port = self.port
        self.admin.host = f"127.0.0.1:{self.port}"
        expect(self.admin.must("GET", "/me").json["name"] == "anna", "a session outlives a start")

    def forgery(self):
        for headers in ({"Origin": "https://evil.example"}, {"Origin": ""}, {"Origin": "null"},
                        {"X-Curlew-Request": ""}):
            answer = self.admin.ask("PATCH", "/me", {"language": "el"}, headers=headers)
            expect(answer.status == 403, f"{headers}: {answer.status} {answer.text}")
        expect(self.admin.must("GET", "/me").json["language"] == "en", "changed by another site")
        evil = Browser(self.port, host="evil.example")
        evil.cookie = self.admin.cookie
        evil.must("GET", "/me", status=421)
        answer = self.admin.must("GET", "/me")
        for name, value in {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                            "Cache-Control": "private, no-cache"}.items():
            expect(answer.headers[name] == value, f"{name}: {answer.headers[name]}")
        expect("frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], "framed")

    def users(self):
        self.admin.must("POST", "/users", {"name": "bob", "password": PASSWORD}, status=201)
        self.admin.must("POST", "/users", {"name": "guest", "role": "read-only",
                                           "password": PASSWORD}, status=201)
        self.bob, guest = self.browser(), self.browser()
        self.bob.log_in("bob")
        guest.log_in("guest")
        self.bob.must("GET", "/users", status=403)
        self.bob.must("PATCH", "/me", {"language": "el"})
        guest.must("GET", "/me")
        guest.must("PATCH", "/me", {"language": "el"}, status=403)
        guest.must("PATCH", "/me", {"password": PASSWORD + "2", "current_password": "wrong"}, status=422)
        guest.must("POST", "/me/tokens", {"name": "x", "scopes": ["read"]}, status=403)
        self.guest(guest)
        problem = self.bob.must("PATCH", "/me", {"time_zone": "Mars/Base"}, status=422).json
        expect(problem["field"] == "time_zone" and "Mars/Base" in problem["detail"], problem)

    def guest(self, guest):
        """Who may only read keeps his own account: a password, and who is logged in by it."""
        other = self.browser()
        other.log_in("guest")
        here, = [each["id"] for each in guest.must("GET", "/me/sessions").json["items"]
                 if not each["current"]]
        guest.must("DELETE", f"/me/sessions/{here}", status=204)
        other.must("GET", "/me", status=401)
        other.log_in("guest")
        guest.must("PATCH", "/me", {"password": "a reader's horse", "current_password": PASSWORD})
        other.must("GET", "/me", status=401)
        guest.must("DELETE", "/me/sessions", status=204)
        guest.must("PATCH", "/me", {"password": PASSWORD, "current_password": "a reader's horse"})
        # A token that only reads may be in other hands.
        key = self.curlew.ask("token", "add", "eyes", "--scope", "read", "--user", "guest")[1].strip()
        program = self.browser()
        program.must("GET", "/me", token=key)
        program.must("PATCH", "/me", {"password": "stolen horse", "current_password": PASSWORD},
                     token=key, status=403)
        program.must("DELETE", "/me/sessions", token=key, status=403)
        # Strangers who try his name keep him from nothing that he does where he is logged in.
        stranger = self.browser()
        for _ in range(12):
            answer = stranger.ask("POST", "/session", {"name": "guest", "password": "guessed"})
        expect(answer.status == 429, f"guesses go on: {answer.status}")
        guest.must("PATCH", "/me", {"password": PASSWORD, "current_password": PASSWORD})

    def sessions(self):
        other = self.browser()
        other.log_in("bob")
        listed = self.bob.must("GET", "/me/sessions").json["items"]
        expect([each["current"] for each in listed] == [False, True], listed)
        hers = self.admin.must("GET", "/me/sessions").json["items"][0]["id"]
        self.bob.must("DELETE", f"/me/sessions/{hers}", status=404)
        self.admin.must("GET", "/me")
        self.bob.must("DELETE", f"/me/sessions/{listed[0]['id']}", status=204)
        other.must("GET", "/me", status=401)
        # By the command line, which is another process.
        rows = self.curlew.objects("session", "list", "--user", "bob")
        expect(len(rows) == 1, rows)
        self.curlew.run("session", "end", str(rows[0]["id"]), "--user", "bob")
        expect(wait_until(lambda: self.bob.ask("GET", "/me").status == 401, 5), "not ended")
        old = self.bob.cookie
        self.bob.log_in("bob")
        expect(self.bob.cookie != old, "the same session again")
        gone = self.browser()
        gone.log_in("bob")
        cookie = gone.cookie
        gone.must("DELETE", "/session", status=204)
        gone.cookie = cookie
        gone.must("GET", "/me", status=401)

    def password(self):
        other = self.browser()
        other.log_in("bob")
        self.bob.must("PATCH", "/me", {"password": "another horse",
                                       "current_password": "wrong"}, status=422)
        self.bob.must("PATCH", "/me", {"password": "another horse",
                                       "current_password": PASSWORD})
        self.bob.must("GET", "/me")
        other.must("GET", "/me", status=401)
        self.curlew.run("user", "passwd", "bob", "--password-file", self.password_file())
        expect(wait_until(lambda: self.bob.ask("GET", "/me").status == 401, 5), "not ended")
        self.bob.log_in("bob")

    def password_file(self):
        file = self.curlew.config.parent / "password"
        file.write_text(PASSWORD + "\n")
        return str(file)

    def tokens(self):
        read = self.bob.must("POST", "/me/tokens", {"name": "script", "scopes": ["read"]},
                             status=201).json
        program = self.browser()
        program.must("GET", "/me", token=read["token"])
        program.must("PATCH", "/me", {"language": "en"}, token=read["token"], status=403)
        self.bob.must("POST", "/me/tokens", {"name": "x", "scopes": ["admin"]}, status=422)
        self.admin.must("DELETE", f"/me/tokens/{read['id']}", status=404)
        program.must("GET", "/me", token=read["token"])
        write = self.curlew.ask("token", "add", "cli", "--scope", "write", "--user", "bob")[1]
        program.must("PATCH", "/me", {"language": "en"}, token=write.strip())
        listed = self.curlew.objects("token", "list", "--user", "bob")
        expect([each["name"] for each in listed] == ["cli", "script"], listed)
        self.bob.must("DELETE", f"/me/tokens/{read['id']}", status=204)
        program.must("GET", "/me", token=read["token"], status=401)
        self.curlew.run("token", "remove", str(listed[0]["id"]), "--user", "bob")
        expect(wait_until(lambda: program.ask("GET", "/me", token=write.strip()).status == 401,
                          5), "a token that was removed works")
        app = self.bob.must("POST", "/me/app-passwords", {"name": "phone"}, status=201).json
        key = hashlib.md5(f"bob:{app['password']}".encode()).hexdigest()
        rows = self.curlew.rows("SELECT mark, fever_mark FROM access_keys WHERE kind = 'app'")
        expect([tuple(row) for row in rows] ==
               [tuple(hashlib.sha256(each.encode()).hexdigest()
                      for each in (app["password"], key))], rows)
        code, _, err = self.curlew.ask("token", "add", "x", "--scope", "write", "--user", "guest")
        expect(code == 2 and "--scope" in err, err)
        secrets = [self.bob.cookie.split("=")[1], write.strip(), app["password"]]
        if not self.curlew.server:
            stored = b"".join(path.read_bytes() for path in self.curlew.data.glob("central.db*"))
            for secret in secrets:
                expect(secret.encode() not in stored, "a secret is in the database")

    def invitations(self):
        link = self.admin.must("POST", "/invitations", {"role": "user", "note": "Carol"},
                               status=201).json["link"]
        token = link.split("#invitation=")[1]
        stranger = self.browser()
        stranger.must("POST", "/registrations", {"name": "carol", "password": PASSWORD},
                      status=403)
        stranger.must("POST", "/registrations", {"name": "carol", "password": PASSWORD,
                                                 "invitation": token}, status=201)
        expect(stranger.must("GET", "/session").json["rights"] == "write", "not a user")
        self.browser().must("POST", "/registrations", {"name": "dora", "password": PASSWORD,
                                                       "invitation": token}, status=403)
        code, out, _ = self.curlew.ask("invitation", "add", "--note", "Dora")
        expect(code == 0 and "/login#invitation=" in out, out)
        waiting, = self.curlew.objects("invitation", "list")
        expect(waiting["note"] == "Dora" and waiting["link"] is None, waiting)
        self.bob.must("DELETE", f"/invitations/{waiting['id']}", status=403)
        self.curlew.run("invitation", "remove", str(waiting["id"]))
        self.browser().must("POST", "/registrations",
                            {"name": "dora", "password": PASSWORD,
                             "invitation": out.strip().split("=")[1]}, status=403)

    def proxy(self):
        """This machine is trusted: a browser beyond it came by https."""
        there = self.browser()
        https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7",
                 "Origin": f"https://{there.host}"}
        answer = there.must("POST", "/session", {"name": "bob", "password": PASSWORD},
                            headers=https)
        expect(answer.cookie.startswith("__Host-curlew_session=") and
               "; Secure" in answer.headers["Set-Cookie"], answer.headers["Set-Cookie"])
        there.must("GET", "/me", headers={"X-Forwarded-Proto": "https"})
        there.must("GET", "/me", status=401)  # Not by http.
        expect(self.curlew.objects("session", "list", "--user", "bob")[0]["address"] ==
               "203.0.113.7", "not the client's address")
        there.must("GET", "/me", headers={"X-Forwarded-Host": "evil.example"}, status=421)

    def stream(self, credential):
        """An idle stream of events, by a header such as "Cookie: …"."""
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        stream.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                       f"{credential}\r\n\r\n".encode())
        expect(stream.recv(4096).startswith(b"HTTP/1.1 200"), "no stream")
        return stream

    def expect_ended(self, stream, when):
        text, deadline = b"", time.monotonic() + 30
        # The connection may serve further requests.
        while time.monotonic() < deadline and b"event: ended" not in text:
            text += stream.recv(4096)
        expect(b"event: ended" in text, f"the stream goes on {when}: {text}")

    def events(self):
        """A stream ends when its session or its token does, and its user."""
        browser, other = self.browser(), self.browser()
        browser.log_in("bob")
        stream = self.stream(f"Cookie: {browser.cookie}")
        browser.must("DELETE", "/session", status=204)
        self.expect_ended(stream, "after the log-out")

        browser.log_in("bob")
        made = browser.must("POST", "/me/tokens", {"name": "events", "scopes": ["read"]}, status=201)
        stream = self.stream(f"Authorization: Bearer {made.json['token']}")
        browser.must("DELETE", f"/me/tokens/{made.json['id']}", status=204)
        self.expect_ended(stream, "after its token")

        other.log_in("bob")
        stream = self.stream(f"Cookie: {other.cookie}")
        for each in browser.must("GET", "/me/sessions").json["items"]:
            if not each["current"]:
                browser.must("DELETE", f"/me/sessions/{each['id']}", status=204)
        self.expect_ended(stream, "after its session was revoked")

        # Who may only read from now on may still listen.
        stream = self.stream(f"Cookie: {browser.cookie}")
        self.admin.must("PATCH", "/users/bob", {"role": "read-only"})
        browser.must("PATCH", "/me", {"language": "el"}, status=403)
        self.admin.must("PATCH", "/users/bob", {"role": "user"})
        stream.setblocking(False)
        try:
            text = stream.recv(65536)
        except BlockingIOError:
            text = b""
        expect(b"event: ended" not in text, "a reader hears no more")
        stream.close()
        self.bob.log_in("bob")

    def guessing(self):
        guesser = self.browser()
        tried = {"name": "anna", "password": "guess"}
        answers = [guesser.ask("POST", "/session", tried) for _ in range(14)]
        refused = [each for each in answers if each.status == 429]
        expect(answers[0].status == 401 and refused, [each.status for each in answers])
        expect(0 < int(refused[0].headers["Retry-After"]) <= 30, refused[0].headers)
        expect(guesser.ask("POST", "/session", {"name": "anna", "password": PASSWORD}).status ==
               429, "the right password is not kept waiting")
        self.admin.must("GET", "/me")

    def links(self):
        """Invitations and the first link are guessed as rarely, by one address."""
        guesser = self.browser()
        there = {"X-Forwarded-For": "203.0.113.9"}
        for path, body in (("/registrations", {"name": "dora", "password": PASSWORD,
                                               "invitation": "guess"}),
                           ("/session/claim", {"token": "guess"})):
            answers = [guesser.ask("POST", path, body, headers=there).status for _ in range(40)]
            expect(429 in answers and set(answers) <= {401, 403, 429}, f"{path}: {answers}")
        # Who comes from elsewhere is not kept waiting.
        self.browser().log_in("bob")

    def removal(self):
        stream = self.stream(f"Cookie: {self.bob.cookie}")
        self.admin.must("DELETE", "/users/bob", status=204)
        self.expect_ended(stream, "after its user was removed")
        self.bob.must("GET", "/me", status=401)


def main():
    program, database = sys.argv[1:3]
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = tempfile.mkdtemp(prefix="curlew-access-")
    test = Test(program, folder, server)
    try:
        for part in (test.first_start, test.second_start, test.forgery, test.users,
                     test.sessions, test.password, test.tokens, test.invitations, test.proxy,
                     test.events, test.guessing, test.links, test.removal):
            part()
            print(part.__name__, flush=True)
        trouble = stop(test.process)
        expect(not trouble, trouble)
        print("ok")
    finally:
        if test.process and test.process.poll() is None:
            test.process.kill()
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
