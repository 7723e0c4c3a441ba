#!/usr/bin/env python3
"""Every operation of the API answers as the OpenAPI document says, in good cases and bad ones.

    answers_test.py CURLEW sqlite|postgres
"""
import http.client
import json
import sys
import time

from described import Document
from world import World, expect, query

# Told in the tests of who may get in.
ELSEWHERE = {"session", "me", "users"}


class Checked:
    """A client whose every answer is checked against the document."""

    def __init__(self, document, client, called):
        self.document, self.client, self.called = document, client, called

    def __call__(self, operation, expected, body=None, kind="application/json", after="",
                 **values):
        method, path, _ = self.document.operations[operation]
        path = path.removeprefix("/api/v1")
        for name, value in values.items():
            path = path.replace("{" + name + "}", str(value))
        answer = self.client.ask(method, path + after, body, kind)
        where = f"{method} {path}{after}"
        expect(answer.status == expected,
               f"{where}: {answer.status}, not {expected}: {answer.body[:400]}")
        faults = self.document.check(operation, answer.status,
                                     answer.headers.get("Content-Type", ""), answer.body)
        expect(not faults, f"{where}: " + "\n  ".join(faults[:20]))
        if answer.status < 400:
            self.called.add(operation)
        if answer.status == 200 and method == "GET":
            self.check_validator(path + after, answer)
        if not answer.body or "json" not in answer.headers.get("Content-Type", ""):
            return answer
        return answer.json

    def check_validator(self, path, answer):
        """What has not changed is not sent again."""
        if "no-store" in answer.headers.get("Cache-Control", ""):
            return
        tag = answer.headers.get("ETag")
        expect(tag, f"{path}: no ETag")

    def pages(self, operation, **values):
        """All items of a list, two at a time."""
        found, cursor = [], ""
        for _ in range(200):
            part = self(operation, 200, after=query(limit=2) + cursor, **values)
            expect(len(part["items"]) <= 2, f"{operation}: a page of {len(part['items'])}")
            found += part["items"]
            if part["next"] is None:
                return found
            cursor = f"&cursor={part['next']}"
        raise SystemExit(f"{operation}: its pages do not end")


def check_articles(anna, world):
    listed = anna.pages("listArticles")
    ids = [each["id"] for each in listed]
    expect(len(set(ids)) == len(ids) >= 4, f"articles: {ids}")
    expect(ids == sorted(ids, reverse=True), f"not the newest first: {ids}")
    expect(ids == [each["id"] for each in anna("listArticles", 200)["items"]],
           "pages have something else than the whole list")
    of_source = anna("listArticles", 200, after=query(source=world.hidden))["items"]
    expect({each["source"] for each in of_source} == {world.hidden}, f"{of_source}")
    shown = anna("getArticle", 200, id=of_source[0]["id"])["pictures"]
    expect([each["place"] for each in shown] == ["enclosed"], f"pictures: {shown}")
    picture = anna("getPicture", 200, id=of_source[0]["id"], number=0)
    expect(picture.headers["Content-Type"] == "image/gif" and
           picture.headers["X-Content-Type-Options"] == "nosniff", f"{picture.headers}")
    anna("getPicture", 404, id=of_source[0]["id"], number=1)
    filed = anna("listArticles", 200, after=query(folder="Mine"))["items"]
    expect([each["id"] for each in filed] == [each["id"] for each in of_source], f"{filed}")
    found = anna("listArticles", 200, after=query(q="rain", order="best", limit=2))
    expect(found["found"] >= 4 and any(run["marked"] for run in found["items"][0]["snippet"]),
           f"a search: {found}")
    anna("listArticles", 200, after=query(q="rain", unread="true", source=world.common))
    anna("listArticles", 422, after=query(q='"rain'))
    anna("listArticles", 404, after=query(source=987654))
    anna("listArticles", 400, after=query(limit=0))
    anna("listArticles", 400, after=query(cursor="nonsense"))
    anna("listArticles", 400, after=query(since="yesterday"))
    expect(anna("listArticles", 200, after=query(since="2020-01-01T00:00:00Z"))["items"], "since")
    expect(not anna("listArticles", 200, after=query(since="2099-01-01T00:00:00Z"))["items"],
           "articles of the future")
    one = ids[0]
    anna("markArticles", 200, {"ids": [one], "read": True, "starred": True,
                               "add_tags": ["later"]})
    article = anna("getArticle", 200, id=one)
    expect(article["read"] and article["starred"] and article["tags"] == ["later"], "marks")
    expect(article["text"] and article["html"].startswith("<p>"), f"its text: {article}")
    for filters in ({"starred": "true"}, {"tag": "later"}):
        marked = anna("listArticles", 200, after=query(**filters))["items"]
        expect([each["id"] for each in marked] == [one], f"{filters}: {marked}")
    unread = anna("listArticles", 200, after=query(unread="true"))["items"]
    expect(one not in [each["id"] for each in unread], "a read one is unread")
    anna("markArticles", 200, {"ids": [one], "starred": False, "remove_tags": ["later"]})
    anna("markArticles", 422, {"ids": []})
    anna("markArticles", 422, {"ids": [one], "reed": True})
    anna("markArticles", 404, {"ids": [987654], "read": True})
    anna("markArticles", 400, b"{", kind="application/json")
    anna("markArticles", 415, b"ids=1", kind="text/plain")
    anna("getArticle", 404, id=987654)
    anna("getArticle", 404, id="one")


