#!/usr/bin/env python3
"""What a stranger may write on the wire: where a request ends is clear or it is refused, it is
for a Host that is served here, and methods and bodies that are not taken are named.

    framing_test.py CURLEW
"""
import json
import pathlib
import socket
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


class Wire:
    def __init__(self, port):
        self.port = port

    def say(self, data):
        """All that is answered until the end, or until nothing comes any more."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as line:
            line.sendall(data if isinstance(data, bytes) else data.encode())
            line.settimeout(3)
            heard = b""
            try:
                while more := line.recv(65536):
                    heard += more
                return heard, True
            except TimeoutError:
                return heard, False
            except ConnectionResetError:
                return heard, True

    def status(self, data):
        heard, _ = self.say(data)
        return int(heard.split(b" ", 2)[1]) if heard else 0


# A second request that must not be answered: whoever stands before us did not see it.
HIDDEN = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = "GET /healthz HTTP/1.1\r\n"
HOST = "Host: localhost\r\n"
CLOSE = "Connection: close\r\n"

UNCLEAR = {
    "two lengths": POST + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "two lengths that differ": POST + "Content-Length: 2\r\nContent-Length: 44\r\n\r\n{}" + HIDDEN,
    "a list of lengths": POST + "Content-Length: 2, 2\r\n\r\n{}",
    "a signed length": POST + "Content-Length: +2\r\n\r\n{}",
    "a hexadecimal length": POST + "Content-Length: 0x2\r\n\r\n{}",
    "an empty length": POST + "Content-Length:\r\n\r\n{}",
    "a length and chunks": POST + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks and a length": POST + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a coding that is not known": POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "two codings": POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "codings in two fields": POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + HIDDEN,
    "identity": POST + "Transfer-Encoding: identity\r\n\r\n" + HIDDEN,
    "a control in the coding": POST + "Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "chunks in HTTP/1.0": POST.replace("1.1", "1.0") + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a folded line at first": GET + " X-One: a\r\n" + HOST + "\r\n",
    "a space before the colon": POST + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a space before a length's colon": POST + "Content-Length : 44\r\n\r\n" + HIDDEN,
    "a line without a colon": GET + HOST + "X-One\r\n\r\n",
    "a space in a name": GET + HOST + "X One: a\r\n\r\n",
    "a bare CR": GET + HOST + "X-One: a\rb\r\n\r\n",
    "a bare CR that hides a coding": POST + "X-One: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "a chunk size with a sign": POST + "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n",
    "a chunk size with 0x": POST + "Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
    "a chunk size with a space": POST + "Transfer-Encoding: chunked\r\n\r\n 2\r\n{}\r\n0\r\n\r\n",
    "an empty chunk size": POST + "Transfer-Encoding: chunked\r\n\r\n\r\n{}\r\n0\r\n\r\n",
    "a chunk size that overflows": POST + "Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\n{}\r\n0\r\n\r\n",
    "a chunk that is longer than its size": POST + "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
    "a space in the target": "GET /healthz x HTTP/1.1\r\n" + HOST + "\r\n",
    "no version": "GET /healthz\r\n" + HOST + "\r\n",
    "a tab for a space": "GET\t/healthz\tHTTP/1.1\r\n" + HOST + "\r\n",
    "no Host": GET + "\r\n",
    "two Hosts": GET + HOST + "Host: localhost\r\n\r\n",
    "two Hosts that differ": GET + HOST + "Host: evil.example\r\n\r\n",
    "two Hosts and an absolute form": "GET http://localhost/healthz HTTP/1.1\r\n" + HOST + HOST + "\r\n",
    }


# Read in one way, which RFC 9112 lets a server take (§2.2, §5.2), by libmicrohttpd, which does not
# show it to us. They are here so that a change of it is seen.
TAKEN = {
    "a folded line": GET + HOST + "X-One: a\r\n b\r\n\r\n",
    "a folded coding": POST + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "no name": GET + HOST + ": a\r\n\r\n",
    "a bare LF between lines": GET + "Host: localhost\nX-One: a\r\n\r\n",
    "a bare LF that hides a coding": POST + "X-One: a\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
    "bare LFs throughout": "GET /healthz HTTP/1.1\nHost: localhost\n\n",
    "a NUL in a value": GET + HOST + "X-One: a\0b\r\n\r\n",
    "chunks that end in LF": POST + "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
}


def unclear(wire):
    for name, data in UNCLEAR.items():
        heard, closed = wire.say(data)
        # It answers twice what libmicrohttpd refuses by itself.
        is_refused = not heard or heard.split(b" ", 2)[1] in (b"400", b"413", b"505")
        expect(is_refused and closed and b"200 OK" not in heard,
               f"{name}: {heard[:120]!r}{'' if closed else ' and stays open'}")
    for name, data in TAKEN.items():
        heard, _ = wire.say(data)
        expect(heard.startswith((b"HTTP/1.1 200", b"HTTP/1.1 403", b"HTTP/1.1 400")),
               f"{name}: {heard[:120]!r}")


def clear(wire):
    """What RFC 9112 lets a client write is taken."""
    for name, data in {
        "a length": POST + "Content-Length: 2\r\n\r\n{}",
        "chunks": POST + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "chunks with an extension": POST + "Transfer-Encoding: Chunked\r\n\r\n02;a=b\r\n{}\r\n0\r\n\r\n",
    }.items():
        expect(wire.status(data) in (401, 403, 422), f"{name}: {wire.say(data)[0][:200]!r}")
    first = wire.say(POST + "Content-Length: 2\r\n\r\n{}" + GET + HOST + "\r\n")[0]
    expect(first.count(b"HTTP/1.1 ") == 2, f"two requests on a line: {first!r}")


def hosts(wire):
    """Names lead elsewhere whenever their owner wants: only this machine's are served."""
    served = ["localhost", "LocalHost:1", "127.0.0.1", "127.0.0.1:8400", "[::1]", "[::1]:8400",
              "localhost.", "LOCALHOST.:8400", "localhost:", "[::1]:", "[::ffff:127.0.0.1]"]
    others = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1.",
              "evil.example.", "192.168.1.5", "0.0.0.0", "[::]", "[fe80::1]", "0x7f.1", "2130706433",
              "::1", "[::1", "[::1]x", "localhost:x", "localhost:800000", "localhost:80:80",
              "localhost@evil.example", "evil.example@localhost", "localhost/", "localhost..",
              ".localhost", "a.localhost", "127.1", "[127.0.0.1]", "[::1%lo]", "localhost, evil.example", ""]
    for host in served:
        expect(wire.status(f"{GET}Host: {host}\r\n{CLOSE}\r\n") == 200, f"Host {host} is refused")
        expect(wire.status(f"GET http://{host}/healthz HTTP/1.1\r\nHost: evil.example\r\n{CLOSE}\r\n") == 200,
               f"{host} in the target is refused")
    for host in others:
        got = wire.status(f"{GET}Host: {host}\r\n{CLOSE}\r\n")
        expect(got in (400, 421), f"Host {host}: {got}")
        if host:
            got = wire.status(f"GET http://{host}/healthz HTTP/1.1\r\n{HOST}{CLOSE}\r\n")
            # With a space in it the line is closed without an answer.
            expect(got in (0, 400, 421) or "/" in host, f"{host} in the target: {got}")
    for target in ("http:///healthz", "ftp://localhost/healthz", "//evil.example/healthz", "localhost:80", "*",
                   "healthz", "http://user@localhost/healthz", "http://localhost\\@evil.example/healthz"):
        got = wire.status(f"GET {target} HTTP/1.1\r\n{HOST}{CLOSE}\r\n")
        expect(got in (400, 404, 421), f"the target {target}: {got}")
    expect(wire.status("GET /healthz HTTP/1.0\r\n\r\n") in (400, 421), "HTTP/1.0 without a Host")


