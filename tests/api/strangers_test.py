#!/usr/bin/env python3
"""What is one user's alone is not there for another, whatever number he guesses.

    strangers_test.py CURLEW sqlite|postgres

anna's private feed and page, their articles and versions, her list, her clips, her notices and
her topic, her keys and sessions: every operation that takes a number (openapi.json says which),
or tells of such things, is asked by bob. He gets what he would get for a number that is nobody's,
and lists that do not have them; so he does for feeds and versions, under the public name. Changing
what everybody sees is refused to him, and leaves it as it was.
"""
import http.client
import json
import re
import sys

from world import World, expect, query

TEXT = "Rain and more rain on the road to the harbour, and the ferry waits for the bus. "


def prepare(world):
    """Numbers of hers, by what they are of."""
    anna = world.anna
    article = world.items(anna, "/articles" + query(source=world.hidden))[0]["id"]
    clip = world.items(anna, "/clips")[0]["id"]
    version = world.items(anna, f"/sources/{world.page}/versions")[0]["time"]
    made = anna.ask("POST", "/topics", {"name": "Hidden interest", "method": "tf-centroid",
                                        "examples": [{"text": TEXT * 5}]})
    expect(made.status == 201 and not made.json["shared"], f"topic: {made.body}")
    changed = anna.ask("PATCH", f"/lists/{world.lists['anna']}",
                       {"by": "mail", "to": "anna@example.org"})
    expect(changed.status == 200, f"{changed.body}")
    sent = anna.ask("POST", f"/lists/{world.lists['anna']}/send")
    expect(sent.status == 202, f"send: {sent.body}")
    token = anna.ask("POST", "/me/tokens", {"name": "hers", "scopes": ["read"]})
    password = anna.ask("POST", "/me/app-passwords", {"name": "hers"})
    expect(token.status == password.status == 201, f"{token.body} {password.body}")
    session = world.items(anna, "/me/sessions")[0]["id"]
    return {"article": article, "clip": clip, "version": version, "topic": made.json["id"],
            "delivery": sent.json["id"], "list": world.lists["anna"], "feed": world.hidden,
            "page": world.page, "token": token.json["id"], "password": password.json["id"],
            "session": session, "picture": 0}


# What bob asks with her numbers, and in their place with one that is nobody's (0 in the
# text): both must be refused alike.
GUESSES = [
    ("GET", "/articles/{article}", None),
    ("GET", "/articles/{article}/pictures/{picture}", None),
    ("GET", "/articles?source={feed}", None),
    ("GET", "/articles?topic={topic}", None),
    ("POST", "/articles/marks", {"ids": ["{article}"], "read": True}),
    ("POST", "/articles/marks", {"ids": ["{article}"], "starred": True}),
    ("GET", "/clips?list={list}", None),
    ("GET", "/lists/{list}", None),
    ("PATCH", "/lists/{list}", {"paused": True}),
    ("DELETE", "/lists/{list}", None),
    ("POST", "/lists/{list}/send", None),
    ("GET", "/deliveries?list={list}", None),
    ("GET", "/sources/{feed}", None),
    ("PATCH", "/sources/{feed}", {"title": "Mine now"}),
    ("PATCH", "/sources/{feed}", {"shared": True}),
    ("DELETE", "/sources/{feed}", None),
    ("GET", "/sources/{feed}/visits", None),
    ("GET", "/sources/{feed}/delays", None),
    ("GET", "/sources/{page}/versions", None),
    ("POST", "/sources/{page}/watch-preview", {"part": "p"}),
    ("POST", "/sources/actions", {"action": "visit", "ids": ["{feed}"]}),
    ("POST", "/sources/actions", {"action": "pause", "ids": ["{feed}"]}),
    ("POST", "/sources/actions", {"action": "resume", "ids": ["{feed}"]}),
    ("POST", "/sources/actions", {"action": "remove", "ids": ["{feed}"]}),
    ("POST", "/sources/actions", {"action": "move", "ids": ["{feed}"], "to": "His"}),
    ("GET", "/versions/{page}/diff", None),
    ("GET", "/versions/{page}/{version}", None),
    ("GET", "/versions/{page}/{version}/outline", None),
    ("POST", "/versions/{page}/{version}/not-a-change", None),
    ("DELETE", "/versions/{page}/{version}/not-a-change", None),
    ("DELETE", "/me/tokens/{token}", None),
    ("DELETE", "/me/app-passwords/{password}", None),
    ("DELETE", "/me/sessions/{session}", None),
    ("GET", "/topics/{topic}", None),
    ("PATCH", "/topics/{topic}", {"paused": True}),
    ("DELETE", "/topics/{topic}", None),
    ("GET", "/topics/{topic}/log", None),
    ("GET", "/topics/{topic}/articles", None),
    ("GET", "/topics/{topic}/frontier", None),
    ("POST", "/topics/{topic}/preview", {}),
]
NOBODYS = 987654