# A word that stands in the title alone is marked there, and proves why there is a clip.
def check_title(anna):
    made = anna("addList", 201, {"name": "Titles", "queries": ["=common"]})
    clip = anna("listClips", 200, after=query(list=made["id"]))["items"][0]
    expect("".join(run["text"] for run in clip["title_runs"]) == clip["title"], f"{clip}")
    expect([run["text"] for run in clip["title_runs"] if run["marked"]] == ["common"], f"{clip}")
    why = next(each for each in anna("getArticle", 200, id=clip["article"])["why"]
               if each["list"] == made["id"])
    expect(why["sentences"] == clip["title_runs"], f"{why}")
    anna("removeList", 204, id=made["id"])


def check_clips(anna, world):
    clips = anna.pages("listClips")
    expect(clips, "no clips")
    expect(any(run["marked"] for run in clips[0]["snippet"]), f"no word is marked: {clips[0]}")
    why = anna("getArticle", 200, id=clips[0]["article"])["why"]
    expect(why and why[0]["query"] == "rain", f"why: {why}")
    of_list = anna("listClips", 200, after=query(list=world.lists["anna"], q="RAIN"))["items"]
    expect(len(of_list) == len(clips), f"{len(of_list)} of {len(clips)} clips")
    expect(not anna("listClips", 200, after=query(q="xylophone"))["items"], "a word of none")
    anna("listClips", 200, after=query(unread="true", starred="true"))
    anna("listClips", 404, after=query(list=987654))
    lists = anna("listLists", 200)["items"]
    expect(lists[0]["clips"] == len(clips) and lists[0]["feed"], f"{lists}")
    preview = anna("previewList", 200, {"queries": ["rain AND goats", "nothing"], "limit": 1})
    expect(preview["count"] >= 4 and len(preview["days"]) == 30 and
           sum(preview["days"]) == preview["count"] and len(preview["items"]) == 1,
           f"{preview}")
    anna("previewList", 422, {"queries": ["(rain"]})
    anna("previewList", 422, {"queries": []})
    made = anna("addList", 201, {"name": "Mail", "queries": ["goats"], "by": "mail",
                                 "to": "anna@example.org",
                                 "digest": {"kind": "daily", "hour": 7}})
    expect(made["digest"] == {"kind": "daily", "hour": 7}, f"{made}")
    expect(made["clips"] > 0, f"a new list does not begin with what its preview shows: {made}")
    check_title(anna)
    anna("addList", 409, {"name": "Mail", "queries": ["goats"]})
    anna("addList", 422, {"name": "Wrong", "queries": ["(goats"]})
    anna("addList", 422, {"queries": ["goats"]})
    changed = anna("changeList", 200, {"paused": True, "queries": ["goats", "ferry"]},
                   id=made["id"])
    expect(changed["paused"] and changed["queries"] == ["goats", "ferry"], f"{changed}")
    anna("changeList", 422, {"by": "pigeon"}, id=made["id"])
    anna("getList", 200, id=made["id"])
    anna("sendNow", 202, id=made["id"])
    anna("sendNow", 409, id=world.lists["anna"])
    anna("changeList", 200, {"by": "mail", "to": "anna@example.org"}, id=world.lists["anna"])
    sent = anna("sendNow", 202, id=world.lists["anna"])
    expect(sent["kind"] == "test" and sent["clips"] == 1, f"{sent}")
    anna("changeList", 200, {"by": "feed"}, id=world.lists["anna"])
    expect(anna.pages("listDeliveries")[0]["id"] == sent["id"], "the notice is not listed")
    anna("listDeliveries", 200, after=query(list=world.lists["anna"], state="dead"))
    anna("listDeliveries", 400, after=query(state="asleep"))
    anna("removeList", 204, id=made["id"])
    anna("removeList", 404, id=made["id"])


