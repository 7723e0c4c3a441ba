#!/usr/bin/env python3
"""What a user asked for reaches him, through the running program.

    clips_test.py CURLEW sqlite|postgres

A feed and its pages, a mail server and a webhook on loopback. A user with a Greek and an
English list gets mail, a feed in three forms, a page; the copy of another source is told
within the first clip. What one user subscribes to privately never reaches the other. A
mail server that is away loses nothing; unsubscribing by one click ends mail and nothing else.
"""
import hashlib
import hmac
import http.server
import json
import pathlib
import re
import sys
import tempfile
import threading
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from smtp_sink import SmtpSink

STORY = ("The ferry to the island was late because of a strike of the seamen, which began at "
         "midnight and will end at noon on Friday, said the harbour master of the town, who "
         "had hoped for an earlier end of it. Passengers waited on the quay with their goats.")
ARTICLES = {
    "one": ("Ferry late", STORY, "en"),
    "two": ("Λήγουν οι απεργίες στα λιμάνια",
            "Οι ναυτικοί αποφάσισαν να λήξουν τις απεργίες τους το μεσημέρι της Παρασκευής, "
            "όπως είπε ο πρόεδρος της ένωσης. Τα πλοία θα φύγουν το βράδυ από τον Πειραιά.", "el"),
    "three": ("<script>alert(1)</script> strike & more",
              "A strike of another kind was told here, with <b>markup</b> in its title.", "en"),
    "copy": ("Strike delays the ferry", STORY + " Reporting by an agency.", "en"),
    "secret": ("A private strike", "A strike that only one of them may read about.", "en"),
}


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        base = f"http://{self.headers['Host']}"
        name = self.path.strip("/")
        if name in self.server.feeds:
            items = "".join(
                f"<item><guid>{each}</guid><link>{base}/page/{each}</link>"
                f"<title>{escape(escape(ARTICLES[each][0]))}</title></item>"
                for each in self.server.feeds[name])
            return self.answer(200, f"<rss version='2.0'><channel><title>{name} news</title>"
                                    f"{items}</channel></rss>", "application/rss+xml")
        if name.startswith("page/"):
            title, text, language = ARTICLES[name[5:]]
            return self.answer(200, f"<html lang={language}><title>{escape(title)}</title><body>"
                                    f"<article><h1>{escape(title)}</h1><p>{escape(text)}</p>"
                                    f"</article></body></html>", "text/html; charset=utf-8")
        self.answer(404, "", "text/plain")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.hooks.append((dict(self.headers), body))
        self.answer(200, "", "text/plain")

    def answer(self, status, text, kind):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def fail(text):
    raise SystemExit(text)


def get(url, headers={}, data=None):
    request = urllib.request.Request(url, headers=headers, data=data)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def part_of(message, kind):
    return message.get_body((kind,)).get_content()


def check_mail(sink):
    mails = {mail["Subject"]: mail for mail in sink.messages()}
    greek = next((m for s, m in mails.items() if "απεργίες" in s), None)
    english = next((m for s, m in mails.items() if "Ferry late" in s), None)
    hostile = next((m for s, m in mails.items() if "alert" in s), None)
    if not (greek and english and hostile):
        fail(f"mails are missing: {list(mails)}")
    if "*απεργίες*" not in part_of(greek, "plain"):
        fail(f"the keyword is not marked: {part_of(greek, 'plain')}")
    if "<mark><b>strike</b></mark>" not in part_of(english, "html"):
        fail(f"the keyword is not marked: {part_of(english, 'html')}")
    if "<script" in part_of(hostile, "html"):
        fail("a title runs in a mail")
    for mail in mails.values():
        if not mail["Message-ID"] or not mail["List-Unsubscribe"]:
            fail(f"headers are missing: {mail.items()}")
    return english


def check_feeds(curlew, origin):
    page = curlew.ask("user", "page", "eleni")[1].strip().rsplit("/", 1)[-1]
    for name in ["Strikes", "Απεργίες"]:
        code, out, err = curlew.ask("watch", "feed", name, "--user", "eleni")
        if code != 0:
            fail(f"watch feed: {err}")
        paths = re.findall(r"/mine/lists/\S+?\.(?:atom|rss|json)", out)
        if len(paths) != 3:
            fail(f"watch feed names not three forms: {out}")
        for path in paths:
            status, headers, body = get(origin + path)
            if status != 200 or ("strike" not in body and "απεργ" not in body):
                fail(f"{path}: {status} {body[:300]}")
            # In JSON a title is text; what is HTML there is content_html.
            html = body if not path.endswith(".json") else \
                " ".join(item["content_html"] for item in json.loads(body)["items"])
            if "<script>alert" in html:
                fail(f"{path}: a title runs in a feed")
            if page in body:
                fail(f"{path}: whoever has one feed has the page of all lists")
            stored = re.search(r"https://curlew.example.org(/mine/lists/\S+?/articles/\d+)",
                               body)
            if not stored or get(origin + stored.group(1))[0] != 200:
                fail(f"{path}: no stored text below the feed: {stored}")
            status, _, _ = get(origin + path, {"If-None-Match": headers["ETag"]})
            if status != 304:
                fail(f"{path}: {status} when nothing has changed")
            wanted = {"atom": "atom+xml", "rss": "rss+xml", "json": "feed+json"}
            if wanted[path.rsplit(".")[-1]] not in headers["Content-Type"]:
                fail(f"{path}: {headers['Content-Type']}")
    if get(f"{origin}/mine/lists/{'x' * 40}.atom")[0] != 404:
        fail("a feed that nobody has is shown")


