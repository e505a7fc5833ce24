#!/usr/bin/env python3
"""A small player for the arena: docs/bot-protocol.md says what it is told and what it may answer.

    bastide arena --a 'cmd:python3 examples/bot.py' --b random --games 20

It asks for the prospects of every answer, and takes the answer after which it would be furthest ahead if the game
ended then. A figure on the map is one less for better places, so it must bring more than it costs.
Needs Python 3.10 or newer, and nothing else.
"""

import json
import sys

# What a figure in supply is worth, by how many are left after it: the last ones are dear.
COST_OF_LAST, COST_OF_ANY = 6.0, 0.5


def say(message):
    """Sends a line. Without the flush it would wait in a buffer while the clock runs."""
    print(json.dumps(message), flush=True)


def lead(points, seat):
    """The points of a seat beyond those of the best of the others."""
    others = [each for other, each in enumerate(points) if other != seat]
    return points[seat] - max(others, default=0)


class Player:
    def __init__(self):
        self.seats = []
        self.used = {}

    def begin(self, game):
        """A new game: nothing of the last one counts any more."""
        self.seats = game["seats"]
        self.used = {seat: 0 for seat in self.seats}

    def hear(self, update):
        """Counts the figures that stand on the map for each of its seats."""
        for event in update["events"]:
            if event.get("seat") in self.used:
                change = {"deployed": 1, "returned": -1}.get(event["type"], 0)
                self.used[event["seat"]] += change

    def value(self, request, index):
        """How good an answer looks."""
        seat, word = request["seat"], request["answers"][index]
        prospect = request["prospects"][index]
        value = lead(prospect["projected"], seat) + 0.1 * lead(prospect["scores"], seat)
        if request["kind"] == "deploy" and word != "pass":
            value -= COST_OF_LAST if self.used[seat] >= 5 else COST_OF_ANY
            if word.startswith("farmer"):
                value -= 2.0  # It lies there until the end.
        return value

    def choose(self, request):
        """The number of the best answer, the first of equals."""
        return max(range(len(request["answers"])), key=lambda index: self.value(request, index))


def main():
    player = Player()
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                if message["v"] != 1:
                    sys.exit("this bot speaks version 1 of the protocol")
                say({"type": "hello", "v": 1, "name": "example", "wants": ["events", "prospects"]})
            case "game":
                player.begin(message)
                say({"type": "ready"})
            case "update":
                player.hear(message)
            case "choose":
                say({"type": "answer", "seq": message["seq"], "index": player.choose(message)})
            case "error":
                print("the arena says:", message["message"], file=sys.stderr)
            case "quit":
                break


if __name__ == "__main__":
    main()