def check_sources(anna, world):
    rows = anna.pages("listSources")
    expect(len(rows) == 3 and anna("listSources", 200)["total"] == 3, f"{rows}")
    for sort in ("title", "folder", "last_new", "next_due", "failures"):
        found, cursor = [], ""
        while True:
            part = anna("listSources", 200, after=query(sort=sort, limit=2) + cursor)
            found += [each["id"] for each in part["items"]]
            if not part["next"]:
                break
            cursor = f"&cursor={part['next']}"
        expect(sorted(found) == sorted(each["id"] for each in rows), f"{sort}: {found}")
    hidden = anna("listSources", 200, after=query(q="HIDDEN"))
    expect([each["id"] for each in hidden["items"]] == [world.hidden] and hidden["total"] == 1,
           f"{hidden}")
    expect(hidden["items"][0]["title"] == "My hidden news" and
           hidden["items"][0]["per_week"] == sum(hidden["items"][0]["days"]) == 2, f"{hidden}")
    for state in ("active", "problem", "due", "late"):
        anna("listSources", 200, after=query(state=state))
    anna("listSources", 200, after=query(folder="Mine", kind="feed"))
    anna("listSources", 400, after=query(state="asleep"))
    anna("listSources", 400, after=query(sort="weight"))
    detail = anna("getSource", 200, id=world.hidden)
    expect(detail["sentence"] and detail["own_folder"] == "Mine" and detail["subscribed"],
           f"{detail}")
    anna("getSource", 200, id=world.page, after=query(rows=1))
    anna("getSource", 404, id=987654)
    expect(anna.pages("listVisits", id=world.hidden), "no visits")
    delays = anna("listDelays", 200, id=world.hidden)
    expect(delays["items"] and delays["quantiles"]["count"] == len(delays["items"]), f"{delays}")
    check_changes(anna, world)
    check_problems(anna, world)
    folders = anna("listFolders", 200)
    expect([each["name"] for each in folders["items"]] == ["Mine"] and folders["total"] == 3,
           f"{folders}")


