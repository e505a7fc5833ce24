import { afterEach, expect, it, vi } from "vitest";
import { usable } from "../src/account/passkeys";

afterEach(() => vi.unstubAllGlobals());

it("passkeys need browser support and a host name", () => {
  const at = (hostname: string) => usable({ hostname });
  expect(at("games.example")).toBe(false);
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => ({}) });
  expect(["games.example", "localhost", "127.example"].map(at)).toEqual([true, true, true]);
  expect(["127.0.0.1", "192.0.2.7", "[::1]", "::1"].map(at)).toEqual([false, false, false, false]);
  vi.stubGlobal("PublicKeyCredential", {});
  expect(at("games.example"), "a browser that is too old").toBe(false);
});
