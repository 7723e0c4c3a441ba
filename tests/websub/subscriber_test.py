#!/usr/bin/env python3
"""The running program subscribes at the hub that a feed names, is told of news and visits at once,
over kill -9; forged and replayed pushes, hubs inside the network, and what nobody asked for do no
harm; a source that is removed leaves its hub.

    subscriber_test.py CURLEW
"""
import pathlib
import socket
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from little_web import Hub, Publisher, request

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def titles(curlew):
    return {title for (title,) in curlew.rows("SELECT title FROM articles")}


def states(curlew):
    return [state for (state,) in curlew.rows("SELECT state FROM hub_subscriptions")]


def hostile_calls(base, hub, publisher):
    """None of them has the source visited, or tells anything."""
    before = publisher.visits
    callback = hub.subscriptions[publisher.feed]["hub.callback"]
    expect(hub.push(publisher.feed, secret="guessed") == 202, "a forged push is told apart")
    expect(request(callback, b"<feed/>")[0] == 202, "a push without a signature")
    expect(request(f"{base}/websub/guessed", b"<feed/>")[0] == 404, "a push to nobody")
    query = urllib.parse.urlencode({"hub.mode": "subscribe", "hub.topic": "http://evil.example/",
                                    "hub.challenge": "<script>alert(1)</script>"})
    status, body = request(f"{callback}?{query}")
    expect(status == 404 and b"<script" not in body, f"another topic: {status} {body}")
    query = urllib.parse.urlencode({"hub.mode": "unsubscribe", "hub.topic": publisher.feed,
                                    "hub.challenge": "x"})
    expect(request(f"{callback}?{query}")[0] == 404, "anybody may unsubscribe us")
    time.sleep(2)
    expect(publisher.visits == before, "visited because of a forged push")


def told(program, folder, in_header):
    hub = Hub()
    publisher = Publisher(hub.server.url("/hub"), in_header)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    # Hubs on any other address of loopback are inside the network.
    curlew = Curlew(program, folder, web={"port": port, "public_url": base},
                    fetch={"allow_addresses": ["127.0.0.1/32"]},
                    articles={"fetch_pages": False}, log={"level": "warning"})
    inside = Hub("127.0.0.2")
    elsewhere = Publisher(inside.server.url("/hub"), in_header)
    # Only when somebody says so: what is found in time is found because it was told.
    for each in (publisher, elsewhere):
        curlew.run("add", each.feed, "--kind", "feed", "--interval", "1d", "--no-wait")
    process = curlew.serve_and_wait()
    try:
        expect(wait_until(lambda: "active" in states(curlew), 30),
               f"not subscribed: {hub.asked} {states(curlew)} {hub.refused}")
        # The hub notes it when it has the answer, which makes it active here.
        expect(wait_until(lambda: publisher.feed in hub.subscriptions, 30), "not noted")
        form = hub.subscriptions[publisher.feed]
        expect(form["hub.callback"].startswith(f"{base}/websub/") and len(form["hub.secret"]) > 30
               and form["hub.secret"] not in form["hub.callback"], form)
        publisher.titles.append("The second ship")
        time.sleep(1.5)
        expect("The second ship" not in titles(curlew), "found without being told")
        began = time.monotonic()
        expect(hub.push(publisher.feed) == 202, "a push is not taken")
        expect(wait_until(lambda: "The second ship" in titles(curlew), 20), "not visited at once")
        print(f"stored {time.monotonic() - began:.1f} s after the push")
        # What is pushed is not believed: the publisher says what there is.
        expect(len(titles(curlew)) == 2, titles(curlew))
        hostile_calls(base, hub, publisher)
        process.kill()
        process.wait()
        process = curlew.serve_and_wait()
        publisher.titles.append("The third ship")
        expect(hub.push(publisher.feed, method="sha512") == 202, "not known after a kill")
        expect(wait_until(lambda: "The third ship" in titles(curlew), 30), "forgotten by a kill")
        expect(not inside.asked, f"asked a hub inside the network: {inside.asked}")
        errors = curlew.rows("SELECT error FROM hub_subscriptions WHERE state <> 'active'")
        expect(any("127.0.0.2" in error for (error,) in errors), f"why is not told: {errors}")
        curlew.run("remove", publisher.feed)
        expect(wait_until(lambda: publisher.feed not in hub.subscriptions, 30),
               f"the hub was not left: {hub.asked[-1]} {hub.refused}")
        expect(wait_until(lambda: "leaving" not in states(curlew), 30), "a row is left over")
    finally:
        expect(not (trouble := stop(process)), trouble)
        for each in (hub, publisher, inside, elsewhere):
            each.server.close()


def visited_rarely(program, folder):
    """The scheduler is told: once the hub has told of news, visits are but checks."""
    hub = Hub()
    publisher = Publisher(hub.server.url("/hub"), False)
    port = free_port()
    curlew = Curlew(program, folder, articles={"fetch_pages": False},
                    web={"port": port, "public_url": f"http://127.0.0.1:{port}"})
    curlew.run("add", publisher.feed, "--kind", "feed", "--no-wait")
    process = curlew.serve_and_wait()

    def hours_to_next():
        rows = curlew.rows("SELECT next_due - last_visit FROM schedule")
        return int(rows[0][0]) / 3_600_000

    try:
        expect(wait_until(lambda: publisher.feed in hub.subscriptions, 30), "not subscribed")
        visits = publisher.visits
        expect(wait_until(lambda: publisher.visits > visits + 1, 30),
               "a hub that has told nothing yet is relied on")
        publisher.titles.append("The second ship")
        hub.push(publisher.feed)
        expect(wait_until(lambda: hours_to_next() > 5, 30),
               f"visited again after {hours_to_next()} hours")
        visits = publisher.visits
        time.sleep(5)
        expect(publisher.visits <= visits + 1, f"visited {publisher.visits - visits} times")
        # A push has it visited all the same.
        publisher.titles.append("The third ship")
        hub.push(publisher.feed)
        expect(wait_until(lambda: "The third ship" in titles(curlew), 40), "not visited")
    finally:
        expect(not (trouble := stop(process)), trouble)
        hub.server.close()
        publisher.server.close()


def not_reachable(program, folder):
    """Without a public address, or with WebSub off, no hub is asked."""
    hub = Hub()
    publisher = Publisher(hub.server.url("/hub"), False)
    for web in ({"port": 0}, {"port": 0, "public_url": "http://127.0.0.1:9", "websub": False}):
        curlew = Curlew(program, folder, web=web, articles={"fetch_pages": False})
        if not curlew.data.exists():
            curlew.run("add", publisher.feed, "--kind", "feed", "--no-wait")
        visits = publisher.visits
        process = curlew.serve_and_wait()
        wait_until(lambda: publisher.visits > visits + 1, 30)
        time.sleep(1)
        expect(not hub.asked and not states(curlew), f"asked with {web}")
        expect(not (trouble := stop(process)), trouble)
    hub.server.close()
    publisher.server.close()


def main():
    for test in (lambda *a: told(*a, False), lambda *a: told(*a, True), visited_rarely,
                 not_reachable):
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], folder)
    if problems:
        sys.exit("\n".join(str(each) for each in problems))


if __name__ == "__main__":
    main()
