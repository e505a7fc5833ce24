// Passkeys through the browser's WebAuthn API.

import { ApiError } from "../shared/api";

type Options = Record<string, unknown>;

/** Returns whether passkeys work on this page: only over https or on localhost, and only with a host name, not a numeric address. */
export function usable(place: Pick<Location, "hostname"> = location): boolean {
  const number = /^[\d.]+$/.test(place.hostname) || place.hostname.includes(":");
  return !number && "PublicKeyCredential" in globalThis && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Creates a passkey on the device and returns the response for the server. */
export const make = (options: Options): Promise<unknown> =>
  answered(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON),
    }),
  );

/** Asks the device for a passkey and returns the response for the server. */
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
    // The device already has a passkey: the only other failure that WebAuthn distinguishes.
    if (problem instanceof DOMException && problem.name === "InvalidStateError") {
      throw new ApiError("way_taken", problem.message, 0);
    }
  }
  throw new ApiError("passkey_none", "the device gave no passkey", 0);
}