def methods(wire, bearer):
    keys = f"{HOST}Authorization: {bearer}\r\n"

    def ask(method, path, headers=keys):
        heard, _ = wire.say(f"{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n")
        head, _, body = heard.decode(errors="replace").partition("\r\n\r\n")
        lines = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:])
        return int(head.split(" ")[1]), lines, body

    origin = "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n"
    for path, allowed in (("/api/v1/articles", {"get", "head", "options"}),
                          ("/api/v1/sources", {"get", "head", "post", "options"}),
                          ("/api/v1/sources/1", {"get", "head", "patch", "delete", "options"}),
                          ("/api/v1/session", {"get", "head", "post", "delete", "options"})):
        for headers in (keys, HOST, keys + origin, HOST + origin):
            status, lines, body = ask("OPTIONS", path, headers)
            expect(status == 204 and set(lines.get("allow", "").split(", ")) == allowed and not body,
                   f"OPTIONS {path}: {status} {lines}")
            expect(not any(each.startswith("access-control") for each in lines), f"CORS: {lines}")
        status, lines, body = ask("PUT" if path != "/api/v1/sources" else "DELETE", path)
        expect(status == 405 and set(lines.get("allow", "").split(", ")) == allowed
               and json.loads(body)["status"] == 405, f"PUT {path}: {status} {lines} {body}")
    for path in ("/api/v1/articles", "/api/v1/openapi.json", "/api/v1/session", "/", "/healthz", "/readyz"):
        got, head_lines, head_body = ask("HEAD", path)
        want, get_lines, body = ask("GET", path)
        expect(got == want == 200 and not head_body and body, f"HEAD {path}: {got}, GET: {want}")
        expect(head_lines.get("content-length") == get_lines.get("content-length")
               and head_lines.get("content-type") == get_lines.get("content-type"),
               f"HEAD {path}: {head_lines}, GET: {get_lines}")
    for method in ("TRACE", "CONNECT", "PROPFIND", "get", "FOO"):
        status, lines, _ = ask(method, "/api/v1/articles")
        expect(status in (400, 405, 501), f"{method}: {status}")


