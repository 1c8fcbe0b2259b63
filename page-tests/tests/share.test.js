// Share links without a browser: the round trip, and what strangers may put into a link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { MOST_PACKED, MOST_TEXT, openShareLink, shareFragment } from "../../crates/serve/page/share.js";
import { seeded } from "../tools/random.js";

const packed = (text) => deflateRawSync(Buffer.from(text)).toString("base64url");

test("a text comes back from its link", async () => {
  for (const text of ["", "a\n", "⬡ 😀\r\n\t", "family 3\n".repeat(5000)]) {
    const fragment = await shareFragment(text);
    assert.match(fragment, /^#\/s\/[\w-]*$/);
    assert.equal(await openShareLink(fragment), text);
    assert.equal(await openShareLink(`http://host/path/${fragment}`), text);
  }
});

test("a link that unpacks to more than the limit is refused", async () => {
  const bomb = packed("0".repeat(MOST_TEXT + 1));
  assert.ok(bomb.length < MOST_PACKED);
  await assert.rejects(openShareLink(bomb), /larger/);
  assert.equal((await openShareLink(packed("0".repeat(MOST_TEXT)))).length, MOST_TEXT);
});

test("a text that is too large for a link is refused, with a remedy", async () => {
  await assert.rejects(shareFragment("0".repeat(MOST_TEXT + 1)), /too large/);
  const random = seeded(4);
  const noise = Array.from({ length: 200_000 }, () => String.fromCharCode(33 + random(90))).join("");
  await assert.rejects(shareFragment(noise), (error) => /larger/.test(error.message) && error.help !== null);
});

test("a damaged link is refused with a message", async () => {
  const whole = packed("family 3\n".repeat(40));
  const damaged = [whole.slice(0, -4), `${whole.slice(0, 10)}!${whole.slice(11)}`, "A".repeat(40), "%", Buffer.from([255, 254]).toString("base64url")];
  for (const link of damaged) {
    await assert.rejects(openShareLink(link), /damaged/, link);
  }
  await assert.rejects(openShareLink(packed(Buffer.from([0xff, 0xfe]).toString("latin1")).replace(/^/, "A")), /damaged/);
  await assert.rejects(openShareLink("A".repeat(MOST_PACKED * 2)), /larger/);
});

test("text that is not UTF-8 is refused", async () => {
  const link = deflateRawSync(Buffer.from([0x61, 0xff, 0xfe])).toString("base64url");
  await assert.rejects(openShareLink(link), /damaged/);
});
