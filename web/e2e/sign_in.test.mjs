// Sign-in methods other than a password, with a virtual authenticator and the tests' own provider.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { audit, BASE, BINARY, closePages, launch, newName, ownServer, visit } from "./browser.mjs";
import { look, PHONE, SIDEWAYS, WIDE } from "./looks.mjs";
import { openProvider } from "./provider.mjs";

/** Server URL for passkeys, which need a host name, not a numeric address. */
const HERE = BASE.replace("127.0.0.1", "localhost");
const PASSWORD = "correct horse battery";

let browser;
before(async () => (browser = await launch()));
afterEach(closePages);
after(() => browser.close());

/** Adds a virtual authenticator that verifies the user automatically. */
async function device(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

const act = (page, name) => page.locator(`[data-act=${name}]`);
const signedIn = (page, name) => page.locator(`[data-signed-in="${name}"]`).waitFor();

async function signUpByPasskey(page, name) {
  await page.locator("[data-sign=in]").waitFor();
  await act(page, "turn").click();
  await page.locator("[data-account-name]").fill(name);
  await act(page, "by-passkey").click();
  await signedIn(page, name);
}

async function signUp(page, name) {
  await page.locator("[data-sign=in]").waitFor();
  await act(page, "turn").click();
  await page.locator("[data-account-name]").fill(name);
  await page.locator("[data-password]").fill(PASSWORD);
  await act(page, "enter").click();
  await signedIn(page, name);
}

async function signOut(page) {
  await act(page, "sign-out").click();
  await page.locator("[data-sign=in]").waitFor();
}

test("a passkey is added after a proof, signs in without a name, is renamed and removed", async () => {
  const name = newName();
  const page = await visit(browser, "/account#security", { base: HERE });
  await device(page);
  await signUp(page, name);
  await act(page, "add-passkey").click();
  await page.locator("[data-proof-password]").fill("a wrong one");
  await act(page, "prove").click();
  await page.locator("[data-proof] [role=alert]").waitFor();
  await page.locator("[data-proof-password]").fill(PASSWORD);
  await act(page, "prove").click();
  await page.locator("[data-passkey]").waitFor();

  await signOut(page);
  await act(page, "by-passkey").click();
  await signedIn(page, name);
  await act(page, "name-passkey").click();
  await page.locator("[data-passkey-name]").fill("Key ring");
  await act(page, "passkey-named").click();
  await page.locator('[data-passkey="Key ring"]').waitFor();
  // The new session has no recent proof; a passkey works as well as the password.
  await act(page, "remove-passkey").click();
  await act(page, "prove-passkey").click();
  await page.locator("[data-passkey]").waitFor({ state: "detached" });
  await signOut(page);
  await act(page, "by-passkey").click();
  await page.locator("[role=alert]").waitFor();
  assert.match(await page.locator("[role=alert]").textContent(), /This passkey doesn’t work here/);
  assert.deepEqual(page.problems, []);
});

test("an account with only a passkey keeps it, gets a password, and is deleted", async () => {
  const name = newName();
  const page = await visit(browser, "/account#security", { base: HERE });
  await device(page);
  await signUpByPasskey(page, name);
  await act(page, "remove-passkey").click();
  await act(page, "prove-passkey").click();
  const section = page.locator("section", { has: page.locator("[data-passkey]") });
  await section.locator("[role=alert]").waitFor();
  assert.match(await section.locator("[role=alert]").textContent(), /only way to sign in/);
  assert.equal(await page.locator("[data-password-old]").count(), 0, "the account has no password");
  await page.locator("[data-password-new]").fill(PASSWORD);
  await act(page, "change-password").click();
  await page.locator("[data-password-old]").waitFor();
  await act(page, "remove-passkey").click();
  await page.locator("[data-passkey]").waitFor({ state: "detached" });
  await signOut(page);
  await page.locator("[data-account-name]").fill(name);
  await page.locator("[data-password]").fill(PASSWORD);
  await act(page, "enter").click();
  await signedIn(page, name);

  const other = newName();
  await signOut(page);
  await signUpByPasskey(page, other);
  await page.locator("[data-tab=profile]").click();
  await act(page, "delete").click();
  assert.equal(await page.locator("[data-delete-password]").count(), 0);
  await act(page, "delete-sure").click();
  await act(page, "prove-passkey").click();
  await page.locator("[data-deleted]").waitFor();
  assert.deepEqual(page.problems, []);
});

test("passkeys work with the keyboard only", async () => {
  const page = await visit(browser, "/account#security", { base: HERE });
  await device(page);
  const name = newName();
  await page.locator("[data-sign=in]").waitFor();
  const press = async (act, key = "Enter") => {
    await page.locator(`[data-act=${act}]`).focus();
    await page.keyboard.press(key);
  };
  await press("turn");
  await page.locator("[data-account-name]").focus();
  await page.keyboard.type(name);
  await press("by-passkey", "Space");
  await signedIn(page, name);
  await press("remove-passkey");
  await page.locator("[data-proof]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-proof]").waitFor({ state: "detached" });
  assert.equal(await page.locator("[role=alert]").count(), 0, "cancelling shows no message");
  await press("remove-passkey");
  await page.locator("[data-proof]").waitFor();
  // The first Tab moves from the dialog to its first button, the second one to the button that continues.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.act), "prove-passkey");
  await page.keyboard.press("Enter");
  await page.locator("[role=alert]").waitFor();
  assert.deepEqual(page.problems, []);
});

test("a device without a passkey is reported, and a numeric address offers no passkeys", async () => {
  const page = await visit(browser, "/account#security", { base: HERE });
  const { session, authenticatorId } = await device(page);
  await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.locator("[data-sign=in]").waitFor();
  await act(page, "by-passkey").click();
  await page.locator("[role=alert]").waitFor();
  assert.match(await page.locator("[role=alert]").textContent(), /didn’t provide a passkey/);
  if (HERE === BASE) return;
  const numbers = await visit(browser, "/account#security");
  await numbers.locator("[data-sign=in]").waitFor();
  assert.equal(await act(numbers, "by-passkey").count(), 0);
  await signUp(numbers, newName());
  await numbers.locator("[data-no-passkeys]").waitFor();
  assert.deepEqual([...page.problems, ...numbers.problems], []);
});

const SIZES = [PHONE, SIDEWAYS, WIDE];

for (const [language, theme] of [["en", "light"], ["ru", "dark"]]) {
  test(`passkeys work by touch on every screen, ${theme}, ${language}`, async () => {
    const page = await visit(browser, "/account#security", { base: HERE, language, ...PHONE, touch: true });
    const see = (what, seen) => look(page, what, { sizes: SIZES, themes: [theme], seen, fullPage: what !== "proof" });
    await device(page);
    await page.locator("[data-sign=in]").waitFor();
    await see("sign-in", "[data-sign=in]");
    await act(page, "turn").click();
    await page.locator("[data-account-name]").fill(newName());
    await see("sign-up", "[data-sign=up]");
    await act(page, "by-passkey").tap();
    await page.locator("[data-passkey]").waitFor();
    await see("ways", "[data-passkey]");
    await act(page, "remove-passkey").tap();
    await page.locator("[data-proof]").waitFor();
    await see("proof", "[data-proof]");
    await act(page, "prove-passkey").tap();
    await page.locator("[role=alert]").first().waitFor();
    await act(page, "name-passkey").tap();
    await see("last-way", "[data-passkey-name]");
    assert.deepEqual(page.problems, []);
  });
}

/** Starts a provider, and a server configured to use it. */
async function openProvided() {
  const provider = await openProvider();
  const folder = await mkdtemp(join(tmpdir(), "bastide-openid-"));
  const file = join(folder, "providers.toml");
  const lines = [
    "[[provider]]", 'id = "example"', 'name = "Example"', `issuer = "${provider.issuer}"`, 'client_id = "bastide"', "loopback = true",
  ];
  await writeFile(file, lines.join("\n"));
  const server = await ownServer(["--openid", file, "--per-address", "100"]);
  const end = async () => {
    provider.close();
    await server.end();
    await rm(folder, { recursive: true, force: true });
  };
  return { base: server.base.replace("127.0.0.1", "localhost"), provider, end };
}

/** The server and provider shared by the tests that need a working provider. */
let provided;
before(async () => {
  if (BINARY) provided = await openProvided();
});
after(() => provided?.end());

/** Signs in at the provider with a name; an empty name declines the sign-in. */
async function enter(page, subject) {
  await page.locator("[data-subject]").fill(subject);
  await page.locator("[data-enter]").click();
}

const NEEDS = { skip: BINARY ? false : "set BASTIDE_BIN to the program, so that the test has its own server" };

test("a person signs in with a provider, chooses a name, links, confirms and unlinks it", NEEDS, async () => {
  const page = await visit(browser, "/account#security", { base: provided.base });
  await act(page, "by-provider").click();
  await enter(page, "");
  await page.locator("[role=alert]").waitFor();
  assert.match(await page.locator("[role=alert]").textContent(), /cancelled or denied/);
  assert.equal(new URL(page.url()).search, "", "it is reported once");
  await act(page, "by-provider").click();
  await enter(page, "anna");
  await page.locator("[data-newcomer]").waitFor();
  await audit(page, "newcomer");
  await page.locator("[data-account-name]").fill("Anna");
  await act(page, "enter").click();
  await signedIn(page, "Anna");
  await page.locator("[data-link]").waitFor();

  await signOut(page);
  await act(page, "by-provider").click();
  await enter(page, "anna");
  await signedIn(page, "Anna");
  await act(page, "detach").click();
  await act(page, "prove-provider").click();
  await enter(page, "anna");
  await page.locator("[data-back]").waitFor();
  await act(page, "detach").click();
  const section = page.locator("section", { has: page.locator("[data-link]") });
  await section.locator("[role=alert]").waitFor();
  assert.match(await section.locator("[role=alert]").textContent(), /only way to sign in/);
  await page.locator("[data-password-new]").fill(PASSWORD);
  await act(page, "change-password").click();
  await page.locator("[data-password-old]").waitFor();
  await act(page, "detach").click();
  await page.locator("[data-link]").waitFor({ state: "detached" });
  await act(page, "attach").click();
  await enter(page, "anna");
  await page.locator("[data-link]").waitFor();
  assert.match(await page.locator("[data-back]").textContent(), /can now use it to sign in/);
  assert.deepEqual(page.problems, []);
});

for (const [language, theme] of [["en", "light"], ["uk", "dark"]]) {
  test(`providers work by touch on every screen, ${theme}, ${language}`, NEEDS, async () => {
    const page = await visit(browser, "/account#security", { base: provided.base, language, ...PHONE, touch: true });
    const see = (what, seen) => look(page, what, { sizes: SIZES, themes: [theme], seen, fullPage: what !== "openid-proof" });
    await act(page, "by-provider").waitFor();
    await see("openid-sign-in", "[data-act=by-provider]");
    await act(page, "by-provider").tap();
    await enter(page, `touches in ${language}`);
    await page.locator("[data-newcomer]").waitFor();
    await see("openid-newcomer", "[data-newcomer]");
    await page.locator("[data-account-name]").fill(newName());
    await act(page, "enter").tap();
    await page.locator("[data-link]").waitFor();
    await see("openid-links", "[data-link]");
    await act(page, "detach").tap();
    await act(page, "prove-provider").waitFor();
    await see("openid-proof", "[data-act=prove-provider]");
    assert.deepEqual(page.problems, []);
  });
}

test("an unreachable provider is reported, and the page still works", NEEDS, async (context) => {
  // A separate server, which has not contacted the provider before.
  const { base, provider, end } = await openProvided();
  context.after(end);
  provider.close();
  const page = await visit(browser, "/account#security", { base });
  await act(page, "by-provider").focus();
  await page.keyboard.press("Enter");
  await page.locator("[role=alert]").waitFor();
  assert.match(await page.locator("[role=alert]").textContent(), /isn’t working at the moment/);
  await signUp(page, "Borys");
  assert.deepEqual(page.problems, []);
});