def check_page(curlew, origin):
    _, out, _ = curlew.ask("user", "page", "eleni")
    if not out.startswith("https://curlew.example.org/mine/"):
        fail(f"not the public address: {out}")
    path = re.search(r"/mine/\S+", out).group()
    status, headers, body = get(origin + path)
    if status != 200 or "<mark>strike</mark>" not in body or "Also in" not in body:
        fail(f"the personal page: {status} {body[:3000]}")
    if "<script" in body or "script-src" in headers["Content-Security-Policy"]:
        fail("something runs on the personal page")
    stored = re.search(rf'href="({path.removeprefix("/mine/")}/articles/\d+)"', body)
    if not stored:
        fail(f"no stored text: {body[:3000]}")
    status, _, text = get(f"{origin}/mine/{stored.group(1)}")
    if status != 200 or 'href="../../' not in text or 'href="/' in text:
        fail(f"the stored text: {status} {text}")
    feed = re.search(r'href="(lists/[^"]+\.rss)"', body)
    if not feed or get(f"{origin}/mine/{feed.group(1)}")[0] != 200:
        fail(f"no feed on the page: {feed}")
    status, _, missing = get(f"{origin}/mine/nobody", {"Accept-Language": "el"})
    if status != 404 or 'lang="el"' not in missing or 'href="/' in missing:
        fail(f"a page of nobody: {status} {missing}")
    number = int(curlew.rows("SELECT id FROM articles WHERE title LIKE '%private%'")[0][0])
    if get(f"{origin}{path}/articles/{number}")[0] != 404:
        fail("a private article is shown to another user")
    # Under the public host nothing is shown that knows no log-in, personal pages aside.
    host = {"Host": "curlew.example.org"}
    if get(origin + "/mine/style.css", host)[0] != 200:
        fail("no style below /mine/")
    if get(origin + path, host)[0] != 200 or get(origin + "/sources/1/feed.atom", host)[0] == 200:
        fail("the public host shows too much, or too little")


def main():
    program, engine = sys.argv[1:]
    server = None
    with tempfile.TemporaryDirectory() as folder:
        if engine == "postgres":
            from postgres_server import PostgresServer
            server = PostgresServer()
        web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
        web.feeds = {"first": ["one", "two", "three"], "second": [], "private": ["secret"]}
        web.hooks = []
        threading.Thread(target=web.serve_forever, daemon=True).start()
        sink = SmtpSink()
        try:
            run(program, folder, server, web, sink)
        finally:
            sink.close()
            web.shutdown()
            if server:
                server.close()


def run(program, folder, server, web, sink):
    site = f"http://127.0.0.1:{web.server_port}"
    curlew = Curlew(program, folder, server=server,
                    mail={"host": "127.0.0.1", "port": sink.port,
                          "from": "Curlew <curlew@example.org>"},
                    web={"port": 0, "public_url": "https://curlew.example.org"})
    secret = pathlib.Path(folder) / "secret"
    secret.write_text("a key to sign with\n")
    curlew.run("user", "add", "eleni", "--mail", "eleni@example.org", "--no-password")
    curlew.run("user", "add", "bob", "--mail", "bob@example.org", "--no-password")
    curlew.run("watch", "add", "Strikes", "strike", "--user", "eleni", "--by", "mail")
    curlew.run("watch", "add", "Απεργίες", "απεργία", "--user", "eleni", "--by", "mail")
    curlew.run("watch", "add", "Hook", "strike", "--user", "bob", "--by", "webhook",
               "--to", f"{site}/hook", "--secret-file", str(secret))
    curlew.run("add", f"{site}/first", "--kind", "feed")
    curlew.run("add", f"{site}/second", "--kind", "feed")
    curlew.run("add", f"{site}/private", "--kind", "feed", "--subscriber", "bob")
    sink.is_refusing = True
    process = curlew.serve()
    try:
        check_all(curlew, process, web, sink, secret)
    finally:
        process.kill()
        process.wait()


