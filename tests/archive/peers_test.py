#!/usr/bin/env python3
"""WARC files exchanged with npm's warcio and with wget, both ways.

    peers_test.py WARC_EXCHANGE NPM_FOLDER

Skips (77) what is not installed; ../npm_packages.py fetches warcio to NPM_FOLDER.
"""
import gzip
import hashlib
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
import npm_packages

PROGRAM, NPM = sys.argv[1:]
PAGE = ("<title>page</title>" + "text " * 2000).encode()


def rows(*command):
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120).stdout
    return [json.loads(line) for line in out.splitlines()]


def ours(path):
    *records, last = rows(PROGRAM, "read", path)
    return records, last["troubles"]


def warcio_reads_what_we_write(folder):
    subprocess.run([PROGRAM, "write", folder / "a"], check=True, timeout=60)
    with zipfile.ZipFile(folder / "a/export/all.wacz") as wacz:
        wacz.extract("archive/data.warc.gz", folder)
    # All of it was packed away before it was exported; written again as it was.
    for file in (folder / "a/export/all.warc.gz", folder / "archive/data.warc.gz"):
        records = rows("node", npm_packages.script(NPM, HERE / "peers.mjs"), "read", file)
        assert len(records) == len(ours(file)[0]) == 1 + 7 * 3, len(records)
        for record in records:
            assert record["block"] and record["own"] and record["payload"], record
        types = [record["type"] for record in records]
        assert types.count("revisit") == 2 and types.count("response") == 5, types


def we_read_what_warcio_writes(folder):
    subprocess.run(["node", npm_packages.script(NPM, HERE / "peers.mjs"), "write",
                    folder / "w.warc.gz"], check=True, timeout=60)
    records, troubles = ours(folder / "w.warc.gz")
    assert not troubles, troubles
    assert [r["type"] for r in records] == ["warcinfo", "response", "request", "resource",
                                            "revisit"], records
    body = "sha256:" + hashlib.sha256(b"some <b>text</b>\n" * 500).hexdigest()
    assert records[1]["body"] == records[3]["payload"] == body, records
    assert all(r["whole"] and not r["wrong"] for r in records), records


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", "text/html")
        body = PAGE
        if self.path == "/gzip":
            body = gzip.compress(PAGE)
            self.send_header("Content-Encoding", "gzip")
        if self.path == "/chunked":
            self.send_header("Transfer-Encoding", "chunked")
            body = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (PAGE[:7], PAGE[7:]))
            body += b"0\r\n\r\n"
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def we_read_what_wget_writes(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    at = f"http://127.0.0.1:{server.server_port}"
    for name, more in (("packed", []), ("plain", ["--no-warc-compression"])):
        subprocess.run(["wget", "-q", "--no-proxy", f"--warc-file={folder / name}",
                        "-O", "/dev/null", *more,
                        *(at + path for path in ("/", "/gzip", "/chunked", "/gone"))],
                       timeout=60)
        file = folder / (name + (".warc.gz" if not more else ".warc"))
        records, troubles = ours(file)
        assert not troubles, troubles
        responses = [r for r in records if r["type"] == "response"]
        assert [r["target"] for r in responses] == [at + path for path in
                                                    ("/", "/gzip", "/chunked", "/gone")]
        assert [r["status"] for r in responses] == [200, 200, 200, 404], responses
        page = "sha256:" + hashlib.sha256(PAGE).hexdigest()
        assert all(r["body"] == page for r in responses), responses
        assert all(r["whole"] and not r["wrong"] for r in records), records
    server.shutdown()


def main():
    done = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if npm_packages.have(NPM):
            warcio_reads_what_we_write(folder)
            we_read_what_warcio_writes(folder)
            done += 1
        if shutil.which("wget"):
            we_read_what_wget_writes(folder)
            done += 1
        else:
            print("wget is not installed: its files are not tested")
    return 0 if done else 77


sys.exit(main())
