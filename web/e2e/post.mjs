// A mail server, a push service and a Telegram for tests, and the browser's side of a push subscription.

import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";

const PATIENCE = 180_000;

/** Waits until a list has `count` entries. */
async function waitForCount(list, count, what) {
  for (const began = Date.now(); list.length < count; ) {
    if (Date.now() - began > PATIENCE) throw new Error(`${list.length} of ${count} ${what} came`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return list;
}

const listens = (server, port = 0) => new Promise((done) => server.listen(port, "127.0.0.1", () => done(server.address().port)));

function readEmail(to, whole) {
  const [head, ...rest] = whole.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const coded = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1].toLowerCase();
  if (coded === "base64") return { to, head, text: Buffer.from(body, "base64").toString() };
  if (coded !== "quoted-printable") return { to, head, text: body };
  const bytes = body.replaceAll("=\r\n", "").replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
  return { to, head, text: Buffer.from(bytes, "latin1").toString() };
}

/** Starts a mail server; `port` restarts one that was closed. */
export async function openMailServer(port = 0) {
  const letters = [];
  const open = new Set();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    let [buffer, to, whole] = ["", "", null];
    const say = (line) => socket.write(`${line}\r\n`);
    say("220 post");
    socket.setEncoding("latin1");
    socket.on("data", (data) => {
      buffer += data;
      for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (whole !== null) {
          if (line !== ".") whole.push(line.startsWith("..") ? line.slice(1) : line);
          else {
            letters.push(readEmail(to, Buffer.from(whole.join("\r\n"), "latin1").toString()));
            whole = null;
            say("250 taken");
          }
        } else if (/^rcpt/i.test(line)) {
          to = /<(.*)>/.exec(line)[1];
          say("250 ok");
        } else if (/^data/i.test(line)) {
          whole = [];
          say("354 go on");
        } else if (/^quit/i.test(line)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  });
  const at = await listens(server, port);
  const close = () =>
    new Promise((done) => {
      open.forEach((socket) => socket.destroy());
      server.close(done);
    });
  return { port: at, close, letters: (count) => waitForCount(letters, count, "letters") };
}

/** Returns the link to a page in an email. */
export const linkIn = (letter, page) => new RegExp(`https?://\\S+/${page}#[a-z0-9]+`).exec(letter.text)[0];

/** Creates a browser's side of a subscription: what it sends to the server, and a function that decrypts pushes. */
export function subscription(endpoint) {
  const keys = createECDH("prime256v1");
  const own = keys.generateKeys();
  const secret = randomBytes(16);
  const told = { endpoint, p256dh: own.toString("base64url"), auth: secret.toString("base64url") };
  return { told, read: (body) => decrypt(body, keys, own, secret) };
}

/** Derives a key of at most 32 bytes with HKDF (RFC 5869). */
function derived(salt, from, info, length) {
  const key = createHmac("sha256", salt).update(from).digest();
  return createHmac("sha256", key).update(Buffer.concat([Buffer.from(info), Buffer.from([1])])).digest().subarray(0, length);
}

/** Decrypts a push message that consists of a single record (RFC 8188, RFC 8291). */
function decrypt(body, keys, own, secret) {
  const salt = body.subarray(0, 16);
  const theirs = body.subarray(21, 21 + body[20]);
  const sealed = body.subarray(21 + body[20]);
  const shared = keys.computeSecret(theirs);
  const from = derived(secret, shared, Buffer.concat([Buffer.from("WebPush: info\0"), own, theirs]), 32);
  const key = derived(salt, from, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derived(salt, from, "Content-Encoding: nonce\0", 12);
  const open = createDecipheriv("aes-128-gcm", key, nonce);
  open.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  // The last record ends with a 2, followed by zero padding.
  return text.subarray(0, text.lastIndexOf(2)).toString();
}

/** Starts a push service. */
export async function openPushService() {
  const pushes = [];
  const server = createHttp((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      pushes.push({ path: request.url, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(201).end();
    });
  });
  const port = await listens(server);
  const close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    });
  return { url: `http://127.0.0.1:${port}`, close, pushes: (count) => waitForCount(pushes, count, "pushes") };
}

/** Starts a Telegram with one bot. `say` writes to the bot in a private chat; `calls` waits for what the bot did. */
export async function openTelegram(token) {
  const [calls, updates] = [[], []];
  let waiting = () => {};
  const add = (update) => {
    updates.push({ update_id: updates.length + 1, ...update });
    waiting();
  };
  const server = createHttp((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", async () => {
      const body = Buffer.concat(parts);
      const method = request.url.replace(`/bot${token}/`, "");
      let result = true;
      if (method === "getMe") result = { id: 42, is_bot: true, username: "test_bot" };
      else if (method === "getUpdates") {
        const { offset } = JSON.parse(body);
        const found = () => updates.filter(({ update_id }) => update_id >= offset);
        if (found().length === 0) await new Promise((done) => (waiting = done));
        result = found();
      } else calls.push({ method, body });
      response.end(JSON.stringify({ ok: true, result }));
    });
  });
  const port = await listens(server);
  const close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    });
  const chat = { id: 7, type: "private", first_name: "Olha" };
  const say = (text) => add({ message: { message_id: 1, from: { id: 7, language_code: "uk" }, chat, text } });
  const press = (data) => add({ callback_query: { id: "1", from: { id: 7, language_code: "uk" }, message: { chat }, data } });
  return { url: `http://127.0.0.1:${port}`, close, say, press, calls: (count) => waitForCount(calls, count, "calls") };
}
