// Passkeys, by the browser's own WebAuthn.

import { ApiError } from "../shared/api";

type Options = Record<string, unknown>;

/**
 * Whether there can be passkeys on this page: browsers have them behind https and at localhost, and for names alone, not for addresses in
 * numbers.
 */
export function usable(place: Pick<Location, "hostname"> = location): boolean {
  const number = /^[\d.]+$/.test(place.hostname) || place.hostname.includes(":");
  return !number && "PublicKeyCredential" in globalThis && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Has the device make a passkey; what the server is to be told of it. */
export const make = (options: Options): Promise<unknown> =>
  answered(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON),
    }),
  );

/** Has the device say by a passkey who is there; what the server is to be told of it. */
export const ask = (options: Options): Promise<unknown> =>
  answered(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON),
    }),
  );

async function answered(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await asked;
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (problem) {
    // The device has one already: that is the one thing that it says besides that nothing came of it.
    if (problem instanceof DOMException && problem.name === "InvalidStateError") {
      throw new ApiError("way_taken", problem.message, 0);
    }
  }
  throw new ApiError("passkey_none", "the device gave no passkey", 0);
}
