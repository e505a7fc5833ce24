"""Plays the first legal answer and makes the fault that its argument names."""

import json
import os
import sys
import time

mode = sys.argv[1]
given = 0


def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


if mode == "mute":
    time.sleep(1000)
if mode == "ends-at-once":
    sys.exit(3)
if mode.startswith("pid:"):
    with open(mode[4:], "a") as file:
        file.write(f"{os.getpid()}\n")

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        hello = {"type": "hello", "v": 2 if mode == "version" else 1, "wants": ["view", "events"]}
        if mode == "greedy":
            hello["wants"] = ["the draw pile"]
        say("hello!" if mode == "chatty" else hello)
    elif message["type"] == "game":
        if mode != "never-ready":
            say({"type": "ready"})
    elif message["type"] == "choose":
        given += 1
        reply = {"type": "answer", "seq": message["seq"], "word": message["answers"][0]}
        if given > 5:
            if mode == "silent":
                continue
            if mode == "slow" and given % 25 == 0:
                time.sleep(1)
            if mode == "exits":
                sys.exit(7)
            if mode == "closes":
                os.close(1)
                continue
            if mode == "raises":
                raise ValueError("a bug")
            if mode == "long":
                reply["more"] = "x" * 100000
            if mode == "illegal":
                reply["word"] = "crfr@99,99r0"
            if mode == "no-word":
                reply["word"] = "what?"
            if mode == "index":
                reply = {"type": "answer", "seq": message["seq"], "index": 1000}
            if mode == "both":
                reply["index"] = 0
            if mode == "stale":
                reply["seq"] -= 1
            if mode == "number":
                reply["seq"] = "7"
            if mode == "noise":
                say("thinking ...")
            if mode == "binary":
                sys.stdout.buffer.write(b"\xff\n")
                sys.stdout.buffer.flush()
                continue
            if mode == "list":
                say([reply])
                continue
            if mode == "type":
                reply["type"] = "move"
        say(reply)
        if mode == "twice" and given == 5:
            say(reply)

if mode == "stays":
    time.sleep(1000)
