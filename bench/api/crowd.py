"""A crowd of clients that the others should not notice.

    crowd.py PORT TOKEN    says "ready" when all are there, and how many are left when told so

2,000 idle ones, of which half have asked once; 200 slow ones, half of which read a long answer
and half write a request, 512 bytes or one byte four times a second; 1,000 that follow the events.
"""
import asyncio
import os
import sys

IDLE, SLOW, LISTENING = 2000, 200, 1000


def request(path, token, more=""):
    return (f"GET /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {token}\r\n{more}\r\n").encode()


class Crowd:
    def __init__(self, port, token):
        self.port, self.token = port, token
        self.there = {"idle": 0, "slow": 0, "listening": 0}
        self.first = {"idle": 0, "slow": 0, "listening": 0}
        # The loop itself holds its tasks weakly: those of nobody are collected.
        self.tasks = []

    async def stay(self, kind, act):
        """Connects again when the server ends the connection, as it may after a while."""
        is_first = True
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1024)
                self.there[kind] += 1
                self.first[kind] += is_first
                is_first = False
                try:
                    await act(reader, writer)
                finally:
                    self.there[kind] -= 1
                    writer.close()
            except OSError:
                pass
            await asyncio.sleep(0.5)

    async def idle(self, reader, writer):
        await reader.read(1)

    async def asked_once(self, reader, writer):
        writer.write(request("me", self.token))
        while await reader.read(1024):
            pass

    async def read_slowly(self, reader, writer):
        writer.write(request("articles?limit=200", self.token))
        while await reader.read(512):
            await asyncio.sleep(0.25)

    async def write_slowly(self, reader, writer):
        for byte in request("me", self.token, "X-Drip: " + "x" * 4000 + "\r\n"):
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.25)

    async def listen(self, reader, writer):
        writer.write(request("events", self.token))
        while await reader.read(1024):
            pass

    def begin(self, kind, act):
        self.tasks.append(asyncio.ensure_future(self.stay(kind, act)))

    async def run(self):
        for i in range(max(IDLE, SLOW, LISTENING)):
            if i < IDLE:
                self.begin("idle", self.asked_once if i % 2 else self.idle)
            if i < SLOW:
                self.begin("slow", self.write_slowly if i % 2 else self.read_slowly)
            if i < LISTENING:
                self.begin("listening", self.listen)
            if i % 20 == 0:
                await asyncio.sleep(0.02)
        wanted = {"idle": IDLE, "slow": SLOW, "listening": LISTENING}
        for _ in range(600):
            if all(self.first[kind] >= count for kind, count in wanted.items()):
                break
            await asyncio.sleep(0.1)
        print("ready", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        print(" ".join(f"{count} {kind}" for kind, count in self.there.items()), flush=True)


def main(port, token):
    loop = asyncio.new_event_loop()
    loop.run_until_complete(Crowd(int(port), token).run())
    # The others are not waited for.
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
