#!/usr/bin/env python3
"""Clients that speak as reader apps do list, open, mark and star, and get nothing of others.

    protocols_test.py CURLEW
"""
import base64
import hashlib
import pathlib
import sys
import tempfile
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from installation import FOG, SECRET, SHIP, Installation, expect

READING_LIST = "user/-/state/com.google/reading-list"
READ = "user/-/state/com.google/read"
STARRED = "user/-/state/com.google/starred"


class GoogleReader:
    def __init__(self, here, name):
        self.here = here
        answer = here.ask("POST", "/accounts/ClientLogin", urllib.parse.urlencode(
            {"service": "reader", "Email": name, "Passwd": here.passwords[name]}))
        expect(answer.status == 200, answer.body)
        token = [line[5:] for line in answer.body.splitlines() if line.startswith("Auth=")][0]
        self.headers = {"Authorization": f"GoogleLogin auth={token}"}

    def get(self, path, **parameters):
        return self.here.ask("GET", f"/reader/api/0/{path}?{urllib.parse.urlencode(parameters)}",
                             **self.headers)

    def post(self, path, fields):
        answer = self.here.ask("POST", f"/reader/api/0/{path}",
                               urllib.parse.urlencode(fields, doseq=True), **self.headers)
        return answer.status, answer.body

    def titles(self, stream, **parameters):
        answer = self.get(f"stream/contents/{urllib.parse.quote(stream)}", n=100, **parameters)
        expect(answer.status == 200, answer.body)
        return [(item["title"], item["origin"]["title"]) for item in answer.json()["items"]]


class Fever:
    def __init__(self, here, name):
        self.here = here
        self.key = hashlib.md5(f"{name}:{here.passwords[name]}".encode()).hexdigest()

    def ask(self, what):
        answer = self.here.ask("POST", f"/fever/?api&{what}", f"api_key={self.key}",
                               Content_Type="application/x-www-form-urlencoded")
        expect(answer.status == 200, answer.body)
        return answer.json()


class Miniflux:
    def __init__(self, here, name):
        self.here = here
        pair = f"{name}:{here.passwords[name]}".encode()
        self.headers = {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}

    def ask(self, method, path, body=None):
        return self.here.ask(method, f"/v1/{path}", body, **self.headers)

    def get(self, path):
        answer = self.ask("GET", path)
        expect(answer.status == 200, answer.body)
        return answer.json()


def check_google_reader(here):
    anna, bob = GoogleReader(here, "anna"), GoogleReader(here, "bob")
    feeds = {each["title"]: each for each in anna.get("subscription/list").json()["subscriptions"]}
    expect(set(feeds) == {"Feed harbour", "Feed diary", "Ships"}, feeds)
    expect(feeds["Ships"]["categories"][0]["label"] == "Clips", feeds)
    expect(feeds["Feed harbour"]["categories"][0]["label"] == "News", feeds)
    expect(anna.titles("user/-/label/Clips") == [(SHIP, "Ships")], anna.titles("user/-/label/Clips"))
    expect(sorted(anna.titles("user/-/label/News")) ==
           sorted([(FOG, "Feed harbour"), (SHIP, "Feed harbour")]), "folder")
    expect(len(anna.titles(READING_LIST)) == 4, anna.titles(READING_LIST))
    expect(len(bob.titles(READING_LIST)) == 2, bob.titles(READING_LIST))
    item = anna.get(f"stream/contents/{feeds['Ships']['id']}").json()["items"][0]
    expect("<em>came</em>" in item["summary"]["content"], item)
    expect("evil" not in item["summary"]["content"], item)
    # The clip is read, and so is its article, for her alone.
    token = anna.get("token").body
    expect(anna.post("edit-tag", {"i": item["id"], "a": READ, "T": token}) == (200, "OK"), "mark")
    expect(anna.post("edit-tag", {"i": item["id"], "a": STARRED, "T": token}) == (200, "OK"), "star")
    expect(here.states("anna") == [(SHIP, 1, 1)], here.states("anna"))
    expect(here.states("bob") == [], here.states("bob"))
    unread = anna.titles(READING_LIST, xt=READ)
    expect(sorted(title for title, _ in unread) == sorted([FOG, SECRET]), unread)
    expect(sorted(anna.titles(STARRED)) == sorted([(SHIP, "Ships"), (SHIP, "Feed harbour")]),
           anna.titles(STARRED))
    # He can neither see nor mark what is hers.
    secret = anna.get(f"stream/items/ids", s=feeds["Feed diary"]["id"]).json()["itemRefs"][0]["id"]
    expect(bob.get("stream/items/contents", i=secret).json()["items"] == [], "IDOR")
    bob.post("edit-tag", {"i": secret, "a": READ})
    expect(here.states("bob") == [], here.states("bob"))
    # A feed of her own, filed by her.
    status, body = anna.post("subscription/edit",
                             {"ac": "subscribe", "s": f"feed/{here.address('/new')}",
                              "t": "New one", "a": "user/-/label/Added"})
    expect((status, body) == (200, "OK"), body)
    feeds = {each["title"]: each for each in anna.get("subscription/list").json()["subscriptions"]}
    expect(feeds["New one"]["categories"][0]["label"] == "Added", feeds)
    expect("New one" not in bob.get("subscription/list").body, "a private feed is told")
    expect(anna.post("subscription/edit", {"ac": "unsubscribe", "s": feeds["New one"]["id"]})
           == (200, "OK"), "unsubscribe")
    expect("New one" not in anna.get("subscription/list").body, "it stays")


