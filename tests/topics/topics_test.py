#!/usr/bin/env python3
"""Topics through the running program: learned from files and a page, carried by articles of a
feed, watched for, searched and listed in a feed of their own; over a restart and through a file.

    topics_test.py CURLEW sqlite|postgres
"""
import http.server
import pathlib
import shutil
import sys
import tempfile
import threading
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, reader, stop, wait_until

BALL = [
    "The striker scored a late goal and the team won the football match in the stadium.",
    "Fans of the club sang when the goalkeeper saved a penalty in the league final.",
    "The coach named his football squad for the cup match against the champions.",
    "A midfielder was sent off after a foul, and the team lost the match by two goals.",
    "The league leaders drew at home; their striker missed a penalty before half time.",
    "The club bought a young defender from its rival before the season of the league.",
    "Both teams scored in extra time, and the cup final went to penalties in the stadium.",
    "The referee showed a red card; the captain and the coach of the team protested.",
]
KITCHEN = [
    "Stir the onions with olive oil in a pan, add garlic and flour, and bake the dough.",
    "Knead the dough with butter and sugar, let it rest, and bake the cake in a hot oven.",
    "Boil the potatoes in salted water, drain them, and fry them in butter with parsley.",
    "Mix eggs, milk and flour to a smooth batter, and fry thin pancakes in the pan.",
    "Roast the chicken in the oven with lemon, garlic and thyme until the skin is crisp.",
    "Simmer the tomato sauce with basil, and serve it on pasta with grated cheese.",
    "Whisk the cream with sugar, fold in the berries, and chill the dessert in a bowl.",
    "Soak the beans over night, cook them with carrots and onions, and season the soup.",
]
STORIES = {
    "goal": ("A late goal", "The football team won the cup match when its striker scored a goal "
             "in extra time. The coach said after the final in the stadium that the league "
             "comes next, and that his goalkeeper, who saved a penalty, plays on for the club."),
    "bread": ("Bread for the week", "Knead the flour with oil and salt, let the dough rest in a "
              "bowl, and bake it in a hot oven. Serve it with butter, fried onions and garlic, "
              "or with a soup of beans and tomato sauce with basil."),
}


