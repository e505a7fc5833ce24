// The server dies in the middle of a game; the page reconnects and the game continues.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  BASE, BINARY, bot, closePages, deployByClick, human, launch, makeTable, myDecision, ownServer, placeByClick, visit,
} from "./browser.mjs";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

test(
  "the game continues after the server was killed",
  { skip: BINARY ? false : "set BASTIDE_BIN to the program: the test starts its own server" },
  async () => {
    const server = await ownServer();
    try {
      const page = await visit(browser, "/", { base: server.base });
      const made = await makeTable(page, [human("Anna"), human("Olha")]);
      await page.goto(`${server.base}/t/${made.table}`);
      assert.equal(await myDecision(page), "place");
      await placeByClick(page);
      if ((await myDecision(page)) === "deploy") await deployByClick(page, 0);
      await myDecision(page);
      const seq = await page.locator("main[data-seq]").getAttribute("data-seq");

      await server.kill();
      await page.locator("[data-offline]").waitFor();
      await server.start();
      await page.locator("[data-offline]").waitFor({ state: "detached" });

      assert.equal(await page.locator("main[data-seq]").getAttribute("data-seq"), seq, "nothing was lost");
      await placeByClick(page);
      if ((await myDecision(page)) === "deploy") await deployByClick(page, null);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    } finally {
      await server.end();
    }
  },
);

test("an answer that was lost with the connection is sent again", async () => {
  const page = await visit(browser, "/");
  let loses = false;
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (!loses || JSON.parse(text).type !== "answer") return server.send(text);
      loses = false;
      void socket.close();
    });
  });
  const made = await makeTable(page, [human("Anna"), human("Olha")]);
  await page.goto(`${BASE}/t/${made.table}`);
  assert.equal(await myDecision(page), "place");
  loses = true;
  await placeByClick(page);
  assert.equal(loses, false, "the answer was lost once");
  assert.deepEqual(page.problems, []);
});

test("a missing table is reported", async () => {
  for (const path of ["/t/nosuchtable1", "/r/nosuchtable1"]) {
    const page = await visit(browser, path);
    await page.getByText("This table doesn’t exist").waitFor();
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("a seat is opened on another device by a link, which is revoked", async () => {
  const page = await visit(browser, "/");
  const { table } = await makeTable(page, [human("Anna"), bot()], { options: { first_player: "host_seat" } });
  await page.goto(`${BASE}/t/${table}`);
  await myDecision(page);
  await page.locator("[data-act=share]").click();
  await page.locator("[data-act=seat-link]").click();
  const link = await page.locator("[data-link-of] input").inputValue();
  const other = await visit(browser, new URL(link).pathname + new URL(link).hash);
  await myDecision(other);
  const mine = (whose) => whose.locator("main[data-seq]").getAttribute("data-mine");
  assert.equal(await mine(other), "yes");
  await page.locator("[data-act=revoke]").click();
  await page.getByText("Only this browser has access to the seat now").waitFor();
  await other.locator('main[data-seq]:not([data-mine="yes"])').waitFor();
  await page.keyboard.press("Escape");
  await myDecision(page);
  assert.equal(await mine(page), "yes", "the revoking browser keeps the seat");
  for (const one of [page, other]) {
    assert.deepEqual(one.problems, []);
    await one.context().close();
  }
});
