// The text of a board and its history, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TextDocument, offsetOf, placeOf, puzzlePart, replaceToken, solutionPart, withSolution } from "../../crates/serve/page/document.js";
import { seeded } from "../tools/random.js";

const BOARD = "family 2 # a comment\n  1  2\n 3 10 4\n  5  6\nsolution\n  6  5\n 4 10 3\n  2  1\n";

test("undo and redo reach every text of a long history", () => {
  const random = seeded(1);
  const document = new TextDocument("");
  const texts = [""];
  for (let step = 0; step < 2000; step += 1) {
    const at = random(document.text.length + 1);
    const until = at + random(document.text.length - at + 1);
    const text = document.text.slice(0, at) + "ab\n⬡😀 ".slice(random(5)) + document.text.slice(until);
    if (document.set(text, "typing")) {
      texts.push(text);
    }
  }
  for (const text of [...texts].reverse()) {
    assert.equal(document.text, text);
    document.undo();
  }
  assert.equal(document.canUndo, false);
  for (const text of texts) {
    assert.equal(document.text, text);
    document.redo();
  }
  assert.equal(document.canRedo, false);
});

test("edits of one group are one step, until the group is sealed", () => {
  const document = new TextDocument("a");
  document.set("ab", "typing", "word");
  document.set("abc", "typing", "word");
  document.seal();
  document.set("abcd", "typing", "word");
  document.undo();
  assert.equal(document.text, "abc");
  document.undo();
  assert.equal(document.text, "a");
});

test("an edit after undo forgets what was taken back", () => {
  const document = new TextDocument("a");
  document.set("b", "typing");
  document.undo();
  document.set("c", "typing");
  assert.equal(document.canRedo, false);
  document.undo();
  assert.equal(document.text, "a");
});

test("an edit that changes nothing is no step", () => {
  const document = new TextDocument("a");
  assert.equal(document.set("a", "typing"), false);
  assert.equal(document.canUndo, false);
});

test("listeners hear each change once, until they end", () => {
  const document = new TextDocument("a");
  const heard = [];
  const end = document.onChange((text, cause) => heard.push(`${cause} ${text}`));
  document.set("b", "board");
  document.undo();
  document.redo();
  end();
  document.set("c", "board");
  assert.deepEqual(heard, ["board b", "undo a", "redo b"]);
});

test("places count characters, offsets count units", () => {
  const text = "⬡😀a\nbc\n";
  assert.equal(text[offsetOf(text, 1, 3)], "a");
  assert.equal(text[offsetOf(text, 2, 2)], "c");
  assert.equal(offsetOf(text, 9, 1), text.length);
  for (let offset = 0; offset <= text.length; offset += 1) {
    const { line, column } = placeOf(text, offset);
    const middle = offset === 2;
    assert.equal(offsetOf(text, line, column), middle ? 3 : offset);
  }
});

test("a token is replaced and the columns stay aligned", () => {
  const place = { line: 2, column: 6, length: 1 };
  assert.equal(replaceToken(BOARD, place, "12").split("\n")[1], "  1 12");
  const wide = { line: 3, column: 4, length: 2 };
  assert.equal(replaceToken(BOARD, wide, "7").split("\n")[2], " 3  7 4");
  const narrow = { line: 3, column: 2, length: 1 };
  assert.deepEqual(replaceToken(BOARD, narrow, "11").trim().split("\n")[2].trim().split(/ +/), ["11", "10", "4"]);
});

test("a replaced token never merges with its neighbours", () => {
  const random = seeded(2);
  for (let round = 0; round < 500; round += 1) {
    const tokens = Array.from({ length: 5 }, () => "x".repeat(1 + random(3)));
    const line = " ".repeat(random(3)) + tokens.map((token) => token + " ".repeat(1 + random(3))).join("");
    const index = random(5);
    const starts = [...line.matchAll(/x+/g)].map((match) => match.index);
    const place = { line: 1, column: starts[index] + 1, length: tokens[index].length };
    const word = "y".repeat(1 + random(4));
    const expected = tokens.map((token, at) => (at === index ? word : token));
    assert.deepEqual(replaceToken(line, place, word).trim().split(/ +/), expected, line);
  }
});

test("a text divides into puzzle and solution", () => {
  assert.equal(puzzlePart(BOARD) + "solution\n" + solutionPart(BOARD), BOARD);
  assert.equal(solutionPart(puzzlePart(BOARD)), null);
  assert.equal(withSolution(puzzlePart(BOARD), solutionPart(BOARD)), BOARD);
  assert.equal(solutionPart(withSolution(BOARD, "new\n")), "new\n");
  assert.equal(solutionPart("a\n solution # here\nb\n"), "b\n");
});