def check_changes(anna, world):
    done = anna("changeSource", 200, {"title": "Named anew", "interval_s": 3600,
                                      "quiet_hours": [1, 2]}, id=world.common)
    expect(done["result"] == "changed", f"{done}")
    detail = anna("getSource", 200, id=world.common)
    expect(detail["interval_s"] == 3600 and detail["quiet_hours"] == [1, 2], f"{detail}")
    anna("changeSource", 200, {"interval_s": 0, "quiet_hours": []}, id=world.common)
    anna("changeSource", 422, {"interval_s": 1}, id=world.common)
    anna("changeSource", 422, {"kind": "book"}, id=world.common)
    anna("changeSource", 404, {"title": "x"}, id=987654)
    for action, said in (("pause", "paused"), ("resume", "resumed"), ("visit", "asked")):
        items = anna("actOnSources", 200, {"action": action, "ids": [world.common]})["items"]
        expect([each["result"] for each in items] == [said], f"{action}: {items}")
    moved = anna("actOnSources", 200, {"action": "move", "ids": [world.common], "to": "Sea"})
    expect(moved["items"][0]["result"] == "moved", f"{moved}")
    anna("actOnSources", 200, {"action": "move", "folder": "Sea", "to": ""})
    anna("actOnSources", 422, {"action": "fly", "ids": [world.common]})
    anna("actOnSources", 422, {"action": "visit"})
    anna("actOnSources", 404, {"action": "visit", "ids": [world.common, 987654]})
    looks = anna("checkAddress", 200, {"url": f"{world.site.url}/front"})["items"]
    expect(looks[0]["feeds"][0]["url"] == f"{world.site.url}/common" and
           looks[1]["kind"] == "feed" and looks[1]["known"] == world.common and
           looks[1]["items"], f"{looks}")
    lost = anna("checkAddress", 200, {"url": f"{world.site.url}/nothing"})["items"]
    expect(lost[0]["problem"] and lost[0]["status"] == 404, f"{lost}")
    anna("checkAddress", 422, {"url": "not an address"})
    anna("addSources", 422, {"addresses": []})
    anna("addSources", 422, {"addresses": ["#1"]})
    anna("addSources", 422, {"addresses": ["gopher://example.org/"]})


def check_problems(anna, world):
    lost = anna("addSources", 201, {"addresses": [f"{world.site.url}/lost"]})["items"][0]
    world.wait("the problem", lambda: anna("listProblems", 200)["total"] == 1)
    group = anna("listProblems", 200)["groups"][0]
    expect(group["code"] == "http-404" and group["action"] == "address" and
           group["sources"][0]["id"] == lost["id"], f"{group}")
    anna.client.language = "el"
    expect("404" in anna("listProblems", 200)["groups"][0]["title"] != group["title"],
           "not told in Greek")
    anna.client.language = "en"
    expect(anna("listSources", 200, after=query(state="problem"))["total"] == 1, "the table")
    removed = anna("removeSource", 200, id=lost["id"])
    expect(removed["result"] == "removed", f"{removed}")
    anna("removeSource", 404, id=lost["id"])
    opml = anna("exportOpml", 200).body
    expect(b"hidden" in opml, f"{opml}")
    again = anna("importOpml", 200, opml, kind="text/x-opml")
    expect(again["added"] == 0 and again["known"] == 3, f"{again}")
    lines = f"{world.site.url}/listed\n\nnot an address\n".encode()
    taken = anna("importOpml", 200, lines, kind="text/x-opml")
    expect(taken["added"] == 1 and len(taken["invalid"]) == 1, f"{taken}")
    expect(anna("importOpml", 200, b"<opml><", kind="text/x-opml")["cut"], "not cut")
    listed = anna("listSources", 200, after=query(q="/listed"))["items"]
    anna("actOnSources", 200, {"action": "remove", "ids": [listed[0]["id"]],
                               "keep_records": False})


def check_versions(anna, world):
    versions = anna.pages("listVersions", id=world.page)
    expect(len(versions) == 3, f"{versions}")
    days = anna("listVersions", 200, id=world.page)["days"]
    expect(sum(each["versions"] for each in days) == 3, f"{days}")
    diff = anna("diffVersions", 200, source=world.page)
    expect(diff["kind"] == "page" and diff["changed"] and
           any(block["fate"] == "rewritten" for block in diff["blocks"]), f"{diff}")
    first, last = versions[-1]["time"], versions[0]["time"]
    whole = anna("diffVersions", 200, source=world.page, after=query(**{"from": first, "to": last}))
    expect(whole["old"]["time"] == first and whole["new"]["time"] == last, f"{whole}")
    before = anna("diffVersions", 200, source=world.page, after=query(to=versions[1]["time"]))
    expect(before["old"]["time"] == first, f"{before}")
    anna("diffVersions", 404, source=world.common)
    anna("diffVersions", 422, source=world.page, after=query(to="some day"))
    one = anna("getVersion", 200, source=world.page, time=versions[1]["time"])
    expect("20 euros" in one["text"] and one["previous"] and one["next"], f"{one}")
    anna("getVersion", 404, source=world.page, time="20000101000000")
    anna("getVersion", 422, source=world.page, time="noon")
    outline = anna("outlineVersion", 200, source=world.page, time=versions[1]["time"])
    expect(any("20 euros" in block["text"] for block in outline["items"]), f"{outline}")
    anna("outlineVersion", 404, source=world.page, time="20000101000000")
    preview = anna("previewWatch", 200, {"part": ".fee"}, id=world.page)
    expect(preview["matches"] == 1 and "30 euros" in preview["part_text"] and
           len(preview["reported"]) == 2, f"{preview}")
    preview = anna("previewWatch", 200, {"ignore": [".fee"]}, id=world.page)
    expect(not preview["reported"], f"{preview}")
    anna("previewWatch", 422, {"part": "[["}, id=world.page)
    anna("previewWatch", 422, {"part": "p"}, id=world.common)
    said = anna("notAChange", 200, source=world.page, time=last)
    expect(said["no_change"], f"{said}")
    taken_back = anna("aChangeAgain", 200, source=world.page, time=last)
    expect(not taken_back["no_change"] and taken_back["score"] > 0, f"{taken_back}")
    anna("notAChange", 200, source=world.page, time=last)
    anna("notAChange", 422, source=world.page, time=first)


