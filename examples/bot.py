#!/usr/bin/env python3
"""A small player for the arena. docs/bot-protocol.md describes the messages.

    bastide arena --a 'cmd:python3 examples/bot.py' --b random --games 20

It requests the prospects of every answer, and chooses the answer after which its lead would be largest if the game
ended there. Placed figures are missing for better places, so each must gain more than it costs.
Needs only Python 3.10 or newer.
"""

import json
import sys

# Cost of placing a figure: the last ones in supply are expensive.
COST_OF_LAST, COST_OF_ANY = 6.0, 0.5


def say(message):
    """Sends a line. Without the flush it would stay in a buffer while the clock runs."""
    print(json.dumps(message), flush=True)


def lead(points, seat):
    """Returns a seat's lead over the best other seat."""
    others = [each for other, each in enumerate(points) if other != seat]
    return points[seat] - max(others, default=0)


class Player:
    def __init__(self):
        self.seats = []
        self.used = {}

    def begin(self, game):
        """Starts a new game and resets all state."""
        self.seats = game["seats"]
        self.used = {seat: 0 for seat in self.seats}

    def hear(self, update):
        """Counts each own seat's figures on the map."""
        for event in update["events"]:
            if event.get("seat") in self.used:
                change = {"deployed": 1, "returned": -1}.get(event["type"], 0)
                self.used[event["seat"]] += change

    def value(self, request, index):
        """Rates an answer."""
        seat, word = request["seat"], request["answers"][index]
        prospect = request["prospects"][index]
        value = lead(prospect["projected"], seat) + 0.1 * lead(prospect["scores"], seat)
        if request["kind"] == "deploy" and word != "pass":
            value -= COST_OF_LAST if self.used[seat] >= 5 else COST_OF_ANY
            if word.startswith("farmer"):
                value -= 2.0  # It stays there until the end.
        return value

    def choose(self, request):
        """Returns the index of the best answer, the first among equals."""
        return max(range(len(request["answers"])), key=lambda index: self.value(request, index))


def main():
    player = Player()
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                if message["v"] != 1:
                    sys.exit("this bot supports only version 1 of the protocol")
                say({"type": "hello", "v": 1, "name": "example", "wants": ["events", "prospects"]})
            case "game":
                player.begin(message)
                say({"type": "ready"})
            case "update":
                player.hear(message)
            case "choose":
                say({"type": "answer", "seq": message["seq"], "index": player.choose(message)})
            case "error":
                print("error from the arena:", message["message"], file=sys.stderr)
            case "quit":
                break


if __name__ == "__main__":
    main()
