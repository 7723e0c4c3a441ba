"""Notices through a real mail server: what a user's program gets is parsed and checked.

usage: opensmtpd_test.py SEND_MAIL"""
import email
import email.policy
import email.utils
import re
import subprocess
import sys

import opensmtpd_server


def send(program, server, *words):
    done = subprocess.run([program, "--host", "127.0.0.1", "--port", str(server.port), *words],
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def parsed(raw):
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert not message.defects, message.defects
    for part in message.walk():
        assert not part.defects, part.defects
    return message


def check_greek_digest(raw):
    message = parsed(raw)
    assert message["Subject"] == "Ακτοπλοΐα και λιμάνια: 2 αποκόμματα", message["Subject"]
    assert message["From"].addresses[0].addr_spec == "curlew@example.org"
    assert message["From"].addresses[0].display_name == "Curlew"
    assert message["To"] == "maria@example.org"
    assert message["Message-ID"] == "<delivery-1.test@example.org>"
    assert message["References"] == message["In-Reply-To"] == "<list-8.test@example.org>"
    list_name = str(email.header.make_header(email.header.decode_header(message["List-Id"])))
    assert re.fullmatch(r"Ακτοπλοΐα και λιμάνια\s+<list-8\.test\.example\.org>", list_name), \
        list_name
    assert message["List-Unsubscribe"] == "<https://curlew.example.org/stop/def>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"].datetime.isoformat() == "2026-11-17T13:06:01+00:00"
    assert message.get_content_type() == "multipart/alternative"
    kinds = [part.get_content_type() for part in message.iter_parts()]
    assert kinds == ["text/plain", "text/html"], kinds

    text = message.get_body(("plain",)).get_content()
    assert "Η *απεργία* των ναυτικών λήγει το μεσημέρι." in text, text
    assert "https://nea.example.gr/1" in text
    assert "Τα Νέα του Λιμανιού · 2026-11-17 15:06" in text, text
    assert "Επίσης: Island Post https://post.example.org/7" in text, text
    html = message.get_body(("html",)).get_content()
    assert '<html lang="el">' in html
    assert "Η <mark><b>απεργία</b></mark> των ναυτικών" in html, html
    assert "strike &lt;b&gt;ends&lt;/b&gt;" in html, html
    for line in raw.split(b"\n"):
        assert len(line) <= 998 and line.isascii(), line


def main():
    reason = opensmtpd_server.why_not()
    if reason:
        print("skipped:", reason)
        return 77
    server = opensmtpd_server.OpenSmtpd()
    try:
        program = sys.argv[1]
        assert send(program, server) == ["accepted 250 "]
        check_greek_digest(server.messages(1)[0])

        refused = send(program, server, "--to", "nobody@refused.example.org")[0]
        assert refused.startswith("refused 550 550 "), refused

        # Many over few connections, each once.
        lines = send(program, server, "--notice", "clip", "--count", "300")
        assert lines == ["accepted 250 "] * 300, set(lines)
        ids = [parsed(raw)["Message-ID"] for raw in server.messages(301)]
        assert len(ids) == 301
        assert len(set(ids)) == 300, "delivery 1 was sent as two notices"
        print("opensmtpd: 301 messages delivered and parsed")
    except BaseException:
        print(server.log_text()[-3000:], file=sys.stderr)
        raise
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
