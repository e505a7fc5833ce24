// Animations and sounds: flying tiles and figures, other players' turns step by step, the final scoring.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  atSeq, BASE, closePages, confirm, human, json, launch, makeTable, myDecision, openTable, playOn, pointAt, settled, until, visit,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Records animations, requested sounds and shown positions, with timestamps. */
function record() {
  window.recorded = { moved: [], flown: [], styled: [], asked: [], shown: [], told: [], begun: 0, loudest: 0 };
  const { recorded } = window;
  for (const type of ["animationstart", "transitionrun"]) {
    addEventListener(type, ({ target }) => recorded.styled.push(`${type} ${target.className}`), { capture: true });
  }
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        const { type, seq } = JSON.parse(data);
        if (type === "changes") recorded.told.push({ seq, at: performance.now() });
      });
    }
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, options) {
    const what = this.dataset.flight ?? this.dataset.piece ?? this.getAttribute("class")?.split(" ")[0];
    recorded.moved.push({ what, took: options.duration, at: performance.now() });
    if (this.dataset.flight) recorded.flown.push(this.dataset.flight);
    return animate.call(this, frames, options);
  };
  addEventListener("bastide:sound", ({ detail }) => recorded.asked.push({ ...detail, at: performance.now() }));
  // Routes all sound through an analyser before the output.
  const { start } = AudioScheduledSourceNode.prototype;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    kind.prototype.start = function (...rest) {
      recorded.begun += 1;
      return start.apply(this, rest);
    };
  }
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      // The analyser's window is most of a second long, so that a busy page misses no sound.
      const ear = this.context.createAnalyser();
      ear.fftSize = 32_768;
      connect.call(this, ear);
      const heard = new Float32Array(ear.fftSize);
      setInterval(() => {
        ear.getFloatTimeDomainData(heard);
        recorded.loudest = heard.reduce((most, one) => Math.max(most, Math.abs(one)), recorded.loudest);
      }, 50);
    }
    return connect.call(this, to, ...rest);
  };
  addEventListener("DOMContentLoaded", () => {
    let last = null;
    const look = () => {
      const main = document.querySelector("main[data-seq]");
      if (main && main.dataset.seq !== last) {
        last = main.dataset.seq;
        const spots = document.querySelectorAll("[data-spot]").length;
        recorded.shown.push({ seq: Number(last), mine: main.dataset.mine, past: main.dataset.past ?? null, spots, at: performance.now() });
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-seq"] });
  });
}

const recorded = (page) => page.evaluate(() => window.recorded);
const clearRecord = (page) =>
  page.evaluate(() => {
    const nothing = { moved: [], flown: [], styled: [], asked: [], shown: [], told: [], begun: 0, loudest: 0 };
    Object.assign(window.recorded, nothing);
  });

async function visited(options = {}) {
  const page = await visit(browser, "/", { motion: true, pace: "brisk", confirm: "undo", ...options });
  await page.addInitScript(record);
  return page;
}

/** Pauses the page's clock, which must be installed, so that no timer fires before the test advances it. */
async function stopClock(page) {
  for (let ahead = 500; ; ahead *= 2) {
    try {
      return await page.clock.pauseAt((await page.evaluate(() => Date.now())) + ahead);
    } catch (error) {
      // On a busy machine, that time may already have passed.
      if (ahead > 10_000) throw error;
    }
  }
}

/** Waits until the page has received a position. */
const received = (page, seq) => page.waitForFunction((seq) => window.recorded.told.some((one) => one.seq === seq), seq);
const isAsked = (page) => page.locator("main[data-mine=yes]").waitFor();

/** Creates a table for three with only Anna on this screen; another page plays for the other two. */
async function threeAt(page, setup = {}) {
  const made = await makeTable(page, [human("Anna"), { type: "open" }, { type: "open" }], setup);
  const elsewhere = await visit(browser, "/confirm");
  const tokens = await elsewhere.evaluate(async (table) => {
    const taken = [];
    for (const seat of [1, 2]) {
      const answer = await fetch(`/api/tables/${table}/join`, {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seat, name: `Guest ${seat}` }),
      });
      taken.push(await answer.json());
    }
    return taken;
  }, made.table);
  await page.goto(`${BASE}/t/${made.table}`);
  await page.locator("[data-spot]").first().waitFor();
  return { ...made, others: () => playOthers(elsewhere, made.table, tokens) };
}