# It begins with what is there, and the mails that are counted at the end are no more.
def check_later_list(curlew):
    there = {each["article"] for each in curlew.objects("clips", "--user", "eleni", "--list", "Strikes")}
    curlew.run("watch", "add", "Later", "strike", "--user", "eleni", "--by", "mail")
    clips = curlew.objects("clips", "--user", "eleni", "--list", "Later")
    if not clips or {each["article"] for each in clips} != there:
        fail(f"a later list does not begin with what is there: {clips}, {there}")
    if any(each["list"] == "Later" for each in curlew.objects("deliveries")):
        fail(f"something is sent of a new list: {curlew.objects('deliveries')}")


def check_all(curlew, process, web, sink, secret):
    origin = process.stdout.readline().split()[3].rstrip("/")
    # A mail server that is away: the notices wait.
    if not wait_until(lambda: "451" in curlew.ask("deliveries")[1] or
                      "not now" in curlew.ask("deliveries", "--json")[1], 60):
        fail(f"deliveries do not say why they wait: {curlew.ask('deliveries')}")
    sink.is_refusing = False
    if not wait_until(lambda: len(sink.accepted) >= 3, 90):
        fail(f"{len(sink.accepted)} mails: {curlew.ask('deliveries')} {curlew.log.read_text()}")
    web.feeds["second"] = ["copy"]
    curlew.run("visit", "--all", "--no-wait")
    english = check_mail(sink)
    if not wait_until(lambda: any(c["also_in"] for c in curlew.objects("clips")), 60):
        fail(f"a copy is not told: {curlew.objects('articles')} {curlew.ask('log')[1]}")
    if not wait_until(lambda: len(web.hooks) >= 3, 60):
        fail(f"webhooks: {web.hooks}")
    for headers, body in web.hooks:
        signed = f"{headers['X-Curlew-Timestamp']}.".encode() + body
        key = secret.read_text().strip().encode()
        if headers["X-Curlew-Signature"] != \
                "sha256=" + hmac.new(key, signed, hashlib.sha256).hexdigest():
            fail("a webhook is not signed")
        if any(re.search("<(script|b)>", clip["summary_html"])
               for clip in json.loads(body)["clips"]):
            fail("a title runs in a webhook")
    if any(b"/mine/" in body for _, body in web.hooks):
        fail("a webhook is told the address of the page")
    if any("private" in str(mail["Subject"]) for mail in sink.messages()):
        fail("a private source's article is mailed to another user")
    if not any(b"private" in body for _, body in web.hooks):
        fail("a subscriber does not get what his source brings")
    check_feeds(curlew, origin)
    check_page(curlew, origin)
    clips = curlew.ask("clips")[1]
    if "eleni/Strikes: " not in clips or \
            not all(re.match("#|    ", line) for line in clips.splitlines()):
        fail(f"clips: whose, and indented: {clips}")
    if "/Strikes" in curlew.ask("clips", "--user", "eleni")[1]:
        fail("clips: of one user, and named")
    timing = curlew.ask("clips", "--timing")[1]
    if "Strikes" not in timing:
        fail(f"no timing: {timing}")
    # One more on request, by the list's own channel.
    before = len(web.hooks)
    sent, = curlew.objects("watch", "send", "Hook", "--user", "bob")
    if sent["kind"] != "test" or not wait_until(lambda: len(web.hooks) > before, 60):
        fail(f"nothing is sent on request: {sent} {curlew.ask('deliveries')}")
    if curlew.ask("watch", "send", "Nothing", "--user", "bob")[0] == 0:
        fail("a list that is not there is sent")
    # One click ends the mail of this list, whatever became of its feed.
    curlew.ask("watch", "feed", "Strikes", "--user", "eleni", "--revoke")
    for guess in ["x", "1-x", "1-" + "A" * 43]:
        if get(f"{origin}/mine/stop/{guess}", data=b"")[0] != 404:
            fail(f"stopped by {guess}")
    url = re.search(r"<(https://[^>]*)>", english["List-Unsubscribe"]).group(1)
    path = url.removeprefix("https://curlew.example.org")
    if get(origin + path)[0] != 200:
        fail("no page to unsubscribe")
    status, _, body = get(origin + path, data=b"List-Unsubscribe=One-Click")
    lists = {each["name"]: each["by"] for each in curlew.objects("watch", "list")}
    if status != 200 or lists["Strikes"] != "feed":
        fail(f"unsubscribing: {status} {body} {lists}")
    check_later_list(curlew)
    if wrong := stop(process):
        fail(wrong)
    ids = [mail["Message-ID"] for mail in sink.messages()]
    if len(ids) != len(set(ids)) or len(ids) != 3:
        fail(f"mails: {ids}")
    print(f"{len(ids)} mails, {len(web.hooks)} webhooks", flush=True)


main()
