"""`lab rdf` and `lab data-diff` as people call them, on small documents.

    lab_data_test.py CURLEW"""
import json
import pathlib
import subprocess
import sys
import tempfile


def main(curlew, folder):
    def file(name, text):
        (folder / name).write_text(text)
        return str(folder / name)

    def run(*words):
        done = subprocess.run([curlew, "lab", *words], capture_output=True, text=True,
                              timeout=60)
        return done.returncode, done.stdout, done.stderr

    turtle = file("a.ttl", "<> <http://e/p> [ <http://e/q> 'x' ] .\n")
    xml = file("b.rdf", """<rdf:RDF xmlns:e="http://e/"
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="">
        <e:p><rdf:Description e:q="x"/></e:p></rdf:Description></rdf:RDF>""")
    base = ["--base", "http://e/doc"]
    code, out, _ = run("rdf", turtle, *base)
    assert code == 0 and out == ('<http://e/doc> <http://e/p> _:c14n0 .\n'
                                 '_:c14n0 <http://e/q> "x" .\n'), out
    assert run("rdf", xml, *base)[1] == out, "one graph, two syntaxes"
    code, out, _ = run("data-diff", turtle, xml, *base)
    assert code == 0 and out == "the same data\n", out

    code, _, complaint = run("rdf", file("bad.ttl", "<a> <b>\n<c> .\n;"), *base)
    assert code != 0 and "bad.ttl: line 3" in complaint, complaint

    old = file("old.csv", "id;price\n1;5\n2;6\n")
    new = file("new.csv", "price;id\n6;2\n7;1\n8;3\n")
    code, out, _ = run("data-diff", old, new)
    assert out == ("1 row added, 1 changed\n+ id: 3, price: 8\n"
                   "~ 1, price: 5 -> 7\n"), out
    change = json.loads(run("data-diff", "--json", "--key", "price", "--", old, new)[1])
    assert change["same"] is False and change["key"] == ["price"], change
    assert (change["added_count"], change["removed_count"]) == (2, 1), change

    tree = file("old.json", '{"a": [{"id": 1, "n": 1.0}], "b": 2}')
    other = file("new.json", '{"b": 2, "a": [{"id": 2}, {"n": 1, "id": 1}]}')
    change = json.loads(run("data-diff", "--json", tree, other)[1])
    assert change["added"] == ["/a[id=2]: {id: 2}"] and change["unit"] == "paths", change
    assert change["removed_count"] == change["changed_count"] == 0, change

    code, _, complaint = run("data-diff", old, tree)
    assert code == 2 and "not of one kind" in complaint, complaint

    cases = folder / "suite"
    (cases / "rdf-turtle").mkdir(parents=True)
    (cases / "rdf-turtle" / "one.ttl").write_text("<s> <p> <o> .")
    rows = [{"suite": "rdf-turtle", "test": kind, "kind": kind, "input": "one.ttl",
             "expected": None, "base": "http://e/"} for kind in ("Positive", "Negative")]
    (cases / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, out, summary = run("rdf", "--batch", str(cases))
    judged = [json.loads(line) for line in out.splitlines()]
    assert [row["ok"] for row in judged] == [True, False], judged
    assert judged[0]["error"] is None and "accepted" in judged[1]["error"], judged
    assert "rdf-turtle: 1 of 2 right" in summary, summary


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        main(sys.argv[1], pathlib.Path(temporary))
