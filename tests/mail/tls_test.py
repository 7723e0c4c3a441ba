"""Mail with STARTTLS, with TLS from the first byte and with a login, against aiosmtpd.

usage: tls_test.py SEND_MAIL"""
import logging
import pathlib
import socket
import ssl
import subprocess
import sys
import tempfile

try:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult
except ImportError:
    print("skipped: python3-aiosmtpd is not installed")
    sys.exit(77)


class Keeper:
    def __init__(self):
        self.kept = []

    async def handle_DATA(self, _server, session, envelope):
        self.kept.append((session.ssl is not None, session.auth_data, envelope))
        return "250 kept"


def login(_server, _session, _envelope, _mechanism, data):
    right = data.login == b"curlew" and data.password == "s3cret ä".encode()
    return AuthResult(success=right, auth_data=data if right else None, handled=right)


class Server:
    """Wants STARTTLS and a login, or is silent without TLS from the first byte."""

    def __init__(self, context, implicit=False):
        self.keeper = Keeper()
        settings = {"ssl_context": context} if implicit else {
            "tls_context": context, "require_starttls": True, "auth_required": True,
            "authenticator": login}
        self.controller = Controller(self.keeper, hostname="127.0.0.1", port=0,
                                     ready_timeout=30, **settings)
        # aiosmtpd looks at the port to see whether it listens: it must know which.
        self.controller.port = free_port()
        self.controller.start()

    def send(self, program, *words):
        done = subprocess.run(
            [program, "--host", "localhost", "--port", str(self.controller.port), *words],
            capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-keyout", folder / "key.pem", "-out", folder / "cert.pem", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return str(folder / "cert.pem"), context


def check_starttls(program, ca_file, context):
    server = Server(context)
    try:
        safe = ["--tls", "starttls", "--ca", ca_file]
        right = ["--user", "curlew", "--password", "s3cret ä"]
        assert server.send(program, *safe, *right, "--count", "3") == ["accepted 250 "] * 3
        was_tls, account, envelope = server.keeper.kept[-1]
        assert was_tls and account.login == b"curlew", account
        assert envelope.mail_from == "curlew@example.org"
        assert envelope.rcpt_tos == ["maria@example.org"]
        taken = len(server.keeper.kept)

        # Nothing below is the message's fault, so each is tried later.
        wrong = server.send(program, *safe, "--user", "curlew", "--password", "wrong")[0]
        assert wrong.startswith("later 535 535 "), wrong
        nobody = server.send(program, *safe)[0]
        assert nobody.startswith("later 530 530 "), nobody
        unknown = server.send(program, "--tls", "starttls", *right)[0]
        assert unknown.startswith("later ") and "certificate" in unknown, unknown
        clear = server.send(program, "--tls", "none", *right)[0]
        assert clear.startswith("later "), clear
        assert len(server.keeper.kept) == taken
    finally:
        server.controller.stop()


def check_implicit_tls(program, ca_file, context):
    server = Server(context, implicit=True)
    try:
        assert server.send(program, "--tls", "tls", "--ca", ca_file) == ["accepted 250 "]
        assert server.send(program, "--tls", "tls")[0].startswith("later ")
        assert len(server.keeper.kept) == 1
    finally:
        server.controller.stop()


def main():
    # Handshakes that we break off are what is tested.
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        ca_file, context = make_certificate(pathlib.Path(folder))
        check_starttls(sys.argv[1], ca_file, context)
        check_implicit_tls(sys.argv[1], ca_file, context)
    print("mail over TLS: sent, and never without it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