# Lists and sums that must not tell of what is hidden.
TOLD = ["/articles", "/articles?q=rain", "/articles?q=hidden", "/articles?folder=Mine",
        "/clips", "/lists", "/deliveries", "/sources", "/sources?q=hidden", "/folders",
        "/problems", "/topics", "/opml", "/health", "/delay"]

# What everybody sees, only an administrator changes.
REFUSED = [
    ("POST", "/sources", {"addresses": ["https://example.org/feed"], "kind": "feed",
                          "shared": True}),
    ("POST", "/topics", {"name": "For all", "method": "tf-centroid", "shared": True,
                         "examples": [{"text": TEXT * 5}]}),
    ("PATCH", "/sources/{common}", {"url": "https://example.org/feed"}),
    ("PATCH", "/sources/{common}", {"user": "name:password"}),
    ("PATCH", "/sources/{common}", {"shared": False}),
    ("POST", "/sources/actions", {"action": "pause", "ids": ["{common}"]}),
    ("POST", "/sources/actions", {"action": "pause", "all": True}),
    ("GET", "/operation", None),
    ("GET", "/courtesy", None),
    ("GET", "/retention", None),
    ("PATCH", "/retention", {"articles_newest": 1}),
]


def filled(value, numbers):
    """The text or body with numbers in the places of their names."""
    text = json.dumps(value)
    for name, number in numbers.items():
        text = text.replace(f'"{{{name}}}"', json.dumps(number))
        text = text.replace(f"{{{name}}}", str(number))
    return json.loads(text)


def check_guesses(world, hers):
    nobodys = {name: "20000101000000" if name == "version" else NOBODYS for name in hers}
    for method, path, body in GUESSES:
        got = [world.bob.ask(method, filled(path, numbers), filled(body, numbers))
               for numbers in (hers, nobodys)]
        where = f"{method} {path} {body or ''}"
        expect(got[0].status == 404, f"{where}: {got[0].status} {got[0].body[:300]}")
        expect(got[0].status == got[1].status, f"{where}: nobody's has {got[1].status}")
        for secret in (b"hidden", b"Hidden", b"euros"):
            expect(secret not in got[0].body, f"{where}: tells {got[0].body}")
        # She is answered: it is there.
        if method == "GET":
            own = world.anna.ask(method, filled(path, hers))
            expect(own.status == 200, f"anna, {where}: {own.status} {own.body[:300]}")


def check_all_are_guessed(world):
    """An operation on a thing by its number that nobody tries here is one that was forgotten."""
    def shape(path):
        return re.sub(r"\{\w+\}", "{}", path.split("?")[0])
    tried = {(method, shape(path)) for method, path, _ in GUESSES}
    for path, methods in world.anna.ask("GET", "/openapi.json").json["paths"].items():
        for method, operation in methods.items():
            if "{" not in path or method == "parameters" or operation["x-access"] == "admin":
                continue
            expect((method.upper(), shape(path.removeprefix("/api/v1"))) in tried,
                   f"{method} {path} is not tried with another's number")


