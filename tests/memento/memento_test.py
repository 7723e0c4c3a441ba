#!/usr/bin/env python3
"""The versions of a page that changes, as a Memento client (RFC 7089) and a browser see them.

    memento_test.py CURLEW

The running program keeps three versions of a hostile page. A client that knows the RFC alone
finds each by TimeGate, TimeMap and memento. What the page says is never a page of our own
origin; on the replay's nothing of it runs, and a forged address opens nothing. Chromium looks
too, where it is installed.
"""
import atexit
import email.utils
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, reader, stop, wait_until

WAIT_SECONDS = 60
problems = []

PAGE = """<!doctype html><html lang=en><head><title>Fees of the harbour</title>
<meta http-equiv=refresh content="0;url=/leak/refresh">
<base target=_top><link rel=stylesheet href=/style.css>
<link rel=preload href=/leak/preload as=image>
<style>@import "/leak/import.css"; h1 {{ background: url(/leak/background.png) }}</style>
<script>document.title = "owned"; new Image().src = "/leak/script"</script></head>
<body onload="document.title = 'owned'">
<h1>Fees</h1><p>A boat in the harbour pays {0} euro a day, says the port authority of the
town in its list of fees, which it publishes every year in the spring.</p>
<p><a href="/other?a=b#c">The other page</a> <a href="javascript:document.title='owned'">x</a>
<img src="/leak/picture.png" srcset="/leak/two.png 2x" onerror="document.title = 'owned'">
<svg onload="document.title = 'owned'"><script>document.title = 'owned'</script></svg>
<iframe src="/leak/frame"></iframe><form action="/leak/form"><button>Send</button></form>
</body></html>"""


def expect(holds, what):
    if not holds:
        problems.append(what)


class Site(http.server.ThreadingHTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.fee = 10
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}/fees?year=2026"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        found = self.path.startswith("/fees")
        body = PAGE.format(self.server.fee).encode() if found else b"nothing"
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read().decode()


