// Waiting for a condition, never for a time.

import { LIMIT } from "./limits.js";

/** Reads until what was read satisfies; fails with the last value after a generous limit. */
export async function expectEventually(read, satisfies, message, limit = LIMIT) {
  const end = Date.now() + limit;
  for (;;) {
    const value = await read();
    if (satisfies(value)) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`${message}; last: ${shortened(JSON.stringify(value))}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A text for a message: long ones are cut. */
export function shortened(text) {
  return text !== undefined && text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
