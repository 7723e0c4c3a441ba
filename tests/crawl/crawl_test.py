#!/usr/bin/env python3
"""A focused crawl of a little site on loopback, killed at random moments.

    crawl_test.py CURLEW KILLS sqlite|postgres [SEED]

Pages about ferries and about football link to each other. A topic that was taught ferries
crawls them from one seed, and is killed with SIGKILL again and again. In the end every page
about ferries that can be reached is an article of the topic, once; none about football is; a
watchlist has its clip; no page was asked for twice in a phase, and what its publisher does
not want fetched, or in an index, is not.
"""
import bisect
import collections
import http.server
import pathlib
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from postgres_server import PostgresServer

PAGES = 48
SEA = ["The ferry leaves the harbour at dawn, and its captain waits for the wind to go down.",
       "Passengers of the ferry wait on the quay while sailors moor the vessel with ropes.",
       "A storm keeps every ferry in port, says the harbour master of the small island.",
       "The vessel sails between the islands, and its captain knows each harbour by heart.",
       "Sailors load the ferry with cargo, and the passengers board at the old quay.",
       "The coast guard towed the boat into the harbour after its engine had failed at sea."]
FOOTBALL = ["The striker scored two goals, and the team won the football match at home.",
            "The referee showed a red card, and the goalkeeper saved the penalty.",
            "Fans filled the stadium for the league match of their football team.",
            "The coach praised the defender, and the team climbed in the league table.",
            "A late goal of the midfielder decided the cup match in the stadium.",
            "The club bought a young striker, and its fans sing his name in the stands."]
NAMES = ("Anna Boris Chloe Dimitri Elena Fotis Galini Hektor Ioanna Kostas Lydia Manos Nefeli "
         "Orestis Petros Rania Stavros Thalia Vasilis Xenia Yannis Zoe").split()


SYLLABLES = "ba ke lo mi nu pa re so ti vu za fo".split()


def text_about(sentences, number):
    """With words that nobody has, so that no two texts are nearly the same."""
    chance = random.Random(number * 7 + len(sentences[0]))

    def made_up():
        return " ".join("".join(chance.choices(SYLLABLES, k=4)) for _ in range(5))

    return "".join(
        f"<p>{chance.choice(NAMES)} {made_up()} of number {chance.randrange(999)} "
        f"says: {chance.choice(sentences)} {chance.choice(NAMES)} and {chance.choice(NAMES)} "
        f"heard it on day {chance.randrange(365)} and told it to {chance.choice(NAMES)}.</p>"
        for _ in range(14))


def is_sea(number):
    return number % 3 != 2


def title_of(number):
    return f"Ferry number {number} and its captain" if is_sea(number) else \
        f"Football match number {number}"


def links_of(number):
    return [each for each in (2 * number + 1, 2 * number + 2) if each < PAGES]


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append((time.time(), self.path))
        if self.path == "/robots.txt":
            return self.answer("User-agent: *\nDisallow: /forbidden\n", "text/plain")
        if self.path == "/":
            links = [f"<a href='/page/{n}'>{title_of(n)}</a>" for n in (0, 1, 2)]
            links += ["<a href='/forbidden'>A ferry that is forbidden</a>",
                      "<a rel=nofollow href='/paid'>A ferry that was paid for</a>",
                      "<a href='/noindex'>A ferry that is in no index</a>"]
            return self.page("All news", "<p>Welcome.</p>", links)
        if self.path.startswith("/page/"):
            number = int(self.path[6:])
            text = text_about(SEA if is_sea(number) else FOOTBALL, number)
            links = [f"<a href='/page/{n}'>{title_of(n)}</a>" for n in links_of(number)]
            return self.page(title_of(number), text, links)
        if self.path in ("/noindex", "/forbidden", "/paid"):
            return self.page("A ferry " + self.path, text_about(SEA, 999), [],
                             "<meta name=robots content=noindex>")
        self.send_error(404)

    def page(self, title, text, links, head=""):
        self.answer(f"<html lang=en><head><title>{title}</title>{head}</head><body><article>"
                    f"<h1>{title}</h1>{text}</article><div>{' '.join(links)}</div></body></html>",
                    "text/html; charset=utf-8")

    def answer(self, text, kind):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def reachable():
    """Pages about ferries. Links are followed from those, and through one page about
    something else at most."""
    found, waiting = set(), [(number, 0) for number in (0, 1, 2)]
    while waiting:
        number, off = waiting.pop()
        off = 0 if is_sea(number) else off + 1
        if is_sea(number):
            found.add(number)
        if off <= 1:
            waiting += [(each, off) for each in links_of(number)]
    return {title_of(number) for number in found}