def bodies(wire, bearer):
    def post(headers, body='{"address":"https://example.org/"}', path="/api/v1/sources"):
        heard, _ = wire.say(f"POST {path} HTTP/1.1\r\n{HOST}Authorization: {bearer}\r\n{headers}"
                            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}")
        head, _, text = heard.decode(errors="replace").partition("\r\n\r\n")
        return int(head.split(" ")[1]), head, text

    kind = "Content-Type: application/json\r\n"
    for coding in ("gzip", "br", "deflate", "GZIP", "identity, gzip", "zstd", "unheard-of"):
        status, head, text = post(f"{kind}Content-Encoding: {coding}\r\n")
        expect(status == 415 and "unpacked" in text and "Accept-Encoding: identity" in head,
               f"{coding}: {status} {text}")
    status, _, text = post("Content-Encoding: gzip\r\nContent-Type: text/plain\r\n", path="/readers/x")
    expect(status in (404, 415), f"gzip elsewhere: {status} {text}")
    expect(post(f"{kind}Content-Encoding: identity\r\n")[0] != 415, "identity is refused")
    for wrong in ("", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n",
                  "Content-Type: application/jsonp\r\n", "Content-Type: application/json, text/plain\r\n",
                  "Content-Type: multipart/form-data; boundary=application/json\r\n",
                  f"{kind}Content-Type: text/plain\r\n"):
        status, _, text = post(wrong)
        expect(status == 415 and "application/json" in text, f"{wrong!r}: {status} {text}")
    for right in ("application/json", "Application/JSON ; charset=utf-8"):
        expect(post(f"Content-Type: {right}\r\n")[0] != 415, f"{right} is refused")


def main():
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(sys.argv[1], folder)
        curlew.run("user", "add", "anna", "--role", "admin")
        curlew.run("add", "http://127.0.0.1:1/feed", "--no-wait")
        bearer = "Bearer " + curlew.ask("token", "add", "test", "--scope", "admin", "--user", "anna")[1].strip()
        process = curlew.serve()
        port = int(process.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])
        wire = Wire(port)
        try:
            for test, *more in ((unclear,), (clear,), (hosts,), (methods, bearer), (bodies, bearer)):
                known = len(problems)
                test(wire, *more)
                print(f"{test.__name__}: {len(problems) - known} problems", flush=True)
        finally:
            expect(not (trouble := stop(process)), trouble)
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
