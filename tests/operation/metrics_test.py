#!/usr/bin/env python3
"""/metrics of the running program: exactly what docs/metrics.md names, with figures that move, and
nothing of what is watched in its labels.

    metrics_test.py CURLEW SOURCE
"""
import pathlib
import sys
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from metric_names import documented, look
from publisher import Site

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def port_of(process):
    return int(process.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])


def status_of(port, path, host="127.0.0.1"):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
    try:
        return urllib.request.urlopen(request, timeout=60).status
    except urllib.error.HTTPError as error:
        return error.code


def free_port():
    import socket
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def check(program, source, folder, site):
    own_port = free_port()
    curlew = Curlew(program, folder, metrics={"port": own_port},
                    web={"port": 0, "public_url": "https://curlew.example.org"},
                    hook={"command": ["/bin/cat"], "on": "article"})
    curlew.run("user", "add", "eleni", "--no-password")
    curlew.run("watch", "add", "Ships", "ship", "--user", "eleni", "--by", "webhook", "--to",
               site.url("/hook"))
    curlew.run("add", site.url("/feed"), "--no-wait")
    curlew.run("add", site.url("/missing"), "--kind", "feed", "--no-wait")
    process = curlew.serve()
    try:
        port = port_of(process)
        expect(wait_until(lambda: look(port).sum("curlew_articles_total") >= 1, 30),
               "no article is counted")
        site.titles.append("The second ship")
        expect(wait_until(lambda: look(port).sum("curlew_deliveries_total",
                                                 'result="delivered"') >= 1, 30),
               "no delivery is counted")
        expect(wait_until(lambda: look(port).sum("curlew_hook_runs_total",
                                                 'result="well"') >= 1, 30), "no hook")
        # What is in the database is asked for every five seconds.
        expect(wait_until(lambda: look(port).sum("curlew_articles_stored") >= 2, 30),
               "the stored articles are not told")
        figures = look(port)
        names = {name: kind for name, (kind, _) in documented(source).items()}
        expect(not figures.wrong, f"not in the format: {figures.wrong[:3]}")
        expect(figures.kinds == names,
               f"shown and not documented: {figures.kinds.items() - names.items()}; "
               f"documented and not shown: {names.items() - figures.kinds.items()}")
        for name, least in [("curlew_visits_total", 2), ("curlew_fetched_bytes_total", 500),
                            ("curlew_clips_total", 1), ("curlew_terminals_alive", 1),
                            ("curlew_sources", 2), ("curlew_store_bytes", 10_000),
                            ("curlew_disk_free_bytes", 1), ("curlew_http_requests_total", 3),
                            ("process_cpu_seconds_total", .01), ("process_open_fds", 5),
                            ("process_resident_memory_bytes", 1e6), ("curlew_versions_total", 1),
                            ("curlew_article_delay_seconds_count", 3),
                            ("process_start_time_seconds", 1.6e9)]:
            expect(figures.sum(name) >= least, f"{name} is {figures.sum(name)}")
        expect(figures.sum("curlew_answers_total", '"4xx"') >= 1, "the 404 is not counted")
        expect(figures.sum("curlew_store_up") == 1, "the database answers")
        for label in figures.labels:
            expect("127.0.0.1" not in label and "://" not in label and "Ship" not in label
                   and str(site.port) not in label, f"a label tells too much: {label}")
        # At its own address the same is for whoever reaches it, and no page.
        expect(look(own_port).kinds == names, "other figures at [metrics] port")
        expect(status_of(own_port, "/readyz") == 200, "not ready at [metrics] port")
        expect(status_of(own_port, "/") == 404, "pages at [metrics] port")
        expect(status_of(own_port, "/metrics", "rebound.example") == 421, "any Host")
        # Under the public host there are no figures, unless they are public.
        expect(status_of(port, "/metrics", "curlew.example.org") in (401, 403),
               "figures under the public host")
        expect(status_of(port, "/readyz", "curlew.example.org") == 200, "readiness is public")
    finally:
        expect(not (trouble := stop(process)), trouble)
    for access, expected in [("public", 200), ("off", 404)]:
        curlew = Curlew(program, folder, metrics={"access": access},
                        web={"port": 0, "public_url": "https://curlew.example.org"})
        process = curlew.serve()
        try:
            status = status_of(port_of(process), "/metrics", "curlew.example.org")
            expect(status == expected, f"access {access}: {status}")
        finally:
            expect(not (trouble := stop(process)), trouble)


def main():
    site = Site()
    with tempfile.TemporaryDirectory() as folder:
        check(sys.argv[1], pathlib.Path(sys.argv[2]), folder, site)
    site.close()
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
