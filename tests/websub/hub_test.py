#!/usr/bin/env python3
"""The running program is the hub of its own feeds: who subscribes is asked, sent what is new with a
signature, over kill -9, and until he leaves; what he may not see is denied, and no callback reaches
the inside of the network.

    hub_test.py CURLEW
"""
import hashlib
import hmac
import pathlib
import re
import sys
import tempfile
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from little_web import Publisher, Subscriber, request

PUBLIC = "http://curlew.example.org"
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def ask(port, topic, callback, mode="subscribe", host="curlew.example.org", **more):
    form = {"hub.mode": mode, "hub.topic": topic, "hub.callback": callback} | more
    return request(f"http://127.0.0.1:{port}/websub", urllib.parse.urlencode(form).encode(),
                   {"Host": host, "Content-Type": "application/x-www-form-urlencoded"})


def port_of(process):
    return int(process.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])


def links(port, path, host):
    call = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
    with urllib.request.urlopen(call, timeout=60) as answer:
        return answer.headers["Link"] or ""


def check(program, folder):
    publisher = Publisher(None, False)
    reader, local, inside = Subscriber(), Subscriber(), Subscriber("127.0.0.2")
    curlew = Curlew(program, folder, web={"port": 0, "public_url": PUBLIC},
                    fetch={"allow_addresses": ["127.0.0.1/32"]},
                    articles={"fetch_pages": False}, log={"level": "warning"})
    curlew.run("user", "add", "eleni", "--no-password")
    curlew.run("watch", "add", "Ships", "ship", "--user", "eleni")
    feed = re.search(r"/mine/lists/\S+?\.atom", curlew.ask("watch", "feed", "Ships", "--user",
                                                           "eleni")[1])[0]
    topic, source = PUBLIC + feed, "/sources/1/feed.atom"
    curlew.run("add", publisher.feed, "--kind", "feed", "--no-wait")
    process = curlew.serve()
    try:
        port = port_of(process)
        wait_until(lambda: curlew.article_urls(), 30)
        expect(f'<{PUBLIC}/websub>; rel="hub"' in links(port, feed, "curlew.example.org")
               and f'<{topic}>; rel="self"' in links(port, feed, "curlew.example.org"),
               f"the feed does not name its hub: {links(port, feed, 'curlew.example.org')}")
        expect("/websub" in links(port, source, f"127.0.0.1:{port}"), "nor that of a source")
        for form, hub in ((".atom", f'<link rel="hub" href="{PUBLIC}/websub"/>'),
                          (".rss", f'<atom:link rel="hub" href="{PUBLIC}/websub"/>'),
                          (".json", f'"hubs":[{{"type":"WebSub","url":"{PUBLIC}/websub"}}]')):
            told = request(f"http://127.0.0.1:{port}{feed.removesuffix('.atom')}{form}", None,
                           {"Host": "curlew.example.org"})[1].decode()
            expect(hub in told and PUBLIC + feed.removesuffix(".atom") + form in told,
                   f"{form} does not name its hub in itself: {told[:500]}")

        # What is denied.
        callback = reader.server.url("/cb?who=me")
        expect(ask(port, PUBLIC + "/mine/lists/guessed.atom", callback)[0] == 400, "a guess")
        expect(ask(port, PUBLIC + source, callback)[0] == 404, "a source's feed to anybody")
        expect(ask(port, "http://evil.example/feed", callback)[0] == 404, "another's feed")
        expect(ask(port, topic, "file:///etc/passwd")[0] == 400, "a file as callback")
        expect(ask(port, topic, callback, mode="publish")[0] == 400, "another mode")

        # Asked, and confirmed; a reader who says no, and one inside, are not subscribed.
        expect(ask(port, topic, callback, **{"hub.secret": "between us"})[0] == 202, "not taken")
        own = f"http://127.0.0.1:{port}"
        expect(ask(port, own + source, local.server.url("/"), host=f"127.0.0.1:{port}")[0] == 202,
               "a source's feed to whoever may read it")
        local.confirms = True
        expect(ask(port, topic, inside.server.url("/"))[0] == 202, "taken, and then refused")
        expect(wait_until(lambda: len(curlew.rows("SELECT 1 FROM feed_subscribers")) == 2, 30),
               f"not subscribed: {reader.questions} {local.questions}")
        question = reader.questions[0]
        expect(question["hub.mode"] == "subscribe" and question["hub.topic"] == topic
               and question["who"] == "me" and int(question["hub.lease_seconds"]) > 0, question)

        # Something new is sent to both, signed where a secret was agreed on.
        publisher.titles.append("The second ship")
        began = time.monotonic()
        expect(wait_until(lambda: reader.sent and local.sent, 30),
               f"not sent: {len(reader.sent)} {len(local.sent)}")
        print(f"sent {time.monotonic() - began:.1f} s after it was published")
        path, headers, body = reader.sent[0]
        expect(path == "/cb?who=me" and b"The second ship" in body
               and headers["Content-Type"].startswith("application/atom+xml"), path)
        expected = hmac.new(b"between us", body, hashlib.sha256).hexdigest()
        expect(headers["X-Hub-Signature"] == f"sha256={expected}", headers["X-Hub-Signature"])
        expect(f'<{topic}>; rel="self"' in headers["Link"], headers["Link"])
        expect("X-Hub-Signature" not in local.sent[0][1], "signed without a secret")
        expect(b"The second ship" in local.sent[0][2], "another feed")
        time.sleep(1.5)
        expect(len(reader.sent) == 1, f"sent {len(reader.sent)} times")

        # What is edited is sent, too.
        publisher.titles[0] = "The first ship, corrected"
        expect(wait_until(lambda: any(b"corrected" in body for _, _, body in local.sent), 40),
               "an edited entry is not sent")
        expect(not inside.questions and not inside.sent, "a callback inside the network")

        # Over a kill.
        process.kill()
        process.wait()
        publisher.titles.append("The third ship")
        process = curlew.serve()
        port = port_of(process)
        expect(wait_until(lambda: any(b"The third ship" in body for _, _, body in reader.sent), 30),
               "forgotten by a kill")

        # Nobody else ends it; the one who asked does, and its address withdrawn ends it, too.
        reader.confirms = False
        ask(port, topic, callback, mode="unsubscribe")
        time.sleep(1.5)
        publisher.titles.append("The fourth ship")
        expect(wait_until(lambda: any(b"fourth" in body for _, _, body in reader.sent), 30),
               "ended by a stranger")
        curlew.run("watch", "feed", "Ships", "--user", "eleni", "--revoke")
        sent = len(reader.sent)
        publisher.titles.append("The fifth ship")
        expect(wait_until(lambda: any(b"fifth" in body for _, _, body in local.sent), 30),
               "others are sent nothing")
        expect(len(reader.sent) == sent, "sent though its address was withdrawn")
        expect(wait_until(lambda: reader.questions[-1]["hub.mode"] == "denied", 30),
               f"not told that it ended: {reader.questions[-1]}")
        text = curlew.rows("SELECT topic, callback, secret FROM feed_subscribers")
        expect(all(value == "" or value.startswith("sealed1.") for row in text for value in row),
               f"not sealed: {text}")
    finally:
        expect(not (trouble := stop(process)), trouble)
        for each in (publisher, reader, local, inside):
            each.server.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        check(sys.argv[1], folder)
    if problems:
        sys.exit("\n".join(str(each) for each in problems))


if __name__ == "__main__":
    main()