def get(address, **headers):
    """One request; redirects are for the caller. The target is sent as it is."""
    host, target = address.removeprefix("http://").split("/", 1)
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("GET", "/" + target,
                       headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = Answer(connection.getresponse())
    connection.close()
    return answer


def links(text):
    """[(address, {relations}, datetime)] of a Link header or a TimeMap, by RFC 8288."""
    found = []
    for address, parameters in re.findall(r'<([^>]*)>((?:\s*;\s*[\w*]+="[^"]*")*)', text):
        values = dict(re.findall(r'([\w*]+)="([^"]*)"', parameters))
        found.append((address, set(values.get("rel", "").split()), values.get("datetime")))
    return found


def only(text, relation):
    found = [each for each in links(text) if relation in each[1]]
    expect(len(found) == 1, f"{len(found)} links with {relation}: {text}")
    return found[0] if found else ("", set(), None)


def seconds(date):
    return email.utils.parsedate_to_datetime(date).timestamp()


def keep_versions(curlew, site):
    """Three of them. Dates have seconds: no two are of one."""
    count = lambda: len(curlew.rows("SELECT seen FROM versions"))
    for fee, wanted in ((10, 1), (25, 2), (40, 3)):
        site.fee = fee
        kept = wait_until(lambda: count() >= wanted, WAIT_SECONDS)
        expect(kept, f"{count()} versions instead of {wanted}: {curlew.log.read_text()}")
    return [int(seen) for (seen,) in curlew.rows("SELECT seen FROM versions ORDER BY seen")]


def as_a_client(endpoint, site, seen):
    """Knows where the TimeGate is, and follows links from there."""
    gate = f"{endpoint}/timegate/{site.url}"
    newest = get(gate)
    expect(newest.status == 302 and newest.headers["Vary"] == "accept-datetime",
           f"TimeGate: {newest.status} {newest.headers}")
    expect(only(newest.headers["Link"], "original")[0] == site.url, "original of the TimeGate")
    listed = get(only(newest.headers["Link"], "timemap")[0])
    expect(listed.headers["Content-Type"] == "application/link-format", "type of the TimeMap")
    mementos = [each for each in links(listed.body) if "memento" in each[1]]
    expect(len(mementos) == 3, f"the TimeMap lists {len(mementos)}: {listed.body}")
    expect(mementos[0][1] == {"first", "memento"} and mementos[2][1] == {"last", "memento"},
           f"first and last: {mementos}")
    expect(newest.headers["Location"] == mementos[2][0], "without a date, the newest")
    for (address, _, date), moment, fee in zip(mementos, seen, (10, 25, 40)):
        expect(int(seconds(date)) == moment // 1000, f"{date} of {moment}")
        chosen = get(gate, Accept_Datetime=date)
        expect(chosen.headers["Location"] == address, f"{date}: {chosen.headers['Location']}")
        memento = get(address)
        expect(memento.status == 200 and memento.headers["Memento-Datetime"] == date,
               f"{address}: {memento.status} {memento.headers}")
        expect(f"pays {fee} euro" in memento.body, f"{address} is another version")
        expect("html" not in memento.headers["Content-Type"], f"{memento.headers}")
        for relation, wanted in (("original", site.url), ("timegate", gate),
                                 ("first", mementos[0][0]), ("last", mementos[2][0])):
            expect(only(memento.headers["Link"], relation)[0] == wanted, relation)
    middle = get(mementos[1][0]).headers["Link"]
    expect(only(middle, "prev")[0] == mementos[0][0], f"prev: {middle}")
    expect(only(middle, "next")[0] == mementos[2][0], f"next: {middle}")
    between = email.utils.formatdate(seen[1] / 1000 - 1, usegmt=True)
    expect(get(gate, Accept_Datetime=between).headers["Location"] == mementos[0][0],
           "between two versions the earlier one was in force")
    expect(get(gate, Accept_Datetime="yesterday").status == 400, "a date that is none")
    expect(get(f"{endpoint}/timegate/http://nobody.example/").status == 404, "of nobody")
    as_json = json.loads(get(f"{endpoint}/timemap/json/{site.url}").body)
    expect([each["uri"] for each in as_json["mementos"]["list"]]
           == [each[0] for each in mementos], f"JSON: {as_json}")
    return [each[0] for each in mementos]


def as_a_browser(endpoint, site, mementos):
    """Our own page has a frame of another origin, in which nothing acts."""
    page = get(mementos[0], Accept="text/html,application/xhtml+xml")
    expect(page.headers["Content-Type"].startswith("text/html"), f"{page.headers}")
    expect("pays" not in page.body and "leak" not in page.body, "our page has strangers' words")
    expect(page.headers["Set-Cookie"] is None, "a cookie")
    frame = re.search(r'<iframe[^>]*src="([^"]*)"', page.body)
    expect(frame, f"no frame: {page.body}")
    address = frame[1].replace("&amp;", "&")
    expect(address.split("/")[2] != endpoint.split("/")[2], "the replay is on our own origin")
    shown = get(address)
    expect(shown.status == 200 and "pays 10 euro" in shown.body, f"{shown.status} {shown.body}")
    policy = shown.headers["Content-Security-Policy"]
    expect("default-src 'none'" in policy and "sandbox" in policy, policy)
    expect("allow-scripts" not in policy and "allow-same-origin" not in policy, policy)
    expect(shown.headers["Set-Cookie"] is None, "the replay has a cookie")
    expect(shown.headers["Referrer-Policy"] == "no-referrer", f"{shown.headers}")
    for poison in ("<script", "onload", "onerror", "javascript:", "http-equiv", "<base", "<svg",
                   "<iframe", "action=", "preload", "owned", f'"{site.url}', '"/leak'):
        expect(poison not in shown.body.lower(), f"{poison} in the replay: {shown.body}")
    timestamp = mementos[0].split("/")[4]
    other = urllib.parse.urljoin(site.url, "/other?a=b")
    expect(f'href="{endpoint}/memento/{timestamp}/{other}#c"' in shown.body, f"{shown.body}")
    expect(re.search(rf'src="/r[^"]*/{timestamp}/http://[^"]*/leak/picture.png"', shown.body),
           f"{shown.body}")
    return address


def forged(address, endpoint):
    host, token, rest = address.removeprefix("http://").split("/", 2)
    later = re.sub(r"\d+", lambda digits: str(int(digits[0]) + 3600), token, count=1)
    for changed in (f"{later}/{rest}", f"{token[:-1]}{'A' if token[-1] != 'A' else 'B'}/{rest}",
                    f"{token}/{rest}x", f"r{token[1:]}/{rest}", rest, "", "healthz",
                    "sources", "clips"):
        answer = get(f"http://{host}/{changed}")
        expect(answer.status in (403, 404) and "euro" not in answer.body,
               f"{changed}: {answer.status}")
    expect(get(address, Host="evil.example").status == 421, "a name that was rebound")
    # The same path on our own origin is nothing.
    expect(get(f"{endpoint}/{token}/{rest}").status == 404, "the replay is on our origin")


def in_chromium(folder, memento, replay, site):
    """A real browser makes of the page what its author wanted, but for all that acts."""
    chromium = shutil.which("chromium")
    if not chromium:
        print("chromium is not installed: no browser has looked", flush=True)
        expect(not os.environ.get("CI"), "no browser has looked")
        return
    before = len(site.asked)
    for address, wanted in ((replay, "pays 10 euro"), (memento, "<iframe")):
        done = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={folder}/browser", "--virtual-time-budget=3000", "--dump-dom",
             address], capture_output=True, text=True, timeout=90)
        expect(wanted in done.stdout, f"chromium shows {done.stdout} {done.stderr[-2000:]}")
        expect("owned" not in done.stdout, f"a script ran: {done.stdout}")
    leaks = [path for path in site.asked[before:] if not path.startswith("/fees")]
    expect(not leaks, f"the browser asked the site for {leaks}")


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        site = Site()
        curlew = Curlew(program, folder)
        curlew.run("add", site.url, "--kind", "page", "--watch", "changes")
        process = curlew.serve()
        atexit.register(process.kill)
        endpoint = "http://" + process.stdout.readline().split("http://")[1].split("/")[0]
        seen = keep_versions(curlew, site)
        expect(len(seen) == 3, f"{len(seen)} versions")
        if not problems:
            mementos = as_a_client(endpoint, site, seen)
            address = as_a_browser(endpoint, site, mementos)
            forged(address, endpoint)
            told = reader(curlew, endpoint)("sources/1/versions")["items"]
            listed = {each["memento"] for each in told}
            expect(all(each.removeprefix(endpoint) in listed for each in mementos),
                   f"the API lacks a version: {listed}")
            in_chromium(folder, mementos[0], address, site)
        expect(stop(process) is None, "it did not end well")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(*sys.argv[1:])