/** Plays one turn for each of the other two players as fast as the server allows, with a follower where possible. */
const playOthers = (page, table, tokens) =>
  page.evaluate(async ([table, tokens]) => {
    const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
    const seats = tokens.map(({ seat }) => seat);
    await new Promise((done, fail) => {
      socket.onerror = () => fail(new Error("no socket"));
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", v: 1, tokens: tokens.map((one) => one.token), since: null }));
      let acted = false;
      socket.onmessage = ({ data }) => {
        const { type, view, error } = JSON.parse(data);
        if (type === "error") fail(new Error(error.message));
        if (!view) return;
        const { seat, answers } = view.decision;
        if (seat === null) return;
        if (!seats.includes(seat)) return void (acted && done());
        acted = true;
        socket.send(JSON.stringify({ type: "answer", seat, seq: view.seq, word: answers[0].word }));
      };
    });
    socket.close();
  }, [table, tokens]);

/** Places a tile without a follower for Anna. Returns the sequence number before it. */
async function annaPasses(page, nth = 0) {
  assert.equal(await myDecision(page), "place");
  const seq = Number(await page.locator("main[data-seq]").getAttribute("data-seq"));
  await page.locator("[data-spot]").nth(nth).click();
  await page.waitForFunction(() => document.querySelector("main[data-seq]").dataset.kind === "deploy");
  await settled(page);
  await page.locator("[data-act=pass]").click();
  await page.waitForFunction((seq) => Number(document.querySelector("main[data-seq]").dataset.seq) > seq + 1, seq);
  return seq;
}

const newest = async (page, table) => (await json(page, `/api/tables/${table}/view`)).seq;
const seqOf = async (page) => Number(await page.locator("main[data-seq]").getAttribute("data-seq"));

test("other turns are shown step by step, with their animations", async () => {
  const page = await visited();
  const { table, others } = await threeAt(page);
  await annaPasses(page);
  // Spectators are shown every step for its full duration.
  const watcher = await visited();
  await watcher.goto(`${BASE}/t/${table}`);
  await watcher.locator("main[data-seq]").waitFor();
  await atSeq(watcher, await newest(page, table));
  await settled(watcher);
  await clearRecord(watcher);
  await others();
  const last = await newest(page, table);
  await atSeq(watcher, last);
  const { shown, told, flown, moved } = await recorded(watcher);
  assert.deepEqual(shown.map(({ seq }) => seq), told.map(({ seq }) => seq), "each step is seen, in order");
  assert.ok(shown.at(-1).at - shown[0].at > 1000, "they have their time, though they came at once");
  assert.deepEqual(flown.filter((one) => one === "tile"), ["tile", "tile"], "both tiles flew");
  assert.deepEqual(moved.filter((one) => one.took > 300), [], "no movement is longer than 300 ms");
  await watcher.waitForFunction(() => document.querySelector("[data-flight]") === null);
  const { tiles } = await json(page, `/api/tables/${table}/view`);
  assert.equal(await watcher.locator("svg.ground > g > image").count(), tiles.length, "every tile lies on the board when all has landed");
  assert.deepEqual(watcher.problems, []);
  await watcher.context().close();
  await page.context().close();
});

test("the next player sees what happened and waits at most about a second", async () => {
  for (const pace of ["brisk", "calm"]) {
    const page = await visited({ pace });
    await page.clock.install();
    const { table, others } = await threeAt(page);
    await annaPasses(page);
    await stopClock(page);
    await clearRecord(page);
    await others();
    const last = await newest(page, table);
    await received(page, last);
    for (let millis = 0; millis < 2000; millis += 50) await page.clock.runFor(50);
    const { shown, told } = await recorded(page);
    assert.equal(shown.at(-1).seq, last, "the newest position is shown in the end");
    assert.ok(shown.length > 2, `something of it is seen: ${JSON.stringify(shown)}`);
    const waited = shown.at(-1).at - told.at(-1).at;
    assert.ok(waited > 200 && waited < 1000, `${waited} ms from receiving it to being able to answer`);
    await page.context().close();
  }
});