class Web(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = self.path.strip("/")
        kind, body = "text/html", None
        if name == "feed":
            kind = "application/rss+xml"
            items = "".join(f"<item><guid>{each}</guid><link>http://127.0.0.1:"
                            f"{self.server.server_port}/{each}</link>"
                            f"<title>{STORIES[each][0]}</title></item>"
                            for each in self.server.published)
            body = f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>"
        elif name in STORIES:
            title, text = STORIES[name]
            body = (f"<html lang=en><title>{title}</title><body><article><h1>{title}</h1>"
                    f"<p>{text}</p><p>{text}</p></article></body></html>")
        body = (body or "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def expect(condition, what):
    if not condition:
        raise SystemExit(what)


def topics_of(curlew, title):
    return [topic["topic"] for each in curlew.objects("articles") if each["title"] == title
            for topic in each["topics"]]


def write_examples(folder, name, texts):
    place = pathlib.Path(folder) / name
    place.mkdir()
    for number, text in enumerate(texts):
        (place / f"{number}.txt").write_text(text)
    return str(place)


def add_topics(curlew, folder, site):
    code, _, err = curlew.ask("topic", "add", "World sports", "--examples")
    expect(code == 2, err)
    code, _, err = curlew.ask("topic", "add", "World sports")
    expect(code != 0 and "--examples" in err, err)
    kitchen = write_examples(folder, "kitchen", KITCHEN)
    ball = write_examples(folder, "ball", BALL)
    # The first is alone, and told by the threshold of its examples.
    curlew.run("topic", "add", "cooking", "--examples", kitchen, "--method", "tf-centroid")
    curlew.run("topic", "add", "World sports", "--examples", ball, f"{site}/goal",
               "--method", "tf-centroid")
    for name in "cooking", "World sports":
        curlew.run("topic", "edit", name, "--method", "linear")
    listed = {each["name"]: each for each in curlew.objects("topic", "list")}
    expect(listed.keys() == {"cooking", "World sports"}, listed)
    expect(len(listed["World sports"]["examples"]) == 9, listed)
    shown, = curlew.objects("topic", "show", "world sports")
    expect(shown["threshold"] > 0 and shown["telling_terms"], shown)
    expect("goes by" in curlew.ask("topic", "show", "cooking")[1], "terms are not shown")
    expect([each["what"] for each in curlew.objects("topic", "log", "cooking")] ==
           ["edited", "added"], "the log")
    return listed["World sports"]["id"]


def check_refusals(curlew, folder):
    """What is wrong is refused and named, and nothing is changed by it."""
    before = curlew.objects("topic", "list")
    for words, code, said in ((["edit", "cooking"], 2, "nothing to change"),
                              (["edit", "cooking", "--name", ""], 2, "needs a name"),
                              (["edit", "cooking", "--name", "world SPORTS"], 1,
                               "there is a topic World sports already"),
                              (["edit", "cooking", "--exclude", "["], 2, "--exclude [")):
        done = curlew.ask("topic", *words)
        expect(done[0] == code and said in done[2] and not done[1], f"{words}: {done}")
    cut = pathlib.Path(folder) / "cut.json"
    cut.write_text(curlew.ask("topic", "export")[1][:500])
    code, _, err = curlew.ask("topic", "import", str(cut))
    expect(code == 2 and "ends too early, after 500 bytes" in err, err)
    expect(curlew.objects("topic", "list") == before, "something was changed")
    tiny = pathlib.Path(folder) / "tiny.txt"
    tiny.write_text("Two words")
    code, out, err = curlew.ask("topic", "add", "tiny", "--examples", str(tiny))
    expect(code == 0 and "fewer than 25 words" in err and "added" in out, err)
    curlew.run("topic", "remove", "tiny")


def check_found(curlew, origin, sports):
    expect(wait_until(lambda: topics_of(curlew, "A late goal") == ["World sports"], 60),
           f"the goal is no sports: {curlew.objects('articles')} {curlew.log.read_text()}")
    expect(wait_until(lambda: topics_of(curlew, "Bread for the week") == ["cooking"], 60),
           f"bread is not cooking: {curlew.objects('articles')}")
    clips = wait_until(lambda: curlew.objects("clips", "--user", "ann"), 60)
    expect([each["title"] for each in clips] == ["A late goal"], f"clips: {clips}")
    titles = lambda *words: [each["title"] for each in curlew.objects(*words)]
    expect(titles("search", 'topic:"world sports"') == ["A late goal"], "search by topic")
    expect(titles("search", "goal topic:cooking") == [], "search by another topic")
    expect(titles("articles", "--topic", "World sports") == ["A late goal"], "--topic")
    expect(titles("articles", "--source", str(sports)) == ["A late goal"], "--source")
    goal, = curlew.objects("articles", "--topic", "World sports")
    expect("World sports (" in curlew.ask("read", str(goal["id"]))[1], "read")
    feed = urllib.request.urlopen(f"{origin}/sources/{sports}/feed.atom", timeout=60).read()
    expect(b"A late goal" in feed and b"Bread" not in feed, feed)
    shown = reader(curlew, origin)(f"articles/{goal['id']}")
    expect([each["topic"] for each in shown["topics"]] == ["World sports"], shown)


def check_threshold(curlew, folder):
    """What the command line says of it is what serve judges by, before and after it is made."""
    ball = str(pathlib.Path(folder) / "ball")
    preview, = curlew.objects("topic", "preview", "--examples", ball, "--method", "tf-centroid")
    scores = {each["title"]: each["score"] for each in preview["items"]}
    expect(scores["A late goal"] > scores["Bread for the week"], preview)
    expect(len(curlew.objects("topic", "list")) == 2, "the preview made a topic")
    # The linear model can be quite sure; the centroid never is.
    curlew.run("topic", "edit", "cooking", "--method", "tf-centroid", "--threshold", "0")
    strict, = curlew.objects("topic", "preview", "cooking", "--threshold", "1")
    usual, = curlew.objects("topic", "preview", "cooking")
    expect(strict["accepted"] == 0 and usual["accepted"] == 1, f"{strict} {usual}")
    code, _, err = curlew.ask("topic", "edit", "cooking", "--threshold", "much")
    expect(code == 2 and "--threshold much" in err, err)
    bread = lambda: topics_of(curlew, "Bread for the week")
    changed, = curlew.objects("topic", "edit", "cooking", "--threshold", "1")
    expect(changed["threshold"] == changed["own_threshold"] == 1, changed)
    expect(wait_until(lambda: bread() == [], 60), "the threshold is not used")
    back, = curlew.objects("topic", "edit", "cooking", "--method", "linear", "--threshold", "learned")
    expect(back["own_threshold"] is None and 0 < back["threshold"] < 1, back)
    expect(wait_until(lambda: bread() == ["cooking"], 60), "the learned threshold does not come back")


def check_file(curlew, folder):
    file = pathlib.Path(folder) / "topics.json"
    curlew.run("topic", "export", "-o", str(file))
    curlew.run("topic", "remove", "cooking")
    curlew.run("topic", "import", str(file))
    again = pathlib.Path(folder) / "again.json"
    curlew.run("topic", "export", "-o", str(again))
    expect(file.read_text() == again.read_text(), "the file is not the same")


def run(curlew, web, folder):
    site = f"http://127.0.0.1:{web.server_port}"
    sports = add_topics(curlew, folder, site)
    check_refusals(curlew, folder)
    curlew.run("user", "add", "ann", "--no-password")
    code, _, err = curlew.ask("watch", "add", "Balls", 'topic:"World sports"', "--user", "ann")
    expect(code == 0 and err == "", err)
    code, _, err = curlew.ask("watch", "add", "Ships", "topic:ships", "--user", "ann")
    expect(code == 0 and "no such topic" in err, err)
    curlew.run("add", f"{site}/feed", "--no-wait")
    process = curlew.serve()
    try:
        origin = process.stdout.readline().split()[3].rstrip("/")
        check_found(curlew, origin, sports)
        check_threshold(curlew, folder)
        expect((wrong := stop(process)) is None, wrong)
        # What was learned is there after a restart, and what is paused takes nothing.
        STORIES["second"] = ("Penalties again", STORIES["goal"][1])
        STORIES["third"] = ("Another cake", STORIES["bread"][1])
        curlew.run("topic", "pause", "cooking")
        web.published += ["second", "third"]
        process = curlew.serve_and_wait()
        curlew.run("visit", "--all", "--no-wait")
        expect(wait_until(lambda: topics_of(curlew, "Penalties again") == ["World sports"], 60),
               f"forgotten: {curlew.objects('articles')}")
        expect(wait_until(lambda: "Another cake" in
                          [each["title"] for each in curlew.objects("articles")], 60), "no cake")
        expect(topics_of(curlew, "Another cake") == [], "a paused topic takes an article")
        expect(topics_of(curlew, "Bread for the week") == ["cooking"], "a paused topic loses one")
        curlew.run("topic", "resume", "cooking")
        check_file(curlew, folder)
        # Learned anew, it is given what was stored before.
        expect(wait_until(lambda: topics_of(curlew, "Another cake") == ["cooking"], 60),
               f"not judged again: {curlew.objects('articles')}")
        expect((wrong := stop(process)) is None, wrong)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, database = sys.argv[1:]
    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
    web.published = ["goal", "bread"]
    threading.Thread(target=web.serve_forever, daemon=True).start()
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = tempfile.mkdtemp(prefix="curlew-topics-")
    try:
        run(Curlew(program, folder, server=server), web, folder)
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
