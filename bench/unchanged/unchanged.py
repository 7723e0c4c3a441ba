#!/usr/bin/env python3
"""Lets watched pages that never change be visited, and prints by how much the database grew.

    unchanged.py CURLEW sqlite|postgres VISITS
"""
import http.server
import pathlib
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests"))
from harness import Curlew

PAGES = 200
BODY = ("<html><title>Harbour</title><body><main><h1>Harbour</h1>"
        + "<p>A boat of up to six metres pays ten euros a night, water and light included.</p>" * 9
        + "</main></body></html>").encode()


class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if not self.path.startswith("/page"):
            return self.answer(404, b"")
        has_tag = int(self.path[5:]) % 2 == 0
        if has_tag and self.headers.get("If-None-Match") == '"one"':
            return self.answer(304, b"", has_tag)
        return self.answer(200, BODY, has_tag)

    def answer(self, status, body, has_tag=False):
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-cache")
        if has_tag:
            self.send_header("ETag", '"one"')
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def count(curlew, table):
    return int(curlew.rows(f"SELECT count(*) FROM {table}")[0][0])


def serve_until(curlew, condition, seconds):
    process = curlew.serve_and_wait()
    try:
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise SystemExit(f"unchanged: {count(curlew, 'visits')} visits in {seconds} s")
            time.sleep(1)
    finally:
        process.terminate()
        process.wait()


def size(curlew):
    if curlew.server:
        curlew.server.asked("VACUUM FULL")
        return int(curlew.rows("SELECT pg_database_size(current_database())")[0][0])
    # Its log is written back when the last program closes it.
    return sum(file.stat().st_size for file in curlew.data.glob("central.db*"))


def main():
    program, database, visits = sys.argv[1], sys.argv[2], int(sys.argv[3])
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-unchanged-"))
    try:
        curlew = Curlew(program, folder, server=server,
                        fetch={"host_delay": "0s", "per_host": 20, "total": 20},
                        schedule={"policy": "round-robin", "min_gap": "0s",
                                  "budget_per_hour": 360000})
        curlew.run("add", *[f"http://127.0.0.1:{site.server_port}/page{number}"
                            for number in range(PAGES)],
                   "--kind", "page", "--watch", "changes", "--no-wait")
        # Each has its version, and validators are known.
        serve_until(curlew, lambda: count(curlew, "versions") == PAGES
                    and count(curlew, "visits") >= 4 * PAGES, 300)
        bytes_before, visits_before = size(curlew), count(curlew, "visits")
        serve_until(curlew, lambda: count(curlew, "visits") >= visits_before + visits, 900)
        made = count(curlew, "visits") - visits_before
        if count(curlew, "versions") != PAGES:
            raise SystemExit("unchanged: something has changed")
        after = size(curlew)
        print(f"| {database} | {made} | {bytes_before} | {after} | "
              f"{(after - bytes_before) / made:.0f} |", flush=True)
    finally:
        site.shutdown()
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