def check_topics(anna, world):
    text = "Rain and more rain on the road to the harbour, and the ferry waits for the bus. "
    made = anna("addTopic", 201, {"name": "Weather", "method": "tf-centroid",
                                  "examples": [{"title": "Rain", "text": text * 5}]})
    topic = made["id"]
    anna("addTopic", 409, {"name": "weather", "method": "tf-centroid",
                           "examples": [{"text": text}]})
    anna("addTopic", 422, {"name": "Empty"})
    anna("addTopic", 422, {"name": "Both", "examples": [{"url": world.site.url, "text": text}]})
    expect([each["id"] for each in anna("listTopics", 200)["items"]] == [topic], "topics")
    expect(anna("getTopic", 200, id=topic)["telling_terms"], "no terms")
    preview = anna("previewTopic", 200, {"threshold": 0, "limit": 3}, id=topic)
    expect(preview["judged"] >= 4 and len(preview["items"]) == 3, f"{preview}")
    none = anna("previewTopic", 200, {"threshold": 1}, id=topic)
    expect(none["accepted"] == 0 < preview["accepted"], f"{none} {preview}")
    kept = anna("changeTopic", 200, {"threshold": 0.75}, id=topic)
    expect(kept["threshold"] == kept["own_threshold"] == 0.75, f"{kept}")
    back = anna("changeTopic", 200, {"threshold": None}, id=topic)
    expect(back["own_threshold"] is None and back["threshold"] == made["threshold"], f"{back}")
    anna("changeTopic", 422, {"threshold": 7}, id=topic)
    seen = anna("previewNewTopic", 200, {"method": "tf-centroid", "examples": [{"text": text}], "limit": 2})
    expect(seen["judged"] >= 4 and len(seen["items"]) == 2, f"{seen}")
    anna("previewNewTopic", 422, {"examples": []})
    expect(len(anna("listTopics", 200)["items"]) == 1, "a preview makes no topic")
    fetched = anna("changeTopic", 200, {"examples": [{"url": f"{world.site.url}/story"}],
                                        "paused": True}, id=topic)
    expect(fetched["state"] == "paused" and len(fetched["examples"]) == 2, f"{fetched}")
    anna("changeTopic", 200, {"paused": False, "folder": "Topics"}, id=topic)
    anna("changeTopic", 422, {"method": "guess"}, id=topic)
    expect(anna("listTopicLog", 200, id=topic)["items"], "no log")
    anna.pages("listTopicArticles", id=topic)
    anna("listArticles", 200, after=query(topic=topic))
    anna("getFrontier", 200, id=topic)
    anna("getTopic", 404, id=world.common)
    anna("removeTopic", 204, id=topic)
    anna("removeTopic", 404, id=topic)


