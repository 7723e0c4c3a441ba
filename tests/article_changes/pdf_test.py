"""PDF documents: one that is watched, one that is an article, and programs that cannot read.
Usage: pdf_test.py CURLEW"""
import os
import pathlib
import shutil
import sys
import tempfile

TESTS = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "first_hour")]
from harness import Curlew, stop, wait_until
from small_web import SmallWeb


def check(condition, *told):
    if not condition:
        raise SystemExit(" ".join(str(each) for each in told))


def pdf(title, *lines):
    """Without its table of objects, which readers make anew."""
    drawing = "BT /F1 12 Tf 72 720 Td 14 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
    return (200, {"Content-Type": "application/pdf"}, (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        "/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
        f"4 0 obj<</Length {len(drawing)}>>stream\n{drawing}\nendstream endobj\n"
        "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
        f"6 0 obj<</Title({title})>>endobj\ntrailer<</Root 1 0 R/Info 6 0 R>>\n%%EOF\n"))


REGISTER = ("All of this is written in the register of the harbour,",
            "which lies open to everybody on every working day.")


def are_read(program, folder):
    web = SmallWeb()
    web["/fees.pdf"] = pdf("The fees", "Each boat pays twelve crowns a day.", *REGISTER)
    web["/report.pdf"] = pdf("The report", "The lighthouse was painted last summer.", *REGISTER)
    web["/feed"] = (200, {"Content-Type": "application/rss+xml"}, (
        "<rss version='2.0'><channel><title>Harbour</title><item><guid>1</guid><title>A report"
        f"</title><link>{web.base}/report.pdf</link></item></channel></rss>"))
    curlew = Curlew(program, folder)
    process = curlew.serve_and_wait()
    curlew.run("add", web.base + "/fees.pdf", "--kind", "page", "--watch", "changes")
    curlew.run("add", web.base + "/feed")
    check(wait_until(lambda: curlew.objects("search", "lighthouse"), 120),
          "the article is not found by its PDF:", curlew.objects("log"))
    check(wait_until(lambda: curlew.rows("SELECT 1 FROM versions WHERE of_article = 0"), 120), curlew.objects("log"))

    web["/fees.pdf"] = pdf("The fees", "Each boat pays forty crowns a day.", *REGISTER)
    changes = lambda: [row for row in curlew.objects("articles") if "The fees: " in row["title"]]
    # A busy machine may have visited it so often in vain that it would be left alone.
    curlew.run("visit", web.base + "/fees.pdf")
    check(wait_until(changes, 120), "no change was told:",
          curlew.objects("log", web.base + "/fees.pdf"))
    detail, = curlew.objects("read", str(changes()[0]["id"]))
    check("<del>twelve</del>" in detail["content_html"], detail)
    kinds = curlew.rows("SELECT media_type FROM versions WHERE of_article = 0")
    check([kind for kind, in kinds] == ["application/pdf"] * 2, kinds)
    text = curlew.ask("show", web.base + "/fees.pdf", "--text")[1]
    check("Each boat pays forty crowns a day." in text and "%PDF" not in text, text)
    difference = curlew.ask("diff", web.base + "/fees.pdf")[1]
    check("[-twelve-]" in difference and "{+forty+}" in difference, difference)
    check(stop(process) is None, "stop")


def bad_programs_say_so(program, folder):
    web = SmallWeb()
    web["/a.pdf"] = pdf("A", "a")
    breaking = folder / "breaking"
    breaking.write_text("#!/bin/sh\nkill -SEGV $$\n")
    breaking.chmod(0o700)
    for path, reason in ((breaking, "signal 11"), ("no-such-program", "poppler-utils"),
                         ("", "set fetch.pdftotext")):
        home = folder / f"with-{os.path.basename(path)}"
        home.mkdir()
        curlew = Curlew(program, home, fetch={"pdftotext": str(path)})
        process = curlew.serve_and_wait()
        said, = curlew.objects("add", web.base + "/a.pdf", "--kind", "page", "--watch", "changes")
        check(reason in said["problem"]["reason"], path, said)
        check(stop(process) is None, "stop")


with tempfile.TemporaryDirectory() as folder:
    bad_programs_say_so(sys.argv[1], pathlib.Path(folder))
    if not shutil.which("pdftotext"):
        check(not os.environ.get("CI"), "poppler-utils is not installed")
        print("skipped: poppler-utils is not installed")
        sys.exit(0)
    home = pathlib.Path(folder) / "with-pdftotext"
    home.mkdir()
    are_read(sys.argv[1], home)
