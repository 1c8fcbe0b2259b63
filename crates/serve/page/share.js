// @ts-check
/**
 * Share links: the text of a board, compressed (deflate, base64url), in the fragment of the address. Browsers do not
 * send the fragment, so nothing leaves the machine but by the link itself.
 *
 * A link comes from strangers, so both its size and the size of what it unpacks to are limited; unpacking stops at the
 * limit.
 */

import { Refused } from "./interface.js";

/** The largest compressed text, in bytes. */
export const MOST_PACKED = 64 * 1024;
/** The largest text, in bytes. */
export const MOST_TEXT = 1024 * 1024;

/**
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 * @param {string} what
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function collect(stream, most, what) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      await reader.cancel().catch(() => null);
      throw new Refused({ message: `${what} is larger than ${most / 1024} kB` });
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function fromBase64(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The fragment of a share link: `#/s/…`.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function shareFragment(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_TEXT) throw new Refused({ message: "the board is too large for a link: more than 1 MB" });
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = await collect(stream, MOST_PACKED, "the compressed board").catch((error) => {
    if (error instanceof Refused) error.help = "Export it as text instead.";
    throw error;
  });
  return `#/s/${toBase64(packed)}`;
}

/**
 * A share link to this page.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function shareLink(text) {
  return new URL(await shareFragment(text), location.href).href;
}

/**
 * The text of a share link.
 * @param {string} link a whole address, or what follows `#/s/`
 * @returns {Promise<string>}
 */
export async function openShareLink(link) {
  const packed = link.replace(/^.*#\/s\//s, "").trim();
  if (packed.length > (MOST_PACKED * 4) / 3 + 4) throw new Refused({ message: "the link is larger than 64 kB" });
  try {
    const bytes = fromBase64(packed);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const whole = await collect(stream, MOST_TEXT, "the board in the link");
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused({ message: "the link is damaged", help: "Was it copied as a whole?" });
  }
}
