#!/usr/bin/env python3
"""Answers of a real SPARQL endpoint in versions: npm's oxigraph behind Node's HTTP server.

    sparql_test.py CURLEW NPM_FOLDER

Skips (77) where it cannot be had; ../npm_packages.py fetches it to NPM_FOLDER.
"""
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))
import npm_packages
from harness import Curlew, stop
from watched import expect, visit

PREFIX = "@prefix : <http://e/> .\n"
PORTS = PREFIX + ":a :name 'Aegina' ; :master [ :called 'Rhea' ] .\n:b :name 'Poros' .\n"
SELECT = """PREFIX : <http://e/>
SELECT ?port ?name ?master
WHERE { ?port :name ?name . OPTIONAL { ?port :master ?master } }"""
CONSTRUCT = "CONSTRUCT WHERE { ?port <http://e/master> ?m . ?m <http://e/called> ?name }"


class Test:
    def __init__(self, curlew, endpoint, folder):
        self.curlew, self.endpoint, self.folder = curlew, endpoint, pathlib.Path(folder)

    def load(self, turtle):
        request = urllib.request.Request(self.endpoint + "/load", turtle.encode(), method="POST")
        urllib.request.urlopen(request, timeout=30).close()

    def add(self, query):
        """Returns the number of the source."""
        [added] = self.curlew.objects("add", self.endpoint + "/sparql", "--kind", "sparql",
                                      "--query", query, "--interval", "1d")
        return added["id"]

    def kept(self, source):
        return [row for (row,) in self.curlew.rows(
            "SELECT summary FROM versions JOIN documents ON id = document_id"
            f" WHERE source_id = {source} ORDER BY seen")]

    def change(self, source, wanted):
        visited = visit(self.curlew, str(source))
        expect(self.kept(source)[1:], wanted, f"{visited}")

    def run(self):
        self.load(PORTS)
        file = self.folder / "ports.rq"
        file.write_text(SELECT)
        select, construct = self.add(str(file)), self.add(CONSTRUCT)
        for source in (select, construct):
            expect(self.kept(source), ["the first version"], "the first visit")
        # The same data under other names of blank nodes, which oxigraph makes anew.
        self.load(PORTS)
        self.change(select, [])
        self.change(construct, [])
        self.load(PORTS + ":c :name 'Hydra' .\n")
        self.change(select, ["1 row added"])
        self.change(construct, [])
        self.load(PORTS.replace("Rhea", "Gaia"))
        self.change(select, ["1 row added", "1 row removed"])
        self.change(construct, ["1 triple added, 1 removed"])
        # A source for each query, and clear words for what cannot be asked.
        code, _, complaint = self.curlew.ask(
            "add", self.endpoint + "/sparql", "--query",
            "SELECT * WHERE { ?s ?p '" + "x" * 3000 + "' }")
        expect((code, "2000 are the most" in complaint), (2, True), complaint)
        code, _, complaint = self.curlew.ask("add", self.endpoint + "/sparql",
                                             "--kind", "sparql")
        expect((code, "--query" in complaint), (2, True), complaint)
        code, _, complaint = self.curlew.ask("add", self.endpoint + "/sparql", "--query",
                                             "nosuch.rq")
        expect((code, "no such file" in complaint), (2, True), complaint)
        code, out, complaint = self.curlew.ask("check", self.endpoint + "/sparql", "--query",
                                               "SELECT nonsense {")
        expect((code, "HTTP 400: " in out), (1, True), out + complaint)
        expect("does not take the query" in out, True, out)


def main(program, npm):
    npm_packages.need(npm)
    script = npm_packages.script(npm, HERE / "endpoint.mjs")
    endpoint = subprocess.Popen(["node", script], stdout=subprocess.PIPE, text=True)
    try:
        address = endpoint.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            curlew = Curlew(program, folder)
            process = curlew.serve_and_wait()
            try:
                Test(curlew, address, folder).run()
            finally:
                problem = stop(process)
        if problem:
            raise SystemExit(problem)
    finally:
        endpoint.terminate()
        endpoint.wait()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
