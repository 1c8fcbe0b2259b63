// What all other tests rely on: that an error, a lost request and a request to elsewhere are noticed.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { LIVES, openStage, visit } from "../tools/stage.js";
import { expectEventually } from "../tools/wait.js";

const stage = await openStage();
after(() => stage.close());

/** What a page could do wrong, and how it is reported. */
const WRONGS = {
  "an error on the console": [() => console.error("wrong"), /console error: wrong/],
  "an exception": [() => void setTimeout(() => { throw new Error("wrong"); }), /uncaught: .*wrong/],
  "a request that is refused": [() => void fetch("no-such-file").catch(() => null), /status 404: GET/],
  "a request to elsewhere": [() => void fetch("http://127.0.0.1:1/").catch(() => null), /Content Security Policy|another origin/],
  "an inline script": [() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'owned'";
    document.body.append(script);
  }, /Content Security Policy/],
  "an inline style": [() => document.body.setAttribute("style", "color: red"), /Content Security Policy/],
};

for (const life of LIVES) {
  for (const [name, [wrong, report]] of Object.entries(WRONGS)) {
    test(`${life}: ${name} is noticed`, async () => {
      await visit(stage, stage.addresses[life], {}, async (page, context, reports) => {
        await page.evaluate(wrong);
        await expectEventually(() => reports.problems.join("\n"), (problems) => report.test(problems), "nothing was noticed");
        reports.problems.length = 0;
        reports.allow(/./);
      });
    });
  }
}

test("no reply of the server lets another page in", async () => {
  const { origin } = new URL(stage.addresses.server);
  const reply = await fetch(`${origin}/`);
  const policy = reply.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.equal(reply.headers.get("x-content-type-options"), "nosniff");
  for (const [headers, path] of [[{ origin: "http://evil.example" }, "/api/session"], [{}, "/api/jobs"]]) {
    const answer = await fetch(`${origin}${path}`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: "{}" });
    assert.ok([401, 403].includes(answer.status), `${path}: ${answer.status}`);
  }
});