def write_examples(folder):
    for name, sentences in (("sea", SEA), ("football", FOOTBALL)):
        place = folder / name
        place.mkdir()
        for number in range(20):
            (place / f"{number}.html").write_text(
                f"<html lang=en><title>{name} {number}</title><body><article><h1>{name} news"
                f"</h1>{text_about(sentences, 1000 + number)}</article></body></html>")


def what_was_asked_twice(curlew, requests):
    """In one phase."""
    began = [int(at) / 1000 for (at,) in
             curlew.rows("SELECT p.began FROM topic_phases p JOIN topics t"
                         " ON t.source_id = p.source_id WHERE t.seeds <> '' ORDER BY p.phase")]
    counts = collections.Counter(
        (path, bisect.bisect_right(began, at)) for at, path in requests
        if path != "/robots.txt")
    return [f"{path} was asked for {count} times in phase {phase}"
            for (path, phase), count in sorted(counts.items()) if count > 1], len(began)


def main():
    program, kills, engine = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    chance = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    server = PostgresServer() if engine == "postgres" else None
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    site.requests = []
    site.handle_error = lambda *_: None  # Whoever asked is dead.
    threading.Thread(target=site.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{site.server_port}"
    problems = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_examples(folder)
        curlew = Curlew(program, folder, server=server, fetch={"host_delay": "50ms"},
                        crawl={"phase_pause": "2s"})
        curlew.run("topic", "add", "football", "--examples", str(folder / "football"))
        curlew.run("topic", "add", "ferries", "--examples", str(folder / "sea"), "--seeds",
                   base + "/")
        curlew.run("user", "add", "ann", "--no-password")
        curlew.run("watch", "add", "Harbours", "captain", "--user", "ann")
        for number in range(kills):
            process = curlew.serve_and_wait()
            time.sleep(chance.uniform(.05, 2.5))
            if process.poll() is not None:
                sys.exit(f"kill {number}: it ended by itself: {curlew.log.read_text()[-2000:]}")
            process.kill()
            process.wait()
        process = curlew.serve_and_wait()
        wanted = reachable()

        def titles():
            return [title for (title,) in curlew.rows(
                "SELECT a.title FROM articles a JOIN sources s ON s.id = a.source_id"
                " WHERE s.title = 'ferries'")]

        wait_until(lambda: wanted <= set(titles()), 120)
        found = collections.Counter(titles())
        problems += [f"lost: {title}" for title in sorted(wanted - set(found))]
        problems += [f"not about ferries, or not for us: {title}"
                     for title in sorted(set(found) - wanted)]
        problems += [f"stored {count} times: {title}"
                     for title, count in found.items() if count > 1]
        if not wait_until(lambda: int(curlew.rows("SELECT count(*) FROM clips")[0][0]), 30):
            problems.append("the watchlist has no clip")
        if trouble := stop(process):
            problems.append(trouble)
        twice, phases = what_was_asked_twice(curlew, list(site.requests))
        problems += twice
        asked = {path for _, path in site.requests}
        problems += [f"{path} was asked for" for path in ("/forbidden", "/paid")
                     if path in asked]
        if "/noindex" not in asked:
            problems.append("/noindex was not asked for: its links may be followed")
        print(f"{kills} kills, {phases} phases, {len(site.requests)} requests, {len(found)} "
              f"articles of {len(wanted)}")
    site.shutdown()
    if server:
        server.close()
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
