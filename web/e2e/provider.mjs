// A local OpenID Connect provider, with a page to enter a name.

import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";

const CLIENT = "bastide";

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

const form = async (request) => {
  let text = "";
  for await (const part of request) text += part;
  return new URLSearchParams(text);
};

/** Starts the provider. `close` stops it, `issuer` is its URL. */
export async function openProvider() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const codes = new Map();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, issuer);
    const say = (value) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(value));
    };
    if (url.pathname === "/.well-known/openid-configuration") {
      return say({
        issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"], subject_types_supported: ["public"], id_token_signing_alg_values_supported: ["ES256"],
      });
    }
    if (url.pathname === "/keys") {
      return say({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" }] });
    }
    if (url.pathname === "/token") {
      const told = await form(request);
      const kept = codes.get(told.get("code"));
      codes.delete(told.get("code"));
      const proved = createHash("sha256").update(told.get("code_verifier") ?? "").digest("base64url");
      if (kept?.code_challenge !== proved || kept.redirect_uri !== told.get("redirect_uri")) {
        response.statusCode = 400;
        return say({ error: "invalid_grant" });
      }
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, sub: kept.subject, aud: CLIENT, nonce: kept.nonce, iat: now, exp: now + 600, auth_time: now };
      const signed = `${encoded({ alg: "ES256", typ: "JWT", kid: "one" })}.${encoded(claims)}`;
      const signature = createSign("sha256").update(signed).sign({ key: privateKey, dsaEncoding: "ieee-p1363" }, "base64url");
      return say({ access_token: "a", token_type: "Bearer", expires_in: 60, id_token: `${signed}.${signature}` });
    }
    const { subject, ...asked } = Object.fromEntries(url.searchParams);
    if (url.pathname === "/enter") {
      const back = new URL(asked.redirect_uri);
      back.searchParams.set("state", asked.state);
      if (subject) {
        const code = randomUUID();
        codes.set(code, { ...asked, subject });
        back.searchParams.set("code", code);
      } else {
        back.searchParams.set("error", "access_denied");
      }
      response.statusCode = 302;
      response.setHeader("location", back.href);
      return response.end();
    }
    const hidden = Object.entries(asked).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Example</title><form action="/enter">${hidden.join("")}
      <label>Who are you?<input name="subject" data-subject></label><button data-enter>Go on</button></form></html>`);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  return { issuer, close: () => server.close() };
}
