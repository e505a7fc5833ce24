// Refused requests.

import type { LinkProblem } from "./protocol";

/** A refused request, with the stable code of the protocol. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    /** Reason for a moderation action, and when the action ends, in milliseconds since 1970. */
    readonly reason?: string,
    readonly until?: number,
    /** The problem with a link that cannot be imported. */
    readonly link?: LinkProblem,
  ) {
    super(message);
  }
}

/** Parses the body of a refused request; a proxy's own error page has no code, only a status. */
export function refusal(text: string, status: number): ApiError {
  try {
    const error = JSON.parse(text)?.error;
    if (error && typeof error.code === "string") {
      return new ApiError(error.code, String(error.message ?? ""), status, error.reason, error.until, error.link);
    }
  } catch {
    // Not JSON: fall through to the status.
  }
  return new ApiError(status >= 502 && status <= 504 ? "offline" : "unknown", `HTTP ${status}`, status);
}