def through_proxy(world, client, path):
    """As somebody who is not on this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=60)
    connection.request("GET", path, headers={
        "Cookie": client.cookie or "", "X-Forwarded-For": "203.0.113.7", "Accept": "*/*"})
    answer = connection.getresponse()
    status, body = answer.status, answer.read()
    connection.close()
    return status, body


def check_feeds_and_versions(world):
    """What is shown at addresses of its own, to whoever sees its source."""
    fees = f"{world.site.url}/fees"
    nobody = type("Nobody", (), {"cookie": None})
    for path in (f"/sources/{world.hidden}/feed.atom", f"/sources/{world.page}/feed.atom",
                 f"/sources/{world.page}/changes.nt", f"/timegate/{fees}",
                 f"/timemap/link/{fees}", f"/timemap/json/{fees}", f"/memento/2026/{fees}"):
        hers = through_proxy(world, world.anna, path)
        expect(hers[0] in (200, 302), f"anna, {path}: {hers}")
        his = through_proxy(world, world.bob, path)
        expect(his[0] == 404 and b"hidden" not in his[1] and b"euros" not in his[1],
               f"bob, {path}: {his}")
        expect(through_proxy(world, nobody, path)[0] == 401, f"nobody, {path}")
    common = through_proxy(world, world.bob, f"/sources/{world.common}/feed.atom")
    expect(common[0] == 200 and b"common" in common[1], f"{common}")
    refused = through_proxy(world, world.anna, "/metrics")
    expect(refused[0] == 403, f"anna, /metrics: {refused}")


def check_lists(world):
    for path in TOLD:
        his, hers = world.bob.ask("GET", path), world.anna.ask("GET", path)
        expect(his.status == hers.status == 200, f"{path}: {his.status} {hers.status}")
        for word in (b"hidden", b"Hidden", b"Rain of anna", b"/fees"):
            expect(word not in his.body, f"{path} tells bob of {word}: {his.body[:2000]}")
    health = world.bob.ask("GET", "/health").json
    expect(health["counts"]["sources"] == 1, f"{health}")
    found = world.bob.ask("POST", "/lists/preview", {"queries": ["rain"]}).json
    expect(all("hidden" not in each["title"] for each in found["items"]) and
           found["count"] == 2, f"{found}")


def check_refused(world):
    before = world.anna.ask("GET", f"/sources/{world.common}").json
    for method, path, body in REFUSED:
        numbers = {"common": world.common}
        answer = world.bob.ask(method, filled(path, numbers), filled(body, numbers))
        expect(answer.status == 403, f"{method} {path} {body}: {answer.status} {answer.body}")
    after = world.anna.ask("GET", f"/sources/{world.common}").json
    for name in ("url", "state", "shared", "request"):
        expect(before[name] == after[name], f"{name}: {before[name]} became {after[name]}")
    # His own title and folder of it are his.
    named = world.bob.ask("PATCH", f"/sources/{world.common}", {"title": "Bob's", "folder": "B"})
    expect(named.status == 200, f"{named.body}")
    rows = {name: world.items(client, "/sources" + query(q="common"))[0]
            for name, client in (("bob", world.bob), ("anna", world.anna))}
    expect(rows["bob"]["title"] == "Bob's" != rows["anna"]["title"], f"{rows}")
    # A private source of his own he may change, pause and remove.
    own = world.bob.ask("POST", "/sources", {"addresses": [f"{world.site.url}/story"]})
    expect(own.status == 201, f"{own.body}")
    number = own.json["items"][0]["id"]
    for method, path, body in (("PATCH", f"/sources/{number}", {"interval_s": 3600}),
                               ("POST", "/sources/actions", {"action": "pause", "ids": [number]}),
                               ("DELETE", f"/sources/{number}", None)):
        answer = world.bob.ask(method, path, body)
        expect(answer.status == 200, f"{method} {path}: {answer.status} {answer.body}")
    expect(not world.items(world.bob, "/sources" + query(q="story")), "it is still his")
    # Who types the address of a source that is another's private one joins it, and learns
    # nothing that was there before him but what it publishes.
    for body in ({"addresses": [f"{world.site.url}/hidden"], "interval_s": 3600},
                 {"addresses": [f"{world.site.url}/hidden"], "shared": True}):
        answer = world.bob.ask("POST", "/sources", body)
        expect(answer.status == 403, f"{body}: {answer.status} {answer.body}")


def main():
    world = World(sys.argv[1], sys.argv[2])
    try:
        world.start()
        world.fill()
        hers = prepare(world)
        check_all_are_guessed(world)
        check_guesses(world, hers)
        check_feeds_and_versions(world)
        check_lists(world)
        check_refused(world)
        # All of hers is as it was.
        check = world.anna.ask("GET", f"/sources/{world.hidden}").json
        expect(check["state"] == "active" and check["own_folder"] == "Mine" and
               not check["shared"], f"{check}")
        print(f"{len(GUESSES)} guesses, {len(TOLD)} lists and {len(REFUSED)} changes refused")
    finally:
        world.close()


if __name__ == "__main__":
    main()