test("a click skips to the newest position and places nothing there", async () => {
  const page = await visited({ pace: "calm" });
  await page.clock.install();
  const { table, others } = await threeAt(page);
  const seq = await annaPasses(page);
  await stopClock(page);
  await clearRecord(page);
  await others();
  await received(page, await newest(page, table));
  assert.ok((await seqOf(page)) < (await newest(page, table)), "at a calm pace there is something left to be shown");
  const { x, y, width, height } = await page.locator(".board").boundingBox();
  await page.mouse.click(x + width / 2, y + height / 3);
  assert.equal(await seqOf(page), await newest(page, table));
  assert.ok((await seqOf(page)) > seq);
  assert.equal(await page.locator("[data-spot][aria-pressed=true]").count(), 0);
  await page.context().close();
});

test("nothing moves with reduced motion or with animations off", async () => {
  for (const still of [{ motion: false }, { motion: true }]) {
    const page = await visited(still);
    if (still.motion) {
      await page.addInitScript(() => {
        const kept = JSON.parse(localStorage.getItem("bastide.settings"));
        localStorage.setItem("bastide.settings", JSON.stringify({ ...kept, animation: false }));
      });
    }
    const { others } = await threeAt(page);
    await page.locator("[data-spot]").first().click();
    await page.keyboard.press("r");
    await page.locator("[data-act=back]").click();
    await annaPasses(page);
    await others();
    await isAsked(page);
    const { moved, styled, shown } = await recorded(page);
    assert.deepEqual([moved, styled], [[], []]);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    assert.ok(shown.length > 4, "turns are still shown step by step");
    await page.context().close();
  }
});

test("a tile laid by hand drops, and its rotation is animated", async () => {
  const page = await visited();
  // Whatever the deal, one of the tables soon has a first tile that fits in two rotations.
  let table = "";
  let key;
  for (let seats = 2; key === undefined && seats < 12; seats++) {
    const players = Array.from({ length: 2 + (seats % 4) }, (_, seat) => human(`Player ${seat}`));
    ({ table } = await makeTable(page, players, seats < 6 ? {} : { expansions: ["inns-cathedrals"] }));
    const { decision } = await json(page, `/api/tables/${table}/view`);
    const fits = new Map();
    for (const { x, y } of decision.answers) fits.set(`${x},${y}`, (fits.get(`${x},${y}`) ?? 0) + 1);
    [key] = [...fits].find(([, count]) => count > 1) ?? [];
  }
  await page.goto(`${BASE}/t/${table}`);
  await page.locator(`[data-spot="${key}"]`).click();
  await page.waitForFunction(() => document.querySelector("main[data-seq]").dataset.kind === "deploy");
  assert.ok((await recorded(page)).moved.some(({ what }) => what === "turning"), "it is put down");
  await settled(page);
  await clearRecord(page);
  const from = await page.locator("svg.ground > g > image").last().getAttribute("href");
  await page.locator("[data-act=rotate]").click();
  await page.waitForFunction(() => window.recorded.moved.some(({ what }) => what === "turning"));
  const { tiles } = await json(page, `/api/tables/${table}/view`);
  // While the tile rotates, it is not painted on the board; afterwards it is painted in its new rotation.
  await page.waitForFunction(([from, count]) => {
    const lying = [...document.querySelectorAll("svg.ground > g > image")];
    return lying.length === count && lying.at(-1).getAttribute("href") !== from;
  }, [from, tiles.length + 1]);
  await page.context().close();
});

test("followers fly to the supply, and points to the score", async () => {
  const page = await visited({ pace: "now" });
  const made = await openTable(page, [human("Anna"), human("Boris")], {}, { tiles: 12 }, 7);
  await page.locator("[data-spot]").first().waitFor();
  const flew = async (what) => (await recorded(page)).flown.includes(what);
  for (let n = 0; n < 80 && !((await flew("figure")) && (await flew("points"))); n++) {
    await playOn(page, made, { end: true }, 7 + n, 1);
    await atSeq(page, await newest(page, made.table));
    await settled(page);
  }
  const { flown, moved } = await recorded(page);
  assert.ok(flown.includes("figure"), "a follower flew home");
  assert.ok(flown.includes("points"), "points flew");
  assert.deepEqual(moved.filter((one) => one.took > 300), []);
  assert.deepEqual(page.problems, []);
});

