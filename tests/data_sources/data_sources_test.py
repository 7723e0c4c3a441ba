#!/usr/bin/env python3
"""Data documents on a loopback site, watched by the running program: bytes that say the same
make no version, a change makes one and is told, what is broken is named and the last good
version stays.

    data_sources_test.py CURLEW ENGINE
"""
import pathlib
import re
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import Curlew, reader, stop
from watched import expect, start_site, titles, versions, visit

PREFIX = "@prefix : <http://e/> .\n"
TURTLE = PREFIX + ":a :name 'Aegina' ; :master [ :name 'Rhea' ] .\n:b :name 'Poros' .\n"
# The same, with a name for the blank node, in another order.
RENAMED = PREFIX + "_:x :name 'Rhea' .\n:b :name 'Poros' .\n:a :master _:x ; :name 'Aegina' .\n"
EDITED = RENAMED.replace("Poros", "Porós")
BROKEN = PREFIX + ":a :name 'Aegina\n"
XML = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">
<rdf:Description rdf:about="http://e/a" e:name="{}"/></rdf:RDF>"""
ONE_ADDED_ONE_REMOVED = "1 triple added, 1 removed"


class Test:
    def __init__(self, curlew, site):
        self.curlew, self.site = curlew, site

    def add(self, path, *flags):
        self.curlew.run("add", self.site.base + path, "--kind", "data", "--interval", "1d",
                        *flags)
        expect(versions(self.curlew, self.site.base + path), ["the first version"], path)

    def change(self, path, document, wanted_versions):
        """Returns the visit that finds it."""
        self.site.documents[path] = document
        url = self.site.base + path
        visited = visit(self.curlew, url)
        kept = versions(self.curlew, url)[1:]
        expect(kept, wanted_versions, f"versions of {path} after {document}: {visited}")
        # Each is told once, as an article of its source.
        expect([title.split(": ", 1)[1] for title in titles(self.curlew, url)], kept,
               f"articles of {path}")
        return visited

    def turtle(self):
        self.site.documents["/ports.ttl"] = ("text/turtle", TURTLE)
        self.add("/ports.ttl")
        self.change("/ports.ttl", ("text/turtle", RENAMED), [])
        self.change("/ports.ttl", ("text/turtle", EDITED), [ONE_ADDED_ONE_REMOVED])
        visited = self.change("/ports.ttl", ("text/turtle", BROKEN), [ONE_ADDED_ONE_REMOVED])
        expect(visited["outcome"], "unreadable", "broken Turtle")
        if not re.search(r"line 2\b", visited["error"]):
            raise SystemExit(f"FAILED: no line: {visited}")
        problem = self.curlew.ask("list", "--failing")[1]
        if "its data cannot be read" not in problem:
            raise SystemExit(f"FAILED: no problem is shown: {problem}")
        self.change("/ports.ttl", ("text/turtle", EDITED + "# mended\n"),
                    [ONE_ADDED_ONE_REMOVED])
        content = self.curlew.ask("export", "--atom", self.site.base + "/ports.ttl")[1]
        for part in ("Poros", "Porós", "ports.ttl: " + ONE_ADDED_ONE_REMOVED):
            if part not in content:
                raise SystemExit(f"FAILED: no {part} in the feed: {content}")

    def tables(self):
        self.site.documents["/prices.csv"] = ("text/csv", "id,price\n1,5\n2,6\n")
        self.add("/prices.csv")
        self.change("/prices.csv", ("text/csv", 'price;"id"\r\n6;2\r\n5;1\r\n'), [])
        self.change("/prices.csv", ("text/csv", "id,price\n2,6\n1,7\n3,8\n"),
                    ["1 row added, 1 changed"])
        # Rows are told apart by what its user says.
        self.site.documents["/keyed.csv"] = ("text/csv", "id,city\n1,Chios\n2,Samos\n")
        self.add("/keyed.csv", "--key", "city")
        self.change("/keyed.csv", ("text/csv", "id,city\n2,Chios\n3,Samos\n"),
                    ["2 rows changed"])

    def trees(self):
        self.site.documents["/a.json"] = (
            "application/json", '{"n": 1.0, "all": [{"id": 1}, {"id": 2}]}')
        self.add("/a.json")
        self.change("/a.json",
                    ("application/json", '{"all":[{"id":2},{"id":1}],"n":1}'), [])
        self.change("/a.json",
                    ("application/json", '{"all":[{"id":2},{"id":1}],"n":2}'),
                    ["1 path changed"])

    def told_by_nobody(self):
        """Nobody said that it is data: a look at it does, and its first visit."""
        url = self.site.base + "/ferries"
        self.site.documents["/ferries"] = ("application/json", '{"items": [{"id": 1, "at": 8}]}')
        [look] = self.curlew.objects("check", url)
        expect((look["kind"], look["problem"]), ("data", None), f"a look at plain JSON: {look}")
        self.curlew.run("add", url, "--interval", "1d")
        expect(versions(self.curlew, url), ["the first version"], "plain JSON")
        [row] = [each for each in self.curlew.objects("list") if each["url"] == url]
        expect(row["kind"], "data", f"plain JSON: {row}")
        self.change("/ferries", ("application/json", '{"items": [{"id": 1, "at": 9}]}'),
                    ["1 path changed"])

    def negotiated(self):
        """A server that has HTML for people and RDF/XML for programs."""
        def answer(name):
            return lambda accept: (("application/rdf+xml", XML.format(name))
                                   if "application/rdf+xml" in accept
                                   else ("text/html", "<!doctype html><p>For people</p>"))
        self.site.documents["/thing"] = answer("Aegina")
        self.add("/thing")
        self.change("/thing", answer("Aigina"), [ONE_ADDED_ONE_REMOVED])

    def every_payload(self):
        """Where every version is wanted, so are those that say the same."""
        path = "/all.csv"
        self.site.documents[path] = ("text/csv", "a,b\n1,2\n")
        self.add(path, "--objective", "capture")
        self.site.documents[path] = ("text/csv", "b,a\n2,1\n")
        visit(self.curlew, self.site.base + path)
        expect(versions(self.curlew, self.site.base + path),
               ["the first version", "the same data"], path)
        expect(titles(self.curlew, self.site.base + path), [], "nothing is told")

    def contexts(self):
        """JSON-LD whose context lies elsewhere on the site."""
        name = '{"@context": {"name": "http://e/%s"}}'
        kind = "application/ld+json"
        self.site.documents["/c"] = (kind, name % "name")
        self.site.documents["/port"] = (
            kind, '{"@context": "/c", "@id": "http://e/a", "name": "Aegina"}')
        self.add("/port")
        asked = sum(path == "/c" for path, _ in self.site.asked)
        self.change("/port", (kind, '{"@context": "/c", "name": "Poros", "@id": "http://e/a"}'),
                    [ONE_ADDED_ONE_REMOVED])
        expect(sum(path == "/c" for path, _ in self.site.asked), asked, "it is still fresh")
        missing = (kind, '{"@context": "/none", "name": "Poros"}')
        visited = self.change("/port", missing, [ONE_ADDED_ONE_REMOVED])
        expect(visited["outcome"], "unreadable", "without its context")
        if "/none, which cannot be had: " not in visited["error"]:
            raise SystemExit(f"FAILED: its address is not named: {visited}")
        self.site.documents["/port"] = (
            kind, '{"@context": "/c", "name": "Poros", "@id": "http://e/a"}')
        visit(self.curlew, self.site.base + "/port")

    def changed_context(self):
        """Another context says something else by the same bytes. What is stored is read by
        what was kept with it, whatever the site says now."""
        self.site.documents["/c"] = (
            "application/ld+json", '{"@context": {"name": "http://e/title"}}')
        url = self.site.base + "/port"
        self.change("/port", self.site.documents["/port"],
                    [ONE_ADDED_ONE_REMOVED, ONE_ADDED_ONE_REMOVED])
        del self.site.documents["/c"]
        asked = len(self.site.asked)
        difference = self.curlew.ask("diff", url)[1]
        for part in ("<http://e/name> \"Poros\"", "<http://e/title> \"Poros\""):
            if part not in difference:
                raise SystemExit(f"FAILED: no {part} in {difference}")
        expect(len(self.site.asked), asked, "nobody is asked for what is stored")
        self.curlew.run("archive", "verify")

    def changes_as_rdf(self, web):
        [(number,)] = self.curlew.rows(
            f"SELECT id FROM sources WHERE url = '{self.site.base}/ports.ttl'")
        address = f"{web}/sources/{number}/changes.nt"
        with urllib.request.urlopen(address, timeout=30) as answer:
            expect(answer.headers["Content-Type"], "application/n-triples", address)
            graph = answer.read().decode()
        for wanted in ("<urn:x-curlew:change:added> \"1\"^^", "generatedAtTime",
                       "<urn:x-curlew:change:digest> \"sha256:", "wasRevisionOf"):
            if wanted not in graph:
                raise SystemExit(f"FAILED: no {wanted} in {graph}")
        # It is RDF, and can be watched like any other.
        self.curlew.run("add", address, "--kind", "data", "--interval", "1d")
        expect(versions(self.curlew, address), ["the first version"], address)
        told = reader(self.curlew, web)(f"sources/{number}/versions")["items"]
        if not any(ONE_ADDED_ONE_REMOVED in each["summary"] for each in told):
            raise SystemExit(f"FAILED: no versions of it: {told}")


def watch_all(program, server):
    with tempfile.TemporaryDirectory() as folder:
        site = start_site()
        curlew = Curlew(program, folder, server=server)
        process = curlew.serve()
        line = process.stdout.readline()
        web = re.search(r"http://[^\s/]*", line)
        try:
            test = Test(curlew, site)
            test.turtle()
            test.tables()
            test.trees()
            test.told_by_nobody()
            test.negotiated()
            test.every_payload()
            test.contexts()
            test.changes_as_rdf(web.group())
        finally:
            problem = stop(process)
        if problem:
            raise SystemExit(problem)
        # A context is asked for again when it is stale, or was forgotten.
        process = curlew.serve()
        process.stdout.readline()
        try:
            test.changed_context()
        finally:
            problem = stop(process)
        if problem:
            raise SystemExit(problem)


def main(program, engine):
    server = None
    if engine == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    try:
        watch_all(program, server)
    finally:
        if server:
            server.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
