#!/usr/bin/env python3
"""A small player for a Bastide server that accepts challenges and plays until it is stopped. See docs/online-bots.md.

    BASTIDE_TOKEN=bastide_... python3 examples/online_bot.py http://127.0.0.1:8080

Create the token on the page /account#api, with the scopes read, play and talk. The player tries some of its answers, and
chooses the one after which its lead would be largest if the game ended there.
Needs only Python 3.10 or newer.
"""

import base64
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

GAMES = {"carcassonne"}  # Games to accept challenges for.
MOST_TABLES = 4  # Maximum number of games at the same time.
TRIED = 6  # Maximum number of answers to try per decision.
SILENCE = 60  # Seconds without a line or a ping before a connection counts as lost.


class Gone(Exception):
    """The server closed the connection."""


class Server:
    def __init__(self, address, token):
        self.address = urllib.parse.urlsplit(address.rstrip("/"))
        self.base = address.rstrip("/") + "/api"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def open(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.base + path, data, self.headers), timeout=SILENCE)

    def ask(self, path, body=None):
        with self.open(path, body) as answer:
            return json.load(answer)


class Socket:
    """A minimal WebSocket: text in both directions, and pings."""

    def __init__(self, server, path):
        address = server.address
        secure = address.scheme == "https"
        self.stream = socket.create_connection((address.hostname, address.port or (443 if secure else 80)), SILENCE)
        if secure:
            self.stream = ssl.create_default_context().wrap_socket(self.stream, server_hostname=address.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET /api{path} HTTP/1.1", f"Host: {address.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}",
                f"Authorization: {server.headers['Authorization']}", "", ""]
        self.stream.sendall("\r\n".join(head).encode())
        self.reader = self.stream.makefile("rb")
        status = self.reader.readline().decode()
        while self.reader.readline().strip():
            pass
        if " 101 " not in status:
            raise Gone(status.strip())

    def frame(self, kind, payload):
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.stream.sendall(bytes([0x80 | kind]) + length + mask + masked)

    def say(self, message):
        self.frame(1, json.dumps(message).encode())

    def read(self, count):
        data = self.reader.read(count)
        if len(data) < count:
            raise Gone("the connection was closed")
        return data

    def hear(self):
        """Returns the next message."""
        text = b""
        while True:
            first, second = self.read(2)
            size = second & 0x7F
            if size == 126:
                size, = struct.unpack(">H", self.read(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.read(8))
            payload, kind = self.read(size), first & 0x0F
            if kind == 8:
                raise Gone("the server closed the connection")
            if kind == 9:
                self.frame(10, payload)
            elif kind in (0, 1):
                text += payload
                if first & 0x80:
                    return json.loads(text)

    def close(self):
        self.reader.close()
        self.stream.close()


def lead(view, seat):
    """Returns a seat's lead over the best other seat if the game ended now."""
    points = {one["seat"]: one["projected"] for one in view["players"]}
    return points[seat] - max((each for other, each in points.items() if other != seat), default=0)


class Table:
    """One game, from the welcome to its end."""

    def __init__(self, server, name):
        self.wire = Socket(server, f"/tables/{name}/socket")
        self.greeted = False

    def play(self):
        self.wire.say({"type": "hello", "v": 1, "tokens": [], "since": None})
        message, seats = self.wire.hear(), []
        while True:
            if message["type"] == "error" and message["error"]["code"] not in ("stale", "too_fast", "not_your_turn"):
                raise Gone(message["error"]["message"])
            if message["type"] == "welcome":
                seats = message["you"]
                if message["table"]["phase"] == "playing" and message["view"]["turn"] <= 2 and not self.greeted:
                    self.greeted = True
                    self.wire.say({"type": "say", "phrase": "hello"})
            table = message.get("table")
            if table and (table["phase"] == "finished" or not seats):
                return
            view = message.get("view") if message["type"] in ("welcome", "update") else None
            if view and view["over"]:
                return
            decision = view and view["decision"]
            if decision and decision["seat"] in seats and decision["answers"]:
                message = self.answer(view, decision)
            else:
                message = self.wire.hear()

    def answer(self, view, decision):
        """Gives the best of some answers and returns the next message."""
        seat, words = decision["seat"], [one["word"] for one in decision["answers"]]
        step = max(1, len(words) // TRIED)
        best, most = words[0], None
        for word in words[::step][:TRIED] if decision["kind"] == "place" else []:
            self.wire.say({"type": "preview", "seat": seat, "seq": view["seq"], "words": [word]})
            message = self.wire.hear()
            while message["type"] in ("said", "table", "thinking"):
                message = self.wire.hear()
            if message["type"] in ("welcome", "update"):
                return message  # The game has changed meanwhile.
            after = message.get("view")
            value = lead(after, seat) if after else None
            if value is not None and (most is None or value > most):
                best, most = word, value
        self.wire.say({"type": "answer", "seat": seat, "seq": view["seq"], "word": best})
        message = self.wire.hear()
        while message["type"] in ("said", "table", "thinking"):
            message = self.wire.hear()
        if message["type"] == "error":
            # Requests the complete position again, and retries.
            print("rejected:", message["error"]["message"], flush=True)
            time.sleep(1)
            self.wire.say({"type": "hello", "v": 1, "tokens": [], "since": None})
            message = self.wire.hear()
        return message


class Player:
    def __init__(self, server):
        self.server = server
        self.lock = threading.Lock()
        self.tables = set()

    def suits(self, challenge):
        table = challenge["table"]
        return table["setup"]["game"] in GAMES and len(self.tables) < MOST_TABLES

    def consider(self, challenge):
        if challenge["own"]:
            return
        name = challenge["table"]["table"]
        wanted = self.suits(challenge)
        print("accepts" if wanted else "declines", name, "of", challenge["by"], flush=True)
        try:
            self.server.ask(f"/challenges/{name}/{'accept' if wanted else 'decline'}", {})
        except urllib.error.HTTPError as refusal:
            print("rejected:", refusal.read().decode(), flush=True)

    def come(self, name):
        """Plays at a table, unless already playing there."""
        with self.lock:
            if name in self.tables:
                return
            self.tables.add(name)
        threading.Thread(target=self.stay, args=(name,), daemon=True).start()

    def stay(self, name):
        try:
            for wait in (1, 2, 4, 8, 16, 32):
                table = None
                try:
                    table = Table(self.server, name)
                    table.play()
                    print("done with", name, flush=True)
                    return
                except (Gone, OSError) as why:
                    print(f"lost {name}: {why}", flush=True)
                    time.sleep(wait)
                finally:
                    if table:
                        table.wire.close()
        finally:
            with self.lock:
                self.tables.discard(name)

    def listen(self):
        """Handles the account's events until the stream ends."""
        with self.server.open("/events") as events:
            print("listening", flush=True)
            for line in events:
                if not line.strip():
                    continue
                event = json.loads(line)
                match event["type"]:
                    case "hello":
                        for turn in event["asked"]:
                            self.come(turn["table"])
                        for challenge in event["challenges"]:
                            self.consider(challenge)
                    case "challenge":
                        self.consider(event["challenge"])
                    case "game_start":
                        self.come(event["table"])
                    case "turn" if event["asked"]:
                        self.come(event["table"])


def main():
    if len(sys.argv) != 2 or not os.environ.get("BASTIDE_TOKEN"):
        sys.exit(__doc__)
    player = Player(Server(sys.argv[1], os.environ["BASTIDE_TOKEN"]))
    wait = 1
    while True:
        began = time.monotonic()
        try:
            player.listen()
        except urllib.error.HTTPError as refusal:
            print("rejected:", refusal.read().decode(), flush=True)
            if refusal.code in (401, 403):
                sys.exit(1)  # The token is invalid, or lacks a scope.
        except OSError as why:
            print("lost:", why, flush=True)
        wait = 1 if time.monotonic() - began > 60 else min(2 * wait, 60)
        time.sleep(wait)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