def check_health(anna, world):
    health = anna("getHealth", 200)
    expect(health["sentence"].startswith("3 sources") and len(health["hours"]) == 24 and
           health["articles_today"] >= 4, f"{health}")
    delay = anna("getDelay", 200, after=query(days=2))
    # The entries of these feeds do not say when they were published.
    stages = {each["stage"]: each["quantiles"] for each in delay["stages"]}
    expect(stages["matched"]["count"] >= 1 and len(delay["hours"]) == 24 and
           delay["budget"], f"{delay}")
    anna("getDelay", 400, after=query(days=400))
    operation = anna("getOperation", 200)
    expect(operation["terminals"] and len(operation["minutes"]) == 60 and
           operation["disk"]["total_bytes"] > 0 and operation["outcomes"], f"{operation}")
    courtesy = anna("listCourtesy", 200)["items"]
    expect(courtesy[0]["host"] == "127.0.0.1" and courtesy[0]["requests"] > 3, f"{courtesy}")
    expect(not anna("listCourtesy", 200, after=query(host="example"))["items"], "other hosts")
    anna("changeRetention", 422, {"articles_for_s": 1})
    kept = anna("changeRetention", 200, {"articles_for_s": 86400, "pages_newest": 100})
    expect(kept["chosen"] and kept["older"] == 0, f"{kept}")
    expect(anna("getRetention", 200)["keeping"] == kept["keeping"], "what is kept is not kept")
    expect(not anna("changeRetention", 200, {"chosen": False})["chosen"], "it is chosen still")


def check_events(anna, world):
    """A new article and its clip are told; the stream ends with the session."""
    client = world.log_in("anna")
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=60)
    connection.request("GET", "/api/v1/events", headers={"Cookie": client.cookie})
    stream = connection.getresponse()
    expect(stream.status == 200 and
           stream.getheader("Content-Type").startswith("text/event-stream"), "events")
    document = anna.document
    seen, kind = set(), ""
    world.site.feeds["hidden"].insert(0, "Rain at last, hidden")
    deadline = time.monotonic() + 60
    world.visit(world.hidden)
    while time.monotonic() < deadline:
        line = stream.readline().decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
            seen.add(kind)
        if line.startswith("data: ") and kind in ("article", "clip"):
            schema = {"article": "ArticleRow", "clip": "Clip"}[kind]
            faults = document.faults(json.loads(line.removeprefix("data: ")),
                                     {"$ref": f"#/components/schemas/{schema}"})
            expect(not faults, f"event {kind}: {faults}")
        if {"article", "clip"} <= seen and "left" not in seen:
            seen.add("left")
            expect(client.ask("DELETE", "/session").status == 204, "log out")
        if kind == "ended":
            break
    expect({"status", "article", "clip", "ended"} <= seen, f"events: {seen}")
    anna.called.add("events")


def check_roles(world, document, called):
    """Who may only read changes nothing; nobody is let in without a log-in."""
    carol = Checked(document, world.carol, called)
    carol("listSources", 200)
    carol("markArticles", 403, {"ids": [1], "read": True})
    carol("addSources", 403, {"addresses": ["https://example.org/"]})
    carol("getOperation", 403)
    Checked(document, world.bob, called)("listCourtesy", 403)
    from client import Client
    nobody = Checked(document, Client(world.port), called)
    for operation, (method, path, described) in document.operations.items():
        if described["x-access"] != "public":
            values = {name: 1 for name in ("id", "source", "name", "time", "number")}
            nobody(operation, 401, {} if method in ("POST", "PATCH") else None, **values)


def main():
    world = World(sys.argv[1], sys.argv[2])
    try:
        world.start()
        world.fill()
        document = Document(world.anna.ask("GET", "/openapi.json").body)
        called = set()
        anna = Checked(document, world.anna, called)
        for check in (check_articles, check_clips, check_sources, check_versions, check_topics,
                      check_health, check_events):
            print(check.__name__, flush=True)
            check(anna, world)
        check_roles(world, document, called)
        mine = {name for name, (_, _, each) in document.operations.items()
                if not ELSEWHERE & set(each["tags"])}
        expect(mine <= called, f"never answered well: {mine - called}")
        print(f"{len(called)} operations are as described")
    finally:
        world.close()


if __name__ == "__main__":
    main()