test("the dragon walks from tile to tile", async () => {
  const page = await visited({ pace: "now" });
  const made = await openTable(page, [human("Anna"), human("Boris")], { expansions: ["princess-dragon"] }, { asks: "dragon" }, 3);
  const { view } = made;
  await settled(page);
  await clearRecord(page);
  const answer = view.decision.answers.find(({ verb }) => verb === "lead");
  await pointAt(page, view, answer);
  await confirm(page, made, view, answer);
  const { moved, asked } = await recorded(page);
  assert.equal(moved.filter(({ what }) => what === "dragon").length, 1);
  assert.ok(asked.some(({ sound }) => sound === "dragon"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the last tile of each player is outlined in the seat's colour, the newest strongest", async () => {
  const page = await visited({ pace: "now" });
  const { table, others } = await threeAt(page);
  await annaPasses(page);
  await others();
  await isAsked(page);
  const { tiles } = await json(page, `/api/tables/${table}/view`);
  await page.locator("[data-last-of]").nth(2).waitFor();
  const look = () => page.$$eval("[data-last-of]", (marks) => marks.map((mark) => {
    const own = getComputedStyle(mark.querySelector(".own"));
    const pattern = getComputedStyle(mark.querySelector(".pattern"));
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--seat-${mark.dataset.lastOf})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return {
      seat: Number(mark.dataset.lastOf), right: own.stroke === colour, wide: parseFloat(own.strokeWidth),
      pattern: pattern.display !== "none", newest: mark.querySelector("[data-last]")?.dataset.last ?? null,
    };
  }));
  const marks = await look();
  assert.deepEqual(marks.map(({ seat }) => seat).toSorted(), [0, 1, 2]);
  assert.ok(marks.every(({ right, pattern }) => right && pattern), JSON.stringify(marks));
  const [strongest] = marks.filter(({ newest }) => newest);
  assert.deepEqual([strongest.seat, strongest.newest], [tiles.at(-1).seat, `${tiles.at(-1).x},${tiles.at(-1).y}`]);
  assert.ok(marks.every(({ wide, seat }) => seat === strongest.seat || wide < strongest.wide));
  await page.evaluate(() => (document.documentElement.dataset.patterns = "off"));
  assert.ok((await look()).every(({ pattern }) => !pattern));
  await page.context().close();
});

test("the last turns are replayed by a key or a button, and a click returns", async () => {
  const page = await visited();
  const { table, others } = await threeAt(page);
  await annaPasses(page);
  await others();
  await isAsked(page);
  // After a reload, the last turns are fetched from the server.
  await page.reload();
  assert.equal(await myDecision(page), "place");
  const last = await newest(page, table);
  await clearRecord(page);
  await page.keyboard.press("b");
  await page.waitForFunction(() => window.recorded.shown.some(({ past }) => past));
  await isAsked(page);
  const { shown, flown } = await recorded(page);
  assert.ok(shown.every((one) => !one.past || one.spots === 0), "in the past nothing can be done");
  const past = shown.filter((one) => one.past).map(({ seq }) => seq);
  assert.deepEqual(past, Array.from({ length: past.length }, (_, index) => past[0] + index), "every step of it");
  assert.ok(past.length >= 6, JSON.stringify(past));
  assert.deepEqual([shown.at(-1).seq, flown.filter((one) => one === "tile").length], [last, 2]);

  await page.locator("[data-act=look-back]").click();
  await page.locator("main[data-past]").waitFor();
  await page.locator("[data-act=newest]").click();
  assert.equal(await page.locator("main[data-past]").count(), 0);
  assert.deepEqual([await seqOf(page), await page.locator("main[data-mine=yes]").count()], [last, 1]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("events make sounds if enabled and after a first click on the page", async () => {
  const page = await visited({ pace: "now" });
  const { others } = await threeAt(page);
  // Without a click there is no sound: browsers block it.
  await page.reload();
  await page.locator("[data-spot]").first().waitFor();
  assert.equal((await recorded(page)).begun, 0);
  await annaPasses(page);
  await page.waitForFunction(() => window.recorded.loudest > 0.005);
  const own = await recorded(page);
  assert.deepEqual(own.asked.map(({ sound }) => sound).slice(0, 1), ["laid"]);
  assert.ok(own.asked.every(({ heard }) => heard) && own.begun > 0, JSON.stringify(own));
  assert.ok(own.loudest < 1, `something is heard, ${own.loudest} loud`);

  await clearRecord(page);
  await others();
  await isAsked(page);
  const theirs = (await recorded(page)).asked.map(({ sound }) => sound);
  for (const wanted of ["drawn", "laid", "figure"]) assert.ok(theirs.includes(wanted), theirs.join(" "));
  assert.equal(theirs.at(-1), "mine");

  // First, one sound is switched off, then all of them.
  const settings = page.locator("header button").last();
  await settings.click();
  await page.locator("[data-sound=laid]").uncheck();
  await page.keyboard.press("Escape");
  await clearRecord(page);
  await page.locator("[data-spot]").first().click();
  await page.waitForFunction(() => window.recorded.asked.length > 0);
  assert.deepEqual((await recorded(page)).asked.map(({ sound, heard }) => [sound, heard]), [["laid", false]]);
  await page.locator("[data-act=back]").click();
  await settings.click();
  await page.locator("[data-setting=volume]").fill("0");
  await page.keyboard.press("Escape");
  await annaPasses(page);
  await clearRecord(page);
  await others();
  await isAsked(page);
  const silent = await recorded(page);
  assert.ok(silent.asked.length > 0 && silent.asked.every(({ heard }) => !heard));
  assert.equal(silent.begun, 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a hidden page plays only the turn alert, which can be switched off", async () => {
  const page = await visited({ pace: "calm" });
  const { others } = await threeAt(page);
  const hide = (hidden) => page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
  for (const calls of [true, false]) {
    await annaPasses(page);
    await settled(page);
    await page.locator("header button").last().click();
    await page.locator("[data-setting=calls]").setChecked(calls);
    await page.keyboard.press("Escape");
    await hide(true);
    await clearRecord(page);
    await others();
    await isAsked(page);
    const { asked, flown } = await recorded(page);
    assert.deepEqual(asked.filter(({ heard }) => heard).map(({ sound }) => sound), calls ? ["mine"] : []);
    assert.ok(asked.length > 3 && asked.every(({ touched }) => !touched));
    assert.deepEqual(flown, [], "nothing flies on a hidden page");
    await hide(false);
  }
  await page.context().close();
});

test("the device vibrates unless vibration is off", async () => {
  const page = await visited();
  await page.addInitScript(() => {
    window.shaken = [];
    Navigator.prototype.vibrate = (pattern) => window.shaken.push(pattern) > 0;
  });
  await threeAt(page);
  await page.locator("[data-spot]").first().click();
  await page.waitForFunction(() => window.shaken.length > 0);
  await page.locator("[data-act=back]").click();
  await page.locator("header button").last().click();
  await page.locator("[data-setting=touch]").uncheck();
  await page.keyboard.press("Escape");
  const before = await page.evaluate(() => window.shaken.length);
  await page.locator("[data-spot]").first().click();
  await page.locator("main[data-kind=deploy]").waitFor();
  assert.equal(await page.evaluate(() => window.shaken.length), before);
  await page.context().close();
});

/** Returns the total of the scores on the track if it exceeds `before`. */
const onTrack = (before) => {
  const track = [...document.querySelectorAll("[data-score]")].filter((one) => one.offsetParent);
  const sum = track.reduce((sum, one) => sum + parseInt(one.textContent, 10), 0);
  return sum > before && sum;
};

test("the final scoring shows each feature and its points, then the winner, then the chart", async () => {
  const page = await visited();
  await page.clock.install();
  const made = await openTable(page, [human("Anna"), human("Boris"), human("Chloe")], {}, { left: 1 }, 7);
  await page.locator("[data-spot]").first().waitFor();
  await playOn(page, made, { end: true }, 7);
  // The final scoring runs automatically until it is paused; then each step can take as long as needed.
  await page.locator("[data-finale]").waitFor();
  await stopClock(page);
  const held = page.locator("[data-finale] button").first();
  await held.click();
  await page.clock.resume();
  const begun = parseInt(await page.locator("[data-finale]").getAttribute("data-finale"), 10);
  const worlds = new Set();
  let before = 0;
  const first = Math.max(begun, 1);
  for (const shown of [first, first + 1, first + 2]) {
    if (shown > begun) await page.locator("[data-act=final-next]").click();
    await page.locator(`[data-finale='${shown}']`).waitFor();
    before = await (await page.waitForFunction(onTrack, before)).jsonValue();
    const lit = await page.evaluate(() => document.querySelector("g[data-feature]").style.getPropertyValue("--owner"));
    assert.match(lit, /^var\(--seat-/);
    worlds.add(await page.evaluate(() => document.querySelector(".world").style.transform));
  }
  assert.equal(worlds.size, 3, "the board moved to each");
  await stopClock(page);
  await held.click();
  const next = page.locator(`[data-finale='${first + 3}']`);
  await until(async () => (await page.clock.runFor(100), next.count()), "the next step");
  const { winners } = await json(page, `/api/tables/${made.table}/view`);
  // Pieces are counted when they start to fall, since on a slow machine all may land before they can be counted.
  await page.evaluate(() => {
    window.falling = 0;
    document.addEventListener("animationstart", ({ target }) => (window.falling += target.matches(".piece") ? 1 : 0));
  });
  await page.locator("[data-act=final-skip]").click();
  await page.locator(`[data-celebration="${winners}"]`).waitFor();
  await page.waitForFunction(() => window.falling > 20);
  await page.locator("[data-celebration]").click();
  await page.clock.resume();
  const end = page.locator("[data-end]");
  await end.waitFor();
  assert.equal(await end.locator("[data-seed]").isVisible(), false, "seed and fingerprint are collapsed");
  await end.locator("[data-proof] summary").click();
  assert.match(await end.locator("[data-commitment] code").innerText(), /^[0-9a-f]{16,}$/);
  assert.ok((await end.locator("[data-seed]").innerText()).length > 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("confetti is for the winner's screen, not for the loser's", async () => {
  const page = await visited({ motion: false, width: 1280, height: 800 });
  for (const seat of [0, 1]) {
    const made = await makeTable(page, [human("Anna"), human("Boris")]);
    await playOn(page, made, { left: 1 }, 7);
    // One seat is played in a separate browser.
    const own = await visited({ motion: false, width: 1280, height: 800 });
    await own.clock.install();
    const { token } = made.tokens.find((one) => one.seat === seat);
    await own.evaluate(([table, held]) => localStorage.setItem("bastide.seats", JSON.stringify({ [table]: [held] })), [
      made.table, { seat, token },
    ]);
    await own.goto(`${BASE}/t/${made.table}`);
    await own.locator("main[data-seq]").waitFor();
    const { winners } = await playOn(page, made, { end: true }, 7);
    assert.equal(winners.length, 1, "one of them wins");
    await own.locator("[data-finale]").waitFor();
    await stopClock(own);
    await own.locator("[data-act=final-skip]").click();
    await own.locator(`[data-celebration="${winners}"]`).waitFor();
    assert.equal((await own.locator(".piece").count()) > 20, winners[0] === seat, `seat ${seat}, won by ${winners}`);
    assert.deepEqual(own.problems, []);
    await own.context().close();
  }
  await page.context().close();
});

test("with reduced motion the celebration is a still picture", async () => {
  const page = await visited({ motion: false, width: 360, height: 740, touch: true });
  await page.clock.install();
  const made = await openTable(page, [human("Anna"), human("Boris")], {}, { left: 1 }, 7);
  await page.locator("[data-spot]").first().waitFor();
  await playOn(page, made, { end: true }, 7);
  await page.locator("[data-finale]").waitFor();
  await stopClock(page);
  await page.locator("[data-act=final-skip]").click();
  await page.locator("[data-celebration]").waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.ok((await page.locator("[data-celebration] .piece").count()) > 20);
  // The results open automatically too.
  await page.clock.resume();
  await page.locator("[data-end]").waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