def check_fever(here):
    anna, bob = Fever(here, "anna"), Fever(here, "bob")
    told = anna.ask("groups&feeds")
    expect({each["title"] for each in told["groups"]} == {"News", "Clips"}, told)
    expect({each["title"] for each in told["feeds"]} == {"Feed harbour", "Feed diary", "Ships"}, told)
    clips = [each["id"] for each in told["groups"] if each["title"] == "Clips"][0]
    ships = [each["id"] for each in told["feeds"] if each["title"] == "Ships"][0]
    filed = {each["group_id"]: each["feed_ids"] for each in told["feeds_groups"]}
    expect(filed[clips] == str(ships), told)
    items = anna.ask("items&since_id=0")["items"]
    expect([each["id"] for each in items] == sorted(each["id"] for each in items), items)
    expect(len(items) == 4 and len(bob.ask("items&since_id=0")["items"]) == 2, items)
    expect(anna.ask(f"items&since_id={items[-1]['id']}")["items"] == [], "since_id")
    fog = [each["id"] for each in items if each["title"] == FOG][0]
    anna.ask(f"mark=item&as=saved&id={fog}")
    expect((FOG, 0, 1) in here.states("anna"), here.states("anna"))
    expect(str(fog) in anna.ask("saved_item_ids")["saved_item_ids"].split(","), "saved")
    unread = anna.ask("unread_item_ids")["unread_item_ids"].split(",")
    expect(str(fog) in unread and len(unread) == 2, unread)
    group = [each["id"] for each in told["groups"] if each["title"] == "News"][0]
    anna.ask(f"mark=group&as=read&id={group}&before=4000000000")
    expect((FOG, 1, 1) in here.states("anna"), here.states("anna"))
    expect(here.states("bob") == [], here.states("bob"))


def check_miniflux(here):
    anna, bob = Miniflux(here, "anna"), Miniflux(here, "bob")
    expect(anna.get("me")["username"] == "anna", "me")
    feeds = {each["title"]: each for each in anna.get("feeds")}
    expect(feeds["Ships"]["category"]["title"] == "Clips", feeds)
    entries = anna.get("entries?status=unread")
    expect([each["title"] for each in entries["entries"]] == [SECRET], entries)
    number = entries["entries"][0]["id"]
    expect(bob.ask("GET", f"entries/{number}").status == 404, "IDOR")
    expect(bob.ask("GET", f"feeds/{feeds['Ships']['id']}").status == 404, "IDOR")
    done = anna.ask("PUT", "entries", f'{{"entry_ids":[{number}],"status":"read"}}')
    expect(done.status == 204 and done.body == "", done.body)
    expect(anna.ask("PUT", f"entries/{number}/bookmark").status == 204, "star")
    expect((SECRET, 1, 1) in here.states("anna"), here.states("anna"))
    expect(anna.get("entries?status=unread")["total"] == 0, "unread")
    moved = anna.ask("PUT", f"feeds/{feeds['Feed diary']['id']}",
                     f'{{"category_id":{feeds["Feed harbour"]["category"]["id"]}}}')
    expect(moved.json()["category"]["title"] == "News", moved.body)
    expect(here.states("bob") == [], here.states("bob"))


def check_revoked(here):
    anna = Miniflux(here, "anna")
    here.revoke_app_passwords("anna")
    expect(anna.ask("GET", "me").status == 401, "a password that was taken back opens")
    expect(Fever(here, "anna").ask("items") == {"api_version": 3, "auth": 0}, "Fever")
    expect(Miniflux(here, "bob").ask("GET", "me").status == 200, "another's is taken back, too")


def main():
    with tempfile.TemporaryDirectory() as folder, Installation(sys.argv[1], folder) as here:
        check_google_reader(here)
        check_fever(here)
        check_miniflux(here)
        check_revoked(here)
    print("ok")


if __name__ == "__main__":
    main()
