"""A caller of the API: by a session's cookie, or by a token."""
import http.client
import json
import urllib.parse


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    def __init__(self, port, token=None, language="en"):
        self.port, self.token, self.language, self.cookie = port, token, language, None

    def ask(self, method, path, body=None, kind="application/json", **headers):
        """`path` is below /api/v1; `body` a value, or bytes of another type."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = {"Accept-Language": self.language, "X-Curlew-Request": "1",
                "Origin": f"http://127.0.0.1:{self.port}"} | headers
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.cookie:
            sent["Cookie"] = self.cookie
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent["Content-Type"] = kind
        connection.request(method, f"/api/v1{path}", data, sent)
        got = connection.getresponse()
        answer = Answer(got.status, got.headers, got.read())
        connection.close()
        return answer

    def log_in(self, name, password):
        answer = self.ask("POST", "/session", {"name": name, "password": password})
        if answer.status == 200:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        return answer


def query(**parameters):
    return "?" + urllib.parse.urlencode(parameters)
