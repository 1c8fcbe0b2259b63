// The server under test: a command that prints its address with `#token=` and serves until it is stopped.
// It gets folders of its own for what it keeps, so that no run of an earlier test shows up.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { LIMIT } from "./limits.js";

const ADDRESS = /https?:\/\/[^\s"'<>]+#token=[A-Za-z0-9_-]+/;

/** A folder for what a server keeps; `remove` deletes it. */
export function stateFolder() {
  const path = mkdtempSync(join(tmpdir(), "sixfold-page-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Starts `command` (a list of words, in which `{state}` stands for the folder) with its state in `folder`
 * and waits for its address.
 */
export async function startProgram(command, folder) {
  const [program, ...words] = command.map((word) => word.replaceAll("{state}", folder));
  const child = spawn(program, words, {
    env: { ...process.env, HOME: folder, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server printed no address: ${output}`)), LIMIT);
    const read = (bytes) => {
      output += bytes;
      const match = ADDRESS.exec(output);
      if (match) {
        clearTimeout(timer);
        resolve(match[0]);
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  const close = async (signal = "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  return { address, output: () => output, running: () => child.exitCode === null, close };
}

/** A client of the server's interface outside of the browser. */
export async function client(address) {
  const { origin, hash } = new URL(address);
  const token = hash.replace("#token=", "");
  const reply = await fetch(`${origin}/api/session`, post({ token }, origin));
  if (!reply.ok) {
    throw new Error(`no session: ${reply.status} ${await reply.text()}`);
  }
  const cookie = reply.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  const send = (path, body) => fetch(`${origin}${path}`, body === undefined ? { headers: { cookie } } : post(body, origin, cookie));
  const ask = async (request) => {
    const answer = await send("/api/ask", request);
    return (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
  };
  return { send, ask };
}

function post(body, origin, cookie) {
  const headers = { "content-type": "application/json", origin, ...(cookie ? { cookie } : {}) };
  return { method: "POST", headers, body: JSON.stringify(body) };
}
